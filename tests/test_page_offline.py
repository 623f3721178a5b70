"""The server is killed in the middle of everything, comes back, or is another program."""

import re
from pathlib import Path

from playwright.sync_api import expect

import turaga.web
from browsing import begun, board_of, region, settled, square, tab, to_mode, wait_until, walk_said
from gaming import button, play_by_clicks, walked
from naive import is_tour
from stopping import stoppable_visit, stored_files
from test_web_access import another_program
from turaga import Board

PAGE = Path(turaga.web.__file__).parent / "page"
FILES = {
    f"/page/{path.relative_to(PAGE)}"
    for path in PAGE.rglob("*")
    if path.is_file() and path.suffix != ".md" and "apidocs" not in path.parts
}
# These are sent from other paths: the page itself, and the service worker, which the browser stores.
ELSEWHERE = {"/page/index.html", "/page/sw.js"}


def connection(page):
    return region(page, "Connection")


def squares_of(page):
    return [(row - 1, col - 1) for row, col in walk_said(board_of(page))]


def answers(page, mode):
    """Use a mode in a way that needs no server, and see that it answers."""
    if mode == "explore":
        square(board_of(page), 3, 4).click()
        expect(settled(page)).to_contain_text("From d6")
        assert squares_of(page)[0] == (2, 3)
        assert is_tour(Board("8x8"), squares_of(page))
    elif mode == "play":
        play_by_clicks(page, [(1, 1), (2, 3)])
        assert walked(page) == [(1, 1), (2, 3)]
    elif mode == "compare":
        expect(region(page, "First difference")).to_contain_text("differ")
    elif mode == "map":
        expect(region(page, "Outcome")).to_contain_text("64 starts")
    elif mode == "gallery":
        expect(region(page, "Gallery").get_by_role("listitem").nth(9)).to_be_visible()
    elif mode == "count":
        expect(page.locator("#stage")).to_contain_text("needs the server, which is not responding")
    else:
        square(board_of(page), 1, 1).click()
        expect(square(board_of(page), 1, 1)).to_have_accessible_name("a8, hole")


MODES = ("explore", "play", "compare", "map", "count", "gallery", "shapes")


# -- the server is killed -----------------------------------------------------------------------------------


def test_explore_goes_on_without_the_server(chromium):
    with stoppable_visit(chromium, "#explore?board=8x8&start=1,1", reduced_motion="reduce") as visitor:
        page = visitor.page
        settled(page)
        visitor.kill()
        answers(page, "explore")  # at once, by the rule
        before = page.url
        button(page, "New tour").click()
        page.wait_for_function("(url) => location.href !== url", arg=before)
        settled(page)
        seen = walk_said(board_of(page))
        assert is_tour(Board("8x8"), squares_of(page))
        tab(page, "Options")
        page.get_by_role("radio", name="Search").check()
        tab(page, "Explain")
        outcome = region(page, "Outcome")
        expect(outcome).to_contain_text("The solver is not responding. It will be asked again")
        expect(outcome).to_contain_text("What you see is the walk before that.")
        assert walk_said(board_of(page)) == seen
        expect(connection(page)).to_contain_text("The server is not responding.")
        visitor.start()
        expect(connection(page)).to_be_hidden()  # it tries again by itself
        expect(outcome).to_contain_text("search")  # and asks again what was waiting
        assert is_tour(Board("8x8"), squares_of(page))


def test_every_other_mode_goes_on_without_the_server(chromium):
    with stoppable_visit(chromium, "#count?board=6x6", reduced_motion="reduce") as visitor:
        page = visitor.page
        known, counted = region(page, "Published"), region(page, "Counted here")
        button(page, "Count").click()
        expect(counted).to_contain_text("9,862")  # OEIS A001230
        visitor.freeze()  # after a count the page asks what can be done next: the button would be disabled
        button(page, "Estimate").click()
        visitor.kill()
        expect(region(page, "Estimated")).to_contain_text("needs the server, which is not responding")
        expect(known).to_contain_text("9,862")
        expect(counted).to_contain_text("9,862")
        for name in ("Count", "Estimate", "Random tour", "Nine random tours"):
            expect(button(page, name)).to_be_disabled()
        button(page, "8x8").click()
        expect(known).to_contain_text("13,267,364,410,532")
        expect(connection(page)).to_contain_text("The server is not responding.")
        for mode in ("Map", "Compare", "Gallery", "Play"):  # none of them has been loaded before
            to_mode(page, mode)
            answers(page, mode.lower())
        page.get_by_role("button", name="Shapes").click()
        page.locator("#stage[data-mode=shapes]").wait_for()
        answers(page, "shapes")
        to_mode(page, "Compare")
        tab(page, "Options")
        page.get_by_role("combobox", name="Method of B").select_option(label="Search")
        right = page.get_by_role("region", name="B", exact=True)
        expect(right).to_contain_text("Waiting for the server")
        visitor.start()
        expect(connection(page)).to_be_hidden()
        expect(right).to_contain_text("tour")


def test_the_server_is_killed_while_it_is_asked(chromium):
    with stoppable_visit(chromium, "#count?board=6x6", reduced_motion="reduce") as visitor:
        page = visitor.page
        expect(button(page, "Count")).to_be_enabled()
        visitor.freeze()
        button(page, "Count").click()
        expect(button(page, "Stop")).to_be_visible()
        visitor.kill()
        expect(page.locator("#stage")).to_contain_text("needs the server, which is not responding")
        expect(button(page, "Count")).to_be_disabled()
        visitor.start()
        expect(button(page, "Count")).to_be_enabled()  # what can be counted is asked again
        button(page, "Count").click()
        expect(region(page, "Counted here")).to_contain_text("9,862")  # OEIS A001230


def test_another_program_on_the_port_breaks_nothing(chromium):
    with stoppable_visit(chromium, "#explore?board=8x8", reduced_motion="reduce") as visitor:
        page = visitor.page
        settled(page)
        visitor.kill()
        with another_program(visitor.port, "<p>Another program</p>"):
            answers(page, "explore")
            seen = walk_said(board_of(page))
            tab(page, "Options")
            page.get_by_role("radio", name="Search").check()
            tab(page, "Explain")
            expect(region(page, "Outcome")).to_contain_text("The server responded with status 501.")
            assert walk_said(board_of(page)) == seen
        visitor.faults[:] = [fault for fault in visitor.faults if "status of 501" not in fault]


# -- a reload without the server ----------------------------------------------------------------------------


def test_all_files_of_the_page_are_stored(chromium):
    with stoppable_visit(chromium, "#explore?board=5x5") as visitor:
        assert stored_files(visitor.page) == (FILES - ELSEWHERE) | {"/"}


def test_a_reload_without_the_server_works_in_every_mode(chromium):
    with stoppable_visit(chromium, "#explore?board=8x8", reduced_motion="reduce") as visitor:
        page = visitor.page
        visitor.kill()
        for mode in MODES:
            page.goto(f"{visitor.url}#{mode}?board=8x8")
            page.reload()
            begun(page)
            answers(page, mode)
        page.goto(f"{visitor.url}#map?board=20x20")  # in a worker
        page.reload()
        expect(region(page, "Outcome")).to_contain_text("400 starts give a tour")
        page.goto(f"{visitor.url}#gallery")
        page.emulate_media(color_scheme="dark")
        expect(page.locator("html")).to_have_attribute("data-theme", "dark")
        paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert max(map(int, re.findall(r"\d+", paper))) < 60  # the style sheets are there
        for name in ("icon.svg", "icon-192.png", "manifest.webmanifest"):
            assert page.evaluate("(path) => fetch(path).then((one) => one.status)", f"/page/{name}") == 200


DAMAGE = """async () => {
  const cache = await caches.open("turaga-page");
  await cache.put("/page/main.js", new Response("throw Error('damaged')", { headers: JS }));
  await cache.put("/page/old.js", new Response("1", { headers: JS }));
  await cache.put("/", new Response("<p>An old page</p>", { headers: { "Content-Type": "text/html" } }));
  await cache.delete("/page/play/play.js");
}""".replace("JS }", '{ "Content-Type": "text/javascript" } }')


def test_damaged_and_old_copies_are_replaced(chromium):
    with stoppable_visit(chromium, "#explore?board=8x8", reduced_motion="reduce") as visitor:
        page = visitor.page
        page.evaluate(DAMAGE)
        page.reload()  # the files come from the server, and the copies are stored again soon after that
        answers(page, "explore")
        wait_until(page, lambda: stored_files(page) == (FILES - ELSEWHERE) | {"/"})
        visitor.kill()
        page.goto(f"{visitor.url}#play?board=8x8")
        page.reload()
        answers(page, "play")


def test_without_room_for_copies_the_page_works_with_the_server(chromium):
    with stoppable_visit(chromium, "#explore?board=8x8", reduced_motion="reduce") as visitor:
        page = visitor.page
        devtools = visitor.context.new_cdp_session(page)
        devtools.send("Storage.overrideQuotaForOrigin", {"origin": visitor.url.rstrip("/"), "quotaSize": 1})
        page.reload()
        answers(page, "explore")
