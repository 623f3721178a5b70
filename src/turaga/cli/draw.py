"""`turaga draw`: tours and boards as pictures."""

import os
from collections.abc import Callable
from functools import partial
from typing import Any

import click

from turaga.board import KNIGHT, Board, parse_leaper
from turaga.cli._advice import advise_trimming, error_sentence
from turaga.cli._explaining import STATUS
from turaga.cli._files import (
    names_board,
    read_board,
    read_input,
    walk_of,
)
from turaga.cli._help import make_command, option
from turaga.cli._options import (
    Decimal,
    RuleChoice,
    board_of_file_option,
    boards_or_files,
    end_options,
    leaper_option,
    rule_options,
    shape_option,
    size_option,
    squares_option,
    start_option,
    theme_option,
    trim_option,
    typed_square,
)
from turaga.cli._outcome_output import Printing
from turaga.cli._picture_output import PICTURES, Drawing, format_of_picture
from turaga.cli._progress import progress
from turaga.cli._terminal import tell
from turaga.draw.explanation_picture import check_explanation_options
from turaga.draw.sheet import MOST_WALKS, title_of
from turaga.draw.styles import PictureOptions
from turaga.errors import BadInput, BadText
from turaga.notation import Reading, read
from turaga.solve import METHODS, Found, Impossible, Solve, solve_request
from turaga.solve.explanation import explain
from turaga.text import listed, short, trim, unix_lines
from turaga.tours import Tours
from turaga.walk import Walk

_MESSAGES_ONLY = Printing((), printed=False, wide=False, saved=(), drawings=(), as_json=False)


@make_command(
    examples=(
        ("turaga draw 8x8", "Show a tour in the terminal."),
        ("turaga draw 8x8 --numbers -o tour.svg", "Save a picture."),
        ("turaga draw 8x8 --degrees -o walk.gif", "Save an animation."),
        ("turaga draw 8x8 --style graph -o graph.svg", "Draw every move of the board."),
        ("turaga draw 8x8 --moves e4", "Show the moves from a square."),
        ("turaga draw --shape text:TURAGA -o name.svg", "Draw a tour of a word."),
        ("turaga draw @mask.txt --explain -o why.svg", "Show why a board has no tour."),
        ("turaga solve 6x6 | turaga draw - 5x5 -o both.svg", "Draw two tours on one sheet."),
    ),
    arguments={
        "BOARD|FILE": "A board such as 8x8, a shape such as ring:20x20, or @FILE for a board with holes; a "
        "tour is found as in turaga solve. Or a file with a walk that turaga check can read, or with one "
        "tour per line; - is standard input. Write ./8 for a file named 8."
    },
    status="0 if everything was drawn, 1 if a board has no tour, 3 if a method gave up, 2 for bad input.",
)
@click.argument("sources", metavar="BOARD|FILE...", nargs=-1)
@option(
    "-o",
    "--out",
    metavar="FILE",
    help="The file to write: .svg, .png, .gif or .txt. [default: text in the terminal]",
)
@start_option
@end_options
@option(
    "--colour",
    "colour",
    metavar="COLOUR",
    help="plain, or steps: the colour changes along the tour. Without -o it colours the numbers in the "
    "terminal. [default: plain]",
)
@option(
    "--numbers",
    is_flag=True,
    help="Write the steps into the squares, if they are large enough. In a graph, write the degrees.",
)
@option("--arrows", is_flag=True, group="Picture", help="Show the direction if the squares are large enough.")
@option(
    "--style",
    metavar="STYLE",
    group="Picture",
    help="board, line (no board; in text a line of Braille dots), or squares (coloured squares, no line). "
    "Without a tour: graph (every move of the board), degrees (the number of moves from each square) or "
    "empty (only the squares). "
    "[default: board]",
)
@option(
    "--moves",
    metavar="SQ",
    multiple=True,
    group="Picture",
    help="Without a tour: show the moves from this square with arrows. May be repeated, or list squares: "
    "'e4 1,1'. --numbers writes the directions.",
)
@option(
    "--explain",
    "explained",
    is_flag=True,
    group="Picture",
    help="Without a tour: if the board has none, mark the squares that prove it.",
)
@size_option
@theme_option
@option(
    "--title",
    metavar="TEXT",
    group="Picture",
    help="The title: the first line of a text, metadata in other formats. [default: a description]",
)
@option(
    "--format",
    metavar="FORMAT",
    group="Picture",
    help=f"{listed(PICTURES, 'or')}, if there is no file extension. [default: txt]",
)
@option(
    "--degrees",
    is_flag=True,
    group="Animation",
    help="In a GIF, show the degrees of unvisited squares. Without a GIF, the same as --style degrees.",
)
@option(
    "--speed",
    type=Decimal(),
    metavar="N",
    group="Animation",
    help="In a GIF, squares per second. [default: 8, more on large boards]",
)
@rule_options
@option(
    "--method",
    metavar="METHOD",
    group="Search",
    help=f"How to find the tour: {listed(METHODS, 'or')}. [default: auto]",
)
@shape_option
@trim_option
@leaper_option
@squares_option
@board_of_file_option
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
    shape: str | None,
    trim: bool,
    board: str | None,
    moves: tuple[str, ...],
    squares: str | None,
    explained: bool,
    **picture: Any,
) -> int:
    """Draw tours or boards as SVG, PNG, GIF or text.

    Several boards and files are drawn on one sheet. The first square is green and the last one red. Unvisited
    squares have a ring and holes are hatched. A GIF shows the walk step by step. PNG and GIF need the `web`
    extra. If a method gives up, the longest walk is drawn. --style graph, --style degrees and --moves draw
    the board alone. --explain marks the squares that prove that a board has no tour.
    """
    without_tour = _option_without_tour(moves, picture["style"], degrees=picture["degrees"])
    if without_tour == "--degrees" and format_of_picture(out, format) != "gif":
        picture |= {"degrees": False, "style": "degrees"}
    named = boards_or_files(sources, shape, leaper, "sources")
    boards = [thing for thing in named if isinstance(thing, Board)]
    start = typed_square(start, squares, "start", *boards)
    end = typed_square(end, squares, "end", *boards)
    if explained:
        _check_for_explanations(named, picture, moves)
    if squares is not None:
        words = [word for text in moves for word in text.split() or [text]]
        moves = tuple(typed_square(word, squares, "moves", *boards) or word for word in words)
    drawing = Drawing.from_options(out, format, still=explained, moves=moves, **picture)
    solving = {"--start": start, "--end": end, "--closed": closed, "--method": method, "--trim": trim}
    solving["a rule option"] = choice != RuleChoice()
    used = [name for name, value in solving.items() if value]
    _check_sources(named, used, board)
    files = [source.removeprefix("@") for source in sources if not names_board(source)]
    protected = {os.path.realpath(name) for name in files if os.path.isfile(name)}
    if drawing.out is not None and os.path.realpath(drawing.out) in protected:
        raise BadInput(
            f"{short(drawing.out)!r} is a source of the picture and would be overwritten",
            accepted="choose another file with -o",
            field="out",
        )
    if explained:
        return _draw_explanations(drawing, boards, used, {"start": start, "end": end, "closed": closed})
    if drawing.of_boards:
        return _draw_boards(drawing, named, used, without_tour)
    if trim:
        from turaga.cli._trimming import find_trimmed  # loaded only for --trim

        all_listed = "turaga shapes with --trim --json lists all removed squares"
        for i, thing in enumerate(named):
            if isinstance(thing, Board):
                tours = Tours(thing, start=start, end=end, closed=closed)
                named[i] = find_trimmed(tours, seed=choice.seed, all_listed=all_listed)[1]
    request_for = partial(Solve.of, start=start, end=end, closed=closed, method=method, **vars(choice))
    ready: list[Board | Walk] = []
    for thing in named:
        if isinstance(thing, Board):
            ready.append(thing)
        else:
            ready += _read(thing, board, leaper, squares, several=len(named) > 1)
    drawing.check([thing if isinstance(thing, Board) else thing.board for thing in ready])
    return _draw_walks(drawing, ready, request_for, can_trim=not trim)


def _draw_walks(
    drawing: Drawing, ready: list[Board | Walk], request_for: Callable[[Board], Solve], *, can_trim: bool
) -> int:
    """Draw the walks, and a tour or the longest walk of each board, and say what is found. Returns the exit
    status."""
    walks: list[Walk] = []
    statuses = []
    without_tour: Board | None = None  # one with holes, if there is one
    with progress() as report:
        for thing in ready:
            if isinstance(thing, Walk):
                tell(title_of(thing))
                walks.append(thing)
                continue
            outcome = solve_request(request_for(thing), report)
            if isinstance(outcome, Found):
                tell(title_of(outcome.tour))
            else:
                statuses.append(_MESSAGES_ONLY.show(outcome))
            if isinstance(outcome, Impossible) and (without_tour is None or thing.hole_indices):
                without_tour = thing
            if outcome.longest_walk is not None:
                walks.append(outcome.longest_walk)
        if report:
            report("drawing", 0, 0)
        if walks:
            drawing.make(walks)
    _say_where(drawing, saved=bool(walks))
    if can_trim and without_tour is not None:
        advise_trimming(without_tour)
    return min(statuses, default=0)


def _say_where(drawing: Drawing, *, saved: bool) -> None:
    """Say where the picture was saved, if it was to go to a file."""
    if drawing.out is not None:
        tell(f"saved to {drawing.out}" if saved else f"nothing saved to {drawing.out}")


def _option_without_tour(moves: tuple[str, ...], style: str | None, *, degrees: bool) -> str:
    """The option that decides what the picture shows, for messages."""
    if moves:
        return "--moves"
    return "--degrees" if degrees and style in (None, "degrees") else f"--style {style}"


def _draw_boards(drawing: Drawing, named: list[Board | str], solving: list[str], option: str) -> int:
    """Draw boards without walks, because of this option. `solving` are the options that find a tour."""
    _require_boards(named, option)
    if solving:
        raise BadInput(
            f"{solving[0]} is for finding a tour, but {option} draws the board alone", accepted="leave it out"
        )
    boards = [thing for thing in named if isinstance(thing, Board)]
    drawing.check(boards)
    titles = "\n".join(map(drawing.title_of, boards))
    if drawing.out is None:  # the titles come before the pictures
        tell(titles)
    drawing.make(boards)
    if drawing.out is not None:
        tell(f"{titles}\nsaved to {drawing.out}")
    return 0


def _require_boards(named: list[Board | str], option: str) -> None:
    """Raise `BadInput` for a file with a walk, because this option draws boards."""
    files = [thing for thing in named if isinstance(thing, str)]
    if files:
        other = "save a .gif file, or " if option == "--degrees" else ""
        raise BadInput(
            f"{option} draws a board, but {short(files[0])!r} is a file with a walk",
            accepted=f"{other}name a board such as 8x8, or @FILE for a board with holes",
            field="board",
        )


def _check_for_explanations(
    named: list[Board | str], picture: dict[str, Any], moves: tuple[str, ...]
) -> None:
    """Raise `BadInput` for files and picture options that cannot be combined with --explain."""
    _require_boards(named, "--explain")
    if picture["speed"] is not None:
        raise _not_with_explain("--speed")
    given = {name: value for name, value in picture.items() if value not in (None, False)}
    check_explanation_options(PictureOptions(**given, moves=moves))


def _not_with_explain(name: str) -> BadInput:
    return BadInput(f"{name} cannot be combined with --explain", accepted="leave out one of them")


def _draw_explanations(
    drawing: Drawing, boards: list[Board], solving: list[str], question: dict[str, Any]
) -> int:
    """Draw why boards have no tour, and say of the others that they have one. Returns the exit status."""
    for name in solving:
        if name in ("--method", "--trim", "a rule option"):
            raise _not_with_explain(name)
    if drawing.format == "gif":
        raise BadInput(
            "a GIF shows a walk step by step, not an explanation",
            accepted="save an .svg, .png or .txt file",
            field="format",
        )
    drawing.check(boards)
    with progress() as report:
        explanations = [explain(board, **question, progress=report) for board in boards]
    shown = [one for one in explanations if not one.exists]
    for one in explanations:
        tell(f"{title_of(one)}.")
    if shown:
        drawing.make(shown)
    _say_where(drawing, saved=bool(shown))
    return min((STATUS[one.exists] for one in shown), default=0)


def _check_sources(named: list[Board | str], solving: list[str], board: str | None) -> None:
    """Raise `BadInput` for arguments that cannot be combined. `solving` are the options that find a tour."""
    files = [thing for thing in named if isinstance(thing, str)]
    if len(named) > MOST_WALKS:
        raise _too_many(len(named), "walks")
    if files.count("-") > 1:
        raise BadInput("standard input (-) is named twice", accepted="it can be read only once")
    if solving and len(files) == len(named):
        raise BadInput(
            f"{solving[0]} is for finding a tour, but only files are named",
            accepted="leave it out, or name a board such as 8x8",
        )
    if board is not None and not files:
        raise BadInput(
            f"--board {short(board)!r} is for files, but only boards are named",
            accepted="leave it out",
            field="board",
        )


def _too_many(count: int, what: str) -> BadInput:
    return BadInput(f"{count} {what} do not fit on one sheet", accepted=f"the limit is {MOST_WALKS}")


def _read(
    file: str, board: str | None, leaper: str | None, squares: str | None, *, several: bool
) -> list[Walk]:
    """The walk in a file, or the tours on its lines. The error names the file if there are several files."""
    known_leaper = None if leaper is None else parse_leaper(leaper)
    known_board = None if board is None else read_board(board, known_leaper or KNIGHT)

    def reading(text: bytearray | str) -> Reading:
        return read(text, board=known_board, leaper=known_leaper, squares=squares)

    try:
        with progress("reading"):
            data = read_input(file)
            return [walk_of(reading(data))]
    except BadText as error:
        if walks := _on_lines(data, reading):
            return walks
        if several:
            raise BadText(f"{short(file)!r}: {error_sentence(error)}") from None
        raise


def _on_lines(data: bytearray, reading: Callable[[str], Reading]) -> list[Walk]:
    """The tours of a text with one tour per line, as `turaga tours` prints them. Empty if any line is not a
    tour.

    A line that is only a walk does not count: it could be part of a longer walk with a mistake, which must be
    reported.
    """
    lines = [line for line in unix_lines(data.decode(errors="replace")).split("\n") if trim(line)]
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
        raise _too_many(len(lines), "tours")
    return walks
