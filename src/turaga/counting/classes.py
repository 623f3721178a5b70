"""Counts tours up to symmetry: tours that are rotations or reflections of each other count as one.

By Burnside's lemma (due to Cauchy and Frobenius), the number of classes is the average, over all symmetries,
of the number of tours that the symmetry maps to themselves. The identity maps every tour to itself, so the
number of all tours must be known. For the other symmetries, the tours are counted here, on the board folded
by the symmetry (`turaga.counting.folds`). Their number is roughly the square root of the number of all tours.

The size of a class is the number of symmetries divided by the number of those that map one of its tours to
itself. To find how many classes there are of each size, count for every group of symmetries the tours that
all its symmetries map to themselves. Then, from the largest group down, subtract those of larger groups.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from turaga.board import Board
from turaga.counting.folds import Fold, Group, Permutation, folds_of, generated, group_of
from turaga.counting.known import published_count
from turaga.counting.methods import count_these, require_method
from turaga.counting.outcome import Classes, Count
from turaga.errors import BadRule
from turaga.frontier.graph_order import MOST_POINTS, narrow_order, require_graph_memory
from turaga.frontier.memory import default_memory
from turaga.limits import Progress, whole_number
from turaga.tours import Tours

_LISTED = 8  # boards up to this many squares are too small to be folded to a graph: their tours are listed


def count_classes(tours: Tours, count: int | None = None, *, progress: Progress | None = None) -> Classes:
    """Count the classes of the tours of a board.

    The tours are counted first. If you pass their number as `count` (each tour counted once), it is checked,
    and `BadRule` is raised if it is wrong. It saves the counting only if the number is published
    (`turaga.counting.known`). Symmetry alone would not reveal a wrong number: adding the number of symmetries
    to it adds one class.

    Raises `BadRule` before any work is done in the cases that `require_classes` lists. Once the tours are
    counted, this takes little time: half a second for the closed tours of 8x8, which need 350 thousand states
    of about a microsecond each.

    >>> found = count_classes(Tours("6x6", closed=True), 9862)
    >>> found.classes, dict(found.sizes)
    (1245, {2: 5, 4: 17, 8: 1223})
    >>> found.fixed["quarter turn"], found.fixed["half turn"], found.fixed["main diagonal"]
    (10, 78, 0)
    """
    began = time.perf_counter()
    require_classes(tours)
    given = None if count is None else whole_number("count", count, 0)
    right = None if given is None else published_count(tours)
    if right is None:
        right = count_these(tours, progress=progress).count
    if given not in (None, right):
        raise BadRule(
            f"{given} is not the number of {tours.words}", accepted=f"the number is {right}", field="count"
        )
    return _classes_of(tours, right, began, progress)


def _classes_of(tours: Tours, count: int, began: float, progress: Progress | None) -> Classes:
    """The classes of these tours. There are `count` tours, and the work began at time `began`."""
    group, plans = _plan(tours.board, tours.closed, default_memory())
    fixed, states = _count_fixed(tours, group, plans, count, progress)
    order = len(group.permutations)
    cyclic = {g: fixed[generated([g], group.identity)] for g in group.permutations}
    classes, rest = divmod(sum(cyclic.values()), order)
    sizes = _sizes(fixed, order)
    if rest or sizes is None:
        raise AssertionError(
            f"{count} {tours.words}: the symmetries map {sorted(cyclic.values())} of them to themselves, "
            "which is impossible"
        )
    return Classes(
        tours=tours,
        count=count,
        classes=classes,
        fixed={name: cyclic[g] for name, g in group.names.items()},
        sizes=sizes,
        states=states,
        seconds=time.perf_counter() - began,
    )


def count_with_classes(tours: Tours, *, method: str = "auto", progress: Progress | None = None) -> Count:
    """Count the tours and then their classes. Raises `BadRule` before any work is done if either count would
    exceed the memory or work limit. If there are no tours, there are no classes.

    >>> found = count_with_classes(Tours("5x6", closed=True))
    >>> found.count, found.classes.classes
    (8, 3)
    """
    if require_method(tours, method) != "theory":
        require_classes(tours)  # before the tours are counted, which takes longer
    counted = count_these(tours, method=method, progress=progress)
    if not counted.count:
        return counted
    return replace(counted, classes=_classes_of(tours, counted.count, time.perf_counter(), progress))


def require_classes(tours: Tours) -> None:
    """Raise `BadRule` if the tours have a start, an end or a direction, which symmetries do not preserve, or
    if counting the symmetric tours would exceed the memory limit. Call this before counting the tours.

    >>> require_classes(Tours("5x5", start="a5"))
    Traceback (most recent call last):
        ...
    turaga.errors.BadRule: classes are counted over all tours of a board: the start a5 is not allowed
    """
    for name, given in (("start", tours.start), ("end", tours.end)):
        if given is not None:
            square = tours.board.show(given)
            raise BadRule(
                "classes are counted over all tours of a board",
                accepted=f"the {name} {square} is not allowed",
                field=name,
            )
    if tours.directed:
        raise BadRule(
            "classes ignore the direction of tours", accepted="directed is not allowed", field="directed"
        )
    if tours.board.area > MOST_POINTS:
        raise BadRule(
            f"the symmetric tours of {tours.board} cannot be counted",
            accepted=f"a board may have at most {MOST_POINTS:,} squares",
            field="board",
        )
    _plan(tours.board, tours.closed, default_memory())


@dataclass(frozen=True)
class _FoldPlan:
    """How to count the tours that a group of symmetries maps to themselves."""

    group: frozenset[Permutation]
    folds: tuple[tuple[Fold, tuple[int, ...]], ...]  # with the order in which to process their points


@lru_cache(maxsize=8)
def _plan(board: Board, closed: bool, memory: int) -> tuple[Group, tuple[_FoldPlan, ...]]:
    """The symmetries of the board, and a plan for one of each set of conjugate subgroups, smaller ones first.
    Raises `BadRule` if one of the counts would exceed the memory limit."""
    group = group_of(board)
    plans: list[_FoldPlan] = []
    seen: set[frozenset[Permutation]] = set()
    for subgroup in group.subgroups():
        if len(subgroup) == 1 or subgroup in seen or board.size <= _LISTED:
            continue
        seen.update(group.alike(subgroup))
        folds = []
        for fold in folds_of(board, subgroup, closed=closed):
            order = tuple(narrow_order(fold.graph.near))
            require_graph_memory(fold.graph, order, f"the symmetric tours of {board} cannot be counted")
            folds.append((fold, order))
        plans.append(_FoldPlan(subgroup, tuple(folds)))
    return group, tuple(plans)


def _count_fixed(
    tours: Tours, group: Group, plans: Sequence[_FoldPlan], count: int, progress: Progress | None
) -> tuple[dict[frozenset[Permutation], int], int]:
    """For each group of symmetries, the number of tours that all of them map to themselves; and the number of
    states that took."""
    if tours.board.size <= _LISTED:
        listed = list(_all_tours(tours.board, closed=tours.closed))
        return {h: sum(_maps_to_itself(h, tour) for tour in listed) for h in group.subgroups()}, 0
    fixed = {frozenset([group.identity]): count}
    states = 0
    for plan in plans:
        total = 0
        if all(many > 0 for smaller, many in fixed.items() if smaller < plan.group):
            for fold, order in plan.folds:
                from turaga.counting.graph_sweep import sum_graph  # numba is loaded only for what needs it

                summed = sum_graph(fold.graph, order, what="counting symmetric tours", progress=progress)
                total += (summed.count - summed.signed) // 2 if fold.turned else summed.count
                states += summed.states
        fixed.update(dict.fromkeys(group.alike(plan.group), total))
    return fixed, states


def _sizes(fixed: Mapping[frozenset[Permutation], int], order: int) -> dict[int, int] | None:
    """For each size of a class, the number of classes; None if the numbers are inconsistent."""
    exactly: dict[frozenset[Permutation], int] = {}
    for group in sorted(fixed, key=len, reverse=True):
        exactly[group] = fixed[group] - sum(many for larger, many in exactly.items() if group < larger)
    sizes: dict[int, int] = {}
    for group, many in exactly.items():
        sizes[order // len(group)] = sizes.get(order // len(group), 0) + many
    if any(many < 0 or many % size for size, many in sizes.items()):
        return None
    return {size: many // size for size, many in sorted(sizes.items()) if many}


def _all_tours(board: Board, *, closed: bool) -> Iterator[frozenset[frozenset[int]]]:
    """All tours of a small board, each once, as sets of moves."""
    near = board.neighbour_table()
    seen = set()
    walks: list[tuple[int, ...]] = [(index,) for index in board.indices()]
    while walks:
        walk = walks.pop()
        walks += [(*walk, there) for there in near[walk[-1]] if there not in walk]
        if len(walk) == board.size and (not closed or (len(walk) > 2 and walk[0] in near[walk[-1]])):
            steps = [*pairwise(walk), *([(walk[-1], walk[0])] if closed else [])]
            tour = frozenset(map(frozenset, steps))
            if tour not in seen:
                seen.add(tour)
                yield tour


def _maps_to_itself(group: frozenset[Permutation], tour: frozenset[frozenset[int]]) -> bool:
    return all(frozenset(frozenset(g[n] for n in move) for move in tour) == tour for g in group)
