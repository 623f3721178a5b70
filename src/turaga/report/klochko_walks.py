"""Klochko's sections 2.4, 3.2 and 3.3: walks by Warnsdorff's rule and by its opposite."""

import time

from turaga.board import Board
from turaga.greedy import Position
from turaga.report.claims import Claim, ClaimResult, Share
from turaga.report.experiments import Experiments
from turaga.report.judgements import bounded, compared, judged
from turaga.report.printed_grids import PrintedGrid, entries
from turaga.report.published_data import klochko_figure
from turaga.report.small_counts import count_entered, plain_steps
from turaga.report.survey_plans import FULL, TRUE, always_works
from turaga.rule import SYSTEMS, Rule
from turaga.solve import Outcome, solve
from turaga.survey.plan import Plan, parse_boards
from turaga.survey.sql import ALLOWED
from turaga.text import listed

_RULE = SYSTEMS["klochko"].rule
_PASSED = (9950, 9998, 9956, 9999)  # Fig. 3.7, starts [0][0] to [0][3]
_FIRST_TOUR = 10  # Fig. 3.8, start [0][10]
_CLASSES = Plan(boards=parse_boards("8"), rule=TRUE, orders="unique")  # one order of each class of eight


def _always(experiments: Experiments) -> ClaimResult:
    """Its rule from every start of small boards and from random starts of others; all orders on 8x8."""
    small, large = always_works(experiments)
    last = small.boards[-1].rows
    fails = f"SELECT rows, count(*) FILTER (NOT complete), count(*) FROM walks WHERE {ALLOWED} GROUP BY rows"
    boards = sorted([*experiments.rows(small, fails), *experiments.rows(large, fails)])
    failing = [rows for rows, part, _ in boards if part]
    measured = {
        "boards": {f"{rows}x{rows}": {"failing": part, "starts": whole} for rows, part, whole in boards},
        "all_starts_to": last,
    }
    if not failing:
        gets = f"no start fails: every start up to {last}x{last}, samples of larger boards"
        return judged(True, gets, otherwise="", measured=measured)
    first = failing[0]
    starts = experiments.rows(
        small,
        f"SELECT start_row, start_col, visited FROM walks WHERE rows = {first} AND NOT complete "
        f"AND {ALLOWED} ORDER BY ALL",
    )
    full = 8 * len(experiments.rows(_CLASSES, FULL))
    orders = 8 * experiments.rows(_CLASSES, 'SELECT count(DISTINCT "order") FROM walks')[0][0]
    clean = [f"{rows}x{rows}" for rows, part, _ in boards if not part and rows <= last]
    part, whole = next((part, whole) for rows, part, whole in boards if rows == 76)
    where = ", ".join(f"{row},{col}" for row, col, _ in starts)
    gets = (
        f"the author's own rule already fails on {first}x{first}, from {where}; up to {last}x{last}, from "
        f"every start, it never fails only on {listed(clean)}; on 76x76 {Share.sampled(part, whole)} of the "
        "starts fail"
    )
    why = "it depends on how ties are broken, and the sentence allows any way: on 8x8, "
    why += f"{full:,} of {orders:,} orders complete from every square"
    measured = {**measured, "full_orders_8x8": full, "orders": orders}
    return judged(False, gets, otherwise=why, measured=measured)


def _board(experiments: Experiments) -> ClaimResult:
    """The walk from the corner of 8x8, compared square by square."""
    outcome = solve("8x8", like="klochko", start="1,1")
    board = PrintedGrid(title="the board", printed=klochko_figure("Fig. 3.6"), ours=_rows(outcome))
    return compared(
        [board],
        also=f"{len(outcome.longest_walk or ())} squares visited",
        otherwise="our walk is another one",
    )


def _rows(outcome: Outcome) -> tuple[tuple[str, ...], ...]:
    return entries(outcome.longest_walk.rows() if outcome.longest_walk else [])


def _passed(experiments: Experiments) -> ClaimResult:
    """The walks from the first starts of 100x100."""
    visited, _ = experiments.walk(Board(100, 100), _RULE, range(len(_PASSED)))
    table = PrintedGrid(
        title="squares visited from [0][0] to [0][3]",
        printed=entries([_PASSED]),
        ours=entries([visited.tolist()]),
        where="entry",
    )
    return compared([table], otherwise="our walks stop elsewhere", measured={"visited": visited.tolist()})


def _first_tour(experiments: Experiments) -> ClaimResult:
    """The first start of 100x100, row by row, with a tour."""
    visited, _ = experiments.walk(Board(100, 100), _RULE, range(_FIRST_TOUR + 10))
    complete = [start for start, count in enumerate(visited.tolist()) if count == 10_000]
    before = ", ".join(f"{count:,}" for count in visited.tolist()[:_FIRST_TOUR])
    gets = f"the first tour is from [0][{complete[0]}]" if complete else "no tour from the first 20 starts"
    return judged(
        complete[:1] == [_FIRST_TOUR],
        f"{gets}; the starts before it visit {before} squares",
        otherwise="our first tour has another start",
        measured={"visited": visited.tolist()},
    )


def _chance(experiments: Experiments) -> ClaimResult:
    """The share of starts of 100x100 with a tour."""
    plan = Plan(boards=parse_boards("100"), rule=_RULE, starts=experiments.pick("random:500", "all"))
    complete, walks, middle = experiments.rows(
        plan,
        "SELECT count(*) FILTER (complete), count(*), median(10000 - visited) FILTER (NOT complete) FROM "
        "walks",
    )[0]
    make = Share.sampled if experiments.quick else Share.counted
    share = make(complete, walks)
    visited, _ = experiments.walk(Board(8, 8), _RULE, range(64))
    small = Share.counted(visited.tolist().count(64), 64)
    return bounded(
        [share],
        0,
        min(0.5, small.value),
        f"{share} of the starts give a tour; the others leave a median of {middle:.0f} squares. On 8x8 it is "
        f"{small}",
        why="we read not very high as less than half. It is not low either: nearly every second start gives "
        "a tour, though the first ten do not",
        otherwise="at least half of the starts give a tour",
        measured={"complete": share.as_json(), "8x8": small.as_json(), "median_left": middle},
    )


def _linear(experiments: Experiments) -> ClaimResult:
    """The processor time of a walk per square, on boards of very different sizes."""
    times = {}
    for side in (50, 100, 200, 400):
        board = Board(side, side)
        starts = range(400 // side * 400 // side)
        experiments.walk(board, _RULE, starts[:1])
        began = time.process_time()
        visited, _ = experiments.walk(board, _RULE, starts)
        times[f"{side}x{side}"] = (time.process_time() - began) / int(visited.sum()) * 1e9
    low, high = min(times.values()), max(times.values())
    return judged(
        high < 4 * low,
        "nanoseconds per square: " + ", ".join(f"{name} {ns:.0f}" for name, ns in times.items()),
        why="n is the number of squares here, while in O(8^(n^2)) it was the side. From 50x50 to 400x400 the "
        "number of squares grows by a factor of 64, and the time per square stays about the same",
        otherwise="the time per square grows by more than a factor of four",
        measured=times,
    )


def _not_all(experiments: Experiments) -> ClaimResult:
    """The tours of 5x5 from a corner that the rule can make, if ties are broken in every possible way."""
    board = Board("5x5")
    every = count_entered(board, 0)[1]
    position = Position(board, Rule(_RULE.ties))

    def made(here: int) -> int:
        position.enter(here)
        near = position.candidates()
        least = min((position.degree[n] for n in near), default=0)
        found = sum(made(n) for n in near if position.degree[n] == least) or len(position.path) // board.size
        position.leave()
        return found

    ruled = made(0)
    return judged(
        0 < ruled < every,
        f"of the {every} tours of 5x5 from a corner, the rule can make {ruled}, with ties broken in every "
        "possible way",
        otherwise="it can make all of them",
        measured={"tours": every, "by_the_rule": ruled},
    )


def _faster(experiments: Experiments) -> ClaimResult:
    """The steps to one tour by the rule and by the search with backtracking, from a corner."""
    most = experiments.pick(100_000, 1_000_000)
    steps = {n: plain_steps(Board(n, n), 0, _RULE.order, most) for n in (5, 6, 7, 8)}
    visited = {n: int(experiments.walk(Board(n, n), _RULE, [0])[0][0]) for n in steps}
    return judged(
        all(visited[n] == n * n and (plain is None or plain > 10 * n * n) for n, plain in steps.items()),
        "steps to one tour from a corner by the rule, and by the search: "
        + ", ".join(
            f"{n}x{n} {visited[n]} and {f'over {most:,}' if plain is None else f'{plain:,}'}"
            for n, plain in steps.items()
        ),
        why="we read much as more than ten times. Where the rule reaches a dead end, it gives no tour",
        otherwise="not more than ten times fewer steps, or no tour by the rule",
        measured={f"{n}x{n}": {"rule": visited[n], "search": plain} for n, plain in steps.items()},
    )


# -- the opposite rule ------------------------------------------------------------------------------------

_OPPOSITE = Plan(
    boards=parse_boards(",".join(f"{m}x{n}" for m in range(5, 11) for n in range(5, 11))),
    rule=Rule(_RULE.ties, most=True, dead_ends_last=True),
)


def _never(experiments: Experiments) -> ClaimResult:
    """The opposite rule from every start of every board, with equal and unequal sides."""
    boards, walks, allowed, complete, best = experiments.rows(
        _OPPOSITE,
        f"SELECT count(DISTINCT (rows, cols)), count(*), count(*) FILTER ({ALLOWED}), "
        "count(*) FILTER (complete), max(visited / (rows * cols)) FROM walks",
    )[0]
    return judged(
        complete == 0,
        f"{complete} of {walks:,} starts of {boards} boards complete; the longest walk visits {best:.0%} of "
        "its board",
        why=f"the program skips starts that colour rules out, which leaves {allowed:,}",
        otherwise="it does complete, but rarely",
        measured={
            "boards": boards,
            "walks": walks,
            "allowed": allowed,
            "complete": complete,
            "longest": best,
        },
    )


def _half(experiments: Experiments) -> ClaimResult:
    """How much of its board a walk by the opposite rule visits."""
    walks, near, middle, low, high = experiments.rows(
        _OPPOSITE,
        "WITH shares AS (SELECT visited / (rows * cols) AS part FROM walks) SELECT count(*), "
        "count(*) FILTER (part BETWEEN 0.4 AND 0.6), median(part), quantile_cont(part, 0.05), "
        "quantile_cont(part, 0.95) FROM shares",
    )[0]
    share = Share.counted(near, walks)
    return judged(
        0.45 <= middle <= 0.55,
        f"the median walk visits {middle:.0%} of its board; nine in ten visit {low:.0%} to {high:.0%}; "
        f"{share} visit 40% to 60%",
        why="half is right for the median; single walks vary",
        otherwise="the median is not within 5 percentage points of half",
        measured={"median": middle, "from_40_to_60": share.as_json(), "5%": low, "95%": high},
    )


CLAIMS_2 = (
    Claim(
        name="always works",
        source="klochko",
        section="section 2.4",
        kind="quoted",
        says="Warnsdorff's rule always works from 5x5 to 76x76, and any of equally good squares will do",
        find=_always,
    ),
    Claim(
        name="not all tours",
        source="klochko",
        section="section 2.4",
        kind="quoted",
        says="Warnsdorff's rule does not give all tours",
        find=_not_all,
    ),
)

CLAIMS_3 = (
    Claim(
        name="Fig. 3.6",
        source="klochko",
        section="section 3.2, Fig. 3.6",
        says="Warnsdorff's rule from [0][0] of 8x8 gives a tour, printed as a board",
        find=_board,
    ),
    Claim(
        name="Fig. 3.7",
        source="klochko",
        section="section 3.2, Fig. 3.7",
        says="on 100x100, the walks from [0][0] to [0][3] visit 9950, 9998, 9956 and 9999 squares",
        find=_passed,
    ),
    Claim(
        name="Fig. 3.8",
        source="klochko",
        section="section 3.2, Fig. 3.8",
        says="the first tour of 100x100 is the one from [0][10]",
        find=_first_tour,
    ),
    Claim(
        name="chance at 100x100",
        source="klochko",
        section="section 3.2",
        kind="claim",
        says="the chance of a tour of 100x100 is not very high, if not low, and lower than on small boards",
        find=_chance,
    ),
    Claim(
        name="linear time",
        source="klochko",
        section="section 3.2",
        kind="claim",
        says="a walk by Warnsdorff's rule takes O(n) time",
        find=_linear,
    ),
    Claim(
        name="the opposite",
        source="klochko",
        section="section 3.3",
        says="the opposite rule, most onward moves first, never completes on boards from 5x5 to 10x10, with "
        "equal or unequal sides",
        find=_never,
    ),
    Claim(
        name="half the squares",
        source="klochko",
        section="section 3.3",
        says="in nearly every case, a walk by the opposite rule covers only half of the way",
        find=_half,
    ),
    Claim(
        name="faster than the search",
        source="klochko",
        section="Conclusion",
        kind="claim",
        says="for someone who does not need all tours, Warnsdorff's rule is much better than the search with "
        "backtracking, because of its speed",
        find=_faster,
    ),
)
