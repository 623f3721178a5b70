"""Frames of an animation as plain text: a board of numbers and degrees, then the sentences."""

import textwrap

from turaga.board import KNIGHT, Board
from turaga.play.animation import Frame, Method
from turaga.play.narration import wrapped
from turaga.play.square_view import Mark, SquareView, view_frame

_WIDTH = 96  # of the sentences
# What is written before and after the number or the degree of a square.
_AROUND: dict[Mark, tuple[str, str]] = {
    "free": (".", ""),
    "target": ("<", ">"),
    "visited": ("", ""),
    "knight": ("[", "]"),
    "first": ("", ""),
    "last": ("[", "]"),
    "missed": ("?", ""),
    "left": ("x", ""),
    "hole": ("#", ""),
}


def legend(board: Board, method: Method, *, end: bool = False) -> str:
    """What the signs of `frame_text` mean, in a sentence or two.

    >>> print(legend(Board("3x4"), "greedy"))
    12 a visited square, by its number; [12] the knight; .3 a free square, by its degree (how many free
    squares are a move away); <3> a square the knight may go to; (3) the one it goes to; ?3 a square missed.
    """
    piece = "knight" if board.leaper == KNIGHT else "leaper"
    signs = [
        "12 a visited square, by its number",
        f"[12] the {piece}",
        ".3 a free square, by its degree (how many free squares are a move away)",
        f"<3> a square the {piece} may go to",
        "(3) the one it goes to",
    ]
    signs += ["x3 the square the search has just left"] if method == "search" else []
    signs += ["?3 a square missed"] if method != "tour" else []
    signs += [".E the end asked for"] if end else []
    signs += ["# a hole"] if board.hole_indices else []
    return textwrap.fill("; ".join(signs) + ".", _WIDTH)


def frame_text(frame: Frame, method: Method = "greedy") -> str:
    """The frame: its number, the board with rows and columns numbered, and its sentences.

    >>> from turaga.play.animation import Animation
    >>> print(frame_text(Animation.of_walk("3x4", "1,1").frame(1)))
    Frame 1
         1    2    3    4
    1   [1]  .3   .3   .2
    2   .2   .2   (1)  .2
    3   .2   <2>  .3   .2
    Number 1 on 1,1, the start.
    Free neighbours: 3,2 (2), 2,3 (1).
    2,3 has the fewest, 1.
    """
    board = frame.board
    views = view_frame(frame)
    wide = len(str(board.size)) + 1
    side = len(str(board.rows))
    edge = "".join(str(col + 1).rjust(wide + 1) + " " for col in range(board.cols))
    lines = [_heading(frame, method), " " * (side + 1) + edge]
    for row in range(board.rows):
        squares = views[row * board.cols : (row + 1) * board.cols]
        lines.append(f"{row + 1:>{side}} " + "".join(_cell(view, wide) for view in squares))
    for sentence in frame.says:
        lines += wrapped(sentence, _WIDTH)
    return "\n".join(line.rstrip() for line in lines)


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
