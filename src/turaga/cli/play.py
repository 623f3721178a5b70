"""`turaga play`: the game, on a screen or as lines of text."""

import contextlib
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass

import click

from turaga import extras
from turaga.board import Board
from turaga.cli._help import make_command, option
from turaga.cli._options import leaper_option, read_boards, shape_option, squares_option, typed_square
from turaga.cli._terminal import has_screen, on_a_terminal, put, put_wrapped, tell
from turaga.errors import BadInput
from turaga.play.game import Game
from turaga.play.saved_games import GameStore, load_game, worth_keeping
from turaga.play.text_game import TextGame
from turaga.text import plural

_LONGEST_LINE = 1 << 16
_PATIENCE = 1.5  # seconds without an answer before a message


@make_command(
    examples=(
        ("turaga play", "Continue your last game, or start one on 8x8."),
        ("turaga play 6x6 --start a1", "Start a new game on 6x6."),
        ("turaga play 5x5 --plain", "Play in lines of text."),
    ),
    status="0 whether you win or not, or 2 for bad input.",
)
@click.argument("board", metavar="[BOARD]", required=False)
@option("--new", is_flag=True, help="Start a new game. An unfinished game is saved to a file first.")
@option("--start", metavar="SQ", help="Start a new game on this square.")
@option("--load", metavar="FILE", help="Continue a saved game, or a walk in any format.")
@option("--plain", is_flag=True, help="Play in lines of text: for screen readers, pipes and small terminals.")
@shape_option
@leaper_option
@squares_option
def command(
    *,
    board: str | None,
    shape: str | None,
    leaper: str | None,
    squares: str | None,
    start: str | None,
    plain: bool,
    load: str | None,
    new: bool,
) -> int:
    """Play the game: visit every square exactly once.

    Hints are never wrong, and you can undo without limit. One unfinished game is saved for each board.
    Without BOARD you continue the last one. The game fills the terminal and needs the `play` extra. With
    --plain it reads standard input line by line; type help for a list of commands. With --squares bencic,
    --plain also shows squares in two digits.
    """
    if not plain:
        _require_screen()
    store = GameStore()
    game, resumed = _choose(store, _Named(board, shape, leaper), start, load, new, squares)
    if store.trouble:
        tell(f"turaga: {store.trouble}")
    if plain:
        return _play_plain(game, store, resumed, squares)
    return _play_on_screen(game, store, resumed)


def _require_screen() -> None:
    """Raise `BadInput` if there is no terminal to play on, or the library for it is not installed."""
    if not on_a_terminal():
        raise BadInput("the game needs a terminal", accepted="use --plain for a pipe or a file")
    if not has_screen():
        raise BadInput(
            "this terminal cannot show the game (TERM is 'dumb')", accepted="use --plain to play in text"
        )
    try:
        extras.load("textual", "play")
    except BadInput as missing:
        raise BadInput(f"{missing}; without it, use --plain to play in text") from None


# -- which game -----------------------------------------------------------------------------------


def _choose(
    store: GameStore,
    named: "_Named",
    start: str | None,
    load: str | None,
    new: bool,
    squares: str | None,
) -> tuple[Game, bool]:
    """The game to play, and whether it continues an unfinished one. A game that it replaces is saved."""
    if load is not None:
        given = {"BOARD": named.board, "--shape": named.shape, "--leaper": named.leaper}
        given |= {"--start": start, "--new": "--new" if new else None}
        for name, value in given.items():
            if value is not None:
                raise BadInput(
                    f"{name} cannot be used with --load",
                    accepted="the file contains the board and the squares",
                    field="load",
                    value=load,
                )
        game = load_game(load, squares)
        _put_aside(store, game)
        return game, False
    wanted = named.read()
    start = typed_square(start, squares, "start", wanted or Board("8x8"))
    if not (new or start):
        kept = store.kept(wanted)
        if kept is not None:
            return kept, True
    game = Game.new(wanted or Board("8x8"), start)
    _put_aside(store, game)
    return game, False


@dataclass(frozen=True, slots=True)
class _Named:
    """The board as it was typed: BOARD, --shape and --leaper."""

    board: str | None
    shape: str | None
    leaper: str | None

    def read(self) -> Board | None:
        """The board, or None if nothing was typed."""
        if (self.board, self.shape, self.leaper) == (None, None, None):
            return None
        sides = [self.board or "8x8"] if self.board or self.shape is None else []
        return read_boards(sides, self.shape, self.leaper, "board")[0]


def _put_aside(store: GameStore, game: Game) -> None:
    """Save the unfinished game of the same board to a file, if this one replaces it."""
    kept = store.kept(game.board)
    if kept is None or kept.path == game.path:
        return
    name = store.set_aside(kept)
    if name is not None:
        tell(f"Your unfinished game on {kept.board} is saved. To continue it: turaga play --load {name}")


# -- how ------------------------------------------------------------------------------------------


def _play_on_screen(game: Game, store: GameStore, resumed: bool) -> int:
    from turaga.play.screen.app import play_on_screen  # Textual takes a third of a second to load

    def report(last: Game) -> None:
        if last.state == "won":
            kind = "a closed" if last.closed else "an open"
            tell(f"You won: {kind} tour of {plural(last.board.size, 'square')}.")
        elif worth_keeping(last):
            saved = f"Your game on {last.board} is saved. To continue it: turaga play"
            tell(store.keep(last) or saved)

    play_on_screen(game, store, resumed=resumed, at_end=report)
    return 0


def _play_plain(game: Game, store: GameStore, resumed: bool, squares: str | None) -> int:
    """Read lines until quit or the end of input, and print the replies."""
    if sys.stdin is None or sys.stdin.closed:
        raise BadInput("standard input is closed", accepted="--plain reads the game from there")
    talking = on_a_terminal()
    text_game = TextGame(game, store, resumed=resumed, squares=squares)
    _print(text_game.greeting())
    try:
        while not text_game.over:
            if talking:
                put("> ")
            sys.stdout.flush()
            line = sys.stdin.buffer.readline(_LONGEST_LINE)
            if not line:
                _print(("\n" if talking else "") + text_game.farewell())
                break
            if len(line) == _LONGEST_LINE and not line.endswith(b"\n"):
                _skip_line()
                _print("That line is too long. Type help to see what you can type.")
                continue
            with _patience(talking):
                answer = text_game.answer(line.decode("utf-8", "replace"))
            _print(answer)
    except KeyboardInterrupt:
        tell("\n" + text_game.farewell())
        raise
    return 0


def _skip_line() -> None:
    """Skip the rest of a line."""
    while (piece := sys.stdin.buffer.readline(_LONGEST_LINE)) and not piece.endswith(b"\n"):
        pass


@contextlib.contextmanager
def _patience(talking: bool) -> Iterator[None]:
    """Say that a reply takes a while, if it does and a person is waiting: the first hint after installation
    compiles kernels."""
    timer = threading.Timer(
        _PATIENCE, tell, ["thinking (the first hint after installation takes some seconds)"]
    )
    timer.daemon = True
    if talking:
        timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _print(text: str) -> None:
    put_wrapped(text + "\n")
    sys.stdout.flush()
