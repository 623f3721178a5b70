"""Method halves: counts closed tours by cutting the board in the middle and joining halves of tours.

`turaga.counting.closed_halves_kernel` explains what a half is, and when two of them make a tour.
A `HalfScan` scans one side of the board. The board is cut so that both sides have the same number
of rows, or the upper side has one more. On a board that looks the same from both sides, the lower halves are
reflections of upper ones, and are not computed again. On a board with mirror symmetry, a class of lower
halves and its mirror image belong to equally many tours, so only one of the two is joined.

Counts of halves are single words. Their sum for one class can be larger. In that case, everything is computed
modulo several primes, and the Chinese remainder theorem combines the results.

The rows of the board are its shorter side (`turaga.frontier.layout`). A half scan processes the first rows
downwards, or the last rows upwards, until it comes to the two *middle rows*, which its moves have reached.
Within a row it processes the even columns from left to right and then the odd columns from right to left.
Each square then reaches at most one square that was not reached before, and that square takes over its slot.
So the states never need more than two rows of slots, one slot fewer than with the columns in order. For a
board of width 8, these are the sixteen slots that a state has.

This works only for closed tours of a knight. Importing this loads numba.
"""

import math
import threading
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from turaga.board import KNIGHT, Board
from turaga.counting import closed_halves_kernel as kernel
from turaga.counting.closed_halves_fit import require_halves
from turaga.counting.outcome import MethodResult
from turaga.counting.remainders import chinese_remainder
from turaga.errors import BadRule
from turaga.frontier import layers_kernel as counting
from turaga.frontier import state_kernel as frontier_kernel
from turaga.frontier.layers import Layer, ScanStep, Stepper
from turaga.frontier.layers_kernel import WORD_BITS
from turaga.frontier.layout import ScanLayout
from turaga.jit import Ints, Numbers
from turaga.limits import Progress
from turaga.symmetry import SYMMETRIES, image_of_board
from turaga.text import plural
from turaga.threads import ThreadPool
from turaga.tours import Tours


class ScanPath(NamedTuple):
    """The squares of a half scan in order, in the form that kernels need."""

    here: Ints  # the slot of each square
    targets: Ints  # [square, 4]: the slots of its forward moves; a slot past the window is newly reached
    allowed: Ints  # which of these moves exist, as in `turaga.frontier.state_kernel.Site`
    positions: Ints  # the position of each square
    reached: Ints  # [square, 4]: the positions that its forward moves lead to


class HalfScan:
    """A scan of the first rows of a board downwards, or of the last rows upwards.

    >>> from turaga import Board
    >>> scan = HalfScan(ScanLayout(Board("8x8")), 3)
    >>> scan.window, len(scan.sites), sorted(scan.middle.tolist()) == list(range(16))
    (16, 24, True)
    """

    def __init__(self, layout: ScanLayout, rows: int, *, upwards: bool = False) -> None:
        assert layout.board.leaper == KNIGHT
        assert rows + 2 <= layout.length
        self.layout, self.rows, self.upwards = layout, rows, upwards
        self.window = 2 * layout.width
        self._slots: dict[tuple[int, int], int] = {}
        self._free = list(range(self.window))
        for row in range(2):
            for col in range(layout.width):
                self._slot(row, col)
        taken = [self._take(row, col) for row in range(rows) for col in _columns(layout.width)]
        squares = [square for square in taken if square is not None]
        self.path = ScanPath(
            *(np.array(list(column), dtype=np.int64) for column in zip(*squares, strict=True))
        )
        self.sites = [
            frontier_kernel.Site(
                self.path.targets[i], allowed, frontier_kernel.INNER, 0, self.window, -1, here, 0
            )
            for i, (here, allowed) in enumerate(
                zip(self.path.here.tolist(), self.path.allowed.tolist(), strict=True)
            )
        ]
        self.middle = self._middle()

    def _slot(self, row: int, col: int) -> int:
        """The slot of a square, assigned when the square is first reached."""
        if (row, col) not in self._slots:
            self._slots[row, col] = self._free.pop()
        return self._slots[row, col]

    def _take(self, row: int, col: int) -> tuple[int, list[int], int, int, list[int]] | None:
        """The entries of one square in the path; None for a hole, which only frees its slot."""
        layout = self.layout
        here, position = self._slots.pop((row, col)), self._position(row, col)
        targets, reached, allowed = [0] * 4, [0] * 4, 0
        fresh = None
        for d, (down, right) in enumerate(((1, -2), (1, 2), (2, -1), (2, 1))):
            square = (row + down, col + right)
            if not 0 <= square[1] < layout.width:
                continue
            if square in self._slots or self._free:
                targets[d] = self._slot(*square)
            else:
                assert fresh is None
                fresh = square
                targets[d] = self.window
            reached[d] = self._position(*square)
            if reached[d] not in layout.holes:
                allowed |= 1 << d
        if fresh is None:
            self._free.append(here)
        else:
            self._slots[fresh] = here
        return None if position in layout.holes else (here, targets, allowed, position, reached)

    def _position(self, row: int, col: int) -> int:
        """The position on the board of a square whose row is counted from this side."""
        return (self.layout.length - 1 - row if self.upwards else row) * self.layout.width + col

    def _middle(self) -> Ints:
        """For each slot after the last square, the number of its square in the middle rows: the upper row
        from left to right, then the lower row."""
        middle = np.zeros(self.window, dtype=np.int64)
        for (row, col), slot in self._slots.items():
            lower = (row > self.rows) != self.upwards
            middle[slot] = col + (self.layout.width if lower else 0)
        return middle


def _columns(width: int) -> list[int]:
    return [*range(0, width, 2), *range(width - 1 - width % 2, 0, -2)]


_SOME = 1 << 8  # classes joined per kernel call: Ctrl-C works in between
_CHUNK = 1 << 16  # states classified per kernel call
_MANY = 100_000  # a table of circuits is worth its cost if more halves than this have that many pairs
_PRIMES = (2147483647, 2147483629, 2147483587, 2147483579, 2147483563, 2147483549)  # the largest below 2**31
_SORTING = 72  # bytes per half while a side is sorted: the arrays before and after, and the permutation
_RANK_BITS = 21  # sixteen ends have 2,027,025 matchings


class Cut:
    """A board cut in the middle.

    >>> cut = Cut(Board("7x8"))
    >>> cut.upper.rows, cut.lower.rows, cut.alike, cut.mirrored
    (3, 3, True, True)
    """

    def __init__(self, board: Board) -> None:
        self.layout = ScanLayout(board)
        above = (self.layout.length - 1) // 2
        self.upper = HalfScan(self.layout, above)
        self.lower = HalfScan(self.layout, self.layout.length - 2 - above, upwards=True)
        along, across = (
            ("left to right", "top to bottom") if self.layout.turned else ("top to bottom", "left to right")
        )
        self.alike = image_of_board(board, SYMMETRIES[along]) == board
        self.mirrored = image_of_board(board, SYMMETRIES[across]) == board

    @property
    def slots(self) -> int:
        """The number of squares in the two middle rows."""
        return 2 * self.layout.width

    def position(self, slot: int) -> int:
        """The position of the square in a slot of the middle rows."""
        return self.upper.rows * self.layout.width + slot

    def between(self) -> kernel.Between:
        """The moves between the two middle rows."""
        width = self.layout.width
        on_board = [self.position(slot) not in self.layout.holes for slot in range(self.slots)]
        moves = [
            (col, width + other)
            for col in range(width)
            for other in (col - 2, col + 2)
            if 0 <= other < width and on_board[col] and on_board[width + other]
        ]
        wanted = sum(2 << 2 * slot for slot in range(self.slots) if on_board[slot])
        return kernel.Between(wanted, *_move_sets(list(_chains(moves)) or [[]]))


def _chains(moves: list[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    """Split the moves into groups that have no squares in common."""
    left = list(moves)
    while left:
        chain = [left.pop(0)]
        while True:
            reached = {slot for move in chain for slot in move}
            more = [move for move in left if reached.intersection(move)]
            if not more:
                break
            chain += more
            left = [move for move in left if move not in more]
        yield chain


def _move_sets(chains: list[list[tuple[int, int]]]) -> tuple[Ints, Ints, Ints, Ints]:
    """Every set of moves of each chain, in the form of `kernel.Between`: the number of sets, and for each set
    the degrees, the number of moves, and their slots."""
    longest = max(map(len, chains))
    sets = np.array([1 << len(chain) for chain in chains], dtype=np.int64)
    degrees, many = np.zeros((2, len(chains), 1 << longest), dtype=np.int64)
    slots = np.zeros((len(chains), 1 << longest, longest, 2), dtype=np.int64)
    for i, chain in enumerate(chains):
        for chosen in range(1 << len(chain)):
            picked = [move for j, move in enumerate(chain) if chosen >> j & 1]
            many[i, chosen] = len(picked)
            for j, (a, b) in enumerate(picked):
                degrees[i, chosen] += (1 << 2 * a) + (1 << 2 * b)
                slots[i, chosen, j] = a, b
    return sets, degrees, many, slots


def descend(
    cut: Cut, stepper: Stepper, *, keep: bool = False, progress: Progress | None = None
) -> tuple[list[Layer], list[Layer], int]:
    """The layers of the upper and of the lower side, and the number of states. With `keep`, these are the
    layers before each square of the scan and after the last one; otherwise only the last layer."""
    sides: list[list[Layer]] = []
    squares = len(cut.upper.sites) + (0 if cut.alike else len(cut.lower.sites))
    states = done = 0
    for scan in (cut.upper, cut.lower):
        if sides and cut.alike:
            # The board looks the same from below, so the layers are the same.
            sides.append(sides[0][: len(scan.sites) + 1] if keep else sides[0][:1])
            break
        layers = [Layer.first()]
        wanted = {len(cut.lower.sites), len(scan.sites)} if cut.alike else {len(scan.sites)}
        for taken, site in enumerate(scan.sites):
            layers.append(stepper.step(layers[-1], ScanStep(site), keep=keep or taken in wanted))
            states += len(layers[-1])
            done += 1
            if not keep and taken not in wanted:
                del layers[-2]
            if progress:
                progress(f"computing halves, {plural(states, 'state', grouped=True)}", done, squares)
        sides.append(layers)
    return sides[0], sides[1], states


def make_side(layer: Layer, scan: HalfScan) -> kernel.HalvesSide:
    """The halves in a non-empty layer, sorted by class, and within each class by their matching. Each half
    takes 16 bytes, and five times as much during sorting."""
    if layer.words > 1:
        board = scan.layout.board
        raise BadRule(
            f"board {board} is too long for method halves, which counts halves in {WORD_BITS} bits",
            accepted="method sweep has no such limit",
            field="method",
        )
    states = layer.states
    keys, words = np.empty((2, len(states)), dtype=np.int64)
    ranks: Numbers = np.empty(len(states), dtype=np.int32)
    for first in range(0, len(states), _CHUNK):
        kernel.classify_all(
            states[first : first + _CHUNK], scan.window, scan.middle, bit_counts(),
            keys[first : first + _CHUNK], words[first : first + _CHUNK], ranks[first : first + _CHUNK],
        )  # fmt: skip
    del states
    keys <<= _RANK_BITS
    keys |= ranks
    order = np.argsort(keys)
    keys = keys[order] >> _RANK_BITS
    words, weights = words[order], layer.counts[:, 0][order]
    begins = np.flatnonzero(np.concatenate(([True], keys[1:] != keys[:-1], [True]))).astype(np.int64)
    return side_of(keys[begins[:-1]], begins, words, weights)


def side_of(keys: Ints, begins: Ints, words: Ints, weights: Ints) -> kernel.HalvesSide:
    """A side, with a table for finding its classes."""
    table: Numbers = np.empty(1 << (2 * len(keys)).bit_length(), dtype=np.int32)
    counting.fill(keys, len(keys), 0, table)
    return kernel.HalvesSide(keys, begins, words, weights, table)


def bit_counts() -> NDArray[np.uint8]:
    """The number of bits that are set in each 16-bit number."""
    global _BIT_COUNTS
    if _BIT_COUNTS is None:
        _BIT_COUNTS = np.array([i.bit_count() for i in range(1 << 16)], dtype=np.uint8)
    return _BIT_COUNTS


_BIT_COUNTS: NDArray[np.uint8] | None = None


def matchings(pairs: int) -> Ints:
    """All matchings of the ends 0, 1, 2, ... as words, in the order of their ranks.

    >>> [hex(word) for word in matchings(2).tolist()]
    ['0x2301', '0x1032', '0x123']
    """
    words = [(0, (1 << 2 * pairs) - 1)]
    for _ in range(pairs):
        grown = []
        for word, left in words:
            first = (left & -left).bit_length() - 1
            left &= left - 1
            for mate in range(2 * pairs):
                if left >> mate & 1:
                    grown.append((word | mate << 4 * first | first << 4 * mate, left ^ 1 << mate))
        words = grown
    return np.array([word - (word >> 63 << 64) for word, _ in words], dtype=np.int64)


class HalvesJoin:
    """Two sides whose halves are joined to tours."""

    def __init__(self, cut: Cut, upper: kernel.HalvesSide, lower: kernel.HalvesSide) -> None:
        self.cut, self.upper, self.lower = cut, upper, lower
        self.between = cut.between()
        self.bits = bit_counts()

    @cached_property
    def pairs(self) -> NDArray[np.int64]:
        """For each lower class, the number of pairs of ends that its halves have."""
        ends = (self.lower.keys[:, None] >> 2 * np.arange(self.cut.slots)) & 3 == 1
        return np.asarray(ends.sum(axis=1) // 2, dtype=np.int64)

    @cached_property
    def weights(self) -> Ints:
        """For each lower class, the number of ways to make its halves."""
        return np.add.reduceat(self.lower.weights, self.lower.begins[:-1])

    @cached_property
    def circuits(self) -> tuple[kernel.Rows, ...]:
        """For each number of pairs, a table of which matchings make one circuit; empty if not worth its
        cost."""
        sizes = np.bincount(self.pairs, weights=np.diff(self.lower.begins), minlength=9)
        tables = []
        for pairs in range(9):
            worth = 0 < pairs < kernel.MOST_TABLED or (pairs == kernel.MOST_TABLED and sizes[pairs] > _MANY)
            words = matchings(pairs) if worth else np.empty(0, dtype=np.int64)
            rows: kernel.Rows = np.zeros((len(words), (len(words) + 31) // 32), dtype=np.uint32)
            for first in range(0, len(words), _SOME):
                kernel.fill_circuits(words, pairs, first, min(first + _SOME, len(words)), rows)
            tables.append(rows)
        return tuple(tables)

    @cached_property
    def mirrors(self) -> Ints:
        """The mirror image of each lower class, or the class itself if the board has no mirror symmetry."""
        keys, width = self.lower.keys, self.cut.layout.width
        if not self.cut.mirrored:
            return np.arange(len(keys), dtype=np.int64)
        turned = np.zeros_like(keys)
        for row in (0, width):
            for col in range(width):
                turned |= (keys >> 2 * (row + col) & 3) << 2 * (row + width - 1 - col)
        return np.searchsorted(keys, turned)

    @cached_property
    def which(self) -> Ints:
        """One lower class of each pair of mirror images."""
        return np.flatnonzero(self.mirrors >= np.arange(len(self.mirrors))).astype(np.int64)

    @property
    def fits(self) -> bool:
        """Whether the number of tours of every class fits into a word."""
        ways = int(self.upper.weights.sum())  # each upper half meets a class at most once
        return ways * int(self.weights.max(initial=0)) < 1 << WORD_BITS

    def totals(self, *, progress: Progress | None = None, threads: int | None = None) -> list[int]:
        """For each lower class, the number of tours whose lower half is in that class."""
        if self.fits:
            return [int(total) for total in self._totals(0, progress, threads)]
        most = int(self.upper.weights.sum()) * int(self.weights.max())
        primes = _PRIMES[: next(k for k in range(1, 7) if math.prod(_PRIMES[:k]) > most)]
        rests = [self._totals(prime, progress, threads).tolist() for prime in primes]
        return [chinese_remainder(rest, primes) for rest in zip(*rests, strict=True)]

    def _totals(self, prime: int, progress: Progress | None, threads: int | None) -> Ints:
        """The same numbers, modulo `prime` unless it is 0."""
        lower = self.lower
        totals = np.zeros(len(lower.keys), dtype=np.int64)
        most, largest = int(self.pairs.max(initial=1)), int(np.diff(lower.begins).max(initial=1))
        by_thread = threading.local()
        circuits = self.circuits

        def join(some: Ints) -> None:
            if not hasattr(by_thread, "scratch"):
                by_thread.scratch = scratch(most, largest)
            kernel.join(
                some, self.upper, lower, self.between, self.cut.slots, self.bits, circuits, prime,
                by_thread.scratch, totals,
            )  # fmt: skip

        what = f"joining {plural(len(self.upper.words), 'half', 'halves', grouped=True)}"
        self.for_classes(join, totals, what, progress, threads)
        return totals

    def for_classes(
        self, work: Callable[[Ints], None], results: Ints, what: str, progress: Progress | None,
        threads: int | None = None,
    ) -> None:  # fmt: skip
        """Do some work for all lower classes, a few at a time. Mirror images get the same result."""
        which = self.which
        parts = [which[first : first + _SOME] for first in range(0, len(which), _SOME)]
        done = 0
        with ThreadPool(threads) as pool:
            for part, _ in zip(parts, pool.map(work, parts), strict=True):
                done += len(part)
                if progress:
                    progress(what, done, len(which))
        results[self.mirrors[which]] = results[which]


def scratch(pairs: int, largest: int) -> kernel.Scratch:
    """Work arrays for matchings with this many pairs, and for lower classes with up to `largest` halves."""
    size = math.prod(range(1, 2 * pairs, 2))
    sums, touched, words = np.zeros((3, size), dtype=np.int64)
    ranks: Numbers = np.zeros(largest, dtype=np.int32)
    choice, moves = np.zeros((2, 64), dtype=np.int64)
    return kernel.Scratch(sums, touched, words, ranks, choice, moves)


def count_by_halves(
    tours: Tours, *, progress: Progress | None = None, threads: int | None = None
) -> MethodResult:
    """Count the closed tours of a board, each once, ignoring start and direction.

    The time goes into computing the halves and joining them. 8x8 has 18.5 million halves, computed through 68
    million states.

    >>> count_by_halves(Tours("6x6", closed=True)).count
    9862
    """
    require_halves(tours)
    cut = Cut(tours.board)
    with Stepper(threads=threads) as stepper:
        upper_layers, lower_layers, states = descend(cut, stepper, progress=progress)
    peak_states = max(len(upper_layers[-1]), len(lower_layers[-1]))
    if not (upper_layers[-1] and lower_layers[-1]):
        return MethodResult(count=0, states=states, peak_states=peak_states, peak_bytes=stepper.peak_bytes)
    upper = make_side(upper_layers[-1], cut.upper)
    lower = make_side(lower_layers[-1], cut.lower)
    kept = sum(layer.bytes for layer in {id(la): la for la in (*upper_layers, *lower_layers)}.values())
    sorting = kept + side_bytes(upper) + _SORTING * len(lower.words)
    del upper_layers, lower_layers
    meeting = HalvesJoin(cut, upper, lower)
    count = sum(meeting.totals(progress=progress, threads=threads))
    return MethodResult(
        count=count, states=states, peak_states=peak_states, peak_bytes=max(stepper.peak_bytes, sorting)
    )


def side_bytes(side: kernel.HalvesSide) -> int:
    """The memory that a side takes."""
    return sum(array.nbytes for array in side)
