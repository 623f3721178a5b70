"""Reads how many starts or orders a survey chooses at random: the number in `random:10`."""

from turaga.errors import BadRule
from turaga.text import short, whole_in


def random_count(word: str, things: str, most: int, known: str) -> int:
    """The number in a text such as `random:10`, from 1 to `most`. `known` says what else is accepted.

    >>> random_count("random:10", "starts", 64, "")
    10
    """
    count = whole_in(word.partition(":")[2])
    if count is None or not 1 <= count <= most:
        raise BadRule(
            f"{things} {short(word)!r} are not valid",
            accepted=f"{known}; the number of random {things} must be from 1 to {most}",
            field=things,
            value=word,
        )
    return count
