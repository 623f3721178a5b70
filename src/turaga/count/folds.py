"""Boards folded together by their symmetries: what is left of a tour that some of them map to itself.

Let H be a group of symmetries, more than the identity, that map a tour to itself. Put all squares that H maps
to one another on top of each other: each pile is a point of a graph, and the moves between two piles are a
link. The tour becomes a walk over the piles, and it can be counted there.

A circuit's symmetries turn it or reverse it.

- If H only *turns* the tour, H is cyclic, of 2 or 4 symmetries, and no square stays where it is. The tour is
  a circuit of all piles, repeated as often as H has symmetries. Each circuit of piles comes from one set of
  moves; but that set is one tour only if going round once leads from a square to its image under a symmetry
  that generates H. Say which square of each pile stands for it; then each move goes to the square that stands
  for its pile, or to its image under the e-th power of the generator, and what matters is whether the sum of
  these e is odd. So with `even` and `odd` moves in a link, and the weights even + odd and even - odd, the
  tours are half the difference of the two sums.
- If H *reverses* it as well, the tour folds at each place where it is reversed: on a square that stays where
  it is, or in the middle of a move that is turned round. Between two folds next to each other it passes every
  pile once: a path of piles, whose ends are where it folds. It is one tour if the two symmetries that fold it
  there generate H, and that depends only on which of them are alike in H (conjugates).

A path through all squares can only be reversed, by one symmetry and the identity: half of it is a path of
piles from the fold in its middle to anywhere.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from turaga.board import Board
from turaga.frontier.graph import Graph, lengthwise
from turaga.frontier.layout import ScanLayout
from turaga.symmetry import board_symmetries

Permutation = tuple[int, ...]  # of the indices of squares; holes stay where they are


@dataclass(frozen=True)
class Group:
    """The symmetries of a board as permutations of its squares, each once, the identity first.

    On a board of a single row two symmetries are the same permutation.
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
        """All of them, the smallest first: at most two symmetries generate each."""
        found = {generated((a, b), self.identity) for a in self.permutations for b in self.permutations}
        return sorted(found, key=lambda subgroup: (len(subgroup), sorted(subgroup)))

    def alike(self, subgroup: frozenset[Permutation]) -> Iterator[frozenset[Permutation]]:
        """The subgroups that symmetries of the board map it to: as many tours go with each."""
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
    """First b, then a."""
    return tuple(a[n] for n in b)


def conjugate(h: Permutation, g: Permutation) -> Permutation:
    """What h looks like after g."""
    images = list(h)
    for n, image in enumerate(h):
        images[g[n]] = g[image]
    return tuple(images)


def generated(some: Sequence[Permutation], identity: Permutation) -> frozenset[Permutation]:
    """The group some permutations generate."""
    group = {identity}
    fresh = [identity]
    while fresh:
        fresh = [product for g in fresh for s in some if (product := times(s, g)) not in group]
        group.update(fresh)
    return frozenset(group)


@dataclass(frozen=True)
class Fold:
    """A graph to be counted, whose sums say how many tours a group maps to themselves: the sum, or half the
    difference of the two if they are turned."""

    graph: Graph
    turned: bool


def folds_of(board: Board, subgroup: frozenset[Permutation], *, closed: bool) -> list[Fold]:
    """The graphs on which the tours are counted that a group of symmetries, more than the identity, maps to
    themselves, each tour on one of them; for boards of more than 8 squares. Where none is possible, there is
    no graph.

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
    """The squares of a board in piles: those that a group maps to one another."""

    def __init__(self, board: Board, group: frozenset[Permutation]) -> None:
        self.board, self.group = board, sorted(group)
        self.identity = tuple(range(board.area))
        self.near = board.neighbour_table()
        self.pile: dict[int, int] = {}  # of each square
        self.tops: list[int] = []  # of each pile the square that stands for it
        self.size: list[int] = []
        for index in lengthwise(board):
            if index not in self.pile:
                images = {g[index] for g in self.group}
                self.pile.update(dict.fromkeys(images, len(self.tops)))
                self.tops.append(index)
                self.size.append(len(images))
        self.folders = [g for g in self.group if g != self.identity and times(g, g) == self.identity]

    def _links(self, odd: frozenset[int]) -> tuple[dict[int, tuple[int, int]], ...]:
        """Of each pile its neighbours and the weights: how many moves, and how many more even than odd ones;
        `odd` are the squares that are odd images of the top of their pile.

        Moves are counted from the tops of whole piles, where each stands for itself and its images. Two piles
        that are not whole are the two ends of a path, next to each other only if there is no third pile.
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
        """Circuits of piles, if the group can turn a tour."""
        order = len(self.group)
        whole = all(size == order for size in self.size)
        generators = [g for g in self.group if len(generated([g], self.identity)) == order]
        if not generators or not whole or order % 2:
            return
        turn = generators[0]
        # Colours alternate along a tour, so a turn by a whole number of squares keeps them if that is even.
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
        """Paths of piles from fold to fold, for each two kinds of folds that generate the group."""
        kinds = list({frozenset(conjugate(f, g) for g in self.group): None for f in self.folders})
        everything = frozenset(self.group)
        for i, kind in enumerate(kinds):
            for other in kinds[i:]:
                pairs = [(a, b) for a in kind for b in other]
                if all(generated(pair, self.identity) == everything for pair in pairs):
                    second = {} if kind is other else self._folds(other)
                    ends = (2, 0) if kind is other else (1, 1)
                    yield from self._paths(self._folds(kind), second, ends)

    def halves(self) -> Iterator[Fold]:
        """Paths of piles from a fold to anywhere, if the group can reverse a path: one half of it."""
        if len(self.group) == 2 and self.folders:
            whole = {p: 1 for p, size in enumerate(self.size) if size == 2}
            yield from self._paths(self._folds(frozenset(self.folders)), whole, (1, 1))

    def _folds(self, kind: frozenset[Permutation]) -> dict[int, int]:
        """The piles in which symmetries of a kind fold a tour, with the number of ways: a move turned round
        at the top for each of them, or the top left where it is."""
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
        """The graph for paths with these ends, if there can be any: a pile that is not whole is an end."""
        must = frozenset(pile for pile, size in enumerate(self.size) if size < len(self.group))
        enough = first and (second or ends[1] == 0) and len({*first, *second}) >= 2
        if enough and len(must) <= 2 and all(pile in first or pile in second for pile in must):
            graph = Graph(
                links=self._links(frozenset()), first=first, second=second, must_end=must, ends=ends
            )
            yield Fold(graph, False)
