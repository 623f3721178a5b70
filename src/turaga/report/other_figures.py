"""The figures of the page for the documents other than the thesis."""

from turaga.draw import plots
from turaga.draw.plot_data import Line, Point
from turaga.report.experiments import Experiments
from turaga.report.survey_plans import always_works, ten_runs
from turaga.report.svg_figure import LOOK, Figure, FigureSource, inline, points_of
from turaga.survey.selection import select
from turaga.survey.sql import ALLOWED
from turaga.text import plural


def _always(experiments: Experiments) -> Figure:
    points = tuple(
        point for plan in always_works(experiments) for point in points_of(select(experiments.survey(plan)))
    )
    return Figure(
        "klochko",
        "Complete walks by Klochko's rule, 5x5 to 76x76",
        f"All starts that colour allows up to {always_works(experiments)[0].boards[-1]}, then random ones. "
        "Bars are 95% intervals. According to the claim, all would be at 100%.",
        inline(plots.rate([Line("Klochko", points)], LOOK), "always"),
        section="section 3.2",
        original="No picture: a statement that the rule always works on these boards.",
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
        inline(plots.rate(lines, LOOK), "solved"),
        section="section 3, charts",
        original="Four bar charts of the starts solved in each of ten runs of ten random starts, for boards "
        "of 5 to 30 and limits of 1 to 4 million steps. The charts are images.",
    )


SOURCES = (
    FigureSource(draw=_always, plans=always_works),
    FigureSource(draw=_solved, plans=lambda experiments: [ten_runs(experiments)]),
)
