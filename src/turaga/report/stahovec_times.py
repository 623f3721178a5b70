"""Stahovec's table of times: 80 runs with a limit of 4,000,000 steps. Which starts they had is not known, and
the colours that marked some of them are lost in the text."""

import statistics
import time
from functools import lru_cache

from turaga.board import Board
from turaga.report.claims import Claim, ClaimResult, undecided
from turaga.report.experiments import Experiments
from turaga.report.judgements import judged
from turaga.report.published_data import stahovec_times
from turaga.rng import Rng
from turaga.solve import Found, GaveUp, Impossible, Outcome, solve
from turaga.text import listed, plural, show

_LIMIT = 4_000_000
_NOISE = 0.25  # the share by which our own times can differ on a busy machine
_FITS = 0.05  # the share by which a printed time can differ from one with known steps
_MUCH = 100  # a hundred times the steps of a direct tour is much backtracking
_AT_LIMIT = 30.0  # seconds: 13 s more than any other run, and 9 s less than those at the limit


def _run(side: int, start: tuple[int, int], limit: int = _LIMIT) -> tuple[Outcome, float]:
    """A search like the author's, and its processor time."""
    began = time.process_time()
    outcome = solve(side, like="stahovec", start=start, step_limit=limit)
    return outcome, time.process_time() - began


def _limit_runs() -> dict[str, list[float]]:
    """The times in the table that must be runs to the limit, by board."""
    times = stahovec_times()
    return {name: long for name in times if (long := [s for s in times[name] if s > _AT_LIMIT])}


def _rate() -> float:
    """The author's steps per second, from the runs to the limit on 7x7."""
    return _LIMIT / statistics.fmean(_limit_runs()["7x7"])


@lru_cache(1)
def _searches(side: int) -> dict[tuple[int, int], Outcome]:
    """The search from each start that colour allows, to the limit."""
    board = Board(side, side)
    return {
        square: solve(side, like="stahovec", start=square, step_limit=_LIMIT)
        for square in map(board.square, board.indices())
        if sum(square) % 2 == 0
    }


def _table(experiments: Experiments) -> ClaimResult:
    """Our times for as many random starts."""
    printed, rng, rows, measured = stahovec_times(), Rng(0), [], {}
    for name, theirs in printed.items():
        board = Board(name)
        starts = rng.shuffled(list(board.indices()))[: experiments.pick(2, len(theirs))]
        ours = [_run(board.rows, board.square(start))[1] for start in starts]
        measured[name] = {
            whose: {"min": min(times), "mean": statistics.fmean(times), "max": max(times)}
            for whose, times in (("printed", theirs), ("ours", ours))
        }
        rows.append(
            f"{name} {min(theirs):.4f} to {max(theirs):.4f} (ours {min(ours):.4f} to {max(ours):.4f})"
        )
    return undecided(
        f"seconds, fastest to slowest: {'; '.join(rows)}",
        "the starts were random and are not given, so single runs cannot be compared. The claims that follow "
        "test what the text says about the table",
        measured=measured,
    )


def _marks(experiments: Experiments) -> ClaimResult:
    """The runs that must have been marked, by their times."""
    fastest = {
        name: [run for run, seconds in enumerate(times, start=1) if seconds == min(times)]
        for name, times in stahovec_times().items()
    }
    limit = {
        name: [run for run, seconds in enumerate(times, start=1) if seconds > _AT_LIMIT]
        for name, times in stahovec_times().items()
    }
    reached = {name: runs for name, runs in limit.items() if runs}
    all_times = [seconds for times in stahovec_times().values() for seconds in times]
    short = sum(seconds < 0.1 for seconds in all_times)
    return undecided(
        f"by their times, {sum(map(len, reached.values()))} runs reached the limit: "
        + ", ".join(f"{name} run {listed(map(str, runs))}" for name, runs in reached.items())
        + f"; {short} of {len(all_times)} took less than a tenth of a second; the fastest are "
        + ", ".join(f"{name} run {listed(map(str, runs))}" for name, runs in fastest.items()),
        "the colours are lost in the text; this is inferred from the times, of which nothing lies between "
        "17.7 and 39.0 s",
        measured={"limit": reached, "fastest": fastest},
    )


def _rates(experiments: Experiments) -> ClaimResult:
    """Whether the long runs on 5x5 fit complete searches, at the speed of the runs to the limit."""
    outcomes = [
        _run(5, start)[0] for start in ((0, 1), (1, 2))
    ]  # the others without a tour are images of these
    steps = sorted({outcome.steps for outcome in outcomes if isinstance(outcome, Impossible)})
    long = [seconds for seconds in stahovec_times()["5x5"] if seconds > 1]
    fits = [min(steps, key=lambda count: abs(count / _rate() - seconds)) for seconds in long]
    off = [abs(count / _rate() / seconds - 1) for seconds, count in zip(long, fits, strict=True)]
    gets = f"7x7 gives {_rate():,.0f} steps per second. A complete search of 5x5 from a start without a tour "
    gets += f"takes {listed([f'{count:,}' for count in steps], 'or')} steps, so "
    gets += listed([f"{count / _rate():.2f} s" for count in steps], "or")
    return judged(
        max(off) < 0.05 and all(seconds < _AT_LIMIT for seconds in long),
        f"{gets}; printed: {listed([f'{seconds:.2f} s' for seconds in long])}, at most {max(off):.1%} away",
        why="an inference from times: so no run on 5x5 reached the limit; these three searched everything",
        otherwise="the times do not fit complete searches",
        measured={"steps_per_second": _rate(), "steps": steps, "seconds": long, "off_by": off},
    )


def _odd(experiments: Experiments) -> ClaimResult:
    """The boards of the runs of more than a second."""
    slow = {name: count for name, times in stahovec_times().items() if (count := sum(s > 1 for s in times))}
    searches = [outcome for outcome in _searches(7).values() if isinstance(outcome, GaveUp)]
    return judged(
        all(int(name.partition("x")[0]) % 2 for name in slow),
        f"in the table, all {sum(slow.values())} runs of more than a second are on odd boards: "
        f"{listed([f'{count} on {name}' for name, count in slow.items()])}",
        why=f"on 7x7 our search reaches the limit from {plural(len(searches), 'start')} that colour allows; "
        "from the 24 others there is no tour",
        otherwise="some slow runs are on even boards",
        measured={"slow": slow, "given_up_7x7": len(searches)},
    )


def _longer(experiments: Experiments) -> ClaimResult:
    """The time of a search to the limit, on 7x7 and on 15x15."""
    theirs = {name: statistics.fmean(times) for name, times in _limit_runs().items()}
    runs = [(side, _run(side, (0, 1))[1]) for _ in range(3) for side in (7, 15)]
    ours = {f"{side}x{side}": min(seconds for which, seconds in runs if which == side) for side in (7, 15)}
    grows, printed = ours["15x15"] / ours["7x7"], theirs["15x15"] / theirs["7x7"]
    gets = f"printed: {theirs['7x7']:.1f} s on 7x7 and {theirs['15x15']:.1f} s on 15x15, {printed - 1:+.1%}; "
    gets += f"ours: {ours['7x7']:.2f} s and {ours['15x15']:.2f} s, {grows - 1:+.1%}"
    measured = {"printed": theirs, "ours": ours}
    if abs(grows - 1) < _NOISE:
        return undecided(
            gets,
            f"the printed times do show it. Ours are within {_NOISE:.0%} of each other, which can be noise, "
            "and what a step costs depends on the program",
            measured=measured,
        )
    return judged(
        grows > 1,
        gets,
        why="the number of steps is the same; on a large board, a step has more ways to look at",
        otherwise="a step of our search costs less on 15x15; that depends on the program",
        measured=measured,
    )


def _backtracking(experiments: Experiments) -> ClaimResult:
    """The starts of 7x7 from which the search finds a tour after a long time."""
    times = stahovec_times()["7x7"]
    runs = {run: times[run - 1] for run in (5, 6)}
    long = {
        show(start): outcome.steps
        for start, outcome in _searches(7).items()
        if isinstance(outcome, Found) and outcome.steps > 100_000
    }
    nearest = {
        run: min(long.values(), key=lambda steps: abs(steps / _rate() - seconds))
        for run, seconds in runs.items()
    }
    gets = "on 7x7 our search finds a tour after more than 100,000 steps from " + listed(
        [
            f"{start} ({steps:,} steps, {steps / _rate():.2f} s at the author's speed)"
            for start, steps in long.items()
        ]
    )
    printed = {run: round(seconds * _rate(), -3) for run, seconds in runs.items()}
    off = {run: nearest[run] / _rate() / seconds - 1 for run, seconds in runs.items()}
    fits = [
        f"run {run} fits a start with {nearest[run]:,} steps"
        if abs(off[run]) < _FITS
        else f"run {run} matches no start: the nearest has {nearest[run]:,} steps, {abs(off[run]):.0%} "
        f"{'more' if off[run] > 0 else 'fewer'}"
        for run in runs
    ]
    return judged(
        min(printed.values()) > _MUCH * 49,
        gets,
        why=f"at the author's speed the two runs are about {printed[5]:,.0f} and {printed[6]:,.0f} steps, an "
        f"inference from times; without backtracking, a tour takes 49. {'; '.join(fits).capitalize()}",
        otherwise="at the author's speed, one of the two runs takes few steps",
        measured={"steps": long, "printed": runs, "printed_steps": printed, "off_by": off},
    )


def _quick(experiments: Experiments, sides: tuple[int, ...], most: float, says: str) -> ClaimResult:
    """The times of tours that are found directly, from ten random starts of each board."""
    slowest: dict[str, tuple[float, float, int]] = {}
    for side in sides:
        board = Board(side, side)
        starts = Rng(side).shuffled(list(board.indices()))[:10]
        runs = [_run(side, board.square(start), limit=board.size) for start in starts]
        ours = [seconds for outcome, seconds in runs if isinstance(outcome, Found)]
        printed = max(seconds for seconds in stahovec_times()[str(board)] if seconds < _AT_LIMIT)
        slowest[str(board)] = (printed, max(ours, default=most), len(ours))
    words = [
        f"{name} at most {printed} s (printed) and {1000 * ours:.1f} ms (ours, {_starts(found)})"
        for name, (printed, ours, found) in slowest.items()
    ]
    return judged(
        all(max(printed, ours) < most for printed, ours, _ in slowest.values()),
        "; ".join(words),
        otherwise=f"a time is not below {says}",
        measured={name: {"printed": printed, "ours": ours} for name, (printed, ours, _) in slowest.items()},
    )


def _starts(found: int) -> str:
    return "all 10 starts" if found == 10 else f"{found} of 10 starts, the others need backtracking"


def _grows(experiments: Experiments) -> ClaimResult:
    """The median times of the table, and our steps."""
    middles = {name: statistics.median(times) for name, times in stahovec_times().items()}
    even = [middle for name, middle in middles.items() if int(name.partition("x")[0]) % 2 == 0]
    return judged(
        even == sorted(even),
        "the median times in the table: "
        + ", ".join(f"{name} {middle:.4f} s" for name, middle in middles.items()),
        why="on even boards they grow with the board. A tour that is found directly takes as many steps as "
        "the board has squares, so the time must grow",
        otherwise="they do not grow on even boards",
        measured=middles,
    )


_TABLE = "section 3, table of times"

CLAIMS_3 = (
    Claim(
        name="half a second",
        source="stahovec",
        section="section 3, chart of 20x20 and 30x30",
        kind="time",
        says="without much backtracking, a run takes less than half a second, also on 20x20 and 30x30",
        find=lambda experiments: _quick(experiments, (20, 30), 0.5, "half a second"),
    ),
    Claim(
        name="table of times",
        source="stahovec",
        section=_TABLE,
        kind="time",
        says="the seconds of ten runs on each of eight boards, with a limit of 4,000,000 steps: 0.0006 to "
        "40.7141",
        find=_table,
    ),
    Claim(
        name="marked times",
        source="stahovec",
        section=_TABLE,
        says="runs that reached the limit are yellow, and the fastest of each ten are blue",
        find=_marks,
    ),
    Claim(
        name="long runs on 5x5",
        source="stahovec",
        section=_TABLE,
        says="three runs on 5x5 take 17.6654, 17.4316 and 9.7552 s",
        find=_rates,
    ),
    Claim(
        name="odd boards in the table",
        source="stahovec",
        section=_TABLE,
        says="the table shows that odd boards do not suit the algorithm",
        find=_odd,
    ),
    Claim(
        name="limit on larger boards",
        source="stahovec",
        section=_TABLE,
        kind="time",
        says="a run to the limit takes longer on a larger board",
        find=_longer,
    ),
    Claim(
        name="runs 5 and 6 on 7x7",
        source="stahovec",
        section=_TABLE,
        says="these take 2.8963 and 2.3972 s, because they need much backtracking",
        find=_backtracking,
    ),
)

CLAIMS_4 = (
    Claim(
        name="time grows",
        source="stahovec",
        section="section 4",
        kind="time",
        says="larger boards take longer",
        find=_grows,
    ),
    Claim(
        name="a tenth of a second",
        source="stahovec",
        section="section 4",
        kind="time",
        says="30x30 takes less than a tenth of a second",
        find=lambda experiments: _quick(experiments, (30,), 0.1, "a tenth of a second"),
    ),
)
