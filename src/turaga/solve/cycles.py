"""Method `cycles`: cover the board by cycles, then join them. For any set of squares and any leaper.

A maximum flow gives every square as many moves as a tour uses there, or proves that this is not possible
(`turaga.cover`). The moves form cycles, and for an open tour one path. Cycles are joined wherever two moves
can be exchanged, until one is left: that is the tour. If some remain, the cover is changed near them and
joined again. After some passes without success, another flow begins from scratch.

If there is no cover, there is no tour, and a few squares prove it: they need more moves than their neighbours
allow. That a cover exists does not prove that a tour does. But where there is a tour this method nearly
always finds it: docs/any-board.md has the trials. Where it does not, it looks for a separator: squares
without which the board falls into more pieces than a tour can visit.

The flow is random, so different seeds give different tours, and large tours look random too.
"""

from turaga.certificate import Bottleneck, Certificate
from turaga.errors import BadBoard
from turaga.solve.circuit_joins import MOST_RECORDED, CircuitJoins
from turaga.solve.outcome import Outcome
from turaga.solve.problem import Problem
from turaga.text import plural
from turaga.walk import Walk

MOST_AREA = 10**8  # a board of 10^8 squares takes about 4 GB
_COVERS = 20  # covers that are tried
_PASSES = 30  # passes over each cover to change it and join again
_LARGE_CUT = 100_000  # squares of a cut that takes many seconds to look at
_SLICE = 1_000_000  # squares that passes look at before the clock is checked: about a tenth of a second


def solve_by_cycles(problem: Problem) -> Outcome:
    """Found, Impossible with a certificate if the board has no cover, or GaveUp.

    Time and memory are nearly linear in the number of squares: a few microseconds and 40 bytes for each.
    `steps` counts the squares of all passes. If no start is given, Impossible is true for all starts.

    >>> from turaga import solve
    >>> solve("8x8", method="cycles", closed=True, seed=1).tour.closed
    True
    """
    board = problem.board
    if board.area > MOST_AREA:
        raise BadBoard(
            f"board {board} has an area of {board.area}",
            accepted=f"the limit of method cycles is {MOST_AREA} (10^8)",
            field="board",
        )
    if board.size == 1:
        return problem.found(Walk.from_indices(board, (problem.start,)), "the only one", steps=1)
    return _CycleSearch(problem).run()


class _CycleSearch:
    """One run of the method."""

    def __init__(self, problem: Problem) -> None:
        from turaga.cover.cover import CoverFinder, RecordedCoverFinder

        self.problem = problem
        self.start = None if problem.free_start else problem.start
        self.end = problem.end
        self.asked = (problem.board, self.start, self.end, problem.closed)
        # A closed tour with a given end is the same as an open one between its ends.
        self.only_cycles = problem.closed and self.end is None
        ends = () if self.only_cycles else tuple(n for n in (self.start, self.end) if n is not None)
        recorded = problem.explain and problem.board.size <= MOST_RECORDED
        finder = RecordedCoverFinder if recorded else CoverFinder
        self.finder = finder(problem.board, ends, closed=self.only_cycles, seed=problem.seed)
        self.passes = 0
        self.lines: list[str] = []

    def run(self) -> Outcome:
        for cover in range(1, _COVERS + 1):
            self.problem.report("covering the board", cover, _COVERS)
            covered = self.finder.flow(lambda: self._ran_out() is not None)
            self.passes += 1
            if self._ran_out() is not None:
                break
            if not covered:
                return self._no_cover()
            parts = self.finder.join()
            self._improve()
            self._describe(cover, parts)
            if self.finder.left == 1:
                return self._found(parts, cover)
            if self._ran_out() is not None:
                break
        else:
            from turaga.cover.separator import find_separator

            separator = find_separator(*self.asked, seed=self.problem.seed)
            if separator is not None:
                return self._proved(separator)
        return self._stopped()

    @property
    def steps(self) -> int:
        return self.passes * self.problem.board.size

    def _ran_out(self) -> str | None:
        return self.problem.ran_out(self.steps)

    def _improve(self) -> None:
        """Change the cover and join again, until there is one part or no pass is left."""
        at_once = max(1, min(_PASSES, _SLICE // self.problem.board.size))
        done = 0
        while self.finder.left > 1 and done < _PASSES and self._ran_out() is None:
            before = self.finder.left
            self.finder.improve(at_once)
            self.passes += at_once
            done = 0 if self.finder.left < before else done + at_once

    def _describe(self, cover: int, parts: int) -> None:
        found = f"cover {cover}: a maximum flow divides the board into {self._parts(parts)}"
        if parts == 1:
            self.lines.append(f"{found}, which is the tour")
        elif self.finder.left == 1:
            self.lines.append(f"{found}; exchanges of moves join all of them")
        else:
            self.lines.append(f"{found}; exchanges of moves leave {self._parts(self.finder.left)}")

    def _parts(self, count: int) -> str:
        return plural(count, "cycle" if self.only_cycles else "part")

    def _found(self, parts: int, cover: int) -> Outcome:
        problem = self.problem
        squares = self.finder.part(problem.start if self.start is not None or self.only_cycles else None)
        if self.start is None and self.end is not None and squares[-1] != self.end:
            squares = squares[::-1]
        walk = Walk.from_indices(problem.board, squares)
        how = f"joined from {self._parts(parts)}"
        if parts == 1:
            how = f"covered by a single {'cycle' if self.finder.moves == problem.board.size else 'path'}"
        if cover > 1:
            how += f" of cover {cover}"
        return problem.found(
            walk, how, steps=self.steps, account=self._account(), circuits=self._circuits(cover)
        )

    def _circuits(self, number: int) -> CircuitJoins | None:
        """How the cover with this number was joined, if that was recorded."""
        from turaga.cover.cover import RecordedCoverFinder

        if not isinstance(self.finder, RecordedCoverFinder):
            return None
        board, changes = self.problem.board, tuple(self.finder.changes)
        return CircuitJoins(board, self.finder.first, changes, number)

    def _no_cover(self) -> Outcome:
        from turaga.cover.bottleneck import smallest_bottleneck

        found: list[Bottleneck] = []
        for cut in sorted((self.finder.cut(0), self.finder.cut(1)), key=len):
            if found and len(cut) > _LARGE_CUT:
                break
            bottleneck = smallest_bottleneck(*self.asked, cut.tolist())
            if bottleneck is not None:
                found.append(bottleneck)
        return self._proved(min(found, key=lambda bottleneck: len(bottleneck.squares)))

    def _proved(self, certificate: Certificate) -> Outcome:
        account = certificate.explain() if self.problem.explain else ()
        return self.problem.impossible(
            certificate.reason, certificate=certificate, steps=self.steps, account=account
        )

    def _stopped(self) -> Outcome:
        problem, left = self.problem, self.finder.left
        out = self._ran_out()
        if out is None:
            out = f"{plural(_COVERS, 'cover')} of the board could not be joined to one tour"
        squares = self.finder.part(self.start) if left else [problem.start]
        walk = Walk.from_indices(problem.board, squares)
        return problem.gave_up(
            walk,
            out,
            steps=self.steps,
            account=self._account(),
            circuits=self._circuits(len(self.lines)) if left else None,
        )

    def _account(self) -> tuple[str, ...]:
        return tuple(self.lines) if self.problem.explain else ()
