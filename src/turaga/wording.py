"""How squares, counts and other people's text are put into sentences."""

from collections.abc import Sequence

__all__ = ["plural", "short", "show"]


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
