"""Random boards with holes whose colours fit a question, for the measurements of any board.

`draw` makes holes at random, as many of each colour as the question requires, and then repairs the board so
that every square has a minimum number of moves: it fills holes next to squares with too few moves, removes
squares that have too few on the full board, and restores the balance of the colours. Everything is NumPy, so
1000x1000 takes a second or two.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from turaga import Board
from turaga.tours import Tours

Squares = NDArray[np.bool_]
MOST_HOLES = 0.25  # of the squares
KINDS = ("open", "closed", "given start", "given ends")


def steps_of(leaper: tuple[int, int]) -> list[tuple[int, int]]:
    """The eight jumps of a leaper."""
    a, b = leaper
    return sorted({(x * p, y * q) for x, y in ((a, b), (b, a)) for p in (1, -1) for q in (1, -1)})


def move_counts(present: Squares, leaper: tuple[int, int]) -> NDArray[np.int64]:
    """For every place of the board, how many squares are a move away from it."""
    rows, cols = present.shape
    b = max(leaper)
    padded = np.pad(present.astype(np.int64), b)
    shifted = (padded[b + dr : b + dr + rows, b + dc : b + dc + cols] for dr, dc in steps_of(leaper))
    return np.asarray(np.sum(list(shifted), axis=0))


def colours(shape: tuple[int, int]) -> NDArray[np.int64]:
    """The colour of every place, 0 or 1."""
    return np.add.outer(np.arange(shape[0]), np.arange(shape[1])) % 2


@dataclass
class _Repair:
    """A board on which every square must get `least` moves, and colour 0 `surplus` squares more."""

    present: Squares
    leaper: tuple[int, int]
    least: int
    surplus: int
    rng: np.random.Generator

    def run(self) -> bool:
        """Whether the board could be repaired, within a number of rounds."""
        full = move_counts(np.ones_like(self.present), self.leaper)
        self.present &= full >= self.least
        if (full >= self.least).mean() < 1 - MOST_HOLES:
            return False
        for _ in range(20):
            fine = self._fill() and self._balance()
            low = self.present & (move_counts(self.present, self.leaper) < self.least)
            if fine and not low.any():
                return True
        return False

    def _near(self, row: int, col: int, present: bool) -> list[tuple[int, int]]:
        """The places a move away that are squares, or that are holes."""
        rows, cols = self.present.shape
        places = ((row + dr, col + dc) for dr, dc in steps_of(self.leaper))
        return [
            (r, c)
            for r, c in places
            if 0 <= r < rows and 0 <= c < cols and bool(self.present[r, c]) == present
        ]

    def _fill(self) -> bool:
        """Fill a hole next to each square with too few moves; remove the square if there is none."""
        low = self.present & (move_counts(self.present, self.leaper) < self.least)
        for row, col in np.argwhere(low).tolist():
            holes = self._near(row, col, present=False)
            if holes:
                self.present[holes[self.rng.integers(len(holes))]] = True
            else:
                self.present[row, col] = False
        return bool(self.present.any())

    def _balance(self) -> bool:
        """Fill or remove squares until the colours are right. False if that is not possible."""
        colour = colours((self.present.shape[0], self.present.shape[1]))
        counts = [int((self.present & (colour == side)).sum()) for side in (0, 1)]
        wrong = counts[0] - counts[1] - self.surplus
        more = 0 if wrong > 0 else 1  # the colour with too many squares
        degrees = move_counts(self.present, self.leaper)
        fillable = np.argwhere(~self.present & (colour != more) & (degrees >= self.least))
        removable = np.argwhere(self.present & (colour == more))
        for row, col in self.rng.permutation(fillable)[: abs(wrong) // 2].tolist():
            self.present[row, col] = True
            wrong -= 1 if wrong > 0 else -1
        for row, col in self.rng.permutation(removable).tolist():
            if not wrong:
                return True
            near = self._near(row, col, present=True)
            if all(len(self._near(r, c, present=True)) > self.least for r, c in near):
                self.present[row, col] = False
                wrong -= 1 if wrong > 0 else -1
        return wrong == 0


def draw(
    rng: np.random.Generator, side: int, leaper: tuple[int, int], rate: float, surplus: int, least: int
) -> Squares | None:
    """The squares of a random board; None if this draw cannot be repaired, or has no hole.

    `rate` of the squares are holes before the repair. Colour 0 has `surplus` squares more than colour 1 (it
    can be negative), and every square has at least `least` moves.
    """
    area = side * side
    colour = colours((side, side)).reshape(-1)
    left = area - max(1, round(rate * area))
    left -= (left - surplus) % 2
    keep = ((left + surplus) // 2, (left - surplus) // 2)
    present = np.zeros(area, bool)
    for which in (0, 1):
        places = np.flatnonzero(colour == which)
        present[rng.permutation(places)[: keep[which]]] = True
    repair = _Repair(present.reshape(side, side), leaper, least, surplus, rng)
    if least and not repair.run():
        return None
    balance = int((repair.present & (colours((side, side)) == 0)).sum() * 2 - repair.present.sum())
    return repair.present if balance == surplus and not repair.present.all() else None


def board_of(present: Squares, leaper: tuple[int, int]) -> Board:
    """The board with these squares."""
    holes = [(row, col) for row, col in np.argwhere(~present).tolist()]
    return Board(present.shape[0], present.shape[1], holes=holes, leaper=leaper)


def question_on(rng: np.random.Generator, board: Board, kind: str, surplus: int) -> Tours:
    """A question of a kind, with ends whose colours fit the board."""
    if kind in ("open", "closed"):
        return Tours.at(board, closed=kind == "closed")
    sides: list[list[int]] = [[], []]
    for index in board.indices():
        sides[sum(board.square(index)) % 2].append(index)
    first = {0: int(rng.integers(2)), 1: 0, -1: 1}[surplus]
    start = int(rng.choice(sides[first]))
    if kind == "given start":
        return Tours.at(board, start)
    last = [index for index in sides[first if surplus else 1 - first] if index != start]
    return Tours.at(board, start, int(rng.choice(last)))
