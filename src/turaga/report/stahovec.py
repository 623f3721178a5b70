"""The claims of Stahovec's coursework: search by order 18765432 with a step limit."""

from turaga.report.claims import Claim, ClaimResult, Share, agrees, differs, undecided
from turaga.report.experiments import Experiments
from turaga.report.survey_plans import ten_runs
from turaga.rule import SYSTEMS
from turaga.solve import Found, GaveUp, Impossible, solve
from turaga.survey.plan import Plan, parse_boards
from turaga.survey.sql import ALLOWED

_RULE = SYSTEMS["stahovec"].rule
_STEPS = 1_000_000
_MORE = 4_000_000


def _solved(experiments: Experiments, plan: Plan, where: str) -> Share:
    part, whole = experiments.rows(
        plan, f"SELECT count(*) FILTER (complete), count(*) FROM walks WHERE {where}"
    )[0]
    return Share.sampled(part, whole, "starts")


def _ten_runs(experiments: Experiments) -> ClaimResult:
    """The share of starts that are solved, on even and on odd boards."""
    plan = ten_runs(experiments)
    even, odd = (_solved(experiments, plan, f"rows % 2 = {parity}") for parity in (0, 1))
    boards = experiments.rows(
        plan, "SELECT rows, count(*) FILTER (complete), count(*) FROM walks GROUP BY rows ORDER BY rows"
    )
    return undecided(
        f"solved: {even} on even boards, {odd} on odd boards; {plan.repeat} runs, at most {_STEPS:,} steps",
        "we do not have its charts, so the runs cannot be compared one by one",
        measured={
            "even": even.as_json(),
            "odd": odd.as_json(),
            "boards": {f"{n}x{n}": {"solved": part, "starts": whole} for n, part, whole in boards},
            "runs": plan.repeat,
        },
    )


def _odd_boards(experiments: Experiments) -> ClaimResult:
    """Odd boards, from all starts and from the starts that colour allows."""
    plan = ten_runs(experiments)
    odd, even = _solved(experiments, plan, "rows % 2 = 1"), _solved(experiments, plan, "rows % 2 = 0")
    allowed = _solved(experiments, plan, f"rows % 2 = 1 AND {ALLOWED}")
    measured = {"odd": odd.as_json(), "odd_allowed": allowed.as_json(), "even": even.as_json()}
    gets = (
        f"odd boards: {odd} of all starts are solved, {allowed} of those that colour allows; even boards: "
        f"{even}"
    )
    if odd.meets(0.45, 0.55) and allowed.value >= even.value - 0.05:
        return agrees(
            gets,
            "about half of all starts; of those that colour allows, as many as on even boards",
            measured=measured,
        )
    return differs(gets, "colour does not fully explain why odd boards are hard", measured=measured)


def _cannot_tell(experiments: Experiments) -> ClaimResult:
    """A start of 7x7 that colour rules out, with its search and with ours."""
    theirs = solve("7x7", like="stahovec", start="1,2", step_limit=_STEPS)
    ours = solve("7x7", start="1,2")
    measured = {"its_steps": theirs.steps, "its_outcome": theirs.word, "our_steps": ours.steps}
    gets = (
        f"7x7 from 1,2: its search gives up after {theirs.steps:,} steps; colour rules out the start in "
        f"{ours.steps} steps"
    )
    if isinstance(theirs, GaveUp) and isinstance(ours, Impossible):
        return agrees(gets, measured=measured)
    return differs(gets, "the search does recognise the impossible start", measured=measured)


def _limits(experiments: Experiments) -> ClaimResult:
    """The searches that found no tour: when they gave up, and how many succeed with four times the steps."""
    left = experiments.rows(
        ten_runs(experiments),
        "SELECT DISTINCT rows, start_row, start_col, steps FROM walks WHERE rows % 2 = 0 AND NOT complete "
        "ORDER BY ALL",
    )
    starts = experiments.rows(
        ten_runs(experiments),
        "SELECT count(DISTINCT (rows, start_row, start_col)) FROM walks WHERE rows % 2 = 0",
    )[0][0]
    more = []
    for i, (rows, row, col, _) in enumerate(left):
        experiments.report(i, len(left))
        more.append(solve(rows, like="stahovec", start=(row - 1, col - 1), step_limit=_MORE))
    solved = sum(isinstance(outcome, Found) for outcome in more)
    at_limit = all(steps == _STEPS for *_, steps in left)
    measured = {"starts": starts, "given_up": len(left), "solved_with_4_million": solved}
    gets = (
        f"on even boards the search gives up on {len(left)} of {starts:,} starts after {_STEPS:,} steps; "
        f"with {_MORE:,} steps it solves {solved} of these"
    )
    if at_limit and left:
        return agrees(
            gets,
            "a tour that is not found early is rarely found with more steps" if not solved else "",
            measured=measured,
        )
    return differs(gets, "the searches do not end at the limit", measured=measured)


def _beyond(experiments: Experiments) -> ClaimResult:
    """Random starts of boards larger than 70x70; on odd boards, starts that colour allows."""
    plan = Plan(
        boards=parse_boards("71..80"), rule=_RULE, method="search", step_limit=_STEPS, prune=False,
        starts=f"random:{experiments.pick(10, 100)}",
    )  # fmt: skip
    share = _solved(experiments, plan, ALLOWED)
    gets = f"71x71 to 80x80: {share} of the starts that colour allows are solved"
    if share.low > 0.5:
        return agrees(gets, "we read this as: most starts are solved", measured={"solved": share.as_json()})
    return differs(gets, "most starts are not solved", measured={"solved": share.as_json()})


CLAIMS = (
    Claim(
        name="ten runs of ten",
        source="stahovec",
        says="a chart of how many of ten random starts are solved in each of ten runs, 5x5 to 30x30",
        find=_ten_runs,
    ),
    Claim(
        name="odd boards",
        source="stahovec",
        kind="record",
        says="odd boards look hard because half the starts are impossible",
        find=_odd_boards,
    ),
    Claim(
        name="cannot tell",
        source="stahovec",
        kind="record",
        says="the search does not recognise an impossible start, and uses all its steps there",
        find=_cannot_tell,
    ),
    Claim(
        name="step limits",
        source="stahovec",
        says="a search gives up after a limit of 1 to 4 million steps",
        find=_limits,
    ),
    Claim(
        name="beyond 70x70",
        source="stahovec",
        kind="claim",
        says="it works beyond 70x70",
        find=_beyond,
    ),
)
