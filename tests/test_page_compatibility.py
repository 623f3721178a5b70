"""Links to the page of version 0.1.0, and games that it saved in the browser, still work."""

import json
import re
import time
from pathlib import Path
from urllib.parse import parse_qs

from playwright.sync_api import Error, expect

from browsing import PATIENCE, drawn, opened, revisit, settled
from gaming import button, expect_walk, facts, grid_of, open_tab, play_by_clicks

RECORDED = json.loads((Path(__file__).parent / "golden" / "v0_1_0" / "page.json").read_text())
GRIDS = "[role=grid]:visible"


def seen(page):
    """What is seen that is not prose: the lines and figures of each board, the parameters of the address, and
    in the mode "count" the published number."""
    boards = []
    for grid in page.query_selector_all(GRIDS):
        shown = drawn(grid)
        boards.append(
            {
                "size": [int(grid.get_attribute(f"aria-{side}count")) for side in ("row", "col")],
                "line": [list(square) for square in shown.line],
                "figures": {f"{row},{col}": text for (row, col), text in sorted(shown.figures.items())},
            }
        )
    return {"boards": boards, "address": address(page.url), "count": published(page)}


def address(link):
    """The parameters of a link, by name."""
    return {name: values[-1] for name, values in parse_qs(link.partition("?")[2]).items()}


def published(page):
    """The number in the card for published counts; None in other modes."""
    cards = page.query_selector_all("section.card:visible")
    return re.sub(r"\D", "", cards[0].query_selector(".card-figure").inner_text()) if cards else None


def as_written_now(link, recorded):
    """What 0.1.0 wrote as the address of a link, as it is written since then."""
    mode = link[1:].partition("?")[0]
    now = dict(recorded)
    if now.get("start") == "any":  # any start: now the default
        del now["start"]
    if link == "#watch":  # without parameters, any start too; the tour is still that from 1,1
        del now["start"]
    for name in [name for name in now if name.startswith("a-")]:  # the left rule is that of all modes
        now[name.removeprefix("a-")] = now.pop(name)
    if now.get("ties") == "corner,order:12345678":  # the usual order at the end is not written
        now["ties"] = "corner"
    if mode == "count" and now.pop("closed", None) == "0":  # open or closed is now asked as "kind"
        now["kind"] = "open"
    return now


def come_to_see(page, expected):
    """Wait until this is seen, and compare it in the end."""
    deadline = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < deadline:
        try:
            if seen(page) == expected:
                return
        except (AssertionError, TypeError, Error):
            pass  # a board that is just being drawn or replaced
        page.wait_for_timeout(30)
    assert seen(page) == expected


def test_links_are_opened(chromium, server):
    for link, expected in RECORDED["links"].items():
        visit = opened if link == "#watch" else revisit  # a link without a board keeps the current one
        with visit(chromium, server, link) as page:
            if link.startswith("#watch"):
                settled(page)
            now = expected | {"address": as_written_now(link, expected["address"])}
            if link == "#count?board=5x6&draw=7":  # a random tour no longer hides the number, 8 as published
                now["count"] = "8"
            come_to_see(page, now)


def test_games_kept_in_the_browser_are_continued(chromium, server):
    with opened(chromium, server, "#explore") as page:
        page.evaluate("(kept) => Object.assign(localStorage, kept)", RECORDED["kept"])
        page.evaluate("history.replaceState(null, '', '/#play')")
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
