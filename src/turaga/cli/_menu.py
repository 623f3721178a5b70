"""The menu: what `turaga` without arguments shows on a terminal."""

import sys
from collections.abc import Callable, Sequence

import click

from turaga import draw
from turaga._version import __version__
from turaga.board import Board
from turaga.cli._advice import error_sentence
from turaga.cli._terminal import columns_of, has_screen, put, shows_colours, tell
from turaga.cli._usage_errors import usage_sentence
from turaga.errors import BadInput
from turaga.solve import Found, solve
from turaga.text import short

_CHOICES = {
    "p": ("play", "visit every square yourself"),
    "w": ("watch", "watch Warnsdorff's rule"),
    "s": ("solve", "find a tour of a board"),
    "q": ("quit", ""),
}
_GAP = "    "


def menu(run: Callable[[Sequence[str]], int]) -> int:
    """Show a picture, then ask what to do until the user quits. `run` runs a command with its arguments.

    If a command rejects its input, the menu says why and continues. Returns the exit status, 0.
    """
    put(_opening(columns_of(sys.stdout)))
    while True:
        try:
            arguments = _arguments_for(_chosen())
            if arguments is None:
                return 0
            run(arguments)
        except EOFError:
            put("\n")
            return 0
        except BadInput as error:
            tell(f"turaga: {error_sentence(error)}")
        except click.UsageError as error:
            tell(f"turaga: {usage_sentence(error)}")
        put("\n" + "\n".join(_lines()) + "\n")


def _opening(columns: int) -> str:
    """The picture and the choices, side by side, or one below the other on a narrow terminal."""
    outcome = solve("6x6", closed=True)  # as large as fits beside the choices on 80 columns
    assert isinstance(outcome, Found)
    picture = draw.text(outcome.tour, style="line").rstrip("\n").split("\n")
    wide = max(map(len, picture))
    words = [f"Turaga {__version__}", "a workbench for knight's tours", "", *_lines()]
    if columns < wide:  # no room for the picture
        return "\n".join(words) + "\n"
    if columns < wide + len(_GAP) + max(map(len, words)):
        return "\n".join([*map(_coloured, picture), "", *words]) + "\n"
    above = max(0, (len(picture) - len(words)) // 2)
    words = [""] * above + words + [""] * (len(picture) - len(words) - above)
    return "".join(
        f"{_coloured(left.ljust(wide))}{_GAP}{right}".rstrip() + "\n"
        for left, right in zip(picture, words, strict=False)
    )


def _lines() -> list[str]:
    """The choices, one per line."""
    return [f"  {key}  {name:<8}{what}".rstrip() for key, (name, what) in _CHOICES.items()]


def _coloured(text: str) -> str:
    """A line of the picture in colour, if the terminal shows colours."""
    return click.style(text, fg="cyan") if shows_colours() else text


def _line(prompt: str) -> str:
    """The line that the user types, without spaces around it. `EOFError` at the end of input."""
    put(prompt)
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line.strip()


def _chosen() -> str:
    """The key of the user's choice, typed as a key or a name. Ask again after anything else."""
    while True:
        word = _line("> ").lower()
        for key, (name, _) in _CHOICES.items():
            if word in (key, name):
                return key
        if word:
            put(f"{short(word)!r} is not a choice: type p, w, s or q and press Enter\n")


def _arguments_for(chosen: str) -> list[str] | None:
    """The command for a choice, or None to quit. For solve, ask for the board and the start."""
    match chosen:
        case "q":
            return None
        case "p":
            return ["play"] if has_screen() else ["play", "--plain"]
        case "w":
            return ["watch", "8x8"]
    board = _line("Board [8x8]: ") or "8x8"
    whole = Board.read(board)  # a bad board is rejected before the next question
    start = _line("Start, such as 1,1 or a1 (press Enter for any): ")
    if start:
        whole.read_square(start)
    closed = _line("Closed tour? [y/N]: ").lower() in ("y", "yes")
    return ["solve", board, *(["--start", start] if start else []), *(["--closed"] if closed else [])]
