"""The screens of the game and of animations as readable text, to compare with tests/golden/screens.

A screen is its characters, line by line, then its colours: a letter for the style of each character, `.` for
the most common style, and the meaning of each letter. So you can read a change in a diff.

`python tests/screens.py` writes all of them again. Look at the changes before you commit them.
"""

import asyncio
import contextlib
import string
import tempfile
from collections import Counter
from pathlib import Path

import turaga
from turaga.board import Board
from turaga.play.animation import Animation
from turaga.play.game import Game
from turaga.play.saved_games import GameStore
from turaga.rule import make_rule

GOLDEN = Path(__file__).parent / "golden"
FOLDER = GOLDEN / "screens"
LETTERS = string.ascii_letters + string.digits
HOLES = Board.from_mask(".....\n..#..\n.....\n#....\n....#")


def known_tour():
    """The squares of a published open tour of 8x8."""
    return turaga.read((GOLDEN / "klochko_8x8.txt").read_text()).walk.squares


def after(squares, board="8x8"):
    """The game after going to these squares."""
    game = Game.new(board)
    for square in squares:
        game = game.go(square)
    return game


def dead_end():
    """A game in which the knight is in a corner, and both squares a move away are visited."""
    return after(["3,2", "4,4", "2,3", "1,1"], "5x5").after(75)


def a_walk(board, start, like=None):
    """A walk to watch."""
    return Animation.of_walk(board, start, make_rule(like=like))


def a_search(board, start, like):
    """A search to watch, as the system searches."""
    return Animation.of_search(board, start, make_rule(like=like), prune=False)


def _cases():
    tour = known_tour()
    return {
        "choosing_80x24": (Game.new("8x8"), []),
        "hint_80x24": (after(tour[:20]).after(75), ["d", "h"]),
        "hint_100x32": (after(tour[:20]).after(75), ["d", "h", "left"]),
        "lost_80x24": (after(["3,2", "4,4", "2,3"], "5x5").after(75), ["h"]),
        "stuck_80x24": (dead_end(), []),
        "refused_80x24": (after(tour[:10]), ["right", "enter", "3", "comma"]),
        "won_80x24": (after(tour[:63]).after(754), ["tab", "enter"]),
        "won_52x11": (after(tour[:63]).after(754), ["tab", "enter"]),
        "won_120x40": (after(tour[:63]).after(754), ["tab", "enter"]),
        "help_80x24": (after(tour[:10]), ["question_mark"]),
        "new_80x24": (after(tour[:10]), ["n", "a", "b", "c", "enter"]),
        "confirm_80x24": (after(tour[:10]), ["n", "enter"]),
        "small_40x10": (after(tour[:10]), []),
        "least_52x11": (after(tour[:33]), ["d", "tab"]),
        "large_120x40": (Game.new("20x20", "4,5"), ["d", "tab"]),
        "holes_100x32": (after(["1,1", "3,2", "5,1", "4,3"], HOLES), ["tab"]),
        "watch_tie_80x24": (a_walk("8x8", "3,3"), ["space", *["right"] * 29]),
        "watch_tie_120x40": (a_walk("12x12", "1,1"), ["space", *["right"] * 59]),
        "watch_back_80x24": (a_search("5x5", "2,2", "agh"), ["space", *["right"] * 35]),
        "watch_stuck_80x24": (a_walk("8x8", "5,3", "bencic"), ["space", "end"]),
        "watch_list_80x24": (a_walk("8x8", "1,1"), ["space", "end", "l"]),
        "watch_small_40x10": (a_walk("8x8", "1,1"), ["space"]),
    }


CASES = _cases()


def size_of(name):
    """Columns and lines, from the end of the name of a case."""
    columns, lines = name.rpartition("_")[2].split("x")
    return int(columns), int(lines)


async def press(pilot, *keys):
    """Press keys, and wait until their effects are shown."""
    await pilot.press(*keys)
    await shown(pilot)


async def shown(pilot):
    """Wait until all messages are handled, including those from a widget to the app and back."""
    for _ in range(3):
        await pilot.pause()


async def settled(pilot):
    """Wait until hints are found, a run to the end is over, and all of that is shown."""
    from textual.worker import WorkerCancelled

    while getattr(pilot.app.screen, "hurrying", False):
        await pilot.pause(0.01)
    for worker in pilot.app.workers:
        with contextlib.suppress(WorkerCancelled):  # another question was asked meanwhile
            await worker.wait()
    await shown(pilot)


def play(story, game, store, *, size=(80, 24), clock=lambda: 0.0, resumed=False):
    """Run a story with a game, and return the last game."""
    from turaga.play.screen.app import GameApp

    async def run():
        app = GameApp(game, store, clock=clock, resumed=resumed)
        async with app.run_test(size=size) as pilot:
            await story(app, pilot)
        return app.table.game

    return asyncio.run(run())


def said(app):
    """All the text beside the board."""
    names = ("title", "turn", "tally", "says")
    return "\n".join(str(app.table.query_one(f"#{name}").render()) for name in names)


def point_on(view, square):
    """A point of the board widget that is on this square."""
    region = view.size
    points = ((x, y) for y in range(region.height) for x in range(region.width))
    return next(point for point in points if view.square_at(*point) == square)


def hurry(monkeypatch):
    """Let the pilot check every two milliseconds, not every twenty, whether anything is still running."""
    monkeypatch.setattr("textual._wait.SLEEP_GRANULARITY", 1 / 500)
    monkeypatch.setattr("textual._wait.SLEEP_IDLE", 1 / 1000)


async def show(name, folder):
    """The screen of a case as text. Its clock does not advance."""
    from turaga.play.screen.app import GameApp, WatchApp
    from turaga.play.screen.watch_screen import WatchScreen

    what, keys = CASES[name]
    if isinstance(what, Animation):
        app = WatchApp(WatchScreen(what, speed=0.1))  # the next frame comes after ten seconds
    else:
        app = GameApp(what, GameStore(folder), clock=lambda: 0.0)
    async with app.run_test(size=size_of(name)) as pilot:
        await press(pilot, *keys)
        await settled(pilot)
        return as_text(app)


def as_text(app):
    """The current screen of the app, with characters and colours."""
    update = app.screen._compositor.render_update(full=True, screen_stack=app._background_screens)
    lines = [[cell for strip in line for cell in _cells(strip)] for line in update.strips]
    styles = Counter(style for line in lines for _, style in line)
    (usual, _), *others = styles.most_common()
    seen = dict.fromkeys(style for line in lines for _, style in line if style != usual)
    letters = {usual: "."} | dict(zip(seen, LETTERS, strict=False))
    assert len(others) == len(letters) - 1, "more styles than letters"
    columns, high = app.size
    return "\n".join(
        [
            f"{columns} columns, {high} lines",
            *("|" + "".join(char for char, _ in line).rstrip() for line in lines),
            "colours",
            *("|" + "".join(letters[style] for _, style in line).rstrip(".") for line in lines),
            *(f"{letter} {style}" for style, letter in letters.items()),
            "",
        ]
    )


def _cells(strip):
    """The characters of a strip, each with its style in words; for a blank, only the background."""
    for text, style, _ in strip:
        back = _colour(style.bgcolor)
        words = [word for word in ("bold", "dim", "italic", "underline", "reverse") if getattr(style, word)]
        for char in text:
            blank = char == " " and "underline" not in words and "reverse" not in words
            yield char, f"on {back}" if blank else " ".join([_colour(style.color), "on", back, *words])


def _colour(colour):
    return "default" if colour is None else colour.get_truecolor().hex


def write_all():
    """Write all screens, and print which are new or changed."""
    FOLDER.mkdir(exist_ok=True)
    for name in CASES:
        with tempfile.TemporaryDirectory() as folder:
            text = asyncio.run(show(name, folder))
        path = FOLDER / f"{name}.txt"
        before = path.read_text() if path.exists() else None
        path.write_text(text)
        print(f"{name}: {'new' if before is None else 'the same' if before == text else 'changed'}")
    for path in sorted(FOLDER.glob("*.txt")):
        if path.stem not in CASES:
            print(f"{path.name}: no case produces it; delete it")


if __name__ == "__main__":
    write_all()
