"""What the squares with few moves tell: alone, at the end of a line, in a corner; and pieces cut off.

In one sentence: a tour leaves every square but its ends by two moves, so a square with two moves uses both,
one with a single move is an end, and one with none is a tour by itself or spoils every other.
"""

from dataclasses import dataclass
from functools import lru_cache

from turaga.board import KNIGHT, Board
from turaga.text import plural, show
from turaga.theory.forced import forced_moves_forbid
from turaga.theory.question import Question, Verdict

MOST_SQUARES = 200_000  # what is gone over square by square; of larger boards only the corners
_MOST_NAMED = 6


def _all(board: Board, indices: list[int], word: str = "and", most: int = _MOST_NAMED) -> str:
    """The squares in a sentence, the first few of many."""
    names = [show(board.square(n)) for n in indices[:most]]
    if len(indices) > most:
        names.append(f"{len(indices) - most} more")
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {word} {names[-1]}"


@lru_cache(maxsize=2)  # of one board many starts are asked
def _low_squares(board: Board) -> dict[int, list[int]]:
    """The squares with at most two moves, and where those lead; none of a large board on which they can be
    anywhere."""
    b = board.leaper[1]
    # With both sides at least 2b (3 for the knight) a square farther than b from a corner has three moves.
    wide = min(board.rows, board.cols) >= 2 * b and board.leaper[0] < b
    corners_only = not board.hole_indices and (wide or board.leaper == KNIGHT)
    if not corners_only:
        if board.area > MOST_SQUARES:
            return {}
        table = board.neighbour_table()
        return {n: table[n] for n in board.indices() if len(set(table[n])) < 3}
    rows = {*range(min(b, board.rows)), *range(max(0, board.rows - b), board.rows)}
    cols = {*range(min(b, board.cols)), *range(max(0, board.cols - b), board.cols)}
    low = {}
    for n in sorted(row * board.cols + col for row in rows for col in cols):
        near = board.neighbours(n)
        if len(set(near)) < 3:
            low[n] = near
    return low


def few_moves_forbid(question: Question) -> Verdict | None:
    """Why squares with few moves rule the tour out; None if they do not.

    >>> few_moves_forbid(Question(Board("5x8"), start_index=17, end_index=12)).reason
    'the corners 1,1 and 5,1 have two moves each and must use both, so 3,2 is joined to both of them, and as
    an end of the tour it has one move only'
    """
    board = question.board
    if board.size == 1:
        return None
    low = {n: sorted(set(near)) for n, near in _low_squares(board).items()}
    alone = [n for n, near in low.items() if not near]
    if alone:
        have = "has no move" if len(alone) == 1 else "have no move"
        return Verdict.no(
            f"{_all(board, alone)} {have}, so no walk through other squares can enter there",
            squares=map(board.square, alone),
        )
    single = [n for n, near in low.items() if len(near) == 1]
    return (
        _too_many_single(question, single)
        or _corners(question, low)
        or forced_moves_forbid(question, [*low, *_given_ends(question)])
    )


def _given_ends(question: Question) -> list[int]:
    return [n for n in (question.start_index, question.end_index) if n is not None]


def _too_many_single(question: Question, single: list[int]) -> Verdict | None:
    """A square with one move is an end."""
    board = question.board
    if not single:
        return None
    have = "has one move only" if len(single) == 1 else "have one move only"
    if question.closed:
        return Verdict.no(
            f"{_all(board, single)} {have}, and a closed tour enters and leaves every square",
            squares=map(board.square, single),
        )
    ends = set(_given_ends(question))
    others = [n for n in single if n not in ends]
    if len(others) + len(ends) > 2:
        given = f", and {_all(board, sorted(ends))} is to be one" if len(ends) == 1 else ""
        if len(ends) == 2:
            given = f", and they are to be {_all(board, sorted(ends))}"
        be = "must be an end of the tour" if len(single) == 1 else "must each be an end of the tour"
        return Verdict.no(
            f"{_all(board, single)} {have} and {be}, which has two ends{given}",
            squares=map(board.square, [*single, *sorted(ends - {*single})]),
        )
    return None


@dataclass(frozen=True, slots=True)
class _Clash:
    """What goes wrong unless one of the squares `unless` is an end, and the squares it is about."""

    unless: frozenset[int]
    what: str
    squares: tuple[int, ...]


def _corners(question: Question, low: dict[int, list[int]]) -> Verdict | None:
    """A square with two moves that is no end uses both: what that leads to.

    Each clash is undone only if one of its squares is an end. So with all ends known one clash is enough;
    with one end open, clashes that no single square undoes.
    """
    board = question.board
    if question.start_index is None and not question.closed:
        return None
    ends = set() if question.closed else set(_given_ends(question))
    full = {n: near for n, near in low.items() if n not in ends}
    known = question.closed or question.end_index is not None
    clashes = [*_overfull(board, full, ends, known), *_circuits(board, full)]
    for clash in clashes:
        if known or not clash.unless:
            return Verdict.no(clash.what, squares=map(board.square, clash.squares))
    for other, one in ((other, one) for i, one in enumerate(clashes) for other in clashes[:i]):
        if not one.unless & other.unless:
            first, second = (_all(board, sorted(c.unless), "or") for c in (other, one))
            return Verdict.no(
                f"starting on {_all(board, sorted(ends))}, the tour would have to end on {first}, and "
                f"also on {second}",
                f"Unless it ends on {first}: {other.what}.",
                f"Unless it ends on {second}: {one.what}.",
                squares=map(board.square, dict.fromkeys([*ends, *other.squares, *one.squares])),
            )
    return None


def _overfull(board: Board, full: dict[int, list[int]], ends: set[int], known: bool) -> list[_Clash]:
    """Squares that more moves lead to than a tour makes there; `known` says that no other ends are left."""
    joined: dict[int, list[int]] = {}
    for n, near in full.items():
        for other in near:
            joined.setdefault(other, []).append(n)
    clashes = []
    for n, sources in sorted(joined.items()):
        most = 1 if n in ends else 2
        if len(sources) > most:
            corner = "corners" if all(_is_corner(board, s) for s in sources) else "squares"
            named = f"the {corner} {_all(board, sources)} have two moves each"
            limit = (
                "as an end of the tour it has one move only" if n in ends else "a tour has two moves there"
            )
            spare = len(sources) - most == 1
            if known or spare:
                both = "both" if len(sources) == 2 else "all"
                what = f"{named} and must use both, so {show(board.square(n))} is joined to {both} of them"
            else:
                what = (
                    f"{named}, and all but one of them, which may be the other end, must use both, so "
                    f"{show(board.square(n))} is joined to {len(sources) - 1} of them at least"
                )
            unless = frozenset(sources) if spare else frozenset()
            clashes.append(_Clash(unless, f"{what}, and {limit}", (*sources, n)))
    return clashes


def _circuits(board: Board, full: dict[int, list[int]]) -> list[_Clash]:
    """Squares that their forced moves join into a circuit, and the board has others besides."""
    forced: dict[int, list[int]] = {}
    for n, near in full.items():
        for other in near:
            if other not in forced.setdefault(n, []):
                forced[n].append(other)
            if n not in forced.setdefault(other, []):
                forced[other].append(n)
    clashes = []
    seen: set[int] = set()
    for first in sorted(full):
        circuit, here, before = [], first, -1
        while here not in seen and len(forced[here]) == 2:
            seen.add(here)
            circuit.append(here)
            here, before = next((n for n in forced[here] if n != before), first), here
        if here == first and 2 < len(circuit) < board.size:
            low = [n for n in circuit if n in full]
            what = (
                f"{_all(board, low)} have two moves each and must use both, which makes a circuit of the "
                f"{plural(len(circuit), 'square')} {_all(board, circuit, most=24)} by themselves"
            )
            clashes.append(_Clash(frozenset(low), what, tuple(circuit)))
    return clashes


def _is_corner(board: Board, index: int) -> bool:
    row, col = board.square(index)
    return row in (0, board.rows - 1) and col in (0, board.cols - 1)


def pieces_forbid(question: Question) -> Verdict | None:
    """Why the board falls apart, with the sizes of the pieces; None if it does not, or is too large to
    look. Linear in the board.

    >>> pieces_forbid(Question(Board(4, 4, holes=[(1, 2), (2, 1)]))).reason
    'no moves lead from one part of 4x4 with 2 holes to another: it falls into 3 pieces, of 12, 1, 1 squares'
    """
    board = question.board
    if board.area > MOST_SQUARES or question.plain:
        return None
    pieces = _pieces(board)
    if len(pieces) == 1:
        return None
    shown = ", ".join(map(str, pieces[:5])) + (", ..." if len(pieces) > 5 else "")
    return Verdict.no(
        f"no moves lead from one part of {board} to another: it falls into {len(pieces)} pieces, of {shown} "
        "squares"
    )


@lru_cache(maxsize=2)
def _pieces(board: Board) -> list[int]:
    """How many squares each piece of the board has, the largest first."""
    table = board.neighbour_table()
    free = set(board.indices())
    pieces: list[int] = []
    while free:
        queue = [free.pop()]
        for n in queue:
            for other in table[n]:
                if other in free:
                    free.discard(other)
                    queue.append(other)
        pieces.append(len(queue))
    return sorted(pieces, reverse=True)
