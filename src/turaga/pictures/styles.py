"""The options of a picture: style, colours, size. To add a style, list it here and draw it in `scene.py`, or
in `board_pictures.py` if it shows a board without a walk."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from turaga.board import Square
from turaga.errors import BadInput
from turaga.kinds import TRUTH, decimal, square_from_json, whole, word
from turaga.limits import FASTEST, LEAST_PIXELS, MOST_PIXELS, SLOWEST
from turaga.operations import Before, Kind, arg, read
from turaga.pictures.themes import THEMES, Theme
from turaga.text import in_json, quoted, show

COLOURS = ("plain", "steps")
STYLES = ("board", "line", "squares")  # of walks
BOARD_STYLES = ("graph", "degrees", "empty")  # of boards without a walk
MovesLike = str | Square | Sequence[Square | str]  # one square, or several
_BEFORE_NAME = re.compile(",(?=[A-Za-z])")  # a comma between squares, not within one
_NO_TEXT = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def _title(value: Any, before: Before) -> str:
    if not isinstance(value, str):
        raise BadInput(f"must be a text, got {in_json(value)}")
    return value


def _moves(moves: Any, before: Before) -> tuple[Square | str, ...]:
    """The squares that were given: one, or a list. A text may have several, with spaces (or a comma before a
    chess name) between them. They are read when the board is known, because a sheet can have several."""
    if isinstance(moves, str) or (
        isinstance(moves, tuple) and len(moves) == 2 and all(isinstance(each, int) for each in moves)
    ):
        moves = (moves,)
    if not isinstance(moves, tuple | list):
        raise BadInput(f"must be a square or a list of squares, got {quoted(moves)}")
    squares: list[Square | str] = []
    for square in moves:
        if isinstance(square, str):
            squares += _BEFORE_NAME.sub(" ", square).split() or [square]  # an empty text is not a square
        else:
            squares.append(square)
    return tuple(squares)


def _moves_from_json(value: Any, before: Before) -> Any:
    if isinstance(value, list) and before.get("board") is not None:
        return [show(square_from_json(each, before["board"])) for each in value]
    return value


_MOVES = Kind(
    _moves,
    {"anyOf": [{"type": "string", "examples": ["e4 1,1"]}, {"type": "array"}]},
    "SQ",
    _moves_from_json,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureOptions:
    """The options of a picture.

    >>> PictureOptions.of(size=400).size
    400
    >>> PictureOptions.of(theme="mud")
    Traceback (most recent call last):
        ...
    turaga.errors.BadRule: theme must be light, dark or print, got 'mud'
    """

    numbers: bool = arg(
        TRUTH,
        "Write the steps into the squares, if they are large enough. In a graph, write the degrees.",
        default=False,
        group="Picture",
    )
    colour: str = arg(
        word(COLOURS, "COLOUR"),
        "plain, or steps: the colour changes along the tour. [default: plain]",
        default="plain",
        group="Picture",
    )
    style: str = arg(
        word((*STYLES, *BOARD_STYLES), "STYLE"),
        "board, line (no board; in text a line of Braille dots), or squares (coloured squares, no line). "
        "Without a tour: graph (every move of the board), degrees (the number of moves from each square) or "
        "empty (only the squares). [default: board]",
        default="board",
        group="Picture",
    )
    arrows: bool = arg(
        TRUTH, "Show the direction if the squares are large enough.", default=False, group="Picture"
    )
    moves: tuple[Square | str, ...] = arg(
        _MOVES,
        "Without a tour: show the moves from this square with arrows. May be repeated, or list squares: "
        "'e4 1,1'. Numbers then show the directions.",
        default=(),
        listed=True,
        group="Picture",
    )
    # Without it, the size depends on the board.
    size: int | None = arg(
        whole(LEAST_PIXELS, MOST_PIXELS, what="the longer side in pixels, a whole number"),
        "The longer side in pixels.",
        group="Picture",
    )
    theme: str = arg(
        word(tuple(THEMES), "THEME"),
        "light, dark, or print (black on white). [default: light]",
        default="light",
        group="Picture",
    )
    title: str | None = arg(
        Kind(_title, {"type": "string"}, "TEXT"),
        "The title: the first line of a text, metadata in other formats. [default: a description]",
        group="Picture",
    )
    degrees: bool = arg(
        TRUTH,
        "In a GIF, show the degrees of unvisited squares. Without a GIF, the same as the degrees style.",
        default=False,
        group="Animation",
    )
    # Without it, the speed depends on the board.
    speed: float | None = arg(
        decimal(SLOWEST, FASTEST, "squares per second"),
        "In a GIF, squares per second. [default: 8, more on large boards]",
        group="Animation",
    )

    @classmethod
    def of(cls, **given: Any) -> "PictureOptions":
        """The options with these values, which are read and checked."""
        for name in given:
            if name not in cls.__dataclass_fields__:
                raise TypeError(f"a picture has no option {name!r}")
        return read(cls, given)

    def __post_init__(self) -> None:
        if self.arrows and self.style == "squares":
            raise BadInput(
                "{arrows} cannot be combined with style squares, which has no line",
                accepted="remove the arrows, or use another style",
                field="arrows",
            )
        if self.of_board:
            self._check_board_options()

    @property
    def of_board(self) -> bool:
        """Whether the picture shows a board without a walk."""
        return self.style in BOARD_STYLES or bool(self.moves)

    def _check_board_options(self) -> None:
        """Raise `BadInput` for options that need a walk."""
        if self.moves and self.style != "board":
            raise BadInput(
                f"{{moves}} cannot be combined with style {self.style}",
                accepted="leave out one of them",
                field="moves",
            )
        what = "{moves}" if self.moves else f"style {self.style}"
        for name, given in (("colour", self.colour != "plain"), ("arrows", self.arrows and not self.moves)):
            if given:
                raise BadInput(
                    f"{{{name}}} cannot be combined with {what}, which shows no walk",
                    accepted="leave out one of them",
                    field=name,
                )

    @property
    def colours(self) -> Theme:
        """The colours of the theme."""
        return THEMES[self.theme]


def clean(title: str) -> str:
    """The title, with \ufffd for each character that XML does not allow, such as a lone byte.

    >>> clean("Tour\\x1b"), clean("Göttingen")
    ('Tour\ufffd', 'Göttingen')
    """
    return _NO_TEXT.sub("\ufffd", title)
