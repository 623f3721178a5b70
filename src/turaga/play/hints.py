"""Exact hints: where to go or how far to go back; and where a walk was lost.

If the walk so far can be completed, the hint is a square from which it still can be. If not, the hint is to
go back to the last position from which it could. Both are decided exactly (`turaga.completion.completer`). If
that would exceed the work limit, the hint says that it is undecided.

If a walk can be completed, so can every beginning of it. Bisection therefore finds the last good position.
"""

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Literal

from turaga.board import Board, Square
from turaga.errors import BadInput
from turaga.greedy import Position
from turaga.json_values import LEFT_OUT, Result
from turaga.kinds import BOARD, LEAPER, TRUTH, WALK
from turaga.operations import ARGUMENT, REQUIRED, Argument, arg
from turaga.play.game import Game
from turaga.rng import Rng
from turaga.rule import Rule
from turaga.text import listed, plural, sentence
from turaga.theory import verdict, why_impossible
from turaga.tours import Tours
from turaga.verify import require_tour
from turaga.walk import Tour, Walk

if TYPE_CHECKING:
    from turaga.completion.completer import Completer, Completion

Kind = Literal["go", "back", "none", "won", "unknown"]
_MOST_QUESTIONS = 8  # of the hardest ones for one hint, so that it takes a second or two at worst


@dataclass(frozen=True, kw_only=True)
class AskHint:
    """Suggest the next move of a game."""

    board: Board = arg(
        BOARD,
        "The board.",
        group=ARGUMENT,
        default=REQUIRED,
        then={"leaper": Argument(LEAPER, "A leaper instead of the knight (1,2).")},
    )
    walk: Walk = arg(WALK, "The squares visited so far.", default=REQUIRED)

    @property
    def game(self) -> Game:
        """The game at this moment."""
        return Game(board=self.walk.board, path_indices=self.walk.indices)


@dataclass(frozen=True, kw_only=True)
class AskLost(AskHint):
    """Find the move after which a walk could no longer be completed."""

    closed: bool = arg(TRUTH, "Whether the walk was to become a closed tour.", default=False)


@dataclass(frozen=True, slots=True)
class Hint(Result):
    """What to do in a game, as data. `text` puts it in words.

    `kind` is one of these:

    - "go": go to `square`, the best of the `good` squares. Before the start is chosen, `targets` is empty,
      and `square` is the start to choose and the only one in `good`.
    - "back": go back `back` steps.
    - "none": this board has no tour.
    - "won": the game is already won.
    - "unknown": too hard to decide.

    >>> Hint(Board("5x5"), "back", back=2, visited=7).says
    'this position is lost: go back at least 2 steps. It would take too long to decide whether that is enough'
    """

    board: Board = field(metadata=LEFT_OUT)
    kind: Kind
    square: Square | None = None  # to go to; for "back", where the knight is afterwards, or another start
    good: tuple[Square, ...] = ()  # targets from which the board can be completed, the best first
    back: int = 0  # steps to go back, at least
    # All squares that the knight can move to.
    targets: tuple[Square, ...] = field(default=(), metadata=LEFT_OUT)
    # Targets for which it is too hard to decide.
    undecided: tuple[Square, ...] = field(default=(), metadata=LEFT_OUT)
    visited: int = field(default=0, metadata=LEFT_OUT)  # squares visited so far
    # The last square from which completion is certain, and its step.
    safe: tuple[Square, int] | None = field(default=None, metadata=LEFT_OUT)
    # The start of the game, if no tour starts there.
    bad_start: Square | None = field(default=None, metadata=LEFT_OUT)
    reason: str | None = field(default=None, metadata=LEFT_OUT)  # why there is no tour

    JSON_ALSO: ClassVar = ("says",)

    @property
    def says(self) -> str:
        """The hint as a sentence, with squares as row,col."""
        return self.text()

    def text(self) -> str:
        """The hint as a sentence.

        >>> board = Board("5x5")
        >>> Hint(board, "go", (0, 0), good=((0, 0),)).text()
        'start on a5: there is a tour from there'
        """
        match self.kind:
            case "won":
                return "every square is visited: you have won"
            case "none":
                return f"no tour is possible: {self.reason}"
            case "unknown":
                what = "decide whether the board can be completed from here"
                what = what if self.visited else "find a good start"
                return f"there is no hint: it would take too long to {what}"
            case "go":
                return self._go_text()
        return self._back_text() if self.bad_start is None else self._restart_text(self.bad_start)

    def _go_text(self) -> str:
        assert self.square is not None
        if not self.targets:
            return f"start on {self.board.show(self.square)}: there is a tour from there"
        possible, good, undecided = len(self.targets), len(self.good), len(self.undecided)
        if possible == 1:
            how_many = "it is the only possible move"
        elif good == possible:
            how_many = f"{'both' if possible == 2 else f'all {possible}'} possible moves are good"
        else:
            how_many = f"{good} of the {possible} possible moves {'is' if good == 1 else 'are'} good"
            if undecided:
                how_many += f", {undecided} {'is' if undecided == 1 else 'are'} too hard to decide"
        return (
            f"go to {self.board.show(self.square)}: the board can still be completed from there ({how_many})"
        )

    def _back_text(self) -> str:
        lost = "this position is lost: go back"
        place = f"to step {self.safe[1]} on {self.board.show(self.safe[0])}" if self.safe else ""
        enough = self.visited - self.safe[1] if self.safe else 0
        if enough == self.back:
            return f"{lost} {plural(enough, 'step')}, {place}. From there the board can still be completed"
        said = f"{lost} at least {plural(self.back, 'step')}. "
        if self.safe:
            return f"{said}Going back {plural(enough, 'step')}, {place}, is enough"
        return f"{said}It would take too long to decide whether that is enough"

    def _restart_text(self, bad_start: Square) -> str:
        because = f". {sentence(self.reason).removesuffix('.')}" if self.reason else ""
        undo = f"undo all {self.visited} steps" if self.visited > 1 else "undo it"
        other = (
            "choose another start"
            if self.square is None
            else f"start on {self.board.show(self.square)} instead"
        )
        return f"no tour starts on {self.board.show(bad_start)}: {undo} and {other}{because}"


@dataclass(frozen=True, slots=True, kw_only=True)
class LostPoint(Result):
    """The last step from which a walk could still be completed, and the move that was wrong.

    - "lost": the walk could be completed after `step` squares, but not after the next one, `square`. `better`
      are the squares that would have been good there.
    - "never": no such tour begins on `square`, where the walk begins.
    - "alive": it can still be completed.
    - "unknown": too hard to decide. `step` is the last one from which it surely could be completed, or 0.

    `tour` is a tour that begins with the first `step` squares, or empty.

    >>> LostPoint(board=Board("5x5"), kind="lost", step=4, square=(4, 4), better=((3, 1),)).says
    'The walk was lost at step 5 on e1. Before that move, after step 4, the board could still be completed:
    b2 was the only good move.'
    """

    board: Board = field(metadata=LEFT_OUT)
    kind: Literal["lost", "never", "alive", "unknown"]
    step: int = 0
    square: Square | None = None
    better: tuple[Square, ...] = ()
    tour: tuple[Square, ...] = ()
    closed: bool = field(default=False, metadata=LEFT_OUT)  # whether it is about closed tours
    # Whether all moves that are not in `better` were surely bad.
    decided: bool = field(default=True, metadata=LEFT_OUT)
    reason: str | None = field(default=None, metadata=LEFT_OUT)  # why no tour begins there

    JSON_ALSO: ClassVar = ("says",)

    @property
    def says(self) -> str:
        """What happened, with squares as row,col."""
        return self.text()

    def text(self) -> str:
        """What happened, in sentences."""
        tour = "closed tour" if self.closed else "tour"
        completed = "completed to a closed tour" if self.closed else "completed"
        match self.kind:
            case "alive" if self.step == self.board.size:
                return f"This walk is a {tour}: it was never lost."
            case "alive":
                return f"This walk can still be {completed}."
            case "unknown":
                certain = f" After step {self.step} it could still be {completed}." if self.step else ""
                return f"It would take too long to decide where this walk was lost.{certain}"
        assert self.square is not None
        if self.kind == "never":
            because = f" {sentence(self.reason)}" if self.reason else ""
            return (
                f"The walk was lost from its start: no {tour} begins on "
                f"{self.board.show(self.square)}.{because}"
            )
        instead = f": {listed(map(self.board.show, self.better))} were good moves" if self.better else ""
        if len(self.better) == 1:
            instead = (
                f": {self.board.show(self.better[0])} was {'the only' if self.decided else 'a'} good move"
            )
        return (
            f"The walk was lost at step {self.step + 1} on {self.board.show(self.square)}. Before that "
            f"move, after step "
            f"{self.step}, the board could still be {completed}{instead}."
        )


class HintFinder:
    """Finds hints for games on one board, one at a time. Threads that share a finder must take turns.

    The first hint loads the kernels, which takes about a second. Once after installation it also compiles
    them, which takes several seconds. `most` limits the work for one question
    (`turaga.completion.completer`).

    >>> finder = HintFinder(Board("5x5"))
    >>> finder.hint(Game.new("5x5", "a5")).says
    'go to b3: the board can still be completed from there (both possible moves are good)'
    >>> finder.hint(Game.new("5x5", "1,2")).kind
    'back'
    """

    def __init__(self, board: Board, *, most: int | None = None) -> None:
        self.board = board
        self._most = most
        self._spent = 0  # work done for the current hint
        self._known: dict[tuple[tuple[int, ...], bool], Completion] = {}  # its answers

    @cached_property
    def _completer(self) -> "Completer":
        from turaga.completion.completer import Completer

        return Completer(self.board) if self._most is None else Completer(self.board, most=self._most)

    def hint(self, game: Game) -> Hint:
        """What to do in this game. Once the kernels are loaded, a hint takes milliseconds on boards up to
        10x10 (scripts/hint_times.py), and a second or two at worst."""
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
        """A verified tour that begins with the game's squares.

        None if there is no such tour or if finding one is too hard; `hint` says which.
        """
        self._begin(game)
        if not game.path:
            return None
        answer = self._ask(game.path_indices)
        return self._tour(game.path_indices, answer.rest) if answer.word == "yes" else None

    def lost(self, game: Game, *, closed: bool = False) -> LostPoint:
        """Where the game was lost: the move after which no tour begins with its squares, or no closed one.
        The work is bounded as for a hint.

        >>> board = Board("5x5")
        >>> walk = ("1,1", "3,2", "5,3", "3,4", "1,3")
        >>> point = HintFinder(board).lost(Game(board=board, path_indices=tuple(map(board.index, walk))))
        >>> point.kind, point.step, point.square, point.better
        ('lost', 3, (2, 3), ((3, 0), (3, 4)))
        """
        self._begin(game)
        path = game.path_indices
        if not path:
            raise BadInput("the walk has no squares", accepted="give at least one square", field="walk")
        answer = self._ask(path, closed=closed)
        if answer.word == "undecided":
            return LostPoint(board=self.board, kind="unknown", closed=closed)
        if answer.word == "yes":
            tour = self._tour(path, answer.rest, closed=closed).squares
            return LostPoint(board=self.board, kind="alive", step=len(path), closed=closed, tour=tour)
        sure, lost = self._turning_point(path, closed=closed)
        if sure == 0 and lost == 1:
            reason = why_impossible(self.board, path[0], closed=closed)
            return LostPoint(
                board=self.board, kind="never", square=game.path[0], closed=closed, reason=reason
            )
        if not sure:  # the end is too hard to decide: try some beginnings
            lengths = [(lost - 1) * share // 4 for share in (3, 2, 1)]
            yes = (k for k in lengths if k and self._ask(path[:k], closed=closed).word == "yes")
            sure = next(yes, 0)
        found = LostPoint(board=self.board, kind="unknown", step=sure, closed=closed)
        if sure:
            rest = self._ask(path[:sure], closed=closed).rest
            found = replace(found, tour=self._tour(path[:sure], rest, closed=closed).squares)
        if lost - sure > 1:
            return found
        words = self._judged(path[:sure], rest[0], closed=closed)
        better = tuple(self.board.square(n) for n, word in words.items() if word == "yes")
        decided = "undecided" not in words.values()
        return replace(found, kind="lost", square=game.path[sure], better=better, decided=decided)

    def _begin(self, game: Game) -> None:
        if game.board != self.board:
            raise BadInput(
                f"the game is on {game.board}", accepted=f"this HintFinder is for {self.board}", field="game"
            )
        self._spent = 0
        self._known.clear()

    # -- start, forward, back ---------------------------------------------------------------------

    def _start(self) -> Hint:
        """Where to start: the first square from which there is a tour."""
        known = verdict(Tours.at(self.board))
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
        return Hint(self.board, "none", reason=f"every start on {self.board} was tried")

    def _forward(self, game: Game, onward: int) -> Hint:
        """Where to go from a position that can be completed through `onward`: the good square that comes
        first by Warnsdorff's rule."""
        words = self._judged(game.path_indices, onward)
        good = tuple(self.board.square(n) for n, word in words.items() if word == "yes")
        return Hint(
            self.board,
            "go",
            good[0],
            good=good,
            targets=game.targets,
            undecided=tuple(self.board.square(n) for n, word in words.items() if word == "undecided"),
            visited=len(game.path),
        )

    def _judged(self, path: tuple[int, ...], onward: int, *, closed: bool = False) -> dict[int, str]:
        """Whether a walk that can be completed through `onward` can be completed through each of the squares
        that follow: "yes", "no" or "undecided". Those that Warnsdorff's rule prefers come first."""
        position = self._position(path)
        ranked = position.ranking(position.candidates(), Rng(0, 0))
        return {n: "yes" if n == onward else self._ask((*path, n), closed=closed).word for n in ranked}

    def _backward(self, game: Game) -> Hint:
        """How far to go back from a lost position."""
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

    def _turning_point(self, path: tuple[int, ...], *, closed: bool = False) -> tuple[int, int]:
        """The length of the longest beginning of a lost walk that can be completed, and of the shortest that
        cannot. They differ by 1, unless the ones in between are too hard to decide."""
        sure, lost = 0, len(path)
        halving = True
        while lost - sure > 1:
            middle = (sure + lost) // 2 if halving else lost - 1
            word = self._ask(path[:middle], closed=closed).word
            if word == "yes":
                sure = middle
            elif word == "no":
                lost = middle
            elif halving:  # longer beginnings are easier to decide: go back one by one from now on
                halving = False
            else:
                break
        return sure, lost

    def _restart(self, game: Game) -> Hint:
        """The start itself is wrong. Suggest another one, if there is one."""
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

    def _ask(self, path: tuple[int, ...], *, closed: bool = False) -> "Completion":
        """Whether a walk can be completed, to a closed tour if `closed`, or "undecided" if this hint's work
        limit does not allow an answer. For a yes, `verify` checks the completed tour."""
        if (path, closed) not in self._known:
            self._known[path, closed] = self._decide(path, closed)
        return self._known[path, closed]

    def _decide(self, path: tuple[int, ...], closed: bool) -> "Completion":
        from turaga.completion.completer import Completion

        completer = self._completer
        if self._spent >= _MOST_QUESTIONS * completer.most:
            return Completion("undecided")
        answer = completer.ask(path, closed=closed)
        self._spent += answer.spent
        if answer.word == "undecided" and (rest := self._walk_on(path, closed)) is not None:
            answer = Completion("yes", rest)
        if answer.word == "yes":
            self._tour(path, answer.rest, closed=closed)
        return answer

    def _tour(self, path: tuple[int, ...], rest: tuple[int, ...], *, closed: bool = False) -> Tour:
        return require_tour(Tour.from_indices(self.board, (*path, *rest)), closed=closed)

    def _walk_on(self, path: tuple[int, ...], closed: bool) -> tuple[int, ...] | None:
        """The squares with which Warnsdorff's rule completes a walk; None if it does not. On large boards
        this often works where nothing else does."""
        position, rng = self._position(path), Rng(0, 0)
        while (chosen := position.choose(position.candidates(), rng)[0]) is not None:
            position.enter(chosen)
        rest = tuple(position.path[len(path) :])
        complete = len(position.path) == self.board.size
        if complete and closed:
            complete = self.board.is_move(position.path[-1], position.path[0])
        return rest if complete else None

    def _position(self, path: tuple[int, ...]) -> Position:
        """The position after these squares, for Warnsdorff's rule."""
        position = Position(self.board, Rule())
        for index in path:
            position.enter(index)
        return position
