"""Options that several commands share, so that each has one name, one help text and one parser.

The decorators put together what belongs together: a command gets one `board` and one `choice` instead of a
dozen options.
"""

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypedDict

import click

from turaga.board import KNIGHT, parse_leaper
from turaga.cli._files import read_board
from turaga.rule import SYSTEMS, Rule, make_rule

_Command = Callable[..., int]


def board_argument(function: _Command) -> _Command:
    """BOARD and --leaper; the command gets them as one `board`."""

    @click.argument("board", metavar="BOARD")
    @click.option("--leaper", metavar="A,B", help="Another leaper than the knight 1,2: such as 1,3 or 0,1.")
    @functools.wraps(function)
    def with_board(*, board: str, leaper: str | None, **rest: object) -> int:
        piece = KNIGHT if leaper is None else parse_leaper(leaper)
        return function(board=read_board(board, piece), **rest)

    return with_board


class RuleKeywords(TypedDict):
    """The rule a person chose, as keywords of `turaga.solve.Request.read`."""

    rule: Rule
    like: str | None
    seed: int
    retries: int | None
    orders: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RuleChoice:
    """The rule that the options choose, and what to do when a walk by it fails."""

    rule: Rule
    like: str | None
    seed: int
    retries: int | None
    orders: tuple[str, ...]

    def as_keywords(self) -> "RuleKeywords":
        """What `Request.read` takes of it."""
        return {
            "rule": self.rule,
            "like": self.like,
            "seed": self.seed,
            "retries": self.retries,
            "orders": self.orders,
        }

    @classmethod
    def plain(cls) -> "RuleChoice":
        """The choice if no options are given."""
        return cls(Rule(), None, 0, None, ())


def _rule_options(orders_option: str | None) -> Callable[[_Command], _Command]:
    """A decorator for the options that make a rule; the command gets them as one `choice`.

    `orders_option` is the name of the option that lists orders for retries. With None there are no retries.
    """

    def decorate(function: _Command) -> _Command:
        @functools.wraps(function)
        def with_choice(
            *,
            like: str | None,
            ties: str | None,
            most: bool | None,
            open_start: bool | None,
            dead_ends_last: bool | None,
            seed: int,
            retries: int | None = None,
            retry_orders: str | None = None,
            **rest: object,
        ) -> int:
            rule = make_rule(
                like=like, ties=ties, most=most, open_start=open_start, dead_ends_last=dead_ends_last
            )
            orders = () if retry_orders is None else tuple(retry_orders.split(","))
            return function(choice=RuleChoice(rule, like, seed, retries, orders), **rest)

        if orders_option is None:
            return _add_rule_options(with_choice, "random ties")
        return _add_rule_options(
            _add_retry_options(with_choice, orders_option), "random ties and fresh orders"
        )

    return decorate


def _add_rule_options(function: _Command, seed_use: str) -> _Command:
    """Add the options of a rule; the help says that the seed is for `seed_use`."""
    for option in reversed(
        (
            click.option(
                "--like",
                metavar="|".join(SYSTEMS),
                help="Take rule and method from a published system; other options override it.",
            ),
            click.option(
                "--ties",
                metavar="TIES",
                help="How ties are broken: order:12345678, random, outermost, corner, lookahead, "
                "lookahead:K, several with commas; the order 12345678 decides the rest.  "
                "[default: outermost]",
            ),
            click.option(
                "--most/--fewest", default=None, help="Prefer the most onward moves, not the fewest."
            ),
            click.option(
                "--open-start/--no-open-start",
                default=None,
                help="Entering the start lowers no degrees, as in Serafeimidis's thesis.",
            ),
            click.option(
                "--dead-ends-last/--no-dead-ends-last",
                default=None,
                help="Enter a square of degree 0 only when nothing else is left, as Klochko does.",
            ),
            click.option("--seed", type=int, default=0, metavar="N", help=f"For {seed_use}.  [default: 0]"),
        )
    ):
        function = option(function)
    return function


def _add_retry_options(function: _Command, orders_option: str) -> _Command:
    """Add the options for what to do after a failed walk."""
    function = click.option(
        orders_option, "retry_orders", metavar="A,B,C", help="After a failed walk, try these orders in turn."
    )(function)
    return click.option(
        "--retries", type=int, metavar="N", help="After a failed walk, try up to N fresh random orders."
    )(function)


rule_options = _rule_options("--orders")
survey_rule_options = _rule_options("--retry-orders")  # there --orders says which orders are walked
one_walk_rule_options = _rule_options(None)


start_option = click.option(
    "--start",
    metavar="SQ",
    help="Where to start: row,col from 1, or a chess name such as a1.  [default: the first that may do]",
)
prune_option = click.option(
    "--prune/--no-prune",
    default=None,
    help="Let the search turn back early, keeping the answer.  [default: on; off with --like]",
)


def end_options(function: _Command) -> _Command:
    """--end and --closed, for commands that find a tour."""
    end = click.option("--end", metavar="SQ", help="Where to end.")
    closed = click.option(
        "--closed", is_flag=True, help="A closed tour: its last square is a move from its first."
    )
    return end(closed(function))


json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object with all the facts."
)
