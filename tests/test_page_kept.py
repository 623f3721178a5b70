"""Games saved in the browser survive a reload, a stopped server, another tab and damaged data."""

import json
import re

import pytest
from playwright.sync_api import expect

from browsing import begun, enter, opened, stop_time, tab, to_mode, visit, wake
from gaming import announced, button, cell, expect_said, expect_walk, facts, grid_of, play_by_clicks, walked
from stopping import stoppable_visit
from turaga import solve

PATH = [(1, 1), (2, 3), (3, 1), (1, 2), (2, 4), (4, 5), (5, 3)]


def kept_games(page):
    """What the browser holds of games, as objects by key."""
    held = page.evaluate("({ ...localStorage })")
    return {key: json.loads(text) for key, text in held.items() if '"turaga game"' in text}


# -- a reload -----------------------------------------------------------------------------------------------


def test_a_reload_during_a_game_loses_nothing(chromium, server):
    with opened(chromium, server, "#play?board=8x8", alone=True) as page:
        stop_time(page)
        play_by_clicks(page, PATH)
        page.clock.run_for(65_500)
        button(page, "Undo").click()
        button(page, "Undo").click()
        button(page, "Hint").click()
        expect(page.get_by_text(re.compile("^Go to ")).first).to_be_visible()
        before = facts(page)
        assert before == {"Time": "01:05", "Visited": "5 of 64", "Undos": "2", "Hints": "1"}
        page.clock.run_for(7_000)  # kept when the page is left, though nothing was done meanwhile
        page.reload()
        begun(page)
        assert walked(page) == PATH[:5]
        assert facts(page) == before | {"Time": "01:12"}
        expect(page.get_by_text("This is your saved game.").first).to_be_visible()
        button(page, "Redo").click()  # what was taken back is kept too
        button(page, "Redo").click()
        assert walked(page) == PATH


def test_the_clock_runs_only_while_playing(chromium, server):
    with opened(chromium, server, "#play?board=3x4", alone=True) as page:
        stop_time(page)
        page.clock.run_for(30_000)
        play_by_clicks(page, [(1, 1)])
        assert facts(page)["Time"] == "00:00"  # nothing was counted before the start
        page.clock.run_for(5_500)
        assert facts(page)["Time"] in ("00:04", "00:05")  # as it was at the last tick
        to_mode(page, "Explore")
        page.clock.run_for(60_000)
        to_mode(page, "Play")
        assert facts(page)["Time"] == "00:05"
        show_or_hide(page, hidden=True)
        page.clock.run_for(60_000)
        show_or_hide(page, hidden=False)
        page.clock.run_for(2_000)
        assert facts(page)["Time"] == "00:07"
        tour = [(row + 1, col + 1) for row, col in solve("3x4", start="1,1").tour]
        play_by_clicks(page, tour[1:])
        page.clock.run_for(60_000)
        assert facts(page)["Time"] == "00:07"
        expect(page.get_by_text("12 squares in 00:07").first).to_be_visible()


def show_or_hide(page, *, hidden):
    """As when another tab is looked at, which a browser without a screen cannot do."""
    page.evaluate(
        "(hidden) => { Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });"
        " document.dispatchEvent(new Event('visibilitychange')); }",
        hidden,
    )


def test_each_board_has_its_game_and_replaced_games_can_be_continued(chromium, server):
    with opened(chromium, server, "#play?board=5x5") as page:
        play_by_clicks(page, PATH[:3])
        enter(page, "Board", "5x6")
        expect(grid_of(page).get_by_role("gridcell")).to_have_count(30)
        play_by_clicks(page, [(2, 2)])
        enter(page, "Board", "5x5")
        expect_walk(page, PATH[:3])
        page.go_back()  # Back and Forward lose no game
        expect_walk(page, [(2, 2)])
        page.go_forward()
        expect_walk(page, PATH[:3])
        button(page, "New game").click()
        assert walked(page) == []
        expect(announced(page)).to_contain_text("Your previous game (3 squares visited) is saved.")
        button(page, "Continue previous game").click()
        assert walked(page) == PATH[:3]
        button(page, "New game").click()
        play_by_clicks(page, [(3, 3)])
        page.reload()
        begun(page)
        assert walked(page) == [(3, 3)]
        tab(page, "Options")
        page.get_by_text("Your games").click()
        page.get_by_role("button", name=re.compile("^Continue: 5x5: 3 of 25 squares")).click()
        assert walked(page) == PATH[:3]
        page.get_by_role("button", name=re.compile("^Continue: 5x6: 1 of 30 squares")).click()
        assert walked(page) == [(2, 2)]


def test_the_board_played_last_is_shown_again(chromium, server):
    with opened(chromium, server, "#play?board=5x6") as page:
        play_by_clicks(page, PATH[:2])
        page.goto(f"{server.url}/#play")  # a link without a board, on a page that is already open
        expect_walk(page, PATH[:2])
        page.evaluate("history.replaceState(null, '', '/#play')")
        page.reload()  # and on a new one
        expect_walk(page, PATH[:2])


def test_the_board_is_that_of_the_other_modes(chromium, server):
    with opened(chromium, server, "#play?board=5x6") as page:
        play_by_clicks(page, PATH[:2])
        page.goto(f"{server.url}/#explore?board=6x6")
        page.reload()
        begun(page)
        to_mode(page, "Play")
        expect(grid_of(page).get_by_role("gridcell")).to_have_count(36)


def test_a_link_to_a_position_opens_it_and_saves_the_current_game(chromium, server):
    with opened(chromium, server, "#play?board=5x5") as page:
        play_by_clicks(page, PATH[:2])
        page.goto(f"{server.url}/#play?board=5x5&squares=3,3-5,4-3,5")
        expect(announced(page)).to_contain_text("Opened this position (3 squares visited).")
        assert walked(page) == [(3, 3), (5, 4), (3, 5)]
        button(page, "Continue previous game").click()
        assert walked(page) == PATH[:2]
        page.goto(f"{server.url}/#play?board=5x5&squares=3,3-3,4")
        expect(announced(page)).to_contain_text("This link does not contain a valid walk for this board.")
        assert walked(page) == PATH[:2]


# -- two tabs -----------------------------------------------------------------------------------------------


def test_two_tabs_show_the_same_game(chromium, server):
    with opened(chromium, server, "#play?board=8x8") as one:
        play_by_clicks(one, PATH[:2])
        other = one.context.new_page()
        other.goto(f"{server.url}/#play?board=8x8")
        expect_walk(other, PATH[:2])
        play_by_clicks(other, PATH[2:4])
        expect(cell(one, *PATH[3])).to_have_accessible_name(re.compile("step 4"))
        expect(one.get_by_text("You continued this game in another tab.").first).to_be_visible()
        play_by_clicks(one, PATH[4:5])
        expect(cell(other, *PATH[4])).to_have_accessible_name(re.compile("step 5"))
        for page in (one, other):
            assert walked(page) == PATH[:5]


# -- damage -------------------------------------------------------------------------------------------------

GAME = {"kind": "turaga game", "board": {"rows": 8, "cols": 8, "holes": []}, "leaper": [1, 2],
        "squares": [[1, 1]], "undone": [], "undos": 0, "hints": 0, "seconds": 1}  # fmt: skip
DAMAGED = [
    "", "{", "null", "[]", "0", '"turaga game"', '{"kind": "turaga game"}',
    json.dumps(GAME | {"squares": [[1, 1], [1, 2]]}),
    json.dumps(GAME | {"squares": [[1, 1], [3, 2], [1, 1]]}),
    json.dumps(GAME | {"squares": [[1, 1]], "undone": [[8, 8]]}),
    json.dumps(GAME | {"squares": {"length": 3}}),
    json.dumps(GAME | {"squares": [[0.5, 1], [None, "x"]]}),
    json.dumps(GAME | {"board": {"rows": 1e9, "cols": 8}}),
    json.dumps(GAME | {"board": {"rows": 5, "cols": 5}}),
    json.dumps(GAME | {"hints": -1}),
    json.dumps(GAME | {"seconds": "long"}),
]  # fmt: skip


def test_damaged_games_do_not_break_the_page(chromium, server):
    with opened(chromium, server, "#play?board=8x8") as page:
        play_by_clicks(page, PATH[:2])
        (key,) = kept_games(page)
        for text in DAMAGED:
            page.evaluate("([key, text]) => localStorage.setItem(key, text)", [key, text])
            to_mode(page, "Explore")
            to_mode(page, "Play")
            assert walked(page) == [], text
            expect(page.get_by_text("is damaged and cannot be continued").first).to_be_visible()
        play_by_clicks(page, PATH[:2])
        assert walked(page) == PATH[:2]


SET_ALL = "([keys, text]) => keys.forEach((key) => localStorage.setItem(key, text))"


def test_other_damaged_data_does_not_break_the_page(chromium, server):
    with opened(chromium, server, "#play?board=8x8") as page:
        play_by_clicks(page, PATH[:2])
        keys = page.evaluate("Object.keys(localStorage)")
        for text in ("{", "5", '{"limits": 3, "systems": 4}', "999x999"):
            page.evaluate(SET_ALL, [keys, text])
            page.reload()
            begun(page)
            play_by_clicks(page, PATH[:2])
            assert walked(page) == PATH[:2]


FORBIDDEN = (
    "Object.defineProperty(window, 'localStorage',"
    " { get() { throw new DOMException('no', 'SecurityError'); } });"
)
FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"


@pytest.mark.parametrize("script", [FORBIDDEN, FULL], ids=["forbidden", "full"])
def test_the_game_works_in_a_browser_without_storage(script, chromium, server):
    with opened(chromium, server, "#explore", alone=True) as page:
        page.add_init_script(script)
        page.reload()
        begun(page)
        to_mode(page, "Play")
        play_by_clicks(page, PATH[:1])
        expect(page.get_by_text("This browser does not let the page save your game").first).to_be_visible()
        play_by_clicks(page, PATH[1:4])
        assert walked(page) == PATH[:4]
        button(page, "Hint").click()
        expect_said(page, re.compile("Go to "))


# -- without the server -------------------------------------------------------------------------------------


@pytest.mark.long
def test_a_stopped_server_loses_nothing(chromium):
    with stoppable_visit(chromium, "#play") as visitor:
        page = visitor.page
        play_by_clicks(page, PATH[:3])
        visitor.stop()
        play_by_clicks(page, PATH[3:5])
        expect_walk(page, PATH[:5])
        button(page, "Hint").click()
        expect(announced(page)).to_contain_text("Hints need the server, which is not responding.")
        expect(page.get_by_text("No hint: the server is not responding")).to_be_visible()
        expect(page.get_by_role("region", name="Connection")).to_contain_text("The server is not responding.")
        play_by_clicks(page, PATH[5:6])
        page.reload()  # from what the service worker kept
        expect_walk(page, PATH[:6])
        assert facts(page)["Hints"] == "0"
        play_by_clicks(page, PATH[6:])
        button(page, "Undo").click()
        expect_walk(page, PATH[:6])
        page.close()
        page = visitor.context.new_page()  # and in a new tab
        page.goto(f"{visitor.url}#play")
        expect_walk(page, PATH[:6])
        button(page, "Hint").click()
        with page.expect_request("**/api/v1/options"):
            button(page, "Try now").click()
        visitor.start()
        expect(page.get_by_role("region", name="Connection")).to_be_hidden()  # it tries again by itself
        button(page, "Hint").click()
        expect_said(page, re.compile("Go to |This position is lost"))


def test_damaged_options_do_not_break_a_page_without_a_server(chromium, server):
    wake(server.url)
    with visit(chromium, f"{server.url}/#play") as visitor:
        page = visitor.page
        begun(page)
        keys = [key for key in page.evaluate("Object.keys(localStorage)") if "options" in key]
        page.route("**/api/v1/**", lambda route: route.abort())
        for text in ("{", "5", "{}", '{"limits": null, "systems": 4}'):
            page.evaluate(SET_ALL, [keys, text])
            page.reload()
            begun(page)
            expect(grid_of(page).get_by_role("gridcell")).to_have_count(64)
        assert all("ERR_FAILED" in fault for fault in visitor.faults), visitor.faults
        visitor.faults.clear()
