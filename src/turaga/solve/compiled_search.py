"""Search in the kernel: a search as arrays, which can be run a while, looked at, and run on.

Importing this loads numba; `turaga.solve.search` does so only for work that is worth it.
"""

import numpy as np

from turaga.compiled_greedy import CompiledRule, scratch
from turaga.greedy_kernel import TAKEN
from turaga.jit import Bits, Bytes
from turaga.rng import Rng
from turaga.solve import search_kernel as kernel
from turaga.solve.search_kernel import SearchStack, SearchTarget
from turaga.walk import Walk

_FLOOD = 1 << 23  # places a search looks at to see what can be reached, between two looks at the clock


class CompiledSearch:
    """A search in the kernel, which can be run a while, looked at, and run on."""

    def __init__(
        self, compiled: CompiledRule, start: int, rng: Rng, *, goal: int, anchor: int | None, prune: bool
    ) -> None:
        self.compiled = compiled
        padded, arrays, rule = compiled.padded, compiled.arrays, compiled.rule
        at = padded.place(start)
        self.table = padded.table(rule.most).copy()
        near_start = self._free_near(at)
        post = -1 if anchor is None else padded.place(anchor)
        near_anchor = self._free_near(post) if post >= 0 else np.zeros_like(near_start)
        if rule.open_start:  # raise its neighbours by what entering it will lower them
            self.table[at + arrays.moves[arrays.moves != 0]] += arrays.lower
        self.target = SearchTarget(goal, post, prune, rule.open_start, near_start, near_anchor)
        squares = padded.board.size
        self.stack = SearchStack(
            path=np.full(squares, at, dtype=np.int32),
            options=np.zeros(squares, dtype=np.int32),
            values=np.zeros(squares, dtype=np.int8),
            loose=np.zeros(squares, dtype=np.int8),
            best=np.empty(squares, dtype=np.int32),
            stamps=np.zeros(len(self.table) if prune else 1, dtype=np.int32),
            queue=np.empty(squares + 1 if prune else 1, dtype=np.int32),
            state=np.zeros(6, dtype=np.int64),
        )
        self.rng: Bits = np.array([rng.state], dtype=np.uint64)
        self.work = scratch()
        self.ending = "paused"

    def _free_near(self, at: int) -> Bytes:
        """A mark for each place: 1 if it is a free square a move from the given one."""
        moves = self.compiled.arrays.moves
        near = at + moves[moves != 0]
        marks = np.zeros(len(self.table), dtype=np.int8)
        marks[near[self.table[near] < TAKEN]] = 1
        return marks

    @property
    def steps(self) -> int:
        """Squares entered so far."""
        return int(self.stack.state[kernel.STEPS])

    @property
    def backtracks(self) -> int:
        """Squares left again so far."""
        return int(self.stack.state[kernel.BACKTRACKS])

    def run(self, until: int) -> str:
        """Search on until it is over, `until` steps were made, or it has taken a while: "found",
        "exhausted" or "paused"."""
        most = int(self.stack.state[kernel.FLOODED]) + _FLOOD
        over = kernel.search(
            self.table, self.compiled.arrays, self.target, self.stack, self.rng, self.work, until, most
        )
        self.ending = {kernel.FOUND: "found", kernel.EXHAUSTED: "exhausted"}.get(over, "paused")
        return self.ending

    def best(self) -> Walk:
        """The first of the longest walks so far; once the search has found what it wants, that."""
        state, padded = self.stack.state, self.compiled.padded
        depth, best = int(state[kernel.DEPTH]), int(state[kernel.BEST])
        current = self.ending == "found" or depth > best
        places = self.stack.path[:depth] if current else self.stack.best[:best]
        return Walk.from_indices(padded.board, padded.indices(places), handed_over=True)
