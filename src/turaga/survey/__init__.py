"""Surveys: walks by many orders from many starts on many boards, computed on this machine or on a cluster.

Input: a `Plan`. Output: a directory with two Parquet tables, and the results of queries about them. The
report, the commands and users of the library import this package.

The modules, in the order in which they are used:

- `plan.py` describes what is walked, with `board_lists.py` and `orders_and_starts.py`. `jobs.py` splits it.
- `runner.py` runs the jobs, in threads or on a cluster (`cluster.py`). `job_rows.py` computes their rows.
- `columns.py` defines the columns of the tables. `store.py` writes the directory, `checked_files.py` reads
  it, and `checksums.py` defines how files are checked.
- `queries.py` opens a directory as a DuckDB database and has the queries, and `results.py` the types they
  return. `sql.py` runs SQL that users write, `cover.py` finds the fewest orders that complete every start,
  and `tours.py` recomputes the tours.
- `selection.py` selects boards and orders for plots. `plot_values.py` computes the numbers that plots show.

To run a survey and have it as a table:

    >>> import tempfile
    >>> from turaga import Rule
    >>> from turaga.survey import Plan, Survey, load_table, parse_boards, run_survey
    >>> plan = Plan(boards=parse_boards("8x8"), rule=Rule("81234567"))
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
