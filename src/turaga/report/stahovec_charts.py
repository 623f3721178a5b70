"""Stahovec's four charts: how many of ten random starts are solved in each of ten runs."""

from functools import partial

from turaga.report.claims import Claim, ClaimResult, Share, undecided
from turaga.report.experiments import Experiments
from turaga.report.judgements import bounded, judged
from turaga.report.small_counts import count_queens
from turaga.rule import SYSTEMS
from turaga.survey.plan import Plan, parse_boards
from turaga.survey.sql import ALLOWED
from turaga.text import listed

_RULE = SYSTEMS["stahovec"].rule
CHARTS = {"5,6": 1_000_000, "7,8": 2_000_000, "12,15": 3_000_000, "20,30": 4_000_000}  # boards, step limit
_ALL = "5,6", "7,8"  # the boards that a quick run searches from every start


def chart(experiments: Experiments, boards: str) -> Plan:
    """Ten runs of ten random, different starts, as in the coursework; in a quick run, three.

    Starts that theory rules out are skipped. This saves the steps spent on them and does not change which
    starts are solved.
    """
    return _search(boards, CHARTS[boards], starts="random:10", repeat=experiments.pick(3, 10))


def _search(boards: str, limit: int, *, starts: str, repeat: int = 1) -> Plan:
    return Plan(
        boards=parse_boards(boards),
        rule=_RULE,
        method="search",
        step_limit=limit,
        prune=False,
        starts=starts,
        repeat=repeat,
    )


def solved_by_run(experiments: Experiments, boards: str) -> dict[str, list[int]]:
    """How many of ten starts are solved in each run, by board."""
    plan = chart(experiments, boards)
    solved = {
        (rows, (row - 1, col - 1)): complete
        for rows, row, col, complete in experiments.rows(
            plan, "SELECT DISTINCT rows, start_row, start_col, complete FROM walks"
        )
    }
    return {
        str(board): [
            sum(solved[board.rows, board.square(start)] for start in plan.starts_of(board, run))
            for run in range(plan.repeat)
        ]
        for board in plan.boards
    }


def solved_by_board(experiments: Experiments, *, allowed: bool = False) -> dict[int, Share]:
    """The share of starts, or of those that colour allows, that are solved on each board of the charts, with
    the limit of its chart: of all starts, or in a quick run of those of the chart for boards from 12x12."""
    which = ALLOWED if allowed else "true"
    shares = {}
    for boards, limit in CHARTS.items():
        whole = not experiments.quick or boards in _ALL
        plan = _search(boards, limit, starts="all") if whole else chart(experiments, boards)
        make = Share.counted if whole else partial(Share.sampled, things="starts")
        for rows, part, starts in experiments.rows(
            plan,
            f"SELECT rows, count(*) FILTER (complete), count(*) FROM walks WHERE {which} GROUP BY rows "
            "ORDER BY rows",
        ):
            shares[rows] = make(part, starts)
    return shares


def _chart(experiments: Experiments, boards: str) -> ClaimResult:
    """Our runs in the author's setting."""
    runs = solved_by_run(experiments, boards)
    shown = "; ".join(f"{name}: {', '.join(map(str, counts))}" for name, counts in runs.items())
    return undecided(
        f"solved of ten, in runs of ours with the same limit: {shown}",
        "the chart is an image, and the starts were random, so the runs cannot be compared one by one",
        measured={"runs": runs, "step_limit": CHARTS[boards]},
    )


def _small(experiments: Experiments) -> ClaimResult:
    """Every start of 5x5 and 6x6."""
    shares = solved_by_board(experiments)
    return judged(
        shares[5].value < 0.9 and shares[6].value < 0.9,
        f"solved: {shares[5]} of the starts of 5x5, and {shares[6]} of 6x6",
        otherwise="5x5 does not suit it, but 6x6 does: it is solved from every start. The odd side "
        "makes the difference, not the size, as the author finds later",
        measured={"5x5": shares[5].as_json(), "6x6": shares[6].as_json()},
    )


def _unsolvable(experiments: Experiments) -> ClaimResult:
    """The starts of 5x5 without a tour, and whether they are those that colour rules out."""
    allowed, solved = experiments.rows(
        _search("5,6", CHARTS["5,6"], starts="all"),
        f"SELECT count(*) FILTER ({ALLOWED}), count(*) FILTER (complete) FROM walks WHERE rows = 5",
    )[0]
    return judged(
        allowed == solved < 25,
        f"{25 - solved} of the 25 starts of 5x5 have no tour, and all others are solved",
        why="the starts without a tour are those of the colour that has 12 squares, not 13",
        otherwise="the starts that are not solved are not those without a tour",
        measured={"with_a_tour": allowed, "solved": solved},
    )


def _parity(experiments: Experiments) -> ClaimResult:
    """Even boards and odd boards."""
    shares = solved_by_board(experiments)
    even, odd = ([shares[n].value for n in shares if n % 2 == parity] for parity in (0, 1))
    words = listed([f"{n}x{n} {100 * share.value:.0f}%" for n, share in shares.items()])
    of_allowed = solved_by_board(experiments, allowed=True)
    possible = listed([f"{n}x{n} {share}" for n, share in of_allowed.items() if n % 2])
    return judged(
        max(odd) < 0.6 and min(even) > 0.9,
        f"starts solved: {words}",
        why="on odd boards nearly half of the starts have no tour, because of their colour. Of the others, "
        f"these are solved: {possible}",
        otherwise="odd boards are not clearly worse",
        measured={f"{n}x{n}": share.as_json() for n, share in shares.items()},
    )


def _growth(experiments: Experiments) -> ClaimResult:
    """Whether the share of solved starts grows with the board, apart from the odd boards."""
    shares = solved_by_board(experiments)
    even = [share.value for n, share in shares.items() if n % 2 == 0]
    words = listed([f"{n}x{n} {100 * share.value:.1f}%" for n, share in shares.items() if n % 2 == 0])
    return judged(
        even == sorted(even) and even[0] < even[-1],
        f"starts of even boards that are solved: {words}",
        otherwise="from 5x5 to 6x6 it does grow, but among even boards there is no growth: small even boards "
        "are solved from every start, larger ones not quite. The author replaces this guess by the one about "
        "odd boards",
        measured={f"{n}x{n}": share.as_json() for n, share in shares.items()},
    )


def _queens(experiments: Experiments) -> ClaimResult:
    """The number of solutions for several numbers of queens."""
    counts = {n: count_queens(n) for n in range(4, 10)}
    drops = [n for n in counts if n > 4 and counts[n] < counts[n - 1]]
    return judged(
        bool(drops),
        f"4 to 9 queens have {', '.join(map(str, counts.values()))} solutions: fewer for "
        f"{', '.join(map(str, drops)) or 'none'} than for one queen less",
        why="the number of solutions drops once, at an even size. So the problems are alike only in that "
        "growth is not steady; queens have no trouble with odd boards",
        otherwise="the number of solutions never drops",
        measured={str(n): found for n, found in counts.items()},
    )


def _size(experiments: Experiments) -> ClaimResult:
    """Even boards of different sizes."""
    shares = {n: share for n, share in solved_by_board(experiments).items() if n % 2 == 0}
    lowest = min(shares, key=lambda n: shares[n].value)
    return judged(
        shares[lowest].value > 0.9,
        f"the fewest starts of an even board are solved on {lowest}x{lowest}: {shares[lowest]}",
        why="up to 30x30, with the step limits of the charts",
        otherwise="on some boards far fewer starts are solved",
        measured={f"{n}x{n}": share.as_json() for n, share in shares.items()},
    )


def _beyond(experiments: Experiments) -> ClaimResult:
    """Random starts of boards larger than 70x70; on odd boards, starts that colour allows."""
    plan = _search("71..80", 1_000_000, starts=f"random:{experiments.pick(5, 100)}")
    part, whole = experiments.rows(
        plan, f"SELECT count(*) FILTER (complete), count(*) FROM walks WHERE {ALLOWED}"
    )[0]
    share = Share.sampled(part, whole, "starts")
    return bounded(
        [share],
        0.5,
        1,
        f"71x71 to 80x80: {share} of the starts that colour allows are solved within a million steps",
        why="we read this as: most starts are solved",
        otherwise="most starts are not solved",
        measured={"solved": share.as_json()},
    )


def _chart_claim(boards: str) -> Claim:
    small, large = boards.split(",")
    return Claim(
        name=f"chart {small}x{small} and {large}x{large}",
        source="stahovec",
        section=f"section 3, chart of {small}x{small} and {large}x{large}",
        says="a chart of how many of ten random, different starts are solved in each of ten runs, with a "
        f"limit of {CHARTS[boards]:,} steps",
        find=lambda experiments: _chart(experiments, boards),
    )


CLAIMS_3 = (
    Claim(
        name="beyond 70x70",
        source="stahovec",
        section="section 3",
        kind="claim",
        says="the program can solve boards beyond 70x70",
        find=_beyond,
    ),
    _chart_claim("5,6"),
    Claim(
        name="small boards",
        source="stahovec",
        section="section 3, chart of 5x5 and 6x6",
        kind="claim",
        says="small boards do not suit the algorithm",
        find=_small,
    ),
    Claim(
        name="unsolvable starts",
        source="stahovec",
        section="section 3, chart of 5x5 and 6x6",
        kind="claim",
        says="some starts probably have no tour at all",
        find=_unsolvable,
    ),
    _chart_claim("7,8"),
    Claim(
        name="growth",
        source="stahovec",
        section="section 3, chart of 7x7 and 8x8",
        kind="claim",
        says="the number of solved starts may grow with the board, though not steadily",
        find=_growth,
    ),
    Claim(
        name="queens",
        source="stahovec",
        section="section 3, chart of 7x7 and 8x8",
        kind="claim",
        says="the number of solutions of the queens problem does not grow steadily either",
        find=_queens,
    ),
    _chart_claim("12,15"),
    Claim(
        name="odd boards",
        source="stahovec",
        section="section 3, chart of 12x12 and 15x15; section 4",
        says="boards with an odd side are hard: dramatically fewer solutions than on even ones",
        find=_parity,
    ),
    _chart_claim("20,30"),
)

CLAIMS_4 = (
    Claim(
        name="size",
        source="stahovec",
        section="section 4",
        says="the size of the board hardly limits the algorithm",
        find=_size,
    ),
)
