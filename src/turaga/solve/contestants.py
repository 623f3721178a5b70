"""What a comparison compares, and from which starts: methods, rules and published systems, read from text.

A *contestant* is a method with a rule. `turaga.solve.comparison` runs them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from turaga.board import KNIGHT, Board, Square
from turaga.errors import BadInput, BadRule
from turaga.limits import MOST_LISTED, require_length
from turaga.order import FIRST_ORDER
from turaga.rng import Rng
from turaga.rule import Rule, System, find_system, require_used_ties
from turaga.solve.methods import METHODS, parse_method
from turaga.text import short, trim, whole_in
from turaga.theory import allowed_colours, changes_colour, colour

if TYPE_CHECKING:
    from turaga.comparison_shapes import ContestantJson

_T = TypeVar("_T")

MOST_BY_DEFAULT = 100  # starts up to which all of them are compared
SAMPLED = 20  # starts on larger boards, if the caller does not say how many
_NARROW = 4  # the longer of the shorter sides for which method narrow is quick
_STREAM = 3  # of random numbers, for random starts


@dataclass(frozen=True, slots=True)
class Contestant:
    """A method with a rule, or a published system, under the name that tables and plots show.

    >>> Contestant.of_rule(Rule(ties="corner,order:87654321")).name
    'corner+order:87654321'
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
            "rule": self.rule.as_json() if METHODS[self.method].by_rule else None,
            "like": None if self.system is None else self.system.name,
        }


def rule_name(rule: Rule) -> str:
    """A rule as a short name: its tie-breaks joined with +, without the order that is the default.

    >>> rule_name(Rule()), rule_name(Rule(ties="order:12345678", most=True))
    ('outermost', 'order:12345678 (most)')
    """
    ties = rule.ties.removesuffix(f",order:{FIRST_ORDER}").replace(",", "+")
    quirks = {"most": rule.most, "open start": rule.open_start, "dead ends last": rule.dead_ends_last}
    shown = ", ".join(name for name, is_set in quirks.items() if is_set)
    return f"{ties} ({shown})" if shown else ties


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
    rules: Sequence[Rule | str] | str | None = None,
    like: Sequence[System | str] | str | None = None,
) -> tuple[Contestant, ...]:
    """The contestants that a caller chose, each once.

    Lists can be given as one text with commas. In such a text the tie-breaks of one rule are joined with +.
    If there are methods and rules, each method that walks by a rule is combined with each rule. Rules without
    such a method use greedy.

    >>> [one.name for one in read_contestants(Board("8x8"), "search,blocks", "random,corner+random")]
    ['search random', 'search corner+random', 'blocks']
    """
    by_method = [_read_method(word) for word in _words("methods", methods)]
    by_rule = [_read_rule(word) for word in _words("rules", rules)]
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
            value=given,
        )
    return [word.replace("+", ",") if field == "rules" else word for word in words]


def _read_method(given: str) -> str:
    try:
        return parse_method(given)
    except BadInput as error:
        raise error.about("methods") from None


def _read_rule(given: Rule | str) -> Rule:
    """A rule, the text of its ties, or an order alone."""
    try:
        if isinstance(given, str) and whole_in(given) is not None:
            return Rule(ties=f"order:{trim(given)}")
        rule = Rule.read(given)
        if isinstance(given, str):
            require_used_ties(given)
        return rule
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
            value=starts,
        )
    return number


def _read_squares(board: Board, given: Sequence[Square | str]) -> tuple[Square, ...]:
    squares = dict.fromkeys(board.read_square(square, field="starts") for square in given)
    if not squares:
        raise BadRule(
            "there are no starts",
            accepted="write all, random:20, or squares such as 1,1 3,7",
            field="starts",
            value="",
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
