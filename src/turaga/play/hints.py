"""Hints that are right: where to go, how far to go back, or that it cannot be told.

In one sentence: if the walk so far can be completed, go where it still can be; if not, go back to the last
position from which it could. Both are decided exactly (`turaga.completion.completer`). A hint says so where
that is too hard to decide within the limit.

If a walk can be completed, so can every beginning of it: so bisection finds the last good position.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from turaga.board import Board, Square
from turaga.errors import BadInput
from turaga.greedy import Position
from turaga.play.game import Game, SquareName
from turaga.rng import Rng
from turaga.rule import Rule
from turaga.text import plural, show
from turaga.theory import Question, verdict, why_impossible
from turaga.verify import require_tour
from turaga.walk import Tour

if TYPE_CHECKING:
    from turaga.completion.completer import Completer, Completion

Kind = Literal["go", "back", "none", "won", "unknown"]
_MOST_QUESTIONS = 8  # of the hardest can be asked for one hint: so it takes a second or two at the worst


@dataclass(frozen=True, slots=True)
class Hint:
    """What to do in a game, as data; `text` puts it in words.

    `kind` is "go" to `square`, one of the `good` ones; "back", take back `back` squares; "none", this board
    has no tour; "won"; or "unknown". Before the start is chosen `targets` is empty, `square` is the start to
    choose, and `good` has no other.

    >>> Hint(Board("5x5"), "back", back=2, visited=7).says
    'this position is lost: take back at least 2 squares; whether that is enough I cannot tell'
    """

    board: Board
    kind: Kind
    square: Square | None = None  # to go to; after "back", where the knight stands then, or another start
    good: tuple[Square, ...] = ()  # targets from which the board can be completed, the best first
    back: int = 0  # squares to take back, at least
    targets: tuple[Square, ...] = ()  # all squares the knight may go to
    undecided: tuple[Square, ...] = ()  # targets for which that is too hard to decide
    visited: int = 0  # squares so far
    safe: tuple[Square, int] | None = None  # the last square from which it can surely be completed; its step
    bad_start: Square | None = None  # no tour starts here
    reason: str | None = None  # why there is no tour

    @property
    def says(self) -> str:
        """The hint as a sentence, with squares as row,col."""
        return self.text()

    def text(self, name: SquareName = show) -> str:
        """The hint as a sentence; `name` writes a square: `Board.name` gives chess names.

        >>> board = Board("5x5")
        >>> Hint(board, "go", (0, 0), good=((0, 0),)).text(board.name)
        'start on a5: there is a tour from there'
        """
        match self.kind:
            case "won":
                return "the board is complete: there is nothing left to do"
            case "none":
                return f"no tour can be had here: {self.reason}"
            case "unknown":
                what = "whether the board can be completed from here"
                what = what if self.visited else f"where to start on {self.board}"
                return f"I cannot tell {what}: that is too hard to decide"
            case "go":
                return self._go_text(name)
        return self._back_text(name) if self.bad_start is None else self._restart_text(name, self.bad_start)

    def _go_text(self, name: SquareName) -> str:
        assert self.square is not None
        if not self.targets:
            return f"start on {name(self.square)}: there is a tour from there"
        all_of, good, unsure = len(self.targets), len(self.good), len(self.undecided)
        if all_of == 1:
            how_many = "it is the only square you may go to"
        elif good == all_of:
            how_many = f"it can from {'both' if all_of == 2 else f'all {all_of}'} squares you may go to"
        else:
            how_many = f"it can from {good} of the {all_of} squares you may go to"
            how_many += f", and of {unsure} I cannot tell" if unsure else ""
        return f"go to {name(self.square)}: the board can still be completed from there; {how_many}"

    def _back_text(self, name: SquareName) -> str:
        lost = "this position is lost: take back"
        place = f"to number {self.safe[1]} on {name(self.safe[0])}" if self.safe else ""
        enough = self.visited - self.safe[1] if self.safe else 0
        if enough == self.back:
            return f"{lost} {plural(enough, 'square')}, {place}; from there the board can still be completed"
        said = f"{lost} at least {plural(self.back, 'square')}; whether that is enough I cannot tell"
        return f"{said}; {enough} are enough, {place}" if self.safe else said

    def _restart_text(self, name: SquareName, bad_start: Square) -> str:
        because = f", because {self.reason}" if self.reason else ""
        take = f"back all {self.visited} squares" if self.visited > 1 else "it back"
        there = "elsewhere; where, I cannot tell" if self.square is None else f"on {name(self.square)}"
        return f"no tour starts on {name(bad_start)}{because}: take {take} and start {there}"


class HintFinder:
    """Finds hints for games of one board, one at a time: threads that share it must take turns. The first
    question loads the kernels, which takes about a second (or, once after installation, the seconds it takes
    to compile them). `most` bounds the work for one question (`turaga.completion.completer`).

    >>> finder = HintFinder(Board("5x5"))
    >>> finder.hint(Game.new("5x5", "1,1")).says
    'go to 3,2: the board can still be completed from there; it can from both squares you may go to'
    >>> finder.hint(Game.new("5x5", "1,2")).kind
    'back'
    """

    def __init__(self, board: Board, *, most: int | None = None) -> None:
        self.board = board
        self._most = most
        self._spent = 0  # work for this hint so far

    @cached_property
    def _completer(self) -> "Completer":
        from turaga.completion.completer import Completer

        return Completer(self.board) if self._most is None else Completer(self.board, most=self._most)

    def hint(self, game: Game) -> Hint:
        """What to do in this game, exactly, or that it cannot be told. Once the kernels are loaded that takes
        milliseconds up to 10x10 (scripts/hint_times.py), and a second or two at the worst."""
        self._begin(game)
        if game.state == "won":
            return Hint(self.board, "won", visited=len(game.path))
        if game.state == "choosing":
            return self._start()
        answer = self._ask(game.path_indices)
        if answer.word == "undecided":
            return Hint(self.board, "unknown", visited=len(game.path))
        return self._forward(game, answer.rest[0]) if answer.word == "yes" else self._backward(game)

    def finish(self, game: Game) -> Tour | None:
        """A tour that begins with the game's squares, verified; None if there is none, or none that can be
        found: `hint` says which."""
        self._begin(game)
        if not game.path:
            return None
        answer = self._ask(game.path_indices)
        return self._tour(game.path_indices, answer.rest) if answer.word == "yes" else None

    def _begin(self, game: Game) -> None:
        if game.board != self.board:
            raise BadInput(
                f"hints are asked for a game of {game.board}",
                accepted=f"this finder knows {self.board}",
                field="game",
                value=str(game.board),
            )
        self._spent = 0

    # -- start, forward, back ---------------------------------------------------------------------

    def _start(self) -> Hint:
        """Where to begin: the first square from which there is a tour."""
        known = verdict(Question(self.board))
        if known.exists is False:
            return Hint(self.board, "none", reason=known.reason)
        undecided = False
        for index in self.board.indices():
            word = self._ask((index,)).word
            if word == "yes":
                square = self.board.square(index)
                return Hint(self.board, "go", square, good=(square,))
            undecided = undecided or word == "undecided"
        if undecided:
            return Hint(self.board, "unknown")
        return Hint(self.board, "none", reason=f"every start of {self.board} was tried")

    def _forward(self, game: Game, onward: int) -> Hint:
        """Where to go from a position that can be completed by way of `onward`: of the good squares the one
        Warnsdorff's rule likes best."""
        position = self._position(game.path_indices)
        ranked = position.ranking(position.candidates(), Rng(0, 0))
        words = {n: "yes" if n == onward else self._ask((*game.path_indices, n)).word for n in ranked}
        good = tuple(self.board.square(n) for n in ranked if words[n] == "yes")
        return Hint(
            self.board,
            "go",
            good[0],
            good=good,
            targets=game.targets,
            undecided=tuple(self.board.square(n) for n in ranked if words[n] == "undecided"),
            visited=len(game.path),
        )

    def _backward(self, game: Game) -> Hint:
        """How far to go back from a position that is lost."""
        sure, lost = self._turning_point(game.path_indices)
        if sure == 0 and lost == 1:
            return self._restart(game)
        last = game.path[sure - 1]
        return Hint(
            self.board,
            "back",
            last if lost - sure == 1 else None,
            back=len(game.path) - lost + 1,
            visited=len(game.path),
            safe=(last, sure) if sure else None,
        )

    def _turning_point(self, path: tuple[int, ...]) -> tuple[int, int]:
        """Of a walk that is lost, how many squares can be completed, and how many cannot: one more, unless
        those between are too hard to decide."""
        sure, lost = 0, len(path)
        halving = True
        while lost - sure > 1:
            middle = (sure + lost) // 2 if halving else lost - 1
            word = self._ask(path[:middle]).word
            if word == "yes":
                sure = middle
            elif word == "no":
                lost = middle
            elif halving:  # the squares nearer to the one that is lost are easier to decide: one by one
                halving = False
            else:
                break
        return sure, lost

    def _restart(self, game: Game) -> Hint:
        """The start itself is wrong: choose another, if any will do."""
        elsewhere = self._start()
        if elsewhere.kind == "none":
            return elsewhere
        return Hint(
            self.board,
            "back",
            elsewhere.square,
            back=len(game.path),
            visited=len(game.path),
            bad_start=game.path[0],
            reason=why_impossible(self.board, game.path_indices[0]),
        )

    # -- can this walk be completed? --------------------------------------------------------------

    def _ask(self, path: tuple[int, ...]) -> "Completion":
        """Whether a walk can be completed, as far as that can be told with what is left to spend on this
        hint. A yes is shown by a tour that `verify` has passed."""
        from turaga.completion.completer import Completion

        completer = self._completer
        if self._spent >= _MOST_QUESTIONS * completer.most:
            return Completion("undecided")
        answer = completer.ask(path)
        self._spent += answer.spent
        if answer.word == "undecided" and (rest := self._walk_on(path)) is not None:
            answer = Completion("yes", rest)
        if answer.word == "yes":
            self._tour(path, answer.rest)
        return answer

    def _tour(self, path: tuple[int, ...], rest: tuple[int, ...]) -> Tour:
        return require_tour(Tour.from_indices(self.board, (*path, *rest)))

    def _walk_on(self, path: tuple[int, ...]) -> tuple[int, ...] | None:
        """The squares by which Warnsdorff's rule completes a walk; None if it does not. On large boards that
        is often enough, where nothing else is."""
        position, rng = self._position(path), Rng(0, 0)
        while (chosen := position.choose(position.candidates(), rng)[0]) is not None:
            position.enter(chosen)
        rest = tuple(position.path[len(path) :])
        return rest if len(position.path) == self.board.size else None

    def _position(self, path: tuple[int, ...]) -> Position:
        """The position after these squares, for Warnsdorff's rule to look at."""
        position = Position(self.board, Rule())
        for index in path:
            position.enter(index)
        return position
