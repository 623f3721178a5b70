"""Whether tours can be counted by meeting in the middle, and what that would take.

How many halves a side has was measured, row by row, for every width that a state holds
(`scripts/half_sizes.py`); from the last row measured on they hardly grow, or, for 7 and 8, are too many.
"""

from turaga.board import KNIGHT
from turaga.count.request import Tours
from turaga.errors import BadRule
from turaga.frontier.memory import MemoryEstimate, TooManyStates, require_memory, show_bytes

# After each row of a side, how many halves a board of this width without holes has.
HALVES = {
    3: (1, 2, 3, 12, 33, 48, 68, 69),
    4: (9, 69, 119, 375, 518, 519, 520),
    5: (45, 286, 1_760, 12_502, 16_843, 18_835),
    6: (289, 4_759, 49_928, 328_533, 509_377, 526_871, 529_892, 530_163),
    7: (1_749, 97_903, 873_942, 7_450_395, 7_789_104),
    8: (10_609, 1_348_445, 18_525_218),
}
# The number of ways of all halves together, after a row, has at most so many bits for each row and one more.
BITS = {3: 2, 4: 3, 5: 5, 6: 7, 7: 9, 8: 10}
_MOST_BITS = 60
_BYTES = 110  # a half, while both sides are sorted, for a count


def can_halve(tours: Tours) -> bool:
    """Whether meeting in the middle counts these tours within the memory there is.

    >>> [can_halve(Tours.of(board, closed=True)) for board in ("6x6", "8x8", "8x9")]
    [True, True, False]
    """
    try:
        require_halves(tours)
    except BadRule:
        return False
    return True


def require_halves(tours: Tours) -> MemoryEstimate:
    """What meeting in the middle will hold at once; `BadRule` if it does not take these tours, or that will
    not fit.

    >>> require_halves(Tours.of("8x8", closed=True)).states
    18525218
    """
    problem = f"method halves does not take the {tours.name}"
    objection = _objection(tours)
    if objection is not None:
        field, why = objection
        raise BadRule(problem, accepted=why, field=field)
    halves = halves_of(tours)
    if halves is None:
        at_least = HALVES[min(tours.board.rows, tours.board.cols)][-1]
        takes = f"{at_least:,}, which take {show_bytes(_BYTES * at_least)}"
        raise TooManyStates(problem, accepted=f"its halves are many more than {takes}", field="board")
    estimate = MemoryEstimate(halves, _BYTES * halves)
    require_memory(estimate, problem)
    return estimate


def halves_of(tours: Tours) -> int | None:
    """How many halves the larger side has, holes aside; None where that was never measured.

    >>> halves_of(Tours.of("8x8", closed=True)), halves_of(Tours.of("8x9", closed=True))
    (18525218, None)
    """
    width, length = sorted((tours.board.rows, tours.board.cols))
    rows = (length - 1) // 2
    known = HALVES.get(width, ())
    if not known or (rows > len(known) and width > 6):
        return None
    return known[min(rows, len(known)) - 1]


def _objection(tours: Tours) -> tuple[str, str] | None:
    """Which parameter is in the way of meeting in the middle, and why, as the end of a sentence."""
    board = tours.board
    width, length = sorted((board.rows, board.cols))
    rows = (length - 1) // 2
    if not tours.closed:
        return "closed", "it counts closed tours only"
    if tours.end_index is not None:
        return "end", "it takes no start and end"
    if board.leaper != KNIGHT:
        return "leaper", "it knows the knight's moves only"
    if not (3 <= width <= 8 and length >= 4):
        return "board", "it takes boards of 3 to 8 rows, or columns, and at least 4 of the other"
    most = _MOST_BITS // BITS[width] - 1
    if rows > most:
        return "board", f"one side of the middle has {rows} rows, and at most {most} are taken"
    if board.hole_indices and _a_side_is_empty(tours):
        return "board", "one side of the middle is all holes"
    return None


def _a_side_is_empty(tours: Tours) -> bool:
    """Whether no square is left above the middle rows, or below them."""
    board = tours.board
    turned = board.cols > board.rows
    width, length = sorted((board.rows, board.cols))
    rows = (length - 1) // 2
    lines = [0] * length
    for index in board.hole_indices:
        lines[index % board.cols if turned else index // board.cols] += 1
    return all(line == width for line in lines[:rows]) or all(line == width for line in lines[rows + 2 :])
