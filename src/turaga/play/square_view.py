"""What is on each square of a game or a frame, for text, screens and pages alike, whatever their colours."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from turaga.board import Board, Square
from turaga.play.animation import Frame
from turaga.play.game import Game
from turaga.play.hints import Hint

# A free square; one the knight may go to now; one visited; where the knight stands; the first and the last
# square of a walk that is over, and those it missed; the square a search went back from; no square at all.
Mark = Literal["free", "target", "visited", "knight", "first", "last", "missed", "left", "hole"]


@dataclass(frozen=True, slots=True)
class SquareView:
    """A square: its mark, what is written on it ("" for nothing), and whether a hint points at it.

    >>> SquareView("visited", "12").text
    '12'
    """

    mark: Mark
    text: str = ""
    pointed: bool = False


def view_game(game: Game, *, degrees: bool = False, hint: Hint | None = None) -> tuple[SquareView, ...]:
    """What is on each square, row by row; with `degrees`, those of the free squares of a game that goes on.

    >>> [view.mark for view in view_game(Game.new("3x3", "1,1"))]
    ['knight', 'free', 'free', 'free', 'free', 'target', 'free', 'target', 'free']
    """
    board = game.board
    over = game.state in ("won", "stuck")
    wanted = degrees and not over  # squares that were missed have nowhere to lead to
    shown = {board.index(square): degree for square, degree in game.degrees().items()} if wanted else {}
    targets = () if game.state == "choosing" else [board.index(square) for square in game.targets]
    pointed = None if hint is None or hint.square is None else board.index(hint.square)
    return _views(board, game.path_indices, shown, targets, over=over, pointed=pointed, left=None)


def view_frame(frame: Frame) -> tuple[SquareView, ...]:
    """What is on each square, row by row: numbers of the visited, degrees of the free, E for the end.

    >>> targets = ((1, 2), (2, 1))
    >>> frame = Frame(number=1, board=Board("3x3"), path=((0, 0),), degrees={(1, 2): 1}, targets=targets)
    >>> view_frame(frame)[5]
    SquareView(mark='target', text='1', pointed=False)
    """
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
