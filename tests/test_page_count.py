"""Count in the browser: published, counted and estimated numbers side by side, and random tours."""

import json
import re
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browsing import board_of, drawn, enter, opened, region, revisit, tab, to_mode, walk_said
from gaming import button
from serving import get, post
from turaga import Walk, verify
from turaga.text import duration
from turaga.tours import Tours

COUNTS = json.loads((Path(__file__).parent / "golden" / "counts.json").read_text())
PHONE, SIDEWAYS = {"width": 390, "height": 844}, {"width": 844, "height": 390}


def number(page, card):
    """The number of a card."""
    return region(page, card).locator(".card-figure")


def count(page, expected):
    """Count, and see that it is this number."""
    button(page, "Count").click()
    expect(number(page, "Counted here")).to_have_text(f"{expected:,}")


def said(page):
    """What is said about the random tours."""
    return page.locator(".random-words")


def tour_on(page, board):
    """The tour on the board, once it is drawn, as (row, col) from 1. It is verified."""
    _, cols = map(int, board.split("x"))
    last = str(cols * int(board.split("x")[0]))
    expect(
        board_of(page, "Random tour").locator("..").locator("svg text", has_text=last).first
    ).to_be_visible()
    figures = drawn(board_of(page, "Random tour")).figures
    tour = [at for at, _ in sorted(figures.items(), key=lambda one: int(one[1]))]
    assert verify(Walk(board, [(row - 1, col - 1) for row, col in tour])).is_tour
    return tour


# -- numbers ------------------------------------------------------------------------------------------------


def test_known_counted_and_estimated_stand_side_by_side(chromium, server):
    with revisit(chromium, server, "#count?board=6x6") as page:
        known, counted, estimated = (
            number(page, name) for name in ("Published", "Counted here", "Estimated")
        )
        expect(known).to_have_text(f"{COUNTS['closed']['6x6']:,}")
        expect(counted).to_have_text("Not yet")
        count(page, 9862)
        expect(region(page, "Counted here")).to_contain_text("Matches the published count.")
        button(page, "Estimate").click()
        expect(estimated).to_have_text(re.compile(r"about [\d,]+$"))
        _, _, truth = post(server.url, "count", {"board": "6x6", "closed": True, "estimate": True})
        about = int(estimated.inner_text().removeprefix("about ").replace(",", ""))
        assert abs(about - truth["estimate"]) <= truth["estimate"] / 200
        expect(known).to_have_text("9,862")
        expect(counted).to_have_text("9,862")
        boxes = [region(page, name).bounding_box() for name in ("Published", "Counted here", "Estimated")]
        assert len({box["y"] for box in boxes}) == 1
        to_mode(page, "Map")
        page.go_back()
        expect(counted).to_have_text("9,862")  # what was counted in this visit is not forgotten
        expect(estimated).to_have_text(f"about {about:,}")


def test_what_cannot_be_counted_is_disabled_with_the_reason(chromium, server):
    _, _, plan = post(server.url, "count", {"board": "8x8", "closed": True, "plan": True})
    assert not plan["count"]["possible"]
    assert plan["estimate"]["possible"]
    with revisit(chromium, server, "#count?board=8x8") as page:
        expect(number(page, "Published")).to_have_text("13,267,364,410,532")
        expect(region(page, "Published")).to_contain_text("13.27 trillion")
        expect(button(page, "Count")).to_be_disabled()
        expect(button(page, "Count")).to_have_accessible_description(
            re.compile(re.escape(plan["count"]["reason"]), re.I)
        )
        expect(page.get_by_text(re.compile(re.escape(plan["count"]["reason"]), re.I))).to_be_visible()
        expect(page.get_by_text(re.compile(re.escape(plan["sample"]["reason"]), re.I))).to_be_visible()
        for name in ("Random tour", "Nine random tours"):
            expect(button(page, name)).to_be_disabled()
        button(page, "Estimate").click()
        expect(number(page, "Estimated")).to_have_text(re.compile(r"about \d+(,\d{3}){4}$"))
        expect(region(page, "Estimated")).to_contain_text(re.compile(r"1\d(\.\d+)? trillion"))
        expect(number(page, "Published")).to_have_text("13,267,364,410,532")
        expect(number(page, "Counted here")).to_have_text("Not possible here")
        button(page, "6x6").click()
        expect(number(page, "Counted here")).not_to_have_text("Not possible here")


_LINES = """(figure) => {
  const range = document.createRange();
  const lines = new Map();
  const walker = document.createTreeWalker(figure, NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode()); ) {
    for (let i = 0; i < node.length; i++) {
      range.setStart(node, i);
      range.setEnd(node, i + 1);
      const top = Math.round(range.getBoundingClientRect().top);
      lines.set(top, (lines.get(top) ?? "") + node.data[i]);
    }
  }
  return [...lines.values()];
}"""


@pytest.mark.parametrize("width", [320, 760, 1024])
def test_a_long_number_breaks_only_between_groups(width, chromium, server):
    link = "#count?board=3x40"
    with opened(chromium, server, link, viewport={"width": width, "height": 900}) as page:
        expect(number(page, "Published")).to_have_text(f"{COUNTS['closed']['3x40']:,}")
        lines = number(page, "Published").evaluate(_LINES)
        assert "".join(lines) == f"{COUNTS['closed']['3x40']:,}"
        assert all(line.endswith(",") for line in lines[:-1])


@pytest.mark.parametrize("size", [PHONE, SIDEWAYS])
def test_on_a_phone_the_numbers_and_buttons_are_in_sight(size, chromium, server):
    with opened(chromium, server, "#count?board=8x8", viewport=size) as page:
        button(page, "Estimate").click()
        expect(number(page, "Estimated")).to_contain_text("about")
        panel = page.locator("#panel").bounding_box()
        for name in ("Published", "Counted here", "Estimated"):
            card = region(page, name)
            expect(card).to_be_in_viewport(ratio=1)
            assert card.evaluate("one => one.scrollWidth <= one.clientWidth")
        for name in ("Random tour", "Nine random tours"):
            box = button(page, name).bounding_box()
            assert box["y"] + box["height"] <= panel["y"]
        assert page.get_by_role("grid").bounding_box()["height"] >= 150
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_page_and_the_library_describe_tours_and_times_in_the_same_words(chromium, server):
    choices = product([False, True], [False, True], [None, "1,1"], [None, "5,5"])
    cases = [dict(zip(("closed", "directed", "start", "end"), choice, strict=True)) for choice in choices]
    script = """async (all) => {
        const { toursInWords } = await import("/page/count/words.js");
        const { makeBoard } = await import("/page/core/board.js");
        const board = makeBoard({ rows: 5, cols: 5 });
        const index = (text) => (text === null ? null : text === "1,1" ? 0 : 24);
        return all.map(({ start, end, ...tours }) =>
          toursInWords({ ...tours, board, start: index(start), end: index(end) }));
    }"""
    with revisit(chromium, server, "#count?board=6x6") as page:
        assert page.evaluate(script, cases) == [Tours("5x5", **case).words for case in cases]
        times = [0, 2e-7, 0.00052, 0.0012345, 0.354, 0.99949, 0.9996, 1.884, 12.345, 120.4, 125, 7199.4, 7500]
        script = """async (times) => {
            const { showSeconds } = await import("/page/core/words.js");
            return times.map(showSeconds);
        }"""
        assert page.evaluate(script, times) == [duration(time) for time in times]


# -- what is counted ----------------------------------------------------------------------------------------


def test_open_tours_and_both_directions(chromium, server):
    with revisit(chromium, server, "#count?board=5x5") as page:
        expect(number(page, "Published")).to_have_text("None")  # of closed tours: there are none
        tab(page, "Options")
        page.get_by_role("radio", name="Open").check(force=True)
        expect(number(page, "Published")).to_have_text(f"{COUNTS['open']['5x5']:,}")
        count(page, COUNTS["open"]["5x5"])
        page.get_by_role("checkbox", name="Count each tour in both directions").check()
        expect(number(page, "Counted here")).to_have_text("Not yet")
        count(page, COUNTS["open_directed_square"]["5"])
        expect(region(page, "Counted here")).to_contain_text("Matches the published count.")
        page.go_back()
        expect(number(page, "Counted here")).to_have_text(f"{COUNTS['open']['5x5']:,}")
        tab(page, "Explain")
        expect(page.get_by_text("This counts open tours of 5x5, ignoring direction")).to_be_visible()


def test_counting_with_a_start_or_end(chromium, server):
    corner, centre = (COUNTS["directed_from_start_5x5"][name] for name in ("corner", "centre"))
    with revisit(chromium, server, "#count?board=5x5&kind=open") as page:
        tab(page, "Options")
        start = enter(page, "Start", "a5")
        expect(number(page, "Published")).to_have_text("None")
        count(page, corner)
        enter(page, "Start", "3,3")
        expect(start).to_have_value("c3")
        count(page, centre)
        enter(page, "Start", "6,6")
        expect(page.get_by_text("“6,6” is not a square of 5x5")).to_be_visible()
        expect(start).to_have_attribute("aria-invalid", "true")
        expect(page).to_have_url(re.compile("start=3,3"))


def test_boards_with_holes_and_other_leapers(chromium, server):
    asked = {"board": {"rows": 5, "cols": 5, "holes": [[1, 1], [3, 3]]}, "closed": False}
    _, _, truth = post(server.url, "count", asked)
    with revisit(chromium, server, "#count?board=5x5&holes=1,1-3,3&kind=open") as page:
        count(page, truth["count"])
    asked = {"board": "4x5", "leaper": [0, 1], "closed": True}
    _, _, truth = post(server.url, "count", asked)
    assert truth["count"] == 14  # OEIS A006864: closed walks of a rook that moves one square
    with revisit(chromium, server, "#count?board=4x5&leaper=0,1") as page:
        count(page, 14)


def test_without_tours_the_reason_is_shown(chromium, server):
    with revisit(chromium, server, "#count?board=5x5") as page:
        expect(number(page, "Counted here")).to_have_text(
            "0"
        )  # without a click: there is nothing to wait for
        expect(button(page, "Estimate")).to_be_disabled()
        _, _, truth = post(server.url, "count", {"board": "5x5", "closed": True})
        assert truth["count"] == 0
        expect(region(page, "Counted here")).to_contain_text(re.compile(re.escape(truth["reason"]), re.I))


def test_published_counts_have_sources_and_show_their_board(chromium, server):
    _, _, told = get(server.url, "/api/v1/options")
    truth = [("{rows}x{cols}".format(**one["tours"]["board"]), one) for one in told["known"]]
    assert len(truth) > 50
    with revisit(chromium, server, "#count?board=6x6") as page:
        tab(page, "Explain")
        known = region(page, "Published counts")
        expect(known.locator("details").first).to_be_visible()
        shut = known.locator("details:not([open]) > summary")
        while shut.count():
            shut.first.click()
        rows = known.get_by_role("listitem").all_inner_texts()
        found = [re.match(r"(\d+x\d+)\s+([\d,]+)\s+(.+)", row).groups() for row in rows]
        assert found == [(size, f"{one['count']:,}", one["source"]) for size, one in truth]
        for size, one in truth:
            golden = COUNTS[one["tours"]["kind"]].get(size)
            assert golden is None or one["count"] == golden * (2 if one["tours"]["directed"] else 1)
        known.get_by_role("button", name="Show 8x8").first.click()
        expect(number(page, "Published")).to_have_text("13,267,364,410,532")
        expect(page).to_have_url(re.compile("board=8x8"))


def test_a_link_to_a_random_tour(chromium, server):
    with opened(chromium, server, "#count?board=5x5&kind=open&directed=1&draw=5") as page:
        expect(page.get_by_text("This counts open tours of 5x5, counting both directions")).to_be_visible()
        expect(said(page)).to_have_text(re.compile(r"An open tour from .* \(seed 5\)"))
        tour_on(page, "5x5")


# -- stopping and losing the server -------------------------------------------------------------------------


def test_stopping_a_count_stops_the_server_too(chromium, server):
    with revisit(chromium, server, "#count?board=6x7") as page:
        expect(button(page, "Count")).to_be_enabled()
        page.route("**/api/v1/count", lambda route: None)  # a count that takes long
        button(page, "Count").focus()
        page.keyboard.press("Enter")
        expect(number(page, "Counted here")).to_have_text("Counting…")
        expect(button(page, "Stop")).to_be_focused()
        with page.expect_event("requestfailed", lambda request: request.url.endswith("/count")):
            page.keyboard.press("Enter")
        expect(number(page, "Counted here")).to_have_text("Not yet")
        expect(button(page, "Count")).to_be_focused()
        button(page, "Count").click()
        with page.expect_event("requestfailed", lambda request: request.url.endswith("/count")):
            button(page, "10x10").click()  # another board
        expect(button(page, "Stop")).to_have_count(0)


# -- random tours -------------------------------------------------------------------------------------------


def test_a_random_tour_opens_in_explore(chromium, server):
    with opened(chromium, server, "#count?board=6x6", reduced_motion="reduce") as page:
        button(page, "Random tour").click()
        expect(said(page)).to_have_text(re.compile(r"A closed tour from .* at random from 9,862"))
        tour = tour_on(page, "6x6")
        assert drawn(board_of(page, "Random tour")).line == [*tour, tour[0]]
        link = page.url
        button(page, "Open in Explore").click()
        expect(page).to_have_url(re.compile("#explore"))
        expect(page.get_by_text("Step 36 of 36")).to_be_visible()
        assert walk_said(board_of(page)) == tour
    with opened(chromium, server, link, reduced_motion="reduce") as page:
        assert tour_on(page, "6x6") == tour


def test_nine_random_tours(chromium, server):
    with opened(chromium, server, "#count?board=6x6", reduced_motion="reduce") as page:
        button(page, "Nine random tours").click()
        expect(said(page)).to_contain_text("Nine tours chosen uniformly at random from 9,862")
        small = page.get_by_role("button", name=re.compile(r"^Random tour \d: show it on the board$"))
        expect(small).to_have_count(9)
        seed = int(re.search(r"draw=(\d+)", page.url)[1])
        asked = {"board": "6x6", "closed": True, "random": 9, "seed": seed}
        _, _, truth = post(server.url, "tours", asked)
        drawn_small = [
            one.locator(".thumbnail-line").evaluate_all("all => all.map((line) => line.getAttribute('d'))")
            for one in small.all()
        ]
        for pieces, draw in zip(drawn_small, truth["found"], strict=True):
            points = [re.findall(r"[ML]([\d.]+) ([\d.]+)", piece) for piece in pieces]
            line = points[0] + [point for piece in points[1:] for point in piece[1:]]
            squares = [[int(float(y) + 0.5), int(float(x) + 0.5)] for x, y in line]
            assert squares[:-1] == draw["squares"]
            assert verify(Walk("6x6", [(r - 1, c - 1) for r, c in draw["squares"]])).closed
        small.nth(3).click()
        assert [list(at) for at in tour_on(page, "6x6")] == truth["found"][3]["squares"]
        link = page.url
        page.go_back()
        expect(small).to_have_count(9)
        expect(small.first).to_be_visible()
        page.go_forward()
        button(page, "All nine").click()
        expect(small.first).to_be_visible()
    with opened(chromium, server, link, reduced_motion="reduce") as page:
        assert [list(at) for at in tour_on(page, "6x6")] == truth["found"][3]["squares"]
