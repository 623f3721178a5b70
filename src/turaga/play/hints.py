"""Hints that are right: where to go, how far to go back, or that it cannot be told.

In one sentence: if the walk so far can be completed, go where it still can be; if not, go back to the last
position from which it could. Both are decided exactly (`turaga.completion.completer`); what is too hard to
decide
within the limit is said to be so.

If a walk can be completed, so can every beginning of it: so the last good position is found by halving.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from turaga.board import Board, Square
from turaga.errors import BadInput
from turaga.greedy import Position
from turaga.play.game import Game
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
    """What to do: "go" to `square`, which is one of the `good` ones (all there are, unless `says` has it that
    of some it cannot be told; of starts, one); go `back` so many squares; "none", no tour can be had
    on this board; "won"; or "unknown". `says` is the hint as a sentence.

    >>> Hint("back", "go back", back=2).back
    2
    """

    kind: Kind
    says: str
    square: Square | None = None
    good: tuple[Square, ...] = ()
    back: int = 0


class Adviser:
    """Gives hints for games of one board, one at a time: threads that share it must take turns. The first
    question loads the kernels, which takes about a second (or, once after installation, the seconds it takes
    to compile them). `most` bounds what is spent on a question (`turaga.completion.completer`).

    >>> adviser = Adviser(Board("5x5"))
    >>> adviser.hint(Game.new("5x5", "1,1")).says
    'go to 3,2: the board can still be completed from there; it can from both squares you may go to'
    >>> adviser.hint(Game.new("5x5", "1,2")).kind
    'back'
    """

    def __init__(self, board: Board, *, most: int | None = None) -> None:
        self.board = board
        self._most = most
        self._spent = 0  # looks at a square, for this hint so far

    @cached_property
    def _completer(self) -> "Completer":
        from turaga.completion.completer import Completer

        return Completer(self.board) if self._most is None else Completer(self.board, most=self._most)

    def hint(self, game: Game) -> Hint:
        """What to do in this game, exactly, or that it cannot be told. Once the kernels are there that takes
        milliseconds up to 10x10 (scripts/hint_times.py), and a second or two at the worst."""
        self._begin(game)
        if game.state == "won":
            return Hint("won", "the board is complete: there is nothing left to do")
        if game.state == "choosing":
            return self._start()
        answer = self._ask(game.path)
        if answer.word == "undecided":
            return Hint(
                "unknown",
                "I cannot tell whether the board can be completed from here: that is too hard to decide",
            )
        return self._forward(game, answer.rest[0]) if answer.word == "yes" else self._backward(game)

    def finish(self, game: Game) -> Tour | None:
        """A tour that begins with the game's squares, verified; None if there is none, or none that can be
        found: `hint` says which."""
        self._begin(game)
        if not game.path:
            return None
        answer = self._ask(game.path)
        return self._tour(game.path, answer.rest) if answer.word == "yes" else None

    def _begin(self, game: Game) -> None:
        if game.board != self.board:
            raise BadInput(f"hints are asked for a game of {game.board}: this adviser knows {self.board}")
        self._spent = 0

    # -- one way and the other --------------------------------------------------------------------

    def _start(self) -> Hint:
        """Where to begin: the first square from which there is a tour."""
        known = verdict(Question(self.board))
        if known.exists is False:
            return Hint("none", f"no tour can be had here: {known.reason}")
        doubtful = False
        for number in self.board.indices():
            word = self._ask((number,)).word
            if word == "yes":
                square = self.board.square(number)
                return Hint("go", f"start on {show(square)}: there is a tour from there", square, (square,))
            doubtful = doubtful or word == "undecided"
        if doubtful:
            return Hint(
                "unknown", f"I cannot tell where to start on {self.board}: that is too hard to decide"
            )
        return Hint("none", f"no tour can be had here: every start of {self.board} was tried")

    def _forward(self, game: Game, onward: int) -> Hint:
        """Where to go from a position that can be completed by way of `onward`: of the good squares the one
        Warnsdorff's rule likes best."""
        position = self._stand(game.path)
        ranked = position.ranking(position.candidates(), Rng(0, 0))
        can = {n: "yes" if n == onward else self._ask((*game.path, n)).word for n in ranked}
        good = tuple(self.board.square(n) for n in ranked if can[n] == "yes")
        unsure = list(can.values()).count("undecided")
        return Hint(
            "go",
            f"go to {show(good[0])}: the board can still be completed from there; "
            + _how_many(len(good), len(ranked), unsure),
            good[0],
            good,
        )

    def _backward(self, game: Game) -> Hint:
        """How far to go back from a position that is lost."""
        sure, lost = self._turning_point(game.path)
        back = len(game.path) - lost + 1
        if sure == 0 and lost == 1:
            return self._no_tour_from_here(game)
        last = self.board.square(game.path[sure - 1])
        if lost - sure == 1:
            return Hint(
                "back",
                f"this position is lost: take back {plural(back, 'square')}, to number {sure} on "
                f"{show(last)}; from there the board can still be completed",
                last,
                back=back,
            )
        enough = f"; {len(game.path) - sure} are enough, to number {sure} on {show(last)}" if sure else ""
        return Hint(
            "back",
            f"this position is lost: take back at least {plural(back, 'square')}; whether that is enough "
            f"I cannot tell{enough}",
            back=back,
        )

    def _turning_point(self, path: tuple[int, ...]) -> tuple[int, int]:
        """Of a walk that is lost, how many squares can be completed, and how many cannot: one more, unless
        what is between cannot be told."""
        sure, lost = 0, len(path)
        halving = True
        while lost - sure > 1:
            middle = (sure + lost) // 2 if halving else lost - 1
            word = self._ask(path[:middle]).word
            if word == "yes":
                sure = middle
            elif word == "no":
                lost = middle
            elif halving:  # the squares nearer to the one that is lost are easier to tell: one by one
                halving = False
            else:
                break
        return sure, lost

    def _no_tour_from_here(self, game: Game) -> Hint:
        """The start itself is wrong: choose another, if any will do."""
        first = self.board.square(game.path[0])
        elsewhere = self._start()
        if elsewhere.kind == "none":
            return elsewhere
        why = why_impossible(self.board, game.path[0])
        because = f", because {why}" if why else ""
        other = elsewhere.square
        there = "elsewhere; where, I cannot tell" if other is None else f"on {show(other)}"
        return Hint(
            "back",
            f"no tour starts on {show(first)}{because}: take "
            + (f"back all {len(game.path)} squares" if len(game.path) > 1 else "it back")
            + f" and start {there}",
            other,
            back=len(game.path),
        )

    # -- the question -----------------------------------------------------------------------------

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
        position, dice = self._stand(path), Rng(0, 0)
        while (chosen := position.choose(position.candidates(), dice)[0]) is not None:
            position.enter(chosen)
        rest = tuple(position.path[len(path) :])
        return rest if len(position.path) == self.board.size else None

    def _stand(self, path: tuple[int, ...]) -> Position:
        """The position after these squares, for Warnsdorff's rule to look at."""
        position = Position(self.board, Rule())
        for number in path:
            position.enter(number)
        return position


def _how_many(good: int, all_of: int, unsure: int) -> str:
    """How many of the squares one may go to are good."""
    if all_of == 1:
        return "it is the only square you may go to"
    if good == all_of:
        return f"it can from {'both' if all_of == 2 else f'all {all_of}'} squares you may go to"
    said = f"it can from {good} of the {all_of} squares you may go to"
    return said + (f", and of {unsure} I cannot tell" if unsure else "")
