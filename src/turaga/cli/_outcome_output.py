"""How `solve` and `repair` print an outcome: the walk on stdout, and what happened on stderr."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from turaga.board import Board
from turaga.cli._files import format_of_name, write_walk
from turaga.cli._help import option
from turaga.cli._terminal import put, tell, too_wide
from turaga.cli._walk_forms import SHOWN, in_forms, parse_forms, refuse_large_forms
from turaga.errors import BadInput
from turaga.solve import METHODS, MOST_SQUARES, Found, GaveUp, Impossible, Outcome, Progress
from turaga.text import duration, listed, plural, trim
from turaga.text import show as show_square
from turaga.walk import Walk

_STATUS = {"found": 0, "impossible": 1, "gave-up": 3}


def show_option_with(
    default: str, what: str = "How to print the walk"
) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """--show, with what it does by default."""
    return option(
        "--show",
        metavar="FORMAT",
        group="Output",
        help=f"{what}: {listed([*SHOWN, 'none'], 'or')}. degrees are those of the empty board. Separate "
        f"several formats with commas: board,moves. [default: {default}]",
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

    forms: tuple[str, ...]  # the formats to print, one after the other; empty for none
    printed: bool  # whether they go to stdout
    wide: bool  # whether the board is wider than the terminal
    out: str | None  # the file to save it to
    as_json: bool

    @classmethod
    def from_options(cls, board: Board, show: str | None, out: str | None, as_json: bool) -> "Printing":
        """Read the options. `BadInput` if they contradict each other."""
        forms = _formats_to_show(show, as_json)
        if out == "-":
            if not forms:
                raise BadInput(
                    "--out - prints the walk, but --show none does not",
                    accepted="leave out one of them",
                    field="show",
                    value=show,
                )
            out = None
        printed = not as_json and bool(forms) and (show is not None or out is None)
        wide = show is None and too_wide(board.cols * (len(str(board.size)) + 1) - 1)
        return cls(forms, printed, wide, out, as_json)

    def require_printable(self, board: Board) -> None:
        """Raise `BadInput` if the number grid would be too large. Call this before looking for a tour."""
        forms = self.forms if self.printed and not self.wide else ()
        if self.out is not None and format_of_name(self.out) == "board":
            forms = ("board",)
        if board.size <= MOST_SQUARES:  # `solve` itself rejects larger boards
            refuse_large_forms(forms, board)

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

    def show(self, outcome: Outcome, more: Mapping[str, object] = MappingProxyType({})) -> int:
        """Print the outcome and return the exit status. `more` is added to --json."""
        if self.as_json:
            put(json.dumps({**outcome.as_json(), **more}) + "\n")
        elif self.printed and self.wide:
            if outcome.longest_walk is not None:
                tell("(too wide for this terminal: print it with --show board, or save it with --out FILE)")
        elif self.printed:
            put(in_forms(self.forms, outcome.board, outcome.longest_walk))
        if not self.as_json:
            answer, *work = _what_happened(outcome, self.out)
            # A proof follows what it proves, and an account of how a walk was found comes before it.
            proved = isinstance(outcome, Impossible)
            lines = [answer, *outcome.account] if proved else [*outcome.account, answer]
            tell("\n".join([*lines, *work]))
        return _STATUS[outcome.word]


def _formats_to_show(show: str | None, as_json: bool) -> tuple[str, ...]:
    """The formats to print the walk in."""
    if show is None or trim(show).lower() == "none":
        return ("board",) if show is None else ()
    if as_json:
        raise BadInput(
            "--show cannot be used with --json",
            accepted="the JSON object contains the squares",
            field="show",
            value=show,
        )
    return parse_forms("--show", show, SHOWN, alone=("none",))


def _what_happened(outcome: Outcome, out: str | None) -> list[str]:
    """The outcome in words, then how much work it took, and where it was saved: one line each."""
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
    return lines


def _ends(walk: Walk) -> str:
    return f", from {show_square(walk[0])} to {show_square(walk[-1])}"
