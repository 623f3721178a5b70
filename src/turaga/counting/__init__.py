"""Counts of tours: exact, estimated, by start, and up to symmetry. Also lists tours one by one.

The input is a board or a `Tours` value, which says exactly what to count. The output is a `Count`, an
`Estimate`, classes, or the tours themselves. `sample` and the packages above it may import this package.

`methods` chooses among `sweep`, `graph_sweep`, `closed_halves` and `enumeration`. Choosing does not load
numba.
"""

from turaga.counting.estimate import Estimate
from turaga.counting.outcome import Classes, Count

__all__ = ["Classes", "Count", "Estimate"]
