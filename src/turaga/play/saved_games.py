"""Where games are saved: one unfinished game for each board, to continue next time, and files that you name.

An unfinished game is saved after every move, by replacing its file in one step. So a closed terminal or a
killed process loses nothing.
"""

import contextlib
import hashlib
import os
import re
import sys

from turaga.board import KNIGHT, Board
from turaga.errors import BadInput
from turaga.files import irregular, replace_file, require_folder
from turaga.play.game import Game
from turaga.play.game_json import is_saved_game, read_game, write_game

LARGEST = 1_000_000  # bytes in a file with a game; the largest game takes about 40,000
_EXTENSION = ".json"
_ASIDE = "-before"  # in the name of a file with an earlier game, followed by a number from the second one on
_ASIDES = 9  # earlier games to keep for each board; after that the oldest is overwritten
_IS_ASIDE = re.compile(rf"{_ASIDE}(-[0-9]+)?{re.escape(_EXTENSION)}$")
_DAMAGED = ".damaged"


def state_directory() -> str:
    """The directory for unfinished games.

    It is $TURAGA_STATE if that is set, otherwise $XDG_STATE_HOME/turaga, otherwise ~/.local/state/turaga
    (on Windows %LOCALAPPDATA%\\\\turaga).
    """
    if own := os.environ.get("TURAGA_STATE"):
        return own
    if sys.platform == "win32":
        from platformdirs import user_state_dir

        return user_state_dir("turaga", appauthor=False)
    from platformdirs.unix import Unix  # on macOS too

    return Unix("turaga", appauthor=False).user_state_dir


class GameStore:
    """Saves one unfinished game for each board in a directory, by default `state_directory()`.

    No method raises an error if reading or writing fails. `keep` returns a message instead, and `trouble` is
    the last message.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as directory:
    ...     store = GameStore(directory)
    ...     game = Game.new("8x8", "1,1").go("2,3")
    ...     store.keep(game)
    ...     store.kept(Board("8x8")) == game, store.kept(Board("5x5"))
    (True, None)
    """

    def __init__(self, directory: str | None = None) -> None:
        self.directory = state_directory() if directory is None else directory
        self.trouble: str | None = None

    def keep(self, game: Game) -> str | None:
        """Save the game as the unfinished game of its board. Return a message if that fails.

        If the game is won, there is nothing to continue, and the saved game of its board is deleted. A game
        without a start does not replace the saved one.
        """
        if worth_keeping(game):
            return self._write(self._path(game.board), game)
        if game.path:
            self._remove(self._path(game.board))
        return None

    def kept(self, board: Board | None = None) -> Game | None:
        """The unfinished game on this board; without a board, the game saved last. None if there is none.

        A damaged file is renamed, and `trouble` says so.
        """
        paths = self._newest_first() if board is None else [self._path(board)]
        for path in paths:
            game = self._read(path)
            if game is not None:
                return game
        return None

    def set_aside(self, game: Game) -> str | None:
        """Save the game to a file of its own, so that a new game on its board does not replace it.

        Returns the path for `load_game`; None if the game is not worth keeping or cannot be saved.
        """
        if not worth_keeping(game):
            return None
        path = self._aside_path(game)
        return path if self._write(path, game) is None else None

    # -- files ------------------------------------------------------------------------------------

    def _aside_path(self, game: Game) -> str:
        """The first file for an earlier game that is free or has this same game, otherwise the oldest."""
        ends = [_ASIDE, *(f"{_ASIDE}-{copy}" for copy in range(2, _ASIDES + 1))]
        paths = [self._path(game.board, end) for end in ends]
        for path in paths:
            try:
                before = _game_of(_read_bytes(path))
            except (OSError, ValueError):  # no game (BadInput is a ValueError): can be replaced
                return path
            if before.path == game.path:
                return path
        return min(paths, key=os.path.getmtime)

    def _path(self, board: Board, aside: str = "") -> str:
        """The file for this board: `8x8.json`, with the leaper and a hash of the holes if there are any."""
        name = f"{board.rows}x{board.cols}"
        if board.leaper != KNIGHT:
            name += f"-leaper-{board.leaper[0]}-{board.leaper[1]}"
        if board.hole_indices:
            name += f"-holes-{hashlib.sha256(board.mask().encode()).hexdigest()[:12]}"
        return os.path.join(self.directory, name + aside + _EXTENSION)

    def _newest_first(self) -> list[str]:
        """The files with unfinished games, newest first."""
        found = []
        with contextlib.suppress(OSError, ValueError), os.scandir(self.directory) as entries:
            for entry in entries:
                kept = entry.name.endswith(_EXTENSION) and not _IS_ASIDE.search(entry.name)
                if kept and not entry.name.startswith("."):
                    with contextlib.suppress(OSError):
                        found.append((entry.stat().st_mtime_ns, entry.path))
        return [path for _, path in sorted(found, reverse=True)]

    def _write(self, path: str, game: Game) -> str | None:
        text = write_game(game).encode()
        try:
            os.makedirs(self.directory, mode=0o700, exist_ok=True)
            replace_file(path, lambda file: file.write(text), sync=False)
        except (OSError, ValueError) as error:  # ValueError: the directory's name contains a NUL
            self.trouble = f"the game cannot be saved in {self.directory!r}: {_reason(error)}"
            return self.trouble
        return None

    def _read(self, path: str) -> Game | None:
        try:
            data = _read_bytes(path)
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            self.trouble = f"the saved game {path!r} cannot be read: {_reason(error)}"
            return None
        try:
            game = _game_of(data)
            if path == self._path(game.board):
                return game if worth_keeping(game) else None
            why = f"it is a game on {game.board}"
        except BadInput as bad:
            why = str(bad)
        elsewhere = path + _DAMAGED
        with contextlib.suppress(OSError):
            os.replace(path, elsewhere)
        self.trouble = f"the saved game {path!r} is damaged ({why}): it was renamed to {elsewhere!r}"
        return None

    def _remove(self, path: str) -> None:
        try:
            os.unlink(path)
        except FileNotFoundError:
            pass
        except (OSError, ValueError) as error:
            self.trouble = f"{path!r} cannot be deleted: {_reason(error)}"


def worth_keeping(game: Game) -> bool:
    """Whether there is something to continue: squares visited or undone, and the game is not won.

    >>> worth_keeping(Game.new("8x8")), worth_keeping(Game.new("8x8", "1,1"))
    (False, True)
    """
    return bool(game.path or game.undone) and game.state != "won"


# -- files that you name --------------------------------------------------------------------------


def save_game(name: str, game: Game) -> None:
    """Write the game to a file. Raise `BadInput` if that fails, or if the file contains anything else.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as directory:
    ...     save_game(f"{directory}/mine.json", Game.new("8x8", "1,1"))
    ...     load_game(f"{directory}/mine.json").knight
    (0, 0)
    """
    path = _named(name, "save the game")
    text = write_game(game).encode()
    try:
        before = os.stat(path).st_mode if os.path.exists(path) else None
        if before is not None and (what := irregular(before)):
            raise BadInput(
                f"{name!r} is {what}", accepted="a file name is required to save the game", field="name"
            )
        if before is not None and not _may_be_replaced(path):
            raise BadInput(
                f"the file {name!r} already exists and is not a saved game",
                accepted="choose another name",
                field="name",
            )
        # A symbolic link stays; the file that it points to is replaced.
        replace_file(os.path.realpath(path), lambda file: file.write(text), mode=before)
    except (OSError, ValueError) as error:
        if isinstance(error, BadInput):
            raise
        require_folder(path, f"the game cannot be saved to {name!r}")
        raise BadInput(f"the game cannot be saved to {name!r}: {_reason(error)}") from None


def load_game(name: str, squares: str | None = None) -> Game:
    """Read the game in a file: a saved game, or a walk in any form. Raise `BadInput` if that fails.
    `squares` is as for `turaga.notation.read`.

    >>> load_game("no such file")
    Traceback (most recent call last):
        ...
    turaga.errors.BadInput: there is no file 'no such file': a saved game or a walk is required
    """
    path = _named(name, "load a game")
    try:
        data = _read_bytes(path)
    except FileNotFoundError:
        raise BadInput(
            f"there is no file {name!r}", accepted="a saved game or a walk is required", field="name"
        ) from None
    except IsADirectoryError:
        raise BadInput(
            f"{name!r} is a directory",
            accepted="a file with a saved game or a walk is required",
            field="name",
        ) from None
    except (OSError, ValueError) as error:
        problem = f"the file {name!r} cannot be read: {_reason(error)}"
        raise BadInput(problem, field="name") from None
    try:
        return _game_of(data, squares)
    except BadInput as bad:
        raise BadInput(f"the file {name!r} contains no game: {bad}", field="name") from None


def _named(name: str, what_for: str) -> str:
    """The path that the user typed, with ~ replaced by the home directory, as a shell does."""
    if not name:
        raise BadInput(f"a file name is required to {what_for}", field="name")
    return os.path.expanduser(name)


def _may_be_replaced(path: str) -> bool:
    """Whether this file may be overwritten: it is empty or a saved game. A walk that is not a saved game may
    come from elsewhere and must not be lost."""
    data = _read_bytes(path)
    with contextlib.suppress(BadInput):
        return not data or (bool(_game_of(data)) and is_saved_game(data))
    return False


def _read_bytes(path: str) -> bytes:
    """The bytes of a file, at most one more than a game may have, so that an endless file does no harm."""
    with open(path, "rb") as file:
        return file.read(LARGEST + 1)


def _game_of(data: bytes, squares: str | None = None) -> Game:
    if len(data) > LARGEST:
        raise BadInput(f"it has more than {LARGEST} bytes, the limit for a game")
    return read_game(data, squares)


def _reason(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
