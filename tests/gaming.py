"""Helpers to play the game in the browser, by keys, clicks and fingers, and to read its messages.

Squares are (row, col) counted from 1 at the top left. On the page they have chess names."""

import re

from playwright.sync_api import expect

from browsing import drawn, labels, still, walk_said

SAID = "#announcer"  # the live region for screen readers, which is not visible


def name_of(square, rows=8):
    """The chess name of a square: a1 is at the bottom left."""
    row, col = square
    return f"{chr(96 + col)}{rows + 1 - row}"


def names(squares, rows=8, last="or"):
    """Names in a list, as a sentence has them."""
    words = [name_of(square, rows) for square in squares]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


# -- the board ----------------------------------------------------------------------------------------------


def grid_of(page):
    """The grid of the game."""
    return page.get_by_role("grid", name="Game board")


def cell(page, row, col):
    """One square of the game."""
    cols = int(grid_of(page).get_attribute("aria-colcount"))
    return grid_of(page).locator(f'[data-n="{(row - 1) * cols + col - 1}"]')


def labels_of(page):
    """What a screen reader says about each square after its name, by (row, col)."""
    expect(grid_of(page)).not_to_have_attribute("aria-busy", "true")
    return labels(grid_of(page))


def walked(page):
    """The visited squares in order, as a screen reader says them."""
    expect(grid_of(page)).not_to_have_attribute("aria-busy", "true")
    return walk_said(grid_of(page))


def expect_walk(page, squares):
    """Wait until these squares are visited."""
    last = f"step {len(squares)}"
    if squares:
        expect(cell(page, *squares[-1])).to_have_accessible_name(re.compile(rf"\b{last}\b"))
    assert walked(page) == list(squares)


def line_of(page):
    """The squares of the drawn line."""
    still(page, 20)  # the knight has arrived
    return drawn(grid_of(page)).line


def figures_of(page):
    """The figures on the squares, by (row, col)."""
    still(page, 20)
    return drawn(grid_of(page)).figures


# -- messages -----------------------------------------------------------------------------------------------


def announced(page):
    """What a screen reader was told recently. Messages at short intervals are joined."""
    return page.locator(SAID)


def expect_said(page, words):
    """Wait until this was the last message; a pattern may match only its beginning."""
    pattern = words.pattern if isinstance(words, re.Pattern) else f"{re.escape(words)}$"
    expect(announced(page)).to_have_text(re.compile(rf"(^|\. |\s)({pattern})"))


def facts(page):
    """Time, visited, undos and hints, in the tab Explain."""
    found = page.locator("#panel dl:visible").first
    terms, values = found.get_by_role("term"), found.get_by_role("definition")
    return dict(zip(terms.all_inner_texts(), values.all_inner_texts(), strict=True))


def button(page, name):
    """A visible button with exactly this name."""
    return page.get_by_role("button", name=name, exact=True)


# -- moves --------------------------------------------------------------------------------------------------


def focused(page):
    """The square that has the focus."""
    n = page.evaluate("document.activeElement.dataset.n")
    assert n is not None, "the focus is not on a square"
    cols = int(grid_of(page).get_attribute("aria-colcount"))
    return int(n) // cols + 1, int(n) % cols + 1


def walk_by_keys(page, to):
    """Move the focus over the board to a square with the arrow keys; the focus is on the board."""
    row, col = focused(page)
    for key, count in (
        ("ArrowDown", to[0] - row), ("ArrowUp", row - to[0]),
        ("ArrowRight", to[1] - col), ("ArrowLeft", col - to[1]),
    ):  # fmt: skip
        for _ in range(count):
            page.keyboard.press(key)


def play_by_keys(page, squares):
    """Go to each of the squares with arrow keys and Enter."""
    for to in squares:
        walk_by_keys(page, to)
        page.keyboard.press("Enter")


def play_by_clicks(page, squares):
    """Go to each of the squares with the mouse."""
    for square in squares:
        cell(page, *square).click()
