"""Watch in the browser: the controls, the player, and what each step shows."""

import re

from playwright.sync_api import expect

import naive
from browsing import board_of, drawn, labels, opened, region, revisit, settled, square, still, walk_said
from turaga import SYSTEMS, Rule, Walk, verify
from turaga.play.animation import Animation
from turaga.play.watch_request import WatchRequest

FASTEST = 60  # the last notch of the slider for speed


def tour_seen(page, rows, cols):
    """The walk on the board, once it is there, checked to be a tour; squares from 1."""
    grid = board_of(page)
    settled(page)
    expect(grid.get_by_role("gridcell")).to_have_count(rows * cols)
    seen = walk_said(grid)
    report = verify(Walk(f"{rows}x{cols}", [(row - 1, col - 1) for row, col in seen]))
    assert report.is_tour, report.faults
    assert drawn(grid).line[: len(seen)] == seen
    return seen, report


def from_one(squares):
    """0-based squares as people read them, from 1."""
    return [(row + 1, col + 1) for row, col in squares]


def step_words(page):
    return region(page, "Current step")


def place(page):
    """Which step or frame is shown, and of how many."""
    shown = re.compile(r"^(step|frame) \d+ of \d+$", re.I)
    words = page.get_by_role("group", name="Player").get_by_text(shown)
    return tuple(map(int, re.findall(r"\d+", words.inner_text())))


def past(page, step):
    """Once a walk that plays has come past this step, however far a busy machine lets it go meanwhile."""
    page.wait_for_function(
        "(step) => step <"
        " Number(document.querySelector('[aria-label=Player]').innerText.match(/step (\\d+) of/i)[1])",
        arg=step,
    )


def assert_shows(page, frame, rule):
    """What is seen and said is this frame of an animation, with degrees as the naive oracle counts them."""
    grid, board = board_of(page), frame.board
    expect(step_words(page)).to_have_text(" ".join(frame.says))
    visited = from_one(frame.path)
    assert walk_said(grid) == visited
    picture = drawn(grid)
    assert picture.line == (visited if len(visited) > 1 else [])
    path = list(frame.path)
    kept = set() if frame.end is None else {frame.end}  # for the last: until then as a hole
    free = set(naive.squares(board)) - set(path) - kept
    degrees = {s: naive.degree(board, s, free, rule, path) for s in free} if not frame.over else {}
    assert picture.figures == {(r + 1, c + 1): str(degree) for (r, c), degree in degrees.items()}
    said = {at: re.search(r"degree (\d+)", words) for at, words in labels(grid).items()}
    assert {at: found[1] for at, found in said.items() if found} == picture.figures


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


# -- choices ------------------------------------------------------------------------------------------------


def test_a_first_visit_shows_a_tour(chromium, server):
    with opened(chromium, server) as page:
        seen, report = tour_seen(page, 8, 8)
        assert seen[0] == (1, 1)
        expect(settled(page)).to_contain_text("An open tour of 8x8")
        expect(settled(page)).to_contain_text(f"From 1,1 to {seen[-1][0]},{seen[-1][1]}")
        assert not report.closed
        expect(page.get_by_role("navigation").get_by_role("link", name="Watch")).to_have_attribute(
            "aria-current", "page"
        )
        expect(page).to_have_title(re.compile("Solve and watch"))


def test_the_board_is_chosen_by_sliders_and_numbers(chromium, server):
    with revisit(chromium, server, "#watch?board=8x8") as page:
        rows, cols = (page.get_by_role("spinbutton", name=name) for name in ("Rows", "Columns"))
        slider = page.get_by_role("slider", name="Rows, slider")
        slider.focus()
        for _ in range(3):
            page.keyboard.press("ArrowLeft")
        expect(rows).to_have_value("5")
        cols.fill("9")
        tour_seen(page, 5, 9)
        expect(page.get_by_role("slider", name="Columns, slider")).to_have_value("9")
        box = slider.bounding_box()
        page.mouse.click(box["x"] + box["width"] - 1, box["y"] + box["height"] / 2)
        expect(rows).to_have_value("60")
        cols.fill("2")  # less than the page offers: put right on leaving
        cols.press("Tab")
        expect(cols).to_have_value("3")
        tour_seen(page, 60, 3)
        rows.fill("999")
        cols.fill("10")
        rows.fill("")
        rows.press("Tab")
        expect(rows).to_have_value("60")
        tour_seen(page, 60, 10)


def test_clicks_set_start_and_end(chromium, server):
    with opened(chromium, server, "#watch?board=6x7") as page:
        settled(page)
        square(board_of(page), 3, 4).click()
        assert tour_seen(page, 6, 7)[0][0] == (3, 4)
        page.get_by_role("radio", name="Click sets end").check()
        square(board_of(page), 5, 7).click()
        seen, _ = tour_seen(page, 6, 7)
        assert (seen[0], seen[-1]) == ((3, 4), (5, 7))
        expect(page.get_by_role("textbox", name="End", exact=True)).to_have_value("5,7")
        button(page, "Clear end").click()
        expect(page.get_by_role("textbox", name="End", exact=True)).to_have_value("")
        seen, _ = tour_seen(page, 6, 7)
        assert seen[0] == (3, 4)
        button(page, "Clear start").click()
        tour_seen(page, 6, 7)


def test_keys_set_start_and_end(chromium, server):
    with opened(chromium, server, "#watch?board=6x6") as page:
        settled(page)
        page.keyboard.press("Tab")  # to "Skip to the board"
        expect(page.get_by_role("link", name="Skip to the board")).to_be_focused()
        page.keyboard.press("Enter")
        expect(square(board_of(page), 1, 1)).to_be_focused()
        for key in ("ArrowDown", "ArrowDown", "ArrowRight", "Enter"):
            page.keyboard.press(key)
        assert tour_seen(page, 6, 6)[0][0] == (3, 2)
        for key in ("End", "PageDown", "e"):
            page.keyboard.press(key)
        expect(square(board_of(page), 6, 6)).to_be_focused()
        seen, _ = tour_seen(page, 6, 6)
        assert (seen[0], seen[-1]) == ((3, 2), (6, 6))
        for key in ("Control+Home", "ArrowRight", "s"):
            page.keyboard.press(key)
        seen, _ = tour_seen(page, 6, 6)
        assert (seen[0], seen[-1]) == ((1, 2), (6, 6))


def test_typed_squares_set_start_and_end(chromium, server):
    with revisit(chromium, server, "#watch?board=8x8") as page:
        for field, typed in (("Start", "b8"), ("End", "2,2")):
            page.get_by_role("textbox", name=field, exact=True).fill(typed)
            page.get_by_role("textbox", name=field, exact=True).press("Enter")
        seen, _ = tour_seen(page, 8, 8)
        assert (seen[0], seen[-1]) == ((1, 2), (2, 2))


def test_a_closed_tour_has_no_gap(chromium, server):
    with revisit(chromium, server, "#watch?board=6x6&start=2,3") as page:
        settled(page)
        page.get_by_role("checkbox", name="Closed").check()
        seen, report = tour_seen(page, 6, 6)
        assert report.closed
        assert seen[0] == (2, 3)
        assert drawn(board_of(page)).line == [*seen, seen[0]]
        expect(settled(page)).to_contain_text("A closed tour of 6x6")


def test_a_preset_rule_marks_unvisited_squares(chromium, server):
    with revisit(chromium, server, "#watch?board=8x8&start=5,3") as page:
        settled(page)
        page.get_by_role("radio", name="Rule only").check()
        page.get_by_role("combobox", name="Preset").select_option(label="Bencic's seminar")
        outcome = settled(page)
        animation = Animation.of_walk("8x8", "5,3", SYSTEMS["bencic"].rule)
        animation.run()
        last = animation.frame(animation.length)
        assert animation.length == 60  # the article's own figure: it leaves four squares
        expect(outcome).to_contain_text("60 of 64 squares visited")
        expect(outcome).to_contain_text("4 squares unvisited")
        assert_shows(page, last, SYSTEMS["bencic"].rule)
        missed = {at for at, words in labels(board_of(page)).items() if "unvisited" in words}
        assert missed == {(r, c) for r in range(1, 9) for c in range(1, 9)} - set(from_one(last.path))
        expect(page.get_by_role("checkbox", name="Closed")).to_be_disabled()  # such a walk ends where it must


# -- the player ---------------------------------------------------------------------------------------------


def test_each_step_describes_the_choice_of_the_rule(chromium, server):
    rule = Rule()
    animation = Animation.of_walk("8x8", "1,1", rule)
    with revisit(chromium, server, "#watch?board=8x8") as page:
        settled(page)
        button(page, "First step").click()
        assert_shows(page, animation.frame(1), rule)
        button(page, "Step forward").click()
        assert_shows(page, animation.frame(2), rule)
        page.keyboard.press("ArrowRight")  # wherever the focus is but where it is wanted
        assert_shows(page, animation.frame(3), rule)
        button(page, "Step back").click()
        assert_shows(page, animation.frame(2), rule)
        line = page.get_by_role("slider", name="Timeline")
        box = line.bounding_box()
        page.mouse.move(box["x"] + 2, box["y"] + box["height"] / 2)
        page.mouse.down()
        for share in (0.2, 0.5, 0.4):  # scrubbed to and fro
            page.mouse.move(box["x"] + share * box["width"], box["y"] + box["height"] / 2)
        page.mouse.up()
        step, of = place(page)
        assert of == 64
        assert 20 <= step <= 32
        assert_shows(page, animation.frame(step), rule)
        expect(line).to_have_attribute("aria-valuetext", re.compile(f"step {step} of 64", re.I))
        line.focus()
        page.keyboard.press("Home")
        assert_shows(page, animation.frame(1), rule)
        page.keyboard.press("PageUp")
        assert_shows(page, animation.frame(place(page)[0]), rule)
        button(page, "Last step").click()
        assert place(page) == (64, 64)
        assert_shows(page, animation.frame(64), rule)


def test_a_search_shows_its_backtracks(chromium, server):
    with revisit(chromium, server, "#watch?board=6x6&start=3,3&end=3,4") as page:
        settled(page)
        page.get_by_role("radio", name="Search").check()
        expect(settled(page)).to_contain_text("An open tour of 6x6")
        expect(settled(page)).to_contain_text("with 10 backtracks")
        animation = Animation.of_search("6x6", "3,3", end="3,4")
        animation.run()
        back = next(k for k in range(1, animation.length) if animation.frame(k).left is not None)
        assert place(page) == (animation.length, animation.length)
        for number in (back - 1, back, back + 1, animation.length // 2, animation.length):
            page.get_by_role("slider", name="Timeline").fill(str(number))
            assert_shows(page, animation.frame(number), Rule())
        page.get_by_role("slider", name="Timeline").fill(str(back))
        (left,) = from_one([animation.frame(back).left])
        assert "went back" in labels(board_of(page))[left]


def test_eulers_method_repairs_the_walk_change_by_change(chromium, server):
    rule = SYSTEMS["bencic"].rule
    animation = WatchRequest.read("8x8", start="5,3", method="euler").animation(rule)
    with revisit(chromium, server, "#watch?board=8x8&start=5,3&like=bencic") as page:
        settled(page)
        method = page.get_by_role("radio", name="Euler")
        page.get_by_role("radio", name="Search").focus()
        page.keyboard.press("ArrowRight")
        expect(method).to_be_checked()
        expect(settled(page)).to_contain_text("repaired with 3 reversals and 4 insertions")
        assert place(page) == (67, 67)
        page.get_by_role("slider", name="Timeline").fill("67")
        for number in (67, 64, 61, 60, 30, 65):
            page.get_by_role("slider", name="Timeline").fill(str(number))
            frame = animation.frame(number)
            expect(step_words(page)).to_have_text(" ".join(frame.says))
            assert walk_said(board_of(page)) == from_one(frame.path)
        page.get_by_role("slider", name="Timeline").fill("61")
        said = labels(board_of(page))
        assert {at for at, words in said.items() if "reversed" in words} == {(5, 4), (3, 5), (1, 4)}
        assert said[4, 8] == "unvisited, d"
        assert drawn(board_of(page)).figures[4, 8] == "d"
        expect(page).to_have_url(re.compile("how=euler.*step=61"))
        page.reload()
        expect(step_words(page)).to_contain_text("Reversal 1.")
        expect(method).to_be_checked()


def test_it_plays_to_the_end_at_any_speed_and_restarts(chromium, server):
    with revisit(chromium, server, "#watch?board=20x20") as page:
        settled(page)
        speed = page.get_by_role("slider", name="Speed")
        speed.fill(str(FASTEST))
        expect(page.get_by_text("1000 steps/s")).to_be_visible()
        button(page, "Play").click()  # from the end: from the start again
        expect(page.get_by_text(re.compile("^step 400 of 400$", re.I))).to_be_visible()
        expect(button(page, "Play")).to_be_visible()
        tour_seen(page, 20, 20)


def test_it_pauses_and_continues(chromium, server):
    with revisit(chromium, server, "#watch?board=8x8") as page:
        settled(page)
        button(page, "First step").click()
        page.get_by_role("slider", name="Speed").fill("20")  # ten a second
        page.locator("body").click(position={"x": 3, "y": 400})
        page.keyboard.press("Space")
        expect(button(page, "Pause")).to_be_visible()
        past(page, 2)
        page.keyboard.press("Space")
        expect(button(page, "Play")).to_be_visible()
        step, _ = place(page)
        still(page, 30)
        assert place(page) == (step, 64)
        assert_shows(page, Animation.of_walk("8x8", "1,1").frame(step), Rule())
        button(page, "Play").click()
        past(page, step)


def test_degrees_are_those_of_the_rule(chromium, server):
    """With the open start the start lowers no degrees: a habit of an old program, shown as it was."""
    rule = SYSTEMS["serafeimidis"].rule
    assert rule.open_start
    where = "#watch?board=7x9&start=3,3&how=greedy&like=serafeimidis&step=9"
    with revisit(chromium, server, where) as page:
        settled(page)
        assert_shows(page, Animation.of_walk("7x9", "3,3", rule).frame(9), rule)


# -- how it is shown ----------------------------------------------------------------------------------------


def test_switches_for_line_numbers_colours_and_degrees(chromium, server):
    with revisit(chromium, server, "#watch?board=8x8&step=40") as page:
        settled(page)
        grid = board_of(page)
        seen = walk_said(grid)
        assert len(seen) == 40
        degrees = drawn(grid).figures
        page.get_by_role("checkbox", name="Degrees", exact=True).uncheck()
        assert drawn(grid).figures == {}
        page.get_by_role("checkbox", name="Numbers", exact=True).check()
        numbers = {at: str(k) for k, at in enumerate(seen, 1)}
        under_knight = {seen[-1]: "40"}
        assert drawn(grid).figures | under_knight == numbers
        page.get_by_role("checkbox", name="Degrees", exact=True).check()
        assert drawn(grid).figures | under_knight == numbers | degrees
        assert len(drawn(grid).colours) == 1
        page.get_by_role("checkbox", name="Colour by step", exact=True).check()
        assert len(drawn(grid).colours) > 20
        page.get_by_role("checkbox", name="Line", exact=True).uncheck()
        assert drawn(grid).line == []
        page.get_by_role("checkbox", name="Line", exact=True).check()
        assert drawn(grid).line == seen


def test_60x60_is_legible_and_fast(chromium, server):
    with revisit(chromium, server, "#watch?board=60x60&start=30,30") as page:
        seen, _ = tour_seen(page, 60, 60)
        assert seen[0] == (30, 30)
        page.get_by_role("slider", name="Timeline").fill("1800")
        expect(page.get_by_text(re.compile("^step 1800 of 3600$", re.I))).to_be_visible()
        assert walk_said(board_of(page)) == seen[:1800]
        page.get_by_role("slider", name="Speed").fill(str(FASTEST))
        button(page, "Play").click()
        expect(page.get_by_text(re.compile("^step 3600 of 3600$", re.I))).to_be_visible()
        assert drawn(board_of(page)).line == seen


def test_reduced_motion_is_respected(chromium, server):
    with opened(chromium, server, reduced_motion="reduce") as page:
        settled(page)
        assert place(page) == (64, 64)
        square(board_of(page), 2, 2).click()
        settled(page)
        assert place(page) == (64, 64)
        assert (
            page.evaluate("document.getAnimations().filter((one) => one.playState === 'running').length") == 0
        )
        durations = page.evaluate(
            "[...document.querySelectorAll('*')]"
            ".map((one) => parseFloat(getComputedStyle(one).transitionDuration))"
        )
        assert max(durations) < 0.02
