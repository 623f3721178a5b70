"""Estimates the number of tours with random probes, by Knuth's method.

Donald E. Knuth, Estimating the efficiency of backtrack programs, Mathematics of Computation 29 (1975),
121-136. A probe is a random walk down the tree of all walks. If it ends as a tour, its weight is one divided
by the probability of the choices it made; otherwise its weight is 0. The mean weight of many probes is an
unbiased estimate of the number of tours, and the variation of the weights gives its error.
`turaga.counting.estimate_kernel` explains what a probe does at each square, and which squares it prefers.

A warning: only a few probes have large weights, and those with the largest weights may not have occurred at
all. Then the mean is too small, and so is the reported error. The interval is meant to miss the true number
one time in twenty. On 8x8 it does so more often, and then it is mostly too low. More probes help.
"""

import math
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from turaga._version import __version__
from turaga.board import Board
from turaga.errors import BadRule
from turaga.json_values import Result
from turaga.limits import Progress, seed_number, whole_number
from turaga.rng import Rng
from turaga.text import plural
from turaga.theory import verdict
from turaga.tours import Tours

if TYPE_CHECKING:
    from turaga.counting.estimate_kernel import Field, Weights
    from turaga.jit import Ints

MOST_SQUARES = 1_000_000  # of a board
_PROBES = 200_000
_LEAST_PROBES = 1000
_ENTERED = 20_000_000  # squares entered by all probes together, if the number of probes is not given
_AT_ONCE = 1_000_000  # squares entered per kernel call, a tenth of a second: Ctrl-C works in between
_MOST_STARTS_CHECKED = 1000  # on boards up to this size, theory checks each start
_NORMAL_95 = (196, 100)  # standard errors on either side for a 95% interval, as a fraction


@dataclass(frozen=True, kw_only=True, repr=False)
class Estimate(Result):
    """An estimated number of tours, and how reliable it is. The numbers are rounded to integers.

    >>> found = estimate_tours(Tours("5x6", closed=True), probes=5000)  # there are 8
    >>> found.low <= 8 <= found.high, found.probes, found.seed
    (True, 5000, 0)
    """

    tours: Tours
    estimate: int  # 0 if no probe became a tour
    error: int  # the standard error
    low: int | None  # the lower end of a 95% confidence interval; None if no probe became a tour
    high: int | None  # the upper end
    probes: int  # 0 if the number is known without probes
    reached: int  # the number of probes that became tours
    seed: int
    reason: str
    seconds: float = field(compare=False)
    method: str = "estimate"
    version: str = __version__

    JSON_ALSO: ClassVar = ("share",)

    @property
    def share(self) -> float:
        """The fraction of probes that became tours."""
        return self.reached / self.probes if self.probes else 0.0

    def __repr__(self) -> str:
        number = (
            "not known" if self.low is None else f"{self.estimate:,} (between {self.low:,} and {self.high:,})"
        )
        return f"<Estimate of {self.tours.name}: {number}, {plural(self.probes, 'probe', grouped=True)}>"


def can_estimate(tours: Tours) -> bool:
    """Whether `estimate_tours` accepts these tours.

    >>> can_estimate(Tours("20x20")), can_estimate(Tours("3x1000000000"))
    (True, False)
    """
    return tours.board.size <= MOST_SQUARES


def default_probes(board: Board) -> int:
    """The default number of probes: 200,000, or fewer on boards with more than 100 squares.

    >>> default_probes(Board("8x8")), default_probes(Board("50x50"))
    (200000, 8000)
    """
    return max(_LEAST_PROBES, min(_PROBES, _ENTERED // board.size))


def estimate_tours(
    tours: Tours, *, probes: int | None = None, seed: int = 0, progress: Progress | None = None
) -> Estimate:
    """Estimate the number of these tours with random probes. The same seed gives the same estimate.

    Each square that a probe enters takes a tenth of a microsecond, so 200,000 probes on 8x8 take a second and
    a half. The error is then about a tenth of the number; on 6x6 it is a fiftieth. Raises `BadRule` for
    boards with more than a million squares.

    >>> found = estimate_tours(Tours("5x5"), probes=20_000)  # there are 864
    >>> 864 in range(found.low, found.high + 1)
    True
    """
    began = time.perf_counter()
    board = tours.board
    if not can_estimate(tours):
        raise BadRule(
            f"board {board} is too large for an estimate",
            accepted=f"a board may have at most {MOST_SQUARES:,} squares",
            field="board",
        )
    wanted = default_probes(board) if probes is None else whole_number("probes", probes, 1)
    seed_number("seed", seed)

    def result(sums: "_Sums", reason: str, exactly: int | None = None) -> Estimate:
        estimate, error = sums.mean(_share_counted(tours)) if exactly is None else (exactly, 0)
        margin = error * _NORMAL_95[0] // _NORMAL_95[1] + (error > 0)
        nothing_known = sums.probes > 0 and not sums.reached
        return Estimate(
            tours=tours,
            estimate=estimate,
            error=error,
            low=None if nothing_known else max(0, estimate - margin),
            high=None if nothing_known else estimate + margin,
            probes=sums.probes,
            reached=sums.reached,
            seed=seed,
            reason=reason,
            seconds=time.perf_counter() - began,
        )

    known = verdict(tours.forwards)
    if known.exists is False:
        return result(_Sums(), known.reason, exactly=0)
    if board.size == 1:
        return result(_Sums(), "a single square is a tour by itself", exactly=1)
    sums = _probe(tours, wanted, seed, progress)
    return result(sums, _reached_in_words(sums.reached, sums.probes))


def _reached_in_words(reached: int, probes: int) -> str:
    """How many probes became tours.

    >>> _reached_in_words(0, 1), _reached_in_words(1, 1000)
    ('the only random probe did not become a tour', '1 of 1,000 random probes became a tour')
    """
    if probes == 1:
        return f"the only random probe {'became' if reached else 'did not become'} a tour"
    number = f"{reached:,} of" if reached else "none of the"
    return f"{number} {probes:,} random probes became {'tours' if reached > 1 else 'a tour'}"


def _share_counted(tours: Tours) -> float:
    """The factor from the number of walks that probes look for to the number of tours. The walks have a
    direction: every closed tour is found twice, and so is every open tour if no start is given."""
    both_ways = not tours.both_ends and (tours.closed or tours.forwards.start is None)
    return tours.times * (0.5 if both_ways else 1.0)


class _Sums:
    """Sums of weights and of their squares, computed from logarithms, relative to the largest so far."""

    def __init__(self) -> None:
        self.probes = self.reached = 0
        self.top = 0  # a power of two
        self.sum = self.squares = 0.0

    def add(self, logs: "Weights") -> None:
        """Add the weights with these binary logarithms. Those below 0 belong to probes without a tour."""
        import numpy as np

        self.probes += len(logs)
        met = logs[logs >= 0]
        if not len(met):
            return
        self.reached += len(met)
        top = max(self.top, math.ceil(float(met.max())))
        self.sum = math.ldexp(self.sum, self.top - top)
        self.squares = math.ldexp(self.squares, 2 * (self.top - top))
        self.top = top
        parts = np.exp2(met - top)
        self.sum += float(parts.sum())
        self.squares += float((parts * parts).sum())

    def mean(self, times: float) -> tuple[int, int]:
        """The mean weight, rounded, and its standard error, rounded up, both multiplied by `times`."""
        if not self.reached:
            return 0, 0
        mean = self.sum / self.probes
        spread = max(0.0, self.squares / self.probes - mean * mean)
        error = math.sqrt(spread / max(1, self.probes - 1))
        return _whole(mean * times, self.top), _whole(error * times, self.top, up=True)


def _whole(part: float, power: int, *, up: bool = False) -> int:
    """part * 2**power, however large, rounded to an integer, or rounded up.

    >>> _whole(0.75, 2), _whole(1.0, 2000) == 2**2000, _whole(0.3, 0), _whole(0.3, 0, up=True)
    (3, True, 0, 1)
    """
    mantissa, exponent = math.frexp(part)
    whole, shift = int(math.ldexp(mantissa, 53)), exponent + power - 53
    if shift >= 0:
        return whole << shift
    return (whole + ((1 << -shift) - 1 if up else 1 << -shift - 1)) >> -shift


def _probe(tours: Tours, probes: int, seed: int, progress: Progress | None) -> _Sums:
    """Make the probes and add up their weights."""
    import numpy as np

    from turaga.counting import estimate_kernel as kernel

    field, starts = probing_field(tours)
    rng = np.array([Rng(seed).state], dtype=np.uint64)
    at_once = max(1, _AT_ONCE // tours.board.size)
    sums = _Sums()
    while sums.probes < probes:
        if progress:
            found = plural(sums.reached, "tour", grouped=True)
            progress(f"random probes, {found} found", sums.probes, probes)
        logs = np.empty(min(at_once, probes - sums.probes), dtype=np.float64)
        kernel.probe(field, starts, rng, logs)
        sums.add(logs)
    return sums


def probing_field(tours: Tours) -> "tuple[Field, Ints]":
    """The board for the kernel, its squares numbered without holes, and the squares where probes start."""
    import numpy as np

    from turaga.counting import estimate_kernel as kernel

    board = tours.board
    squares = list(board.indices())
    point = {number: i for i, number in enumerate(squares)}
    table = board.neighbour_table()
    near = np.zeros((len(squares), 8), dtype=np.int64)
    degrees = np.zeros(len(squares), dtype=np.int64)
    for i, number in enumerate(squares):
        degrees[i] = len(table[number])
        near[i, : degrees[i]] = [point[there] for there in table[number]]
    starts = _starts(tours, squares, degrees.tolist())
    last = tours.forwards.end_index
    end = -1 if last is None else point[last]
    anchor = end if end >= 0 else point[starts[0]] if tours.closed else -1
    near_anchor = np.zeros(len(squares), dtype=np.int8)
    if anchor >= 0:
        near_anchor[near[anchor, : degrees[anchor]]] = 1
    free, loose = np.zeros((2, len(squares)), dtype=np.int8)
    ways, state = np.zeros(len(squares), dtype=np.int64), np.zeros(2, dtype=np.int64)
    field = kernel.Field(near, degrees, near_anchor, anchor >= 0, end, free, ways, loose, state)
    return field, np.array([point[number] for number in starts], dtype=np.int64)


def _starts(tours: Tours, squares: list[int], degrees: list[int]) -> list[int]:
    """The squares on which probes start: the given start; for closed tours, one square with few moves;
    otherwise every square from which theory does not rule out a tour."""
    first = tours.forwards.start_index
    if first is not None:
        return [first]
    if tours.closed:
        return [squares[degrees.index(min(degrees))]]
    if len(squares) > _MOST_STARTS_CHECKED:
        return squares
    return [n for n in squares if verdict(Tours.at(tours.board, n)).exists is not False] or squares
