"""`turaga survey plot`: charts and board maps of the results of surveys."""

import contextlib
import json

import click

from turaga.cli._files import write_atomically
from turaga.cli._help import make_command, option
from turaga.cli._options import json_option
from turaga.cli._plot_output import plot_format
from turaga.cli._progress import progress
from turaga.cli._terminal import put, tell
from turaga.cli.survey._pictures import make_chart, make_map, with_option
from turaga.errors import BadInput
from turaga.pictures.plot_canvas import Look
from turaga.survey.plot_values import COLUMNS, MAPS
from turaga.survey.queries import Survey
from turaga.survey.selection import select
from turaga.text import listed, number_in, short

_SMALLEST, _LARGEST = 2.0, 40.0  # inches


@make_command(
    examples=(
        ("turaga survey plot results -o rate.svg", "Success rates by board size."),
        ("turaga survey plot results --map fails --board 8x8 -o map.png", "Where walks fail on 8x8."),
        ("turaga survey plot results others --y failures -o both.svg", "Compare two surveys."),
        (
            "turaga survey plot results --y orders --x failures --board 8x8 -o orders.svg",
            "How orders differ.",
        ),
    ),
    arguments={"DIR": "The directory of a survey. Several surveys are drawn in one picture."},
    tables={
        "Columns of charts, for --y": {
            y: f"{one.title}, by {listed(one.find, 'or')}" for y, one in COLUMNS.items()
        },
        "Values of maps, for --map": {value: one.title for value, one in MAPS.items()},
    },
    status="0, or 2 for bad input.",
)
@click.argument("dirs", metavar="DIR...", nargs=-1, required=True)
@option("-o", "--out", metavar="FILE", required=True, help="The file to write, .svg or .png. Required.")
@option("--y", "ys", metavar="A,B", help="Draw a chart of these columns, see below. [default: rate]")
@option(
    "--x",
    metavar="COLUMN",
    help='What they are drawn against, a word after "by" below. [default: the first]',
)
@option("--map", "what", metavar="VALUE", help="Draw a board with this value on each square, see below.")
@option(
    "--board",
    "boards",
    metavar="BOARDS",
    help="Only these boards: 8x8, a range such as 6..30, or the name of a board with holes, such as "
    "ring-12x12. [default: all]",
)
@option("--order", "orders", metavar="A,B,C", takes_order=True, help="Only these orders. [default: all]")
@option("--title", metavar="TEXT", group="Picture", help="The title. [default: a description]")
@option("--size", metavar="WxH", group="Picture", help="Width and height in inches, such as 7x4.5.")
@json_option
def command(
    *,
    dirs: tuple[str, ...],
    out: str,
    ys: str | None,
    x: str | None,
    what: str | None,
    boards: str | None,
    orders: str | None,
    title: str | None,
    size: str | None,
    as_json: bool,
) -> int:
    """Draw the results of surveys: a chart, or a map of a board.

    Rates and failures count only starts that the colours of the squares allow. If starts are random, rates
    have 95% intervals. Maps of many boards are scaled to the same size. All pictures are readable in
    greyscale. --json prints the numbers in the picture.
    """
    columns, against = _parse_columns("rate" if ys is None else ys, x)
    if what is not None and (ys is not None or x is not None):
        problem = "--map draws a board, and --y and --x draw a chart"
        raise BadInput(problem, accepted="write one of them", field="map")
    if what is not None and (what := what.strip().lower()) not in MAPS:
        raise BadInput(f"--map must be {listed(MAPS, 'or')}, got {short(what)!r}", field="map")
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
        try:
            if what:
                picture = make_map(selections, what)
            else:
                picture = make_chart(selections, columns, against, report)
        except BadInput as error:
            raise with_option(error, selections) from None
        note = " · ".join(word for word in picture.note if word)
        look = Look(title=picture.title if title is None else title, note=note, size=inches)
        if report:
            report("drawing", 0, 0)
        data = picture.draw(look, format=format)
    write_atomically(out, lambda file: file.write(data))
    if as_json:
        kind = {"map": what} if what else {"y": columns, "x": against}
        facts = {**kind, "title": look.title, "note": look.note, "file": out, "drawn": picture.numbers}
        put(json.dumps(facts) + "\n")
    else:
        tell(f"saved to {out}")
    return 0


def _parse_columns(ys: str, x: str | None) -> tuple[list[str], str]:
    """The columns of a chart, and what they are drawn against."""
    names = list(dict.fromkeys(word.strip().lower() for word in ys.split(",")))
    for name in names:
        if name not in COLUMNS:
            raise BadInput(f"--y must be {listed(COLUMNS, 'or')}, got {short(name)!r}", field="y")
    first, *others = (COLUMNS[name] for name in names)
    against = [word for word in first.find if all(word in other.find for other in others)]
    if not against or any(other.scale != first.scale for other in others):
        problem = f"{listed(names)} cannot be drawn in one chart"
        raise BadInput(problem, accepted="draw a chart of each", field="y")
    chosen = against[0] if x is None else x.strip().lower()
    if chosen not in against:
        problem = f"--x must be {listed(against, 'or')} for --y {','.join(names)}, got {short(chosen)!r}"
        raise BadInput(problem, field="x")
    return names, chosen


def _parse_size(text: str) -> tuple[float, float]:
    """Width and height in inches, from a text such as `7x4.5`."""
    first, _, second = text.lower().partition("x")
    width, height = number_in(first), number_in(second)
    if not (_SMALLEST <= width <= _LARGEST and _SMALLEST <= height <= _LARGEST):
        raise BadInput(
            f"--size must be width x height in inches, such as 7x4.5, got {short(text)!r}",
            accepted=f"both must be {_SMALLEST:g} to {_LARGEST:g}",
            field="size",
        )
    return width, height
