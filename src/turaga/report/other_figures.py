"""The figures of the page for the documents other than the thesis."""

from turaga.pictures.chart import Chart, Line, Point, draw_chart
from turaga.report.experiments import Experiments
from turaga.report.stahovec_charts import CHARTS, chart
from turaga.report.survey_plans import always_works
from turaga.report.svg_figure import SQUARE, Figure, FigureSource, chart_by_size, inline
from turaga.survey import plot_values
from turaga.survey.plan import Plan
from turaga.survey.plot_values import COLUMNS, Asked
from turaga.survey.selection import select
from turaga.text import plural


def _always(experiments: Experiments) -> Figure:
    rates = [
        value
        for plan in always_works(experiments)
        for line in plot_values.by_board(select(experiments.survey(plan)), Asked("rate"))
        for value in line.values
    ]
    return Figure(
        "klochko",
        "Complete walks by Klochko's rule, 5x5 to 76x76",
        f"All starts that colour allows up to {always_works(experiments)[0].boards[-1]}, then random ones. "
        "Bars are 95% intervals. According to the claim, all would be at 100%.",
        chart_by_size([("Klochko", rates)], COLUMNS["rate"], "always"),
        section="section 2.4",
        original="No picture: a statement that the rule always works on these boards.",
    )


def _charts(experiments: Experiments) -> list[Plan]:
    return [chart(experiments, boards) for boards in CHARTS]


def _solved(experiments: Experiments) -> Figure:
    lines = [
        Line(word, tuple(Point(value.at, value.value) for value in line.values), line.name)
        for plan in _charts(experiments)
        for column, word in (("complete", "solved"), ("allowed", "colour allows"))
        for line in plot_values.by_run(select(experiments.survey(plan)), Asked(column))
    ]
    drawn = Chart(lines=lines, x="run", y="starts, of ten")
    return Figure(
        "stahovec",
        "Starts solved in each run of ten",
        f"{plural(chart(experiments, '5,6').repeat, 'run')} of ten random starts, with the limits of the "
        "document: 1 million steps for 5x5 and 6x6, 2 million for 7x7 and 8x8, 3 million for 12x12 and "
        "15x15, and 4 million for 20x20 and 30x30.",
        inline(draw_chart(drawn, SQUARE), "solved"),
        section="section 3, charts",
        original="Four charts of the starts solved in each of ten runs of ten random starts, two boards in "
        "each. The charts are images.",
    )


SOURCES = (
    FigureSource(draw=_always, plans=always_works),
    FigureSource(draw=_solved, plans=_charts),
)
