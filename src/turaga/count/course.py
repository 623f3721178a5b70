"""The squares of a board in the order the frontier method takes them, for some tours to be counted.

Each comes with what lies ahead, so that states that lead nowhere are dropped at once, and, where the board is
its own mirror image, the ends given included, with the places where mirror images are folded together.

Importing this loads numba.
"""

from collections.abc import Sequence, Set

import numpy as np

from turaga._kernels._jit import Ints
from turaga._kernels.counting import EACH_SLOT, Outlook
from turaga.board import Board
from turaga.count.layers import Stop
from turaga.frontier.lie import Lie

__all__ = ["Course"]


class Course:
    """The squares in turn: `course[place]` is the one to be taken at a place.

    The tours have `ends` ends (2, or 0 if closed), those at the squares of the numbers given among them. With
    `fold`, a state stands for its mirror image too, where that changes no count: not for those who want
    to know the tours themselves.

    >>> course = Course(Board("3x4"), [], 2)
    >>> len(course), course[5].folded, course[5].outlook.ends
    (12, (3, 2), 2)
    """

    def __init__(self, board: Board, given: Sequence[int], ends: int, *, fold: bool = True) -> None:
        self.lie = Lie(board)
        self.given = sorted(map(self.lie.place, given))
        self.ends = ends
        self.folds = fold and self._is_own_mirror(self.lie.holes) and self._is_own_mirror(set(self.given))
        needs = [0 if p in self.lie.holes else 1 if p in self.given else 2 for p in range(board.area)]
        signed = [n if self._is_light(p) else -n for p, n in enumerate(needs)]
        # What the light squares from a place on need, less what the dark ones do.
        self._balance = [*np.cumsum(signed[::-1])[::-1].tolist(), 0]

    def __len__(self) -> int:
        return self.lie.board.area

    def __getitem__(self, place: int) -> Stop:
        if not 0 <= place < len(self):
            raise IndexError(place)
        lie = self.lie
        at_row_end = place % lie.width == lie.width - 1
        folded = (lie.width, lie.reach) if self.folds and at_row_end else None
        return Stop(lie.site(place, self.given, self.ends), self._outlook(place), folded)

    def _is_own_mirror(self, places: Set[int]) -> bool:
        """Whether the same places are among these in every row read backwards."""
        width = self.lie.width
        return all(p + width - 1 - 2 * (p % width) in places for p in places)

    def _is_light(self, place: int) -> bool:
        """One of two colours, such that every move leads to the other: rows and columns are counted in units
        of what divides both steps of the leaper and is a power of two; if both are odd then, rows change."""
        a, b = self.lie.board.leaper
        unit = (a | b) & -(a | b)
        row, col = (x // unit for x in divmod(place, self.lie.width))
        return bool((row + (col if (a // unit + b // unit) % 2 else 0)) % 2)

    def _outlook(self, place: int) -> Outlook:
        """What lies ahead when the square at this place has been taken."""
        lie = self.lie
        past = place + 1 + lie.window  # the first place beyond the window
        real = must_end = light = 0
        tight: list[tuple[int, int, int]] = []
        for slot in range(lie.window):
            here = place + 1 + slot
            if here >= len(self) or here in lie.holes:
                continue
            bit = 1 << 4 * slot
            real |= bit
            must_end |= bit * (here in self.given)
            light |= bit * self._is_light(here)
            later = [p for p in self._neighbours(here) if p > place]
            beyond = sum(p >= past for p in later)
            if beyond <= 2:
                near = sum(1 << 4 * (p - place - 1) for p in later if p < past)
                tight.append((slot, near, beyond))
        columns: Ints = np.array(tight, dtype=np.int64).reshape(len(tight), 3).T.copy()
        assert real & ~EACH_SLOT == 0
        to_come = sum(p > place for p in self.given)
        balance = int(self._balance[min(past, len(self))])
        return Outlook(
            real, must_end, light, balance, self.ends - to_come, columns[0], columns[1], columns[2]
        )

    def _neighbours(self, place: int) -> list[int]:
        """The places a move away."""
        lie = self.lie
        row, col = divmod(place, lie.width)
        found = []
        for down, right in lie.forward:
            for r, c in ((row + down, col + right), (row - down, col - right)):
                if 0 <= r < lie.length and 0 <= c < lie.width and r * lie.width + c not in lie.holes:
                    found.append(r * lie.width + c)
        return found
