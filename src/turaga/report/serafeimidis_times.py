"""The claims of Serafeimidis's thesis about time: on the author's machine, and how it grows."""

from functools import partial

from turaga.board import Board
from turaga.greedy import Position
from turaga.report.claims import Claim, ClaimResult, Share, agrees, differs, not_run, undecided
from turaga.report.experiments import Experiments
from turaga.report.published_data import first_closed_starts
from turaga.report.survey_plans import OPEN, every_board, first_closed
from turaga.solve import solve
from turaga.survey.plan import Plan, parse_boards
from turaga.survey.plot_values import Asked
from turaga.survey.plot_values import seconds as seconds_of
from turaga.survey.selection import select
from turaga.text import plural, show
from turaga.threads import cores

_DEEPEST = 6


def _faster(theirs: float, ours: float) -> str:
    return f"times depend on the machine: ours is {theirs / ours:,.0f} times as fast"


# -- how the time grows -----------------------------------------------------------------------------------


def _growth(experiments: Experiments) -> ClaimResult:
    """The steps of all starts by board size."""
    steps = {
        n: mean * n * n
        for n, mean in experiments.rows(
            every_board(experiments), "SELECT rows, avg(steps) FROM walks GROUP BY rows ORDER BY rows"
        )
    }
    ratios = {n: steps[2 * n] / steps[n] for n in range(6, 51, 2)}
    mean = sum(ratios.values()) / len(ratios)
    gets = (
        f"twice the side takes {min(ratios.values()):.1f} to {max(ratios.values()):.1f} times as many steps "
        "for all starts, so the work grows like the fourth power of N"
    )
    why = (
        "a board has N*N starts, and a walk from each of them visits at most N*N squares, with the same "
        "work for each; the growth is fast, but not exponential"
    )
    measured = {"ratios": {f"{n}x{n}": ratio for n, ratio in ratios.items()}}
    if mean > 100:
        return agrees(gets, measured=measured)
    return differs(gets, why, measured=measured)


def _deep(experiments: Experiments) -> ClaimResult:
    """The walks that must be compared to break the first tie from a corner of 8x8, by depth."""
    board = Board("8x8")
    position = Position(board, OPEN)
    position.enter(0)
    tied = position.candidates()
    lists = {depth: [position.degrees_after(n, depth) for n in tied] for depth in range(1, _DEEPEST + 1)}
    counts = {depth: sum(map(len, both)) for depth, both in lists.items()}
    equal = [depth for depth, both in lists.items() if both[0] == both[1]]
    ratio = (counts[_DEEPEST] / counts[1]) ** (1 / (_DEEPEST - 1))
    gets = (
        f"from a corner of 8x8, the first tie needs {counts[1]} comparisons at depth 1 and "
        f"{counts[_DEEPEST]:,} at depth {_DEEPEST}, {ratio:.1f} times as many for each level"
    )
    measured = {"comparisons": counts, "still_tied": equal}
    if ratio > 1.5:
        why = (
            f"it is still a tie at depth {equal[-1]}, and at any depth: the two squares, "
            f"{show(board.square(tied[0]))} and {show(board.square(tied[1]))}, are mirror images of each "
            "other"
            if equal and equal[-1] == _DEEPEST
            else ""
        )
        return agrees(gets, why, measured=measured)
    return differs(gets, "the work does not grow exponentially", measured=measured)


# -- times ------------------------------------------------------------------------------------------------


def _one_on_8x8(experiments: Experiments) -> ClaimResult:
    board = Board("8x8")
    walked = experiments.clock(lambda: experiments.walk(board, OPEN, [0]))
    solved = experiments.clock(lambda: solve(board, like="serafeimidis", start=(0, 0)))
    gets = f"{1e6 * walked:.0f} µs for the walk alone, {1000 * solved:.2f} ms including verification"
    measured = {"walked": walked, "solved": solved}
    if walked < 0.001:
        return agrees(gets, "on a later machine", measured=measured)
    return differs(gets, "times depend on the machine", measured=measured)


def _all_on_8x8(experiments: Experiments) -> ClaimResult:
    seconds = experiments.clock(lambda: experiments.walk(Board("8x8"), OPEN, range(64)))
    gets = f"{1000 * seconds:.2f} ms"
    return differs(gets, _faster(0.02, seconds), measured={"seconds": seconds})


def _one_on_300x300(experiments: Experiments) -> ClaimResult:
    """One verified tour of 300x300, from the start that Table 57 gives."""
    board = Board("300x300")
    row, col = first_closed_starts()[300]
    start = (row - 1, col - 1)
    solved = experiments.clock(lambda: solve(board, like="serafeimidis", start=start))
    walked = experiments.clock(lambda: experiments.walk(board, OPEN, [board.index(start)]))
    gets = f"{1000 * walked:.1f} ms for the walk alone, {1000 * solved:.1f} ms including verification"
    return differs(gets, _faster(0.06, walked), measured={"solved": solved, "walked": walked})


def _all_on_300x300(experiments: Experiments) -> ClaimResult:
    """A sample of the starts of 300x300, scaled up."""
    plan = Plan(boards=parse_boards("300"), rule=OPEN, starts=f"random:{experiments.pick(400, 9000)}")
    fails, walks = experiments.rows(plan, "SELECT count(*) FILTER (NOT complete), count(*) FROM walks")[0]
    seconds = experiments.seconds(plan) * 90_000 / walks
    share = Share.sampled(fails, walks)
    gets = (
        f"{seconds:.0f} s on {plural(cores(), 'core')}, estimated from {walks:,} of 90,000 starts; {share} "
        "of the starts fail"
    )
    measured = {"seconds": seconds, "walks": walks, "failing": share.as_json()}
    return differs(gets, _faster(90 * 60, seconds), measured=measured)


def _to_100(experiments: Experiments) -> ClaimResult:
    (found,) = seconds_of(select(experiments.survey(every_board(experiments))), Asked("seconds-all"))
    seconds = {one.at.rows: one.value for one in found.values}
    gets = (
        f"one order, one core: all starts of 100x100 take {seconds[100]:.2f} s, of 50x50 {seconds[50]:.3f} "
        f"s, of all even boards from 6 to 100 {sum(seconds.values()):.1f} s"
    )
    why = "the curve is a picture, and its numbers are not in the text; ours is shown below"
    return undecided(gets, why, measured={f"{n}x{n}": time for n, time in seconds.items()})


def _closed_time(experiments: Experiments, theirs: float, words: str) -> ClaimResult:
    """How long the scan for closed starts takes here."""
    if experiments.quick:
        return not_run("a full run")
    plans = first_closed(6, 100), first_closed(102, 300)
    closed = sum(experiments.rows(plan, "SELECT count(*) FROM walks WHERE closed")[0][0] for plan in plans)
    boards = sum(len(plan.boards) for plan in plans)
    seconds = sum(experiments.seconds(plan) for plan in plans)
    gets = f"{seconds:.1f} s on {plural(cores(), 'core')}; {closed} of {boards} boards have a closed tour"
    measured = {"boards": boards, "closed": closed, "seconds": seconds}
    if closed < boards:
        return differs(gets, "not all of these boards have one by this order", measured=measured)
    return differs(gets, _faster(theirs, seconds) + words, measured=measured)


_claim = partial(Claim, source="serafeimidis")

CLAIMS = (
    _claim(
        name="exponential time", section="section 3.1", kind="claim", find=_growth,
        says="the time for these computations rises exponentially with the size of the board",
    ),
    _claim(
        name="deep degree", section="section 4.3.1", kind="claim", find=_deep,
        says="comparing ever deeper degrees until a tie breaks costs exponentially more, because it may "
        "have to go very deep",
    ),
    _claim(
        name="one walk on 8x8", section="section 8.1", kind="time", find=_one_on_8x8,
        says="one walk on 8x8 takes less than a millisecond",
    ),
    _claim(
        name="all starts of 8x8", section="section 8.1", kind="time", find=_all_on_8x8,
        says="all starts of 8x8 take about 0.02 s",
    ),
    _claim(
        name="one tour of 300x300", section="section 8.1", kind="time", find=_one_on_300x300,
        says="one tour of 300x300 takes about 0.06 s",
    ),
    _claim(
        name="all starts of 300x300", section="section 8.1", kind="time", find=_all_on_300x300,
        says="all starts of 300x300 take 90 minutes",
    ),
    _claim(
        name="Fig. 18", section="section 8.1, Fig. 18", kind="time", find=_to_100,
        says="a curve: the typical time for all starts of even boards from 6 to 100",
    ),
    _claim(
        name="20 minutes", section="section 8.3", kind="time",
        find=lambda experiments: _closed_time(experiments, 20 * 60, ""),
        says="closed tours are found for all even boards from 6 to 300 (Table 57) in about 20 minutes",
    ),
    _claim(
        name="a few minutes", section="section 10, part 4", kind="time",
        find=lambda experiments: _closed_time(
            experiments, 5 * 60, " if a few minutes are five; section 8.3 says 20 minutes"
        ),
        says="closed tours of all even boards from 6 to 300 are found in a few minutes",
    ),
)  # fmt: skip
