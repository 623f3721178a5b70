"""The game in the browser, by keys, mouse and fingers: won, lost, refused, undone, hinted at."""

import json
import re
from pathlib import Path

from playwright.sync_api import expect

import naive
from browsing import NARROW, board_of, drawn, labels, opened, square, still, walk_said
from gaming import announced, expect_said, facts, focused, play_by_clicks, play_by_keys
from turaga import Board, read, verify
from turaga.play.game import Game
from turaga.play.hints import HintFinder

GOLDEN = Path(__file__).parent / "golden"
OPEN = [(row + 1, col + 1) for row, col in read((GOLDEN / "klochko_8x8.txt").read_text()).walk]
EULER = json.loads((GOLDEN / "euler_example.json").read_text())["closed_tour"]
CLOSED = [at for _, at in sorted((EULER[r][c], (r + 1, c + 1)) for r in range(8) for c in range(8))]


def near(square, board="8x8", without=()):
    """Where a knight may go from a square, as the oracle has it; (row, col) from 1."""
    board = Board(board)
    free = set(naive.squares(board)) - {(r - 1, c - 1) for r, c in without}
    return [(r + 1, c + 1) for r, c in naive.near(board, (square[0] - 1, square[1] - 1), free)]


def listed(places, last="or"):
    words = [f"{row},{col}" for row, col in places]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def to_the_board(page):
    """Come to the board by keys alone, as on a page that was just opened."""
    page.keyboard.press("Tab")
    if page.get_by_role("link", name="Skip to the board").and_(page.locator(":focus")).count():
        page.keyboard.press("Enter")
    expect(board_of(page).locator(":focus")).to_have_count(1)


# -- won ----------------------------------------------------------------------------------------------------


def test_a_full_game_is_won_with_the_keyboard_only(chromium, server):
    with opened(chromium, server, "#play") as page:
        to_the_board(page)
        assert focused(page) == (1, 1)
        play_by_keys(page, OPEN[:1])
        ways = near(OPEN[0], without=OPEN[:1])
        expect_said(page, f"Step 1: knight on 1,1. You can move to 2 squares: {listed(ways)}.")
        assert labels(board_of(page))[ways[0]].startswith("unvisited, possible move")
        play_by_keys(page, OPEN[1:20])
        row, col = OPEN[19]
        ways = near(OPEN[19], without=OPEN[:20])
        expect_said(page, re.compile(rf"Step 20: knight on {row},{col}\. You can move to .*{listed(ways)}"))
        assert walk_said(board_of(page)) == OPEN[:20]
        assert focused(page) == OPEN[19]
        outline = page.evaluate("getComputedStyle(document.activeElement).outline")
        assert re.search(r"[2-9]px", outline), outline
        assert "none" not in outline
        play_by_keys(page, OPEN[20:63])
        expect(page.get_by_text("Step 63: knight on 4,8", exact=True)).to_be_visible()
        play_by_keys(page, OPEN[63:])
        expect(page.get_by_text("You did it: an open tour", exact=True)).to_be_visible()
        expect(announced(page)).to_contain_text(
            "You did it: an open tour. From 1,1 to 2,7, every square once."
        )
        expect(announced(page)).to_contain_text("with no undos and no hints")
        assert walk_said(board_of(page)) == OPEN
        assert drawn(board_of(page)).line == OPEN
        assert drawn(board_of(page)).figures == {at: str(k) for k, at in enumerate(OPEN, 1)}
        assert facts(page)["Visited"] == "64 of 64"
        page.keyboard.press("Tab")  # the keyboard goes on from there, to what can be done now
        expect(page.locator(":focus")).to_have_count(1)
        page.get_by_role("button", name="Watch again").press("Enter")
        page.get_by_role("slider", name="Speed").fill("60")
        expect(page.get_by_text(re.compile("^square 64 of 64$", re.I))).to_be_visible()
        expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
        assert drawn(board_of(page)).line == OPEN


def test_a_closed_tour_is_recognised_and_downloaded(chromium, server):
    begun = "-".join(f"{row},{col}" for row, col in CLOSED[:60])
    with opened(chromium, server, f"#play?board=8x8&squares={begun}") as page:
        play_by_clicks(page, CLOSED[60:])
        expect(page.get_by_text("You did it: a closed tour", exact=True)).to_be_visible()
        (first, last) = (f"{r},{c}" for r, c in (CLOSED[0], CLOSED[-1]))
        expect(announced(page)).to_contain_text(
            f"One more move from {last} would return to the start, {first}."
        )
        assert drawn(board_of(page)).line == [*CLOSED, CLOSED[0]]
        for kind in ("Text", "JSON"):
            with page.expect_download() as coming:
                page.get_by_role("button", name=kind, exact=True).click()
            walk = read(coming.value.path().read_text()).walk
            assert verify(walk).closed
            assert [(r + 1, c + 1) for r, c in walk] == CLOSED


def test_keys_for_the_possible_moves(chromium, server):
    with opened(chromium, server, "#play?board=5x5") as page:
        to_the_board(page)
        play_by_keys(page, [(3, 3)])
        met = set()
        for _ in range(8):
            page.keyboard.press("t")
            met.add(focused(page))
        assert met == set(near((3, 3), "5x5"))
        page.keyboard.press("Shift+T")
        page.keyboard.press("Shift+T")
        page.keyboard.press("Space")
        assert len(walk_said(board_of(page))) == 2
        page.keyboard.press("d")
        expect(page.get_by_role("checkbox", name="Degrees")).to_be_checked()
        expect_said(page, "Degrees shown.")
        page.keyboard.press("u")
        assert walk_said(board_of(page)) == [(3, 3)]
        page.keyboard.press("r")
        assert len(walk_said(board_of(page))) == 2
        page.keyboard.press("n")
        expect(announced(page)).to_contain_text("New game.")
        assert walk_said(board_of(page)) == []


# -- dead ends, errors, undo ---------------------------------------------------------------------------------


def stuck_game():
    """A walk of 5x5 into a dead end, by the oracle: always to the first free square."""
    board, path = Board("5x5"), [(0, 0)]
    while ways := naive.near(board, path[-1], set(naive.squares(board)) - set(path)):
        path.append(ways[0])
    assert len(path) < 25
    return [(r + 1, c + 1) for r, c in path]


def test_a_dead_end_and_how_far_to_go_back(chromium, server):
    path = stuck_game()
    left = 25 - len(path)
    with opened(chromium, server, "#play?board=5x5") as page:
        to_the_board(page)
        play_by_keys(page, path)
        row, col = path[-1]
        squares = "square" if left == 1 else "squares"
        expect(page.get_by_text(f"Dead end with {left} {squares} left", exact=True)).to_be_visible()
        expect_said(page, re.compile(rf"Step {len(path)}: knight on {row},{col}\. Dead end with {left} "))
        missed = {at for at, words in labels(board_of(page)).items() if "missed" in words}
        assert missed == {(r, c) for r in range(1, 6) for c in range(1, 6)} - set(path)

        truth = HintFinder(Board("5x5")).hint(game_of("5x5", path))
        assert truth.kind == "back"
        page.get_by_role("button", name="Where did it go wrong?").press("Enter")
        expect(page.get_by_text(sentence(truth.says)).first).to_be_visible()
        back = f"Go back {truth.back} step" + ("s" if truth.back > 1 else "")
        page.get_by_role("button", name=back, exact=True).press("Enter")
        assert walk_said(board_of(page)) == path[: -truth.back]
        assert facts(page)["Undos"] == str(truth.back)
        assert facts(page)["Hints"] == "1"
        expect_said(page, re.compile(rf"Undid {truth.back} steps?\. "))


def game_of(board, path):
    game = Game.new(board)
    for row, col in path:
        game = game.go((row - 1, col - 1))
    return game


def sentence(text):
    return text[0].upper() + text[1:].rstrip(".") + "."


def test_a_wrong_move_shows_the_reason(chromium, server):
    with opened(chromium, server, "#play") as page:
        play_by_clicks(page, OPEN[:2])
        square(board_of(page), 8, 8).click()
        ways = near(OPEN[1], without=OPEN[:2])
        no_move = f"8,8 is not a knight's move from 3,2: the possible moves are {listed(ways, 'and')}."
        expect(page.get_by_text(no_move).first).to_be_visible()
        expect_said(page, no_move)
        square(board_of(page), 1, 1).click()
        expect_said(page, "1,1 was already visited at step 1.")
        assert walk_said(board_of(page)) == OPEN[:2]
        field = page.get_by_role("textbox", name="Move to a square")
        field.fill("z9")
        field.press("Enter")
        expect(announced(page)).to_contain_text("“z9” is not a square of 8x8")
        expect(announced(page)).to_contain_text("3,2")
        field.fill("b4")  # a chess name
        field.press("Enter")
        expect(announced(page)).to_contain_text("5,2 is not a knight's move from 3,2")
        field.fill(f"{OPEN[2][0]},{OPEN[2][1]}")
        field.press("Enter")
        assert walk_said(board_of(page)) == OPEN[:3]
        expect(field).to_have_value("")


def test_undo_and_redo(chromium, server):
    with opened(chromium, server, "#play") as page:
        undo, redo = (page.get_by_role("button", name=name, exact=True) for name in ("Undo", "Redo"))
        expect(undo).to_have_attribute("aria-disabled", "true")
        play_by_clicks(page, OPEN[:6])
        for _ in range(3):
            undo.click()
        assert walk_said(board_of(page)) == OPEN[:3]
        assert facts(page)["Undos"] == "3"
        redo.click()
        assert walk_said(board_of(page)) == OPEN[:4]
        page.keyboard.press("Control+z")
        page.keyboard.press("Control+y")
        assert walk_said(board_of(page)) == OPEN[:4]
        square(board_of(page), *OPEN[4]).click()  # where redo leads: what follows is kept
        redo.click()
        assert walk_said(board_of(page)) == OPEN[:6]
        expect(redo).to_have_attribute("aria-disabled", "true")
        undo.click()
        elsewhere = next(at for at in near(OPEN[4], without=OPEN[:5]) if at != OPEN[5])
        square(board_of(page), *elsewhere).click()
        page.keyboard.press("r")
        expect_said(page, "There is nothing to redo.")
        for _ in range(7):
            page.keyboard.press("Backspace")
        expect_said(page, "There is nothing to undo: no square has been visited yet.")
        expect(page.get_by_text("Choose a start", exact=True)).to_be_visible()


# -- hints and degrees --------------------------------------------------------------------------------------


def test_hints_are_those_of_the_hint_finder(chromium, server):
    finder = HintFinder(Board("5x5"))
    with opened(chromium, server, "#play?board=5x5") as page:
        hint = page.get_by_role("button", name="Hint")
        hint.click()
        truth = finder.hint(game_of("5x5", []))
        expect_said(page, sentence(truth.says))
        path = [(1, 1)]
        play_by_clicks(page, path)
        for _ in range(3):
            truth = finder.hint(game_of("5x5", path))
            assert truth.kind == "go"
            hint.click()
            expect_said(page, sentence(truth.says))
            said = sentence(truth.says)
            expect(page.get_by_text(said).and_(page.locator(":visible")).first).to_be_visible()
            target = truth.square[0] + 1, truth.square[1] + 1
            assert [at for at, words in labels(board_of(page)).items() if "hint points here" in words] == [
                target
            ]
            square(board_of(page), *target).click()
            path.append(target)
        assert facts(page)["Hints"] == "4"
        expect(page.get_by_text(said).and_(page.locator(":visible"))).to_have_count(
            0
        )  # it is of a position gone


def test_without_a_tour_the_hint_says_so(chromium, server):
    with opened(chromium, server, "#play?board=4x4") as page:
        expect(page.get_by_text("This board has no tour").first).to_be_visible()
        page.get_by_role("button", name="Hint").click()
        truth = HintFinder(Board("4x4")).hint(game_of("4x4", []))
        assert truth.kind == "none"
        expect_said(page, sentence(truth.says))


def test_degrees_are_counted_afresh_after_every_move(chromium, server):
    board = Board("8x8")
    with opened(chromium, server, "#play") as page:
        page.get_by_role("checkbox", name="Numbers").uncheck()
        page.get_by_role("checkbox", name="Degrees").check()
        for k, at in enumerate(OPEN[:5], 1):
            square(board_of(page), *at).click()
            free = set(naive.squares(board)) - {(r - 1, c - 1) for r, c in OPEN[:k]}
            degrees = {(r + 1, c + 1): str(len(naive.near(board, (r, c), free))) for r, c in free}
            assert drawn(board_of(page)).figures == degrees
        page.get_by_role("checkbox", name="Degrees").uncheck()
        assert drawn(board_of(page)).figures == {}
        page.get_by_role("checkbox", name="Line").uncheck()
        assert drawn(board_of(page)).line == []


# -- fingers ------------------------------------------------------------------------------------------------


def test_playing_by_touch(chromium, server):
    with opened(chromium, server, "#play?board=5x5", viewport=NARROW, has_touch=True, is_mobile=True) as page:
        play_by_touch(page, "5x5")
        page.goto(f"{server.url}/#play?board=20x20")
        expect(board_of(page).get_by_role("gridcell")).to_have_count(400)
        play_by_touch(page, "20x20")


def play_by_touch(page, size):
    path = [(1, 1), (2, 3), (1, 5), (3, 4)]
    for at in path:
        square(board_of(page), *at).tap()
    assert walk_said(board_of(page)) == path
    page.get_by_role("button", name="Undo", exact=True).tap()
    assert walk_said(board_of(page)) == path[:3]
    # Where squares are smaller than a finger, the square next to the one that was meant will do.
    beside = square(board_of(page), 4, 4).bounding_box()
    page.touchscreen.tap(beside["x"] + beside["width"] / 2, beside["y"] + beside["height"] / 2)
    still(page)
    expected = path if size == "20x20" else path[:3]
    assert walk_said(board_of(page)) == expected
