"""The pictures that `turaga survey plot` draws: charts and board maps of surveys, with their words.

The note under the title says what all surveys of a picture have in common. The labels of the lines say how
they differ.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

from turaga.board import Board
from turaga.errors import BadInput
from turaga.limits import Progress
from turaga.pictures.board_map import BoardMap, draw_map
from turaga.pictures.chart import MOST_LINES, Chart, Line, Point, draw_chart
from turaga.survey import plot_values
from turaga.survey.board_lists import board_name, limit_in_words
from turaga.survey.plan import Plan
from turaga.survey.plot_values import COLUMNS, MAPS, Asked, Series, board_words
from turaga.survey.results import RANDOM, order_words
from turaga.survey.selection import Selection
from turaga.text import listed, plural, short, show
from turaga.theory import count_allowed

_TOGETHER = 3  # lines against runs in the same axes; more hide each other, because many are near the top
_WORDS = {name: column.title for name, column in COLUMNS.items()} | {  # what a column is drawn against
    "board": "board size",
    "run": "run",
    "order": "order",
    "retries": "number of retries",
}

_WITHOUT = {"retries": "no retries", "limit": "no limit"}  # traits that a survey does not have


class Picture(NamedTuple):
    """A picture: its title, the parts of its note, how to draw it, and the numbers it shows."""

    title: str
    note: list[str]
    draw: Callable[..., bytes]  # draw(look, format=...)
    numbers: list[dict[str, Any]]


# -- charts -------------------------------------------------------------------------------------------


def make_chart(
    selections: Sequence[Selection], ys: Sequence[str], x: str, progress: Progress | None
) -> Picture:
    """A chart of one or more columns against another."""
    orders = sum(len(selection.orders) for selection in selections)
    most = MOST_LINES if orders * len(ys) <= MOST_LINES else 1  # more are drawn as a range
    found: list[tuple[str, str, Series[Any]]] = []  # a survey, a column, and a line of them
    for y in ys:
        word = COLUMNS[y].word if len(ys) > 1 else ""
        asked = Asked(y, x, most, progress)
        if (find := COLUMNS[y].find[x]) is None:
            found += [("", word, line) for line in plot_values.joint(selections, asked)]
            continue
        for selection, name in zip(selections, _differing_words(selections), strict=True):
            hidden = order_words(selection.orders[0]) if name and len(selection.orders) == 1 else None
            for line in find(selection, asked):
                found.append((name, word, line._replace(name="") if line.name == hidden else line))
    title = f"{listed(dict.fromkeys(COLUMNS[y].title for y in ys))} by {_WORDS[x]}"
    boards = _boards_of(selections)
    title = f"{board_words(boards[0])}: {title}" if len(boards) == 1 else title[0].upper() + title[1:]
    note = [*_common_words(selections), *dict.fromkeys(line.note for _, _, line in found)]
    if "allowed" not in ys and any(selection.colour_limits for selection in selections):
        note.append("only starts that colour allows")
    numbers = [
        {"label": _joined(name, line.name, word), "points": [_point(value) for value in line.values]}
        for name, word, line in found
    ]
    return Picture(title, note, partial(draw_chart, _chart(found, ys, x)), numbers)


def _joined(*words: str) -> str:
    return " · ".join(filter(None, words))


def _point(value: plot_values.Value[Any]) -> dict[str, Any]:
    """A value as JSON."""
    at = board_name(value.at) if isinstance(value.at, Board) else value.at
    ends = zip(("low", "high", "lower", "upper"), value[2:], strict=True)
    return {"x": at, "y": value.value, **{name: end for name, end in ends if end is not None}}


def _chart(found: Sequence[tuple[str, str, Series[Any]]], ys: Sequence[str], x: str) -> Chart:
    """The lines with their places on the axis. Groups that would hide each other get panels of their own."""
    columns = [COLUMNS[y] for y in ys]
    ats = list(dict.fromkeys(value.at for _, _, line in found for value in line.values))
    places, names = {at: at for at in ats}, {}
    label = COLUMNS[x].label if "orders" in ys else _WORDS[x]
    if x == "order":
        places = {name: float(i) for i, name in enumerate(ats)}
        names = {float(i): short(name) for i, name in enumerate(ats)}
    elif x == "board":
        label, places, names = plot_values.board_axis(ats, by_squares=columns[0].scale == "time")
    groups = {_joined(survey, line.name) for survey, _, line in found}
    apart = len(found) > MOST_LINES or (x == "run" and len(groups) > _TOGETHER)
    lines = []
    for survey, word, line in found:
        points = tuple(Point(places[value.at], *value[1:]) for value in line.values)
        group = _joined(survey, line.name)
        lines.append(Line(word, points, group) if apart else Line(_joined(group, word), points))
    return Chart(
        lines=lines,
        x=label,
        y=" and ".join(dict.fromkeys(column.label for column in columns)),
        scale=columns[0].scale,
        names=names,
        bars=x == "order" or "orders" in ys or (x == "orders" and len(lines) == 1),
        ramp=x == "board" and "incomplete" in ys,
    )


def with_option(error: BadInput, selections: Sequence[Selection]) -> BadInput:
    """The error with the option that helps. The library does not know the options."""
    orders = dict.fromkeys(order_words(order) for one in selections for order in one.orders)
    advice = {
        "retries": "run one with --retries 9 to see their effect",
        "repeat": "run one with --repeat 10 to see the runs",
        "boards": f"{error.accepted}, such as --board {board_name(selections[0].boards[0])}",
        "orders": f"{error.accepted}, such as --order {','.join(islice(orders, 2))}"
        if len(orders) > 1
        else "select more, or run a survey with --orders random:20",
    }
    accepted = advice.get(error.field or "", error.accepted)
    return type(error)(error.problem, accepted=accepted, field=error.field)


# -- maps ---------------------------------------------------------------------------------------------


def make_map(selections: Sequence[Selection], what: str) -> Picture:
    """A map of one board, or of many boards scaled to the same size."""
    boards = _boards_of(selections)
    limited = any(one.colour_limits for one in selections)
    common = _common_words(selections)
    if what == "joint":
        if len(boards) > 1:
            problem = f"--map joint shows one board, got {len(boards)}"
            raise BadInput(problem, accepted="choose one board", field="boards")
        found = plot_values.joint_failures(selections)[0]
        names = zip(selections, _differing_words(selections), strict=True)
        first, second = (_joined(name, order_words(order)) for one, name in names for order in one.orders)
        counts = "neither from {:,} starts, only A from {:,}, only B from {:,}, both from {:,}"
        note = [f"A: {first}", f"B: {second}", counts.format(*found.counts), *common]
        grids = {found.board: found.marks}
    elif len(selections) > 1:
        raise BadInput(
            f"--map {what} draws one survey, got {len(selections)}",
            accepted="write one directory; --map joint takes two",
            field="map",
        )
    else:
        grids = plot_values.on_squares(selections[0], what)
        numbers = [number for grid in grids.values() for row in grid for number in row if number is not None]
        note = [*common, _counted(sum(numbers), "tour") if what in ("ends", "closed") else ""]
        if what == "unvisited":
            orders = len(selections[0].orders)
            note.append(f"by the best of {orders:,} orders" if orders > 1 else "")
            note.append(f"{numbers.count(0):,} of {_counted(len(numbers), 'start')} complete")
            note.append(f"colour allows {sum(map(count_allowed, grids)):,}" if limited else "")
    title, measure, zero, _ = MAPS[what]
    stretched = len(boards) > 1
    holes = () if stretched else boards[0].hole_squares
    drawn = BoardMap(
        numbers=plot_values.overlaid(grids.values()) if stretched else grids[boards[0]],
        measure=measure,
        zero=zero,
        rest="ruled out by colour" if limited and what in ("fails", "joint") else "not walked",
        holes=holes,
        stretched=stretched,
    )
    note.append("all boards scaled to the same square" if stretched else "")
    shown: dict[str, Any] = {"measure": measure, "numbers": drawn.numbers}
    if holes:
        shown["holes"] = [show(square) for square in holes]
    return Picture(f"{_boards_words(boards)}: {title}", note, partial(draw_map, drawn), [shown])


# -- words --------------------------------------------------------------------------------------------


def _traits(selection: Selection) -> dict[str, str]:
    """What the walks of a survey depend on, in words."""
    plan = selection.survey.plan
    a, b = plan.boards[0].leaper
    return {
        "rule": plan.rule_words,
        "leaper": "" if (a, b) == (1, 2) else f"leaper {a},{b}",
        "starts": _starts_words(plan),
        "retries": _retries_words(plan),
        "limit": _limit_words(selection),
        "dropped": _dropped_words(plan),
        "finished": "" if selection.survey.finished else "survey not finished",
    }


def _starts_words(plan: Plan) -> str:
    words = {"all": "every start", "quarter": "starts of one quarter", "eighth": "starts of one eighth"}
    if plan.draws_starts:
        count = int(plan.starts.partition(":")[2])
        times = f"{plan.repeat} times " if plan.repeat > 1 else ""
        return f"{times}{plural(count, 'random start')} per board, seed {plan.seed}"
    if plan.until_closed:
        return "starts row by row to the first closed tour"
    runs = f", {plan.repeat} runs" if plan.repeat > 1 else ""
    return (
        words.get(plan.starts, f"starts {short(plan.starts)}")
        + runs
        + (f", seed {plan.seed}" if plan.walks_are_random else "")
    )


def _retries_words(plan: Plan) -> str:
    if plan.retry_orders:
        return f"retries with {plural(len(plan.retry_orders), 'order')}"
    return f"up to {plural(plan.retries, 'retry', 'retries')}" if plan.retries else ""


def _limit_words(selection: Selection) -> str:
    """The limits of the searches on the boards of a selection."""
    plan, words = selection.survey.plan, []
    for field, limit_of in (("step_limit", plan.step_limit_of), ("time_limit", plan.time_limit_of)):
        limits = sorted({limit for board in selection.boards if (limit := limit_of(board)) is not None})
        if limits:
            several = f"{limits[0]:,} to " if len(limits) > 1 else ""
            by_size = " by board size" if several else ""
            words.append(several + limit_in_words(limits[-1], field, grouped=True) + by_size)
    return f"at most {' or '.join(words)}" if words else ""


def _dropped_words(plan: Plan) -> str:
    if plan.stop_after_failures is None:
        return ""
    return f"orders dropped after {_counted(plan.stop_after_failures, 'failure')}"


def _common_words(selections: Sequence[Selection], *, orders: bool = True) -> list[str]:
    """The note: what all surveys have in common, with the order or the number of orders."""
    traits = [_traits(selection) for selection in selections]
    words = [text for name, text in traits[0].items() if all(other[name] == text for other in traits)]
    every = {selection.orders for selection in selections}
    if orders and len(every) == 1 and selections[0].orders != (RANDOM,):
        (one,) = every
        words.insert(1, f"order {one[0]}" if len(one) == 1 else f"{len(one):,} orders")
    return words


def _differing_words(selections: Sequence[Selection]) -> list[str]:
    """How each survey differs from the others; the name of its directory if nothing else differs."""
    traits = [_traits(selection) for selection in selections]
    names = [name for name in traits[0] if len({each[name] for each in traits}) > 1]
    labels = [
        ", ".join(filter(None, (each[name] or _WITHOUT.get(name) for name in names))) for each in traits
    ]
    if "rule" in names:
        labels = _without_common_clause(labels)
    return [
        label if labels.count(label) == 1 else ", ".join(filter(None, (label, selection.survey.folder.name)))
        for label, selection in zip(labels, selections, strict=True)
    ]


def _without_common_clause(labels: list[str]) -> list[str]:
    """The labels without their first clause, if that is the same in all of them and something follows it.

    >>> _without_common_clause(["fewest onward moves, ties random", "fewest onward moves, ties corner"])
    ['ties random', 'ties corner']
    """
    parts = [label.partition(", ") for label in labels]
    common = len({first for first, _, _ in parts}) == 1 and all(rest for _, _, rest in parts)
    return [rest for _, _, rest in parts] if common else labels


def _boards_words(boards: Iterable[Board]) -> str:
    """The only board, or how many boards there are, with the smallest and the largest."""
    named = sorted({(board.area, board.rows, board_words(board)) for board in boards})
    first, last = named[0][-1], named[-1][-1]
    return first if len(named) == 1 else f"{len(named)} boards, {first} to {last}"


def _boards_of(selections: Iterable[Selection]) -> list[Board]:
    """All boards, each once."""
    return list(dict.fromkeys(board for selection in selections for board in selection.boards))


def _counted(count: int, thing: str) -> str:
    """A large count with its noun."""
    return plural(count, thing).replace(str(count), f"{count:,}", 1)
