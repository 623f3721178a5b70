"""How commands trim a board and say what they removed."""

from turaga.board import Board
from turaga.cli._progress import progress
from turaga.cli._terminal import tell
from turaga.errors import TourNotFound
from turaga.solve.trimming import Trimmed, trim
from turaga.text import sentence


def trimmed_board(board: Board, *, start: str | None, end: str | None, closed: bool) -> Board:
    """The board without the squares that prevent the tour. Say which they are.

    If no tour is found whatever is removed, it is the board itself: the command then says why it has none.
    """
    result = find_trimmed(board, start=start, end=end, closed=closed)
    return board if result is None else result.board


def find_trimmed(board: Board, *, start: str | None, end: str | None, closed: bool) -> Trimmed | None:
    """The trimmed board and its tour, or None if there is none. Say which squares are removed."""
    with progress() as report:
        try:
            result = trim(board, start=start, end=end, closed=closed, progress=report)
        except TourNotFound as error:
            result, message = None, str(error)
        else:
            message = str(result)
    tell(sentence(message))
    return result
