"""The parts of a board that a tour cannot leave: connected pieces and, for closed tours, blocks."""

from collections import deque
from collections.abc import Mapping, Sequence


def pieces(near: Mapping[int, Sequence[int]]) -> list[set[int]]:
    """The squares as connected pieces, the largest first. `near` has the neighbours of each square.

    >>> pieces({0: [1], 1: [0], 2: []})
    [{0, 1}, {2}]
    """
    left = set(near)
    found = []
    while left:
        piece = {left.pop()}
        queue = deque(piece)
        while queue:
            new = {there for there in near[queue.popleft()] if there in left}
            left -= new
            piece |= new
            queue.extend(new)
        found.append(piece)
    return sorted(found, key=lambda piece: (-len(piece), min(piece)))


def blocks(near: Mapping[int, Sequence[int]]) -> list[set[int]]:
    """The largest sets of squares that stay connected if any one square is removed, the largest first.

    A closed tour lies in one of them. Two of them share one square at most. This is the method of Hopcroft
    and Tarjan (Communications of the ACM 16, 1973), without recursion.

    >>> [sorted(block) for block in blocks({0: [1, 2], 1: [0, 2], 2: [0, 1, 3], 3: [2]})]
    [[0, 1, 2], [2, 3]]
    """
    order: dict[int, int] = {}  # when each square was reached
    low: dict[int, int] = {}  # the earliest square that it and the squares reached after it have a move to
    found: list[set[int]] = [{square} for square in near if not near[square]]
    for root in near:
        if root in order:
            continue
        order[root] = low[root] = len(order)
        waiting = [root]  # reached squares that are in no block yet
        path = [(root, iter(near[root]))]
        while path:
            here, onward = path[-1]
            there = next(onward, None)
            if there is None:
                path.pop()
                if path:
                    before = path[-1][0]
                    low[before] = min(low[before], low[here])
                    if low[here] >= order[before]:  # only `before` joins what lies beyond to the rest
                        block = {before}
                        while here not in block:
                            block.add(waiting.pop())
                        found.append(block)
            elif there in order:
                low[here] = min(low[here], order[there])
            else:
                order[there] = low[there] = len(order)
                waiting.append(there)
                path.append((there, iter(near[there])))
    return sorted(found, key=lambda block: (-len(block), min(block)))
