"""Warnsdorff's rule as data: what a greedy walk prefers, how it breaks ties, and the named systems.

`greedy.py` walks by the rule and breaks ties, and `greedy_kernel.py` does both in machine code.

H. C. von Warnsdorff's rule (1823): always go to the unvisited square with the fewest onward moves. Programs
differ in how they choose between equally good squares, in whether the start counts as visited, and in how
they treat dead ends. That is why their published figures differ. Here each of these choices is a field.

The tie-breaks are tried one after another, until one distinguishes the squares:

- ``order:12345678``  the square whose direction comes first in the order; decides every tie.
- ``random``          a random square, by the seed; decides every tie.
- ``outermost``       the square farthest from the board's centre (Roth).
- ``corner``          the square with the least Manhattan distance to a corner (Serafeimidis).
- ``lookahead:K``     enter each square, and sort the degrees of its unvisited neighbours: the smaller list
                      wins. If lists are equal, sort the degrees at the end of every walk that is one move
                      longer, up to K moves (default 1). Under `most` the lists are sorted from the
                      largest degree, and the larger list wins.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from types import MappingProxyType
from typing import TYPE_CHECKING

from turaga.errors import BadRule
from turaga.limits import MOST_LISTED, name_in, require_length
from turaga.order import FIRST_ORDER, parse_order
from turaga.text import quoted, short, trim, whole_in

if TYPE_CHECKING:
    from turaga.json_shapes import RuleJson

DEEPEST_LOOKAHEAD = 8
_KNOWN = (
    "the tie-breaks are order:12345678, random, outermost, corner, lookahead and lookahead:K; "
    "separate several with commas"
)


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


@dataclass(frozen=True)
class Rule:
    """How a greedy walk chooses its next square. Rules are immutable.

    - `ties`: the tie-breaks, separated by commas. They are completed with the order that decides ties that
      are left.
    - `most`: prefer the square with the most onward moves instead of the fewest.
    - `open_start`: entering the start does not lower the degrees of its neighbours.
    - `dead_ends_last`: enter a square of degree 0 only if there is no other.

    >>> Rule().ties
    'outermost,order:12345678'
    >>> Rule(ties="lookahead,order:87654321").stages
    (Tie(kind='lookahead', depth=1),)
    >>> print(Rule())
    fewest onward moves, ties: outermost, then order 12345678
    """

    ties: str = "outermost"
    most: bool = False
    open_start: bool = False
    dead_ends_last: bool = False
    # The parsed ties: the tie-breaks before the order, and the order that decides the ties that they leave.
    stages: tuple[Tie, ...] = field(init=False, repr=False, compare=False)
    order: str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        stages, order = _parse_ties(self.ties)
        decided = bool(stages) and stages[-1].kind == "random"
        words = [*map(str, stages), *([] if decided else [f"order:{order}"])]
        object.__setattr__(self, "ties", ",".join(words))
        object.__setattr__(self, "stages", stages)
        object.__setattr__(self, "order", order)

    @classmethod
    def read(cls, rule: "Rule | str | None") -> "Rule":
        """The rule from a rule, from the text of its ties, or from None, which means the default.

        >>> Rule.read("random") == Rule(ties="random"), Rule.read(None) == Rule()
        (True, True)
        """
        if isinstance(rule, Rule):
            return rule
        return cls() if rule is None else cls(ties=rule)

    @property
    def is_random(self) -> bool:
        """Whether a walk by this rule depends on the seed.

        >>> Rule(ties="outermost,random").is_random, Rule().is_random
        (True, False)
        """
        return any(tie.kind == "random" for tie in self.stages)

    def with_order(self, order: str) -> "Rule":
        """The same rule with another order for the ties that the other tie-breaks leave.

        If the last tie-break is random, it leaves no ties, and the rule does not change.

        >>> Rule().with_order("87654321").ties
        'outermost,order:87654321'
        """
        return replace(self, ties=",".join([*map(str, self.stages), f"order:{parse_order(order)}"]))

    def by_order(self, order: str) -> "Rule":
        """The same rule with an order as its only tie-break.

        >>> Rule(open_start=True).by_order("87654321")
        Rule(ties='order:87654321', most=False, open_start=True, dead_ends_last=False)
        """
        return replace(self, ties=f"order:{order}")

    def as_json(self) -> "RuleJson":
        """The rule as `--json` shows it."""
        return {
            "prefer": "most" if self.most else "fewest",
            "ties": self.ties,
            "open_start": self.open_start,
            "dead_ends_last": self.dead_ends_last,
        }

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
        *before, last = self.ties.replace("order:", "order ").split(",")
        return f"{', '.join(before)}, then {last}" if before else last

    def __str__(self) -> str:
        return self.describe(f"ties: {self.tie_words}")


def _parse_ties(text: str) -> tuple[tuple[Tie, ...], str]:
    """The tie-breaks and the order in a text. Tie-breaks after `random` or an order are never used."""
    if not isinstance(text, str):
        raise BadRule(f"ties must be a text, got {quoted(text)}", accepted=_KNOWN, field="ties")
    stages: list[Tie] = []
    order = FIRST_ORDER
    decided = False
    for raw in require_length("ties", text, BadRule, MOST_LISTED).split(","):
        written = trim(raw)
        word, colon, value = written.lower().partition(":")
        tie: Tie | None = None
        if word == "order" and colon:
            found = parse_order(value)
            if not decided:
                order, decided = found, True
        elif word == "lookahead":
            tie = Tie("lookahead", _parse_depth(written, value if colon else "1"))
        elif word in ("random", "outermost", "corner") and not colon:
            tie = Tie(word)
        else:
            problem = f"tie-break {short(written)!r} is not known"
            raise BadRule(problem, accepted=_KNOWN, field="ties")
        if tie and not decided and tie not in stages:
            stages.append(tie)
            decided = word == "random"
    return tuple(stages), order


def require_used_ties(ties: str) -> None:
    """Raise `BadRule` if a person wrote a tie-break after random or an order, which leave no ties. A `Rule`
    accepts it without using it.

    >>> require_used_ties("corner,random")
    >>> require_used_ties("random,corner")
    Traceback (most recent call last):
        ...
    turaga.errors.BadRule: tie-break 'corner' is never used after random: put it first, or leave it out
    """
    words = [trim(word) for word in ties.split(",")]
    for word, after in pairwise(words):
        if word.lower() == "random" or word.lower().startswith("order:"):
            raise BadRule(
                f"tie-break {short(after)!r} is never used after {short(word)}",
                accepted="put it first, or leave it out",
                field="ties",
            )


def _parse_depth(text: str, value: str) -> int:
    depth = whole_in(value)
    if depth is None or not 1 <= depth <= DEEPEST_LOOKAHEAD:
        raise BadRule(
            f"tie-break {short(text)!r} is not known",
            accepted=f"the depth of lookahead is 1 to {DEEPEST_LOOKAHEAD}, as in lookahead:2",
            field="ties",
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


_SYSTEMS = {
    s.name: s
    for s in (
        System(
            "serafeimidis",
            "Serafeimidis's thesis (C++ and Matlab): experiments with Warnsdorff's rule",
            "greedy",
            Rule(ties="order:12345678", open_start=True),
            "ties broken by a fixed order; entering the start does not lower the degrees of its neighbours "
            "(open start), and the published figures depend on that",
        ),
        System(
            "klochko",
            "Klochko's coursework (C): Warnsdorff's rule from every square",
            "greedy",
            Rule(ties="order:25163487", dead_ends_last=True),
            "ties broken by the order 25163487; a square of degree 0 is entered only if there is no other "
            "(the last one in the order), and the walk ends there",
        ),
        System(
            "stahovec",
            "Stahovec's coursework (Python): search with a step limit",
            "search",
            Rule(ties="order:18765432"),
            "depth-first search with backtracking, ties broken by the order 18765432; the program gave up "
            "after 1 to 4 million steps",
        ),
        System(
            "bencic",
            "Bencic's seminar (C++): a game and an animation",
            "greedy",
            Rule(ties="order:81234567"),
            "ties broken by the order 81234567",
        ),
        System(
            "agh",
            "Agh's assignment (C#): a search that reports its outcome",
            "search",
            Rule(ties="order:21876543"),
            "depth-first search with backtracking, ties broken by the order 21876543; the program gave up "
            "after a time limit",
        ),
    )
}

SYSTEMS: Mapping[str, System] = MappingProxyType(_SYSTEMS)


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


def make_rule(
    *,
    like: str | None = None,
    ties: str | None = None,
    most: bool | None = None,
    open_start: bool | None = None,
    dead_ends_last: bool | None = None,
) -> Rule:
    """The rule of the named system, or the default rule, with the given fields replaced.

    >>> make_rule(like="serafeimidis", ties="order:53461278")
    Rule(ties='order:53461278', most=False, open_start=True, dead_ends_last=False)
    """
    base = find_system(like).rule if like is not None else Rule()
    return Rule(
        ties=base.ties if ties is None else ties,
        most=base.most if most is None else most,
        open_start=base.open_start if open_start is None else open_start,
        dead_ends_last=base.dead_ends_last if dead_ends_last is None else dead_ends_last,
    )
