"""Splits a plan into jobs. A job is what one thread or worker does at a time, and what is lost if it is
killed.

The split depends only on the plan, never on the machine. So a run that continues another run, with more or
fewer cores, writes the same files. A job has one board and several families of orders. If one family is too
much for a job, the job has a slice of the walks of that family.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from turaga.board import Board
from turaga.errors import BadRule
from turaga.survey.orders_and_starts import Family, alone
from turaga.survey.plan import Plan
from turaga.symmetry import Symmetry
from turaga.theory import verdict
from turaga.tours import Tours

# If you change how a plan is split, increase the store's format: files from two different splits do not fit
# together. The work of a job is counted in squares of about 15 nanoseconds each. A job takes at least a
# twentieth of a second, so that small surveys use several cores, and at most some minutes, so that large
# surveys do not have too many files.
_LEAST, _MOST = 4_000_000, 10_000_000_000
MOST_JOBS = 1_000_000
_JOBS = 256  # the approximate number of jobs of a survey of medium size
_MOST_ROWS = 1_000_000  # of one job; about 110 MB while they are computed
_SEARCH = 10_000  # estimated squares that a search enters per square of the board, if only time limits it


@dataclass(frozen=True)
class Job:
    """Some walks on one board: walks `first` to `last` - 1 of each family.

    The jobs of a *lane* run one after the other, because an order that fails too often on one board is
    dropped from the next.
    """

    number: int
    board: Board
    families: tuple[Family, ...]
    first: int
    last: int
    work: int  # squares, at most


def walks_of(plan: Plan, board: Board, family: Family) -> Sequence[int]:
    """The starts from which the first order of a family is walked, one run after the other.

    These are the starts of the plan. If other orders of the family are derived from the first, they are all
    starts that some symmetry of the family maps to a start of the plan.
    """
    if plan.repeat > 1:  # nothing is derived
        return [start for run in range(plan.repeat) for start in plan.starts_of(board, run)]
    starts = plan.starts_of(board, 0)
    if len(family) == 1 or len(starts) == board.size:
        return starts
    wanted = set(starts)
    return [
        start
        for start in board.indices()
        if any(
            board.index(symmetry.square(board.square(start), board.rows, board.cols)) in wanted
            for _, symmetry in family
        )
    ]


def cut_into_jobs(plan: Plan) -> list[list[Job]]:
    """The jobs of a plan, grouped by lane and numbered from 1.

    >>> from turaga.survey.plan import parse_boards
    >>> lanes = cut_into_jobs(Plan(boards=parse_boards("6..8"), orders="all"))
    >>> [(job.number, str(job.board), len(job.families)) for job in lanes[0]]
    [(1, '6x6', 3086)]
    """
    boards = [board for board in plan.boards if not _walks_nothing(plan, board)]
    target = min(_MOST, max(_LEAST, sum(_whole_work(plan, board) for board in boards) // _JOBS))
    pieces: Iterator[list[_Piece]]
    if plan.stop_after_failures is None:
        pieces = ([piece] for board in boards for piece in _pieces(plan, board, target))
    else:
        pieces = _lanes(plan, boards, target)
    lanes = []
    number = 0
    for lane in pieces:
        numbered = []
        for board, families, first, last in lane:
            number += 1
            if number > MOST_JOBS:
                raise BadRule(
                    f"this survey would need more than {MOST_JOBS} jobs",
                    accepted="choose fewer boards, orders or starts",
                    field="boards",
                )
            work = (last - first) * len(families) * _walk_work(plan, board)
            numbered.append(Job(number, board, families, first, last, work))
        lanes.append(numbered)
    return lanes


_Piece = tuple[Board, tuple[Family, ...], int, int]


def _walks_nothing(plan: Plan, board: Board) -> bool:
    """Whether the survey would look for a closed tour on a board on which theory rules them out."""
    return plan.until_closed and verdict(Tours.at(board, None, None, closed=True)).exists is False


def _walk_work(plan: Plan, board: Board) -> int:
    """The approximate number of squares that one walk can enter."""
    if plan.method == "greedy":
        return board.size
    return plan.step_limit_of(board) or board.size * _SEARCH


def _whole_work(plan: Plan, board: Board) -> int:
    walks = plan.repeat * plan.count_starts(board)
    return walks * len(plan.families_of(board)) * _walk_work(plan, board)


def _pieces(plan: Plan, board: Board, target: int) -> Iterator[_Piece]:
    """The jobs of one board: several families in a job, or one family split into slices."""
    # Families with the same symmetries are walked from the same starts, so they are grouped.
    families = tuple(
        sorted(plan.families_of(board), key=lambda family: [s.name for s in _symmetries(family)])
    )
    at = 0
    while at < len(families):
        walks = len(walks_of(plan, board, families[at]))
        rows = walks * len(families[at])
        work = walks * _walk_work(plan, board)
        if (work > target or rows > _MOST_ROWS) and not plan.until_closed:
            slices = min(walks, max(-(-work // target), -(-rows // _MOST_ROWS)))
            for i in range(slices):
                yield board, families[at : at + 1], walks * i // slices, walks * (i + 1) // slices
            at += 1
        else:
            together = max(1, min(target // work, _MOST_ROWS // rows))
            kind = _symmetries(families[at])
            batch = tuple(takewhile(lambda f: _symmetries(f) == kind, families[at : at + together]))  # noqa: B023
            yield board, batch, 0, walks
            at += len(batch)


def _symmetries(family: Family) -> tuple[Symmetry, ...]:
    return tuple(symmetry for _, symmetry in family)


def _lanes(plan: Plan, boards: list[Board], target: int) -> Iterator[list[_Piece]]:
    """Batches of orders, each on one board after the other. Nothing is derived here."""
    if not boards:
        return
    largest = max(boards, key=lambda board: board.size)
    walks = plan.repeat * plan.count_starts(largest)
    together = max(1, min(target // (walks * _walk_work(plan, largest)), _MOST_ROWS // walks))
    # There are at most two different lists of orders, for square boards and for other rectangles.
    lists = {board: plan.orders_of(board) for board in boards}
    sets = {orders: frozenset(orders) for orders in lists.values()}
    wanted = [(board, sets[orders]) for board, orders in lists.items()]
    every = list(dict.fromkeys(order for orders in sets for order in orders))
    for at in range(0, len(every), together):
        batch = every[at : at + together]
        lane = []
        for board, orders in wanted:
            families = tuple(alone(order) for order in batch if order in orders)
            if families:
                lane.append((board, families, 0, plan.repeat * plan.count_starts(board)))
        yield lane
