"""A walk or a search as frames: what to show at each moment, and the sentences that explain it.

An `Animation` stores one small integer for each square entered or left, and builds a frame when the caller
asks for it. No frame is stored, so the caller can step back and forth through a search of a million steps.
"""

from array import array
from bisect import bisect_right
from collections.abc import Collection, Generator, Iterator

from turaga.board import Board, BoardLike, Square
from turaga.errors import BadInput
from turaga.greedy import Position, tie_rng
from turaga.limits import seed_number, whole_number
from turaga.play.frame import Frame, Method
from turaga.play.game import MOST_SQUARES, require_small
from turaga.play.narration import Ending, MoveChoice, Narration, explain_choice
from turaga.rule import Rule
from turaga.solve.search import search_steps
from turaga.theory import ends_forbid, why_impossible
from turaga.tours import Tours
from turaga.verify import require_tour, require_walk
from turaga.walk import Tour, Walk

# Yields n + 1 for each square n entered and -(n + 1) for each square left; returns how it ended.
_Moves = Generator[int, None, Ending]


class Animation:
    """The frames of a walk, a search or a tour, in any order. Each is built when you ask for it.

    Frames are numbered from 1. Going to the next or the previous frame looks only at the squares around the
    knight and copies the board. A jump replays the moves in between, some millions a second. A move takes
    four bytes.

    >>> animation = Animation.of_walk("8x8", "a8")
    >>> animation.frame(3).says[-1]
    'a7 has the lowest degree, 2.'
    >>> animation.frame(64).says[-1], animation.frame(65)
    ('An open tour of 8x8: all 64 squares, from a8 to g3.', None)
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
    ) -> None:
        self.board, self.start, self.rule, self.method = board, start, rule, method
        self.end, self.closed, self.step_limit = end, closed, step_limit
        self.ending: Ending | None = None
        self.tour: Tour | None = None  # set when a tour is found and verified
        self._moves = moves  # the moves not read yet
        # The end is a hole until it is entered last, because the search counts degrees that way.
        self._position = Position(board if end is None else board.with_holes([end]), rule)
        self._at = -1  # the number of the last move made in `_position`, from 0
        # Each move as (square + 1) * 256 + tried, negative if the square was left. `tried` has a bit for each
        # direction taken so far from the previous square, in the rule's order.
        self._stored = array("i")
        self._path: list[int] = []  # the squares visited after the last stored move
        self._tried = [0]  # the directions taken before the start and from each square of `_path`
        self._deepest: list[int] = []  # the moves that made the path longer than ever before

    # -- constructors -----------------------------------------------------------------------------

    @classmethod
    def of_walk(
        cls,
        board: BoardLike,
        start: Square | str,
        rule: Rule | str | None = None,
        *,
        seed: int = 0,
        most_squares: int = MOST_SQUARES,
    ) -> "Animation":
        """The greedy walk by a rule, one frame for each square.

        Raises `BadBoard` if the board has more than `most_squares` squares.

        >>> Animation.of_walk("3x3", "1,1").frame(8).ending
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
    ) -> "Animation":
        """The search, one frame for each square it enters or leaves.

        Raises `BadInput` if no tour can have these ends.

        >>> animation = Animation.of_search("5x5", "2,2", "21876543", prune=False)
        >>> animation.run(), animation.length, animation.frame(animation.length).steps
        ('tour', 683, 354)
        """
        board, rule = require_small(Board.read(board), "watched", most_squares), Rule.read(rule)
        first = board.index(board.read_square(start))
        last = None if end is None else board.index(board.read_square(end))
        if (forbidden := ends_forbid(Tours.at(board, first, last, closed))) is not None:
            raise BadInput(f"there is nothing to watch: {forbidden.reason}")
        limit = None if step_limit is None else whole_number("step limit", step_limit, 1, field="step_limit")
        moves = _search_moves(board, first, rule, seed_number("seed", seed), last, closed, prune, limit)
        held_out = None if last == first else last  # they are the same on a board with one square
        return cls(board, first, rule, moves, method="search", end=held_out, closed=closed, step_limit=limit)

    @classmethod
    def of_tour(cls, tour: Tour) -> "Animation":
        """A tour that is already known.

        >>> from turaga import solve
        >>> Animation.of_tour(solve("5x5").tour).frame(25).over
        True
        """
        board = require_small(tour.board, "watched")
        squares = require_tour(tour).indices
        return cls(board, squares[0], Rule(), _tour_moves(squares), method="tour")

    # -- the frames known so far ------------------------------------------------------------------

    @property
    def length(self) -> int:
        """The number of frames known so far. It is final once `over` is true."""
        return len(self._stored)

    @property
    def over(self) -> bool:
        """Whether the end is known."""
        return self.ending is not None

    @property
    def steps(self) -> int:
        """The number of squares entered in the frames known so far, which is how a search counts steps."""
        return (len(self._stored) + len(self._path)) // 2

    def read_on(self, count: int) -> bool:
        """Read up to `count` more moves of the walk or search. Return whether the end is known now.

        >>> animation = Animation.of_walk("8x8", "a8")
        >>> animation.read_on(10), animation.length
        (False, 10)
        """
        for _ in range(count):
            if self.over:
                break
            try:
                self._store(next(self._moves))
            except StopIteration as over:
                self._end(over.value)
        return self.over

    def run(self) -> Ending:
        """Read all moves and return how it ended. For a search without a step limit this may never finish.

        >>> Animation.of_search("3x3", "1,1").run()
        'exhausted'
        """
        while not self.read_on(1000):
            pass
        assert self.ending is not None
        return self.ending

    def _store(self, move: int) -> None:
        square = abs(move) - 1
        if move > 0:
            if self._path and square != self.end:
                self._tried[-1] |= 1 << self._position.neighbours[self._path[-1]].index(square)
            tried = self._tried[-1]
            self._path.append(square)
            self._tried.append(0)
            if len(self._path) > len(self._deepest):
                self._deepest.append(len(self._stored))
        else:
            self._path.pop()
            self._tried.pop()
            tried = self._tried[-1]
        stored = (square + 1) << 8 | tried
        self._stored.append(stored if move > 0 else -stored)

    def _end(self, ending: Ending) -> None:
        """Record how it ended, after `verify` has confirmed that a tour is one."""
        made = Walk.from_indices(self.board, self._path)
        if ending == "tour":
            self.tour = require_tour(made, closed=self.closed)
        else:
            require_walk(made)
        self.ending = ending

    # -- frames -----------------------------------------------------------------------------------

    def frame(self, number: int) -> Frame | None:
        """The frame with this number, from 1; None past the end."""
        if number < 1:
            raise BadInput(f"frame number must be 1 or more, got {number}", field="number")
        at = number - 1
        if not self._reach(at):
            return None
        position, narration = self._position, self._narrate(at)
        square = self.board.square
        return Frame(
            number=number,
            board=self.board,
            path=tuple(map(square, position.path)),
            degrees={square(n): position.degree[n] for n in position.board.indices() if position.free[n]},
            targets=tuple(square(n) for n, _ in narration.targets),
            next=None if narration.next is None else square(narration.next),
            left=None if narration.left is None else square(narration.left),
            end=None if self.end is None else square(self.end),
            steps=narration.steps,
            backtracks=narration.backtracks,
            deepest=narration.deepest,
            narration=narration,
            ending=narration.ending,
        )

    def narrations(self) -> Iterator[Narration]:
        """The narration of every frame, for a caller that draws the board itself from what changes.

        Each one looks only at the squares around the knight, so a large board costs no more. You may call
        `frame` in between.

        >>> [narration.square for narration in Animation.of_walk("3x4", "1,1").narrations()][:4]
        [0, 6, 8, 1]
        """
        at = 0
        while self._reach(at):
            yield self._narrate(at)
            at += 1

    def _reach(self, at: int) -> bool:
        """Bring the position to the moment after move `at`. Return False if there is no such move."""
        self.read_on(at + 2 - len(self._stored))  # the next move too, because a frame says what comes next
        if at >= len(self._stored):
            return False
        self._go(at)
        return True

    def _narrate(self, at: int) -> Narration:
        """The narration of the moment after move `at`, where the position is now."""
        position, path = self._position, self._position.path
        over = self.over and at + 1 == len(self._stored)
        following = 0 if over else self._stored[at + 1]
        entered, moved = self._stored[at] > 0, _square_of(self._stored[at])
        failed = self._failed(at) if self.method == "search" else []
        coming = _square_of(following) if following > 0 else None
        candidates = self._candidates(coming, () if entered else failed)
        backtracks = (at + 1 - len(path)) // 2  # the path is what was entered and not left
        return Narration(
            board=self.board,
            method=self.method,
            start=path[0],
            square=path[-1],
            previous=path[-2] if len(path) > 1 else None,
            visited=len(path),
            left=None if entered else moved,
            failed=tuple(failed),
            candidates=tuple((n, position.degree[n]) for n in candidates),
            next=coming,
            choice=self._choice(candidates, coming),
            end=self.end,
            closed=self.closed,
            impossible=why_impossible(self.board, self.start, end=self.end, closed=self.closed)
            if at == 0 and self.method != "tour"
            else None,
            ending=self.ending if over else None,
            walk=Walk.from_indices(self.board, path) if over else None,
            step_limit=self.step_limit,
            steps=at + 1 - backtracks,
            backtracks=backtracks,
            deepest=bisect_right(self._deepest, at),
        )

    def _candidates(self, coming: int | None, failed: Collection[int]) -> list[int]:
        """The squares that the knight can move to, except those that failed before."""
        if coming is not None and coming == self.end:
            return [coming]
        if self._position.path[-1] == self.end:
            return []
        return [n for n in self._position.candidates() if n not in failed]

    def _choice(self, candidates: list[int], coming: int | None) -> MoveChoice | None:
        """Why the next square is chosen; None if the rule has no choice to make."""
        if coming is None or coming == self.end or self.method == "tour":
            return None
        return explain_choice(self._position, candidates, coming)

    def _failed(self, at: int) -> list[int]:
        """After a backtrack, the squares tried from here; after a move, the squares tried before this one."""
        path, stored = self._position.path, self._stored[at]
        if stored > 0 and len(path) == 1:
            return []
        near = self._position.neighbours[path[-2] if stored > 0 else path[-1]]
        tried = [n for i, n in enumerate(near) if abs(stored) >> i & 1]
        return [n for n in tried if stored < 0 or n != path[-1]]

    def _go(self, at: int) -> None:
        """Bring the position to the moment after move `at`: back to where the paths part, then forward."""
        if at == self._at + 1:  # the next move: no need to look at the whole path
            self._at = at
            if (stored := self._stored[at]) > 0:
                self._enter(_square_of(stored))
            else:
                self._leave()
            return
        path, wanted = self._position.path, self._path_after(at)
        shared = min(len(path), len(wanted))
        shared = next((i for i in range(shared) if path[i] != wanted[i]), shared)
        while len(path) > shared:
            self._leave()
        for square in wanted[shared:]:
            self._enter(square)
        self._at = at

    def _path_after(self, at: int) -> list[int]:
        """The path after move `at`, replayed from the current position or, if nearer, from the start."""
        path = self._position.path.copy()
        done = self._at
        if at + 1 < abs(at - done):
            path, done = [], -1
        moves = (
            self._stored[done + 1 : at + 1] if at > done else [-stored for stored in self._stored[done:at:-1]]
        )
        for move in moves:
            if move > 0:
                path.append(_square_of(move))
            else:
                path.pop()
        return path

    def _enter(self, square: int) -> None:
        if square == self.end:  # a hole of the position's board
            self._position.path.append(square)
        else:
            self._position.enter(square)

    def _leave(self) -> None:
        if self._position.path[-1] == self.end:
            self._position.path.pop()
        else:
            self._position.leave()


def _square_of(stored: int) -> int:
    return (abs(stored) >> 8) - 1


def _walk_moves(board: Board, start: int, rule: Rule, seed: int) -> _Moves:
    position, rng = Position(board, rule), tie_rng(seed, start)
    here: int | None = start
    while here is not None:
        position.enter(here)
        yield here + 1
        here = position.choose(position.candidates(), rng)[0]
    return "tour" if len(position.path) == board.size else "stuck"


def _tour_moves(squares: tuple[int, ...]) -> _Moves:
    for square in squares:
        yield square + 1
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
        square = event.square[0] * board.cols + event.square[1]
        yield square + 1 if event.entered else -square - 1
