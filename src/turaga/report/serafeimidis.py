"""The claims of Serafeimidis's thesis about single walks, orders, closed tours and numbers of tours. The
claims about rates and times are in `serafeimidis_rates.py`."""

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
from turaga.text import duration, plural, show

_CLASS = ("12345678", "21876543", "34567812", "43218765", "56781234", "65432187", "78123456", "87654321")
_ZONES = ((2, 3, 4), (3, 4, 6), (4, 6, 8))
_OPEN_TOURS = 3926356053343005839641342729308535057127083875101072
_CLOSED_TOURS = 13_267_364_410_532

# The first start of each even board, row by row, from which the walk is a closed tour.
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
            "with the open start, on which its results depend",
            measured=measured,
        )
    missing, more = sorted(set(printed) - set(ours)), sorted(set(ours) - set(printed))
    return differs(
        f"{plural(len(ours), 'order')}; {len(missing)} of the printed orders are not among them",
        f"orders that are not in the thesis: {more}",
        measured=measured,
    )


def _true_orders(experiments: Experiments) -> ClaimResult:
    """All orders from all starts, with true degrees."""
    full, open_full = len(experiments.rows(TRUE_ORDERS, FULL)), len(experiments.rows(OPEN_ORDERS, FULL))
    gets = f"{full:,} with true degrees, {open_full:,} with the open start"
    measured = {"true_degrees": full, "open_start": open_full}
    if full == 7376:
        return agrees(
            gets,
            "with true degrees, the degrees of the start's neighbours are no longer one too high",
            measured=measured,
        )
    return differs(gets, "the numbers differ from the recorded ones", measured=measured)


def _classes(experiments: Experiments) -> ClaimResult:
    """Walk orders of the same class separately from every start of 8x8, and compare them."""
    import numpy as np

    board = Board("8x8")
    names = sorted({order_class(order) for order in all_orders()})
    same_class = sorted(order_image(_CLASS[0], symmetry) for symmetry in SYMMETRIES.values()) == sorted(
        _CLASS
    )
    chosen = Rng(0).shuffled(names)[: experiments.pick(500, len(names))]
    images = {  # each square after each symmetry
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
    gets = (
        f"{len(names)} classes; of {walked:,} orders that were walked separately, {mirrored:,} mirror the "
        "first"
    )
    gets += " of their class"
    if len(names) == 5040 and mirrored == walked and same_class:
        return agrees(gets, measured=measured)
    return differs(gets, "not all orders of a class have mirrored results", measured=measured)


# -- single walks ---------------------------------------------------------------------------------------


def _stops(experiments: Experiments) -> ClaimResult:
    outcome = solve("8x8", like="serafeimidis", start="3,4")
    visited = len(outcome.longest_walk or ())
    truly = len(solve("8x8", method="greedy", rule=TRUE, start="3,4").walk or ())
    measured = {"visited": visited, "with_true_degrees": truly}
    if isinstance(outcome, GaveUp) and visited == 56:
        return agrees(f"{visited} squares", f"with true degrees, {truly} squares", measured=measured)
    return differs(f"{visited} squares", "the walk differs from the printed one", measured=measured)


def _closes(experiments: Experiments) -> ClaimResult:
    rule = Rule(ties="order:24753186", open_start=True)
    outcome = solve("8x8", method="greedy", rule=rule, start="3,4")
    if not isinstance(outcome, Found):
        return differs(outcome.reason, "the walk differs from the printed one")
    tour = outcome.tour
    gets = f"complete, {'closed' if tour.closed else 'open'}, ending on {show(tour[-1])}"
    measured = {"closed": tour.closed, "end": show(tour[-1])}
    if tour.closed and show(tour[-1]) == "5,3":
        return agrees(gets, measured=measured)
    return differs(gets, "the walk differs from the printed one", measured=measured)


def _zones(experiments: Experiments) -> ClaimResult:
    """The degrees on empty boards, square by square."""
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
        gets = f"this holds for all {squares:,} squares of the boards from 5x5 to 30x30"
        return agrees(gets, measured={"squares": squares})
    return differs(
        f"this does not hold for {plural(len(wrong), 'square')}, such as {wrong[0]}",
        "the degrees there do not follow the pattern",
    )


def _minority(experiments: Experiments) -> ClaimResult:
    """The longest walk found from every start of the minority colour, up to symmetry."""
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
    gets = f"a walk of N*N-1 squares from all {len(starts)} such starts, up to symmetry, on 5x5 to {last}"
    if not short:
        why = "each move changes colour, so no walk from there can be longer"
        return agrees(gets, why, measured=measured)
    return differs(f"no such walk from {', '.join(short)}", "none was found there", measured=measured)


# -- closed tours ---------------------------------------------------------------------------------------


def _first_closed(experiments: Experiments) -> ClaimResult:
    """The first closed start of every even board."""
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
    return differs(gets, f"different on {', '.join(f'{n}x{n}' for n in wrong)}", measured=measured)


def _closed_time(experiments: Experiments) -> ClaimResult:
    """How long the scan for closed starts takes here."""
    last = experiments.pick(120, 300)
    plan = Plan(boards=parse_boards(f"6..{last}", even=True), rule=OPEN, until_closed=True)
    closed = experiments.rows(plan, "SELECT count(*) FROM walks WHERE closed")[0][0]
    seconds = experiments.seconds(plan)
    every = "all" if closed == len(plan.boards) else f"{closed} of"
    gets = f"up to {last} in {duration(seconds)}; {every} {len(plan.boards)} boards have a closed tour"
    measured = {"last": last, "boards": closed, "seconds": seconds}
    if last < 300:
        return differs(
            gets,
            "a quick run stops there, a full run continues to 300; times depend on the machine",
            measured=measured,
        )
    why = f"times depend on the machine: ours is {20 * 60 / seconds:.0f} times as fast"
    return differs(gets, why, measured=measured)


# -- numbers of tours -----------------------------------------------------------------------------------


def _open_tours(experiments: Experiments) -> ClaimResult:
    """What the printed number counts, and an estimate of the number of open tours by random probes."""
    board = Board("8x8")
    same = [moves for moves in range(1, 100) if count_walks(board, moves) == _OPEN_TOURS]
    found = estimate_tours(board, probes=experiments.pick(100_000, 1_000_000))
    gets = (
        f"about {power(found.estimate)} ({found.probes:,} probes), which is {_times_fewer(found)} times fewer"
    )
    measured = {"estimate": found.as_json(), "walks_of_moves": same}
    if found.low is not None and found.low <= _OPEN_TOURS <= (found.high or 0):
        return agrees(gets, measured=measured)
    why = "the known number is 9,795,914,085,489,952, undirected; we do not count it here"
    if same:
        why = (
            f"the printed number is exactly the number of walks of {same[0]} moves on 8x8 that can revisit "
            f"squares; {why}"
        )
    return differs(gets, why, measured=measured)


def _times_fewer(found: Estimate) -> str:
    return power(_OPEN_TOURS // max(1, found.estimate))


def _closed_tours(experiments: Experiments) -> ClaimResult:
    """Count all closed tours of 8x8, each once, if there is time and memory. Otherwise estimate the number
    with enough precision to distinguish it from its half. On 6x6, count both directed and undirected
    tours."""
    once = count_tours("6x6", closed=True, method="enumerate").count
    each_way = count_tours("6x6", closed=True, directed=True, method="enumerate").count
    measured: dict[str, Any] = {"6x6_once": once, "6x6_each_way": each_way}
    small = f"; on 6x6, {once:,} and {each_way:,}"
    if not experiments.quick:
        try:
            counted = count_tours(
                "8x8", closed=True, progress=lambda _, done, whole: experiments.report(done, whole)
            ).count
        except (BadInput, MemoryError) as error:  # estimate instead
            measured["not_counted"] = str(error)
        else:
            measured["8x8_once"] = counted
            gets = f"{counted:,}, each tour counted once; {2 * counted:,} counted in both directions{small}"
            if 2 * counted == _CLOSED_TOURS:
                return agrees(gets, measured=measured)
            undirected = "the printed number is the number of undirected tours"
            other = "the number differs from the printed one"
            return differs(gets, undirected if counted == _CLOSED_TOURS else other, measured=measured)
    found = estimate_tours("8x8", closed=True, probes=100_000)
    low, high = found.low or 0, found.high or 0
    measured["estimate"] = found.as_json()
    gets = f"each tour counted once, {power(low)} to {power(high)} (95%; {found.probes:,} probes){small}"
    as_it_is, halved = (low <= number <= high for number in (_CLOSED_TOURS, _CLOSED_TOURS // 2))
    if as_it_is and not halved:
        why = "this is the number of undirected tours; there are twice as many directed ones"
        return differs(gets, why, measured=measured)
    if halved and not as_it_is:
        return agrees(gets, measured=measured)
    return undecided(gets, "the estimate does not distinguish the number from its half", measured=measured)


CLAIMS = (
    Claim(
        name="full orders",
        source="serafeimidis",
        says="16 orders, which are listed, complete from every square of 8x8",
        find=_full_orders,
    ),
    Claim(
        name="true degrees",
        source="serafeimidis",
        kind="record",
        says="with true degrees, 7376 orders complete from every square of 8x8",
        find=_true_orders,
    ),
    Claim(
        name="classes of orders",
        source="serafeimidis",
        says="the 8! orders fall into 5040 classes of eight with mirrored results; "
        f"{', '.join(_CLASS[:-1])} and {_CLASS[-1]} are one class",
        find=_classes,
    ),
    Claim(
        name="six zones",
        source="serafeimidis",
        says="the degrees on an empty board follow the pattern 2 3 4 / 3 4 6 / 4 6 8",
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
        says="on odd boards the longest path from the minority colour has N*N-1 squares",
        find=_minority,
    ),
    Claim(
        name="first closed starts",
        source="serafeimidis",
        says="a table of the first start of a closed tour by order 12345678, for even N from 6 to 100",
        find=_first_closed,
    ),
    Claim(
        name="closed starts to 300",
        source="serafeimidis",
        kind="time",
        says="the table of closed starts up to 300 took about 20 minutes",
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
