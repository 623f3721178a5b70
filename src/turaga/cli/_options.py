"""Options that several commands share, so that each has one name, one help text and one parser.

The decorators combine options that belong together: a command gets one `board` and one `choice` instead of a
dozen options.
"""

import functools
import math
from collections.abc import Callable, Container, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import click

from turaga.board import Board, parse_leaper
from turaga.board_input import read_board
from turaga.cli._advice import error_sentence
from turaga.cli._files import names_walk, read_tours
from turaga.cli._help import name_of, option
from turaga.cli._progress import progress
from turaga.errors import BadInput, BadRule, BadText
from turaga.kinds import ORDERS, RULE
from turaga.limits import MOST_SEED
from turaga.notation import parse_digits
from turaga.notation.formats import require_digits
from turaga.operations import ARGUMENT, REQUIRED, Argument, arguments, naming, read
from turaga.order import FIRST_ORDER
from turaga.rule import SYSTEMS, Rule, System, find_system
from turaga.solve.request import RULE_HELP, Solve
from turaga.squares import chosen, parse_notation, typed_notation, use
from turaga.text import listed, number_in, short, show, trim, whole_in

if TYPE_CHECKING:
    _IntType = click.ParamType[int]
    _FloatType = click.ParamType[float]
    _StrType = click.ParamType[str]
else:  # older versions of click have no type arguments
    _IntType = _FloatType = _StrType = click.ParamType

_Command = Callable[..., int]
_SYSTEM_NAMES = listed(SYSTEMS, "or")


# -- numbers ------------------------------------------------------------------------------------------


class WholeNumber(_IntType):
    """A whole number in a range. The error says what the option accepts."""

    name = "whole number"

    def __init__(self, least: int | None = None, most: int | None = None) -> None:
        self.least, self.most = least, most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        number = whole_in(value) if isinstance(value, str) else value  # a default is a number already
        if number is None:
            raise self._error(param, repr(short(value)))
        if (self.least is not None and number < self.least) or (self.most is not None and number > self.most):
            raise self._error(param, short(str(value)))
        return number

    def _error(self, param: click.Parameter | None, got: str) -> BadRule:
        bounds = "" if self.least is None else f", {self.least} or more"
        if self.most is not None:
            bounds = f" from {self.least} to {self.most}"
        return BadRule(
            f"{name_of(param)} must be a whole number{bounds}, got {got}",
            field=None if param is None else param.name,
        )


class Decimal(_FloatType):
    """A number with or without a fraction. The error says what the option accepts."""

    name = "number"

    def __init__(self, unit: str = "", *, positive: bool = False, most: float | None = None) -> None:
        self.unit, self.positive, self.most = unit, positive, most  # with `most`, it is from 0 to there

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number = number_in(value)
        outside = self.most is not None and not 0 <= number <= self.most
        if math.isnan(number) or outside or (self.positive and not (0 < number < math.inf)):
            bounds = f" from 0 to {self.most:g}" if self.most is not None else " above 0" * self.positive
            what = f"a number{self.unit and ' of ' + self.unit}{bounds}"
            raise BadRule(
                f"{name_of(param)} must be {what}, got {short(str(value))!r}",
                field=None if param is None else param.name,
            )
        return number


SEED = WholeNumber(0, MOST_SEED)
SECONDS = Decimal("seconds", positive=True)

# -- operations ---------------------------------------------------------------------------------------


def options(
    operation: type[Any], *, walks: bool = False, several: bool = False, board: str | None = None
) -> Callable[[_Command], _Command]:
    """A decorator for the arguments and options of an operation; the command gets them as one `request`. If
    squares can be typed, there is --squares too, and what the command says shows them as they were typed.

    With `walks`, BOARD can also be a file with a walk, which is the operation's `walk`. Its `OF_BOARDS` are
    the arguments that a walk has no use for. With `several`, BOARD can be repeated: the command gets
    `requests`, and the `sources` as they were typed. `board` is the board if none is typed.
    """
    known = arguments(operation)
    typed = [name for name, argument in known.items() if "SQ" in (argument.kind.metavar or "")]
    reads = "walk" in known  # whose squares can be written in any notation too

    def decorate(function: _Command) -> _Command:
        @functools.wraps(function)
        def with_request(**given: Any) -> int:
            values = {name: one for name in known if (one := given.pop(name)) != ()}
            words = [str(values[name]) for name in typed if values.get(name) is not None]
            notation = given.pop("squares", None)
            with use(notation or typed_notation(words)):
                if walks:
                    sources = values.pop("board") if several else (values.pop("board"),)
                    requests = _requests(operation, sources, values, given.pop("board_of_file"), notation)
                    given |= {"requests": requests, "sources": sources} if several else {}
                else:
                    if board is not None:
                        values["board"] = values["board"] or board
                    with progress("reading") if reads else nullcontext():
                        requests = [read(operation, values, call=_called, typed=True)]
                if not several:
                    given["request"] = requests[0]
                system = getattr(requests[0], "like", None)
                told = requests[0].given.walk.notation if reads else system and system.squares
                with use(chosen() or told):
                    return function(**given)

        decorated: _Command = with_request
        if walks:
            decorated = board_of_file_option(decorated)
        if typed or reads:
            decorated = squares_option(decorated)
        for name, argument in reversed(known.items()):
            if walks and name == "board":
                words = f"BOARD|WALK{'...' * several}"
                decorated = click.argument(name, metavar=words, nargs=-1 if several else 1, required=True)(
                    decorated
                )
            elif board is not None and name == "board":
                decorated = click.argument(name, metavar="[BOARD]", required=False)(decorated)
            else:
                decorated = _parameter(name, argument)(decorated)
        return decorated

    return decorate


def _requests(
    operation: type[Any],
    sources: Sequence[str],
    values: dict[str, Any],
    board: str | None,
    squares: str | None,
) -> list[Any]:
    """The operation for each board, and for each walk in the files. `board` and `squares` are those of the
    files."""
    files = [source for source in sources if names_walk(source)]
    if board is not None and not files:
        raise BadInput("--board is for files, but only boards are named", accepted="leave it out")
    if files.count("-") > 1:
        raise BadInput("standard input (-) is named twice", accepted="it can be read only once")
    if len(files) == len(sources) and (name := typed_option(operation.OF_BOARDS)):
        raise BadInput(f"{name} is for a board, but {short(files[0])!r} has a walk", accepted="leave it out")
    of_walks = {name: one for name, one in values.items() if name not in operation.OF_BOARDS}
    requests = []
    for source in sources:
        if source not in files:
            requests.append(read(operation, {**values, "board": source}, call=_called, typed=True))
            continue
        try:
            walks = read_tours(source, board, values.get("leaper"), squares)
        except BadText as error:
            if len(sources) == 1:
                raise
            raise BadText(f"{short(source)!r}: {error_sentence(error)}") from None
        for walk in walks:
            given = {**of_walks, "board": walk.board, "leaper": None}
            requests.append(read(operation, given, call=_called, typed=True, walk=walk))
    return requests


def typed_option(names: Container[str]) -> str | None:
    """The first of these options that the user typed, as it is called."""
    context = click.get_current_context()
    for parameter in context.command.params:
        if parameter.name in names and context.params[parameter.name] not in (None, (), False):
            return name_of(parameter)
    return None


def only_options(operation: type[Any], *names: str) -> Callable[[_Command], _Command]:
    """A decorator for some options of an operation, which the command gets as the user typed them."""
    known = arguments(operation)

    def decorate(function: _Command) -> _Command:
        for name in reversed(names):
            function = _parameter(name, known[name])(function)
        return function

    return decorate


def _called(name: str) -> str:
    """What errors call an argument: the name of the option, or of the argument."""
    parameter = next(each for each in click.get_current_context().command.params if each.name == name)
    return name_of(parameter)


def _parameter(name: str, argument: Argument) -> Callable[[_Command], _Command]:
    """The option or the argument of click. It passes on what the user typed, which `read` checks."""
    metavar = argument.kind.metavar
    if argument.group == ARGUMENT:
        return click.argument(name, metavar=metavar, required=argument.default is REQUIRED)
    long = f"--{name.replace('_', '-')}"
    names = [f"--{one}" for one in argument.names] or [long]
    shared: dict[str, Any] = {"help": argument.help, "group": argument.group, "default": None}
    if metavar is not None:
        shared |= {"multiple": argument.listed, "takes_order": argument.kind in (RULE, ORDERS)}
        return option(*names, name, metavar=metavar, **shared)
    if argument.default is None:  # a switch with a default of its own
        return option(f"{long}/--no-{name.replace('_', '-')}", name, **shared)
    return option(*names, name, is_flag=True, flag_value=True, **shared)


# -- the board ----------------------------------------------------------------------------------------


leaper_option = option(
    "--leaper",
    metavar="A,B",
    group="Board",
    help="A leaper instead of the knight (1,2), such as 1,3 or 0,1.",
)


trim_option = option(
    "--trim",
    is_flag=True,
    group="Board",
    help="Remove the fewest squares so that the board has a tour, and say which.",
)


def board_argument(function: _Command) -> _Command:
    """BOARD and --leaper; the command gets them as one `board`."""

    @click.argument("board", metavar="BOARD")
    @leaper_option
    @functools.wraps(function)
    def with_board(*, board: str, leaper: str | None, **rest: object) -> int:
        return function(board=read_boards([board], leaper)[0], **rest)

    return with_board


def read_boards(boards: Sequence[str], leaper: str | None) -> list[Board]:
    """The boards of an argument, for this leaper."""
    piece = None if leaper is None else parse_leaper(leaper)
    return [read_board(board, piece) for board in boards]


class SquareNotation(_StrType):
    """How squares are written."""

    name = "notation"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return parse_notation(value)


squares_option = option(
    "--squares",
    type=SquareNotation(),
    metavar="NOTATION",
    group="Board",
    help="How squares are written: chess (a1), row,col (8,1), or bencic for two digits from 00, as in "
    "Bencic's "
    "program. [default: as you type them]",
)


def typed_square(text: str | None, squares: str | None, field: str, *boards: Board) -> str | None:
    """The square that the user typed for the parameter `field`, as row,col from 1 if --squares says that it
    has two digits. `BadSquare` if it is not on one of the boards, and `BadInput` if a board is too large for
    two digits."""
    if squares is None:
        return text
    for board in boards:
        require_digits(board)
    if text is None:
        return None
    for board in boards:
        parse_digits(text, field, board)
    return show(parse_digits(text, field))


def file_argument(function: _Command) -> _Command:
    """FILE, and --board, --leaper and --squares for a file that does not contain them."""
    board = option(
        "--board",
        metavar="BOARD",
        group="Board",
        help="The board, if the file does not say: 8x8, or @FILE for a board with holes.",
    )
    leaper = option(
        "--leaper", metavar="A,B", group="Board", help="The leaper, if it is not the knight (1,2)."
    )
    return click.argument("file", metavar="FILE")(board(leaper(squares_option(function))))


# -- the rule -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RuleChoice:
    """The rule that the options choose, and what to do when a walk fails. `vars` makes these keywords of
    `turaga.solve`."""

    rule: Rule = field(default_factory=Rule)
    like: System | None = None
    seed: int = 0
    retries: int | None = None
    retry_orders: tuple[str, ...] = ()


def _rule_options(
    *,
    retries: bool,
    like: str = "rule and method",
    for_order: bool = False,
) -> Callable[[_Command], _Command]:
    """A decorator for the options that make a rule; the command gets them as one `choice`.

    With `retries` there are options for walking again after a failed walk. `like` is what --like sets.
    `for_order` is for a command with an argument ORDER, which breaks all ties unless options say otherwise.
    """
    known = arguments(Solve)
    default = (
        "ORDER breaks the remaining ties. [default: ORDER alone]" if for_order else "[default: outermost]"
    )
    options = [
        option("--rule", metavar="RULE", group="Rule", takes_order=True, help=f"{RULE_HELP} {default}"),
        option(
            "--like",
            metavar="SYSTEM",
            group="Rule",
            help=f"Use the {like} of a published program: {_SYSTEM_NAMES}. Other options override it.",
        ),
    ]
    if not for_order:
        use = "random ties and random orders" if retries else "random ties"
        seed_help = f"Seed for {use}. [default: 0]"
        options.append(option("--seed", type=SEED, default=0, metavar="N", group="Rule", help=seed_help))
    if retries:
        options += [_parameter(name, known[name]) for name in ("retries", "retry_orders")]

    def decorate(function: _Command) -> _Command:
        @functools.wraps(function)
        def with_choice(
            *,
            like: str | None,
            rule: str | None,
            seed: int = 0,
            retries: str | None = None,
            retry_orders: str | None = None,
            **rest: object,
        ) -> int:
            system = None if like is None else find_system(like)
            if rule is not None:
                with naming("rule", _called):
                    chosen = Rule(rule)
                last = trim(rule.split(",")[-1])
                if for_order and last.isdigit():
                    raise BadRule(
                        f"--rule {short(rule)!r} leaves nothing for ORDER to decide",
                        accepted="choose other tie-breaks, or leave it out",
                        field="rule",
                    )
            else:
                chosen = system.rule if system else Rule(FIRST_ORDER) if for_order else Rule()
            tries = {"retries": retries, "retry_orders": retry_orders}
            values = {name: one for name, one in tries.items() if one is not None}
            parsed = {}
            for name, value in values.items():
                with naming(name, _called):
                    parsed[name] = known[name].kind.parse_typed(value, {})
            return function(choice=RuleChoice(chosen, system, seed, **parsed), **rest)

        decorated: _Command = with_choice
        for add in reversed(options):
            decorated = add(decorated)
        return decorated

    return decorate


rule_options = _rule_options(retries=True)
order_rule_options = _rule_options(retries=False, like="rule", for_order=True)


# -- the tour, the search and the output --------------------------------------------------------------


board_of_file_option = option(
    "--board",
    "board_of_file",
    metavar="BOARD",
    group="Board",
    help="The board of a file, if the file does not say: 8x8, or @FILE for a board with holes.",
)
start_option = option("--start", metavar="SQ", help="Start here. [default: the first square that works]")
prune_option = option(
    "--prune/--no-prune",
    default=None,
    group="Search",
    help="Prune branches that cannot lead to a tour. [default: on, off with --like]",
)


def end_options(function: _Command) -> _Command:
    """--end and --closed, for commands that find a tour."""
    end = option("--end", metavar="SQ", help="End here.")
    closed = option(
        "--closed", is_flag=True, help="Find a closed tour: its last square is a move away from its first."
    )
    return end(closed(function))


json_option = option("--json", "as_json", is_flag=True, group="Output", help="Print one JSON object.")
