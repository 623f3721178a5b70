"""Walks by a rule, step by step: the greedy walk, the search, the walks from every start, methods and
programs compared, and why a tour exists or not.

    >>> sum(1 for step in walk("8x8", "a8"))
    64
"""

from turaga.greedy import Candidate, Step, walk
from turaga.limits import Progress
from turaga.rule import SYSTEMS, System, Tie
from turaga.solve import METHODS, Outcome
from turaga.solve.changes import Repair, RepairStage
from turaga.solve.comparison import Comparison, compare
from turaga.solve.explanation import Explanation, explain
from turaga.solve.outcome import Attempt
from turaga.solve.search import Event, search_steps
from turaga.solve.start_map import StartMap, map_starts
from turaga.verify import Fault

__all__ = [
    "METHODS",
    "SYSTEMS",
    "Attempt",
    "Candidate",
    "Comparison",
    "Event",
    "Explanation",
    "Fault",
    "Outcome",
    "Progress",
    "Repair",
    "RepairStage",
    "StartMap",
    "Step",
    "System",
    "Tie",
    "compare",
    "explain",
    "map_starts",
    "search_steps",
    "walk",
]
