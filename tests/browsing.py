"""The page in Chromium, used as a person uses it: with eyes, mouse, fingers and keys."""

import contextlib
import os
import re
import shutil
import time
from functools import cache
from types import SimpleNamespace

import pytest

from serving import post

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
# Parts of the browser that these tests do not need. The suggestions under its address bar are a separate
# page, whose process takes more time than ours. A spare process for the next page is not needed either.
IDLE = ("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "SpareRendererForSitePerProcess")
# Playwright switches these off with an option that ours replaces.
ALSO_IDLE = (
    "AimEnabled", "AvoidCorsURLLoaderRestartOnRedirect", "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose", "HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades", "LensOverlay",
    "MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints", "PaintHolding", "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)  # fmt: skip
QUIET = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", f"--disable-features={','.join((*IDLE, *ALSO_IDLE))}",
)  # fmt: skip
WIDE, NARROW = {"width": 1280, "height": 900}, {"width": 390, "height": 844}
USUAL = {"viewport": WIDE, "color_scheme": "light", "reduced_motion": "no-preference"}
# What the server says while it compiles its kernels.
PREPARING = {"ready": False, "first_run": True, "done": 12, "total": 31,
             "what": "Preparing the solver (first run only)"}  # fmt: skip
PATIENCE = 120_000  # milliseconds: a guard against hanging, not a measure of speed


def find_chromium():
    """The path of the system's Chromium. Without one the tests are skipped, and in CI they fail."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        says = "the browser tests need Chromium: `make chromium` installs it"
        pytest.fail(says) if os.environ.get("CI") else pytest.skip(says)
    return found


_OPEN = contextlib.ExitStack()  # closes the browser
_BROWSER = []  # the browser that is open, if any
_SHARED = []  # the visitor that tests share, if any


def open_browser():
    """The browser, which stays open for the next test."""
    from playwright.sync_api import expect, sync_playwright

    if not _BROWSER:
        found = find_chromium()
        expect.set_options(timeout=PATIENCE)
        playwright = _OPEN.enter_context(sync_playwright())
        _BROWSER.append(playwright.chromium.launch(executable_path=found, args=list(QUIET)))
        _OPEN.callback(lambda: _BROWSER.pop().close())
    return _BROWSER[0]


def until_closed(manager):
    """Enter a context that ends when the browser is closed."""
    return _OPEN.enter_context(manager)


def close_browser():
    """Close it, if it is open."""
    _OPEN.close()


@contextlib.contextmanager
def visit(chromium, url, **choices):
    """A visitor with an empty browser, at an address. An error in the page, or a request to anything other
    than the server, fails the test. Tests that provoke errors clear `faults`. There is no service worker,
    unless a test needs it and passes `service_workers="allow"`."""
    context = chromium.new_context(**{**USUAL, "service_workers": "block", **choices})
    context.set_default_timeout(PATIENCE)
    faults = []
    home = "/".join(url.split("/", 3)[:3])

    def looked_at(request):
        if not request.url.startswith((home, "data:", "blob:")):
            faults.append(f"request to another server: {request.url}")

    def watched(page):
        page.on("pageerror", lambda error: faults.append(f"error: {error}"))
        page.on("console", heard)

    def heard(message):
        if message.type == "error":
            faults.append(f"console: {message.text} {message.location.get('url', '')}")

    context.on("request", looked_at)
    context.on("page", watched)
    page = context.new_page()
    page.goto(url)
    try:
        yield SimpleNamespace(page=page, context=context, faults=faults, url=f"{home}/")
        assert faults == [], faults
    finally:
        context.close()


@contextlib.contextmanager
def scripting(chromium, server):
    """A function that runs JavaScript in a page of the server without the page's own script, and returns
    what it returns."""
    with visit(chromium, f"{server.url}/page/walk/walk.js") as visitor:
        yield visitor.page.evaluate
        # A document without a link to an icon makes the browser look for one.
        visitor.faults[:] = [fault for fault in visitor.faults if not fault.endswith("/favicon.ico")]


@cache
def wake(url):
    """Wait for a server's first response: after installation it compiles its kernels first."""
    assert post(url, "solve", {"board": "5x5"})[0] == 200


@contextlib.contextmanager
def opened(chromium, server, where="", *, alone=False, viewport=WIDE, color_scheme="light",
           reduced_motion="no-preference", **choices):  # fmt: skip
    """The page of a server at a route such as "#play" or at a complete link, for a visitor who has never been
    here: it is loaded anew, and nothing is saved in the browser.

    Pass `alone=True` if a test leaves something behind that only a new visitor is without: another clock,
    scripts, permissions. Such a visitor takes twice the time.
    """
    where = where.removeprefix(f"{server.url}/")
    look = {"color_scheme": color_scheme, "reduced_motion": reduced_motion}
    if alone or choices:
        wake(server.url)
        with visit(chromium, f"{server.url}/{where}", viewport=viewport, **look, **choices) as visitor:
            begun(visitor.page)
            yield visitor.page
        return
    with _shared(chromium, server, where, viewport=viewport, **look) as (page, is_new):
        if not is_new:
            _load_anew(page, where)
        yield page


@contextlib.contextmanager
def revisit(chromium, server, where):
    """The page at a complete route, such as "#watch?board=5x5", which is not loaded again if it was loaded by
    an earlier test: that takes a fifth of the time. Only state that is not part of a link is left from it."""
    with _shared(chromium, server, where, **USUAL) as (page, is_new):
        if not is_new and page.evaluate("location.hash") == where:
            _load_anew(page, where)  # the page keeps how far a proof was read while its link stays the same
        elif not is_new:
            page.evaluate(_GO, where)
            # The script of the mode may have to be loaded first.
            page.wait_for_function("() => document.documentElement.dataset.mode === stage.dataset.mode")
        yield page


@contextlib.contextmanager
def _shared(chromium, server, where, *, viewport, **look):
    """The page of the visitor that tests share, and whether this is a new one. After a failure the next test
    gets a new one."""
    wake(server.url)
    is_new = not _SHARED
    if is_new:
        visits = _OPEN.enter_context(contextlib.ExitStack())
        link = f"{server.url}/{where}"
        visitor = visits.enter_context(visit(chromium, link, viewport=viewport, **look))
        visits.callback(_SHARED.clear)
        _SHARED.append((visits, visitor))
        begun(visitor.page)
    else:
        visits, visitor = _SHARED[0]
        visitor.page.set_viewport_size(viewport)
        visitor.page.emulate_media(**look)
    try:
        yield visitor.page, is_new
        for page in visitor.context.pages:
            if page is not visitor.page:
                page.close()
        visitor.page.unroute_all()
        assert visitor.faults == [], str(visitor.faults)
    except BaseException:
        visitor.faults.clear()
        visits.close()
        raise


def _load_anew(page, where):
    page.evaluate(_FORGET, f"/{where}")
    page.reload()
    begun(page)


# The page is loaded again at an address, and forgets what it saved, even when it saves as it is left.
_FORGET = """(where) => {
  history.replaceState(null, "", where);
  const forget = () => localStorage.clear();
  forget();
  addEventListener("pagehide", forget);  // after the page's own listeners
  document.addEventListener("visibilitychange", forget);
}"""
_GO = """(where) => new Promise((done) => {
  history.replaceState(null, "", "/#");  // otherwise going to the current address does nothing
  localStorage.clear();
  document.querySelectorAll("header details[open]").forEach((menu) => { menu.open = false; });
  addEventListener("hashchange", () => done(true), { once: true });  // after the page's own listener
  location.hash = where;
})"""


def begun(page):
    """Wait until the page has started and shows a mode: until then it is empty."""
    page.locator("#stage[data-mode]").wait_for()


def stop_time(page):
    """Load the page of a visitor of its own anew, with a clock that only the test moves on."""
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    page.reload()
    begun(page)


def steady(page):
    """From now on each frame takes a sixtieth of a second for the page, however long it really takes: a
    motion has as many frames on a busy machine as on any other."""
    page.evaluate(_STEADY)


_STEADY = """() => {
  const request = requestAnimationFrame;
  let [shown, last] = [performance.now(), 0];
  window.requestAnimationFrame = (turn) => request((now) => {
    if (now !== last) [shown, last] = [shown + 1000 / 60, now];
    turn(shown);
  });
}"""


# -- what is on a board -------------------------------------------------------------------------------------


def board_of(page, name=""):
    """The grid of the visible board, or of the board whose name contains this."""
    return page.get_by_role("grid", name=name)


def square_name(rows, cols, row, col):
    """The name of a square, counted from 1, as the page shows it by default: chess names up to 26 columns."""
    return f"{chr(96 + col)}{rows + 1 - row}" if cols <= 26 else f"{row},{col}"


def in_chess(text, rows, cols):
    """A text of Python with its squares named as on the page, instead of row,col."""
    pair = re.compile(r"(?<![\d,])(\d{1,3}),(\d{1,2})(?![\d,]*\d)")
    return pair.sub(lambda found: square_name(rows, cols, int(found[1]), int(found[2])), text)


def size_of(grid):
    """The rows and columns of a grid."""
    return tuple(int(grid.get_attribute(f"aria-{side}count")) for side in ("row", "col"))


def square(grid, row, col):
    """One square of the grid, counted from 1."""
    name = square_name(*size_of(grid), row, col)
    return grid.get_by_role("gridcell", name=re.compile(rf"^{name}(,|$)"))


def labels(grid):
    """What a screen reader says about each square, by (row, col) from 1, without the name of the square."""
    said = grid.get_by_role("gridcell").evaluate_all(
        "all => all.map((one) => one.getAttribute('aria-label'))"
    )
    rows, cols = size_of(grid)
    found = {}
    for words in said:
        name, _, rest = words.partition(", ")
        if cols > 26:
            name, _, rest = (match := re.match(r"(\d+,\d+)(, )?(.*)", words))[1], "", match[3]
            at = tuple(map(int, name.split(",")))
        else:
            at = rows + 1 - int(name[1:]), ord(name[0]) - 96
        found[at] = rest
    assert len(found) == len(said)
    return found


def walk_said(grid):
    """The visited squares in order, as a screen reader says them: (row, col) from 1."""
    numbers = {}
    for place, words in labels(grid).items():
        if found := re.search(r"(?:number|step) (\d+)", words):
            numbers[int(found[1])] = place
    assert sorted(numbers) == list(range(1, len(numbers) + 1))
    return [numbers[k] for k in sorted(numbers)]


_DRAWN = r"""(grid) => {
  const drawing = grid.parentElement.querySelector("svg");
  const shown = (one) => one.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
  const texts = [...drawing.querySelectorAll("text")].filter(shown);
  const lines = [...drawing.querySelectorAll(".lines path")].filter(shown)
    .filter((one) => /^M[\d. ]+(L[\d. ]+)+$/.test(one.getAttribute("d")));
  return {
    width: drawing.viewBox.baseVal.width,
    texts: texts.map((one) => [...["x", "y"].map((side) => Number(one.getAttribute(side))), one.textContent]),
    lines: lines.map((one) => [one.getAttribute("d"), getComputedStyle(one).stroke]),
  };
}"""


def drawn(grid):
    """What the drawing shows: the `figures` by square, (row, col) from 1; the squares of the `line`; and its
    `colours`, each once."""
    found = grid.evaluate(_DRAWN)
    side = found["width"] / int(grid.get_attribute("aria-colcount"))

    def at(x, y):
        return int(y // side) + 1, int(x // side) + 1

    line = []
    for path, _ in found["lines"]:
        points = [at(*map(float, point.split())) for point in path[1:].split("L")]
        assert not line or line[-1] == points[0]
        line += points if not line else points[1:]
    return SimpleNamespace(
        figures={at(x, y): text for x, y, text in found["texts"] if x > 0 and y > 0},
        line=line,
        colours={colour for _, colour in found["lines"]},
    )


# -- what is said -------------------------------------------------------------------------------------------


def region(page, name):
    """A part of the page by its name."""
    return page.get_by_role("region", name=name, exact=True)


def tab(page, name):
    """Open a tab of the panel."""
    page.get_by_role("tab", name=name, exact=True).click()


def to_mode(page, name):
    """Go to a mode by its link."""
    page.get_by_role("navigation", name="Modes").get_by_role("link", name=name).click()
    page.locator(f"#stage[data-mode={name.lower()}]").wait_for()


def enter(page, name, text):
    """Type into the text field whose name begins like this, and press Enter. Returns the field."""
    field = page.get_by_role("textbox", name=re.compile(f"^{name}"))
    field.fill(text)
    field.press("Enter")
    return field


def set_choice(page, name):
    """Choose something in the menu of settings."""
    page.locator("summary[aria-label=Settings]").click()
    page.get_by_role("radio", name=name, exact=True).check()
    page.keyboard.press("Escape")


def advanced(page):
    """Open the rule and the leaper under Options."""
    tab(page, "Options")
    closed = page.locator("details.advanced:not([open]) > summary:visible")
    if closed.count():
        closed.click()


def to_the_end(page):
    """Bring a walk that is just drawing itself to its end."""
    if page.get_by_role("button", name="Pause", exact=True).count():
        page.get_by_role("button", name=re.compile("^Last (step|frame)$")).click()


def settled(page, name="Outcome"):
    """The outcome, once the current request has its response, and the whole walk on the board: a walk that is
    just drawing itself is brought to its end."""
    from playwright.sync_api import expect

    outcome = page.locator(
        f"[role=region][aria-label='{name}']:visible, [role=tabpanel] [aria-label='{name}']"
    )
    expect(outcome).not_to_have_attribute("aria-busy", "true")
    if page.get_by_role("tab", name="Explain", selected=False).count():
        tab(page, "Explain")
    outcome = region(page, name)
    expect(outcome).to_have_text(re.compile(r"\w"))
    to_the_end(page)
    return outcome


def choose(page, name, choice):
    """Choose an item of a list, both named by their labels."""
    page.get_by_role("combobox", name=name).select_option(label=choice)


def wait_until(page, condition):
    """Wait for something that happens here and not in the page."""
    deadline = time.monotonic() + PATIENCE / 1000
    while not condition():
        assert time.monotonic() < deadline
        page.wait_for_timeout(20)


def touch(session, kind, *points):
    """Touch the screen with fingers at these points, by the DevTools protocol."""
    at = [{"x": x, "y": y, "id": k} for k, (x, y) in enumerate(points)]
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})


def still(page, turns=3):
    """Let the page draw this many times more, so that everything that happens at once has happened."""
    page.evaluate(
        "(turns) => new Promise((done) => {"
        " const turn = () => (turns-- > 0 ? requestAnimationFrame(turn) : done()); turn(); })",
        turns,
    )
