"""How commands trim a board and say what they removed."""

from turaga.board import Board
from turaga.cli._progress import progress
from turaga.cli._terminal import tell
from turaga.errors import TourNotFound
from turaga.solve.solved import try_trimming
from turaga.solve.trimming import SQUARES_IN_SENTENCE, Trimmed
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
        found = try_trimming(tours, seed=seed, time_limit=time_limit, progress=report)
    proved = isinstance(found, TourNotFound) and found.proved
    tell("Removing squares does not help." if proved and solved_next else sentence(str(found)))
    if isinstance(found, Trimmed) and len(found.removed) > SQUARES_IN_SENTENCE:
        tell(sentence(all_listed))
    return found, found.board if isinstance(found, Trimmed) else tours.board
