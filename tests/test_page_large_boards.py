"""Large boards on the page: what the canvas shows, zoom and pan, the cursor, and speed."""

import random

import pytest

from boarding import centre, events, make, neighbours, random_scene, shared_board, show, walk
from browsing import still


@pytest.fixture
def board(chromium, server):
    """A page with a board."""
    return shared_board(chromium, server)


# Keep the pixels under a name, and compare them with those kept before: the number of channels that differ
# clearly. The edges of a line are a little softer if it was drawn in two parts.
KEEP = """(name) => {
  const canvas = document.querySelector("canvas.surface");
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  window.kept ??= {};
  const before = kept[name];
  kept[name] = data;
  return before ? data.reduce((sum, value, k) => sum + (Math.abs(value - before[k]) > 90), 0) : null;
}"""


def differing(page, name):
    """How many channels of the canvas differ from the last time."""
    page.wait_for_selector("canvas[data-complete]")
    still(page)
    return page.evaluate(KEEP, name)


def test_changing_a_scene_on_a_canvas_draws_the_same_as_drawing_it_anew(board):
    chance = random.Random(6)
    path = walk(26, 26, 600)
    turn = next(n for n in neighbours(26, 26, path[199]) if n not in path[:201])
    other = walk(26, 26, 300, begin=[*path[:200], turn])
    assert len(other) > 220
    ring = next(path[:k] for k in range(100, 600) if path[k - 1] in neighbours(26, 26, path[0]))
    scenes = [{"path": path, "shown": k, "colour": "steps"} for k in (1, 90, 91, 600, 240, 100)]
    scenes += [{"path": path, "shown": 300, "lines": False}, {"path": other, "lines": False, "shown": 210}]
    scenes += [{"path": other}, {"path": path, "shown": 205}, {"path": ring, "closed": True}, {"path": path}]
    scenes += [random_scene(chance, 26, 26)]
    make(board, 26, 26)
    board.evaluate("() => { window.kept = {}; }")
    for k, scene in enumerate(scenes):
        show(board, scene)
        differing(board, str(k))
    for k, scene in enumerate(scenes):
        make(board, 26, 26, scene)
        assert differing(board, str(k)) < 400, (k, scene["path"][:3])
    make(board, 26, 26, scenes[0])
    assert differing(board, str(len(scenes) - 1)) > 10_000  # other scenes do differ


# -- large boards -------------------------------------------------------------------------------------------


def test_every_square_of_60x60_has_a_label(board):
    grid = make(board, 60, 60)
    board.evaluate("view.draw({ path: rowsOf(60, 60), cellLabel: (n) => `square ${n}` })")
    board.wait_for_selector("[role=grid]:not([aria-busy])")
    said = grid.get_by_role("gridcell").evaluate_all("all => all.map((e) => e.getAttribute('aria-label'))")
    assert said == [f"square {n}" for n in range(3600)]
    board.mouse.click(*centre(board, 1234))
    assert events(board) == [["pick", 1234, True]]


def test_very_large_boards_have_a_cursor(board):
    grid = make(board, 100, 90)
    board.evaluate("view.draw({ path: rowsOf(100, 90), cellLabel: (n) => `square ${n}` })")
    assert grid.get_by_role("gridcell").count() == 1
    assert (grid.get_attribute("aria-rowcount"), grid.get_attribute("aria-colcount")) == ("100", "90")
    board.evaluate("view.focus(0)")

    def active():
        cell = board.locator(f"#{grid.get_attribute('aria-activedescendant')}")
        row = cell.locator("..").get_attribute("aria-rowindex")
        return cell.get_attribute("aria-label"), row, cell.get_attribute("aria-colindex")

    assert active() == ("square 0", "1", "1")
    board.evaluate("() => { window.kept = {}; }")
    differing(board, "cursor")
    board.keyboard.press("ArrowDown")
    board.keyboard.press("End")
    assert active() == ("square 179", "2", "90")
    assert differing(board, "cursor") > 50  # the cursor is seen
    board.keyboard.press("Enter")
    assert events(board) == [["pick", 179, False]]
    board.keyboard.press("+")
    board.keyboard.press("+")
    zoomed = board.evaluate("view.pixels")
    board.keyboard.press("Control+Home")  # the view follows the cursor
    left, top = board.evaluate("[view.zoom.placeAt(0, 0).col, view.zoom.placeAt(0, 0).row]")
    assert (left, top) == (0, 0)
    board.keyboard.press("0")
    assert board.evaluate("view.pixels") < zoomed
    assert board.evaluate("view.zoom.isWhole")


def test_zoom_keeps_the_point_under_the_pointer(board):
    make(board, 200, 200)
    board.evaluate("view.draw({ path: rowsOf(200, 200), colour: 'steps' })")
    place = """([x, y]) => {
      const { left, top } = document.querySelector(".squares").getBoundingClientRect();
      const found = view.zoom.placeAt(x - left, y - top);
      return [found.row, found.col];
    }"""
    at = [331, 277]
    board.mouse.move(*at)
    before, pixels = board.evaluate(place, at), board.evaluate("view.pixels")
    for _ in range(5):
        board.mouse.wheel(0, -200)
    board.wait_for_function("(pixels) => view.pixels > 3 * pixels", arg=pixels)
    assert board.evaluate(place, at) == pytest.approx(before, abs=0.02)
    board.mouse.down()
    board.mouse.move(at[0] + 90, at[1] + 60, steps=5)
    board.mouse.up()
    assert board.evaluate(place, [at[0] + 90, at[1] + 60]) == pytest.approx(before, abs=0.02)
    assert events(board) == []  # a pan does not pick
    pixels = board.evaluate("view.pixels")
    board.mouse.dblclick(*at)
    assert board.evaluate("view.pixels") == pytest.approx(2 * pixels)
    assert [name for name, *_ in events(board)] == ["pick"]
    board.evaluate("view.zoom.fit()")
    assert board.evaluate("view.zoom.isWhole")
    assert board.evaluate("view.zoom.canZoom")
    make(board, 8, 8)
    assert not board.evaluate("view.zoom.canZoom")


def test_a_canvas_follows_the_theme(board):
    make(board, 40, 40, {"path": [0, 82]})
    still(board, 5)
    middle = "() => [...document.querySelector('canvas').getContext('2d').getImageData(400, 400, 1, 1).data]"
    light = board.evaluate(middle)
    theme = """(name) => {
      document.documentElement.dataset.theme = name;
      document.dispatchEvent(new Event("themechange"));
    }"""
    board.evaluate(theme, "dark")
    still(board, 5)
    assert sum(board.evaluate(middle)[:3]) < sum(light[:3]) / 2
    board.emulate_media(media="print")
    still(board, 5)
    assert sum(board.evaluate(middle)[:3]) > 3 * 225
    board.emulate_media(media="screen")
    board.evaluate(theme, "light")
    still(board, 5)
    assert board.evaluate(middle) == light


# -- work at once -------------------------------------------------------------------------------------------


def most_at_once(page, story):
    """The most calls of drawing functions and changes of elements in a frame of a story."""
    return page.evaluate(
        f"async () => {{ const end = watchWork(); try {{ {story}; await frames(2); }}"
        " finally { window.most = end(); } return most; }"
    )


def test_a_60x60_tour_plays_without_blocking_the_page(board):
    make(board, 60, 60)
    board.evaluate("() => { window.path = rowsOf(60, 60); }")
    played = most_at_once(
        board,
        "for (let shown = 1; shown < 1500; shown += 17) { await frames(1);"
        " view.draw({ path, shown, colour: 'steps', cellLabel: (n) => `${n} ${shown}` }); }",
    )
    jumped = most_at_once(
        board,
        "for (let k = 0; k < 20; k++) { await frames(1); view.draw({ path, shown: (k * 1777) % 3600 }); }",
    )
    assert 0 < max(played, jumped) < 10_000  # of 3600 squares


def test_1000x1000_opens_and_pans(board):
    board.evaluate("() => { window.path = rowsOf(1000, 1000); }")
    complete = "while (!document.querySelector('canvas[data-complete]')) await frames(1)"
    opened = most_at_once(
        board, f"make({{ rows: 1000, cols: 1000 }}); view.draw({{ path, colour: 'steps' }}); {complete}"
    )
    panned = []
    for zoom in (1.2, 5, 40):
        board.evaluate("(zoom) => { view.zoom.fit(); view.zoom.by(zoom, { x: 300, y: 300 }); }", zoom)
        board.wait_for_selector("canvas[data-complete]")
        panned.append(
            most_at_once(board, "for (let k = 0; k < 40; k++) { await frames(1); view.zoom.pan(-13, -9); }")
        )
        board.wait_for_selector("canvas[data-complete]")
    assert 0 < max(opened, *panned) < 100_000  # of a million
