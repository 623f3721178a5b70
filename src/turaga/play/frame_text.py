"""Frames of an animation as plain text: a board with steps and degrees, then the sentences."""

from collections.abc import Callable

from turaga.board import KNIGHT, Board
from turaga.play.frame import Frame, Method
from turaga.play.narration import wrapped
from turaga.play.square_view import Mark, SquareView, view_frame

_WIDTH = 96  # of the sentences, in characters
# The characters before and after the step or the degree of a square.
_AROUND: dict[Mark, tuple[str, str]] = {
    "free": (".", ""),
    "target": ("<", ">"),
    "visited": ("", ""),
    "knight": ("[", "]"),
    "first": ("", ""),
    "last": ("[", "]"),
    "missed": ("?", ""),
    "left": ("x", ""),
    "reversed": ("~", ""),
    "inserted": ("+", ""),
    "hole": ("#", ""),
}


def legend(board: Board, method: Method, *, end: bool = False) -> str:
    """What the signs of `frame_text` mean, one per line.

    >>> print(legend(Board("3x4"), "greedy"))
    Legend:
      12   visited at step 12
      [12] the knight, at step 12
      .3   unvisited, with degree 3 (3 unvisited squares are a move away)
      <3>  a possible move
      (3)  the next move
      ?3   missed by the walk
    """
    piece = "knight" if board.leaper == KNIGHT else "leaper"
    signs = [("12", "visited at step 12")]
    signs += [
        ("[12]", "the end of the walk, at step 12" if method == "repair" else f"the {piece}, at step 12")
    ]
    if method != "repair":
        signs += [
            (".3", "unvisited, with degree 3 (3 unvisited squares are a move away)"),
            ("<3>", "a possible move"),
            ("(3)", "the next move"),
        ]
    signs += [("x3", "the square that the search has just backtracked from")] if method == "search" else []
    signs += [("?3", "missed by the walk")] if method in ("greedy", "search") else []
    if method in ("euler", "repair"):
        signs += [
            ("?a", "missed by the walk; the text uses the letter"),
            ("~12", "in the part that was reversed"),
            ("+12", "inserted"),
        ]
    signs += [(".E", "the requested end")] if end else []
    signs += [("#", "a hole")] if board.hole_indices else []
    return "\n".join(["Legend:", *(f"  {sign:<4} {meaning}" for sign, meaning in signs)])


def frame_text(frame: Frame, method: Method = "greedy", *, with_board: bool = True) -> str:
    """The frame as text: its number, the board with numbered rows and columns, and the sentences. Without the
    board, only the number and the sentences.

    >>> from turaga.play.animation import Animation
    >>> print(frame_text(Animation.of_walk("3x4", "1,1").frame(1)))
    Frame 1
         1    2    3    4
    1   [1]  .3   .3   .2
    2   .2   .2   (1)  .2
    3   .2   <2>  .3   .2
    Step 1: knight on 1,1, the start.
    Possible moves and their degrees: 3,2 (2), 2,3 (1).
    2,3 has the lowest degree, 1.
    """
    board = board_lines(frame) if with_board else []
    return "\n".join([_heading(frame, method), *board, *words_of(frame)])


def board_width(frame: Frame) -> int:
    """The number of characters in the longest line of the board.

    >>> board_width(Frame(number=1, board=Board("2x2"), path=((0, 0),)))
    10
    """
    return len(board_lines(frame)[0]) + 1  # a square can have a character after its text


def words_of(frame: Frame) -> list[str]:
    """The sentences of a frame, as lines of at most 96 characters."""
    return [line for sentence in frame.says for line in wrapped(sentence, _WIDTH)]


def board_lines(frame: Frame, style: Callable[[SquareView, str], str] | None = None) -> list[str]:
    """The board of a frame with numbered rows and columns, line by line.

    `style` can colour the text of a square.

    >>> board_lines(Frame(number=1, board=Board("2x2"), path=((0, 0),)))
    ['    1   2', '1  [1]  .', '2   .   .']
    """
    board = frame.board
    views = view_frame(frame)
    wide = len(str(board.size)) + 1
    side = len(str(board.rows))
    edge = "".join(str(col + 1).rjust(wide + 1) + " " for col in range(board.cols))
    lines = [(" " * (side + 1) + edge).rstrip()]
    for row in range(board.rows):
        cells = [(view, _cell(view, wide)) for view in views[row * board.cols : (row + 1) * board.cols]]
        cells[-1] = (cells[-1][0], cells[-1][1].rstrip())
        texts = (cell if style is None else style(view, cell) for view, cell in cells)
        lines.append(f"{row + 1:>{side}} " + "".join(texts))
    return lines


def _heading(frame: Frame, method: Method) -> str:
    if method != "search":
        return f"Frame {frame.number}"
    return (
        f"Frame {frame.number}: steps {frame.steps}, backtracks {frame.backtracks}, depth {len(frame.path)}, "
        f"deepest {frame.deepest}"
    )


def _cell(view: SquareView, wide: int) -> str:
    before, behind = ("(", ")") if view.pointed else _AROUND[view.mark]
    return " " + (before + view.text).rjust(wide) + (behind or " ")
