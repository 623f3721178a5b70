"""How `solve` and `repair` print an outcome: the walk on stdout, and what happened on stderr."""

import json
from collections.abc import Callable
from dataclasses import dataclass

from turaga.board import Board
from turaga.cli._files import format_of_name, write_walk
from turaga.cli._help import option
from turaga.cli._terminal import put, tell, too_wide
from turaga.errors import BadInput
from turaga.notation import FORMATS, parse_format, write
from turaga.notation.writer import refuse_large_grid
from turaga.solve import METHODS, MOST_SQUARES, Found, GaveUp, Impossible, Outcome, Progress
from turaga.text import duration, listed, plural, short
from turaga.text import show as show_square
from turaga.walk import Walk

_STATUS = {"found": 0, "impossible": 1, "gave-up": 3}
_SHOWN = tuple(word for word in FORMATS if word != "json")


def show_option_with(
    default: str, what: str = "How to print the walk"
) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """--show, with what it does by default."""
    return option(
        "--show",
        metavar="FORMAT",
        group="Output",
        help=f"{what}: {listed([*_SHOWN, 'none'], 'or')}. [default: {default}]",
    )


show_option = show_option_with("board, none with --out")
out_option = option(
    "-o",
    "--out",
    metavar="FILE",
    help="Save the walk to a file. The extension chooses the format: .json, .npy, or anything else for a "
    "number grid. - is stdout.",
)


@dataclass(frozen=True, slots=True)
class Printing:
    """How to show an outcome, decided before any work is done."""

    form: str
    printed: bool  # whether the walk goes to stdout
    wide: bool  # whether the board is wider than the terminal
    out: str | None  # the file to save it to
    as_json: bool

    @classmethod
    def from_options(cls, board: Board, show: str | None, out: str | None, as_json: bool) -> "Printing":
        """Read the options. `BadInput` if they contradict each other."""
        form = _format_to_show(show, as_json)
        if out == "-":
            if form == "none":
                raise BadInput(
                    "--out - prints the walk, but --show none does not",
                    accepted="leave out one of them",
                    field="show",
                    value=show,
                )
            out = None
        printed = not as_json and form != "none" and (show is not None or out is None)
        wide = show is None and form == "board" and too_wide(board.cols * (len(str(board.size)) + 1) - 1)
        return cls(form, printed, wide, out, as_json)

    def require_printable(self, board: Board) -> None:
        """Raise `BadInput` if the number grid would be too large. Call this before looking for a tour."""
        as_text = (self.printed and self.form == "board" and not self.wide) or (
            self.out is not None and format_of_name(self.out) == "board"
        )
        if as_text and board.size <= MOST_SQUARES:  # `solve` itself rejects larger boards
            refuse_large_grid(board, board.size)

    @property
    def only_saved(self) -> bool:
        """Whether the tour goes to a .npy file and nowhere else."""
        shown = self.printed or self.as_json
        return not shown and self.out is not None and format_of_name(self.out) == "npy"

    def save(self, outcome: Outcome, report: Progress | None) -> None:
        """Write the walk to its file, if there is a walk and a file."""
        if self.out is not None and outcome.longest_walk is not None:
            if report:
                report("writing", 0, 0)
            write_walk(self.out, outcome.longest_walk)

    def show(self, outcome: Outcome) -> int:
        """Print the outcome and return the exit status."""
        if self.as_json:
            put(json.dumps(outcome.as_json()) + "\n")
        elif outcome.longest_walk is not None and self.printed:
            if self.wide:
                tell("(too wide for this terminal: print it with --show board, or save it with --out FILE)")
            else:
                put(write(outcome.longest_walk, self.form))
        if outcome.account and not self.as_json:
            tell("\n".join(outcome.account))
        if not self.as_json:
            tell(_what_happened(outcome, self.out))
        return _STATUS[outcome.word]


def _format_to_show(show: str | None, as_json: bool) -> str:
    """The format to print the walk in."""
    if show is None or show.strip().lower() == "none":
        return "board" if show is None else "none"
    if as_json:
        raise BadInput(
            "--show cannot be used with --json",
            accepted="the JSON object contains the squares",
            field="show",
            value=show,
        )
    try:
        form = parse_format(show)
    except BadInput:
        form = ""
    if form not in _SHOWN:
        raise BadInput(
            f"--show must be {listed([*_SHOWN, 'none'], 'or')}, got {short(show)!r}",
            field="show",
            value=show,
        )
    return form


def _what_happened(outcome: Outcome, out: str | None) -> str:
    """The outcome in words, then how much work it took."""
    board = outcome.board
    match outcome:
        case Found(tour):
            kind = "A closed tour" if tour.closed else "An open tour"
            first = f"{kind} of {board}{_ends(tour)}, {outcome.reason}."
        case Impossible(reason):
            first = f"Impossible: {reason}."
        case GaveUp(best):
            state = "an open tour" if best.complete else f"{len(best)} of {plural(board.size, 'square')}"
            first = f"Gave up: {outcome.reason}. The longest walk is {state}{_ends(best)}."
    lines = [first]
    if outcome.steps:
        work = [outcome.method, plural(outcome.steps, "step")]
        work += [plural(outcome.backtracks, "backtrack")] if outcome.backtracks else []
        work += [plural(outcome.retries, "retry", "retries")] if outcome.retries else []
        rule = f"; {outcome.rule}" if METHODS[outcome.method].by_rule else ""
        lines.append(f"{', '.join(work)}, {duration(outcome.seconds)}{rule}")
    if out is not None:
        lines.append(f"saved to {out}" if outcome.longest_walk is not None else f"nothing saved to {out}")
    return "\n".join(lines)


def _ends(walk: Walk) -> str:
    return f", from {show_square(walk[0])} to {show_square(walk[-1])}"
