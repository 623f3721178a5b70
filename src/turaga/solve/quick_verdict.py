"""Whether a board has a tour, in milliseconds: for a board that is being painted.

Theory comes first. On other boards than rectangles it often does not decide. Then a maximum flow covers the
board by cycles (`turaga.cover`). If that is not possible, a few squares prove that there is no tour. If the
cycles of the cover can be joined at once, there is a tour. Nothing is searched beyond that, so the verdict
can be that it is not known.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from turaga._version import __version__
from turaga.certificate import Certificate
from turaga.json_values import INLINE, Result
from turaga.text import plural
from turaga.theory import Verdict, verdict
from turaga.tours import Tours
from turaga.verify import require_tour
from turaga.walk import Walk

_SECONDS = 0.5
_COVERS = 3  # covers whose parts are joined
_PASSES = 10  # passes over each cover to change it and join again
_BOTTLENECK_WORK = 1000  # deletions of squares that are tried to make a bottleneck smaller
_SEPARATOR_WORK = 1_500_000  # squares looked at in search of a separator
_UNKNOWN = "theory does not decide this, and a first look found neither a tour nor a reason against one"


def quick_verdict(question: Tours, *, seconds: float = _SECONDS, seed: int = 0) -> Verdict:
    """Whether there is such a tour, as far as theory and a first look can tell. `exists` is None if it is not
    known. No step starts after this many seconds.

    A board of 8x8 takes about a millisecond, and one of 100x100 up to a tenth of a second.

    >>> from turaga.board import Board
    >>> board = Board(8, 8, holes=[(0, 2), (1, 0)])
    >>> quick_verdict(Tours.at(board, closed=True)).exists
    True
    >>> quick_verdict(Tours.at(Board(4, 4, holes=[(0, 1), (1, 3)]))).reason
    'without b3, c3, b2 and c2 the board falls into 6 pieces, and a tour allows at most 5'
    """
    deadline = time.monotonic() + seconds
    known = verdict(question)
    if known.exists is not None or question.board.size < 3:
        return known
    return _QuickLook(question, seed, lambda: time.monotonic() > deadline).verdict()


@dataclass(frozen=True, kw_only=True)
class FirstLook(Result):
    """Whether there is a tour, as far as a first look shows."""

    tours: Tours
    verdict: Verdict = field(metadata=INLINE)
    seconds: float
    version: str = __version__


def first_look(question: Tours, *, seconds: float = _SECONDS) -> FirstLook:
    """The quick verdict, ready to be written as JSON.

    >>> first_look(Tours("5x5", closed=True)).as_json()["kind"]
    'colours'
    """
    began = time.perf_counter()
    found = quick_verdict(question, seconds=seconds)
    return FirstLook(tours=question, verdict=found, seconds=time.perf_counter() - began)


class _QuickLook:
    """Looks at covers of the board of one question."""

    def __init__(self, question: Tours, seed: int, late: Callable[[], bool]) -> None:
        from turaga.cover.cover import CoverFinder

        self.tours, self.seed, self.late = question, seed, late
        self.asked = (question.board, question.start_index, question.end_index, question.closed)
        # A closed tour with a given end is the same as an open one between its ends.
        only_cycles = question.closed and question.end_index is None
        given = (question.start_index, question.end_index)
        ends = () if only_cycles else tuple(index for index in given if index is not None)
        self.finder = CoverFinder(question.board, ends, closed=only_cycles, seed=seed)

    def verdict(self) -> Verdict:
        for _ in range(_COVERS):
            covered = self.finder.flow(self.late)
            if self.late():
                return Verdict(None, _UNKNOWN)
            if not covered:
                return self._refuted(self._bottleneck())
            if (parts := self._joined()) is not None:
                return self._found(parts)
        return self._refuted(None if self.late() else self._separator())

    def _joined(self) -> int | None:
        """Join the parts of the cover: how many there were, or None if more than one is left."""
        finder = self.finder
        parts = finder.join()
        if finder.left > 1:
            finder.improve(_PASSES)
        return parts if finder.left == 1 else None

    def _found(self, parts: int) -> Verdict:
        """The verdict for a cover of one part, which is verified."""
        question = self.tours
        squares = self.finder.part(question.start_index)
        if question.start_index is None and question.end_index not in (None, int(squares[-1])):
            squares = squares[::-1]
        require_tour(Walk.from_indices(question.board, squares), closed=question.closed)
        kind = "closed tour" if question.closed else "tour"
        found = f"a {kind} was found"
        if parts == 1:
            return Verdict.yes(found)
        return Verdict.yes(f"{found}: {plural(parts, 'part')} that cover the board were joined")

    def _refuted(self, certificate: Certificate | None) -> Verdict:
        if certificate is None:
            return Verdict(None, _UNKNOWN)
        return Verdict.no(certificate.reason, certificate=certificate)

    def _bottleneck(self) -> Certificate | None:
        """A small bottleneck, which exists if there is no cover."""
        from turaga.cover.bottleneck import smallest_bottleneck

        for cut in sorted((self.finder.cut(0), self.finder.cut(1)), key=len):
            found = smallest_bottleneck(*self.asked, cut.tolist(), work=_BOTTLENECK_WORK)
            if found is not None:
                return found
        return None

    def _separator(self) -> Certificate | None:
        """A separator of a small board, if one is found quickly."""
        from turaga.cover.separator import find_separator

        return find_separator(*self.asked, seed=self.seed, work=_SEPARATOR_WORK)
