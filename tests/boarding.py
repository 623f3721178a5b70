"""A page with nothing but a board, for tests of what it draws and reports."""

import contextlib
import random
import re

from browsing import PATIENCE, steady, still, until_closed

HTML = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Board</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/page/icon.svg">
<link rel="stylesheet" href="/page/styles/base.css"><link rel="stylesheet" href="/page/styles/board.css">
<link rel="stylesheet" href="/trial.css"></head>
<body><div id="box"></div><script type="module" src="/trial.js"></script></body></html>"""
CSS = "html { scrollbar-gutter: auto; } body { display: block; min-height: 0; } #box { height: 100vh; }"
# `make` shows a board and notes in `events` what it reports. Scenes come as JSON.
JS = """
import { makeBoardView } from "/page/board/view.js";
import { makeBoard } from "/page/core/board.js";
import { setNotation } from "/page/core/names.js";
const maps = (scene) => ({
  ...scene,
  ...(scene.marks ? { marks: new Map(scene.marks) } : {}),
  ...(scene.degrees ? { degrees: new Map(scene.degrees) } : {}),
});
window.make = (board, draggable = []) => {
  window.view?.element.remove();
  window.events = [];
  const tell = (name) => (...parts) => events.push([name, ...parts]);
  window.view = makeBoardView({
    board: makeBoard(board), label: "Board", caption: "Arrows move", canDrag: (n) => draggable.includes(n),
    onPick: (n, place) => tell("pick")(n, place !== null), onDrop: tell("drop"), onPaint: tell("paint"),
    onKey: (event, n) => tell("key")(event.key, n),
  });
  document.getElementById("box").append(view.element);
};
window.show = (scene, how) => view.draw(maps(scene), how);
window.another = (board) => view.setBoard(makeBoard(board));
window.rename = (notation) => (setNotation(notation), view.renameSquares());
// A long walk that visits every square of a board in rows; any path will do for speed.
window.rowsOf = (rows, cols) => Int32Array.from({ length: rows * cols }, (_, k) => {
  const [pair, at] = [Math.floor(k / (2 * cols)), k % (2 * cols)];
  const row = 2 * pair + ((at % 4 === 0 || at % 4 === 3) ? 0 : 1);
  return Math.min(row, rows - 1) * cols + Math.floor(at / 2);
});
window.frames = (n) => new Promise((done) => {
  const turn = () => (n-- > 0 ? requestAnimationFrame(turn) : done());
  turn();
});
// The work that the page does at once: the most calls of drawing functions and of elements in a frame.
// Until the end, its clock goes on by a millisecond whenever it is read.
window.watchWork = () => {
  const [kept, read] = [[], performance.now];
  let [done, most, now, on] = [0, 0, read.call(performance), true];
  performance.now = () => (now += 1);
  for (const { prototype } of [CanvasRenderingContext2D, Path2D, Element]) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
      if (typeof value !== "function" || name === "constructor") continue;
      kept.push([prototype, name, value]);
      prototype[name] = function (...given) { done += 1; return value.apply(this, given); };
    }
  }
  const turn = () => {
    [most, done] = [Math.max(most, done), 0];
    if (on) requestAnimationFrame(turn);
  };
  turn();
  return () => {
    on = false;
    delete performance.now;
    for (const [prototype, name, value] of kept) prototype[name] = value;
    return Math.max(most, done);
  };
};
window.ready = true;
"""


@contextlib.contextmanager
def trial(chromium, server, **choices):
    """A page of the server's origin with nothing but a board."""

    def send(route):
        name = route.request.url.rpartition("/")[2]
        text, media = {
            "trial.css": (CSS, "text/css"),
            "trial.js": (JS, "text/javascript"),
        }.get(name, (HTML, "text/html"))
        route.fulfill(body=text, content_type=media)

    context = chromium.new_context(**{"color_scheme": "light", "reduced_motion": "no-preference", **choices})
    context.set_default_timeout(PATIENCE)
    context.route(re.compile(r"/trial"), send)
    page = context.new_page()
    faults = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
    page.goto(f"{server.url}/trial")
    page.wait_for_function("window.ready")
    steady(page)
    try:
        yield page
        assert faults == []
    finally:
        context.close()


_PAGES = []  # the page that tests share


def shared_board(chromium, server):
    """The page with a board that tests share; each makes its own board."""
    if not _PAGES or _PAGES[0].is_closed():
        _PAGES[:] = [until_closed(trial(chromium, server, viewport={"width": 800, "height": 800}))]
    return _PAGES[0]


def make(page, rows, cols, scene=None, *, draggable=(), holes=()):
    """Show a board with a scene."""
    page.evaluate(
        "([board, draggable]) => make(board, draggable)",
        [{"rows": rows, "cols": cols, "holes": list(holes)}, list(draggable)],
    )
    still(page)
    if scene is not None:
        show(page, scene)
    return page.get_by_role("grid")


def show(page, scene, **how):
    """Draw a scene: marks and degrees are lists of pairs."""
    page.evaluate("([scene, how]) => show(scene, how)", [scene, how])


def events(page):
    """What the board has reported since the last call."""
    return page.evaluate("() => events.splice(0)")


def centre(page, n):
    """Where a square is in the window."""
    box = page.locator(f'[data-n="{n}"]').bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def neighbours(rows, cols, n):
    """The squares a knight's move away."""
    row, col = divmod(n, cols)
    jumps = [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)]
    return [(row + a) * cols + col + b for a, b in jumps if 0 <= row + a < rows and 0 <= col + b < cols]


def walk(rows, cols, length, seed=1, begin=()):
    """A walk of at most this length, from a random square: to a neighbour with the fewest neighbours left."""
    path = list(begin) or [random.Random(seed).randrange(rows * cols)]
    while len(path) < length:
        free = [n for n in neighbours(rows, cols, path[-1]) if n not in path]
        if not free:
            break
        path.append(min(free, key=lambda n: len(set(neighbours(rows, cols, n)) - set(path))))
    return path


def places(path, cols):
    """The squares as (row, col) from 1."""
    return [(n // cols + 1, n % cols + 1) for n in path]


def random_scene(chance, rows, cols):
    """A scene with some of everything."""
    path = walk(rows, cols, chance.randrange(1, rows * cols), chance.random())
    shown = chance.randrange(len(path) + 1)
    scene = {"path": path, "shown": shown, "closed": chance.random() < 0.3}
    for name in ("numbers", "lines", "knight"):
        scene[name] = chance.random() < 0.6
    scene["colour"] = chance.choice(["plain", "steps"])
    scene["start"] = chance.choice([None, path[0]])
    scene["end"] = chance.choice([None, path[-1], 0])
    if chance.random() < 0.5:
        scene["degrees"] = [[n, chance.randrange(8)] for n in range(rows * cols) if n not in path[:shown]]
    if chance.random() < 0.5:
        kinds = ["hint", "left", "light", "removed", "lost"]
        scene["marks"] = [[chance.randrange(rows * cols), {"kind": chance.choice(kinds)}] for _ in range(4)]
    if chance.random() < 0.3:
        scene["strokes"] = [{"squares": path[:3], "kind": "forced"}]
    scene["targets"] = [] if not shown else neighbours(rows, cols, path[shown - 1])
    return scene
