"""`turaga convert`: write a walk in another format."""

from turaga.cli._files import TWO_DIGITS, read_walk, write_atomically, write_walk
from turaga.cli._help import make_command, option
from turaga.cli._options import file_argument
from turaga.cli._outcome_output import in_forms, parse_forms
from turaga.cli._terminal import put, tell
from turaga.errors import BadInput
from turaga.notation import TITLES
from turaga.storage import format_for
from turaga.text import listed

_ALONE = ("json", "npy")  # not to be combined with other formats
_TEXTS = tuple(name for name in TITLES if name not in _ALONE)
_FORMATS = listed(TITLES, "or")


@make_command(
    examples=(
        ("turaga convert tour.txt --to names", "Print the chess names of the squares."),
        ("turaga convert tour.txt --to board,moves", "Print the number grid, then the moves."),
        ("turaga convert tour.txt -o tour.json", "Save as JSON."),
    ),
    status="0 if the walk was written, 1 if the file does not contain a walk, 2 if it cannot be read.",
)
@file_argument
@option(
    "--to", "to", metavar="FORMAT", help=f"The format to write: {_FORMATS}. Separate several with commas."
)
@option(
    "-o",
    "--out",
    metavar="FILE",
    help="The file to write. Without --to, the extension chooses the format: .json, .npy, or anything "
    "else for a number grid. [default: stdout]",
)
def command(
    *,
    file: str,
    to: str | None,
    out: str | None,
    board: str | None,
    leaper: str | None,
    squares: str | None,
) -> int:
    """Convert a walk to another format.

    The format of the file is recognised from its contents. If the file has mistakes, turaga
    check lists them all.
    """
    name = None if out in (None, "-") else out
    forms = _chosen_formats(to, name)
    reading = read_walk(file, board, leaper, squares)
    if reading.faults:
        advice = f"; {TWO_DIGITS}" if reading.two_digits else ""
        tell(f"turaga: the file does not contain a walk: {reading.faults[0].what}{advice}")
        return 1
    if name is not None and len(forms) == 1:
        write_walk(name, reading.walk, forms[0])
        return 0
    text = in_forms(forms, reading.board, reading.walk)
    if name is None:
        put(text)
    else:
        write_atomically(name, lambda file: file.write(text.encode()))
    return 0


def _chosen_formats(to: str | None, name: str | None) -> tuple[str, ...]:
    """The formats to write, chosen before anything is read."""
    if to is None:
        if name is None:
            raise BadInput("--to is required", accepted=f"it must be {_FORMATS}", field="to")
        return (format_for(name),)
    forms = parse_forms("--to", to, _TEXTS, alone=_ALONE)
    if name is None and forms == ("npy",):
        raise BadInput("--to npy writes bytes, not text", accepted="save it with --out FILE", field="to")
    if name is not None and format_for(name) not in (*forms, "board"):
        raise BadInput(
            f"--to {to} contradicts the extension of --out {name!r}", accepted="leave out --to", field="to"
        )
    return forms
