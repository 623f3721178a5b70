"""Recomputes the tours of a survey from its rows. A row and the plan determine a walk completely.

The row contains the order and the start; the plan contains the rule and the seed. With retries, their number
says which further order completed. With several runs, the position of the row says which run it was.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from turaga.board import Board, Square
from turaga.errors import BadInput
from turaga.greedy import tie_rng
from turaga.rule import Rule
from turaga.solve import solve
from turaga.solve.greedy import Walker, rules_to_try
from turaga.survey.board_lists import board_name
from turaga.survey.checked_files import check_files, read_walks
from turaga.survey.jobs import Job, cut_into_jobs, walks_of
from turaga.survey.plan import Plan
from turaga.survey.queries import Survey
from turaga.survey.sql import sql_text
from turaga.verify import require_tour
from turaga.walk import Tour, Walk

_COLUMNS = (
    *("order", "start_row", "start_col", "end_row", "end_col"),
    *("complete", "closed", "retries", "steps"),
)


@dataclass(frozen=True, kw_only=True)
class Choice:
    """Which tours to recompute: those of one board, of one order, only closed ones. By default all."""

    board: Board | None = None
    order: str | None = None
    closed: bool = False


@dataclass(frozen=True)
class RemadeTour:
    """A tour of a survey, its order ("0" if ties are random), and the number of its run, from 0."""

    order: str
    run: int
    tour: Tour


def count_tours_kept(folder: str | os.PathLike[str], choice: Choice) -> int:
    """The number of chosen tours in the survey."""
    where = ["complete"]
    if choice.board is not None:
        where.append(f"board = {sql_text(board_name(choice.board))}")
    if choice.order is not None:
        where.append(f'"order" = {int(choice.order)}')
    if choice.closed:
        where.append("closed")
    with Survey.open(folder) as database:
        return int(database.rows(f"SELECT count(*) FROM walks WHERE {' AND '.join(where)}")[0][0])


def remake_tours(folder: str | os.PathLike[str], choice: Choice) -> Iterator[RemadeTour]:
    """The chosen tours of a survey. Each is walked again, verified, and compared with its row.

    The cost of a tour is one walk: some microseconds per square in plain Python, 15 nanoseconds in the
    kernel.

    >>> import tempfile
    >>> from turaga.survey.plan import parse_boards
    >>> from turaga.survey.runner import run_survey
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = run_survey(Plan(boards=parse_boards("6")), folder)
    ...     closed = [made.tour.closed for made in remake_tours(folder, Choice(closed=True))]
    >>> all(closed), len(closed)
    (True, 4)
    """
    files = check_files(folder)
    plan = files.source.plan
    jobs = {job.number: job for lane in cut_into_jobs(plan) for job in lane}
    for number in files.jobs:
        job = jobs.get(number)  # None if the file does not belong to this plan
        if job is None or choice.board not in (None, job.board):
            continue
        if choice.order is None or any(choice.order in dict(family) for family in job.families):
            yield from _tours_of_job(plan, job, read_walks(files, number, _COLUMNS), choice)


def _tours_of_job(plan: Plan, job: Job, rows: dict[str, list[Any]], choice: Choice) -> Iterator[RemadeTour]:
    board = job.board
    walker = Walker(board)
    walks = len(walks_of(plan, board, job.families[0]))
    before, position = None, 0
    for i, order in enumerate(rows["order"]):
        position = position + 1 if order == before else job.first
        before = order
        wanted = rows["complete"][i] and (not choice.closed or rows["closed"][i])
        if not wanted or (choice.order is not None and int(choice.order) != order):
            continue
        start = (rows["start_row"][i] - 1, rows["start_col"][i] - 1)
        run = position * plan.repeat // walks
        rule = plan.rule if plan.rule.is_random else plan.rule.with_order(str(order))
        walk = _walk_again(plan, walker, rule, start, run, rows["retries"][i], rows["steps"][i])
        tour = require_tour(walk) if walk is not None and walk.complete else None
        end = (rows["end_row"][i] - 1, rows["end_col"][i] - 1)
        if tour is None or tour[-1] != end or tour.closed != rows["closed"][i]:
            raise BadInput(
                f"the walk on {board} by order {order} from {rows['start_row'][i]},{rows['start_col'][i]} "
                "differs from the stored one",
                accepted="another version of Turaga made this survey; run it again in a new directory",
            )
        yield RemadeTour(str(order), run, tour)


def _walk_again(
    plan: Plan, walker: Walker, rule: Rule, start: Square, run: int, retries: int, steps: int
) -> Walk | None:
    """The walk of a row: by the rule, by its last further order, or by a search with as many steps."""
    board, seed = walker.board, plan.seed_of(run)
    index = board.index(start)
    if plan.method == "search":
        return solve(
            board, start=start, method="search", rule=rule, seed=seed, step_limit=steps,
            theory=plan.theory, prune=plan.prune,
        ).walk  # fmt: skip
    tries = rules_to_try(board, index, rule, seed, plan.retries, plan.retry_orders)
    used = next(islice(tries, retries, None), None)
    if used is None:  # there are not that many further orders
        return None
    return walker.walk(index, used, tie_rng(seed, index), board.size)
