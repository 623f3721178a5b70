"""`turaga count`: how many tours there are, exactly or roughly, by start, or up to symmetry."""

import contextlib
import json
import sys
import time
from collections.abc import Iterator, Mapping

import click

from turaga._version import __version__
from turaga.board import Board
from turaga.cli._options import board_argument, json_option
from turaga.cli._progress import progress
from turaga.cli._terminal import put, tell, too_wide
from turaga.count.estimate import can_estimate
from turaga.count.methods import METHODS, count_these, parse_method, require_method
from turaga.count.outcome import Count
from turaga.count.request import Tours
from turaga.errors import BadInput
from turaga.frontier.memory import TooManyStates
from turaga.text import plural, sentence
from turaga.theory import verdict

GAVE_UP = 3  # exit status
_MOST_DIGITS = 60  # of a number said in words as well


@click.command(
    short_help="Count the tours of a board.",
    epilog="Examples: turaga count 6x6 --closed; turaga count 5x5 --by-start; turaga count 8x8 --closed "
    "--classes; turaga count 10x10 --estimate",
)
@board_argument
@click.option(
    "--closed/--open",
    default=False,
    help="Closed tours, or all paths through every square.  [default: all, those that could be closed among "
    "them]",
)
@click.option("--directed", is_flag=True, help="Count each tour twice, once each way.")
@click.option("--start", metavar="SQ", help="Tours that start here: row,col from 1, or a chess name.")
@click.option("--end", metavar="SQ", help="Tours that end here.")
@click.option("--by-start", is_flag=True, help="How many open tours start on each square, as a board.")
@click.option(
    "--classes", is_flag=True, help="Count tours that a turn or a mirror maps to one another as one."
)
@click.option(
    "--method",
    metavar="|".join(METHODS),
    help="; ".join(f"{name}: {what}" for name, what in METHODS.items()) + ".  [default: auto]",
)
@click.option("--estimate", is_flag=True, help="About how many, by random probes; for any board.")
@click.option(
    "--probes",
    type=int,
    metavar="N",
    help="How many probes --estimate makes.  [default: 200000, fewer from 100 squares on]",
)
@click.option("--seed", type=int, metavar="N", help="For the probes of --estimate.  [default: 0]")
@json_option
def command(
    *,
    board: Board,
    closed: bool,
    directed: bool,
    start: str | None,
    end: str | None,
    by_start: bool,
    classes: bool,
    method: str | None,
    estimate: bool,
    probes: int | None,
    seed: int | None,
    as_json: bool,
) -> int:
    """Count the tours of BOARD: 8, 8x8, 3x12 (rows x columns), or @FILE with a mask of . and #.

    The number alone is printed on stdout; what was counted, and what it took, on stderr. What will not fit
    into memory is refused before it starts: --estimate tells about how many there are, and how sure that is.

    Exit status 0 with the number, also if it is 0; 2 for bad input and for boards too large; 3 if no probe of
    an estimate became a tour, so that nothing is known.
    """
    _check_options(
        {
            "--closed": closed,
            "--directed": directed,
            "--start": start is not None,
            "--end": end is not None,
            "--by-start": by_start,
            "--classes": classes,
            "--method": method is not None,
            "--estimate": estimate,
            "--probes": probes is not None,
            "--seed": seed is not None,
        }
    )
    tours = Tours.of(board, closed=closed, directed=directed or by_start, start=start, end=end)
    word = parse_method(method or "auto")
    with _all_digits():
        if estimate:
            return _estimate(tours, probes, seed or 0, as_json)
        if by_start:
            return _by_start(tours, word, as_json)
        return _classes(tours, word, as_json) if classes else _count(tours, word, as_json)


# What each of these does not go with, and why.
_APART = {
    "--by-start": (
        ("--closed", "--directed", "--start", "--end", "--classes", "--estimate"),
        "--by-start counts open tours, each way, from every square",
    ),
    "--classes": (
        ("--directed", "--start", "--end", "--estimate"),
        "--classes counts all tours of a board up to its symmetries, which keep neither ends nor direction",
    ),
    "--estimate": (("--method",), "--estimate makes random probes"),
}


def _check_options(given: dict[str, bool]) -> None:
    """`BadInput` unless the options given go together."""
    for option, (others, because) in _APART.items():
        for other in others:
            if given[option] and given[other]:
                raise BadInput(
                    f"{option} and {other} do not go together", accepted=because, field=_field(option)
                )
    for option in ("--probes", "--seed"):
        if given[option] and not given["--estimate"]:
            raise BadInput(
                f"{option} goes with --estimate",
                accepted="a count leaves nothing to chance",
                field=_field(option),
            )


def _field(option: str) -> str:
    return option.removeprefix("--").replace("-", "_")


@contextlib.contextmanager
def _all_digits() -> Iterator[None]:
    """Numbers are printed in full within this block, even those of more than 4300 digits."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(before)


def _count(tours: Tours, method: str, as_json: bool) -> int:
    """The number, and what it is the number of."""
    try:
        with progress() as report:
            counted = count_these(tours, method=method, progress=report)
    except TooManyStates as error:
        advice = "--estimate gives an estimate instead"
        raise (error.advising(advice) if can_estimate(tours) else error) from None
    if as_json:
        put(json.dumps(counted.as_json()) + "\n")
        return 0
    put(f"{counted.count}\n")
    tell(f"{_what(counted)}\n{_account(counted)}")
    return 0


def _what(counted: Count) -> str:
    """What was counted, in words."""
    why = f" Impossible: {counted.reason}." if counted.method == "theory" else ""
    digits = len(str(counted.count))
    if digits > _MOST_DIGITS:
        return f"The number of {counted.tours.words} has {digits:,} digits."
    return counted.tours.sentence(counted.count) + why


def _account(counted: Count) -> str:
    """What it took."""
    if counted.method == "theory":
        return f"theory, {counted.seconds:.3f} s"
    unit = "step" if counted.method == "enumerate" else "state"
    work = plural(counted.states, unit, grouped=True)
    return f"{counted.method}: {counted.reason}; {work} in total, {counted.seconds:.3f} s"


def _classes(tours: Tours, method: str, as_json: bool) -> int:
    """The number of classes, and how many tours each symmetry maps to themselves."""
    from turaga.count.classes import count_with_classes

    with progress() as report:
        both = count_with_classes(tours, method=method, progress=report)
    if as_json:
        put(json.dumps(both.as_json()) + "\n")
        return 0
    counted, found = both.counted, both.found
    put(f"{both.classes}\n")
    tell(_what(counted))
    if found:
        tell(f"Up to symmetry: {plural(both.classes, 'class', 'classes', grouped=True)}.")
        tell("\n".join(_table(found.sizes, found.fixed)))
        tell(f"{_account(counted)}; classes, {found.states:,} states, {found.seconds:.3f} s")
    else:
        tell(_account(counted))
    return 0


def _table(sizes: Mapping[int, int], fixed: Mapping[str, int]) -> Iterator[str]:
    """How large the classes are, and how many tours each symmetry maps to themselves."""
    width = max(len(f"{number:,}") for number in (*sizes.values(), *fixed.values()))
    for size, many in sizes.items():
        classes = "class " if many == 1 else "classes"
        yield f"{many:>{width},} {classes} of {plural(size, 'tour')}"
    yield "Tours that are their own image:"
    for name, many in fixed.items():
        yield f"{many:>{width},} {name}"


def _by_start(tours: Tours, method: str, as_json: bool) -> int:
    """How many tours start on each square, as a board."""
    if method not in ("auto", "sweep"):
        problem = f"--by-start goes with methods auto and sweep, and the method is {method}"
        raise BadInput(problem, field="method", value=method)
    began = time.perf_counter()
    board = tours.board
    nothing = require_method(tours, "auto" if board.size == 1 else "sweep") == "theory"
    with progress() as report:
        if nothing:
            counts, states = dict.fromkeys(board.indices(), 0), 0
        else:
            from turaga.count.by_start import by_start

            found = by_start(board, progress=report)
            counts, states = found.by_index, found.states
    counted = Count(
        tours=tours,
        count=sum(counts.values()),
        method="theory" if nothing else "sweep",
        reason=verdict(tours.question).reason if nothing else "one pass forwards and one backwards",
        states=states,
        seconds=time.perf_counter() - began,
        version=__version__,
    )
    rows = [[counts.get(row * board.cols + col) for col in range(board.cols)] for row in range(board.rows)]
    if as_json:
        put(json.dumps({**counted.as_json(), "by_start": rows}) + "\n")
        return 0
    width = max(len(str(many)) for many in counts.values())
    if too_wide(board.cols * (width + 1) - 1):
        put("(the board is too wide for this terminal: send it to a file or a pipe to see it)\n")
    else:
        for row in rows:
            put(" ".join(("#" if many is None else str(many)).rjust(width) for many in row) + "\n")
    tell(_what(counted))
    tell(_account(counted))
    return 0


def _estimate(tours: Tours, probes: int | None, seed: int, as_json: bool) -> int:
    """About how many, and how sure that is."""
    from turaga.count.estimate import estimate_tours

    with progress() as report:
        found = estimate_tours(tours, probes=probes, seed=seed, progress=report)
    nothing_known = found.low is None
    if as_json:
        put(json.dumps(found.as_json()) + "\n")
        return GAVE_UP if nothing_known else 0
    if not nothing_known:
        put(f"{found.estimate}\n")
    if found.low is None or found.high is None:
        said = f"No estimate: {found.reason}. Try more probes with --probes."
    elif not found.probes:
        why = found.reason if found.estimate else f"Impossible: {found.reason}"
        said = f"{tours.sentence(found.estimate)} {sentence(why)}"
    else:
        about, error, low, high = map(_round, (found.estimate, found.error, found.low, found.high))
        said = f"{tours.sentence(found.estimate, f'about {about}')} The standard error is {error}. The 95% "
        said += f"confidence interval is {low} to {high}. It is less reliable if few probes become tours."
    tell(said)
    if found.probes:
        tell(f"estimate, {found.reason} ({found.share:.2%}), {found.seconds:.3f} s; seed {found.seed}")
    return GAVE_UP if nothing_known else 0


def _round(number: int) -> str:
    """The first three digits of a number, as a person reads it.

    >>> _round(13267364410532), _round(864), _round(10**30 + 5 * 10**27)
    ('13,300,000,000,000', '864', '1.01e+30')
    """
    digits = len(str(number))
    if digits <= 3:
        return str(number)
    unit = 10 ** (digits - 3)
    rounded = (number + unit // 2) // unit * unit
    if digits <= 18:
        return f"{rounded:,}"
    text = str(rounded)
    return f"{text[0]}.{text[1:3]}e+{len(text) - 1}"
