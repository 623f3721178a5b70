"""Boards and rules as the kernels want them: the wrapper that turns values into arrays and back.

Importing this loads numba; solvers do so only for work that repays it.
"""

import math
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from turaga import greedy_kernel as kernel
from turaga.board import Board
from turaga.jit import Bits, Bytes, Ints, Numbers, Quest, RuleArrays, Trail
from turaga.order import FIRST_ORDER, direction_steps
from turaga.rng import Rng
from turaga.rule import Rule, Tie
from turaga.solve import search_kernel as search_kernel
from turaga.walk import Walk

# Between two looks at the clock and the keyboard, each a fraction of a second:
_CHUNK = 1 << 23  # squares of a walk by order or keys
_CHOICE_CHUNK = 1 << 18  # squares of any other walk, and an eighth of that for each move looked ahead
_FLOOD = 1 << 23  # places a search looks at to see what can be reached
_MOST_SCALE = 1 << 55  # times a table value, at most 116, it stays below 2**62
_KINDS = {"random": kernel.RANDOM, "lookahead": kernel.LOOKAHEAD}


class Ground:
    """A board laid out flat with its margin, as `_kernels` describes; made once for many rules.

    Steps longer than the board lead nowhere and are left out, so that the margin stays small.
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

    def place(self, number: int) -> int:
        """Where a square stands in the layout."""
        row, col = divmod(number, self.board.cols)
        return (row + self.top) * self.width + col + self.left

    def places(self, numbers: Ints) -> Ints:
        """Where squares stand in the layout."""
        rows, cols = np.divmod(numbers, self.board.cols)
        return (rows + self.top) * self.width + cols + self.left

    def lay_orders(self, orders: Sequence[str]) -> Ints:
        """For each order the four arrays of a plan that depend on it: moves, steps, downs, rights; each holds
        the steps that fit on the board, in the order and each once, and zeros behind them."""
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

    def numbers(self, places: NDArray[np.integer]) -> Numbers:
        """The square numbers of places."""
        rows, cols = np.divmod(places.astype(np.int64), self.width)
        return ((rows - self.top) * self.board.cols + cols - self.left).astype(np.int32)

    def table(self, most: bool) -> Bytes:
        """The table of a board nobody has entered yet; not to be written to."""
        if most not in self._tables:
            board = self.board
            height = board.rows + 2 * self.top + 1  # the last row's right margin needs a row to be in
            table = np.full((height, self.width), kernel.VISITED, dtype=np.int8)
            inside = table[self.top : self.top + board.rows, self.left :]
            inside[:] = 0
            for hole in board.holes:
                inside[divmod(hole, board.cols)] = kernel.VISITED
            flat = table.reshape(-1)
            plan = Machine(self, Rule(ties=f"order:{FIRST_ORDER}", most=most)).plan
            kernel.fill_table(flat, plan, self.top, self.left, board.rows, board.cols)
            self._tables[most] = flat
        return self._tables[most]


class Machine:
    """A rule made ready to walk a ground."""

    def __init__(self, ground: Ground, rule: Rule) -> None:
        self.ground = ground
        self.rule = rule
        moves, steps, downs, rights = ground.lay_orders([rule.order])[0]
        row_keys, col_keys, scale = self._keys()
        self.plan = RuleArrays(
            width=ground.width,
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
        """Row keys, column keys and scale: one combined pair if all ties but the order are sums of the
        two and fit 62 bits, otherwise a pair a stage and scale 0."""
        rule = self.rule
        pairs = [self._stage_keys(tie) for tie in rule.stages]
        if not rule.dead_ends_last and not any(tie.kind in _KINDS for tie in rule.stages):
            # Each stage's sums are below its span, so the sums of all are below the spans' product.
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
        """Room for keys, with places for the margin before and behind, where they never matter."""
        ground, board = self.ground, self.ground.board
        row_keys = np.zeros((stages, board.rows + 2 * ground.top), dtype=np.int64)
        col_keys = np.zeros((stages, board.cols + 2 * ground.left), dtype=np.int64)
        return row_keys, col_keys

    def _stage_keys(self, tie: Tie) -> tuple[Ints, Ints]:
        """Keys, margin and all, whose sum is least where the tie-break likes it best; none below 0."""
        ground, board = self.ground, self.ground.board
        rows, cols = (keys[0] for keys in self._laid_out(1))
        for keys, n, margin in ((rows, board.rows, ground.top), (cols, board.cols, ground.left)):
            inside = keys[margin : margin + n]
            at = np.arange(n, dtype=np.int64)
            if tie.kind == "outermost":
                inside[:] = (n - 1) ** 2 - (2 * at - n + 1) ** 2
            elif tie.kind == "corner":
                inside[:] = np.minimum(at, n - 1 - at)
        return rows, cols

    @property
    def chunk(self) -> int:
        """How many squares can be walked in a fraction of a second."""
        if self.plan.scale:
            return _CHUNK
        deepest = max((tie.depth for tie in self.rule.stages), default=0)
        return max(1, _CHOICE_CHUNK >> 3 * deepest)

    # -- one walk ---------------------------------------------------------------------------------

    def walk(self, start: int, dice: Rng, limit: int, tick: Callable[[int], bool] | None = None) -> Walk:
        """The walk from a start, at most `limit` squares; `tick(squares so far)` may stop it by True."""
        ground, plan = self.ground, self.plan
        at = ground.place(start)
        table = ground.table(self.rule.most).copy()
        if self.rule.open_start:  # raise its neighbours by what entering it will lower them
            table[at + plan.moves] += plan.lower
        table[at] = kernel.VISITED
        path = np.empty(limit, dtype=np.int32)
        path[0] = start
        state = np.array([dice.state], dtype=np.uint64)
        work = _scratch()
        done = 1
        while done < limit:
            target = min(limit, done + self.chunk)
            if plan.scale == 0:
                done, at = kernel.walk_by_choice(table, at, plan, state, work, path, done, target)
            elif plan.scale == kernel.NO_KEYS:
                done, at = kernel.walk_by_order(table, at, plan, path, done, target)
            else:
                done, at = kernel.walk_by_keys(table, at, plan, path, done, target)
            if done < target or (tick is not None and tick(done)):
                break
        dice.state = int(state[0])
        path.resize(done, refcheck=False)  # in place: a copy would be as large again
        return Walk.from_indices(ground.board, path, handed_over=True)

    # -- many walks -------------------------------------------------------------------------------

    def walk_many(
        self,
        starts: "Sequence[int] | Ints",
        dice: Sequence[Rng] | None = None,
        *,
        orders: Ints | None = None,
        which: Ints | None = None,
    ) -> tuple[Ints, Numbers]:
        """How many squares each walk visits and the number of its last square. Thread-safe.

        A rule that is not random needs no dice; another needs one for each start. With `orders`, made by
        `Ground.lay_orders`, the i-th walk goes by order number `which[i]` of them and not by the rule's.
        """
        ground, plan = self.ground, self.plan
        if orders is None:
            orders = ground.lay_orders([self.rule.order])
        if which is None:
            which = np.zeros(len(starts), dtype=np.int64)
        fresh = ground.table(self.rule.most)
        numbers: Ints = np.array(starts, dtype=np.int64)
        ats = ground.places(numbers)
        visited, ends = np.empty_like(ats), np.empty_like(ats)
        if dice is None:
            states = np.ones(len(ats), dtype=np.uint64)
        else:
            states = np.array([one.state for one in dice], dtype=np.uint64)
        path = np.empty(ground.board.size, dtype=np.int32)
        moves, steps, downs, rights = np.empty((4, 8), dtype=np.int64)  # the kernel lays orders into these
        own = plan._replace(moves=moves, steps=steps, downs=downs, rights=rights)
        kernel.walk_many(
            fresh, np.empty_like(fresh), ats, numbers, which, orders, own, self.rule.open_start, states,
            _scratch(), path, visited, ends,
        )  # fmt: skip
        for one, state in zip(dice or (), states.tolist(), strict=False):
            one.state = state
        return visited, ground.numbers(ends)


def _scratch() -> Ints:
    """Room for `choose` and for ranking; nine values, or nine levels of looking ahead, a row."""
    return np.zeros((8, 16), dtype=np.int64)


class SearchState:
    """A search in the kernel, which can be run a while, looked at, and run on."""

    def __init__(
        self, machine: Machine, start: int, dice: Rng, *, goal: int, anchor: int | None, prune: bool
    ) -> None:
        self.machine = machine
        ground, plan, rule = machine.ground, machine.plan, machine.rule
        at = ground.place(start)
        self.table = ground.table(rule.most).copy()
        near_start = self._free_near(at)
        post = -1 if anchor is None else ground.place(anchor)
        near_anchor = self._free_near(post) if post >= 0 else np.zeros_like(near_start)
        if rule.open_start:  # raise its neighbours by what entering it will lower them
            self.table[at + plan.moves[plan.moves != 0]] += plan.lower
        self.quest = Quest(goal, post, prune, rule.open_start, near_start, near_anchor)
        squares = ground.board.size
        self.trail = Trail(
            path=np.full(squares, at, dtype=np.int32),
            options=np.zeros(squares, dtype=np.int32),
            values=np.zeros(squares, dtype=np.int8),
            loose=np.zeros(squares, dtype=np.int8),
            best=np.empty(squares, dtype=np.int32),
            stamps=np.zeros(len(self.table) if prune else 1, dtype=np.int32),
            queue=np.empty(squares + 1 if prune else 1, dtype=np.int32),
            state=np.zeros(6, dtype=np.int64),
        )
        self.dice: Bits = np.array([dice.state], dtype=np.uint64)
        self.work = _scratch()
        self.ending = "paused"

    def _free_near(self, at: int) -> Bytes:
        """A mark for each place: 1 if it is a free square a move from the given one."""
        moves = self.machine.plan.moves
        near = at + moves[moves != 0]
        marks = np.zeros(len(self.table), dtype=np.int8)
        marks[near[self.table[near] < kernel.TAKEN]] = 1
        return marks

    @property
    def steps(self) -> int:
        """Squares entered so far."""
        return int(self.trail.state[search_kernel.STEPS])

    @property
    def backtracks(self) -> int:
        """Squares left again so far."""
        return int(self.trail.state[search_kernel.BACKTRACKS])

    def run(self, until: int) -> str:
        """Search on until it is over, so many steps were made, or it has taken a while: "found",
        "exhausted" or "paused"."""
        most = int(self.trail.state[search_kernel.FLOODED]) + _FLOOD
        over = search_kernel.search(
            self.table, self.machine.plan, self.quest, self.trail, self.dice, self.work, until, most
        )
        self.ending = {search_kernel.FOUND: "found", search_kernel.EXHAUSTED: "exhausted"}.get(over, "paused")
        return self.ending

    def best(self) -> Walk:
        """The first of the longest walks so far; once the search has found what it wants, that."""
        state, ground = self.trail.state, self.machine.ground
        depth, best = int(state[search_kernel.DEPTH]), int(state[search_kernel.BEST])
        current = self.ending == "found" or depth > best
        places = self.trail.path[:depth] if current else self.trail.best[:best]
        return Walk.from_indices(ground.board, ground.numbers(places), handed_over=True)
