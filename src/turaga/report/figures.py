"""Draws the figures of the page. They show the surveys that the claims have run, as the documents do."""

from collections.abc import Iterator

from turaga.report import other_figures, serafeimidis_figures
from turaga.report.experiments import Experiments
from turaga.report.svg_figure import Figure


def draw_figures(experiments: Experiments) -> Iterator[Figure]:
    """The figures whose surveys have all been run. Drawing all figures takes a few seconds.

    >>> list(draw_figures(Experiments("", quick=True)))
    []
    """
    for source in (*serafeimidis_figures.SOURCES, *other_figures.SOURCES):
        yield from source.figures(experiments)
