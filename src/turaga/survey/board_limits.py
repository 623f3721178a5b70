"""Limits on a search: one for all boards, or one for each size of board.

Stahovec gave up after 1 million steps on small boards and after up to 4 million on large ones (section 3 of
his report): `5..6:1000000,7..8:2000000,12..15:3000000,20..30:4000000`.
"""

from collections.abc import Sequence
from functools import lru_cache

from turaga.board import KNIGHT, Board
from turaga.errors import BadInput, BadRule
from turaga.limits import MOST_LISTED, require_length, time_in_seconds, whole_number
from turaga.survey.board_ranges import MOST_BOARDS, board_range
from turaga.text import plural, short, trim, whole_in

_KNOWN = {
    "step_limit": "write a number of steps, or one for each size such as 5..6:1000000,7..8:2000000",
    "time_limit": "write a number of seconds, or one for each size such as 5..6:1,7..8:2.5",
}


def checked_limit(limit: float | str, field: str, boards: Sequence[Board]) -> float | str:
    """The limit as a plan stores it: a number, or a text with a limit for each of the boards.

    `field` is `step_limit` or `time_limit`. `BadRule` if a board has no limit, or two.

    >>> checked_limit("5,6: 100, 7..9:200", "step_limit", [Board("8x8")]), checked_limit(9, "step_limit", [])
    ('5,6:100,7..9:200', 9)
    """
    if not isinstance(limit, str) or ":" not in limit:
        return _number(limit, field)
    text = ",".join(f"{','.join(words)}:{number}" for words, number in _entries(limit, field))
    for board in boards:
        limit_of(text, field, board)
    return text


def limit_of(limit: float | str | None, field: str, board: Board) -> float | None:
    """The limit for one board; None if there is no limit.

    >>> limit_of("5,6:100,7..9:200", "step_limit", Board("8x8")), limit_of(9, "step_limit", Board("8x8"))
    (200, 9)
    """
    if not isinstance(limit, str):
        return limit
    limits = _by_board(limit, field)
    if (board.rows, board.cols) not in limits:
        name = f"{board.rows}x{board.cols}"
        example = f"add one, such as {name}:{_entries(limit, field)[-1][1]}"
        raise _bad(limit, field, f"has no entry for the board {name}", example)
    return limits[board.rows, board.cols]


def limit_in_words(limit: float | str, field: str, *, grouped: bool = False) -> str:
    """A limit in words. `grouped` separates thousands with commas.

    >>> limit_in_words("5..6:1000,8:2000", "step_limit"), limit_in_words(1000, "step_limit", grouped=True)
    ('1000 steps on 5..6, 2000 steps on 8', '1,000 steps')
    >>> limit_in_words(0.5, "time_limit")
    '0.5 s'
    """
    if isinstance(limit, str):
        parts = [
            f"{limit_in_words(_number(number, field), field, grouped=grouped)} on {','.join(words)}"
            for words, number in _entries(limit, field)
        ]
        return ", ".join(parts)
    return plural(int(limit), "step", grouped=grouped) if field == "step_limit" else f"{limit:g} s"


@lru_cache(8)
def _entries(text: str, field: str) -> tuple[tuple[tuple[str, ...], str], ...]:
    """The entries of a text: the boards, as they are written, and their limit. `5,6:9` is one entry."""
    entries: list[tuple[tuple[str, ...], str]] = []
    boards: list[str] = []
    for word in require_length(_name(field), text, BadRule, MOST_LISTED, field=field).split(","):
        written, colon, number = word.partition(":")
        boards.append(trim(written))
        if colon:
            entries.append((tuple(boards), trim(number)))
            boards = []
    if boards:
        raise _bad(text, field, f"has no limit after {short(boards[-1])!r}")
    return tuple(entries)


@lru_cache(8)
def _by_board(text: str, field: str) -> dict[tuple[int, int], float]:
    """The limit of each board, by its rows and columns."""
    limits: dict[tuple[int, int], float] = {}
    for words, number in _entries(text, field):
        limit = _number(number, field)
        for board in (board for word in words for board in _range(word, text, field)):
            if (board.rows, board.cols) in limits:
                problem = f"has two entries for the board {board.rows}x{board.cols}"
                raise _bad(text, field, problem, "remove one of them")
            limits[board.rows, board.cols] = limit
            if len(limits) > 2 * MOST_BOARDS:
                raise _bad(text, field, "has too many boards", f"the limit is {2 * MOST_BOARDS}")
    return limits


def _range(word: str, text: str, field: str) -> list[Board]:
    try:
        return list(board_range(word, KNIGHT))
    except BadInput:
        raise _bad(text, field, f"has {short(word)!r} where boards should be") from None


def _number(value: float | str, field: str) -> float:
    """A limit that is a number or a text with a number."""
    if field == "time_limit":
        return time_in_seconds(value)  # type: ignore[arg-type]
    number = whole_in(value) if isinstance(value, str) else value
    return whole_number(_name(field), value if number is None else number, 1, field=field)  # type: ignore[arg-type]


def _name(field: str) -> str:
    return field.replace("_", " ")


def _bad(text: str, field: str, problem: str, accepted: str = "") -> BadRule:
    problem = f"{_name(field)} {short(text)!r} {problem}"
    return BadRule(problem, accepted=accepted or _KNOWN[field], field=field, value=text)
