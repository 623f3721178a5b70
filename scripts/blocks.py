"""Write the library of blocks, src/turaga/blocks/library.txt, or check it.

    python scripts/blocks.py src/turaga/blocks/library.txt [--check]

A block is a tour of h x w squares, both sides 5 to 11, that contains four moves, the rails. Blocks are
joined at their rails (`turaga.blocks` explains how):

    R  (0,w-2) (2,w-1)     L  (3,1) (1,0)     B  (h-2,0) (h-1,2)     T  (1,3) (0,1)

There are 33 closed blocks, one for each shape of even area, and 520 open blocks, one for each shape of odd
area and each start that the colours allow. A closed block walks all four rails in the direction written
here. An open block walks as many of them in this direction as possible.

The script finds each block by a depth-first search from the start to a given end. The search prefers
squares with the fewest onward moves and breaks ties at random. It goes back when a free square has no way
in or out, and restarts after too many steps, for an open tour with another end. To force the directions of
the rails, it leaves out the moves that contradict them. The block seeds the random numbers, so the library
is the same every time. It takes about ten seconds. Reflection in the diagonal exchanges R with B and L with
T and changes nothing else, so the script searches only for blocks with h <= w.
"""

import argparse
import sys
from collections.abc import Iterator
from itertools import pairwise, product
from pathlib import Path

from turaga import Board, Tour, verify
from turaga.boards import Square
from turaga.order import direction_steps
from turaga.rng import Rng
from turaga.text import show

SIDES = range(5, 12)
STEPS = direction_steps()
STEP_LIMIT = 10_000  # of one search
SEARCHES = 40  # for one block with given directions of its rails
Move = tuple[Square, Square]
Squares = list[Square]


def rails(h: int, w: int) -> tuple[Move, Move, Move, Move]:
    """R, L, B and T of a block, in the direction in which closed blocks walk them."""
    return (
        ((0, w - 2), (2, w - 1)),
        ((3, 1), (1, 0)),
        ((h - 2, 0), (h - 1, 2)),
        ((1, 3), (0, 1)),
    )


class Search:
    """The search for a path through all squares of a block, by given moves, from a start to an end."""

    def __init__(self, h: int, w: int, forced: list[Move]) -> None:
        self.squares = [(r, c) for r in range(h) for c in range(w)]
        after, before = dict(forced), {b: a for a, b in forced}
        self.onward: dict[Square, list[Square]] = {s: [] for s in self.squares}
        self.inward: dict[Square, list[Square]] = {s: [] for s in self.squares}
        for a in self.squares:
            for down, right in STEPS:
                b = (a[0] + down, a[1] + right)
                if b in self.onward and after.get(a, b) == b and before.get(b, a) == a and after.get(b) != a:
                    self.onward[a].append(b)
                    self.inward[b].append(a)

    def run(self, start: Square, end: Square, rng: Rng) -> Squares | None:
        """The path, or None if there is none or the search takes too many steps."""
        free = set(self.squares) - {start}
        path = [start]
        untried = [self.ranked(start, free, rng)]
        for _ in range(STEP_LIMIT):
            while not untried[-1]:
                untried.pop()
                if not untried:
                    return None
                free.add(path.pop())
            there = untried[-1].pop()
            left = path[-1]
            path.append(there)
            free.remove(there)
            if there == end:
                if not free:
                    return path
                untried.append([])
            else:
                hopeful = self.hopeful(left, there, end, free)
                untried.append(self.ranked(there, free, rng) if hopeful else [])
        return None

    def ranked(self, here: Square, free: set[Square], rng: Rng) -> Squares:
        """The free squares a move away, the one with the fewest onward moves last."""
        found = rng.shuffled([s for s in self.onward[here] if s in free])
        return sorted(found, key=lambda s: -sum(t in free for t in self.onward[s]))

    def hopeful(self, left: Square, here: Square, end: Square, free: set[Square]) -> bool:
        """Whether each free square next to the square just left still has a way in and another way out."""
        for s in {*self.onward[left], *self.inward[left]} & free:
            ins = {t for t in self.inward[s] if t in free or t == here}
            outs = {t for t in self.onward[s] if t in free}
            if not ins or (s != end and (not outs or len(ins | outs) < 2)):
                return False
        return True


def closed_block(h: int, w: int) -> Squares:
    """A closed tour with all rails in their direction, from the second square of T to its first."""
    *others, (last, first) = rails(h, w)
    search, rng = Search(h, w, others), Rng(h, w)
    for _ in range(SEARCHES):
        if path := search.run(first, last, rng):
            return path
    raise SystemExit(f"no closed tour of {h}x{w} with its rails was found")


def open_block(h: int, w: int, start: Square) -> Squares:
    """An open tour from the start with the rails, as many as possible in their direction."""
    rng = Rng(h, w, *start)
    ends = [(r, c) for r in range(h) for c in range(w) if (r + c) % 2 == 0 and (r, c) != start]
    for against in sorted(product((False, True), repeat=4), key=sum):
        forced = [(b, a) if turned else (a, b) for (a, b), turned in zip(rails(h, w), against, strict=True)]
        if start in (b for _, b in forced):
            continue  # no square comes before the start
        search = Search(h, w, forced)
        for _ in range(SEARCHES):
            if path := search.run(start, ends[rng.below(len(ends))], rng):
                return path
    raise SystemExit(f"no tour of {h}x{w} from {show(start)} with its rails was found")


def mirrored(path: Squares) -> Squares:
    """The reflection in the diagonal. A closed block starts on the second square of T again."""
    image = [(c, r) for r, c in path]
    first = image.index((0, 1)) if len(path) % 2 == 0 else 0
    return image[first:] + image[:first]


def library() -> Iterator[str]:
    """The lines of the library: the shape, the start from 1, and the moves as directions 1 to 8."""
    closed: dict[tuple[int, int], Squares] = {}
    for h, w in product(SIDES, SIDES):
        if h * w % 2 == 0:
            closed[h, w] = closed_block(h, w) if h <= w else mirrored(closed[w, h])
            yield line(h, w, closed[h, w])
    opened: dict[tuple[int, int, Square], Squares] = {}
    for h, w in product(SIDES, SIDES):
        for start in product(range(h), range(w)):
            if h * w % 2 and sum(start) % 2 == 0:
                path = open_block(h, w, start) if h <= w else mirrored(opened[w, h, (start[1], start[0])])
                opened[h, w, start] = path
                yield line(h, w, path)


def line(h: int, w: int, path: Squares) -> str:
    """One block as text."""
    digits = (str(STEPS.index((r2 - r1, c2 - c1)) + 1) for (r1, c1), (r2, c2) in pairwise(path))
    return f"{h}x{w} {show(path[0])} {''.join(digits)}"


def faults(text: str) -> Iterator[str]:
    """The mistakes in a line of the library, found from the line alone."""
    shape, first, digits = text.split(" ")
    board = Board(shape)
    path = [board.parse_square(first)]
    for digit in digits:
        down, right = STEPS[int(digit) - 1]
        path.append((path[-1][0] + down, path[-1][1] + right))
    closed = board.size % 2 == 0
    report = verify(Tour(board, path))
    if not report.is_tour or report.closed < closed:
        yield f"{shape} from {first}: not a {'closed ' * closed}tour"
    made = set(zip(path, path[1:] + path[:1] * closed, strict=False))
    for a, b in rails(board.rows, board.cols):
        if (a, b) not in made and (closed or (b, a) not in made):
            yield f"{shape} from {first}: the rail from {show(a)} to {show(b)} is missing"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("file", type=Path)
    parser.add_argument(
        "--check", action="store_true", help="compare the file with the generated library and write nothing"
    )
    asked = parser.parse_args()
    lines = list(library())
    wrong = [fault for text in lines for fault in faults(text)]
    text = "".join(f"{one}\n" for one in lines)
    if asked.check:
        wrong += (
            []
            if asked.file.read_text(encoding="ascii") == text
            else [f"{asked.file} differs from the generated library"]
        )
    elif not wrong:
        asked.file.write_text(text, encoding="ascii")
    for fault in wrong:
        print(fault, file=sys.stderr)
    print(f"{len(lines)} blocks, {len(wrong)} faults")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
