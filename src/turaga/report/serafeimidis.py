"""What Serafeimidis's thesis says of single walks, orders, closed tours and numbers of tours; what it says of
rates and times is in `serafeimidis_rates.py`."""

from typing import Any

from turaga.board import Board
from turaga.count.estimate import Estimate, estimate_tours
from turaga.count.methods import count_tours
from turaga.errors import BadInput
from turaga.order import all_orders
from turaga.report.claims import Claim, ClaimResult, agrees, differs, undecided
from turaga.report.experiments import Experiments
from turaga.report.published_data import first_closed_starts, full_orders
from turaga.report.serafeimidis_rates import CLAIMS as RATES
from turaga.report.small_counts import count_walks, power
from turaga.report.survey_plans import FULL, OPEN, OPEN_ORDERS, TRUE, TRUE_ORDERS
from turaga.rng import Rng
from turaga.rule import Rule
from turaga.solve import Found, GaveUp, solve
from turaga.survey.plan import Plan, parse_boards
from turaga.symmetry import SYMMETRIES, order_class, order_image
from turaga.text import plural, show

_CLASS = ("12345678", "21876543", "34567812", "43218765", "56781234", "65432187", "78123456", "87654321")
_ZONES = ((2, 3, 4), (3, 4, 6), (4, 6, 8))
_OPEN_TOURS = 3926356053343005839641342729308535057127083875101072
_CLOSED_TOURS = 13_267_364_410_532

# The first start of each even board, row by row, whose walk closes.
FIRST_CLOSED = Plan(boards=parse_boards("6..100", even=True), rule=OPEN, until_closed=True)


# -- orders ---------------------------------------------------------------------------------------------


def _full_orders(experiments: Experiments) -> ClaimResult:
    """All 40,320 orders from all 64 starts."""
    ours = [str(order) for (order,) in experiments.rows(OPEN_ORDERS, FULL)]
    printed = sorted(full_orders())
    measured = {"orders": ours, "same": ours == printed}
    if ours == printed:
        return agrees(
            f"the same {len(ours)} of 40,320",
            "with the open start, on which its figures depend",
            measured=measured,
        )
    missing, more = sorted(set(printed) - set(ours)), sorted(set(ours) - set(printed))
    return differs(
        f"{len(ours)} orders; {len(missing)} of its own are not among them",
        f"more: {more}",
        measured=measured,
    )


def _true_orders(experiments: Experiments) -> ClaimResult:
    """The same with true degrees."""
    full, open_full = len(experiments.rows(TRUE_ORDERS, FULL)), len(experiments.rows(OPEN_ORDERS, FULL))
    gets = f"{full:,} with true degrees, {open_full:,} with the open start"
    measured = {"true_degrees": full, "open_start": open_full}
    if full == 7376:
        return agrees(
            gets, "the start's neighbours no longer look one degree richer than they are", measured=measured
        )
    return differs(gets, "the numbers are not those of the record", measured=measured)


def _classes(experiments: Experiments) -> ClaimResult:
    """Orders of the same class, each walked separately from every start of 8x8, and compared."""
    import numpy as np

    board = Board("8x8")
    names = sorted({order_class(order) for order in all_orders()})
    same_class = sorted(order_image(_CLASS[0], symmetry) for symmetry in SYMMETRIES.values()) == sorted(
        _CLASS
    )
    chosen = Rng(0).shuffled(names)[: experiments.pick(500, len(names))]
    images = {  # where each square goes under each symmetry
        name: np.array([board.index(s.square(board.square(n), 8, 8)) for n in board.indices()])
        for name, s in SYMMETRIES.items()
    }
    mirrored = 0
    for i in range(0, len(chosen), 100):
        experiments.report(i, len(chosen))
        part = chosen[i : i + 100]
        orders = [order_image(order, symmetry) for order in part for symmetry in SYMMETRIES.values()]
        visited, ends = (
            a.reshape(len(part), 8, 64) for a in experiments.walk(board, OPEN, range(64), orders)
        )
        for k, name in enumerate(SYMMETRIES):
            image = images[name]
            alike = (visited[:, k, image] == visited[:, 0]) & (ends[:, k, image] == image[ends[:, 0]])
            mirrored += int(alike.all(axis=1).sum())
    walked = 8 * len(chosen)
    measured = {"classes": len(names), "walked": walked, "mirrored": mirrored, "named_class": same_class}
    gets = f"{len(names)} classes; of {walked:,} orders, walked each by itself, {mirrored:,} go mirrored"
    if len(names) == 5040 and mirrored == walked and same_class:
        return agrees(gets, measured=measured)
    return differs(gets, "not all of them are images of one another", measured=measured)


# -- single walks ---------------------------------------------------------------------------------------


def _stops(experiments: Experiments) -> ClaimResult:
    outcome = solve("8x8", like="serafeimidis", start="3,4")
    visited = len(outcome.longest_walk or ())
    truly = len(solve("8x8", method="greedy", rule=TRUE, start="3,4").walk or ())
    measured = {"visited": visited, "with_true_degrees": truly}
    if isinstance(outcome, GaveUp) and visited == 56:
        return agrees(f"{visited} squares", f"with true degrees it has {truly}", measured=measured)
    return differs(f"{visited} squares", "the walk does not go as printed", measured=measured)


def _closes(experiments: Experiments) -> ClaimResult:
    rule = Rule(ties="order:24753186", open_start=True)
    outcome = solve("8x8", method="greedy", rule=rule, start="3,4")
    if not isinstance(outcome, Found):
        return differs(outcome.reason, "the walk does not go as printed")
    tour = outcome.tour
    gets = f"complete, {'closed' if tour.closed else 'open'}, ending on {show(tour[-1])}"
    measured = {"closed": tour.closed, "end": show(tour[-1])}
    if tour.closed and show(tour[-1]) == "5,3":
        return agrees(gets, measured=measured)
    return differs(gets, "the walk does not go as printed", measured=measured)


def _zones(experiments: Experiments) -> ClaimResult:
    """The degrees of free boards, square by square."""
    sizes = range(5, 31)
    wrong = [
        (n, show((row, col)))
        for n in sizes
        for board in [Board(n)]
        for row in range(n)
        for col in range(n)
        if len(board.neighbours(row * n + col)) != _ZONES[min(row, n - 1 - row, 2)][min(col, n - 1 - col, 2)]
    ]
    squares = sum(n * n for n in sizes)
    if not wrong:
        return agrees(f"so it is for all {squares:,} squares of 5x5 to 30x30", measured={"squares": squares})
    return differs(
        f"not for {plural(len(wrong), 'square')}, such as {wrong[0]}", "the pattern does not hold there"
    )


def _minority(experiments: Experiments) -> ClaimResult:
    """From every start of the minority colour, up to symmetry, the longest walk that is found."""
    sizes = range(5, experiments.pick(18, 32), 2)
    starts = [
        (n, row, col) for n in sizes for row in range((n + 1) // 2) for col in range(row + 1, (n + 1) // 2, 2)
    ]
    short = []
    for i, (n, row, col) in enumerate(starts):
        experiments.report(i, len(starts))
        outcome = solve(n, start=(row, col), best=True)
        if len(outcome.longest_walk or ()) != n * n - 1:
            short.append(f"{n}x{n} from {row + 1},{col + 1}")
    measured = {"starts": len(starts), "largest": sizes[-1], "short": short}
    last = f"{sizes[-1]}x{sizes[-1]}"
    gets = f"a walk of N*N-1 squares from all {len(starts)} such starts, up to symmetry, of 5x5 to {last}"
    if not short:
        return agrees(gets, "each move changes colour, so no walk from there has more", measured=measured)
    return differs(f"none from {', '.join(short)}", "no such walk was found there", measured=measured)


# -- closed tours ---------------------------------------------------------------------------------------


def _first_closed(experiments: Experiments) -> ClaimResult:
    """The scan of every even board."""
    rows = experiments.rows(
        FIRST_CLOSED, "SELECT rows, start_row, start_col FROM walks WHERE closed ORDER BY rows"
    )
    ours = {n: (row, col) for n, row, col in rows}
    printed = first_closed_starts()
    wrong = [n for n in printed if ours.get(n) != printed[n]]
    measured = {"ours": {str(n): show((row - 1, col - 1)) for n, (row, col) in ours.items()}, "wrong": wrong}
    gets = f"{len(printed) - len(wrong)} of the {len(printed)} starts are the same"
    if not wrong:
        return agrees(f"all {len(printed)} starts are the same", "with the open start", measured=measured)
    return differs(gets, f"not on {', '.join(f'{n}x{n}' for n in wrong)}", measured=measured)


def _closed_time(experiments: Experiments) -> ClaimResult:
    """How long the scan takes here."""
    last = experiments.pick(120, 300)
    plan = Plan(boards=parse_boards(f"6..{last}", even=True), rule=OPEN, until_closed=True)
    closed = experiments.rows(plan, "SELECT count(*) FROM walks WHERE closed")[0][0]
    seconds = experiments.seconds(plan)
    every = "all" if closed == len(plan.boards) else f"{closed} of"
    gets = f"to {last} in {seconds:.1f} s, {every} {len(plan.boards)} boards with a closed tour"
    measured = {"last": last, "boards": closed, "seconds": seconds}
    if last < 300:
        return differs(
            gets,
            "a quick run stops there; a full one goes to 300. A time is of its machine",
            measured=measured,
        )
    why = f"a time is of its machine: {20 * 60 / seconds:.0f} times as fast"
    return differs(gets, why, measured=measured)


# -- numbers of tours -----------------------------------------------------------------------------------


def _open_tours(experiments: Experiments) -> ClaimResult:
    """What the printed number is; and an estimate of the number of open tours, by random probes."""
    board = Board("8x8")
    same = [moves for moves in range(1, 100) if count_walks(board, moves) == _OPEN_TOURS]
    found = estimate_tours(board, probes=experiments.pick(100_000, 1_000_000))
    gets = f"about {power(found.estimate)} ({found.probes:,} probes), {_times_fewer(found)} times fewer"
    measured = {"estimate": found.as_json(), "walks_of_moves": same}
    if found.low is not None and found.low <= _OPEN_TOURS <= (found.high or 0):
        return agrees(gets, measured=measured)
    why = "9,795,914,085,489,952, undirected, is the number known; it is not counted here"
    if same:
        why = (
            f"the number printed is, to the last digit, that of all walks of {same[0]} moves on 8x8 that may "
            f"enter squares again; {why}"
        )
    return differs(gets, why, measured=measured)


def _times_fewer(found: Estimate) -> str:
    return power(_OPEN_TOURS // max(1, found.estimate))


def _closed_tours(experiments: Experiments) -> ClaimResult:
    """All closed tours of 8x8, each once, if there is time and memory; otherwise an estimate that is precise
    enough to tell the number from its half. On 6x6 both ways of counting, one by one."""
    once = count_tours("6x6", closed=True, method="enumerate").count
    each_way = count_tours("6x6", closed=True, directed=True, method="enumerate").count
    measured: dict[str, Any] = {"6x6_once": once, "6x6_each_way": each_way}
    small = f"(on 6x6: {once:,} and {each_way:,})"
    if not experiments.quick:
        try:
            counted = count_tours(
                "8x8", closed=True, progress=lambda _, done, whole: experiments.report(done, whole)
            ).count
        except (BadInput, MemoryError) as refused:  # then we estimate
            measured["not_counted"] = str(refused)
        else:
            measured["8x8_once"] = counted
            gets = f"{counted:,}, each tour counted once; each way round, {2 * counted:,} {small}"
            if 2 * counted == _CLOSED_TOURS:
                return agrees(gets, measured=measured)
            return differs(gets, "the number is right, and undirected" if counted == _CLOSED_TOURS else
                           "the number is not the one printed", measured=measured)  # fmt: skip
    found = estimate_tours("8x8", closed=True, probes=100_000)
    low, high = found.low or 0, found.high or 0
    measured["estimate"] = found.as_json()
    gets = f"each counted once, {power(low)} to {power(high)} (95%; {found.probes:,} probes, not all) {small}"
    as_it_is, halved = (low <= number <= high for number in (_CLOSED_TOURS, _CLOSED_TOURS // 2))
    if as_it_is and not halved:
        why = "so many are there undirected; directed there are twice as many"
        return differs(gets, why, measured=measured)
    if halved and not as_it_is:
        return agrees(gets, measured=measured)
    return undecided(gets, "the estimate does not tell the number from its half", measured=measured)


CLAIMS = (
    Claim(
        name="full orders",
        source="serafeimidis",
        says="16 orders, which it lists, complete from every square of 8x8",
        find=_full_orders,
    ),
    Claim(
        name="true degrees",
        source="serafeimidis",
        kind="record",
        says="with true degrees 7376 orders do",
        find=_true_orders,
    ),
    Claim(
        name="classes of orders",
        source="serafeimidis",
        says="the 8! orders fall into 5040 classes of eight with mirrored results; "
        f"{', '.join(_CLASS[:-1])} and {_CLASS[-1]} are one",
        find=_classes,
    ),
    Claim(
        name="six zones",
        source="serafeimidis",
        says="the degrees of a free board follow the pattern 2 3 4 / 3 4 6 / 4 6 8",
        find=_zones,
    ),
    Claim(
        name="from 3,4",
        source="serafeimidis",
        says="8x8 from 3,4 by order 12345678 stops after 56 squares",
        find=_stops,
    ),
    Claim(
        name="from 3,4 closed",
        source="serafeimidis",
        says="8x8 from 3,4 by order 24753186 completes, closed, ending on 5,3",
        find=_closes,
    ),
    Claim(
        name="minority colour",
        source="serafeimidis",
        says="on odd boards the best path from the minority colour has N*N-1 squares",
        find=_minority,
    ),
    Claim(
        name="first closed starts",
        source="serafeimidis",
        says="the first start of a closed tour by order 12345678, for even N from 6 to 100, as a table",
        find=_first_closed,
    ),
    Claim(
        name="closed starts to 300",
        source="serafeimidis",
        kind="time",
        says="the table of closed starts to 300 took about 20 minutes",
        find=_closed_time,
    ),
    *RATES,
    Claim(
        name="open tours of 8x8",
        source="serafeimidis",
        kind="claim",
        says=f"8x8 has {_OPEN_TOURS} open tours",
        find=_open_tours,
    ),
    Claim(
        name="closed tours of 8x8",
        source="serafeimidis",
        kind="claim",
        says=f"8x8 has {_CLOSED_TOURS:,} directed closed tours",
        find=_closed_tours,
    ),
)
