"""Compare in the browser: two rules or methods side by side, and where their walks first differ."""

import re

from playwright.sync_api import expect

from browsing import (
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
    tab,
    walk_said,
)
from turaga import Board, Rule, solve
from turaga.walks import SYSTEMS, walk

FIRST = "#compare"


def path_of(board, start, rule, seed=0):
    """The squares, from 1, of the reference walk."""
    return [(step.square[0] + 1, step.square[1] + 1) for step in walk(board, start, rule, seed=seed)]


def walks(board, start, *rules):
    """The walks by two rules, and the first step where they differ. (A walk ends where nothing is free, so
    neither can be the beginning of the other.)"""
    paths = [path_of(board, start, rule) for rule in rules]
    differ = [k for k, (one, other) in enumerate(zip(*paths, strict=False), 1) if one != other]
    return *paths, differ[0] if differ else None


def visits_all(board, start, rule):
    return len(path_of(board, start, rule)) == Board(board).size


def boards(page):
    return board_of(page, "Board A"), board_of(page, "Board B")


def both_settled(page):
    tab(page, "Explain")
    return [settled(page, f"Outcome of {side}") for side in ("A", "B")]


def seen(page):
    return [walk_said(grid) for grid in boards(page)]


def parting_words(left, right, parting, rows=8, cols=8):
    one, other = (square_name(rows, cols, *path[parting - 1]) for path in (left, right))
    return f"The walks first differ at step {parting}: {one} in A, {other} in B."


def methods_of(page):
    tab(page, "Methods")
    return page.get_by_role("region", name="Methods", exact=True)


def outcome_of(methods, name):
    """The rows about a method: its name, and below it its numbers."""
    return methods.get_by_role("rowgroup").filter(has_text=name)


# -- two walks ----------------------------------------------------------------------------------------------


def test_the_first_view_tells_a_story(chromium, server):
    """Of the two rules only one makes a tour, from the first start of which that is true."""
    theirs = SYSTEMS["serafeimidis"].rule
    start = next(
        f"{row},{col}"
        for row in range(1, 9)
        for col in range(1, 9)
        if visits_all("8x8", f"{row},{col}", Rule()) != visits_all("8x8", f"{row},{col}", theirs)
    )
    left, right, parting = walks("8x8", start, Rule(), theirs)
    assert (len(left), len(right) < 64) == (64, True)
    with opened(chromium, server, FIRST) as page:
        told = both_settled(page)
        assert seen(page) == [left, right]
        expect(told[0]).to_contain_text("tour of 8x8")
        expect(told[1]).to_contain_text(f"Dead end after {len(right)} of 64 squares")
        expect(page).to_have_url(
            re.compile(f"#compare.board=8x8&start={start}&picked=1&b-like=serafeimidis$")
        )
        difference = region(page, "First difference")
        expect(difference).to_contain_text(parting_words(left, right, parting))
        difference.get_by_role("button", name="Go to this step").click()
        expect(page.get_by_text(f"Step {parting} of 64", exact=True)).to_be_visible()
        assert seen(page) == [left[:parting], right[:parting]]
        for grid, path in zip(boards(page), (left, right), strict=True):
            marked = [at for at, words in labels(grid).items() if "first differ" in words]
            assert marked == [path[parting - 1]]
            assert drawn(grid).line == path[:parting]
        expect(region(page, "Current step in A")).to_contain_text(f"Step {parting}: knight on ")
        page.get_by_role("button", name="Previous step").click()
        assert seen(page) == [left[: parting - 1]] * 2
        assert not any("first differ" in words for grid in boards(page) for words in labels(grid).values())


def test_both_walks_play_together_to_the_end(chromium, server):
    with revisit(chromium, server, f"{FIRST}?board=8x8&start=5,8&b-like=serafeimidis&step=1") as page:
        both_settled(page)
        left, right, _ = walks("8x8", "5,8", Rule(), SYSTEMS["serafeimidis"].rule)
        assert seen(page) == [left[:1], right[:1]]
        page.get_by_role("slider", name="Timeline").fill("40")
        assert seen(page) == [left[:40], right[:40]]
        page.get_by_role("slider", name="Speed").fill("60")
        page.get_by_role("button", name="Play", exact=True).click()
        expect(page.get_by_text("Step 64 of 64", exact=True)).to_be_visible()
        assert seen(page) == [left, right]


def test_rules_and_starts_are_in_the_link_and_in_the_history(chromium, server):
    with opened(chromium, server, f"{FIRST}?board=8x8&start=5,8&b-like=serafeimidis") as page:
        both_settled(page)
        enter(page, "Board", "6x7")
        tab(page, "Options")
        rules = [page.get_by_role("group", name=f"Rule of {side}") for side in ("A", "B")]
        rules[0].get_by_role("combobox", name="Preset").select_option(label="Klochko’s coursework")
        rules[1].get_by_role("combobox", name="Preset").select_option(label="Warnsdorff’s rule")
        rules[1].get_by_role("textbox", name="Order of directions").fill("34567812")
        square(boards(page)[1], 4, 4).click()  # on either board
        both_settled(page)
        left, right, parting = walks("6x7", "4,4", SYSTEMS["klochko"].rule, "outermost,34567812")
        assert seen(page) == [left, right]
        expect(region(page, "First difference")).to_contain_text(parting_words(left, right, parting, 6, 7))
        page.get_by_role("slider", name="Timeline").fill("5")
        tab(page, "Options")
        page.get_by_role("checkbox", name="Numbers").check()
        expect(page).to_have_url(re.compile("step=5.*numbers=1"))
        link, pictures = page.url, [drawn(grid) for grid in boards(page)]
        page.go_back()  # to the start before: that of the first link, if the smaller board has it
        expect(page).to_have_url(re.compile(r"b-rule=outermost,34567812"))
        page.go_back()
        expect(page).to_have_url(re.compile(r"b-rule=outermost($|&)"))
        both_settled(page)
        page.go_back()
        expect(page).to_have_url(re.compile("like=klochko&b-like=serafeimidis"))
        both_settled(page)
        start = re.search(r"start=(\d,\d)", page.url)[1]
        assert seen(page) == [*walks("6x7", start, SYSTEMS["klochko"].rule, SYSTEMS["serafeimidis"].rule)[:2]]
    with opened(chromium, server, link) as page:
        both_settled(page)
        assert seen(page) == [left[:5], right[:5]]
        assert [drawn(grid) for grid in boards(page)] == pictures
        tab(page, "Options")
        chosen = page.get_by_role("group", name="Rule of A").get_by_role("combobox", name="Preset")
        expect(chosen).to_have_value("klochko")


def test_a_link_with_two_rules(chromium, server):
    link = f"{FIRST}?board=5x5&start=1,1&like=agh&b-rule=most,random,open-start&b-seed=3"
    with revisit(chromium, server, link) as page:
        both_settled(page)
        theirs = Rule("random", most=True, open_start=True)
        left, right = path_of("5x5", "1,1", SYSTEMS["agh"].rule), path_of("5x5", "1,1", theirs, seed=3)
        assert seen(page) == [left, right]
        expect(page).to_have_url(re.compile("like=agh&b-rule=most,random,open-start&b-seed=3$"))


def test_equal_rules_make_equal_walks(chromium, server):
    with revisit(chromium, server, f"{FIRST}?board=6x6&start=2,2&b-rule=outermost") as page:
        both_settled(page)
        left, right, parting = walks("6x6", "2,2", Rule(), Rule())
        assert parting is None
        assert seen(page) == [left, right]
        expect(region(page, "First difference")).to_contain_text(
            f"The two walks are the same ({len(left)} squares)."
        )
        expect(page.get_by_role("button", name="Go to this step")).to_be_hidden()
        for name in ("A: Warnsdorff’s rule", "B: Warnsdorff’s rule"):  # above the board and in the panel
            expect(page.get_by_role("heading", name=name, exact=True)).to_have_count(2)


def test_other_leapers_and_boards_with_holes(chromium, server):
    link = f"{FIRST}?board=6x6&holes=1,1-6,6&leaper=0,1&start=1,2&b-rule=87654321"
    with revisit(chromium, server, link) as page:
        both_settled(page)
        board = Board(6, 6, holes=[(0, 0), (5, 5)], leaper=(0, 1))
        left, right, parting = walks(board, "1,2", Rule(), "87654321")
        assert seen(page) == [left, right]
        expect(region(page, "First difference")).to_contain_text(parting_words(left, right, parting, 6, 6))


def test_an_invalid_start_is_named(chromium, server):
    with revisit(chromium, server, f"{FIRST}?board=8x8&start=5,8&b-like=serafeimidis") as page:
        both_settled(page)
        before = seen(page)
        tab(page, "Options")
        start = page.get_by_role("textbox", name="Start")
        expect(start).to_have_value("h4")
        start.fill("i9")
        start.press("Tab")
        expect(page.get_by_text("“i9” is not a square of 8x8")).to_be_visible()
        assert seen(page) == before
        enter(page, "Start", "a8")
        both_settled(page)
        assert [path[0] for path in seen(page)] == [(1, 1), (1, 1)]


def test_the_sides_can_be_swapped_and_opened_in_explore(chromium, server):
    with revisit(chromium, server, f"{FIRST}?board=8x8&start=5,8&b-like=serafeimidis") as page:
        both_settled(page)
        left, right = seen(page)
        tab(page, "Options")
        page.get_by_role("button", name="Swap A and B").click()
        expect(page).to_have_url(re.compile("&like=serafeimidis&b-rule=outermost$"))
        both_settled(page)
        assert seen(page) == [right, left]
        page.get_by_role("button", name="Map this rule").last.click()
        expect(page).to_have_url(re.compile("#map.board=8x8&start=5,8&rule=outermost$"))
        page.go_back()
        both_settled(page)
        page.get_by_role("button", name="Open in Explore").first.click()
        expect(page).to_have_url(re.compile("#explore.board=8x8&start=5,8&like=serafeimidis&how=greedy"))


def test_a_board_that_is_too_large_is_named(chromium, server):
    with revisit(chromium, server, f"{FIRST}?board=61x10") as page:
        difference = region(page, "First difference")
        expect(difference).to_contain_text("Compare shows boards of up to 60x60. This board is 61x10.")
        page.get_by_role("button", name="Choose 8x8").click()
        both_settled(page)
        expect(difference).to_contain_text("The walks first differ")


def test_both_boards_fit_into_every_window(chromium, server):
    for width, height, least in ((1440, 900, 440), (1024, 768, 260), (844, 390, 200), (390, 844, 190)):
        link = f"{FIRST}?board=8x8&start=5,8&b-like=serafeimidis"
        with opened(chromium, server, link, viewport={"width": width, "height": height}) as page:
            both_settled(page)
            left, right = (grid.bounding_box() for grid in boards(page))
            play = page.get_by_role("button", name="Play", exact=True).bounding_box()
            for box in (left, right, play):
                assert box["x"] >= 0
                assert box["x"] + box["width"] <= width
                assert box["y"] + box["height"] <= height
            assert min(left["width"], right["width"]) >= least
            if width > height:  # side by side, or one above the other
                assert (left["y"], left["x"] + left["width"] <= right["x"]) == (right["y"], True)
            else:
                assert (left["x"], left["y"] + left["height"] <= right["y"]) == (right["x"], True)


# -- methods ------------------------------------------------------------------------------------------------


def test_methods_are_compared_on_the_boards(chromium, server):
    """From 5,3 the rule of Bencic reaches a dead end. A search with the same rule does not, nor does Euler's
    method."""
    rule = SYSTEMS["bencic"].rule
    assert not visits_all("8x8", "5,3", rule)
    link = f"{FIRST}?board=8x8&start=5,3&like=bencic&how=search&b-like=bencic&b-how=euler"
    with revisit(chromium, server, link) as page:
        told = both_settled(page)
        expect(told[0]).to_contain_text("found by a search with")
        expect(told[1]).to_contain_text("tour of 8x8")
        for path, method in zip(seen(page), ("search", "euler"), strict=True):
            found = solve("8x8", start="5,3", like="bencic", method=method).walk
            assert path == [(row + 1, col + 1) for row, col in found]
        expect(region(page, "First difference")).to_contain_text("The finished walks first differ at step ")
        tab(page, "Options")
        page.get_by_role("combobox", name="Method of B").select_option(label="Rule only")
        expect(page).not_to_have_url(re.compile("b-how"))
        told = both_settled(page)
        expect(told[1]).to_contain_text("Dead end after")
        assert seen(page)[1] == path_of("8x8", "5,3", rule)


def test_methods_without_a_rule(chromium, server):
    """Vandermonde's method and the joining of cycles, frame by frame."""
    link = f"{FIRST}?board=6x6&start=1,1&closed=1&how=vandermonde&b-rule=outermost&b-how=cycles"
    with revisit(chromium, server, link) as page:
        told = both_settled(page)
        for one in told:
            expect(one).to_contain_text("A closed tour of 6x6.")
        for path, method in zip(seen(page), ("vandermonde", "cycles"), strict=True):
            found = solve("6x6", start="1,1", closed=True, method=method).walk
            assert path == [(row + 1, col + 1) for row, col in found]
        page.get_by_role("button", name="First frame").click()
        expect(region(page, "Current step in B")).to_have_text(re.compile(r"\w"))
        expect(page).to_have_url(re.compile("step=1$"))
        tab(page, "Options")
        for side in ("A", "B"):
            expect(page.get_by_role("group", name=f"Rule of {side}")).to_be_hidden()


def test_a_slow_method_can_be_cancelled(chromium, server):
    with revisit(chromium, server, f"{FIRST}?board=6x6&start=1,1&b-rule=corner") as page:
        both_settled(page)
        page.route("**/api/v1/watch", lambda route: None)  # the server never responds
        tab(page, "Options")
        page.get_by_role("combobox", name="Method of B").select_option(label="Search")
        right = page.get_by_role("region", name="B", exact=True)
        expect(right).to_contain_text("Looking for a walk…")
        assert len(walk_said(boards(page)[0])) == 36  # the left side does not wait
        right.get_by_role("button", name="Cancel").click()
        expect(right).to_contain_text("Cancelled")
        page.unroute_all()
        right.get_by_role("button", name="Try again").click()
        expect(right).to_contain_text("tour")
        assert len(walk_said(boards(page)[1])) == 36


# -- the table of methods -----------------------------------------------------------------------------------


def test_methods_are_compared_in_a_table(chromium, server):
    with opened(chromium, server, f"{FIRST}?board=7x7&start=1,3&b-like=agh") as page:
        both_settled(page)
        methods = methods_of(page)
        methods.get_by_role("checkbox", name="Euler").uncheck()
        methods.get_by_role("button", name="Compare methods").click()
        # The walk from 1,3 by the default rule is a dead end, and 7x7 has odd sides.
        expect(outcome_of(methods, "Rule only: outermost")).to_contain_text("0 of 1")
        expect(outcome_of(methods, "Search: outermost")).to_contain_text("1 of 1")
        expect(outcome_of(methods, "Vandermonde")).to_contain_text("it needs even sides of 6 or more")
        expect(outcome_of(methods, "Agh")).to_contain_text("1 of 1")
        expect(methods).not_to_contain_text("on average")  # of one start
        expect(methods.get_by_text("Steps and times are means")).to_have_count(0)
        expect(page).to_have_url(re.compile("methods=greedy,search,vandermonde$"))
        square(boards(page)[0], 1, 1).click()  # another start: another table
        expect(page).to_have_url(re.compile("start=1,1.*methods=greedy,search,vandermonde$"))
        expect(outcome_of(methods, "Rule only: outermost")).to_contain_text("1 of 1")


def test_a_link_compares_methods_from_all_starts(chromium, server):
    # On 5x5 every search ends after a few hundred steps, so that a busy machine does not matter.
    link = f"{FIRST}?board=5x5&start=1,1&b-like=agh&methods=greedy,search,vandermonde"
    with revisit(chromium, server, link) as page:
        methods = methods_of(page)
        expect(methods.get_by_role("table")).to_contain_text("1 of 1")
        methods.get_by_role("radio", name="All starts").check()
        expect(methods.get_by_role("table")).to_be_hidden()
        expect(page).not_to_have_url(re.compile("methods="))
        methods.get_by_role("button", name="Compare methods").click()
        expect(outcome_of(methods, "Rule only: outermost")).to_contain_text("13 of 13")
        expect(methods.get_by_text("Steps and times are means")).to_be_visible()
        expect(page).to_have_url(re.compile("methods=greedy,search,vandermonde&starts=all"))
        link = page.url
    with opened(chromium, server, link) as page:
        expect(page.get_by_role("tab", name="Methods")).to_have_attribute("aria-selected", "true")
        methods = page.get_by_role("region", name="Methods", exact=True)
        expect(methods.get_by_role("table")).to_contain_text("13 of 13")
        expect(methods.get_by_role("checkbox", name="Euler")).not_to_be_checked()


def test_methods_are_not_ranked_where_theory_rules_out_every_tour(chromium, server):
    link = f"{FIRST}?board=3x3&start=1,1&b-rule=corner&methods=greedy,vandermonde"
    with revisit(chromium, server, link) as page:
        methods = methods_of(page)
        expect(methods).to_contain_text("Theory rules out a tour from the start: 3x3 has no tour")
        expect(methods.get_by_role("table")).to_be_hidden()


def test_a_comparison_of_methods_can_be_stopped(chromium, server):
    with revisit(chromium, server, f"{FIRST}?board=8x8&start=1,1&b-rule=corner") as page:
        both_settled(page)
        page.route("**/api/v1/compare", lambda route: None)  # the server never responds
        methods = methods_of(page)
        methods.get_by_role("button", name="Compare methods").click()
        expect(methods.get_by_role("progressbar")).to_be_visible()
        methods.get_by_role("button", name="Stop").click()
        expect(methods.get_by_text("Stopped.")).to_be_visible()
        expect(methods.get_by_role("progressbar")).to_be_hidden()
        expect(page).not_to_have_url(re.compile("methods="))
