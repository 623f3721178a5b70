"""The menu: what `turaga` without arguments shows on a terminal.

Each choice asks a few questions and runs a command, which is shown first, so that people learn it.
"""

import re
import shlex
import sys
from collections.abc import Callable, Sequence
from typing import TypeVar

import click

from turaga import pictures
from turaga._version import __version__
from turaga.board import Board
from turaga.board_input import read_board
from turaga.cli._advice import error_sentence, usage_sentence
from turaga.cli._terminal import columns_of, put, shows_colours, tell
from turaga.errors import BadInput
from turaga.solve import Found, solve
from turaga.text import sentence, short

_T = TypeVar("_T")
_Command = list[str]
_GAP = "    "
_BACK = ("q", "quit")  # typed instead of an answer


class _BackToMenu(Exception):
    """The user does not want to answer."""


def menu(run: Callable[[Sequence[str]], int]) -> int:
    """Show a picture, then ask what to do until the user quits. `run` runs a command with its arguments.

    If a command rejects its input, the menu says why and continues. Returns the exit status, 0.
    """
    put(_opening(columns_of(sys.stdout)))
    while True:
        try:
            commands = _chosen()()
            if not commands:
                return 0
            for arguments in commands:
                put(f"$ {shlex.join(['turaga', *arguments])}\n")
                sys.stdout.flush()
                if run(arguments) != 0:
                    break  # the next command would need what this one did not make
        except EOFError:
            put("\n")
            return 0
        except _BackToMenu:
            pass
        except BadInput as error:
            tell(f"turaga: {error_sentence(error)}")
        except click.UsageError as error:
            tell(f"turaga: {usage_sentence(error)}")
        put("\n" + "\n".join(_lines()) + "\n")


# -- what is shown ------------------------------------------------------------------------------------


def _opening(columns: int) -> str:
    """The picture and the choices, side by side, or one below the other on a narrow terminal."""
    outcome = solve("6x6", closed=True)  # as large as fits beside the choices on 80 columns
    assert isinstance(outcome, Found)
    picture = pictures.text(outcome.tour, style="line").rstrip("\n").split("\n")
    wide = max(map(len, picture))
    words = [f"Turaga {__version__}", "a workbench for knight's tours", "", *_lines()]
    if columns < wide:  # no room for the picture
        return "\n".join(words) + "\n"
    if columns < wide + len(_GAP) + max(map(len, words)):
        return "\n".join([*map(_coloured, picture), "", *words]) + "\n"
    above = max(0, (len(picture) - len(words)) // 2)
    words = [""] * above + words + [""] * (len(picture) - len(words) - above)
    picture += [""] * (len(words) - len(picture))
    return "".join(
        f"{_coloured(left.ljust(wide))}{_GAP}{right}".rstrip() + "\n"
        for left, right in zip(picture, words, strict=True)
    )


def _lines() -> list[str]:
    """The choices, one per line, for terminals of 40 columns or more."""
    return [f"  {key}  {name:<9}{what}".rstrip() for key, (name, what, _) in _CHOICES.items()]


def _coloured(text: str) -> str:
    """A line of the picture in colour, if the terminal shows colours."""
    return click.style(text, fg="cyan") if shows_colours() else text


# -- what is asked ------------------------------------------------------------------------------------


def _line(prompt: str) -> str:
    """The line that the user types, without spaces around it. `EOFError` at the end of input."""
    put(prompt)
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line.strip()


def _chosen() -> Callable[[], list[_Command]]:
    """The user's choice, typed as a key or a name. Ask again after anything else."""
    while True:
        word = _line("> ").lower()
        for key, (name, _, commands) in _CHOICES.items():
            if word in (key, name):
                return commands
        if word:
            tell(f"{short(word)!r} is not a choice: type one of {', '.join(_CHOICES)} and press Enter")


def _ask(question: str, read: Callable[[str], _T]) -> _T:
    """The answer to a question. `read` makes a value of what the user typed; if it raises `BadInput`, the
    menu says why and asks again."""
    while True:
        answer = _line(question)
        if answer.lower() in _BACK:
            raise _BackToMenu
        try:
            return read(answer)
        except BadInput as error:
            tell(f"{sentence(error_sentence(error))} Try again, or type q to go back.")


def _ask_board(default: str) -> tuple[str, Board]:
    """The board as typed, and as a value."""
    return _ask(f"Board [{default}]: ", lambda answer: (answer or default, read_board(answer or default)))


def _ask_start(board: Board, default: str) -> _Command:
    """The option for a start, if the user wants one."""

    def read(answer: str) -> _Command:
        if answer:
            board.read_square(answer, field="start")
        return ["--start", answer] if answer else []

    return _ask(f"Start, such as a1 or 1,1 [{default}]: ", read)


def _ask_yes(question: str, default: bool) -> bool:
    def read(answer: str) -> bool:
        if answer.lower() not in ("", "y", "yes", "n", "no"):
            raise BadInput(f"{short(answer)!r} is not an answer", accepted="type y or n")
        return answer.lower().startswith("y") if answer else default

    return _ask(f"{question} [{'Y/n' if default else 'y/N'}]: ", read)


# -- what is done -------------------------------------------------------------------------------------


def _play() -> list[_Command]:
    """A new game, or the last one if it is unfinished."""
    from turaga.play.saved_games import GameStore

    last = GameStore().kept()
    if last is None:
        board, whole = _ask_board("8x8")
        return [["play", board, *_ask_start(whole, "later")]]
    given = _ask(
        f"Board [your game on {last.board}]: ",
        lambda answer: (answer, read_board(answer)) if answer else None,
    )
    return [["play", given[0], *_ask_start(given[1], "later")] if given else ["play"]]


def _watch() -> list[_Command]:
    board, whole = _ask_board("8x8")
    return [["watch", board, *_ask_start(whole, "any")]]


def _solve() -> list[_Command]:
    board, whole = _ask_board("8x8")
    start = _ask_start(whole, "any")
    return [["solve", board, *start, *(["--closed"] if _ask_yes("Closed tour?", False) else [])]]


def _count() -> list[_Command]:
    board, _ = _ask_board("6x6")
    return [["count", board, *(["--closed"] if _ask_yes("Closed tours only?", True) else [])]]


def _survey() -> list[_Command]:
    """A walk from every square of some boards, and a table of how many are complete."""
    from turaga.survey.plan import parse_boards

    def read(answer: str) -> str:
        parse_boards(answer or "5..10")
        return answer or "5..10"

    boards = _ask("Boards, such as 8x8 or 5..10 [5..10]: ", read)
    default = "survey-" + re.sub("[^0-9A-Za-z]+", "-", boards)
    directory = _ask(f"Directory for the results [{default}]: ", lambda answer: answer or default)
    return [["survey", "run", "--boards", boards, "--out", directory], ["survey", "show", directory]]


_CHOICES: dict[str, tuple[str, str, Callable[[], list[_Command]]]] = {
    "p": ("play", "visit each square yourself", _play),
    "w": ("watch", "watch Warnsdorff's rule", _watch),
    "s": ("solve", "find a tour of a board", _solve),
    "c": ("count", "count the tours of a board", _count),
    "v": ("survey", "walk from every square", _survey),
    "b": ("browser", "use Turaga in your browser", lambda: [["serve", "--open"]]),
    "h": ("help", "list all commands", lambda: [["--help"]]),
    "q": ("quit", "", list),
}
