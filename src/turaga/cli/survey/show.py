"""`turaga survey show`: the results of a survey."""

from itertools import islice

import click

from turaga.cli._advice import advice
from turaga.cli._help import make_command, option
from turaga.cli._options import json_option
from turaga.cli._terminal import put, tell
from turaga.cli.survey import _answers
from turaga.cli.survey._answer_format import check_forms, json_text, put_csv, table
from turaga.cli.survey._overview import show_overview
from turaga.errors import BadInput
from turaga.survey.queries import Survey
from turaga.text import listed, plural

_MOST_ROWS = 1000  # of an SQL result shown as text
_QUESTIONS = {
    "": show_overview,
    "--map": _answers.show_unvisited,
    "--fails": _answers.show_fails,
    "--full": _answers.show_full,
    "--ends": _answers.show_ends,
    "--closed": _answers.show_closed,
    "--rank": _answers.show_ranking,
    "--walks": _answers.show_walks,
}
# The two options that select a part, and the questions that accept them.
_SELECTIONS = {
    "--board": ("--map", "--fails", "--full", "--ends", "--closed", "--rank", "--walks"),
    "--order": ("--map", "--ends", "--closed", "--walks"),
}


@make_command(
    examples=(
        ("turaga survey show results", "Show the plan, the progress and the success rates."),
        ("turaga survey show results --rank", "Which orders fail least often."),
        ("turaga survey show results --walks", "The time, the steps and the ending of each walk."),
        (
            "turaga survey show results --sql 'SELECT count(*) FROM walks WHERE closed'",
            "Ask a question in SQL.",
        ),
    ),
    status="0, or 2 for bad input.",
)
@click.argument("folder", metavar="DIR")
@option(
    "--board", "board_text", metavar="BOARD", help="Only this board, such as 8x8 or, with holes, ring-12x12."
)
@option("--order", "order_text", metavar="ORDER", takes_order=True, help="Only this order, such as 12345678.")
@option("--csv", "as_csv", is_flag=True, group="Output", help="Print everything as CSV.")
@option("--rank", is_flag=True, group="Questions", help="Orders by failures on all boards, fewest first.")
@option(
    "--map",
    "unvisited",
    is_flag=True,
    group="Questions",
    help="A grid of unvisited squares by start, 0 if complete; the fewest if there are several walks.",
)
@option("--fails", is_flag=True, group="Questions", help="A grid of how many orders fail from each start.")
@option(
    "--full",
    is_flag=True,
    group="Questions",
    help="The orders that complete a tour from every start that the colours of the squares allow.",
)
@option("--ends", is_flag=True, group="Questions", help="A grid of how many tours end on each square.")
@option("--closed", is_flag=True, group="Questions", help="The starts of closed tours.")
@option(
    "--walks",
    is_flag=True,
    group="Questions",
    help="Each walk with its start, steps and ending. With its time, too, if it is a search or if the starts "
    "are listed.",
)
@option(
    "--sql",
    metavar="QUERY",
    group="Questions",
    help="The result of an SQL query (DuckDB) on the tables walks and shards. Write the column order in "
    'quotes: "order". Queries cannot change anything.',
)
@json_option
def command(
    *,
    folder: str,
    sql: str | None,
    board_text: str | None,
    order_text: str | None,
    as_csv: bool,
    as_json: bool,
    **questions: bool,
) -> int:
    """Show the results of a survey, or answer one question about it.

    Without a question it shows the plan, how much of it is done, and for each board and order the success
    rate, the failures, the retries and the time, with a 95% interval if starts or ties are random. Failures
    count only starts that the colours of the squares allow. You can use it while the survey is still
    running. Rows and columns are counted from 1 at the top left.
    """
    check_forms(as_csv, as_json)
    question = _the_question({**questions, "sql": sql is not None})
    _check_selection(question, {"--board": board_text, "--order": order_text})
    with Survey.open(folder) as survey:
        if sql is not None:
            with advice():
                _put_sql_result(survey, sql, as_csv, as_json)
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


def _the_question(questions: dict[str, bool]) -> str:
    """The option of the question; "" if there is none."""
    names = ["--map" if name == "unvisited" else f"--{name}" for name, given in questions.items() if given]
    if len(names) > 1:
        raise BadInput(
            f"{listed(names)} are {len(names)} questions",
            accepted="ask one at a time",
            field=names[0].removeprefix("--"),
        )
    return names[0] if names else ""


def _check_selection(question: str, given: dict[str, str | None]) -> None:
    for name, text in given.items():
        if text is not None and question and question not in _SELECTIONS[name]:
            raise BadInput(
                f"{name} cannot be used with {question}",
                accepted=f"use it with {listed(_SELECTIONS[name], 'or')}, or without a question",
                field=name.removeprefix("--"),
            )


def _put_sql_result(survey: Survey, text: str, as_csv: bool, as_json: bool) -> None:
    """Print the result of SQL. CSV and JSON are printed in batches, because there may be millions of rows."""
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
            tell(f"(these are the first {_MOST_ROWS} rows; --csv and --json print all of them)")
