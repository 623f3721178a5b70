"""Method `blocks`: a tour joined from rail blocks, for every board with sides of 5 or more.

`turaga.blocks` explains the construction. It works from any start that colours allow. On a board of even area
the tour is closed. There is no search: the only work is to write down the squares.
"""

from collections.abc import Iterator
from itertools import islice

from turaga.blocks import ACCEPTED, BlockPlan, joins, make_plan, runs, takes, tour_array, tour_indices
from turaga.board import Board, Square
from turaga.errors import BadRule
from turaga.solve.outcome import Outcome
from turaga.solve.problem import Problem
from turaga.text import plural
from turaga.theory import why_impossible
from turaga.walk import Walk

PLAIN_SQUARES = 50_000  # a tour of up to this many squares is made and verified faster than numpy is loaded
_MOST_LINES = 12  # an account lists at most this many joins, and as many runs


def solve_by_blocks(problem: Problem) -> Outcome:
    """Found, or Impossible if colours rule out the tour, or GaveUp if the step limit is too low.

    This costs half a microsecond a square in plain Python, and 2 nanoseconds on big boards. Verifying the
    tour takes longer.
    """
    board = problem.board
    if not takes(board):
        refused = f"method blocks does not work on board {board}"
        raise BadRule(refused, accepted=ACCEPTED, field="method")
    if problem.end is not None:
        given = board.show(problem.end)
        raise BadRule(
            f"method blocks cannot choose the end of the tour, got end {given}",
            accepted="leave out the end, or use method auto",
            field="method",
        )
    why_not = why_impossible(board, problem.start, closed=problem.closed)
    if why_not is not None:
        return problem.impossible(why_not)
    plan = make_plan(board, board.square(problem.start))
    problem.report("joining blocks", 0)
    account = tuple(_account(plan)) if problem.explain else ()
    if board.size > PLAIN_SQUARES:
        walk = Walk.from_indices(board, tour_array(plan), handed_over=True)
    else:
        walk = Walk.from_indices(board, tour_indices(plan))
    if problem.step_limit is not None and problem.step_limit < board.size:
        first = walk.stored_indices[: problem.step_limit]
        out = problem.ran_out(problem.step_limit)
        assert out is not None
        return problem.gave_up(
            Walk.from_indices(board, first), out, steps=problem.step_limit, account=account
        )
    how = f"built from {plural(plan.blocks, 'rail block')}"
    return problem.found(walk, how, steps=board.size, account=account)


def _account(plan: BlockPlan) -> Iterator[str]:
    """The construction of the tour, line by line."""
    board = plan.board
    yield f"rows: {board.rows} = {plan.rows}; columns: {board.cols} = {plan.cols}"
    block, corner = plan.root.block, (plan.rows.first, plan.cols.first)
    shape = f"{block.rows}x{block.cols}"
    where = f"the start {board.show(plan.start)} is in the {shape} block at {board.show(corner)}"
    if board.size % 2:
        last = block.path[-1]
        end = (corner[0] + last[0], corner[1] + last[1])
        yield (
            f"{where}; its tour is open, from there to {board.show(end)}; all other blocks have closed tours"
        )
    else:
        yield f"{where}; all blocks have closed tours"
    if plan.blocks > 1:
        yield from _first_of((_describe_join(board, *join) for join in joins(plan)), plan.blocks - 1, "join")
    step = 1
    lines = []
    for run in islice(runs(plan), _MOST_LINES + 1):
        last_step = step + len(run.squares) - 1
        ends = f"from {board.show(run.squares[0])} to {board.show(run.squares[-1])}"
        lines.append(f"steps {step} to {last_step}: {ends}, in the block at {board.show(run.block)}")
        step = last_step + 1
    yield from lines[:_MOST_LINES]
    if len(lines) > _MOST_LINES:
        yield f"and so on to step {board.size}"


def _describe_join(
    board: Board,
    blocks: tuple[Square, Square],
    left_out: tuple[tuple[Square, Square], tuple[Square, Square]],
    put_in: tuple[tuple[Square, Square], tuple[Square, Square]],
) -> str:
    one, other = (
        " and ".join(f"{board.show(a)} - {board.show(b)}" for a, b in moves) for moves in (left_out, put_in)
    )
    return (
        f"join the blocks at {board.show(blocks[0])} and {board.show(blocks[1])}: remove {one}, add {other}"
    )


def _first_of(lines: Iterator[str], count: int, thing: str) -> Iterator[str]:
    """The first lines, and how many more there are."""
    yield from islice(lines, _MOST_LINES)
    if count > _MOST_LINES:
        yield f"and {plural(count - _MOST_LINES, f'more {thing}')} like these"
