"""How squares, counts and other people's text are put into sentences."""

from collections.abc import Iterable, Sequence


def show(square: Sequence[int]) -> str:
    """A square as a person reads it: `row,col` from 1.

    >>> show((0, 2))
    '1,3'
    """
    return f"{square[0] + 1},{square[1] + 1}"


def plural(count: int, thing: str, things: str | None = None) -> str:
    """A count with its noun; the plural is spelled out where an s will not do.

    >>> plural(1, "square"), plural(2, "retry", "retries")
    ('1 square', '2 retries')
    """
    return f"{count} {thing}" if count == 1 else f"{count} {things or thing + 's'}"


def short(text: str, most: int = 40) -> str:
    """The text, cut off where a sentence could not carry more of it.

    >>> short("x" * 50, 4)
    'xxxx...'
    """
    return text if len(text) <= most else text[:most] + "..."


def listed(things: Iterable[str], word: str = "and") -> str:
    """Things in a row, with a word before the last.

    >>> listed(["3,2", "2,3", "5,4"], "or"), listed(["3,2"])
    ('3,2, 2,3 or 5,4', '3,2')
    """
    *most, last = things
    return f"{', '.join(most)} {word} {last}" if most else last


def sentence(text: str) -> str:
    """A text as a sentence of its own: a capital at the head, a full stop at the end, unless it has them.

    >>> sentence("go to 3,2")
    'Go to 3,2.'
    """
    ends = "" if text.endswith((".", "!", "?")) else "."
    return text[:1].upper() + text[1:] + ends


def show_time(seconds: float) -> str:
    """A time as on a clock: minutes and seconds, from an hour on hours too.

    >>> show_time(75.9), show_time(3600)
    ('01:15', '1:00:00')
    """
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes:02}:{rest:02}"
