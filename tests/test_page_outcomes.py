"""What Explore shows when there is no tour, when a walk fails, when there is no response yet or none at all,
and when the input is not valid."""

import re
from functools import partial

import pytest
from playwright.sync_api import expect

from browsing import (
    PREPARING,
    advanced,
    board_of,
    choose,
    drawn,
    in_chess,
    labels,
    opened,
    region,
    revisit,
    settled,
    square_name,
    tab,
    visit,
    wake,
    walk_said,
)  # fmt: skip
from gaming import button
from serving import post
from turaga import Board, Rule, Walk, verify
from turaga.order import direction_steps
from turaga.play.animation import Animation
from turaga.walks import SYSTEMS

IMPOSSIBLE = {
    "small": ({"board": "3x3", "start": "1,1"}, "No tour of 3x3 from a3"),
    "4x4": ({"board": "4x4", "start": "1,1"}, "No tour of 4x4 from a4"),
    "odd and closed": ({"board": "5x5", "start": "1,1", "closed": True}, "No closed tour of 5x5 from a5"),
    "wrong colour": ({"board": "5x5", "start": "1,2"}, "No tour of 5x5 from b5"),
    "ends of one colour": ({"board": "8x8", "start": "1,1", "end": "1,3"}, "No tour of 8x8 from a8 to c8"),
    "four rows": ({"board": "4x9", "start": "1,1", "closed": True}, "No closed tour of 4x9 from a4"),
}


def link(asked):
    """The address of a question of Explore."""
    return "#explore?" + "&".join(f"{name}={1 if value is True else value}" for name, value in asked.items())


def as_shown(text, board):
    """A sentence of the API as the page shows it."""
    rows, cols = map(int, board.split("x"))
    words = in_chess(text, rows, cols)
    return words[0].upper() + words[1:].rstrip(".") + "."


# -- no tour ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("asked", "head"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_without_a_tour_the_reason_is_shown(asked, head, chromium, server):
    with revisit(chromium, server, link(asked)) as page:
        _, _, told = post(server.url, "solve", asked)
        assert told["outcome"] == "impossible"
        expect(region(page, "Outcome")).to_contain_text(head)
        expect(settled(page)).to_contain_text(as_shown(told["reason"], asked["board"]))
        assert walk_said(board_of(page)) == []
        assert drawn(board_of(page)).line == []
        for name in ("Play", "Next step"):
            expect(button(page, name)).to_be_disabled()


def test_a_proof_points_at_squares_step_by_step(chromium, server):
    asked, head = IMPOSSIBLE["odd and closed"]
    with revisit(chromium, server, link(asked)) as page:
        expect(region(page, "Outcome")).to_contain_text(head)
        told = post(server.url, "solve", {**asked, "why": True})[2]["explanation"]
        assert told["exists"] is False
        steps = told["steps"]
        assert len(steps) > 1
        proof = page.locator(".proof")
        for number, step in enumerate(steps, 1):
            expect(proof).to_contain_text(f"Part {number} of {len(steps)}")
            expect(proof.locator(".proof-text")).to_have_text(in_chess(step["text"], 5, 5))
            said = labels(board_of(page))
            for marks in step["marks"]:
                if marks["kind"] in ("light", "dark", "ringed"):
                    assert all(marks["kind"] in said[tuple(place)] for place in marks["squares"])
            notes = {tuple(note["square"]): note["text"] for note in step["notes"]}
            assert {at: text for at, text in drawn(board_of(page)).figures.items() if at in notes} == notes
            if number < len(steps):
                button(page, "Next").click()
        expect(button(page, "Next")).to_be_disabled()
        button(page, "Back").click()
        expect(proof).to_contain_text(f"Part {len(steps) - 1} of {len(steps)}")


def test_marks_of_a_proof_do_not_hide_each_other(chromium, server):
    with revisit(chromium, server, "#explore?board=5x5&start=1,2") as page:
        expect(region(page, "Outcome")).to_contain_text("No tour of 5x5 from b5")
        proof = page.locator(".proof")
        while not proof.get_by_text("is dark").count():
            button(page, "Next").click()
        tints = board_of(page).locator("xpath=..").locator(".tints rect")
        assert len(tints.all()) == 25  # the ringed square has its colour, too
    with revisit(chromium, server, "#explore?board=4x4") as page:
        proof = page.locator(".proof")
        expect(proof).to_contain_text("Part 1 of")
        while not proof.get_by_text("at most two moves").count():
            button(page, "Next").click()
        shapes = board_of(page).locator("xpath=..").locator(".shapes .removed")
        assert (
            shapes.evaluate_all("all => all.map((one) => one.tagName)") == ["circle"] * 4
        )  # around the numbers


def test_changing_an_impossible_request_finds_a_tour(chromium, server):
    with revisit(chromium, server, "#explore?board=5x5&start=1,1&closed=1") as page:
        expect(region(page, "Outcome")).to_contain_text("No closed tour")
        tab(page, "Options")
        page.get_by_role("checkbox", name="Closed").uncheck()
        expect(settled(page)).to_contain_text("An open tour of 5x5")
        assert len(walk_said(board_of(page))) == 25
        expect(page.locator(".proof")).to_be_hidden()


# -- a walk that fails --------------------------------------------------------------------------------------


def failed_walk():
    """The walk of a published program from 5,3: it leaves four squares, which is the article's own figure."""
    animation = Animation.of_walk("8x8", "5,3", SYSTEMS["bencic"].rule)
    animation.run()
    return [(row + 1, col + 1) for row, col in animation.frame(animation.length).path]


def test_after_a_failed_walk_its_mistake_is_shown(chromium, server):
    walk = failed_walk()
    assert len(walk) == 60
    with revisit(chromium, server, "#explore?board=8x8&start=5,3&how=greedy&like=bencic") as page:
        outcome = settled(page)
        expect(outcome).to_contain_text("Dead end after 60 of 64 squares")
        expect(outcome).to_contain_text("was the mistake")
        words = page.locator(".lost-box p").inner_text()
        step, name = int(re.search(r"Until step (\d+) ", words)[1]), re.search(r", to (\w+), was", words)[1]
        assert name == square_name(8, 8, *walk[step])
        hint = post(server.url, "hint", {"board": "8x8", "walk": walk[:step]})[2]
        assert hint["kind"] == "go"  # until then a tour is possible
        after = post(server.url, "hint", {"board": "8x8", "walk": walk[: step + 1]})[2]
        assert after["kind"] == "back"
        assert labels(board_of(page))[walk[step]].endswith("the mistake: no tour is possible after it")
        expect(page.locator(".notch.lost")).to_be_visible()
        button(page, "Show the mistake").click()
        expect(page.get_by_text(f"Step {step} of 60")).to_be_visible()  # from where it could be avoided
        assert "the mistake" in labels(board_of(page))[walk[step]]
        better = {at for at, said in labels(board_of(page)).items() if "a tour is still possible" in said}
        assert better == set(map(tuple, hint["good"]))
        button(page, "Continue from there").click()
        expect(settled(page)).to_contain_text(f"by the rule up to step {step}, then by the solver")
        tour = walk_said(board_of(page))
        assert tour[:step] == walk[:step]
        report = verify(Walk(Board("8x8"), [(row - 1, col - 1) for row, col in tour]))
        assert report.is_tour
        page.reload()
        expect(region(page, "Outcome")).to_contain_text("then by the solver")  # the link is the whole view
        page.go_back()
        expect(region(page, "Outcome")).to_contain_text("was the mistake")


def test_whether_there_is_a_tour_at_all_is_the_second_question(chromium, server):
    with revisit(chromium, server, "#explore?board=5x5&start=1,2&how=greedy") as page:
        outcome = settled(page)
        expect(outcome).to_contain_text("Dead end after")
        expect(outcome).to_contain_text("no tour begins on b5")
        button(page, "Is there a tour at all?").click()
        heading = page.get_by_role("heading", name="Is there a tour of 5x5 from b5?")
        expect(heading).to_be_focused()
        _, _, told = post(server.url, "solve", {"board": "5x5", "start": "1,2"})
        expect(outcome).to_contain_text(as_shown(f"No: {told['reason']}", "5x5"))


@pytest.mark.parametrize("how", ["greedy", "search"])
def test_an_impossible_walk_says_so(how, chromium, server):
    with revisit(chromium, server, f"#explore?board=3x3&start=1,1&how={how}") as page:
        outcome = settled(page)
        if how == "greedy":  # walks all the same: eight of nine
            expect(outcome).to_contain_text("Dead end after 8 of 9 squares")
            expect(outcome).to_contain_text("1 square is unvisited")
            assert len(walk_said(board_of(page))) == 8
        else:
            expect(outcome).to_contain_text("No tour of 3x3 from a3")


def test_a_stopped_search_says_where(chromium, server):
    animation = Animation.of_search("9x9", "1,1", Rule(most=True), step_limit=5000)
    assert animation.run() == "limit"
    last = animation.frame(animation.length)
    with revisit(chromium, server, "#explore?board=9x9&start=1,1&how=search&rule=most") as page:
        outcome = settled(page)
        expect(outcome).to_contain_text("Not found in 5,000 moves")
        expect(outcome).to_contain_text(f"Its longest walk has {last.deepest} of 81 squares")
        expect(outcome).to_contain_text(f"{last.backtracks:,} backtracks")
        expect(page.get_by_role("slider", name="Timeline")).to_have_value(str(animation.length))
        assert len(walk_said(board_of(page))) == len(last.path)


# -- input that is not valid --------------------------------------------------------------------------------


def test_an_invalid_square_is_named_and_changes_nothing(chromium, server):
    with revisit(chromium, server, "#explore?board=8x8") as page:
        outcome = settled(page).inner_text()
        tab(page, "Options")
        start = page.get_by_role("textbox", name="Start", exact=True)
        for typed in ("9,9", "0,1", "i1", "1.1", "north", "1,1,1"):
            start.fill(typed)
            start.press("Tab")
            said = page.get_by_text(re.compile(re.escape(typed) + ".* is not a square of 8x8"))
            expect(said).to_be_visible()
            expect(said).to_contain_text("such as a1")
            expect(start).to_have_attribute("aria-invalid", "true")
        assert settled(page).inner_text() == outcome
        tab(page, "Options")
        start.fill("2,2")
        start.press("Enter")
        expect(said).to_be_hidden()
        expect(start).not_to_have_attribute("aria-invalid", "true")
        expect(start).to_have_value("b7")
        expect(settled(page)).to_contain_text("From b7")


def test_a_drawing_shows_the_directions_of_an_order(chromium, server):
    with revisit(chromium, server, "#explore?board=8x8") as page:
        settled(page)
        advanced(page)
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
        expect(page.get_by_role("textbox", name="Seed")).to_be_visible()


def test_an_invalid_order_is_not_sent(chromium, server):
    with revisit(chromium, server, "#explore?board=8x8") as page:
        settled(page)
        advanced(page)
        order = page.get_by_role("textbox", name="Order of directions")
        order.fill("1234567")
        expect(page.get_by_text("An order has each digit from 1 to 8 once.")).to_be_visible()
        expect(order).to_have_attribute("aria-invalid", "true")
        order.fill("87654321")
        expect(page.get_by_text("An order has each digit from 1 to 8 once.")).to_be_hidden()
        settled(page)
        expect(page).to_have_url(re.compile("rule=outermost,87654321"))


# -- waiting, and no response -------------------------------------------------------------------------------


def test_a_long_wait_is_shown_and_can_be_cancelled(chromium, server):
    with opened(
        chromium, server, "#explore?board=8x8&start=1,1", alone=True, reduced_motion="reduce"
    ) as page:
        settled(page)
        before = walk_said(board_of(page))
        page.route("**/api/v1/solve", lambda route: None)  # it never responds
        tab(page, "Options")
        page.get_by_role("checkbox", name="Closed").check()
        waiting = page.get_by_role("group", name="Waiting")
        expect(waiting).to_contain_text("Looking for a closed tour of 8x8 from a8")
        button(page, "Cancel").click()
        expect(waiting).to_be_hidden()
        expect(settled(page)).to_contain_text("Cancelled.")
        assert walk_said(board_of(page)) == before
        page.unroute_all()
        button(page, "Try again").click()
        expect(settled(page)).to_contain_text("A closed tour of 8x8")


def test_while_the_solver_is_prepared_its_progress_is_shown(chromium, server):
    wake(server.url)
    with visit(chromium, "about:blank") as visitor:
        page = visitor.page
        page.route("**/api/v1/status", lambda route: route.fulfill(json=PREPARING))
        page.route("**/api/v1/solve", lambda route: None)
        page.goto(f"{server.url}/#explore?board=8x8&start=1,1&closed=1")
        waiting = page.get_by_role("group", name="Waiting")
        expect(waiting).to_contain_text("Preparing the solver (first run only): 12 of 31")
        expect(waiting.get_by_role("progressbar")).to_have_attribute("value", re.compile(r"0\.387"))
        assert len(walk_said(board_of(page))) == 64  # the walk by the rule, which is not closed, meanwhile
        button(page, "Cancel").click()
        expect(waiting).to_be_hidden()
        bar = region(page, "Preparing the solver")  # in every mode
        expect(bar).to_contain_text("Preparing the solver (first run only): 12 of 31")
        expect(bar.get_by_role("progressbar")).to_be_visible()
        page.goto(f"{server.url}/#count?board=5x6")
        expect(button(page, "Count")).to_be_enabled()
        page.route("**/api/v1/count", lambda route: None)
        button(page, "Count").click()
        counted = region(page, "Counted here")
        expect(counted).to_contain_text("Preparing the solver (first run only)")
        button(page, "Stop").click()
        expect(counted).to_contain_text("Not yet")
        visitor.faults.clear()  # requests of a page that began as about:blank


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
    with visit(chromium, f"{server.url}/#explore?board=5x5&step=3", reduced_motion="reduce") as visitor:
        page = visitor.page
        for status, (body, says) in ANSWERS.items():
            answer = {"status": status, "body": body, "headers": {"Retry-After": "1"}}
            page.route("**/api/v1/solve", partial(fulfil, answer))
            page.goto(f"{server.url}/#explore?board=6x6&closed=1&start=1,{status % 5 + 1}")
            expect(region(page, "Outcome")).to_contain_text(says)
            page.unroute_all()
        assert {re.search(r"status of (\d+)", fault)[1] for fault in visitor.faults} == set(map(str, ANSWERS))
        visitor.faults.clear()
