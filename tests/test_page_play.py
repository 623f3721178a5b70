"""The game in the browser, by keys, mouse and fingers: won, lost, refused, undone, hinted at."""

import json
import re
from itertools import pairwise
from pathlib import Path
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import expect

import naive
from browsing import NARROW, PREPARING, enter, opened, set_choice, steady, still, tab
from gaming import (
    announced,
    button,
    cell,
    expect_said,
    expect_walk,
    facts,
    figures_of,
    focused,
    grid_of,
    labels_of,
    line_of,
    name_of,
    names,
    play_by_clicks,
    play_by_keys,
    walked,
)
from turaga import Board, solve, verify
from turaga.notation import read
from turaga.play.game import Game
from turaga.play.game_json import read_game
from turaga.play.hints import HintFinder
from turaga.squares import use

GOLDEN = Path(__file__).parent / "golden"
OPEN = [(row + 1, col + 1) for row, col in read((GOLDEN / "klochko_8x8.txt").read_text()).walk]
EULER = json.loads((GOLDEN / "euler_example.json").read_text())["closed_tour"]
CLOSED = [at for _, at in sorted((EULER[r][c], (r + 1, c + 1)) for r in range(8) for c in range(8))]


def near(square, board="8x8", without=()):
    """Where a knight may go from a square, as the oracle has it; (row, col) from 1."""
    board = Board(board)
    free = set(naive.squares(board)) - {(r - 1, c - 1) for r, c in without}
    return [(r + 1, c + 1) for r, c in naive.near(board, (square[0] - 1, square[1] - 1), free)]


def link_of(path, board="8x8", more=""):
    squares = "-".join(f"{row},{col}" for row, col in path)
    return f"#play?board={board}{more}&squares={squares}"


def to_the_board(page):
    """Come to the board by keys alone, as on a page that was just opened."""
    page.keyboard.press("Tab")
    if page.get_by_role("link", name="Skip to the board").and_(page.locator(":focus")).count():
        page.keyboard.press("Enter")
    expect(grid_of(page).locator(":focus")).to_have_count(1)


# -- won ----------------------------------------------------------------------------------------------------


def test_a_full_game_is_won_with_the_keyboard_only(chromium, server):
    with opened(chromium, server, "#play?board=8x8") as page:
        grid_of(page).wait_for()
        to_the_board(page)
        assert focused(page) == (1, 1)
        play_by_keys(page, OPEN[:1])
        ways = near(OPEN[0], without=OPEN[:1])
        expect_said(page, f"Step 1: knight on a8. You can move to 2 squares: {names(ways)}.")
        assert labels_of(page)[ways[0]].startswith("unvisited, possible move")
        play_by_keys(page, OPEN[1:20])
        ways = near(OPEN[19], without=OPEN[:20])
        here = name_of(OPEN[19])
        expect_said(page, re.compile(rf"Step 20: knight on {here}\. You can move to .*{names(ways)}"))
        assert walked(page) == OPEN[:20]
        assert focused(page) == OPEN[19]
        outline = page.evaluate("getComputedStyle(document.activeElement).outline")
        assert re.search(r"[2-9]px", outline), outline
        assert "none" not in outline
        play_by_keys(page, OPEN[20:63])
        expect(page.get_by_text(f"Step 63: knight on {name_of(OPEN[62])}", exact=True)).to_be_visible()
        play_by_keys(page, OPEN[63:])
        expect(page.get_by_text("You did it: an open tour", exact=True)).to_be_visible()
        expect(announced(page)).to_contain_text(
            "You did it: an open tour. From a8 to g7, every square once. 64 squares in "
        )
        expect(announced(page)).to_contain_text("with no undos and no hints. Perfect!")
        assert walked(page) == OPEN
        assert line_of(page) == OPEN
        assert figures_of(page) == {at: str(k) for k, at in enumerate(OPEN, 1)}
        assert facts(page)["Visited"] == "64 of 64"
        page.keyboard.press("Tab")  # the keyboard goes on from there, to what can be done now
        expect(page.locator(":focus")).to_have_count(1)
        button(page, "Watch again").press("Enter")
        page.locator(".lines path").nth(3).wait_for(state="attached")
        assert 1 < len(line_of(page)) < 64
        button(page, "Stop").press("Enter")
        expect(button(page, "Watch again")).to_be_visible()
        assert line_of(page) == OPEN


def test_a_closed_tour_is_recognised_shared_and_opened(chromium, server):
    with opened(chromium, server, link_of(CLOSED[:60])) as page:
        expect_walk(page, CLOSED[:60])
        play_by_clicks(page, CLOSED[60:])
        expect(page.get_by_text("You did it: a closed tour", exact=True)).to_be_visible()
        first, last = name_of(CLOSED[0]), name_of(CLOSED[-1])
        expect(announced(page)).to_contain_text(
            f"One more move from {last} would return to the start, {first}."
        )
        assert line_of(page) == [*CLOSED, CLOSED[0]]
        button(page, "Share").click()
        for kind in ("Text", "JSON"):
            with page.expect_download() as coming:
                button(page, kind).click()
            walk = read(coming.value.path().read_text()).walk
            assert verify(walk).closed
            assert [(r + 1, c + 1) for r, c in walk] == CLOSED
        # A finished tour is in the address.
        expect(page).to_have_url(re.compile("squares="))
        address = parse_qs(page.url.partition("?")[2])
        assert address["squares"] == ["-".join(f"{r},{c}" for r, c in CLOSED)]
        button(page, "Play 10x10").click()
        expect(grid_of(page).get_by_role("gridcell")).to_have_count(100)
        expect(page).not_to_have_url(re.compile("squares="))
        page.go_back()
        expect_walk(page, CLOSED)
        tab(page, "Explain")
        button(page, "Explore this start").click()
        expect(page).to_have_url(re.compile("#explore"))
        address = parse_qs(page.url.partition("?")[2])
        assert (address["board"], address["start"]) == (["8x8"], [f"{CLOSED[0][0]},{CLOSED[0][1]}"])


_LOOKING = """() => {
  const places = (window.places = new Set());
  window.swept = false;
  const knight = document.querySelector("#stage .knight");
  const look = () => {
    places.add(knight.getAttribute("transform") ?? knight.style.transform);
    window.swept ||= document.querySelector("#stage .sweep *") !== null;
    requestAnimationFrame(look);
  };
  look();
}"""


def test_the_knight_glides_and_colours_run_along_the_finished_line(chromium, server):
    with opened(chromium, server, link_of(CLOSED[:62])) as page:
        expect_walk(page, CLOSED[:62])
        steady(page)
        page.evaluate(_LOOKING)
        cell(page, *CLOSED[62]).click()
        page.wait_for_function("() => window.places.size > 2")  # it is seen between the two squares
        cell(page, *CLOSED[63]).click()
        page.wait_for_function("() => window.swept")


def test_a_finished_tour_can_be_looked_at_step_by_step(chromium, server):
    with opened(chromium, server, link_of(CLOSED)) as page:
        expect(page.get_by_role("heading", name="You did it: a closed tour")).to_be_visible()
        button(page, f"Step 5, {name_of(CLOSED[4])}").click()
        still(page)
        assert line_of(page) == CLOSED[:5]
        assert facts(page)["Undos"] == "0"  # nothing was undone
        button(page, "Undo").click()
        expect_walk(page, CLOSED[:63])


def test_winning_with_sound_and_without_motion(chromium, server):
    with opened(chromium, server, link_of(CLOSED[:62]), reduced_motion="reduce") as page:
        expect_walk(page, CLOSED[:62])
        set_choice(page, "On")
        play_by_clicks(page, CLOSED[62:])
        expect(page.get_by_text("You did it: a closed tour", exact=True)).to_be_visible()
        cell(page, 1, 1).click()  # refused, with a sound too


# -- keys ---------------------------------------------------------------------------------------------------


def test_keys_for_the_possible_moves(chromium, server):
    with opened(chromium, server, "#play?board=5x5") as page:
        grid_of(page).wait_for()
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
        assert len(walked(page)) == 2
        page.keyboard.press("d")
        expect_said(page, "Degrees shown.")
        page.keyboard.press("u")
        assert walked(page) == [(3, 3)]
        page.keyboard.press("r")
        assert len(walked(page)) == 2
        page.keyboard.press("n")
        expect(announced(page)).to_contain_text("New game.")
        assert walked(page) == []


# -- the first visit ----------------------------------------------------------------------------------------


def test_help_is_shown_once_and_can_be_opened_again(chromium, server):
    with opened(chromium, server, "#play?board=8x8") as page:
        help_card = page.get_by_role("region", name="How to play")
        expect(help_card).to_contain_text("A knight jumps two squares in one direction and one to the side")
        expect(page.get_by_text("Choose a square to start").first).to_be_visible()
        button(page, "Got it").click()
        expect(help_card).to_be_hidden()
        page.reload()
        expect(button(page, "How to play")).to_be_visible()
        expect(help_card).to_be_hidden()
        button(page, "How to play").click()
        expect(help_card).to_be_visible()
        expect(page.get_by_text("0 of 64").first).to_be_visible()
        button(page, "Play 5x5").click()  # an easier board
        expect(page.get_by_text("Visit all 25 squares")).to_be_visible()
        cell(page, 1, 2).click()  # a start from which there is no tour
        expect(announced(page)).to_contain_text("No tour starts on b5")
        button(page, "Choose another start").click()
        play_by_clicks(page, [(1, 1)])
        expect(page.get_by_text("1 of 25").first).to_be_visible()
        expect(page.get_by_role("progressbar", name="Squares visited")).to_have_js_property("value", 1)


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
        grid_of(page).wait_for()
        to_the_board(page)
        play_by_keys(page, path)
        here = name_of(path[-1], 5)
        squares = "square" if left == 1 else "squares"
        expect(page.get_by_text(f"Dead end with {left} {squares} left", exact=True)).to_be_visible()
        expect_said(page, re.compile(rf"Step {len(path)}: knight on {here}\. Dead end with {left} "))
        missed = {at for at, words in labels_of(page).items() if "missed" in words}
        assert missed == {(r, c) for r in range(1, 6) for c in range(1, 6)} - set(path)

        truth = hint_for("5x5", path)
        assert truth.kind == "back"
        button(page, "Where did it go wrong?").press("Enter")
        expect(page.get_by_text(sentence(truth)).first).to_be_visible()
        back = f"Go back {truth.back} step" + ("s" if truth.back > 1 else "")
        button(page, back).press("Enter")
        assert walked(page) == path[: -truth.back]
        assert facts(page)["Undos"] == str(truth.back)
        assert facts(page)["Hints"] == "1"
        expect_said(page, re.compile(rf"Undid {truth.back} steps?\. "))


def hint_for(board, path):
    """The hint of the library, on a board or its text."""
    board = Board.read(board)
    game = Game.new(board)
    for row, col in path:
        game = game.go((row - 1, col - 1))
    return HintFinder(board).hint(game)


def sentence(hint):
    """The hint as the page writes it."""
    return hint.says[0].upper() + hint.says[1:].rstrip(".") + "."


def test_a_wrong_move_shows_the_reason(chromium, server):
    with opened(chromium, server, "#play?board=8x8") as page:
        play_by_clicks(page, OPEN[:2])
        cell(page, 8, 8).click()
        ways = near(OPEN[1], without=OPEN[:2])
        no_move = f"h1 is not a knight's move from b6: the possible moves are {names(ways, last='and')}."
        expect(page.get_by_text(no_move).first).to_be_visible()
        expect(page.get_by_text("No move from b6 to h1", exact=True)).to_be_visible()
        expect_said(page, no_move)
        cell(page, 1, 1).click()
        expect_said(page, "a8 was already visited at step 1.")
        assert walked(page) == OPEN[:2]
        tab(page, "Options")
        field = enter(page, "Move to a square", "z9")
        expect(announced(page)).to_contain_text("“z9” is not a square of 8x8")
        expect(announced(page)).to_contain_text("c2")
        enter(page, "Move to a square", "5,2")  # row,column works too
        expect(announced(page)).to_contain_text("b4 is not a knight's move from b6")
        enter(page, "Move to a square", name_of(OPEN[2]))
        assert walked(page) == OPEN[:3]
        expect(field).to_have_value("")


def test_undo_and_redo(chromium, server):
    with opened(chromium, server, "#play?board=8x8") as page:
        undo, redo = button(page, "Undo"), button(page, "Redo")
        expect(undo).to_have_attribute("aria-disabled", "true")
        play_by_clicks(page, OPEN[:6])
        for _ in range(3):
            undo.click()
        assert walked(page) == OPEN[:3]
        assert facts(page)["Undos"] == "3"
        redo.click()
        assert walked(page) == OPEN[:4]
        page.keyboard.press("Control+z")
        page.keyboard.press("Control+y")
        assert walked(page) == OPEN[:4]
        cell(page, *OPEN[4]).click()  # where redo leads: what follows is kept
        redo.click()
        assert walked(page) == OPEN[:6]
        expect(redo).to_have_attribute("aria-disabled", "true")
        button(page, f"Step 2, {name_of(OPEN[1])}").click()  # in the list of moves: back, and forward again
        assert walked(page) == OPEN[:2]
        button(page, f"Step 6, {name_of(OPEN[5])}").click()
        assert walked(page) == OPEN[:6]
        undo.click()
        elsewhere = next(at for at in near(OPEN[4], without=OPEN[:5]) if at != OPEN[5])
        cell(page, *elsewhere).click()
        page.keyboard.press("r")
        expect_said(page, "There is nothing to redo.")
        for _ in range(7):
            page.keyboard.press("Backspace")
        expect_said(page, "There is nothing to undo: no square has been visited yet.")
        expect(page.get_by_role("heading", name="Choose a square to start")).to_be_visible()


# -- hints and degrees --------------------------------------------------------------------------------------


def test_hints_are_those_of_the_hint_finder(chromium, server):
    with opened(chromium, server, "#play?board=5x5") as page:
        hint = button(page, "Hint")
        hint.click()
        expect_said(page, sentence(hint_for("5x5", [])))
        path = [(1, 1)]
        play_by_clicks(page, path)
        for _ in range(3):
            truth = hint_for("5x5", path)
            assert truth.kind == "go"
            hint.click()
            said = sentence(truth)
            expect_said(page, said)
            expect(page.get_by_text(said).and_(page.locator(":visible")).first).to_be_visible()
            target = truth.square[0] + 1, truth.square[1] + 1
            pointed = [at for at, words in labels_of(page).items() if "hint points here" in words]
            assert pointed == [target]
            cell(page, *target).click()
            path.append(target)
        assert facts(page)["Hints"] == "4"
        shown = page.get_by_text(said).and_(page.locator(":visible"))
        expect(shown).to_have_count(0)  # it is of a position gone


def test_without_a_tour_the_hint_says_so(chromium, server):
    with opened(chromium, server, "#play?board=4x4") as page:
        expect(page.get_by_text("This board has no tour").first).to_be_visible()
        button(page, "Hint").click()
        truth = hint_for("4x4", [])
        assert truth.kind == "none"
        expect_said(page, sentence(truth))


def test_a_hint_waits_for_the_solver_and_can_be_cancelled(chromium, server):
    with opened(chromium, server, "#explore", alone=True) as page:
        page.route("**/api/v1/status", lambda route: route.fulfill(json=PREPARING))
        page.route("**/api/v1/hint", lambda route: None)  # no answer yet
        page.goto(f"{server.url}/#play?board=8x8")
        page.reload()
        play_by_clicks(page, OPEN[:2])
        button(page, "Hint").click()
        note = page.locator(".play-note")
        expect(note).to_contain_text("Preparing the solver (first run only): 12 of 31")
        page.locator(".play-note").get_by_role("button", name="Cancel").click()
        expect_said(page, "Hint cancelled.")
        expect(note).to_be_hidden()
        play_by_clicks(page, OPEN[2:3])
        assert walked(page) == OPEN[:3]
        page.unroute_all(behavior="ignoreErrors")


def test_degrees_are_counted_afresh_after_every_move(chromium, server):
    board = Board("8x8")
    with opened(chromium, server, "#play?board=8x8") as page:
        tab(page, "Options")
        page.get_by_role("checkbox", name="Numbers").uncheck()
        page.get_by_role("checkbox", name="Degrees").check()
        for k, at in enumerate(OPEN[:5], 1):
            cell(page, *at).click()
            free = set(naive.squares(board)) - {(r - 1, c - 1) for r, c in OPEN[:k]}
            degrees = {(r + 1, c + 1): str(len(naive.near(board, (r, c), free))) for r, c in free}
            assert figures_of(page) == degrees
        page.get_by_role("checkbox", name="Degrees").uncheck()
        assert figures_of(page) == {}
        page.get_by_role("checkbox", name="Line").uncheck()
        assert line_of(page) == []
        page.reload()  # the choice is kept
        tab(page, "Options")
        expect(page.get_by_role("checkbox", name="Line")).not_to_be_checked()


# -- other boards -------------------------------------------------------------------------------------------

HOLES = ((2, 2), (3, 4))


@pytest.mark.parametrize(
    ("board", "more", "holes", "leaper"),
    [("6x6", "&holes=2,2-3,4", HOLES, (1, 2)), ("10x10", "&leaper=2,3", (), (2, 3))],
    ids=["holes", "leaper"],
)
def test_games_with_holes_and_other_leapers(board, more, holes, leaper, chromium, server):
    rows = Board(board).rows
    board = Board(board, holes=[(r - 1, c - 1) for r, c in holes], leaper=leaper)
    path = [(r + 1, c + 1) for r, c in solve(board).tour]
    with opened(chromium, server, f"#play?board={rows}x{rows}{more}", alone=True) as page:
        expect(page.get_by_text(f"Visit all {board.size} squares").first).to_be_visible()
        play_by_clicks(page, path[:3])
        expect_walk(page, path[:3])
        truth = hint_for(board, path[:3])
        button(page, "Hint").click()
        expect_said(page, sentence(truth))
        assert not set(holes) & {at for at, words in labels_of(page).items() if "possible" in words}
        tab(page, "Share")
        with page.expect_download() as coming:
            button(page, "JSON").click()
        game = read_game(coming.value.path().read_text())  # as `turaga play --load` reads it
        assert game.board == board
        assert [(r + 1, c + 1) for r, c in game.path] == path[:3]
        page.reload()
        expect_walk(page, path[:3])  # this board has its own saved game
        page.goto(f"{server.url}/#play?board={rows}x{rows}")
        expect(page.get_by_text(f"Visit all {rows * rows} squares").first).to_be_visible()
        page.goto(f"{server.url}/{link_of(path[:-1], f'{rows}x{rows}', more)}")
        expect_walk(page, path[:-1])
        play_by_clicks(page, path[-1:])
        expect(page.get_by_text(re.compile("^You did it: an? (open|closed) tour$"))).to_be_visible()


def test_a_board_that_is_too_large_is_not_changed_silently(chromium, server):
    with opened(chromium, server, "#play?board=60x60") as page:
        expect(page.get_by_role("heading", name="This board is too large to play")).to_be_visible()
        expect(
            page.get_by_text("60x60 has 3,600 squares. Boards of up to 2,500 can be played.").first
        ).to_be_visible()
        assert "board=60x60" in page.url
        button(page, "Play 8x8").click()
        expect(grid_of(page).get_by_role("gridcell")).to_have_count(64)
        play_by_clicks(page, OPEN[:2])
        page.go_back()
        expect(page.get_by_role("heading", name="This board is too large to play")).to_be_visible()
        page.go_forward()
        expect_walk(page, OPEN[:2])


def test_messages_and_hints_name_squares_as_the_visitor_chooses(chromium, server):
    with opened(chromium, server, link_of(OPEN[:2])) as page:
        expect(page.get_by_role("heading", name="Step 2: knight on b6")).to_be_visible()
        set_choice(page, "row,column")
        cell(page, 8, 8).click()
        expect(announced(page)).to_contain_text("8,8 is not a knight's move from 3,2")
        button(page, "Hint").click()
        with use("row,col"):
            expect_said(page, sentence(hint_for("8x8", OPEN[:2])))
        set_choice(page, "e4")  # for the tests that do not load the page again


# -- drag and fingers ---------------------------------------------------------------------------------------


def middle(page, square):
    box = cell(page, *square).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page, square, to):
    page.mouse.move(*middle(page, square))
    page.mouse.down()
    page.mouse.move(*middle(page, to), steps=5)
    page.mouse.up()


def test_the_knight_is_dragged(chromium, server):
    with opened(chromium, server, "#play?board=8x8") as page:
        play_by_clicks(page, OPEN[:1])
        for square, to in pairwise(OPEN[:6]):
            drag(page, square, to)
        expect_walk(page, OPEN[:6])
        drag(page, OPEN[5], OPEN[0])  # a visited square: refused
        expect_said(page, "a8 was already visited at step 1.")
        free = next(at for at in near(OPEN[2]) if at not in OPEN[:6])
        drag(page, OPEN[2], free)  # there is no knight
        assert walked(page) == OPEN[:6]
        page.mouse.move(*middle(page, OPEN[5]))
        page.mouse.down()
        hovered = page.locator(".drawing .hovered")
        for at in [OPEN[0], OPEN[6]]:  # only where it can be dropped
            page.mouse.move(*middle(page, at))
            still(page)
            assert ("gone" in hovered.get_attribute("class")) == (at == OPEN[0])
        page.mouse.up()
        expect_walk(page, OPEN[:7])


def test_playing_by_touch(chromium, server):
    with opened(chromium, server, "#play?board=5x5", viewport=NARROW, has_touch=True, is_mobile=True) as page:
        play_by_touch(page, "5x5")
        page.goto(f"{server.url}/#play?board=20x20")
        expect(grid_of(page).get_by_role("gridcell")).to_have_count(400)
        play_by_touch(page, "20x20")


def play_by_touch(page, size):
    path = [(1, 1), (2, 3), (1, 5), (3, 4)]
    for at in path:
        cell(page, *at).tap()
    expect_walk(page, path)
    for name in ("Undo", "Redo", "Hint", "New game"):
        assert button(page, name).bounding_box()["height"] >= 44
    button(page, "Undo").tap()
    expect_walk(page, path[:3])
    # Where squares are smaller than a finger, the square next to the one that was meant will do.
    page.touchscreen.tap(*middle(page, (4, 4)))
    still(page)
    expected = path if size == "20x20" else path[:3]
    assert walked(page) == expected
