"""`turaga play`: the game in lines of text, on a terminal or through a pipe."""

import contextlib
import sys
import threading
from collections.abc import Iterator

from turaga.cli._help import make_command, option
from turaga.cli._options import options, typed_option
from turaga.cli._terminal import has_screen, on_a_terminal, put, put_wrapped, tell, too_wide
from turaga.errors import BadInput
from turaga.play.game import Game, Play
from turaga.play.saved_games import GameStore, load_game
from turaga.play.text_game import TextGame
from turaga.squares import chosen

_LONGEST_LINE = 1 << 16
_PATIENCE = 1.5  # seconds without an answer before a message


@make_command(
    examples=(
        ("turaga play", "Continue your last game, or start one on 8x8."),
        ("turaga play 6x6 --start a1", "Start a new game on 6x6."),
    ),
    status="0 whether you win or not, or 2 for bad input.",
)
@options(Play, board="8x8")
@option("--load", metavar="FILE", help="Continue a saved game, or a walk in any format.")
def command(*, request: Play, load: str | None) -> int:
    """Play the game: visit every square exactly once.

    Type a square to go there, or help for a list of commands. Hints are never wrong, and you can undo without
    limit. One unfinished game is saved for each board. Without BOARD you continue the last one. With
    --squares bencic, squares are shown and typed in two digits. To play with the mouse: turaga serve --open.
    """
    if sys.stdin is None or sys.stdin.closed:
        raise BadInput("standard input is closed", accepted="the game reads what you type from there")
    store, named = GameStore(), typed_option({"board", "leaper", "avoid"})
    if load is not None:
        if given := named or typed_option({"start", "new"}):
            raise BadInput(
                f"{given} cannot be used with --load",
                accepted="the file contains the board and the squares",
                field="load",
            )
        kept, game = None, load_game(load, chosen())
    else:
        tours = request.tours
        fresh = request.new or tours.start is not None
        kept = None if fresh else store.kept(tours.board if named else None)
        game = kept or Game.new(tours.board, tours.start)
    if kept is None:
        _put_aside(store, game)
    if store.trouble:
        tell(f"turaga: {store.trouble}")
    _play(
        TextGame(
            game,
            store,
            resumed=kept is not None,
            squares=chosen(),
            boards=has_screen(),
            too_wide=too_wide,
        )
    )
    return 0


def _put_aside(store: GameStore, game: Game) -> None:
    """Save the unfinished game of the same board to a file, if this one replaces it."""
    kept = store.kept(game.board)
    if kept is None or kept.path == game.path:
        return
    name = store.set_aside(kept)
    if name is not None:
        tell(f"Your unfinished game on {kept.board} is saved. To continue it: turaga play --load {name}")


def _play(text_game: TextGame) -> None:
    """Read lines until quit or the end of input, and print the replies."""
    talking = on_a_terminal()
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
                while (piece := sys.stdin.buffer.readline(_LONGEST_LINE)) and not piece.endswith(b"\n"):
                    pass  # skip the rest
                _print("That line is too long. Type help to see what you can type.")
                continue
            with _patience(talking):
                answer = text_game.answer(line.decode("utf-8", "replace"))
            _print(answer)
    except KeyboardInterrupt:
        tell("\n" + text_game.farewell())
        raise


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
