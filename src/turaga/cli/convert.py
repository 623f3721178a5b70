"""`turaga convert`: write a walk in another format."""

from dataclasses import replace

from turaga.checking import ConvertWalk, convert
from turaga.cli._advice import error_sentence
from turaga.cli._files import write_atomically, write_walk
from turaga.cli._help import make_command, option
from turaga.cli._options import options
from turaga.cli._terminal import put, tell
from turaga.errors import BadInput, BadText
from turaga.storage import format_for, is_picture
from turaga.text import plural, short


@make_command(
    examples=(
        ("turaga convert tour.txt --to names", "Print the chess names of the squares."),
        ("turaga convert tour.txt --to board,moves", "Print the number grid, then the moves."),
        ("turaga convert tour.txt -o tour.json", "Save as JSON."),
    ),
    status="0 if the walk was written, even if it is not a tour; 1 if the file has mistakes; 2 if it cannot "
    "be read.",
)
@options(ConvertWalk)
@option(
    "-o",
    "--out",
    metavar="FILE",
    help="The file to write. Without --to, the extension chooses the format: .json, .npy, .svg, .png or "
    ".gif, or anything else for a number grid. [default: stdout]",
)
def command(*, request: ConvertWalk, out: str | None) -> int:
    """Convert a walk to another format.

    If the file has mistakes, turaga check lists them all.
    """
    name = None if out in (None, "-") else out
    if name is not None and request.to and is_picture(name):
        raise BadInput(
            f"--to is not for a picture such as {short(name)!r}", accepted="leave it out", field="to"
        )
    forms = _chosen_formats(request.to, name)
    try:
        walk = request.given.sound
    except BadText as error:
        tell(f"turaga: {error_sentence(error)}")
        return 1
    if name is not None and is_picture(name):
        from turaga.cli._picture_output import Drawing  # loaded only for pictures

        Drawing.read(name).make([walk])
    elif name is not None and len(forms) == 1:
        write_walk(name, walk, forms[0])
    else:
        text = "\n".join(convert(replace(request, to=forms)).texts.values())
        if name is None:
            put(text)
        else:
            write_atomically(name, lambda file: file.write(text.encode()))
    if not walk.complete:
        unvisited = plural(walk.board.size - len(walk), "square is", "squares are")
        tell(f"This is not a tour: {unvisited} unvisited.")
    return 0


def _chosen_formats(to: tuple[str, ...], name: str | None) -> tuple[str, ...]:
    """The formats to write: those that were named, or the one for the extension."""
    if name is None:
        if to == ("npy",):
            raise BadInput("--to npy writes bytes, not text", accepted="save it with --out FILE", field="to")
        return to or ("board",)
    if to and format_for(name) not in (*to, "board"):
        raise BadInput(
            f"--to {','.join(to)} contradicts the extension of --out {name!r}",
            accepted="leave out --to",
            field="to",
        )
    return to or (format_for(name),)
