"""Links that restore a view of the page, Back and Forward, and links that are not valid."""

import re
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import expect

from browsing import (
    advanced,
    board_of,
    choose,
    enter,
    opened,
    region,
    revisit,
    settled,
    square,
    tab,
    to_mode,
    walk_said,
)
from gaming import play_by_clicks
from viewing import Requests, come_to_see, settle


def address(page):
    """The parameters of the page's address, by name."""
    return {name: values[-1] for name, values in parse_qs(page.url.partition("?")[2]).items()}


# -- a link restores what was chosen ------------------------------------------------------------------------


def choose_a_search(page):
    enter(page, "Board", "7x8")
    advanced(page)
    page.get_by_role("radio", name="Search").check()
    choose(page, "If there is a tie, choose", "a random square")
    page.get_by_label("Seed", exact=True).fill("5")
    page.get_by_role("button", name="Next seed").click()
    square(board_of(page), 2, 3).click()
    page.get_by_role("radio", name="end", exact=True).check()
    square(board_of(page), 3, 7).click()
    settled(page)
    tab(page, "Options")
    page.get_by_role("checkbox", name="Numbers", exact=True).check()
    page.get_by_role("checkbox", name="Line", exact=True).uncheck()
    page.get_by_role("slider", name="Speed").fill("12")
    page.get_by_role("slider", name="Timeline").fill("31")
    return {
        "board": "7x8", "start": "2,3", "end": "3,7", "how": "search", "rule": "random", "seed": "6",
        "step": "31", "numbers": "1", "lines": "0", "speed": ...,
    }  # fmt: skip


def choose_every_part_of_a_rule(page):
    advanced(page)
    page.get_by_role("radio", name="Rule only").check()
    choose(page, "Go to the square with the", "most onward moves")
    choose(page, "If there is a tie, choose", "the best square by lookahead")
    page.get_by_role("spinbutton", name="Moves to look ahead").fill("2")
    choose(page, "If there is still a tie, choose", "the square nearest to a corner")
    enter(page, "Order of directions", "21436587")
    page.get_by_text("Quirks of published programs").click()
    page.get_by_role("checkbox", name="Open start").check()
    page.get_by_role("checkbox", name="Dead ends last").check()
    return {
        "board": "8x8", "how": "greedy",
        "rule": "most,lookahead:2,corner,21436587,open-start,dead-ends-last",
    }  # fmt: skip


def choose_holes_and_a_leaper(page):
    enter(page, "Board", "9x9")
    page.get_by_role("button", name="Shapes").click()
    page.get_by_role("radio", name="Half turn").check()
    square(board_of(page), 1, 9).click()
    page.get_by_role("button", name="Find a tour").click()
    advanced(page)
    enter(page, "Leaper", "1,4")
    expect(page.locator(".boardbar")).to_contain_text("9x9 with 2 holes and leaper 1,4")
    page.get_by_role("radio", name="Rule only").check()
    enter(page, "Start", "e1")
    return {"board": "9x9", "holes": "1,9-9,1", "leaper": "1,4", "start": "9,5", "how": "greedy"}


def choose_two_sides(page):
    to_mode(page, "Compare")
    enter(page, "Board", "6x6")
    tab(page, "Options")
    enter(page, "Start", "b5")
    left = page.get_by_role("group", name="Rule of A")
    left.get_by_role("combobox", name="If there is a tie").select_option(
        label="the square nearest to a corner"
    )
    page.get_by_role("combobox", name="Method of B").select_option(label="Search")
    page.get_by_role("group", name="Rule of B").get_by_role("combobox", name="Preset").select_option(
        label="Klochko’s coursework"
    )
    page.get_by_role("checkbox", name="Numbers", exact=True).check()
    page.get_by_role("slider", name="Timeline").fill("20")
    return {
        "board": "6x6", "start": "2,2", "rule": "corner,12345678", "b-like": "klochko",
        "b-how": "search", "numbers": "1", "step": "20",
    }  # fmt: skip


def choose_a_map(page):
    to_mode(page, "Map")
    enter(page, "Board", "6x7")
    tab(page, "Options")
    page.get_by_role("combobox", name="Preset").select_option(label="Bencic’s seminar")
    retries = page.get_by_role("spinbutton", name="Retries")
    retries.fill("2")
    retries.press("Enter")
    return {"board": "6x7", "like": "bencic", "retries": "2"}


def choose_a_count(page):
    to_mode(page, "Count")
    enter(page, "Board", "5x5")
    tab(page, "Options")
    page.get_by_role("radio", name="Open", exact=True).check()
    page.get_by_role("checkbox", name="Count each tour in both directions").check()
    enter(page, "Start", "a1")
    return {"board": "5x5", "kind": "open", "directed": "1", "start": "5,1"}


def choose_a_shape(page):
    enter(page, "Board", "8x9")
    page.get_by_role("button", name="Shapes").click()
    page.get_by_role("radio", name="Both", exact=True).check()
    for row in (1, 2):
        for col in (1, 2):
            square(board_of(page), row, col).click()
    return {"board": "8x9", "holes": ..., "from": "explore"}


@pytest.mark.parametrize(
    "choosing",
    [
        choose_a_search, choose_every_part_of_a_rule, choose_holes_and_a_leaper, choose_two_sides,
        choose_a_map, choose_a_count, choose_a_shape,
    ],
)  # fmt: skip
def test_a_link_restores_what_was_chosen(choosing, chromium, server):
    with opened(chromium, server, "#explore?board=8x8", reduced_motion="reduce") as page:
        requests = Requests(page)
        settle(page, requests)
        wanted = choosing(page)
        chosen = settle(page, requests)
        found, link = address(page), page.url
        assert found == {name: found.get(name) if value is ... else value for name, value in wanted.items()}
    with opened(chromium, server, link, reduced_motion="reduce") as page:
        come_to_see(page, chosen, url=link)


def test_a_link_restores_a_position_of_a_game(chromium, server):
    path = [(3, 3), (5, 4), (3, 5)]
    with opened(chromium, server, "#play?board=5x6&holes=1,1") as page:
        play_by_clicks(page, path)
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        tab(page, "Share")
        page.get_by_role("button", name="Copy link").click()
        expect(page.get_by_role("tabpanel")).to_contain_text("copied")
        link = page.evaluate("navigator.clipboard.readText()")
        assert "holes=1,1" in link
    with opened(chromium, server, link) as page:
        expect(square(board_of(page), 3, 5)).to_have_accessible_name(re.compile("step 3"))
        assert walk_said(board_of(page)) == path


# -- Back and Forward ---------------------------------------------------------------------------------------


def choose_a_preset(page):
    advanced(page)
    choose(page, "Preset", "Klochko’s coursework")


def choose_the_rule_only(page):
    tab(page, "Options")
    page.get_by_role("radio", name="Rule only").check()


def ask_for_a_closed_tour(page):
    tab(page, "Options")
    page.get_by_role("checkbox", name="Closed").check()


CHANGES = [
    lambda page: page.get_by_role("button", name="6x6", exact=True).click(),
    lambda page: enter(page, "Board", "6x7"),
    lambda page: square(board_of(page), 2, 3).click(),
    choose_a_preset,
    choose_the_rule_only,
    lambda page: to_mode(page, "Map"),
    lambda page: page.get_by_role("button", name="Shapes").click(),
    lambda page: square(board_of(page), 1, 1).click(),
    lambda page: page.get_by_role("button", name="Map this board").click(),
    lambda page: to_mode(page, "Explore"),
    lambda page: page.get_by_role("button", name="New tour").click(),
    ask_for_a_closed_tour,
    lambda page: to_mode(page, "Count"),
    lambda page: to_mode(page, "Compare"),
    lambda page: to_mode(page, "Play"),
]


def test_back_and_forward_restore_exactly_what_was_seen(chromium, server):
    first = "#explore?board=8x8&start=1,1"
    with opened(chromium, server, first, reduced_motion="reduce", alone=True) as page:
        requests = Requests(page)
        history = [(settle(page, requests), page.url)]
        for make_change in CHANGES:
            before = page.evaluate("history.length")
            make_change(page)
            history.append((settle(page, requests), page.url))
            assert page.evaluate("history.length") == before + 1, page.url
            assert history[-1][1] != history[-2][1]
        for view, url in reversed(history[:-1]):
            page.go_back()
            come_to_see(page, view, url=url)
        for view, url in history[1:]:
            page.go_forward()
            come_to_see(page, view, url=url)


def test_a_link_to_a_step_stops_the_player(chromium, server):
    with revisit(chromium, server, "#explore?board=8x8&start=1,1") as page:
        settled(page)
        page.get_by_role("button", name="Play", exact=True).click()
        page.evaluate("location.hash = '#explore?board=8x8&start=1,1&step=40'")
        expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
        expect(page.get_by_role("slider", name="Timeline")).to_have_value("40")
        expect(page).to_have_url(re.compile("step=40$"))


def test_a_link_that_is_typed_while_the_page_is_open(chromium, server):
    with opened(chromium, server, "#explore?board=8x8&start=1,1", reduced_motion="reduce") as page:
        requests = Requests(page)
        first = settle(page, requests)
        page.goto(f"{server.url}/#map?board=5x6&like=klochko&holes=1,1")
        expect(region(page, "Outcome")).to_contain_text("29 starts")
        settle(page, requests)
        page.goto(f"{server.url}/#play")  # it names only the mode: the board stays
        expect(board_of(page).get_by_role("gridcell")).to_have_count(29)
        assert address(page) == {"board": "5x6", "holes": "1,1", "like": "klochko"}
        page.go_back()
        expect(region(page, "Outcome")).to_contain_text("29 starts")
        page.go_back()
        come_to_see(page, first)


# -- links that are not valid -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("link", "named"),
    [
        ("#explore?board=1001x8", ["board “1001x8”", "up to 1,000 rows and columns"]),
        ("#play?board=5000x5000", ["board “5000x5000”", "up to 1,000 rows and columns"]),
        ("#explore?board=8x8&start=9,9&how=magic&step=x", ["start “9,9”", "how “magic”", "step “x”"]),
        ("#explore?board=8x8&rule=most,odd&closed=2", ["rule “most,odd”", "closed “2”"]),
        ("#map?board=5x5&like=nobody&rule=random,corner", ["like “nobody”"]),
        ("#map?board=5x5&like=agh&rule=random,corner", ["rule “random,corner”"]),
        ("#explore?board=8x8&holes=9,9&leaper=0,0&seed=-1", ["holes “9,9”", "leaper “0,0”", "seed “-1”"]),
        ("#map?board=0x8&retries=-3&like=nobody", ["board “0x8”", "retries “-3”", "like “nobody”"]),
        ("#compare?board=5x5&end=z9&b-rule=nonsense", ["end “z9”", "b-rule “nonsense”"]),
        ("#count?board=x&start=1,1", ["board “x”"]),
        ("#shapes?board=5x5&holes=~A", ["holes “~A”"]),
        ("#explore?board=5x5&avoid=a1 z9", ["avoid “a1 z9”"]),
        ("#nowhere?board=5x5", ["mode “nowhere”"]),
        (
            "#explore?start=<b>&end=1,1,1&how=magic&rule=lookahead:99&seed=NaN&step=1e99&speed=fast",
            ["start “<b>”", "end “1,1,1”", "how “magic”", "rule “lookahead:99”", "seed “NaN”", "step “1e99”",
             "speed “fast”"],
        ),
    ],
)  # fmt: skip
def test_what_is_wrong_in_a_link_is_named(link, named, chromium, server):
    with revisit(chromium, server, link) as page:
        warning = region(page, "Warning")
        for words in named:
            expect(warning).to_contain_text(words)
        expect(warning).to_contain_text("used instead")
        assert warning.inner_text().count("“") == sum("“" in words for words in named)
        if re.match("#(explore|nowhere)", link):
            expect(settled(page)).to_contain_text("An open tour of")
        enter(page, "Board", "6x6")  # what is wrong is gone with the next change
        if not re.search("how|rule|retries", link):
            expect(warning).to_be_hidden()


def test_a_board_that_is_too_large_is_not_changed_silently(chromium, server):
    with opened(chromium, server, "#explore?board=5x6", reduced_motion="reduce") as page:
        settled(page)
        walk, link = walk_said(board_of(page)), page.url
        for text, words in (
            ("5000x5000", "5000x5000 is too large: up to 1,000 rows and columns"),
            ("1001", "1001x1001 is too large: up to 1,000 rows and columns"),
            ("0x4", "A board needs at least 1 row and 1 column."),
            ("wide", "Type rows x columns, such as 8x8"),
        ):
            field = enter(page, "Board", text)
            expect(field).to_have_accessible_description(re.compile(words))
            expect(field).to_have_value(text)  # it can be corrected
            assert (walk_said(board_of(page)), page.url) == (walk, link)
        enter(page, "Board", "1000")
        expect(page).to_have_url(re.compile("board=1000x1000"))


def test_squares_to_avoid_are_holes(chromium, server):
    with opened(chromium, server, "#play?board=5x6&avoid=a5 2,2") as page:
        assert "holes=1,1-2,2" in page.evaluate("location.hash")
