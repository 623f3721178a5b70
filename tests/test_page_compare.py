"""Compare in the browser: two rules side by side, and where their walks first differ."""

import re

from playwright.sync_api import expect

from browsing import board_of, drawn, labels, opened, region, revisit, settled, square, walk_said
from turaga import SYSTEMS, Rule, walk

FIRST = "#compare"


def walks(board, start, *rules):
    """The squares, from 1, that the reference walk makes by each rule; and the first step where they differ.
    (A walk ends where nothing is free, so neither can be the beginning of the other.)"""
    paths = [[(s.square[0] + 1, s.square[1] + 1) for s in walk(board, start, rule)] for rule in rules]
    differ = [k for k, (one, other) in enumerate(zip(*paths, strict=False), 1) if one != other]
    return *paths, differ[0] if differ else None


def boards(page):
    return board_of(page, "Left"), board_of(page, "Right")


def both_settled(page):
    return [settled(page, f"Outcome on the {side}") for side in ("left", "right")]


def seen(page):
    return [walk_said(grid) for grid in boards(page)]


def choose(rule, name):
    rule.get_by_role("combobox", name="Preset").select_option(label=name)


def parting_words(left, right, parting):
    (row, col), (other_row, other_col) = left[parting - 1], right[parting - 1]
    goes = f"{row},{col} on the left, {other_row},{other_col} on the right"
    return f"The walks first differ at step {parting}: {goes}."


def test_the_first_view_shows_two_rules_that_differ(chromium, server):
    left, right, parting = walks("8x8", "5,8", Rule(), SYSTEMS["serafeimidis"].rule)
    assert (len(left), parting is None) == (64, False)
    with opened(chromium, server, FIRST) as page:
        told = both_settled(page)
        assert seen(page) == [left, right]
        expect(told[0]).to_contain_text("tour of 8x8")
        expect(told[1]).to_contain_text(f"{len(right)} of 64 squares visited")
        difference = region(page, "First difference")
        expect(difference).to_contain_text(parting_words(left, right, parting))
        difference.get_by_role("button", name="Go to this step").click()
        expect(page.get_by_text(re.compile(f"^step {parting} of 64$", re.I))).to_be_visible()
        assert seen(page) == [left[:parting], right[:parting]]
        for grid, path in zip(boards(page), (left, right), strict=True):
            marked = [at for at, words in labels(grid).items() if "first differ" in words]
            assert marked == [path[parting - 1]]
            assert drawn(grid).line == path[:parting]
        page.get_by_role("button", name="Step back").click()
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
        expect(page.get_by_text(re.compile("^step 64 of 64$", re.I))).to_be_visible()
        assert seen(page) == [left, right]


def test_rules_and_starts_are_in_the_link(chromium, server):
    with revisit(chromium, server, f"{FIRST}?board=8x8&start=5,8&b-like=serafeimidis") as page:
        both_settled(page)
        page.get_by_role("spinbutton", name="Rows").fill("6")
        page.get_by_role("spinbutton", name="Columns").fill("7")
        rules = [page.get_by_role("group", name=f"{side} rule") for side in ("Left", "Right")]
        choose(rules[0], "Klochko's coursework")
        choose(rules[1], "Warnsdorff’s rule")
        rules[1].get_by_role("textbox", name="Order of directions").fill("34567812")
        square(boards(page)[1], 4, 4).click()  # on either board
        both_settled(page)
        klochko = SYSTEMS["klochko"].rule
        left, right, parting = walks("6x7", "4,4", klochko, "outermost,order:34567812")
        assert seen(page) == [left, right]
        expect(region(page, "First difference")).to_contain_text(parting_words(left, right, parting))
        page.get_by_role("slider", name="Timeline").fill("5")
        page.get_by_role("checkbox", name="Numbers").check()
        expect(page).to_have_url(re.compile("step=5.*numbers=1"))
        link, pictures = page.url, [drawn(grid) for grid in boards(page)]
    with opened(chromium, server, link) as page:
        both_settled(page)
        assert seen(page) == [left[:5], right[:5]]
        assert [drawn(grid) for grid in boards(page)] == pictures
        chosen = page.get_by_role("group", name="Left rule").get_by_role("combobox", name="Preset")
        expect(chosen).to_have_value("klochko")


def test_equal_rules_make_equal_walks(chromium, server):
    with revisit(chromium, server, f"{FIRST}?board=6x6&start=2,2") as page:
        both_settled(page)
        left, right, parting = walks("6x6", "2,2", Rule(), Rule())
        assert parting is None
        assert seen(page) == [left, right]
        expect(region(page, "First difference")).to_contain_text(
            f"The two walks are the same ({len(left)} squares)."
        )
        expect(page.get_by_role("button", name="Go to this step")).to_be_hidden()


def test_an_invalid_start_is_named(chromium, server):
    with revisit(chromium, server, f"{FIRST}?board=8x8&start=5,8&b-like=serafeimidis") as page:
        both_settled(page)
        before = seen(page)
        start = page.get_by_role("textbox", name="Type a square or click on a board")
        start.fill("9,9")
        start.press("Tab")
        expect(page.get_by_text("“9,9” is not a square of 8x8").first).to_be_visible()
        assert seen(page) == before
        start.fill("a8")
        start.press("Enter")
        both_settled(page)
        assert [path[0] for path in seen(page)] == [(1, 1), (1, 1)]


def test_methods_are_compared_in_a_table(chromium, server):
    with revisit(chromium, server, f"{FIRST}?board=7x7&start=1,3&b-like=agh") as page:
        both_settled(page)
        methods = page.get_by_role("region", name="Methods", exact=True)
        methods.get_by_role("checkbox", name="euler").uncheck()
        methods.get_by_role("button", name="Compare methods").click()
        rows = methods.get_by_role("table").get_by_role("row")
        # The walk from 1,3 by the default rule is a dead end, and 7x7 has odd sides.
        expect(rows.filter(has_text="greedy outermost")).to_contain_text("0 of 1")
        expect(rows.filter(has_text="search outermost")).to_contain_text("1 of 1")
        expect(rows.filter(has_text="vandermonde")).to_contain_text("it needs even sides of 6 or more")
        expect(rows.filter(has_text="agh")).to_contain_text("1 of 1")
        expect(methods).not_to_contain_text("on average")  # of one start
        expect(methods.get_by_text("Steps and times are means")).to_be_hidden()
        expect(page).to_have_url(re.compile("methods=greedy,search,vandermonde$"))


def test_a_link_compares_methods_from_all_starts(chromium, server):
    # On 5x5 every search ends after a few hundred steps, so that a busy machine does not matter.
    asked = f"{FIRST}?board=5x5&start=1,1&b-like=agh&methods=greedy,search,vandermonde"
    with revisit(chromium, server, asked) as page:
        methods = page.get_by_role("region", name="Methods", exact=True)
        expect(methods.get_by_role("table")).to_contain_text("1 of 1")
        methods.get_by_role("radio", name="All starts").check()
        expect(methods.get_by_role("table")).to_be_hidden()
        methods.get_by_role("button", name="Compare methods").click()
        rows = methods.get_by_role("table").get_by_role("row")
        expect(rows.filter(has_text="greedy outermost")).to_contain_text("13 of 13")
        expect(methods.get_by_text("Steps and times are means")).to_be_visible()
        expect(page).to_have_url(re.compile("methods=greedy,search,vandermonde&starts=all"))
        link = page.url
    with revisit(chromium, server, link[link.index("#") :]) as page:
        methods = page.get_by_role("region", name="Methods", exact=True)
        expect(methods.get_by_role("table")).to_contain_text("13 of 13")
        expect(methods.get_by_role("checkbox", name="euler")).not_to_be_checked()


def test_methods_are_not_ranked_where_theory_rules_out_every_tour(chromium, server):
    with revisit(chromium, server, f"{FIRST}?board=3x3&start=1,1&methods=greedy,vandermonde") as page:
        methods = page.get_by_role("region", name="Methods", exact=True)
        expect(methods).to_contain_text("Theory rules out a tour from the start: 3x3 has no tour")
        expect(methods.get_by_role("table")).to_be_hidden()


def test_a_comparison_of_methods_can_be_stopped(chromium, server):
    with revisit(chromium, server, f"{FIRST}?board=8x8&start=1,1") as page:
        both_settled(page)
        page.route("**/api/v1/compare", lambda route: None)  # the server never responds
        methods = page.get_by_role("region", name="Methods", exact=True)
        methods.get_by_role("button", name="Compare methods").click()
        expect(methods.get_by_role("progressbar")).to_be_visible()
        methods.get_by_role("button", name="Stop").click()
        expect(methods.get_by_text("Stopped.")).to_be_visible()
        expect(methods.get_by_role("progressbar")).to_be_hidden()
        expect(page).not_to_have_url(re.compile("methods="))
