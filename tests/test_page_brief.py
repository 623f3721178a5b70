"""What a first-time visitor found wrong with the page of version 0.1.0, one test for each of its 13 problems.

Each shows by the means of a visitor that the problem is gone. Other files test the same in depth.
"""

import json
import re
import urllib.error
import urllib.request

import pytest
from playwright.sync_api import expect

from browsing import (
    advanced,
    board_of,
    drawn,
    opened,
    region,
    revisit,
    settled,
    square,
    tab,
    visit,
    walk_said,
)
from gaming import button, cell, expect_walk, line_of
from serving import get, served
from turaga import solve

LAPTOP, PHONE = {"width": 1024, "height": 768}, {"width": 390, "height": 844}
SIDEWAYS = {"width": 844, "height": 390}

_WATCH = """() => {
  const note = () => {
    if (document.querySelector(".outcome-head")?.textContent) window.firstTour ??= performance.now();
    else requestAnimationFrame(note);
  };
  note();
}"""


def is_inside(box, window):
    """Whether a box is within the window, but for a fraction of a pixel."""
    right, bottom = box["x"] + box["width"], box["y"] + box["height"]
    return min(box["x"], box["y"]) >= -1 and right <= window["width"] + 1 and bottom <= window["height"] + 1


@pytest.mark.long
def test_1_the_page_does_not_wait_for_the_compiler(chromium, tmp_path):
    with (
        served(env={"NUMBA_CACHE_DIR": str(tmp_path)}, fork=False) as there,
        visit(chromium, "about:blank") as visitor,
    ):
        page = visitor.page
        page.add_init_script(f"({_WATCH})()")
        page.goto(f"{there.url}/")
        page.wait_for_function("() => window.firstTour !== undefined")
        assert page.evaluate("window.firstTour") < 2000
        preparing = region(page, "Preparing the solver")
        expect(preparing).to_contain_text(re.compile(r"Preparing the solver \(first run only\): \d+ of \d\d"))
        expect(preparing.get_by_role("progressbar")).to_be_visible()
        square(board_of(page), 5, 5).click()  # another walk by the rule
        expect(settled(page)).to_contain_text("From e4")
        page.goto(f"{there.url}/#count?board=5x6")
        button(page, "Count").click()  # this needs the compiled solver
        counted = region(page, "Counted here")
        expect(counted).to_contain_text("Preparing the solver (first run only)")
        button(page, "Stop").click()
        expect(counted).to_contain_text("Not yet")
        assert get(there.url, "/api/v1/status")[2]["ready"] is False  # all this while it is compiled
        visitor.faults.clear()  # requests of a page that began as about:blank


def test_2_a_knight_moves_and_the_page_invites(chromium, server):
    with opened(chromium, server, alone=True, viewport=LAPTOP) as page:
        words = page.get_by_text("A knight visits every square exactly once.")
        assert is_inside(words.bounding_box(), LAPTOP)
        timeline = page.get_by_role("slider", name="Timeline")
        steps = {int(timeline.input_value())}
        for _ in range(3):  # the tour draws itself: each time more of it is there
            expect(timeline).not_to_have_value(str(max(steps)))
            steps.add(int(timeline.input_value()))
        assert len(steps) == 4
        for name in ("Try it yourself", "New tour"):
            assert is_inside(button(page, name).bounding_box(), LAPTOP)
        button(page, "Try it yourself").click()
        expect(page).to_have_url(re.compile("#play"))


def test_3_the_board_fills_the_window(chromium, server):
    for window, least in ((LAPTOP, 560), (PHONE, 350), (SIDEWAYS, 280)):
        with opened(chromium, server, viewport=window, reduced_motion="reduce") as page:
            expect(page.locator(".outcome-head")).to_have_text("An open tour of 8x8")
            box = board_of(page).bounding_box()
            assert is_inside(box, window), window
            assert box["width"] >= least, window
            assert is_inside(button(page, "Play").bounding_box(), window), window
            if window is not SIDEWAYS:
                assert is_inside(page.locator(".outcome-head").bounding_box(), window), window


def test_4_a_novice_sees_few_controls(chromium, server):
    with opened(chromium, server, reduced_motion="reduce") as page:
        settled(page)
        fields = page.locator("input:visible, select:visible, textarea:visible")
        assert fields.count() == 3  # the board, the timeline, and the speed
        tab(page, "Options")
        expect(page.get_by_role("checkbox", name="Closed")).to_be_visible()
        expect(page.get_by_label("Order of directions")).to_be_hidden()
        advanced(page)
        expect(page.get_by_label("Order of directions")).to_be_visible()
        expect(page.get_by_role("img", name=re.compile("The digits of the directions"))).to_be_visible()


def test_5_a_known_number_is_never_erased(chromium, server):
    with opened(chromium, server, "#count?board=8x8", viewport=PHONE) as page:
        known = region(page, "Published")
        expect(known).to_contain_text("13,267,364,410,532")
        expect(known).to_contain_text("13.27 trillion")
        for name in ("Count", "Random tour"):  # refused before the click, with the reason
            expect(button(page, name)).to_be_disabled()
        expect(button(page, "Count")).to_have_accessible_description(re.compile("memory"))
        button(page, "Estimate").click()
        figure = region(page, "Estimated").locator(".card-figure")
        expect(figure).to_contain_text(re.compile(r"about [\d,]+"))
        broken = figure.evaluate("(one) => one.scrollWidth > one.clientWidth")
        assert not broken
        expect(known).to_contain_text("13,267,364,410,532")


def test_6_a_failed_walk_shows_its_mistake(chromium, server):
    with revisit(chromium, server, "#explore?board=8x8&start=5,3&how=greedy&like=bencic") as page:
        outcome = settled(page)
        expect(outcome).to_contain_text("Dead end after 60 of 64 squares")
        expect(outcome).to_contain_text("was the mistake")
        button(page, "Continue from there").click()
        expect(settled(page)).to_contain_text("then by the solver")
        assert len(walk_said(board_of(page))) == 64
        names = (
            page.get_by_role("group", name="Player")
            .get_by_role("button")
            .evaluate_all("all => all.map((one) => one.getAttribute('aria-label') ?? one.textContent)")
        )  # a step is a move, in every name
        assert {"First step", "Previous step", "Next step", "Last step"} < set(names)
        assert "Step" not in names


def test_7_holes_leapers_and_large_boards_can_be_chosen(chromium, server):
    with opened(chromium, server, "#explore?board=8x8", reduced_motion="reduce") as page:
        settled(page)
        button(page, "Shapes…").click()
        square(board_of(page), 1, 1).click()
        button(page, "Find a tour").click()
        expect(page).to_have_url(re.compile("#explore.*holes=1,1"))
        assert len(walk_said(board_of(page))) == 63
        advanced(page)
        leaper = page.get_by_role("textbox", name="Leaper")
        leaper.fill("2,3")
        leaper.press("Enter")
        expect(page).to_have_url(re.compile("holes=1,1&leaper=2,3"))
        page.reload()
        expect(page.locator(".boardbar")).to_contain_text("8x8 with 1 hole and leaper 2,3")
        field = page.get_by_role("textbox", name="Board", exact=True)
        for size, said in (("1000", ""), ("1001", "1001x1001 is too large: up to 1,000 rows and columns.")):
            field.fill(size)
            field.press("Enter")
            expect(field).to_have_accessible_description(said)
            expect(page).to_have_url(re.compile("board=1000x1000"))


def test_8_without_the_server_a_click_makes_a_tour(chromium, server):
    with visit(chromium, f"{server.url}/#explore?board=8x8", reduced_motion="reduce") as visitor:
        page = visitor.page
        settled(page)
        page.route("**/api/**", lambda route: route.abort())
        square(board_of(page), 4, 4).click()
        expect(settled(page)).to_contain_text("From d5")
        assert walk_said(board_of(page))[0] == (4, 4)
        assert len(walk_said(board_of(page))) == 64
        visitor.faults.clear()  # of the requests that failed


def test_9_back_returns_to_the_last_board_and_modes_share_it(chromium, server):
    with opened(chromium, server, "#explore?board=8x8", reduced_motion="reduce") as page:
        settled(page)
        field = page.get_by_role("textbox", name="Board", exact=True)
        field.fill("12x10")
        field.press("Enter")
        for mode in ("Play", "Map", "Explore"):
            page.get_by_role("navigation", name="Modes").get_by_role("link", name=mode).click()
            page.locator(f"#stage[data-mode={mode.lower()}]").wait_for()
            expect(board_of(page).get_by_role("gridcell")).to_have_count(120)
        for _ in range(4):
            page.go_back()
        expect(page).to_have_url(re.compile("#explore.board=8x8"))
        expect(board_of(page).get_by_role("gridcell")).to_have_count(64)


_GLIDES = """() => {
  const places = (window.places = new Set());
  const knight = document.querySelector("#stage .knight");
  const look = () => {
    places.add(knight.getAttribute("transform") ?? knight.style.transform);
    requestAnimationFrame(look);
  };
  look();
}"""


def test_10_the_knight_glides_is_dragged_and_winning_is_seen(chromium, server):
    tour = [(row + 1, col + 1) for row, col in solve("5x5", start="1,1").tour]
    squares = "-".join(f"{row},{col}" for row, col in tour[:-2])
    with opened(chromium, server, f"#play?board=5x5&squares={squares}") as page:
        expect_walk(page, tour[:-2])
        page.evaluate(_GLIDES)
        cell(page, *tour[-2]).click()
        page.wait_for_function("() => window.places.size > 2")  # it is seen between the two squares
        boxes = [cell(page, *at).bounding_box() for at in tour[-2:]]
        page.mouse.move(*middle(boxes[0]))
        page.mouse.down()
        page.mouse.move(*middle(boxes[1]), steps=5)
        page.mouse.up()
        page.locator("#stage .sweep *").first.wait_for(state="attached")  # colours run along the line
        expect(page.get_by_role("heading", name=re.compile("^You did it"))).to_be_visible()
        assert line_of(page)[:25] == tour


def middle(box):
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_11_large_boards_are_legible_and_pictures_have_options(chromium, server):
    with opened(chromium, server, "#explore?board=60x60&start=1,1", reduced_motion="reduce") as page:
        settled(page)
        expect(page.locator("#stage canvas").first).to_be_visible()
        tab(page, "Share")
        panel = page.get_by_role("tabpanel", name="Share")
        sizes = panel.get_by_role("combobox", name="PNG size")
        assert "4096 pixels" in sizes.inner_text()
        for name in ("Line only", "Print"):
            expect(panel.get_by_role("radio", name=name, exact=True)).to_be_attached()
        panel.get_by_role("checkbox", name="Colour by step").uncheck()
        with page.expect_download() as coming:
            button(page, "SVG").click()
        picture = coming.value.path().read_text()
        assert len(re.findall(r"<path[^>]*fill=.none", picture)) == 1  # 3,599 moves, and one line


def test_12_one_notation_and_documents_for_people(chromium, server):
    with opened(chromium, server, "#explore?board=8x8", reduced_motion="reduce") as page:
        settled(page)
        tab(page, "Options")
        start = page.get_by_role("textbox", name="Start")
        start.fill("e4")
        start.press("Enter")
        expect(settled(page)).to_contain_text("From e4")
        tab(page, "Options")
        expect(start).to_have_value("e4")
        assert not re.search(r"\d\s*×\s*\d+x|\d×\d", page.locator("body").inner_text())
        page.locator("summary[aria-label=Settings]").click()
        page.locator('a[href="/api"]').click()
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect(page.get_by_role("button", name="Send").first).to_be_visible()
    for path in ("/api", "/docs"):
        status, headers, _ = get(server.url, path)
        assert (status, headers["Content-Type"].partition(";")[0]) == (200, "text/html")
    request = urllib.request.Request(
        f"{server.url}/api/v1/solve", data=b"{", headers={"Content-Type": "application/json"}
    )
    with pytest.raises(urllib.error.HTTPError) as error:
        urllib.request.urlopen(request)
    says = json.loads(error.value.read())["detail"]
    assert not re.search("column|delimiter|property name|Expecting", str(says)), says


def test_13_themes_print_and_installing(chromium, server):
    with opened(chromium, server, "#explore?board=8x8", reduced_motion="reduce") as page:
        settled(page)
        paper = "getComputedStyle(document.body).backgroundColor"
        light = page.evaluate(paper)
        page.locator("summary[aria-label=Settings]").click()
        page.get_by_role("radio", name="Dark", exact=True).first.check()
        assert page.evaluate(paper) != light
        page.get_by_role("radio", name="System").check()
        assert page.evaluate(paper) == light
        page.keyboard.press("Escape")
        page.emulate_media(media="print")
        expect(board_of(page)).to_be_visible()
        expect(page.get_by_role("navigation", name="Modes")).to_be_hidden()
        expect(page.get_by_role("tablist")).to_be_hidden()
        expect(page.get_by_role("slider", name="Timeline")).to_be_hidden()
        page.emulate_media(media="screen")
        manifest = page.locator("link[rel=manifest]").get_attribute("href")
        told = page.evaluate("(path) => fetch(path).then((one) => one.json())", manifest)
        assert told["display"] == "standalone"
        assert {"192x192", "512x512"} <= {icon["sizes"] for icon in told["icons"]}
        assert drawn(board_of(page)).line  # and the page is as before
