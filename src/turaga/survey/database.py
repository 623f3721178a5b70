"""What a survey's folder holds, opened for questions: boards, orders, files, and how DuckDB is asked."""

import contextlib
import os
from collections.abc import Iterator, Sequence
from functools import cached_property
from types import TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from turaga.board import Board
from turaga.errors import BadBoard, BadInput, BadOrder
from turaga.extras import load
from turaga.order import parse_order
from turaga.survey.columns import board_name
from turaga.survey.jobs import cut
from turaga.survey.plan import Plan
from turaga.survey.results import RANDOM, Totals, order_words, some_of
from turaga.survey.sql import ALLOWED
from turaga.survey.store import MANIFEST, Damaged, Files, check_files, connect, rows_of, unreadable
from turaga.text import short

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.integer]


class _BoardFiles(NamedTuple):
    """The files with walks on a board, those with the account of them, and by how many orders."""

    walks: list[str]
    shards: list[str]
    orders: int


class Held:
    """A survey that is kept in a folder; what is there when it is opened counts.

    >>> import tempfile
    >>> from turaga.survey.plan import parse_boards
    >>> from turaga.survey.runner import run_survey
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     ran = run_survey(Plan(boards=parse_boards("5..6")), folder)
    ...     with Held.open(folder) as held:
    ...         held.boards, held.finished, held.totals().walks
    ([Board(5, 5), Board(6, 6)], True, 61)
    """

    def __init__(self, files: Files, connection: Any) -> None:
        self.files = files
        self.folder = files.folder
        self.manifest = files.manifest
        self.plan = Plan.from_json(files.manifest["plan"])
        self.connection = connection

    @classmethod
    def open(cls, folder: str | os.PathLike[str]) -> Self:
        """The survey in a folder, finished or not, each of its files checked; `BadInput` if there is none, or
        one is damaged."""
        files = check_files(folder)
        with reading(folder):
            return cls(files, connect(files))

    def close(self) -> None:
        """Let go of the files."""
        self.connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # -- what is in it ----------------------------------------------------------------------------------

    @property
    def finished(self) -> bool:
        """Whether everything the plan asks for is there."""
        return bool(self.manifest["finished"])

    @property
    def jobs_done(self) -> int:
        """How many of the plan's jobs are done and kept."""
        return len(self.files.shards)

    @cached_property
    def jobs(self) -> int:
        """How many jobs the plan is cut into."""
        return int(self.manifest["jobs"]) if self.finished else sum(len(lane) for lane in cut(self.plan))

    @property
    def dropped(self) -> list[dict[str, Any]]:
        """The orders that failed too often to go on with, each with the board that was too much."""
        return list(self.manifest["dropped"])

    @property
    def boards(self) -> list[Board]:
        """The boards that were walked on, in the sequence of the plan."""
        return [*self._files]

    @cached_property
    def _files(self) -> "dict[Board, _BoardFiles]":
        """Where each board is: asking its files alone spares opening all others."""
        shards = self.files.shards
        if not shards:
            return {}
        walks_of = dict(zip(shards, self.files.walks, strict=True))
        found = self._rows(
            'SELECT board, list(DISTINCT filename), count(DISTINCT "order") '
            f"FROM {rows_of(shards, placed=True)} WHERE walks > 0 GROUP BY board"
        )
        held = {
            name: _BoardFiles([walks_of[file] for file in sorted(files)], sorted(files), orders)
            for name, files, orders in found
        }
        return {board: held[name] for board in self.plan.boards if (name := board_name(board)) in held}

    def orders_of(self, board: Board) -> list[str]:
        """The orders that were walked on a board, walked or derived, in the sequence of the plan."""
        files = self._files[self.find_board(board_name(board))]
        query = f'SELECT DISTINCT "order" FROM {rows_of(files.shards)} WHERE board = ?'
        held = {str(order) for (order,) in self._rows(f"{query} AND walks > 0", [board_name(board)])}
        return [order for order in self.plan.orders_of(board) if order in held]

    def count_orders(self, board: Board) -> int:
        """How many orders were walked on a board, walked or derived."""
        return self._files[self.find_board(board_name(board))].orders

    def find_board(self, text: str) -> Board:
        """The board a person names; `BadBoard` if the survey has no walks on it."""
        self.demand_walks()
        board = Board(text).with_leaper(self.plan.boards[0].leaper)
        if board not in self._files:
            yet = " yet" if board in self.plan.boards and not self.finished else ""
            raise BadBoard(
                f"the survey in {str(self.folder)!r} has no walks on {board_name(board)}{yet}: "
                f"it has {some_of([board_name(one) for one in self.boards], 'board')}"
            )
        return board

    def demand_walks(self) -> None:
        """`BadInput` if the survey has no walks at all."""
        if self.boards:
            return
        if self.finished and any(cut(self.plan)):
            raise Damaged(self.folder / MANIFEST, "says that the survey is finished, and it has no walks")
        if self.finished:
            why = ": theory knows that none of its boards has a closed tour, so none was walked on"
        else:
            why = " yet: `turaga survey run` with the same options goes on with it"
        raise BadInput(f"the survey in {str(self.folder)!r} has no walks{why}")

    def find_order(self, text: str, boards: Sequence[Board]) -> str:
        """The order a person names; `BadOrder` if none of the boards was walked by it."""
        order = RANDOM if text.strip().lower() in ("random", RANDOM) else parse_order(text)
        known = list(dict.fromkeys(known for board in boards for known in self.orders_of(board)))
        if order not in known:
            raise BadOrder(
                f"the survey in {str(self.folder)!r} has no walks by order {short(order_words(order))}: "
                f"it has {some_of([order_words(one) for one in known], 'order')}"
            )
        return order

    def totals(self) -> Totals:
        """What the survey holds in all."""
        walks, complete, closed = self._rows(
            "SELECT count(*), count(*) FILTER (complete), count(*) FILTER (closed) FROM walks"
        )[0]
        # The account of an order that was derived says that it took nothing.
        walked, steps, seconds = self._rows(
            "SELECT sum(walks) FILTER (steps > 0 OR seconds > 0), sum(steps), sum(seconds) FROM shards"
        )[0]
        return Totals(
            walks=walks,
            walked=int(walked or 0),
            complete=complete,
            closed=closed,
            steps=int(steps or 0),
            seconds=float(seconds or 0),
        )

    # -- how it is asked --------------------------------------------------------------------------------

    @cached_property
    def _allowed(self) -> str:
        """Whether colour allows the start of a row of `walks`: `theory.allowed_colours` without holes."""
        if sum(self.plan.boards[0].leaper) % 2 == 0:
            return "(rows * cols = 1)"
        return ALLOWED

    def _walks(self, board: Board, order: str | None = None) -> str:
        """From which rows: the walks on a board, by one order or by all."""
        files = self._files[self.find_board(board_name(board))].walks
        by = "" if order is None else f' AND "order" = {int(order)}'
        return f"FROM {rows_of(files, placed=True)} WHERE rows = {board.rows} AND cols = {board.cols}{by}"

    def _rows(self, query: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        with reading(self.folder):
            found: list[tuple[Any, ...]] = self.connection.execute(query, values).fetchall()
        return found

    def _columns(self, query: str) -> "dict[str, Ints]":
        with reading(self.folder):
            found: dict[str, Ints] = self.connection.execute(query).fetchnumpy()
        return found

    def _in_sequence(self, things: list[Any]) -> list[Any]:
        """Answers by board and order, in the sequence of the plan."""
        place = {board: i for i, board in enumerate(self.plan.boards)}
        rank: dict[Board, dict[str, int]] = {}
        if any(thing.order is not None for thing in things):
            rank = {board: {o: i for i, o in enumerate(self.plan.orders_of(board))} for board in self.boards}
        return sorted(
            things, key=lambda one: (place[one.board], 0 if one.order is None else rank[one.board][one.order])
        )


@contextlib.contextmanager
def reading(folder: str | os.PathLike[str]) -> Iterator[None]:
    """While files are read: whatever DuckDB has to say of them, in a sentence."""
    duckdb = load("duckdb", "lab")
    try:
        yield
    except duckdb.Error as error:
        raise unreadable(folder, error) from None
