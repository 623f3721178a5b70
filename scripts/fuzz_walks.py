"""The targets of `scripts/fuzz.py` for walks in every format, streams of tours, and games.

Most cases begin as the text of a valid walk. Then a few characters, words or values are changed. An accepted
walk is checked by a loop that shares no code with `turaga.verify`, and is written and read again.
"""

import io
import json
import tempfile
from dataclasses import replace
from functools import cache, partial
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

from fuzz_values import small_board, square_text
from fuzzing import Target, Wrong, mutate_bytes, mutate_text
from turaga import Board, Walk
from turaga.checking import Checked
from turaga.cli._files import tours_on_lines
from turaga.errors import BadInput
from turaga.notation import FORMATS, Reading, read, write, write_npy
from turaga.notation.tour_stream import LINE_FORMATS, write_json_lines, write_many
from turaga.play.game import Game
from turaga.play.game_json import is_saved_game, read_game, write_game
from turaga.play.saved_games import GameStore, load_game, worth_keeping
from turaga.play.text_game import TextGame


def targets() -> list[Target]:
    """Every target of this module."""
    return [
        *(Target(f"read-{name}", partial(_walk_text, name), partial(_read_walk, name)) for name in FORMATS),
        Target("read-npy", _npy, _read_any),
        Target("read-any", _any_text, _read_any),
        Target("read-bytes", _any_bytes, _read_any),
        Target("read-json-values", _json_values, _read_any),
        Target("tour-streams", _stream, _run_stream),
        Target("game-lines", _game_lines, _run_game_lines, record=100_000),
        Target("saved-games", _saved_game, _run_saved_game, record=100_000),
        Target("game-files", _game_file, _run_game_file, record=100_000),
    ]


# -- walks --------------------------------------------------------------------------------------------------


@cache
def _walks() -> list[Walk]:
    """Walks on small boards, some of them tours; one on a larger board, for long lines."""
    random = Random(17)
    walks = [_random_walk(random, small_board(random)) for _ in range(300)]
    return [*walks, _random_walk(random, Board("40x30")), Walk("3x3", []), Walk("1x1", [(0, 0)])]


def _random_walk(random: Random, board: Board) -> Walk:
    at = random.choice(list(board.indices()))
    path, visited = [at], {at}
    most = random.choice((1, 2, 5, board.size))
    while len(path) < most:
        free = [there for there in board.neighbours(path[-1]) if there not in visited]
        if not free:
            break
        # The square with the fewest ways on, mostly: some walks should be tours.
        path.append(
            min(free, key=lambda there: (len(set(board.neighbours(there)) - visited), random.random()))
        )
        visited.add(path[-1])
    return Walk.from_indices(board, path)


@cache
def _texts(format: str) -> list[str]:
    # The one board that is too large for squares in two digits is written in another format.
    return [
        write(walk, "squares" if format == "bencic" and walk.board.rows > 10 else format) for walk in _walks()
    ]


def _walk_text(format: str, random: Random) -> tuple[int, str]:
    """The number of a walk and its text, mutated except for a tenth of them; -1 if it is mutated."""
    texts = _texts(format)
    number = random.randrange(len(texts))
    if len(texts[number]) > 5000 and random.random() < 0.9:
        number = 0
    if random.random() < 0.1:
        return number, texts[number]
    return -1, mutate_text(random, texts[number], [texts[random.randrange(300)], *_HEADERS])


_HEADERS = [
    "board 5x5\n",
    "leaper 1,3\n",
    "holes 2,2 3,3\n",
    "start 2,1\n",
    "squares bencic\n",
    "Board: 8\n",
    "(0, 0)",
    "->",
    "#",
]


def _read_walk(format: str, case: tuple[int, str]) -> None:
    number, text = case
    reading = read(text)
    if number >= 0:
        walk = _walks()[number]
        formats = (format, "squares") if format == "bencic" else (format,)
        if reading.path != walk or (len(walk) and reading.format not in formats):
            raise Wrong(f"{walk!r} is read as {reading.format} {reading.path!r}")
    _check_reading(reading)


def _read_any(data: str | bytes) -> None:
    _check_reading(read(data))


def _check_reading(reading: Reading) -> None:
    """Raise `Wrong` if what the reading says about the walk is not so, or the walk cannot be read again."""
    board, report = reading.board, reading.report
    Checked.of(reading).as_json()
    if board.size > 10**5:
        return
    squares = [board.square(index) for index in reading.indices]
    leaps = {board.leaper, board.leaper[::-1]}
    steps = [(abs(r - s), abs(c - d)) in leaps for (r, c), (s, d) in pairwise(squares)]
    is_walk = len(set(squares)) == len(squares) and all(s in board for s in squares) and all(steps)
    if report.is_walk and not is_walk:
        raise Wrong(f"{squares} on {board} is not a walk")
    if report.is_tour != (report.is_walk and len(squares) == board.size):
        raise Wrong(f"{squares} on {board}: is it a tour?")
    if not report.is_walk and is_walk and not reading.faults:
        raise Wrong(f"{squares} on {board} is a walk, but there are no faults either")
    if report.is_walk:
        walk = reading.walk
        format = "board" if reading.format == "npy" else reading.format
        if read(write(walk, format)).path != reading.path:
            raise Wrong(f"{walk!r} is written as {write(walk, format)!r}")


@cache
def _files() -> list[bytes]:
    held = []
    for walk in _walks():
        file = io.BytesIO()
        write_npy(walk, file)
        held.append(file.getvalue())
    return held


def _npy(random: Random) -> bytes:
    data = _files()[random.randrange(300)]
    if random.random() < 0.1:
        return data
    if random.random() < 0.5:  # the header, which is text
        end = data.index(b"\n") + 1
        header = mutate_text(random, data[10:end].decode("latin-1")).encode("utf-8", "replace")
        length = (
            len(header).to_bytes(2, "little")
            if random.random() < 0.8 and len(header) < 1 << 16
            else data[8:10]
        )
        return data[:8] + length + header + data[end:]
    return mutate_bytes(random, data, _files()[:20])


def _any_text(random: Random) -> str:
    """Pieces of all formats, one after the other."""
    pieces = []
    for _ in range(random.choice((1, 2, 3))):
        text = random.choice(_texts(random.choice(FORMATS))[:300])
        at = random.randrange(len(text) + 1)
        pieces.append(random.choice((text, text[at:], text[:at])))
    text = random.choice(("", " ", "\n", ",")).join(
        [*random.sample(_HEADERS, random.choice((0, 0, 1, 2))), *pieces]
    )
    return mutate_text(random, text, _HEADERS)


def _any_bytes(random: Random) -> bytes:
    text = random.choice(_texts(random.choice(FORMATS))[:300])
    encoding = random.choice(("utf-8", "utf-8", "utf-8-sig", "utf-16", "latin-1"))
    return mutate_bytes(random, text.encode(encoding))


def _json_values(random: Random) -> str:
    """A walk as JSON in which some values are replaced: by numbers, lists, nothing, other types."""
    held = json.loads(_texts("json")[random.randrange(300)])
    for _ in range(random.choice((1, 1, 2, 3))):
        held = replace_value(random, held)
    text = json.dumps(held)
    if random.random() < 0.05:
        text = (
            text[:1]
            + random.choice(("[", '{"a":', '"squares":[[')) * random.choice((10, 1000, 100_000))
            + text[1:]
        )
    return text if random.random() < 0.7 else mutate_text(random, text)


def replace_value(random: Random, held: Any) -> Any:
    """The value with one part replaced, removed or repeated."""
    if isinstance(held, dict) and held and random.random() < 0.8:
        key = random.choice(sorted(held))
        if random.random() < 0.15:
            return {name: value for name, value in held.items() if name != key}
        if random.random() < 0.05:
            return {**held, mutate_text(random, key): held[key]}
        return {**held, key: replace_value(random, held[key])}
    if isinstance(held, list) and held and random.random() < 0.7:
        at = random.randrange(len(held))
        if random.random() < 0.2:
            return held[:at] + held[at:] * 2
        return [*held[:at], replace_value(random, held[at]), *held[at + 1 :]]
    if isinstance(held, str) and random.random() < 0.6:
        return mutate_text(random, held)
    return random.choice(
        (
            None,
            True,
            False,
            0,
            1,
            -1,
            2,
            3,
            10**6,
            10**18,
            -(10**18),
            10**400,
            1.5,
            1e300,
            "",
            "1",
            "1,1",
            "a1",
            [],
            {},
            [1, 1],
            [[1, 1]],
            [1, 1, 1],
            {"rows": 3, "cols": 3},
            {"1": "1,1"},
            "x" * 300,
            "\x00",
            "�",
        )
    )


@cache
def _streams() -> list[tuple[str, Board, str]]:
    """Some tours as streams, in each format."""
    import numpy as np

    streams = []
    for board, first in (
        (Board(3, 3, holes=[(1, 1)]), (0, 7, 2, 3, 8, 1, 6, 5)),
        (Board("3x4"), (0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11)),
    ):
        for number in (1, 2, 3):
            tours = np.array([first, first[::-1], first][:number])
            streams += [(format, board, write_many(board, tours, format)) for format in LINE_FORMATS]
            streams.append(("json", board, write_json_lines(board, tours, 1)))
    return streams


def _stream(random: Random) -> tuple[bool, str, Board, str]:
    """A stream of tours, and whether it is as it was written."""
    format, board, text = random.choice(_streams())
    if random.random() < 0.1:
        return True, format, board, text
    return False, format, board, mutate_text(random, text)


def _run_stream(case: tuple[bool, str, Board, str]) -> None:
    valid, format, board, text = case
    walks = tours_on_lines(bytearray(text.encode("utf-8", "replace")), lambda line: read(line, board=board))
    if (
        valid
        and format not in ("board", "moves", "agh")
        and (len(walks) != text.count("\n") or any(len(walk) != board.size for walk in walks))
    ):
        raise Wrong(f"{text!r} is read as {walks!r}")


# -- games --------------------------------------------------------------------------------------------------


@cache
def _games() -> list[Game]:
    random = Random(17)
    games = []
    for walk in _walks()[:300]:
        back = random.randrange(len(walk) + 1)
        path = walk.indices[: len(walk) - back]
        undone = walk.indices[len(walk) - back :][::-1]
        game = replace(Game.new(walk.board), path_indices=path, undone_indices=undone)
        games.append(
            replace(game, undos=random.randrange(9), hints=random.randrange(9), seconds=random.random())
        )
    return games


@cache
def _game_texts() -> list[str]:
    return [write_game(game) for game in _games()]


def _saved_game(random: Random) -> bytes:
    texts = _game_texts()
    text = random.choice(texts)
    match random.randrange(10):
        case 0:
            pass
        case 1 | 2 | 3 | 4:
            held = json.loads(text)
            for _ in range(random.choice((1, 1, 2, 3))):
                held = replace_value(random, held)
            text = json.dumps(held)
        case 5 | 6 | 7:
            text = mutate_text(random, text, [random.choice(texts)])
        case _:
            return mutate_bytes(random, text.encode(), [random.choice(texts).encode()])
    return text.encode("utf-8", "surrogatepass")


def _run_saved_game(data: bytes) -> None:
    is_saved_game(data)
    game = read_game(data)
    if read_game(write_game(game)) != game:
        raise Wrong(f"{game!r} is saved as another game")
    seen, board = [*game.path_indices, *reversed(game.undone_indices)], game.board
    if len(set(seen)) != len(seen) or not all(board.is_move(a, b) for a, b in pairwise(seen)):
        raise Wrong(f"{seen} on {board} is not a walk")
    game.redo() if game.undone else game.undo() if game.path else None


def _game_file(random: Random) -> tuple[str, bytes]:
    """The name of a file and what it holds: mostly the game of the board in its name."""
    data = _saved_game(random)
    try:
        sides = json.loads(data)["board"]
        return f"{int(sides['rows']):.20g}x{int(sides['cols']):.20g}.json", data
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError):
        return "5x5.json", data


@cache
def _directory() -> "tempfile.TemporaryDirectory[str]":
    return tempfile.TemporaryDirectory(prefix="turaga-fuzz-")


def _run_game_file(case: tuple[str, bytes]) -> None:
    """The store never raises; it names what it cannot read, and moves it out of the way."""
    name, data = case
    directory = Path(_directory().name)
    store = GameStore(str(directory))
    path = directory / name
    path.write_bytes(data)
    game = store.kept()
    if game is not None and store.kept(game.board) != game:
        raise Wrong(f"the game {game!r} is not the game of its board")
    if game is None and store.trouble is None and path.exists() and worth_keeping(load_game(str(path))):
        raise Wrong("the game can be continued, but was not found")
    for left in directory.iterdir():
        left.unlink()
    if store.trouble:
        raise BadInput(store.trouble)


def _game_lines(random: Random) -> list[str]:
    words = (
        "undo",
        "redo 2",
        "u",
        "targets",
        "degrees",
        "board",
        "new 5x6",
        "new",
        "new 3x4 1,1",
        "help",
        "? ",
        "d",
    )
    lines = []
    for _ in range(random.randrange(1, 8)):
        line = random.choice((square_text(random), square_text(random), random.choice(words)))
        lines.append(line if random.random() < 0.5 else mutate_text(random, line))
    return [
        line for line in lines if not line.lower().lstrip().startswith(("s", "l", "h", "w", "q", "e", "b"))
    ]


def _run_game_lines(lines: list[str]) -> None:
    game = TextGame(Game.new("5x5"), None)
    for line in lines:
        if any(not char.isprintable() and char != "\n" for char in game.answer(line)):
            raise Wrong(f"the answer to {line!r} has control characters")
