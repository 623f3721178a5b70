"""The claims of Serafeimidis's thesis about success rates: random ties, one order for all starts, and the
outermost tie-break."""

import statistics
from functools import partial

from turaga.board import Board
from turaga.report.claims import Claim, ClaimResult, Share, agrees, differs, undecided
from turaga.report.experiments import Experiments
from turaga.report.judgements import bounded
from turaga.report.survey_plans import (
    LARGE,
    OPEN,
    SIZES,
    TIE_BREAKS,
    corner_to_100,
    every_board,
    one_order,
    random_orders,
    tie_breaks,
)
from turaga.rule import Rule
from turaga.survey.plan import Plan, parse_boards
from turaga.survey.sql import ALLOWED
from turaga.text import listed

_FAILS = "SELECT count(*) FILTER (NOT complete), count(*) FROM walks"
_HIGH = 0.88
_ABOUT = 0.025  # the tolerance on either side of "about" a share


# -- random ties ----------------------------------------------------------------------------------------


def _random_120(experiments: Experiments) -> ClaimResult:
    """Random ties from random starts, with the open start and with true degrees, and on 150x150."""
    starts = f"random:{experiments.pick(300, 3000)}"
    shares = {}
    for name, n, open_start in (
        ("open start", 120, True),
        ("true degrees", 120, False),
        ("150x150", 150, True),
    ):
        rule = Rule("random", open_start=open_start)
        fails, walks = experiments.rows(Plan(boards=parse_boards(str(n)), rule=rule, starts=starts), _FAILS)[
            0
        ]
        shares[name] = Share.sampled(fails, walks)
    share = shares["open start"]
    gets = f"{share} of the starts fail; {shares['150x150'].value:.1%} on 150x150"
    measured = {name.replace(" ", "_"): one.as_json() for name, one in shares.items()}
    way = "fewer" if share.value < 0.95 else "more"
    truly = shares["true degrees"].value
    otherwise = f"{way} than about 95%, which we read as 92.5% to 97.5%; with true degrees {truly:.1%} fail"
    why = "we read about 95% as 92.5% to 97.5%"
    return bounded(
        [share], 0.95 - _ABOUT, 0.95 + _ABOUT, gets, why=why, otherwise=otherwise, measured=measured
    )


def _where_not(below: dict[int, Share]) -> str:
    """Why the rates of random ties differ, given the boards whose rate is not above 88%."""
    sure, close = (
        [f"{n}x{n}" for n, share in below.items() if share.excludes(_HIGH, 1) is certain]
        for certain in (True, False)
    )
    otherwise = "it holds on all even boards, but not" if all(n % 2 for n in below) else "it does not hold"
    otherwise += f" on {listed(sure or ['no board'])}, although we count only starts that colour allows"
    otherwise += f"; {listed(close)}: too close to 88% to say" if close else ""
    otherwise += (
        ". The likely reason: the thesis considers only even boards from section 3.2 on; but section 10 is a "
        "separate text, about boards from 5x5 to 300x300"
    )
    return otherwise


def _random_24(experiments: Experiments) -> ClaimResult:
    """Random ties from every start, several times; on odd boards from the starts that colour allows."""
    plan = Plan(
        boards=parse_boards("5..24"),
        rule=Rule("random", open_start=True),
        repeat=experiments.pick(3, 20),
    )
    rows = experiments.rows(
        plan,
        f"SELECT rows, count(*) FILTER (complete), count(*) FROM walks WHERE {ALLOWED} GROUP BY rows "
        "ORDER BY rows",
    )
    shares = {n: Share.sampled(part, whole) for n, part, whole in rows}
    low = min((n for n in shares if n % 2 == 0), key=lambda n: shares[n].value)
    below = {n: share for n, share in shares.items() if not share.within(_HIGH, 1)}
    gets = f"the lowest rate on an even board is {shares[low]} on {low}x{low}; "
    gets += f"not above 88%: {', '.join(f'{n}x{n} {share}' for n, share in below.items()) or 'no board'}"
    return bounded(
        shares.values(), _HIGH, 1, gets,
        why="on odd boards we count only starts that colour allows", otherwise=_where_not(below),
        measured={f"{n}x{n}": share.as_json() for n, share in shares.items()},
    )  # fmt: skip


def _not_none(experiments: Experiments) -> ClaimResult:
    """Walks that avoid squares without onward moves, if they can, and walks that do not."""
    boards = parse_boards(f"6..{experiments.pick(30, 60)}", even=True)
    visited = {
        dead_ends_last: {board: experiments.walk(board, rule, range(board.size))[0] for board in boards}
        for dead_ends_last, rule in ((False, OPEN), (True, Rule(OPEN.text, dead_ends_last=True)))
    }
    plain, avoiding = (
        {(board, start) for board, counts in by_board.items() for start in board.indices()
         if counts[start] == board.size}
        for by_board in visited.values()
    )  # fmt: skip
    starts = sum(board.size for board in boards)
    gets = (
        f"of the {starts:,} starts of the even boards from {boards[0]} to {boards[-1]}, order 12345678 "
        f"completes from {len(plain):,} without this exception and from {len(avoiding):,} with it, if the "
        "last square is allowed"
    )
    measured = {"starts": starts, "without": len(plain), "with": len(avoiding)}
    why = (
        "read literally, the exception forbids the last move of every tour, because the last square has none"
    )
    if plain == avoiding:
        why += ". For other moves it does not matter: a walk that avoids such a square cannot visit it later"
    return undecided(gets, why, measured=measured)


# -- one order for all starts ---------------------------------------------------------------------------


def _by_orders(experiments: Experiments, plan: Plan, n: int) -> Share:
    """The mean share of failures over the orders of a plan, on one board."""
    rows = experiments.rows(
        plan,
        f'SELECT avg((NOT complete)::INT), count(*) FROM walks WHERE rows = {n} GROUP BY "order" '
        'ORDER BY "order"',
    )
    return Share.of_orders([share for share, _ in rows], sum(walks for _, walks in rows))


def _own(experiments: Experiments, n: int) -> Share:
    """The share of failures of 12345678 on one board."""
    fails, walks = experiments.rows(one_order(experiments), f"{_FAILS} WHERE rows = {n}")[0]
    return Share.sampled(fails, walks)


def _one_order_120(experiments: Experiments) -> ClaimResult:
    """Random orders and the order 12345678."""
    share, own = _by_orders(experiments, random_orders(experiments), 120), _own(experiments, 120)
    gets = f"a random order fails from {share} of the starts; 12345678 from {own}"
    measured = {"random_orders": share.as_json(), "12345678": own.as_json()}
    why = "we read 45% as 42.5% to 47.5%"
    otherwise = "not 45%, which we read as 42.5% to 47.5%"
    return bounded(
        [share], 0.45 - _ABOUT, 0.45 + _ABOUT, gets, why=why, otherwise=otherwise, measured=measured
    )


def _one_order_large(experiments: Experiments) -> ClaimResult:
    """Random orders and the order 12345678 on larger boards."""
    sizes = [int(n) for n in LARGE.split(",")]
    shares = {n: _by_orders(experiments, random_orders(experiments), n) for n in sizes}
    own = {n: _own(experiments, n) for n in sizes}
    gets = "a random order fails from "
    gets += ", ".join(
        f"{share.value:.0%} ({100 * share.low:.0f} to {100 * share.high:.0f}) at {n}"
        for n, share in shares.items()
    )
    gets += f" (95%; {shares[sizes[0]].of} per board); 12345678 from "
    gets += ", ".join(f"{share.value:.0%}" for share in own.values())
    measured = {
        "orders": {str(n): share.as_json() for n, share in shares.items()},
        "12345678": {str(n): share.as_json() for n, share in own.items()},
    }
    off = [str(n) for n, share in shares.items() if not share.within(0.70, 0.80)]
    otherwise = f"outside 70 to 80% at {listed(off or ['no board'])}"
    if shares[sizes[0]].value < shares[sizes[-1]].value:
        otherwise += "; the rate does not stay the same, it rises with the size of the board"
    why = "we read this as a claim about random orders"
    return bounded(shares.values(), 0.70, 0.80, gets, why=why, otherwise=otherwise, measured=measured)


def _good_rate(experiments: Experiments) -> ClaimResult:
    """The share of starts that random orders complete, on boards of all sizes."""
    sizes = [int(n) for n in SIZES.split(",")]
    fails = {n: _by_orders(experiments, random_orders(experiments), n) for n in sizes}
    rates = {n: Share(1 - share.value, share.of, 1 - share.high, 1 - share.low) for n, share in fails.items()}
    gets = "a random order completes from " + ", ".join(
        f"{share.value:.0%} of the starts of {n}x{n}" for n, share in rates.items()
    )
    return bounded(
        rates.values(), 0.5, 1, gets,
        why="we read a good to acceptable rate as at least half",
        otherwise="we read a good to acceptable rate as at least half. Part 4 of the same section says that "
        "70 to 80% of the starts fail from N = 150, which contradicts it",
        measured={f"{n}x{n}": share.as_json() for n, share in rates.items()},
    )  # fmt: skip


# -- larger boards ---------------------------------------------------------------------------------------


def _similar_rates(experiments: Experiments) -> ClaimResult:
    """The rates of the four orders of Figs 15 to 17 on larger boards."""
    orders = ("12345678", "53461278", "46531827", "13472568")
    shares = {
        order: {
            n: Share.sampled(complete, walks)
            for n, complete, walks in experiments.rows(
                Plan(
                    boards=parse_boards("8,10,20,50,100,200,300"),
                    rule=OPEN.by_order(order),
                    starts=f"random:{experiments.pick(40, 300)}",
                ),
                "SELECT rows, count(*) FILTER (complete), count(*) FROM walks GROUP BY rows ORDER BY rows",
            )
        }
        for order in orders
    }
    at_300 = {order: by_size[300] for order, by_size in shares.items()}
    gets = "complete on 300x300: " + ", ".join(
        f"{share.value:.0%} of the starts by {order}" for order, share in at_300.items()
    )
    measured = {
        order: {f"{n}x{n}": share.as_json() for n, share in by_size.items()}
        for order, by_size in shares.items()
    }
    at_100 = " to ".join(f"{v:.0%}" for v in _ends_of_range([s[100].value for s in shares.values()]))
    otherwise = (
        f"on 8x8 and 10x10 they complete from 92 to 100% of the starts, on 100x100 from {at_100}, and far "
        "less often on 300x300; section 10 of the thesis says so itself"
    )
    why = "on 8x8 they complete from 92 to 100%"
    return bounded(at_300.values(), 0.9, 1, gets, why=why, otherwise=otherwise, measured=measured)


def _ends_of_range(values: list[float]) -> tuple[float, float]:
    return min(values), max(values)


# -- tie-breaks -----------------------------------------------------------------------------------------


def _outermost(experiments: Experiments) -> ClaimResult:
    """The tie-break that the thesis calls outermost (our corner), with its open start, compared with its
    order: on 8x8, on the even boards to 100, and on boards up to 300."""
    fails_8 = {
        ties: int((experiments.walk(Board("8x8"), Rule(ties, open_start=True), range(64))[0] < 64).sum())
        for ties in ("corner", "12345678")
    }
    shares = {}
    for name, plan in (("corner", corner_to_100(experiments)), ("order", every_board(experiments))):
        rows = experiments.rows(
            plan,
            "SELECT rows, count(*) FILTER (NOT complete), count(*) FROM walks GROUP BY rows ORDER BY rows",
        )
        shares[name] = {n: part / whole for n, part, whole in rows}
    with_fails = sum(share > 0 for share in shares["corner"].values())
    means = {name: statistics.fmean(by_size.values()) for name, by_size in shares.items()}
    gets = (
        f"dead ends from {fails_8['corner']} of 64 starts of 8x8 (order 12345678: "
        f"{fails_8['12345678']}) and on {with_fails} of the {len(shares['corner'])} even boards from "
        "6 to 100"
    )
    at_300 = {ties: _fails_at_300(experiments, ties) for ties in TIE_BREAKS}
    measured = {
        "fails_on_8x8": fails_8, "boards_with_dead_ends": with_fails, "mean_share": means,
        "fails_on_300x300_with_true_degrees": {ties: share.as_json() for ties, share in at_300.items()},
    }  # fmt: skip
    why = (
        "dead ends are easy to find; but on average over these boards it fails from fewer starts than the "
        f"order, {means['corner']:.1%} against {means['order']:.1%}, and with true degrees from "
        f"{at_300['corner'].value:.0%} against {at_300['12345678'].value:.0%} on 300x300"
    )
    if not with_fails:
        return differs(gets, "no walk fails", measured=measured)
    if means["corner"] >= means["order"]:
        why = (
            f"on average over these boards it fails from more starts than the order, {means['corner']:.1%} "
            f"against {means['order']:.1%}"
        )
    return agrees(gets, why, measured=measured)


def _fails_at_300(experiments: Experiments, ties: str) -> Share:
    """The share of starts of 300x300 from which a tie-break fails, with true degrees."""
    plan = tie_breaks(experiments, ties, open_start=False)
    return Share.sampled(*experiments.rows(plan, f"{_FAILS} WHERE rows = 300")[0])


def _random_anywhere(experiments: Experiments) -> ClaimResult:
    """Whether random ties complete at least once from every start of small boards."""
    plan = Plan(
        boards=parse_boards(f"5..{experiments.pick(10, 18)}"),
        rule=Rule("random", open_start=True),
        repeat=200,
    )
    rows = experiments.rows(
        plan,
        f"SELECT rows, start, avg(complete::INT) FROM (SELECT rows, start_row * 1000 + start_col AS start, "
        f"complete FROM walks WHERE {ALLOWED}) GROUP BY ALL ORDER BY ALL",
    )
    never = [(n, start) for n, start, share in rows if not share]
    last = plan.boards[-1]
    gets = (
        f"of {plan.repeat} walks from each of the {len(rows):,} starts that colour allows on the boards "
        f"from 5x5 to {last}, at least one is complete from {len(rows) - len(never):,}"
    )
    measured = {"starts": len(rows), "never": len(never), "lowest": min(share for *_, share in rows)}
    if not never:
        why = f"the lowest share of complete walks from a start is {measured['lowest']:.0%}"
        return agrees(gets, why, measured=measured)
    return undecided(gets, "more walks from the other starts might be complete", measured=measured)


def _some_tours(experiments: Experiments) -> ClaimResult:
    """At least one tour by 12345678 on every even board to 100 or 300, and on larger boards."""
    counted = experiments.rows(
        every_board(experiments),
        "SELECT rows, count(*) FILTER (complete) FROM walks GROUP BY rows ORDER BY rows",
    )
    none = [n for n, complete in counted if not complete]
    plan = Plan(
        boards=parse_boards(experiments.pick("150,200,300,400", "150,200,300,400,500,600")),
        rule=OPEN,
        starts=f"random:{experiments.pick(20, 100)}",
    )
    larger = {
        n: Share.sampled(complete, walks)
        for n, complete, walks in experiments.rows(
            plan, "SELECT rows, count(*) FILTER (complete), count(*) FROM walks GROUP BY rows ORDER BY rows"
        )
    }
    gets = f"by 12345678, tours on all {len(counted) - len(none)} even boards from 6 to 100, and from "
    gets += ", ".join(f"{share.value:.0%} of the starts of {n}x{n}" for n, share in larger.items())
    measured = {f"{n}x{n}": share.as_json() for n, share in larger.items()}
    if not none and all(share.value > 0 for share in larger.values()):
        why = "nothing is known about all boards; the share falls as the boards grow"
        return agrees(gets, why, measured=measured)
    missing = [*none, *(n for n, share in larger.items() if not share.value)]
    return undecided(gets, f"no tour was found on {missing} from the starts that we tried", measured=measured)


_claim = partial(Claim, source="serafeimidis")

CLAIMS = (
    _claim(
        name="random ties anywhere", section="section 4.3.2", kind="claim", find=_random_anywhere,
        says="random ties do not always complete, but with the right choices they may from every start of "
        "every board",
    ),
    _claim(
        name="outermost", section="section 4.3.3", kind="claim", find=_outermost,
        says="with ties to the outermost square (nearest to a corner), walks that end in a dead end are "
        "easy to find",
    ),
    _claim(
        name="rates of larger boards", section="section 8.1", kind="claim", find=_similar_rates,
        says="larger boards have rates of success like those of the maps of 8x8 and 10x10",
    ),
    _claim(
        name="random ties to 24", section="section 10, part 1", kind="claim", find=_random_24,
        says="random ties succeed more than 88% of the time up to 24x24",
    ),
    _claim(
        name="but not none", section="section 10, part 1", kind="quoted", find=_not_none,
        says="Warnsdorff's rule: go to the square with the fewest onward moves, but not none",
    ),
    _claim(
        name="rate to 300", section="section 10, part 1", kind="claim", find=_good_rate,
        says="with an order for ties, the rate of success is good to acceptable for all sizes, at least up "
        "to 300x300",
    ),
    _claim(
        name="random ties at 120", section="section 10, part 2", find=_random_120,
        says="random ties fail from 95% of the starts of 120x120",
    ),
    _claim(
        name="one order at 120", section="section 10, part 2", find=_one_order_120,
        says="one random order for all starts fails from 45% of the starts of 120x120",
    ),
    _claim(
        name="one order from 150", section="section 10, part 4", kind="claim", find=_one_order_large,
        says="one order fails from 70 to 80% of the starts for N from 150 to 300, and the rate stays there",
    ),
    _claim(
        name="some tours on every board", section="section 10, part 4", kind="claim", find=_some_tours,
        says="orders seem to find at least some tours on boards of all sizes",
    ),
)  # fmt: skip
