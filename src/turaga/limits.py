"""Checks for whole numbers, times and short texts from callers, and the type of a progress callback."""

import math
import operator
from collections.abc import Callable

from turaga.errors import BadInput, BadRule
from turaga.text import number_in, quoted, trim

MOST_WRITTEN = 200  # characters in a text that is one value: a board, a square, a leaper, an order
MOST_LISTED = 1_000_000  # characters in a text that is a list of such values; all 40,320 orders have 362,879

# Called with the current activity, the amount done and the total amount (0 if the total is unknown).
Progress = Callable[[str, int, int], None]

LEAST_PIXELS, MOST_PIXELS = 32, 4096  # of the longer side of a picture
SLOWEST, FASTEST = 0.1, 10_000.0  # squares per second of a film, and frames per second

MOST_WHOLE = 10**4000 - 1  # Python writes numbers of up to 4300 digits
MOST_SEED = (1 << 64) - 1  # `turaga.rng` uses 64 bits of a seed


def whole_number(
    name: str, value: int, least: int, most: int | None = None, *, what: str = "", field: str | None = None
) -> int:
    """Return the value as a plain integer, or raise `BadRule` if it is not a whole number in the range.

    The range is `least` to `most`. Without `most` the limit is 4000 digits. The message calls the value
    `name`, and `what` is an optional description that comes before "a whole number". `field` is the parameter
    that the error is about. Pass it if it differs from the name.

    >>> whole_number("seed", 7, 0)
    7
    >>> try:
    ...     whole_number("step limit", 0, 1, field="step_limit")
    ... except BadRule as error:
    ...     print(error.field, error, sep=" | ")
    step_limit | step limit must be a whole number, 1 or more, got 0
    """
    try:
        number = operator.index(value)
    except TypeError:
        number = least - 1
    if number < least or number > (MOST_WHOLE if most is None else most):
        bounds = f", {least} or more" if most is None else f" from {least} to {most}"
        raise BadRule(
            f"{name} must be {what}a whole number{bounds}, got {quoted(value)}",
            field=name if field is None else field,
        )
    return number


def seed_number(name: str, value: int, *, field: str = "seed") -> int:
    """Return the seed as a plain integer, or raise `BadRule` if it does not fit in 64 bits.

    >>> seed_number("seed", 7)
    7
    """
    return whole_number(name, value, 0, MOST_SEED, field=field)


def time_in_seconds(limit: float, *, field: str = "time_limit") -> float:
    """Return the time limit in seconds, or raise `BadRule` if it is not a finite number above 0.

    >>> time_in_seconds(2)
    2.0
    """
    seconds = number_in(limit)
    if not (seconds > 0 and math.isfinite(seconds)):
        raise BadRule(f"time limit must be a number of seconds above 0, got {quoted(limit)}", field=field)
    return seconds


def require_length(
    name: str, text: str, error: type[BadInput], most: int = MOST_WRITTEN, *, field: str | None = None
) -> str:
    """Return the text, or raise the error if it is not a text or has more than `most` characters.

    Parsers call this first, so that a very long text costs them nothing. The message does not repeat the
    text. `field` is the parameter that the error is about. Pass it if it differs from the name.

    >>> require_length("board", "8x8", BadRule)
    '8x8'
    >>> require_length("board", " " * 1000, BadRule)
    Traceback (most recent call last):
        ...
    turaga.errors.BadRule: board is 1000 characters long: the limit is 200 characters
    """
    if not isinstance(text, str):
        raise error(f"{name} must be a text, got {quoted(text)}", field=name if field is None else field)
    if len(text) > most:
        raise error(
            f"{name} is {len(text)} characters long",
            accepted=f"the limit is {most} characters",
            field=name if field is None else field,
        )
    return text


def name_in(what: str, text: str, error: type[BadInput], *, field: str | None = None) -> str:
    """The name in a text, without spaces around it and in lower case, or the error if it is too long.

    >>> name_in("method", " Greedy", BadRule)
    'greedy'
    """
    return trim(require_length(what, text, error, field=field)).lower()
