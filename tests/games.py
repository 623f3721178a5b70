"""Games played at random."""

import random


def deeds(game, seed, count):
    """The games after each of so many random deeds: moves, squares taken back, squares gone to again."""
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
