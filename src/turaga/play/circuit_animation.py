"""Methods `vandermonde` and `cycles` as frames: several circuits, and the exchanges that join them to a tour.

`turaga.solve` records the changes. A frame shows all circuits at one moment, not the path of a single knight,
so these frames are not those of an `Animation`, and only the web page shows them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from turaga.board import Board, Square
from turaga.certificate import Marks
from turaga.cover.cover_change import CoverChange, Move
from turaga.limits import Progress
from turaga.play.game import require_small
from turaga.play.narration import ENDINGS, Ending
from turaga.solve import Found, Outcome, Solve, solve_request
from turaga.solve.circuit_joins import MOST_RECORDED, CircuitJoins, CircuitPart, trace_parts
from turaga.text import listed, plural, sentence

_MOST_SHOWN = 100_000  # squares in all frames together: on large boards, several early joins share a frame
_FEWEST_FRAMES = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class CircuitFrame:
    """One moment: what is said, the circuits and paths, and the moves that were just exchanged. Squares are
    indices, except in `marks` and `notes`."""

    says: tuple[str, ...]
    parts: tuple[CircuitPart, ...] = ()
    removed: tuple[Move, ...] = ()
    added: tuple[Move, ...] = ()
    marks: tuple[Marks, ...] = ()
    notes: dict[Square, str] = field(default_factory=dict, hash=False)


class CircuitAnimation:
    """The frames of a method that joins circuits. The last one shows the tour that `solve` returns.

    >>> animation = CircuitAnimation.of(Solve.of("8x8", method="vandermonde"))
    >>> [len(frame.parts) for frame in animation.frames()]
    [0, 4, 1, 4, 3, 2, 1, 1]
    >>> [*animation.frames()][4].says[0]
    'The first circuit and its half-turn image are joined.'
    """

    def __init__(self, outcome: Outcome) -> None:
        self.outcome = outcome
        self.board: Board = outcome.board
        self.ending: Ending = ENDINGS[outcome.word]

    @classmethod
    def of(
        cls, request: Solve, *, most_squares: int = MOST_RECORDED, progress: Progress | None = None
    ) -> "CircuitAnimation":
        """The animation of a request whose method is `vandermonde` or `cycles`."""
        require_small(request.board, "watched", min(most_squares, MOST_RECORDED))
        return cls(solve_request(replace(request, why=True), progress))

    def frames(self) -> Iterator[CircuitFrame]:
        """The frames, in sequence. There are none if no tour exists."""
        outcome, joins = self.outcome, self.outcome.circuits
        if joins is not None:
            yield from _quarter_frames(joins) if joins.quarter else _cover_frames(joins)
            yield from self._changes(joins)
        if isinstance(outcome, Found):
            yield self._last(joins)
        elif joins is not None:
            *_, parts = joins.stages()
            yield CircuitFrame(says=(f"{_counted(parts)} are left.", sentence(outcome.reason)), parts=parts)

    def _changes(self, joins: CircuitJoins) -> Iterator[CircuitFrame]:
        """A frame for each change, or for several of them on a large board."""
        moves, parts = set(joins.cover), trace_parts(self.board, joins.cover)
        number = 0
        for some in _groups(joins.changes, max(_FEWEST_FRAMES, _MOST_SHOWN // self.board.size)):
            before = frozenset(moves)
            for change in some:
                moves -= {*change.removed}
                moves |= {*change.added}
            if len(some) > 1:
                swaps = all(change.kind == "exchange" for change in some)
                what = plural(len(some), "exchange" if swaps else "change")
                left = f"Of {len(parts)} parts, {some[-1].left} are left."
                says = [f"{what} of moves join parts to each other.", left]
            else:
                says = _said(joins, some[0], number, parts)
            parts = trace_parts(self.board, moves, parts)
            number += len(some)
            yield CircuitFrame(
                says=tuple(filter(None, says)),
                parts=parts,
                removed=tuple(sorted(before - moves)),
                added=tuple(sorted(moves - before)),
            )

    def _last(self, joins: CircuitJoins | None) -> CircuitFrame:
        """The tour, from its start."""
        assert isinstance(self.outcome, Found)
        tour, count = self.outcome.tour, self.board.size
        number, closed = 1, tour.closed and self.outcome.tours.closed
        if joins is not None:
            *_, parts = joins.stages()
            number, closed = parts[0].number, parts[0].closed or closed
        ends = f"from {tour.board.show(tour[0])} to {tour.board.show(tour[-1])}"
        kind = "a closed tour" if tour.closed else "an open tour"
        says = (
            f"One {'circuit' if closed else 'path'} is left. It visits all {count} squares: {kind}, {ends}."
        )
        if count == 1:
            says = "The only square is a tour."
        return CircuitFrame(
            says=(says,),
            parts=(CircuitPart(number, tuple(tour.indices), closed),),
            marks=(Marks("start", (tour[0],)), Marks("end", (tour[-1],))),
        )


def _groups(changes: Sequence[CoverChange], most: int) -> list[Sequence[CoverChange]]:
    """The changes, in at most `most` groups: the last ones one by one, the ones before them together."""
    if len(changes) <= most:
        return [[change] for change in changes]
    single = most // 2
    early = changes[: len(changes) - single]
    size = -(-len(early) // (most - single))
    together = [early[i : i + size] for i in range(0, len(early), size)]
    return [*together, *([change] for change in changes[len(early) :])]


# -- Vandermonde's method -----------------------------------------------------------------------------------


def _quarter_frames(joins: CircuitJoins) -> Iterator[CircuitFrame]:
    """The folded quarter, its cycle, one circuit, and all of them."""
    board, cycle = joins.board, joins.quarter
    rows, cols = board.rows // 2, board.cols // 2
    first, last = board.square(cycle[0]), board.square(cycle[-1])
    quarter = Marks("piece", tuple((row, col) for row in range(rows) for col in range(cols)), 1)
    yield CircuitFrame(
        says=(
            "Fold the board along both its mirror lines.",
            "A quarter remains: the one at the top left.",
            "A move that crosses a line is folded back into the quarter.",
        ),
        marks=(quarter,),
    )
    yield CircuitFrame(
        says=(
            f"A walk of the folded quarter visits all its {len(cycle)} squares, from {board.show(first)} "
            f"at the "
            f"centre to its diagonal neighbour {board.show(last)}.",
            "The numbers show it, and the lines show the moves that stay in the quarter.",
            "Across a fold, its two ends are a move apart, so it is a cycle.",
        ),
        parts=tuple(_runs(board, cycle)),
        marks=(quarter,),
        notes={board.square(index): str(step) for step, index in enumerate(cycle, start=1)},
    )
    parts = trace_parts(board, joins.cover)
    mine = next(part for part in parts if cycle[0] in part.squares)
    rounds = len(mine.squares) // len(cycle)
    yield CircuitFrame(
        says=(
            "Unfold the cycle: where a move was folded back, it now crosses the line.",
            f"From {board.show(first)} it returns after {'one round' if rounds == 1 else 'two rounds'} "
            f"of the "
            f"cycle: a circuit of {len(mine.squares)} squares.",
        ),
        parts=(mine,),
    )
    images = "Its half-turn image is a second circuit."
    if len(parts) == 4:
        images = "Its images under both reflections and the half turn are three more circuits."
    both = f"Together the {'two' if len(parts) == 2 else 'four'} circuits visit every square once."
    yield CircuitFrame(says=(images, both), parts=parts)


def _runs(board: Board, cycle: Sequence[int]) -> Iterator[CircuitPart]:
    """The parts of the cycle between two moves that cross a line, as paths of at least two squares."""
    run = [cycle[0]]
    number = 0
    for a, b in [*pairwise(cycle), (cycle[-1], -1)]:
        if b >= 0 and board.is_move(a, b):
            run.append(b)
            continue
        if len(run) > 1:
            number += 1
            yield CircuitPart(number, tuple(run), closed=False)
        run = [b]


# -- what is said -------------------------------------------------------------------------------------------


def _cover_frames(joins: CircuitJoins) -> Iterator[CircuitFrame]:
    """The cover of the board by cycles, and by a path if the tour is open."""
    parts = trace_parts(joins.board, joins.cover)
    says = []
    if joins.number > 1:
        says.append(f"This is cover {joins.number}. The covers before it could not be joined to one tour.")
    if all(part.closed for part in parts):
        says.append("A maximum flow chooses moves so that every square has two of them.")
    else:
        says.append("A maximum flow chooses moves so that every square has two of them, but two have one.")
    where = "it" if len(parts) == 1 else "one of them"
    says.append(f"These moves make {_counted(parts)}. Every square is on {where}.")
    yield CircuitFrame(says=tuple(says), parts=parts)


def _counted(parts: Sequence[CircuitPart]) -> str:
    """The number of paths and cycles, in words."""
    cycles = sum(part.closed for part in parts)
    paths = len(parts) - cycles
    shown = [plural(paths, "path")] if paths else []
    return listed([*shown, *([plural(cycles, "cycle")] if cycles else [])])


def _said(joins: CircuitJoins, change: CoverChange, number: int, parts: Sequence[CircuitPart]) -> list[str]:
    """What one change does. `parts` are those before it."""
    board = joins.board
    left = "" if change.left == 1 else f"{change.left} {'circuits' if joins.quarter else 'parts'} are left."
    if change.kind == "extend":
        (drop,), (use,) = change.removed, change.added
        (joint,) = {*drop} & {*use}
        (end,), (new,) = {*use} - {joint}, {*drop} - {joint}
        return [
            f"The path ends on {_name(board, end)}, a move away from {_name(board, joint)} on a cycle.",
            f"Use that move, and drop {_moves(board, (drop,))}: the path now takes in the whole cycle, "
            f"and ends on {_name(board, new)}.",
            left,
        ]
    if change.kind == "open":
        return [
            "No two cycles can be joined, but an open tour is enough.",
            f"Drop the move {_moves(board, change.removed)}: a path can be joined in more ways than a cycle.",
        ]
    if change.kind == "reroute":
        dropped = plural(len(change.removed), "move is", "moves are")
        used = plural(len(change.added), "other is", "others are")
        return [
            f"No two of the {len(parts)} parts have moves that can be exchanged.",
            f"So moves near the small ones are changed: {dropped} dropped and {used} used, and parts that "
            "can now be joined are joined.",
            left,
        ]
    swap = f"The moves {_moves(board, change.removed)} are replaced by {_moves(board, change.added)}"
    if not joins.quarter:
        which = "two cycles" if all(part.closed for part in parts) else "two of the parts"
        joined = f"Moves of {which} can be exchanged."
        return [joined, f"{swap}, which join the same four squares.", "The two become one.", left]
    joined = (
        "The first circuit and its half-turn image are joined.",
        "The second circuit and its half-turn image are joined.",
        "The two circuits that remain are joined by a parallelogram with a side on each of them.",
    )[number]
    return [joined, f"{swap}, the other two sides of their parallelogram.", left]


def _name(board: Board, index: int) -> str:
    return board.show(index)


def _moves(board: Board, moves: Sequence[Move]) -> str:
    """Moves in words, such as "a8-c7 and c6-e5"."""
    return listed(f"{_name(board, a)}-{_name(board, b)}" for a, b in moves)
