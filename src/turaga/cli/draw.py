"""`turaga draw`: tours and boards as pictures."""

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import click

from turaga.board import Board
from turaga.cli._advice import advise_trimming
from turaga.cli._explaining import STATUS
from turaga.cli._files import names_board, names_walk
from turaga.cli._help import make_command, option
from turaga.cli._options import options, trim_option, typed_option
from turaga.cli._outcome_output import Printing
from turaga.cli._picture_output import Drawing
from turaga.cli._progress import progress
from turaga.cli._terminal import tell
from turaga.errors import BadInput, TourNotFound
from turaga.kinds import TRUTH
from turaga.operations import arg, arguments, noun
from turaga.pictures.explanation_picture import check_explanation_options
from turaga.pictures.pictures import FORMATS
from turaga.pictures.sheet import MOST_WALKS, title_of
from turaga.pictures.styles import PictureOptions
from turaga.solve import METHODS, Found, Impossible, Solve, solve_request
from turaga.solve.explanation import explain_request
from turaga.text import listed, short
from turaga.walk import Walk


@dataclass(frozen=True, kw_only=True)
class Draw(Solve):
    """Draw a walk; or a tour of a board, which is found as `solve` finds it; or a board alone."""

    why: bool = arg(TRUTH, "Draw no tour: mark the squares that prove that there is none.", default=False)
    look: PictureOptions = noun()
    walk: Walk | None = None  # without it, the board has to be solved, unless the picture is of a board alone

    OF_BOARDS: ClassVar = arguments(Solve).keys() - {"board", "leaper"}


_MESSAGES_ONLY = Printing((), printed=False, wide=False, saved=(), drawings=(), as_json=False)


@make_command(
    examples=(
        ("turaga draw 8x8", "Show a tour in the terminal."),
        ("turaga draw 8x8 --numbers -o tour.svg", "Save a picture."),
        ("turaga draw 8x8 --degrees -o walk.gif", "Save an animation."),
        ("turaga draw 8x8 --style graph -o graph.svg", "Draw every move of the board."),
        ("turaga draw 8x8 --moves e4", "Show the moves from a square."),
        ("turaga draw text:TURAGA -o name.svg", "Draw a tour of a word."),
        ("turaga draw @mask.txt --why -o why.svg", "Show why a board has no tour."),
        ("turaga solve 6x6 | turaga draw - 5x5 -o both.svg", "Draw two tours on one sheet."),
    ),
    arguments={
        "BOARD|WALK": "A board such as 8x8, a shape such as ring:20x20, or @FILE for a board with holes; a "
        "tour is found as in turaga solve. Or a file with a walk that turaga check can read, or with one "
        "tour per line; - is standard input. Write ./8 for a file named 8."
    },
    status="0 if everything was drawn, 1 if a board has no tour, 3 if a method gave up, 2 for bad input.",
    tables={"Methods": {name: method.what for name, method in METHODS.items()}},
)
@options(Draw, walks=True, several=True)
@option(
    "-o",
    "--out",
    metavar="FILE",
    help="The file to write: .svg, .png, .gif or .txt. [default: text in the terminal]",
)
@option(
    "--format",
    metavar="FORMAT",
    group="Picture",
    help=f"{listed(FORMATS, 'or')}, if there is no file extension. [default: txt]",
)
@trim_option
def command(
    *, requests: list[Draw], sources: tuple[str, ...], out: str | None, format: str | None, trim: bool
) -> int:
    """Draw tours or boards as SVG, PNG, GIF or text.

    Several boards and files are drawn on one sheet. The first square is green and the last one red. Unvisited
    squares have a ring and holes are hatched. A GIF shows the walk step by step. PNG and GIF need the `web`
    extra. If a method gives up, the longest walk is drawn. --style graph, --style degrees and --moves draw
    the board alone, and --style empty -o FILE.txt saves it as a mask that @FILE reads; with --trim, what is
    left of it.
    """
    why, look = requests[0].why, requests[0].look
    if why:
        check_explanation_options(look)
    drawing = Drawing.of(out, format, look, still=why)
    _check(requests, sources, drawing, trim=trim)
    if why:
        return _draw_proofs(drawing, requests)
    if trim:
        requests = [one if one.walk is not None else _trimmed(one, drawing) for one in requests]
    if drawing.look.of_board:
        boards = [one.board for one in requests]
        titles = "\n".join(map(drawing.title_of, boards))
        if drawing.out is None:  # the titles come before the pictures
            tell(titles)
        drawing.make(boards)
        if drawing.out is not None:
            tell(f"{titles}\nsaved to {drawing.out}")
        return 0
    return _draw_walks(drawing, requests, can_trim=not trim)


def _check(requests: list[Draw], sources: Sequence[str], drawing: Drawing, *, trim: bool) -> None:
    """Raise `BadInput` for what cannot be drawn together, before any work is done."""
    if len(sources) > MOST_WALKS:
        raise BadInput(f"{len(sources)} walks do not fit on one sheet", accepted=f"the limit is {MOST_WALKS}")
    why, look = requests[0].why, drawing.look
    of_board = "--why" if why else "--moves" if look.moves else f"--style {look.style}"
    if typed_option({"degrees"}) and look.style == "degrees":
        of_board = "--degrees"
    if why or look.of_board:
        if files := [source for source in sources if names_walk(source)]:
            other = "save a .gif file, or " if of_board == "--degrees" else ""
            raise BadInput(
                f"{of_board} draws a board, but {short(files[0])!r} is a file with a walk",
                accepted=f"{other}name a board such as 8x8, or @FILE for a board with holes",
                field="board",
            )
        # A proof does not depend on how a tour is found.
        kept = {"avoid", "start", "end", "closed", "fix", "why", "time_limit"} if why else {"avoid"}
        kept |= {"trim", "start", "end", "closed", "seed", "time_limit"} if trim and not why else set()
        if (name := typed_option({*Draw.OF_BOARDS, "trim"} - kept)) is not None:
            raise BadInput(
                f"{name} is for finding a tour, but {of_board} does not draw one",
                accepted="leave it out",
            )
    if trim and all(map(names_walk, sources)):
        raise BadInput("--trim is for a board, but only walks are named", accepted="leave it out")
    written = None if drawing.out is None else os.path.realpath(drawing.out)
    read = (os.path.realpath(source.removeprefix("@")) for source in sources if not names_board(source))
    if written is not None and os.path.isfile(written) and written in read:
        raise BadInput(
            f"{short(str(drawing.out))!r} is a source of the picture and would be overwritten",
            accepted="choose another file with -o",
            field="out",
        )
    drawing.check([one.board for one in requests])


def _trimmed(request: Draw, drawing: Drawing) -> Draw:
    """The request with the fewest squares removed so that there is a tour. If there is no such part of a
    board that is drawn alone, this ends the command."""
    from turaga.cli._trimming import find_trimmed  # loaded only for --trim

    tours, limit, alone = request.tours, request.time_limit, drawing.look.of_board
    if tours.fix:
        raise BadInput("--trim cannot be used with --fix", accepted="leave out one of them", field="fix")
    limit = limit / 2 if limit is not None and not alone else limit  # and as much for finding the tour
    all_listed = "--style empty -o FILE.txt saves the board that is left"
    found, board = find_trimmed(
        tours, seed=request.seed, time_limit=limit, all_listed=all_listed, solved_next=not alone
    )
    if alone and isinstance(found, TourNotFound):
        _say_where(drawing, saved=False)
        raise click.exceptions.Exit(1 if found.proved else 3)
    return replace(request, tours=tours.but(board=board), time_limit=limit)


def _draw_walks(drawing: Drawing, requests: list[Draw], *, can_trim: bool) -> int:
    """Draw the walks, and a tour or the longest walk of each board, and say what is found. Returns the exit
    status."""
    walks: list[Walk] = []
    statuses = []
    without_tour: Board | None = None  # one with holes, if there is one
    with progress() as report:
        for request in requests:
            if request.walk is not None:
                tell(title_of(request.walk))
                walks.append(request.walk)
                continue
            outcome = solve_request(request, report)
            if isinstance(outcome, Found):
                tell(title_of(outcome.tour))
            else:
                statuses.append(_MESSAGES_ONLY.show(outcome))
            if isinstance(outcome, Impossible) and (without_tour is None or request.board.hole_indices):
                without_tour = request.board
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


def _draw_proofs(drawing: Drawing, requests: list[Draw]) -> int:
    """Draw why boards have no tour, and say of the others that they have one. Returns the exit status."""
    with progress() as report:
        explanations = [explain_request(one, None, report) for one in requests]
    shown = [one for one in explanations if not one.exists]
    for one in explanations:
        tell(f"{title_of(one)}.")
    if shown:
        drawing.make(shown)
    _say_where(drawing, saved=bool(shown))
    return min((STATUS[one.exists] for one in shown), default=0)


def _say_where(drawing: Drawing, *, saved: bool) -> None:
    """Say where the picture was saved, if it was to go to a file."""
    if drawing.out is not None:
        tell(f"saved to {drawing.out}" if saved else f"nothing saved to {drawing.out}")
