"""The starts of a survey: all squares of a board, a part of them, random ones, or a list of squares.

A list has squares for every board, and squares for boards of some sizes: in `1,1 7x7:3,5 20..30:12,17`, only
1,1 is for all boards.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice

from turaga.board import KNIGHT, Board
from turaga.errors import BadBoard, BadRule
from turaga.limits import MOST_LISTED, require_length
from turaga.rng import Rng
from turaga.survey.board_names import board_name
from turaga.survey.board_ranges import MOST_SQUARES, board_range
from turaga.survey.random_counts import random_count
from turaga.text import short, trim

_RANDOM_STARTS = 1  # the stream of random numbers for random starts
_WORDS = ("all", "quarter", "eighth")
_KNOWN = "write all, quarter, eighth or random:10, or squares such as 1,1 3,7 b5"


def checked_starts(text: str, boards: Sequence[Board]) -> str:
    """The starts of a plan as it stores them. `BadSquare` if a listed square is not on its boards.

    >>> checked_starts(" 1,1  3,7 B5", [Board("8x8")])
    '1,1 3,7 b5'
    """
    trimmed = trim(require_length("starts", text, BadRule, MOST_LISTED)).lower()
    written = re.sub(r"\s+", " ", trimmed, flags=re.ASCII)
    if written.startswith("random"):
        return f"random:{random_count(written, 'starts', MOST_SQUARES, _KNOWN)}"
    if written in _WORDS:
        for board in boards:
            if not start_indices(written, board, 0, 0):  # only squares are starts, and these are all holes
                problem = f"are {written}, but this part of {board_name(board)} has only holes"
                raise _bad(text, problem, "write all, random:10 or squares")
        return written
    if not any(letter in "0123456789" for letter in written):
        raise _bad(text, "are not valid")
    for board in boards:
        if not _listed(written, board):
            raise _bad(text, f"have no square for the board {board_name(board)}", "add one")
    sides = {(board.rows, board.cols) for board in boards}
    for word in written.split(" "):
        if ":" in word and not sides & _sides(word.rpartition(":")[0]):
            raise _bad(text, f"have {short(word)!r}, but the survey has no such board", "remove it")
    return written


def _bad(text: str, problem: str, accepted: str = _KNOWN) -> BadRule:
    return BadRule(f"starts {short(text)!r} {problem}", accepted=accepted, field="starts", value=text)


def lists_squares(starts: str) -> bool:
    """Whether these starts are a list of squares.

    >>> lists_squares("1,1 b5"), lists_squares("quarter"), lists_squares("random:10")
    (True, False, False)
    """
    return not (starts in _WORDS or starts.startswith("random:"))


def start_indices(starts: str, board: Board, seed: int, run: int) -> Sequence[int]:
    """The starts of one run on a board, as square indices, in the order in which they are walked.

    Only random starts depend on the seed and the run. A square that is listed twice is one start. Holes are
    not starts: `quarter` and `eighth` are what is left of these parts of the rectangle.

    >>> start_indices("1,1 b2 8x8:5,5", Board("3x3"), 0, 0), start_indices("eighth", Board("5x5"), 0, 0)
    ((0, 4), [0, 1, 2, 6, 7, 12])
    """
    rows, cols = board.rows, board.cols
    squares = range(board.area) if not board.hole_indices else list(board.indices())
    if starts == "all":
        return squares
    if starts.startswith("random:"):
        rng = Rng(seed, _RANDOM_STARTS, rows, cols, run)
        places = islice(_shuffled(board.size, rng), int(starts.partition(":")[2]))
        return [squares[place] for place in places]
    if starts in _WORDS:
        triangle = starts == "eighth" and rows == cols
        return [
            row * cols + col
            for row in range((rows + 1) // 2)
            for col in range(row if triangle else 0, (cols + 1) // 2)
            if row * cols + col not in board.hole_indices
        ]
    return _listed(starts, board)


@lru_cache(64)
def _listed(starts: str, board: Board) -> tuple[int, ...]:
    """The listed squares of a board, each once."""
    found = []
    for word in starts.split(" "):
        boards, colon, square = word.rpartition(":")
        if not colon or (board.rows, board.cols) in _sides(boards):
            found.append(board.index(square, field="starts"))
    return tuple(dict.fromkeys(found))


@lru_cache(64)
def _sides(word: str) -> frozenset[tuple[int, int]]:
    """The rows and columns of the boards before a colon."""
    try:
        return frozenset((board.rows, board.cols) for board in board_range(word, KNIGHT))
    except BadBoard as error:
        raise error.about("starts") from None


def _shuffled(size: int, rng: Rng) -> Iterator[int]:
    """The numbers below `size` in random order, without an array of all of them: a Fisher-Yates shuffle that
    remembers only what it has swapped."""
    moved: dict[int, int] = {}
    for i in range(size):
        j = i + rng.below(size - i)
        yield moved.get(j, j)
        moved[j] = moved.get(i, i)
