"""Screens of the game and of walks as readable text, to be compared with those in golden/screens.

A screen is its characters, line by line, and below them its colours: a letter for each character's style, `.`
where it is the commonest, and what each letter means. So a change can be read in a diff.

`python tests/screens.py` makes all of them anew: look at what changed before you commit it.
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
    """The squares of an open tour of 8x8 that others published."""
    return turaga.read((GOLDEN / "klochko_8x8.txt").read_text()).walk.squares


def after(squares, board="8x8"):
    """The game in which these squares were gone to."""
    game = Game.new(board)
    for square in squares:
        game = game.go(square)
    return game


def dead_end():
    """A game in which the knight went into a corner of which both ways out are visited."""
    return after(["3,2", "4,4", "2,3", "1,1"], "5x5").after(75)


def a_walk(board, start, like=None):
    """A walk to be watched."""
    return Animation.of_walk(board, start, make_rule(like=like))


def a_search(board, start, like):
    """A search to be watched, as the system searches."""
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
    """Columns and lines, which end the name of a case."""
    columns, lines = name.rpartition("_")[2].split("x")
    return int(columns), int(lines)


async def press(pilot, *keys):
    """Press keys, and wait until all they do is done and shown."""
    await pilot.press(*keys)
    await shown(pilot)


async def shown(pilot):
    """Once all messages are handled, those too that go from a widget to the app and back."""
    for _ in range(3):
        await pilot.pause()


async def settled(pilot):
    """Once the machine has thought, and a walk hurried to its end, and all of that is shown."""
    from textual.worker import WorkerCancelled

    while getattr(pilot.app.screen, "hurrying", False):
        await pilot.pause(0.01)
    for worker in pilot.app.workers:
        with contextlib.suppress(WorkerCancelled):  # another question was asked meanwhile
            await worker.wait()
    await shown(pilot)


def play(story, game, store, *, size=(80, 24), clock=lambda: 0.0, resumed=False):
    """Let a story act on a game, and give the game it ends with."""
    from turaga.play.screen.app import GameApp

    async def run():
        app = GameApp(game, store, clock=clock, resumed=resumed)
        async with app.run_test(size=size) as pilot:
            await story(app, pilot)
        return app.table.game

    return asyncio.run(run())


def said(app):
    """What stands beside the board, all of it."""
    names = ("title", "turn", "tally", "says")
    return "\n".join(str(app.table.query_one(f"#{name}").render()) for name in names)


def hurry(monkeypatch):
    """Let the pilot look every two milliseconds, not every twenty, whether anything is still going on."""
    monkeypatch.setattr("textual._wait.SLEEP_GRANULARITY", 1 / 500)
    monkeypatch.setattr("textual._wait.SLEEP_IDLE", 1 / 1000)


async def show(name, folder):
    """The screen of a case as text; its clock stands still."""
    from turaga.play.screen.app import GameApp, WatchApp
    from turaga.play.screen.watch_screen import WatchScreen

    what, keys = CASES[name]
    if isinstance(what, Animation):
        app = WatchApp(WatchScreen(what, speed=0.1))  # which goes on only after ten seconds
    else:
        app = GameApp(what, GameStore(folder), clock=lambda: 0.0)
    async with app.run_test(size=size_of(name)) as pilot:
        await press(pilot, *keys)
        await settled(pilot)
        return as_text(app)


def as_text(app):
    """The screen that the app shows, characters and colours."""
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
    """The characters of a strip, each with its style in words; of a blank only the background counts."""
    for text, style, _ in strip:
        back = _colour(style.bgcolor)
        words = [word for word in ("bold", "dim", "italic", "underline", "reverse") if getattr(style, word)]
        for char in text:
            blank = char == " " and "underline" not in words and "reverse" not in words
            yield char, f"on {back}" if blank else " ".join([_colour(style.color), "on", back, *words])


def _colour(colour):
    return "default" if colour is None else colour.get_truecolor().hex


def make_anew():
    """Write all screens, and say which are new or changed."""
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
            print(f"{path.name}: no case makes it, remove it")


if __name__ == "__main__":
    make_anew()
