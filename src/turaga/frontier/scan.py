"""The squares of a board in the order the frontier method takes them, for some tours to be counted.

Each comes with what lies ahead, so that states that lead nowhere are dropped at once, and, where the board is
its own mirror image, the ends given included, with the places where mirror images are folded together.

Importing this loads numba.
"""

from collections.abc import Sequence

import numpy as np

from turaga.board import Board
from turaga.errors import BadRule
from turaga.frontier import MOST_WINDOW
from turaga.frontier.growth_kernel import Outlook
from turaga.frontier.layers import ScanStep
from turaga.frontier.layout import ScanLayout
from turaga.frontier.positions import Places
from turaga.jit import Ints


class ScanOrder:
    """The squares in turn: `course[place]` is the one to be taken at a place.

    The tours have `ends` ends (2, or 0 if closed), those on the squares of the numbers given among them. With
    `fold`, a state stands for its mirror image too, where that changes no count: not for those who want
    to know the tours themselves. `BadRule` if a state cannot hold the window.

    >>> course = ScanOrder(Board("3x4"), [], 2)
    >>> len(course), course[5].folded, course[5].outlook.ends
    (12, (3, 2), 2)
    """

    def __init__(self, board: Board, given: Sequence[int], ends: int, *, fold: bool = True) -> None:
        self.places = Places(board)
        if self.places.window > MOST_WINDOW:
            raise BadRule(
                f"board {board} is too wide to be counted one way through: its moves reach "
                f"{self.places.window} squares ahead, and at most {MOST_WINDOW} are taken "
                "(for the knight, a side of 7)"
            )
        self.lie = ScanLayout(board)
        self.given = sorted(map(self.places.of, given))
        self.ends = ends
        self.folds = fold and all(map(self.places.are_own_mirror, (self.places.holes, self.given)))
        needs = [0 if p in self.places.holes else 1 if p in self.given else 2 for p in range(board.area)]
        signed = [n if self.places.is_light(p) else -n for p, n in enumerate(needs)]
        # What the light squares from a place on need, less what the dark ones do.
        self._balance = [*np.cumsum(signed[::-1])[::-1].tolist(), 0]

    def __len__(self) -> int:
        return self.places.board.area

    def __getitem__(self, place: int) -> ScanStep:
        if not 0 <= place < len(self):
            raise IndexError(place)
        width = self.places.width
        at_row_end = place % width == width - 1
        folded = (width, self.places.reach) if self.folds and at_row_end else None
        return ScanStep(self.lie.site(place, self.given, self.ends), self._outlook(place), folded)

    def _outlook(self, place: int) -> Outlook:
        """What lies ahead when the square at this place has been taken."""
        places = self.places
        past = place + 1 + places.window  # the first place beyond the window
        real = must_end = light = 0
        tight: list[tuple[int, int, int]] = []
        for here in range(place + 1, min(past, len(self))):
            if here in places.holes:
                continue
            bit = 1 << 4 * (here - place - 1)
            real |= bit
            must_end |= bit * (here in self.given)
            light |= bit * places.is_light(here)
            later = [p for p in places.neighbours(here) if p > place]
            beyond = sum(p >= past for p in later)
            if beyond < 2:
                near = sum(1 << 4 * (p - place - 1) for p in later if p < past)
                tight.append((bit, near, beyond))
        columns: Ints = np.array(tight, dtype=np.int64).reshape(len(tight), 3).T.copy()
        to_come = sum(p > place for p in self.given)
        balance = int(self._balance[min(past, len(self))])
        return Outlook(real, must_end, light, balance, self.ends - to_come, *columns)
