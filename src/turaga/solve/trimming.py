"""`trim`: remove the fewest squares from a board so that it has a tour.

1. A tour lies in one connected piece of the board, and a closed tour in one that stays connected if any one
   square is removed (a block). The pieces, or blocks, are tried one after another, largest first.
2. A maximum flow (`ShrinkingCover`) shows how many squares must be removed at least, because there are not
   enough moves for all. Squares are removed while each removal makes up for two missing moves: then no fewer
   are enough. There is usually a choice. Squares at the outline come first.
3. `solve` finds a tour of what is left. If it does not, other squares are chosen, and then more squares. If
   time runs out, what the longest walk leaves out is removed.
4. If more squares were removed than step 2 asks for, `longest_tour` asks CP-SAT for the tour of the most
   squares, in the time that is left. Without OR-tools, or on a large board, it stays unknown whether fewer
   are enough.
"""

import time
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from turaga.board import Board, BoardLike, Leaper, Square, SquaresLike
from turaga.cover.board_parts import blocks, pieces
from turaga.errors import BadBoard, TourNotFound
from turaga.limits import Progress, time_in_seconds
from turaga.rng import Rng
from turaga.solve import Found, GaveUp, Impossible, Outcome, Solve, solve_request
from turaga.solve.longest_tour import Longest, can_prove, longest_tour
from turaga.text import listed, plural, sentence
from turaga.theory import ends_forbid
from turaga.theory.colour import side
from turaga.tours import Tours
from turaga.walk import Tour, Walk

if TYPE_CHECKING:
    from turaga.cover.cover import ShrinkingCover

MOST_TRIMMED = 200_000  # squares of a board that can be trimmed
SQUARES_IN_SENTENCE = 12  # removed squares that are listed in words
_TIME = 20.0  # seconds, if there is no time limit
_ATTEMPTS = 12  # choices of squares that are tried before one more square is removed
_STALE = 4 * _ATTEMPTS  # attempts in a row that found no new choice, after which there is none
_EXTRA_FROM = 40  # squares of which one more is chosen
_TRIALS = 60  # removals that may fail before the flow is looked at again
_SOLVE_TIME = 8.0  # seconds for the tour of one choice
_SHARE = 3  # no tour may take more than the time that is left, divided by this
_BEFORE_CP_SAT = 4  # choices may take the time, divided by this, before CP-SAT is asked


@dataclass(frozen=True, kw_only=True, repr=False)
class Trimmed:
    """A board without some of its squares, and its tour.

    `removed` are the squares that were removed, row by row. At least `at_least` squares have to be removed,
    which is proved, and `minimal` says whether that many were. `reason` says why.

    >>> from turaga.boards import trim
    >>> trimmed = trim("L:3:9x9", closed=True)
    >>> trimmed.removed, trimmed.board.size, trimmed.tour.closed
    (((0, 0),), 44, True)
    >>> print(trimmed.reason)
    A closed tour uses two moves on each square. However moves are chosen, the squares together lack at least
    2 moves. Each removal makes up for at most two, so at least 1 must be removed.
    """

    original: Board
    board: Board  # the same board with holes instead of the removed squares
    removed: tuple[Square, ...]
    at_least: int
    reason: str
    tour: Tour

    @property
    def minimal(self) -> bool:
        """Whether it is proved that fewer squares are not enough."""
        return len(self.removed) == self.at_least

    def __str__(self) -> str:
        if not self.removed:
            return f"No square removed. {self.reason}"
        named = [self.board.show(square) for square in self.removed[:SQUARES_IN_SENTENCE]]
        if len(self.removed) > len(named):
            named.append(f"{len(self.removed) - len(named)} more")
        few = "the fewest possible" if self.minimal else f"at least {self.at_least} must be removed"
        many, size = len(self.removed), self.original.size
        count = f"{plural(many, 'square')} removed"
        if 2 * many > size:
            count = f"{many} of {size} squares removed, which is more than half"
        return f"{count}, {few}: {listed(named)}. {self.reason}"

    def __repr__(self) -> str:
        return f"<Trimmed {self.original}: {plural(len(self.removed), 'square')} removed>"


def trim(
    board: BoardLike,
    *,
    leaper: Leaper | None = None,
    avoid: SquaresLike | None = None,
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
    given = {"start": start, "end": end, "closed": closed, "seed": seed}
    request = Solve.of(board, leaper=leaper, avoid=avoid, **given)
    if request.board.size > MOST_TRIMMED:
        raise BadBoard(
            f"{request.board} has too many squares to trim", accepted=f"at most {MOST_TRIMMED} are accepted"
        )
    limit = None if time_limit is None else time_in_seconds(time_limit)
    if (forbidden := ends_forbid(request.tours)) is not None:
        raise _nothing(request.tours, forbidden.reason, proved=True)
    return _Trimming(request, limit, progress).trimmed()


def _nothing(question: Tours, reason: str, *, proved: bool) -> TourNotFound:
    """The error if no choice of squares has a tour, or none was found."""
    plain = question.closed and question.start_index is None and question.end_index is None
    tour = "a closed tour" if plain else "such a tour"
    what = f"has {tour}" if proved else f"with {tour} was found"
    return TourNotFound(f"no part of {question.board} {what}: {reason}", reason=reason, proved=proved)


class _Trimming:
    """One call of `trim`. Squares are indices."""

    def __init__(self, request: Solve, limit: float | None, progress: Progress | None) -> None:
        self.request = request
        self.tours: Tours = request.tours
        self.board = request.board
        self.deadline = time.monotonic() + (_TIME if limit is None else limit)
        self.progress = progress
        self.table = dict(enumerate(self.board.neighbour_table()))
        question = self.tours
        self.ends = {i for i in (question.start_index, question.end_index) if i is not None}
        self.allowed = 0 if question.closed else 2 - len(self.ends)  # moves that a tour may lack
        self.squares = frozenset(self.board.indices())
        # Whether a tour has an odd number of squares, if that is known.
        self.odd: bool | None = False if question.closed else None
        if not question.closed and len(self.ends) == 2:
            one, other = (side(self.board.leaper, self.board.square(end)) for end in self.ends)
            self.odd = one == other
        self.certain = True  # whether it was decided for each part how many squares must be removed
        self.asked: dict[frozenset[int], Outcome] = {}

    def trimmed(self) -> Trimmed:
        """The result, over all parts of the board."""
        parts = self._parts(self.squares)
        best: Tour | None = None
        why = ""
        least = len(self.squares)
        for part in parts:
            if not self.ends <= part:
                continue
            if best is not None and len(part) <= len(best):
                least = min(least, len(self.squares) - len(part))
                break  # the parts that follow are smaller still
            tour, reason, at_least = self._in_part(part, 1 if best is None else len(best) + 1)
            least = min(least, at_least)
            if tour is not None:
                best, why = tour, reason
        if best is None:
            raise self._nothing_found(parts)
        removed = self.squares.difference(best.indices)
        if not removed:
            why = "The board has such a tour."
        elif len(removed) > least:
            why = "It is not known whether fewer are enough."
        else:
            why = self._why(removed, why, parts)
        return Trimmed(
            original=self.board,
            board=best.board,
            removed=tuple(map(self.board.square, sorted(removed))),
            at_least=min(least, len(removed)),
            reason=why,
            tour=best,
        )

    def _parts(self, squares: Set[int]) -> list[set[int]]:
        """The largest sets of these squares that a tour can visit, as far as connections show."""
        near = {here: [there for there in self.table[here] if there in squares] for here in squares}
        return blocks(near) if self.tours.closed else pieces(near)

    def _in_part(self, part: set[int], fewest: int) -> tuple[Tour | None, str, int]:
        """The longest tour found of this part, of at least `fewest` squares, why fewer removals are not
        enough, and how many squares must be removed from the board at least."""
        others = self.squares - part
        removals, why = self._fewest(part)
        least = len(others) + removals
        if len(part) - removals < fewest:
            return None, why, least
        exact = can_prove(len(part))
        began = time.monotonic()
        tour = self._chosen(others, began + (self.deadline - began) / (_BEFORE_CP_SAT if exact else 1))
        whole = self.asked.get(others)
        if removals == 0 and isinstance(whole, Impossible):
            why = sentence(whole.reason)
            least += 1 if self.odd is None else 2
        if tour is not None and len(tour) == len(self.squares) - least:
            return tour, why, least
        if exact:
            return self._longest(others, tour, least, fewest)
        self.certain = False
        return tour, why, least

    # -- how many squares must be removed -------------------------------------------------------------

    def _fewest(self, part: set[int]) -> tuple[int, str]:
        """How many squares of a part must be removed at least because of missing moves, and why."""
        missing = self._cover(self.squares - part).missing
        closed, size = self.tours.closed, len(part)
        removals = max(0, (missing - self.allowed + 1) // 2)
        words = []
        if removals:
            inside = " of its squares" if part != self.squares else ""
            ends = ", but one on a given end" if self.ends and not closed else ""
            free = ("", "One may be missing at the other end. ", "Two may be missing, one at each end. ")
            words.append(
                f"A {'closed tour' if closed else 'tour'} uses two moves on each square{ends}. However moves "
                f"are chosen, the squares together lack at least {plural(missing, 'move')}. "
                f"{free[self.allowed]}Each removal makes up for at most two, so at least {removals}{inside} "
                f"must be removed."
            )
        if self.odd is not None and (size - removals) % 2 != self.odd:
            which = "A closed tour" if closed else "A tour between these ends"
            wanted, other = ("odd", "even") if self.odd else ("even", "odd")
            left = f"{size} - {removals} = {size - removals}" if removals else str(size)
            words.append(
                f"{which} has an {wanted} number of squares, but {left} is {other}, so one more must be "
                f"removed."
            )
            removals += 1
        return removals, " ".join(words)

    def _why(self, removed: Set[int], why: str, parts: list[set[int]]) -> str:
        """Why no fewer squares are enough: because of the parts of the board, and within the best part."""
        kept = self.squares - removed
        home = next((part for part in parts if kept <= part), None)
        if len(parts) == 1 or home is None:
            return why
        rivals = [part for part in parts if part != home and self.ends <= part and len(part) > len(kept)]
        which = "One" if any(len(part) > len(home) for part in rivals) else "The largest"
        given = " with the given squares" if self.ends else ""
        if self.tours.closed:
            where = (
                "A closed tour visits no square twice, so it cannot enter a part of the board "
                f"through a single square and leave it through the same square. {which} part{given} in "
                "which it can stay"
            )
        else:
            where = f"The board has separate pieces, and a tour stays in one of them. {which}{given}"
        where += f" has {plural(len(home), 'square')}"
        end = " No other part allows more squares." if rivals else ""
        return f"{where}. {why}{end}" if why else f"{where} and such a tour.{end}"

    def _nothing_found(self, parts: list[set[int]]) -> TourNotFound:
        if self.ends and not any(self.ends <= part for part in parts):
            ends = listed(self.board.show(index) for index in sorted(self.ends))
            way = "no closed walk visits both" if self.tours.closed else "no moves lead from one to the other"
            return _nothing(self.tours, f"{ends} must stay, but {way}", proved=True)
        if self.certain:
            return _nothing(self.tours, "every choice of squares was tried or ruled out", proved=True)
        return _nothing(self.tours, "time ran out", proved=False)

    # -- choosing squares -----------------------------------------------------------------------------

    def _chosen(self, others: frozenset[int], deadline: float) -> Tour | None:
        """A tour of what is left if squares are removed, the fewest that the missing moves ask for if that is
        possible. If no tour was found, a stretch of the longest walks; None if they are of no use either."""
        rng = Rng(self.request.seed)
        tried: list[frozenset[int]] = []  # choices without a tour
        longest: tuple[int, ...] = ()
        base, chance, stale = others, 0, 0
        while stale < _STALE and (not tried or time.monotonic() < deadline):
            removed = self._repaired(base, rng, chance, deadline)
            stale += 1
            if removed is not None and removed not in tried:
                stale = 0
                outcome = self._solved(removed, deadline)
                if isinstance(outcome, Found):
                    return outcome.tour
                if isinstance(outcome, GaveUp):
                    longest = max(longest, self._stretch(outcome.best), key=len)
                tried.append(removed)
            elif time.monotonic() > deadline:
                break
            chance += 2
            if chance >= 2 * _ATTEMPTS or removed == others:
                base = self._with_one_more(tried[rng.below(len(tried))] if tried else others, rng)
        if not longest:  # no choice had enough moves for all squares
            request = replace(
                self.request,
                tours=self._question(others),
                method="search",
                theory=False,
                prune=False,
                time_limit=self._seconds(deadline),
            )
            outcome = solve_request(request)
            longest = self._stretch(outcome.best) if isinstance(outcome, GaveUp) else ()
        return self._tour(longest) if longest else None

    def _stretch(self, walk: Walk) -> tuple[int, ...]:
        """The longest stretch of a walk that is a tour as it is wanted, of its own squares."""
        squares, question = walk.indices, self.tours
        place = {square: number for number, square in enumerate(squares)}
        if not squares or question.start_index not in (None, squares[0]):
            return ()
        if not question.closed:
            last = len(squares) - 1 if question.end_index is None else place.get(question.end_index, -1)
            return squares[: last + 1]
        first, last = max(
            (
                (first, place[there])
                for first in range(len(squares) if question.start_index is None else 1)
                for there in self.table[squares[first]]
                if place.get(there, 0) >= first + 3 and question.end_index in (None, there)
            ),
            key=lambda stretch: stretch[1] - stretch[0],
            default=(0, -1),
        )
        return squares[first : last + 1]

    def _tour(self, walk: Sequence[int]) -> Tour:
        """The tour of a board that has only the squares of a walk."""
        board = self._question(self.squares.difference(walk)).board
        return Tour(board, map(self.board.square, walk))

    def _with_one_more(self, removed: frozenset[int], rng: Rng) -> frozenset[int]:
        """One more square is removed, near the outline."""
        best = self._in_order(self.squares - removed - self.ends, removed, rng, 0)[:_EXTRA_FROM]
        return removed | {best[rng.below(len(best))]} if best else removed

    def _repaired(self, removed: Set[int], rng: Rng, chance: int, deadline: float) -> frozenset[int] | None:
        """These squares and as few more as possible, so that the rest has enough moves and is connected as a
        tour needs it; None if that does not work. The larger `chance` is, the less they depend on how the
        board looks."""
        gone = set(removed)
        while True:
            if not self._balanced(gone, rng, chance, deadline):
                return None
            parts = self._parts(self.squares - gone)
            kept = next((part for part in parts if self.ends <= part), None)
            if kept is None:
                return None
            if len(kept) == len(self.squares) - len(gone):
                return frozenset(gone)
            gone = set(self.squares - kept)

    def _balanced(self, gone: set[int], rng: Rng, chance: int, deadline: float) -> bool:
        """Add squares to those that are gone until the rest has enough moves: whether that works. Several are
        tried at once, and fewer if not all of them help."""
        cover = self._cover(gone)
        gain = 2  # missing moves that each removal makes up for
        while (missing := cover.missing - self.allowed) > 0:
            candidates = self._in_order(cover.culprits() - self.ends, gone, rng, chance)
            several, first, failed = max(1, missing // 2), 0, 0
            while first < len(candidates) and failed < _TRIALS and cover.missing > self.allowed:
                if time.monotonic() > deadline:
                    return False
                several = min(several, max(1, (cover.missing - self.allowed) // 2))
                some = candidates[first : first + several]
                if cover.remove(some, min(gain * len(some), cover.missing - self.allowed)):
                    gone.update(some)
                    first += len(some)
                elif len(some) == 1:
                    first += 1
                    failed += 1
                else:
                    several = len(some) // 2
            if cover.missing - self.allowed == missing:
                gain -= 1
                if gain == 0:
                    return False
        return True

    def _cover(self, removed: Set[int]) -> "ShrinkingCover":
        from turaga.cover.cover import ShrinkingCover  # loads Numba

        return ShrinkingCover(self._question(removed).board, () if self.tours.closed else sorted(self.ends))

    def _in_order(self, squares: Iterable[int], removed: Set[int], rng: Rng, chance: int) -> list[int]:
        """The squares in the order in which they are removed: corners first, then the outline, then the
        interior. With `chance`, corners and the outline are mixed."""
        cols = self.board.cols

        def key(square: int) -> tuple[bool, int, int]:
            row, col = divmod(square, cols)
            beside = sum(
                0 <= col + right < cols and (row + down) * cols + col + right in left
                for down in (-1, 0, 1)
                for right in (-1, 0, 1)
            )
            return beside == 9, beside + rng.below(chance + 1), square

        left = self.squares - removed
        return sorted(squares, key=key)

    # -- tours ----------------------------------------------------------------------------------------

    def _solved(self, removed: frozenset[int], deadline: float) -> Outcome:
        """The outcome of the question without the removed squares."""
        if removed not in self.asked:
            if self.progress:
                self.progress("trimming", len(self.asked), 0)
            self.asked[removed] = solve_request(
                replace(self.request, tours=self._question(removed), time_limit=self._seconds(deadline))
            )
        return self.asked[removed]

    def _seconds(self, deadline: float) -> float:
        """How long the next tour may take."""
        return max(0.1, min(_SOLVE_TIME, (deadline - time.monotonic()) / _SHARE))

    def _question(self, removed: Set[int]) -> Tours:
        """The question without the removed squares."""
        board = self.board
        if not removed:
            return self.tours
        holes = [*board.hole_squares, *map(board.square, sorted(removed))]
        return self.tours.but(board=Board(board.rows, board.cols, holes=holes, leaper=board.leaper))

    def _longest(
        self, others: frozenset[int], tour: Tour | None, least: int, fewest: int
    ) -> tuple[Tour | None, str, int]:
        """What CP-SAT finds, as `_in_part` returns it. The tour is the given one if none is longer."""
        size, part = len(self.squares), self.squares - others
        if self.progress:
            self.progress("CP-SAT", len(self.asked), 0)
        known = Longest(
            near={here: [there for there in self.table[here] if there in part] for here in sorted(part)},
            start=self.tours.start_index,
            end=self.tours.end_index,
            closed=self.tours.closed,
            walk=() if tour is None else tour.indices,
            fewest=fewest,
            most=size - least,
            odd=self.odd,
        )
        last = max(self.deadline, time.monotonic() + 0.5)
        found = longest_tour(known, seed=self.request.seed, seconds_left=lambda: last - time.monotonic())
        if not found.walk and found.most >= fewest:
            self.certain = False
        why = f"CP-SAT proved that no such tour has more than {len(found.walk)} of the {size} squares."
        return (self._tour(found.walk) if found.walk else None), why, size - found.most
