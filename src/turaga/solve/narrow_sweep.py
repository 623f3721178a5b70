"""The frontier method on whole boards: exact, and linear in the board's longer side.

The board is turned so that its rows are its shorter side, and its squares are taken in turn; a layer is
every state (see `turaga.frontier.state_kernel`) that choices up to there can have led to, each once. If the
layer after the last square is empty there is no such tour; if not, one is found by walking back, from each
state to the first that led to it.

Away from the ends given, from holes and from the last rows, all rows are alike: the layer after a row is
then determined by the layer before it, and layers must sooner or later repeat. On 3xn and 4xn, and wherever
else it was tried, they do so within a few dozen rows, and the rest of such a *stretch* is neither computed
nor kept. Only the walk back, and along the tour, goes over every square.

A thin sweep keeps only so many states of each layer, spread evenly. Where it comes to the end it has found
a tour in a fraction of the time; where it does not, that says nothing.

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

MOST_KEPT = 100_000_000  # ways kept for walking back, at five bytes each
THIN = (1000, 8000, 64_000)  # states kept of each layer in the thin sweeps
_QUICK_WIDTH = 4  # up to here an exhaustive sweep takes as long as a thin one
_LONG = 60  # at width 5, exhaustive layers repeat after a dozen rows, and thin ones do not
_ROOM = 1 << 15  # successors made before they are merged: little enough to stay in the cache
RanOut = Callable[[int], str | None]


@dataclass(frozen=True, kw_only=True)
class Sweep:
    """What came of it, and what it took."""

    indices: Numbers | None  # the squares of a tour in turn, if there is one
    out: str | None  # the limit that ended it, in words: then nothing is known
    states: int  # made, over all layers and sweeps
    most: int  # in one layer
    rows: int  # computed, of the shorter side
    period: int  # after how many rows the layers of the longest stretch repeat, 0 if they do not
    window: int  # squares in the frontier


class _Layer:
    """The states after a square, with the first way to each, while they are being made."""

    def __init__(self) -> None:
        self.found = kernel.Successors(
            np.empty(_ROOM, dtype=np.int64), np.empty(_ROOM, dtype=np.int32), np.empty(_ROOM, dtype=np.int8)
        )
        self.where: Numbers = np.empty(_ROOM, dtype=np.int32)
        self.held = 0
        self._room(1024)

    def _room(self, capacity: int) -> None:
        """Make room for so many states, keeping those held."""
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
        """Become the successors of the states before; whether that went to its end. Before every few
        thousand of them `tick` is told how many there are, and may say stop."""
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
        """States, parents and moves: all or, evenly spread, so many; by size if asked."""
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
    """Rows that are all alike, as far as they were computed: from row `loop` on they repeat."""

    first: int  # place of its first square
    rows: int
    loop: int = 0
    computed: int = 0
    parents: list[Numbers] = field(default_factory=list)  # one array a square
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
        """The stretches, to be walked back, if the last layer has a state; None if it has none or a limit
        ended it."""
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
        """The layer after a stretch; an empty one as soon as a layer is; None at a limit."""
        assert states is not None
        width = self.layout.width
        sites = [self.layout.site(stretch.first + c, self.given, self.ends) for c in range(width)]
        layers = [states]  # before each row computed, and after the last
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
        """Whether a limit has been reached; then `out` says which, and a thin sweep that is full is thinned:
        what it left out might have been found."""
        self.out = self.ran_out(self.states + held) if self.ran_out else None
        if self.out is None and self.kept + held > MOST_KEPT:
            if self.thin is None:
                self.out = f"the frontier method keeps at most {MOST_KEPT:,} states"
            self.thinned = True
            return True
        return self.out is not None


def _digest(states: Ints) -> bytes:
    """A few bytes that tell layers apart."""
    return hashlib.blake2b(states.tobytes(), digest_size=16).digest()


def thin_sweeps(board: Board) -> tuple[int, ...]:
    """The thin sweeps that are worth it on a board, to be passed to `frontier_walk`.

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
    """An open tour from the square with index `start` to `end`, each of them anywhere if None; or a closed
    one, from `start`, which ends on `end` if that is given. Exact: `indices` is None only if there is none,
    or if `out` says which limit was reached.

    `thin` are numbers of states: sweeps are first made with so many kept of each layer. `ran_out`
    is asked after every few thousand states, with their number, whether to stop, and says why.

    Costs about half a microsecond a state; then 25 nanoseconds a square for the tour. `BadRule` if a state
    cannot hold the window, 2w + 1 squares for the knight, at most 15: boards of width up to 7. States in
    a layer of 3xn, 4xn, 5xn were at most: closed 132, 877, 58 thousand; both ends given 310, 5,039, 153
    thousand; one of them 696, 10,010, 461 thousand; none of them 981, 14,619.

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
        return Sweep(indices=only, out=None, states=0, most=1, rows=0, period=0, window=layout.window)
    if board.size == 1 or _ends_contradict(board, start, end, closed):
        return Sweep(indices=None, out=None, states=0, most=0, rows=0, period=0, window=layout.window)
    # With both ends given, the move that closes a tour is known: what is left is an open tour.
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


def _ends_contradict(board: Board, start: int | None, end: int | None, closed: bool) -> bool:
    """Whether there is no tour of several squares between two ends, whatever the board; `BadRule` for an end
    without a start."""
    if start is None and end is not None:
        raise BadRule(
            "an end is given without a start",
            accepted="give both, or the start alone",
            field="end",
            value=end,
        )
    if start is None or end is None:
        return False
    return start == end or (closed and (board.size < 3 or not board.is_move(start, end)))


def _tour(layout: ScanLayout, stretches: list[_Stretch], start: int | None) -> Numbers:
    """The squares, by their indices, of the tour that leads to the one state of the last layer."""
    ways: kernel.Ways = np.zeros(layout.board.area, dtype=np.uint8)
    at = 0
    while stretches:
        stretch = stretches.pop()  # and forget it
        begins = np.cumsum([0, *map(len, stretch.parents)])[:-1]
        at = kernel.walk_back(
            np.concatenate(stretch.parents), np.concatenate(stretch.moves), begins, layout.width,
            stretch.rows, stretch.loop, at, ways, stretch.first,
        )  # fmt: skip
    kernel.add_backward_moves(ways, layout.offsets)
    if start is None:
        # An open tour's ends are the squares with a single move; a closed one may start anywhere.
        single = np.flatnonzero((ways & (ways - 1) == 0) & (ways > 0))
        start = layout.index(int(single[0]) if len(single) else layout.last)
    leaps, steps, backs = layout.move_tables()
    indices: Numbers = np.empty(layout.board.size, dtype=np.int32)
    kernel.follow(ways, layout.position(start), start, leaps, steps, backs, indices)
    return indices
