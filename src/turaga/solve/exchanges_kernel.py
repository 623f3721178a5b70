"""Exchange moves between paths until every path has its length: the loop of `turaga.solve.exchanges`.

The *stops* are the fixed squares in the order of their steps. Each path leads from a stop to the next. The
squares that are on no path are on circuits, or alone. Every square has a next one and a previous one: a
circuit can consist of two squares, and a square that is alone is its own next one. The exchanges:

- Two moves, from x to y and from u to v, become moves from x to v and from u to y. If both were on the same
  path, this cuts off a circuit. If one was on a circuit, it becomes part of the path.
- The same with the circuit reversed; on one path, the part between the two moves is reversed.
- Two paths exchange parts.
- A square that is alone takes the place of another, which is then alone, or joins another one.

An exchange that brings the lengths nearer to what they should be is always made, and others with a
probability that depends on how much worse they are (N. Metropolis and others, 1953).
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from turaga.completion.circuit_kernel import MoveGraph
from turaga.greedy_kernel import roll
from turaga.jit import Bits, Bytes, Ints, jit

_FAR = 16  # squares of a path that are looked at for the second place where it can exchange parts


class PathCover(NamedTuple):
    """Paths and circuits that cover the board. The knot, if there is one, is the square after the last."""

    after: Ints  # the next square
    before: Ints  # the previous square
    owner: Ints  # the number of the path; for circuits, the number of paths plus one of their squares
    place: Ints  # the position on the path or circuit, from 0
    nodes: Ints  # all squares, and the knot if it belongs to the circuit
    stops: Ints  # [path]: where it begins
    is_stop: Bytes
    length: Ints  # [path]: its moves
    wanted: Ints  # [path]: the moves it should have


@jit
def label(cover: PathCover) -> None:
    """Fill in the owners, the places and the lengths. The squares that are on no path must be alone."""
    for k in range(cover.nodes.shape[0]):
        cover.owner[cover.nodes[k]] = cover.stops.shape[0] + cover.nodes[k]
    for i in range(cover.stops.shape[0]):
        _label_path(cover, i)


@jit
def _label_path(cover: PathCover, i: int) -> None:
    s, k = cover.stops[i], 0
    while True:
        cover.owner[s] = i
        cover.place[s] = k
        s = cover.after[s]
        k += 1
        if cover.is_stop[s]:
            break
    cover.length[i] = k


@jit
def _label_circuit(cover: PathCover, first: int) -> None:
    s, k = first, 0
    while True:
        cover.owner[s] = cover.stops.shape[0] + first
        cover.place[s] = k
        s = cover.after[s]
        k += 1
        if s == first:
            break


@jit
def _label(cover: PathCover, s: int) -> None:
    """Fill in the path or circuit of a square whose owner is still right."""
    if cover.owner[s] < cover.stops.shape[0]:
        _label_path(cover, cover.owner[s])
    else:
        _label_circuit(cover, s)


@jit
def _count(cover: PathCover, s: int) -> int:
    """The number of squares on a circuit."""
    k, here = 1, cover.after[s]
    while here != s:
        k += 1
        here = cover.after[here]
    return k


@jit
def _link(cover: PathCover, one: int, other: int) -> None:
    cover.after[one] = other
    cover.before[other] = one


@jit
def _adjacent(graph: MoveGraph, one: int, other: int) -> bool:
    """Whether there is a move between two squares. The knot is a move away from every square."""
    knot = graph.near.shape[0]
    if one == knot or other == knot:
        return one != other
    for d in range(graph.degree[one]):
        if graph.near[one, d] == other:
            return True
    return False


@jit
def _reverse(cover: PathCover, first: int, last: int) -> None:
    """Reverse the moves from a square to a later one of the same path or circuit, but not those that lead
    there and away."""
    s = first
    while True:
        following = cover.after[s]
        cover.after[s], cover.before[s] = cover.before[s], cover.after[s]
        if s == last:
            return
        s = following


@jit
def _error(cover: PathCover, i: int, more: int) -> int:
    """By how much the length of a path would be wrong if it had `more` more moves."""
    return int(abs(cover.length[i] + more - cover.wanted[i]))


@jit
def _accepts(worse: int, odds: NDArray[np.float64], rng: Bits) -> bool:
    """Whether to make an exchange that makes the lengths so much worse."""
    if worse <= 0:
        return True
    return bool(worse < odds.shape[0] and roll(rng) < odds[worse])


@jit
def total_error(cover: PathCover) -> int:
    """By how much the lengths are wrong, in all."""
    total = 0
    for i in range(cover.stops.shape[0]):
        total += _error(cover, i, 0)
    return total


@jit
def improve(graph: MoveGraph, cover: PathCover, odds: NDArray[np.float64], rng: Bits, tries: int) -> int:
    """Try exchanges until all lengths are right, at most `tries`. Returns the number of those tried."""
    knot, nodes = graph.near.shape[0], cover.nodes
    has_knot, paths = nodes[nodes.shape[0] - 1] == knot, cover.stops.shape[0]
    for k in range(tries):
        if k % 64 == 0 and total_error(cover) == 0:
            return k
        x = nodes[roll(rng) * nodes.shape[0] >> 32]
        if roll(rng) & 1 and cover.owner[x] < paths and _error(cover, cover.owner[x], 0) == 0:
            continue
        if x == knot:
            w = nodes[roll(rng) * (nodes.shape[0] - 1) >> 32]
        else:
            pick = roll(rng) * (graph.degree[x] + has_knot) >> 32
            w = graph.near[x, pick] if pick < graph.degree[x] else knot
        if cover.after[x] == x:
            _place_single(graph, cover, odds, rng, x, w)
        elif cover.after[w] == w:
            _place_single(graph, cover, odds, rng, w, x)
        elif cover.owner[x] != cover.owner[w] and cover.owner[x] < paths and cover.owner[w] < paths:
            if not cover.is_stop[w]:
                _exchange_parts(graph, cover, odds, rng, x, w)
        elif roll(rng) & 1:
            _cross(graph, cover, odds, rng, x, w)
        else:
            _turn_round(graph, cover, odds, rng, x, w)
    return tries


@jit
def _place_single(
    graph: MoveGraph, cover: PathCover, odds: NDArray[np.float64], rng: Bits, single: int, near: int
) -> None:
    """Let a square that is alone join its neighbour, or take the place of the one after the neighbour. If the
    neighbour is an end of the tour, the square can become the end."""
    knot = graph.near.shape[0]
    if near == knot:
        return
    if cover.after[near] == near:
        _link(cover, single, near)
        _link(cover, near, single)
        _label_circuit(cover, single)
        return
    for one, other in ((near, cover.after[near]), (cover.before[near], near)):
        if knot in (one, other):
            i = cover.owner[one]
            if _accepts(_error(cover, i, 1) - _error(cover, i, 0), odds, rng):
                _link(cover, one, single)
                _link(cover, single, other)
                _label_path(cover, i)
                return
    gone = cover.after[near]
    then = cover.after[gone]
    if cover.is_stop[gone] or not _adjacent(graph, single, then):
        return
    _link(cover, near, single)
    _link(cover, single, then)
    cover.owner[single] = cover.owner[near]
    _link(cover, gone, gone)
    _label_circuit(cover, gone)
    _label(cover, near)


@jit
def _cross(graph: MoveGraph, cover: PathCover, odds: NDArray[np.float64], rng: Bits, x: int, v: int) -> None:
    """Let x lead to v, and the square before v to the one that followed x."""
    paths, y, u = cover.stops.shape[0], cover.after[x], cover.before[v]
    if u == x or (u != y and not _adjacent(graph, u, y)):
        return
    one, other = cover.owner[x], cover.owner[u]
    if one == other:
        if one < paths:
            if not _accepts(
                _error(cover, one, -abs(cover.place[u] - cover.place[x])) - _error(cover, one, 0), odds, rng
            ):
                return
            _link(cover, x, v)
            _link(cover, u, y)
            off = u if cover.place[x] < cover.place[u] else x
            _label_path(cover, one)
            _label_circuit(cover, off)
        else:
            _link(cover, x, v)
            _link(cover, u, y)
            _label_circuit(cover, x)
            _label_circuit(cover, u)
    elif one >= paths or other >= paths:
        path = min(one, other)
        if path < paths:
            more = _count(cover, u if one < paths else x)
            if not _accepts(_error(cover, path, more) - _error(cover, path, 0), odds, rng):
                return
        _link(cover, x, v)
        _link(cover, u, y)
        _label(cover, x if one < paths else u)


@jit
def _turn_round(
    graph: MoveGraph, cover: PathCover, odds: NDArray[np.float64], rng: Bits, x: int, u: int
) -> None:
    """Let x lead to u, and the square after x to the square after u, with the part between them reversed."""
    paths, y, v = cover.stops.shape[0], cover.after[x], cover.after[u]
    if y == u or v == x or not _adjacent(graph, y, v):
        return
    one, other = cover.owner[x], cover.owner[u]
    if one == other:
        if one < paths and cover.place[u] < cover.place[x]:
            x, y, u, v = u, v, x, y
        _reverse(cover, y, u)
        _link(cover, x, u)
        _link(cover, y, v)
        _label(cover, x)
    elif one >= paths or other >= paths:
        path = min(one, other)
        if one >= paths:  # x and y are on the path, if there is one
            x, y, u, v = u, v, x, y
        if path < paths:
            more = _count(cover, u)
            if not _accepts(_error(cover, path, more) - _error(cover, path, 0), odds, rng):
                return
        _reverse(cover, v, u)
        _link(cover, x, u)
        _link(cover, v, y)
        _label(cover, x)


@jit
def _exchange_parts(
    graph: MoveGraph, cover: PathCover, odds: NDArray[np.float64], rng: Bits, x: int, w: int
) -> None:
    """Exchange a part of the path of x, from the square after x on, for a part of another path, from w on.

    The first part can be empty. Both can be reversed. Of all such exchanges, try one with the best lengths.
    """
    one, other = cover.owner[x], cover.owner[w]
    y = cover.after[x]
    chosen, last, least, found, turned = x, -1, 1 << 30, 0, False
    here = x
    for k in range(_FAR):
        following = cover.after[here]
        for d in range(graph.degree[following] if following < graph.near.shape[0] else 0):
            z = graph.near[following, d]
            if cover.owner[z] != other or cover.is_stop[z]:
                continue
            forwards = cover.place[z] >= cover.place[w]
            p = cover.before[w] if forwards else cover.after[w]
            q = cover.after[z] if forwards else cover.before[z]
            straight = (
                _adjacent(graph, p, q) if k == 0 else _adjacent(graph, p, y) and _adjacent(graph, here, q)
            )
            if not straight and (k == 0 or not (_adjacent(graph, p, here) and _adjacent(graph, y, q))):
                continue
            more = abs(cover.place[z] - cover.place[w]) + 1 - k
            error = _error(cover, one, more) + _error(cover, other, -more)
            if error < least:
                least, found = error, 0
            if error == least:
                found += 1
                if roll(rng) * found >> 32 == 0:
                    chosen, last, turned = here, z, not straight
        here = following
        if cover.is_stop[here]:
            break
    if last < 0 or not _accepts(least - _error(cover, one, 0) - _error(cover, other, 0), odds, rng):
        return
    _exchange(cover, x, chosen, w, last, turned)


@jit
def _exchange(cover: PathCover, x: int, chosen: int, w: int, last: int, turned: bool) -> None:
    """Put the part from `w` to `last` after x, and the part between x and `chosen`, which followed x, in its
    place. If the first part is given backwards, it is reversed."""
    one, other, y = cover.owner[x], cover.owner[w], cover.after[x]
    following = cover.after[chosen]
    forwards = cover.place[last] >= cover.place[w]
    p = cover.before[w] if forwards else cover.after[w]
    q = cover.after[last] if forwards else cover.before[last]
    if not forwards:
        _reverse(cover, last, w)
    _link(cover, x, w)
    _link(cover, last, following)
    if chosen == x:
        _link_either(cover, p, q, forwards)
    else:
        if turned == forwards:
            _reverse(cover, y, chosen)
        if turned:
            _link_either(cover, p, chosen, forwards)
            _link_either(cover, y, q, forwards)
        else:
            _link_either(cover, p, y, forwards)
            _link_either(cover, chosen, q, forwards)
    _label_path(cover, one)
    _label_path(cover, other)


@jit
def _link_either(cover: PathCover, one: int, other: int, forwards: bool) -> None:
    if forwards:
        _link(cover, one, other)
    else:
        _link(cover, other, one)
