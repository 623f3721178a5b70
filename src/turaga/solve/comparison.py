"""Methods and rules compared on one board: how often they find a tour, in how many steps, and how fast.

Klochko's coursework sets out to compare the methods of Euler, Vandermonde and Warnsdorff with a search. Here
any methods, rules and published systems are compared, under the same conditions. A *contestant* is a method
with a rule.

- All make their walks from the same starts, with the same limits. Every tour is verified.
- Each runs once before anything is measured, so that no time is spent on compiling and loading.
- They take turns at every start, and another one is first each time. So if the machine is slower for a while,
  that affects all of them.

The time of a walk is that of the whole call: what theory says first, the walk, and verifying it. A walk of
less than a quarter of a second is made three times, and the shortest time counts, because other programs on
the same machine can only make it longer.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Literal, TypeVar

from turaga._version import __version__
from turaga.board import KNIGHT, Board, BoardLike, Leaper, Square
from turaga.board_input import read_board
from turaga.errors import BadBoard, BadInput, BadRule
from turaga.limits import MOST_LISTED, Progress, require_length, seed_number, time_in_seconds, whole_number
from turaga.notation.writer import board_facts, from_one
from turaga.order import FIRST_ORDER
from turaga.rng import Rng
from turaga.rule import Rule, System, find_system
from turaga.solve.methods import METHODS, parse_method
from turaga.solve.outcome import Outcome
from turaga.solve.request import Solve, require_size
from turaga.text import duration, listed, plural, short, trim, whole_in
from turaga.theory import allowed_colours, changes_colour, colour, verdict
from turaga.tours import Tours

if TYPE_CHECKING:
    from turaga.json_shapes import ComparisonJson, ContestantJson, RangeJson, StandingJson, TrialJson

_T = TypeVar("_T")

MOST_BY_DEFAULT = 100  # starts up to which all of them are compared
SAMPLED = 20  # starts on larger boards, if the caller does not say how many
_NARROW = 4  # the longer of the shorter sides for which method narrow is quick
_STREAM = 3  # of random numbers, for random starts


@dataclass(frozen=True, slots=True)
class Contestant:
    """A method with a rule, or a published system, under the name that tables and plots show.

    >>> Contestant.of_rule(Rule("corner,87654321")).name
    'corner,87654321'
    """

    name: str
    method: str
    rule: Rule
    system: System | None = None

    @classmethod
    def of_method(cls, method: str) -> "Contestant":
        """A method with the default rule."""
        return cls(method, method, Rule())

    @classmethod
    def of_rule(cls, rule: Rule, method: str | None = None) -> "Contestant":
        """A rule with method greedy, or with the method that the name then also shows."""
        name = rule_name(rule)
        return cls(name if method is None else f"{method} {name}", method or "greedy", rule)

    @classmethod
    def of_system(cls, system: System) -> "Contestant":
        """A published system, with its own method and rule."""
        return cls(system.name, system.method, system.rule, system)

    def as_json(self) -> "ContestantJson":
        """The contestant as `--json` shows it. A method whose tour does not depend on a rule has none."""
        return {
            "name": self.name,
            "method": self.method,
            "rule": self.rule.text if METHODS[self.method].by_rule else None,
            "like": None if self.system is None else self.system.name,
        }


def rule_name(rule: Rule) -> str:
    """A rule as a short name: its text, without the order that is the default.

    >>> rule_name(Rule()), rule_name(Rule("12345678", most=True))
    ('outermost', 'most,12345678')
    """
    return rule.text.replace(f",{FIRST_ORDER}", "") if rule.stages else rule.text


def default_methods(board: Board) -> tuple[str, ...]:
    """The methods that a comparison runs if nothing is chosen: those that take seconds, not minutes.

    >>> default_methods(Board("8x8"))
    ('greedy', 'search', 'euler', 'vandermonde', 'blocks', 'auto')
    >>> default_methods(Board(8, 8, leaper=(1, 4)))
    ('greedy', 'search', 'euler', 'cycles', 'auto')
    """
    rectangle = not board.hole_indices and board.leaper == KNIGHT
    quick = ("greedy", "search", "euler", *(("vandermonde", "blocks") if rectangle else ("cycles",)), "auto")
    return (*quick, "narrow") if min(board.rows, board.cols) <= _NARROW else quick


def read_contestants(
    board: Board,
    methods: Sequence[str] | str | None = None,
    rules: Sequence[Rule | str] | Rule | str = (),
    like: Sequence[System | str] | str | None = None,
) -> tuple[Contestant, ...]:
    """The contestants that a caller chose, each once.

    Lists of methods and of programs can be given as one text with commas. If there are methods and rules,
    each method that walks by a rule is combined with each rule. Rules without such a method use greedy.

    >>> [one.name for one in read_contestants(Board("8x8"), "search,blocks", ["random", "corner,random"])]
    ['search random', 'search corner,random', 'blocks']
    """
    by_method = [_read_method(word) for word in _words("methods", methods)]
    by_rule = [*map(_read_rule, [rules] if isinstance(rules, Rule | str) else rules)]
    systems = [find_system(word) for word in _words("like", like)]
    if not (by_method or by_rule or systems):
        by_method = list(default_methods(board))
    chosen = [*_combined(by_method, by_rule), *map(Contestant.of_system, systems)]
    return tuple({one.name: one for one in chosen}.values())


def _combined(methods: Sequence[str], rules: Sequence[Rule]) -> Iterator[Contestant]:
    """The methods, those that walk by a rule with each rule. If there are none of these, the rules alone."""
    if not any(METHODS[method].by_rule for method in methods):
        yield from map(Contestant.of_rule, rules)
    for method in methods:
        if rules and METHODS[method].by_rule:
            yield from (Contestant.of_rule(rule, method) for rule in rules)
        else:
            yield Contestant.of_method(method)


def _words(field: str, given: Sequence[_T] | str | None) -> list[_T | str]:
    """The items of a list, or of a text with commas. `BadRule` for an empty item of such a text."""
    if given is None:
        return []
    if not isinstance(given, str):
        return list(given)
    words = [trim(word) for word in require_length(field, given, BadRule, MOST_LISTED).split(",")]
    if not all(words):
        raise BadRule(
            f"{field} {short(given)!r} is not a list",
            accepted="separate its items with single commas",
            field=field,
        )
    return [*words]


def _read_method(given: str) -> str:
    try:
        return parse_method(given)
    except BadInput as error:
        raise error.about("methods") from None


def _read_rule(given: Rule | str) -> Rule:
    try:
        return Rule.read(given)
    except BadInput as error:
        raise error.about("rules") from None


# -- starts ---------------------------------------------------------------------------------------------


def read_starts(board: Board, starts: Sequence[Square | str] | str | None, seed: int) -> tuple[Square, ...]:
    """The starts of a comparison, row by row or as they were given, each once.

    `"all"` means all squares on which the colours allow a tour to start, and `"random:20"` 20 of these. None
    means all of up to 100, or 20 random ones of more. Squares are listed in one text, separated by spaces, or
    in a sequence.

    >>> len(read_starts(Board("5x5"), None, 0)), len(read_starts(Board("20x20"), None, 0))
    (13, 20)
    >>> read_starts(Board("8x8"), "1,1 b1", 0)
    ((0, 0), (7, 1))
    """
    if starts is None:
        number = MOST_BY_DEFAULT
        allowed = allowed_starts(board)
        return tuple(allowed if len(allowed) <= number else _sample(allowed, SAMPLED, seed))
    if not isinstance(starts, str):
        return _read_squares(board, starts)
    word = trim(require_length("starts", starts, BadRule, MOST_LISTED)).lower()
    if word == "all":
        return tuple(allowed_starts(board))
    if word.startswith("random"):
        return tuple(_sample(allowed_starts(board), _read_number(starts, word), seed))
    return _read_squares(board, starts.split())


def allowed_starts(board: Board) -> list[Square]:
    """The squares on which the colours allow an open tour to start, row by row; if there are none, all.

    >>> len(allowed_starts(Board("5x5"))), len(allowed_starts(Board("3x5")))
    (13, 8)
    """
    squares = list(board.squares())
    colours = allowed_colours(board)
    if not changes_colour(board) or not colours:
        return squares
    return [square for square in squares if colour(square) in colours]


def _read_number(starts: str, word: str) -> int:
    number = whole_in(word.removeprefix("random:"))
    if number is None or number < 1:
        raise BadRule(
            f"starts {short(starts)!r} is not understood",
            accepted="write all, random:20, or squares such as 1,1 3,7",
            field="starts",
        )
    return number


def _read_squares(board: Board, given: Sequence[Square | str]) -> tuple[Square, ...]:
    squares = dict.fromkeys(board.read_square(square, field="starts") for square in given)
    if not squares:
        raise BadRule(
            "there are no starts", accepted="write all, random:20, or squares such as 1,1 3,7", field="starts"
        )
    return tuple(squares)


def _sample(squares: list[Square], number: int, seed: int) -> list[Square]:
    """`number` of the squares, chosen at random, in the order in which they are given."""
    rng = Rng(seed, _STREAM)
    deck = list(range(len(squares)))
    for i in range(min(number, len(deck))):  # the beginning of a Fisher-Yates shuffle
        j = i + rng.below(len(deck) - i)
        deck[i], deck[j] = deck[j], deck[i]
    return [squares[i] for i in sorted(islice(deck, number))]


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

    >>> from turaga.walks import compare
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


MOST_SQUARES = 10**6
STEP_LIMIT = 1_000_000  # of one walk, by default; more on boards of more than 100,000 squares
TIME_LIMIT = 10.0  # seconds of one walk, by default
TOTAL_LIMIT = 300.0  # seconds of the whole comparison, by default
_SHORT, _REPEATED = 0.25, 2  # walks of less than this many seconds are repeated, and how often
_WARM_UP = 0.2  # seconds; compiling a kernel is not interrupted


@dataclass(frozen=True, kw_only=True, repr=False)
class Comparison:
    """The results of a comparison, with the contestants that found the most answers first. Of equals, the
    fastest comes first.

    >>> compare("5x5", methods="greedy")
    <Comparison on 5x5: greedy solved 13 of 13 starts>
    """

    board: Board
    closed: bool
    starts: tuple[Square, ...]  # those that every contestant has tried
    planned: int  # the number of starts requested; more if the total limit ended the comparison
    seed: int
    retries: int
    step_limit: int
    time_limit: float
    total_limit: float
    standings: tuple[Standing, ...]
    seconds: float = field(compare=False)
    version: str

    def __repr__(self) -> str:
        words = [f"{one.name} solved {one.solved}" for one in self.standings if one.refused is None]
        shown = f"{', '.join(words)} of {plural(len(self.starts), 'start')}" if words else "no results"
        return f"<Comparison on {self.board}: {shown}>"

    @property
    def summary(self) -> str:
        """Who solved the most and who was fastest, in one sentence.

        >>> compare("2x2", methods="greedy").summary
        'theory rules out a tour from any of the 4 starts: a knight has no move at all on 2x2'
        """
        return summary_of(self.standings, len(self.starts), self.ruled_out)

    @property
    def ruled_out(self) -> str | None:
        """Why theory rules out a tour from each of the starts; None if it does not.

        >>> compare("2x2", methods="greedy").ruled_out
        'a knight has no move at all on 2x2'
        """
        if not self.starts or any(one.solved for one in self.standings):
            return None
        answer = verdict(Tours.at(self.board, closed=self.closed))
        if answer.exists is False:
            return answer.reason
        for start in self.starts:
            answer = verdict(Tours.at(self.board, self.board.index(start), closed=self.closed))
            if answer.exists is not False:
                return None
        return answer.reason

    @property
    def has_walks(self) -> bool:
        """Whether anything was walked, so that there is something to compare.

        >>> compare("2x2", methods="greedy").has_walks, compare("2x2", like="klochko").has_walks
        (False, True)
        """
        return any(one.fewest_visited is not None for one in self.standings)

    def as_json(self) -> "ComparisonJson":
        """The facts as `--json` shows them; squares are 1-based."""
        return {
            "board": board_facts(self.board),
            "leaper": list(self.board.leaper),
            "closed": self.closed,
            "starts": [from_one(square) for square in self.starts],
            "planned": self.planned,
            "seed": self.seed,
            "retries": self.retries,
            "step_limit": self.step_limit,
            "time_limit": self.time_limit,
            "total_limit": self.total_limit,
            "contestants": [one.as_json() for one in self.standings],
            "summary": self.summary,
            "seconds": round(self.seconds, 6),
            "version": self.version,
        }


def compare(
    board: BoardLike,
    *,
    leaper: Leaper | None = None,
    methods: Sequence[str] | str | None = None,
    rules: Sequence[Rule | str] | Rule | str = (),
    like: Sequence[System | str] | str | None = None,
    starts: Sequence[Square | str] | str | None = None,
    closed: bool = False,
    seed: int = 0,
    retries: int = 0,
    step_limit: int | None = None,
    time_limit: float | None = None,
    total_limit: float | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """Compare methods, rules and published systems on a board, by tours found, steps and time.

    `methods` are some of `turaga.walks.METHODS`, `rules` are rules or their texts, and `like` names published
    systems. Methods and systems can also be one text with commas. Each method that walks by a rule is
    combined with each rule. Without any of the three, the quick methods are compared.

    `starts` is "all" (all squares that the colours allow), "random:20", or squares. The default is all of up
    to 100 starts, or 20 random ones. Method greedy walks once from each start, and up to `retries` more times
    with random orders. The limits of a walk are `step_limit` (a million) and `time_limit` (10 seconds). After
    `total_limit` seconds (300) the comparison ends with the starts that all contestants have tried.

    A method that cannot be used, such as vandermonde on odd sides, has a reason instead of results.

    >>> comparison = compare("8x8", rules=["outermost", "12345678"], like="serafeimidis")
    >>> sorted((one.name, one.solved) for one in comparison.standings)
    [('12345678', 63), ('outermost', 64), ('serafeimidis', 59)]
    """
    request = ComparisonRequest.read(
        board,
        leaper=leaper,
        methods=methods,
        rules=rules,
        like=like,
        starts=starts,
        closed=closed,
        seed=seed,
        retries=retries,
        step_limit=step_limit,
        time_limit=time_limit,
        total_limit=total_limit,
    )
    return request.run(progress=progress)


@dataclass(frozen=True, kw_only=True)
class ComparisonRequest:
    """A request for a comparison, read and checked.

    >>> request = ComparisonRequest.read("8x8", methods="greedy,search")
    >>> len(request.contestants), len(request.starts)
    (2, 64)
    """

    board: Board
    contestants: tuple[Contestant, ...]
    starts: tuple[Square, ...]
    closed: bool
    seed: int
    retries: int
    step_limit: int
    time_limit: float
    total_limit: float
    began: float = field(default_factory=time.perf_counter, compare=False)

    @classmethod
    def read(
        cls,
        board: BoardLike,
        *,
        leaper: Leaper | None = None,
        methods: Sequence[str] | str | None = None,
        rules: Sequence[Rule | str] | Rule | str = (),
        like: Sequence[System | str] | str | None = None,
        starts: Sequence[Square | str] | str | None = None,
        closed: bool = False,
        seed: int = 0,
        retries: int = 0,
        step_limit: int | None = None,
        time_limit: float | None = None,
        total_limit: float | None = None,
    ) -> "ComparisonRequest":
        """Read a request, or raise `BadInput` if an argument is not valid. The parameters are those of
        `compare`."""
        board = read_board(board, leaper)
        require_size(board, MOST_SQUARES, "a comparison", BadBoard)
        seed = seed_number("seed", seed)
        usual = max(STEP_LIMIT, 10 * board.size)
        return cls(
            board=board,
            contestants=read_contestants(board, methods, rules, like),
            starts=read_starts(board, starts, seed),
            closed=closed,
            seed=seed,
            retries=whole_number("retries", retries, 0),
            step_limit=usual
            if step_limit is None
            else whole_number("step limit", step_limit, 1, field="step_limit"),
            time_limit=TIME_LIMIT if time_limit is None else time_in_seconds(time_limit),
            total_limit=TOTAL_LIMIT
            if total_limit is None
            else time_in_seconds(total_limit, field="total_limit"),
        )

    def run(self, *, progress: Progress | None = None) -> Comparison:
        """Make all walks."""
        rounds = _Rounds(self, progress)
        for _ in rounds.run():
            pass
        return rounds.results()

    def rounds(self) -> "_Rounds":
        """The rounds, for a caller that shows how many starts are done."""
        return _Rounds(self, None)


class _Rounds:
    """A comparison that is going on. In each round, all contestants try the same start."""

    def __init__(self, request: ComparisonRequest, progress: Progress | None) -> None:
        self.request = request
        self.progress = progress
        self.trials: dict[str, list[Trial]] = {one.name: [] for one in request.contestants}
        self.refused: dict[str, str] = {}
        self.done = 0  # starts that all have tried

    def run(self) -> Iterator[int]:
        """Make the walks, and yield the number of starts that are done after each round."""
        self._report(0)
        self._warm_up()
        for start in self.request.starts:
            ready = [one for one in self.request.contestants if one.name not in self.refused]
            if not ready:
                return
            first = self.done % len(ready)
            for k, one in enumerate(ready[first:] + ready[:first]):
                trial = self._try(one, start, self.request.time_limit)
                if trial is not None:
                    self.trials[one.name].append(trial)
                self._report(self.done * len(ready) + k + 1, len(ready))
            self.done += 1
            yield self.done
            if time.perf_counter() - self.request.began > self.request.total_limit:
                return

    def results(self) -> Comparison:
        """The results so far."""
        request = self.request
        standings = [
            Standing(one, (), self.refused[one.name])
            if one.name in self.refused
            else Standing(one, tuple(self.trials[one.name]))
            for one in request.contestants
        ]
        return Comparison(
            board=request.board,
            closed=request.closed,
            starts=request.starts[: self.done],
            planned=len(request.starts),
            seed=request.seed,
            retries=request.retries,
            step_limit=request.step_limit,
            time_limit=request.time_limit,
            total_limit=request.total_limit,
            standings=tuple(sorted(standings, key=_rank)),
            seconds=time.perf_counter() - request.began,
            version=__version__,
        )

    def _warm_up(self) -> None:
        """Run every contestant for a moment, so that kernels and data are loaded. This also shows which
        contestants cannot take part."""
        # Method greedy uses the kernels as soon as anything has loaded them, so all of its walks are to.
        import turaga.compiled_greedy  # noqa: F401

        for one in self.request.contestants:
            self._try(one, self.request.starts[0], min(_WARM_UP, self.request.time_limit))

    def _try(self, one: Contestant, start: Square, time_limit: float) -> Trial | None:
        """The result of a contestant at a start; None if it cannot take part, which is then remembered."""
        asked = self.request
        try:
            request = Solve.of(
                asked.board,
                start=start,
                closed=asked.closed,
                method=one.method,
                rule=one.rule if METHODS[one.method].by_rule else None,
                like=one.system,
                seed=asked.seed,
                retries=asked.retries if one.method == "greedy" else None,
                step_limit=asked.step_limit,
                time_limit=time_limit,
            )
            outcome, seconds = _timed(request)
            for _ in range(_REPEATED):
                if seconds < _SHORT:
                    seconds = min(seconds, _timed(request)[1])
        except BadInput as error:
            self.refused[one.name] = str(error)
            return None
        walk = outcome.longest_walk
        return Trial(
            start=start,
            outcome=outcome.word,
            closed=outcome.word == "found" and walk is not None and walk.closed,
            visited=None if walk is None else len(walk),
            steps=outcome.steps,
            seconds=seconds,
        )

    def _report(self, done: int, contestants: int = 1) -> None:
        if self.progress:
            self.progress("comparing", done, contestants * len(self.request.starts))


def _timed(request: Solve) -> tuple[Outcome, float]:
    """The outcome of a request, and how many seconds it took."""
    from turaga.solve import solve_request

    began = time.perf_counter()
    outcome = solve_request(request)
    return outcome, time.perf_counter() - began


def _rank(standing: Standing) -> tuple[bool, int, float]:
    """Contestants with a smaller rank come first."""
    seconds = 0.0 if standing.seconds is None else standing.seconds.mean
    return standing.refused is not None, -standing.answered, seconds
