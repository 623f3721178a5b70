"""How a cover of a board by cycles changes: the moves that it drops and uses."""

from collections.abc import Iterable
from typing import Literal, NamedTuple

Move = tuple[int, int]  # two squares a move apart, as indices, the smaller one first

# "exchange": two moves of two cycles are exchanged for two others. "extend": the path grows through a cycle.
# "reroute": moves are exchanged along alternating circuits, and cycles joined. "open": a move is dropped.
ChangeKind = Literal["exchange", "extend", "reroute", "open"]


class CoverChange(NamedTuple):
    """The moves that a cover drops and uses in one change, and how many parts are left after it.

    >>> CoverChange("open", ((0, 10),), (), 3).left
    3
    """

    kind: ChangeKind
    removed: tuple[Move, ...]
    added: tuple[Move, ...]
    left: int


def cover_changes(used: Iterable[Move], flips: Iterable[Move], left: int) -> list[CoverChange]:
    """The joins that a list of flips contains: a used move is dropped, another one is used. A join drops
    moves first. `left` is how many parts there were before.

    >>> cover_changes({(0, 1), (2, 3)}, [(0, 1), (2, 3), (0, 3), (1, 2)], 2)
    [CoverChange(kind='exchange', removed=((0, 1), (2, 3)), added=((0, 3), (1, 2)), left=1)]
    """
    now = set(used)
    joins: list[tuple[list[Move], list[Move]]] = []
    for move in flips:
        if move in now:
            now.remove(move)
            if not joins or joins[-1][1]:
                joins.append(([], []))
            joins[-1][0].append(move)
        else:
            now.add(move)
            joins[-1][1].append(move)
    return [
        CoverChange(
            "exchange" if len(removed) == 2 else "extend", tuple(removed), tuple(added), left - number
        )
        for number, (removed, added) in enumerate(joins, start=1)
    ]
