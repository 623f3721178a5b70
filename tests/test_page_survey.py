"""Survey in the browser: the same map as the command's, progress, stopping, and opening a walk."""

import json
import re

from playwright.sync_api import expect

from browsing import board_of, choose, drawn, labels, opened, revisit, settled, square, walk_said
from command import turaga
from turaga import SYSTEMS, walk

DONE = re.compile(r"Tours from \d+ of \d+ starts")


def map_of(*options):
    """The map as the command prints it."""
    done = turaga("map", *options, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def surveyed(page):
    """Wait for the map to be whole."""
    expect(page.get_by_text(DONE).first).to_be_visible()
    expect(page.get_by_role("button", name="Run again")).to_be_visible()


def map_seen(grid):
    """Squares left from each start, as a screen reader tells them; None where nothing was walked."""
    found = {}
    for at, words in labels(grid).items():
        left = re.search(r"(\d+) squares? unvisited", words)
        assert left or "tour" in words or "not tried" in words, words
        found[at] = int(left[1]) if left else None if "not tried" in words else 0
    return found


def assert_is(page, truth):
    """What is seen and said is this map."""
    grid = board_of(page)
    left = {(r, c): n for r, row in enumerate(truth["unvisited"], 1) for c, n in enumerate(row, 1)}
    assert map_seen(grid) == left
    closed = {at for at, words in labels(grid).items() if "closed" in words}
    assert closed == set(map(tuple, truth["closed"]))
    if len(left) <= 144:  # where there is room for figures
        assert {at: text for at, text in drawn(grid).figures.items() if text != "✓"} == {
            at: str(n) for at, n in left.items() if n
        }
    expect(
        page.get_by_text(f"Tours from {truth['complete']} of {truth['starts']} starts").first
    ).to_be_visible()


def test_the_map_equals_that_of_the_command(chromium, server):
    with opened(chromium, server, "#survey") as page:
        surveyed(page)
        truth = map_of("8x8")
        assert_is(page, truth)
        choose(page, "Preset", "Serafeimidis's thesis")
        expect(page).to_have_url(re.compile("like=serafeimidis"))
        surveyed(page)
        truth = map_of("8x8", "--like", "serafeimidis")
        assert 0 < truth["complete"] < 64
        assert_is(page, truth)
        page.get_by_role("spinbutton", name="Rows").fill("5")
        page.get_by_role("spinbutton", name="Columns").fill("7")
        expect(page).to_have_url(re.compile("board=5x7"))
        surveyed(page)
        assert_is(page, map_of("5x7", "--like", "serafeimidis"))
        expect(page.get_by_text("Square colours rule out tours from 17 starts.").first).to_be_visible()


def test_retries_after_a_failed_walk(chromium, server):
    with revisit(chromium, server, "#survey?board=7x7&like=serafeimidis&retries=3") as page:
        surveyed(page)
        truth = map_of("7x7", "--like", "serafeimidis", "--retries", "3")
        assert truth["retries"] > 0
        assert_is(page, truth)
        expect(page.get_by_role("spinbutton", name="Retries after a failed walk")).to_have_value("3")
        at = next(at for at, left in map_seen(board_of(page)).items() if not left)
        square(board_of(page), *at).click()
        settled(page)
        assert walk_said(board_of(page))[0] == at
        assert len(walk_said(board_of(page))) == 49  # the walk that the map shows, found by a fresh order


def test_a_click_opens_the_walk(chromium, server):
    with revisit(chromium, server, "#survey?board=8x8&like=serafeimidis") as page:
        surveyed(page)
        at, left = next((at, left) for at, left in map_seen(board_of(page)).items() if left)
        square(board_of(page), *at).click()
        expect(page.get_by_role("heading", level=2)).to_have_text("Solve and watch")
        truth = [
            (s.square[0] + 1, s.square[1] + 1)
            for s in walk("8x8", f"{at[0]},{at[1]}", SYSTEMS["serafeimidis"].rule)
        ]
        expect(settled(page)).to_contain_text(f"{64 - left} of 64 squares")
        assert walk_said(board_of(page)) == truth
        page.go_back()
        expect(page.get_by_role("heading", level=2)).to_have_text("Walk from every start")
        surveyed(page)


def test_the_keyboard_opens_a_walk(chromium, server):
    with opened(chromium, server, "#survey?board=5x5") as page:
        surveyed(page)
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        for key in ("ArrowDown", "ArrowRight", "Enter"):
            page.keyboard.press(key)
        settled(page)
        assert walk_said(board_of(page))[0] == (2, 2)


def test_progress_is_shown_and_the_survey_can_be_stopped(chromium, server):
    """The largest map with the slowest rule: some seconds, of which the first are seen."""
    where = "#survey?board=20x20&ties=lookahead:8,random&retries=20&most=1"
    with revisit(chromium, server, where) as page:
        progress = page.get_by_role("progressbar")
        expect(page.get_by_text(re.compile(r"^[1-9]\d* of 400 starts done\.$")).first).to_be_visible()
        share = float(progress.get_attribute("value"))
        assert 0 < share < 1
        page.get_by_role("button", name="Stop").click()
        expect(page.get_by_text("Stopped", exact=True).first).to_be_visible()
        found = map_seen(board_of(page))
        walked = [left for left in found.values() if left is not None]
        assert 0 < len(walked) < 400
        expect(page.get_by_text(f"{len(walked)} of 400 starts done.").first).to_be_visible()
        page.get_by_role("button", name="Run again").click()
        expect(page.get_by_role("button", name="Stop")).to_be_visible()


def test_a_link_restores_the_map(chromium, server):
    with revisit(chromium, server, "#survey?board=8x8") as page:
        surveyed(page)
        page.get_by_role("spinbutton", name="Rows").fill("6")
        choose(page, "If there is a tie, choose", "the square nearest to a corner")
        expect(page).to_have_url(re.compile("board=6x8.*ties=corner"))
        surveyed(page)
        link, found = page.url, map_seen(board_of(page))
        assert_is(page, map_of("6x8", "--ties", "corner"))
    with opened(chromium, server, link) as page:
        surveyed(page)
        assert map_seen(board_of(page)) == found


def test_an_error_of_the_map_is_shown(chromium, server):
    with revisit(chromium, server, "#survey?board=5x5") as page:
        surveyed(page)
        page.route(
            "**/api/v1/map", lambda route: route.fulfill(status=200, body='{"error": "it is a test"}\n')
        )
        page.get_by_role("button", name="Run again").click()
        expect(page.get_by_text("It is a test.").first).to_be_visible()
        expect(page.get_by_text("No map").first).to_be_visible()
