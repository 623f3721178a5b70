"""The answers of `turaga survey show` to one question: lists of orders and of closed tours, grids of numbers,
and the walks one by one."""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

from turaga.board import Board, Square
from turaga.cli.survey._answer_format import (
    FormattedAnswer,
    board_lines,
    facts_of,
    fitted,
    order_name,
    table,
    too_many_orders,
)
from turaga.errors import BadInput
from turaga.notation.writer import from_one
from turaga.survey.board_lists import board_name
from turaga.survey.columns import ENDINGS
from turaga.survey.queries import Survey
from turaga.survey.results import ClosedStarts, Rank, WalkResult, order_words
from turaga.text import duration, plural, show

_MOST_STARTS = 20  # in a line
_BEST, _WORST = 20, 5  # orders shown from a long ranking
_ORDERS_A_LINE = 8
_MOST_PRINTED = 12  # grids, for people
_MOST_MADE = 500  # for programs
_Grid = list[list[int | None]]
_MOST_WALKS = 1000  # in text
_EXPLAINED = ("exhausted", "ruled out")  # endings whose meaning is not obvious
_WALK_COUNTS = ("visited", "complete", "closed", "retries", "steps")
_WALK_HEADER = (
    *("board", "order", "run", "row", "col", "end_row", "end_col", *_WALK_COUNTS),
    *("seconds", "ending", "holes"),
)


# -- lists --------------------------------------------------------------------------------------------


def show_full(
    survey: Survey, boards: Sequence[Board], order: str | None, *, for_programs: bool
) -> FormattedAnswer:
    """The orders that complete from every start, of each board and of all boards together."""
    found = {board: survey.full_orders(board) for board in boards}
    everywhere = sorted(set.intersection(*(set(orders) for orders in found.values())))

    def lines() -> Iterator[str]:
        for board, orders in found.items():
            whole = plural(survey.count_orders(board), "order")
            yield f"{board_name(board)}: {len(orders)} of {whole} complete {_from_all(survey, board)}"
            yield from _in_lines(orders)
        if len(found) > 1:
            yield f"all {len(found)} boards: {plural(len(everywhere), 'order')}"
            yield from _in_lines(everywhere)

    return FormattedAnswer(
        lines=lines,
        header=("board", "order"),
        rows=lambda: ((board_name(board), one) for board, orders in found.items() for one in orders),
        facts=lambda: facts_of(
            survey,
            boards=[
                {
                    "board": board_name(board),
                    "orders": survey.count_orders(board),
                    "starts": survey.count_asked(board),
                    "full": orders,
                }
                for board, orders in found.items()
            ],
            all_boards=everywhere,
        ),
        note="(starts were walked until the first closed tour: nothing is known about the other starts)"
        if survey.plan.until_closed
        else "",
    )


def _from_all(survey: Survey, board: Board) -> str:
    """The starts that a full order must complete from, in words."""
    whole, plan = survey.count_asked(board), survey.plan
    planned = plan.repeat * plan.count_starts(board)
    words = f"tours from all {whole} starts" if whole != 1 else "a tour from the only start"
    if plan.starts != "all" or plan.repeat > 1:
        words += " of the plan"
    return words + (" that the colours of the squares allow" if whole < planned else "")


def _in_lines(orders: Sequence[str]) -> Iterator[str]:
    for i in range(0, len(orders), _ORDERS_A_LINE):
        yield " ".join(orders[i : i + _ORDERS_A_LINE])


def show_closed(
    survey: Survey, boards: Sequence[Board], order: str | None, *, for_programs: bool
) -> FormattedAnswer:
    """The starts of closed tours, by board and order; in text, only by board if there are many orders."""
    together = not for_programs and order is None and too_many_orders(survey, boards)
    found = _closed_starts(survey, boards, order, together=together)
    header = ("board", "orders" if together else "order", "tours", "first", "closed from")
    return FormattedAnswer(
        lines=lambda: fitted(table(header, [_closed_row(survey, one) for one in found])),
        header=("board", "order", "row", "col"),
        rows=lambda: (
            (board_name(one.board), order_name(one.order), row + 1, col + 1)
            for one in found
            for row, col in one.starts
        ),
        facts=lambda: facts_of(survey, closed=[_closed_facts(one) for one in found]),
        note="(all orders together: select one with --order, or use --csv to list them separately)"
        if together
        else "",
    )


def _closed_starts(
    survey: Survey, boards: Sequence[Board], order: str | None, *, together: bool
) -> list[ClosedStarts]:
    """The starts of closed tours by board, and by order unless `together`, even if there are none."""
    pairs: list[tuple[Board, str | None]] = [(board, None) for board in boards]
    if not together:
        pairs = [(board, one) for board in boards for one in survey.orders_of(board) if order in (None, one)]
    closed = {(one.board, one.order): one for one in survey.all_closed(by_order=not together, order=order)}
    return [
        closed.get((board, one), ClosedStarts(board=board, order=one, tours=0, starts=()))
        for board, one in pairs
    ]


def _closed_row(survey: Survey, one: ClosedStarts) -> tuple[Any, ...]:
    """A line of the table."""
    return (
        board_name(one.board),
        survey.count_orders(one.board) if one.order is None else order_words(one.order),
        one.tours,
        show(one.starts[0]) if one.starts else "none",
        _some_starts(one.starts),
    )


def _closed_facts(one: ClosedStarts) -> dict[str, Any]:
    return {
        "board": board_name(one.board),
        "order": order_name(one.order),
        "tours": one.tours,
        "first": from_one(one.starts[0]) if one.starts else None,
        "starts": [from_one(start) for start in one.starts],
    }


def _some_starts(starts: Sequence[Square]) -> str:
    more = len(starts) - _MOST_STARTS
    return " ".join(map(show, starts[:_MOST_STARTS])) + (f" and {more} more" if more > 0 else "")


def show_ranking(
    survey: Survey, boards: Sequence[Board], order: str | None, *, for_programs: bool
) -> FormattedAnswer:
    """Orders by failures. The text shows only the best and the worst."""
    ranks = survey.ranking(boards)
    header = ("rank", "order", "failures", "walks", "boards", "without failure")

    def row(place: int, rank: Rank) -> tuple[Any, ...]:
        return place, order_words(rank.order), rank.failures, rank.walks, rank.boards, rank.clean

    def lines() -> list[str]:
        numbered = [*enumerate(ranks, 1)]
        cut = len(ranks) - _BEST - _WORST
        shown = numbered if cut <= 1 else [*numbered[:_BEST], *numbered[-_WORST:]]
        drops = any(rank.dropped for _, rank in shown)
        text = table(
            (*header, "") if drops else header,
            [
                (*row(i, rank), "dropped" if rank.dropped else "") if drops else row(i, rank)
                for i, rank in shown
            ],
        )
        if cut > 1:
            text.insert(_BEST + 1, f"... {cut} more")
        return fitted(text)

    return FormattedAnswer(
        lines=lines,
        header=(*header[:-1], "boards_without_failure", "dropped"),
        rows=lambda: ((*row(i, rank), rank.dropped) for i, rank in enumerate(ranks, 1)),
        facts=lambda: facts_of(
            survey,
            ranking=[
                {
                    "order": order_words(rank.order),
                    "failures": rank.failures,
                    "walks": rank.walks,
                    "boards": rank.boards,
                    "boards_without_failure": rank.clean,
                    "dropped": rank.dropped,
                }
                for rank in ranks
            ],
        ),
    )


# -- grids --------------------------------------------------------------------------------------------


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
    most = _MOST_MADE if for_programs else _MOST_PRINTED
    if count > most:
        raise BadInput(
            f"{question} would show {count} grids, and the limit is {most}",
            accepted=f"select some with {options}",
            field="board",
        )


# -- walks --------------------------------------------------------------------------------------------


def show_walks(
    survey: Survey, boards: Sequence[Board], order: str | None, *, for_programs: bool
) -> FormattedAnswer:
    """Every walk. The text shows the first thousand."""

    def walks() -> Iterator[WalkResult]:
        return survey.each_walk(boards, order)

    return FormattedAnswer(
        lines=lambda: _walk_lines(survey, list(islice(walks(), _MOST_WALKS))),
        header=_WALK_HEADER,
        rows=lambda: map(_walk_row, walks()),
        facts=lambda: facts_of(survey),
        many=("walks", lambda: map(_walk_facts, walks())),
        note="" if for_programs else _walk_note(survey, boards, order),
    )


def _walk_row(walk: WalkResult) -> tuple[Any, ...]:
    end = (None, None) if walk.end is None else from_one(walk.end)
    return (
        *(board_name(walk.board), order_words(walk.order), walk.run + 1, *from_one(walk.start), *end),
        *(getattr(walk, name) for name in _WALK_COUNTS),
        *(_walk_seconds(walk), walk.ending, len(walk.board.hole_indices)),
    )


def _walk_seconds(walk: WalkResult) -> float | None:
    return None if walk.seconds is None else round(walk.seconds, 9)


def _walk_facts(walk: WalkResult) -> dict[str, Any]:
    return {
        "board": board_name(walk.board),
        "holes": len(walk.board.hole_indices),
        "order": order_words(walk.order),
        "run": walk.run + 1,
        "start": from_one(walk.start),
        "end": None if walk.end is None else from_one(walk.end),
        **{name: getattr(walk, name) for name in _WALK_COUNTS},
        "seconds": _walk_seconds(walk),
        "ending": walk.ending,
    }


def _walk_lines(survey: Survey, walks: Sequence[WalkResult]) -> Iterator[str]:
    """The table, with the columns that matter, and what some of its endings mean."""
    columns: list[tuple[str, Callable[[WalkResult], Any], bool]] = [
        ("board", lambda walk: board_name(walk.board), True),
        ("order", lambda walk: order_words(walk.order), len({walk.order for walk in walks}) > 1),
        ("run", lambda walk: walk.run + 1, survey.plan.repeat > 1),
        ("start", lambda walk: show(walk.start), True),
        ("time", lambda walk: "" if walk.seconds is None else duration(walk.seconds), survey.keeps_times),
        ("steps", lambda walk: walk.steps, True),
        ("retries", lambda walk: walk.retries, any(walk.retries for walk in walks)),
        ("unvisited", lambda walk: walk.board.size - walk.visited, True),
        ("ending", lambda walk: walk.ending, True),
    ]
    shown = [(name, value) for name, value, is_shown in columns if is_shown]
    rows = [[value(walk) for _, value in shown] for walk in walks]
    yield from fitted(table([name for name, _ in shown], rows))
    endings = {walk.ending for walk in walks}
    yield from (f"{ending}: {ENDINGS[ending]}" for ending in _EXPLAINED if ending in endings)


def _walk_note(survey: Survey, boards: Sequence[Board], order: str | None) -> str:
    rates = survey.rates(by_order=order is not None)
    count = sum(rate.walks for rate in rates if rate.board in boards and order in (None, rate.order))
    if count > _MOST_WALKS:
        return f"(these are the first {_MOST_WALKS} of {count} walks; --csv and --json print all of them)"
    if not survey.keeps_times:
        return "(the time of each walk is stored for searches and for listed starts only)"
    return ""
