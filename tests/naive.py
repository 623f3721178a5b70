"""Slow and obvious reference implementations: every degree is counted again for every choice.

Nothing here comes from `turaga` except the values that a test passes (a board, a rule, which tours): no
neighbour lists, no tables of degrees, no keys.
"""

from functools import cache
from itertools import pairwise


def moves(board):
    """The leaper's steps by direction 1..8, as systems.md numbers them."""
    a, b = board.leaper
    return dict(enumerate([(b, a), (b, -a), (a, -b), (-a, -b), (-b, -a), (-b, a), (-a, b), (a, b)], start=1))


def squares(board):
    """All squares of the board."""
    return [
        (r, c)
        for r in range(board.rows)
        for c in range(board.cols)
        if r * board.cols + c not in board.hole_indices
    ]


def near(board, square, among, order="12345678"):
    """The squares among the given ones that are a move away, in the order, each once."""
    found, steps = [], moves(board)
    for digit in order:
        dr, dc = steps[int(digit)]
        there = (square[0] + dr, square[1] + dc)
        if there in among and there not in found:
            found.append(there)
    return found


def degree(board, square, free, rule, path):
    """Free neighbours; with the open start, the start counts as free."""
    if rule.open_start:
        free = free | {path[0]}
    return len(near(board, square, free))


def best_of(board, candidates, free, path, rule, dice):
    """The candidate that the rule prefers. Candidates are sorted by the order."""
    sign = -1 if rule.most else 1
    if rule.dead_ends_last:
        alive = [s for s in candidates if degree(board, s, free, rule, path) > 0]
        if not alive:
            return candidates[-1]
        candidates = alive

    def value(s, free=free, path=path):
        return sign * degree(board, s, free, rule, path)

    equal = [s for s in candidates if value(s) == min(value(x) for x in candidates)]
    for tie in rule.stages:
        if len(equal) == 1:
            break
        if tie.kind == "random":
            equal = [equal[dice.below(len(equal))]]
        elif tie.kind == "outermost":
            far = {s: (s[0] - (board.rows - 1) / 2) ** 2 + (s[1] - (board.cols - 1) / 2) ** 2 for s in equal}
            equal = [s for s in equal if far[s] == max(far.values())]
        elif tie.kind == "corner":
            corners = [(r, c) for r in (0, board.rows - 1) for c in (0, board.cols - 1)]
            off = {s: min(abs(s[0] - r) + abs(s[1] - c) for r, c in corners) for s in equal}
            equal = [s for s in equal if off[s] == min(off.values())]
        elif tie.kind == "lookahead":
            for depth in range(1, tie.depth + 1):
                lists = {s: sorted(after(board, [*path, s], free - {s}, depth, value)) for s in equal}
                equal = [s for s in equal if lists[s] == min(lists.values())]
    return equal[0]


def after(board, path, free, depth, value):
    """The values at the end of every walk of `depth` moves from the path's last square."""
    for s in near(board, path[-1], free):
        if depth == 1:
            yield value(s, free, path)
        else:
            yield from after(board, [*path, s], free - {s}, depth - 1, value)


def walk(board, start, rule, dice):
    """The greedy walk as a list of squares."""
    path = [start]
    free = set(squares(board)) - {start}
    while candidates := near(board, path[-1], free, rule.order):
        path.append(best_of(board, candidates, free, path, rule, dice))
        free.discard(path[-1])
    return path


def search(board, start, rule, dice, most_steps, closed=False):
    """Depth-first search without pruning: (path or None, steps). Recursive, as in a textbook."""
    steps = 0

    def go(path, free):
        nonlocal steps
        steps += 1
        if steps > most_steps:
            raise TimeoutError
        if not free and (not closed or (len(path) > 2 and path[0] in near(board, path[-1], {path[0]}))):
            return path
        candidates = near(board, path[-1], free, rule.order)
        ranked = []
        while candidates:
            ranked.append(best_of(board, candidates, free, path, rule, dice))
            candidates = [s for s in candidates if s != ranked[-1]]
        for s in ranked:
            found = go([*path, s], free - {s})
            if found:
                return found
        return None

    return go([start], set(squares(board)) - {start}), steps


def has_tour(board, start, closed=False, end=None):
    """Whether any tour has this start (and this end), by trying everything."""

    def go(here, free):
        if not free:
            if end is not None:
                return here == end
            return not closed or (len(squares(board)) > 2 and start in near(board, here, {start}))
        return any(go(s, free - {s}) for s in near(board, here, free))

    return go(start, frozenset(squares(board)) - {start})


@cache
def tours(board, start, order="12345678"):
    """Every tour from a start, depth first with directions in the order, by trying everything (a second from
    a corner of 5x5)."""
    everywhere = squares(board)
    there = {square: near(board, square, everywhere, order) for square in everywhere}
    path, free, found = [start], set(everywhere) - {start}, []

    def go():
        if not free:
            found.append(list(path))
        for square in there[path[-1]]:
            if square in free:
                free.remove(square)
                path.append(square)
                go()
                free.add(path.pop())

    go()
    return found


def listing(wanted, order="12345678"):
    """The tours that a `Tours` asks for as lists of squares, in the order in which they are listed."""
    board, everywhere = wanted.board, squares(wanted.board)
    start, end = (
        None if n is None else divmod(n, board.cols) for n in (wanted.start_index, wanted.end_index)
    )
    found = []
    for home in [start] if start is not None else everywhere[:1] if wanted.closed else everywhere:
        for tour in tours(board, home, order):
            if end is not None and tour[-1] != end:
                continue
            if wanted.closed:
                other_way = [tour[0], *tour[:0:-1]]
                once = end is None and not wanted.directed
                is_closed = len(tour) > 2 and tour[0] in near(board, tour[-1], {tour[0]})
                if is_closed and not (once and other_way in found):
                    found.append(tour)
            elif start is not None or wanted.directed or len(everywhere) == 1 or tour[0] < tour[-1]:
                found.append(tour)
    return found


def is_tour(board, path, closed=False):
    """Whether a list of squares is a tour."""
    steps = set(moves(board).values())
    line = [*path, path[0]] if closed else list(path)
    return sorted(path) == sorted(squares(board)) and all(
        (r2 - r1, c2 - c1) in steps for (r1, c1), (r2, c2) in pairwise(line)
    )


def moves_of(path, closed=False):
    """A tour as the set of its moves, whatever its start and direction."""
    line = [*path, path[0]] if closed else path
    return frozenset(frozenset(pair) for pair in pairwise(line))


def exists(board, start=None, end=None, closed=False):
    """Whether there is such a tour, by trying everything. Without a start, any start will do."""
    everywhere = squares(board)
    if closed and len(everywhere) < 3:
        return False
    for first in everywhere if start is None else [start]:
        if closed and end is not None:
            if end in near(board, first, {end}) and has_tour(board, first, end=end):
                return True
        elif has_tour(board, first, closed, end):
            return True
        elif closed:
            return False  # a closed tour can start anywhere
    return False


def find_cut(board, side, single=()):
    """Squares of one side that need more moves than their neighbours allow, if there are any.

    `side` are all squares of one side, and the squares in `single` have one move of the tour, all others two.
    Moves are chosen one by one, along augmenting paths, until no more can be chosen. The squares that are
    reached from squares with too few moves are the cut: a maximum flow's, for people with time.
    """
    everywhere = set(squares(board))
    most = {square: 1 if square in single else 2 for square in everywhere}
    chosen = set()  # moves, as pairs of a square of the side and one of the other side

    def reached():
        """From squares with too few moves: the squares reached, and how."""
        came = {a: None for a in side if sum(move[0] == a for move in chosen) < most[a]}
        queue = list(came)
        for here in queue:
            ahead = near(board, here, everywhere)
            for there in ahead:
                move = (here, there) if here in side else (there, here)
                if there not in came and (move in chosen) == (here not in side):
                    came[there] = here
                    queue.append(there)
                    if there not in side and sum(move[1] == there for move in chosen) < most[there]:
                        return came, there
        return came, None

    while True:
        came, last = reached()
        if last is None:
            return [square for square in came if square in side]
        while came[last] is not None:
            before = came[last]
            chosen ^= {(before, last) if before in side else (last, before)}
            last = before


def most_moves(board, ends):
    """The largest number of moves so that no square has more than two of them, and no end more than one: what
    the squares of one side need, less what a minimum cut lacks."""
    everywhere = set(squares(board))
    most = {square: 1 if square in ends else 2 for square in everywhere}
    side, other = set(), set()
    for first in everywhere:
        queue = [(first, side, other)] if first not in side | other else []
        for square, own, opposite in queue:
            if square not in own:
                own.add(square)
                queue += [(there, opposite, own) for there in near(board, square, everywhere)]
    cut = set(find_cut(board, side, ends))
    allowed = sum(min(most[b], len(set(near(board, b, everywhere)) & cut)) for b in other)
    return sum(most[a] for a in side) - (sum(most[a] for a in cut) - allowed)


def pieces(board, removed):
    """The pieces into which the board falls without some squares."""
    free, found = set(squares(board)) - set(removed), []
    while free:
        piece = [free.pop()]
        for square in piece:
            around = near(board, square, free)
            piece += around
            free -= set(around)
        found.append(piece)
    return found


def two_sides(board):
    """The side of every square, 0 or 1. Every move leads from one side to the other, which is checked."""
    a, b = board.leaper
    halvings = 0
    while a % 2 == b % 2 == 0:
        a, b, halvings = a // 2, b // 2, halvings + 1
    sides = {}
    for row, col in squares(board):
        r, c = row >> halvings, col >> halvings
        sides[row, col] = r % 2 if a % 2 and b % 2 else (r % 2) ^ (c % 2)
    assert all(sides[here] != sides[there] for here in sides for there in near(board, here, sides))
    return sides


def count_moves(board, groups, start=None, end=None, closed=False):
    """What a certificate counts, by definition: how many ends can save a move, the moves that a tour needs
    between the groups and all other squares, and the moves that the other squares allow.

    Every choice of two ends is tried. None if the given ends cannot be those of a tour.
    """
    everywhere, sides = squares(board), two_sides(board)
    inside = {square for group in groups for square in group}
    visits = [
        max(1, abs(sum(1 if sides[square] else -1 for square in group))) if len(group) > 1 else 1
        for group in groups
    ]
    given = [] if closed else [square for square in (start, end) if square is not None]
    available = sum(
        min(1 if square in given else 2, len(near(board, square, inside)))
        for square in everywhere
        if square not in inside and near(board, square, inside)
    )
    if closed:
        return 0, 2 * sum(visits), available
    difference = sum(1 if sides[square] else -1 for square in everywhere)
    saves = {
        square
        for group in groups
        for square in group
        if 2 * sum(sides[other] == sides[square] for other in group) >= len(group)
    }
    most = -1
    for one in everywhere:
        for other in everywhere:
            ends = {one, other}
            signs = sum(1 if sides[square] else -1 for square in (one, other))
            # The sides alternate along a tour, so its ends are on both sides or on the larger one.
            fits = signs == 2 * difference if abs(difference) < 2 else True
            if len(ends) == 2 and ends.issuperset(given) and fits:
                most = max(most, len(ends & saves))
    return None if most < 0 else (most, 2 * sum(visits) - most, available)
