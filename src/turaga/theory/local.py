"""Proofs from squares with few moves, and from boards that fall into pieces.

A tour uses two moves at every square except its ends. So a square with two moves must use both unless it is
an end, a square with one move must be an end, and a square with no moves makes a tour impossible unless the
board has no other square.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import combinations

from turaga.board import KNIGHT, Board
from turaga.certificate import Bottleneck, Certificate, ProofStep, Separator
from turaga.errors import BadInput
from turaga.text import plural
from turaga.theory.colour import side
from turaga.theory.finding import Verdict
from turaga.theory.forced import forced_moves_forbid
from turaga.theory.steps import (
    circuit_steps,
    is_corner,
    named_squares,
    no_move_steps,
    one_move_steps,
    overfull_steps,
    two_ends_steps,
)
from turaga.tours import Tours

MOST_SQUARES = 200_000  # larger boards are not scanned square by square; only their corners are looked at


@lru_cache(maxsize=2)  # callers ask about many starts of one board
def _low_squares(board: Board) -> dict[int, list[int]]:
    """The squares with at most two moves, and where the moves lead.

    Empty for a large board on which such squares could be anywhere.
    """
    b = board.leaper[1]
    # If both sides are at least 2b (3 for the knight), a square farther than b from all corners has at least
    # three moves.
    wide = min(board.rows, board.cols) >= 2 * b and board.leaper[0] < b
    corners_only = not board.hole_indices and (wide or board.leaper == KNIGHT)
    if not corners_only:
        if board.area > MOST_SQUARES:
            return {}
        table = board.neighbour_table()
        return {n: table[n] for n in board.indices() if len(set(table[n])) < 3}
    rows = {*range(min(b, board.rows)), *range(max(0, board.rows - b), board.rows)}
    cols = {*range(min(b, board.cols)), *range(max(0, board.cols - b), board.cols)}
    outer = sorted(row * board.cols + col for row in rows for col in cols)
    return {n: near for n, near in zip(outer, board.neighbours_of(outer), strict=True) if len(set(near)) < 3}


def few_moves_forbid(question: Tours) -> Verdict | None:
    """Why squares with few moves make the tour impossible; None if they do not.

    >>> few_moves_forbid(Tours.at(Board("5x8"), start_index=17, end_index=12)).reason
    'the corners a5 and a1 have two moves each and must use both, so b3 is joined to both of them, but an
    end of the tour has only one move'
    """
    board = question.board
    if board.size == 1:
        return None
    low = {n: sorted(set(near)) for n, near in _low_squares(board).items()}
    alone = [n for n, near in low.items() if not near]
    if alone:
        have, there = ("has no move", "it") if len(alone) == 1 else ("have no moves", "them")
        return Verdict.no(
            f"{named_squares(board, alone)} {have}, so no walk from another square can reach {there}",
            squares=map(board.square, alone),
            certificate=_bottleneck(question, alone[:1]),
            steps=partial(no_move_steps, question, alone),
        )
    single = [n for n, near in low.items() if len(near) == 1]
    return (
        _too_many_single(question, single)
        or _corners(question, low)
        or forced_moves_forbid(question, [*low, *_given_ends(question)])
    )


def _given_ends(question: Tours) -> list[int]:
    return [n for n in (question.start_index, question.end_index) if n is not None]


def _too_many_single(question: Tours, single: list[int]) -> Verdict | None:
    """Why squares with only one move, which must be ends, make the tour impossible; None if they do not."""
    board = question.board
    if not single:
        return None
    if question.closed:
        have = _with_one_move(board, single[:1], len(single))
        return Verdict.no(
            f"{have}, and a closed tour enters and leaves every square",
            squares=map(board.square, single),
            certificate=_bottleneck(question, single[:1]),
            steps=partial(one_move_steps, question, single[:1]),
        )
    ends = set(_given_ends(question))
    others = [n for n in single if n not in ends]
    if len(others) + len(ends) > 2:
        given = f", and {named_squares(board, sorted(ends))} is given as one" if len(ends) == 1 else ""
        if len(ends) == 2:
            given = f", which must be {named_squares(board, sorted(ends))}"
        count = 3 - len(ends)
        certificate, chosen = _fewest(question, others, count)
        all_of = "both" if len(others) == 2 else "all of them"
        be = "it must be an end of the tour" if len(others) == 1 else f"{all_of} must be ends of the tour"
        return Verdict.no(
            f"{_with_one_move(board, chosen, len(others))}, so {be}, but a tour has only two ends{given}",
            squares=map(board.square, [*single, *sorted(ends - {*single})]),
            certificate=certificate,
            steps=partial(one_move_steps, question, others),
        )
    return None


def _with_one_move(board: Board, named: list[int], count: int) -> str:
    """That there are `count` squares with only one move, some of them by name."""
    more = count - len(named)
    have = "has only one move" if len(named) == 1 else "have only one move each"
    also = f", as {'has' if more == 1 else 'have'} {plural(more, 'other square')}" if more else ""
    return f"{named_squares(board, named)} {have}{also}"


def _fewest(question: Tours, single: list[int], count: int) -> tuple[Certificate | None, list[int]]:
    """A certificate that needs only `count` of the squares with one move, and these squares.

    No two squares of a bottleneck may be a move apart. Squares of the same side never are, so the first few
    of each side are enough. If two squares that have only one move are a move apart, they are a piece of the
    board.
    """
    board = question.board
    by_side: dict[int, list[int]] = {}
    for n in single:
        by_side.setdefault(side(board.leaper, board.square(n)), []).append(n)
    some = sorted(n for squares in by_side.values() for n in squares[:count])
    for chosen in combinations(some, count):
        if found := _bottleneck(question, chosen):
            return found, [*chosen]
    return _separator(question, ()), single[:count]


def _bottleneck(question: Tours, squares: Iterable[int]) -> Certificate | None:
    """The bottleneck that these squares make; None if they do not prove anything by themselves."""
    board, ends = question.board, {"start": question.start, "end": question.end}
    try:
        found = Bottleneck.of(board, map(board.square, squares), **ends, closed=question.closed)
    except BadInput:  # two of them are a move apart
        return None
    return found if found.excess > 0 else None


def _separator(question: Tours, removed: Iterable[int]) -> Certificate | None:
    """The separator that takes these squares away; None if they do not prove anything by themselves."""
    board, ends = question.board, {"start": question.start, "end": question.end}
    found = Separator.of(board, map(board.square, removed), **ends, closed=question.closed)
    return found if found.excess > 0 else None


@dataclass(frozen=True, slots=True)
class _Clash:
    """A contradiction unless one of the squares `unless` is an end, and the squares it is about.

    `few` are those that have few moves. If they make a circuit, it is closed by the other squares.
    """

    unless: frozenset[int]
    what: str
    squares: tuple[int, ...]
    few: tuple[int, ...]
    circuit: bool = False

    def certificate(self, question: Tours) -> Certificate | None:
        """The certificate that proves the contradiction, if all ends are known."""
        if self.circuit:
            return _separator(question, (n for n in self.squares if n not in self.few))
        return _bottleneck(question, self.few)

    def steps(self, question: Tours) -> list[ProofStep]:
        """The contradiction as steps."""
        if self.circuit:
            return circuit_steps(question, self.few, self.squares)
        known = question.closed or question.end_index is not None
        return overfull_steps(question, self.few, self.squares[-1], all_but_one=not known)


def _corners(question: Tours, low: dict[int, list[int]]) -> Verdict | None:
    """Why squares with two moves make the tour impossible; None if they do not.

    Such a square uses both moves unless it is an end. A clash goes away only if one of its `unless` squares
    is an end. So if all ends are known, one clash is enough. If one end is still free, it takes two clashes
    that no single end resolves.
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
            return Verdict.no(
                clash.what,
                squares=map(board.square, clash.squares),
                certificate=clash.certificate(question),
                steps=partial(clash.steps, question),
            )
    for other, one in ((other, one) for i, one in enumerate(clashes) for other in clashes[:i]):
        if not one.unless & other.unless:
            first, second = (named_squares(board, sorted(c.unless), "or") for c in (other, one))
            return Verdict.no(
                f"a tour that starts on {named_squares(board, sorted(ends))} would have to end on {first}, "
                f"and also on {second}",
                f"Unless the tour ends on {first}: {other.what}.",
                f"Unless the tour ends on {second}: {one.what}.",
                squares=map(board.square, dict.fromkeys([*ends, *other.squares, *one.squares])),
                certificate=_bottleneck(question, {*other.few, *one.few}),
                steps=partial(
                    two_ends_steps,
                    question,
                    [(first, other.what, other.squares, other.few), (second, one.what, one.squares, one.few)],
                ),
            )
    return None


def _overfull(board: Board, full: dict[int, list[int]], ends: set[int], known: bool) -> list[_Clash]:
    """Squares that forced moves join to more squares than a tour allows.

    `known` means that no other square can be an end.
    """
    joined: dict[int, list[int]] = {}
    for n, near in full.items():
        for other in near:
            joined.setdefault(other, []).append(n)
    clashes = []
    for n, sources in sorted(joined.items()):
        most = 1 if n in ends else 2
        if len(sources) > most:
            sources = sources[: most + (1 if known else 2)]  # the fewest that prove it
            corner = "corners" if all(is_corner(board, s) for s in sources) else "squares"
            two = all(len(set(full[s])) == 2 for s in sources)  # otherwise one has a single move
            moves, use = ("two", "must use both") if two else ("at most two", "must use them")
            named = f"the {corner} {named_squares(board, sources)} have {moves} moves each"
            limit = (
                "an end of the tour has only one move" if n in ends else "a tour makes only two moves there"
            )
            spare = len(sources) - most == 1
            if known or spare:
                both = "both" if len(sources) == 2 else "all"
                what = f"{named} and {use}, so {board.show(n)} is joined to {both} of them"
            else:
                what = (
                    f"{named}, and all but one of them, which can be the other end, {use}, so "
                    f"{board.show(n)} is joined to at least {len(sources) - 1} of them"
                )
            unless = frozenset(sources) if spare else frozenset()
            clashes.append(_Clash(unless, f"{what}, but {limit}", (*sources, n), tuple(sources)))
    return clashes


def _circuits(board: Board, full: dict[int, list[int]]) -> list[_Clash]:
    """Circuits of forced moves that leave out other squares of the board."""
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
                f"{named_squares(board, low)} have two moves each and must use both, which makes a separate "
                f"circuit of the {plural(len(circuit), 'square')} {named_squares(board, circuit, most=24)}"
            )
            clashes.append(_Clash(frozenset(low), what, tuple(circuit), tuple(low), circuit=True))
    return clashes


def pieces_forbid(question: Tours) -> Verdict | None:
    """Why a board that falls into pieces has no tour; None if it does not, or if it is too large to look at.

    The time is linear in the size of the board.

    >>> pieces_forbid(Tours.at(Board(4, 4, holes=[(1, 2), (2, 1)]))).reason
    '4x4 with 2 holes falls into 3 pieces with no moves between them; their sizes are 12, 1, 1'
    """
    board = question.board
    if board.area > MOST_SQUARES or question.plain:
        return None
    pieces = _pieces(board)
    if len(pieces) == 1:
        return None
    shown = ", ".join(map(str, pieces[:5])) + (", ..." if len(pieces) > 5 else "")
    return Verdict.no(
        f"{board} falls into {len(pieces)} pieces with no moves between them; their sizes are {shown}",
        certificate=_separator(question, ()),
    )


@lru_cache(maxsize=2)
def _pieces(board: Board) -> list[int]:
    """The sizes of the board's pieces, largest first."""
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
