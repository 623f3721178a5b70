"""Counts of tours: exact by several methods, estimated, by start, up to symmetry, and one by one.

In goes a board or a `Tours`, which says exactly what is counted; out come a `Count`, an `Estimate`, classes,
or the tours themselves. `sample` and everything above it may import it.

`methods` chooses among `sweep`, `graph_sweep`, `closed_halves` and `enumeration`; choosing loads no numba.
"""

from turaga.count.methods import METHODS, count_tours
from turaga.count.outcome import Count
from turaga.count.request import Tours

__all__ = ["METHODS", "Count", "Tours", "count_tours"]
