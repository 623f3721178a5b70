"""What to show on each square of a game or a frame, in text, on a screen or on a page."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from turaga.board import Board, Square
from turaga.play.frame import Frame
from turaga.play.game import Game
from turaga.play.hints import Hint
from turaga.solve.changes import RepairStage

# "free": unvisited. "target": a possible move. "visited". "knight": the knight is here. "first", "last" and
# "missed": the ends of a walk that is over, and the squares it missed. "left": a search has just backtracked
# from here. "reversed" and "inserted": a repair has just done that. "hole".
Mark = Literal[
    "free",
    "target",
    "visited",
    "knight",
    "first",
    "last",
    "missed",
    "left",
    "reversed",
    "inserted",
    "hole",
]


@dataclass(frozen=True, slots=True)
class SquareView:
    """A square: its mark, the text on it (or ""), and whether a hint or the next move points at it.

    >>> SquareView("visited", "12").text
    '12'
    """

    mark: Mark
    text: str = ""
    pointed: bool = False


def view_game(game: Game, *, degrees: bool = False, hint: Hint | None = None) -> tuple[SquareView, ...]:
    """What is on each square, row by row. `degrees` adds the degrees of the unvisited squares until the game
    is over.

    >>> [view.mark for view in view_game(Game.new("3x3", "1,1"))]
    ['knight', 'free', 'free', 'free', 'free', 'target', 'free', 'target', 'free']
    """
    board = game.board
    over = game.state in ("won", "stuck")
    wanted = degrees and not over
    shown = {board.index(square): degree for square, degree in game.degrees().items()} if wanted else {}
    targets = () if game.state == "choosing" else [board.index(square) for square in game.targets]
    pointed = None if hint is None or hint.square is None else board.index(hint.square)
    return _views(board, game.path_indices, shown, targets, over=over, pointed=pointed, left=None)


def view_frame(frame: Frame) -> tuple[SquareView, ...]:
    """What is on each square, row by row: steps of visited squares, degrees of unvisited ones, E for the end.

    >>> targets = ((1, 2), (2, 1))
    >>> frame = Frame(number=1, board=Board("3x3"), path=((0, 0),), degrees={(1, 2): 1}, targets=targets)
    >>> view_frame(frame)[5]
    SquareView(mark='target', text='1', pointed=False)
    """
    if frame.stage is not None:
        return _view_stage(frame, frame.stage)
    cols = frame.board.cols

    def index(square: Square) -> int:
        return square[0] * cols + square[1]

    return _views(
        frame.board,
        tuple(map(index, frame.path)),
        {index(square): degree for square, degree in frame.degrees.items()},
        tuple(map(index, frame.targets)),
        over=frame.over,
        pointed=None if frame.next is None else index(frame.next),
        left=None if frame.left is None else index(frame.left),
        end=None if frame.end is None else index(frame.end),
    )


def _view_stage(frame: Frame, stage: RepairStage) -> tuple[SquareView, ...]:
    """What is on each square at a stage of a repair: steps, and letters on the squares that were missed."""
    board, path = frame.board, stage.walk.indices
    steps = {square: str(step) for step, square in enumerate(path, start=1)}
    marks: dict[int, Mark] = {path[0]: "first"}
    if stage.change is not None and stage.change.kind == "reversal":
        marks |= dict.fromkeys(path[stage.change.first - 1 : stage.change.last], "reversed")
    marks[path[-1]] = "last" if frame.over else "knight"
    if stage.change is not None:
        marks |= dict.fromkeys(stage.change.inserted, "inserted")

    def view(square: int) -> SquareView:
        if square in board.hole_indices:
            return SquareView("hole")
        if square in steps:
            return SquareView(marks.get(square, "visited"), steps[square])
        return SquareView("missed", frame.letters.get(board.square(square), ""))

    return tuple(view(square) for square in range(board.area))


def _views(
    board: Board,
    path: tuple[int, ...],
    degrees: dict[int, int],
    targets: Collection[int],
    *,
    over: bool,
    pointed: int | None,
    left: int | None,
    end: int | None = None,
) -> tuple[SquareView, ...]:
    steps = {square: step for step, square in enumerate(path, start=1)}
    ends: dict[int, Mark] = {}
    if path:
        ends = {path[0]: "first", path[-1]: "last"} if over else {path[-1]: "knight"}

    def view(square: int) -> SquareView:
        if square in board.hole_indices:
            return SquareView("hole")
        if square in steps:
            return SquareView(ends.get(square, "visited"), str(steps[square]), square == pointed)
        mark: Mark = "missed" if over else "target" if square in targets else "free"
        if square == left:
            mark = "left"
        text = "E" if square == end else str(degrees.get(square, ""))
        return SquareView(mark, text, square == pointed)

    return tuple(view(square) for square in range(board.area))
