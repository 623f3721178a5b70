"""Compare `solve` with brute force on all masks of 3x4 and 4x4 and on random masks of 5x5 and 5x6.

    python scripts/all_masks.py [--boards 3x4,4x4,5x5,5x6] [--masks 10000] [--truth FILE.npz]

A mask is a board with holes: 3x4 has 4,095 masks with at least one square, 4x4 has 65,535. Of 5x5 and 5x6 the
script draws 10,000 different ones with the seed 1: a random number of holes up to half of the squares, and
then random holes, in every second mask as many of one colour as of the other, or one more. For every mask it
asks for an open and a closed tour; on 3x4 also from every start and between every pair of ends.
`mask_truth.py` knows the answers and shares no code with Turaga. Every tour is checked square by square
against the mask. The outcome must be Found or Impossible, and agree.

The answers to 5x6 need 4 GB of memory for two minutes. `--truth` stores the answers, or reads them. The whole
run takes some minutes on two cores.
"""

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from answer_checks import problem_with, refusal_kind
from mask_truth import closed_tours, ends_from, neighbour_sets, starts
from turaga import Board, Found, Impossible, solve
from turaga.tours import Tours

ALL = ("3x4", "4x4")
ENDS = ("3x4",)  # the boards that are also asked about every start and every pair of ends
CHUNK = 500


@dataclass
class Tally:
    """What came out for some of the questions of a board."""

    counts: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    slowest: float = 0.0
    seconds: float = 0.0

    def add(self, other: "Tally") -> None:
        """Add the results of another part."""
        self.counts += other.counts
        self.wrong += other.wrong
        self.slowest = max(self.slowest, other.slowest)
        self.seconds += other.seconds


def sides(name: str) -> tuple[int, int]:
    """The rows and columns of a board such as 5x6."""
    rows, cols = name.split("x")
    return int(rows), int(cols)


def masks_of(name: str, count: int) -> NDArray[np.int64]:
    """All masks of a small board, or `count` different random ones."""
    rows, cols = sides(name)
    area = rows * cols
    if name in ALL:
        return np.arange(1, 1 << area)
    rng = np.random.default_rng(1)
    colours = [[n for n in range(area) if (n // cols + n % cols) % 2 == colour] for colour in (0, 1)]
    drawn: dict[int, None] = {}
    while len(drawn) < count:
        wanted = int(rng.integers(0, area // 2 + 1))
        if len(drawn) % 2:
            holes = rng.permutation(area)[:wanted].tolist()
        else:  # leave as many squares of one colour as of the other, or one more
            keep = area - wanted
            left = [(keep + 1) // 2, keep // 2]
            order = rng.permutation(2) if len(colours[0]) == len(colours[1]) else [0, 1]
            chosen = [rng.permutation(colours[c])[: left[i]].tolist() for i, c in enumerate(order)]
            holes = sorted({*range(area)} - {*chosen[0], *chosen[1]})
        drawn[(1 << area) - 1 - sum(1 << int(hole) for hole in holes)] = None
    return np.array(sorted(drawn), np.int64)


def truth_of(name: str, masks: NDArray[np.int64]) -> dict[str, NDArray[np.uint32]]:
    """The answers for the masks of a board by brute force."""
    near = neighbour_sets(*sides(name))
    found = {"starts": starts(near, masks), "closed": closed_tours(near, masks).astype(np.uint32)}
    if name in ENDS:
        found["ends"] = ends_from(near, masks)
    return found


def board_of(name: str, mask: int) -> Board:
    """The board whose squares are the bits of the mask."""
    rows, cols = sides(name)
    return Board(rows, cols, holes=[divmod(n, cols) for n in range(rows * cols) if not mask >> n & 1])


def is_tour(name: str, mask: int, walk: list[int], closed: bool) -> bool:
    """Whether a walk visits each square of the mask once by moves, and returns if it has to be closed."""
    near = neighbour_sets(*sides(name))
    moves = [*pairwise(walk), *([(walk[-1], walk[0])] if closed else [])]
    once = len(set(walk)) == len(walk) and sum(1 << n for n in walk) == mask
    return once and all(int(near[a]) >> b & 1 for a, b in moves)


def questions(
    name: str, mask: int, truth: dict[str, NDArray[np.uint32]], row: int
) -> Iterator[tuple[str, Tours, bool]]:
    """The questions about a mask, with a name of their kind and the true answer."""
    board = board_of(name, mask)
    begins = int(truth["starts"][row])
    yield "open", Tours.at(board), begins != 0
    yield "closed", Tours.at(board, closed=True), bool(truth["closed"][row])
    if "ends" in truth:
        for a in board.indices():
            yield "given start", Tours.at(board, a), bool(begins >> a & 1)
            for b in board.indices():
                if a != b:
                    yield "given ends", Tours.at(board, a, b), bool(int(truth["ends"][row][a]) >> b & 1)


def part(name: str, masks: NDArray[np.int64], truth: dict[str, NDArray[np.uint32]]) -> Tally:
    """Ask all questions about some masks."""
    tally = Tally()
    began = time.perf_counter()
    for row, mask in enumerate(masks.tolist()):
        for kind, question, known in questions(name, mask, truth, row):
            asked = time.perf_counter()
            outcome = solve(question.board, start=question.start, end=question.end, closed=question.closed)
            tally.slowest = max(tally.slowest, time.perf_counter() - asked)
            found = isinstance(outcome, Found)
            tally.counts[f"{kind}: {outcome.word}"] += 1
            tally.counts[f"by {outcome.method}"] += 1
            if isinstance(outcome, Impossible):
                tally.counts[f"refused by {refusal_kind(outcome)}"] += 1
            wrong = problem_with(question, outcome)
            if found and not is_tour(name, mask, list(outcome.tour.indices), question.closed):
                wrong = "not a tour"
            if wrong or found != known:
                told = "a tour exists" if known else "no tour exists"
                tally.wrong.append(f"{name} mask {mask}, {kind}: {wrong or outcome.word}; {told}")
    tally.seconds = time.perf_counter() - began
    return tally


def answers(
    name: str, count: int, path: Path | None
) -> tuple[NDArray[np.int64], dict[str, NDArray[np.uint32]]]:
    """The masks of a board and the true answers, from the file if it has them."""
    stored = dict(np.load(path)) if path and path.exists() else {}
    masks = masks_of(name, count)
    if f"{name} masks" in stored and np.array_equal(stored[f"{name} masks"], masks):
        return masks, {
            key.split()[1]: stored[key] for key in stored if key.split()[0] == name and "masks" not in key
        }
    truth = truth_of(name, masks)
    if path:
        stored[f"{name} masks"] = masks
        stored |= {f"{name} {key}": found for key, found in truth.items()}
        np.savez_compressed(path, **stored)
    return masks, truth


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--boards", default="3x4,4x4,5x5,5x6")
    parser.add_argument("--masks", type=int, default=10_000)
    parser.add_argument("--truth", type=Path)
    parser.add_argument("--only-truth", action="store_true")
    options = parser.parse_args()
    mistakes = 0
    for name in options.boards.split(","):
        began = time.perf_counter()
        masks, truth = answers(name, options.masks, options.truth)
        with_tour = int((truth["starts"] != 0).sum()), int(truth["closed"].sum())
        print(
            f"{name}: {len(masks)} masks, {with_tour[0]} with an open tour and {with_tour[1]} with a closed "
            f"one; brute force {time.perf_counter() - began:.1f} s",
            flush=True,
        )
        if options.only_truth:
            continue
        began = time.perf_counter()
        parts = [slice(at, at + CHUNK) for at in range(0, len(masks), CHUNK)]
        whole = Tally()
        with ProcessPoolExecutor(2) as pool:
            futures = [
                pool.submit(part, name, masks[at], {key: found[at] for key, found in truth.items()})
                for at in parts
            ]
            for future in futures:
                whole.add(future.result())
        asked = sum(count for key, count in whole.counts.items() if ": " in key)
        print(
            f"  {asked} questions in {time.perf_counter() - began:.0f} s, "
            f"{1000 * whole.seconds / asked:.2f} ms each, slowest {1000 * whole.slowest:.0f} ms, "
            f"{len(whole.wrong)} wrong or given up"
        )
        for key, count in sorted(whole.counts.items()):
            print(f"  {key} {count}")
        for line in whole.wrong[:20]:
            print(f"  WRONG {line}")
        mistakes += len(whole.wrong)
    print(f"wrong or given up: {mistakes}")
    return 1 if mistakes else 0


if __name__ == "__main__":
    raise SystemExit(main())
