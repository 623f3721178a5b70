"""Results that are grids of numbers: unvisited squares, failing orders, ends of tours."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from turaga.board import Board
from turaga.cli.survey._answer_format import FormattedAnswer, board_lines, facts_of, order_name
from turaga.errors import BadInput
from turaga.survey.board_names import board_name
from turaga.survey.queries import Survey
from turaga.survey.results import order_words
from turaga.text import plural

_MOST_PRINTED = 12  # grids
_MOST = 500  # for programs
_Grid = list[list[int | None]]


def show_unvisited(
    survey: Survey, boards: Sequence[Board], order: str | None, *, for_programs: bool
) -> FormattedAnswer:
    """The unvisited squares by start, as a grid for each board and order."""
    pairs = [
        (board, one) for board in boards for one in survey.orders_of(board) if order is None or one == order
    ]
    _check_many(len(pairs), "--map", "--board and --order", for_programs)

    def caption(board: Board, one: str | None, grid: _Grid) -> str:
        assert one is not None
        values = [value for row in grid for value in row if value is not None]
        words = f"{board_name(board)}, order {order_words(one)}: unvisited squares by start, "
        words += f"{values.count(0)} of {len(values)} complete"
        return words + (" (the longest of several walks from each start)" if survey.plan.repeat > 1 else "")

    return _grids(
        survey,
        "unvisited",
        [(board, one, survey.unvisited_map(board, one)) for board, one in pairs],
        caption,
    )


def show_fails(
    survey: Survey, boards: Sequence[Board], order: str | None, *, for_programs: bool
) -> FormattedAnswer:
    """How many orders fail from each start, as a grid for each board."""
    _check_many(len(boards), "--fails", "--board", for_programs)
    orders = {board: plural(survey.count_orders(board), "order") for board in boards}
    return _grids(
        survey,
        "fails",
        [(board, None, survey.fails_map(board)) for board in boards],
        lambda board, _, __: f"{board_name(board)}: how many of {orders[board]} fail from each start",
    )


def show_ends(
    survey: Survey, boards: Sequence[Board], order: str | None, *, for_programs: bool
) -> FormattedAnswer:
    """Where tours end, as a grid for each board, for one order or for all together."""
    _check_many(len(boards), "--ends", "--board", for_programs)
    grids: list[tuple[Board, str | None, _Grid]] = [
        (board, order, survey.ends_map(board, order)) for board in boards
    ]

    def caption(board: Board, one: str | None, grid: _Grid) -> str:
        tours = sum(value or 0 for row in grid for value in row)
        by = f"order {order_words(one)}" if one else plural(survey.count_orders(board), "order")
        return f"{board_name(board)}, {by}: where {plural(tours, 'tour')} {'ends' if tours == 1 else 'end'}"

    return _grids(survey, "ends", grids, caption)


def _grids(
    survey: Survey,
    name: str,
    grids: Sequence[tuple[Board, str | None, _Grid]],
    caption: Callable[[Board, str | None, _Grid], str],
) -> FormattedAnswer:
    """Grids of numbers: as text, as one row per square for CSV, or as lists for JSON."""

    def lines() -> Iterator[str]:
        for i, (board, order, grid) in enumerate(grids):
            yield from ["", caption(board, order, grid)] if i else [caption(board, order, grid)]
            yield from board_lines(board, grid)

    def rows() -> Iterator[Sequence[Any]]:
        for board, order, grid in grids:
            for r, row in enumerate(grid, 1):
                for c, value in enumerate(row, 1):
                    if value is not None:
                        yield board_name(board), order_name(order), r, c, value

    return FormattedAnswer(
        lines=lines,
        header=("board", "order", "row", "col", name),
        rows=rows,
        facts=lambda: facts_of(
            survey,
            boards=[
                {
                    "board": board_name(board),
                    "holes": len(board.hole_indices),
                    "order": order_name(order),
                    "orders": survey.count_orders(board) if order is None else 1,
                    name: grid,
                }
                for board, order, grid in grids
            ],
        ),
    )


def _check_many(count: int, question: str, options: str, for_programs: bool) -> None:
    """Raise `BadInput` for more grids than people read, or than programs should wait for."""
    most = _MOST if for_programs else _MOST_PRINTED
    if count > most:
        raise BadInput(
            f"{question} would show {count} grids, and the limit is {most}",
            accepted=f"select some with {options}",
            field="board",
        )
