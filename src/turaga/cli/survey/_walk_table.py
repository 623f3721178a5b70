"""The walks of a survey, one by one: start, time, steps, and how each ended."""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

from turaga.board import Board
from turaga.cli.survey._answer_format import FormattedAnswer, facts_of, fitted, holes_column, table
from turaga.notation.writer import from_one
from turaga.survey.board_names import board_name
from turaga.survey.endings import ENDINGS
from turaga.survey.queries import Survey
from turaga.survey.results import WalkResult, order_words
from turaga.text import duration, show

_MOST_ROWS = 1000  # in text
_EXPLAINED = ("exhausted", "ruled out")  # endings whose meaning is not obvious
_HEADER = (
    *("board", "order", "run", "row", "col", "end_row", "end_col", "visited", "complete", "closed"),
    *("retries", "steps", "seconds", "ending"),
)


def show_walks(
    survey: Survey, boards: Sequence[Board], order: str | None, *, for_programs: bool
) -> FormattedAnswer:
    """Every walk. The text shows the first thousand."""

    def walks() -> Iterator[WalkResult]:
        return survey.each_walk(boards, order)

    return FormattedAnswer(
        lines=lambda: _lines(survey, list(islice(walks(), _MOST_ROWS))),
        header=(*_HEADER, *holes_column(survey)),
        rows=lambda: ((*_row(walk), *holes_column(survey, walk.board)) for walk in walks()),
        facts=lambda: facts_of(survey),
        many=("walks", lambda: map(_facts, walks())),
        note="" if for_programs else _note(survey, boards, order),
    )


def _row(walk: WalkResult) -> tuple[Any, ...]:
    end = (None, None) if walk.end is None else from_one(walk.end)
    return (
        *(board_name(walk.board), order_words(walk.order), walk.run + 1, *from_one(walk.start), *end),
        *(walk.visited, walk.complete, walk.closed, walk.retries, walk.steps, _seconds(walk), walk.ending),
    )


def _seconds(walk: WalkResult) -> float | None:
    return None if walk.seconds is None else round(walk.seconds, 9)


def _facts(walk: WalkResult) -> dict[str, Any]:
    return {
        "board": board_name(walk.board),
        "holes": len(walk.board.hole_indices),
        "order": order_words(walk.order),
        "run": walk.run + 1,
        "start": from_one(walk.start),
        "end": None if walk.end is None else from_one(walk.end),
        "visited": walk.visited,
        "complete": walk.complete,
        "closed": walk.closed,
        "retries": walk.retries,
        "steps": walk.steps,
        "seconds": _seconds(walk),
        "ending": walk.ending,
    }


def _lines(survey: Survey, walks: Sequence[WalkResult]) -> Iterator[str]:
    """The table, with the columns that matter, and what some of its endings mean."""
    columns: list[tuple[str, Callable[[WalkResult], Any], bool]] = [
        ("board", lambda walk: board_name(walk.board), True),
        ("order", lambda walk: order_words(walk.order), len({walk.order for walk in walks}) > 1),
        ("run", lambda walk: walk.run + 1, survey.plan.repeat > 1),
        ("start", lambda walk: show(walk.start), True),
        ("time", _time, survey.keeps_times),
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


def _time(walk: WalkResult) -> str:
    return "" if walk.seconds is None else duration(walk.seconds)


def _note(survey: Survey, boards: Sequence[Board], order: str | None) -> str:
    rates = survey.rates(by_order=order is not None)
    count = sum(rate.walks for rate in rates if rate.board in boards and order in (None, rate.order))
    if count > _MOST_ROWS:
        return f"(these are the first {_MOST_ROWS} of {count} walks; --csv and --json print all of them)"
    if not survey.keeps_times:
        return "(the time of each walk is stored for searches and for listed starts only)"
    return ""
