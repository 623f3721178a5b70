"""`turaga play`: the game, on a screen or as lines of text."""

import contextlib
import sys
import threading
from collections.abc import Iterator

import click

from turaga import extras
from turaga.board import KNIGHT, Board, parse_leaper
from turaga.cli._files import read_board
from turaga.cli._terminal import has_screen, on_a_terminal, put, tell
from turaga.errors import BadInput
from turaga.play.game import Game
from turaga.play.saved_games import GameStore, load_game, worth_keeping
from turaga.play.text_game import TextGame
from turaga.text import plural

_LONGEST_LINE = 1 << 16
_PATIENCE = 1.5  # seconds without an answer before a message


@click.command(
    short_help="Play: visit every square yourself.",
    epilog="Examples: turaga play; turaga play 6x6 --start a1; turaga play 5x5 --plain; "
    "turaga play --load mine.json",
)
@click.argument("board", metavar="[BOARD]", required=False)
@click.option("--leaper", metavar="A,B", help="Another leaper than the knight 1,2: such as 1,3 or 0,1.")
@click.option(
    "--start", metavar="SQ", help="Begin a new game on this square: row,col from 1, or a name such as a1."
)
@click.option(
    "--plain", is_flag=True, help="Lines of text in and out: for screen readers, pipes and small terminals."
)
@click.option("--load", metavar="FILE", help="Go on with a saved game, or with a walk in any form.")
@click.option("--new", is_flag=True, help="Begin a new game, and put an unfinished one aside.")
def command(
    *, board: str | None, leaper: str | None, start: str | None, plain: bool, load: str | None, new: bool
) -> int:
    """Play on BOARD (8x8 unless another is given): choose a start, then visit every square once.

    Hints are exact, squares can be taken back without limit, and an unfinished game is there next time: one
    is kept for each board, and without BOARD you go on with the last. With --plain the game is read from
    standard input line by line (type help), a pipe will do; without, it takes the whole terminal and needs
    extra play. Exit status 0 however the game went, or 2 for bad input.
    """
    if not plain:
        _require_screen()
    store = GameStore()
    game, resumed = _choose(store, board, leaper, start, load, new)
    if store.trouble:
        tell(f"turaga: {store.trouble}")
    return _play_plain(game, store, resumed) if plain else _play_on_screen(game, store, resumed)


def _require_screen() -> None:
    """Raise `BadInput` where there is no terminal to play on, or nothing to draw on it with."""
    if not on_a_terminal():
        raise BadInput("the game needs a terminal", accepted="use --plain to play through a pipe or a file")
    if not has_screen():
        raise BadInput(
            "this terminal knows lines alone (TERM is 'dumb')", accepted="use --plain to play in lines"
        )
    try:
        extras.load("textual", "play")
    except BadInput as missing:
        raise BadInput(f"{missing}; without it, --plain plays in lines of text") from None


# -- which game -----------------------------------------------------------------------------------


def _choose(
    store: GameStore, board: str | None, leaper: str | None, start: str | None, load: str | None, new: bool
) -> tuple[Game, bool]:
    """The game to play, and whether it continues an unfinished one; a game that it replaces is put aside."""
    if load is not None:
        given = {"BOARD": board, "--leaper": leaper, "--start": start, "--new": new or None}
        for option, value in given.items():
            if value is not None:
                raise BadInput(
                    f"{option} does not go with --load",
                    accepted=f"the file {load!r} says what game it is",
                    field="load",
                    value=load,
                )
        game = load_game(load)
        _put_aside(store, game)
        return game, False
    wanted = None if board is None and leaper is None else _read(board, leaper)
    if not (new or start):
        kept = store.kept(wanted)
        if kept is not None:
            return kept, True
    game = Game.new(wanted or Board("8x8"), start)
    _put_aside(store, game)
    return game, False


def _read(board: str | None, leaper: str | None) -> Board:
    return read_board(board or "8x8", KNIGHT if leaper is None else parse_leaper(leaper))


def _put_aside(store: GameStore, game: Game) -> None:
    """Put the game kept of the same board aside, if this one replaces it."""
    kept = store.kept(game.board)
    if kept is None or kept.path == game.path:
        return
    name = store.set_aside(kept)
    if name is not None:
        tell(f"your unfinished game of {kept.board} is put aside: turaga play --load {name} goes on with it")


# -- how ------------------------------------------------------------------------------------------


def _play_on_screen(game: Game, store: GameStore, resumed: bool) -> int:
    from turaga.play.screen.app import play_on_screen  # Textual takes a third of a second to load

    def report(last: Game) -> None:
        if last.state == "won":
            kind = "closed" if last.closed else "open"
            tell(f"won: {plural(last.board.size, 'square')} visited, {kind} tour")
        elif worth_keeping(last):
            kept = f"your game of {last.board} is kept: the next turaga play goes on with it"
            tell(store.keep(last) or kept)

    play_on_screen(game, store, resumed=resumed, at_end=report)
    return 0


def _play_plain(game: Game, store: GameStore, resumed: bool) -> int:
    """Read lines until quit or the end of input, and print the answers."""
    if sys.stdin is None or sys.stdin.closed:
        raise BadInput("standard input is closed", accepted="--plain reads the game's lines from there")
    talking = on_a_terminal()
    text_game = TextGame(game, store, resumed=resumed)
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
                _print("That line is too long: type help to hear what you can type.")
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
    """Say that an answer takes a while, if it does and a person waits: the first hint after installation
    compiles the kernels."""
    timer = threading.Timer(
        _PATIENCE, tell, ["thinking; the first hint after installation takes some seconds"]
    )
    timer.daemon = True
    if talking:
        timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _print(text: str) -> None:
    put(text + "\n")
    sys.stdout.flush()
