"""The tour of as many squares as possible, if the others are left out, found and proved by the CP-SAT solver.

The model is one circuit, as in `turaga.solve.exact`. A square that is left out has an arc to itself, and the
number of the others is maximised. The circuit of an open tour passes through an extra node between its last
square and its first. Given ends are never left out.

CP-SAT runs twice. With few cuts (linearization level 1) it proves the number of squares within a second on
most boards. Where a quarter of the time is not enough for that, it goes on with all cuts (level 2): that is
slower on other boards, but gives better bounds on boards with many gaps, or for another leaper.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from turaga.extras import has_package
from turaga.threads import run_watched

MOST_SQUARES = (
    1000  # horse:40x40, with 975, takes less than a second; 30x30 with 40% holes is not proved in 20
)
_OUTSIDE = -1  # the extra node
_FEW_CUTS, _ALL_CUTS = 1, 2  # linearization levels
_LATER = 0.75  # share of the time for the second run


@dataclass(frozen=True, slots=True, kw_only=True)
class Longest:
    """A question for the longest tour, and what is known about it.

    `near` has the neighbours of each square. `walk` is the longest tour known, from its first square to its
    last, or empty. Only tours of `fewest` to `most` squares are of interest; `odd` says whether they have an
    odd number of squares, if that is known.
    """

    near: Mapping[int, Sequence[int]]
    start: int | None = None
    end: int | None = None
    closed: bool = False
    walk: Sequence[int] = ()
    fewest: int = 1
    most: int
    odd: bool | None = None


def can_prove(size: int) -> bool:
    """Whether OR-tools is installed, and a board of `size` squares is small enough for it.

    >>> can_prove(10**6)
    False
    """
    return size <= MOST_SQUARES and has_package("ortools")


def longest_tour(
    question: Longest, *, seed: int = 0, seconds_left: Callable[[], float] = lambda: math.inf
) -> Longest:
    """The same question with the longest tour found as its `walk`, and with `most` as the number of squares
    that no tour exceeds. `walk` is empty if none was found, and has `most` squares if it is proved to be the
    longest.

    `seconds_left` says how long it may still take; with no limit it ends with a proof. Needs OR-tools.

    >>> line = {0: [1], 1: [0, 2, 3], 2: [1], 3: [1]}
    >>> found = longest_tour(Longest(near=line, start=3, most=4))
    >>> found.most, found.walk[:2]
    (3, [3, 1])
    """
    left = seconds_left()
    later = 0.0 if math.isinf(left) else left * _LATER  # what is kept for the second run
    first = _CircuitModel(question).improved(_FEW_CUTS, seed, lambda: seconds_left() - later)
    if len(first.walk) == first.most or first.most < first.fewest:
        return first
    return _CircuitModel(first).improved(_ALL_CUTS, seed, seconds_left)


class _CircuitModel:
    """The circuit as a CP-SAT model."""

    def __init__(self, question: Longest) -> None:
        from ortools.sat.python import cp_model

        self.question = question
        self.model = model = cp_model.CpModel()
        node = {square: number for number, square in enumerate(question.near)}
        node[_OUTSIDE] = len(node)
        self.moves = {arc: model.new_bool_var("") for arc in _arcs(question)}
        self.kept = {square: model.new_bool_var("") for square in question.near}
        circuit: list[tuple[int, int, Any]] = [
            (node[a], node[b], used) for (a, b), used in self.moves.items()
        ]
        circuit += [(node[square], node[square], ~kept) for square, kept in self.kept.items()]
        model.add_circuit(circuit)
        for end in (question.start, question.end):
            if end is not None:
                model.add(self.kept[end] == 1)
        if question.closed and question.start is not None and question.end is not None:
            model.add(self.moves[question.end, question.start] == 1)
        total = sum(self.kept.values())
        fewest = max(question.fewest, len(question.walk), 3 if question.closed else 1)
        # Without the lower bound, a move there and back would be a closed tour.
        model.add_linear_constraint(total, fewest, question.most)
        if question.odd is not None:
            half = model.new_int_var(0, len(self.kept), "")
            model.add(total == 2 * half + int(question.odd))
        model.maximize(total)
        self._add_hint()

    def _add_hint(self) -> None:
        """Tell CP-SAT the longest tour known."""
        walk = self.question.walk
        if not walk:
            return
        circuit = [*walk] if self.question.closed else [_OUTSIDE, *walk]
        used = set(zip(circuit, [*circuit[1:], circuit[0]], strict=True))
        for arc, variable in self.moves.items():
            self.model.add_hint(variable, arc in used)
        for square, variable in self.kept.items():
            self.model.add_hint(variable, square in circuit)

    def improved(self, level: int, seed: int, seconds_left: Callable[[], float]) -> Longest:
        """The question with a longer walk, if one was found, and with the bound that was proved."""
        from ortools.sat.python import cp_model

        question = self.question
        solver = cp_model.CpSolver()
        settings = solver.parameters
        settings.num_workers = 1
        settings.random_seed = seed % 2**31
        settings.linearization_level = level
        settings.catch_sigint_signal = False  # it would not restore the signal handler
        status = run_watched(lambda: solver.solve(self.model), watch=seconds_left, stop=solver.stop_search)
        if status == cp_model.INFEASIBLE:
            return replace(question, most=question.fewest - 1)
        # A solver that was stopped at once has no bound, and says 0.
        bound = math.floor(solver.best_objective_bound + 0.001)
        most = (
            min(question.most, bound) if bound >= max(question.fewest, len(question.walk)) else question.most
        )
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return replace(question, most=most)
        following = {a: b for (a, b), used in self.moves.items() if solver.boolean_value(used)}
        walk = _walk(question, following)
        if status == cp_model.OPTIMAL:
            most = len(walk)
        return replace(question, walk=walk if len(walk) > len(question.walk) else question.walk, most=most)


def _arcs(question: Longest) -> list[tuple[int, int]]:
    """The arcs between two squares, and for an open tour those from and to the extra node."""
    arcs = [(here, there) for here, near in question.near.items() for there in near]
    if question.closed:
        return arcs
    starts = question.near if question.start is None else [question.start]
    ends = question.near if question.end is None else [question.end]
    return [*arcs, *((_OUTSIDE, start) for start in starts), *((end, _OUTSIDE) for end in ends)]


def _walk(question: Longest, following: Mapping[int, int]) -> list[int]:
    """The squares of a circuit, from the first square of the tour to its last."""
    if not question.closed:
        first = following[_OUTSIDE]
    elif question.start is not None:
        first = question.start
    else:
        first = following[min(following) if question.end is None else question.end]
    walk = [first]
    while (square := following[walk[-1]]) not in (first, _OUTSIDE):
        walk.append(square)
    return walk
