"""Whole numbers and times as people give them, and how long work says how far it is."""

import math
import operator
from collections.abc import Callable

from turaga.errors import BadRule

__all__ = ["MOST_SEED", "Progress", "seed_number", "time_in_seconds", "whole_number"]

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
