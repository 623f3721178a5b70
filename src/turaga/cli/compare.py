"""`turaga compare`: methods, rules and published programs side by side, by tours found, steps and time."""

from collections.abc import Callable, Sequence

from turaga.cli._files import write_atomically
from turaga.cli._help import make_command, option
from turaga.cli._options import options
from turaga.cli._progress import progress
from turaga.cli._terminal import TOO_WIDE, put, put_json, put_wrapped, tell, too_wide
from turaga.limits import Progress
from turaga.solve import METHODS
from turaga.solve.comparison import Compare, Comparison, Range, Standing
from turaga.text import duration, listed, plural, sentence

_WIDEST, _LEAST_NAME = 80, 10  # characters of a line, and at least for the names in it
_COUNTING_OTHERWISE = {
    "cycles": "squares of covers",
    "narrow": "states",
    "narrowest": "states",
    "deduction": "moves tried",
    "exact": "conflicts",
}  # what these methods count as steps


@make_command(
    examples=(
        ("turaga compare 8x8", "Compare the methods."),
        ("turaga compare 7x7 --methods greedy,search,euler", "Choose methods."),
        ("turaga compare 8x8 --rule outermost --rule random", "Compare rules."),
        ("turaga compare 8x8 --like serafeimidis,klochko", "Compare published programs."),
        ("turaga compare 20x20 50x50 -o plot.svg", "Two boards, with a plot."),
    ),
    status="0, or 2 for bad input.",
    tables={"Methods": {name: method.what for name, method in METHODS.items()}},
)
@options(Compare, several=True)
@option("-o", "--out", metavar="FILE", help="Draw a plot, as .svg or .png.")
@option("--json", "as_json", is_flag=True, group="Output", help="Print one JSON object for each board.")
def command(*, requests: list[Compare], sources: tuple[str, ...], out: str | None, as_json: bool) -> int:
    """Compare methods and rules on a board.

    All of them get the same starts and limits, and they take turns. Kernels are loaded before anything is
    timed, and short walks are timed three times: the shortest time counts. A method that cannot be used on
    the board is listed with the reason. All tours are verified.

    --json prints all of this and every walk.
    """
    draw = None if out is None else _plotter(out)
    comparisons = []
    for i, request in enumerate(requests):
        with progress() as report:
            comparison = request.run(progress=report)
        comparisons.append(comparison)
        if as_json:
            put_json(comparison.as_json())
        else:
            put("\n" if i else "")
            _print(comparison)
    if draw is not None:
        with progress() as report:
            draw(comparisons, report)
        if not as_json:
            tell(f"plot saved to {out}")
    return 0


# -- the table ------------------------------------------------------------------------------------------


def _print(comparison: Comparison) -> None:
    ran = [one for one in comparison.standings if one.refused is None]
    if comparison.ruled_out is not None and not comparison.has_walks:
        put_wrapped(f"{_question(comparison)}\n\n{sentence(comparison.summary)}\n")
        return
    limits = f"{plural(comparison.step_limit, 'step', grouped=True)} and {comparison.time_limit:g} s"
    put_wrapped(f"{_question(comparison)}; the limit of a walk is {limits}\n\n")
    head: tuple[str, ...] = ("", "solved", "impossible", "gave up", "closed", "fewest squares")
    results = []
    for one in comparison.standings:
        numbers = (one.solved, one.impossible, one.gave_up, one.closed, one.fewest_visited)
        shown = ("-" if number is None or one.refused else str(number) for number in numbers)
        results.append((one.name, *shown))
    tables = [_table(head, results)]
    if ran:
        head = ("", "steps: min", "mean", "max", "time: min", "mean", "max")
        work = [(one.name, *_three(one.steps, _steps), *_three(one.seconds, duration)) for one in ran]
        tables.append(_table(head, work))
    if too_wide(max(len(line) for table in tables for line in table)):
        tell(TOO_WIDE.format("tables"))
        put("\n")
    else:
        put("".join(f"{line}\n" for table in tables for line in (*table, "")))
    lines = [sentence(one.refused) for one in comparison.standings if one.refused]
    lines += [*_notes(comparison, ran), sentence(comparison.summary)]
    put_wrapped("".join(f"{line}\n" for line in lines))


def _question(comparison: Comparison) -> str:
    """The board, the kind of tours and the number of starts."""
    kind = "closed tours" if comparison.closed else "tours"
    planned, size = comparison.planned, comparison.board.size
    where = "every square" if planned == size else f"{planned} of {plural(size, 'square')}"
    return f"{comparison.board}, {kind} from {where}"


def _three(numbers: Range | None, form: Callable[[float], str]) -> list[str]:
    if numbers is None:
        return ["-"] * 3
    return [form(number) for number in (numbers.least, numbers.mean, numbers.most)]


def _steps(value: float) -> str:
    """A number of steps: whole, or with one digit after the point if it is a small mean."""
    return f"{value:,.1f}".removesuffix(".0") if value < 1000 else f"{value:,.0f}"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows below a header: names on the left, then columns that are aligned to the right. A name that is too
    long for a line of 80 characters has a line of its own, above its numbers."""
    widths = [max(len(row[i]) for row in (head, *rows)) for i in range(1, len(head))]
    room = max(_LEAST_NAME, _WIDEST - sum(widths) - 2 * len(widths))
    column = min(room, max(len(name) for name, *_ in rows))
    lines = []
    for name, *texts in (head, *rows):
        numbers = "".join(f"  {text:>{width}}" for text, width in zip(texts, widths, strict=True))
        if len(name) > column:
            lines.append(name)
            name = ""
        lines.append(name.ljust(column) + numbers)
    return lines


def _notes(comparison: Comparison, ran: Sequence[Standing]) -> list[str]:
    """What a reader of the table must know."""
    notes = []
    done = len(comparison.starts)
    if ran and done < comparison.planned:
        notes.append(
            f"The total limit of {comparison.total_limit:g} s was reached after {done} of "
            f"{comparison.planned} starts."
        )
    other = {one.contestant.method for one in ran} & _COUNTING_OTHERWISE.keys()
    if other:
        words = listed(f"{_COUNTING_OTHERWISE[method]} for {method}" for method in sorted(other))
        notes.append(f"Steps are {words}; other methods count squares entered.")
    return notes


# -- the plot -------------------------------------------------------------------------------------------


def _plotter(out: str) -> Callable[[Sequence[Comparison], Progress | None], None]:
    """A function that draws the plot and saves it. Problems with the file are reported before any work."""
    from turaga.cli._plot_output import plot_format  # loaded only for plots
    from turaga.pictures.comparison_plot import Measured, comparison
    from turaga.pictures.plot_canvas import Look

    format = plot_format(out)

    def draw(comparisons: Sequence[Comparison], report: Progress | None) -> None:
        if report:
            report("drawing", 0, 0)
        first, one_board = comparisons[0], len(comparisons) == 1
        title = f"{'Closed tours' if first.closed else 'Tours'}{f' of {first.board}' if one_board else ''}"
        note = [f"{plural(len(first.starts), 'start')}"] if one_board else []
        note.append(f"at most {first.step_limit:,} steps and {first.time_limit:g} s per walk")
        note.append("dots are means, lines run from the smallest to the largest value")
        look = Look(title=f"{title} by method and rule", note=" · ".join(note))
        boards = [(str(each.board), [measured(one) for one in each.standings]) for each in comparisons]
        picture = comparison(boards, look, format=format)
        write_atomically(out, lambda file: file.write(picture))

    def measured(one: Standing) -> Measured:
        steps = tuple(float(trial.steps) for trial in one.trials)
        return Measured(one.name, one.solved, steps, tuple(trial.seconds for trial in one.trials))

    return draw
