"""The gallery: its tours are right, draw themselves, and can be opened, played and downloaded."""

import json
import re
from itertools import accumulate
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import expect

from browsing import board_of, opened, settled, size_of, still, stop_time, wait_until, walk_said
from turaga import Board, Walk, pictures, verify
from turaga.notation import read
from turaga.order import direction_steps

GOLDEN = Path(__file__).parent / "golden"
PAGE = Path(__file__).parent.parent / "src" / "turaga" / "web" / "page" / "gallery" / "tours.json"
ENTRIES = {one["id"]: one for one in json.loads(PAGE.read_text())}


def tour_of(entry):
    """The tour of an entry, from its start and its moves."""
    steps = direction_steps(tuple(entry.get("leaper", (1, 2))))
    row, col = entry["start"]
    moves = [steps[int(digit) - 1] for digit in entry["moves"]]
    squares = list(
        accumulate(moves, lambda at, by: (at[0] + by[0], at[1] + by[1]), initial=(row - 1, col - 1))
    )
    holes = [
        (r, c) for r, line in enumerate(entry.get("mask", [])) for c, one in enumerate(line) if one == "#"
    ]
    board = Board(entry["rows"], entry["cols"], holes=holes, leaper=tuple(entry.get("leaper", (1, 2))))
    return Walk(board, squares)


@pytest.mark.parametrize("name", ENTRIES)
def test_every_tour_is_a_tour(name):
    report = verify(tour_of(ENTRIES[name]))
    assert report.is_tour
    assert report.closed == ENTRIES[name]["closed"]


def test_published_tours_are_those_that_were_published():
    for name, file in {
        "beverley": "beverley_1848.txt",
        "klochko": "klochko_8x8.txt",
        "agh": "agh_8x8_x1_y1.txt",
    }.items():
        assert tour_of(ENTRIES[name]) == read((GOLDEN / file).read_text()).walk
    grid = json.loads((GOLDEN / "euler_example.json").read_text())["closed_tour"]
    numbers = {number: (r, c) for r, row in enumerate(grid) for c, number in enumerate(row)}
    assert list(tour_of(ENTRIES["euler"])) == [numbers[k] for k in sorted(numbers)]


def test_what_the_texts_say_is_true():
    def sums(grid):
        return {sum(line) for line in [*grid, *zip(*grid, strict=True)]}

    steps = {at: k for k, at in enumerate(tour_of(ENTRIES["beverley"]), 1)}
    assert sums([[steps[r, c] for c in range(8)] for r in range(8)]) == {260}
    path = list(tour_of(ENTRIES["vandermonde"]))
    moves = {frozenset(pair) for pair in zip(path, [*path[1:], path[0]], strict=True)}
    mirrored = {frozenset((7 - r, c) for r, c in move) for move in moves}
    assert len(moves - mirrored) == 4
    assert len(ENTRIES) >= 12


def test_the_gallery_shows_every_tour(chromium, server):
    with opened(chromium, server, "#gallery") as page:
        entries = page.get_by_role("region", name="Gallery").get_by_role("listitem")
        expect(entries).to_have_count(len(ENTRIES))
        assert entries.get_by_role("heading").all_inner_texts() == [one["title"] for one in ENTRIES.values()]
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_every_tour_is_shown_once_if_the_options_arrive_late(chromium, server):
    with opened(chromium, server, alone=True) as page:
        options, tours = [], []
        page.route("**/api/v1/options", lambda route: options.append(route))
        page.route("**/tours.json", lambda route: tours.append(route))
        page.evaluate("() => { location.hash = '#gallery'; location.reload(); }")
        wait_until(page, lambda: options and tours)
        tours.clear()
        with page.expect_response("**/api/v1/options"):
            options[-1].continue_()
        still(page)  # now every mode has been told
        assert not tours


_RUNNING = """(entry) => entry.getAnimations({ subtree: true })
  .filter((one) => one.animationName === "draw-line" && one.playState === "running").length"""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_tour_draws_itself_under_the_pointer_and_the_focus(motion, chromium, server):
    with opened(chromium, server, "#gallery", alone=True, reduced_motion=motion) as page:
        animations = page.context.new_cdp_session(page)
        animations.send("Animation.enable")
        animations.send("Animation.setPlaybackRate", {"playbackRate": 0.001})  # it is seen in any case
        entry = page.locator("#gallery-euler")
        link = entry.get_by_role("link")
        expect(link).to_be_visible()
        assert entry.evaluate(_RUNNING) == 0
        link.hover()
        moving = motion == "no-preference"
        assert (entry.evaluate(_RUNNING) > 0) == moving
        page.mouse.move(2, 2)
        assert entry.evaluate(_RUNNING) == 0
        page.locator("#gallery-vandermonde").get_by_role("button", name="Download").focus()
        page.keyboard.press("Tab")
        expect(link).to_be_focused()
        assert (entry.evaluate(_RUNNING) > 0) == moving


@pytest.mark.parametrize("name", ["euler", "ring", "zebra"])
def test_a_click_opens_the_tour_in_explore(name, chromium, server):
    entry = ENTRIES[name]
    with opened(chromium, server, "#gallery", reduced_motion="reduce") as page:
        page.locator(f"#gallery-{name}").get_by_role("link").click()
        expect(page).to_have_url(re.compile("#explore"))
        tour = [(row + 1, col + 1) for row, col in tour_of(entry)]
        expect(page.get_by_text(f"Step {len(tour)} of {len(tour)}")).to_be_visible()
        assert walk_said(board_of(page)) == tour
        page.go_back()
        expect(page.locator(f"#gallery-{name}")).to_be_visible()


def test_a_chosen_tour_draws_itself_whatever_was_seen_before(chromium, server):
    with opened(chromium, server, "#explore?board=6x6&step=36", alone=True) as page:
        stop_time(page)
        settled(page)
        page.get_by_role("link", name="Gallery").click()
        page.locator("#gallery-euler").get_by_role("link").click()
        expect(page.get_by_role("button", name="Pause", exact=True)).to_be_visible()
        settled(page)
        page.get_by_role("button", name="6x6").click()  # and so does that of another board
        expect(page.get_by_role("button", name="Pause", exact=True)).to_be_visible()
        settled(page)
        page.go_back()  # which is not drawn again
        expect(page.get_by_text("Step 64 of 64")).to_be_visible()
        expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_a_large_tour_opens_in_explore(chromium, server):
    with opened(chromium, server, "#gallery", reduced_motion="reduce") as page:
        page.locator("#gallery-hundred").get_by_role("link").click()
        expect(page.get_by_text("Step 10,000 of 10,000")).to_be_visible()
        assert f"moves={ENTRIES['hundred']['moves']}" in page.url


def test_play_opens_the_board(chromium, server):
    with opened(chromium, server, "#gallery") as page:
        page.locator("#gallery-ring").get_by_role("button", name="Play").click()
        expect(page).to_have_url(re.compile("#play"))
        expect(board_of(page)).to_be_visible()
        assert size_of(board_of(page)) == (20, 20)
        squares = sum(line.count(".") for line in ENTRIES["ring"]["mask"])
        expect(board_of(page).get_by_role("gridcell")).to_have_count(squares)


@pytest.mark.parametrize("name", ["vandermonde", "hundred"])
def test_download_gives_this_tour(name, chromium, server):
    with opened(chromium, server, "#gallery") as page:
        entry = page.locator(f"#gallery-{name}")
        with page.expect_download() as coming:
            entry.get_by_role("button", name="Download").click()
        size = f"{ENTRIES[name]['rows']}x{ENTRIES[name]['cols']}"
        assert coming.value.suggested_filename == f"knights-tour-{size}-{name}.svg"
        expect(entry).to_contain_text("Downloaded.")
        picture = coming.value.path().read_text()
        assert picture == pictures.svg(tour_of(ENTRIES[name]), colour="steps")
        assert ElementTree.fromstring(picture).tag.endswith("svg")
