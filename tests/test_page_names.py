"""The names of squares: chess names or row,column, in every mode, and everywhere at once."""

import re

import pytest
from playwright.sync_api import expect

from browsing import board_of, enter, opened, region, set_choice, settled, square, tab
from viewing import Requests, come_to_see, settle

# The size of the board, and a link with many names of squares.
VIEWS = {
    "explore": (8, 8, "#explore?board=8x8&start=5,3&how=greedy&like=bencic&step=40"),
    "proof": (4, 4, "#explore?board=4x4&start=1,1"),
    "compare": (6, 6, "#compare?board=6x6&start=2,1&b-like=serafeimidis"),
    "map": (8, 8, "#map?board=8x8&like=serafeimidis"),
    "count": (5, 5, "#count?board=5x5&kind=open&start=5,1&draw=7"),
    "play": (5, 5, "#play?board=5x5&squares=3,3-5,4-3,5"),
    "shapes": (5, 6, "#shapes?board=5x6&holes=1,1"),
}


def in_pairs(found, rows, cols):
    """What was seen with chess names, as it is with row,column."""
    letters = "".join(chr(97 + col) for col in range(cols))
    name = re.compile(rf"\b([{letters}])([1-9]\d?)\b")

    def renamed(text):
        return name.sub(lambda one: f"{rows + 1 - int(one[2])},{ord(one[1]) - 96}", text)

    def each(value):
        if isinstance(value, str):
            return renamed(value)
        if isinstance(value, list):
            return [each(one) for one in value]
        return {key: each(one) for key, one in value.items()} if isinstance(value, dict) else value

    # The parts of a drawing are no words.
    boards = [one | {"labels": each(one["labels"])} for one in found["boards"]]
    return {part: each(found[part]) for part in ("controls", "names", "words")} | {"boards": boards}


def edges(page):
    """The names of columns and rows at the edge of the first board."""
    return page.locator("#stage svg .edges").first.locator("text").all_text_contents()


@pytest.mark.parametrize("view", VIEWS)
def test_all_names_change_and_nothing_else(view, chromium, server):
    rows, cols, link = VIEWS[view]
    with opened(chromium, server, link, reduced_motion="reduce") as page:
        requests = Requests(page)
        chess = settle(page, requests)
        address = page.url
        pairs = in_pairs(chess, rows, cols)
        assert pairs != chess
        letters = [chr(97 + col) for col in range(cols)]
        assert {*letters, *map(str, range(1, rows + 1))} == set(edges(page))
        set_choice(page, "row,column")
        come_to_see(page, pairs, url=address)
        assert {str(n + 1) for n in range(max(rows, cols))} == set(edges(page))
        set_choice(page, "e4")
        come_to_see(page, chess, url=address)
        assert set(letters) < set(edges(page))


def test_the_list_of_moves_has_the_same_names(chromium, server):
    with opened(chromium, server, "#explore?board=5x5&start=1,1", reduced_motion="reduce") as page:
        settled(page)
        moves = region(page, "Moves").get_by_role("button")
        expect(moves.first).to_have_accessible_name("1 a5")
        set_choice(page, "row,column")
        expect(moves.first).to_have_accessible_name("1 1,1")
        set_choice(page, "e4")
        expect(moves.first).to_have_accessible_name("1 a5")


def test_either_notation_can_be_typed_and_is_shown_in_the_chosen_one(chromium, server):
    with opened(chromium, server, "#explore?board=8x8", reduced_motion="reduce") as page:
        settled(page)
        for typed, shown in (("e4", "e4"), ("1,2", "b8"), ("H1", "h1")):
            tab(page, "Options")
            expect(enter(page, "Start", typed)).to_have_value(shown)
            expect(settled(page)).to_contain_text(f"From {shown} ")
        tab(page, "Options")
        expect(enter(page, "End", "2,3")).to_have_value("c7")
        expect(settled(page)).to_contain_text("From h1 to c7")
        page.reload()
        expect(settled(page)).to_contain_text("From h1 to c7")


def test_boards_of_more_than_26_columns_have_row_and_column(chromium, server):
    with opened(chromium, server, "#map?board=4x27") as page:
        expect(region(page, "Outcome")).to_contain_text("108 starts")
        expect(board_of(page).get_by_role("gridcell", name=re.compile(r"^1,27\b"))).to_be_attached()
        enter(page, "Board", "4x26")
        expect(square(board_of(page), 1, 26)).to_have_accessible_name(re.compile(r"^z4\b"))


def test_sizes_are_written_in_one_way(chromium, server):
    with opened(chromium, server, "#explore?board=8x8", reduced_motion="reduce") as page:
        settled(page)
        for typed in ("6×7", "6 x 7", "6*7"):
            field = enter(page, "Board", typed)
            expect(field).to_have_value("6x7")
        for view in (*(link for *_, link in VIEWS.values()), "#gallery"):
            page.goto(f"{server.url}/{view}")
            settle(page, Requests(page))
            text = page.locator("body").text_content()
            assert not re.search(r"\d ?× ?\d+(?![⁰¹²³⁴-⁹])", text), view
