"""`turaga check`: the format of a file, what it contains, and every mistake with its place."""

from turaga.cli._files import TWO_DIGITS, read_walk
from turaga.cli._help import make_command
from turaga.cli._options import file_argument, json_option
from turaga.cli._terminal import put_json, put_wrapped
from turaga.notation import TITLES, Reading
from turaga.text import plural
from turaga.verify import MOST_FAULTS

_MOST_SHOWN = 20  # unvisited squares


@make_command(
    examples=(
        ("turaga check tour.txt", "Check a file."),
        ("turaga solve 8x8 | turaga check -", "Check the output of another command."),
    ),
    status="0 for a tour, 1 for a walk that is not a tour or a file with mistakes, 2 if the file "
    "cannot be read.",
)
@file_argument
@json_option
def command(file: str, board: str | None, leaper: str | None, squares: str | None, as_json: bool) -> int:
    """Check a tour file and report mistakes.

    The format is recognised from the contents: a number grid, squares (1,1 2,3), chess names (a1 c2), moves
    ((+1,+2) (-2,+1)), Agh's moves, Vandermonde's fractions (1/1 3/2), Bencic's squares in two digits (one per
    line or all on one line), JSON, or a NumPy file.
    """
    reading = read_walk(file, board, leaper, squares)
    if as_json:
        put_json(reading.as_json())
    else:
        put_wrapped("\n".join(_lines(reading)) + "\n")
    return 0 if reading.report.is_tour else 1


def _lines(reading: Reading) -> list[str]:
    report, path = reading.report, reading.path
    head = f"{TITLES[reading.format]}, {reading.board}: "
    if not report.is_walk:
        lines = [head + "not a walk", *(fault.what for fault in report.faults)]
        if len(report.faults) == MOST_FAULTS:
            lines.append(f"(these are the first {MOST_FAULTS} mistakes; there may be more)")
        if reading.two_digits:
            lines.append(f"({TWO_DIGITS})")
        return lines
    if path.start is None or path.end is None:
        what = "an empty walk"
    else:
        kind = "a walk" if not report.is_tour else "a closed tour" if report.closed else "an open tour"
        what = (
            f"{kind} of {plural(len(path), 'square')}, from {path.board.show(path.start)} to "
            f"{path.board.show(path.end)}"
        )
    if not report.unvisited:
        return [head + what]
    first = " ".join(path.board.show(square) for square in path.first_unvisited(_MOST_SHOWN))
    more = f" and {report.unvisited - _MOST_SHOWN} more" if report.unvisited > _MOST_SHOWN else ""
    return [f"{head}{what}; {report.unvisited} unvisited: {first}{more}"]
