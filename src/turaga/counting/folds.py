"""Boards folded by their symmetries, to count the tours that these symmetries map to themselves.

Let H be a group of symmetries, with more than the identity, that map a tour to itself. Stack all squares that
H maps to one another. Each stack, or *pile*, is a point of a graph, and the moves between two piles are a
link. The tour becomes a walk over the piles, and can be counted there.

A symmetry of a circuit either rotates the circuit along itself or reverses it.

- If H only *rotates* the tour, H is cyclic with 2 or 4 elements, and no square stays in place. The tour is a
  circuit of all piles, repeated once for each element of H. Each circuit of piles comes from one set of
  moves. But that set is a single tour only if one round leads from a square to its image under a generator of
  H. Choose a square of each pile, its top. Each move then goes to the top of a pile or to the image of the
  top under the e-th power of the generator, and the set is a single tour if the sum of all e is odd. So count
  the `even` and the `odd` moves of each link, and use the weights even + odd and even - odd. The number of
  tours is half the difference of the two sums.
- If H also *reverses* the tour, the tour folds wherever it is reversed: on a square that stays in place, or
  in the middle of a move whose two squares are swapped. Between two consecutive folds, the tour visits every
  pile once. This is a path of piles whose ends are at the folds. It gives a single tour if the two symmetries
  of these folds generate H, which depends only on their conjugacy classes in H.

A path through all squares can only be reversed, by a single symmetry. One half of it is a path of piles that
starts at the fold in its middle and can end anywhere.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from turaga.board import Board
from turaga.frontier.graph import Graph, lengthwise
from turaga.frontier.layout import ScanLayout
from turaga.symmetry import board_symmetries

Permutation = tuple[int, ...]  # of the indices of squares; holes stay in place


@dataclass(frozen=True)
class Group:
    """The symmetries of a board as permutations of its squares. The identity is first.

    On a board with a single row, two symmetries can be the same permutation.
    """

    board: Board
    names: Mapping[str, Permutation]

    @property
    def permutations(self) -> list[Permutation]:
        return list(dict.fromkeys(self.names.values()))

    @property
    def identity(self) -> Permutation:
        return self.names["identity"]

    def subgroups(self) -> list[frozenset[Permutation]]:
        """All subgroups, the smallest first. Two symmetries are enough to generate any of them."""
        found = {generated((a, b), self.identity) for a in self.permutations for b in self.permutations}
        return sorted(found, key=lambda subgroup: (len(subgroup), sorted(subgroup)))

    def alike(self, subgroup: frozenset[Permutation]) -> Iterator[frozenset[Permutation]]:
        """The conjugates of a subgroup. Each of them maps equally many tours to themselves."""
        for g in self.permutations:
            yield frozenset(conjugate(h, g) for h in subgroup)


def group_of(board: Board) -> Group:
    """The symmetries of a board.

    >>> group = group_of(Board("8x8"))
    >>> len(group.permutations), len(group.subgroups()), len(group_of(Board("1x5")).permutations)
    (8, 10, 2)
    """
    names = {}
    for symmetry in board_symmetries(board):
        images = list(range(board.area))
        for index in board.indices():
            row, col = symmetry.square(board.square(index), board.rows, board.cols)
            images[index] = row * board.cols + col
        names[symmetry.name] = tuple(images)
    return Group(board, names)


def times(a: Permutation, b: Permutation) -> Permutation:
    """The product of two permutations: first b, then a."""
    return tuple(a[n] for n in b)


def conjugate(h: Permutation, g: Permutation) -> Permutation:
    """The conjugate of h by g."""
    images = list(h)
    for n, image in enumerate(h):
        images[g[n]] = g[image]
    return tuple(images)


def generated(some: Sequence[Permutation], identity: Permutation) -> frozenset[Permutation]:
    """The group that some permutations generate."""
    group = {identity}
    fresh = [identity]
    while fresh:
        fresh = [product for g in fresh for s in some if (product := times(s, g)) not in group]
        group.update(fresh)
    return frozenset(group)


@dataclass(frozen=True)
class Fold:
    """A graph whose sums give the number of tours that a group maps to themselves. If `turned`, the group
    rotates the tours, and the number is half the difference of the two sums. Otherwise it is the first sum.
    """

    graph: Graph
    turned: bool


def folds_of(board: Board, subgroup: frozenset[Permutation], *, closed: bool) -> list[Fold]:
    """The graphs on which to count the tours that a group of symmetries maps to themselves. The group must
    have more than the identity, and the board more than 8 squares. Each tour is counted on one of the graphs;
    the list is empty if no such tour is possible.

    >>> board = Board("8x8")
    >>> half_turn, mirror = (group_of(board).names[name] for name in ("half turn", "left to right"))
    >>> identity = group_of(board).identity
    >>> [fold.turned for fold in folds_of(board, frozenset({identity, half_turn}), closed=True)]
    [True]
    >>> folds_of(board, frozenset({identity, mirror}), closed=True)
    []
    """
    piles = _Piles(board, subgroup)
    if not closed:
        return list(piles.halves())
    return [*piles.turned(), *piles.folded()]


class _Piles:
    """The squares of a board in piles. A group maps the squares of a pile to one another."""

    def __init__(self, board: Board, group: frozenset[Permutation]) -> None:
        self.board, self.group = board, sorted(group)
        self.identity = tuple(range(board.area))
        self.near = board.neighbour_table()
        self.pile: dict[int, int] = {}  # of each square
        self.tops: list[int] = []  # the square that represents each pile
        self.size: list[int] = []
        for index in lengthwise(board):
            if index not in self.pile:
                images = {g[index] for g in self.group}
                self.pile.update(dict.fromkeys(images, len(self.tops)))
                self.tops.append(index)
                self.size.append(len(images))
        self.involutions = [g for g in self.group if g != self.identity and times(g, g) == self.identity]

    def _links(self, odd: frozenset[int]) -> tuple[dict[int, tuple[int, int]], ...]:
        """For each pile, its neighbours and the weights: the number of moves, and the number of even moves
        minus odd ones. `odd` has the squares that are odd images of the top of their pile.

        Moves are counted from the tops of full piles, where each stands for itself and its images. Two piles
        that are not full are the two ends of a path, so they are adjacent only if there is no third pile.
        """
        links: list[dict[int, tuple[int, int]]] = [{} for _ in self.tops]
        for here, top in enumerate(self.tops):
            if self.size[here] < len(self.group):
                continue
            for index in self.near[top]:
                there = self.pile[index]
                if there != here:
                    moves, balance = links[here].get(there, (0, 0))
                    links[here][there] = (moves + 1, balance + (-1 if index in odd else 1))
                    if self.size[there] < len(self.group):
                        links[there][here] = links[here][there]
        return tuple(links)

    def turned(self) -> Iterator[Fold]:
        """The graph for circuits of piles, if the group can rotate a tour along itself."""
        order = len(self.group)
        whole = all(size == order for size in self.size)
        generators = [g for g in self.group if len(generated([g], self.identity)) == order]
        if not generators or not whole or order % 2:
            return
        turn = generators[0]
        # Colours alternate along a tour, so a rotation by an even number of squares preserves them.
        layout, top = ScanLayout(self.board), self.tops[0]
        keeps = layout.is_light(layout.position(turn[top])) == layout.is_light(layout.position(top))
        if keeps != (self.board.size // order % 2 == 0):
            return
        odd = set()
        for top in self.tops:
            index, power = turn[top], 1
            while index != top:
                if power % 2:
                    odd.add(index)
                index, power = turn[index], power + 1
        graph = Graph(
            links=self._links(frozenset(odd)), first={}, second={}, must_end=frozenset(), ends=(0, 0),
            signed=True,
        )  # fmt: skip
        yield Fold(graph, True)

    def folded(self) -> Iterator[Fold]:
        """The graphs for paths of piles from fold to fold, for any two kinds of folds that generate the
        group."""
        kinds = list({frozenset(conjugate(f, g) for g in self.group): None for f in self.involutions})
        everything = frozenset(self.group)
        for i, kind in enumerate(kinds):
            for other in kinds[i:]:
                pairs = [(a, b) for a in kind for b in other]
                if all(generated(pair, self.identity) == everything for pair in pairs):
                    second = {} if kind is other else self._folds(other)
                    ends = (2, 0) if kind is other else (1, 1)
                    yield from self._paths(self._folds(kind), second, ends)

    def halves(self) -> Iterator[Fold]:
        """The graph for half paths, if the group can reverse a path: paths of piles that start at a fold."""
        if len(self.group) == 2 and self.involutions:
            whole = {p: 1 for p, size in enumerate(self.size) if size == 2}
            yield from self._paths(self._folds(frozenset(self.involutions)), whole, (1, 1))

    def _folds(self, kind: frozenset[Permutation]) -> dict[int, int]:
        """The piles where symmetries of this kind can fold a tour, with the number of ways. A symmetry folds
        the tour there if it swaps the ends of a move from the top, or leaves the top in place."""
        folds = {}
        for pile, top in enumerate(self.tops):
            stays = [g for g in self.group if g[top] == top and g != self.identity]
            if stays:
                ways = int(len(stays) == 1 and stays[0] in kind)
            else:
                ways = sum(g[top] in self.near[top] for g in kind)
            if ways:
                folds[pile] = ways
        return folds

    def _paths(self, first: dict[int, int], second: dict[int, int], ends: tuple[int, int]) -> Iterator[Fold]:
        """The graph for paths with these ends, if any are possible. A pile that is not full is an end."""
        must = frozenset(pile for pile, size in enumerate(self.size) if size < len(self.group))
        enough = first and (second or ends[1] == 0) and len({*first, *second}) >= 2
        if enough and len(must) <= 2 and all(pile in first or pile in second for pile in must):
            graph = Graph(
                links=self._links(frozenset()), first=first, second=second, must_end=must, ends=ends
            )
            yield Fold(graph, False)
