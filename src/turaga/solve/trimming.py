"""`trim`: remove the fewest squares from a board so that it has a tour.

1. A tour lies in one connected piece of the board, and a closed tour in one that stays connected if any one
   square is removed (a block). The pieces, or blocks, are tried one after another, largest first.
2. `Coverage` shows how many squares must be removed at least, because there are not enough moves for all.
   Squares are removed while each removal makes up for two missing moves: then no fewer are enough. There is
   usually a choice. Squares at the outline come first and, if the board is symmetric, images of those already
   removed.
3. `solve` finds a tour of what is left. If it does not, other squares are chosen, and then more squares:
   those of the reason why there is no tour.
4. If more squares were removed than step 2 asks for, `longest_tour` asks CP-SAT for the tour of the most
   squares, in the time that is left. Without OR-tools, or on a large board, every smaller set is tried. Sets
   that leave too few moves somewhere are skipped: one of the squares there (`Coverage.culprits`) must be in
   the set.
"""

import sys
import time
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace

from turaga.board import Board, BoardLike, Leaper, Square
from turaga.errors import BadBoard, TourNotFound
from turaga.limits import Progress, time_in_seconds
from turaga.rng import Rng
from turaga.solve import Found, GaveUp, Impossible, Outcome, Request, solve_request
from turaga.solve.coverage import Coverage, blocks, pieces
from turaga.solve.detours import lengthened
from turaga.solve.longest_tour import Longest, can_prove, longest_tour
from turaga.solve.removal_preference import RemovalPreference, blamed_squares
from turaga.solve.removal_reason import why_fewest, with_parity
from turaga.solve.trimmed_board import Trimmed
from turaga.text import listed, show
from turaga.theory import Question, ends_forbid
from turaga.walk import Tour

MOST_TRIMMED = 200_000  # squares of a board that can be trimmed
_TIME = 20.0  # seconds, if there is no time limit
_ATTEMPTS = 12  # choices of squares that are tried before one more square is removed
_EXTRA_FROM = 40  # squares of which one more is chosen
_TRIALS = 60  # squares whose removal is tried before the best of them is taken
_SOLVE_TIME = 8.0  # seconds for the tour of one choice
_SHARE = 3  # no tour may take more than the time that is left, divided by this
_BEFORE_CP_SAT = 4  # trimming may take the time, divided by this, before CP-SAT is asked
_WALKS = 30  # walks by the rule of which the longest is taken
_WALK_TIME = 0.5  # seconds for these walks, and for detours if no time is left


def trim(
    board: BoardLike,
    *,
    leaper: Leaper | None = None,
    start: Square | str | None = None,
    end: Square | str | None = None,
    closed: bool = False,
    seed: int = 0,
    time_limit: float | None = None,
    progress: Progress | None = None,
) -> Trimmed:
    """Remove the fewest squares from a board so that it has a tour, and find the tour.

    `start`, `end` and `closed` are as for `solve`; given squares are never removed. `time_limit` (in seconds,
    20 if it is not given) limits the search for tours and for a proof that fewer squares are not enough. The
    same seed gives the same result, unless time runs out. With OR-tools (the extra `exact`) boards of up to
    1000 squares are trimmed better, and the proof takes less time. `TourNotFound` if no part of the board has
    such a tour (its `proved` is true), or none was found.

    >>> trimmed = trim("5x5", closed=True)
    >>> trimmed.removed, trimmed.minimal, trimmed.tour.closed
    (((0, 0),), True, True)
    >>> trim("8x8").removed
    ()
    """
    request = Request.read(board, leaper=leaper, start=start, end=end, closed=closed, seed=seed)
    if request.board.size > MOST_TRIMMED:
        raise BadBoard(
            f"{request.board} has too many squares to trim",
            accepted=f"at most {MOST_TRIMMED} are accepted",
            value=str(request.board),
        )
    limit = None if time_limit is None else time_in_seconds(time_limit)
    if (forbidden := ends_forbid(request.question)) is not None:
        raise _nothing(request.question, forbidden.reason, proved=True)
    return _Trimming(request, limit, progress).trimmed()


def _nothing(question: Question, reason: str, *, proved: bool) -> TourNotFound:
    """The error if no choice of squares has a tour, or none was found."""
    plain = question.closed and question.start_index is None and question.end_index is None
    tour = "a closed tour" if plain else "such a tour"
    what = f"has {tour}" if proved else f"with {tour} was found"
    return TourNotFound(f"no part of {question.board} {what}: {reason}", reason=reason, proved=proved)


@dataclass(frozen=True, slots=True)
class _Choice:
    """Squares that were removed, and the tour of the others."""

    removed: frozenset[int]
    tour: Tour


class _Trimming:
    """One call of `trim`. Squares are indices."""

    def __init__(self, request: Request, limit: float | None, progress: Progress | None) -> None:
        self.request = request
        self.question: Question = request.question
        self.board = request.board
        self.deadline = time.monotonic() + (_TIME if limit is None else limit)
        self.strict = limit is not None  # otherwise the first choice is completed, however long it takes
        self.progress = progress
        self.table = dict(enumerate(self.board.neighbour_table()))
        question = self.question
        self.ends = {i for i in (question.start_index, question.end_index) if i is not None}
        closed = question.closed
        self.capacity_one = set() if closed else self.ends
        self.allowed = 0 if closed else 2 - len(self.ends)
        self.squares = frozenset(self.board.indices())
        self.odd: bool | None = False if closed else None  # whether a tour has an odd number of squares
        if not closed and len(self.ends) == 2:
            side = self._coverage(frozenset()).side
            self.odd = len({side[end] for end in self.ends}) == 1
        self.certain = True  # whether no search gave up
        self.by_cp_sat = False  # whether CP-SAT decided how many squares must be removed
        self.reserved = 0.0  # seconds before the deadline that are kept for CP-SAT
        self.asked: dict[frozenset[int], Outcome] = {}
        self.preference = RemovalPreference(self.board)

    # -- the parts ------------------------------------------------------------------------------------

    def trimmed(self) -> Trimmed:
        """The result, over all pieces of the board."""
        near = {square: self.table[square] for square in self.squares}
        parts = blocks(near) if self.question.closed else pieces(near)
        best, least = self._best_of(parts)
        if best is None and not self.question.closed:  # a closed tour of a block, opened, is better than none
            best, _ = self._best_of(blocks(near))
        if best is None:
            raise self._nothing_found(parts)
        least = min(least, len(best.removed))
        return self._result(best, least)

    def _best_of(self, parts: list[set[int]]) -> tuple[_Choice | None, int]:
        """The best choice that keeps squares of only one of the parts, largest first, and how many squares
        must be removed at least."""
        best: _Choice | None = None
        least = len(self.squares)  # removals that are proved to be necessary
        for piece in parts:
            if not self.ends <= piece:
                continue
            others = self.squares - piece
            if best is not None and len(others) >= len(best.removed):
                least = min(least, len(others))
                break  # the pieces that follow are smaller still
            choice, at_least = self._piece(frozenset(others), None if best is None else len(best.removed))
            least = min(least, at_least)
            if choice is not None and (best is None or len(choice.removed) < len(best.removed)):
                best = choice
        return best, least

    def _piece(self, others: frozenset[int], most: int | None) -> tuple[_Choice | None, int]:
        """The best choice for one piece, without the `others`, and how many squares must be removed at least.
        Only fewer than `most` removals are of interest."""
        coverage = self._coverage(others)
        size = len(self.squares) - len(others)
        least = len(others) + with_parity(coverage.least_removals, size, self.odd)
        if most is not None and least >= most:
            return None, least
        exact = can_prove(size)
        if exact:
            left = max(0.0, self.deadline - time.monotonic())
            self.reserved = left - left / _BEFORE_CP_SAT
        choice = self._chosen(others)
        if choice is None or len(choice.removed) > least:
            choice = self._lengthened(others, choice)
        if choice is not None and len(choice.removed) == least:
            return choice, least
        if exact:
            return self._longest(others, choice, least, most)
        ceiling = len(self.squares) if choice is None else len(choice.removed)
        return self._searched(others, choice, least, ceiling)

    def _coverage(self, removed: Set[int]) -> Coverage:
        return Coverage(self.table, self.squares - removed, self.capacity_one, allowed=self.allowed)

    def _nothing_found(self, parts: list[set[int]]) -> TourNotFound:
        if not self.certain:
            return _nothing(self.question, "time ran out", proved=False)
        reason = "every choice of squares was tried or ruled out"
        if len(self.ends) == 2 and not any(self.ends <= part for part in parts):
            ends = listed(show(self.board.square(index)) for index in sorted(self.ends))
            way = (
                "no closed walk visits both"
                if self.question.closed
                else "no moves lead from one to the other"
            )
            reason = f"{ends} must stay, but {way}"
        return _nothing(self.question, reason, proved=True)

    def _result(self, best: _Choice, least: int) -> Trimmed:
        removed = tuple(self.board.square(index) for index in sorted(best.removed))
        if not removed:
            reason = "The board has such a tour."
        elif len(removed) == least:
            reason = self._why(best)
        else:
            reason = "It is not known whether fewer are enough."
        return Trimmed(
            original=self.board,
            board=best.tour.board,
            removed=removed,
            at_least=least,
            reason=reason,
            tour=best.tour,
        )

    def _why(self, best: _Choice) -> str:
        """Why no fewer squares are enough."""
        reason = why_fewest(
            self.question,
            best.removed,
            ends=self.ends,
            odd=self.odd,
            coverage_without=self._coverage,
            why_none=self._why_none,
        )
        if reason is not None:
            return reason
        if self.by_cp_sat:
            kept, size = len(self.squares) - len(best.removed), len(self.squares)
            return f"CP-SAT proved that no such tour has more than {kept} of the {size} squares."
        return "Every smaller set of squares was tried or ruled out."

    def _why_none(self) -> str | None:
        outcome = self._solved(frozenset())
        return outcome.reason if isinstance(outcome, Impossible) else None

    # -- choosing squares -----------------------------------------------------------------------------

    def _chosen(self, others: frozenset[int]) -> _Choice | None:
        """A good choice of squares to remove, perhaps not the best; None if no choice was found to have a
        tour."""
        rng = Rng(self.request.seed)
        tried: list[frozenset[int]] = []  # choices without a tour, of this round or the last
        for attempt in range(_ATTEMPTS):
            if self._late() and attempt:
                return None
            removed = self._repaired(others, rng, 2 * attempt)
            if removed is None or removed in tried:
                continue
            outcome = self._solved(removed)
            if isinstance(outcome, Found):
                return _Choice(removed, outcome.tour)
            tried.append(removed)
            if attempt == 0 and len(removed) == len(others):
                break  # there was no choice
        return self._chosen_with_more(tried, rng)

    def _chosen_with_more(self, tried: list[frozenset[int]], rng: Rng) -> _Choice | None:
        """The first choice with a tour that removes more squares than those tried, a square more in each
        round, with fewer and fewer attempts. It is one of those because of which there was no tour."""
        rounds = 0
        while tried and not self._late():
            rounds += 1
            tried = sorted(tried, key=len)[: max(2, len(tried) // 2)]
            found: list[frozenset[int]] = []
            for attempt in range(max(1, _ATTEMPTS >> rounds)):
                if self._late():
                    return None
                base = tried[rng.below(len(tried))]
                removed = self._repaired(base | self._suspect(base, rng), rng, 2 * attempt)
                if removed is None or removed in found:
                    continue
                outcome = self._solved(removed)
                if isinstance(outcome, Found):
                    return _Choice(removed, outcome.tour)
                found.append(removed)
            tried = found
        return None

    def _suspect(self, removed: frozenset[int], rng: Rng) -> set[int]:
        """Squares whose removal may help if there is no tour without those already removed; an empty set if
        none are left."""
        coverage = self._coverage(removed)
        kept = set(coverage.capacity) - self.ends
        blamed, count = blamed_squares(self._solved(removed), coverage)
        ordered = self.preference.in_order((kept & blamed) or kept, coverage, removed)
        outer = [square for square in ordered if not self.preference.is_interior(square, coverage)]
        best = (outer or ordered)[:_EXTRA_FROM]
        return {best[rng.below(len(best))] for _ in range(count) if best}

    def _repaired(self, removed: Set[int], rng: Rng, chance: int) -> frozenset[int] | None:
        """These squares and as few more as possible, so that the rest has enough moves and is connected as a
        tour needs it; None if that does not work. The larger `chance` is, the less they depend on how the
        board looks."""
        gone = set(removed)
        coverage = self._coverage(gone)
        while True:
            while coverage.missing > coverage.allowed:
                found = self._next_removal(coverage, gone, rng, chance)
                if found is None or (self.strict and self._late()):
                    return None
                coverage.remove(found)
                gone.add(found)
            parts = blocks(coverage.near) if self.question.closed else pieces(coverage.near)
            kept = next((part for part in parts if self.ends <= part), None)
            if kept is None:
                return None
            if len(kept) == len(coverage.capacity):
                return frozenset(gone)
            gone = set(self.squares - kept)
            coverage = self._coverage(gone)

    def _next_removal(self, coverage: Coverage, removed: Set[int], rng: Rng, chance: int) -> int | None:
        """The first square, in order of preference, whose removal makes up for two missing moves, or else
        the best of those tried; None if there is none."""
        candidates = self.preference.in_order(coverage.culprits() - self.ends, coverage, removed, rng, chance)
        before = coverage.missing
        best, fewest = None, before + 2
        for square in candidates[:_TRIALS]:
            missing = coverage.missing_without(square)
            if missing == before - 2:
                return square
            if missing < fewest:
                best, fewest = square, missing
        return best

    # -- longer walks ---------------------------------------------------------------------------------

    def _lengthened(self, others: frozenset[int], choice: _Choice | None) -> _Choice | None:
        """The choice that keeps the squares of a walk: of the tour of this choice or else of a walk by the
        rule, with detours over removed squares where that makes it longer."""
        path = self._walk(others) if choice is None else list(choice.tour.indices)
        if not path:
            return choice
        last = max(self.deadline - self.reserved, time.monotonic() + _WALK_TIME)
        path = lengthened(
            path,
            {
                here: [near for near in self.table[here] if near not in others]
                for here in self.squares - others
            },
            Rng(self.request.seed),
            closed=self.question.closed,
            kept=self.ends,
            late=lambda: time.monotonic() > last,
        )
        if choice is not None and len(path) <= len(choice.tour):
            return choice
        return self._choice(path)

    def _choice(self, path: Sequence[int]) -> _Choice:
        """The choice that keeps the squares of a tour."""
        removed = self.squares.difference(path)
        board = self._question(removed).board
        return _Choice(removed, Tour(board, [self.board.square(index) for index in path]))

    def _walk(self, others: frozenset[int]) -> list[int]:
        """A walk by the rule, as a part of the board, between the given ends or back to its first square;
        empty if there is none."""
        start, end, closed = self.question.start_index, self.question.end_index, self.question.closed
        first = end if start is None else start
        question = replace(self._question(others), start_index=first, end_index=None, closed=False)
        request = replace(self.request, question=question, method="greedy", retries=_WALKS, shortcuts=False)
        found = solve_request(replace(request, time_limit=_WALK_TIME)).longest_walk
        path = [] if found is None else list(found.indices)
        if closed:
            back = [k for k, square in enumerate(path) if square in self.table[path[0]]]
            return path[: back[-1] + 1] if back and back[-1] > 2 and end is None else []
        if start is None or end is None:
            return path[::-1] if start is None and end is not None else path
        return path[: path.index(end) + 1] if end in path else []

    # -- tours of what is left ------------------------------------------------------------------------

    def _late(self) -> bool:
        return time.monotonic() > self.deadline - self.reserved

    def _solved(self, removed: frozenset[int]) -> Outcome:
        """The outcome of the question without the removed squares."""
        if removed not in self.asked:
            if self.progress:
                self.progress("trimming", len(self.asked), 0)
            self.asked[removed] = self._ask(self._question(removed))
        return self.asked[removed]

    def _question(self, removed: frozenset[int]) -> Question:
        """The question without the removed squares."""
        board = self.board
        if not removed:
            return self.question
        holes = [*board.hole_squares, *map(board.square, sorted(removed))]
        return replace(self.question, board=Board(board.rows, board.cols, holes=holes, leaper=board.leaper))

    def _ask(self, question: Question) -> Outcome:
        """The outcome of a question. Time in which kernels are compiled, which happens once, does not
        count."""
        began = time.monotonic()
        compiled = _compiled()
        left = max(0.1, min(_SOLVE_TIME, (self.deadline - self.reserved - began) / _SHARE))
        request = replace(self.request, question=question, time_limit=left)
        outcome = solve_request(request)
        if _compiled() > compiled:
            self.deadline += time.monotonic() - began
            if isinstance(outcome, GaveUp):
                return self._ask(question)
        return outcome

    # -- the longest tour -----------------------------------------------------------------------------

    def _longest(
        self, others: frozenset[int], choice: _Choice | None, least: int, most: int | None
    ) -> tuple[_Choice | None, int]:
        """What CP-SAT finds: the best choice, which is the given one if none is better, and how many squares
        must be removed at least."""
        size = len(self.squares)
        self.reserved = 0.0
        if self.progress:
            self.progress("CP-SAT", len(self.asked), 0)
        known = Longest(
            near={
                here: [there for there in self.table[here] if there not in others]
                for here in sorted(self.squares - others)
            },
            start=self.question.start_index,
            end=self.question.end_index,
            closed=self.question.closed,
            walk=() if choice is None else choice.tour.indices,
            fewest=1 if most is None else size - most + 1,
            most=size - least,
            odd=self.odd,
        )
        last = max(self.deadline, time.monotonic() + _WALK_TIME)
        found = longest_tour(known, seed=self.request.seed, seconds_left=lambda: last - time.monotonic())
        self.by_cp_sat = True
        if len(found.walk) > len(known.walk):
            choice = self._choice(found.walk)
        if not found.walk and found.most >= known.fewest:
            self.certain = False
        return choice, size - found.most

    # -- smaller sets ---------------------------------------------------------------------------------

    def _searched(
        self, others: frozenset[int], choice: _Choice | None, least: int, ceiling: int
    ) -> tuple[_Choice | None, int]:
        """Try every set of fewer squares than `choice` removes: the best choice, and how many squares must be
        removed at least."""
        step = 1 if self.odd is None else 2
        for count in range(least, ceiling, step):
            found = None
            for removed in self._sets(others, count - len(others), frozenset(self.ends)):
                outcome = self._solved(removed)
                if isinstance(outcome, Found):
                    found = _Choice(removed, outcome.tour)
                    break
                if not isinstance(outcome, Impossible):
                    self.certain = False
                if self._late():
                    self.certain = False
                    break
            if found is not None:
                return found, count if self.certain else least
            if not self.certain:
                return choice, least
            least = count + step
        return choice, min(least, ceiling)

    def _sets(self, removed: frozenset[int], count: int, kept: frozenset[int]) -> Iterator[frozenset[int]]:
        """All sets with `count` more squares, none of them in `kept`, that leave enough moves for a tour."""
        if self._late():
            self.certain = False
            return
        coverage = self._coverage(removed)
        if coverage.least_removals > count:
            return
        if count == 0:
            if len(pieces(coverage.near)) == 1:
                yield removed
            return
        culprits = coverage.culprits() or set(coverage.capacity)
        for square in self.preference.in_order(culprits - kept, coverage, removed):
            yield from self._sets(removed | {square}, count - 1, kept)
            kept |= {square}


def _compiled() -> int:
    """How many kernels have been compiled in this process. Does not load the compiler."""
    watch = getattr(sys.modules.get("turaga.jit"), "watch", None)
    return 0 if watch is None else int(watch.compiled)
