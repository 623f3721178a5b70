"""Helpers to play the game in the browser, by keys and by clicks, and to read its messages."""

import re

from playwright.sync_api import expect

from browsing import board_of, square

SAID = "#announcer"  # the live region for screen readers, which is not visible


def announced(page):
    """What a screen reader was told recently. Messages at short intervals are joined."""
    return page.locator(SAID)


def expect_said(page, words):
    """Wait until this was the last message; a pattern may match only its beginning."""
    pattern = words.pattern if isinstance(words, re.Pattern) else f"{re.escape(words)}$"
    expect(announced(page)).to_have_text(re.compile(rf"(^|\. |\s)({pattern})"))


def facts(page):
    """Time, visited, undos and hints as shown beside the board."""
    names = page.get_by_role("term").all_inner_texts()
    values = page.get_by_role("definition").all_inner_texts()
    return dict(zip(names, values, strict=False))


def walk_by_keys(page, to):
    """Move the focus over the board to a square with the arrow keys; the focus is on the board."""
    row, col = focused(page)
    for key, count in (
        ("ArrowDown", to[0] - row), ("ArrowUp", row - to[0]),
        ("ArrowRight", to[1] - col), ("ArrowLeft", col - to[1]),
    ):  # fmt: skip
        for _ in range(count):
            page.keyboard.press(key)


def focused(page):
    """The square that has the focus."""
    words = page.evaluate("document.activeElement.getAttribute('aria-label')")
    found = re.match(r"(\d+),(\d+)(,|$)", words or "")
    assert found, f"the focus is not on a square but on {words!r}"
    return int(found[1]), int(found[2])


def play_by_keys(page, squares):
    """Go to each of the squares with arrow keys and Enter."""
    for to in squares:
        walk_by_keys(page, to)
        page.keyboard.press("Enter")


def play_by_clicks(page, squares):
    """Go to each of the squares with the mouse."""
    for row, col in squares:
        square(board_of(page), row, col).click()
