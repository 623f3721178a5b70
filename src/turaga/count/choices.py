"""The tours of a board as a graph of choices, made by going over the board once and back.

On the way out every state of the frontier method is met, layer after layer, and every choice noted: five
bytes each. On the way back each state is given the number of ways in which it can be completed; those
that cannot be, by far the most, are forgotten. What is left, and in which order it puts the tours, stands in
`turaga._kernels.drawing`.

Importing this loads numba.
"""

import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from turaga._kernels import drawing as kernel
from turaga._kernels import frontier
from turaga._kernels._jit import Ints, Numbers
from turaga._kernels.frontier import Ways
from turaga.count.layers import cores
from turaga.errors import BadText
from turaga.frontier.lie import Lie
from turaga.limits import Progress

__all__ = ["check_choices", "make_choices", "only_choice"]

_JOB = 1 << 13  # states whose successors are found before they are merged: what stays in the cache
_AT_ONCE = 1 << 18  # states gone over before Python is asked whether to stop
_DAMAGED = "the choices kept do not fit together"
_T = TypeVar("_T", bound=np.generic)


class _Step(NamedTuple):
    """The choices of one square, as they are found: of each state before it in turn."""

    fanouts: Ways  # how many each state has
    children: Numbers
    moves: Ways


def make_choices(
    lie: Lie, given: Sequence[int], ends: int, *, progress: Progress | None = None
) -> kernel.Choices | None:
    """The choices that lead to tours with `ends` ends (2, or 0 if closed), those at the places given
    settled; None if there is no such tour.

    Costs about half a microsecond a state met, and while it runs some twelve bytes for each; what is kept of
    it at the end is less.

    >>> from turaga.board import Board
    >>> choices = make_choices(Lie(Board("5x6")), [], 0)
    >>> int(choices.counts[0]), len(choices.children)
    (8, 128)
    """
    steps = _go_out(lie, given, ends, progress)
    return None if steps is None else _come_back(steps, progress)


def only_choice(area: int) -> kernel.Choices:
    """The choices of a board with one square, and holes maybe: the tour that makes no move.

    >>> only_choice(2).counts.tolist()
    [1, 1, 1]
    """
    every = np.arange(area + 2, dtype=np.int64)
    return kernel.Choices(
        states=every, edges=every[:-1], places=every, digits=np.ones(area + 1, dtype=np.int64),
        begins=np.array([0, 1] * area + [0, 0], dtype=np.int32), children=np.zeros(area, dtype=np.int32),
        moves=np.zeros(area, dtype=np.uint8), counts=np.ones(area + 1, dtype=np.uint32),
    )  # fmt: skip


class _Found(NamedTuple):
    """The successors of some states, in the order of these: how many each has, and what they are."""

    fanouts: Ways
    states: Ints
    moves: Ways


class _Outward:
    """The states after a square, while they are being met: found in threads, merged in the order found, so
    that nothing depends on the number of threads."""

    def __init__(self, pool: ThreadPoolExecutor, ahead: int) -> None:
        self.pool, self.ahead = pool, ahead
        self.rooms = threading.local()
        self.where: Numbers = np.empty(_JOB * frontier.MOST_SUCCESSORS, dtype=np.int32)
        self.held = 0
        self.states: Ints = np.empty(0, dtype=np.int64)
        self._make_room(1024)

    def _make_room(self, capacity: int) -> None:
        """Make room for so many states, keeping those held."""
        states: Ints = np.empty(capacity, dtype=np.int64)
        states[: self.held] = self.states[: self.held]
        self.states = states
        self.table: Numbers = np.empty(2 * capacity, dtype=np.int32)
        frontier.rebuild(self.states, self.held, self.table)

    def fill(self, before: Ints, site: frontier.Site, tick: Callable[[int], None]) -> _Step:
        """Become the successors of the states before; every choice that led to one comes back. `tick` is
        told now and then how many states there are."""
        self.held = 0
        frontier.rebuild(self.states, 0, self.table)
        fanouts, children, moves = [], [], []
        for found in self._each_found(before, site):
            made = len(found.states)
            while self.held + made > len(self.states):
                self._make_room(2 * len(self.states))
            self.held = frontier.merge(found.states, made, self.states, self.held, self.table, self.where)
            fanouts.append(found.fanouts)
            children.append(self.where[:made].copy())
            moves.append(found.moves)
            tick(self.held)
        return _Step(np.concatenate(fanouts), np.concatenate(children), np.concatenate(moves))

    def _each_found(self, before: Ints, site: frontier.Site) -> Iterator[_Found]:
        """The successors of all states, some at a time, a few of these found ahead in other threads."""
        firsts = iter(range(0, len(before), _JOB))
        if len(before) <= _JOB:
            yield from (self._found(before, first, site) for first in firsts)
            return
        waiting: deque[Future[_Found]] = deque()
        try:
            while True:
                for first in islice(firsts, self.ahead - len(waiting)):
                    waiting.append(self.pool.submit(self._found, before, first, site))
                if not waiting:
                    return
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()

    def _found(self, before: Ints, first: int, site: frontier.Site) -> _Found:
        """The successors of a few states from the first on."""
        if not hasattr(self.rooms, "found"):
            many = (_JOB + 1) * frontier.MOST_SUCCESSORS  # more than can be filled
            self.rooms.found = frontier.Successors(
                np.empty(many, dtype=np.int64), np.empty(many, dtype=np.int32), np.empty(many, dtype=np.int8)
            )
        found: frontier.Successors = self.rooms.found
        last, made = frontier.expand(before[: first + _JOB], first, site, found)
        parents = found.parents[:made] - first
        return _Found(
            fanouts=np.bincount(parents, minlength=last - first).astype(np.uint8),
            states=found.states[:made].copy(),
            moves=found.moves[:made].astype(np.uint8),
        )


def _go_out(lie: Lie, given: Sequence[int], ends: int, progress: Progress | None) -> list[_Step] | None:
    """The choices of every square; None as soon as nothing can be chosen."""
    area = lie.board.area
    states: Ints = np.zeros(1, dtype=np.int64)
    steps = []
    met = 1
    threads = cores()
    with ThreadPoolExecutor(threads) as pool:
        layer = _Outward(pool, 2 * threads)
        for place in range(area):

            def tick(more: int, place: int = place, met: int = met) -> None:
                if progress:
                    progress(f"meeting states, {met + more:,} so far", place, area)

            steps.append(layer.fill(states, lie.site(place, given, ends), tick))
            states = layer.states[: layer.held].copy()
            met += len(states)
            if len(states) == 0:
                return None
    return steps


def _come_back(steps: list[_Step], progress: Progress | None) -> kernel.Choices:
    """The choices that lead to the last state, which is the only one, and its layer's counts: taken from
    the steps, which are forgotten one by one."""
    area = len(steps)
    numbers: Numbers = np.zeros(1, dtype=np.int32)
    counts: kernel.Digits = np.ones(1, dtype=np.uint32)
    digits, kept = [1], [1]
    begins: list[Numbers] = [np.zeros(2, dtype=np.int32)]
    children: list[Numbers] = []
    moves: list[Ways] = []
    held: list[kernel.Digits] = [counts]
    while steps:
        if progress:
            progress(f"counting ways on, {sum(kept):,} states kept", area - len(steps), area)
        step = steps.pop()
        wide = digits[-1] + bool(counts.reshape(-1, digits[-1])[:, -1].max() >= kernel.BASE // 16)
        size = len(step.fanouts)
        begin: Numbers = np.empty(size + 1, dtype=np.int32)
        room: kernel.Digits = np.empty((size + 1) * wide, dtype=np.uint32)
        renumbered: Numbers = np.empty(size, dtype=np.int32)
        done: Ints = np.zeros(4, dtype=np.int64)
        while done[0] < size:
            kernel.complete(
                step.fanouts, step.children, step.moves, numbers, counts, digits[-1],
                begin, room, wide, renumbered, done, _AT_ONCE,
            )  # fmt: skip
        states, edges = int(done[2]), int(done[3])
        table = room[: states * wide].reshape(-1, wide)
        narrow = wide - (wide > 1 and not table[:, -1].any())
        counts = table[:, :narrow].copy().reshape(-1)
        numbers = renumbered
        digits.append(narrow)
        kept.append(states)
        begins.append(begin[: states + 1].copy())
        children.append(step.children[:edges].copy())
        moves.append(step.moves[:edges].copy())
        held.append(counts)
    edges_of = [len(part) for part in reversed(children)]
    states_of, digits_of = kept[::-1], digits[::-1]
    return kernel.Choices(
        states=_running(states_of),
        edges=_running(edges_of),
        places=_running([n * d for n, d in zip(states_of, digits_of, strict=True)]),
        digits=np.array(digits_of, dtype=np.int64),
        begins=_joined(begins),
        children=_joined(children),
        moves=_joined(moves),
        counts=_joined(held),
    )


def _running(sizes: Sequence[int]) -> Ints:
    """Where each part begins if parts of these sizes follow one another, and where the last one ends."""
    return np.cumsum([0, *sizes], dtype=np.int64)


def _joined(parts: list[NDArray[_T]]) -> NDArray[_T]:
    """The parts one after the other, the last of the list first; the list is emptied, to hold no more than
    it must."""
    whole = np.empty(sum(map(len, parts)), dtype=parts[0].dtype)
    at = 0
    while parts:
        part = parts.pop()
        whole[at : at + len(part)] = part
        at += len(part)
    return whole


def check_choices(choices: kernel.Choices, lie: Lie, given: Sequence[int], ends: int) -> None:
    """Raise `BadText` unless everything in the choices leads somewhere and every count is the sum it should
    be, so that nothing made of them reads where it must not.

    Costs a few nanoseconds a choice.
    """
    area = lie.board.area
    if not _arrays_fit(choices, area):
        raise BadText(_DAMAGED)
    sums: kernel.Digits = np.empty(int(choices.digits[0]) + 1, dtype=np.uint32)
    for layer in range(area):
        allowed = lie.site(layer, given, ends).allowed
        size = int(choices.states[layer + 1] - choices.states[layer])
        for first in range(0, size, _AT_ONCE):
            if not kernel.check(choices, layer, first, min(first + _AT_ONCE, size), allowed, sums):
                raise BadText(_DAMAGED)


def _arrays_fit(choices: kernel.Choices, area: int) -> bool:
    """Whether the arrays have the lengths that the first four of them say."""
    for begins, parts, length in (
        (choices.states, area + 1, len(choices.begins) - area - 1),
        (choices.edges, area, len(choices.children)),
        (choices.places, area + 1, len(choices.counts)),
    ):
        if len(begins) != parts + 1 or begins[0] != 0 or begins[-1] != length or (begins < 0).any():
            return False
        if (begins > length).any() or (np.diff(begins) < 1).any():
            return False
    digits, sizes = choices.digits, np.diff(choices.states)
    return (
        len(digits) == area + 1
        and len(choices.moves) == len(choices.children)
        and bool((digits >= 1).all() and (np.diff(digits) <= 0).all() and digits[0] <= len(choices.counts))
        and np.array_equal(sizes * digits, np.diff(choices.places))
        and sizes[0] == sizes[-1] == digits[-1] == choices.counts[-1] == 1
    )
