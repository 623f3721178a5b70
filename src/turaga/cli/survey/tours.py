"""`turaga survey tours`: the tours of a survey as files, in a directory for each board."""

import json
import os

import click

from turaga.cli._help import make_command, option
from turaga.cli._options import json_option
from turaga.cli._progress import progress
from turaga.cli._terminal import put, put_wrapped, tell
from turaga.errors import BadInput
from turaga.files import replace_file
from turaga.kinds import whole
from turaga.notation import TITLES, parse_format, write, write_npy
from turaga.survey.board_lists import board_name
from turaga.survey.queries import Survey
from turaga.survey.tours import Choice, RemadeTour, count_tours_kept, remake_tours
from turaga.text import listed, plural

_MOST = 100_000  # files, unless --max-files allows more
_FORMATS = listed(TITLES, "or")
_EXTENSIONS = {"json": "json", "npy": "npy"}


@make_command(
    examples=(("turaga survey tours results -o tours --board 8x8", "Write all tours of 8x8."),),
    status="0, or 2 for bad input.",
)
@click.argument("folder", metavar="DIR")
@option("-o", "--out", required=True, metavar="DIR", help="The directory to write to. Required.")
@option("--board", metavar="BOARD", help="Only tours of this board, such as 8x8 or, with holes, ring-12x12.")
@option("--order", metavar="ORDER", takes_order=True, help="Only tours of this order.")
@option("--closed", is_flag=True, help="Only closed tours.")
@option("--to", "to", default="board", metavar="FORMAT", group="Output", help=f"{_FORMATS}. [default: board]")
@option(
    "--max-files",
    "most",
    kind=whole(0),
    default=_MOST,
    group="Limits",
    help=f"Write nothing if there are more than N tours. [default: {_MOST}]",
)
@json_option
def command(
    *,
    folder: str,
    out: str,
    board: str | None,
    order: str | None,
    closed: bool,
    to: str,
    most: int,
    as_json: bool,
) -> int:
    """Write the tours of a survey to files.

    Each board has its own directory: DIR/8x8/12345678-3-4.txt is the tour with order 12345678 from row 3,
    column 4. Every tour is walked again and verified. Walks that are not complete are left out.
    """
    form = parse_format(to)
    if not out:
        raise BadInput("--out is empty", accepted="name a directory", field="out")
    with Survey.open(folder) as survey:
        survey.require_walks()
        here = survey.boards if board is None else [survey.find_board(board)]
        choice = Choice(
            board=None if board is None else here[0],
            order=None if order is None else survey.find_order(order, here),
            closed=closed,
        )
        plan, finished, jobs_done, jobs = survey.plan, survey.finished, survey.jobs_done, survey.jobs
    count = count_tours_kept(folder, choice)
    if count > most:
        raise BadInput(
            f"this would write {plural(count, 'file')}, and the limit is {most}",
            accepted=f"select some with --board, --order or --closed, or allow more with --max-files {count}",
            field="most",
        )
    boards = set()
    with progress() as report:
        for done, made in enumerate(remake_tours(folder, choice)):
            if report:
                report("writing", done, count)
            boards.add(made.tour.board)
            _write(out, made, form, several_runs=plan.repeat > 1)
    facts = {"finished": finished, "tours": count, "boards": len(boards), "folder": out}
    if as_json:
        put(json.dumps(facts) + "\n")
    elif count:
        put_wrapped(f"{plural(count, 'tour')} of {plural(len(boards), 'board')} written to {out}\n")
    else:
        put_wrapped("there are no such tours: nothing was written\n")
    if not (finished or as_json):
        tell(f"(the survey is not finished: {jobs_done} of {plural(jobs, 'job')} done)")
    return 0


def _write(out: str, made: RemadeTour, form: str, *, several_runs: bool) -> None:
    """Write one tour to a file named by its board, order, start and run."""
    board, (row, col) = made.tour.board, made.tour[0]
    run = f"-run{made.run + 1}" if several_runs else ""
    order = "random" if made.order == "0" else made.order
    directory = os.path.join(out, board_name(board))
    path = os.path.join(directory, f"{order}-{row + 1}-{col + 1}{run}.{_EXTENSIONS.get(form, 'txt')}")
    try:
        os.makedirs(directory, exist_ok=True)
        if form == "npy":
            replace_file(path, lambda file: write_npy(made.tour, file), sync=False)
        else:
            text = write(made.tour, form).encode()
            replace_file(path, lambda file: file.write(text), sync=False)
    except OSError as error:
        raise BadInput(
            f"{path!r} cannot be written", accepted=error.strerror or str(error), field="out"
        ) from None
