"""The claims of Stahovec's coursework, in the order of the document.

Section 2 describes a search with a step limit, section 3 its tests, and section 4 what they show.
"""

from turaga.board import Board
from turaga.order import ordered_steps
from turaga.report import stahovec_charts, stahovec_times
from turaga.report.claims import Claim, ClaimResult
from turaga.report.experiments import Experiments
from turaga.report.judgements import compared, judged
from turaga.report.printed_grids import PrintedGrid, entries
from turaga.report.small_counts import plain_steps
from turaga.rule import SYSTEMS
from turaga.solve import Found, GaveUp, Impossible, solve
from turaga.text import plural, show
from turaga.walk import Walk

_ORDER = SYSTEMS["stahovec"].rule.order
_MOVES = ((2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1))


def _order(experiments: Experiments) -> ClaimResult:
    """The list of moves, as an order of our directions."""
    moves = PrintedGrid(
        title="the moves",
        printed=entries(_MOVES),
        ours=entries(ordered_steps(_ORDER)),
        where="entry",
    )
    return compared(
        [moves],
        also=f"this is order {_ORDER}",
        why="if x is the row, which the document does not say; with x as the column, all results are "
        "mirrored",
        otherwise="our order for this system has other moves",
    )


def _limit(experiments: Experiments) -> ClaimResult:
    """A search that cannot succeed, with the limit of the example."""
    theirs = solve("7x7", like="stahovec", start="1,2", step_limit=2_000_000)
    ours = solve("7x7", start="1,2")
    return judged(
        isinstance(theirs, GaveUp) and theirs.steps == 2_000_000,
        f"7x7 from 1,2: the search gives up after {theirs.steps:,} steps",
        why="the search cannot tell that there is no tour: colour rules out this start in "
        f"{plural(ours.steps, 'step')}"
        if isinstance(ours, Impossible)
        else "",
        otherwise="the search does not end at the limit",
        measured={"steps": theirs.steps, "outcome": theirs.word},
    )


def _breaks_rule(walk: Walk) -> int:
    """How many moves of a walk do not go to a square with the fewest onward moves."""
    board, free = walk.board, set(walk.board.indices())
    broken = 0
    for here, there in zip(walk.indices, walk.indices[1:], strict=False):
        free.discard(here)
        exits = {
            near: sum(after in free for after in board.neighbours(near))
            for near in board.neighbours(here)
            if near in free
        }
        broken += exits[there] > min(exits.values())
    return broken


def _sorted(experiments: Experiments) -> ClaimResult:
    """Every tour of 8x8 that is found without backtracking."""
    board = Board("8x8")
    outcomes = [solve(board, like="stahovec", start=board.square(start)) for start in board.indices()]
    direct = [outcome.tour for outcome in outcomes if isinstance(outcome, Found) and not outcome.backtracks]
    broken = sum(map(_breaks_rule, direct))
    return judged(
        not broken,
        f"{len(direct)} tours of 8x8 are found without backtracking; {broken} of their moves break the rule",
        otherwise="some moves do not go to a square with the fewest exits",
        measured={"tours": len(direct), "broken": broken},
    )


def _helps(experiments: Experiments) -> ClaimResult:
    """The steps to the first tour with the rule and without it, in the same order of directions."""
    cases = [("5x5", start) for start in (0, 2, 6, 12)] + [("6x6", 0)]
    most = experiments.pick(100_000, 1_000_000)
    steps = {}
    for name, start in cases:
        board = Board(name)
        plain = plain_steps(board, start, _ORDER, most)
        ruled = solve(board, like="stahovec", start=board.square(start)).steps
        steps[f"{name} from {show(board.square(start))}"] = (ruled, plain)
    faster = [name for name, (ruled, plain) in steps.items() if plain is None or ruled < plain]
    return judged(
        len(faster) == len(steps),
        "steps to the first tour with the rule and without it: "
        + ", ".join(
            f"{name} {ruled:,} and {f'over {most:,}' if plain is None else f'{plain:,}'}"
            for name, (ruled, plain) in steps.items()
        ),
        otherwise="the rule does not always help",
        measured=steps,
    )


def _from_2_2(experiments: Experiments) -> ClaimResult:
    """The start of the example, counted from 0 and from 1."""
    outcomes = {
        start: solve("7x7", like="stahovec", start=start, step_limit=4_000_000) for start in ("3,3", "2,2")
    }
    return judged(
        all(isinstance(outcome, Found) and outcome.backtracks for outcome in outcomes.values()),
        "; ".join(
            f"from {start}, {outcome.steps:,} steps, {outcome.reason}" for start, outcome in outcomes.items()
        ),
        why="the program counts from 0, so [2,2] is 3,3; counted from 1 it is 2,2, which also needs "
        "backtracking",
        otherwise="no backtracking is needed",
        measured={start: {"steps": o.steps, "backtracks": o.backtracks} for start, o in outcomes.items()},
    )


CLAIMS = (
    Claim(
        name="moves",
        source="stahovec",
        section="section 2",
        says="a list of the eight moves, in the order in which the program tries them",
        find=_order,
    ),
    Claim(
        name="step limit",
        source="stahovec",
        section="section 2",
        says="a run ends when it exceeds a limit of steps, such as 2,000,000",
        find=_limit,
    ),
    Claim(
        name="sorted by exits",
        source="stahovec",
        section="section 2",
        says="moves are sorted by exits, so that the first has the fewest, as in Warnsdorff's rule",
        find=_sorted,
    ),
    *stahovec_charts.CLAIMS_3,
    *stahovec_times.CLAIMS_3,
    Claim(
        name="the rule helps",
        source="stahovec",
        section="section 4",
        says="the heuristic speeds up the search",
        find=_helps,
    ),
    Claim(
        name="7x7 from 2,2",
        source="stahovec",
        section="section 4",
        says="a tour of 7x7 from [2,2] is found by backtracking",
        find=_from_2_2,
    ),
    *stahovec_charts.CLAIMS_4,
    *stahovec_times.CLAIMS_4,
)
