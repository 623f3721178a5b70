"""Surveys: a rule with many orders, walked from many starts of many boards, here or on a cluster; kept,
questioned and drawn.

A `Plan` says what is to be walked and is cut into jobs (`jobs.py`). A job is done by `work.py`, in a thread
(`running.py`) or on a cluster (`cluster.py`), and kept as a pair of Parquet files (`store.py`). Questions are
asked of what is kept (`held.py`, `asking.py`, `sql.py`, `cover.py`), tours are made again from it
(`remaking.py`), and `parts.py` and `figures.py` take from it what plots need.

    >>> import tempfile
    >>> from turaga import Rule
    >>> from turaga.survey import Plan, Survey, parse_boards, run_survey
    >>> plan = Plan(boards=parse_boards("8x8"), rule=Rule(ties="order:81234567"))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     ran = run_survey(plan, folder)
    ...     with Survey.open(folder) as survey:
    ...         [rate] = survey.rates()
    >>> rate.complete, rate.walks
    (63, 64)
"""

from turaga.survey.cover import fewest_orders
from turaga.survey.plan import Plan, parse_boards
from turaga.survey.queries import Survey
from turaga.survey.runner import run_survey
from turaga.survey.tours import Choice, remake_tours

__all__ = ["Choice", "Plan", "Survey", "fewest_orders", "parse_boards", "remake_tours", "run_survey"]
