"""The kinds of pictures that `turaga survey plot` draws. Each turns the numbers of surveys into a plot and
its labels.

The note under the title says what all surveys of a picture have in common. The labels of the lines say how
they differ.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from itertools import islice
from typing import Any

from turaga.cli.survey._plot_words import (
    board_words,
    boards_of,
    boards_words,
    common_words,
    counted,
    differing_words,
    line_label,
    starts_counted,
)
from turaga.draw import plots
from turaga.draw.plot_data import Band, Cells, Duel, Line, Look, Overlay, Point, RunLine, Spread, Steps
from turaga.errors import BadInput
from turaga.limits import Progress
from turaga.survey import plot_values
from turaga.survey.board_names import board_name
from turaga.survey.results import order_words
from turaga.survey.selection import Selection
from turaga.text import listed, plural
from turaga.theory import count_allowed

_MOST_BARS = 30
_COVER_SECONDS = 60.0  # for the covers of all boards of a picture together


@dataclass(frozen=True)
class PlotOptions:
    """The options of a picture other than its kind."""

    title: str | None = None
    size: tuple[float, float] | None = None
    progress: Progress | None = None

    def look(self, title: str, note: Iterable[str]) -> Look:
        """The title, the note and the size of the picture."""
        words = " · ".join(word for word in note if word)
        return Look(title=title if self.title is None else self.title, note=words, size=self.size)


@dataclass(frozen=True)
class SurveyPlot:
    """A picture that can be drawn in any format, and the numbers it shows."""

    look: Look
    draw: Callable[..., bytes]  # draw(look, format=...)
    numbers: list[dict[str, Any]]

    def file(self, format: str) -> bytes:
        """The picture as the bytes of a file."""
        return self.draw(self.look, format=format)


def make_picture(kind: str, selections: Sequence[Selection], options: PlotOptions) -> SurveyPlot:
    """A picture of this kind, of these selections of surveys."""
    if len(selections) > 1 and kind in _OF_ONE:
        raise BadInput(
            f"--kind {kind} draws one survey, got {len(selections)}",
            accepted=f"several surveys need the kind {listed([k for k in KINDS if k not in _OF_ONE], 'or')}",
            field="kind",
            value=kind,
        )
    try:
        return _MAKERS[kind](selections, options)
    except BadInput as error:
        raise _with_option(error, kind, selections) from None


def _with_option(error: BadInput, kind: str, selections: Sequence[Selection]) -> BadInput:
    """The error with the option of this command that helps. The library does not know the options."""
    match kind, error.field:
        case "retries", "retries":
            advice = "run one with --retries 9 to see their effect"
        case "runs", "repeat":
            advice = "run one with --repeat 10 to see the runs"
        case "cover", "orders":
            advice = "select more, or run a survey with --orders random:20"
        case "map", "boards":
            advice = f"{error.accepted}, such as --board {board_name(selections[0].boards[0])}"
        case "compare", "orders":
            orders = dict.fromkeys(order_words(order) for one in selections for order in one.orders)
            advice = f"{error.accepted}, such as --order {','.join(islice(orders, 2))}"
        case _:
            return error
    return type(error)(error.problem, accepted=advice, field=error.field, value=error.value)


def _numbers(things: Iterable[Any]) -> list[dict[str, Any]]:
    return [asdict(thing, dict_factory=_without_blanks) for thing in things]


def _without_blanks(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The fields of a value as JSON. Only boards with holes have a name, holes and a number of
    squares."""
    return {name: value for name, value in pairs if value or name not in ("board", "squares", "holes")}


# -- rate and failures --------------------------------------------------------------------------------


def _rate(selections: Sequence[Selection], options: PlotOptions) -> SurveyPlot:
    return _how_often("rate", selections, options)


def _failures(selections: Sequence[Selection], options: PlotOptions) -> SurveyPlot:
    return _how_often("failures", selections, options)


def _how_often(what: str, selections: Sequence[Selection], options: PlotOptions) -> SurveyPlot:
    """Lines, or bands if there are too many orders for lines, or bars if there is only one board."""
    if len(boards_of(selections)) == 1:
        return _how_often_on_one(what, selections, options)
    of = starts_counted(selections)
    names = differing_words(selections)
    banded = sum(len(selection.orders) for selection in selections) > plots.MOST_LINES
    lines: list[Line | Band] = []
    for selection, name in zip(selections, names, strict=True):
        if banded and len(selection.orders) > 1:
            spreads = tuple(Spread(*spread) for spread in plot_values.quartiles(selection, what))
            count = f"{len(selection.orders):,} orders"
            lines.append(Band(f"{name}, {count}" if name else count, spreads))
        else:
            lines += _lines_of(selection, name, what)
    if len(lines) > plots.MOST_LINES:
        raise BadInput(
            f"{len(lines)} lines are too many for one picture",
            accepted=f"select at most {plots.MOST_LINES} with --order",
            field="orders",
        )
    title = {"rate": "Complete walks by board size", "failures": "Failed walks by board size"}[what]
    sampled = what == "rate" and any(
        p.low is not None for ln in lines if isinstance(ln, Line) for p in ln.points
    )
    look = options.look(title, [*common_words(selections), "bars: 95% intervals" if sampled else ""])
    draw = {"rate": plots.rate, "failures": plots.failures}[what]
    return SurveyPlot(look, partial(draw, lines, of=of), _numbers(lines))


def _lines_of(selection: Selection, name: str, what: str) -> list[Line]:
    by_order: dict[str, list[Point]] = {}
    for tally in plot_values.tallies(selection):
        by_order.setdefault(tally.order, []).append(_point(tally, what))
    orders = selection.orders
    return [Line(line_label(name, order, orders), tuple(points)) for order, points in by_order.items()]


def _point(tally: plot_values.Tally, what: str) -> Point:
    if what == "failures":
        return Point(tally.rows, tally.cols, tally.walks - tally.complete, board=tally.board)
    low, high = (None if end is None else 100 * end for end in (tally.low, tally.high))
    return Point(tally.rows, tally.cols, 100 * tally.complete / tally.walks, low, high, tally.board)


def _how_often_on_one(what: str, selections: Sequence[Selection], options: PlotOptions) -> SurveyPlot:
    """For one board: a bar for each order, or how many orders have each value."""
    board = boards_words(boards_of(selections))
    of = starts_counted(selections)
    measure = {"rate": f"complete walks, % of {of}", "failures": f"{of} whose walk fails"}[what]
    title = {"rate": f"{board}: complete walks", "failures": f"{board}: failed walks"}[what]
    percent = what == "rate"
    if sum(len(selection.orders) for selection in selections) <= _MOST_BARS:
        named = [
            (line.label, line.points[0])
            for selection, name in zip(selections, differing_words(selections), strict=True)
            for line in _lines_of(selection, name, what)
        ]
        numbers = [{"label": label, **asdict(point, dict_factory=_without_blanks)} for label, point in named]
        look = options.look(title, common_words(selections))
        return SurveyPlot(look, partial(plots.single, named, measure=measure, percent=percent), numbers)
    if len(selections) > 1:
        raise BadInput(
            f"{len(selections)} surveys of one board have more than {_MOST_BARS} orders together",
            accepted=f"select some, such as --order {selections[0].orders[0]}",
            field="orders",
        )
    counts = plot_values.orders_by_value(selections[0], what)
    numbers = [{"value": value, "orders": count} for value, count in counts]
    look = options.look(f"{title} and the number of orders", common_words(selections))
    return SurveyPlot(look, partial(plots.orders, counts, measure=measure, percent=percent), numbers)


def _for_board(
    one: plot_values.Incomplete | plot_values.Timing | plot_values.SharedFailures | plot_values.BoardCover,
    value: float,
) -> Point:
    """A value for the board of a result."""
    return Point(one.rows, one.cols, value, board=one.board, squares=getattr(one, "squares", None))


# -- retries and time ---------------------------------------------------------------------------------


def _retries(selections: Sequence[Selection], options: PlotOptions) -> SurveyPlot:
    (selection,) = selections
    after = plot_values.incomplete_after(selection)
    lines = []
    for k in _some_of(len(after)):
        label = "without retries" if k == 0 else f"after {plural(k, 'retry', 'retries')}"
        lines.append(Line(label, tuple(_for_board(one, one.share) for one in after[k])))
    look = options.look("Starts still incomplete after retries", common_words(selections))
    return SurveyPlot(look, partial(plots.retries, lines, of=starts_counted(selections)), _numbers(lines))


def _runs(selections: Sequence[Selection], options: PlotOptions) -> SurveyPlot:
    (selection,) = selections
    found = plot_values.solved_in_runs(selection)
    if len(found) > plots.MOST_RUN_LINES:
        raise BadInput(
            f"{len(found)} lines are too many for one picture",
            accepted=f"select at most {plots.MOST_RUN_LINES} with --board and --order",
            field="boards",
        )
    lines = [
        RunLine(
            line_label(boards_words([one.board]), one.order, selection.orders),
            one.solved, one.allowed, one.starts,
        )
        for one in found
    ]  # fmt: skip
    limited = any(min(one.allowed, default=one.starts) < one.starts for one in found)
    marks = "grey: starts that colour allows" if limited else ""
    look = options.look("Starts solved in each run", [marks, *common_words(selections)])
    numbers = [
        {**asdict(line), "board": board_name(one.board), "order": order_words(one.order)}
        for line, one in zip(lines, found, strict=True)
    ]
    return SurveyPlot(look, partial(plots.runs, lines), numbers)


def _some_of(count: int) -> list[int]:
    """Some of 0, 1, ... and the last, as many as can be distinguished, closer together where more changes."""
    if count <= plots.MOST_LINES:
        return list(range(count))
    last = count - 1
    steps = [0, 1, 2, 3, max(5, round((3 * last) ** 0.5)), last]
    return sorted({min(step, last) for step in steps})


def _time(selections: Sequence[Selection], options: PlotOptions) -> SurveyPlot:
    one, every = [], []
    for selection, name in zip(selections, differing_words(selections), strict=True):
        found = plot_values.timings(selection)
        before = f"{name}: " if name else ""
        whole = selection.survey.plan.starts == "all" and not selection.survey.plan.until_closed
        one.append(Line(f"{before}one walk", tuple(_for_board(t, t.one) for t in found)))
        every.append(
            Line(
                f"{before}every start{'' if whole else ' (scaled)'}",
                tuple(_for_board(t, t.every) for t in found),
            )
        )
    look = options.look("Time by board size", common_words(selections))
    guides = all(
        selection.survey.plan.method == "greedy" for selection in selections
    )  # a search may take any time
    return SurveyPlot(look, partial(plots.time, one, every, guides=guides), _numbers([*one, *every]))


# -- on the board -------------------------------------------------------------------------------------


def _map(selections: Sequence[Selection], options: PlotOptions) -> SurveyPlot:
    (selection,) = selections
    board = selection.board
    name = boards_words([board])
    if len(selection.orders) == 1:
        cells = Cells(
            _as_tuples(plot_values.unvisited_on_board(selection)),
            "squares left unvisited",
            "complete",
            holes=board.hole_squares,
        )
        title = f"{name}: squares left unvisited, by start"
        walked = [left for row in cells.numbers for left in row if left is not None]
        done = f"{sum(left == 0 for left in walked):,} of {counted(len(walked), 'start')} complete"
        allows = f", colour allows {count_allowed(board):,}" if selection.colour_limits else ""
        note = [*common_words(selections), done + allows]
    else:
        rest = "ruled out by colour" if selection.colour_limits else "not walked"
        fails = _as_tuples(plot_values.fails_on_board(selection))
        cells = Cells(fails, "orders that fail", "none", rest, board.hole_squares)
        title, note = f"{name}: orders that fail, by start", common_words(selections)
    return SurveyPlot(options.look(title, note), partial(plots.board, cells), _numbers([cells]))


def _as_tuples(grid: Sequence[Sequence[Any]]) -> tuple[tuple[Any, ...], ...]:
    return tuple(map(tuple, grid))


def _ends(selections: Sequence[Selection], options: PlotOptions) -> SurveyPlot:
    return _counted("ends", "ends of tours", "where complete tours end", selections, options)


def _closed_starts(selections: Sequence[Selection], options: PlotOptions) -> SurveyPlot:
    return _counted(
        "closed starts", "starts of closed tours", "where closed tours start", selections, options
    )


def _counted(
    what: str, measure: str, title: str, selections: Sequence[Selection], options: PlotOptions
) -> SurveyPlot:
    """Counts on the board. Many boards are overlaid."""
    (selection,) = selections
    name = boards_words(boards_of(selections))
    if len(selection.boards) == 1:
        counts = plot_values.counts_on_board(selection, what)
        whole = sum(count or 0 for row in counts for count in row)
        cells = Cells(_as_tuples(counts), measure, "none", holes=selection.board.hole_squares)
        look = options.look(f"{name}: {title}", [*common_words(selections), counted(whole, "tour")])
        return SurveyPlot(look, partial(plots.board, cells), _numbers([cells]))
    whole, grid = plot_values.overlay_counts(selection, what)
    laid = Overlay(_as_tuples(grid), measure)
    note = [*common_words(selections), f"{counted(whole, 'tour')}, all boards scaled to the same square"]
    look = options.look(f"{name}: {title}", note)
    return SurveyPlot(look, partial(plots.overlay, laid), _numbers([laid]))


# -- several orders together --------------------------------------------------------------------------


def _compare(selections: Sequence[Selection], options: PlotOptions) -> SurveyPlot:
    first, second = plot_values.compared_orders(selections)
    names = differing_words([first.selection, second.selection]) if len(selections) == 2 else ["", ""]
    labels = [
        line_label(name, one.order, (first.order, second.order))
        for name, one in zip(names, (first, second), strict=True)
    ]
    counts, grid = plot_values.shared_starts(first, second)
    note = common_words(selections, orders=first.order == second.order)
    if len(counts) == 1:
        limits = any(selection.colour_limits for selection in selections)
        rest = "ruled out by colour" if limits else "not walked"
        named = {plot_values.mask_name(one): one for one in boards_of(selections)[::-1]}
        holes = named[counts[0].board].hole_squares
        duel = Duel(labels[0], labels[1], _as_tuples(grid), rest, holes)
        board = board_words(counts[0].rows, counts[0].cols, counts[0].board)
        title = f"{board}: starts from which A fails, B fails, or both"
        return SurveyPlot(options.look(title, note), partial(plots.compare_board, duel), _numbers([duel]))
    lines = (
        Line(f"A fails: {labels[0]}", tuple(_for_board(c, c.first) for c in counts)),
        Line(f"B fails: {labels[1]}", tuple(_for_board(c, c.second) for c in counts)),
        Line("A and B fail", tuple(_for_board(c, c.both) for c in counts)),
        Line(
            "A and B, if they were independent",
            tuple(_for_board(c, c.first * c.second / c.starts) for c in counts),
        ),
    )
    look = options.look("Failures of A, of B, and of both, by board size", note)
    draw = partial(plots.compare, *lines, of=starts_counted(selections))
    return SurveyPlot(look, draw, _numbers(lines))


def _cover(selections: Sequence[Selection], options: PlotOptions) -> SurveyPlot:
    """For a few boards the starts left after each order; for many boards how few orders each needs."""
    (selection,) = selections
    seconds = _COVER_SECONDS / len(selection.boards)
    found = plot_values.board_covers(selection, time_limit=seconds, progress=options.progress)
    if len(found) <= plots.MOST_LINES:
        steps = [Steps(_steps_label(one), one.orders, (one.starts, *one.left)) for one in found]
        note = [*common_words(selections), _proof(found) if len(found) == 1 else ""]
        look = options.look(
            f"{boards_words(boards_of(selections))}: fewest orders that complete every start", note
        )
        return SurveyPlot(look, partial(plots.cover, steps), _numbers(steps))
    best = Line("fewest found", tuple(_for_board(c, len(c.orders)) for c in found))
    lines = [best]
    if any(len(c.orders) > c.at_least for c in found):
        lines.append(Line("lower bound", tuple(_for_board(c, c.at_least) for c in found)))
    missed = sum((c.left[-1] if c.left else c.starts) > 0 for c in found)
    note = [*common_words(selections), _proof(found)]
    note += [f"{plural(missed, 'board')} with starts that no order completes"] if missed else []
    look = options.look("Fewest orders that complete every start, by board size", note)
    return SurveyPlot(look, partial(plots.fewest, lines), _numbers(lines))


def _steps_label(covering: plot_values.BoardCover) -> str:
    return board_words(covering.rows, covering.cols, covering.board)


def _proof(found: Sequence[plot_values.BoardCover]) -> str:
    open_ones = [one for one in found if len(one.orders) > one.at_least]
    if not open_ones:
        return "proved to be the fewest"
    if len(found) == 1:
        return f"at least {open_ones[0].at_least} are needed"
    return f"proved except for {plural(len(open_ones), 'board')}"


_MAKERS: dict[str, Callable[[Sequence[Selection], PlotOptions], SurveyPlot]] = {
    "rate": _rate,
    "failures": _failures,
    "retries": _retries,
    "runs": _runs,
    "time": _time,
    "map": _map,
    "ends": _ends,
    "closed-starts": _closed_starts,
    "compare": _compare,
    "cover": _cover,
}
KINDS = tuple(_MAKERS)
_OF_ONE = ("retries", "runs", "map", "ends", "closed-starts", "cover")
