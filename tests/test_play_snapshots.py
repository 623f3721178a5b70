"""The screens of the game and of animations are unchanged: characters and colours, at several sizes."""

import asyncio
import difflib
import re
from itertools import pairwise

import pytest

from screens import CASES, FOLDER, hurry, show, size_of
from turaga.play.screen.board_widget import COLOURS, CURSOR, POINTED


@pytest.mark.parametrize("name", CASES)
def test_the_screen_is_unchanged(name, tmp_path, monkeypatch):
    hurry(monkeypatch)
    path = FOLDER / f"{name}.txt"
    seen, known = asyncio.run(show(name, str(tmp_path))), path.read_text()
    lines = known.splitlines(), seen.splitlines()
    change = "\n".join(difflib.unified_diff(*lines, "known", "seen", n=1, lineterm=""))
    assert seen == known, (
        f"the screen {name} has changed:\n{change}\n"
        "If the change is right, run python tests/screens.py to write the golden screens again."
    )


def test_without_colour_all_signs_are_still_there(tmp_path, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    hurry(monkeypatch)
    characters, _, colours = asyncio.run(show("hint_100x32", str(tmp_path))).partition("\ncolours\n")
    assert characters == (FOLDER / "hint_100x32.txt").read_text().partition("\ncolours\n")[0]
    assert all(sign in characters for sign in "♞•◆[]")
    found = re.findall("#(..)(..)(..)", colours)
    assert found
    assert all(red == green == blue for red, green, blue in found)


def test_every_golden_screen_is_compared():
    assert sorted(path.stem for path in FOLDER.glob("*.txt")) == sorted(CASES)


@pytest.mark.parametrize("name", CASES)
def test_every_golden_screen_has_the_size_of_its_terminal(name):
    columns, lines = size_of(name)
    first, *rest = (FOLDER / f"{name}.txt").read_text().splitlines()
    assert first == f"{columns} columns, {lines} lines"
    shown = rest[: rest.index("colours")]
    assert len(shown) == lines
    assert all(len(line) - 1 <= columns for line in shown)


PLAYING = ("u Undo", "h Hint", "d Degrees", "? Help", "q Quit", "w Watch", "n New", "s Save", "y Redo")
WATCHING = ("space Pause", "←→ Step", "q Quit", "end Last", "+- Speed", "r Restart", "l List")


@pytest.mark.parametrize("name", [name for name in CASES if size_of(name)[0] >= 80])
def test_all_keys_of_the_footer_are_readable(name):
    shown = (FOLDER / f"{name}.txt").read_text().partition("\ncolours")[0]
    footer = shown.splitlines()[-1]
    places = [footer.find(key) for key in (WATCHING if name.startswith("watch") else PLAYING)]
    assert -1 not in places
    assert all(a < b for a, b in pairwise(places))


def _luminance(colour):
    """Relative luminance as WCAG defines it."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_text_on_squares_has_enough_contrast():
    pairs = [pair for mark, both in COLOURS.items() if mark != "hole" for pair in both]
    for back, fore in [*pairs, CURSOR, POINTED]:
        dark, light = sorted(map(_luminance, (back, fore)))
        assert (light + 0.05) / (dark + 0.05) >= 4.5, (back, fore)
