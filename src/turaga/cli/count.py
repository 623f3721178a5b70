"""`turaga count`: how many tours there are, exactly or estimated, by start, or up to symmetry."""

import contextlib
import sys
from collections.abc import Iterator, Mapping, Sequence

from turaga.cli._advice import advice
from turaga.cli._help import make_command
from turaga.cli._options import json_option, options
from turaga.cli._progress import progress
from turaga.cli._terminal import put, put_json, put_wrapped, tell, too_wide
from turaga.counting.estimate import Estimate, can_estimate
from turaga.counting.methods import METHODS
from turaga.counting.outcome import Count
from turaga.counting.request import CountTours, count_for
from turaga.counting.work_plan import Plans
from turaga.frontier.memory import show_bytes
from turaga.text import duration, plural, sentence

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
    tables={"Methods": METHODS},
)
@options(CountTours)
@json_option
def command(*, request: CountTours, as_json: bool) -> int:
    """Count the tours of a board.

    Each tour counts once, whichever way it goes. Without --closed, tours that can be closed count too. The
    number goes to stdout, and what was counted goes to stderr. A count that needs too much memory is
    rejected before it starts. --estimate also works for large boards, and reports its standard error.
    """
    plain = not (request.classes or request.by_start)
    with _all_digits(), advice() if plain and can_estimate(request.tours) else contextlib.nullcontext():
        with progress() as report:
            found = count_for(request, report)
        if as_json:
            put_json(found.as_json())
        elif isinstance(found, Plans):
            _say_plans(found)
        elif isinstance(found, Estimate):
            _say_estimate(found)
        else:
            _say_count(found, classes=request.classes)
    return GAVE_UP if isinstance(found, Estimate) and found.low is None else 0


@contextlib.contextmanager
def _all_digits() -> Iterator[None]:
    """Print numbers in full within this block, even numbers of more than 4300 digits."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(before)


def _say_count(counted: Count, *, classes: bool) -> None:
    """Print the number, and say what was counted."""
    found = counted.classes
    if counted.by_start is not None:
        _put_grid(counted.by_start)
    else:
        put(f"{found.classes if found else 0 if classes else counted.count}\n")
    tell(_what(counted))
    if found is None:
        tell(_account(counted))
        return
    tell(f"Up to symmetry: {plural(found.classes, 'class', 'classes', grouped=True)}.")
    tell("\n".join(_table(found.sizes, found.fixed)))
    work = plural(found.states, "state", grouped=True)
    tell(f"{_account(counted)}; classes, {work}, {duration(found.seconds)}")


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


def _table(sizes: Mapping[int, int], fixed: Mapping[str, int]) -> Iterator[str]:
    """The sizes of the classes, and how many tours each symmetry leaves unchanged."""
    width = max(len(f"{number:,}") for number in (*sizes.values(), *fixed.values()))
    for size, many in sizes.items():
        classes = "class " if many == 1 else "classes"
        yield f"{many:>{width},} {classes} of {plural(size, 'tour')}"
    yield "Tours that a symmetry leaves unchanged:"
    for name, many in fixed.items():
        yield f"{many:>{width},} {name}"


def _put_grid(rows: Sequence[Sequence[int | None]]) -> None:
    """Print how many tours start on each square, as a grid."""
    width = max(len(str(many)) for row in rows for many in row if many is not None)
    if too_wide(len(rows[0]) * (width + 1) - 1):
        put_wrapped("(too wide for this terminal: redirect the output to a file to see it)\n")
        return
    for row in rows:
        put(" ".join(("#" if many is None else str(many)).rjust(width) for many in row) + "\n")


def _say_estimate(found: Estimate) -> None:
    """Print the estimate, and say how reliable it is."""
    tours = found.tours
    if found.low is not None:
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


def _say_plans(plans: Plans) -> None:
    """Print what can be done, and the numbers that are published."""
    for name, plan in (("count", plans.count), ("sample", plans.sample), ("estimate", plans.estimate)):
        answer = f"{plan.method}, {show_bytes(plan.memory)}" if plan.memory else plan.method or "no"
        put_wrapped(f"{name}: {answer}; {plan.reason}\n")
    for known in plans.known:
        put_wrapped(f"published: {known.tours.sentence(known.count)} ({known.source})\n")


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
