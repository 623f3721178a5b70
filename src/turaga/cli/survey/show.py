"""`turaga survey show`: what is in a survey, and questions to it."""

from itertools import islice

import click

from turaga.cli._options import json_option
from turaga.cli._terminal import put, tell
from turaga.cli.survey._answer_format import check_forms, json_text, put_csv, table
from turaga.cli.survey._grids import show_ends, show_fails, show_unvisited
from turaga.cli.survey._lists import show_closed, show_full, show_ranking
from turaga.cli.survey._overview import show_overview
from turaga.errors import BadInput
from turaga.survey.queries import Survey
from turaga.survey.sql import SqlWithFiles
from turaga.text import plural

_MOST_ROWS = 1000  # of an SQL answer shown as text
_QUESTIONS = {
    "": show_overview,
    "--map": show_unvisited,
    "--fails": show_fails,
    "--full": show_full,
    "--ends": show_ends,
    "--closed": show_closed,
    "--rank": show_ranking,
}
# The two options that narrow a question down, and the questions they go with.
_NARROWED = {
    "--board": ("--map", "--fails", "--full", "--ends", "--closed", "--rank"),
    "--order": ("--map", "--ends", "--closed"),
}


@click.command(
    short_help="Show what is in a survey, and ask it questions.",
    epilog="Examples: turaga survey show results; turaga survey show results --full; turaga survey show "
    "results --map --board 8x8 --order 12345678; turaga survey show results --sql 'SELECT rows, "
    "count(*) FROM walks WHERE closed GROUP BY rows ORDER BY rows' --csv",
)
@click.argument("folder", metavar="DIR")
@click.option(
    "--map",
    "unvisited",
    is_flag=True,
    help="The board of unvisited squares per start, 0 where complete; of several walks the fewest.",
)
@click.option("--fails", is_flag=True, help="How many orders fail from each start, as a board.")
@click.option("--full", is_flag=True, help="The orders that complete from every start colour allows.")
@click.option("--ends", is_flag=True, help="How many completed tours end on each square, as a board.")
@click.option("--closed", is_flag=True, help="The first and all starts of closed tours.")
@click.option("--rank", is_flag=True, help="Orders by failures over all boards, fewest first.")
@click.option(
    "--sql",
    metavar="QUERY",
    help="DuckDB's answer to SQL on the tables walks and shards. The column order is named like a word of "
    'SQL: write "order", with the quotes. The query can look and not write.',
)
@click.option("--board", "board_text", metavar="BOARD", help="This board alone, such as 8x8.")
@click.option("--order", "order_text", metavar="ORDER", help="This order alone, such as 12345678.")
@click.option("--csv", "as_csv", is_flag=True, help="Print all of it as CSV.")
@json_option
def command(
    *,
    folder: str,
    sql: str | None,
    board_text: str | None,
    order_text: str | None,
    as_csv: bool,
    as_json: bool,
    **asked: bool,
) -> int:
    """Show what is in the survey that DIR holds, or answer one question about it.

    Without a question: the plan, how much of it is done, and the success rate of each board and order,
    with its 95% interval where the starts are a sample or chance has a say in the walks. A survey that is
    still running can be asked too. Squares count from 1 at the top left.

    Exit status 0, or 2 for bad input.
    """
    check_forms(as_csv, as_json)
    question = _the_question({**asked, "sql": sql is not None})
    _check_narrowed(question, {"--board": board_text, "--order": order_text})
    with Survey.open(folder) as survey:
        if sql is not None:
            _answer_sql(survey, sql, as_csv, as_json)
            return 0
        boards = [survey.find_board(board_text)] if board_text is not None else survey.boards
        order = None if order_text is None else survey.find_order(order_text, boards)
        if question:
            survey.require_walks()
        shown = _QUESTIONS[question](survey, boards, order, for_programs=as_csv or as_json)
        shown.put(as_csv=as_csv, as_json=as_json)
        if question and not survey.finished and not as_json:
            tell(f"(the survey is not finished: {survey.jobs_done} of {plural(survey.jobs, 'job')} done)")
    return 0


def _the_question(asked: dict[str, bool]) -> str:
    """The option of the question that is asked; "" if there is none."""
    names = ["--map" if name == "unvisited" else f"--{name}" for name, given in asked.items() if given]
    if len(names) > 1:
        raise BadInput(
            f"{' and '.join(names)} are {len(names)} questions",
            accepted="ask one at a time",
            field=names[0].removeprefix("--"),
        )
    return names[0] if names else ""


def _check_narrowed(question: str, given: dict[str, str | None]) -> None:
    for option, text in given.items():
        if text is not None and question and question not in _NARROWED[option]:
            raise BadInput(
                f"{option} does not go with {question}",
                accepted=f"it goes with {', '.join(_NARROWED[option])}, or alone",
                field=option.removeprefix("--"),
                value=text,
            )


def _answer_sql(survey: Survey, text: str, as_csv: bool, as_json: bool) -> None:
    """Print the result of SQL, or say what to do instead of reading and writing files."""
    try:
        _put_sql_result(survey, text, as_csv, as_json)
    except SqlWithFiles as error:
        raise BadInput(
            error.problem, accepted="to save an answer, write --csv > FILE", field=error.field, value=text
        ) from None


def _put_sql_result(survey: Survey, text: str, as_csv: bool, as_json: bool) -> None:
    """Print the result of SQL; CSV and JSON some rows at a time, because there may be millions."""
    with survey.ask(text) as result:
        if as_csv:
            put_csv(result.names, result.batches())
            return
        if as_json:
            put(f'{{"columns": {json_text(result.names)}, "rows": [')
            comma = ""
            for batch in result.batches():
                put(comma + json_text(batch)[1:-1])
                comma = ", "
            put("]}\n")
            return
        rows = (row for batch in result.batches() for row in batch)
        put("\n".join(table(result.names, islice(rows, _MOST_ROWS))) + "\n")
        if next(rows, None) is not None:
            tell(f"(the first {_MOST_ROWS} rows: --csv and --json give all of them)")
