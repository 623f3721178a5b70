"""Boards from shapes, words, pictures and masks; the fewest squares to remove so that a board has a tour;
and tours of huge boards, of which any part can be computed.

    >>> shape("ring", "8x8").size, trim("5x5", closed=True).removed
    (48, ((0, 0),))
"""

from turaga.blocks.implicit import ImplicitTour, implicit
from turaga.board import BoardLike, Leaper, Square, SquaresLike
from turaga.board_input import load_board, shape
from turaga.solve.trimming import Trimmed, trim

__all__ = [
    "BoardLike",
    "ImplicitTour",
    "Leaper",
    "Square",
    "SquaresLike",
    "Trimmed",
    "implicit",
    "load_board",
    "shape",
    "trim",
]
