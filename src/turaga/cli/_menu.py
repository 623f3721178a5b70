"""`turaga` alone on a terminal: a picture of a tour, and what can be done."""

import os
import shutil
import sys
from collections.abc import Callable, Sequence

import click

from turaga import draw
from turaga._version import __version__
from turaga.board import Board
from turaga.cli._terminal import put, tell
from turaga.errors import BadInput
from turaga.solve import Found, solve
from turaga.wording import short

__all__ = ["menu"]

_CHOICES = {
    "p": ("play", "walk the knight yourself"),
    "w": ("watch", "see Warnsdorff's rule walk it"),
    "s": ("solve", "find a tour of a board"),
    "q": ("quit", ""),
}
_GAP = "    "


def menu(run: Callable[[Sequence[str]], int]) -> int:
    """Show the picture, then ask what to do until that is to quit; `run` runs a command by its words.

    What a command refuses is said, and the menu goes on. The exit status comes back: 0.
    """
    put(_opening(shutil.get_terminal_size().columns))
    while True:
        chosen = _asked()
        if chosen == "q":
            return 0
        try:
            run(_words_for(chosen))
        except (BadInput, click.UsageError) as refused:
            tell(f"turaga: {refused.format_message() if isinstance(refused, click.UsageError) else refused}")
        put("\n" + "\n".join(_lines()) + "\n")


def _opening(columns: int) -> str:
    """The picture, and beside it, or below where it is narrow, the choices."""
    outcome = solve("6x6", closed=True)  # as large as leaves room for the words on 80 columns
    assert isinstance(outcome, Found)
    picture = draw.text(outcome.tour, style="line").rstrip("\n").split("\n")
    wide = max(map(len, picture))
    words = [f"Turaga {__version__}", "a workbench for knight's tours", "", *_lines()]
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
    """The picture's line stands out, unless colours are not wanted."""
    return text if os.environ.get("NO_COLOR") else click.style(text, fg="cyan")


def _asked() -> str:
    """The key of what a person chose, by key or by name; anything else is asked again. The end of the input
    is to quit."""
    while True:
        put("> ")
        sys.stdout.flush()
        line = sys.stdin.readline()
        word = line.strip().lower()
        for key, (name, _) in _CHOICES.items():
            if word in (key, name):
                return key
        if not line:
            put("\n")
            return "q"
        if word:
            put(f"{short(word)!r} is no choice: type p, w, s or q, and enter\n")


def _words_for(chosen: str) -> list[str]:
    """The command for a choice; to solve, a board and a start are asked for."""
    if chosen != "s":
        return {"p": ["play"], "w": ["watch", "8x8"]}[chosen]
    board = click.prompt("Board", default="8x8")
    Board.read(board)  # what cannot be one is said before anything else is asked
    start = click.prompt("Start, such as 1,1 or a1 (empty for any)", default="", show_default=False)
    closed = click.confirm("Closed", default=False)
    words = ["solve", board]
    words += ["--start", start] if start.strip() else []
    return words + (["--closed"] if closed else [])
