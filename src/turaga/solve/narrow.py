"""Method `narrow`: the frontier method, exact and linear in the longer side, for boards of 3 or 4 rows.

It sweeps over the board square by square and keeps every distinct way in which a partial tour can meet the
few squares at the frontier. If one of them is a complete tour at the last square, it follows that one back.

`turaga.frontier.state_kernel` describes the states, and `turaga.solve.narrow_sweep` the sweep over a board.
The method works with any start and end, closed tours, holes and other leapers, as long as moves reach at most
15 squares ahead. For the knight that means a shorter side of at most 7. On 3xn and 4xn it is fast for any
length. From 5 rows on there are many states (58 thousand a layer for a closed tour of 5xn, 1.3 million for
6x8). There it first tries thin sweeps, which find most tours at once but prove nothing, and then an
exhaustive one.
"""

from typing import TYPE_CHECKING

from turaga.board import Board
from turaga.errors import BadRule
from turaga.frontier.layout import MOST_WINDOW, ScanLayout
from turaga.solve.outcome import Outcome
from turaga.solve.problem import Problem
from turaga.text import plural
from turaga.walk import Walk

if TYPE_CHECKING:
    from turaga.solve.narrow_sweep import Sweep


def solve_narrow(problem: Problem) -> Outcome:
    """Found, Impossible after an exhaustive sweep, or GaveUp at a limit.

    One of the limits is `MOST_KEPT`, the number of states kept. `steps` counts the states made, which take
    about a microsecond each, or less.

    >>> from turaga import solve
    >>> solve("3x1001", method="narrow").tour
    <Tour of 3003 squares of 3x1001, 1,1 to 3,1001, open>
    >>> solve("3x8", start="c2", method="narrow").reason
    'an exhaustive search by the frontier method (444 states) found no tour of 3x8 from c2'
    """
    board, start, end = problem.board, problem.start, problem.end
    if board.size == 1 and not problem.closed:
        return problem.found(Walk.from_indices(board, (start,)), "the only one", steps=1)
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
        reason = f"an exhaustive search by the frontier method ({states}) found {_no_tour(problem)}"
        return problem.impossible(reason, steps=sweep.states, account=account)
    walk = Walk.from_indices(board, sweep.indices, handed_over=True)
    how = f"found by the frontier method ({states})"
    return problem.found(walk, how, steps=sweep.states, account=account)


def require_fit(board: Board) -> None:
    """Raise `BadRule` if the board is too wide for the frontier method."""
    layout = ScanLayout(board)
    if not layout.fits:
        raise BadRule(
            f"board {board} is too wide for method narrow",
            accepted=f"its moves reach {layout.window} squares ahead, and the limit is {MOST_WINDOW} "
            "(for the knight, a shorter side of 7)",
            field="board",
        )


def _no_tour(problem: Problem) -> str:
    board = problem.board
    tour = f"no {'closed ' if problem.closed else ''}tour of {board}"
    if problem.end is not None:
        return f"{tour} from {board.show(problem.start)} to {board.show(problem.end)}"
    return tour if problem.closed else f"{tour} from {board.show(problem.start)}"


def _account(problem: Problem, sweep: "Sweep") -> tuple[str, ...]:
    """A description of the sweep, line by line."""
    board = problem.board
    width, length = sorted((board.rows, board.cols))
    lines = [
        f"The sweep goes over the board in {plural(length, 'line')} of {plural(width, 'square')}. A state is "
        f"one way in which the moves chosen so far can meet the next {plural(sweep.window, 'square')}.",
        f"It made {plural(sweep.states, 'state', grouped=True)}, at most {sweep.most:,} for one square, in "
        f"{plural(sweep.rows, 'line')}.",
    ]
    if sweep.period:
        every = "line" if sweep.period == 1 else f"{sweep.period} lines"
        lines.append(f"Away from the ends of the board and of the tour, the states repeat every {every}.")
    return tuple(lines)
