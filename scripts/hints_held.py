"""Compare hints with a plain search, on random boards of up to 30 squares with holes and other leapers.

    python scripts/hints_held.py --boards 10000

The script plays a random game on each board and compares the hint in every position. It prints the number
of boards and hints, and every difference. The search is in `tests/plain_completion.py` and shares no code
with the hints.
"""

import argparse
import importlib
import random
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from turaga.board import Board, Square
from turaga.errors import BadInput
from turaga.play.game import Game
from turaga.play.hints import Hint, HintFinder

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
plain: Any = importlib.import_module("plain_completion")

LEAPERS = [(1, 2)] * 8 + [(0, 1), (1, 1), (0, 2), (1, 3), (1, 4), (2, 3), (2, 2), (3, 4)]
MOST_SQUARES = 30


def random_board(rng: random.Random) -> Board | None:
    """A random board, or None if the random values do not make one."""
    rows, cols = rng.randint(1, 7), rng.randint(1, 7)
    squares = [(r, c) for r in range(rows) for c in range(cols)]
    holes = rng.sample(squares, min(len(squares) - 1, rng.choice([0, 0, 0, 1, 2, 3, 5, 8])))
    try:
        board = Board(rows, cols, holes=holes, leaper=rng.choice(LEAPERS))
    except BadInput:
        return None
    return board if board.size <= MOST_SQUARES else None


def fault(hint: Hint, game: Game, oracle: Any) -> str | None:
    """What is wrong with a hint, or None."""
    path: tuple[Square, ...] = game.walk.squares
    good = {square for square in game.targets if oracle.can([*path, square])}
    if game.state == "won":
        return None if hint.kind == "won" else "the game is won"
    if good:
        if hint.kind != "go" or set(hint.good) != good:
            return f"good are {sorted(good)}"
        return None
    sure = max((k for k in range(1, len(path)) if oracle.can(list(path[:k]))), default=0)
    if sure:
        return None if (hint.kind, hint.back) == ("back", len(path) - sure) else f"go back to step {sure}"
    anywhere = any(oracle.can([game.board.square(n)]) for n in game.board.indices())
    kind, back = ("back", len(path)) if anywhere else ("none", 0)
    return None if (hint.kind, hint.back) == (kind, back) else f"{kind}, {back}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--boards", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    rng, tally = random.Random(asked.seed), Counter[str]()
    while tally["boards"] < asked.boards:
        board = random_board(rng)
        if board is None:
            continue
        tally["boards"] += 1
        oracle, finder = plain.Oracle(board), HintFinder(board)
        [squares] = plain.random_games(board, 1, rng.random())
        game = Game.new(board)
        for square in squares:
            game = game.go(square)
            hint = finder.hint(game)
            tally[hint.kind] += 1
            wrong = fault(hint, game, oracle)
            if wrong is not None:
                tally["differ"] += 1
                print(repr(board), game.walk.squares, hint, wrong)
    hints = sum(tally[kind] for kind in ("go", "back", "none", "won", "unknown"))
    print(f"{tally['boards']} boards, {hints} hints ({dict(tally)}), {tally['differ']} differ")
    return 1 if tally["differ"] else 0


if __name__ == "__main__":
    sys.exit(main())
