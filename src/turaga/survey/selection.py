"""A selection of a survey: some of its boards and some of its orders, which can be queried with SQL."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from turaga.board import Board
from turaga.errors import BadInput
from turaga.survey.board_lists import board_name
from turaga.survey.plan import parse_boards
from turaga.survey.queries import Survey
from turaga.survey.sql import START, allowed_starts, sql_text
from turaga.theory import count_allowed

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Selection:
    """Some boards and some orders of a survey: what a plot shows."""

    survey: Survey
    boards: tuple[Board, ...]
    orders: tuple[str, ...]
    all_boards: bool  # whether these are all boards of the survey
    all_orders: bool

    @property
    def name(self) -> str:
        """The survey's directory in quotes, for messages."""
        return repr(str(self.survey.folder))

    @property
    def board(self) -> Board:
        """The only board. Raises `BadInput` if there are several."""
        if len(self.boards) > 1:
            raise BadInput(
                f"this plot shows one board, but {len(self.boards)} boards of the survey in {self.name} are "
                "selected",
                accepted="choose one board",
                field="boards",
            )
        return self.boards[0]

    @property
    def colour_limits(self) -> bool:
        """Whether colour rules out some starts of some board."""
        return any(0 < count_allowed(board) < board.size for board in self.boards)

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """The rows of a query. Two words in it stand for tables: WALKS for the walks of this selection and
        SHARDS for their costs. WALKS has three more columns: `start` is the index of the start, `allowed` is
        whether colour allows it, and `run` is the number of the run, from 1."""
        return self.survey.rows(self._with_tables(query))

    def columns(self, query: str) -> "dict[str, NDArray[Any]]":
        """The result of such a query as arrays, by column name."""
        return self.survey.columns(self._with_tables(query))

    def _with_tables(self, query: str) -> str:
        return query.replace("WALKS", self._walks).replace("SHARDS", self._shards)

    @property
    def _walks(self) -> str:
        """The rows of `walks` in this selection, with the additional columns."""
        where = ["true", *self._by_order]
        if len(self.boards) == 1:  # with these sides, DuckDB does not open the files of other boards
            where.append(f"rows = {self.boards[0].rows} AND cols = {self.boards[0].cols}")
        if not self.all_boards:
            where.append(f"board IN ({self._names})")
        columns = f"{START} AS start, {self._allowed} AS allowed, {self._run} AS run"
        return f"(SELECT *, {columns} FROM walks WHERE {' AND '.join(where)})"

    @property
    def _allowed(self) -> str:
        """Whether colour allows the start. It is true for a leaper that stays on one colour, and for a board
        on which colour rules out all starts: nothing would be left."""
        if sum(self.boards[0].leaper) % 2 == 0:
            return "true"
        hopeless = [board for board in self.boards if not count_allowed(board)]
        return allowed_starts(self.boards, always=hopeless)

    @property
    def _run(self) -> str:
        """The number of the run. The rows of an order are in the order of its walks, run after run."""
        plan = self.survey.plan
        if plan.repeat == 1:
            return "1"
        starts = " ".join(f"WHEN {sql_text(board_name(b))} THEN {plan.count_starts(b)}" for b in self.boards)
        place = 'row_number() OVER (PARTITION BY board, "order" ORDER BY filename, file_row_number) - 1'
        return f"(({place}) // CASE board {starts} END + 1)"

    @property
    def _shards(self) -> str:
        """The rows of `shards` in this selection."""
        where = " AND ".join([f"board IN ({self._names})", *self._by_order])
        return f"(SELECT * FROM shards WHERE {where})"

    @property
    def _names(self) -> str:
        """The names of the boards, in SQL."""
        return ", ".join(sql_text(board_name(board)) for board in self.boards)

    @property
    def _by_order(self) -> list[str]:
        return [] if self.all_orders else [f'"order" IN ({", ".join(self.orders)})']


def select(survey: Survey, *, boards: str | None = None, orders: str | None = None) -> Selection:
    """Select boards (such as `8x8`, `6..30` or `ring-12x12`) and orders, separated by commas. By default,
    all.

    >>> import tempfile
    >>> from turaga.rule import Rule
    >>> from turaga.survey.plan import Plan
    >>> from turaga.survey.runner import run_survey
    >>> plan = Plan(boards=parse_boards("5..6"), rule=Rule("12345678"), orders="12345678,87654321")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     ran = run_survey(plan, folder)
    ...     with Survey.open(folder) as survey:
    ...         selection = select(survey, boards="6", orders="87654321")
    ...         selection.orders, selection.rows("SELECT count(*) FROM WALKS WHERE complete")
    (('87654321',), [(35,)])
    """
    walked = survey.boards
    survey.require_walks()
    chosen = walked
    if boards is not None:
        words = boards.split(",")
        wanted = dict.fromkeys(board for word in words for board in _boards_called(survey, word.strip()))
        chosen = [board for board in walked if board in wanted]
        if not chosen:
            survey.find_board(board_name(next(iter(wanted))))
    selection = Selection(survey, tuple(chosen), (), len(chosen) == len(walked), all_orders=True)
    known = [str(order) for (order,) in selection.rows('SELECT DISTINCT "order" FROM SHARDS ORDER BY 1')]
    if orders is not None:
        known = [_order(survey, word, chosen, known) for word in orders.split(",")]
    elif survey.plan.orders is not None:  # in the order of the plan's list
        position = {order: i for i, order in enumerate(survey.plan.orders.split(","))}
        known.sort(key=lambda order: position.get(order, -1))
    return replace(selection, orders=tuple(dict.fromkeys(known)), all_orders=orders is None)


def _boards_called(survey: Survey, word: str) -> Sequence[Board]:
    """The boards that one word of a list means: a name of the survey's boards, or what a plan can have."""
    if any(board.hole_indices for board in survey.boards) and ".." not in word:
        return [survey.find_board(word)]
    return parse_boards(word, leaper=survey.boards[0].leaper)


def _order(survey: Survey, word: str, boards: Sequence[Board], known: Sequence[str]) -> str:
    """The order with this name, if the survey has it."""
    return word if word in known else survey.find_order(word, boards)
