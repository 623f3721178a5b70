"""A walk or a search as frames: what is to be seen at each moment, and what is to be said of it.

A `Reel` keeps what happened as small numbers, one for each square entered or left, and makes a frame when it
is asked for one: a search of a million steps can be gone through back and forth, and no frame is kept.
"""

from array import array
from bisect import bisect_right
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from turaga.board import Board, BoardLike, Square
from turaga.errors import BadInput
from turaga.greedy import Position, tie_rng
from turaga.limits import seed_number, whole_number
from turaga.play.game import MOST_SQUARES, require_small
from turaga.play.narration import Ending, Moment, tell
from turaga.rule import Rule
from turaga.solve.search import search_steps
from turaga.theory import Question, ends_forbid, why_impossible
from turaga.verify import require_tour, require_walk
from turaga.walk import Tour, Walk

Method = Literal["greedy", "search", "tour"]
# Squares entered, as n + 1, and left, as -(n + 1), in turn; at last how it ended.
_Moves = Generator[int, None, Ending]


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """One moment of a walk or a search. Squares are square numbers; the knight stands on the last of `path`.

    `degrees` are of the free squares, as the rule counts them; `targets` are where the knight may go, `next`
    where it will; `left` is the square a search has just gone back from, `end` the one it is to end on.
    `steps`, `backtracks` and `deepest` (squares of the longest path yet) tell how far a search is. `says`
    tells what was decided and how, ties included. At the end `over` is true, `ending` says which, and the
    last of `says` is the outcome.

    >>> Frame(number=1, board=Board("3x3"), path=(0,)).targets
    ()
    """

    number: int  # of the frame, from 1
    board: Board
    path: tuple[int, ...]
    degrees: dict[int, int] = field(default_factory=dict)
    targets: tuple[int, ...] = ()
    next: int | None = None
    left: int | None = None
    end: int | None = None
    steps: int = 0
    backtracks: int = 0
    deepest: int = 0
    says: tuple[str, ...] = ()
    over: bool = False
    ending: Ending | None = None


@dataclass(frozen=True, slots=True)
class Glimpse:
    """What changes from one frame to the next: enough for who keeps the board in view. Squares are numbers.

    >>> Glimpse(0, True, ((17, 5), (10, 5)), 17, ("Number 1 on 1,1, the start.",)).next
    17
    """

    square: int  # where the knight stands
    entered: bool  # whether it came here by a move on; else a search has gone back to here
    candidates: tuple[tuple[int, int], ...]  # where it may go, each with its degree
    next: int | None
    says: tuple[str, ...]


class Reel:
    """The frames of a walk, a search or a tour: made when asked for, in any order.

    Frames are numbered from 1. The next or the one before costs a look around the knight and a copy of the
    board; a jump goes over the moves between, some millions a second. A move takes four bytes.

    >>> reel = Reel.of_walk("8x8", "1,1")
    >>> reel.frame(3).says[-1]
    '2,1 has the fewest, 2.'
    >>> reel.frame(64).says[-1], reel.frame(65)
    ('An open tour of 8x8: all 64 squares, from 1,1 to 6,7.', None)
    """

    def __init__(
        self,
        board: Board,
        start: int,
        rule: Rule,
        moves: _Moves,
        *,
        method: Method,
        end: int | None = None,
        closed: bool = False,
        step_limit: int | None = None,
        first: int = 1,
    ) -> None:
        self.board, self.start, self.rule, self.method = board, start, rule, method
        self.end, self.closed, self.step_limit = end, closed, step_limit
        self.ending: Ending | None = None
        self.tour: Tour | None = None  # once it is found, and verified
        self._moves = moves
        self._skipped = first - 1  # moves before the first frame
        # The end lies on the board as a hole until it is entered last: so the search counts degrees.
        self._position = Position(board if end is None else board.with_hole(end), rule)
        self._at = -1  # the move after which the position stands
        # Each move as (square + 1) * 256 + tried, negative if the square was left; `tried` has a bit for each
        # way taken so far from the square before, in the rule's order.
        self._kept = array("i")
        self._read: list[int] = []  # the squares visited after the last move kept
        self._tried = [0]  # the ways taken from each of them, and from before the start
        self._deepest: list[int] = []  # the moves that made the path longer than ever

    # -- where reels come from --------------------------------------------------------------------

    @classmethod
    def of_walk(
        cls,
        board: BoardLike,
        start: Square | str,
        rule: Rule | str | None = None,
        *,
        seed: int = 0,
        most_squares: int = MOST_SQUARES,
    ) -> "Reel":
        """The greedy walk by a rule, a frame for each square; `BadBoard` for more than `most_squares`.

        >>> Reel.of_walk("3x3", "1,1").frame(8).ending
        'stuck'
        """
        board, rule = require_small(Board.read(board), "watched", most_squares), Rule.read(rule)
        first, seed = board.index(board.read_square(start)), seed_number("seed", seed)
        return cls(board, first, rule, _walk_moves(board, first, rule, seed), method="greedy")

    @classmethod
    def of_search(
        cls,
        board: BoardLike,
        start: Square | str,
        rule: Rule | str | None = None,
        *,
        seed: int = 0,
        end: Square | str | None = None,
        closed: bool = False,
        prune: bool = True,
        step_limit: int | None = None,
        most_squares: int = MOST_SQUARES,
    ) -> "Reel":
        """The search, a frame for each square it enters or leaves; `BadInput` if the ends forbid a tour.

        >>> reel = Reel.of_search("5x5", "2,2", "order:21876543", prune=False)
        >>> reel.run(), reel.length, reel.frame(reel.length).steps
        ('tour', 683, 354)
        """
        board, rule = require_small(Board.read(board), "watched", most_squares), Rule.read(rule)
        first = board.index(board.read_square(start))
        last = None if end is None else board.index(board.read_square(end))
        if (refused := ends_forbid(Question(board, first, last, closed))) is not None:
            raise BadInput(f"there is nothing to watch: {refused.reason}")
        limit = None if step_limit is None else whole_number("step limit", step_limit, 1)
        moves = _search_moves(board, first, rule, seed_number("seed", seed), last, closed, prune, limit)
        held_out = None if last == first else last  # of the board with one square
        return cls(board, first, rule, moves, method="search", end=held_out, closed=closed, step_limit=limit)

    @classmethod
    def of_tour(cls, tour: Tour, first: int = 1) -> "Reel":
        """A tour known already, from its number `first` on.

        >>> from turaga import solve
        >>> Reel.of_tour(solve("5x5").tour, 24).frame(2).over
        True
        """
        board = require_small(tour.board, "watched")
        first = whole_number("number", first, 1)
        if first > board.size:
            raise BadInput(f"number {first} is not in a tour of {board}: numbers are 1 to {board.size}")
        numbers = require_tour(tour).indices
        return cls(board, numbers[0], Rule(), _tour_moves(numbers), method="tour", first=first)

    # -- how far it is known ----------------------------------------------------------------------

    @property
    def length(self) -> int:
        """How many frames are known so far: all of them once `over` is true."""
        return max(0, len(self._kept) - self._skipped)

    @property
    def over(self) -> bool:
        """Whether the end is known."""
        return self.ending is not None

    @property
    def steps(self) -> int:
        """How many squares are entered in the frames known so far, as a search counts its steps."""
        return (len(self._kept) + len(self._read)) // 2

    def read_on(self, count: int) -> bool:
        """Follow the walk or the search for so many moves more; whether the end is known then.

        >>> reel = Reel.of_walk("8x8", "1,1")
        >>> reel.read_on(10), reel.length
        (False, 10)
        """
        for _ in range(count):
            if self.over:
                break
            try:
                self._keep(next(self._moves))
            except StopIteration as over:
                self._end(over.value)
        return self.over

    def run(self) -> Ending:
        """Follow it to its end, and how that is; of a search this may take for ever.

        >>> Reel.of_search("3x3", "1,1").run()
        'exhausted'
        """
        while not self.read_on(1000):
            pass
        assert self.ending is not None
        return self.ending

    def _keep(self, move: int) -> None:
        number = abs(move) - 1
        if move > 0:
            if self._read and number != self.end:
                self._tried[-1] |= 1 << self._position.neighbours[self._read[-1]].index(number)
            tried = self._tried[-1]
            self._read.append(number)
            self._tried.append(0)
            if len(self._read) > len(self._deepest):
                self._deepest.append(len(self._kept))
        else:
            self._read.pop()
            self._tried.pop()
            tried = self._tried[-1]
        kept = (number + 1) << 8 | tried
        self._kept.append(kept if move > 0 else -kept)

    def _end(self, ending: Ending) -> None:
        """What is called a tour is one: `verify` says so first."""
        made = Walk.from_indices(self.board, self._read)
        if ending == "tour":
            self.tour = require_tour(made, closed=self.closed)
        else:
            require_walk(made)
        self.ending = ending

    # -- frames -----------------------------------------------------------------------------------

    def frame(self, number: int) -> Frame | None:
        """The frame of this number, from 1; None past the end."""
        if number < 1:
            raise BadInput(f"there is no frame {number}: frames are numbered from 1")
        at = number - 1 + self._skipped
        self.read_on(at + 2 - len(self._kept))  # the next move too: a frame tells what will be done
        if at >= len(self._kept):
            return None
        self._go(at)
        position, moment = self._position, self._moment(at)
        over = moment.ending is not None
        return Frame(
            number=number,
            board=self.board,
            path=tuple(position.path),
            degrees={n: position.degree[n] for n in position.board.indices() if position.free[n]},
            targets=() if over else tuple(self._targets(moment)),
            next=moment.next,
            left=moment.left,
            end=self.end,
            steps=moment.steps,
            backtracks=moment.backtracks,
            deepest=moment.deepest,
            says=tell(moment),
            over=over,
            ending=moment.ending,
        )

    def glimpses(self) -> Iterator[Glimpse]:
        """All frames in turn as glimpses, to the end: each costs a look around the knight, however large the
        board. To be gone through at once: frames asked for in between are where the glimpses go on.

        >>> [glimpse.square for glimpse in Reel.of_walk("3x4", "1,1").glimpses()][:4]
        [0, 6, 8, 1]
        """
        at = self._skipped
        while True:
            self.read_on(at + 2 - len(self._kept))
            if at >= len(self._kept):
                return
            self._go(at)
            moment = self._moment(at)
            degree = self._position.degree
            targets = [] if moment.ending is not None else self._targets(moment)
            yield Glimpse(
                self._position.path[-1],
                moment.left is None,
                tuple((n, degree[n]) for n in targets),
                moment.next,
                tell(moment),
            )
            at += 1

    def _targets(self, moment: Moment) -> Sequence[int]:
        """Where the knight may go."""
        to_the_end = moment.next is not None and moment.next == self.end
        return [self.end] if to_the_end and self.end is not None else moment.candidates

    def _moment(self, at: int) -> Moment:
        """All that is known of the moment after a move, where the position stands."""
        position, path = self._position, self._position.path
        over = self.over and at + 1 == len(self._kept)
        following = 0 if over else self._kept[at + 1]
        entered, moved = self._kept[at] > 0, _square_of(self._kept[at])
        failed = self._failed_ways(at) if self.method == "search" else []
        candidates = [] if path[-1] == self.end else position.candidates()
        backtracks = (at + 1 - len(path)) // 2  # a path is what was entered and not left
        return Moment(
            position=position,
            board=self.board,
            method=self.method,
            candidates=candidates if entered else [n for n in candidates if n not in failed],
            next=_square_of(following) if following > 0 else None,
            left=None if entered else moved,
            failed=failed,
            end=self.end,
            closed=self.closed,
            impossible=self._impossible() if at == self._skipped else None,
            ending=self.ending if over else None,
            step_limit=self.step_limit,
            steps=at + 1 - backtracks,
            backtracks=backtracks,
            deepest=bisect_right(self._deepest, at),
        )

    def _failed_ways(self, at: int) -> list[int]:
        """After a move back, the squares tried from here; after a move on, those tried before this one."""
        path, kept = self._position.path, self._kept[at]
        if kept > 0 and len(path) == 1:
            return []
        ways = self._position.neighbours[path[-2] if kept > 0 else path[-1]]
        tried = [n for i, n in enumerate(ways) if abs(kept) >> i & 1]
        return [n for n in tried if kept < 0 or n != path[-1]]

    def _impossible(self) -> str | None:
        """Why theory rules out what is to be watched."""
        if self.method == "tour":
            return None
        return why_impossible(self.board, self.start, end=self.end, closed=self.closed)

    def _go(self, at: int) -> None:
        """Bring the position to the moment after a move: back to where the paths part, and on from there."""
        if at == self._at + 1:  # the next: no need to look at the whole path
            self._at = at
            if (kept := self._kept[at]) > 0:
                self._enter(_square_of(kept))
            else:
                self._leave()
            return
        path, wanted = self._position.path, self._path_after(at)
        shared = min(len(path), len(wanted))
        shared = next((i for i in range(shared) if path[i] != wanted[i]), shared)
        while len(path) > shared:
            self._leave()
        for number in wanted[shared:]:
            self._enter(number)
        self._at = at

    def _path_after(self, at: int) -> list[int]:
        """The squares visited after a move, from where the position is or, if nearer, from the start."""
        path = self._position.path.copy()
        done = self._at
        if at + 1 < abs(at - done):
            path, done = [], -1
        moves = self._kept[done + 1 : at + 1] if at > done else [-kept for kept in self._kept[done:at:-1]]
        for move in moves:
            if move > 0:
                path.append(_square_of(move))
            else:
                path.pop()
        return path

    def _enter(self, number: int) -> None:
        if number == self.end:  # a hole of the position's board
            self._position.path.append(number)
        else:
            self._position.enter(number)

    def _leave(self) -> None:
        if self._position.path[-1] == self.end:
            self._position.path.pop()
        else:
            self._position.leave()


def _square_of(kept: int) -> int:
    return (abs(kept) >> 8) - 1


def _walk_moves(board: Board, start: int, rule: Rule, seed: int) -> _Moves:
    position, rng = Position(board, rule), tie_rng(seed, start)
    here: int | None = start
    while here is not None:
        position.enter(here)
        yield here + 1
        here = position.choose(position.candidates(), rng)[0]
    return "tour" if len(position.path) == board.size else "stuck"


def _tour_moves(numbers: tuple[int, ...]) -> _Moves:
    for number in numbers:
        yield number + 1
    return "tour"


def _search_moves(
    board: Board,
    start: int,
    rule: Rule,
    seed: int,
    end: int | None,
    closed: bool,
    prune: bool,
    step_limit: int | None,
) -> _Moves:
    last = None if end is None else board.square(end)
    events = search_steps(board, board.square(start), rule, seed=seed, end=last, closed=closed, prune=prune)
    steps = 0
    while True:
        try:
            event = next(events)
        except StopIteration as over:
            return "tour" if over.value == "found" else "exhausted"
        if event.entered:
            if steps == step_limit:
                return "limit"
            steps += 1
        number = event.square[0] * board.cols + event.square[1]
        yield number + 1 if event.entered else -number - 1
