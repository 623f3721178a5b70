"""`turaga survey plot`: pictures of the results of surveys."""

import contextlib
import json

import click

from turaga.cli._files import write_atomically
from turaga.cli._help import make_command, option
from turaga.cli._options import json_option
from turaga.cli._plot_output import plot_format
from turaga.cli._progress import progress
from turaga.cli._terminal import put, tell
from turaga.cli.survey._plot_kinds import KINDS, PlotOptions, make_picture
from turaga.errors import BadInput
from turaga.survey.queries import Survey
from turaga.survey.selection import select
from turaga.text import listed, number_in, short

_SMALLEST, _LARGEST = 2.0, 40.0  # inches


@make_command(
    examples=(
        ("turaga survey plot results --kind rate -o rate.svg", "Success rates by board size."),
        ("turaga survey plot results --kind map --board 8x8 -o map.png", "Where walks fail on 8x8."),
        ("turaga survey plot results others --kind failures -o both.svg", "Compare two surveys."),
    ),
    arguments={"DIR": "The directory of a survey. Several surveys are drawn in one picture."},
    tables=(
        (
            "Kinds",
            (
                ("rate", "Complete walks by board size: a line for each order, or quartiles of many orders."),
                ("failures", "Failed walks by board size, in the same way."),
                ("retries", "How many starts stay incomplete after 0, 1, 2, ... retries."),
                ("runs", "How many starts each run solved, for surveys with --repeat."),
                ("time", "The time of one walk, and of walks from every start."),
                ("map", "Unvisited squares by start, or how many orders fail from each start."),
                ("ends", "Where tours end. Many boards are overlaid."),
                ("closed-starts", "Where closed tours start. Many boards are overlaid."),
                ("compare", "The starts from which each of two orders fails, and from which both fail."),
                ("cover", "How many orders it takes to complete a tour from every start."),
            ),
        ),
    ),
    status="0, or 2 for bad input.",
)
@click.argument("dirs", metavar="DIR...", nargs=-1, required=True)
@option("--kind", metavar="KIND", required=True, help="What to draw, see below. Required.")
@option("-o", "--out", metavar="FILE", required=True, help="The file to write, .svg or .png. Required.")
@option(
    "--board",
    "boards",
    aliases=("--boards",),
    metavar="BOARDS",
    help="Only these boards: 8x8, a range such as 6..30, or the name of a board with holes, such as "
    "ring-12x12. [default: all]",
)
@option(
    "--order",
    "orders",
    aliases=("--orders",),
    metavar="A,B,C",
    takes_order=True,
    help="Only these orders. [default: all]",
)
@option("--title", metavar="TEXT", group="Picture", help="The title. [default: a description]")
@option("--size", metavar="WxH", group="Picture", help="Width and height in inches, such as 7x4.5.")
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
    """Draw the results of surveys.

    Rates and failures count only starts that the colours of the squares allow. If starts are random, rates
    have 95% intervals. All pictures are readable in greyscale. --json prints the numbers in the picture.
    """
    kind = kind.strip().lower()
    if kind not in KINDS:
        raise BadInput(
            f"--kind must be {listed(KINDS, 'or')}, got {short(kind)!r}",
            field="kind",
            value=kind,
        )
    format = plot_format(out)
    inches = None if size is None else _parse_size(size)
    with progress() as report, contextlib.ExitStack() as stack:
        several = len(dirs) > 1
        surveys = [stack.enter_context(Survey.open(folder)) for folder in dirs]
        # A survey with random ties has no orders to select. Beside other surveys all of it is used.
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
    first, _, second = text.lower().partition("x")
    width, height = number_in(first), number_in(second)
    if not (_SMALLEST <= width <= _LARGEST and _SMALLEST <= height <= _LARGEST):
        raise BadInput(
            f"--size must be width x height in inches, such as 7x4.5, got {short(text)!r}",
            accepted=f"both must be {_SMALLEST:g} to {_LARGEST:g}",
            field="size",
            value=text,
        )
    return width, height
