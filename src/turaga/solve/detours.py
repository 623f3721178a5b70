"""Make a walk longer: replace a few of its squares by a detour over squares that it has not visited.

A detour leaves the walk at one square and comes back at a later one. It is taken if it has more squares than
the part of the walk that it replaces. Where no detour is longer, one that is as long is taken now and then,
at random, so that others become possible. An open walk also grows at its free ends.
"""

from collections.abc import Callable, Collection, Mapping, Sequence

from turaga.rng import Rng

_DEPTH = 6  # squares of the longest detour
_REPLACED = 4  # squares of the longest part that is replaced
_PATIENCE = 30  # rounds without success after which it ends


def lengthened(
    walk: Sequence[int],
    near: Mapping[int, Sequence[int]],
    rng: Rng,
    *,
    closed: bool,
    kept: Collection[int] = (),
    late: Callable[[], bool] = lambda: False,
) -> list[int]:
    """A walk of at least as many squares. It begins and ends on the same squares where these are `kept`.

    `near` has the neighbours of each square. It ends after a few rounds without success, or if it is `late`.
    A round takes time linear in the length of the walk.

    >>> near = {0: [1, 3], 1: [0, 2, 4], 2: [1, 5], 3: [0, 4], 4: [1, 3, 5], 5: [2, 4]}
    >>> lengthened([1, 4], near, Rng(0), closed=False, kept=[1, 4])
    [1, 0, 3, 4]
    """
    path = list(walk)
    free = set(near).difference(path)
    longest, failed = path, 0
    while failed < _PATIENCE and len(longest) < len(near) and not late():
        if not closed:
            path = _extended(_extended(path, near, free, kept)[::-1], near, free, kept)[::-1]
        if closed and not kept:  # detours do not cross the end of the list, so it is moved
            cut = rng.below(len(path))
            path = path[cut:] + path[:cut]
        path = _passed(path, near, free, rng, late)
        failed = 0 if len(path) > len(longest) else failed + 1
        longest = max(longest, path, key=len)
    return longest


def _extended(
    path: list[int], near: Mapping[int, Sequence[int]], free: set[int], kept: Collection[int]
) -> list[int]:
    """The walk, continued from its last square to squares with the fewest free neighbours. Changes `free`."""
    path = list(path)
    while path[-1] not in kept:
        onward = [there for there in near[path[-1]] if there in free]
        if not onward:
            break
        path.append(min(onward, key=lambda there: sum(far in free for far in near[there])))
        free.discard(path[-1])
    return path


def _passed(
    path: list[int],
    near: Mapping[int, Sequence[int]],
    free: set[int],
    rng: Rng,
    late: Callable[[], bool],
) -> list[int]:
    """The walk after one pass over its squares, with the detours found. Changes `free`."""
    place = {square: k for k, square in enumerate(path)}
    done: list[int] = []
    k = 0
    while k < len(path):
        done.append(path[k])
        if late():
            return done + path[k + 1 :]
        detour, back = _detour(path[k], k, near, free, place, neutral=rng.below(3) == 0)
        if detour:
            replaced = path[k + 1 : back]
            free.difference_update(detour)
            free.update(replaced)
            for square in replaced:
                del place[square]
            done += detour
            k = back
        else:
            k += 1
    return done


def _detour(
    start: int,
    k: int,
    near: Mapping[int, Sequence[int]],
    free: set[int],
    place: Mapping[int, int],
    *,
    neutral: bool,
) -> tuple[list[int], int]:
    """A detour from step k that is longer than what it replaces, or as long if `neutral`, and the step at
    which it comes back; an empty one if there is none."""
    stack = [iter(near[start])]
    inside: list[int] = []
    same: tuple[list[int], int] = ([], 0)
    while stack:
        there = next(stack[-1], None)
        if there is None:
            stack.pop()
            if inside:
                inside.pop()
        elif there in free:
            if len(inside) < _DEPTH and there not in inside:
                inside.append(there)
                stack.append(iter(near[there]))
        elif inside and 0 < (ahead := place.get(there, -1) - k) <= _REPLACED + 1:
            if len(inside) > ahead - 1:
                return inside, k + ahead
            if neutral and len(inside) == ahead - 1:
                same = (list(inside), k + ahead)
    return same
