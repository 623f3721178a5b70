"""Writes a game as JSON and reads it back: the JSON form of its walk, plus the other facts of a game.

So every command that reads walks also reads saved games, and every walk that `turaga.notation.read`
understands is a game that can be continued. Input is not trusted: the squares, including the undone ones,
must be a walk.
"""

import json
from dataclasses import replace

from turaga.errors import BadText
from turaga.notation import facts, read
from turaga.notation.reader import show_json, squares_from_json
from turaga.notation.writer import from_one
from turaga.play.game import Game
from turaga.verify import find_faults

KIND = "turaga game"
_MOST_COUNTED = 10**12  # the largest number of undos, hints or seconds; more than anybody will need


def write_game(game: Game) -> str:
    """The game as JSON, one key per line.

    It is the JSON form of the game's walk, with the keys `kind`, `undone` (the undone squares; `redo` goes to
    the last of them), `undos`, `hints` and `seconds`.

    >>> text = write_game(Game.new("3x4", "1,1").go("2,3").undo())
    >>> read_game(text).redo().path
    ((0, 0), (1, 2))
    """
    document = {
        "kind": KIND,
        **facts(game.walk),
        "undone": [from_one(square) for square in game.undone],
        "undos": game.undos,
        "hints": game.hints,
        "seconds": game.seconds,
    }
    return (
        "{\n" + ",\n".join(f"  {json.dumps(key)}: {json.dumps(document[key])}" for key in document) + "\n}\n"
    )


def read_game(text: str | bytes | bytearray, squares: str | None = None) -> Game:
    """Read a game that `write_game` wrote, or a walk in any form that `turaga.notation.read` understands.
    `squares` is as for `turaga.notation.read`, for a walk.

    Raises `BadInput` if the text contains neither.

    >>> read_game("1 0 0\\n0 0 2").state
    'stuck'
    >>> read_game("a1 b2")
    Traceback (most recent call last):
        ...
    turaga.errors.BadText: the text is not a valid walk: step 2, from a1 to b2, is not a move of the knight
    """
    reading = read(text, squares=None if squares is None or is_saved_game(text) else squares)
    game = replace(Game.new(reading.board), path_indices=reading.walk.indices)
    if reading.format != "json" or not is_saved_game(text):
        return game
    document = json.loads(_decoded(text))
    return replace(
        game,
        undone_indices=_undone(game, document.get("undone")),
        undos=int(_amount(document, "undos", whole=True)),
        hints=int(_amount(document, "hints", whole=True)),
        seconds=float(_amount(document, "seconds", whole=False)),
    )


def is_saved_game(text: str | bytes | bytearray) -> bool:
    """Whether the text claims to be a game from `write_game`, and not only a walk.

    >>> is_saved_game(write_game(Game.new("3x4"))), is_saved_game("1 0 0")
    (True, False)
    """
    try:
        document = json.loads(_decoded(text))
    except (ValueError, RecursionError):
        return False
    return isinstance(document, dict) and document.get("kind") == KIND


def _decoded(text: str | bytes | bytearray) -> str:
    """The text that `read` accepted: UTF-8, with or without a byte order mark."""
    return (text if isinstance(text, str) else text.decode()).removeprefix("\ufeff")


def _undone(game: Game, value: object) -> tuple[int, ...]:
    """The undone squares. In reverse order they must continue the game's path."""
    squares = [] if value is None else squares_from_json("the game's 'undone'", value)
    board, visited = game.board, game.walk.squares
    faults, _ = find_faults(board, [*visited, *reversed(squares)])
    if faults:
        raise BadText(f"the undone squares do not continue the game: {faults[0].what}")
    return tuple(row * board.cols + col for row, col in squares)


def _amount(document: dict[str, object], key: str, *, whole: bool) -> float:
    """A count or a time, from 0 on."""
    value = document.get(key, 0)
    number = value if type(value) is int or (type(value) is float and not whole) else -1
    if not 0 <= number <= _MOST_COUNTED:
        kind = "a whole number" if whole else "a number"
        raise BadText(f"the game's {key!r} must be {kind} from 0 to {_MOST_COUNTED}, got {show_json(value)}")
    return number
