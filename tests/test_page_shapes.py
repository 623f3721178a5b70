"""Shapes: painting holes, built-in shapes and words, and the live verdict."""

import contextlib
import re

import pytest
from playwright.sync_api import Error, expect

from browsing import (
    NARROW,
    board_of,
    enter,
    labels,
    opened,
    region,
    revisit,
    size_of,
    square,
    still,
    to_mode,
    touch,
    visit,
    wait_until,
    wake,
)
from serving import post
from turaga import Board, Found, Impossible, solve
from turaga.boards import shape, trim
from turaga.walks import explain

MODES = ("Explore", "Play", "Compare", "Map", "Count")


def holes(page):
    """The holes of the board that is painted, (row, col) from 1."""
    return {at for at, words in labels(board_of(page, "Board to paint")).items() if words.startswith("hole")}


def is_now(page, expected):
    """Wait until the board has exactly these holes."""
    grid = board_of(page, "Board to paint")
    expect(grid.get_by_role("gridcell", name=re.compile(", hole"))).to_have_count(len(expected))
    assert holes(page) == set(expected)


def centre(page, row, col):
    box = square(board_of(page, "Board to paint"), row, col).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def stroke(page, *places):
    """Draw with the mouse from square to square."""
    page.mouse.move(*centre(page, *places[0]))
    page.mouse.down()
    for place in places[1:]:
        page.mouse.move(*centre(page, *place), steps=4)
    page.mouse.up()


def mirror(page, name):
    page.get_by_role("radio", name=name, exact=True).check(force=True)


def verdict(page):
    return region(page, "Verdict")


# -- painting -----------------------------------------------------------------------------------------------


def test_paint_with_the_mouse_and_undo_with_back(chromium, server):
    with opened(chromium, server, "#shapes?board=8x8") as page:
        stroke(page, (2, 2), (2, 6))
        row = {(2, col) for col in range(2, 7)}
        is_now(page, row)
        stroke(page, (5, 5))
        is_now(page, row | {(5, 5)})
        stroke(page, (2, 3), (2, 4), (3, 4))  # a stroke that begins on a hole fills holes and makes none
        is_now(page, (row | {(5, 5)}) - {(2, 3), (2, 4)})
        page.go_back()
        is_now(page, row | {(5, 5)})
        page.go_back()
        is_now(page, row)
        page.go_back()
        is_now(page, set())
        page.go_forward()
        is_now(page, row)
        page.get_by_role("button", name="Full board").first.click()
        is_now(page, set())


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Left–right", {(2, 3), (2, 6)}),
        ("Top–bottom", {(2, 3), (6, 3)}),
        ("Both", {(2, 3), (2, 6), (6, 3), (6, 6)}),
        ("Half turn", {(2, 3), (6, 6)}),
    ],
)
def test_mirrors_and_the_half_turn(name, expected, chromium, server):
    with revisit(chromium, server, "#shapes?board=7x8") as page:
        mirror(page, name)
        stroke(page, (2, 3))
        is_now(page, expected)
        stroke(page, (2, 3))
        is_now(page, set())
        mirror(page, "None")


def test_paint_with_a_finger(chromium, server):
    wake(server.url)
    with visit(chromium, f"{server.url}/#shapes?board=6x6", viewport=NARROW, has_touch=True) as visitor:
        page = visitor.page
        expect(verdict(page)).to_contain_text("There is a tour")
        session = page.context.new_cdp_session(page)
        touch(session, "touchStart", centre(page, 3, 2))
        for col in (3, 4, 5):
            touch(session, "touchMove", centre(page, 3, col))
        touch(session, "touchEnd")
        is_now(page, {(3, 2), (3, 3), (3, 4), (3, 5)})
        page.touchscreen.tap(*centre(page, 3, 3))
        is_now(page, {(3, 2), (3, 4), (3, 5)})


def test_paint_with_the_keyboard(chromium, server):
    with revisit(chromium, server, "#shapes?board=5x5") as page:
        square(board_of(page, "Board to paint"), 1, 1).focus()
        page.keyboard.press("Space")
        is_now(page, {(1, 1)})
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        is_now(page, {(1, 1), (2, 2)})
        expect(page.locator("#announcer")).to_have_text(re.compile("b4 is now a hole|There"))
        page.keyboard.press("Enter")  # the focus stays, so a hole can be filled again
        is_now(page, {(1, 1)})


def test_the_last_square_stays(chromium, server):
    with revisit(chromium, server, "#shapes?board=1x3") as page:
        stroke(page, (1, 1), (1, 3))
        is_now(page, {(1, 1), (1, 2)})


# -- the verdict --------------------------------------------------------------------------------------------


def test_the_verdict_updates_while_painting(chromium, server):
    with opened(chromium, server, "#shapes?board=8x8") as page:
        expect(verdict(page)).to_contain_text("There is a tour")
        expect(verdict(page)).to_contain_text("32 light")
        page.mouse.move(*centre(page, 1, 1))
        page.mouse.down()
        expect(verdict(page)).to_contain_text("31 light")  # before the stroke ends
        page.mouse.move(*centre(page, 3, 3), steps=8)
        expect(verdict(page)).to_contain_text("There cannot be a tour")
        page.mouse.up()
        board = Board(8, 8, holes=[(0, 0), (1, 1), (2, 2)])
        assert holes(page) == {(1, 1), (2, 2), (3, 3)}
        assert isinstance(solve(board), Impossible)
        expect(verdict(page)).to_contain_text("29 light")
        expect(verdict(page)).to_contain_text("32 dark")
        stroke(page, (1, 2))
        stroke(page, (2, 3))
        board = Board(8, 8, holes=[(0, 0), (1, 1), (2, 2), (0, 1), (1, 2)])
        _, _, truth = post(
            server.url,
            "solve",
            {
                "board": {"rows": 8, "cols": 8, "holes": [[r + 1, c + 1] for r, c in board.holes]},
                "first_look": True,
            },
        )
        assert truth["exists"] == isinstance(solve(board), Found)
        expect(verdict(page)).to_contain_text("There is a tour" if truth["exists"] else "There cannot be")


def test_a_bottleneck_is_marked(chromium, server):
    board = Board(4, 4, holes=[(0, 0), (0, 2), (1, 2)])
    proof = explain(board)
    assert proof.exists is False
    with revisit(chromium, server, "#shapes?board=4x4&holes=1,1-1,3") as page:
        stroke(page, (2, 3))
        expect(verdict(page)).to_contain_text("d1 needs 2 moves of a tour")
        expect(verdict(page)).to_contain_text("The bottleneck")
        found = labels(board_of(page, "Board to paint"))
        marked = {at for at, words in found.items() if words.endswith("in the bottleneck")}
        near = {at for at, words in found.items() if words.endswith("neighbour of the bottleneck")}
        assert marked == {(row + 1, col + 1) for row, col in proof.certificate.squares}
        assert near == {(row + 1, col + 1) for row, col in proof.certificate.neighbours}
        assert not holes(page) & (marked | near)
        stroke(page, (2, 3))
        expect(verdict(page)).not_to_contain_text("The bottleneck")


def test_a_closed_tour_has_a_verdict_of_its_own(chromium, server):
    with revisit(chromium, server, "#shapes?board=5x5") as page:
        expect(verdict(page)).to_contain_text("There is a tour")
        page.get_by_role("checkbox", name="Closed tour").check()
        assert isinstance(solve("5x5", closed=True), Impossible)
        expect(verdict(page)).to_contain_text("There cannot be a closed tour")


def test_painting_works_without_the_server(chromium, server):
    wake(server.url)
    with visit(chromium, f"{server.url}/#shapes?board=6x6") as visitor:
        page = visitor.page
        expect(verdict(page)).to_contain_text("There is a tour")
        page.route("**/api/v1/**", lambda route: route.abort())
        stroke(page, (1, 1))
        is_now(page, {(1, 1)})
        stroke(page, (1, 3))
        is_now(page, {(1, 1), (1, 3)})
        expect(verdict(page)).to_contain_text("There cannot be a tour")
        expect(verdict(page)).to_contain_text("numbers of light and dark squares")
        page.get_by_role("button", name="Trim").click()
        expect(page.get_by_text("Trimming needs the server, which is not responding.").first).to_be_visible()
        visitor.faults.clear()


# -- shapes, words, trimming, leapers -----------------------------------------------------------------------


def test_built_in_shapes_and_words(chromium, server):
    with revisit(chromium, server, "#shapes?board=20x20") as page:
        page.get_by_role("button", name="ring", exact=True).click()
        expect(page).to_have_url(re.compile("holes=~"))
        is_now(page, {(row + 1, col + 1) for row, col in shape("ring", "20x20").holes})
        enter(page, "Word", "HI")
        word = shape("text:HI")
        expect(page).to_have_url(re.compile(f"board={word.rows}x{word.cols}"))
        assert size_of(board_of(page, "Board to paint")) == (word.rows, word.cols)
        is_now(page, {(row + 1, col + 1) for row, col in word.holes})
        page.go_back()
        expect(page).to_have_url(re.compile("board=20x20"))


def test_a_shape_that_arrives_late_changes_no_other_mode(chromium, server):
    with opened(chromium, server, "#shapes?board=20x20") as page:
        page.get_by_role("button", name="horse").wait_for()
        held, ended = [], []
        for end in ("requestfinished", "requestfailed"):
            page.on(end, lambda request: ended.append(request))
        page.route("**/api/v1/solve", lambda route: held.append(route))
        page.get_by_role("button", name="horse").click()
        wait_until(page, lambda: held)
        to_mode(page, "Play")
        with contextlib.suppress(Error):  # the request has been cancelled
            held[0].continue_()
        wait_until(page, lambda: held[0].request in ended)
        still(page)
        expect(page).to_have_url(re.compile(r"#play\?board=20x20$"))


def test_what_is_too_large_to_be_trimmed_is_not_offered(chromium, server):
    with revisit(chromium, server, "#shapes?board=101x100") as page:
        expect(page.get_by_role("button", name="Trim")).to_be_disabled()
        page.get_by_role("button", name="8x8").click()
        expect(page.get_by_role("button", name="Trim")).to_be_enabled()


def test_trim_leaves_a_board_with_a_tour(chromium, server):
    with revisit(chromium, server, "#shapes?board=6x6&holes=1,1-1,3-1,5") as page:
        expect(verdict(page)).to_contain_text("There cannot be a tour")
        fewest = trim(Board(6, 6, holes=[(0, 0), (0, 2), (0, 4)]))
        page.get_by_role("button", name="Trim").click()
        note = page.locator(".shapes-note")
        expect(note).to_contain_text(re.compile(rf"Removed {len(fewest.removed)} squares?\."))
        expect(verdict(page)).to_contain_text("There is a tour")
        left = Board(6, 6, holes=[(row - 1, col - 1) for row, col in holes(page)])
        assert isinstance(solve(left), Found)
        assert len(holes(page)) == 3 + len(fewest.removed)


def test_another_leaper(chromium, server):
    with revisit(chromium, server, "#shapes?board=10x10") as page:
        page.get_by_text("Advanced", exact=True).click()
        enter(page, "Leaper", "3")
        expect(page.get_by_text("“3” is not a leaper")).to_be_visible()
        enter(page, "Leaper", "1,3")
        expect(page).to_have_url(re.compile("leaper=1,3"))
        assert isinstance(solve("10x10", leaper=(1, 3)), Impossible)
        expect(verdict(page)).to_contain_text("There cannot be a tour")
        page.get_by_text("Advanced", exact=True).click()


def test_the_shape_is_the_board_of_every_mode(chromium, server):
    with opened(chromium, server, "#shapes?board=6x6") as page:
        stroke(page, (1, 1))
        stroke(page, (6, 5))
        page.get_by_role("button", name="Find a tour").click()
        squares = [(r, c) for r in range(1, 7) for c in range(1, 7) if (r, c) not in {(1, 1), (6, 5)}]
        for mode in MODES:
            to_mode(page, mode)
            expect(page).to_have_url(re.compile(f"#{mode.lower()}.*holes=1,1-6,5"))
            grid = board_of(page).first
            expect(grid).to_be_visible()
            assert sorted(labels(grid)) == squares
            link = page.url
            page.goto("about:blank")
            page.goto(link)
            expect(board_of(page).first).to_be_visible()
            assert sorted(labels(board_of(page).first)) == squares


def test_the_button_returns_to_the_mode_before(chromium, server):
    with opened(chromium, server, "#play?board=5x5") as page:
        page.get_by_role("button", name="Shapes…").click()
        stroke(page, (3, 3))
        page.get_by_role("button", name="Play this board").click()
        expect(page).to_have_url(re.compile("#play.*holes=3,3"))


# -- files and limits ---------------------------------------------------------------------------------------


def test_a_board_file_is_saved_and_opened_again(chromium, server, tmp_path):
    with revisit(chromium, server, "#shapes?board=5x6&holes=1,1-3,4") as page:
        with page.expect_download() as coming:
            page.get_by_role("button", name="Download the board").click()
        assert coming.value.suggested_filename == "board-5x6.txt"
        file = tmp_path / "board-5x6.txt"
        coming.value.save_as(file)
        board = Board.from_mask(file.read_text())
        assert set(board.holes) == {(0, 0), (2, 3)}
        page.get_by_role("button", name="8x8").click()
        expect(page).to_have_url(re.compile("board=8x8"))
        choose_file(page, file)
        expect(page).to_have_url(re.compile("board=5x6.*holes=1,1-3,4"))
        is_now(page, {(1, 1), (3, 4)})
        wrong = tmp_path / "notes.txt"
        wrong.write_text("Dear diary,\nno board here.\n")
        choose_file(page, wrong)
        expect(page.get_by_text("notes.txt is not a board").first).to_be_visible()
        is_now(page, {(1, 1), (3, 4)})
        wrong.write_text(("." * 1200 + "\n") * 3)
        choose_file(page, wrong)
        expect(page.get_by_text("notes.txt is too large: a board has up to 1,000 rows").first).to_be_visible()


def choose_file(page, file):
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Open a board file").click()
    chooser.value.set_files(file)


def test_the_limit_is_said_and_a_file_is_offered(chromium, server, tmp_path):
    with opened(chromium, server, "#shapes?board=120x120") as page:
        said = page.locator(".shapes-note")
        expect(said).to_contain_text("up to 10,000 squares")
        with page.expect_download() as coming:
            page.get_by_role("button", name="Download the board").click()
        file = tmp_path / "board.txt"
        lines = coming.value.path().read_text().split()
        assert lines == ["." * 120] * 120
        lines[0] = "#" * 60 + "." * 60
        file.write_text("\n".join(lines) + "\n")
        choose_file(page, file)
        expect(page.get_by_text("120x120 with 60 holes").first).to_be_visible()
        page.get_by_role("button", name="Find a tour").click()
        page.get_by_role("tab", name="Share").click()
        expect(region(page, "Link")).to_contain_text("more than 10,000 squares. Download the board instead.")
        with page.expect_download() as coming:
            page.get_by_role("button", name="Download the board").click()
        assert coming.value.path().read_text() == file.read_text()
        page.get_by_role("button", name="20x20").click()
        expect(page).to_have_url(re.compile("board=20x20"))
        page.go_back()  # the link has no holes, but the browser's history has
        expect(page.get_by_text("120x120 with 60 holes").first).to_be_visible()
        page.reload()
        expect(page.get_by_text("120x120 with 60 holes").first).to_be_visible()
    with revisit(chromium, server, "#shapes?board=8x8") as page:
        expect(page.locator(".shapes-note")).to_be_hidden()
