"""`turaga survey plot`: a picture of what a survey found."""

import contextlib
import json
import logging
from pathlib import Path

import click

from turaga.cli._files import write_atomically
from turaga.cli._options import json_option
from turaga.cli._progress import progress
from turaga.cli._terminal import put, tell
from turaga.cli.survey._plot_kinds import KINDS, PlotOptions, make_picture
from turaga.draw.plots import FORMATS
from turaga.errors import BadInput
from turaga.extras import load
from turaga.survey.queries import Survey
from turaga.survey.selection import select
from turaga.text import short

_SMALLEST, _LARGEST = 2.0, 40.0  # inches


@click.command(
    short_help="Draw what surveys found.",
    epilog="Examples: turaga survey plot results --kind rate -o rate.svg; turaga survey plot results "
    "--kind map --board 8x8 --order 12345678 -o map.png; turaga survey plot results others --kind failures "
    "-o both.svg",
)
@click.argument("dirs", metavar="DIR...", nargs=-1, required=True)
@click.option(
    "--kind",
    metavar="|".join(KINDS),
    required=True,
    help="rate, failures: against board size, a line for each order, or median and quartiles of many; "
    "retries: how many starts stay incomplete after 0, 1, 2, ... of them; time: of one walk and of every "
    "start; map: squares left unvisited from each start of a board, or how many orders fail from it; ends: "
    "where tours end; closed-starts: where closed tours start; compare: which starts two orders fail "
    "together; cover: how few orders complete every start.",
)
@click.option("-o", "--out", metavar="FILE", required=True, help="The file to write, .svg or .png.")
@click.option(
    "--boards",
    "--board",
    "boards",
    metavar="BOARDS",
    help="Of these boards only: 8x8, or 6..30.  [default: all]",
)
@click.option("--orders", "--order", "orders", metavar="A,B,C", help="Of these orders only.  [default: all]")
@click.option("--title", metavar="TEXT", help="Another title than the one that says what is drawn.")
@click.option("--size", metavar="WxH", help="Width and height in inches, such as 7x4.5.")
@json_option
def command(
    *,
    dirs: tuple[str, ...],
    kind: str,
    out: str,
    boards: str | None,
    orders: str | None,
    title: str | None,
    size: str | None,
    as_json: bool,
) -> int:
    """Draw what the survey in DIR found, or several surveys in one picture, labelled by what differs.

    Shares and failures are of the starts that colour allows. Where starts were drawn at random, rates have
    their 95% intervals. `ends` and `closed-starts` of many boards are laid over each other. Pictures can be
    read in grey; an SVG stands alone. --json prints the numbers that are drawn. Exit status 0, or 2 for bad
    input.
    """
    kind = kind.strip().lower()
    if kind not in KINDS:
        raise BadInput(
            f"--kind {short(kind)!r} is not known",
            accepted=f"write {', '.join(KINDS)}",
            field="kind",
            value=kind,
        )
    format = Path(out).suffix.lower().removeprefix(".")
    if format not in FORMATS:
        raise BadInput(
            f"--out {short(out)!r} is no picture that can be drawn",
            accepted="end it with .svg or .png",
            field="out",
            value=out,
        )
    inches = None if size is None else _parse_size(size)
    load("matplotlib", "lab")  # a missing package is reported before the search for a cover
    logging.getLogger("matplotlib").setLevel(logging.ERROR)  # it would print messages about its caches
    with progress() as report, contextlib.ExitStack() as stack:
        several = len(dirs) > 1
        surveys = [stack.enter_context(Survey.open(folder)) for folder in dirs]
        # A survey with random ties has no orders to choose from: beside others it is taken as it is.
        selections = [
            select(survey, boards=boards, orders=None if several and survey.plan.rule.is_random else orders)
            for survey in surveys
        ]
        picture = make_picture(kind, selections, PlotOptions(title, inches, report))
        if report:
            report("drawing", 0, 0)
        data = picture.file(format)
    write_atomically(out, lambda file: file.write(data))
    if as_json:
        look = picture.look
        facts = {"kind": kind, "title": look.title, "note": look.note, "file": out, "drawn": picture.numbers}
        put(json.dumps(facts) + "\n")
    else:
        tell(f"saved to {out}")
    return 0


def _parse_size(text: str) -> tuple[float, float]:
    """Width and height in inches, from a text such as `7x4.5`."""
    try:
        width, height = map(float, text.lower().split("x"))
    except ValueError:
        width = height = 0.0
    if not (_SMALLEST <= width <= _LARGEST and _SMALLEST <= height <= _LARGEST):
        raise BadInput(
            f"--size {short(text)!r} is not understood",
            accepted=f"write width x height in inches, from {_SMALLEST:g} to {_LARGEST:g}, such as 7x4.5",
            field="size",
            value=text,
        )
    return width, height
