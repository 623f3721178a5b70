"""The overview of a survey: its plan in words, how much of it is done, and how many walks are complete."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from operator import attrgetter
from typing import Any, NamedTuple

from turaga.board import Board
from turaga.cli.survey._answer_format import (
    FormattedAnswer,
    facts_of,
    fitted,
    order_name,
    table,
    too_many_orders,
)
from turaga.survey.board_lists import board_name
from turaga.survey.plan import Plan
from turaga.survey.queries import Survey
from turaga.survey.results import Cost, Extent, Rate, order_words, some_of
from turaga.text import duration, plural

_MOST_RUNS = 20  # in a line
_MOST_DROPPED = 8  # in a line
_FEW = 5  # best orders, and as many worst ones
_COLUMNS = ("walks", "allowed", "complete", "closed", "retries", "steps")
_WIDTH = 80  # of a table before it is divided
# The widths of the column of times, up to two minutes and above. They do not depend on the exact times, so
# that the same survey has the same tables every time.
_SHORT_TIME, _LONG_TIME = len("  0.123 ms"), len("  119 min 59 s")

_Costs = Mapping[tuple[Board, str | None], Cost]


def show_overview(
    survey: Survey, boards: Sequence[Board], order: str | None, *, for_programs: bool
) -> FormattedAnswer:
    """The overview for all boards and orders, or for the selected ones."""
    apart = for_programs or order is not None or not too_many_orders(survey, boards)
    rates = [
        rate for rate in survey.rates(by_order=apart) if rate.board in boards and order in (None, rate.order)
    ]
    runs = _runs_of(survey)
    costs = {(cost.board, cost.order): cost for cost in survey.costs(by_order=False)}
    if apart:
        costs |= {(cost.board, cost.order): cost for cost in survey.costs()}

    def rows() -> Iterator[Sequence[Any]]:
        for rate in rates:
            counts = tuple(getattr(rate, name) for name in _COLUMNS)
            yield (
                *(board_name(rate.board), order_name(rate.order), *counts, rate.rate, rate.low, rate.high),
                len(rate.board.hole_indices),
                *([" ".join(map(str, runs(rate)))] if survey.plan.repeat > 1 else []),
            )

    header = ("board", "order", *_COLUMNS, "rate", "low", "high", "holes")
    return FormattedAnswer(
        lines=lambda: [*_plan_lines(survey), *_work_lines(survey), *_rate_lines(survey, rates, costs, runs)],
        header=(*header, "complete_in_each_run") if survey.plan.repeat > 1 else header,
        rows=rows,
        facts=lambda: _facts(survey, boards, rates, costs, runs),
    )


_RunsOf = Callable[[Rate], list[int]]


def _runs_of(survey: Survey) -> _RunsOf:
    """How many walks were complete in each run, one board at a time."""
    all_runs = cache(survey.all_runs)
    return lambda rate: all_runs(rate.board).get(rate.order or "", [])


def _facts(
    survey: Survey, boards: Sequence[Board], rates: Sequence[Rate], costs: _Costs, runs: _RunsOf
) -> dict[str, Any]:
    totals = survey.totals()
    by_board = survey.rates(by_order=False)
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
        retries=sum(rate.retries for rate in by_board),
        failures=sum(rate.failures for rate in by_board),
        boards=[_rate_facts(rate, costs) for rate in by_board if rate.board in boards],
        rates=[
            {**_rate_facts(rate, costs), **({"runs": runs(rate)} if survey.plan.repeat > 1 else {})}
            for rate in rates
        ],
    )


def _rate_facts(rate: Rate, costs: _Costs) -> dict[str, Any]:
    cost = costs[rate.board, rate.order]
    return {
        "board": board_name(rate.board),
        "holes": len(rate.board.hole_indices),
        **({"orders": rate.orders} if rate.order is None else {"order": order_words(rate.order)}),
        **{name: getattr(rate, name) for name in _COLUMNS},
        "rate": rate.rate,
        "interval": None if rate.low is None else [rate.low, rate.high],
        "failures": rate.failures,
        "seconds": round(cost.seconds, 6),
        "steps_per_walk": None if cost.steps is None else cost.steps._asdict(),
        "seconds_per_walk": None if cost.times is None else cost.times._asdict(),
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
        yield f"method   search, at most {plan.limit_words()} per start"
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
        plan.starts, plan.starts
    )
    if plan.draws_starts:
        words = f"{plan.starts.partition(':')[2]} random starts"
    if plan.until_closed:
        in_turn = "in this order" if plan.lists_starts else "row by row"
        words += f", {in_turn} until the first closed tour"
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


def _rate_lines(survey: Survey, rates: Sequence[Rate], costs: _Costs, runs: _RunsOf) -> Iterator[str]:
    """Tables that fit into `_WIDTH`: what became of the walks, and more about the rates. The last one is
    about the time and steps of one walk."""
    if not rates:
        return
    whole = sum(costs[rate.board, rate.order].seconds for rate in rates)
    time_width = _SHORT_TIME if whole < 120 else _LONG_TIME
    groups = [*([column] for column in _columns(survey, rates)), *_more_columns(survey, rates, runs)]
    first, *others = _tables(groups, rates, time_width)
    for columns in ([*first, _time_column(costs, whole)], *others):
        yield ""
        totals = len(rates) > 1 and any(column.total != "" for column in columns[len(_named(rates)) :])
        yield from fitted(_table(columns, rates, totals=totals))
    extents = [costs[board, None] for board in dict.fromkeys(rate.board for rate in rates)]
    if any(cost.times for cost in extents):
        yield ""
        header = ("board", "min steps", "mean", "max", "min time", "mean", "max")
        yield from fitted(table(header, map(_extent_row, extents)))
    if rates[0].order is None:
        yield ""
        yield from _best_and_worst(survey, rates)


def _tables(groups: Sequence[list["_Column"]], rates: Sequence[Rate], used: int) -> list[list["_Column"]]:
    """The columns of each table: as many groups as fit. In the first one, `used` columns of the terminal are
    used by something else."""
    tables = [_named(rates)]
    for group in groups:
        width = _WIDTH - used if len(tables) == 1 else _WIDTH
        if _width([*tables[-1], *group], rates) > width and len(tables[-1]) > len(_named(rates)):
            tables.append(_named(rates))
        tables[-1] += group
    return tables


class _Column(NamedTuple):
    """A column of a table of rates: its name, its value for a rate, and its value in the line of totals."""

    name: str
    value: Callable[[Rate], Any]
    total: Any = ""


def _table(columns: Sequence[_Column], rates: Sequence[Rate], *, totals: bool = False) -> list[str]:
    rows = [[column.value(rate) for column in columns] for rate in rates]
    if totals:
        rows.append([column.total for column in columns])
    return table([column.name for column in columns], rows)


def _width(columns: Sequence[_Column], rates: Sequence[Rate]) -> int:
    return max(map(len, _table(columns, rates, totals=True)))


def _named(rates: Sequence[Rate]) -> list[_Column]:
    """What a line of a table is about: a board, and its order if there are several."""
    columns = [_Column("board", lambda rate: board_name(rate.board), "total")]
    if any(rate.board.hole_indices for rate in rates):
        columns.append(_Column("holes", lambda rate: len(rate.board.hole_indices)))
    if len({rate.order for rate in rates}) > 1:
        columns.append(_Column("order", lambda rate: order_words(rate.order or "")))
    return columns


def _columns(survey: Survey, rates: Sequence[Rate]) -> list[_Column]:
    """The counts and the rate. The retries, and the starts that colours allow, only if they matter."""
    total = {name: sum(getattr(rate, name) for rate in rates) for name in (*_COLUMNS, "failures")}
    names = ["walks", "complete", "closed", "failures"]
    if total["allowed"] != total["walks"]:
        names.insert(1, "allowed")
    if survey.plan.retries or survey.plan.retry_orders:
        names.append("retries")
    columns = []
    if rates[0].order is None:
        columns.append(_Column("orders", lambda rate: rate.orders))
    columns += [_Column(name, attrgetter(name), total[name]) for name in names]
    share = total["complete"] / total["walks"]
    columns.append(_Column("rate", lambda rate: f"{rate.rate:.2%}", f"{share:.2%}"))
    return columns


def _time_column(costs: _Costs, whole: float) -> _Column:
    """The time of all walks; nothing if they were derived."""

    def words(rate: Rate) -> str:
        seconds = costs[rate.board, rate.order].seconds
        return duration(seconds) if seconds else ""

    return _Column("time", words, duration(whole))


def _more_columns(survey: Survey, rates: Sequence[Rate], runs: _RunsOf) -> list[list[_Column]]:
    """Shares of the starts that colours allow, intervals, differences between orders, and runs, if any.
    Columns that belong together are in the same list."""
    groups: list[list[_Column]] = []
    if any(rate.allowed != rate.walks for rate in rates):
        allowed = sum(rate.allowed for rate in rates)
        total = f"{sum(rate.complete for rate in rates) / allowed:.2%}" if allowed else ""
        groups.append([_Column("of allowed", _share_of_allowed, total)])
    if any(rate.low is not None for rate in rates):
        groups.append([_Column("95% interval", _interval)])
    if rates[0].order is None:
        spreads = {spread.board: spread for spread in survey.spreads()}
        groups.append(
            [
                _Column("worst order", lambda rate: f"{spreads[rate.board].worst:.2%}"),
                _Column("median", lambda rate: f"{spreads[rate.board].median:.2%}"),
                _Column("best", lambda rate: f"{spreads[rate.board].best:.2%}"),
                _Column("without failure", lambda rate: spreads[rate.board].clean),
            ]
        )
    elif survey.plan.repeat > 1:
        groups.append([_Column("complete in each run", lambda rate: _run_words(runs(rate)))])
    return groups


def _run_words(counts: Sequence[int]) -> str:
    more = len(counts) - _MOST_RUNS
    return " ".join(map(str, counts[:_MOST_RUNS])) + (f" and {more} more runs" if more > 0 else "")


def _extent_row(cost: Cost) -> list[Any]:
    """A line of the table of the time and steps of one walk."""
    steps = ["", "", ""] if cost.steps is None else [cost.steps.least, _mean(cost.steps), cost.steps.most]
    times = ["", "", ""] if cost.times is None else [duration(seconds) for seconds in cost.times]
    return [board_name(cost.board), *steps, *times]


def _mean(extent: Extent) -> str:
    return f"{extent.mean:.0f}" if extent.mean >= 1000 or extent.mean % 1 == 0 else f"{extent.mean:.1f}"


def _best_and_worst(survey: Survey, rates: Sequence[Rate]) -> Iterator[str]:
    """The orders with the fewest and the most failures."""
    ranks = [rank for rank in survey.ranking([rate.board for rate in rates]) if not rank.dropped]
    if ranks and ranks[0].failures == ranks[-1].failures:
        yield f"failures: {ranks[0].failures} with every order"
        return
    for word, some in (("fewest", ranks[:_FEW]), ("most", ranks[: -_FEW - 1 : -1])):
        named = ", ".join(f"{rank.order} ({rank.failures})" for rank in some)
        yield f"{word} failures: {named}"


def _share_of_allowed(rate: Rate) -> str:
    return f"{rate.complete / rate.allowed:.2%}" if rate.allowed else ""


def _interval(rate: Rate) -> str:
    return "" if rate.low is None or rate.high is None else f"{rate.low:.2%} to {rate.high:.2%}"
