"""Measure how long hints take, in every position of random games.

    python scripts/hint_times.py 8x8 --games 300

The script prints the number of hints, the median, the 99th percentile and the longest time in milliseconds,
and the number of hints of each kind. The kernels are loaded before the first measurement.
"""

import argparse
import random
import time
from collections import Counter

from turaga.board import Board
from turaga.play.game import Game
from turaga.play.hints import HintFinder
from turaga.text import show

RULE = 0.6  # the probability that a move follows Warnsdorff's rule; otherwise it is random


def random_game(board: Board, rng: random.Random) -> Game:
    """A random game, played to the end."""
    game = Game.new(board, board.square(rng.choice(list(board.indices()))))
    while game.state == "playing":
        degrees = game.degrees()
        by_rule = rng.random() < RULE
        square = min(game.targets, key=lambda s: degrees[s]) if by_rule else rng.choice(game.targets)
        game = game.go(square)
    return game


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("board", nargs="?", default="8x8")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    board, rng = Board(asked.board), random.Random(asked.seed)
    finder, kinds = HintFinder(board), Counter[str]()
    finder.hint(Game.new(board))
    taken: list[tuple[float, Game]] = []
    for _ in range(asked.games):
        game = random_game(board, rng)
        while game.path:
            begun = time.perf_counter()
            hint = finder.hint(game)
            taken.append((time.perf_counter() - begun, game))
            kinds[hint.kind] += 1
            game = game.undo()
    taken.sort(key=lambda one: one[0])
    median, most = taken[len(taken) // 2][0], taken[-1][0]
    late = taken[len(taken) * 99 // 100][0]
    print(f"{board}: {len(taken)} hints in {asked.games} games; ms: median {median * 1e3:.2f}, ", end="")
    print(f"p99 {late * 1e3:.2f}, longest {most * 1e3:.2f}; {dict(kinds)}")
    print("the longest:", " ".join(map(show, taken[-1][1].walk.squares)))


if __name__ == "__main__":
    main()
