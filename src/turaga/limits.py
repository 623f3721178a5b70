"""Whole numbers, times and short texts as people give them, and how long work says how far it is."""

import math
import operator
from collections.abc import Callable

from turaga.errors import BadInput, BadRule

MOST_WRITTEN = 200  # characters of a text that is one value: a board, a square, a leaper, an order

# What is under way, how much of it is done, and how much there is (0 if nobody can know).
Progress = Callable[[str, int, int], None]

MOST_SEED = (1 << 64) - 1  # the dice tell so many seeds apart


def whole_number(name: str, value: int, least: int, most: int | None = None, *, what: str = "") -> int:
    """The value as a plain integer, if it is a whole number from `least` up, to `most` if that is given; else
    `BadRule`, which says `what` is to be given.

    >>> whole_number("seed", 7, 0)
    7
    """
    try:
        number = operator.index(value)
    except TypeError:
        number = least - 1
    if number < least or (most is not None and number > most):
        bounds = f"from {least}" if most is None else f"from {least} to {most}"
        raise BadRule(f"{name} {value!r} is not taken: give {what}a whole number {bounds}")
    return number


def seed_number(name: str, value: int) -> int:
    """The seed as a plain integer, if the dice tell it from all others; else `BadRule`.

    >>> seed_number("seed", 7)
    7
    """
    return whole_number(name, value, 0, MOST_SEED)


def time_in_seconds(limit: float) -> float:
    """The time limit as seconds, if it is a time; else `BadRule`.

    >>> time_in_seconds(2)
    2.0
    """
    try:
        seconds = float(limit)
    except (TypeError, ValueError):
        seconds = math.nan
    if not (seconds > 0 and math.isfinite(seconds)):
        raise BadRule(f"time limit {limit!r} is not a time: give seconds, more than 0")
    return seconds


def require_length(name: str, text: str, error: type[BadInput], most: int = MOST_WRITTEN) -> str:
    """The text, if it has at most so many characters; else the error, which does not repeat the text.

    Parsers call it first. Then a text of any length costs nothing, whoever sent it.

    >>> require_length("board", "8x8", BadRule)
    '8x8'
    >>> require_length("board", " " * 1000, BadRule)
    Traceback (most recent call last):
        ...
    turaga.errors.BadRule: board is 1000 characters long: at most 200 are taken
    """
    if len(text) > most:
        raise error(f"{name} is {len(text)} characters long: at most {most} are taken")
    return text
