"""Can this walk be completed? Tries everything, and goes back only where it obviously cannot be completed.

Nothing here comes from the kernel that finds hints: squares are bits of a number, and moves come from
`naive`.
"""

import random

import naive


class Oracle:
    """Answers questions about one board, and remembers the answer for each square of the knight and set of
    free squares.

    It looks at up to `most` positions for a question. If that is not enough, `can` returns None.
    """

    def __init__(self, board, most=10**9):
        squares = naive.squares(board)
        self.index = {square: i for i, square in enumerate(squares)}
        self.around = [
            sum(1 << self.index[there] for there in naive.near(board, square, set(squares)))
            for square in squares
        ]
        # Each move of such a leaper changes the colour of a chessboard.
        odd = sum(board.leaper) % 2 == 1
        self.dark = sum(1 << self.index[r, c] for r, c in squares if (r + c) % 2) if odd else None
        self.most, self.known = most, {}

    def can(self, path):
        """Whether a tour begins with these squares; None if finding out takes too long."""
        free = (1 << len(self.index)) - 1 - sum(1 << self.index[square] for square in path)
        self.left = self.most
        try:
            return self._go(self.index[path[-1]], free)
        except TimeoutError:
            return None

    def _go(self, here, free):
        if (here, free) not in self.known:
            self.left -= 1
            if self.left < 0:
                raise TimeoutError
            self.known[here, free] = not free or (self._hopeful(here, free) and self._goes_on(here, free))
        return self.known[here, free]

    def _goes_on(self, here, free):
        narrowest = sorted(
            ones(self.around[here] & free), key=lambda there: (self.around[there] & free).bit_count()
        )
        return any(self._go(there, free & ~(1 << there)) for there in narrowest)

    def _hopeful(self, here, free):
        """False if the colours cannot alternate, a square has no way in, two squares have no way out, or some
        squares cannot be reached."""
        standing = free | 1 << here
        if self.dark is not None:
            others = free & (~self.dark if self.dark >> here & 1 else self.dark)
            if others.bit_count() != (free.bit_count() + 1) // 2:
                return False
        blind = 0
        for there in ones(free):
            ways = self.around[there] & standing
            blind += ways & (ways - 1) == 0
            if ways == 0 or blind > 1:
                return False
        seen = wave = 1 << here
        while wave:
            reached = 0
            for there in ones(wave):
                reached |= self.around[there]
            wave = reached & free & ~seen
            seen |= wave
        return seen == standing


def ones(word):
    """The positions of the ones in a binary number."""
    while word:
        yield (word & -word).bit_length() - 1
        word &= word - 1


def random_games(board, count, seed, rule=0.6):
    """Games played to their end, as lists of squares. Each move follows Warnsdorff's rule with this
    probability, and is random otherwise."""
    rng = random.Random(seed)
    for _ in range(count):
        path = [rng.choice(naive.squares(board))]
        free = set(naive.squares(board)) - {path[0]}
        while options := naive.near(board, path[-1], free):
            if rng.random() < rule:
                narrow = [len(naive.near(board, square, free)) for square in options]
                options = [options[narrow.index(min(narrow))]]
            path.append(rng.choice(options))
            free.remove(path[-1])
        yield path


def proved_impossible(board, path):
    """Whether CP-SAT proves that no tour begins with these squares. The rest of such a tour would be a
    circuit from the last square through all free squares and back through an extra node."""
    from ortools.sat.python import cp_model

    free = set(naive.squares(board)) - set(path)
    if not free:
        return False
    places = {square: i for i, square in enumerate([None, path[-1], *sorted(free)])}
    model = cp_model.CpModel()
    arcs = [(0, 1)] + [(places[square], 0) for square in free]
    arcs += [(places[a], places[b]) for a in [path[-1], *sorted(free)] for b in naive.near(board, a, free)]
    model.add_circuit([(a, b, model.new_bool_var("")) for a, b in arcs])
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    return solver.solve(model) == cp_model.INFEASIBLE
