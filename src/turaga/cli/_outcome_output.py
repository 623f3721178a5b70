"""How commands print a walk, in one format or several, and how `solve` and `repair` print an outcome: the
walk on stdout, and what happened on stderr."""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from turaga.board import Board
from turaga.cli._files import write_walk
from turaga.cli._help import option
from turaga.cli._terminal import put, put_json, tell, too_wide
from turaga.errors import BadInput, TourNotFound
from turaga.kinds import formats
from turaga.notation import FORMATS, write, write_degrees
from turaga.notation.writer import refuse_large_grid
from turaga.operations import naming
from turaga.solve import METHODS, MOST_SQUARES, Found, GaveUp, Impossible, Outcome, Progress
from turaga.storage import format_for, is_picture
from turaga.text import duration, listed, plural, short, trim
from turaga.walk import Walk

if TYPE_CHECKING:
    from turaga.cli._picture_output import Drawing
    from turaga.solve.explanation import Explanation
    from turaga.solve.trimming import Trimmed

DEGREES = "degrees"  # not a format of a walk: the degrees of the empty board
SHOWN = (*(name for name in FORMATS if name != "json"), DEGREES)
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
    multiple=True,
    help="Save the walk to a file. The extension chooses the format: .json, .npy, .svg, .png or .gif, or "
    "anything else for a number grid. - is stdout. Can be repeated.",
)


@dataclass(frozen=True, slots=True)
class Printing:
    """How to show an outcome, decided before any work is done."""

    forms: tuple[str, ...]  # the formats to print, one after the other; empty for none
    printed: bool  # whether they go to stdout
    wide: bool  # whether the board is wider than the terminal
    saved: tuple[str, ...]  # the files to save it to
    drawings: "tuple[Drawing, ...]"  # the pictures to make
    as_json: bool

    @classmethod
    def from_options(cls, board: Board, show: str | None, out: Sequence[str], as_json: bool) -> "Printing":
        """Read the options. `BadInput` if they contradict each other."""
        forms: tuple[str, ...] = ("board",)
        if show is not None and trim(show).lower() == "none":
            forms = ()
        elif show is not None and as_json:
            raise BadInput(
                "--show cannot be used with --json",
                accepted="the JSON object contains the squares",
                field="show",
            )
        elif show is not None:
            forms = parse_forms("--show", show, SHOWN, alone=("none",))
        if "-" in out and not forms:
            raise BadInput(
                "--out - prints the walk, but --show none does not",
                accepted="leave out one of them",
                field="show",
            )
        files = [name for name in out if name != "-"]
        paths = [os.path.realpath(name) for name in files]
        if twice := next(
            (name for name, path in zip(files, paths, strict=True) if paths.count(path) > 1), None
        ):
            raise BadInput(
                f"--out {short(twice)!r} is given twice", accepted="choose different files", field="out"
            )
        pictures = [name for name in files if is_picture(name)]
        printed = not as_json and bool(forms) and (show is not None or not files or "-" in out)
        wide = show is None and too_wide(board.cols * (len(str(board.size)) + 1) - 1)
        saved = tuple(name for name in files if name not in pictures)
        return cls(forms, printed, wide, saved, _drawings(pictures), as_json)

    def require_printable(self, board: Board) -> None:
        """Raise `BadInput` if the number grid would be too large. Call this before looking for a tour."""
        forms = self.forms if self.printed and not self.wide else ()
        if any(format_for(name) == "board" for name in self.saved):
            forms = ("board",)
        if board.size <= MOST_SQUARES:  # `solve` itself rejects larger boards
            refuse_large_forms(forms, board)
        for drawing in self.drawings:
            drawing.check([board])

    @property
    def only_npy(self) -> str | None:
        """The .npy file to which the tour goes, if it goes nowhere else."""
        elsewhere = self.printed or self.as_json or self.drawings or len(self.saved) != 1
        return None if elsewhere or format_for(self.saved[0]) != "npy" else self.saved[0]

    def save(self, found: Sequence[Walk | None], report: Progress | None = None) -> None:
        """Write the walk, if there is one, to its files. Several walks are drawn on one sheet."""
        walks = [walk for walk in found if walk is not None]
        for name in self.saved if walks else ():
            if report:
                report("writing", 0, 0)
            write_walk(name, walks[0])
        for drawing in self.drawings if walks else ():
            if report:
                report("drawing", 0, 0)
            drawing.make(walks)

    @property
    def files(self) -> list[str]:
        """All files that it saves."""
        return [*self.saved, *(str(drawing.out) for drawing in self.drawings)]

    def show(
        self,
        outcome: Outcome,
        *,
        explanation: "Explanation | None" = None,
        trimmed: "Trimmed | TourNotFound | None" = None,
        answered: bool = True,
    ) -> int:
        """Print the outcome and return the exit status. --json has the explanation and what was trimmed too.
        Without `answered`, an explanation gives the answer."""
        walk = outcome.longest_walk
        if self.as_json:
            from turaga.solve.solved import Solved

            put_json(Solved.of(outcome, explanation=explanation, trimmed=trimmed).as_json())
        elif self.printed and self.wide:
            if walk is not None:
                tell("(too wide for this terminal: print it with --show board, or save it with --out FILE)")
        elif self.printed:
            put(in_forms(self.forms, outcome.board, walk))
        if not self.as_json:
            answer, *work = _what_happened(outcome)
            kept = "saved" if walk is not None else "nothing saved"
            work += [f"{kept} to {name}" for name in self.files]
            # A proof follows what it proves, and an account of how a walk was found comes before it.
            proved = isinstance(outcome, Impossible)
            lines = [answer, *outcome.account] if proved else [*outcome.account, answer]
            if said := [*(lines if answered else []), *work]:
                tell("\n".join(said))
        return _STATUS[outcome.word]


def _drawings(names: Sequence[str]) -> "tuple[Drawing, ...]":
    if not names:
        return ()
    from turaga.cli._picture_output import Drawing  # loaded only for pictures

    return tuple(Drawing.read(name) for name in names)


def _what_happened(outcome: Outcome) -> list[str]:
    """The outcome in words, then how much work it took: one line each."""
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
    return lines


def _ends(walk: Walk) -> str:
    board, first, last = walk.board, walk[0], walk[-1]
    return f", from {board.show(first)} to {board.show(last)}"


# -- the formats of a walk --------------------------------------------------------------------------------


def parse_forms(option: str, text: str, known: Sequence[str], alone: Sequence[str] = ()) -> tuple[str, ...]:
    """The formats that the user named, with commas between them. `BadInput` if one is not known or named
    twice, or if one that must stand `alone` is not the only one."""
    with naming(option.removeprefix("--"), "--{}".format):
        forms: tuple[str, ...] = formats(tuple(known), tuple(alone)).parse(text, {})
        return forms


def require_one_form(forms: Sequence[str], text: str) -> None:
    """Raise `BadInput` if these formats cannot be used for several tours, which are printed one per line:
    nobody could tell where one tour ends and the next begins."""
    if len(forms) > 1 or DEGREES in forms:
        raise BadInput(
            f"--show {short(text)!r} is for one tour, but several tours are printed",
            accepted=f"for these, choose one of {', '.join(name for name in SHOWN if name != DEGREES)}",
            field="show",
        )


def in_forms(forms: Sequence[str], board: Board, walk: Walk | None) -> str:
    """The walk in each of the formats, with an empty line between them. Without a walk, only what does not
    need one: the degrees."""
    texts = []
    for form in forms:
        if form == DEGREES:
            texts.append(write_degrees(board))
        elif walk is not None:
            texts.append(write(walk, form))
    return "\n".join(texts)


def refuse_large_forms(forms: Sequence[str], board: Board) -> None:
    """Raise `BadInput` if a grid of the whole board would be too large to print."""
    if "board" in forms:
        refuse_large_grid(board, board.size)
    elif DEGREES in forms:
        refuse_large_grid(board, 8)
