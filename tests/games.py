"""Random games, and squares in sentences."""

import random
import re


def random_moves(game, seed, count):
    """The games after each of `count` random actions: moves, undos and redos."""
    rng = random.Random(seed)
    for _ in range(count):
        can = ["go"] * 3 * bool(game.targets) + ["undo"] * bool(game.path) + ["redo"] * bool(game.undone)
        match rng.choice(can or ["ask"]):
            case "go":
                game = game.go(rng.choice(game.targets))
            case "undo":
                game = game.undo(rng.randint(1, min(3, len(game.path))))
            case "redo":
                game = game.redo()
            case "ask":
                game = game.count_hint().after(0.25)
        yield game


def in_chess_names(sentence, board):
    """The sentence with every row,col as a chess name."""
    return re.sub("([0-9]+),([0-9]+)", lambda m: board.name((int(m[1]) - 1, int(m[2]) - 1)), sentence)
