"""What can be said of a frame of an animation: what was decided, how ties were broken, how it ended.

A `Narration` holds all of it as data: squares, degrees and numbers of steps. Its `sentences` are made from
that data and nothing else. So a page or a picture can point at the squares that the sentences name, and the
sentences can name them in either notation.
"""

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from turaga.board import Board
from turaga.greedy import Position
from turaga.play.game import SquareName
from turaga.rng import Rng
from turaga.rule import Rule, Tie
from turaga.text import listed, plural, show
from turaga.ties import break_tie
from turaga.walk import Walk

# Every square is visited; a greedy walk met a dead end; a search has tried every way; it reached its limit.
Ending = Literal["tour", "stuck", "exhausted", "limit"]

# There was one candidate; the others were dead ends; all were dead ends; one had the best degree; a tie-break
# left one; the random numbers chose; the order of directions did.
DecidedBy = Literal["only", "not a dead end", "last dead end", "degree", "tie-break", "random", "order"]

_MOST_NAMED = 12  # squares in a sentence
_NUMERALS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight")
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


# -- choices --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TieStage:
    """One tie-break: the squares it kept, and whether it dropped any.

    >>> TieStage(Tie("corner"), (17, 10), decisive=False).kept
    (17, 10)
    """

    tie: Tie
    kept: tuple[int, ...]
    decisive: bool


@dataclass(frozen=True, slots=True)
class MoveChoice:
    """Why the rule chose a square among several. Squares are indices.

    `dead_ends` are the candidates that the rule enters last, `tied` those that have the best degree if there
    are several, and `stages` how the tie between them was broken.
    """

    rule: Rule
    chosen: int
    degree: int  # of the square chosen
    decided_by: DecidedBy
    dead_ends: tuple[int, ...] = ()
    tied: tuple[int, ...] = ()
    stages: tuple[TieStage, ...] = ()


def explain_choice(position: Position, candidates: Sequence[int], chosen: int) -> MoveChoice:
    """Why the rule chose this candidate. Costs what the rule's choice does, once more.

    >>> position = Position(Board("8x8"), Rule(ties="order:12345678"))
    >>> position.enter(0)
    >>> choice = explain_choice(position, position.candidates(), 17)
    >>> choice.decided_by, choice.tied, choice.degree
    ('order', (17, 10), 5)
    """
    rule, degree = position.rule, position.degree[chosen]
    if len(candidates) == 1:
        return MoveChoice(rule, chosen, degree, "only")
    dead = tuple(n for n in candidates if position.degree[n] == 0) if rule.dead_ends_last else ()
    if len(dead) == len(candidates):
        return MoveChoice(rule, chosen, degree, "last dead end", dead)
    if dead:
        candidates = [n for n in candidates if n not in dead]
        if len(candidates) == 1:
            return MoveChoice(rule, chosen, degree, "not a dead end", dead)
    # Which squares tie does not depend on the random numbers.
    _, tied, decided_by = position.choose(list(candidates), Rng(0))
    if decided_by == "degree":
        return MoveChoice(rule, chosen, degree, "degree", dead)
    stages, decided = _tie_stages(position, tied, chosen)
    return MoveChoice(rule, chosen, degree, decided, dead, tuple(tied), stages)


def _tie_stages(
    position: Position, tied: list[int], chosen: int
) -> tuple[tuple[TieStage, ...], Literal["tie-break", "random", "order"]]:
    """The tie-breaks that were used, and what decided in the end."""
    stages: list[TieStage] = []
    for tie in position.rule.stages:
        if tie.kind == "random":
            return tuple(stages), "random"
        kept = [n for n in tied if n == chosen or _equal(position, tie, n, chosen)]
        stages.append(TieStage(tie, tuple(kept), decisive=len(kept) < len(tied)))
        tied = kept
        if len(tied) == 1:
            return tuple(stages), "tie-break"
    return tuple(stages), "order"


def _equal(position: Position, tie: Tie, one: int, other: int) -> bool:
    """Whether a tie-break leaves two squares of one degree equal."""
    return len(break_tie(tie, [one, other], position.board, Rng(0), position.degrees_after)) == 2


# -- one frame ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Narration:
    """What is known of one frame. Squares are indices.

    >>> from turaga.play.animation import Animation
    >>> narration = Animation.of_walk("8x8", "1,1").frame(21).narration
    >>> narration.square, narration.candidates, narration.choice.decided_by
    (41, ((58, 3), (56, 1), (26, 6), (35, 6)), 'degree')
    """

    board: Board
    method: str
    start: int
    square: int  # where the knight stands
    previous: int | None  # the square of the path before that
    visited: int  # squares of the path
    left: int | None  # the square a search has just gone back from
    failed: tuple[int, ...]  # squares tried before: from here, or from the square before
    candidates: tuple[tuple[int, int], ...]  # those still to be tried, each with its degree
    next: int | None  # the square entered next
    choice: MoveChoice | None  # why that one, where the rule chose it
    end: int | None
    closed: bool
    impossible: str | None  # why theory rules out what is looked for
    ending: Ending | None
    walk: Walk | None  # the squares visited, once it is over
    step_limit: int | None
    steps: int
    backtracks: int
    deepest: int

    @property
    def entered(self) -> bool:
        """Whether the knight came here by a move on; else a search has gone back to here."""
        return self.left is None

    @property
    def targets(self) -> tuple[tuple[int, int], ...]:
        """Where the knight may go, each with its degree; nowhere once it is over."""
        return self.candidates if self.ending is None else ()

    def sentences(self, name: SquareName = show) -> tuple[str, ...]:
        """The frame in words: where the knight is and how it came there, then what it does next and why, or
        how all of it ended. `name` writes a square: `Board.name` gives chess names.

        >>> from turaga.play.animation import Animation
        >>> frame = Animation.of_walk("8x8", "1,1").frame(21)
        >>> frame.narration.sentences(frame.board.name)[1:]
        ('Free neighbours: c1 (3), a1 (1), c5 (6), d4 (6).', 'a1 has the fewest, 1.')
        """
        return tuple(_Words(self, name).sentences())


class _Words:
    """Makes sentences of a narration."""

    def __init__(self, narration: Narration, name: SquareName) -> None:
        self.narration, self.board, self._name = narration, narration.board, name

    def sentences(self) -> list[str]:
        facts = self.narration
        said = [self._place()]
        if facts.impossible is not None:
            said.append(f"No such tour exists, as theory knows: {facts.impossible}.")
        if facts.ending is not None:
            return said + self._ending(facts.ending)
        if facts.next is None:
            return said + self._turning_back()
        if facts.choice is not None:
            return said + self._choice(facts.choice)
        if facts.next == facts.end:
            return [*said, f"Every other square is visited: on to the end, {self._square(facts.next)}."]
        return [*said, f"Next is {self._square(facts.next)}."]

    # -- squares ----------------------------------------------------------------------------------

    def _square(self, index: int) -> str:
        return self._name(self.board.square(index))

    def _squares(self, indices: Sequence[int]) -> str:
        """Squares in words: `3,2, 2,3 and 5,4`."""
        return listed([self._square(index) for index in indices])

    def _candidates(self) -> str:
        return ", ".join(f"{self._square(index)} ({degree})" for index, degree in self.narration.candidates)

    # -- where, and why back ----------------------------------------------------------------------

    def _place(self) -> str:
        facts = self.narration
        here = self._square(facts.square)
        if facts.left is not None:
            return f"No way on from {self._square(facts.left)}: back to {here}, number {facts.visited}."
        if not facts.failed or facts.previous is None:
            return f"Number {facts.visited} on {here}{', the start' if facts.visited == 1 else ''}."
        choice = _ORDINALS[len(facts.failed)]
        before, failed = self._square(facts.previous), self._squares(facts.failed)
        return f"Number {facts.visited} on {here}: the {choice} choice from {before}, after {failed} failed."

    def _turning_back(self) -> list[str]:
        """Why a search leaves the square it stands on."""
        facts = self.narration
        if facts.left is not None:
            return ["Nothing is left to try from there: back again."]
        if facts.candidates:
            return [
                f"Free neighbours: {self._candidates()}.",
                "But the rest cannot be completed from here: back early.",
            ]
        if facts.visited < self.board.size - (facts.end is not None):
            return ["No free neighbour: a dead end, so back."]
        if facts.end is None:
            every, what, target = "Every square", "the start", facts.start
        else:
            every, what, target = "Every other square", "the end", facts.end
        return [f"{every} is visited, but {what}, {self._square(target)}, is no move away: back."]

    # -- why this square --------------------------------------------------------------------------

    def _choice(self, choice: MoveChoice) -> list[str]:
        first_visit = self.narration.entered
        chosen = self._square(choice.chosen)
        if choice.decided_by == "only":
            only = "The only free neighbour is" if first_visit else "Only one is left to try:"
            return [f"{only} {self._candidates()}."]
        said = [f"{'Free neighbours' if first_visit else 'Left to try'}: {self._candidates()}."]
        if choice.decided_by == "last dead end":
            last = f"the last of them in the order {choice.rule.order} is {chosen}"
            return [*said, f"All are dead ends: {last}."]
        if choice.dead_ends:
            are = "is a dead end" if len(choice.dead_ends) == 1 else "are dead ends"
            said.append(f"{self._squares(choice.dead_ends)} {are}, so to be entered last.")
        if choice.decided_by == "not a dead end":
            return [*said, f"That leaves {chosen}."]
        best = f"the {'most' if choice.rule.most else 'fewest'}, {choice.degree}"
        if choice.decided_by == "degree":
            return [*said, f"{chosen} has {best}."]
        said.append(f"{_NUMERALS[len(choice.tied)]} tie with {best}: {self._squares(choice.tied)}.")
        said += [self._stage(stage) for stage in choice.stages]
        if choice.decided_by == "random":
            said.append(f"The dice chose {chosen}.")
        if choice.decided_by == "order":
            said.append(f"First of them in the order {choice.rule.order} is {chosen}.")
        return said

    def _stage(self, stage: TieStage) -> str:
        tie, kept = stage.tie, self._squares(stage.kept)
        if tie.kind == "lookahead":
            ahead = f"Looking {'one move' if tie.depth == 1 else f'up to {tie.depth} moves'} ahead"
            return f"{ahead} prefers {kept}." if stage.decisive else f"{ahead}, they are equal."
        farthest, far = {
            "outermost": ("Farthest from the centre", "equally far from the centre"),
            "corner": ("Nearest to a corner", "equally near to a corner"),
        }[tie.kind]
        if not stage.decisive:
            return f"They are {far}."
        return f"{farthest} {'is' if len(stage.kept) == 1 else 'are'} {kept}."

    # -- endings ----------------------------------------------------------------------------------

    def _ending(self, ending: Ending) -> list[str]:
        """How it ended; the last sentence is the outcome."""
        facts = self.narration
        assert facts.walk is not None
        match ending:
            case "tour":
                return [self._tour(facts.walk)]
            case "stuck":
                return [self._stuck(facts.walk)]
            case "exhausted":
                return self._exhausted()
        return [
            f"The step limit of {facts.step_limit} is reached, so the search gives up; "
            f"its longest walk has {facts.deepest} of {plural(self.board.size, 'square')}."
        ]

    def _tour(self, tour: Walk) -> str:
        facts, size = self.narration, self.board.size
        start = self._name(tour[0])
        squares = f"all {size} squares" if size > 1 else "its one square"
        ends = f"from {start} to {self._name(tour[-1])}" if size > 1 else start
        said = f"{'A closed' if tour.closed else 'An open'} tour of {self.board}: {squares}, {ends}"
        if facts.method != "search":
            return f"{said}."
        if not facts.backtracks:
            return f"{said}, found directly."
        work = f"{plural(facts.steps, 'step')} and {plural(facts.backtracks, 'backtrack')}"
        return f"{said}, found by backtracking in {work}."

    def _stuck(self, walk: Walk) -> str:
        missed = walk.unvisited
        names = [self._name(square) for square in missed[:_MOST_NAMED]]
        names += [f"{len(missed) - _MOST_NAMED} more"] if len(missed) > _MOST_NAMED else []
        visited = f"{len(walk)} of {plural(self.board.size, 'square')}"
        return (
            f"A dead end on {self._name(walk[-1])}, after {visited}; "
            f"{len(missed)} {'is' if len(missed) == 1 else 'are'} unvisited: {listed(names)}."
        )

    def _exhausted(self) -> list[str]:
        facts = self.narration
        tour = f"no {'closed ' if facts.closed else ''}tour starts on {self._square(facts.start)}"
        tour += f" and ends on {self._square(facts.end)}" if facts.end is not None else ""
        early = ["The board cannot be completed from here."] if facts.candidates else []
        return [*early, f"Every way is tried, in {plural(facts.steps, 'step')}: {tour}."]


def wrapped(words: str, width: int) -> list[str]:
    """A sentence in lines no wider than that, with no break between a square and its degree.

    >>> wrapped("Free neighbours: 6,2 (4), 3,3 (4), 5,3 (4).", 21)
    ['Free neighbours:', '6,2 (4), 3,3 (4),', '5,3 (4).']
    """
    # A line is broken at plain spaces alone.
    lines = textwrap.wrap(words.replace(" (", "\N{NO-BREAK SPACE}("), width, break_on_hyphens=False)
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]
