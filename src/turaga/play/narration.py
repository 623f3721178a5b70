"""What is said of a moment of a walk or a search: what was decided, how ties were broken, how it ended."""

import textwrap
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from turaga.board import Board
from turaga.greedy import Position
from turaga.rng import Rng
from turaga.rule import Rule, Tie
from turaga.text import listed, plural, show
from turaga.walk import Walk

# Every square is visited; a greedy walk met a dead end; a search has tried every way; it reached its limit.
Ending = Literal["tour", "stuck", "exhausted", "limit"]

_MOST_NAMED = 12  # squares in a sentence
_NUMERALS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight")
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """What is known of a moment. Squares are square numbers; the position has the path and the degrees."""

    position: Position
    board: Board  # the whole one: on the position's, the end of a search is a hole
    method: str
    candidates: Sequence[int]  # those still to be tried
    next: int | None  # the square entered next
    left: int | None  # the square just gone back from
    failed: Sequence[int]  # ways tried before: from here, or from the square before
    end: int | None
    closed: bool
    impossible: str | None  # why theory rules out what is looked for
    ending: Ending | None
    step_limit: int | None
    steps: int
    backtracks: int
    deepest: int


def tell(moment: Moment) -> tuple[str, ...]:
    """The moment in sentences: where the knight is and how it came there, then what it does next and why, or
    how all of it ended. Costs what the rule's choice does, once more.

    >>> from turaga.play.reel import Reel
    >>> Reel.of_walk("8x8", "1,1").frame(21).says
    ('Number 21 on 6,2.', 'Free neighbours: 8,3 (3), 8,1 (1), 4,3 (6), 5,4 (6).', '8,1 has the fewest, 1.')
    """
    path, board = moment.position.path, moment.board
    said = [_tell_place(moment)]
    if moment.impossible is not None:
        said.append(f"No such tour exists, as theory knows: {moment.impossible}.")
    if moment.ending is not None:
        return (*said, *_tell_ending(moment, moment.ending, Walk.from_indices(board, path)))
    if moment.next is None:
        return (*said, *_tell_turning_back(moment))
    if moment.next == moment.end:
        return (*said, f"Every other square is visited: on to the end, {_name(board, moment.next)}.")
    if moment.method == "tour":
        return (*said, f"Next is {_name(board, moment.next)}.")
    label = "Free neighbours" if moment.left is None else "Left to try"
    return (*said, *tell_choice(moment.position, moment.candidates, moment.next, label))


def _tell_place(moment: Moment) -> str:
    board, path = moment.board, moment.position.path
    here = _name(board, path[-1])
    if moment.left is not None:
        return f"No way on from {_name(board, moment.left)}: back to {here}, number {len(path)}."
    if not moment.failed:
        return f"Number {len(path)} on {here}{', the start' if len(path) == 1 else ''}."
    choice = _ORDINALS[len(moment.failed)]
    before, failed = _name(board, path[-2]), _named(board, moment.failed)
    return f"Number {len(path)} on {here}: the {choice} choice from {before}, after {failed} failed."


def _tell_turning_back(moment: Moment) -> list[str]:
    """Why a search leaves the square it stands on."""
    board, path = moment.board, moment.position.path
    if moment.left is not None:
        return ["Nothing is left to try from there: back again."]
    if moment.candidates:
        free = _with_degrees(moment.position, moment.candidates)
        return [f"Free neighbours: {free}.", "But the rest cannot be completed from here: back early."]
    if len(path) < moment.position.board.size:
        return ["No free neighbour: a dead end, so back."]
    target = path[0] if moment.end is None else moment.end
    what = "the start" if moment.end is None else "the end"
    every = "Every square" if moment.end is None else "Every other square"
    return [f"{every} is visited, but {what}, {_name(board, target)}, is no move away: back."]


# -- choices --------------------------------------------------------------------------------------------


def tell_choice(
    position: Position, candidates: Sequence[int], chosen: int, label: str = "Free neighbours"
) -> list[str]:
    """Why the rule chose this candidate, in sentences; every way it has to break ties is put in words.

    >>> from turaga.rule import Rule
    >>> position = Position(Board("8x8"), Rule(ties="order:12345678"))
    >>> position.enter(0)
    >>> tell_choice(position, position.candidates(), 17)[1:]
    ['Two tie with the fewest, 5: 3,2 and 2,3.', 'First of them in the order 12345678 is 3,2.']
    """
    board, rule = position.board, position.rule
    if len(candidates) == 1:
        only = "The only free neighbour is" if label == "Free neighbours" else "Only one is left to try:"
        return [f"{only} {_with_degrees(position, candidates)}."]
    said = [f"{label}: {_with_degrees(position, candidates)}."]
    if rule.dead_ends_last:
        dead = [n for n in candidates if position.degree[n] == 0]
        if len(dead) == len(candidates):
            return [
                *said,
                f"All are dead ends: the last of them in the order {rule.order} is {_name(board, chosen)}.",
            ]
        if dead:
            are = "is a dead end" if len(dead) == 1 else "are dead ends"
            said.append(f"{_named(board, dead)} {are}, so to be entered last.")
            candidates = [n for n in candidates if n not in dead]
            if len(candidates) == 1:
                return [*said, f"That leaves {_name(board, chosen)}."]
    # Which squares tie does not depend on random numbers.
    _, tied, decided_by = position.choose(list(candidates), Rng(0))
    best = f"the {'most' if rule.most else 'fewest'}, {position.degree[chosen]}"
    if decided_by == "degree":
        return [*said, f"{_name(board, chosen)} has {best}."]
    said.append(f"{_NUMERALS[len(tied)]} tie with {best}: {_named(board, tied)}.")
    return said + _tell_tie(position, tied, chosen)


def _tell_tie(position: Position, tied: list[int], chosen: int) -> list[str]:
    """How the tie was broken, stage by stage."""
    board, rule = position.board, position.rule
    said: list[str] = []
    for tie in rule.stages:
        if tie.kind == "random":
            return [*said, f"The dice chose {_name(board, chosen)}."]
        kept = [n for n in tied if n == chosen or _equal(position, tie, n, chosen)]
        said.append(_tell_stage(board, tie, kept, len(kept) < len(tied)))
        tied = kept
        if len(tied) == 1:
            return said
    return [*said, f"First of them in the order {rule.order} is {_name(board, chosen)}."]


def _tell_stage(board: Board, tie: Tie, kept: list[int], told_apart: bool) -> str:
    if tie.kind == "lookahead":
        ahead = f"Looking {'one move' if tie.depth == 1 else f'up to {tie.depth} moves'} ahead"
        return f"{ahead} prefers {_named(board, kept)}." if told_apart else f"{ahead}, they are equal."
    farthest, far = {
        "outermost": ("Farthest from the centre", "equally far from the centre"),
        "corner": ("Nearest to a corner", "equally near to a corner"),
    }[tie.kind]
    if not told_apart:
        return f"They are {far}."
    return f"{farthest} {'is' if len(kept) == 1 else 'are'} {_named(board, kept)}."


def _equal(position: Position, tie: Tie, one: int, other: int) -> bool:
    """Whether a tie-break leaves two squares of one degree equal: by that alone, the order would decide."""
    alone = copy(position)  # with the same squares, and another rule
    alone.rule = _by_this_alone(position.rule, tie)
    return alone.choose([one, other], Rng(0))[2].startswith("order:")


@lru_cache(maxsize=16)
def _by_this_alone(rule: Rule, tie: Tie) -> Rule:
    """The rule with one way to break ties, before the order."""
    return replace(rule, ties=str(tie), dead_ends_last=False)


# -- endings --------------------------------------------------------------------------------------------


def _tell_ending(moment: Moment, ending: Ending, walk: Walk) -> list[str]:
    """How it ended; the last sentence is the outcome."""
    board = walk.board
    start = show(walk[0])
    if ending == "tour":
        squares = f"all {board.size} squares" if board.size > 1 else "its one square"
        ends = f", from {start} to {show(walk[-1])}" if board.size > 1 else f", {start}"
        said = f"{'A closed' if walk.closed else 'An open'} tour of {board}: {squares}{ends}"
        if moment.method == "search" and moment.backtracks:
            work = f"{plural(moment.steps, 'step')} and {plural(moment.backtracks, 'backtrack')}"
            said += f", found by backtracking in {work}"
        elif moment.method == "search":
            said += ", found directly"
        return [f"{said}."]
    if ending == "stuck":
        missed = walk.unvisited
        names = [show(square) for square in missed[:_MOST_NAMED]]
        names += [f"{len(missed) - _MOST_NAMED} more"] if len(missed) > _MOST_NAMED else []
        return [
            f"A dead end on {show(walk[-1])}, after {len(walk)} of {plural(board.size, 'square')}; "
            f"{len(missed)} {'is' if len(missed) == 1 else 'are'} unvisited: {listed(names)}."
        ]
    if ending == "exhausted":
        said = f"no {'closed ' if moment.closed else ''}tour starts on {start}"
        said += f" and ends on {_name(board, moment.end)}" if moment.end is not None else ""
        early = ["The board cannot be completed from here."] if moment.candidates else []
        return [*early, f"Every way is tried, in {plural(moment.steps, 'step')}: {said}."]
    return [
        f"The step limit of {moment.step_limit} is reached, so the search gives up; "
        f"its longest walk has {moment.deepest} of {plural(board.size, 'square')}."
    ]


# -- squares in sentences ---------------------------------------------------------------------------------


def _name(board: Board, number: int) -> str:
    return show(board.square(number))


def _named(board: Board, numbers: Sequence[int]) -> str:
    """Squares in words: `3,2, 2,3 and 5,4`."""
    return listed([_name(board, n) for n in numbers])


def _with_degrees(position: Position, numbers: Sequence[int]) -> str:
    return ", ".join(f"{_name(position.board, n)} ({position.degree[n]})" for n in numbers)


def wrapped(words: str, width: int) -> list[str]:
    """A sentence in lines no wider than that, with no break between a square and its degree.

    >>> wrapped("Free neighbours: 6,2 (4), 3,3 (4), 5,3 (4).", 21)
    ['Free neighbours:', '6,2 (4), 3,3 (4),', '5,3 (4).']
    """
    # A line is broken at plain spaces alone.
    lines = textwrap.wrap(words.replace(" (", "\N{NO-BREAK SPACE}("), width, break_on_hyphens=False)
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]
