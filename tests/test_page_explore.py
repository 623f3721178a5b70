"""Explore in the browser: a tour that draws itself, the controls, the player, and what each step shows."""

import re
from itertools import pairwise

from playwright.sync_api import expect

import naive
from browsing import (
    advanced,
    board_of,
    drawn,
    enter,
    labels,
    opened,
    region,
    revisit,
    settled,
    square,
    square_name,
    stop_time,
    tab,
    walk_said,
)  # fmt: skip
from gaming import button
from turaga import Rule, Walk, solve, verify
from turaga.play.animation import Animation
from turaga.play.watch_request import Watch
from turaga.walks import SYSTEMS

FASTEST = 60  # the last notch of the slider for speed


def tour_seen(page, rows, cols):
    """The walk on the board, once it is there, checked to be a tour; squares from 1."""
    grid = board_of(page)
    settled(page)
    expect(grid.get_by_role("gridcell")).to_have_count(rows * cols)
    expect(grid.get_by_role("gridcell", name=re.compile(rf", step {rows * cols}(,|$)"))).to_be_visible()
    expect(grid).not_to_have_attribute("aria-busy", "true")
    seen = walk_said(grid)
    report = verify(Walk(f"{rows}x{cols}", [(row - 1, col - 1) for row, col in seen]))
    assert report.is_tour, report.faults
    if max(rows, cols) <= 24:  # larger boards are painted on a canvas
        assert drawn(grid).line[: len(seen)] == seen
    return seen, report


def from_one(squares):
    """0-based squares as people read them, from 1."""
    return [(row + 1, col + 1) for row, col in squares]


def described(frame):
    """The sentences of a frame as the page shows them: squares by their chess names, and without the number
    of the step, which the player shows."""
    said = re.sub(r"^Step \d+: ", "", " ".join(frame.says))
    return said[0].upper() + said[1:]


def expect_words(page, words):
    expect(region(page, "Current step")).to_contain_text(words.split(" ")[0])
    page.wait_for_function(
        "(words) => [...document.querySelectorAll('[aria-label=\"Current step\"] p:not(.note)')]"
        ".map((one) => one.textContent.trim()).join(' ') === words",
        arg=words,
    )


def place(page):
    """Which step or frame is shown, and of how many."""
    shown = re.compile(r"^(step|frame) [\d,]+ of [\d,]+$", re.I)
    words = page.get_by_role("group", name="Player").get_by_text(shown)
    return tuple(int(number.replace(",", "")) for number in re.findall(r"[\d,]+", words.inner_text()))


def assert_shows(page, frame, rule):
    """What is seen and said is this frame of an animation, with degrees as the naive oracle counts them."""
    grid, board = board_of(page), frame.board
    is_tour = frame.over and len(frame.path) == board.size
    # The last frame of a tour by the rule has an invitation instead.
    invites = is_tour and not frame.end
    expect_words(page, "Click any square to start a tour there." if invites else described(frame))
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


# -- arrival ------------------------------------------------------------------------------------------------


def test_on_arrival_a_tour_draws_itself_and_then_invites(chromium, server):
    with opened(chromium, server, alone=True) as page:
        stop_time(page)
        page.clock.run_for(1000)
        step, of = place(page)
        assert 2 < step < of == 64  # it is being drawn
        early = walk_said(board_of(page))
        assert early[0] == (1, 1)
        inviting = page.locator(".actions.inviting")
        expect(inviting).to_have_count(0)
        page.clock.run_for(60_000)
        expect(inviting).to_be_visible()  # at the end
        assert place(page) == (64, 64)
        seen, report = tour_seen(page, 8, 8)
        assert seen[: len(early)] == early
        assert not report.closed
        expect(settled(page)).to_contain_text("An open tour of 8x8")
        expect(settled(page)).to_contain_text(f"From a8 to {square_name(8, 8, *seen[-1])}")
        for name in ("Try it yourself", "New tour"):
            box, board = button(page, name).bounding_box(), board_of(page).bounding_box()
            assert 0 < box["y"] - board["y"] - board["height"] < 80  # directly below the board
        explore = page.get_by_role("navigation", name="Modes").get_by_role("link", name="Explore")
        expect(explore).to_have_attribute("aria-current", "page")


def test_a_novice_sees_few_controls(chromium, server):
    with opened(chromium, server, reduced_motion="reduce") as page:
        settled(page)
        fields = page.locator("input:visible, select:visible, textarea:visible")
        assert fields.count() == 3  # the board, the timeline, and the speed
        tab(page, "Options")
        expect(page.get_by_role("checkbox", name="Closed")).to_be_visible()
        expect(page.get_by_label("Order of directions")).to_be_hidden()
        advanced(page)
        expect(page.get_by_label("Order of directions")).to_be_visible()


def test_a_new_tour_is_another_one_and_back_returns_to_the_last(chromium, server):
    with revisit(chromium, server, "#explore?board=8x8") as page:
        first, _ = tour_seen(page, 8, 8)
        tours = [first]
        for _ in range(3):
            before = page.url
            button(page, "New tour").click()
            page.wait_for_function("(url) => location.href !== url", arg=before)
            tours.append(tour_seen(page, 8, 8)[0])
        assert len({tuple(seen) for seen in tours}) == 4
        expect(page).to_have_url(re.compile(r"seed=\d+"))
        for earlier in reversed(tours[:-1]):
            page.go_back()
            expect(square(board_of(page), *earlier[0])).to_have_attribute("aria-label", re.compile("start"))
            assert tour_seen(page, 8, 8)[0] == earlier
        page.go_forward()
        expect(square(board_of(page), *tours[1][0])).to_have_attribute("aria-label", re.compile("start"))
        assert tour_seen(page, 8, 8)[0] == tours[1]


def test_a_board_without_tours_offers_no_new_tour(chromium, server):
    with revisit(chromium, server, "#explore?board=4x4") as page:
        expect(settled(page)).to_contain_text("No tour of 4x4")
        expect(button(page, "New tour")).to_be_disabled()
        button(page, "5x5").click()
        expect(settled(page)).to_contain_text("tour of 5x5")
        expect(button(page, "New tour")).to_be_enabled()


def test_modes_that_cannot_show_the_board_are_not_offered(chromium, server):
    offered = {
        "8x8": ["Play", "Compare", "Map", "Count"],
        "50x50": ["Play", "Compare", "Map", "Count"],
        "70x70": [],
    }
    for board, modes in offered.items():
        with revisit(chromium, server, f"#explore?board={board}&start=1,1") as page:
            expect(settled(page)).to_contain_text(board)
            links = page.locator(".carry").get_by_role("button").all_text_contents()
            visible = [
                name.split()[0] for name in links if page.get_by_role("button", name=name).is_visible()
            ]
            assert visible == modes


def test_another_board_forgets_the_start_of_a_new_tour(chromium, server):
    with revisit(chromium, server, "#explore?board=8x8&start=4,2&picked=1") as page:
        settled(page)
        button(page, "5x5").click()  # no tour of 5x5 starts on b5
        expect(settled(page)).to_contain_text("tour of 5x5")
        expect(page).not_to_have_url(re.compile("start="))


def test_the_board_and_the_rule_carry_over(chromium, server):
    where = "#explore?board=6x7&start=2,3&like=klochko"
    links = {
        "Play this board": "play",
        "Map this rule": "map",
        "Compare this rule": "compare",
        "Count this board": "count",
    }
    for name, mode in links.items():
        with revisit(chromium, server, where) as page:
            settled(page)
            button(page, name).click()
            expect(page).to_have_url(re.compile(rf"#{mode}\?board=6x7"))
            page.go_back()
            expect(page).to_have_url(re.compile(r"#explore\?board=6x7&start=2,3"))


# -- choices ------------------------------------------------------------------------------------------------


def test_clicks_set_start_and_end(chromium, server):
    with revisit(chromium, server, "#explore?board=6x7") as page:
        settled(page)
        square(board_of(page), 3, 4).click()
        assert tour_seen(page, 6, 7)[0][0] == (3, 4)
        tab(page, "Options")
        page.get_by_role("radio", name="end", exact=True).check()
        square(board_of(page), 5, 7).click()
        seen, _ = tour_seen(page, 6, 7)
        assert (seen[0], seen[-1]) == ((3, 4), (5, 7))
        tab(page, "Options")
        expect(page.get_by_role("textbox", name="End", exact=True)).to_have_value("g2")
        button(page, "Any end").click()
        expect(page.get_by_role("textbox", name="End", exact=True)).to_have_value("any")
        seen, _ = tour_seen(page, 6, 7)
        assert seen[0] == (3, 4)
        tab(page, "Options")
        page.get_by_role("radio", name="start", exact=True).check()
        button(page, "Any start").click()
        tour_seen(page, 6, 7)


def test_keys_set_start_and_end(chromium, server):
    with opened(chromium, server, "#explore?board=6x6", reduced_motion="reduce") as page:
        settled(page)
        page.locator("body").evaluate("(body) => body.focus()")
        page.get_by_role("link", name="Skip to the board").focus()
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
        page.keyboard.press("d")
        expect(page).to_have_url(re.compile("degrees=0"))


def test_a_closed_tour_has_no_gap(chromium, server):
    with revisit(chromium, server, "#explore?board=6x6&start=2,3") as page:
        settled(page)
        tab(page, "Options")
        page.get_by_role("checkbox", name="Closed").check()
        seen, report = tour_seen(page, 6, 6)
        assert report.closed
        assert seen[0] == (2, 3)
        assert drawn(board_of(page)).line == [*seen, seen[0]]
        expect(settled(page)).to_contain_text("A closed tour of 6x6")


def test_another_leaper_has_its_own_directions(chromium, server):
    with revisit(chromium, server, "#explore?board=10x10&start=1,1") as page:
        settled(page)
        advanced(page)
        enter(page, "Leaper", "0,0")
        expect(page.get_by_text("“0,0” is not a leaper")).to_be_visible()
        leaper = enter(page, "Leaper", "3,2")
        expect(page).to_have_url(re.compile("leaper=2,3"))
        expect(leaper).to_have_value("2,3")
        expect(page.get_by_role("img", name=re.compile("1 is three down, two right"))).to_be_visible()
        settled(page)
        walk = walk_said(board_of(page))
        assert len(walk) > 50
        assert all({abs(r - s), abs(c - d)} == {2, 3} for (r, c), (s, d) in pairwise(walk))


def test_a_preset_rule_marks_unvisited_squares(chromium, server):
    with revisit(chromium, server, "#explore?board=8x8&start=5,3") as page:
        settled(page)
        tab(page, "Options")
        page.get_by_role("radio", name="Rule only").check()
        advanced(page)
        page.get_by_role("combobox", name="Preset").select_option(label="Bencic’s seminar")
        outcome = settled(page)
        animation = Animation.of_walk("8x8", "5,3", SYSTEMS["bencic"].rule)
        animation.run()
        last = animation.frame(animation.length)
        assert animation.length == 60  # the article's own figure: it leaves four squares
        expect(outcome).to_contain_text("Dead end after 60 of 64 squares")
        expect(outcome).to_contain_text("4 squares are unvisited")
        assert_shows(page, last, SYSTEMS["bencic"].rule)
        missed = {at for at, words in labels(board_of(page)).items() if "unvisited" in words}
        assert missed == {(r, c) for r in range(1, 9) for c in range(1, 9)} - set(from_one(last.path))
        tab(page, "Options")
        expect(page.get_by_role("checkbox", name="Closed")).to_be_disabled()  # such a walk ends where it must


# -- the player ---------------------------------------------------------------------------------------------


def test_each_step_describes_the_choice_of_the_rule(chromium, server):
    rule = Rule()
    animation = Animation.of_walk("8x8", "1,1", rule)
    with revisit(chromium, server, "#explore?board=8x8&start=1,1") as page:
        settled(page)
        button(page, "First step").click()
        assert_shows(page, animation.frame(1), rule)
        button(page, "Next step").click()
        assert_shows(page, animation.frame(2), rule)
        page.keyboard.press("ArrowRight")  # wherever the focus is but where it is wanted
        assert_shows(page, animation.frame(3), rule)
        button(page, "Previous step").click()
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


def test_the_list_of_moves_follows_and_leads(chromium, server):
    with revisit(chromium, server, "#explore?board=8x8&start=1,1") as page:
        seen, _ = tour_seen(page, 8, 8)
        moves = page.get_by_role("region", name="Moves")
        current = moves.locator("[aria-current=step]")
        expect(current).to_have_text(f"64 {square_name(8, 8, *seen[-1])}")
        page.get_by_role("slider", name="Timeline").fill("17")
        expect(current).to_have_text(f"17 {square_name(8, 8, *seen[16])}")
        expect(current).to_be_in_viewport()
        moves.get_by_role("button", name=re.compile(r"^20 ")).click()
        assert place(page) == (20, 64)
        assert walk_said(board_of(page)) == seen[:20]
        page.keyboard.press("ArrowRight")
        assert place(page) == (21, 64)
        expect(current).to_be_focused()
        tab(page, "Options")
        page.get_by_role("slider", name="Timeline").fill("64")
        tab(page, "Explain")  # it has been hidden meanwhile
        expect(current).to_have_text(f"64 {square_name(8, 8, *seen[-1])}")
        expect(current).to_be_in_viewport()


def test_squares_in_the_text_point_at_the_board(chromium, server):
    with revisit(chromium, server, "#explore?board=8x8&start=1,1&step=12") as page:
        settled(page)
        named = region(page, "Current step").get_by_role("button")
        assert named.first.inner_text() == "h6"
        named.nth(1).hover()
        pointed = board_of(page).get_by_role("gridcell", name=re.compile("named in the text"))
        expect(pointed).to_have_attribute("aria-label", re.compile(f"^{named.nth(1).inner_text()},"))
        page.mouse.move(5, 5)
        expect(pointed).to_have_count(0)


def test_a_search_shows_its_backtracks(chromium, server):
    with revisit(chromium, server, "#explore?board=6x6&start=3,3&end=3,4") as page:
        settled(page)
        tab(page, "Options")
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
        expect(page.locator(".notch.dead-end").first).to_be_visible()


def test_eulers_method_repairs_the_walk_change_by_change(chromium, server):
    rule = SYSTEMS["bencic"].rule
    animation = Watch.of("8x8", start="5,3", method="euler", rule=rule).animation()
    with revisit(chromium, server, "#explore?board=8x8&start=5,3&like=bencic") as page:
        settled(page)
        tab(page, "Options")
        method = page.get_by_role("radio", name="Euler")
        page.get_by_role("radio", name="Search").focus()
        page.keyboard.press("ArrowDown")
        expect(method).to_be_checked()
        expect(settled(page)).to_contain_text("repaired with 3 reversals and 4 insertions")
        assert place(page) == (67, 67)
        for number in (67, 64, 61, 60, 30, 65):
            page.get_by_role("slider", name="Timeline").fill(str(number))
            frame = animation.frame(number)
            expect_words(page, described(frame))
            assert walk_said(board_of(page)) == from_one(frame.path)
        page.get_by_role("slider", name="Timeline").fill("61")
        said = labels(board_of(page))
        assert {at for at, words in said.items() if "reversed" in words} == {(5, 4), (3, 5), (1, 4)}
        assert said[4, 8] == "unvisited, d"
        assert drawn(board_of(page)).figures[4, 8] == "d"
        expect(page).to_have_url(re.compile("how=euler.*step=61"))
        page.reload()
        expect(region(page, "Current step")).to_contain_text("Reversal 1.")
        tab(page, "Options")
        expect(method).to_be_checked()


def test_the_rule_of_a_program_is_known_before_the_options_arrive(chromium, server):
    with opened(chromium, server, alone=True, reduced_motion="reduce") as page:
        page.route("**/api/v1/options", lambda route: None)  # they never do
        page.add_init_script("localStorage.clear()")  # nor are there any from last time
        page.goto(f"{server.url}/#explore?board=8x8&start=5,3&how=greedy&like=bencic")
        page.reload()
        settled(page)
        best = solve("8x8", start="5,3", method="greedy", rule=SYSTEMS["bencic"].rule).best
        assert len(best) == 60  # Bencic's figure: the only start whose walk is not complete
        assert walk_said(board_of(page)) == from_one(best.squares)


def test_it_pauses_and_continues(chromium, server):
    with opened(chromium, server, "#explore?board=8x8&start=1,1", alone=True) as page:
        stop_time(page)
        settled(page)
        button(page, "First step").click()
        speed = page.get_by_role("slider", name="Speed")
        speed.fill("20")
        expect(speed).to_have_attribute("aria-valuetext", "10 steps per second")
        page.locator("body").click(position={"x": 3, "y": 400})
        page.keyboard.press("Space")
        expect(button(page, "Pause")).to_be_visible()
        page.clock.run_for(1000)
        page.keyboard.press("Space")
        expect(button(page, "Play")).to_be_visible()
        step, _ = place(page)
        assert 8 <= step <= 12
        page.clock.run_for(1000)
        assert place(page) == (step, 64)
        assert_shows(page, Animation.of_walk("8x8", "1,1").frame(step), Rule())
        button(page, "Play").click()
        page.clock.run_for(1000)
        assert step < place(page)[0] < 64
        page.clock.run_for(10_000)
        assert place(page) == (64, 64)
        button(page, "Play").click()  # from the end: from the start again
        page.clock.run_for(1000)
        assert 8 <= place(page)[0] <= 12


def test_degrees_are_those_of_the_rule(chromium, server):
    """With the open start the start lowers no degrees: a quirk of a published program, shown as it was."""
    rule = SYSTEMS["serafeimidis"].rule
    assert rule.open_start
    where = "#explore?board=7x9&start=3,3&how=greedy&like=serafeimidis&step=9"
    with revisit(chromium, server, where) as page:
        settled(page)
        assert_shows(page, Animation.of_walk("7x9", "3,3", rule).frame(9), rule)


# -- how it is shown ----------------------------------------------------------------------------------------


def test_switches_for_line_numbers_colours_and_degrees(chromium, server):
    with revisit(chromium, server, "#explore?board=8x8&start=1,1&step=40") as page:
        settled(page)
        tab(page, "Options")
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
        assert len(drawn(grid).colours) > 20
        page.get_by_role("checkbox", name="Colour by step", exact=True).uncheck()
        assert len(drawn(grid).colours) == 1
        page.get_by_role("checkbox", name="Line", exact=True).uncheck()
        assert drawn(grid).line == []
        page.get_by_role("checkbox", name="Line", exact=True).check()
        assert drawn(grid).line == seen


def test_60x60_is_fast(chromium, server):
    with revisit(chromium, server, "#explore?board=60x60&start=30,30") as page:
        seen, _ = tour_seen(page, 60, 60)
        assert seen[0] == (30, 30)
        page.get_by_role("slider", name="Timeline").fill("1800")
        expect(page.get_by_text(re.compile("^step 1,800 of 3,600$", re.I))).to_be_visible()
        expect(square(board_of(page), *seen[1799])).to_have_attribute("aria-label", re.compile("the knight"))
        speed = page.get_by_role("slider", name="Speed")
        speed.fill(str(FASTEST))
        expect(speed).to_have_attribute("aria-valuetext", "1000 steps per second")
        button(page, "Play").click()
        expect(page.get_by_text(re.compile("^step 3,600 of 3,600$", re.I))).to_be_visible()
        tour_seen(page, 60, 60)


def test_reduced_motion_is_respected(chromium, server):
    with opened(chromium, server, reduced_motion="reduce") as page:
        expect(page.get_by_text("Step 64 of 64")).to_be_visible()
        assert button(page, "Play").is_visible()
        square(board_of(page), 2, 2).click()
        expect(square(board_of(page), 2, 2)).to_have_attribute("aria-label", re.compile("start"))
        assert place(page) == (64, 64)
        running = "document.getAnimations().filter((one) => one.playState === 'running').length"
        assert page.evaluate(running) == 0
        durations = page.evaluate(
            "[...document.querySelectorAll('*')]"
            ".map((one) => parseFloat(getComputedStyle(one).transitionDuration))"
        )
        assert max(durations) < 0.02
        button(page, "Try it yourself").click()
        expect(page.get_by_role("grid", name="Game board")).to_be_visible()
        assert page.evaluate(running) == 0
