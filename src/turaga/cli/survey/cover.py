"""`turaga survey cover`: the smallest set of orders that together complete from every start."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

import click

from turaga.board import Board
from turaga.cli._help import make_command, option
from turaga.cli._options import json_option
from turaga.cli._progress import progress
from turaga.cli._terminal import put, put_wrapped, tell
from turaga.cli.survey._answer_format import facts_of
from turaga.extras import install_hint
from turaga.kinds import SECONDS, SEED
from turaga.notation.writer import from_one
from turaga.survey.board_lists import board_name
from turaga.survey.cover import TIME_LIMIT, OrderCover, fewest_orders, has_or_tools
from turaga.survey.queries import Survey
from turaga.text import plural, show
from turaga.theory import count_allowed

_MOST_NAMED = 20  # starts in a line


@make_command(
    examples=(
        ("turaga survey cover results", "On each board, then on all boards."),
        ("turaga survey cover results --board 8x8", "Only on 8x8."),
    ),
    status="0, or 2 for bad input.",
)
@click.argument("folder", metavar="DIR")
@option(
    "--board", "board_text", metavar="BOARD", help="Only this board, such as 8x8 or, with holes, ring-12x12."
)
@option(
    "--time-limit",
    kind=SECONDS,
    default=TIME_LIMIT,
    group="Limits",
    help="Spend at most S seconds on each set. If a set is not proved smallest by then, a lower bound is "
    f"shown. [default: {TIME_LIMIT:g}]",
)
@option(
    "--seed",
    kind=SEED,
    default=0,
    group="Search",
    help="Seed for CP-SAT. Another seed can give other orders, but just as few. [default: 0]",
)
@json_option
def command(*, folder: str, board_text: str | None, time_limit: float, seed: int, as_json: bool) -> int:
    """Find the fewest orders that together complete a tour from every start.

    Starts that the colours of the squares rule out do not count. Starts from which no order completes a tour
    are listed. A tour that only a retry found does not count for its order. If it is not obvious that there
    is no smaller set, CP-SAT proves it (needs the `exact` extra).
    """
    with Survey.open(folder) as survey, progress() as report:
        boards = [survey.find_board(board_text)] if board_text is not None else survey.boards
        survey.require_walks()
        questions = [[board] for board in boards] + ([boards] if len(boards) > 1 else [])
        covers = []
        for i, together in enumerate(questions):
            if report:
                report(f"covering {_name(together)}", i, len(questions))
            covers.append(fewest_orders(survey, together, time_limit=time_limit, seed=seed, progress=report))
        classes = survey.plan.orders == "unique"
        facts = facts_of(survey, one_order_of_each_class=classes, covers=[_facts(cover) for cover in covers])
        notes = list(_notes(survey, covers))
    if as_json:
        put(json.dumps(facts) + "\n")
        return 0
    put_wrapped("\n".join(line for cover in covers for line in _lines(cover)) + "\n")
    for note in notes:
        tell(note)
    return 0


def _notes(survey: Survey, covers: Sequence[OrderCover]) -> Iterator[str]:
    """What a reader should know about the survey and the proofs."""
    plan = survey.plan
    if not survey.finished:
        yield f"(the survey is not finished: {survey.jobs_done} of {plural(survey.jobs, 'job')} done)"
    if plan.until_closed or plan.stop_after_failures is not None:
        yield "(the survey stopped boards or orders early: starts that were not walked do not count)"
    if plan.orders == "unique" and any(len(cover.orders) > 1 for cover in covers):
        yield "(only one order of each class was walked: with the others, fewer may be enough)"
    if not (all(cover.proved for cover in covers) or has_or_tools()):
        yield f"(to prove that no fewer are enough: {install_hint('exact')})"


def _name(boards: Sequence[Board]) -> str:
    return board_name(boards[0]) if len(boards) == 1 else f"all {len(boards)} boards"


def _lines(cover: OrderCover) -> list[str]:
    """A set of orders in words, and the starts from which no order completes."""
    count, covered, name = len(cover.orders), cover.starts - len(cover.missed), _name(cover.boards)
    starts = "start" if cover.starts == 1 else "starts"
    if any(count_allowed(board) < board.size for board in cover.boards):
        starts += " that the colours allow"
    if not count:
        any_of = "the only" if cover.starts == 1 else f"any of the {cover.starts}"
        return [f"{name}: no order completes a tour from {any_of} {starts}"]
    which = f"{covered} of {cover.starts}" if cover.missed else f"all {cover.starts}"
    if cover.starts == 1:
        which = "the only"
    complete = "completes" if count == 1 else "complete"
    complete += " a tour" if cover.starts == 1 else " tours"
    words = f"{name}: {plural(count, 'order')} {complete} from {which} {starts}"
    if count > 1:
        words += " (no fewer are enough)" if cover.proved else f" (at least {cover.lower_bound} are needed)"
    lines = [f"{words}: {' '.join(cover.orders)}"]
    return [*lines, _missed_line(cover)] if cover.missed else lines


def _missed_line(cover: OrderCover) -> str:
    """The first few starts from which no order completes."""
    one_board = len(cover.boards) == 1
    shown = [
        show(start) if one_board else f"{show(start)} on {board_name(board)}"
        for board, start in cover.missed[:_MOST_NAMED]
    ]
    more = len(cover.missed) - len(shown)
    starts = (" " if one_board else "; ").join(shown)
    return f"  no order completes a tour from {starts}{f' and {more} more' if more else ''}"


def _facts(cover: OrderCover) -> dict[str, Any]:
    return {
        "boards": [board_name(board) for board in cover.boards],
        "orders": [*cover.orders],
        "fewest": len(cover.orders),
        "proved": cover.proved,
        "lower_bound": cover.lower_bound,
        "starts": cover.starts,
        "missed": [{"board": board_name(board), "start": from_one(start)} for board, start in cover.missed],
        "seconds": round(cover.seconds, 6),
    }
