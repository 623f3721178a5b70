"""Results that are lists: full orders, starts of closed tours, orders by failures."""

from collections.abc import Iterator, Sequence
from typing import Any

from turaga.board import Board, Square
from turaga.cli.survey._answer_format import (
    FormattedAnswer,
    facts_of,
    fitted,
    order_name,
    table,
    too_many_orders,
)
from turaga.notation.writer import from_one
from turaga.survey.board_names import board_name
from turaga.survey.queries import Survey
from turaga.survey.results import ClosedStarts, Rank, order_words
from turaga.text import plural, show

_MOST_STARTS = 20  # in a line
_BEST, _WORST = 20, 5  # orders shown from a long ranking
_ORDERS_A_LINE = 8


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
