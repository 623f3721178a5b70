"""The pictures of `turaga survey plot`: a survey's numbers put into words and handed to the plots.

What all surveys of a picture have in common stands in the note under its title, and what tells them apart in
the labels of its lines.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

from turaga.draw import plots
from turaga.draw.plot_data import Band, Cells, Duel, Line, Look, Overlay, Point, Spread, Steps
from turaga.errors import BadInput
from turaga.limits import Progress
from turaga.survey import figures
from turaga.survey.plan import Plan
from turaga.survey.results import RANDOM, order_words
from turaga.survey.selection import Part
from turaga.text import plural
from turaga.theory import count_allowed

_MOST_BARS = 30
_COVER_SECONDS = 60.0  # for the covers of all boards of a picture together


@dataclass(frozen=True)
class Wish:
    """What a person asks of a picture beside its kind."""

    title: str | None = None
    size: tuple[float, float] | None = None
    progress: Progress | None = None

    def look(self, title: str, note: Iterable[str]) -> Look:
        """The words and the size of the picture."""
        words = " · ".join(word for word in note if word)
        return Look(title=title if self.title is None else self.title, note=words, size=self.size)


@dataclass(frozen=True)
class Picture:
    """A picture that can be drawn in any format, and the numbers that are drawn."""

    look: Look
    draw: Callable[..., bytes]  # draw(look, format=...)
    numbers: list[dict[str, Any]]

    def file(self, format: str) -> bytes:
        """The bytes of a file."""
        return self.draw(self.look, format=format)


def make_picture(kind: str, parts: Sequence[Part], wish: Wish) -> Picture:
    """The picture of a kind, of parts of surveys."""
    if len(parts) > 1 and kind in _OF_ONE:
        raise BadInput(
            f"{len(parts)} surveys do not go into one picture of the kind {kind}: name one, or take the kind "
            f"{', '.join(k for k in KINDS if k not in _OF_ONE)}"
        )
    return _MAKERS[kind](parts, wish)


# -- words --------------------------------------------------------------------------------------------


def _traits(part: Part) -> dict[str, str]:
    """What makes a survey's walks what they are, in words."""
    plan = part.survey.plan
    return {
        "rule": plan.rule_words,
        "leaper": "" if part.boards[0].leaper == (1, 2) else "leaper {},{}".format(*part.boards[0].leaper),
        "starts": _starts_words(plan),
        "retries": _retries_words(plan),
        "limit": _limit_words(plan),
        "dropped": _dropped_words(plan),
        "finished": "" if part.survey.finished else "survey not finished",
    }


def _starts_words(plan: Plan) -> str:
    words = {"all": "every start", "quarter": "starts of one quarter", "eighth": "starts of one eighth"}
    if plan.draws_starts:
        count = int(plan.starts.partition(":")[2])
        times = f"{plan.repeat} times " if plan.repeat > 1 else ""
        return f"{times}{plural(count, 'random start')} a board, seed {plan.seed}"
    if plan.until_closed:
        return "starts row by row to the first closed tour"
    runs = f", {plan.repeat} runs" if plan.repeat > 1 else ""
    return words[plan.starts] + runs + (f", seed {plan.seed}" if plan.rolls_dice else "")


def _retries_words(plan: Plan) -> str:
    if plan.retry_orders:
        return f"then {plural(len(plan.retry_orders), 'given order')}"
    return f"up to {plural(plan.retries, 'retry', 'retries')}" if plan.retries else ""


def _limit_words(plan: Plan) -> str:
    limits = [f"{plan.step_limit:,} steps"] if plan.step_limit else []
    limits += [f"{plan.time_limit:g} s"] if plan.time_limit else []
    return f"at most {' or '.join(limits)}" if limits else ""


def _dropped_words(plan: Plan) -> str:
    if plan.stop_after_failures is None:
        return ""
    return f"orders dropped after {_many(plan.stop_after_failures, 'failure')}"


def _common(parts: Sequence[Part], *, orders: bool = True) -> list[str]:
    """The note: what all the surveys have in common, and which orders if it is one or many."""
    traits = [_traits(part) for part in parts]
    words = [text for name, text in traits[0].items() if all(other[name] == text for other in traits)]
    every = {part.orders for part in parts}
    if orders and len(every) == 1 and parts[0].orders != (RANDOM,):
        (one,) = every
        words.insert(1, f"order {one[0]}" if len(one) == 1 else f"{len(one):,} orders")
    return words


def _differing(parts: Sequence[Part]) -> list[str]:
    """What tells each of the surveys from the others, by name if by nothing else."""
    traits = [_traits(part) for part in parts]
    names = [name for name in traits[0] if len({each[name] for each in traits}) > 1]
    labels = [", ".join(each[name] for name in names if each[name]) for each in traits]
    if all(label.startswith("fewest onward moves, ") for label in labels):
        labels = [label.removeprefix("fewest onward moves, ") for label in labels]
    return [
        label if labels.count(label) == 1 else ", ".join(filter(None, (label, part.survey.folder.name)))
        for label, part in zip(labels, parts, strict=True)
    ]


def _label(survey: str, order: str, orders: Iterable[str]) -> str:
    """A line's label: its survey if there are several, its order if there are several."""
    several = len(set(orders)) > 1
    return " · ".join(word for word in (survey, order_words(order) if several or not survey else "") if word)


def _boards_words(part_boards: Iterable[tuple[int, int]]) -> str:
    boards = sorted(set(part_boards), key=lambda board: (board[0] * board[1], board))
    (rows, cols), (last_rows, last_cols) = boards[0], boards[-1]
    first, last = f"{rows}×{cols}", f"{last_rows}×{last_cols}"
    return first if len(boards) == 1 else f"{len(boards)} boards, {first} to {last}"


def _sides(parts: Iterable[Part]) -> list[tuple[int, int]]:
    return list(dict.fromkeys((board.rows, board.cols) for part in parts for board in part.boards))


def _of(parts: Iterable[Part]) -> str:
    return "starts that colour allows" if any(part.colour_limits for part in parts) else "starts"


def _numbers(things: Iterable[Any]) -> list[dict[str, Any]]:
    return [asdict(thing) for thing in things]


# -- rate and failures --------------------------------------------------------------------------------


def _rate(parts: Sequence[Part], wish: Wish) -> Picture:
    return _how_often("rate", parts, wish)


def _failures(parts: Sequence[Part], wish: Wish) -> Picture:
    return _how_often("failures", parts, wish)


def _how_often(what: str, parts: Sequence[Part], wish: Wish) -> Picture:
    """Lines, or bands where there are more orders than lines can be told apart; of one board, bars."""
    if len(_sides(parts)) == 1:
        return _how_often_on_one(what, parts, wish)
    of = _of(parts)
    names = _differing(parts)
    banded = sum(len(part.orders) for part in parts) > plots.MOST_LINES
    lines: list[Line | Band] = []
    for part, name in zip(parts, names, strict=True):
        if banded and len(part.orders) > 1:
            spreads = tuple(Spread(*spread) for spread in figures.spreads(part, what))
            count = f"{len(part.orders):,} orders"
            lines.append(Band(f"{name}, {count}" if name else count, spreads))
        else:
            lines += _lines_of(part, name, what)
    if len(lines) > plots.MOST_LINES:
        raise BadInput(f"{len(lines)} lines are too many for one picture: choose at most {plots.MOST_LINES}")
    title = {"rate": "Complete walks by board size", "failures": "Failed walks by board size"}[what]
    sampled = what == "rate" and any(
        p.low is not None for ln in lines if isinstance(ln, Line) for p in ln.points
    )
    look = wish.look(title, [*_common(parts), "bars: 95% intervals" if sampled else ""])
    draw = {"rate": plots.rate, "failures": plots.failures}[what]
    return Picture(look, partial(draw, lines, of=of), _numbers(lines))


def _lines_of(part: Part, name: str, what: str) -> list[Line]:
    by_order: dict[str, list[Point]] = {}
    for tally in figures.tallies(part):
        by_order.setdefault(tally.order, []).append(_point(tally, what))
    orders = part.orders
    return [Line(_label(name, order, orders), tuple(points)) for order, points in by_order.items()]


def _point(tally: figures.Tally, what: str) -> Point:
    if what == "failures":
        return Point(tally.rows, tally.cols, tally.walks - tally.complete)
    low, high = (None if end is None else 100 * end for end in (tally.low, tally.high))
    return Point(tally.rows, tally.cols, 100 * tally.complete / tally.walks, low, high)


def _how_often_on_one(what: str, parts: Sequence[Part], wish: Wish) -> Picture:
    """Of one board: a bar for each order, or how many orders have each value."""
    board = _boards_words(_sides(parts))
    of = _of(parts)
    measure = {"rate": f"complete walks, % of the {of}", "failures": f"{of} whose walk fails"}[what]
    title = {"rate": f"{board}: complete walks", "failures": f"{board}: failed walks"}[what]
    percent = what == "rate"
    if sum(len(part.orders) for part in parts) <= _MOST_BARS:
        named = [
            (line.label, line.points[0])
            for part, name in zip(parts, _differing(parts), strict=True)
            for line in _lines_of(part, name, what)
        ]
        numbers = [{"label": label, **asdict(point)} for label, point in named]
        look = wish.look(title, _common(parts))
        return Picture(look, partial(plots.single, named, measure=measure, percent=percent), numbers)
    if len(parts) > 1:
        raise BadInput(
            f"{len(parts)} surveys of one board have more than {_MOST_BARS} orders together: choose some, "
            f"such as --orders {parts[0].orders[0]}"
        )
    counts = figures.orders_by_value(parts[0], what)
    numbers = [{"value": value, "orders": count} for value, count in counts]
    look = wish.look(f"{title}, by how many orders", _common(parts))
    return Picture(look, partial(plots.orders, counts, measure=measure, percent=percent), numbers)


# -- retries and time ---------------------------------------------------------------------------------


def _retries(parts: Sequence[Part], wish: Wish) -> Picture:
    (part,) = parts
    after = figures.left_after(part)
    lines = []
    for k in _some_of(len(after)):
        label = "at first" if k == 0 else f"after {plural(k, 'retry', 'retries')}"
        lines.append(Line(label, tuple(Point(rows, cols, share) for rows, cols, share in after[k])))
    look = wish.look("Starts still incomplete after retries", _common(parts))
    return Picture(look, partial(plots.retries, lines, of=_of(parts)), _numbers(lines))


def _some_of(count: int) -> list[int]:
    """Of 0, 1, ... the first few and the last, as many as can be told apart: closer where more happens."""
    if count <= plots.MOST_LINES:
        return list(range(count))
    last = count - 1
    steps = [0, 1, 2, 3, max(5, round((3 * last) ** 0.5)), last]
    return sorted({min(step, last) for step in steps})


def _time(parts: Sequence[Part], wish: Wish) -> Picture:
    one, every = [], []
    for part, name in zip(parts, _differing(parts), strict=True):
        found = figures.timings(part)
        before = f"{name}: " if name else ""
        whole = part.survey.plan.starts == "all" and not part.survey.plan.until_closed
        one.append(Line(f"{before}one walk", tuple(Point(t.rows, t.cols, t.one) for t in found)))
        every.append(
            Line(
                f"{before}every start{'' if whole else ' (scaled)'}",
                tuple(Point(t.rows, t.cols, t.every) for t in found),
            )
        )
    look = wish.look("Time by board size", _common(parts))
    guides = all(part.survey.plan.method == "greedy" for part in parts)  # a search may take any time
    return Picture(look, partial(plots.time, one, every, guides=guides), _numbers([*one, *every]))


# -- on the board -------------------------------------------------------------------------------------


def _map(parts: Sequence[Part], wish: Wish) -> Picture:
    (part,) = parts
    board = part.board
    name = _boards_words([(board.rows, board.cols)])
    if len(part.orders) == 1:
        cells = Cells(_frozen(figures.unvisited_on_board(part)), "squares left unvisited", "complete")
        title = f"{name}: squares left unvisited, by start"
        walked = [left for row in cells.numbers for left in row if left is not None]
        done = f"{sum(left == 0 for left in walked):,} of {_many(len(walked), 'start')} complete"
        allows = f", colour allows {count_allowed(board):,}" if part.colour_limits else ""
        note = [*_common(parts), done + allows]
    else:
        rest = "ruled out by colour" if part.colour_limits else "not walked"
        cells = Cells(_frozen(figures.fails_on_board(part)), "orders that fail", "none", rest)
        title, note = f"{name}: orders that fail, by start", _common(parts)
    return Picture(wish.look(title, note), partial(plots.board, cells), _numbers([cells]))


def _frozen(grid: Sequence[Sequence[Any]]) -> tuple[tuple[Any, ...], ...]:
    return tuple(map(tuple, grid))


def _ends(parts: Sequence[Part], wish: Wish) -> Picture:
    return _counted("ends", "ends of tours", "where complete tours end", parts, wish)


def _closed_starts(parts: Sequence[Part], wish: Wish) -> Picture:
    return _counted("closed starts", "starts of closed tours", "where closed tours start", parts, wish)


def _counted(what: str, measure: str, title: str, parts: Sequence[Part], wish: Wish) -> Picture:
    """Counts on the board; of many boards, laid over each other."""
    (part,) = parts
    name = _boards_words(_sides(parts))
    if len(part.boards) == 1:
        counts = figures.counts_on_board(part, what)
        whole = sum(count or 0 for row in counts for count in row)
        cells = Cells(_frozen(counts), measure, "none")
        look = wish.look(f"{name}: {title}", [*_common(parts), _many(whole, "tour")])
        return Picture(look, partial(plots.board, cells), _numbers([cells]))
    whole, grid = figures.laid_over(part, what)
    laid = Overlay(_frozen(grid), measure)
    note = [*_common(parts), f"{_many(whole, 'tour')}, each board stretched over the same square"]
    look = wish.look(f"{name}: {title}", note)
    return Picture(look, partial(plots.overlay, laid), _numbers([laid]))


def _many(count: int, thing: str) -> str:
    """A large count with its noun."""
    return plural(count, thing).replace(str(count), f"{count:,}", 1)


# -- several orders together --------------------------------------------------------------------------


def _compare(parts: Sequence[Part], wish: Wish) -> Picture:
    first, second = figures.meetings(parts)
    names = _differing([first.part, second.part]) if len(parts) == 2 else ["", ""]
    labels = [
        _label(name, one.order, (first.order, second.order))
        for name, one in zip(names, (first, second), strict=True)
    ]
    counts, grid = figures.shared_starts(first, second)
    note = _common(parts, orders=first.order == second.order)
    if len(counts) == 1:
        limits = any(part.colour_limits for part in parts)
        duel = Duel(labels[0], labels[1], _frozen(grid), "ruled out by colour" if limits else "not walked")
        board = _boards_words([(counts[0].rows, counts[0].cols)])
        title = f"{board}: from which starts A fails, B fails, or both"
        return Picture(wish.look(title, note), partial(plots.compare_board, duel), _numbers([duel]))
    lines = (
        Line(f"A fails: {labels[0]}", tuple(Point(c.rows, c.cols, c.first) for c in counts)),
        Line(f"B fails: {labels[1]}", tuple(Point(c.rows, c.cols, c.second) for c in counts)),
        Line("A and B fail", tuple(Point(c.rows, c.cols, c.both) for c in counts)),
        Line(
            "A and B by chance, were they independent",
            tuple(Point(c.rows, c.cols, c.first * c.second / c.starts) for c in counts),
        ),
    )
    look = wish.look("Failures of two, and of both together, by board size", note)
    draw = partial(plots.compare, *lines, of=_of(parts))
    return Picture(look, draw, _numbers(lines))


def _cover(parts: Sequence[Part], wish: Wish) -> Picture:
    """Of a few boards the starts left after each order; of many how few orders each needs."""
    (part,) = parts
    seconds = _COVER_SECONDS / len(part.boards)
    found = figures.coverings(part, time_limit=seconds, progress=wish.progress)
    if len(found) <= plots.MOST_LINES:
        steps = [Steps(_steps_label(one), one.orders, (one.starts, *one.left)) for one in found]
        note = [*_common(parts), _proof(found) if len(found) == 1 else ""]
        look = wish.look(f"{_boards_words(_sides(parts))}: fewest orders that complete every start", note)
        return Picture(look, partial(plots.cover, steps), _numbers(steps))
    best = Line("fewest found", tuple(Point(c.rows, c.cols, len(c.orders)) for c in found))
    lines = [best]
    if any(len(c.orders) > c.at_least for c in found):
        lines.append(Line("no fewer than", tuple(Point(c.rows, c.cols, c.at_least) for c in found)))
    missed = sum((c.left[-1] if c.left else c.starts) > 0 for c in found)
    note = [*_common(parts), _proof(found)]
    note += [f"{plural(missed, 'board')} with starts that none completes"] if missed else []
    look = wish.look("Fewest orders that complete every start, by board size", note)
    return Picture(look, partial(plots.fewest, lines), _numbers(lines))


def _steps_label(covering: figures.Covering) -> str:
    return f"{covering.rows}×{covering.cols}"


def _proof(found: Sequence[figures.Covering]) -> str:
    open_ones = [one for one in found if len(one.orders) > one.at_least]
    if not open_ones:
        return "proved to be the fewest"
    if len(found) == 1:
        return f"at least {open_ones[0].at_least} are needed"
    return f"proved but for {plural(len(open_ones), 'board')}"


_MAKERS: dict[str, Callable[[Sequence[Part], Wish], Picture]] = {
    "rate": _rate,
    "failures": _failures,
    "retries": _retries,
    "time": _time,
    "map": _map,
    "ends": _ends,
    "closed-starts": _closed_starts,
    "compare": _compare,
    "cover": _cover,
}
KINDS = tuple(_MAKERS)
_OF_ONE = ("retries", "map", "ends", "closed-starts", "cover")
