"""`turaga draw`: tours as pictures."""

import os
import re
from collections.abc import Callable
from typing import Any

import click

from turaga.board import KNIGHT, Board, parse_leaper
from turaga.cli._files import read_board, read_input
from turaga.cli._options import RuleChoice, end_options, rule_options, start_option
from turaga.cli._outcome_output import Printing
from turaga.cli._picture_output import PICTURES, Drawing
from turaga.cli._progress import progress
from turaga.cli._terminal import tell
from turaga.draw.sheet import MOST_WALKS, title_of
from turaga.errors import BadInput, BadText
from turaga.notation import Reading, read
from turaga.solve import METHODS, Found, Outcome, Request, solve_request
from turaga.text import short
from turaga.walk import Walk

_BOARD = re.compile(r"\s*[0-9]+\s*(?:[xX×]\s*[0-9]+\s*)?")
_MESSAGES_ONLY = Printing("none", printed=False, wide=False, out=None, as_json=False)


@click.command(
    short_help="Draw tours as SVG, PNG, GIF or text.",
    epilog="Examples: turaga draw 8x8; turaga draw 8x8 --numbers -o tour.svg; turaga draw 24 --closed "
    "--colour steps -o tour.png; turaga draw 8x8 --degrees -o walk.gif; turaga solve 6x6 | turaga draw - 5x5 "
    "-o sheet.svg",
)
@click.argument("sources", metavar="BOARD|FILE...", nargs=-1, required=True)
@click.option(
    "-o",
    "--out",
    metavar="FILE",
    help="The file to write, .svg, .png, .gif or .txt; - is stdout.  [default: stdout]",
)
@click.option(
    "--format",
    metavar="|".join(PICTURES),
    help="What to draw, where no ending says it.  [default: txt]",
)
@click.option("--numbers", is_flag=True, help="Write the numbers into the squares, where they can be read.")
@click.option("--arrows", is_flag=True, help="Show which way the line goes, where squares are large enough.")
@click.option(
    "--colour",
    "--color",
    "colour",
    metavar="plain|steps",
    help="steps: the line changes colour along the way.  [default: plain]",
)
@click.option(
    "--style",
    metavar="board|line|squares",
    help="line: no board beneath; in txt the line in Braille dots, not numbers in boxes. squares: no line, "
    "the squares have its colours.  [default: board]",
)
@click.option("--size", type=int, metavar="N", help="Pixels of the longer side.  [default: what suits]")
@click.option("--theme", metavar="light|dark|print", help="print: black on white.  [default: light]")
@click.option(
    "--title", metavar="TEXT", help="Another title than the one that says what is drawn; shown in txt only."
)
@click.option("--degrees", is_flag=True, help="In a gif: on each free square, how many free ones are near.")
@click.option(
    "--speed", type=float, metavar="N", help="In a gif: squares a second.  [default: 8, more on large boards]"
)
@start_option
@end_options
@click.option("--method", metavar="METHOD", help=f"How to find it: {', '.join(METHODS)}.  [default: auto]")
@rule_options
@click.option("--leaper", metavar="A,B", help="Another leaper than the knight 1,2: such as 1,3 or 0,1.")
@click.option(
    "--board", metavar="BOARD", help="The board of a FILE, as 8x8 or @MASKFILE, if the text does not say."
)
def command(
    *,
    sources: tuple[str, ...],
    choice: RuleChoice,
    out: str | None,
    format: str | None,
    start: str | None,
    end: str | None,
    closed: bool,
    method: str | None,
    leaper: str | None,
    board: str | None,
    **picture: Any,
) -> int:
    """Draw a tour of each BOARD, found as by `turaga solve`, and the walk in each FILE, in any form
    `turaga check` reads or with a tour on each line, as `turaga list` prints them; - is standard input, and
    ./8 is a file of that name. Several make one sheet.

    The first square is green, the last red, and a closed tour has no gap; unvisited squares are ringed and
    holes hatched. A gif shows the walk being made. Without -o the picture is text. PNG and GIF need the extra
    play. Exit status 0 if all were drawn, 1 if a board has no tour, 3 if a method gave up (the best walk is
    drawn then), 2 for bad input.
    """
    drawing = Drawing.asked(out, format, **picture)
    solving = {"--start": start, "--end": end, "--closed": closed, "--method": method}
    solving["a rule option"] = choice != RuleChoice.plain()
    named = [_understand(source, leaper) for source in sources]
    _check_sources(named, [name for name, value in solving.items() if value], board)
    _protect_sources(sources, drawing.out)
    ready = _read_sources(named, board, leaper)
    drawing.check([thing if isinstance(thing, Board) else thing.board for thing in ready])

    walks: list[Walk] = []
    statuses = []
    with progress() as report:
        for thing in ready:
            if isinstance(thing, Walk):
                tell(title_of(thing))
                walks.append(thing)
                continue
            request = Request.read(
                thing, start=start, end=end, closed=closed, method=method, **choice.as_keywords()
            )
            outcome = solve_request(request, report)
            statuses.append(_say(outcome))
            if outcome.longest_walk is not None:
                walks.append(outcome.longest_walk)
        if report:
            report("drawing", 0, 0)
        if walks:
            drawing.make(walks)
    if drawing.out is not None:
        tell(f"drawn in {drawing.out}" if walks else f"nothing drawn in {drawing.out}")
    return min((status for status in statuses if status), default=0)


def _understand(source: str, leaper: str | None) -> Board | str:
    """The board a person named, or the name of a file."""
    if source.startswith("@") or _BOARD.fullmatch(source):
        return read_board(source, KNIGHT if leaper is None else parse_leaper(leaper))
    if source != "-" and not os.path.exists(source):
        raise BadInput(
            f"{short(source)!r} is neither a board nor a file that is there",
            accepted="write 8, 8x8 or 3x12 (rows x columns), @FILE for a mask, or the name of a file with a "
            "walk",
            field="board",
            value=source,
        )
    return source


def _check_sources(named: list[Board | str], solving: list[str], board: str | None) -> None:
    """Raise `BadInput` for arguments that do not go together; `solving` are the options given to `solve`."""
    files = [thing for thing in named if isinstance(thing, str)]
    if len(named) > MOST_WALKS:
        raise _too_many(len(named), "walks")
    if files.count("-") > 1:
        raise BadInput("standard input, -, is given twice", accepted="it can be read once")
    if solving and len(files) == len(named):
        raise BadInput(
            f"{solving[0]} is for finding a tour of a board, and only files are given",
            accepted="leave it out, or give a board such as 8x8",
        )
    if board is not None and not files:
        raise BadInput(
            f"--board {short(board)!r} is for a file that does not say its board, and only boards are given",
            accepted="leave it out",
            field="board",
            value=board,
        )


def _too_many(count: int, what: str) -> BadInput:
    return BadInput(f"{count} {what} are not drawn on one sheet", accepted=f"give at most {MOST_WALKS}")


def _protect_sources(sources: tuple[str, ...], out: str | None) -> None:
    """Raise `BadInput` if the picture would overwrite a walk or a mask it is made from."""
    files = [source.removeprefix("@") for source in sources if not _BOARD.fullmatch(source)]
    protected = {os.path.realpath(name) for name in files if os.path.isfile(name)}
    if out is not None and os.path.realpath(out) in protected:
        raise BadInput(
            f"{short(out)!r} is what the picture is made from",
            accepted="give it a file of its own",
            field="out",
            value=out,
        )


def _read_sources(named: list[Board | str], board: str | None, leaper: str | None) -> list[Board | Walk]:
    """The boards as they are, and the walks in the files."""
    ready: list[Board | Walk] = []
    for thing in named:
        if isinstance(thing, Board):
            ready.append(thing)
        else:
            ready += _read(thing, board, leaper, several=len(named) > 1)
    return ready


def _read(file: str, board: str | None, leaper: str | None, *, several: bool) -> list[Walk]:
    """The walk in a file, or those on its lines. The error names the file if there are several."""
    known_leaper = None if leaper is None else parse_leaper(leaper)
    known_board = None if board is None else read_board(board, known_leaper or KNIGHT)

    def reading(text: bytearray | str) -> Reading:
        return read(text, board=known_board, leaper=known_leaper)

    try:
        with progress() as report:
            if report:
                report("reading", 0, 0)
            data = read_input(file)
            return [reading(data).walk]
    except BadText as error:
        if walks := _on_lines(data, reading):
            return walks
        if several:
            raise BadText(f"{short(file)!r}: {error}") from None
        raise


def _on_lines(data: bytearray, reading: Callable[[str], Reading]) -> list[Walk]:
    """The tours of a text that has one on each line, as `turaga list` prints them; none if any line is not a
    tour.

    A line that is only a walk does not count: it could be part of a long walk with a fault, and that must be
    reported.
    """
    lines = [line for line in data.decode(errors="replace").splitlines() if line.strip()]
    walks: list[Walk] = []
    for line in lines[:MOST_WALKS]:
        try:
            held = reading(line)
        except BadInput:
            return []
        if not held.report.is_tour or held.board != (walks[0].board if walks else held.board):
            return []
        walks.append(held.walk)
    if len(lines) > MOST_WALKS:
        raise _too_many(len(lines), "lines with a tour each")
    return walks


def _say(outcome: Outcome) -> int:
    """Say what was found, and return the exit status."""
    if isinstance(outcome, Found):
        tell(title_of(outcome.tour))
        return 0
    return _MESSAGES_ONLY.show(outcome)
