"""Warnsdorff's rule as data: what a greedy walk prefers, how it breaks ties, and the named systems.

`greedy.py` walks by the rule and breaks ties, and `greedy_kernel.py` does both in machine code.

H. C. von Warnsdorff's rule (1823): always go to the unvisited square with the fewest onward moves. Programs
differ in how they choose between equally good squares, in whether the start counts as visited, and in how
they treat dead ends. That is why their published figures differ. Here each of these choices is a field.

The tie-breaks are tried one after another, until one distinguishes the squares:

- ``12345678``     an order: the square whose direction comes first in it; decides every tie.
- ``random``       a random square, by the seed; decides every tie.
- ``outermost``    the square farthest from the board's centre (Roth).
- ``corner``       the square with the least Manhattan distance to a corner (Serafeimidis).
- ``lookahead:K``  enter each square, and sort the degrees of its unvisited neighbours: the smaller list
                   wins. If lists are equal, sort the degrees at the end of every walk that is one move
                   longer, up to K moves (default 1). Under `most` the lists are sorted from the
                   largest degree, and the larger list wins.

A rule is written as its tie-breaks, with commas between them, and the tokens ``most`` (prefer the most onward
moves), ``open-start`` and ``dead-ends-last``; or as the name of a published program, alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from turaga.errors import BadRule
from turaga.limits import MOST_LISTED, MOST_WRITTEN, name_in, require_length
from turaga.order import FIRST_ORDER, parse_order
from turaga.text import quoted, short, trim, whole_in

DEEPEST_LOOKAHEAD = 8
_TIES = ("random", "outermost", "corner")
_FLAGS = ("most", "open-start", "dead-ends-last")
_KNOWN = (
    "the tie-breaks are outermost, corner, random, lookahead, lookahead:K and orders such as 12345678; the "
    "others are most, open-start and dead-ends-last; or name a program alone, such as klochko"
)


_SYSTEMS: dict[str, "System"] = {}  # filled below
SYSTEMS: Mapping[str, "System"] = MappingProxyType(_SYSTEMS)


@dataclass(frozen=True, slots=True)
class Tie:
    """A tie-break. `kind` is random, outermost, corner or lookahead; `depth` is the depth of lookahead.

    >>> Tie("lookahead", 2)
    Tie(kind='lookahead', depth=2)
    """

    kind: str
    depth: int = 0

    def __str__(self) -> str:
        return f"{self.kind}:{self.depth}" if self.kind == "lookahead" else self.kind


@dataclass(frozen=True, init=False, repr=False)
class Rule:
    """How a greedy walk chooses its next square: an immutable value, made from a text.

    - `ties`: the tie-breaks, separated by commas. They are completed with the order that decides ties that
      are left.
    - `most`: prefer the square with the most onward moves instead of the fewest.
    - `open_start`: entering the start does not lower the degrees of its neighbours.
    - `dead_ends_last`: enter a square of degree 0 only if there is no other.

    >>> Rule().ties
    'outermost,12345678'
    >>> Rule("lookahead,87654321").stages
    (Tie(kind='lookahead', depth=1),)
    >>> Rule("24753186,open-start") == Rule("24753186", open_start=True), Rule("klochko")
    (True, Rule('25163487,dead-ends-last'))
    >>> print(Rule())
    fewest onward moves, ties: outermost, then order 12345678
    """

    ties: str
    most: bool
    open_start: bool
    dead_ends_last: bool
    # The parsed ties: the tie-breaks before the order, and the order that decides the ties that they leave.
    stages: tuple[Tie, ...] = field(compare=False)
    order: str = field(compare=False)

    def __init__(
        self,
        text: str = "outermost",
        *,
        most: bool = False,
        open_start: bool = False,
        dead_ends_last: bool = False,
    ) -> None:
        text = _program_rule(text)
        words = [trim(word) for word in require_length("rule", text, BadRule, MOST_LISTED).split(",")]
        flags = [word.lower() for word in words if word.lower() in _FLAGS]
        if repeated := next((flag for flag in flags if flags.count(flag) > 1), None):
            raise BadRule(f"rule {short(text)!r} has {repeated} twice", accepted="name it once", field="rule")
        ties = [word for word in words if word.lower() not in _FLAGS]
        stages, order = _parse_ties(ties or ["outermost"])
        decided = bool(stages) and stages[-1].kind == "random"
        put = object.__setattr__
        put(self, "ties", ",".join([*map(str, stages), *([] if decided else [order])]))
        put(self, "most", most or "most" in flags)
        put(self, "open_start", open_start or "open-start" in flags)
        put(self, "dead_ends_last", dead_ends_last or "dead-ends-last" in flags)
        put(self, "stages", stages)
        put(self, "order", order)

    @classmethod
    def read(cls, rule: "Rule | str | None") -> "Rule":
        """The rule from a rule, from a text, or from None, which means the default.

        >>> Rule.read("random") == Rule("random"), Rule.read(None) == Rule()
        (True, True)
        """
        if isinstance(rule, Rule):
            return rule
        return cls() if rule is None else cls(rule)

    @property
    def text(self) -> str:
        """The rule as a text from which `Rule` makes it again.

        >>> Rule("corner", most=True).text
        'most,corner,12345678'
        """
        after = ["open-start"] * self.open_start + ["dead-ends-last"] * self.dead_ends_last
        return ",".join([*(["most"] * self.most), self.ties, *after])

    def __repr__(self) -> str:
        return f"Rule({self.text!r})"

    @property
    def is_random(self) -> bool:
        """Whether a walk by this rule depends on the seed.

        >>> Rule("outermost,random").is_random, Rule().is_random
        (True, False)
        """
        return any(tie.kind == "random" for tie in self.stages)

    def with_order(self, order: str) -> "Rule":
        """The same rule with another order for the ties that the other tie-breaks leave.

        If the last tie-break is random, it leaves no ties, and the rule does not change.

        >>> Rule().with_order("87654321").ties
        'outermost,87654321'
        """
        if self.stages and self.stages[-1].kind == "random":
            return self
        return self._with_ties(",".join([*map(str, self.stages), parse_order(order)]))

    def by_order(self, order: str) -> "Rule":
        """The same rule with an order as its only tie-break.

        >>> Rule(open_start=True).by_order("87654321")
        Rule('87654321,open-start')
        """
        return self._with_ties(parse_order(order))

    def _with_ties(self, ties: str) -> "Rule":
        return Rule(ties, most=self.most, open_start=self.open_start, dead_ends_last=self.dead_ends_last)

    def describe(self, ties: str) -> str:
        """The rule in words, with this text for its ties.

        >>> Rule(open_start=True).describe("ties in any order")
        'fewest onward moves, ties in any order (open start)'
        """
        quirks = [" (open start)"] if self.open_start else []
        quirks += [" (dead ends last)"] if self.dead_ends_last else []
        return f"{'most' if self.most else 'fewest'} onward moves, {ties}{''.join(quirks)}"

    @property
    def tie_words(self) -> str:
        """The tie-breaks in words.

        >>> Rule().tie_words
        'outermost, then order 12345678'
        """
        *before, last = self.ties.split(",")
        last = f"order {last}" if last == self.order else last
        return f"{', '.join(before)}, then {last}" if before else last

    def __str__(self) -> str:
        return self.describe(f"ties: {self.tie_words}")


def _parse_ties(words: list[str]) -> tuple[tuple[Tie, ...], str]:
    """The tie-breaks and the order. A tie-break after `random` or an order would never be used."""
    stages: list[Tie] = []
    order, decided = FIRST_ORDER, ""
    for written in words:
        word, colon, value = written.lower().partition(":")
        if decided and (word in (*_TIES, "lookahead") or word.isdigit()):
            raise BadRule(
                f"tie-break {short(written)!r} is never used after {decided}",
                accepted="put it first, or leave it out",
                field="rule",
            )
        if word.isdigit() and not colon:
            order = decided = parse_order(word)
        elif word == "lookahead":
            stages.append(Tie("lookahead", _parse_depth(written, value if colon else "1")))
        elif word in _TIES and not colon:
            stages.append(Tie(word))
            decided = "random" if word == "random" else ""
        else:
            raise BadRule(f"tie-break {short(written)!r} is not known", accepted=_KNOWN, field="rule")
    return tuple(dict.fromkeys(stages)), order


def _program_rule(text: str) -> str:
    """The text of the rule, if the text is the name of a published program; otherwise the text."""
    if not isinstance(text, str):
        raise BadRule(f"rule {quoted(text)} is not a text", accepted=_KNOWN, field="rule")
    system = SYSTEMS.get(trim(text).lower()) if len(text) < MOST_WRITTEN else None
    return text if system is None else system.rule.text


def _parse_depth(text: str, value: str) -> int:
    depth = whole_in(value)
    if depth is None or not 1 <= depth <= DEEPEST_LOOKAHEAD:
        raise BadRule(
            f"tie-break {short(text)!r} is not known",
            accepted=f"the depth of lookahead is 1 to {DEEPEST_LOOKAHEAD}, as in lookahead:2",
            field="rule",
        )
    return depth


# -- the named systems --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class System:
    """A published program that Turaga reproduces: its method, its rule, and how it differs from the default.

    >>> SYSTEMS["agh"].method, SYSTEMS["agh"].rule.order
    ('search', '21876543')
    """

    name: str
    what: str
    method: str
    rule: Rule
    changes: str
    squares: str | None = None  # the notation of its squares, see `turaga.squares`


_SYSTEMS |= {
    s.name: s
    for s in (
        System(
            "serafeimidis",
            "Serafeimidis's thesis (C++ and Matlab): experiments with Warnsdorff's rule",
            "greedy",
            Rule("12345678", open_start=True),
            "ties broken by a fixed order; entering the start does not lower the degrees of its neighbours "
            "(open start), and the published figures depend on that",
            squares="row,col",
        ),
        System(
            "klochko",
            "Klochko's coursework (C): Warnsdorff's rule from every square",
            "greedy",
            Rule("25163487", dead_ends_last=True),
            "ties broken by the order 25163487; a square of degree 0 is entered only if there is no other "
            "(the last one in the order), and the walk ends there",
        ),
        System(
            "stahovec",
            "Stahovec's coursework (Python): search with a step limit",
            "search",
            Rule("18765432"),
            "depth-first search with backtracking, ties broken by the order 18765432; the program gave up "
            "after 1 to 4 million steps",
        ),
        System(
            "bencic",
            "Bencic's seminar (C++): a game and an animation",
            "greedy",
            Rule("81234567"),
            "ties broken by the order 81234567",
            squares="bencic",
        ),
        System(
            "agh",
            "Agh's assignment (C#): a search that reports its outcome",
            "search",
            Rule("21876543"),
            "depth-first search with backtracking, ties broken by the order 21876543; the program gave up "
            "after a time limit",
        ),
    )
}


def find_system(name: System | str) -> System:
    """The system with this name. A system is returned as it is.

    >>> find_system("Bencic").rule.order
    '81234567'
    """
    if isinstance(name, System):
        return name
    try:
        return SYSTEMS[name_in("system", name, BadRule, field="like")]
    except KeyError:
        raise BadRule(
            f"system {short(name)!r} is not known",
            accepted=f"the systems are {', '.join(SYSTEMS)}",
            field="like",
        ) from None


USUAL = Rule()  # if nothing is chosen
