"""The options of a picture: style, colours, size. To add a style, list it here and draw it in `scene.py`, or
in `board_pictures.py` if it shows a board without a walk."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from turaga.board import Square
from turaga.draw.themes import THEMES, Theme
from turaga.errors import BadInput
from turaga.limits import whole_number
from turaga.text import listed, number_in, quoted, short

COLOURS = ("plain", "steps")
STYLES = ("board", "line", "squares")  # of walks
BOARD_STYLES = ("graph", "degrees", "empty")  # of boards without a walk
MovesLike = str | Square | Sequence[Square | str]  # one square, or several
LEAST_PIXELS, MOST_PIXELS = 32, 4096
SLOWEST, FASTEST = 0.1, 10_000.0  # squares per second
_BEFORE_NAME = re.compile(",(?=[A-Za-z])")  # a comma between squares, not within one
_NO_TEXT = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureOptions:
    """The options of a picture. All of them are checked.

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
    size: int | None = None  # pixels of the longer side; None for a default that depends on the board
    theme: str = "light"
    title: str | None = None  # None for a description of the picture
    moves: MovesLike = ()  # the squares whose moves are shown, on a board without a walk
    degrees: bool = False  # only for an animated GIF, as is speed
    speed: float | None = None  # squares per second; None for a default that depends on the board

    def __post_init__(self) -> None:
        for name in ("numbers", "arrows", "degrees"):
            check_switch(name, getattr(self, name))
        check_word("colour", self.colour, COLOURS)
        check_word("style", self.style, (*STYLES, *BOARD_STYLES))
        check_word("theme", self.theme, tuple(THEMES))
        if self.arrows and self.style == "squares":
            raise BadInput(
                "arrows cannot be combined with style squares, which has no line",
                accepted="remove the arrows, or use another style",
                field="arrows",
            )
        if self.of_board:
            self._check_board_options()
        if self.size is not None:
            pixels = whole_number(
                "size", self.size, LEAST_PIXELS, MOST_PIXELS, what="the longer side in pixels, "
            )
            object.__setattr__(self, "size", pixels)
        if self.speed is not None:
            object.__setattr__(self, "speed", _checked_speed(self.speed))
        check_title(self.title)

    @property
    def of_board(self) -> bool:
        """Whether the picture shows a board without a walk."""
        return self.style in BOARD_STYLES or bool(self.move_list)

    @property
    def move_list(self) -> tuple[Square | str, ...]:
        """The squares whose moves are shown, as they were given.

        >>> PictureOptions(moves="e4 1,1").move_list, PictureOptions(moves=(0, 0)).move_list
        (('e4', '1,1'), ((0, 0),))
        """
        return _read_moves(self.moves)

    def _check_board_options(self) -> None:
        """Raise `BadInput` for options that need a walk."""
        moves = self.move_list
        if moves and self.style != "board":
            raise BadInput(
                f"the moves from a square cannot be combined with style {self.style}",
                accepted="leave out one of them",
                field="moves",
            )
        what = "the moves from a square" if moves else f"style {self.style}"
        for name, given in (("colour", self.colour != "plain"), ("arrows", self.arrows and not moves)):
            if given:
                raise BadInput(
                    f"{name} cannot be combined with {what}, which shows no walk",
                    accepted="leave out one of them",
                    field=name,
                )

    @property
    def colours(self) -> Theme:
        """The colours of the theme."""
        return THEMES[self.theme]


def check_word(name: str, word: Any, known: tuple[str, ...]) -> None:
    """Raise `BadInput` unless the word is one of the known ones. `name` is the name of the option.

    >>> check_word("style", "line", STYLES)
    """
    if word not in known:
        shown = repr(short(word)) if isinstance(word, str) else repr(word)
        raise BadInput(f"{name} {shown} is not known", accepted=f"write {listed(known, 'or')}", field=name)


def _read_moves(moves: Any) -> tuple[Square | str, ...]:
    """The squares that were given: one, or a list. A text may have several, with spaces (or a comma before a
    chess name) between them."""
    if isinstance(moves, tuple) and len(moves) == 2 and all(isinstance(number, int) for number in moves):
        moves = (moves,)
    if isinstance(moves, str):
        moves = (moves,)
    if not isinstance(moves, tuple | list):
        raise BadInput(f"moves must be a square or a list of squares, got {quoted(moves)}", field="moves")
    squares: list[Square | str] = []
    for square in moves:
        if isinstance(square, str):
            squares += _BEFORE_NAME.sub(" ", square).split() or [square]  # an empty text is not a square
        else:
            squares.append(square)
    return tuple(squares)


def check_switch(name: str, value: Any) -> None:
    """Raise `BadInput` unless the value is True or False."""
    if not isinstance(value, bool):
        raise BadInput(f"{name} must be True or False, got {value!r}", field=name)


def check_title(title: Any) -> None:
    """Raise `BadInput` unless the title is a string or None."""
    if not isinstance(title, str | None):
        raise BadInput(
            f"title must be a string, or None for a description of the picture, got {quoted(title)}",
            field="title",
        )


def clean(title: str) -> str:
    """The title, with \ufffd for each character that XML does not allow, such as a lone byte.

    >>> clean("Tour\\x1b"), clean("Göttingen")
    ('Tour\ufffd', 'Göttingen')
    """
    return _NO_TEXT.sub("\ufffd", title)


def _checked_speed(speed: Any) -> float:
    pace = math.nan if isinstance(speed, bool) else number_in(speed)
    if not SLOWEST <= pace <= FASTEST:
        raise BadInput(
            f"speed must be from {SLOWEST:g} to {FASTEST:.0f} squares per second, got {quoted(speed)}",
            field="speed",
        )
    return pace
