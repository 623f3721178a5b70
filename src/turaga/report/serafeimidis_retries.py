"""The claims of Serafeimidis's thesis about further orders for the starts that fail."""

import statistics
from functools import partial

from turaga.report.claims import Claim, ClaimResult, Share, agrees, differs, undecided
from turaga.report.experiments import Experiments
from turaga.report.survey_plans import OPEN, retried, retried_12345678
from turaga.survey.plan import Plan, parse_boards
from turaga.survey.sql import ALLOWED
from turaga.text import plural

_MANY = 200  # further orders: more than any start needs


def _shares_left(experiments: Experiments, retries: int) -> tuple[Share, float]:
    """The share of starts on the even boards from 6 to 100 that fail after a number of retries, as the mean
    over boards, and the share of all starts of these boards."""
    rows = experiments.rows(
        retried(experiments, retries),
        'SELECT "order", rows, avg((NOT complete)::INT), count(*) FROM walks GROUP BY ALL ORDER BY ALL',
    )
    by_order: dict[object, list[float]] = {}
    for order, _, share, _ in rows:
        by_order.setdefault(order, []).append(share)
    means = Share.of_orders([statistics.fmean(x) for x in by_order.values()], sum(row[3] for row in rows))
    area = sum(n * n for _, n, _, _ in rows)
    return means, sum(n * n * share for _, n, share, _ in rows) / area


def _retries(experiments: Experiments) -> ClaimResult:
    """Random orders, in the setting of Fig. 19."""
    (first, by_starts), (after, after_starts) = (_shares_left(experiments, k) for k in (0, 5))
    gets = (
        f"in the setting of Fig. 19 (random orders, even boards from 6 to 100), {first} fail at first as the "
        f"mean over the boards, and {after.value:.2%} after five further orders; of all starts of these "
        f"boards, {by_starts:.0%} and {after_starts:.2%}"
    )
    measured = {
        "first": first.as_json(), "after_five": after.as_json(), "first_of_all_starts": by_starts,
        "after_five_of_all_starts": after_starts,
    }  # fmt: skip
    why = (
        "the thesis says only that these are further tests with other orders, not which orders and boards, "
        "so the numbers cannot be compared; the fall after five orders is even steeper here"
    )
    return undecided(gets, why, measured=measured)


def _more_steps(experiments: Experiments, which: str, retries: int) -> tuple[float, float]:
    """How many more steps the retries take on some boards, as a share, and how much of the board a failing
    walk visits."""
    once, more = (
        experiments.rows(retried(experiments, k), f"SELECT sum(steps) FROM walks WHERE {which}")[0][0]
        for k in (0, retries)
    )
    length = experiments.rows(
        retried(experiments, 0),
        f"SELECT sum(visited) / sum(rows * cols) FROM walks WHERE {which} AND NOT complete",
    )[0][0]
    return more / once - 1, length


def _five_orders(experiments: Experiments) -> ClaimResult:
    """The cost of five further orders, in squares entered."""
    share, length = _more_steps(experiments, "true", 5)
    gets = f"{share:.0%} more steps in the setting of Fig. 19"
    measured = {"more_steps": share, "length_of_failing": length}
    if 0.06 <= share <= 0.09:
        return agrees(gets, "we read 7 to 8% as 6 to 9%", measured=measured)
    why = (
        "the setting is not stated, but in any setting the number is too low: a walk that fails still "
        f"visits {length:.0%} of the squares on average, so if 15% of the walks fail, one retry for each of "
        "them alone costs nearly 15% more"
    )
    return differs(gets, why, measured=measured)


def _until_found(experiments: Experiments) -> ClaimResult:
    """The cost of random orders until one completes, compared with one order that would complete every
    start: it would enter every square of the board once per start."""
    plan = Plan(
        boards=parse_boards("6..100", even=True),
        rule=OPEN,
        orders=f"random:{experiments.pick(20, 60)}",
        starts=f"random:{experiments.pick(10, 40)}",
        retries=_MANY,
    )
    rows = experiments.rows(
        plan,
        "SELECT rows, sum(steps) / sum(rows * cols) - 1, count(*) FILTER (NOT complete), max(retries) "
        "FROM walks GROUP BY rows ORDER BY rows",
    )
    shares = {n: share for n, share, *_ in rows}
    left, most = sum(row[2] for row in rows), max(row[3] for row in rows)
    area = sum(n**4 for n in shares)  # the steps for all starts of a board of side n are n^4
    whole = sum(n**4 * share for n, share in shares.items()) / area
    gets = (
        f"on the even boards from 6 to 100, random orders until one completes (up to {most} further ones) "
        f"take {whole:.0%} more steps than one order that would complete every start: {shares[20]:.0%} on "
        f"20x20, {shares[50]:.0%} on 50x50, {shares[100]:.0%} on 100x100"
    )
    measured = {"more_steps": whole, "by_board": {f"{n}x{n}": share for n, share in shares.items()},
                "still_failing": left}  # fmt: skip
    if 0.06 <= whole <= 0.09 and not left:
        return agrees(gets, "we read 7 to 8% as 6 to 9%", measured=measured)
    last = max((n for n, share in shares.items() if share <= 0.09), default=0)
    why = "the boards are not stated, but the section is about boards up to 300x300, where more starts fail"
    why += f"; the increase is at most 9% only on boards up to {last}x{last}" if last else ""
    return differs(gets, why, measured=measured)


def _time_at_100(experiments: Experiments) -> ClaimResult:
    """The cost of one and of five further orders on 100x100, in squares entered."""
    one, length = _more_steps(experiments, "rows = 100", 1)
    five, _ = _more_steps(experiments, "rows = 100", 5)
    gets = f"on 100x100, {one:.0%} more steps with one further order, {five:.0%} with up to five"
    measured = {"one": one, "five": five, "length_of_failing": length}
    if 0.055 <= five <= 0.075:
        return agrees(gets, "we read about 6.5% as 5.5 to 7.5%", measured=measured)
    why = (
        "the picture is not in the text; a walk that fails on 100x100 still visits "
        f"{length:.0%} of the squares, so the extra time is about the share of starts that fail, which is "
        "far above 6.5% for random orders; 6.5% would need orders that fail from about one start in fifteen"
    )
    return differs(gets, why, measured=measured)


def _fall(experiments: Experiments) -> ClaimResult:
    """The starts that are still incomplete after each further order, for order 12345678."""
    rows = experiments.rows(
        retried_12345678(experiments),
        "SELECT rows, count(*), " + ", ".join(
            f"count(*) FILTER (NOT complete OR retries > {k})" for k in range(6)
        ) + " FROM walks GROUP BY rows ORDER BY rows",
    )  # fmt: skip
    left = [sum(n * n * row[k] / walks for n, walks, *row in rows) for k in range(6)]
    area = sum(n * n for n, *_ in rows)
    gets = "of all starts of the even boards from 6 to 100, " + ", ".join(
        f"{count / area:.2%}" for count in left
    )
    gets += " are incomplete after 0, 1, 2, 3, 4 and 5 further random orders"
    measured = {"incomplete": [count / area for count in left]}
    if left[1] < left[0] / 2:
        why = (
            "the curves are not in the text, so we compare only the statement that each further order leaves "
            "far fewer; the figure below shows ours"
        )
        return agrees(gets, why, measured=measured)
    return differs(gets, "the first further order does not leave far fewer", measured=measured)


def _every_start(experiments: Experiments) -> ClaimResult:
    """Every start of small boards, and random starts of larger ones, with random orders until one "
    "completes."""
    last = experiments.pick(24, 60)
    plans = [
        Plan(boards=parse_boards(f"5..{last}"), rule=OPEN, retries=30),
        Plan(
            boards=parse_boards(",".join(str(n) for n in range(300, last, -experiments.pick(20, 2)))),
            rule=OPEN,
            starts=f"random:{experiments.pick(6, 12)}",
            retries=100,
        ),
    ]
    found = [
        experiments.rows(
            plan,
            "SELECT count(*), count(*) FILTER (NOT complete), max(retries) FILTER (complete), count(DISTINCT "
            f"rows) FROM walks WHERE {ALLOWED}",
        )[0]
        for plan in plans
    ]
    (small, fails, most, _), (sampled, more_fails, most_sampled, boards) = found
    gets = (
        f"a tour from all {small:,} starts that colour allows on the boards from 5x5 to {last}x{last}, with "
        f"up to {most} further orders, and from {sampled - more_fails:,} of {sampled:,} random starts of "
        f"{boards} boards up to 300x300, with up to {most_sampled}"
    )
    measured = {
        "starts": small, "failing": fails, "sampled": sampled, "failing_of_sampled": more_fails,
        "most_further_orders": max(most, most_sampled),
    }  # fmt: skip
    if not fails and not more_fails:
        return agrees(gets, measured=measured)
    return differs(gets, f"{plural(fails + more_fails, 'start')} still failed", measured=measured)


_claim = partial(Claim, source="serafeimidis")

CLAIMS = (
    _claim(
        name="every start", section="section 8.2", kind="claim", find=_every_start,
        says="with further orders for the starts that fail, tours are found from all starts of the boards "
        "from 5x5 to 300x300 (on odd boards, of the majority colour)",
    ),
    _claim(
        name="Fig. 19", section="section 8.2, Fig. 19", find=_time_at_100,
        says="ten random orders: at worst, on 100x100, further orders take five seconds more, about 6.5%",
    ),
    _claim(
        name="Fig. 20", section="section 8.2, Fig. 20", find=_fall,
        says="for order 12345678, each further random order leaves far fewer incomplete walks",
    ),
    _claim(
        name="15% then 3%", section="section 8.2", find=_retries,
        says="with other orders, about 15% of the walks are incomplete, and under 3% after five random "
        "orders",
    ),
    _claim(
        name="7 to 8% more time", section="section 8.2", find=_five_orders,
        says="five further random orders for the starts that fail take only 7 to 8% more time",
    ),
    _claim(
        name="7 to 8% until found", section="section 10, part 4", find=_until_found,
        says="random orders, tried until one completes, take only 7 to 8% more time than one order would "
        "take if it completed from every start",
    ),
)  # fmt: skip
