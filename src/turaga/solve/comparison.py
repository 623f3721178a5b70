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
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, ClassVar, Literal, TypeVar

from turaga._version import __version__
from turaga.board import KNIGHT, Board, BoardLike, Leaper, Square, SquaresLike
from turaga.errors import BadBoard, BadInput, BadRule
from turaga.json_values import INLINE, Result
from turaga.kinds import RULE, SECONDS, SEED, SQUARE, square_from_json, whole
from turaga.limits import MOST_LISTED, MOST_WRITTEN, Progress, require_length
from turaga.operations import Before, Kind, arg, noun, read
from turaga.order import FIRST_ORDER
from turaga.rng import Rng
from turaga.rule import SYSTEMS, Rule, System, find_system
from turaga.solve.methods import METHODS, parse_method
from turaga.solve.outcome import Outcome
from turaga.solve.request import RULE_HELP, Solve, require_size
from turaga.text import duration, in_json, listed, plural, short, trim, whole_in
from turaga.theory import allowed_colours, changes_colour, colour, verdict
from turaga.tours import CONDITIONS, Tours

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
    rule: Rule | None  # None: the tours of the method do not depend on a rule
    system: System | None = None

    @classmethod
    def of_method(cls, method: str) -> "Contestant":
        """A method with the default rule."""
        return cls(method, method, Rule() if METHODS[method].by_rule else None)

    @classmethod
    def of_rule(cls, rule: Rule, method: str | None = None) -> "Contestant":
        """A rule with method greedy, or with the method that the name then also shows."""
        name = rule_name(rule)
        return cls(name if method is None else f"{method} {name}", method or "greedy", rule)

    @classmethod
    def of_system(cls, system: System) -> "Contestant":
        """A published system, with its own method and rule."""
        by_rule = METHODS[system.method].by_rule
        return cls(system.name, system.method, system.rule if by_rule else None, system)


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


def combined(
    board: Board,
    methods: Sequence[str] = (),
    rules: Sequence[Rule] = (),
    systems: Sequence[System] = (),
) -> tuple[Contestant, ...]:
    """The contestants, each once; the default methods if nothing is chosen. If there are methods and rules,
    each method that walks by a rule is combined with each rule. Rules without such a method use greedy.

    >>> rules = Rule("random"), Rule("corner,random")
    >>> [one.name for one in combined(Board("8x8"), ["search", "blocks"], rules)]
    ['search random', 'search corner,random', 'blocks']
    """
    methods = methods if methods or rules or systems else default_methods(board)
    chosen = [*_combined(methods, rules), *map(Contestant.of_system, systems)]
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


@dataclass(frozen=True)
class Standing(Result):
    """The results of one contestant: a trial for each start, or the reason why it cannot take part.

    >>> from turaga.walks import compare
    >>> comparison = compare("5x5", methods="greedy,vandermonde")
    >>> [(one.contestant.name, one.solved, one.refused is None) for one in comparison.standings]
    [('greedy', 13, True), ('vandermonde', 0, False)]
    """

    JSON_ALSO: ClassVar = (
        "solved", "impossible", "gave_up", "closed", "fewest_visited", "steps", "seconds",
    )  # fmt: skip

    contestant: Contestant = field(metadata=INLINE)
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
MOST_COMPARED = 100  # methods, rules and programs in a request, each
MOST_BY_SQUARE = 10_000  # starts in a request
_SHORT, _REPEATED = 0.25, 2  # walks of less than this many seconds are repeated, and how often
_WARM_UP = 0.2  # seconds; compiling a kernel is not interrupted


@dataclass(frozen=True, kw_only=True, repr=False)
class Comparison(Result):
    """The results of a comparison, with the contestants that found the most answers first. Of equals, the
    fastest comes first.

    >>> compare("5x5", methods="greedy")
    <Comparison on 5x5: greedy solved 13 of 13 starts>
    """

    JSON_ALSO: ClassVar = ("leaper", "summary")

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
    def leaper(self) -> list[int]:
        """The leaper that moves."""
        return [*self.board.leaper]

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


def compare(
    board: BoardLike,
    *,
    leaper: Leaper | None = None,
    avoid: SquaresLike | None = None,
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
    return read(Compare, locals()).run(progress)


def _each(field: str, parse: Callable[[Any], Any], examples: Iterable[str]) -> Kind:
    """A list of values, or a text with commas between them. A rule can have commas itself."""

    def read_all(value: Any, before: Before) -> Any:
        alone = field == "rules" and isinstance(value, str)
        return tuple(map(parse, [value] if alone else _words(field, value)))

    def from_json(value: Any, before: Before) -> Any:
        if not isinstance(value, list) or len(value) > MOST_COMPARED:
            raise BadRule(f"must be a list of at most {MOST_COMPARED} items, got {in_json(value)}")
        return value

    item = {"type": "string", "maxLength": MOST_WRITTEN, "examples": [*examples]}
    return Kind(read_all, {"type": "array", "items": item, "maxItems": MOST_COMPARED}, "A,B,C", from_json)


def _starts_from_json(value: Any, before: Before) -> Any:
    if isinstance(value, list) and len(value) <= MOST_BY_SQUARE:
        return [square_from_json(square, before["board"]) for square in value]
    if not isinstance(value, str):
        what = f'"all", "random:20" or a list of at most {MOST_BY_SQUARE} squares'
        raise BadRule(f"must be {what}, got {in_json(value)}")
    return value


_STARTS = Kind(
    lambda value, before: read_starts(before["board"], value, before["seed"]),
    {
        "anyOf": [
            {"type": "string", "examples": ["all", "random:20"]},
            {"type": "array", "items": SQUARE.schema, "minItems": 1, "maxItems": MOST_BY_SQUARE},
        ]
    },
    "STARTS",
    _starts_from_json,
)


@dataclass(frozen=True, kw_only=True)
class Compare:
    """Compare methods, rules and published systems by tours found, steps and time.

    >>> request = Compare.of("8x8", methods="greedy,search")
    >>> len(request.contestants), len(request.starts)
    (2, 64)
    """

    tours: Tours = noun(CONDITIONS["compare"])
    methods: tuple[str, ...] = arg(
        _each("methods", _read_method, METHODS),
        "Methods to compare, see below. [default: greedy, search, euler, vandermonde, blocks and auto, and "
        "narrow on narrow boards, unless rules or published programs are named]",
        default=(),
    )
    rules: tuple[Rule, ...] = arg(
        _each("rules", Rule.read, RULE.schema["examples"])._replace(metavar="RULE"),
        f"A rule to compare. {RULE_HELP} May be repeated. Methods greedy, search and euler are combined with "
        "each; without methods it is greedy.",
        default=(),
        names=("rule",),
        listed=True,
    )
    like: tuple[System, ...] = arg(
        _each("like", find_system, SYSTEMS), f"Published programs to compare: {listed(SYSTEMS)}.", default=()
    )
    seed: int = arg(SEED, "Seed for random starts, ties and orders. [default: 0]", default=0, group="Search")
    starts: tuple[Square, ...] = arg(
        _STARTS,
        'all, random:N, or squares such as "1,1 3,7". all means the squares that the colours allow. [default:'
        f" all, but random:{SAMPLED} if there are more than {MOST_BY_DEFAULT}]",
    )
    retries: int = arg(
        whole(0),
        "Let method greedy try up to N random orders when a walk fails. [default: 0]",
        default=0,
        group="Search",
    )
    step_limit: int = arg(
        whole(1),
        "Give up a walk after N steps. [default: 1000000, more on very large boards]",
        group="Limits",
    )
    time_limit: float = arg(
        SECONDS, "Give up a walk after S seconds. [default: 10]", default=10.0, group="Limits"
    )
    total_limit: float = arg(
        SECONDS,
        "Stop after S seconds for a board, with the starts that all have tried. [default: 300]",
        default=300.0,
        group="Limits",
    )

    @classmethod
    def of(cls, board: BoardLike, **given: Any) -> "Compare":
        """The request with these arguments, which are those of `compare`."""
        return read(cls, {"board": board, **given})

    def __post_init__(self) -> None:
        require_size(self.board, MOST_SQUARES, "a comparison", BadBoard)
        if self.starts is None:
            object.__setattr__(self, "starts", read_starts(self.board, None, self.seed))
        if self.step_limit is None:
            object.__setattr__(self, "step_limit", max(STEP_LIMIT, 10 * self.board.size))

    @property
    def board(self) -> Board:
        """The board."""
        return self.tours.board

    @property
    def contestants(self) -> tuple[Contestant, ...]:
        """What is compared, each once."""
        return combined(self.board, self.methods, self.rules, self.like)

    def run(
        self, progress: Progress | None = None, on_round: Callable[[int], None] | None = None
    ) -> Comparison:
        """Make all walks. `on_round` gets the number of starts that are done."""
        rounds = _Rounds(self, progress)
        for done in rounds.run():
            if on_round:
                on_round(done)
        return rounds.results()


class _Rounds:
    """A comparison that is going on. In each round, all contestants try the same start."""

    def __init__(self, request: Compare, progress: Progress | None) -> None:
        self.request, self.contestants = request, request.contestants
        self.began = time.perf_counter()
        self.progress = progress
        self.trials: dict[str, list[Trial]] = {one.name: [] for one in self.contestants}
        self.refused: dict[str, str] = {}
        self.done = 0  # starts that all have tried

    def run(self) -> Iterator[int]:
        """Make the walks, and yield the number of starts that are done after each round."""
        self._report(0)
        self._warm_up()
        for start in self.request.starts:
            ready = [one for one in self.contestants if one.name not in self.refused]
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
            if time.perf_counter() - self.began > self.request.total_limit:
                return

    def results(self) -> Comparison:
        """The results so far."""
        request = self.request
        standings = [
            Standing(one, (), self.refused[one.name])
            if one.name in self.refused
            else Standing(one, tuple(self.trials[one.name]))
            for one in self.contestants
        ]
        return Comparison(
            board=request.board,
            closed=request.tours.closed,
            starts=request.starts[: self.done],
            planned=len(request.starts),
            seed=request.seed,
            retries=request.retries,
            step_limit=request.step_limit,
            time_limit=request.time_limit,
            total_limit=request.total_limit,
            standings=tuple(sorted(standings, key=_rank)),
            seconds=time.perf_counter() - self.began,
            version=__version__,
        )

    def _warm_up(self) -> None:
        """Run every contestant for a moment, so that kernels and data are loaded. This also shows which
        contestants cannot take part."""
        # Method greedy uses the kernels as soon as anything has loaded them, so all of its walks are to.
        import turaga.compiled_greedy  # noqa: F401

        for one in self.contestants:
            self._try(one, self.request.starts[0], min(_WARM_UP, self.request.time_limit))

    def _try(self, one: Contestant, start: Square, time_limit: float) -> Trial | None:
        """The result of a contestant at a start; None if it cannot take part, which is then remembered."""
        asked = self.request
        try:
            request = Solve.of(
                asked.board,
                start=start,
                closed=asked.tours.closed,
                method=one.method,
                rule=one.rule,
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
