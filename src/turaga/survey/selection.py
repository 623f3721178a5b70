"""Part of a survey: some of its boards, by some of its orders, to be asked in SQL."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from turaga.board import Board
from turaga.errors import BadInput
from turaga.survey.columns import board_name
from turaga.survey.database import reading
from turaga.survey.plan import parse_boards
from turaga.survey.queries import Survey
from turaga.survey.sql import ALLOWED, START
from turaga.theory import count_allowed

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Part:
    """The part of a survey a picture is of: some boards, by some orders."""

    survey: Survey
    boards: tuple[Board, ...]
    orders: tuple[str, ...]
    all_boards: bool  # nothing was left out
    all_orders: bool

    @property
    def name(self) -> str:
        """The survey's folder, for sentences."""
        return repr(str(self.survey.folder))

    @property
    def board(self) -> Board:
        """The one board; `BadInput` if there are several."""
        if len(self.boards) > 1:
            raise BadInput(
                f"the survey in {self.name} has {len(self.boards)} boards, and this is a picture of one: "
                f"choose it, such as --board {board_name(self.boards[0])}"
            )
        return self.boards[0]

    @property
    def colour_limits(self) -> bool:
        """Whether colour forbids some starts of some board."""
        return any(0 < count_allowed(board) < board.size for board in self.boards)

    def _walks(self, *conditions: str) -> str:
        """The rows of `walks` of this part, with the start as a number."""
        where = ["true", *conditions, *self._by_order]
        if len(self.boards) == 1:  # in these words DuckDB need not open files of other boards
            where.append(f"rows = {self.boards[0].rows} AND cols = {self.boards[0].cols}")
        elif not self.all_boards:
            where.append(f"(rows, cols) IN ({', '.join(f'({b.rows}, {b.cols})' for b in self.boards)})")
        return f"(SELECT *, {START} AS start FROM walks WHERE {' AND '.join(where)})"

    @property
    def _allowed(self) -> list[str]:
        """The condition that colour allows the start; none if it allows no start at all, as for a leaper
        that never changes colour: then nothing would be left."""
        return [ALLOWED] if sum(self.boards[0].leaper) % 2 else []

    @property
    def _shards(self) -> str:
        """The rows of `shards` of this part."""
        boards = ", ".join(f"'{board_name(board)}'" for board in self.boards)
        where = " AND ".join([f"board IN ({boards})", *self._by_order])
        return f"(SELECT * FROM shards WHERE {where})"

    @property
    def _by_order(self) -> list[str]:
        return [] if self.all_orders else [f'"order" IN ({", ".join(self.orders)})']

    def ask(self, query: str) -> list[tuple[Any, ...]]:
        """The rows that answer a query, in which WALKS stands for the walks of this part whose start colour
        allows, each with a column `start`, ASKED for all of its walks, and SHARDS for the account of them."""
        found: list[tuple[Any, ...]] = self._answer(query).fetchall()
        return found

    def columns(self, query: str) -> "dict[str, NDArray[Any]]":
        """The same as arrays, by column."""
        found: dict[str, NDArray[Any]] = self._answer(query).fetchnumpy()
        return found

    def _answer(self, query: str) -> Any:
        tables = {"WALKS": self._walks(*self._allowed), "ASKED": self._walks(), "SHARDS": self._shards}
        for name, rows in tables.items():
            query = query.replace(name, rows)
        with reading(self.survey.folder):
            return self.survey.connection.execute(query)


def choose(survey: Survey, *, boards: str | None = None, orders: str | None = None) -> Part:
    """The part of a survey a person asks for: boards such as `8x8` or `6..30`, orders with commas.

    >>> import tempfile
    >>> from turaga.rule import Rule
    >>> from turaga.survey.plan import Plan
    >>> from turaga.survey.runner import run_survey
    >>> plan = Plan(boards=parse_boards("5..6"), rule=Rule(ties="order:12345678"), orders="12345678,87654321")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     ran = run_survey(plan, folder)
    ...     with Survey.open(folder) as survey:
    ...         part = choose(survey, boards="6", orders="87654321")
    ...         part.orders, part.ask("SELECT count(*) FROM WALKS WHERE complete")
    (('87654321',), [(35,)])
    """
    held = survey.boards
    survey.demand_walks()
    chosen = held
    if boards is not None:
        asked = dict.fromkeys(parse_boards(boards, leaper=held[0].leaper))
        chosen = [board for board in held if board in asked]
        if not chosen:
            survey.find_board(board_name(next(iter(asked))))
    part = Part(survey, tuple(chosen), (), len(chosen) == len(held), all_orders=True)
    known = [str(order) for (order,) in part.ask('SELECT DISTINCT "order" FROM SHARDS ORDER BY 1')]
    if orders is not None:
        known = [_order(survey, word, chosen, known) for word in orders.split(",")]
    elif survey.plan.orders is not None:  # as they were listed
        place = {order: i for i, order in enumerate(survey.plan.orders.split(","))}
        known.sort(key=lambda order: place.get(order, -1))
    return replace(part, orders=tuple(dict.fromkeys(known)), all_orders=orders is None)


def _order(survey: Survey, word: str, boards: Sequence[Board], known: Sequence[str]) -> str:
    """The order a person named, if it is one of those known."""
    return word if word in known else survey.find_order(word, boards)
