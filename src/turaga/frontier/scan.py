"""A board as the steps of a scan: its squares in the order of `turaga.frontier.layout`, for tours with some
ends.

Each step comes with what lies ahead, so that states that lead nowhere are dropped at once. Where the board is
its own mirror image, the given ends included, each row ends with a step that merges mirror images.

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
    """The steps of a scan: `scan[position]` takes the square at that position.

    The tours have `ends` ends (2, or 0 if closed), among them the squares with the indices `given`. With
    `fold`, a state stands for its mirror image too, where that changes no count; leave it out to get at the
    tours themselves. `TooManyStates` if a state cannot hold the window.

    >>> scan = ScanOrder(Board("3x4"), [], 2)
    >>> len(scan), scan[5].folded, scan[5].outlook.ends
    (12, (3, 2), 2)
    """

    def __init__(self, board: Board, given: Sequence[int], ends: int, *, fold: bool = True) -> None:
        self.layout = layout = ScanLayout(board)
        require_window(layout, f"board {board} is too wide to be counted one way through")
        self.given = sorted(map(layout.position, given))
        self.ends = ends
        self.folds = fold and all(map(layout.is_own_mirror, (layout.holes, self.given)))
        needs = [0 if p in layout.holes else 1 if p in self.given else 2 for p in range(board.area)]
        signed = [n if layout.is_light(p) else -n for p, n in enumerate(needs)]
        # What the light squares from a position on need, less what the dark ones need.
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
        """What lies ahead when the square at this position has been taken."""
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
