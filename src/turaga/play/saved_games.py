"""Where games are saved: one unfinished game for each board, to continue next time, and a person's own files.

An unfinished game is written again after each move, whole or not at all: so a terminal that is closed, or a
process that is killed, loses nothing.
"""

import contextlib
import hashlib
import os
import re
import stat
import sys

from turaga.board import KNIGHT, Board
from turaga.errors import BadInput
from turaga.files import replace_file, require_folder
from turaga.play.game import Game
from turaga.play.game_json import is_saved_game, read_game, write_game

LARGEST = 1_000_000  # bytes of a game: the largest takes about 40,000
_ENDING = ".json"
_ASIDE = "-before"  # in the name of a game that another has replaced; then a number from 2
_ASIDES = 9  # games put aside of each board; then the oldest is overwritten
_IS_ASIDE = re.compile(rf"{_ASIDE}(-[0-9]+)?{re.escape(_ENDING)}$")
_DAMAGED = ".damaged"


def state_folder() -> str:
    """The folder of unfinished games: $TURAGA_STATE, else $XDG_STATE_HOME/turaga, else
    ~/.local/state/turaga (on Windows %LOCALAPPDATA%\\\\turaga)."""
    if own := os.environ.get("TURAGA_STATE"):
        return own
    if sys.platform == "win32":
        from platformdirs import user_state_dir

        return user_state_dir("turaga", appauthor=False)
    from platformdirs.unix import Unix  # on macOS too, where version 0.1.0 kept games in the same folder

    return Unix("turaga", appauthor=False).user_state_dir


class GameStore:
    """One unfinished game for each board, in a folder; by default in `state_folder()`.

    No method raises for what a disk does: `keep` returns what went wrong, and `trouble` is the last of it.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     store = GameStore(folder)
    ...     game = Game.new("8x8", "1,1").go("2,3")
    ...     store.keep(game)
    ...     store.kept(Board("8x8")) == game, store.kept(Board("5x5"))
    (True, None)
    """

    def __init__(self, folder: str | None = None) -> None:
        self.folder = state_folder() if folder is None else folder
        self.trouble: str | None = None

    def keep(self, game: Game) -> str | None:
        """Keep the game in place of the one kept of its board; returns a sentence if that failed.

        A game that is won cannot be continued: nothing is kept of its board then. One that is not begun
        leaves the kept one alone: its first square replaces that.
        """
        if worth_keeping(game):
            return self._write(self._path(game.board), game)
        if game.path:
            self.forget(game)
        return None

    def kept(self, board: Board | None = None) -> Game | None:
        """The unfinished game of this board, or without a board the game kept last; None if there is none.

        A file that holds no such game is renamed, and `trouble` says so.
        """
        paths = self._newest_first() if board is None else [self._path(board)]
        for path in paths:
            game = self._read(path)
            if game is not None:
                return game
        return None

    def forget(self, game: Game) -> None:
        """Remove the game kept of this game's board."""
        self._remove(self._path(game.board))

    def set_aside(self, game: Game) -> str | None:
        """Keep the game beside the next one of its board, and beside those set aside before. Returns the name
        of the file, for `load_game`; None if it is not worth keeping, or could not be kept."""
        if not worth_keeping(game):
            return None
        path = self._aside_path(game)
        return path if self._write(path, game) is None else None

    # -- files ------------------------------------------------------------------------------------

    def _aside_path(self, game: Game) -> str:
        """The first file for a game set aside that is free or holds this very game; else the oldest."""
        ends = [_ASIDE, *(f"{_ASIDE}-{copy}" for copy in range(2, _ASIDES + 1))]
        paths = [self._path(game.board, end) for end in ends]
        for path in paths:
            try:
                before = _game_of(_read_bytes(path))
            except (OSError, ValueError):  # BadInput is a ValueError: a file without a game can be replaced
                return path
            if before.path == game.path:
                return path
        return min(paths, key=os.path.getmtime)

    def _path(self, board: Board, aside: str = "") -> str:
        """The file of this board: `8x8.json`, with the leaper and a sign of the holes where there are any."""
        name = f"{board.rows}x{board.cols}"
        if board.leaper != KNIGHT:
            name += f"-leaper-{board.leaper[0]}-{board.leaper[1]}"
        if board.hole_indices:
            name += f"-holes-{hashlib.sha256(board.mask().encode()).hexdigest()[:12]}"
        return os.path.join(self.folder, name + aside + _ENDING)

    def _newest_first(self) -> list[str]:
        """The files of unfinished games, the one written last first."""
        found = []
        with contextlib.suppress(OSError, ValueError), os.scandir(self.folder) as entries:
            for entry in entries:
                kept = entry.name.endswith(_ENDING) and not _IS_ASIDE.search(entry.name)
                if kept and not entry.name.startswith("."):
                    with contextlib.suppress(OSError):
                        found.append((entry.stat().st_mtime_ns, entry.path))
        return [path for _, path in sorted(found, reverse=True)]

    def _write(self, path: str, game: Game) -> str | None:
        text = write_game(game).encode()
        try:
            os.makedirs(self.folder, mode=0o700, exist_ok=True)
            replace_file(path, lambda file: file.write(text), sync=False)
        except (OSError, ValueError) as error:  # ValueError: a folder's name with NUL in it
            self.trouble = f"the game cannot be kept in {self.folder!r}: {_reason(error)}"
            return self.trouble
        return None

    def _read(self, path: str) -> Game | None:
        try:
            data = _read_bytes(path)
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            self.trouble = f"the game kept in {path!r} cannot be read: {_reason(error)}"
            return None
        try:
            game = _game_of(data)
            if path == self._path(game.board):
                return game if worth_keeping(game) else None
            why = f"it is a game of {game.board}"
        except BadInput as bad:
            why = str(bad)
        elsewhere = path + _DAMAGED
        with contextlib.suppress(OSError):
            os.replace(path, elsewhere)
        self.trouble = f"{path!r} holds no game that can be gone on with ({why}): it is now {elsewhere!r}"
        return None

    def _remove(self, path: str) -> None:
        try:
            os.unlink(path)
        except FileNotFoundError:
            pass
        except (OSError, ValueError) as error:
            self.trouble = f"{path!r} cannot be removed: {_reason(error)}"


def worth_keeping(game: Game) -> bool:
    """Whether there is something to continue: squares visited, or taken back, and not all visited.

    >>> worth_keeping(Game.new("8x8")), worth_keeping(Game.new("8x8", "1,1"))
    (False, True)
    """
    return bool(game.path or game.undone) and game.state != "won"


# -- a person's own files -------------------------------------------------------------------------


def save_game(name: str, game: Game) -> None:
    """Write the game to a file, whole or not at all; `BadInput` says why it cannot be. A file that holds
    something else than a saved game is not written over.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save_game(f"{folder}/mine.json", Game.new("8x8", "1,1"))
    ...     load_game(f"{folder}/mine.json").knight
    (0, 0)
    """
    path = _named(name, "save the game to")
    text = write_game(game).encode()
    try:
        before = os.stat(path).st_mode if os.path.exists(path) else None
        if before is not None and not stat.S_ISREG(before):
            what = "a directory" if stat.S_ISDIR(before) else "no ordinary file"
            raise BadInput(
                f"{name!r} is {what}",
                accepted="give the name of a file to save the game to",
                field="name",
                value=name,
            )
        if before is not None and not _may_be_replaced(path):
            raise BadInput(
                f"the file {name!r} is there already and holds something else",
                accepted="give another name",
                field="name",
                value=name,
            )
        # A link stays, what it points at is replaced.
        replace_file(os.path.realpath(path), lambda file: file.write(text), mode=before)
    except (OSError, ValueError) as error:
        if isinstance(error, BadInput):
            raise
        require_folder(path, f"the game cannot be saved to {name!r}")
        raise BadInput(f"the game cannot be saved to {name!r}: {_reason(error)}") from None


def holds_game(name: str) -> bool:
    """Whether a saved game is in this file, so that saving another there would write over it.

    >>> holds_game("no such file")
    False
    """
    try:
        path = _named(name, "save the game to")
        return os.path.isfile(path) and os.path.getsize(path) > 0 and _may_be_replaced(path)
    except (OSError, ValueError):  # saving will report it
        return False


def load_game(name: str) -> Game:
    """The game in a file: a saved game, or a walk in any form; `BadInput` says why there is none.

    >>> load_game("no such file")
    Traceback (most recent call last):
        ...
    turaga.errors.BadInput: there is no file 'no such file': give one that holds a game or a walk
    """
    path = _named(name, "load a game from")
    try:
        data = _read_bytes(path)
    except FileNotFoundError:
        raise BadInput(
            f"there is no file {name!r}",
            accepted="give one that holds a game or a walk",
            field="name",
            value=name,
        ) from None
    except IsADirectoryError:
        raise BadInput(
            f"{name!r} is a directory",
            accepted="give a file that holds a game or a walk",
            field="name",
            value=name,
        ) from None
    except (OSError, ValueError) as error:
        problem = f"the file {name!r} cannot be read: {_reason(error)}"
        raise BadInput(problem, field="name", value=name) from None
    try:
        return _game_of(data)
    except BadInput as bad:
        raise BadInput(f"the file {name!r} holds no game: {bad}", field="name", value=name) from None


def _named(name: str, what_for: str) -> str:
    """The path a person typed, perhaps where no shell has replaced ~ by the home folder."""
    if not name:
        raise BadInput("no file is named", accepted=f"give the name of one to {what_for}", field="name")
    return os.path.expanduser(name)


def _may_be_replaced(path: str) -> bool:
    """Whether replacing this file loses nothing but a saved game: it is empty, or holds one. A walk may be
    anybody's, and is left alone."""
    data = _read_bytes(path)
    with contextlib.suppress(BadInput):
        return not data or (bool(_game_of(data)) and is_saved_game(data))
    return False


def _read_bytes(path: str) -> bytes:
    """What is in a file, up to one byte more than a game may have: so an endless stream can be read too."""
    with open(path, "rb") as file:
        return file.read(LARGEST + 1)


def _game_of(data: bytes) -> Game:
    if len(data) > LARGEST:
        raise BadInput(f"it has more than {LARGEST} bytes, the most that is read of a game")
    return read_game(data)


def _reason(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
