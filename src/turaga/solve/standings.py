"""The results of each contestant in a comparison, and a summary in words."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from turaga.board import Square
from turaga.notation.writer import from_one
from turaga.solve.contestants import Contestant
from turaga.text import duration, listed

if TYPE_CHECKING:
    from turaga.comparison_shapes import RangeJson, StandingJson, TrialJson

_MOST_NAMED = 4  # contestants that the summary names


@dataclass(frozen=True, slots=True)
class Trial:
    """The result of one contestant at one start."""

    start: Square
    outcome: Literal["found", "impossible", "gave-up"]
    closed: bool  # whether it found a closed tour
    visited: int | None  # squares of the tour or of the longest walk; None if there is no walk
    steps: int
    seconds: float = field(compare=False)

    def as_json(self) -> "TrialJson":
        """The facts as `--json` shows them; the start is 1-based."""
        return {
            "start": from_one(self.start),
            "outcome": self.outcome,
            "closed": self.closed,
            "visited": self.visited,
            "steps": self.steps,
            "seconds": round(self.seconds, 7),
        }


@dataclass(frozen=True, slots=True)
class Range:
    """The least, the mean and the most of several numbers.

    >>> Range.of([64, 64, 70]).mean
    66.0
    """

    least: float
    mean: float
    most: float

    @classmethod
    def of(cls, numbers: Sequence[float]) -> "Range":
        """The range of these numbers. There must be at least one."""
        return cls(min(numbers), sum(numbers) / len(numbers), max(numbers))

    def as_json(self) -> "RangeJson":
        """The range as `--json` shows it."""
        return {"min": round(self.least, 7), "mean": round(self.mean, 7), "max": round(self.most, 7)}


@dataclass(frozen=True)
class Standing:
    """The results of one contestant: a trial for each start, or the reason why it cannot take part.

    >>> from turaga import compare
    >>> comparison = compare("5x5", methods="greedy,vandermonde")
    >>> [(one.contestant.name, one.solved, one.refused is None) for one in comparison.standings]
    [('greedy', 13, True), ('vandermonde', 0, False)]
    """

    contestant: Contestant
    trials: tuple[Trial, ...]
    refused: str | None = None

    @property
    def name(self) -> str:
        """The name of the contestant."""
        return self.contestant.name

    @property
    def solved(self) -> int:
        """The number of starts from which it found a tour."""
        return self._count("found")

    @property
    def impossible(self) -> int:
        """The number of starts from which it proved that there is no tour."""
        return self._count("impossible")

    @property
    def gave_up(self) -> int:
        """The number of starts from which it did neither."""
        return self._count("gave-up")

    @property
    def closed(self) -> int:
        """The number of tours that are closed."""
        return sum(trial.closed for trial in self.trials)

    @property
    def answered(self) -> int:
        """The number of starts for which it found the answer: a tour, or that there is none."""
        return self.solved + self.impossible

    @property
    def fewest_visited(self) -> int | None:
        """The squares that its shortest walk visits; None if it made no walks."""
        return min((trial.visited for trial in self.trials if trial.visited is not None), default=None)

    @property
    def steps(self) -> Range | None:
        """The steps of its trials."""
        return Range.of([trial.steps for trial in self.trials]) if self.trials else None

    @property
    def seconds(self) -> Range | None:
        """The seconds of its trials."""
        return Range.of([trial.seconds for trial in self.trials]) if self.trials else None

    def _count(self, word: str) -> int:
        return sum(trial.outcome == word for trial in self.trials)

    def as_json(self) -> "StandingJson":
        """The facts as `--json` shows them."""
        return {
            **self.contestant.as_json(),
            "refused": self.refused,
            "solved": self.solved,
            "impossible": self.impossible,
            "gave_up": self.gave_up,
            "closed_tours": self.closed,
            "fewest_visited": self.fewest_visited,
            "steps": None if self.steps is None else self.steps.as_json(),
            "seconds": None if self.seconds is None else self.seconds.as_json(),
            "walks": [trial.as_json() for trial in self.trials],
        }


def summary_of(standings: Sequence[Standing], starts: int, ruled_out: str | None = None) -> str:
    """Who solved the most of this many starts and who was fastest, in one sentence without a full stop.

    `ruled_out` is why theory rules out a tour from all of them, if it does.

    >>> trial = Trial((0, 0), "found", closed=False, visited=64, steps=64, seconds=0.0005)
    >>> summary_of([Standing(Contestant.of_method("greedy"), (trial,))], 1)
    'the start was solved by greedy; it took 0.5 ms'
    """
    ran = [one for one in standings if one.refused is None]
    if not ran:
        return "none of them can be used here"
    most = max(one.answered for one in ran)
    best = [one for one in ran if one.answered == most]
    if most == 0:
        return "no tour was found"
    if most == starts and not any(one.solved for one in best):
        return _no_tour(best, ran, starts, ruled_out)
    word = "answered" if any(one.impossible for one in best) else "solved"
    return f"{_starts_in_words(starts, most)} {word} by {_names(best, ran)}; {_fastest(best)}"


def _names(best: Sequence[Standing], ran: Sequence[Standing]) -> str:
    """The contestants with the most answers, by name unless there are many."""
    if len(best) <= _MOST_NAMED:
        return listed(one.name for one in best)
    return f"all {len(ran)}" if len(best) == len(ran) else f"{len(best)} of {len(ran)}"


def _starts_in_words(number: int, done: int) -> str:
    """The starts that were answered, of `number`."""
    if done < number:
        return f"the most starts, {done} of {number}, were"
    return {1: "the start was", 2: "both starts were"}.get(number, f"all {number} starts were")


def _no_tour(best: Sequence[Standing], ran: Sequence[Standing], starts: int, ruled_out: str | None) -> str:
    """That there is no tour, and who proved it or why theory rules it out."""
    where = {1: "the start", 2: "either start"}.get(starts, f"any of the {starts} starts")
    if ruled_out is not None:
        return f"theory rules out a tour from {where}: {ruled_out}"
    return f"there is no tour from {where}, as was proved by {_names(best, ran)}; {_fastest(best)}"


def _fastest(standings: Sequence[Standing]) -> str:
    """Which of them was fastest, on average if there are several starts."""
    several = max(len(one.trials) for one in standings) > 1
    timed = [(one.seconds.mean, one.name) for one in standings if one.seconds is not None]
    seconds, name = min(timed)
    took = f"{duration(seconds)} on average" if several else duration(seconds)
    if len(timed) == 1:
        return f"it took {took}"
    return f"the {'faster' if len(timed) == 2 else 'fastest'} was {name}, {took}"
