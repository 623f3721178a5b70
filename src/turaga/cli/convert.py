"""`turaga convert`: a walk rewritten in another format."""

import click

from turaga.cli._files import format_of_name, read_walk, write_walk
from turaga.cli._terminal import put, tell
from turaga.errors import BadInput
from turaga.notation import TITLES, parse_format, write

_FORMATS = ", ".join(TITLES)


@click.command(
    short_help="Rewrite a walk in another form.", epilog="Example: turaga convert tour.txt --to names"
)
@click.argument("file", metavar="FILE|-")
@click.option("--to", "to", metavar="FORMAT", help=f"One of {_FORMATS}.")
@click.option("--out", metavar="FILE", help="Write here: JSON, .npy or a number grid by the name's ending.")
@click.option("--board", metavar="BOARD", help="The board, as 8x8 or @MASKFILE, if the text does not say.")
@click.option("--leaper", metavar="A,B", help="The leaper, if it is not the knight 1,2.")
def command(file: str, to: str | None, out: str | None, board: str | None, leaper: str | None) -> int:
    """Rewrite a walk in another form; the form it is in now is told from the text alone.

    Exit status 0 if it was written, 1 if the text holds no walk (`turaga check` tells all that is wrong),
    2 if it cannot be read.
    """
    name = None if out in (None, "-") else out
    format = _chosen_format(to, name)
    reading = read_walk(file, board, leaper)
    if reading.faults:
        tell(f"turaga: the text holds no walk: {reading.faults[0].what}")
        return 1
    if name is None:
        put(write(reading.walk, format))
    else:
        write_walk(name, reading.walk, format)
    return 0


def _chosen_format(to: str | None, name: str | None) -> str:
    """The format to write, decided before anything is read."""
    if to is None:
        if name is None:
            raise BadInput(
                "there is no --to", accepted=f"say which form to write, one of {_FORMATS}", field="to"
            )
        return format_of_name(name)
    format = parse_format(to)
    if name is None and format == "npy":
        raise BadInput(
            "--to npy writes bytes and not text", accepted="give --out FILE with it", field="to", value=to
        )
    if name is not None and format_of_name(name) not in (format, "board"):
        raise BadInput(
            f"--to {format} does not go with --out {name!r}, whose ending asks for another form",
            field="to",
            value=to,
        )
    return format
