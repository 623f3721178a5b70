"""Forced moves, followed until they contradict each other or nothing more follows.

A square needs two moves, or one if it is an end of the tour. A square with no more possible moves than it
needs must use all of them. A square that has all the moves it needs cannot use any others, so its other
neighbours lose a move. That can force more moves, and so on.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import ceil

from turaga.board import Board, Square
from turaga.certificate import Marks, ProofStep
from turaga.text import listed, plural
from turaga.theory.finding import Verdict
from turaga.theory.steps import end_marks
from turaga.tours import Tours

_MOST_LINES = 40
_MOST_NAMED = 24
_MOST_STEPS = 4  # of a proof before the contradiction: several deductions share a step
_MOST_SAID = 3  # deductions of a step that are put in words


def forced_moves_forbid(question: Tours, first: list[int]) -> Verdict | None:
    """Why forced moves, followed from the squares `first`, make a tour with known ends impossible.

    Returns None if they do not, or if an end of an open tour is not given. Each forced move costs a few
    microseconds. There are few of them, because they begin in the corners.

    >>> forced_moves_forbid(Tours.at(Board("3x11"), 2, 24), [11]).reason
    'the forced moves make a walk of the 3 squares c3, a2, c1 from one end of the tour to the other, and
    leave out 30 squares'
    """
    if not question.closed and (question.start_index is None or question.end_index is None):
        return None
    chain = _Chain(question)
    try:
        chain.follow(first)
    except _Contradiction as clash:
        return Verdict.no(
            clash.what,
            *chain.account(),
            squares=map(question.board.square, clash.squares),
            steps=partial(_steps, question, chain.deductions, clash.what, tuple(clash.squares)),
        )
    return None


@dataclass(frozen=True, slots=True)
class _Deduction:
    """What follows at a square, and the moves that it forces. It is put in words only if a proof needs it."""

    square: int
    words: Callable[[], str]
    moves: tuple[tuple[int, int], ...] = ()

    @property
    def line(self) -> str:
        """The deduction as a sentence."""
        return self.words()


def _steps(
    question: Tours, deductions: list[_Deduction], clash: str, squares: tuple[int, ...]
) -> list[ProofStep]:
    """The deductions as a few steps, with all moves forced so far, and the contradiction."""
    board, ends = question.board, end_marks(question)
    size = max(1, ceil(len(deductions) / _MOST_STEPS))
    steps, moves = [], list[tuple[Square, Square]]()
    for first in range(0, len(deductions), size):
        some = deductions[first : first + size]
        moves += [(board.square(a), board.square(b)) for one in some for a, b in one.moves]
        said = [one.line for one in some[:_MOST_SAID]]
        if len(some) > _MOST_SAID:
            more = plural(len(some) - _MOST_SAID, "more deduction follows", "more deductions follow")
            said.append(f"{more} in the same way.")
        ringed = tuple(dict.fromkeys(board.square(one.square) for one in some))
        marks = (*ends, Marks("ringed", ringed))
        steps.append(ProofStep(text=" ".join(said), marks=marks, moves=tuple(moves)))
    named = Marks("ringed", tuple(map(board.square, squares)))
    return [*steps, ProofStep(text=f"But {clash}.", marks=(*ends, named), moves=tuple(moves))]


class _Contradiction(Exception):
    """A contradiction, in words, and the squares it is about."""

    def __init__(self, what: str, squares: list[int]) -> None:
        super().__init__(what)
        self.what = what
        self.squares = squares


class _Chain:
    """The deductions so far: for each square the moves that are left, and those that it must use."""

    def __init__(self, question: Tours) -> None:
        self.board: Board = question.board
        self.ends = {
            n for n in (question.start_index, question.end_index) if n is not None and not question.closed
        }
        self.near: dict[int, list[int]] = {}  # for each square, the squares it can still be joined to
        self.must: dict[int, list[int]] = {}  # for each square, the squares it must be joined to
        self.far: dict[int, int] = {}  # for each end of a walk of forced moves, the other end
        self.deductions: list[_Deduction] = []

    def needs(self, index: int) -> int:
        return 1 if index in self.ends else 2

    def left(self, index: int) -> list[int]:
        if index not in self.near:
            self.near[index] = sorted(set(self.board.neighbours(index)))
        return self.near[index]

    def name(self, index: int) -> str:
        return self.board.show(index)

    def follow(self, first: list[int]) -> None:
        queue = deque(first)
        while queue:
            here = queue.popleft()
            left, must = self.left(here), self.must.setdefault(here, [])
            if len(left) < self.needs(here):
                moves = "only one move" if left else "no move"
                kind = "is an end" if here in self.ends else "is not an end"
                raise _Contradiction(
                    f"the forced moves leave {self.name(here)}, which {kind} of the tour, with {moves}",
                    [here],
                )
            if len(left) > self.needs(here):
                continue
            new = [n for n in left if n not in must]
            if new:
                words = partial(self._needs_them, here, tuple(left))
                self.deductions.append(_Deduction(here, words, tuple((here, n) for n in new)))
            for other in new:
                must.append(other)
                self.must.setdefault(other, []).append(here)
                queue.extend(self._filled(other))
                self._join(here, other)

    def _filled(self, index: int) -> list[int]:
        """Remove the moves that a square no longer needs. Returns the squares that lose a move."""
        must = self.must[index]
        if len(must) > self.needs(index):
            joined = " and ".join(self.name(n) for n in must)
            raise _Contradiction(
                f"the forced moves join {self.name(index)} to {joined}, which is one move too many",
                [index, *must],
            )
        if len(must) < self.needs(index):
            return []
        lost = [n for n in self.left(index) if n not in must]
        self.near[index] = list(must)
        for n in lost:
            self.near[n] = [m for m in self.left(n) if m != index]
        if lost:
            self.deductions.append(_Deduction(index, partial(self._has_enough, index, tuple(lost))))
        return lost

    def _needs_them(self, here: int, left: tuple[int, ...]) -> str:
        moves, all_of = ("move", "it") if len(left) == 1 else ("moves", "both")
        given = " and ".join(map(self.name, left))
        return f"{self.name(here)} has only the {moves} to {given} left, and needs {all_of}."

    def _has_enough(self, here: int, lost: tuple[int, ...]) -> str:
        its = "the only move it needs" if here in self.ends else "the two moves it needs"
        others = listed(map(self.name, lost))
        unused = f"its move to {others} is" if len(lost) == 1 else f"its moves to {others} are"
        return f"{self.name(here)} has {its}, so {unused} not used."

    def _join(self, a: int, b: int) -> None:
        """Record that two squares are joined. Raises `_Contradiction` if that closes a circuit, or joins both
        ends of the tour, before all squares are included."""
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
            where = " from one end of the tour to the other" if kind == "a walk" else ""
            named = self._names(walk if len(walk) <= _MOST_NAMED else walk[:_MOST_NAMED])
            named += ", ..." if len(walk) > _MOST_NAMED else ""
            raise _Contradiction(
                f"the forced moves make {kind} of the {plural(len(walk), 'square')} {named}{where}, and "
                f"leave out {plural(left, 'square')}",
                walk,
            )

    def _names(self, indices: list[int]) -> str:
        return ", ".join(self.name(n) for n in indices)

    def account(self) -> list[str]:
        """The deductions, one per line; only the first `_MOST_LINES` if there are more."""
        lines = [deduction.line for deduction in self.deductions]
        if len(lines) <= _MOST_LINES:
            return lines
        more = plural(len(lines) - _MOST_LINES, "more deduction")
        return [*lines[:_MOST_LINES], f"And so on: {more}."]
