"""The figures of the page for Serafeimidis's thesis."""

from collections.abc import Sequence

from turaga.board import Board
from turaga.order import direction_steps
from turaga.pictures import pictures
from turaga.pictures.board_map import BoardMap, draw_map
from turaga.pictures.chart import Chart, Line, Point, draw_chart
from turaga.report.experiments import Experiments
from turaga.report.serafeimidis_boards import closed_tour_of_24x24
from turaga.report.serafeimidis_maps import shown_tours
from turaga.report.serafeimidis_orders import images_of_fig_22, maps_of_fig_23
from turaga.report.survey_plans import (
    OPEN_ORDERS,
    ROUND_ORDERS,
    TIE_BREAKS,
    every_board,
    one_board,
    one_order,
    random_orders,
    retried,
    retried_12345678,
    tie_breaks,
)
from turaga.report.svg_figure import (
    LOOK,
    SQUARE,
    Figure,
    FigureSource,
    chart_by_size,
    draw_tiles,
    inline,
)
from turaga.survey import plot_values
from turaga.survey.plan import Plan
from turaga.survey.plot_values import COLUMNS, Asked, Grid, Value
from turaga.survey.selection import select
from turaga.text import plural
from turaga.walk import Walk

_NAMES = {
    "12345678": "order 12345678",
    "random": "random",
    "corner": "nearest to a corner first",
    "outermost": "farthest from the centre first",
}
_LINES = (
    "A chequered board with the tour as blue lines, a dot on each square, the first square green and the "
    "last red."
)


# -- tours ------------------------------------------------------------------------------------------------


def _tour(walk: Walk, name: str, caption: str, note: str, section: str, original: str) -> Figure:
    svg = inline(pictures.svg(walk, size=600).encode(), name)
    return Figure("serafeimidis", caption, note, svg, section=section, original=original)


def _network(experiments: Experiments) -> Figure:
    return _tour(
        closed_tour_of_24x24(experiments).tour,
        "network",
        "A closed tour of 24x24",
        "Found by Turaga; not by a neural network.",
        "section 1.1, Fig. 2",
        "A closed tour of 24x24, found by a neural network, as a line picture.",
    )


def _tours(experiments: Experiments) -> list[Figure]:
    tours = shown_tours(experiments)
    return [
        _tour(
            tour,
            f"tour{n}",
            f"A tour of {n}x{n} by order 12345678",
            "From the first start, row by row, that gives a closed tour (Table 57).",
            f"section 8.1, Fig. {number}",
            f"A tour of {n}x{n}; its start and order are not named. {_LINES}",
        )
        for number, (n, tour) in enumerate(tours.items(), start=11)
    ]


# -- rates ------------------------------------------------------------------------------------------------


def _tie_plans(experiments: Experiments) -> list[Plan]:
    return [tie_breaks(experiments, ties, open_start=False) for ties in TIE_BREAKS]


def _rates(experiments: Experiments, plan: Plan) -> list[Value[Board]]:
    """The rate of complete walks for each board, by the only order of a survey or as a range."""
    (rates,) = plot_values.by_board(select(experiments.survey(plan)), Asked("rate"))
    return rates.values


def _ties(experiments: Experiments) -> Figure:
    plans = _tie_plans(experiments)
    lines = [(_NAMES[ties], _rates(experiments, plan)) for ties, plan in zip(TIE_BREAKS, plans, strict=True)]
    return Figure(
        "serafeimidis",
        "Complete walks by board size and tie-break",
        f"With true degrees; {plans[0].starts.partition(':')[2]} random starts per board. Bars are 95% "
        "intervals. The thesis calls the square nearest to a corner outermost.",
        chart_by_size(lines, COLUMNS["rate"], "ties"),
        section="section 4.3",
        original="No picture: the tie-breaks are described in words.",
    )


def _orders(experiments: Experiments) -> Figure:
    plan = random_orders(experiments)
    lines = [
        (
            f"{(plan.orders or '').partition(':')[2]} random orders",
            _rates(experiments, plan),
        ),
        ("order 12345678", _rates(experiments, one_order(experiments))),
    ]
    return Figure(
        "serafeimidis",
        "Complete walks by board size, with one order for all starts",
        "With the open start. Orders differ far more than starts do. The dark band shows the middle half of "
        "the orders, the pale band all of them.",
        chart_by_size(lines, COLUMNS["rate"], "orders"),
        section="section 10, parts 2 and 4",
        original="No picture: one random order fails from 45% of the starts of 120x120, and from 70 to 80% "
        "for 150 to 300.",
    )


def _retried(experiments: Experiments, plan: Plan, name: str) -> str:
    after = plot_values.incomplete_after(select(experiments.survey(plan)))
    lines = [
        ("at first" if k == 0 else "after 1 further order" if k == 1 else f"after {k} further orders", values)
        for k, values in after.items()
    ]
    return chart_by_size(lines, COLUMNS["incomplete"], name)


def _retries(experiments: Experiments) -> Figure:
    return Figure(
        "serafeimidis",
        "Starts that are still incomplete after further orders, order 12345678",
        "With the open start; even boards from 6 to 100; the further orders are random.",
        _retried(experiments, retried_12345678(experiments), "retries"),
        section="section 8.2, Fig. 20",
        original="The number of incomplete walks against board size for order 12345678: a blue line for the "
        "order itself, and below it a line for each further random order, each far lower than the one "
        "before.",
    )


def _random_retries(experiments: Experiments) -> Figure:
    return Figure(
        "serafeimidis",
        "Starts that are still incomplete after further orders, random orders",
        "With the open start; even boards from 6 to 100.",
        _retried(experiments, retried(experiments, 5), "more-retries"),
        section="section 8.2",
        original="No picture: about 15% of the walks are incomplete at first, under 3% after five random "
        "orders, in tests whose boards and orders are not named.",
    )


# -- times ------------------------------------------------------------------------------------------------


def _times(experiments: Experiments) -> Figure:
    selection = select(experiments.survey(every_board(experiments)))
    lines = [
        (COLUMNS[y].word, plot_values.seconds(selection, Asked(y))[0].values)
        for y in ("seconds", "seconds-all")
    ]
    return Figure(
        "serafeimidis",
        "Time by board size",
        "Order 12345678, one core; even boards from 6 to 100.",
        chart_by_size(lines, COLUMNS["seconds"], "times"),
        section="section 8.1, Fig. 18",
        original="The typical time for all starts against board size, for even boards from 6 to 100.",
    )


def _retry_times(experiments: Experiments) -> Figure:
    cost = select(experiments.survey(retried(experiments, 0))).rows(
        "SELECT sum(seconds) / sum(steps) FROM SHARDS WHERE steps > 0 AND seconds > 0"
    )[0][0]
    lines = [
        (
            label,
            [
                Value(Board(n, n), cost * steps * n * n)
                for n, steps in experiments.rows(
                    retried(experiments, k), "SELECT rows, avg(steps) FROM walks GROUP BY rows ORDER BY rows"
                )
            ],
        )
        for k, label in ((0, "no further order"), (1, "up to 1"), (5, "up to 5"))
    ]
    return Figure(
        "serafeimidis",
        "Time for every start with further orders",
        "Random orders, even boards from 6 to 100, one core: the number of steps times the mean time of a "
        "step.",
        chart_by_size(lines, COLUMNS["seconds"], "retry-times"),
        section="section 8.2, Fig. 19",
        original="The mean time of ten random orders against board size, for even boards from 6 to 100: the "
        "order alone, and with one and more further random orders, at most about 6.5% (five seconds) more.",
    )


# -- orders and 8x8 ---------------------------------------------------------------------------------------


def _compass(order: str) -> list[list[str]]:
    """The knight in the middle of 5x5, and the position of each direction in an order."""
    grid = [[""] * 5 for _ in range(5)]
    grid[2][2] = "N"
    for direction, (down, right) in enumerate(direction_steps(), start=1):
        grid[2 + down][2 + right] = str(order.index(str(direction)) + 1)
    return grid


def _images(experiments: Experiments) -> Figure:
    images = images_of_fig_22(experiments)
    title = "Order 13472568 and its images"
    return Figure(
        "serafeimidis",
        title,
        "N is the knight. The numbers show in which place each direction is in the order.",
        draw_tiles([(order, _compass(order)) for order in images], 4, title),
        section="section 8.4.1, Fig. 22",
        original="Order 13472568 drawn around the knight, and its seven rotations and reflections, each "
        "with the order that it stands for.",
    )


def _image_maps(experiments: Experiments) -> Figure:
    maps = maps_of_fig_23(experiments)
    tiles = [
        (order, [[str(count or "") for count in left[i : i + 8]] for i in range(0, 64, 8)])
        for order, left in maps.items()
    ]
    title = "8x8: squares left unvisited by 12345678 and its images"
    return Figure(
        "serafeimidis",
        title,
        "The number of squares that the walk from each start leaves; empty squares are starts of tours.",
        draw_tiles(tiles, 4, title),
        section="section 8.4.2, Fig. 23",
        original="The maps of 8x8 for 12345678 and its seven images: the same rate for all, and the maps are "
        "rotations and reflections of each other.",
    )


def _by_orders(experiments: Experiments) -> Figure:
    asked = Asked("orders", "failures")
    (counts,) = plot_values.distribution(select(experiments.survey(OPEN_ORDERS)), asked)
    none = next((int(one.value) for one in counts.values if one.at == 0), 0)
    drawn = Chart(
        lines=[Line("", tuple(Point(one.at, one.value) for one in counts.values))],
        x="starts whose walk fails",
        y="orders",
        bars=True,
    )
    return Figure(
        "serafeimidis",
        "8x8: the number of starts from which each of the 40,320 orders fails",
        f"With the open start. {plural(none, 'order')} {'fails' if none == 1 else 'fail'} from no start.",
        inline(draw_chart(drawn, LOOK), "failures"),
        section="section 8.4.1, Table 58",
        original="No picture: a list of the 16 orders that fail from no start.",
    )


def _grids(experiments: Experiments, plan: Plan, what: str) -> list[Grid]:
    return list(plot_values.on_squares(select(experiments.survey(plan)), what).values())


def _map(
    numbers: Sequence[Sequence[float | None]], measure: str, name: str, *, stretched: bool = False
) -> str:
    return inline(draw_map(BoardMap(numbers=numbers, measure=measure, stretched=stretched), SQUARE), name)


def _by_start(experiments: Experiments) -> Figure:
    grid = _grids(experiments, OPEN_ORDERS, "fails")[0]
    return Figure(
        "serafeimidis",
        "8x8: how many of the 40,320 orders fail from each start",
        "With the open start. The figure has the eight symmetries of the board, because a rotation or "
        "reflection of the board also permutes the orders.",
        _map(grid, "orders that fail", "starts"),
        section="section 8.4.2, Table 59",
        original="A table of the same 64 numbers.",
    )


# -- ends and closed starts -------------------------------------------------------------------------------


def _end_boards(experiments: Experiments) -> list[Figure]:
    return [
        Figure(
            "serafeimidis",
            f"20x20: where tours by order {order} end",
            "The number of tours that end on each square, from all 400 starts.",
            _map(
                _grids(experiments, one_board(20, order), "ends")[0], "tours that end here", f"ends-{order}"
            ),
            section=f"section 8.5, Fig. {number}",
            original=f"A board of 20x20 with the number of tours by order {order} that end on each square.",
        )
        for number, order in zip((25, 26), ROUND_ORDERS, strict=True)
    ]


def _overlay(experiments: Experiments, what: str, measure: str) -> tuple[int, str]:
    """How many tours there are on all boards, and the boards laid over each other."""
    grids = _grids(experiments, every_board(experiments), what)
    whole = sum(count or 0 for grid in grids for row in grid for count in row)
    return whole, _map(plot_values.overlaid(grids), measure, what, stretched=True)


def _ends(experiments: Experiments) -> Figure:
    whole, svg = _overlay(experiments, "ends", "ends of tours")
    return Figure(
        "serafeimidis",
        "Where tours by order 12345678 end",
        f"{whole:,} tours of the even boards from 6 to 100, each board stretched over the same square. The "
        "last directions of the order point up and to the right, and most tours end there.",
        svg,
        section="section 8.5, Fig. 27",
        original="The last squares of all tours of the boards from 6x6 to 100x100, gathered at the top "
        "right.",
    )


def _closed(experiments: Experiments) -> Figure:
    whole, svg = _overlay(experiments, "closed", "starts of closed tours")
    return Figure(
        "serafeimidis",
        "Where closed tours by order 12345678 start",
        f"{whole:,} closed tours of the even boards from 6 to 100, each board stretched over the same "
        "square.",
        svg,
        section="section 8.5, Fig. 28",
        original="The starts of all closed tours of the boards from 6x6 to 100x100, gathered in one part of "
        "the board.",
    )


SOURCES = (
    FigureSource(draw=_network, values=("tour of Fig. 2",)),
    FigureSource(draw=_ties, plans=_tie_plans),
    FigureSource(draw=_tours, values=("tours of Figs 11 to 14",)),
    FigureSource(draw=_times, plans=lambda experiments: [every_board(experiments)]),
    FigureSource(draw=_retry_times, plans=lambda experiments: [retried(experiments, k) for k in (0, 1, 5)]),
    FigureSource(draw=_retries, plans=lambda experiments: [retried_12345678(experiments)]),
    FigureSource(draw=_random_retries, plans=lambda experiments: [retried(experiments, 5)]),
    FigureSource(draw=_by_orders, plans=lambda _: [OPEN_ORDERS]),
    FigureSource(draw=_images, values=("images of Fig. 22",)),
    FigureSource(draw=_image_maps, values=("maps of Fig. 23",)),
    FigureSource(draw=_by_start, plans=lambda _: [OPEN_ORDERS]),
    FigureSource(draw=_end_boards, plans=lambda _: [one_board(20, order) for order in ROUND_ORDERS]),
    FigureSource(draw=_ends, plans=lambda experiments: [every_board(experiments)]),
    FigureSource(draw=_closed, plans=lambda experiments: [every_board(experiments)]),
    FigureSource(
        draw=_orders, plans=lambda experiments: [random_orders(experiments), one_order(experiments)]
    ),
)
