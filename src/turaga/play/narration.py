"""Explains each frame of an animation: what was decided, how ties were broken, how it ended.

A `Narration` holds the explanation as data: squares, degrees and steps. Its `sentences` are made from that
data alone, so a page or a picture can point at the squares that the sentences name, and the sentences can
name them in any notation.
"""

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from turaga.board import KNIGHT, Board, Square
from turaga.greedy import Position, break_tie
from turaga.rng import Rng
from turaga.rule import Rule, Tie
from turaga.solve.changes import Repair, RepairStage
from turaga.text import listed, plural, sentence
from turaga.walk import Walk

# "tour": every square is visited. "stuck": a greedy walk reached a dead end. "exhausted": a search tried
# every possibility. "limit": a search reached its step limit. "impossible": theory rules out every tour.
Ending = Literal["tour", "stuck", "exhausted", "limit", "impossible"]
# By the outcomes of methods that finish before the first frame is shown.
ENDINGS: dict[str, Ending] = {"found": "tour", "impossible": "impossible", "gave-up": "stuck"}

# What decided a move. "only": there was one candidate. "not a dead end": all others were dead ends. "last
# dead end": all were dead ends. "degree": one had the best degree. "tie-break": a tie-break left one.
# "random" and "order": the tie-breaks left several.
DecidedBy = Literal["only", "not a dead end", "last dead end", "degree", "tie-break", "random", "order"]

_MOST_NAMED = 12  # squares listed in one sentence
_NUMERALS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight")
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


# -- choices --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TieStage:
    """The result of one tie-break: the squares it kept, and whether it ruled any out.

    >>> TieStage(Tie("corner"), (17, 10), decisive=False).kept
    (17, 10)
    """

    tie: Tie
    kept: tuple[int, ...]
    decisive: bool


@dataclass(frozen=True, slots=True)
class MoveChoice:
    """Why the rule chose one of several squares. Squares are indices.

    `dead_ends` are the candidates that the rule leaves for last. `tied` are the candidates that share the
    best degree, if there are several, and `stages` shows how the tie was broken.
    """

    rule: Rule
    chosen: int
    degree: int  # of the chosen square
    decided_by: DecidedBy
    dead_ends: tuple[int, ...] = ()
    tied: tuple[int, ...] = ()
    stages: tuple[TieStage, ...] = ()


def explain_choice(position: Position, candidates: Sequence[int], chosen: int) -> MoveChoice:
    """Explain why the rule chose this candidate. This repeats the work of the choice itself.

    >>> position = Position(Board("8x8"), Rule("12345678"))
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
    """The tie-breaks that were used, and what made the final decision."""
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
    """Whether a tie-break leaves two squares of the same degree equal."""
    return len(break_tie(tie, [one, other], position.board, Rng(0), position.degrees_after)) == 2


# -- one frame ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Narration:
    """Everything that is said about one frame. Squares are indices.

    >>> from turaga.play.animation import Animation
    >>> narration = Animation.of_walk("8x8", "1,1").frame(21).narration
    >>> narration.square, narration.candidates, narration.choice.decided_by
    (41, ((58, 3), (56, 1), (26, 6), (35, 6)), 'degree')
    """

    board: Board
    method: str
    start: int
    square: int  # where the knight is
    previous: int | None  # the square before it on the path
    visited: int  # squares on the path
    left: int | None  # the square that a search has just backtracked from
    failed: tuple[int, ...]  # squares tried before: after a backtrack from here, otherwise from `previous`
    candidates: tuple[tuple[int, int], ...]  # squares still to be tried, each with its degree
    next: int | None  # the square entered next
    choice: MoveChoice | None  # why the rule chose `next`; None if it had no choice
    end: int | None
    closed: bool
    impossible: str | None  # why theory rules out the requested tour
    ending: Ending | None
    walk: Walk | None  # the squares visited, in the last frame
    step_limit: int | None
    steps: int
    backtracks: int
    deepest: int
    note: str = ""  # said in the first frame

    @property
    def entered(self) -> bool:
        """Whether the knight moved forward to this square. If not, a search backtracked to it."""
        return self.left is None

    @property
    def targets(self) -> tuple[tuple[int, int], ...]:
        """The squares that the knight can move to, each with its degree; none in the last frame."""
        return self.candidates if self.ending is None else ()

    def sentences(self) -> tuple[str, ...]:
        """The frame in words: where the knight is and how it got there, then what it does next and why, or
        how the walk or search ended.

        >>> from turaga.play.animation import Animation
        >>> frame = Animation.of_walk("8x8", "1,1").frame(21)
        >>> print("\\n".join(frame.narration.sentences()))
        Step 21: knight on b3.
        Possible moves and their degrees: c1 (3), a1 (1), c5 (6), d4 (6).
        a1 has the lowest degree, 1.
        """
        return tuple(_Words(self).sentences())


class _Words:
    """Turns a narration into sentences."""

    def __init__(self, narration: Narration) -> None:
        self.narration, self.board = narration, narration.board

    def sentences(self) -> list[str]:
        facts = self.narration
        said = [self._place()]
        if facts.note:
            said.append(facts.note)
        if facts.impossible is not None:
            said.append(f"Theory shows that there is no such tour: {facts.impossible}.")
        if facts.ending is not None:
            return said + self._ending(facts.ending)
        if facts.next is None:
            return said + self._backtracking()
        if facts.choice is not None:
            return said + self._choice(facts.choice)
        coming = self._square(facts.next)
        if facts.next == facts.end:
            return [*said, f"Every other square is visited, so the last move is to {coming}."]
        return [*said, f"Next: {coming}."]

    # -- squares ----------------------------------------------------------------------------------

    def _square(self, index: int) -> str:
        return self.board.show(index)

    def _squares(self, indices: Sequence[int]) -> str:
        """Squares as a list in words: `b6, c7 and d4`."""
        return listed([self._square(index) for index in indices])

    def _candidates(self) -> str:
        return ", ".join(f"{self._square(index)} ({degree})" for index, degree in self.narration.candidates)

    # -- where the knight is, and why a search backtracks -----------------------------------------

    def _place(self) -> str:
        facts = self.narration
        piece = "knight" if self.board.leaper == KNIGHT else "leaper"
        where = f"{facts.visited}: {piece} on {self._square(facts.square)}"
        if facts.left is not None:
            return f"Back from {self._square(facts.left)} to step {where}."
        place = f"Step {where}"
        if facts.visited == 1:
            return f"{place}, the start."
        if not facts.failed or facts.previous is None:
            return f"{place}."
        choice = _ORDINALS[len(facts.failed)]
        before, failed = self._square(facts.previous), self._squares(facts.failed)
        return f"{place}, the {choice} choice from {before} after {failed} failed."

    def _backtracking(self) -> list[str]:
        """Why a search leaves the square it is on."""
        facts = self.narration
        if facts.left is not None:
            return ["All moves from here have been tried, so the search backtracks again."]
        if facts.candidates:
            return [
                f"Possible moves and their degrees: {self._candidates()}.",
                "None of them leads to a tour, so the search backtracks without trying them.",
            ]
        if facts.visited < self.board.size - (facts.end is not None):
            return ["This is a dead end, so the search backtracks."]
        if facts.end is None:
            every, what, target = "Every square", "the start", facts.start
        else:
            every, what, target = "Every other square", "the end", facts.end
        away = f"{what}, {self._square(target)}, is not a move away"
        return [f"{every} is visited, but {away}, so the search backtracks."]

    # -- why this square --------------------------------------------------------------------------

    def _choice(self, choice: MoveChoice) -> list[str]:
        chosen = self._square(choice.chosen)
        moves = "possible move" if self.narration.entered else "move left to try"
        if choice.decided_by == "only":
            return [f"The only {moves} is to {chosen} (degree {choice.degree})."]
        moves = moves.replace("move", "moves").capitalize()
        said = [f"{moves} and their degrees: {self._candidates()}."]
        if choice.decided_by == "last dead end":
            last = f"The last of them in the order {choice.rule.order} is {chosen}."
            return [*said, f"All are dead ends. {last}"]
        if choice.dead_ends:
            one = len(choice.dead_ends) == 1
            are = "is a dead end, so it comes last" if one else "are dead ends, so they come last"
            said.append(f"{self._squares(choice.dead_ends)} {are}.")
        if choice.decided_by == "not a dead end":
            return [*said, f"That leaves {chosen}."]
        best = f"the {'highest' if choice.rule.most else 'lowest'} degree, {choice.degree}"
        if choice.decided_by == "degree":
            return [*said, f"{chosen} has {best}."]
        said.append(f"{_NUMERALS[len(choice.tied)]} squares tie with {best}: {self._squares(choice.tied)}.")
        said += [self._stage(stage) for stage in choice.stages]
        if choice.decided_by == "random":
            said.append(f"Chosen at random: {chosen}.")
        if choice.decided_by == "order":
            said.append(f"The first of them in the order {choice.rule.order} is {chosen}.")
        return said

    def _stage(self, stage: TieStage) -> str:
        tie, kept = stage.tie, self._squares(stage.kept)
        if tie.kind == "lookahead":
            ahead = f"{'one move' if tie.depth == 1 else f'up to {tie.depth} moves'} ahead"
            if stage.decisive:
                return f"Looking {ahead} favours {kept}."
            return f"They are still equal after looking {ahead}."
        farthest, equally_far = {
            "outermost": ("Farthest from the centre", "equally far from the centre"),
            "corner": ("Nearest to a corner", "equally near to a corner"),
        }[tie.kind]
        return f"{farthest}: {kept}." if stage.decisive else f"They are {equally_far}."

    # -- endings ----------------------------------------------------------------------------------

    def _ending(self, ending: Ending) -> list[str]:
        """How the walk or search ended. The last sentence is the outcome."""
        facts = self.narration
        assert facts.walk is not None
        match ending:
            case "tour":
                return [self._tour(facts.walk)]
            case "stuck":
                where = f"{self.board.show(facts.walk[-1])} at step {len(facts.walk)} of {self.board.size}"
                return [f"Dead end on {where}. {_unvisited(facts.walk)}"]
            case "exhausted":
                tour = f"no {'closed ' if facts.closed else ''}tour starts on {self._square(facts.start)}"
                tour += f" and ends on {self._square(facts.end)}" if facts.end is not None else ""
                early = ["None of the moves from here leads to a tour."] if facts.candidates else []
                steps = plural(facts.steps, "step")
                return [*early, f"The search tried every possibility in {steps}: {tour}."]
        return [
            f"The search reached its limit of {plural(facts.steps, 'step')} and gave up. "
            f"Its longest walk has {facts.deepest} of {plural(self.board.size, 'square')}."
        ]

    def _tour(self, tour: Walk) -> str:
        facts, said = self.narration, _tour_words(tour)
        if facts.method != "search":
            return f"{said}."
        if not facts.backtracks:
            return f"{said}, found without backtracking."
        work = f"{plural(facts.steps, 'step')} with {plural(facts.backtracks, 'backtrack')}"
        return f"{said}, found in {work}."


def _tour_words(tour: Walk) -> str:
    """A tour in words, without a full stop."""
    size = tour.board.size
    squares = f"all {size} squares" if size > 1 else "its only square"
    first, last = tour.board.show(tour[0]), tour.board.show(tour[-1])
    ends = f"from {first} to {last}" if size > 1 else first
    return f"{'A closed' if tour.closed else 'An open'} tour of {tour.board}: {squares}, {ends}"


def _unvisited(walk: Walk, letters: Mapping[Square, str] | None = None) -> str:
    """Which squares a walk has missed, as a sentence."""
    missed = walk.unvisited
    names = [walk.board.show(square) + (letters or {}).get(square, "") for square in missed[:_MOST_NAMED]]
    names += [f"{len(missed) - _MOST_NAMED} more"] if len(missed) > _MOST_NAMED else []
    return f"{plural(len(missed), 'square is', 'squares are')} unvisited: {listed(names)}."


# -- one stage of a repair --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class StageNarration:
    """Everything that is said about one stage of Euler's method. The first stage is the walk to repair.

    >>> from turaga.play.watch_request import Watch
    >>> watched = Watch.of("8x8", start="5,3", method="euler", rule="81234567").animation()
    >>> watched.frame(64).says
    ('Insertion 1.', 'The end f4 is a move away from h5 (d), which becomes step 61.')
    """

    repair: Repair
    stage: RepairStage
    end: Square | None  # the square that the tour must end on
    ending: Ending | None
    outcome: str = ""  # why the repair failed, or how many changes it took

    @property
    def walk(self) -> Walk:
        """The walk at this stage."""
        return self.stage.walk

    def sentences(self) -> tuple[str, ...]:
        """The stage in words. The last sentence of the last stage is the outcome."""
        change, walk = self.stage.change, self.walk
        if change is None:
            said = self._beginning()
        else:
            said = [sentence(clause) for clause in change.clauses(walk.board, self.repair.letters)]
        if self.ending is None:
            came_first = change is None or change.inserted
            return (*said, *(self._lacking() if walk.complete and came_first else ()))
        if self.ending != "tour":
            return (*said, self.outcome)
        return (*said, f"{_tour_words(walk)}, {self.outcome}.")

    def _beginning(self) -> list[str]:
        """The walk before the first change, and the squares it missed."""
        walk, size = self.walk, self.walk.board.size
        if self.repair.given:
            ends = f"from {walk.board.show(walk[0])} to {walk.board.show(walk[-1])}"
            said = [
                f"{sentence(self.repair.what)[:-1]} visits {len(walk)} of {plural(size, 'square')}, {ends}."
            ]
        else:
            piece = "knight" if walk.board.leaper == KNIGHT else "leaper"
            said = [f"Step {len(walk)}: {piece} on {walk.board.show(walk[-1])}."]
        if walk.complete:
            return said
        letters = {square: f" ({letter})" for square, letter in self.repair.letters.items()}
        missed = _unvisited(walk, letters)
        return [*said, missed if self.repair.given else f"Dead end at step {len(walk)} of {size}. {missed}"]

    def _lacking(self) -> list[str]:
        """Why a walk of all squares is not yet the tour that was requested."""
        walk = self.walk
        if self.end is not None and walk[-1] != self.end:
            return [f"Every square is visited, but the tour must end on {walk.board.show(self.end)}."]
        if self.repair.closed and not walk.closed:
            return [
                f"Every square is visited, but {walk.board.show(walk[0])} and {walk.board.show(walk[-1])} "
                "are not a move apart."
            ]
        return []


def wrapped(words: str, width: int) -> list[str]:
    """A sentence as lines of at most `width` characters. A square stays together with its degree or step.

    >>> wrapped("Possible moves: 6,2 (4), 3,3 (4), 5,3 (4).", 21)
    ['Possible moves:', '6,2 (4), 3,3 (4),', '5,3 (4).']
    """
    # textwrap breaks lines at plain spaces only.
    words = words.replace(" (", "\N{NO-BREAK SPACE}(").replace("(step ", "(step\N{NO-BREAK SPACE}")
    lines = textwrap.wrap(words, width, break_on_hyphens=False)
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]
