"""Checks for the whole numbers, times and short texts that callers give, and the progress callback."""

import math
import operator
from collections.abc import Callable

from turaga.errors import BadInput, BadRule

MOST_WRITTEN = 200  # characters of a text that is one value: a board, a square, a leaper, an order

# What is under way, how much of it is done, and how much there is (0 if nobody can know).
Progress = Callable[[str, int, int], None]

MOST_SEED = (1 << 64) - 1  # `turaga.rng` keeps 64 bits of a seed


def _field_of(name: str, field: str | None) -> str:
    """The parameter behind a name: step_limit for "step limit" and for "--step-limit"."""
    return name.lstrip("-").replace("-", "_").replace(" ", "_") if field is None else field


def whole_number(
    name: str, value: int, least: int, most: int | None = None, *, what: str = "", field: str | None = None
) -> int:
    """The value as a plain integer, if it is a whole number from `least` to `most` (without `most`, there is
    no upper limit); else `BadRule`.

    The message calls the value by its name and asks for `what`. The error's field is `field`, by default the
    name with underscores.

    >>> whole_number("seed", 7, 0)
    7
    >>> try:
    ...     whole_number("step limit", 0, 1)
    ... except BadRule as error:
    ...     print(error.field, error.value, error, sep=" | ")
    step_limit | 0 | step limit 0 is not taken: give a whole number from 1
    """
    try:
        number = operator.index(value)
    except TypeError:
        number = least - 1
    if number < least or (most is not None and number > most):
        bounds = f"from {least}" if most is None else f"from {least} to {most}"
        raise BadRule(
            f"{name} {value!r} is not taken",
            accepted=f"give {what}a whole number {bounds}",
            field=_field_of(name, field),
            value=value,
        )
    return number


def seed_number(name: str, value: int, *, field: str | None = None) -> int:
    """The seed as a plain integer, if it fits into the 64 bits that `turaga.rng` keeps; else `BadRule`.

    >>> seed_number("seed", 7)
    7
    """
    return whole_number(name, value, 0, MOST_SEED, field=field)


def time_in_seconds(limit: float, *, field: str = "time_limit") -> float:
    """The time limit in seconds, if it is finite and above 0; else `BadRule`.

    >>> time_in_seconds(2)
    2.0
    """
    try:
        seconds = float(limit)
    except (TypeError, ValueError):
        seconds = math.nan
    if not (seconds > 0 and math.isfinite(seconds)):
        raise BadRule(
            f"time limit {limit!r} is not a time",
            accepted="give seconds, more than 0",
            field=field,
            value=limit,
        )
    return seconds


def require_length(
    name: str, text: str, error: type[BadInput], most: int = MOST_WRITTEN, *, field: str | None = None
) -> str:
    """The text, if it has at most `most` characters; else the error, which does not repeat the text.

    Parsers call it first. Then a text of any length costs nothing, no matter who sent it.

    >>> require_length("board", "8x8", BadRule)
    '8x8'
    >>> require_length("board", " " * 1000, BadRule)
    Traceback (most recent call last):
        ...
    turaga.errors.BadRule: board is 1000 characters long: at most 200 are taken
    """
    if len(text) > most:
        raise error(
            f"{name} is {len(text)} characters long",
            accepted=f"at most {most} are taken",
            field=_field_of(name, field),
            value=text[:most],
        )
    return text
