"""How many tours there are, roughly: Knuth's estimate by random probes.

Donald E. Knuth, Estimating the efficiency of backtrack programs, Mathematics of Computation 29 (1975),
121-136. A probe walks down the tree of all walks, at random; the weight of one that ends as a tour is one
over the probability of the choices it made. The mean weight of many probes is an unbiased estimate of the
number of tours; its error is estimated from how much the weights differ. `turaga.count.estimate_kernel`
explains what a probe does at each square, and which squares are more likely.

A warning: few probes have large weights, and those with the largest may not have occurred. Then the mean is
too small, and so is the error that is given. On 8x8 the true number is outside the interval more often than
one time in twenty, which the interval is made for, and then mostly above it. More probes help.
"""

import math
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from turaga._version import __version__
from turaga.board import Board, BoardLike, Leaper, Square
from turaga.count.request import Tours
from turaga.errors import BadRule
from turaga.limits import Progress, seed_number, whole_number
from turaga.rng import Rng
from turaga.text import plural
from turaga.theory import Question, verdict

if TYPE_CHECKING:
    from turaga.count.estimate_kernel import Field, Weights
    from turaga.jit import Ints
    from turaga.json_shapes import EstimateJson

MOST_SQUARES = 1_000_000  # of a board
_PROBES = 200_000
_LEAST_PROBES = 1000
_ENTERED = 20_000_000  # squares, by all probes together, if the number of probes is not given
_AT_ONCE = 1_000_000  # squares entered at a time, a tenth of a second: in between, Ctrl-C is heard
_TOLD_APART = 1000  # up to so many squares, theory is asked for each start
_NORMAL_95 = (196, 100)  # standard errors either side, for 95 in 100


@dataclass(frozen=True, kw_only=True, repr=False)
class Estimate:
    """About how many, and how reliable that is. The numbers are rounded to whole ones.

    >>> found = estimate_tours("5x6", closed=True, probes=5000)  # there are 8
    >>> found.low <= 8 <= found.high, found.probes, found.seed
    (True, 5000, 0)
    """

    tours: Tours
    estimate: int
    error: int  # the standard error
    low: int | None  # from `low` to `high` is made to hold the true number 95 times in 100; None where no
    high: int | None  # probe became a tour, and so nothing is known
    probes: int  # 0 if nothing was left to chance
    reached: int  # of which so many became tours
    seed: int
    reason: str
    seconds: float = field(compare=False)

    @property
    def share(self) -> float:
        """Of all probes, those that became tours."""
        return self.reached / self.probes if self.probes else 0.0

    def __repr__(self) -> str:
        number = (
            "not known" if self.low is None else f"{self.estimate:,} (between {self.low:,} and {self.high:,})"
        )
        return f"<Estimate of {self.tours.name}: {number}, {plural(self.probes, 'probe', grouped=True)}>"

    def _repr_html_(self) -> str:
        from turaga.notebook import estimate_html

        return estimate_html(self)

    def as_json(self) -> "EstimateJson":
        """The same facts for programs."""
        return {
            "estimate": None if self.low is None else self.estimate,
            "error": None if self.low is None else self.error,
            "low": self.low,
            "high": self.high,
            "probes": self.probes,
            "reached": self.reached,
            "share": self.share,
            "seed": self.seed,
            **self.tours.as_json(),
            "method": "estimate",
            "reason": self.reason,
            "seconds": round(self.seconds, 6),
            "version": __version__,
        }


def can_estimate(tours: Tours) -> bool:
    """Whether `estimate_tours` takes these tours.

    >>> can_estimate(Tours.of("20x20")), can_estimate(Tours.of("3x1000000000"))
    (True, False)
    """
    return tours.board.size <= MOST_SQUARES


def default_probes(board: Board) -> int:
    """How many probes are made if the number is not given: 200,000, or fewer on boards of more than 100
    squares.

    >>> default_probes(Board("8x8")), default_probes(Board("50x50"))
    (200000, 8000)
    """
    return max(_LEAST_PROBES, min(_PROBES, _ENTERED // board.size))


def estimate_tours(
    board: BoardLike | Tours,
    *,
    leaper: Leaper | None = None,
    closed: bool = False,
    directed: bool = False,
    start: Square | str | None = None,
    end: Square | str | None = None,
    probes: int | None = None,
    seed: int = 0,
    progress: Progress | None = None,
) -> Estimate:
    """About how many of these tours there are, by so many random probes. The same seed, the same estimate.

    A tenth of a microsecond for each square a probe enters: a second and a half for 200,000 on 8x8. There the
    error is about a tenth of the number, on 6x6 a fiftieth. `BadRule` for boards of more than a million
    squares.

    >>> found = estimate_tours("5x5", probes=20_000)  # there are 864
    >>> 864 in range(found.low, found.high + 1)
    True
    """
    began = time.perf_counter()
    tours = Tours.of(board, leaper=leaper, closed=closed, directed=directed, start=start, end=end)
    board = tours.board
    if not can_estimate(tours):
        raise BadRule(
            f"board {board} is too large for an estimate",
            accepted=f"at most {MOST_SQUARES:,} squares are taken",
            field="board",
            value=str(board),
        )
    wanted = default_probes(board) if probes is None else whole_number("probes", probes, 1)
    seed_number("seed", seed)

    def result(sums: "_Sums", reason: str) -> Estimate:
        estimate, error = sums.mean(_share_counted(tours))
        margin = error * _NORMAL_95[0] // _NORMAL_95[1] + (error > 0)
        in_the_dark = sums.probes > 0 and not sums.reached
        return Estimate(
            tours=tours,
            estimate=estimate,
            error=error,
            low=None if in_the_dark else max(0, estimate - margin),
            high=None if in_the_dark else estimate + margin,
            probes=sums.probes,
            reached=sums.reached,
            seed=seed,
            reason=reason,
            seconds=time.perf_counter() - began,
        )

    known = verdict(tours.question)
    if known.exists is False:
        return result(_Sums(), known.reason)
    if board.size == 1:
        return Estimate(
            tours=tours, estimate=1, error=0, low=1, high=1, probes=0, reached=0, seed=seed,
            reason="a single square is a tour by itself", seconds=time.perf_counter() - began,
        )  # fmt: skip
    sums = _probe(tours, wanted, seed, progress)
    reason = f"{sums.reached:,} of {sums.probes:,} random probes became tours"
    return result(sums, reason if sums.reached else f"none of {sums.probes:,} random probes became a tour")


def _share_counted(tours: Tours) -> float:
    """By what the number of walks that are probed for is to be multiplied. They have a direction: a closed
    one is met twice, and so is an open one whose start is left to chance."""
    both_ways = tours.end_index is None and (tours.closed or tours.start_index is None)
    return tours.times * (0.5 if both_ways else 1.0)


class _Sums:
    """Weights and squares of weights, added up from their logarithms, as parts of the largest so far."""

    def __init__(self) -> None:
        self.probes = self.reached = 0
        self.top = 0  # a power of two
        self.sum = self.squares = 0.0

    def add(self, logs: "Weights") -> None:
        """Add the weights with these binary logarithms; those below 0 are of probes without a tour."""
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
        """The mean weight, to the next whole number, and its standard error, rounded up, times a number."""
        if not self.reached:
            return 0, 0
        mean = self.sum / self.probes
        spread = max(0.0, self.squares / self.probes - mean * mean)
        error = math.sqrt(spread / max(1, self.probes - 1))
        return _whole(mean * times, self.top), _whole(error * times, self.top, up=True)


def _whole(part: float, power: int, *, up: bool = False) -> int:
    """part * 2**power, however large, to the next whole number, or up to one.

    >>> _whole(0.75, 2), _whole(1.0, 2000) == 2**2000, _whole(0.3, 0), _whole(0.3, 0, up=True)
    (3, True, 0, 1)
    """
    mantissa, exponent = math.frexp(part)
    whole, shift = int(math.ldexp(mantissa, 53)), exponent + power - 53
    if shift >= 0:
        return whole << shift
    return (whole + ((1 << -shift) - 1 if up else 1 << -shift - 1)) >> -shift


def _probe(tours: Tours, probes: int, seed: int, progress: Progress | None) -> _Sums:
    """So many probes."""
    import numpy as np

    from turaga.count import estimate_kernel as kernel

    field, starts = probing_field(tours)
    rng = np.array([Rng(seed).state], dtype=np.uint64)
    at_once = max(1, _AT_ONCE // tours.board.size)
    sums = _Sums()
    while sums.probes < probes:
        if progress:
            progress(f"probing, {sums.reached:,} tours met", sums.probes, probes)
        logs = np.empty(min(at_once, probes - sums.probes), dtype=np.float64)
        kernel.probe(field, starts, rng, logs)
        sums.add(logs)
    return sums


def probing_field(tours: Tours) -> "tuple[Field, Ints]":
    """The board for the kernel, its squares numbered without holes, and where probes start."""
    import numpy as np

    from turaga.count import estimate_kernel as kernel

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
    end = -1 if tours.end_index is None else point[tours.end_index]
    anchor = end if end >= 0 else point[starts[0]] if tours.closed else -1
    near_anchor = np.zeros(len(squares), dtype=np.int8)
    if anchor >= 0:
        near_anchor[near[anchor, : degrees[anchor]]] = 1
    free, loose = np.zeros((2, len(squares)), dtype=np.int8)
    ways, state = np.zeros(len(squares), dtype=np.int64), np.zeros(2, dtype=np.int64)
    field = kernel.Field(near, degrees, near_anchor, anchor >= 0, end, free, ways, loose, state)
    return field, np.array([point[number] for number in starts], dtype=np.int64)


def _starts(tours: Tours, squares: list[int], degrees: list[int]) -> list[int]:
    """The square the probes start on: the one given, for a closed tour one with few moves; else any from
    which theory does not forbid a tour."""
    if tours.start_index is not None:
        return [tours.start_index]
    if tours.closed:
        return [squares[degrees.index(min(degrees))]]
    if len(squares) > _TOLD_APART:
        return squares
    return [n for n in squares if verdict(Question(tours.board, n)).exists is not False] or squares
