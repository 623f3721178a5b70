"""Following forced moves until they contradict each other.

In one sentence: a square whose possible moves are as many as it needs uses all of them, a square that has
all it needs takes no other, and so on, until nothing follows or something cannot be.
"""

from collections import deque

from turaga.board import Board
from turaga.text import plural, show
from turaga.theory.question import Question, Verdict

_MOST_LINES = 40
_MOST_NAMED = 24


def forced_moves_forbid(question: Question, first: list[int]) -> Verdict | None:
    """Why forced moves, followed from the squares given, rule a tour with known ends out; None if they
    do not.

    Costs a few microseconds for each move that follows, and these are few: they begin in the corners.

    >>> forced_moves_forbid(Question(Board("3x11"), 2, 24), [11]).reason
    'the moves that are forced make a walk of the 3 squares 1,3, 2,1, 3,3 from one end to the other, and leave
    30 squares out'
    """
    if not question.closed and (question.start_index is None or question.end_index is None):
        return None
    chain = _Chain(question)
    try:
        chain.follow(first)
    except _Contradiction as clash:
        return Verdict.no(clash.what, *chain.account(), squares=map(question.board.square, clash.squares))
    return None


class _Contradiction(Exception):
    """What cannot be, in words, and the squares it is about."""

    def __init__(self, what: str, squares: list[int]) -> None:
        super().__init__(what)
        self.what = what
        self.squares = squares


class _Chain:
    """What follows from what: for each square the moves it must make, and those it cannot."""

    def __init__(self, question: Question) -> None:
        self.board: Board = question.board
        self.ends = {
            n for n in (question.start_index, question.end_index) if n is not None and not question.closed
        }
        self.near: dict[int, list[int]] = {}  # the moves each square has left
        self.must: dict[int, list[int]] = {}  # those it must make
        self.far: dict[int, int] = {}
        self.lines: list[str] = []

    def needs(self, index: int) -> int:
        return 1 if index in self.ends else 2

    def left(self, index: int) -> list[int]:
        if index not in self.near:
            self.near[index] = sorted(set(self.board.neighbours(index)))
        return self.near[index]

    def name(self, index: int) -> str:
        return show(self.board.square(index))

    def follow(self, first: list[int]) -> None:
        queue = deque(first)
        while queue:
            here = queue.popleft()
            left, must = self.left(here), self.must.setdefault(here, [])
            if len(left) < self.needs(here):
                moves = plural(len(left), "move") if left else "no move"
                kind = "an end" if here in self.ends else "a square that is no end"
                raise _Contradiction(
                    f"the moves that are forced leave {self.name(here)}, {kind}, with {moves}", [here]
                )
            if len(left) > self.needs(here):
                continue
            new = [n for n in left if n not in must]
            if new:
                given = " and ".join(self.name(n) for n in left)
                moves, all_of = ("move", "it") if len(left) == 1 else ("moves", "both")
                line = f"{self.name(here)} has only the {moves} to {given} left, and needs {all_of}."
                self.lines.append(line)
            for other in new:
                must.append(other)
                self.must.setdefault(other, []).append(here)
                queue.extend(self._filled(other))
                self._join(here, other)

    def _filled(self, index: int) -> list[int]:
        """Take away what a square no longer needs; the squares that lose a move come back."""
        must = self.must[index]
        if len(must) > self.needs(index):
            joined = " and ".join(self.name(n) for n in must)
            raise _Contradiction(
                f"the moves that are forced join {self.name(index)} to {joined}, one too many",
                [index, *must],
            )
        if len(must) < self.needs(index):
            return []
        lost = [n for n in self.left(index) if n not in must]
        self.near[index] = list(must)
        for n in lost:
            self.near[n] = [m for m in self.left(n) if m != index]
        if lost:
            its = "move" if index in self.ends else "moves"
            self.lines.append(f"{self.name(index)} has its {its}, so {self._names(lost)} cannot use it.")
        return lost

    def _join(self, a: int, b: int) -> None:
        """Two squares have been joined: whether that makes a circuit, or a walk from end to end, too soon.

        `far` knows the other end of every walk of forced moves, by each of its ends.
        """
        if self.far.get(a, a) == b:
            self._too_soon(a, "a circuit")
            return
        first, last = self.far.pop(a, a), self.far.pop(b, b)
        self.far[first], self.far[last] = last, first
        if {first, last} == self.ends:
            self._too_soon(first, "a walk")

    def _too_soon(self, first: int, kind: str) -> None:
        walk, before, here = [first], -1, first
        while True:
            beyond = [n for n in self.must[here] if n != before]
            if not beyond or beyond[0] == first:
                break
            before, here = here, beyond[0]
            walk.append(here)
        left = self.board.size - len(walk)
        if left:
            where = " from one end to the other" if kind == "a walk" else ""
            named = self._names(walk if len(walk) <= _MOST_NAMED else walk[:_MOST_NAMED])
            named += ", ..." if len(walk) > _MOST_NAMED else ""
            raise _Contradiction(
                f"the moves that are forced make {kind} of the {len(walk)} squares {named}{where}, and leave "
                f"{plural(left, 'square')} out",
                walk,
            )

    def _names(self, indices: list[int]) -> str:
        return ", ".join(self.name(n) for n in indices)

    def account(self) -> list[str]:
        """What followed, line by line; of very much, the beginning."""
        if len(self.lines) <= _MOST_LINES:
            return self.lines
        return [*self.lines[:_MOST_LINES], f"And so on: {len(self.lines) - _MOST_LINES} steps more."]
