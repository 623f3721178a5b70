"""How commands trim a board and say what they removed."""

from dataclasses import fields

from turaga.board import Board
from turaga.cli._progress import progress
from turaga.cli._terminal import tell
from turaga.errors import TourNotFound
from turaga.notation.writer import from_one
from turaga.solve import Found, GaveUp, Impossible, Outcome
from turaga.solve.trimming import SQUARES_IN_SENTENCE, Trimmed, trim
from turaga.text import sentence
from turaga.tours import Tours


def find_trimmed(
    tours: Tours,
    *,
    seed: int = 0,
    time_limit: float | None = None,
    all_listed: str = "--json lists all removed squares",
    solved_next: bool = True,
) -> tuple[Trimmed | TourNotFound, Board]:
    """The trimmed board and its tour, or the error that says why there is none; and the board that is left:
    all of it, if no tour was found whatever is removed. Say which squares are removed, or that removing
    squares does not help.

    `all_listed` says where they all are, if they are too many for a sentence. A command that looks for a tour
    of the board after that (`solved_next`) says itself why there is none.
    """
    with progress() as report:
        try:
            result: Trimmed | TourNotFound = trim(
                tours.board,
                start=tours.start,
                end=tours.end,
                closed=tours.closed,
                seed=seed,
                time_limit=time_limit,
                progress=report,
            )
        except TourNotFound as error:
            result = error
    proved = isinstance(result, TourNotFound) and result.proved
    tell("Removing squares does not help." if proved and solved_next else sentence(str(result)))
    if isinstance(result, Trimmed) and len(result.removed) > SQUARES_IN_SENTENCE:
        tell(sentence(all_listed))
    return result, result.board if isinstance(result, Trimmed) else tours.board


def as_trimming_found(outcome: Outcome, trimmed: Trimmed | TourNotFound) -> Outcome:
    """The outcome or, if the method gave up, what trimming found: its tour, or the proof that there is
    none."""
    if not isinstance(outcome, GaveUp):
        return outcome
    shared = {each.name: getattr(outcome, each.name) for each in fields(outcome) if each.name != "best"}
    if isinstance(trimmed, Trimmed):
        return Found(
            **shared | {"reason": "found while trimming", "start": trimmed.tour.start}, tour=trimmed.tour
        )
    return Impossible(**shared | {"reason": trimmed.reason}) if trimmed.proved else outcome


def trim_facts(trimmed: Trimmed | TourNotFound) -> dict[str, object]:
    """What was removed, or that nothing helps, as --json shows it."""
    if isinstance(trimmed, TourNotFound):
        return {"found": False, "proved": trimmed.proved, "reason": sentence(trimmed.reason)}
    return {
        "found": True,
        "removed": [from_one(square) for square in trimmed.removed],
        "at_least": trimmed.at_least,
        "minimal": trimmed.minimal,
        "reason": trimmed.reason,
    }
