"""Tours up to the symmetries of the board: those that a turn or a mirror maps to one another count as one.

By Burnside's lemma (Cauchy's, Frobenius's) the number of classes is the average, over the symmetries, of the
number of tours that a symmetry maps to themselves. The identity maps all of them to themselves, so their
number must be known. For the other symmetries they are counted here, on the board folded together by them
(`turaga.count.folds`), where there are roughly as many as the square root of all.

The size of a class is the number of symmetries, divided by the number of those that map one of its tours to
itself. To find how many classes have which size, the tours that all symmetries of a group map to themselves
are counted for every group; then, from the largest group down, those of the larger groups are subtracted.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from turaga.board import Board, BoardLike, Leaper
from turaga.count.folds import Fold, Group, Permutation, folds_of, generated, group_of
from turaga.count.known import published_count
from turaga.count.methods import count_these, count_tours, require_method
from turaga.count.outcome import Count
from turaga.count.request import Tours
from turaga.errors import BadRule
from turaga.frontier.graph_order import MOST_POINTS, narrow_order, require_graph_memory
from turaga.frontier.memory import default_memory
from turaga.limits import Progress, whole_number
from turaga.text import plural, show

if TYPE_CHECKING:
    from turaga.json_shapes import ClassesJson

_LISTED = 8  # squares: a fold of so small a board is too small to be a graph, so its tours are listed


@dataclass(frozen=True, kw_only=True, repr=False)
class Classes:
    """How many classes of tours, exactly, and what it took.

    >>> found = count_classes("3x10", closed=True)
    >>> found.count, found.classes, dict(found.sizes)
    (16, 6, {2: 4, 4: 2})
    """

    tours: Tours
    count: int  # tours, each once
    classes: int
    fixed: Mapping[str, int] = field(hash=False)  # by symmetry, how many tours it maps to themselves
    sizes: Mapping[int, int] = field(hash=False)  # by the number of tours in a class, how many classes
    states: int
    seconds: float = field(compare=False)

    def __repr__(self) -> str:
        classes = plural(self.classes, "class", "classes", grouped=True)
        return f"<Classes of {self.tours.name}: {classes}, {plural(self.count, 'tour', grouped=True)}>"

    def _repr_html_(self) -> str:
        from turaga.notebook import classes_html

        return classes_html(self)

    def as_json(self) -> dict[str, Any]:
        """The same facts for programs."""
        return {
            "classes": self.classes,
            "fixed": dict(self.fixed),
            "sizes": {str(size): many for size, many in self.sizes.items()},
            "states": self.states,
            "seconds": round(self.seconds, 6),
        }


def count_classes(
    board: BoardLike | Tours,
    count: int | None = None,
    *,
    leaper: Leaper | None = None,
    closed: bool = False,
    progress: Progress | None = None,
) -> Classes:
    """How many classes the tours of a board fall into.

    The tours are counted first. A `count` that is given, each tour counted once, is checked: it saves the
    counting only where the same number is published (`turaga.count.known`), and `BadRule` says so if it is
    wrong. Symmetry alone would not notice: adding the number of symmetries to it adds one class.

    `BadRule` where `require_classes` says so, before any work is done. Costs little once the tours are
    counted: for 8x8 closed half a second, and a microsecond for each of 350 thousand states.

    >>> found = count_classes("6x6", 9862, closed=True)
    >>> found.classes, dict(found.sizes)
    (1245, {2: 5, 4: 17, 8: 1223})
    >>> found.fixed["quarter turn"], found.fixed["half turn"], found.fixed["main diagonal"]
    (10, 78, 0)
    """
    began = time.perf_counter()
    tours = Tours.of(board, leaper=leaper, closed=closed)
    require_classes(tours)
    given = None if count is None else whole_number("count", count, 0)
    right = None if given is None else published_count(tours)
    if right is None:
        right = count_tours(tours, progress=progress).count
    if given not in (None, right):
        raise BadRule(
            f"{given} is not the number of {tours.words}",
            accepted=f"there are {right}",
            field="count",
            value=given,
        )
    return _classes_of(tours, right, began, progress)


def _classes_of(tours: Tours, count: int, began: float, progress: Progress | None) -> Classes:
    """The classes of these tours, of which there are `count`; the work began at this time."""
    group, plans = _plan(tours.board, tours.closed, default_memory())
    fixed, states = _count_fixed(tours, group, plans, count, progress)
    order = len(group.permutations)
    cyclic = {g: fixed[generated([g], group.identity)] for g in group.permutations}
    classes, rest = divmod(sum(cyclic.values()), order)
    sizes = _sizes(fixed, order)
    if rest or sizes is None:
        raise AssertionError(
            f"{count} {tours.words}: symmetries map {sorted(cyclic.values())} of them to themselves, which "
            "cannot be"
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


@dataclass(frozen=True, kw_only=True)
class CountedClasses:
    """How many tours there are, and how many classes they fall into; None if there is no tour."""

    counted: Count
    found: Classes | None

    @property
    def classes(self) -> int:
        """How many classes, 0 where there is no tour."""
        return self.found.classes if self.found else 0

    def as_json(self) -> "ClassesJson":
        """What `turaga count --classes --json` says: states and seconds are of both counts together."""
        counted, found = self.counted, self.found
        return {
            **counted.as_json(),
            "classes": self.classes,
            "fixed": dict(found.fixed) if found else {},
            "sizes": {str(size): many for size, many in found.sizes.items()} if found else {},
            "states": counted.states + (found.states if found else 0),
            "seconds": round(counted.seconds + (found.seconds if found else 0), 6),
        }


def count_with_classes(
    tours: Tours, *, method: str = "auto", progress: Progress | None = None
) -> CountedClasses:
    """The tours counted, and then their classes; `BadRule` before any work is done if either will not fit.

    >>> found = count_with_classes(Tours.of("5x6", closed=True))
    >>> found.counted.count, found.classes
    (8, 3)
    """
    if require_method(tours, method) != "theory":
        require_classes(tours)  # before the tours are counted, which takes longer
    counted = count_these(tours, method=method, progress=progress)
    found = _classes_of(tours, counted.count, time.perf_counter(), progress) if counted.count else None
    return CountedClasses(counted=counted, found=found)


def require_classes(tours: Tours) -> None:
    """`BadRule` if a start, an end or a direction is given, which symmetries do not keep, or if counting the
    symmetric tours will not fit: to be asked before the tours are counted.

    >>> require_classes(Tours.of("5x5", start="1,1"))
    Traceback (most recent call last):
        ...
    turaga.errors.BadRule: classes are of all tours of a board: leave out the start 1,1
    """
    for name, given in (("start", tours.start), ("end", tours.end)):
        if given is not None:
            square = show(given)
            raise BadRule(
                "classes are of all tours of a board",
                accepted=f"leave out the {name} {square}",
                field=name,
                value=square,
            )
    if tours.directed:
        raise BadRule(
            "classes are of tours that may be gone either way",
            accepted="leave out directed",
            field="directed",
            value=True,
        )
    if tours.board.area > MOST_POINTS:
        raise BadRule(
            f"the symmetric tours of {tours.board} are too many to be counted",
            accepted=f"boards of up to {MOST_POINTS:,} squares are tried",
            field="board",
            value=str(tours.board),
        )
    _plan(tours.board, tours.closed, default_memory())


@dataclass(frozen=True)
class _FoldPlan:
    """How the tours that a group of symmetries maps to themselves are to be counted."""

    group: frozenset[Permutation]
    folds: tuple[tuple[Fold, tuple[int, ...]], ...]  # with the order in which to take their points


@lru_cache(maxsize=8)
def _plan(board: Board, closed: bool, memory: int) -> tuple[Group, tuple[_FoldPlan, ...]]:
    """The symmetries, and how to count for each group of them, one of those that are alike; smaller ones
    first. `BadRule` if one will not fit into the memory there is."""
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
            require_graph_memory(
                fold.graph, order, f"the symmetric tours of {board} are too many to be counted"
            )
            folds.append((fold, order))
        plans.append(_FoldPlan(subgroup, tuple(folds)))
    return group, tuple(plans)


def _count_fixed(
    tours: Tours, group: Group, plans: Sequence[_FoldPlan], count: int, progress: Progress | None
) -> tuple[dict[frozenset[Permutation], int], int]:
    """For each group of symmetries how many tours all of it maps to themselves; and how many states that
    took."""
    if tours.board.size <= _LISTED:
        listed = list(_all_tours(tours.board, closed=tours.closed))
        return {h: sum(_maps_to_itself(h, tour) for tour in listed) for h in group.subgroups()}, 0
    fixed = {frozenset([group.identity]): count}
    states = 0
    for plan in plans:
        total = 0
        if all(many > 0 for smaller, many in fixed.items() if smaller < plan.group):
            for fold, order in plan.folds:
                from turaga.count.graph_sweep import sum_graph  # numba is loaded only for what needs it

                summed = sum_graph(fold.graph, order, what="counting symmetric tours", progress=progress)
                total += (summed.count - summed.signed) // 2 if fold.turned else summed.count
                states += summed.states
        fixed.update(dict.fromkeys(group.alike(plan.group), total))
    return fixed, states


def _sizes(fixed: Mapping[frozenset[Permutation], int], order: int) -> dict[int, int] | None:
    """By the number of tours in a class, how many classes; None if that does not come out even."""
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
    """The tours of a small board, each once, as sets of moves."""
    near = board.neighbour_table()
    seen = set()
    walks: list[tuple[int, ...]] = [(number,) for number in board.indices()]
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
