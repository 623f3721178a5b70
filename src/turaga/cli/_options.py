"""Options that several commands share, and those of the operations."""

import functools
from collections.abc import Callable, Container, Sequence
from contextlib import nullcontext
from typing import Any

import click

from turaga.cli._advice import error_sentence
from turaga.cli._files import names_walk, read_tours
from turaga.cli._help import TYPED, name_of, option
from turaga.cli._progress import progress
from turaga.errors import BadInput, BadText
from turaga.kinds import OF_SQUARES, ORDERS
from turaga.operations import ARGUMENT, REQUIRED, Argument, Kind, arguments, read
from turaga.rule import System
from turaga.squares import MOST_IN_DIGITS, chosen, parse_notation, typed_notation, use
from turaga.text import short

_Command = Callable[..., int]
_Maker = Callable[..., Callable[[_Command], _Command]]

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
    typed = [name for name, argument in known.items() if argument.kind.metavar in OF_SQUARES]
    reads = "walk" in known  # whose squares can be written in any notation too
    declared = [_declare(name, argument) for name, argument in known.items()]
    if "board" in known and (walks or several or board is not None):
        words = "[BOARD]" if board is not None else f"BOARD{'|WALK' * walks}{'...' * several}"
        number = {"nargs": -1 if several else 1, "required": board is None}
        declared[[*known].index("board")] = click.argument, ("board",), {"metavar": words, **number}

    def decorate(function: _Command) -> _Command:
        @functools.wraps(function)
        def with_request(**given: Any) -> int:
            values = {name: one for name in known if (one := given.pop(name)) != ()}
            sequence = click.get_current_context().meta[TYPED]
            words = [str(values[name]) for name in sequence if name in typed]
            notation = given.pop("squares", None)
            with use(notation or typed_notation(words)):
                named: Any = values.pop("board", None)
                named = board if named is None else named
                sources: tuple[str, ...] = named if several else (named,)
                if walks:
                    requests = _requests(operation, sources, values, given.pop("board_of_file"), notation)
                else:
                    with progress("reading") if reads else nullcontext():
                        each = [{**values, "board": source} for source in sources]
                        requests = [read(operation, one, call=_called, typed=True) for one in each]
                if several:
                    given |= {"requests": requests, "sources": sources}
                else:
                    given["request"] = requests[0]
                theirs = requests[0].given.walk.notation if reads else _published_notation(requests[0])
                with use(chosen() or theirs):
                    return function(**given)

        decorated: _Command = with_request
        if walks:
            decorated = board_of_file_option(decorated)
        if typed or reads:
            decorated = squares_option(decorated)
        for make, names, attributes in reversed(declared):
            decorated = make(*names, **attributes)(decorated)
        return decorated

    return decorate


def _published_notation(request: Any) -> str | None:
    """The notation of the published program that a request imitates, if it can name all squares."""
    system = getattr(request, "like", None)
    notation = system.squares if isinstance(system, System) else None
    too_large = notation == "bencic" and max(request.board.rows, request.board.cols) > MOST_IN_DIGITS
    return None if too_large else notation


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
    """A decorator for some options of an operation, none of which depends on others. The command gets their
    values, or the defaults."""
    known = arguments(operation)

    def decorate(function: _Command) -> _Command:
        for make, words, attributes in [_declare(name, known[name], parsed=True) for name in reversed(names)]:
            function = make(*words, **attributes)(function)
        return function

    return decorate


def _called(name: str) -> str:
    """What errors call an argument: the name of the option, or of the argument."""
    parameter = next(each for each in click.get_current_context().command.params if each.name == name)
    return name_of(parameter)


def _declare(
    name: str, argument: Argument, *, parsed: bool = False
) -> tuple[_Maker, Sequence[str], dict[str, Any]]:
    """The option or the argument of click: what makes it, its names and its attributes. It passes on what the
    user typed, which `read` checks, or the value if it is to be parsed."""
    metavar = argument.kind.metavar
    if argument.group == ARGUMENT:
        return click.argument, (name,), {"metavar": metavar, "required": argument.default is REQUIRED}
    long = f"--{name.replace('_', '-')}"
    names = [*(f"--{one}" for one in argument.names)] or [long]
    shared: dict[str, Any] = {"help": argument.help, "group": argument.group, "default": None}
    if parsed:
        shared |= {"kind": argument.kind, "default": argument.default}
    if metavar is not None:
        takes_order = metavar == "RULE" or argument.kind is ORDERS
        shared |= {"metavar": metavar, "multiple": argument.listed, "takes_order": takes_order}
    elif argument.default is None:  # a switch with a default of its own
        names = [f"{long}/--no-{name.replace('_', '-')}"]
    else:
        shared |= {"is_flag": True, "flag_value": True}
    return option, (*names, name), shared


# -- options of several commands --------------------------------------------------------------------------

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
squares_option = option(
    "--squares",
    kind=Kind(lambda value, before: parse_notation(value), {}, "NOTATION"),
    group="Board",
    help="How squares are written: chess (a1), row,col (8,1), or bencic for two digits from 00, as in "
    "Bencic's program. [default: as you type them]",
)
board_of_file_option = option(
    "--board",
    "board_of_file",
    metavar="BOARD",
    group="Board",
    help="The board of a file, if the file does not say: 8x8, or @FILE for a board with holes.",
)
json_option = option("--json", "as_json", is_flag=True, group="Output", help="Print one JSON object.")
