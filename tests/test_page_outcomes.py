"""What the page shows when there is no tour, no response, or the input is not valid."""

import re
from functools import partial

import pytest
from playwright.sync_api import expect

from browsing import board_of, choose, drawn, opened, region, revisit, settled, visit, wake, walk_said
from serving import post
from turaga import Rule
from turaga.order import direction_steps
from turaga.play.animation import Animation

IMPOSSIBLE = {
    "small": ({"board": "3x3", "start": "1,1"}, "No tour of 3x3 from 1,1"),
    "4x4": ({"board": "4x4", "start": "1,1"}, "No tour of 4x4 from 1,1"),
    "odd and closed": ({"board": "5x5", "start": "1,1", "closed": True}, "No closed tour of 5x5 from 1,1"),
    "wrong colour": ({"board": "5x5", "start": "1,2"}, "No tour of 5x5 from 1,2"),
    "ends of one colour": ({"board": "8x8", "start": "1,1", "end": "1,3"}, "No tour of 8x8 from 1,1 to 1,3"),
    "four rows": ({"board": "4x9", "start": "1,1", "closed": True}, "No closed tour of 4x9 from 1,1"),
}


def link(asked):
    """The address of a question of Watch."""
    return "#watch?" + "&".join(f"{name}={1 if value is True else value}" for name, value in asked.items())


def as_sentence(text):
    return text[0].upper() + text[1:].rstrip(".") + "."


@pytest.mark.parametrize(("asked", "head"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_without_a_tour_the_reason_is_shown(asked, head, chromium, server):
    with revisit(chromium, server, link(asked)) as page:
        _, _, told = post(server.url, "solve", asked)
        assert told["outcome"] == "impossible"
        outcome = settled(page)
        expect(outcome).to_contain_text(head)
        expect(outcome).to_contain_text(as_sentence(told["reason"]))
        assert walk_said(board_of(page)) == []
        assert drawn(board_of(page)).line == []
        for name in ("Play", "Step forward", "SVG", "JSON"):
            expect(page.get_by_role("button", name=name, exact=True)).to_be_disabled()


def test_why_shows_an_explanation_and_returns_the_focus(chromium, server):
    asked, _ = IMPOSSIBLE["four rows"]
    with revisit(chromium, server, link(asked)) as page:
        why = settled(page).get_by_role("button", name="Why?")
        why.press("Enter")
        dialog = page.get_by_role("dialog", name="Is there a closed tour of 4x9 from 1,1?")
        _, _, told = post(server.url, "explain", asked)
        assert told["exists"] is False
        expect(dialog).to_contain_text("No: ")
        for line in told["lines"]:
            expect(dialog).to_contain_text(line)
        if told["source"]:
            expect(dialog).to_contain_text(told["source"].rstrip("."))
        page.keyboard.press("Escape")
        expect(dialog).to_be_hidden()
        expect(why).to_be_focused()
        why.click()
        page.get_by_role("button", name="Close").click()
        expect(dialog).to_be_hidden()
        modes = page.get_by_role("navigation")
        modes.get_by_role("link", name="Count").click()
        modes.get_by_role("link", name="Watch").click()
        for shown in (True, False):
            why.click()
            if shown:
                expect(dialog).to_be_visible()
            page.go_back()  # it does not stay behind, or come late, over what cannot be reached then
            page.get_by_role("radio", name="Open").check()
            page.wait_for_load_state("networkidle")
            page.get_by_role("radio", name="Closed").check()
            modes.get_by_role("link", name="Watch").click()


def test_changing_an_impossible_request_finds_a_tour(chromium, server):
    with revisit(chromium, server, "#watch?board=5x5&closed=1") as page:
        expect(settled(page)).to_contain_text("No closed tour")
        page.get_by_role("checkbox", name="Closed").uncheck()
        expect(settled(page)).to_contain_text("An open tour of 5x5")
        assert len(walk_said(board_of(page))) == 25


@pytest.mark.parametrize("how", ["greedy", "search"])
def test_an_impossible_walk_says_so(how, chromium, server):
    with revisit(chromium, server, f"#watch?board=3x3&how={how}") as page:
        outcome = settled(page)
        if how == "greedy":  # walks all the same: eight of nine
            expect(outcome).to_contain_text("8 of 9 squares visited")
            expect(outcome).to_contain_text("1 square unvisited")
            assert len(walk_said(board_of(page))) == 8
        else:
            expect(outcome).to_contain_text("No tour of 3x3 from 1,1")


def test_a_stopped_search_says_where(chromium, server):
    animation = Animation.of_search("9x9", "1,1", Rule(most=True), step_limit=5000)
    assert animation.run() == "limit"
    last = animation.frame(animation.length)
    with revisit(chromium, server, "#watch?board=9x9&how=search&most=1") as page:
        outcome = settled(page)
        expect(outcome).to_contain_text("Not found in 5,000 steps")
        expect(outcome).to_contain_text(f"Its longest walk has {last.deepest} of 81 squares")
        expect(outcome).to_contain_text(f"{last.backtracks:,} backtracks")
        expect(page.get_by_role("slider", name="Timeline")).to_have_value(str(animation.length))
        assert len(walk_said(board_of(page))) == len(last.path)


def test_an_invalid_square_is_named_and_changes_nothing(chromium, server):
    with revisit(chromium, server, "#watch?board=8x8") as page:
        outcome = settled(page).inner_text()
        start = page.get_by_role("textbox", name="Start", exact=True)
        for typed in ("9,9", "0,1", "i1", "1;1", "north", "1,1,1"):
            start.fill(typed)
            start.press("Tab")
            said = page.get_by_text(re.compile(re.escape(typed) + ".* is not a square of 8x8"))
            expect(said).to_be_visible()
            expect(said).to_contain_text("such as 1,1")
            expect(start).to_have_attribute("aria-invalid", "true")
            assert settled(page).inner_text() == outcome
        start.fill("2,2")
        start.press("Enter")
        expect(said).to_be_hidden()
        expect(start).not_to_have_attribute("aria-invalid", "true")
        expect(settled(page)).to_contain_text("From 2,2")


def test_a_diagram_shows_the_directions_of_an_order(chromium, server):
    with revisit(chromium, server, "#watch?board=8x8") as page:
        settled(page)
        diagram = page.get_by_role(
            "img", name=re.compile("directions: 1 is two down, one right; 2 is two down")
        )
        expect(diagram).to_be_visible()
        digits = diagram.locator("text").evaluate_all(
            "all => all.map((one) => [one.textContent, one.getAttribute('x'), one.getAttribute('y')])"
        )
        places = {digit: (int(float(y)) // 100 - 2, int(float(x)) // 100 - 2) for digit, x, y in digits}
        assert places == {str(k): move for k, move in enumerate(direction_steps(), 1)}
        choose(page, "If there is a tie, choose", "a random square")
        expect(diagram).to_be_hidden()  # there is no order to type


def test_an_invalid_order_is_not_sent(chromium, server):
    with revisit(chromium, server, "#watch?board=8x8") as page:
        settled(page)
        order = page.get_by_role("textbox", name="Order of directions")
        order.fill("1234567")
        expect(page.get_by_text("An order has each digit from 1 to 8 once.")).to_be_visible()
        expect(order).to_have_attribute("aria-invalid", "true")
        order.fill("87654321")
        expect(page.get_by_text("An order has each digit from 1 to 8 once.")).to_be_hidden()
        settled(page)
        expect(page).to_have_url(re.compile("ties=outermost,order:87654321"))


@pytest.mark.parametrize(
    "where",
    [
        "#watch?board=999x999",
        "#watch?board=%00&start=<b>&end=1,1,1&how=magic&ties=nonsense&step=-4&speed=fast",
        "#nowhere",
        "#watch?step=1e99&ties=lookahead:99&seed=NaN",
        "#",
    ],
)
def test_an_invalid_link_shows_the_defaults(where, chromium, server):
    with opened(chromium, server, where) as page:
        expect(settled(page)).to_contain_text("An open tour of 8x8")


ANSWERS = {
    422: ('{"detail": [{"loc": ["body", "start"], "msg": "it is a test", "type": "x"}]}', "It is a test."),
    504: ('{"detail": "it took too long"}', "It took too long."),
    500: ("<html>nothing to read</html>", "The server responded with status 500."),
    503: ('{"detail": "too many are waiting"}', "Too many are waiting."),  # also when asked again
}


def fulfil(answer, route):
    route.fulfill(**answer)


def test_errors_of_the_server_are_shown(chromium, server):
    wake(server.url)
    with visit(chromium, f"{server.url}/#count") as visitor:
        page = visitor.page
        for status, (body, says) in ANSWERS.items():
            answer = {"status": status, "body": body, "headers": {"Retry-After": "1"}}
            page.route("**/api/v1/solve", partial(fulfil, answer))
            page.goto(f"{server.url}/#watch?board=6x6&speed={status}")
            expect(region(page, "Outcome")).to_contain_text(says)
            page.unroute_all()
        assert {re.search(r"status of (\d+)", fault)[1] for fault in visitor.faults} == set(map(str, ANSWERS))
        visitor.faults.clear()
