"""`turaga survey tours`: the tours of a survey as files, a folder for each board."""

import json
import os

import click

from turaga.cli._options import json_option
from turaga.cli._progress import progress
from turaga.cli._terminal import put, tell
from turaga.errors import BadInput
from turaga.files import replace_file
from turaga.notation import TITLES, parse_format, write, write_npy
from turaga.survey.columns import board_name
from turaga.survey.queries import Survey
from turaga.survey.tours import Choice, RemadeTour, count_tours_kept, remake_tours
from turaga.text import plural

_MOST = 100_000  # files, unless --most allows more
_FORMATS = ", ".join(TITLES)
_ENDINGS = {"json": "json", "npy": "npy"}


@click.command(
    short_help="Write a survey's tours to files, a folder for each board.",
    epilog="Example: turaga survey tours results --out tours --board 8x8 --order 12345678",
)
@click.argument("folder", metavar="DIR")
@click.option("--out", required=True, metavar="FOLDER", help="The folder to write them to.")
@click.option("--board", metavar="BOARD", help="Only those of this board.")
@click.option("--order", metavar="ORDER", help="Only those of this order.")
@click.option("--closed", is_flag=True, help="Only closed ones.")
@click.option(
    "--to", "to", default="board", metavar="FORMAT", help=f"One of {', '.join(TITLES)}.  [default: board]"
)
@click.option(
    "--most", type=int, default=_MOST, metavar="N", help=f"Refuse to write more than N.  [default: {_MOST}]"
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
    """Write the tours of the survey in DIR to files, a folder for each board, each made again from its row
    and verified: FOLDER/8x8/12345678-3-4.txt is the one by that order from row 3, column 4.

    Walks that did not complete are no tours and are left out. Exit status 0, or 2 for bad input.
    """
    form = parse_format(to)
    if not out:
        raise BadInput("no folder is named to write to", accepted="give --out a name", field="out", value=out)
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
            f"these are {count} tours, a file each, and --most is {most}",
            accepted=f"choose by --board, --order and --closed, or give --most {count}",
            field="most",
            value=most,
        )
    boards = set()
    with progress() as report:
        for done, made in enumerate(remake_tours(folder, choice)):
            if report:
                report("writing", done, count)
            boards.add(made.tour.board)
            _write(out, made, form, several_runs=plan.repeat > 1)
    facts = {"finished": finished, "tours": count, "boards": len(boards), "folder": out}
    words = f"{plural(count, 'tour')} of {plural(len(boards), 'board')} written to {out}"
    put((json.dumps(facts) if as_json else words if count else "no such tours: nothing was written") + "\n")
    if not (finished or as_json):
        tell(f"(the survey is not finished: {jobs_done} of {plural(jobs, 'job')} done)")
    return 0


def _write(out: str, made: RemadeTour, form: str, *, several_runs: bool) -> None:
    """Write one tour to a file named by its board, order, start and run."""
    board, (row, col) = made.tour.board, made.tour[0]
    run = f"-run{made.run + 1}" if several_runs else ""
    order = "random" if made.order == "0" else made.order
    folder = os.path.join(out, board_name(board))
    path = os.path.join(folder, f"{order}-{row + 1}-{col + 1}{run}.{_ENDINGS.get(form, 'txt')}")
    try:
        os.makedirs(folder, exist_ok=True)
        if form == "npy":
            replace_file(path, lambda file: write_npy(made.tour, file), sync=False)
        else:
            text = write(made.tour, form).encode()
            replace_file(path, lambda file: file.write(text), sync=False)
    except OSError as error:
        raise BadInput(
            f"{path!r} cannot be written", accepted=error.strerror or str(error), field="out", value=out
        ) from None
