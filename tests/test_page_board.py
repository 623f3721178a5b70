"""The board of the page by itself: what it draws for a scene, and what mouse, fingers and keys do on it."""

import json
import random

import pytest

from boarding import centre, events, make, places, random_scene, shared_board, show, trial, walk
from browsing import drawn, still, touch


@pytest.fixture
def board(chromium, server):
    """A page with a board."""
    return shared_board(chromium, server)


# -- drawing ------------------------------------------------------------------------------------------------


def test_the_drawing_shows_the_scene(board):
    path = walk(8, 8, 40)
    degrees = [[n, n % 7] for n in range(64) if n not in path[:30]]
    grid = make(board, 8, 8, {"path": path, "shown": 30, "numbers": True, "degrees": degrees})
    seen = drawn(grid)
    assert seen.line == places(path[:30], 8)
    steps = {place: str(k + 1) for k, place in enumerate(places(path[:29], 8))}  # the knight hides the last
    others = {(n // 8 + 1, n % 8 + 1): str(degree) for n, degree in degrees}
    assert seen.figures == steps | others
    assert len(seen.colours) == 1
    show(board, {"path": path, "colour": "steps", "total": len(path)})
    assert len(drawn(grid).colours) == len(path) - 1


def test_a_closed_walk_is_joined_only_when_it_is_complete(board):
    square = [0, 10, 4, 14]  # any squares: the board draws what it is given
    grid = make(board, 4, 4, {"path": square, "closed": True, "shown": 3})
    assert drawn(grid).line == places(square[:3], 4)
    show(board, {"path": square, "closed": True})
    assert drawn(grid).line == places([*square, 0], 4)


def test_targets_ends_and_marks_have_shapes_of_their_own(board):
    kinds = [
        "missed", "part", "hint", "good", "bad", "left", "reversed", "inserted", "lost", "light", "dark",
        "ringed", "blocked", "near", "removed", *(f"piece{k}" for k in range(1, 7)),
    ]  # fmt: skip
    marks = [[20 + k, {"kind": kind}] for k, kind in enumerate(kinds)]
    make(
        board, 8, 8, {"path": [0, 10], "targets": [4, 16], "next": 16, "start": 0, "end": 63, "marks": marks}
    )
    looks = """(n) => {
      const [x, y] = [(n % 8) * 100, Math.floor(n / 8) * 100];
      const inside = (e) => { const b = e.getBBox(); return b.x >= x && b.y >= y && b.x + b.width <= x + 100
        && b.y + b.height <= y + 100; };
      return [...document.querySelectorAll(".tints rect, .shapes *")].filter(inside).map((e) => {
        const s = getComputedStyle(e);
        return [e.tagName, s.fill, s.fillOpacity, s.stroke, s.strokeWidth, s.strokeDasharray].join(" ");
      }).join("; ");
    }"""
    found = {n: board.evaluate(looks, n) for n in [0, 4, 16, 63, *(n for n, _ in marks)]}
    assert all(found.values())
    assert len(set(found.values())) == len(found)
    assert "circle" in found[4]  # a filled dot
    assert "none" not in found[4].split()[1]


def test_strokes_are_drawn(board):
    kinds = [*(f"cycle{k}" for k in range(1, 9)), "forced", "new", "gone", "faint"]
    strokes = [{"squares": [k, k + 17], "kind": kind} for k, kind in enumerate(kinds)]
    make(
        board,
        8,
        8,
        {"path": [], "strokes": [*strokes, {"squares": [0, 10, 20], "closed": True, "kind": "new"}]},
    )
    lines = board.locator(".strokes path").evaluate_all(
        "all => all.map(e => [e.getAttribute('d'), getComputedStyle(e).stroke + getComputedStyle(e).opacity])"
    )
    assert lines[0][0] == "M50 50L150 250"
    assert lines[-1][0].endswith("Z")
    assert len({look for _, look in lines}) == len(kinds)


PICTURE = """() => {
  const order = (group) => [...document.querySelectorAll(group)].map((e) =>
    e.matches(".knight") ? `${[...e.classList].sort()} ${e.style.transform}` : e.outerHTML).sort();
  const groups = [".tints *", ".lines *", ".tip", ".strokes *", ".shapes *", ".figures *", ".edges *"];
  return [...groups, ".knight:not(.gone)"].map(order);
}"""


def test_changing_a_scene_draws_the_same_as_drawing_it_anew(board):
    chance = random.Random(5)
    scenes = [random_scene(chance, 6, 7) for _ in range(25)]
    make(board, 6, 7)
    changed = []
    for scene in scenes:
        show(board, scene)
        changed.append(board.evaluate(PICTURE))
    for scene, before in zip(scenes, changed, strict=True):
        make(board, 6, 7, scene)
        assert board.evaluate(PICTURE) == before, json.dumps(scene)


def test_holes_are_gaps(board):
    grid = make(board, 5, 5, {"path": [0, 11]}, holes=[1, 12, *range(20, 25)])
    assert grid.get_by_role("gridcell").count() == 18
    assert grid.get_by_role("row").count() == 4
    cell = board.locator('[data-n="2"]')
    width = cell.bounding_box()["width"]
    left = board.locator('[data-n="0"]').bounding_box()["x"]
    assert cell.bounding_box()["x"] == pytest.approx(left + 2 * width, abs=0.5)
    covered = board.evaluate(
        "() => [0, 1, 12, 13].map((n) => ['light', 'dark'].some((name) => document.querySelector('.' + name)"
        ".isPointInFill(new DOMPoint((n % 5) * 100 + 50, Math.floor(n / 5) * 100 + 50))))"
    )
    assert covered == [True, False, False, True]
    x, y = centre(board, 0)
    board.mouse.click(x + width, y)
    assert events(board) == []


@pytest.mark.parametrize(("rows", "cols"), [(8, 8), (3, 12), (12, 3), (40, 40), (4, 60)])
def test_the_board_fills_its_box(board, rows, cols):
    make(board, rows, cols, {"path": [0]})
    still(board)
    pixels = board.evaluate("view.pixels")
    assert 800 - 60 <= pixels * max(rows, cols) <= 800
    first, last = (board.locator(f'[data-n="{n}"]').bounding_box() for n in (0, rows * cols - 1))
    assert first["width"] == pytest.approx(first["height"], rel=0.01) == pytest.approx(pixels, rel=0.01)
    right, bottom = (last[at] + last[size] for at, size in (("x", "width"), ("y", "height")))
    assert min(first["x"], first["y"]) >= 0
    assert max(right, bottom) <= 800
    assert abs((first["x"] + right) / 2 - 400) < 25
    assert abs((first["y"] + bottom) / 2 - 400) < 25


# -- motion -------------------------------------------------------------------------------------------------

KNIGHT = "() => { const b = document.querySelector('.knight').getBoundingClientRect();" \
    " return [b.x + b.width / 2, b.y + b.height / 2]; }"  # fmt: skip


def test_the_knight_glides_and_the_line_follows(board):
    grid = make(board, 8, 8, {"path": [0, 10, 4]})
    seen = board.evaluate(
        "async (centre) => { show({ path: [0, 10, 4, 21] }, { glide: true }); const found = [];"
        f" for (let k = 0; k < 14; k++) {{ await frames(1); found.push(({KNIGHT})()); }} return found; }}"
    )
    (ax, _), (bx, by) = centre(board, 4), centre(board, 21)
    assert len({round(x) for x, _ in seen}) > 3
    assert all(min(ax, bx) - 12 <= x <= max(ax, bx) + 12 for x, _ in seen)
    still(board, 5)
    assert board.evaluate(KNIGHT) == pytest.approx([bx, by], abs=8)
    assert drawn(grid).line == places([0, 10, 4, 21], 8)


def test_nothing_moves_for_people_who_want_no_motion(chromium, server):
    with trial(chromium, server, reduced_motion="reduce", viewport={"width": 600, "height": 600}) as page:
        grid = make(page, 8, 8, {"path": [0, 10]})
        show(page, {"path": [0, 10, 4]}, glide=True)
        assert page.evaluate(KNIGHT) == pytest.approx(list(centre(page, 4)), abs=8)
        assert drawn(grid).line == places([0, 10, 4], 8)
        page.evaluate("view.sweep()")
        still(page)
        assert page.locator(".sweep path").count() == 0


def test_the_line_sweeps_once_through_its_colours(board):
    make(board, 8, 8, {"path": walk(8, 8, 64)})
    colours = board.evaluate(
        "async () => { view.sweep(); await frames(20);"
        " return [...document.querySelectorAll('.sweep path')].map((e) => getComputedStyle(e).stroke); }"
    )
    assert len(set(colours)) > 20
    board.wait_for_function("!document.querySelector('.sweep path')")


# -- mouse, fingers, keys -----------------------------------------------------------------------------------


def test_a_click_picks_and_a_drag_drops(board):
    make(board, 8, 8, {"path": [0, 10]}, draggable=[10])
    board.mouse.click(*centre(board, 27))
    assert events(board) == [["pick", 27, True]]
    board.mouse.move(*centre(board, 10))
    board.mouse.down()
    board.mouse.move(*centre(board, 18), steps=4)
    board.mouse.move(*centre(board, 27), steps=4)
    assert board.evaluate(KNIGHT) == pytest.approx(list(centre(board, 27)), abs=12)
    assert board.locator(".knight").evaluate("e => getComputedStyle(e).filter") != "none"  # a shadow
    board.mouse.up()
    assert events(board) == [["drop", 10, 27]]  # and no pick
    # Nobody drew another scene, so the knight returns.
    board.wait_for_function("!document.querySelector('.knight.lifted')")
    assert board.evaluate(KNIGHT) == pytest.approx(list(centre(board, 10)), abs=8)


def test_a_drag_beside_the_board_or_of_another_square_does_nothing(board):
    make(board, 8, 8, {"path": [0, 10]}, draggable=[10, 30])
    for begin, end in ((centre(board, 10), (2, 2)), (centre(board, 30), centre(board, 40))):
        board.mouse.move(*begin)
        board.mouse.down()
        board.mouse.move(*end, steps=4)
        board.mouse.up()
    board.wait_for_function("!document.querySelector('.knight.lifted')")
    assert [name for name, *_ in events(board) if name == "drop"] == []


def test_fingers_drag_tap_and_pinch(chromium, server):
    phone = {"viewport": {"width": 390, "height": 390}, "has_touch": True, "is_mobile": True}
    with trial(chromium, server, **phone) as page:
        session = page.context.new_cdp_session(page)
        make(page, 8, 8, {"path": [0, 10]}, draggable=[10])
        page.touchscreen.tap(*centre(page, 33))
        assert events(page) == [["pick", 33, True]]
        (ax, ay), (bx, by) = centre(page, 10), centre(page, 27)
        touch(session, "touchStart", (ax, ay))
        for k in range(1, 6):
            touch(session, "touchMove", (ax + (bx - ax) * k / 5, ay + (by - ay) * k / 5))
        touch(session, "touchEnd")
        assert events(page) == [["drop", 10, 27]]
        make(page, 50, 50, {"path": [0, 101]})
        before = page.evaluate("view.pixels")
        touch(session, "touchStart", (180, 200), (220, 200))
        for k in range(1, 9):
            touch(session, "touchMove", (180 - 10 * k, 200), (220 + 10 * k, 200))
        touch(session, "touchEnd")
        assert page.evaluate("view.pixels") == pytest.approx(before * 5, rel=0.3)
        assert events(page) == []


def test_quick_strokes_paint_every_square_on_their_way(board):
    make(board, 10, 10)
    board.evaluate("view.setPaint(true)")
    board.mouse.move(*centre(board, 11))
    board.mouse.down()
    board.mouse.move(*centre(board, 18))  # at once
    board.mouse.move(*centre(board, 88))
    board.mouse.up()
    found = events(board)
    assert {name for name, *_ in found} == {"paint"}
    assert [n for _, n, phase in found if phase != "end"] == [*range(11, 19), *range(28, 89, 10)]
    assert [phase for _, _, phase in found] == ["begin", *["go"] * 14, "end"]
    # The painted squares come back as holes. These stay cells while painting, so that keys can fill them.
    board.evaluate("another({ rows: 10, cols: 10, holes: [11, 12] })")
    cell = board.get_by_role("gridcell", name="b9, hole")
    cell.focus()
    board.keyboard.press("Enter")
    assert events(board) == [["paint", 11, "begin"], ["paint", 11, "end"]]
    board.evaluate("view.setPaint(false)")
    assert board.get_by_role("gridcell").count() == 98


def test_keys_move_between_squares_and_pass_over_holes(board):
    make(board, 6, 6, {"path": [0]}, holes=[2, 35])
    board.evaluate("view.focus(1)")
    active = "() => Number(document.activeElement.dataset.n)"
    steps = {
        "ArrowRight": 3, "ArrowDown": 9, "Home": 6, "End": 11, "PageDown": 29, "PageUp": 5, "ArrowLeft": 4,
        "Control+End": 34, "ArrowRight ": 34, "Control+Home": 0, "ArrowUp": 0,
    }  # fmt: skip
    for key, expected in steps.items():
        board.keyboard.press(key.strip())
        assert board.evaluate(active) == expected, key
    assert board.locator('[tabindex="0"][role=gridcell]').count() == 1
    board.keyboard.press("Enter")
    board.keyboard.press("u")
    board.keyboard.press("+")  # not a key of small boards
    assert events(board) == [["pick", 0, False], ["key", "u", 0], ["key", "+", 0]]


def test_squares_have_names_in_the_chosen_notation(board):
    grid = make(board, 8, 8, {"path": [0]})
    assert grid.get_by_role("gridcell", name="a8", exact=True).get_attribute("data-n") == "0"
    edges = "() => [...document.querySelectorAll('.edges text')].map((e) => e.textContent).join('')"
    assert board.evaluate(edges) == "abcdefgh87654321"
    board.evaluate("rename('pairs')")
    assert grid.get_by_role("gridcell", name="1,1", exact=True).get_attribute("data-n") == "0"
    assert board.evaluate(edges) == "1234567812345678"
    board.evaluate("rename('chess')")
    board.evaluate("view.draw({ path: [0], cellLabel: (n) => `square ${n}` })")
    assert grid.get_by_role("gridcell", name="square 63", exact=True).count() == 1
    assert grid.get_attribute("aria-label") == "Board"
    described = board.locator(f"#{grid.get_attribute('aria-describedby')}")
    assert described.text_content() == "Arrows move"
