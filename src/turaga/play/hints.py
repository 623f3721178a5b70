"""Hints that are right: where to go, how far to go back, or that it cannot be told.

In one sentence: if the walk so far can be completed, go where it still can be; if not, go back to the last
position from which it could. Both are decided exactly (`turaga.completion`); what is too hard to decide
within the limit is said to be so.

If a walk can be completed, so can every beginning of it: so the last good position is found by halving.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from turaga.board import Board, Square
from turaga.dice import Dice
from turaga.play.game import Game
from turaga.rule import Rule
from turaga.theory import Question, verdict, why_impossible
from turaga.tour import Tour
from turaga.verify import demand_tour
from turaga.walk import Position
from turaga.wording import plural, show

if TYPE_CHECKING:
    from turaga.completion import Completer

__all__ = ["Adviser", "Hint"]

Kind = Literal["go", "back", "none", "won", "unknown"]
_MOST_DOUBTS = 8  # questions left undecided before a start is no longer looked for


@dataclass(frozen=True, slots=True)
class Hint:
    """What to do: "go" to `square`, which is one of the `good` ones; go `back` so many squares; "none", no
    tour can be had on this board; "won"; or "unknown". `says` is the hint as a sentence.

    >>> Hint("back", "go back", back=2).back
    2
    """

    kind: Kind
    says: str
    square: Square | None = None
    good: tuple[Square, ...] = ()
    back: int = 0


class Adviser:
    """Gives hints for games of one board. The first question loads the kernels, which takes about a second
    (or, once after installation, the seconds it takes to compile them).

    >>> adviser = Adviser(Board("5x5"))
    >>> adviser.hint(Game.new("5x5", "1,1")).says
    'go to 3,2: the board can still be completed from there; it can from both squares you may go to'
    >>> adviser.hint(Game.new("5x5", "1,2")).kind
    'back'
    """

    def __init__(self, board: Board, *, most: int | None = None) -> None:
        self.board = board
        self._most = most

    @cached_property
    def _completer(self) -> "Completer":
        from turaga.completion import Completer

        return Completer(self.board) if self._most is None else Completer(self.board, most=self._most)

    def hint(self, game: Game) -> Hint:
        """What to do in this game, exactly, or that it cannot be told. Once the kernels are there that takes
        milliseconds up to 10x10 and stays below a second up to 50x50 (scripts/hint_times.py)."""
        if game.state == "won":
            return Hint("won", "the board is complete: there is nothing left to do")
        if game.state == "choosing":
            return self._start()
        can = self._can(game.path)
        if can is None:
            return Hint(
                "unknown",
                "I cannot tell whether the board can be completed from here: that is too hard to decide",
            )
        return self._forward(game) if can else self._backward(game)

    def finish(self, game: Game) -> Tour | None:
        """A tour that begins with the game's squares, verified; None if there is none, or none that can be
        found: `hint` says which."""
        if not game.path:
            return None
        rest = self._rest(game.path)
        return None if rest is None else demand_tour(Tour.from_numbers(self.board, (*game.path, *rest)))

    # -- one way and the other --------------------------------------------------------------------

    def _start(self) -> Hint:
        """Where to begin: the first square from which there is a tour."""
        known = verdict(Question(self.board))
        if known.exists is False:
            return Hint("none", f"there is no tour of {self.board}: {known.reason}")
        doubts = 0
        for number in self.board.numbers():
            can = self._can((number,))
            if can:
                square = self.board.square(number)
                return Hint("go", f"start on {show(square)}: there is a tour from there", square)
            doubts += can is None
            if doubts > _MOST_DOUBTS:
                break
        if doubts:
            return Hint(
                "unknown", f"I cannot tell where to start on {self.board}: that is too hard to decide"
            )
        return Hint("none", f"there is no tour of {self.board}: every start was tried")

    def _forward(self, game: Game) -> Hint:
        """Where to go from a position that can be completed: of the good squares the one Warnsdorff's rule
        likes best."""
        position = Position(self.board, Rule())
        for number in game.path:
            position.enter(number)
        ranked = position.ranking(position.candidates(), Dice(0, 0))
        can = {number: self._can((*game.path, number)) for number in ranked}
        good = [number for number in ranked if can[number]]
        unsure = sum(one is None for one in can.values())
        if not good:  # none was shown to be good by itself, and the way on from here is known all the same
            rest = self._rest(game.path)
            assert rest is not None
            good = [rest[0]]
        square = self.board.square(good[0])
        return Hint(
            "go",
            f"go to {show(square)}: the board can still be completed from there; "
            + _how_many(len(good), len(ranked), unsure),
            square,
            tuple(self.board.square(n) for n in good),
        )

    def _backward(self, game: Game) -> Hint:
        """How far to go back from a position that is lost."""
        sure, lost = 0, len(game.path)  # so many squares can be completed; so many cannot
        doubtful = False
        while lost - sure > 1:
            middle = (sure + lost) // 2
            can = self._can(game.path[:middle])
            if can is None:  # halving cannot go on: look for the last sure one step by step
                doubtful = True
                break
            sure, lost = (middle, lost) if can else (sure, middle)
        while doubtful and lost - sure > 1:
            can = self._can(game.path[: lost - 1])
            if can is None:
                break
            sure, lost = (lost - 1, lost) if can else (sure, lost - 1)
        back = len(game.path) - lost + 1
        if lost - sure > 1:
            return Hint(
                "back",
                f"this position is lost: take back at least {plural(back, 'square')}; whether that is enough "
                "I cannot tell",
                back=back,
            )
        if sure:
            square = self.board.square(game.path[sure - 1])
            return Hint(
                "back",
                f"this position is lost: take back {plural(back, 'square')}, to number {sure} on "
                f"{show(square)}; from there the board can still be completed",
                square,
                back=back,
            )
        return self._no_tour_from_here(game)

    def _no_tour_from_here(self, game: Game) -> Hint:
        """The start itself is wrong: choose another, if any will do."""
        first = self.board.square(game.path[0])
        elsewhere = self._start()
        if elsewhere.kind == "none":
            return elsewhere
        why = why_impossible(self.board, game.path[0])
        because = f", because {why}" if why else ""
        return Hint(
            "back",
            f"no tour starts on {show(first)}{because}: take "
            + (f"back all {len(game.path)} squares and " if len(game.path) > 1 else "it back and ")
            + ("start elsewhere" if elsewhere.square is None else f"start on {show(elsewhere.square)}"),
            elsewhere.square,
            back=len(game.path),
        )

    # -- the question -----------------------------------------------------------------------------

    def _can(self, path: tuple[int, ...]) -> bool | None:
        """Whether a walk can be completed; None if that cannot be told."""
        word = self._completer.ask(path).word
        if word == "undecided":
            return True if self._walk_on(path) is not None else None
        return word == "yes"

    def _rest(self, path: tuple[int, ...]) -> tuple[int, ...] | None:
        """The squares that complete a walk; None if there are none, or none that can be found."""
        answer = self._completer.ask(path)
        return answer.rest if answer.word == "yes" else self._walk_on(path)

    def _walk_on(self, path: tuple[int, ...]) -> tuple[int, ...] | None:
        """The squares by which Warnsdorff's rule completes a walk; None if it does not. On large boards that
        is often enough, where nothing else is."""
        position = Position(self.board, Rule())
        for number in path:
            position.enter(number)
        dice = Dice(0, 0)
        while (chosen := position.choose(position.candidates(), dice)[0]) is not None:
            position.enter(chosen)
        whole = tuple(position.path)
        return whole[len(path) :] if len(whole) == self.board.size else None


def _how_many(good: int, all_of: int, unsure: int) -> str:
    """How many of the squares one may go to are good."""
    if all_of == 1:
        return "it is the only square you may go to"
    if good == all_of:
        return f"it can from {'both' if all_of == 2 else f'all {all_of}'} squares you may go to"
    said = f"it can from {good} of the {all_of} squares you may go to"
    return said + (f", and of {unsure} I cannot tell" if unsure else "")
