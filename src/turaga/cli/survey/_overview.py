"""The overview of a survey: its plan in words, how much of it is done, and how many walks are complete."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from turaga.board import Board
from turaga.cli.survey._answer_format import FormattedAnswer, facts_of, order_name, table, too_many_orders
from turaga.survey.columns import board_name
from turaga.survey.plan import Plan
from turaga.survey.queries import Survey
from turaga.survey.results import Rate, order_words, some_of
from turaga.text import duration, plural

_MOST_RUNS = 20  # in a line
_MOST_DROPPED = 8  # in a line
_FEW = 5  # best orders, and as many worst ones
_COLUMNS = ("walks", "allowed", "complete", "closed", "retries", "steps")


def show_overview(
    survey: Survey, boards: Sequence[Board], order: str | None, *, for_programs: bool
) -> FormattedAnswer:
    """The overview for all boards and orders, or for the selected ones."""
    apart = for_programs or order is not None or not too_many_orders(survey, boards)
    rates = [
        rate for rate in survey.rates(by_order=apart) if rate.board in boards and order in (None, rate.order)
    ]
    runs = _Runs(survey)

    def rows() -> Iterator[Sequence[Any]]:
        for rate in rates:
            counts = tuple(getattr(rate, name) for name in _COLUMNS)
            yield (
                *(board_name(rate.board), order_name(rate.order), *counts, rate.rate, rate.low, rate.high),
                *([" ".join(map(str, runs.of(rate)))] if survey.plan.repeat > 1 else []),
            )

    header = ("board", "order", *_COLUMNS, "rate", "low", "high")
    return FormattedAnswer(
        lines=lambda: [*_plan_lines(survey), *_work_lines(survey), *_rate_lines(survey, rates, runs)],
        header=(*header, "complete_in_each_run") if survey.plan.repeat > 1 else header,
        rows=rows,
        facts=lambda: _facts(survey, boards, rates, runs),
    )


class _Runs:
    """How many walks were complete in each run, one board at a time."""

    def __init__(self, survey: Survey) -> None:
        self._survey = survey
        self._known: dict[Board, dict[str, list[int]]] = {}

    def of(self, rate: Rate) -> list[int]:
        if rate.board not in self._known:
            self._known[rate.board] = self._survey.all_runs(rate.board)
        return self._known[rate.board].get(rate.order or "", [])


def _facts(survey: Survey, boards: Sequence[Board], rates: Sequence[Rate], runs: _Runs) -> dict[str, Any]:
    totals = survey.totals()
    return facts_of(
        survey,
        plan=survey.plan.as_json(),
        versions=survey.manifest["versions"],
        dropped=survey.dropped,
        walks=totals.walks,
        walked=totals.walked,
        complete=totals.complete,
        closed=totals.closed,
        steps=totals.steps,
        seconds=round(totals.seconds, 6),
        boards=[_rate_facts(rate) for rate in survey.rates(by_order=False) if rate.board in boards],
        rates=[
            {**_rate_facts(rate), **({"runs": runs.of(rate)} if survey.plan.repeat > 1 else {})}
            for rate in rates
        ],
    )


def _rate_facts(rate: Rate) -> dict[str, Any]:
    return {
        "board": board_name(rate.board),
        **({"orders": rate.orders} if rate.order is None else {"order": order_words(rate.order)}),
        **{name: getattr(rate, name) for name in _COLUMNS},
        "rate": rate.rate,
        "interval": None if rate.low is None else [rate.low, rate.high],
    }


# -- the plan in words --------------------------------------------------------------------------------


def _plan_lines(survey: Survey) -> Iterator[str]:
    plan = survey.plan
    a, b = plan.boards[0].leaper
    names = some_of([board_name(board) for board in plan.boards], "board")
    yield f"boards   {names}" + (f", leaper {a},{b}" if (a, b) != (1, 2) else "")
    yield f"rule     {plan.rule_words}"
    yield f"orders   {_orders_words(plan)}"
    yield f"starts   {_starts_words(plan)}"
    if plan.method == "search":
        limits = [plural(plan.step_limit, "step")] if plan.step_limit else []
        limits += [f"{plan.time_limit:g} s"] if plan.time_limit else []
        yield f"method   search, at most {' or '.join(limits)} per start"
    if plan.retries:
        yield f"retries  up to {plan.retries}, with random orders"
    if plan.retry_orders:
        yield f"retries  with {', '.join(plan.retry_orders)}"
    if plan.stop_after_failures is not None:
        yield f"limit    orders are dropped after {plural(plan.stop_after_failures, 'failure')}"
    if plan.walks_are_random or plan.draws_starts or (plan.orders or "").startswith("random:"):
        yield f"seed     {plan.seed}"


def _orders_words(plan: Plan) -> str:
    if plan.rule.is_random:
        return "none: ties are broken at random"
    if plan.orders is None:
        return plan.rule.order
    if plan.orders == "all":
        return "all 40320"
    if plan.orders == "unique":
        return "one of each class under the board's symmetries"
    if plan.orders.startswith("random:"):
        return f"{plan.orders.partition(':')[2]} random orders"
    return some_of(plan.orders.split(","), "order")


def _starts_words(plan: Plan) -> str:
    words = {"all": "all", "quarter": "a quarter of the board", "eighth": "an eighth of the board"}.get(
        plan.starts, f"{plan.starts.partition(':')[2]} random starts"
    )
    if plan.until_closed:
        words += ", row by row until the first closed tour"
    return words + (f", in each of {plan.repeat} runs" if plan.repeat > 1 else "")


def _work_lines(survey: Survey) -> Iterator[str]:
    done = f"finished, {plural(survey.jobs, 'job')}"
    if not survey.finished:
        done = (
            f"{survey.jobs_done} of {plural(survey.jobs, 'job')}, not finished: "
            "repeat the same turaga survey run to continue"
        )
    yield f"done     {done}"
    totals = survey.totals()
    if totals.walks:
        derived = totals.walks - totals.walked
        yield (
            f"walks    {totals.walks}{f' ({derived} derived by symmetry)' if derived else ''}: "
            f"{totals.complete} complete ({totals.complete / totals.walks:.2%}), {totals.closed} closed"
        )
        yield f"work     {plural(totals.steps, 'step')}, {duration(totals.seconds)} in all threads"
    if survey.dropped:
        some = [f"{one['order']} on {one['board']}" for one in survey.dropped[:_MOST_DROPPED]]
        more = len(survey.dropped) - len(some)
        yield (
            f"dropped  {plural(len(survey.dropped), 'order')}: {', '.join(some)}"
            + (f" and {more} more" if more else "")
        )


# -- success rates ----------------------------------------------------------------------------------------


def _rate_lines(survey: Survey, rates: Sequence[Rate], runs: _Runs) -> Iterator[str]:
    if not rates:
        return
    yield ""
    yield from _together(survey, rates) if rates[0].order is None else _apart(survey, rates, runs)


def _apart(survey: Survey, rates: Sequence[Rate], runs: _Runs) -> list[str]:
    """A line for each board and order."""
    header, rows = _columns(rates)
    if survey.plan.repeat > 1:
        header = [*header, "complete in each run"]
        rows = [[*row, _run_words(runs.of(rate))] for row, rate in zip(rows, rates, strict=True)]
    return table(header, rows)


def _run_words(counts: Sequence[int]) -> str:
    more = len(counts) - _MOST_RUNS
    return " ".join(map(str, counts[:_MOST_RUNS])) + (f" and {more} more runs" if more > 0 else "")


def _together(survey: Survey, rates: Sequence[Rate]) -> Iterator[str]:
    """A line for each board with the range of its orders, then the best and the worst orders."""
    header, rows = _columns(rates)
    spreads = {spread.board: spread for spread in survey.spreads()}
    for row, rate in zip(rows, rates, strict=True):
        spread = spreads[rate.board]
        row += [*(f"{share:.2%}" for share in (spread.worst, spread.median, spread.best)), spread.clean]
    yield from table([*header, "worst order", "median", "best", "without failure"], rows)
    yield ""
    ranks = [rank for rank in survey.ranking([rate.board for rate in rates]) if not rank.dropped]
    if ranks and ranks[0].failures == ranks[-1].failures:
        yield f"failures: {ranks[0].failures} with every order"
        return
    for word, some in (("fewest", ranks[:_FEW]), ("most", ranks[: -_FEW - 1 : -1])):
        named = ", ".join(f"{rank.order} ({rank.failures})" for rank in some)
        yield f"{word} failures: {named}"


def _columns(rates: Sequence[Rate]) -> tuple[list[str], list[list[Any]]]:
    """The columns with information, as a header and rows.

    Intervals, retries and the starts that colours allow are shown only if they matter for some rate.
    """
    colour = any(rate.allowed != rate.walks for rate in rates)
    columns: list[tuple[str, Callable[[Rate], Any], bool]] = [
        ("board", lambda rate: board_name(rate.board), True),
        ("orders", lambda rate: rate.orders, rates[0].order is None),
        ("order", lambda rate: order_words(rate.order or ""), rates[0].order is not None),
        ("walks", lambda rate: rate.walks, True),
        ("allowed", lambda rate: rate.allowed, colour),
        ("complete", lambda rate: rate.complete, True),
        ("closed", lambda rate: rate.closed, True),
        ("retries", lambda rate: rate.retries, any(rate.retries for rate in rates)),
        ("rate", lambda rate: f"{rate.rate:.2%}", True),
        ("95% interval", _interval, any(rate.low is not None for rate in rates)),
        ("of allowed", _share_of_allowed, colour),
    ]
    shown = [(name, value) for name, value, is_shown in columns if is_shown]
    return [name for name, _ in shown], [[value(rate) for _, value in shown] for rate in rates]


def _share_of_allowed(rate: Rate) -> str:
    return f"{rate.complete / rate.allowed:.2%}" if rate.allowed else ""


def _interval(rate: Rate) -> str:
    return "" if rate.low is None or rate.high is None else f"{rate.low:.2%} to {rate.high:.2%}"
