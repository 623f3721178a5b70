"""The claims of Bencic's seminar (the game and the animation): a walk by order 81234567."""

from turaga.board import Board
from turaga.report.claims import Claim, ClaimResult, agrees, differs
from turaga.report.experiments import Experiments
from turaga.report.small_counts import count_walks, power
from turaga.rule import SYSTEMS
from turaga.survey.plan import Plan, parse_boards

_COMBINATIONS = 4 * 10**51


def _every_start(experiments: Experiments) -> ClaimResult:
    """The walk from every square of 8x8, and how far it gets if it fails."""
    plan = Plan(boards=parse_boards("8"), rule=SYSTEMS["bencic"].rule)
    rows = experiments.rows(plan, "SELECT start_row, start_col, visited, complete FROM walks ORDER BY ALL")
    failing = {f"{row},{col}": visited for row, col, visited, complete in rows if not complete}
    gets = f"{len(rows) - len(failing)} of {len(rows)} starts complete"
    measured = {"starts": len(rows), "complete": len(rows) - len(failing), "failing": failing}
    if not failing:
        return agrees(gets, measured=measured)
    stops = ", ".join(f"{start} (after {visited} squares)" for start, visited in failing.items())
    return differs(
        f"{gets}; it fails from {stops}",
        "a greedy walk reaches a dead end there; the original program does not detect that and keeps running",
        measured=measured,
    )


def _combinations(experiments: Experiments) -> ClaimResult:
    """4*10^51 is not the number of tours, but of all walks of 64 moves that can revisit squares."""
    board = Board("8x8")
    moves = next(moves for moves in range(1, 1000) if count_walks(board, moves) > _COMBINATIONS // 2)
    walks, of_a_tour = count_walks(board, moves), count_walks(board, 63)
    measured = {"moves": moves, "walks": str(walks), "walks_of_63_moves": str(of_a_tour)}
    gets = f"{power(walks)} walks of {moves} moves that can revisit squares"
    if moves == 63 and abs(walks / _COMBINATIONS - 1) < 0.05:
        return agrees(gets, measured=measured)
    if abs(walks / _COMBINATIONS - 1) < 0.05:
        return differs(
            gets,
            f"a tour of 64 squares has 63 moves, and there are {power(of_a_tour)} such walks of 63 moves; "
            "far fewer of them revisit no square",
            measured=measured,
        )
    return differs(gets, "no number of moves gives a count close to it", measured=measured)


CLAIMS = (
    Claim(
        name="every start",
        source="bencic",
        kind="claim",
        says="the walk completes from all 64 squares of 8x8",
        find=_every_start,
    ),
    Claim(
        name="combinations",
        source="bencic",
        kind="claim",
        says="there are 4*10^51 combinations to try",
        find=_combinations,
    ),
)
