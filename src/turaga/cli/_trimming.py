"""How commands trim a board and say what they removed."""

from dataclasses import fields

from turaga.board import Board
from turaga.cli._progress import progress
from turaga.cli._terminal import tell
from turaga.errors import TourNotFound
from turaga.notation.writer import from_one
from turaga.solve import Found, GaveUp, Outcome
from turaga.solve.trimming import SQUARES_IN_SENTENCE, Trimmed, trim
from turaga.text import sentence


def find_trimmed(
    board: Board,
    *,
    start: str | None,
    end: str | None,
    closed: bool,
    seed: int = 0,
    time_limit: float | None = None,
    all_listed: str = "--json lists all removed squares",
) -> Trimmed | None:
    """The trimmed board and its tour, or None if there is none. Say which squares are removed.

    `all_listed` says where they all are, if they are too many for a sentence.
    """
    with progress() as report:
        try:
            result = trim(
                board,
                start=start,
                end=end,
                closed=closed,
                seed=seed,
                time_limit=time_limit,
                progress=report,
            )
        except TourNotFound as error:
            result, message = None, str(error)
        else:
            message = str(result)
    tell(sentence(message))
    if result is not None and len(result.removed) > SQUARES_IN_SENTENCE:
        tell(sentence(all_listed))
    return result


def board_after(board: Board, trimmed: Trimmed | None) -> Board:
    """The trimmed board. If no tour was found whatever is removed, it is the board itself: the command then
    says why it has none."""
    return board if trimmed is None else trimmed.board


def with_its_tour(outcome: Outcome, trimmed: Trimmed) -> Outcome:
    """The outcome for a trimmed board or, if no tour was found again, the tour that trimming found."""
    if not isinstance(outcome, GaveUp):
        return outcome
    shared = {each.name: getattr(outcome, each.name) for each in fields(outcome) if each.name != "best"}
    shared |= {"reason": "found while trimming", "start": trimmed.tour.start}
    return Found(**shared, tour=trimmed.tour)


def trim_facts(trimmed: Trimmed) -> dict[str, object]:
    """What was removed, as --json shows it."""
    return {
        "removed": [from_one(square) for square in trimmed.removed],
        "at_least": trimmed.at_least,
        "minimal": trimmed.minimal,
        "reason": trimmed.reason,
    }
