"""Method `narrow`: the frontier method, exact and linear in the longer side, for boards of 3 or 4 rows.

In one sentence: go over the board square by square, keep every way a half-built tour can look from the few
squares it has reached, and if any of them is a whole tour at the last square, walk back along one.

How the states look stands in `turaga.frontier.state_kernel`, how whole boards are gone over in
`turaga.solve.narrow_sweep`. The method takes any start and end, closed tours, holes and other leapers, as
long
as the moves reach at most 15 squares ahead; for the knight that is a shorter side of at most 7. On 3xn and
4xn it is quick whatever the length. From 5 on the states are many (for a closed tour of 5xn 58 thousand a
layer, of 6x8 1.3 million), so there it tries thin sweeps first, which find most tours at once and prove
nothing, and then an exhaustive one.
"""

from typing import TYPE_CHECKING

from turaga.board import Board
from turaga.errors import BadRule
from turaga.frontier.layout import MOST_WINDOW, ScanLayout
from turaga.solve.outcome import Outcome
from turaga.solve.problem import Problem
from turaga.text import plural, show
from turaga.walk import Walk

if TYPE_CHECKING:
    from turaga.solve.narrow_sweep import Sweep


def solve_narrow(problem: Problem) -> Outcome:
    """Found, or Impossible after an exhaustive sweep; given up at a limit, or where more than `MOST_KEPT`
    states would have to be kept. `steps` are the states made, each about a microsecond or less.

    >>> from turaga import solve
    >>> solve("3x1001", method="narrow").tour
    <Tour of 3003 squares of 3x1001, 1,1 to 3,1001, open>
    >>> solve("3x8", start="2,3", method="narrow").reason
    'searched exhaustively by the frontier method, 444 states: no tour of 3x8 starts on 2,3'
    """
    board, start, end = problem.board, problem.start, problem.end
    if board.size == 1 and not problem.closed:
        return problem.found(Walk.from_indices(board, (start,)), "of a single square", steps=1)
    require_fit(board)
    from turaga.solve.narrow_sweep import frontier_walk, thin_sweeps

    sweep = frontier_walk(
        board,
        start,
        end,
        closed=problem.closed,
        thin=thin_sweeps(board),
        ran_out=problem.ran_out,
        progress=problem.progress,
    )
    account = _account(problem, sweep) if problem.explain else ()
    states = plural(sweep.states, "state", grouped=True)
    if sweep.out is not None:
        here = Walk.from_indices(board, (start,))
        return problem.gave_up(here, sweep.out, steps=sweep.states, account=account)
    if sweep.indices is None:
        reason = f"searched exhaustively by the frontier method, {states}: {_refusal(problem)}"
        return problem.impossible(reason, steps=sweep.states, account=account)
    walk = Walk.from_indices(board, sweep.indices, handed_over=True)
    return problem.found(walk, f"found by the frontier method, {states}", steps=sweep.states, account=account)


def require_fit(board: Board) -> None:
    """Raise `BadRule` unless the frontier method takes the board."""
    layout = ScanLayout(board)
    if not layout.fits:
        raise BadRule(
            f"board {board} is too wide for method narrow",
            accepted=f"its moves reach {layout.window} squares ahead, and at most {MOST_WINDOW} are taken "
            "(for the knight, a side of 7)",
            field="board",
            value=str(board),
        )


def _refusal(problem: Problem) -> str:
    board = problem.board
    tour = f"{'closed ' if problem.closed else ''}tour of {board}"
    if problem.end is not None:
        here, there = show(board.square(problem.start)), show(board.square(problem.end))
        return f"no {tour} goes from {here} to {there}"
    if problem.closed:
        return f"there is no {tour}"
    return f"no {tour} starts on {show(board.square(problem.start))}"


def _account(problem: Problem, sweep: "Sweep") -> tuple[str, ...]:
    """How it went, line by line."""
    board = problem.board
    width, length = sorted((board.rows, board.cols))
    lines = [
        f"The squares are taken in {length} lines of {width}; a state is how the moves chosen so far look "
        f"from the next {plural(sweep.window, 'square')}.",
        f"{sweep.states:,} states were made, at most {sweep.most:,} for one square, in "
        f"{plural(sweep.rows, 'line')}.",
    ]
    if sweep.period:
        every = "line" if sweep.period == 1 else f"{sweep.period} lines"
        lines.append(f"Away from the ends of the board and of the tour the states repeat every {every}.")
    return tuple(lines)
