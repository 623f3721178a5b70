"""Checks whether method halves can count given tours, and estimates the memory it needs.

The number of halves of a side was measured row by row, for every width that fits in a state
(`scripts/half_sizes.py`). Beyond the last row measured, it hardly grows; for widths 7 and 8, it is too large.
"""

from turaga.board import KNIGHT
from turaga.errors import BadRule
from turaga.frontier.memory import MemoryEstimate, TooManyStates, require_memory, show_bytes
from turaga.tours import Tours

# The number of halves after each row of a side, for a board of this width without holes.
HALVES = {
    3: (1, 2, 3, 12, 33, 48, 68, 69),
    4: (9, 69, 119, 375, 518, 519, 520),
    5: (45, 286, 1_760, 12_502, 16_843, 18_835),
    6: (289, 4_759, 49_928, 328_533, 509_377, 526_871, 529_892, 530_163),
    7: (1_749, 97_903, 873_942, 7_450_395, 7_789_104),
    8: (10_609, 1_348_445, 18_525_218),
}
# The total number of ways of all halves after n rows has at most this many bits times n + 1.
BITS = {3: 2, 4: 3, 5: 5, 6: 7, 7: 9, 8: 10}
_MOST_BITS = 60
_BYTES = 110  # per half, for a count, while both sides are sorted


def can_halve(tours: Tours) -> bool:
    """Whether method halves can count these tours within the memory limit.

    >>> [can_halve(Tours(board, closed=True)) for board in ("6x6", "8x8", "8x9")]
    [True, True, False]
    """
    try:
        require_halves(tours)
    except BadRule:
        return False
    return True


def require_halves(tours: Tours) -> MemoryEstimate:
    """Estimate the memory that method halves needs. Raises `BadRule` if it cannot count these tours, or would
    exceed the memory limit.

    >>> require_halves(Tours("8x8", closed=True)).states
    18525218
    """
    problem = f"method halves cannot count the {tours.name}"
    objection = _objection(tours)
    if objection is not None:
        field, why = objection
        raise BadRule(problem, accepted=why, field=field)
    halves = halves_of(tours)
    if halves is None:
        at_least = HALVES[min(tours.board.rows, tours.board.cols)][-1]
        needs = f"many more than {at_least:,} states and {show_bytes(_BYTES * at_least)} of memory"
        raise TooManyStates(problem, accepted=f"this needs {needs}", field="board")
    estimate = MemoryEstimate(halves, _BYTES * halves)
    require_memory(estimate, problem)
    return estimate


def halves_of(tours: Tours) -> int | None:
    """The number of halves of the larger side, ignoring holes; None if it was not measured.

    >>> halves_of(Tours("8x8", closed=True)), halves_of(Tours("8x9", closed=True))
    (18525218, None)
    """
    width, length = sorted((tours.board.rows, tours.board.cols))
    rows = (length - 1) // 2
    known = HALVES.get(width, ())
    if not known or (rows > len(known) and width > 6):
        return None
    return known[min(rows, len(known)) - 1]


def _objection(tours: Tours) -> tuple[str, str] | None:
    """The parameter that method halves does not support, and why; None if it supports all of them."""
    board = tours.board
    width, length = sorted((board.rows, board.cols))
    rows = (length - 1) // 2
    if not tours.closed:
        return "closed", "it counts closed tours only"
    if tours.both_ends:
        return "end", "it does not support a start and an end"
    if board.leaper != KNIGHT:
        return "leaper", "it supports only the knight"
    if not (3 <= width <= 8 and length >= 4):
        return "board", "the shorter side must be 3 to 8 squares long, and the longer side at least 4"
    most = _MOST_BITS // BITS[width] - 1
    if rows > most:
        return "board", f"half of the board has {rows} rows, and the limit is {most}"
    if board.hole_indices and _a_side_is_empty(tours):
        return "board", "one half of the board has only holes"
    return None


def _a_side_is_empty(tours: Tours) -> bool:
    """Whether all squares above the middle rows, or all below them, are holes."""
    board = tours.board
    turned = board.cols > board.rows
    width, length = sorted((board.rows, board.cols))
    rows = (length - 1) // 2
    lines = [0] * length
    for index in board.hole_indices:
        lines[index % board.cols if turned else index // board.cols] += 1
    return all(line == width for line in lines[:rows]) or all(line == width for line in lines[rows + 2 :])
