"""The figures of the page for the documents other than the thesis."""

from turaga.draw import plots
from turaga.draw.plot_data import Line, RunLine
from turaga.report.experiments import Experiments
from turaga.report.stahovec_charts import CHARTS, chart, solved_by_run
from turaga.report.survey_plans import always_works
from turaga.report.svg_figure import LOOK, Figure, FigureSource, inline, points_of
from turaga.survey.plan import Plan
from turaga.survey.selection import select
from turaga.text import plural
from turaga.theory import allowed_colours, colour


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
        section="section 2.4",
        original="No picture: a statement that the rule always works on these boards.",
    )


def _charts(experiments: Experiments) -> list[Plan]:
    return [chart(experiments, boards) for boards in CHARTS]


def _solved(experiments: Experiments) -> Figure:
    lines = []
    for boards in CHARTS:
        plan, solved = chart(experiments, boards), solved_by_run(experiments, boards)
        for board in plan.boards:
            fit = allowed_colours(board)
            allowed = tuple(
                sum(colour(board.square(start)) in fit for start in plan.starts_of(board, run))
                for run in range(plan.repeat)
            )
            lines.append(RunLine(str(board), tuple(solved[str(board)]), allowed, starts=10))
    return Figure(
        "stahovec",
        "Starts solved in each run of ten",
        f"{plural(chart(experiments, '5,6').repeat, 'run')} of ten random starts, with the limits of the "
        "document: 1 million steps for 5x5 and 6x6, 2 million for 7x7 and 8x8, 3 million for 12x12 and "
        "15x15, and 4 million for 20x20 and 30x30.",
        inline(plots.runs(lines, LOOK), "solved"),
        section="section 3, charts",
        original="Four charts of the starts solved in each of ten runs of ten random starts, two boards in "
        "each. The charts are images.",
    )


SOURCES = (
    FigureSource(draw=_always, plans=always_works),
    FigureSource(draw=_solved, plans=_charts),
)
