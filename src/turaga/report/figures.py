"""Draws the figures of the page. They show the surveys that the claims have run, as in the thesis."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from turaga.draw import plots
from turaga.draw.plot_data import Band, Cells, Line, Look, Overlay, Point, Spread
from turaga.report.experiments import Experiments
from turaga.report.survey_plans import (
    LARGE,
    OPEN_ORDERS,
    TIE_BREAKS,
    always_works,
    every_board,
    random_orders,
    retried,
    ten_runs,
    tie_breaks,
)
from turaga.survey import plot_values
from turaga.survey.plan import Plan
from turaga.survey.selection import Selection, select
from turaga.survey.sql import ALLOWED
from turaga.text import plural

_LOOK = Look(size=(5.2, 3.5))  # half the width of the page; text is then as large as on the page
_SQUARE = Look(size=(5.2, 4.6))
_NAMES = {
    "order:12345678": "order 12345678",
    "random": "random",
    "corner": "nearest to a corner first",
    "outermost": "farthest from the centre first",
}


@dataclass(frozen=True)
class Figure:
    """A figure of the page: the system it belongs to, what it shows, how to read it, the SVG text, and the
    author's figure: where it is, and a description.

    >>> Figure("serafeimidis", "Ends", "Dark where many tours end.", "<svg/>", section="Fig. 27",
    ...        original="Dots, most of them at the top right.").section
    'Fig. 27'
    """

    source: str
    caption: str
    note: str
    svg: str
    section: str
    original: str


def draw_figures(experiments: Experiments) -> Iterator[Figure]:
    """The figures whose surveys have all been run. Drawing all figures takes a second.

    >>> list(draw_figures(Experiments("", quick=True)))
    []
    """
    for plans, draw in _FIGURES:
        if experiments.holds(*plans(experiments)):
            yield draw(experiments)


def inline(svg: bytes, name: str) -> str:
    """An SVG file as an element of an HTML page. The prolog and the XML namespaces are removed, because HTML
    does not need them; the fixed size is removed, so that the picture fills its space; ids get a unique
    prefix.

    >>> inline(b'<?xml version="1.0"?><svg width="9pt" height="4pt"><g id="a"/><use href="#a"/></svg>', "f")
    '<svg ><g id="f-a"/><use href="#f-a"/></svg>'
    """
    text = svg.decode()
    text = text[text.index("<svg") :].strip()
    opening, rest = text.split(">", 1)
    opening = re.sub(r'\s(?:width|height|xmlns(?::xlink)?)="[^"]*"', " ", opening)
    text = re.sub(r"<metadata>.*?</metadata>\s*", "", f"{opening}>{rest}", flags=re.DOTALL)
    text = re.sub(r'\bid="', f'id="{name}-', text)
    text = re.sub(r'(href="|url\()#', rf"\1#{name}-", text)
    return re.sub(r"\s*\n\s*", " ", re.sub(r"(<svg) +", r"\1 ", text))


# -- rates ------------------------------------------------------------------------------------------------


def _tie_plans(experiments: Experiments) -> list[Plan]:
    return [tie_breaks(experiments, ties, open_start=False) for ties in TIE_BREAKS]


def _ties(experiments: Experiments) -> Figure:
    lines = [
        Line(_NAMES[ties], tuple(_points(select(experiments.survey(plan)))))
        for ties, plan in zip(TIE_BREAKS, _tie_plans(experiments), strict=True)
    ]
    starts = lines and _tie_plans(experiments)[0].starts.partition(":")[2]
    return Figure(
        "serafeimidis",
        "Complete walks by board size and tie-break",
        f"With true degrees; {starts} random starts per board. Bars are 95% intervals. The thesis calls the "
        "square nearest to a corner outermost.",
        inline(plots.rate(lines, _LOOK), "ties"),
    )


def _points(part: Selection) -> Iterator[Point]:
    for tally in plot_values.tallies(part):
        low, high = (None if end is None else 100 * end for end in (tally.low, tally.high))
        yield Point(tally.rows, tally.cols, 100 * tally.complete / tally.walks, low, high)


def _own_plan(experiments: Experiments) -> Plan:
    return tie_breaks(experiments, TIE_BREAKS[0], open_start=True)


def _order_plans(experiments: Experiments) -> list[Plan]:
    return [random_orders(experiments, boards) for boards in ("8,20,50,100", "120", LARGE)]


def _orders(experiments: Experiments) -> Figure:
    plans = _order_plans(experiments)
    spreads = [
        Spread(*spread)
        for plan in plans
        for spread in plot_values.quartiles(select(experiments.survey(plan)), "rate")
    ]
    drawn = (plans[0].orders or "").partition(":")[2]
    lines: list[Line | Band] = [
        Band(f"{drawn} random orders", tuple(spreads)),
        Line("order 12345678", tuple(_points(select(experiments.survey(_own_plan(experiments)))))),
    ]
    return Figure(
        "serafeimidis",
        "Complete walks by board size, with one order for all starts",
        "With the open start. Orders differ far more than starts do. The dark band shows the middle half "
        "of the orders, the pale band all of them.",
        inline(plots.rate(lines, _LOOK), "orders"),
    )


def _retries(experiments: Experiments) -> Figure:
    after = plot_values.incomplete_after(select(experiments.survey(retried(experiments, 5))))
    lines = [
        Line(
            "at first" if k == 0 else "after 1 further order" if k == 1 else f"after {k} further orders",
            tuple(Point(*point) for point in points),
        )
        for k, points in after.items()
    ]
    return Figure(
        "serafeimidis",
        "Starts that are still incomplete after further orders",
        "With the open start; random orders, even boards from 6 to 100.",
        inline(plots.retries(lines, _LOOK), "retries"),
    )


def _times(experiments: Experiments) -> Figure:
    found = plot_values.timings(select(experiments.survey(_own_plan(experiments))))
    one = Line("one walk", tuple(Point(t.rows, t.cols, t.one) for t in found))
    every = Line("every start (estimated)", tuple(Point(t.rows, t.cols, t.every) for t in found))
    return Figure(
        "serafeimidis",
        "Time by board size",
        "One order, one core. In the thesis, one tour of 300x300 took 0.06 s and all starts took 90 minutes.",
        inline(plots.time([one], [every], _LOOK, guides=False), "times"),
    )


# -- 8x8 --------------------------------------------------------------------------------------------------


def _by_orders(experiments: Experiments) -> Figure:
    counts = plot_values.orders_by_value(select(experiments.survey(OPEN_ORDERS)), "failures")
    none = int(dict(counts).get(0.0, 0))
    return Figure(
        "serafeimidis",
        "8x8: the number of starts from which each of the 40,320 orders fails",
        f"With the open start. {plural(none, 'order')} {'fails' if none == 1 else 'fail'} from no start.",
        inline(plots.orders(counts, _LOOK, measure="starts whose walk fails"), "failures"),
    )


def _by_start(experiments: Experiments) -> Figure:
    cells = Cells(
        _as_tuples(plot_values.fails_on_board(select(experiments.survey(OPEN_ORDERS)))),
        "orders that fail",
        "none",
    )
    return Figure(
        "serafeimidis",
        "8x8: how many of the 40,320 orders fail from each start",
        "With the open start. The figure has the eight symmetries of the board, because a rotation or "
        "reflection of the board also permutes the orders.",
        inline(plots.board(cells, _SQUARE), "starts"),
    )


# -- many boards on top of each other ---------------------------------------------------------------------


def _ends(experiments: Experiments) -> Figure:
    whole, grid = plot_values.overlay_counts(select(experiments.survey(every_board(experiments))), "ends")
    return Figure(
        "serafeimidis",
        "Where tours by order 12345678 end",
        f"{whole:,} tours of the even boards from 6 to 100, each board stretched over the same square. The "
        "last directions of the order point up and to the right, and most tours end there.",
        inline(plots.overlay(Overlay(_as_tuples(grid), "ends of tours"), _SQUARE), "ends"),
    )


def _closed(experiments: Experiments) -> Figure:
    whole, grid = plot_values.overlay_counts(
        select(experiments.survey(every_board(experiments))), "closed starts"
    )
    return Figure(
        "serafeimidis",
        "Where closed tours by order 12345678 start",
        f"{whole:,} closed tours of the even boards from 6 to 100, each board stretched over the same "
        "square.",
        inline(plots.overlay(Overlay(_as_tuples(grid), "starts of closed tours"), _SQUARE), "closed"),
    )


def _as_tuples(grid: "Sequence[Sequence[float | None]]") -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(number for number in row if number is not None) for row in grid)


# -- other systems ------------------------------------------------------------------------------------------


def _always(experiments: Experiments) -> Figure:
    points = tuple(
        point for plan in always_works(experiments) for point in _points(select(experiments.survey(plan)))
    )
    return Figure(
        "klochko",
        "Complete walks by Klochko's rule, 5x5 to 76x76",
        f"All starts that colour allows up to {always_works(experiments)[0].boards[-1]}, then random ones. "
        "Bars are 95% intervals. According to the claim, all would be at 100%.",
        inline(plots.rate([Line("Klochko", points)], _LOOK), "always"),
    )


def _solved(experiments: Experiments) -> Figure:
    rows = experiments.rows(
        ten_runs(experiments),
        f"SELECT rows, count(*) FILTER (complete), count(*), count(*) FILTER ({ALLOWED}) FROM walks "
        "GROUP BY rows ORDER BY rows",
    )
    of_all = tuple(Point(n, n, 100 * part / whole) for n, part, whole, _ in rows)
    of_allowed = tuple(Point(n, n, 100 * part / allowed) for n, part, _, allowed in rows)
    lines = [
        Line("even boards", of_all[1::2]),
        Line("odd boards", of_all[::2]),
        Line("odd boards, starts that colour allows", of_allowed[::2]),
    ]
    return Figure(
        "stahovec",
        "Starts solved with at most 1,000,000 steps",
        f"{plural(ten_runs(experiments).repeat, 'run')} of ten random starts per board.",
        inline(plots.rate(lines, _LOOK), "solved"),
    )


_FIGURES: tuple[tuple[Callable[[Experiments], list[Plan]], Callable[[Experiments], Figure]], ...] = (
    (_tie_plans, _ties),
    (lambda experiments: [*_order_plans(experiments), _own_plan(experiments)], _orders),
    (lambda experiments: [retried(experiments, 5)], _retries),
    (lambda experiments: [_own_plan(experiments)], _times),
    (lambda experiments: [OPEN_ORDERS], _by_orders),
    (lambda experiments: [OPEN_ORDERS], _by_start),
    (lambda experiments: [every_board(experiments)], _ends),
    (lambda experiments: [every_board(experiments)], _closed),
    (always_works, _always),
    (lambda experiments: [ten_runs(experiments)], _solved),
)
