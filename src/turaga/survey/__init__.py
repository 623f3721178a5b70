"""Surveys: a rule walked with many orders from many starts of many boards, here or on a cluster.

A `Plan` goes in; a folder with two Parquet tables comes out, and answers to questions about them. The report,
the commands and users of the library import this package.

The files, in the order in which they are used:

- `plan.py` says what is walked; `jobs.py` cuts a plan into jobs.
- `runner.py` runs the jobs, in threads or on a cluster (`cluster.py`); `job_rows.py` computes their rows.
- `columns.py` defines the columns of the tables; `store.py` writes the folder, `checked_files.py` reads it,
  and `checksums.py` says how files are checked.
- `database.py` opens a folder as a DuckDB database; `queries.py` has the questions, `results.py` the types of
  the answers; `sql.py` runs the SQL of users, `cover.py` finds the fewest orders that complete every start,
  and `tours.py` makes the tours again.
- `selection.py` selects boards and orders for plots; `figures.py` computes the numbers that plots show.

To run a survey and have it as a table:

    >>> import tempfile
    >>> from turaga import Rule
    >>> from turaga.survey import Plan, Survey, load_table, parse_boards, run_survey
    >>> plan = Plan(boards=parse_boards("8x8"), rule=Rule(ties="order:81234567"))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     ran = run_survey(plan, folder)
    ...     table = load_table(folder)  # pyarrow; table.to_pandas() for pandas
    ...     with Survey.open(folder) as survey:
    ...         [rate] = survey.rates()
    >>> table.num_rows, rate.complete, rate.walks
    (64, 63, 64)
"""

from turaga.survey.checked_files import DamagedFile, load_table
from turaga.survey.cover import fewest_orders
from turaga.survey.plan import Plan, parse_boards
from turaga.survey.queries import Survey
from turaga.survey.runner import run_survey
from turaga.survey.tours import Choice, remake_tours

__all__ = [
    "Choice",
    "DamagedFile",
    "Plan",
    "Survey",
    "fewest_orders",
    "load_table",
    "parse_boards",
    "remake_tours",
    "run_survey",
]
