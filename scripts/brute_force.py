"""A brute force for small boards that shares no code with Turaga: what `scripts/oracle.py` compares it with.

A board is a set of (row, column) pairs, counted from 0 at the top left. Everything is derived from the moves
of the leaper by trying all possibilities. There is no theory, only one table: how many ways there are to
visit all free squares from a square. Answers about tours are answers about the list of them all.

    python scripts/brute_force.py 3x4              # 16 open tours, each counted in both directions
    python scripts/brute_force.py 5x5 --start 1,1  # 304
    python scripts/brute_force.py 4x6 --closed     # 0
"""

import argparse
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

Square = tuple[int, int]
Path = tuple[Square, ...]

ORDER = "12345678"


class TooBig(Exception):
    """The board has too many tours or positions to try them all."""


def directions(leaper: tuple[int, int]) -> list[Square]:
    """The steps 1 to 8 of a leaper, clockwise from "far down, a little to the right"."""
    a, b = sorted(leaper)
    return [(b, a), (b, -a), (a, -b), (-a, -b), (-b, -a), (-b, a), (-a, b), (a, b)]


class Puzzle:
    """A board and a leaper, with all tours."""

    def __init__(
        self,
        rows: int,
        cols: int,
        holes: Iterable[Square] = (),
        leaper: tuple[int, int] = (1, 2),
        *,
        most_positions: int = 400_000,
        most_tours: int = 40_000,
    ) -> None:
        self.rows, self.cols, self.leaper = rows, cols, leaper
        self.holes = frozenset(holes)
        self.squares = [(r, c) for r in range(rows) for c in range(cols) if (r, c) not in self.holes]
        self.size = len(self.squares)
        self._most_positions, self._most_tours = most_positions, most_tours
        self._number = {square: n for n, square in enumerate(self.squares)}
        self._near = [sum(1 << self._number[s] for s in self.neighbours(square)) for square in self.squares]
        self._ways: dict[tuple[int, int], int] = {}
        self._tours: list[Path] | None = None

    # -- moves ------------------------------------------------------------------------------------

    def neighbours(self, square: Square, order: str = ORDER) -> list[Square]:
        """The squares a move away, each once, in an order of the directions."""
        steps = directions(self.leaper)
        found: list[Square] = []
        for digit in order:
            down, right = steps[int(digit) - 1]
            there = (square[0] + down, square[1] + right)
            if there in self._number and there not in found:
                found.append(there)
        return found

    def is_move(self, one: Square, other: Square) -> bool:
        """Whether two squares are a move apart."""
        across = sorted((abs(one[0] - other[0]), abs(one[1] - other[1])))
        return across == sorted(self.leaper)

    # -- is it a tour? ----------------------------------------------------------------------------

    def mistake(self, path: Sequence[Square]) -> str:
        """What is wrong with a walk; nothing if it is a walk."""
        for square in path:
            if square not in self._number:
                return f"{square} is not a square"
        if len(set(path)) < len(path):
            return "a square is visited twice"
        for one, other in pairwise(path):
            if not self.is_move(one, other):
                return f"{one} to {other} is not a move"
        return ""

    def closes(self, path: Sequence[Square]) -> bool:
        """Whether the last square is a move away from the first. Two squares do not make a circuit."""
        return len(path) > 2 and self.is_move(path[0], path[-1])

    def not_the_tour(
        self,
        path: Sequence[Square],
        start: Square | None = None,
        end: Square | None = None,
        closed: bool = False,
        fix: Mapping[int, Square] | None = None,
    ) -> str:
        """Why this is not the requested tour; nothing if it is."""
        if wrong := self.mistake(path):
            return wrong
        if len(path) != self.size:
            return f"{len(path)} of {self.size} squares"
        if start is not None and path[0] != start:
            return f"it starts on {path[0]}, not on {start}"
        if end is not None and path[-1] != end:
            return f"it ends on {path[-1]}, not on {end}"
        if closed and not self.closes(path):
            return "it is not closed"
        for step, square in (fix or {}).items():
            if path[step - 1] != square:
                return f"step {step} is on {path[step - 1]}, not on {square}"
        return ""

    # -- all tours --------------------------------------------------------------------------------

    def completions(self, path: Sequence[Square]) -> int:
        """How many tours begin with this walk."""
        free = (1 << self.size) - 1
        for square in path:
            free &= ~(1 << self._number[square])
        return self._count(self._number[path[-1]], free)

    def _count(self, here: int, free: int) -> int:
        """The number of ways to visit all the free squares, going on from a square."""
        if not free:
            return 1
        key = (here, free)
        known = self._ways.get(key)
        if known is not None:
            return known
        if len(self._ways) > self._most_positions:
            raise TooBig
        total = 0
        targets = list(_bits(self._near[here] & free))
        # Once the walk has left this square, a neighbour without another free neighbour can never be
        # entered. One with a single free neighbour can only be the last, or the next.
        left = [self._near[n] & free for n in targets]
        if len(targets) == 1 or (all(left) and sum(1 for mask in left if mask & (mask - 1) == 0) < 3):
            total = sum(self._count(n, free & ~(1 << n)) for n in targets)
        self._ways[key] = total
        return total

    def tours(self) -> list[Path]:
        """All open tours in both directions, those that can be closed among them."""
        if self._tours is None:
            whole = (1 << self.size) - 1
            starts = range(self.size)
            if sum(self._count(n, whole & ~(1 << n)) for n in starts) > self._most_tours:
                raise TooBig
            self._tours = [tour for square in self.squares for tour in self.listing_from(square)]
        return self._tours

    def listing_from(self, start: Square, order: str = ORDER) -> Iterator[Path]:
        """All tours from a square, as a plain depth-first search in this order finds them."""

        near = [[self._number[s] for s in self.neighbours(square, order)] for square in self.squares]

        def follow(path: list[int], free: int) -> Iterator[Path]:
            if not free:
                yield tuple(self.squares[n] for n in path)
            for n in near[path[-1]]:
                rest = free & ~(1 << n)
                if rest != free and self._count(n, rest):
                    yield from follow([*path, n], rest)

        first = self._number[start]
        if self.completions([start]):
            yield from follow([first], ((1 << self.size) - 1) & ~(1 << first))

    def wanted(
        self,
        start: Square | None = None,
        end: Square | None = None,
        closed: bool = False,
        fix: Mapping[int, Square] | None = None,
    ) -> list[Path]:
        """All tours that fit a request."""
        return [tour for tour in self.tours() if self._fits(tour, start, end, closed, fix or {})]

    def _fits(
        self, tour: Path, start: Square | None, end: Square | None, closed: bool, fix: Mapping[int, Square]
    ) -> bool:
        return (
            start in (None, tour[0])
            and end in (None, tour[-1])
            and (not closed or self.closes(tour))
            and all(tour[step - 1] == square for step, square in fix.items())
        )

    def any_closed(self) -> bool:
        """Whether there is a closed tour."""
        return any(self.closes(tour) for tour in self.tours())

    # -- counted and listed as documented ---------------------------------------------------------

    def listed(
        self,
        start: Square | None = None,
        end: Square | None = None,
        closed: bool = False,
        directed: bool = False,
        order: str = ORDER,
    ) -> list[Path]:
        """The tours in the documented sequence, each once, or twice if directed.

        Open tours: starts row by row, and each tour from its first end only. Closed tours: from the start or
        the first square, and each in the direction that comes first. An end alone: from there, reversed.
        """
        if end is not None and start is None:
            return [tour[::-1] for tour in self.listed(end, None, closed, directed, order)]
        if start is not None or closed:
            starts = [start or self.squares[0]]
        else:
            starts = self.squares
        found: list[Path] = []
        seen: set[frozenset[frozenset[Square]]] = set()
        whole = directed or end is not None or (start is not None and not closed)
        for square in starts:
            for tour in self.listing_from(square, order):
                if not self._fits(tour, None, end, closed, {}):
                    continue
                moves = edges(tour, closed=closed)
                if whole or moves not in seen:
                    found.append(tour)
                seen.add(moves)
        return found

    def count(
        self,
        start: Square | None = None,
        end: Square | None = None,
        closed: bool = False,
        directed: bool = False,
    ) -> int:
        """The number of these tours, each counted once, or twice if directed."""
        if closed and (start is None or end is None):
            circuits = {edges(tour, closed=True) for tour in self.tours() if self.closes(tour)}
            return len(circuits) * (2 if directed else 1)
        fitting = self.wanted(start, end, closed)
        if start is not None or end is not None or directed or self.size == 1:
            return len(fitting)
        return len(fitting) // 2

    def symmetries(self) -> list[dict[Square, Square]]:
        """The rotations and reflections that map the board to itself, as maps of its squares."""
        bottom, right = self.rows - 1, self.cols - 1
        found = []
        for turned in (False, True) if self.rows == self.cols else (False,):
            for down in (False, True):
                for across in (False, True):
                    image = {}
                    for row, col in self.squares:
                        there = (bottom - row if down else row, right - col if across else col)
                        image[row, col] = there[::-1] if turned else there
                    if set(image.values()) == set(self.squares):
                        found.append(image)
        return found

    def class_sizes(self, closed: bool) -> dict[int, int]:
        """For each size of a class of tours under the symmetries, how many classes there are."""
        maps = self.symmetries()
        left = {edges(t, closed=closed) for t in self.tours() if not closed or self.closes(t)}
        sizes: dict[int, int] = {}
        while left:
            one = next(iter(left))
            images = {frozenset(frozenset(image[s] for s in move) for move in one) for image in maps}
            sizes[len(images)] = sizes.get(len(images), 0) + 1
            left -= images
        return sizes

    def longest_from(self, start: Square, most: int = 40_000) -> int | None:
        """The length of the longest walk from a square; None if that takes too many steps."""
        longest = steps = 0
        stack = [(self._number[start], ((1 << self.size) - 1) & ~(1 << self._number[start]), 1)]
        seen: set[tuple[int, int]] = set()
        while stack:
            here, free, length = stack.pop()
            longest = max(longest, length)
            steps += 1
            if steps > most:
                return None
            for n in _bits(self._near[here] & free):
                after = (n, free & ~(1 << n))
                if after not in seen:
                    seen.add(after)
                    stack.append((*after, length + 1))
        return longest


def edges(tour: Sequence[Square], *, closed: bool) -> frozenset[frozenset[Square]]:
    """A tour without its start and direction: the set of its moves. A tour of one square is that square."""
    if len(tour) == 1:
        return frozenset([frozenset(tour)])
    ring = [*tour, tour[0]] if closed else list(tour)
    return frozenset(frozenset(move) for move in pairwise(ring))


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


# -- the published programs ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Manner:
    """How a greedy walk or a search chooses: Warnsdorff's rule with the choices that programs differ in."""

    order: str = ORDER
    ties: tuple[str, ...] = ()  # outermost, corner, lookahead:K, tried before the order
    most: bool = False  # the most onward moves instead of the fewest
    open_start: bool = False  # entering the start lowers no degrees
    dead_ends_last: bool = False  # a square of degree 0 only if nothing else is left, and then the last one
    method: str = field(default="greedy")


# As the five published programs are described: their order, their quirk, and whether they backtrack.
PROGRAMS = {
    "serafeimidis": Manner("12345678", open_start=True),
    "klochko": Manner("25163487", dead_ends_last=True),
    "stahovec": Manner("18765432", method="search"),
    "bencic": Manner("81234567"),
    "agh": Manner("21876543", method="search"),
}


class Walker:
    """Walks on a puzzle in a certain manner. A given end is a hole until the last step."""

    def __init__(self, puzzle: Puzzle, manner: Manner, end: Square | None = None) -> None:
        self.puzzle, self.manner, self.end = puzzle, manner, end
        self.steps = 0
        self._around = {square: puzzle.neighbours(square, manner.order) for square in puzzle.squares}

    def free(self, path: Sequence[Square], square: Square) -> list[Square]:
        """The unvisited neighbours of a square, in the order."""
        return [s for s in self._around[square] if s not in path and s != self.end]

    def degree(self, path: Sequence[Square], square: Square) -> int:
        """The number of unvisited neighbours, where with an open start the start counts as unvisited."""
        visited = path[1:] if self.manner.open_start else path
        return sum(1 for s in self._around[square] if s not in visited and s != self.end)

    def prefer(self, path: Sequence[Square], among: list[Square]) -> Square:
        """The square to enter next."""
        manner = self.manner
        degree = {s: self.degree(path, s) for s in among}
        if manner.dead_ends_last:
            alive = [s for s in among if degree[s]]
            if not alive:
                return among[-1]
            among = alive
        best = (max if manner.most else min)(degree[s] for s in among)
        among = [s for s in among if degree[s] == best]
        for tie in manner.ties:
            if len(among) == 1:
                break
            among = self._break_tie(tie, path, among)
        return among[0]

    def _break_tie(self, tie: str, path: Sequence[Square], among: list[Square]) -> list[Square]:
        rows, cols = self.puzzle.rows, self.puzzle.cols
        if tie == "outermost":
            away = {s: -((s[0] - (rows - 1) / 2) ** 2) - (s[1] - (cols - 1) / 2) ** 2 for s in among}
            return [s for s in among if away[s] == min(away.values())]
        if tie == "corner":
            corners = [(r, c) for r in (0, rows - 1) for c in (0, cols - 1)]
            near = {s: min(abs(s[0] - r) + abs(s[1] - c) for r, c in corners) for s in among}
            return [s for s in among if near[s] == min(near.values())]
        for depth in range(1, int(tie.partition(":")[2] or 1) + 1):
            ahead = {s: self._ahead([*path, s], depth) for s in among}
            among = [s for s in among if ahead[s] == min(ahead.values())]
        return among

    def _ahead(self, path: Sequence[Square], depth: int) -> list[int]:
        """The degrees at the end of every walk that is `depth` moves longer, sorted; negative for `most`."""
        sign = -1 if self.manner.most else 1
        found = []
        for there in self.free(path, path[-1]):
            if depth == 1:
                found.append(sign * self.degree(path, there))
            else:
                found += self._ahead([*path, there], depth - 1)
        return sorted(found)

    def greedy(self, start: Square) -> list[Square]:
        """The walk from a start, until it is stuck. The end is entered if it is all that is left."""
        path = [start]
        while targets := self.free(path, path[-1]):
            path.append(self.prefer(path, targets))
        end = self.end
        if end is not None and len(path) == self.puzzle.size - 1 and self.puzzle.is_move(path[-1], end):
            path.append(end)
        return path

    def search(self, start: Square, closed: bool = False, most: int = 20_000) -> list[Square] | None:
        """The first tour that a depth-first search finds; None if there is none. `steps` counts the squares
        entered. Raises `TooBig` after `most` of them."""
        self.steps = 0
        goal = self.puzzle.size - (self.end is not None)

        def go(path: list[Square]) -> list[Square] | None:
            self.steps += 1
            if self.steps > most:
                raise TooBig
            if len(path) == goal:
                if self.end is not None:
                    fits = self.puzzle.is_move(path[-1], self.end)
                    return [*path, self.end] if fits else None
                return path if not closed or self.puzzle.closes(path) else None
            rest = self.free(path, path[-1])
            while rest:
                there = self.prefer(path, rest)
                rest.remove(there)
                if found := go([*path, there]):
                    return found
            return None

        return go([start])


def main() -> None:
    """Count the tours of a board."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("board", help="rows and columns, as in 3x4")
    parser.add_argument("--leaper", default="1,2")
    parser.add_argument("--start")
    parser.add_argument("--end")
    parser.add_argument("--closed", action="store_true")
    args = parser.parse_args()
    rows, cols = map(int, args.board.split("x"))
    a, b = map(int, args.leaper.split(","))
    ends = [tuple(int(n) - 1 for n in text.split(",")) if text else None for text in (args.start, args.end)]
    puzzle = Puzzle(rows, cols, leaper=(a, b), most_positions=10**8, most_tours=10**8)
    tours = [
        tour
        for tour in puzzle.tours()
        if ends[0] in (None, tour[0]) and ends[1] in (None, tour[-1])
        if not args.closed or (puzzle.closes(tour) and tour[0] == (ends[0] or puzzle.squares[0]))
    ]
    print(len(tours))


if __name__ == "__main__":
    main()
