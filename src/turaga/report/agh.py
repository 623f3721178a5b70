"""The claims of Agh's assignment: a search by order 21876543 that reports how it ended."""

from turaga.report.claims import Claim, ClaimResult, Share, agrees, differs
from turaga.report.experiments import Experiments
from turaga.report.published_data import printed_board
from turaga.rule import SYSTEMS, Rule
from turaga.solve import Found, GaveUp, Impossible, solve
from turaga.survey.plan import Plan, parse_boards
from turaga.survey.sql import ALLOWED
from turaga.text import plural

_RULE = SYSTEMS["agh"].rule
_STEPS = 5_000_000  # more than a search of 5x5 takes from any start


def _steps(start: str, steps: int, *, backtracked: bool) -> ClaimResult:
    outcome = solve("5x5", like="agh", start=start, step_limit=_STEPS)
    gets = f"{plural(outcome.steps, 'step')}, {outcome.reason}"
    measured = {"steps": outcome.steps, "outcome": outcome.word, "reason": outcome.reason}
    if isinstance(outcome, Found) and outcome.steps == steps and bool(outcome.backtracks) == backtracked:
        return agrees(gets, measured=measured)
    return differs(gets, "the search differs from the one printed in the assignment", measured=measured)


def _board(experiments: Experiments) -> ClaimResult:
    """The tour of 8x8 from the corner, compared square by square."""
    outcome = solve("8x8", like="agh", start="1,1", step_limit=_STEPS)
    same = outcome.longest_walk is not None and outcome.longest_walk.rows() == printed_board("agh")
    measured = {"steps": outcome.steps, "same_board": same}
    if same and outcome.steps == 64:
        return agrees(f"the same board, in {outcome.steps} steps", measured=measured)
    return differs(f"{'the same' if same else 'a different'} board, in {outcome.steps} steps",
                   "the search differs from the one printed in the assignment",
                   measured=measured)  # fmt: skip


def _endings(experiments: Experiments) -> ClaimResult:
    """One search for each way to end."""
    outcomes = {
        "found directly": solve("5x5", like="agh", start="4,2"),
        "found by backtracking": solve("5x5", like="agh", start="2,2"),
        "exhausted": solve("5x5", like="agh", start="1,2", step_limit=_STEPS),
        "out of time": solve("7x7", like="agh", start="1,2", time_limit=experiments.pick(0.2, 1.0)),
    }
    words = [Found.word, Found.word, Impossible.word, GaveUp.word]
    met = [outcome.word for outcome in outcomes.values()] == words
    met = met and outcomes["found directly"].backtracks == 0 < outcomes["found by backtracking"].backtracks
    gets = "; ".join(
        f"{outcome.board} from {outcome.start[0] + 1},{outcome.start[1] + 1}: {name}"
        + (f", {outcome.steps:,} steps" if name != "out of time" else "")
        for name, outcome in outcomes.items()
    )
    measured = {name: outcome.word for name, outcome in outcomes.items()}
    if met:
        return agrees(gets, measured=measured)
    return differs(gets, "a search ended in an unexpected way", measured=measured)


def _plan(experiments: Experiments, rule: Rule) -> Plan:
    """Every start of even boards."""
    return Plan(boards=parse_boards(f"6..{experiments.pick(40, 60)}", even=True), rule=rule)


def _dead_ends(experiments: Experiments) -> ClaimResult:
    """The walk without backtracking, from every start of 8x8 and of other even boards."""
    plan = _plan(experiments, _RULE)
    failing = experiments.rows(
        plan, "SELECT start_row, start_col, visited FROM walks WHERE rows = 8 AND NOT complete"
    )
    boards = experiments.rows(
        plan, "SELECT rows, count(*), count(*) FILTER (NOT complete) FROM walks GROUP BY rows ORDER BY rows"
    )
    stuck = [n for n, _, fails in boards if fails]
    last = f"{boards[-1][0]}x{boards[-1][0]}"
    measured = {
        "8x8": [{"start": f"{row},{col}", "visited": visited} for row, col, visited in failing],
        "boards": {
            f"{rows}x{rows}": {"starts": starts, "dead_ends": fails} for rows, starts, fails in boards
        },
    }
    if not stuck:
        return agrees(f"no dead end from any start of the even boards up to {last}", measured=measured)
    where = ", ".join(f"{row},{col} (after {visited} squares)" for row, col, visited in failing)
    gets = f"on 8x8 the walk reaches a dead end from {plural(len(failing), 'start')}"
    gets += f": {where}" if failing else ""
    on = "all" if len(stuck) == len(boards) else f"{len(stuck)} of the"
    gets += f"; it also does on {on} {len(boards)} even boards from 6x6 to {last}"
    return differs(gets, "backtracking finds a tour from there, not the rule", measured=measured)


def _impossible_starts(experiments: Experiments) -> ClaimResult:
    """The steps of a search from a start that colour rules out, with and without checking colour first."""
    searched = solve("5x5", like="agh", start="1,2", step_limit=_STEPS)
    known = solve("5x5", start="1,2", method="search")
    measured = {"searched": searched.steps, "asked_first": known.steps}
    gets = f"5x5 from 1,2: {searched.steps:,} steps to find nothing, {known.steps} if colour is checked first"
    if isinstance(known, Impossible) and isinstance(searched, Impossible) and known.steps < searched.steps:
        return agrees(gets, measured=measured)
    return differs(gets, "checking first saves nothing here", measured=measured)


def _farther_out(experiments: Experiments) -> ClaimResult:
    """Dead ends by its own order, and with ties broken by the distance from the centre."""
    count = f"SELECT count(*) FILTER (NOT complete), count(*) FROM walks WHERE {ALLOWED}"
    fails = {}
    for name, ties in (("order", f"order:{_RULE.order}"), ("corner", f"corner,order:{_RULE.order}"),
                       ("outermost", f"outermost,order:{_RULE.order}")):  # fmt: skip
        part, whole = experiments.rows(_plan(experiments, Rule(ties=ties)), count)[0]
        fails[name] = Share.counted(part, whole)
    gets = f"on the even boards from 6x6 to {experiments.pick('40x40', '60x60')} the walk fails from "
    gets += (
        f"{fails['order']} of all starts by its order, {fails['corner']} with the square nearest a corner "
        f"first, {fails['outermost']} with the square farthest from the centre first"
    )
    measured = {name: share.as_json() for name, share in fails.items()}
    if max(fails["corner"].value, fails["outermost"].value) < fails["order"].value:
        return agrees(
            gets,
            "measured on walks without backtracking, because these are what the tie-break decides",
            measured=measured,
        )
    return differs(gets, "it does not help on these boards", measured=measured)


CLAIMS = (
    Claim(
        name="5x5 directly",
        source="agh",
        says="a tour of 5x5 from X=2, Y=4 is found directly, in 25 steps",
        find=lambda experiments: _steps("4,2", 25, backtracked=False),
    ),
    Claim(
        name="5x5 by backtracking",
        source="agh",
        says="a tour of 5x5 from X=2, Y=2 is found by backtracking, in 354 steps",
        find=lambda experiments: _steps("2,2", 354, backtracked=True),
    ),
    Claim(
        name="8x8",
        source="agh",
        says="8x8 from X=1, Y=1 gives the printed board, in 64 steps",
        find=_board,
    ),
    Claim(
        name="endings",
        source="agh",
        says="a tour is found directly, found by backtracking, or not found (exhausted or out of time)",
        find=_endings,
    ),
    Claim(
        name="even boards",
        source="agh",
        kind="claim",
        says="even boards never lead to a dead end",
        find=_dead_ends,
    ),
    Claim(
        name="impossible starts",
        source="agh",
        kind="claim",
        says="it would help to recognise impossible starts before searching",
        find=_impossible_starts,
    ),
    Claim(
        name="ties by the edge",
        source="agh",
        kind="claim",
        says="it would help to break ties by the distance from the edge",
        find=_farther_out,
    ),
)
