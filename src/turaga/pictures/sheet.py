"""Lays out a page of walks or boards. One fills the page; several are placed in rows."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from turaga.board import KNIGHT, Board
from turaga.board_input import read_board
from turaga.errors import BadInput
from turaga.limits import MOST_PIXELS
from turaga.pictures.board_pictures import board_scene, board_title, move_squares
from turaga.pictures.board_scene import BoardBuilder, margin_units, side_units
from turaga.pictures.explanation_picture import (
    ExplanationBuilder,
    check_explanation_options,
    explanation_legend_units,
    explanation_title,
)
from turaga.pictures.scene import SceneBuilder, legend_units
from turaga.pictures.shapes import Scene
from turaga.pictures.styles import PictureOptions, clean
from turaga.solve.explanation import Explanation
from turaga.text import plural
from turaga.verify import verify
from turaga.walk import Walk

MOST_SQUARES = 4_000_000  # in one picture
MOST_WALKS = 100  # on one sheet
_LEAST, _USUAL, _LARGEST = 240, 960, 2400  # default sizes of the longer side, in pixels
_SQUARE = 60  # default width of a square in pixels, if there is room
_GRAPH = 24  # least width of a square in the default size of a graph, whose lines need room
_SHAPE = 1.5  # preferred width of a sheet divided by its height


# What a picture shows: a walk, a board without one, or why there is none.
Subject = Walk | Board | Explanation
SubjectLike = Walk | Board | Explanation | str  # a board may be written, such as "8x8"


class SceneSource(Protocol):
    """Whatever can build a scene."""

    def whole(self) -> Scene:
        """The scene."""


@dataclass(frozen=True, slots=True)
class Panel:
    """A part of the page: its place in pixels, and the builder of its scene."""

    x: int
    y: int
    width: int
    height: int
    builder: SceneSource


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page: its size in pixels, its panels, and a title that says what it shows.

    >>> sheet = lay_out([Walk("3x4", [(0, 0)])], PictureOptions.of())
    >>> (sheet.width, sheet.height), sheet.title
    ((288, 228), "A knight's walk over 1 of 12 squares of 3x4, from a3 to a3")
    """

    width: int
    height: int
    panels: tuple[Panel, ...]
    title: str
    paper: str


def lay_out(
    subjects: SubjectLike | Sequence[SubjectLike], options: PictureOptions, *, most: int | None = None
) -> Sheet:
    """The sheet for one or several walks or boards. Raises `BadInput` if they cannot be drawn.

    The longer side has `options.size` pixels. The default depends on the boards and is at most `most`.

    >>> lay_out([Walk("3x4", []), Walk("3x4", [])], PictureOptions.of(size=200)).width
    200
    """
    checked = check_subjects(subjects, options)
    rows = _rows(_sides(checked, options))
    wide, high = _extent(rows)
    size = options.size or min(_usual_pixels(checked, max(wide, high), options), most or MOST_PIXELS)
    scale = size / max(wide, high)
    panels: list[Panel] = []
    top = 0.0
    for row in rows:
        tallest = max(h for _, h in row)
        left = (wide - sum(w for w, _ in row)) / 2
        for w, h in row:
            x, y = round(left * scale), round((top + (tallest - h) / 2) * scale)
            width, height = max(1, round(w * scale)), max(1, round(h * scale))
            panels.append(Panel(x, y, width, height, _builder(checked[len(panels)], options, width)))
            left += w
        top += tallest
    title = (
        options.title if options.title is not None else "; ".join(title_of(each, options) for each in checked)
    )
    return Sheet(
        max(1, round(wide * scale)), max(1, round(high * scale)), tuple(panels), clean(title),
        options.colours.paper,
    )  # fmt: skip


def check_board(board: Board) -> None:
    """Raise `BadInput` if a board has too many squares for a picture.

    >>> check_board(Board("1000x1000"))
    """
    if board.area > MOST_SQUARES:
        raise BadInput(
            f"a board of {board.rows}x{board.cols} is too large to draw",
            accepted=f"a picture can have at most {MOST_SQUARES} squares",
            field="board",
        )


def check_boards(boards: Sequence[Board]) -> None:
    """Raise `BadInput` if there are too many boards, or too many squares in total, for one sheet.

    >>> check_boards([Board("8x8")] * 100)
    """
    if not 1 <= len(boards) <= MOST_WALKS:
        raise BadInput(
            f"cannot draw {plural(len(boards), 'walk')} on one sheet",
            accepted=f"the number of walks must be from 1 to {MOST_WALKS}",
            field="walk",
        )
    for board in boards:
        check_board(board)
    if (squares := sum(board.area for board in boards)) > MOST_SQUARES:
        raise BadInput(
            f"{plural(len(boards), 'board')} with {squares} squares in total are too large for one sheet",
            accepted=f"a picture can have at most {MOST_SQUARES} squares",
            field="walk",
        )


def title_of(subject: Subject, options: PictureOptions | None = None) -> str:
    """A description of the picture of a walk, or of a board drawn with these options.

    >>> title_of(Walk("3x4", []))
    "An empty knight's walk on 3x4"
    """
    if isinstance(subject, Board):
        return board_title(subject, options or PictureOptions.of())
    if isinstance(subject, Explanation):
        return explanation_title(subject)
    walk = subject
    board, count = walk.board, len(walk)
    whose = "knight's " if board.leaper == KNIGHT else ""
    start, end = walk.start, walk.end
    if start is None or end is None:
        return f"An empty {whose}walk on {board}"
    ends = f"from {board.show(start)} to {board.show(end)}"
    if not walk.complete:
        return f"A {whose}walk over {count} of {plural(board.size, 'square')} of {board}, {ends}"
    kind = "A closed" if walk.closed else "An open"
    return f"{kind} {whose}tour of {board}, {ends}"


def check_subjects(subjects: SubjectLike | Sequence[SubjectLike], options: PictureOptions) -> list[Subject]:
    """The walks or boards as a list. Raises `BadInput` unless all of them can be drawn with these options."""
    given = subjects if isinstance(subjects, list | tuple) else [subjects]
    explanations = [each for each in given if isinstance(each, Explanation)]
    if explanations and len(explanations) == len(given):
        check_explanation_options(options)
        check_boards([each.tours.board for each in explanations])
        return [*explanations]
    if options.of_board:
        checked: list[Subject] = [_checked_board(each, options) for each in given]
        check_boards([board_of(each) for each in checked])
        return checked
    if not all(isinstance(each, Walk) for each in given):
        raise BadInput(
            f"cannot draw a {type(subjects).__name__}",
            accepted="a Walk or a Tour, or a list of them, is required; "
            "a board needs style graph, degrees or empty, or the squares whose moves to show",
            field="walk",
        )
    walks = [each for each in given if isinstance(each, Walk)]
    check_boards([walk.board for walk in walks])
    for walk in walks:
        if faults := verify(walk).faults:
            raise BadInput(f"cannot draw an invalid walk: {faults[0].what}", field="walk")
    return [*walks]


def _checked_board(subject: object, options: PictureOptions) -> Board:
    if not isinstance(subject, Board | str):
        raise BadInput(
            f"cannot draw a {type(subject).__name__} with these options, which show a board without a walk",
            accepted="a Board, a text such as '8x8', or a list of them, is required",
            field="walk",
        )
    board = read_board(subject)
    move_squares(board, options)
    return board


def board_of(subject: Subject) -> Board:
    """The board of a walk or of an explanation, or the board itself."""
    if isinstance(subject, Explanation):
        return subject.tours.board
    return subject if isinstance(subject, Board) else subject.board


def _builder(subject: Subject, options: PictureOptions, pixels: int) -> BoardBuilder:
    if isinstance(subject, Board):
        return board_scene(subject, options, pixels)
    if isinstance(subject, Explanation):
        return ExplanationBuilder(subject, options, pixels, _legend_pixels(subject, options))
    return SceneBuilder(subject, options, pixels)


def _sides(subjects: list[Subject], options: PictureOptions) -> list[tuple[float, float]]:
    """Width and height of each picture with its margin and legend, in squares. A picture much smaller than
    the largest is enlarged to half its size."""
    natural = []
    for subject in subjects:
        board = board_of(subject)
        unit = side_units(board)
        around = 2 * margin_units(board) / unit
        legend = _legend_units(subject, options)
        natural.append((board.cols + around, board.rows + around + legend / unit))
    largest = max(max(sides) for sides in natural)
    scales = [max(1.0, largest / 2 / max(sides)) for sides in natural]
    return [(w * scale, h * scale) for (w, h), scale in zip(natural, scales, strict=True)]


def _legend_units(subject: Subject, options: PictureOptions) -> int:
    if isinstance(subject, Board):
        return 0
    if isinstance(subject, Explanation):
        return explanation_legend_units(subject, _legend_pixels(subject, options))
    return legend_units(subject, options)


def _legend_pixels(explanation: Explanation, options: PictureOptions) -> int:
    """Roughly the size of a picture of one explanation in pixels. The text of its legend depends on it."""
    board = explanation.tours.board
    return options.size or _usual_pixels([explanation], max(board.rows, board.cols), options)


def _usual_pixels(subjects: list[Subject], squares: float, options: PictureOptions) -> int:
    """The default size in pixels of a page whose longer side has this many squares."""
    least = min(_LARGEST, _GRAPH * squares) if options.style == "graph" else _LEAST
    if squares <= _USUAL / 2:
        largest = _USUAL if len(subjects) == 1 else 1.5 * _USUAL
        return round(max(least, min(largest, max(_LEAST, _SQUARE * squares))))
    return round(min(_LARGEST, max(_USUAL, least, 2 * squares)))


_Row = list[tuple[float, float]]


def _extent(rows: list[_Row]) -> tuple[float, float]:
    """Total width and height of rows that are stacked."""
    return max(sum(w for w, _ in row) for row in rows), sum(max(h for _, h in row) for row in rows)


def _rows(sides: _Row) -> list[_Row]:
    """Divide the pictures into rows so that the page has nearly the preferred shape."""
    count = len(sides)

    def rows(across: int) -> list[_Row]:
        return [sides[i : i + across] for i in range(0, count, across)]

    def off(across: int) -> float:
        wide, high = _extent(rows(across))
        used = sum(w * h for w, h in sides) / (wide * high)
        return abs(math.log(wide / high / _SHAPE)) - math.log(used)

    return rows(min(range(1, count + 1), key=off))
