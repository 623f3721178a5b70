"""Links to the page of version 0.1.0, and games that it saved in the browser, still work."""

import json
import re
import time
from pathlib import Path
from urllib.parse import parse_qs

from playwright.sync_api import expect

from browsing import PATIENCE, drawn, opened, region, revisit
from gaming import button, expect_walk, facts, grid_of, open_tab, play_by_clicks

RECORDED = json.loads((Path(__file__).parent / "golden" / "v0_1_0" / "page.json").read_text())
GRIDS = "[role=grid]:visible"


def seen(page):
    """What is seen that is not prose: the lines and figures of each board, the parameters of the address, and
    in the mode "count" the number."""
    boards = []
    for grid in page.locator(GRIDS).all():
        shown = drawn(grid)
        boards.append(
            {
                "size": [int(grid.get_attribute(f"aria-{side}count")) for side in ("row", "col")],
                "line": [list(square) for square in shown.line],
                "figures": {f"{row},{col}": text for (row, col), text in sorted(shown.figures.items())},
            }
        )
    address = {name: values[-1] for name, values in parse_qs(page.url.partition("?")[2]).items()}
    count = None
    if "#count" in page.url:
        count = re.sub(r"\D", "", region(page, "The count").get_by_role("paragraph").first.inner_text())
    return {"boards": boards, "address": address, "count": count}


def come_to_see(page, expected):
    """Wait until this is seen, and compare it in the end."""
    deadline = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < deadline:
        try:
            if seen(page) == expected:
                return
        except (AssertionError, TypeError):
            pass  # a board that is just being drawn
        page.wait_for_timeout(30)
    assert seen(page) == expected


def test_links_are_opened(chromium, server):
    for link, expected in RECORDED["links"].items():
        with revisit(chromium, server, link) as page:
            come_to_see(page, expected)


def test_games_kept_in_the_browser_are_continued(chromium, server):
    with opened(chromium, server, "#explore") as page:
        page.evaluate("(kept) => Object.assign(localStorage, kept)", RECORDED["kept"])
        page.goto(f"{server.url}/#play")
        page.reload()
        expect_walk(page, [(1, 1), (2, 3), (3, 1)])  # of 5x6, the board played last
        assert [*facts(page).values()][1:] == ["3 of 30", "2", "1"]
        for _ in range(2):  # what was taken back is kept too
            button(page, "Redo").click()
        expect_walk(page, [(1, 1), (2, 3), (3, 1), (1, 2), (2, 4)])
        play_by_clicks(page, [(4, 5)])
        game = json.loads(page.evaluate("localStorage['turaga:game:5x6']"))
        assert (len(game["squares"]), game["undos"], game["hints"]) == (6, 2, 1)
        open_tab(page, "Options")
        page.get_by_text("Your games").click()
        page.get_by_role("button", name=re.compile("5x5: 2 of 25 squares")).click()  # which was put aside
        expect(grid_of(page).get_by_role("gridcell")).to_have_count(25)
        expect_walk(page, [(3, 3), (5, 4)])
