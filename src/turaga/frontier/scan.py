"""The steps of a scan over a board, in the order of `turaga.frontier.layout`, for tours with given ends.

Each step includes an outlook on the squares ahead, so that states without a completion are dropped at once.
If the board, including the given ends, has mirror symmetry, each row ends with a step that merges mirror
images.

Importing this loads numba.
"""

from collections.abc import Sequence

import numpy as np

from turaga.board import Board
from turaga.frontier.growth_kernel import Outlook
from turaga.frontier.layers import ScanStep
from turaga.frontier.layout import ScanLayout
from turaga.frontier.memory import require_window
from turaga.jit import Ints


class ScanOrder:
    """The steps of a scan: `scan[position]` processes the square at that position.

    The tours have `ends` ends (2, or 0 if closed), including the squares with the indices `given`. With
    `fold`, a state also stands for its mirror image, where that does not change the counts. Use `fold=False`
    if you need the tours themselves. Raises `TooManyStates` if the window does not fit into a state.

    >>> scan = ScanOrder(Board("3x4"), [], 2)
    >>> len(scan), scan[5].folded, scan[5].outlook.ends
    (12, (3, 2), 2)
    """

    def __init__(self, board: Board, given: Sequence[int], ends: int, *, fold: bool = True) -> None:
        self.layout = layout = ScanLayout(board)
        require_window(layout, f"board {board} cannot be counted row by row")
        self.given = sorted(map(layout.position, given))
        self.ends = ends
        self.folds = fold and all(map(layout.is_own_mirror, (layout.holes, self.given)))
        needs = [0 if p in layout.holes else 1 if p in self.given else 2 for p in range(board.area)]
        signed = [n if layout.is_light(p) else -n for p, n in enumerate(needs)]
        # The moves that light squares from each position on need, minus those that dark squares need.
        self._balance = [*np.cumsum(signed[::-1])[::-1].tolist(), 0]

    def __len__(self) -> int:
        return self.layout.board.area

    def __getitem__(self, position: int) -> ScanStep:
        if not 0 <= position < len(self):
            raise IndexError(position)
        width = self.layout.width
        at_row_end = position % width == width - 1
        folded = (width, self.layout.reach) if self.folds and at_row_end else None
        return ScanStep(self.layout.site(position, self.given, self.ends), self._outlook(position), folded)

    def _outlook(self, position: int) -> Outlook:
        """What lies ahead once the square at this position has been processed."""
        layout = self.layout
        past = position + 1 + layout.window  # the first position beyond the window
        real = must_end = light = 0
        tight: list[tuple[int, int, int]] = []
        for here in range(position + 1, min(past, len(self))):
            if here in layout.holes:
                continue
            bit = 1 << 4 * (here - position - 1)
            real |= bit
            must_end |= bit * (here in self.given)
            light |= bit * layout.is_light(here)
            later = [p for p in layout.neighbours(here) if p > position]
            beyond = sum(p >= past for p in later)
            if beyond < 2:
                near = sum(1 << 4 * (p - position - 1) for p in later if p < past)
                tight.append((bit, near, beyond))
        columns: Ints = np.array(tight, dtype=np.int64).reshape(len(tight), 3).T.copy()
        to_come = sum(p > position for p in self.given)
        balance = int(self._balance[min(past, len(self))])
        return Outlook(real, must_end, light, balance, self.ends - to_come, *columns)
