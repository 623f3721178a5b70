"""Boards, maps and tables of Serafeimidis's thesis next to ours."""

from collections.abc import Sequence

from turaga.board import Board
from turaga.report.claims import ClaimResult, agrees, differs
from turaga.report.experiments import Experiments
from turaga.report.printed_grids import Entries, PrintedGrid, entries
from turaga.report.published_data import thesis_grids
from turaga.report.survey_plans import OPEN
from turaga.text import listed


def compare(name: str, ours: Entries, *, title: str = "", where: str = "square") -> PrintedGrid:
    """A board, map or table of the thesis next to ours."""
    return PrintedGrid(title=title or name, printed=thesis_grids()[name], ours=ours, where=where)


def grid_of(numbers: Sequence[object], cols: int = 8) -> Entries:
    """One number per square as rows of text."""
    return entries(numbers[i : i + cols] for i in range(0, len(numbers), cols))


def same_boards(
    comparisons: Sequence[PrintedGrid], gets: str, why: str = "", **measured: object
) -> ClaimResult:
    """Agrees if all comparisons are the same. What they say is added to the result."""
    single = len(comparisons) == 1
    said = [board.sentence if single else f"{board.title}: {board.sentence}" for board in comparisons]
    gets = "; ".join([gets, *said])
    if all(board.same for board in comparisons):
        return agrees(gets, why, measured=measured, comparisons=comparisons)
    wrong = listed([board.title for board in comparisons if not board.same])
    return differs(
        gets, f"{wrong} cannot be made with these settings", measured=measured, comparisons=comparisons
    )


def unvisited(experiments: Experiments, n: int, order: str) -> list[int]:
    """How many squares the walk from each start leaves unvisited, with the open start."""
    board = Board(n)
    visited, _ = experiments.walk(board, OPEN.by_order(order), range(board.size))
    return [board.size - int(count) for count in visited]
