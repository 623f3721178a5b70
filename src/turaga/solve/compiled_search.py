"""The search in the kernel: its state is in arrays, so it can be paused, looked at, and continued.

Importing this module loads numba. `turaga.solve.search` does so only if there is enough work.
"""

import numpy as np

from turaga.compiled_greedy import CompiledRule, scratch
from turaga.greedy_kernel import TAKEN
from turaga.jit import Bits, Bytes
from turaga.rng import Rng
from turaga.solve import search_kernel as kernel
from turaga.solve.search_kernel import SearchStack, SearchTarget
from turaga.walk import Walk

_FLOOD = 1 << 23  # places that the search floods between two checks of the limits


class CompiledSearch:
    """A search in the kernel that can be paused, looked at, and continued."""

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
        if rule.open_start:  # raise the neighbours by the amount that entering the start will lower them
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
        """A mark for each place: 1 if it is a free square a move away from the given one."""
        moves = self.compiled.arrays.moves
        near = at + moves[moves != 0]
        marks = np.zeros(len(self.table), dtype=np.int8)
        marks[near[self.table[near] < TAKEN]] = 1
        return marks

    @property
    def steps(self) -> int:
        """The number of squares entered so far."""
        return int(self.stack.state[kernel.STEPS])

    @property
    def backtracks(self) -> int:
        """The number of squares left again so far."""
        return int(self.stack.state[kernel.BACKTRACKS])

    def run(self, until: int) -> str:
        """Continue the search until it is finished, has made `until` steps, or has taken a while.

        Returns "found", "exhausted" or "paused".
        """
        most = int(self.stack.state[kernel.FLOODED]) + _FLOOD
        over = kernel.search(
            self.table, self.compiled.arrays, self.target, self.stack, self.rng, self.work, until, most
        )
        self.ending = {kernel.FOUND: "found", kernel.EXHAUSTED: "exhausted"}.get(over, "paused")
        return self.ending

    def best(self) -> Walk:
        """The longest walk so far (the first of equals), or the walk that the search has found."""
        state, padded = self.stack.state, self.compiled.padded
        depth, best = int(state[kernel.DEPTH]), int(state[kernel.BEST])
        current = self.ending == "found" or depth > best
        places = self.stack.path[:depth] if current else self.stack.best[:best]
        return Walk.from_indices(padded.board, padded.indices(places), handed_over=True)
