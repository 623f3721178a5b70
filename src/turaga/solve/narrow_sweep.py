"""The frontier method on whole boards: exact, and linear in the board's longer side.

The board is rotated so that its shorter side is a row, and the sweep visits its squares one after another. A
layer is the set of all states (see `turaga.frontier.state_kernel`) that choices up to a square can lead to.
If the layer after the last square is empty, there is no such tour. Otherwise a tour is found by going back,
from each state to the first state that led to it.

Away from the given ends, from holes and from the last rows, all rows are the same. There, the layer before a
row determines the layer after it, so layers must repeat sooner or later. On 3xn and 4xn, and on all other
boards that were tried, they do so within a few dozen rows. The rest of such a *stretch* is neither computed
nor stored. Only the way back, and along the tour, visits every square.

A thin sweep keeps only a fixed number of states of each layer, evenly spread. If it reaches the end, it has
found a tour in a fraction of the time. If it does not, that proves nothing.

Importing this loads numba.
"""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from turaga.board import Board
from turaga.errors import BadRule
from turaga.frontier import state_kernel as kernel
from turaga.frontier.layout import ScanLayout
from turaga.jit import Bytes, Ints, Numbers
from turaga.limits import Progress
from turaga.solve.narrow import require_fit
from turaga.theory import ends_forbid
from turaga.tours import Tours

MOST_KEPT = 100_000_000  # states kept for going back, at five bytes each
THIN = (1000, 8000, 64_000)  # states kept of each layer in the thin sweeps
_QUICK_WIDTH = 4  # up to this width, an exhaustive sweep is as fast as a thin one
_LONG = 60  # at width 5, exhaustive layers repeat after a dozen rows, but thin ones do not
_ROOM = 1 << 15  # successors made before they are merged: few enough to stay in the cache
RanOut = Callable[[int], str | None]


@dataclass(frozen=True, kw_only=True)
class Sweep:
    """The result of the sweeps, and their work."""

    window: int  # number of squares in the frontier
    indices: Numbers | None = None  # the squares of a tour in order, if there is one
    out: str | None = None  # the limit that was reached, in words: then nothing is known
    states: int = 0  # number of states made, over all layers and sweeps
    most: int = 0  # largest number of states in one layer
    rows: int = 0  # number of rows computed, along the shorter side
    period: int = 0  # number of rows after which the layers of the longest stretch repeat; 0 if they do not


class _Layer:
    """The states after a square, each with the first state and move that led to it."""

    def __init__(self) -> None:
        self.found = kernel.Successors(
            np.empty(_ROOM, dtype=np.int64), np.empty(_ROOM, dtype=np.int32), np.empty(_ROOM, dtype=np.int8)
        )
        self.where: Numbers = np.empty(_ROOM, dtype=np.int32)
        self.held = 0
        self._room(1024)

    def _room(self, capacity: int) -> None:
        """Make room for `capacity` states, and keep the ones already there."""
        old = (self.states, self.parents, self.moves) if self.held else None
        self.states: Ints = np.empty(capacity, dtype=np.int64)
        self.parents: Numbers = np.empty(capacity, dtype=np.int32)
        self.moves: Bytes = np.empty(capacity, dtype=np.int8)
        self.table: Numbers = np.empty(2 * capacity, dtype=np.int32)
        if old is not None:
            self.states[: self.held] = old[0][: self.held]
            self.parents[: self.held] = old[1][: self.held]
            self.moves[: self.held] = old[2][: self.held]
        kernel.rebuild(self.states, self.held, self.table)

    def fill(self, before: Ints, site: kernel.Site, tick: Callable[[int], bool]) -> bool:
        """Fill the layer with the successors of the states before. Returns False if `tick` stopped it.

        `tick` is called before every few thousand successors, with the number of states so far.
        """
        self.held = 0
        kernel.rebuild(self.states, 0, self.table)
        at = 0
        while at < len(before):
            if tick(self.held):
                return False
            at, made = kernel.expand(before, at, site, self.found)
            while self.held + made > len(self.states):
                self._room(2 * len(self.states))
            was = self.held
            self.held = kernel.merge(self.found.states, made, self.states, was, self.table, self.where)
            kernel.keep_first(self.found, made, self.where, was, self.parents, self.moves)
        return True

    def chosen(self, most: int | None, *, in_order: bool) -> tuple[Ints, Numbers, Bytes]:
        """States, parents and moves: all of them, or `most` of them evenly spread; sorted if `in_order`."""
        held = self.held
        states, parents, moves = self.states[:held], self.parents[:held], self.moves[:held]
        which: slice | NDArray[np.int64] = slice(None)
        if most is not None and held > most:
            which = np.arange(most, dtype=np.int64) * held // most
        if in_order:
            order = np.argsort(states[which])
            which = order if isinstance(which, slice) else which[order]
        if isinstance(which, slice):
            return states.copy(), parents.copy(), moves.copy()
        return states[which], parents[which], moves[which]


@dataclass(kw_only=True)
class _Stretch:
    """Rows that are all the same, as far as they were computed: from row `loop` on they repeat."""

    first: int  # scan position of its first square
    rows: int
    loop: int = 0
    computed: int = 0
    parents: list[Numbers] = field(default_factory=list)  # one array per square
    moves: list[Bytes] = field(default_factory=list)


class _Sweeper:
    """One sweep over a board."""

    def __init__(
        self, layout: ScanLayout, given: Sequence[int], ends: int, most: int | None, ran_out: RanOut | None,
        progress: Progress | None, states: int,
    ) -> None:  # fmt: skip
        self.layout, self.given, self.ends, self.thin = layout, given, ends, most
        self.ran_out, self.progress = ran_out, progress
        self.layer = _Layer()
        self.states, self.most, self.kept = states + 1, 1, 0  # the empty board is a state too
        self.rows = self.period = 0
        self.thinned = False
        self.out: str | None = None

    def run(self) -> list[_Stretch] | None:
        """The stretches to go back through, or None if the last layer is empty or a limit was reached."""
        stretches = []
        states: Ints | None = np.zeros(1, dtype=np.int64)
        longest = 0
        for begin, end in self.layout.stretches(self.given):
            stretch = _Stretch(first=begin * self.layout.width, rows=end - begin)
            states = self._through(stretch, states)
            if states is None or len(states) == 0:
                return None
            stretches.append(stretch)
            if stretch.computed < stretch.rows > longest:
                longest, self.period = stretch.rows, stretch.computed - stretch.loop
        return stretches

    def _through(self, stretch: _Stretch, states: Ints | None) -> Ints | None:
        """The layer after a stretch, or the first empty layer in it; None if a limit was reached."""
        assert states is not None
        width = self.layout.width
        sites = [self.layout.site(stretch.first + c, self.given, self.ends) for c in range(width)]
        layers = [states]  # the layer before each computed row, and after the last one
        seen = {_digest(states): 0}
        while stretch.computed < stretch.rows:
            if self.progress:
                self.progress(
                    "sweeping the board", stretch.first // width + stretch.computed, self.layout.length
                )
            after = self._row(stretch, sites, layers[-1])
            if after is None or len(after) == 0:
                return after
            stretch.computed += 1
            layers.append(after)
            k = seen.setdefault(_digest(after), stretch.computed)
            if k < stretch.computed and np.array_equal(layers[k], after):
                stretch.loop = k
                return layers[k + (stretch.rows - k) % (stretch.computed - k)]
        return layers[-1]

    def _row(self, stretch: _Stretch, sites: Sequence[kernel.Site], states: Ints) -> Ints | None:
        for site in sites:
            if not self.layer.fill(states, site, self._tick):
                return None
            self.thinned |= self.thin is not None and self.layer.held > self.thin
            states, parents, moves = self.layer.chosen(self.thin, in_order=site is sites[-1])
            self.states += self.layer.held
            self.most = max(self.most, self.layer.held)
            self.kept += len(states)
            if len(states) == 0:
                break
            stretch.parents.append(parents)
            stretch.moves.append(moves)
        self.rows += 1
        return states

    def _tick(self, held: int) -> bool:
        """Whether a limit has been reached. If so, `out` says which.

        A thin sweep that is full counts as thinned instead, because it left out states that could lead to a
        tour.
        """
        self.out = self.ran_out(self.states + held) if self.ran_out else None
        if self.out is None and self.kept + held > MOST_KEPT:
            if self.thin is None:
                self.out = f"the frontier method keeps at most {MOST_KEPT:,} states"
            self.thinned = True
            return True
        return self.out is not None


def _digest(states: Ints) -> bytes:
    """A hash of a layer."""
    return hashlib.blake2b(states.tobytes(), digest_size=16).digest()


def thin_sweeps(board: Board) -> tuple[int, ...]:
    """The thin sweeps that are worth trying on a board, for `frontier_walk`.

    >>> thin_sweeps(Board("4x100")), thin_sweeps(Board("6x10"))
    ((), (1000, 8000, 64000))
    """
    width, length = sorted((board.rows, board.cols))
    if width <= _QUICK_WIDTH or (width == _QUICK_WIDTH + 1 and length > _LONG):
        return ()
    return THIN


def frontier_walk(
    board: Board,
    start: int | None = None,
    end: int | None = None,
    *,
    closed: bool = False,
    thin: Sequence[int] = (),
    ran_out: RanOut | None = None,
    progress: Progress | None = None,
) -> Sweep:
    """Find a tour by the frontier method.

    An open tour goes from the square with index `start` to `end`; None means any square. A closed tour begins
    on `start`, and ends on `end` if that is given. The method is exact: `indices` is None only if there is no
    such tour, or if a limit was reached, which `out` then names.

    Each number in `thin` asks for a thin sweep first, with that many states kept of each layer. `ran_out` is
    called after every few thousand states with their number, and returns the limit that was reached, or None.

    A state costs about half a microsecond, and the tour then 25 nanoseconds a square. `BadRule` is raised if
    the window does not fit in a state. The window is 2w + 1 squares for the knight, and the limit is 15, so
    the board can be up to 7 wide. The largest layers of 3xn, 4xn and 5xn had this many states: for closed
    tours 132, 877 and 58 thousand; with both ends given 310, 5,039 and 153 thousand; with one end given 696,
    10,010 and 461 thousand; without ends 981 and 14,619 (3xn and 4xn).

    >>> frontier_walk(Board("3x4"), 0, 11).indices.tolist()
    [0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11]
    >>> sweep = frontier_walk(Board("4x7"), closed=True)
    >>> sweep.indices is None, sweep.out is None
    (True, True)
    """
    layout = ScanLayout(board)
    require_fit(board)
    if board.size == 1 and not closed:
        only = np.array([*board.indices()], dtype=np.int32)
        return Sweep(window=layout.window, indices=only, most=1)
    if start is None and end is not None:
        raise BadRule("an end is given without a start", accepted="pass both, or only the start", field="end")
    if board.size == 1 or ends_forbid(Tours.at(board, start, end, closed)) is not None:
        return Sweep(window=layout.window)
    # With both ends given, the move that closes the tour is known. The rest is an open tour.
    as_open = not closed or end is not None
    given = sorted(layout.position(n) for n in (start, end) if n is not None) if as_open else []
    states = most = rows = 0
    for width in (*thin, None):
        sweeper = _Sweeper(layout, given, 2 if as_open else 0, width, ran_out, progress, states)
        stretches = sweeper.run()
        states, most, rows = sweeper.states, max(most, sweeper.most), rows + sweeper.rows
        if stretches is not None or sweeper.out is not None or not sweeper.thinned:
            break
    indices = None if stretches is None else _tour(layout, stretches, start)
    return Sweep(
        indices=indices, out=sweeper.out, states=states, most=most, rows=rows, period=sweeper.period,
        window=layout.window,
    )  # fmt: skip


def _tour(layout: ScanLayout, stretches: list[_Stretch], start: int | None) -> Numbers:
    """The indices of the squares of the tour that leads to the single state of the last layer."""
    ways: kernel.Ways = np.zeros(layout.board.area, dtype=np.uint8)
    at = 0
    while stretches:
        stretch = stretches.pop()  # frees its memory
        begins = np.cumsum([0, *map(len, stretch.parents)])[:-1]
        at = kernel.walk_back(
            np.concatenate(stretch.parents), np.concatenate(stretch.moves), begins, layout.width,
            stretch.rows, stretch.loop, at, ways, stretch.first,
        )  # fmt: skip
    kernel.add_backward_moves(ways, layout.offsets)
    if start is None:
        # The ends of an open tour are the squares with a single move. A closed tour can start anywhere.
        single = np.flatnonzero((ways & (ways - 1) == 0) & (ways > 0))
        start = layout.index(int(single[0]) if len(single) else layout.last)
    leaps, steps, backs = layout.move_tables()
    indices: Numbers = np.empty(layout.board.size, dtype=np.int32)
    kernel.follow(ways, layout.position(start), start, leaps, steps, backs, indices)
    return indices
