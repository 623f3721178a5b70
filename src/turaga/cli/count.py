"""`turaga count`: how many tours there are, exactly or estimated, by start, or up to symmetry."""

import contextlib
import sys
import time
from collections.abc import Iterator, Mapping

from turaga._version import __version__
from turaga.board import Board
from turaga.cli._advice import advice
from turaga.cli._help import make_command, option
from turaga.cli._options import SEED, WholeNumber, board_argument, json_option, only_between_options
from turaga.cli._progress import progress
from turaga.cli._terminal import put, put_json, put_wrapped, tell, too_wide
from turaga.count.estimate import can_estimate
from turaga.count.methods import METHODS, count_these, parse_method, require_method
from turaga.count.outcome import Count
from turaga.count.request import Tours
from turaga.errors import BadInput
from turaga.text import duration, plural, sentence
from turaga.theory import verdict

GAVE_UP = 3  # exit status
_MOST_DIGITS = 60  # longer numbers are not repeated in the message


@make_command(
    examples=(
        ("turaga count 6x6 --closed", "Count the closed tours of 6x6."),
        ("turaga count 5x5 --by-start", "Count the open tours from each square."),
        ("turaga count 8x8 --closed --classes", "Count up to symmetry."),
        ("turaga count 10x10 --estimate", "Estimate the number."),
    ),
    status="0 with the number, even if it is 0; 2 for bad input or a board that is too large; 3 if no probe "
    "of an estimate found a tour, so that nothing is known.",
    tables=(("Methods", tuple((name, sentence(what)) for name, what in METHODS.items())),),
)
@board_argument
@option(
    "--closed/--open",
    default=False,
    help="Closed tours, or all open tours, including tours that can be closed. [default: --open]",
)
@only_between_options
@option("--by-start", is_flag=True, help="Count the open tours from each square, as a grid.")
@option(
    "--classes",
    is_flag=True,
    help="Count up to symmetry: a tour and its rotations and reflections count once.",
)
@option(
    "--estimate",
    is_flag=True,
    help="Estimate the number with random probes. This also works on large boards.",
)
@option("--directed", is_flag=True, group="Search", help="Count each tour twice, once per direction.")
@option("--method", metavar="METHOD", group="Search", help="The method, see below. [default: auto]")
@option(
    "--probes",
    type=WholeNumber(),
    metavar="N",
    group="Estimate",
    help="Number of probes. [default: 200000, fewer for boards of more than 100 squares]",
)
@option("--seed", type=SEED, metavar="N", group="Estimate", help="Seed of the probes. [default: 0]")
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
    """Count the tours of a board.

    The number goes to stdout, and what was counted goes to stderr. A count that needs too much memory is
    rejected before it starts. --estimate also works for large boards, and reports its standard error.
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


# What each of these options cannot be combined with, and why.
_APART = {
    "--by-start": (
        ("--closed", "--directed", "--start", "--end", "--classes", "--estimate"),
        "--by-start counts the open tours from every square",
    ),
    "--classes": (
        ("--directed", "--start", "--end", "--estimate"),
        "--classes counts all tours up to symmetry, and symmetries change ends and direction",
    ),
    "--estimate": (("--method",), "--estimate uses random probes"),
}


def _check_options(given: dict[str, bool]) -> None:
    """Raise `BadInput` for options that cannot be combined."""
    for name, (others, because) in _APART.items():
        for other in others:
            if given[name] and given[other]:
                field = name.removeprefix("--").replace("-", "_")
                raise BadInput(f"{name} cannot be used with {other}", accepted=because, field=field)
    for name in ("--probes", "--seed"):
        if given[name] and not given["--estimate"]:
            raise BadInput(
                f"{name} requires --estimate",
                accepted="an exact count has no probes",
                field=name.removeprefix("--"),
            )


@contextlib.contextmanager
def _all_digits() -> Iterator[None]:
    """Print numbers in full within this block, even numbers of more than 4300 digits."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(before)


def _count(tours: Tours, method: str, as_json: bool) -> int:
    """Print the number, and what was counted."""
    with advice() if can_estimate(tours) else contextlib.nullcontext(), progress() as report:
        counted = count_these(tours, method=method, progress=report)
    if as_json:
        put_json(counted.as_json())
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
    """The method, how much work it was, and the time."""
    if counted.method == "theory":
        return f"theory, {duration(counted.seconds)}"
    unit = "step" if counted.method == "enumerate" else "state"
    work = plural(counted.states, unit, grouped=True)
    return f"{counted.method}: {counted.reason}; {work} in total, {duration(counted.seconds)}"


def _classes(tours: Tours, method: str, as_json: bool) -> int:
    """Print the number of classes, and how many tours each symmetry leaves unchanged."""
    from turaga.count.classes import count_with_classes

    with progress() as report:
        both = count_with_classes(tours, method=method, progress=report)
    if as_json:
        put_json(both.as_json())
        return 0
    counted, found = both.counted, both.found
    put(f"{both.classes}\n")
    tell(_what(counted))
    if found:
        tell(f"Up to symmetry: {plural(both.classes, 'class', 'classes', grouped=True)}.")
        tell("\n".join(_table(found.sizes, found.fixed)))
        work = plural(found.states, "state", grouped=True)
        tell(f"{_account(counted)}; classes, {work}, {duration(found.seconds)}")
    else:
        tell(_account(counted))
    return 0


def _table(sizes: Mapping[int, int], fixed: Mapping[str, int]) -> Iterator[str]:
    """The sizes of the classes, and how many tours each symmetry leaves unchanged."""
    width = max(len(f"{number:,}") for number in (*sizes.values(), *fixed.values()))
    for size, many in sizes.items():
        classes = "class " if many == 1 else "classes"
        yield f"{many:>{width},} {classes} of {plural(size, 'tour')}"
    yield "Tours that a symmetry leaves unchanged:"
    for name, many in fixed.items():
        yield f"{many:>{width},} {name}"


def _by_start(tours: Tours, method: str, as_json: bool) -> int:
    """Print how many tours start on each square, as a grid."""
    if method not in ("auto", "sweep"):
        problem = f"--by-start cannot be used with --method {method}"
        raise BadInput(problem, accepted="its methods are auto and sweep", field="method")
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
        put_json({**counted.as_json(), "by_start": rows})
        return 0
    width = max(len(str(many)) for many in counts.values())
    if too_wide(board.cols * (width + 1) - 1):
        put_wrapped("(too wide for this terminal: redirect the output to a file to see it)\n")
    else:
        for row in rows:
            put(" ".join(("#" if many is None else str(many)).rjust(width) for many in row) + "\n")
    tell(_what(counted))
    tell(_account(counted))
    return 0


def _estimate(tours: Tours, probes: int | None, seed: int, as_json: bool) -> int:
    """Print the estimate and its error."""
    from turaga.count.estimate import estimate_tours

    with progress() as report:
        found = estimate_tours(tours, probes=probes, seed=seed, progress=report)
    nothing_known = found.low is None
    if as_json:
        put_json(found.as_json())
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
        said += f"confidence interval is {low} to {high}. The interval is less reliable "
        said += "if few probes become tours."
    tell(said)
    if found.probes:
        tell(f"estimate, {found.reason} ({found.share:.2%}), {duration(found.seconds)}; seed {found.seed}")
    return GAVE_UP if nothing_known else 0


def _round(number: int) -> str:
    """A number rounded to three digits.

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
