"""`turaga` alone on a terminal: a picture of a tour, and what can be done."""

import os
import shutil
import sys
from collections.abc import Callable, Sequence

import click

from turaga import draw
from turaga._version import __version__
from turaga.board import Board
from turaga.cli._terminal import has_screen, put, tell
from turaga.errors import BadInput
from turaga.solve import Found, solve
from turaga.text import short

_CHOICES = {
    "p": ("play", "walk the knight yourself"),
    "w": ("watch", "see Warnsdorff's rule walk it"),
    "s": ("solve", "find a tour of a board"),
    "q": ("quit", ""),
}
_GAP = "    "


def menu(run: Callable[[Sequence[str]], int]) -> int:
    """Show the picture, then ask what to do until the answer is quit; `run` runs a command by its words.

    If a command refuses its input, the menu says why and goes on. Returns the exit status, 0.
    """
    put(_opening(shutil.get_terminal_size().columns))
    while True:
        try:
            words = _words_for(_chosen())
            if words is None:
                return 0
            run(words)
        except EOFError:
            put("\n")
            return 0
        except (BadInput, click.UsageError) as refused:
            tell(f"turaga: {refused.format_message() if isinstance(refused, click.UsageError) else refused}")
        put("\n" + "\n".join(_lines()) + "\n")


def _opening(columns: int) -> str:
    """The picture and the choices, side by side or, where it is narrow, one below the other."""
    outcome = solve("6x6", closed=True)  # as large as leaves room for the words on 80 columns
    assert isinstance(outcome, Found)
    picture = draw.text(outcome.tour, style="line").rstrip("\n").split("\n")
    wide = max(map(len, picture))
    words = [f"Turaga {__version__}", "a workbench for knight's tours", "", *_lines()]
    if columns < wide:  # broken lines are no picture
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
    """The choices, one a line."""
    return [f"  {key}  {name:<8}{what}".rstrip() for key, (name, what) in _CHOICES.items()]


def _coloured(text: str) -> str:
    """The picture's line in colour, unless colours are unwanted or unknown."""
    return click.style(text, fg="cyan") if has_screen() and not os.environ.get("NO_COLOR") else text


def _line(prompt: str) -> str:
    """The line a person types, without the spaces around it; `EOFError` at the end of input."""
    put(prompt)
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line.strip()


def _chosen() -> str:
    """The key of what a person chose, by key or by name; anything else is asked again."""
    while True:
        word = _line("> ").lower()
        for key, (name, _) in _CHOICES.items():
            if word in (key, name):
                return key
        if word:
            put(f"{short(word)!r} is no choice: type p, w, s or q, and enter\n")


def _words_for(chosen: str) -> list[str] | None:
    """The command for a choice, None to quit; to solve, a board and a start are asked for."""
    match chosen:
        case "q":
            return None
        case "p":
            return ["play"] if has_screen() else ["play", "--plain"]
        case "w":
            return ["watch", "8x8"]
    board = _line("Board [8x8]: ") or "8x8"
    whole = Board.read(board)  # a bad board is refused before the next question
    start = _line("Start, such as 1,1 or a1 (empty for any): ")
    if start:
        whole.read_square(start)
    closed = _line("Closed [y/N]: ").lower() in ("y", "yes")
    return ["solve", board, *(["--start", start] if start else []), *(["--closed"] if closed else [])]
