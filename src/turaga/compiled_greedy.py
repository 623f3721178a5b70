"""Greedy walks by the kernel: turn boards and rules into arrays, and the kernel's results into walks.

`turaga.greedy` is the readable definition of a greedy walk. `turaga.greedy_kernel` does the same in machine
code. Importing this module loads Numba, so solvers do it only if there is enough work.
"""

import math
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from turaga import greedy_kernel as kernel
from turaga.board import Board
from turaga.greedy_kernel import RuleArrays
from turaga.jit import Bytes, Ints, Numbers
from turaga.order import FIRST_ORDER, direction_steps
from turaga.rng import Rng
from turaga.rule import Rule, Tie
from turaga.walk import Walk

# How much to do, in a fraction of a second, before the clock and the keyboard are checked again:
_CHUNK = 1 << 23  # squares of a walk by order or keys
_CHOICE_CHUNK = 1 << 18  # squares of any other walk; an eighth of that for each move of lookahead
_MOST_SCALE = 1 << 55  # times a table value, at most 116, it stays below 2**62
_KINDS = {"random": kernel.RANDOM, "lookahead": kernel.LOOKAHEAD}


class PaddedBoard:
    """A board as one flat row with a margin of visited squares. One serves many rules.

    Moves longer than the board are left out, so that the margin stays small.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        fitting = [
            (down, right)
            for down, right in direction_steps(board.leaper)
            if abs(down) < board.rows and abs(right) < board.cols
        ]
        self.top = max((abs(down) for down, _ in fitting), default=0)
        self.left = max((abs(right) for _, right in fitting), default=0)
        self.width = board.cols + self.left
        self._tables: dict[bool, Bytes] = {}

    def place(self, index: int) -> int:
        """Return the place of a square in the flat row."""
        row, col = divmod(index, self.board.cols)
        return (row + self.top) * self.width + col + self.left

    def places(self, indices: Ints) -> Ints:
        """Return the places of squares in the flat row."""
        rows, cols = np.divmod(indices, self.board.cols)
        return (rows + self.top) * self.width + cols + self.left

    def lay_orders(self, orders: Sequence[str]) -> Ints:
        """Return, for each order, the four arrays of a rule that depend on it: moves, steps, downs, rights.
        Each has the moves that fit on the board, once each and in the order, followed by zeros."""
        board = self.board
        downs, rights = np.array(direction_steps(board.leaper), dtype=np.int64).T
        fits = (abs(downs) < board.rows) & (abs(rights) < board.cols)
        digits = np.array([[int(digit) - 1 for digit in order] for order in orders], dtype=np.int64)
        same = (downs[:, None] == downs) & (rights[:, None] == rights)
        earlier = np.tri(8, k=-1, dtype=bool)
        again = (same[digits[:, :, None], digits[:, None, :]] & earlier).any(axis=2)
        used = fits[digits] & ~again
        taken = np.take_along_axis(digits, np.argsort(~used, axis=1, kind="stable"), axis=1)
        left = np.arange(8) < used.sum(axis=1)[:, None]
        down, right = np.where(left, downs[taken], 0), np.where(left, rights[taken], 0)
        return np.stack([down * self.width + right, down * board.cols + right, down, right], axis=1)

    def indices(self, places: NDArray[np.integer]) -> Numbers:
        """Return the indices of the squares at these places."""
        rows, cols = np.divmod(places.astype(np.int64), self.width)
        return ((rows - self.top) * self.board.cols + cols - self.left).astype(np.int32)

    def table(self, most: bool) -> Bytes:
        """Return the table of the board before any square is visited. Do not write to it."""
        if most not in self._tables:
            board = self.board
            height = board.rows + 2 * self.top + 1  # the last row's right margin is in an extra row
            table = np.full((height, self.width), kernel.VISITED, dtype=np.int8)
            inside = table[self.top : self.top + board.rows, self.left :]
            inside[:] = 0
            for hole in board.hole_indices:
                inside[divmod(hole, board.cols)] = kernel.VISITED
            flat = table.reshape(-1)
            arrays = CompiledRule(self, Rule(FIRST_ORDER, most=most)).arrays
            kernel.fill_table(flat, arrays, self.top, self.left, board.rows, board.cols)
            self._tables[most] = flat
        return self._tables[most]


class CompiledRule:
    """A rule as arrays, ready for walks on a board."""

    def __init__(self, padded: PaddedBoard, rule: Rule) -> None:
        self.padded = padded
        self.rule = rule
        moves, steps, downs, rights = padded.lay_orders([rule.order])[0]
        row_keys, col_keys, scale = self._keys()
        self.arrays = RuleArrays(
            width=padded.width,
            moves=moves,
            steps=steps,
            downs=downs,
            rights=rights,
            lower=-1 if rule.most else 1,
            dead=(8 if rule.most else 0) if rule.dead_ends_last else -1,
            kinds=np.array([_KINDS.get(t.kind, kernel.STATIC) for t in rule.stages], dtype=np.int64),
            depths=np.array([t.depth for t in rule.stages], dtype=np.int64),
            row_keys=row_keys,
            col_keys=col_keys,
            scale=scale,
        )

    def _keys(self) -> tuple[Ints, Ints, int]:
        """Return row keys, column keys and scale. If all tie-breaks except the order are sums of a row key
        and a column key, and fit 62 bits, they are combined into one pair of keys. Otherwise there is a pair
        for each tie-break, and the scale is 0."""
        rule = self.rule
        pairs = [self._stage_keys(tie) for tie in rule.stages]
        if not rule.dead_ends_last and not any(tie.kind in _KINDS for tie in rule.stages):
            # The sums of each tie-break are below its span, so the combined sums are below the product.
            spans = [int(rows.max()) + int(cols.max()) + 1 for rows, cols in pairs]
            scale = 8 * math.prod(spans)
            if scale < _MOST_SCALE:
                row_keys, col_keys = self._laid_out(1)
                for (rows, cols), span in zip(pairs, spans, strict=True):
                    row_keys[0] = row_keys[0] * span + rows
                    col_keys[0] = col_keys[0] * span + cols
                row_keys *= 8
                col_keys *= 8
                return row_keys, col_keys, scale
        row_keys, col_keys = self._laid_out(len(pairs))
        for i, (rows, cols) in enumerate(pairs):
            row_keys[i], col_keys[i] = rows, cols
        return row_keys, col_keys, 0

    def _laid_out(self, stages: int) -> tuple[Ints, Ints]:
        """Return arrays for keys, with entries for the margins, where keys do not matter."""
        padded, board = self.padded, self.padded.board
        row_keys = np.zeros((stages, board.rows + 2 * padded.top), dtype=np.int64)
        col_keys = np.zeros((stages, board.cols + 2 * padded.left), dtype=np.int64)
        return row_keys, col_keys

    def _stage_keys(self, tie: Tie) -> tuple[Ints, Ints]:
        """Return keys, including the margin, whose sum is smallest where the tie-break prefers it. None is
        negative."""
        padded, board = self.padded, self.padded.board
        rows, cols = (keys[0] for keys in self._laid_out(1))
        for keys, n, margin in ((rows, board.rows, padded.top), (cols, board.cols, padded.left)):
            inside = keys[margin : margin + n]
            at = np.arange(n, dtype=np.int64)
            if tie.kind == "outermost":
                inside[:] = (n - 1) ** 2 - (2 * at - n + 1) ** 2
            elif tie.kind == "corner":
                inside[:] = np.minimum(at, n - 1 - at)
        return rows, cols

    @property
    def chunk(self) -> int:
        """Return how many squares can be walked in a fraction of a second."""
        if self.arrays.scale:
            return _CHUNK
        deepest = max((tie.depth for tie in self.rule.stages), default=0)
        return max(1, _CHOICE_CHUNK >> 3 * deepest)

    # -- one walk ---------------------------------------------------------------------------------

    def walk(self, start: int, rng: Rng, limit: int, tick: Callable[[int], bool] | None = None) -> Walk:
        """Return the walk from a start, of at most `limit` squares. It stops if `tick(squares so far)` is
        True."""
        padded, arrays = self.padded, self.arrays
        at = padded.place(start)
        table = padded.table(self.rule.most).copy()
        if self.rule.open_start:  # raise its neighbours by as much as entering it lowers them
            table[at + arrays.moves] += arrays.lower
        table[at] = kernel.VISITED
        path = np.empty(limit, dtype=np.int32)
        path[0] = start
        state = np.array([rng.state], dtype=np.uint64)
        work = scratch()
        done = 1
        while done < limit:
            target = min(limit, done + self.chunk)
            if arrays.scale == 0:
                done, at = kernel.walk_by_choice(table, at, arrays, state, work, path, done, target)
            elif arrays.scale == kernel.NO_KEYS:
                done, at = kernel.walk_by_order(table, at, arrays, path, done, target)
            else:
                done, at = kernel.walk_by_keys(table, at, arrays, path, done, target)
            if done < target or (tick is not None and tick(done)):
                break
        rng.state = int(state[0])
        path.resize(done, refcheck=False)  # in place, because a copy would need the same memory again
        return Walk.from_indices(padded.board, path, handed_over=True)

    # -- many walks -------------------------------------------------------------------------------

    def walk_many(
        self,
        starts: "Sequence[int] | Ints",
        rng: Sequence[Rng] | None = None,
        *,
        orders: Ints | None = None,
        which: Ints | None = None,
    ) -> tuple[Ints, Numbers]:
        """Return how many squares each walk visits, and the index of its last square. Thread-safe.

        A random rule needs an rng for each start. With `orders`, made by `PaddedBoard.lay_orders`, walk i
        uses order `which[i]` of them instead of the rule's.
        """
        padded, arrays = self.padded, self.arrays
        if orders is None:
            orders = padded.lay_orders([self.rule.order])
        if which is None:
            which = np.zeros(len(starts), dtype=np.int64)
        fresh = padded.table(self.rule.most)
        indices: Ints = np.array(starts, dtype=np.int64)
        ats = padded.places(indices)
        visited, ends = np.empty_like(ats), np.empty_like(ats)
        if rng is None:
            states = np.ones(len(ats), dtype=np.uint64)
        else:
            states = np.array([one.state for one in rng], dtype=np.uint64)
        path = np.empty(padded.board.size, dtype=np.int32)
        moves, steps, downs, rights = np.empty((4, 8), dtype=np.int64)  # the kernel copies orders into these
        own = arrays._replace(moves=moves, steps=steps, downs=downs, rights=rights)
        kernel.walk_many(
            fresh, np.empty_like(fresh), ats, indices, which, orders, own, self.rule.open_start, states,
            scratch(), path, visited, ends,
        )  # fmt: skip
        for one, state in zip(rng or (), states.tolist(), strict=False):
            one.state = state
        return visited, padded.indices(ends)


def scratch() -> Ints:
    """Return scratch for `choose` and for ranking. A row has nine values, or nine levels of lookahead."""
    return np.zeros((8, 16), dtype=np.int64)
