"""The options of a picture: styles, colours, sizes. A new style is added here, and drawn in `scene.py`."""

import math
import re
from dataclasses import dataclass
from typing import Any

from turaga.draw.themes import THEMES, Theme
from turaga.errors import BadInput
from turaga.limits import whole_number
from turaga.text import listed, short

COLOURS = ("plain", "steps")
STYLES = ("board", "line", "squares")
LEAST_PIXELS, MOST_PIXELS = 32, 4096
SLOWEST, FASTEST = 0.1, 10_000.0  # squares a second
_NO_TEXT = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureOptions:
    """The options of a picture, all of them checked.

    >>> PictureOptions().style
    'board'
    >>> PictureOptions(theme="mud")
    Traceback (most recent call last):
        ...
    turaga.errors.BadInput: theme 'mud' is not known: write light, dark or print
    """

    numbers: bool = False
    arrows: bool = False
    colour: str = "plain"
    style: str = "board"
    size: int | None = None  # pixels of the longer side; None for what suits the board
    theme: str = "light"
    title: str | None = None  # None for one that says what the picture shows
    degrees: bool = False  # this and the next only in an animated GIF
    speed: float | None = None  # squares a second; None for what suits the board

    def __post_init__(self) -> None:
        for name in ("numbers", "arrows", "degrees"):
            check_switch(name, getattr(self, name))
        check_word("colour", self.colour, COLOURS)
        check_word("style", self.style, STYLES)
        check_word("theme", self.theme, tuple(THEMES))
        if self.arrows and self.style == "squares":
            raise BadInput(
                "arrows do not go with style squares, which has no line",
                accepted="leave one of them out",
                field="arrows",
                value=True,
            )
        if self.size is not None:
            pixels = whole_number(
                "size", self.size, LEAST_PIXELS, MOST_PIXELS, what="the pixels of the longer side, "
            )
            object.__setattr__(self, "size", pixels)
        if self.speed is not None:
            object.__setattr__(self, "speed", _checked_speed(self.speed))
        check_title(self.title)

    @property
    def colours(self) -> Theme:
        """The colours of the theme."""
        return THEMES[self.theme]


def check_word(name: str, word: Any, known: tuple[str, ...]) -> None:
    """Raise `BadInput` unless the word is one of those known; `name` is the option's.

    >>> check_word("style", "line", STYLES)
    """
    if word not in known:
        shown = repr(short(word)) if isinstance(word, str) else repr(word)
        raise BadInput(
            f"{name} {shown} is not known", accepted=f"write {listed(known, 'or')}", field=name, value=word
        )


def check_switch(name: str, value: Any) -> None:
    """Raise `BadInput` unless the value is True or False."""
    if not isinstance(value, bool):
        raise BadInput(
            f"{name} {value!r} is not taken", accepted="give True or False", field=name, value=value
        )


def check_title(title: Any) -> None:
    """Raise `BadInput` unless the title is a text, or None."""
    if not isinstance(title, str | None):
        raise BadInput(
            f"title {title!r} is not taken",
            accepted="give a text, or None for one that is made",
            field="title",
            value=title,
        )


def clean(title: str) -> str:
    """The title as every file can hold it: \ufffd for what is not a character of XML, such as a lone byte.

    >>> clean("Tour\\x1b"), clean("Göttingen")
    ('Tour\ufffd', 'Göttingen')
    """
    return _NO_TEXT.sub("\ufffd", title)


def _checked_speed(speed: Any) -> float:
    try:
        pace = math.nan if isinstance(speed, bool) else float(speed)
    except (TypeError, ValueError):
        pace = math.nan
    if not SLOWEST <= pace <= FASTEST:
        raise BadInput(
            f"speed {speed!r} is not taken",
            accepted=f"give squares a second, from {SLOWEST:g} to {FASTEST:.0f}",
            field="speed",
            value=speed,
        )
    return pace
