"""Measure the web page in Chromium: how soon the first tour is there, and how fluent large boards are.

    python scripts/page_times.py [--runs 3]

- The first tour: from opening the page to a whole tour on the board (with reduced motion, so that it is not
  drawn square by square), and to the first line of the animated one. Once with an empty compile cache, in a
  server that has just started, then with a warm one.
- 60x60: the longest time for which the main thread was blocked while the tour was drawn.
- 1000x1000: until the board is there, and frames per second while it is dragged, as a whole and zoomed in.

docs/measurements.md has the results.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from page_screenshots import FLAGS, server

# Milliseconds since the page was opened, when a condition holds in an animation frame.
WHEN = """(condition) => new Promise((done) => {
  const holds = new Function(`return ${condition}`);
  const look = () => (holds() ? done(performance.now()) : requestAnimationFrame(look));
  look();
})"""
LINES = "[...document.querySelectorAll('.board svg path')].map((one) => one.getAttribute('d') || '')"
WHOLE = f"{LINES}.filter((d) => /^M[^hvz]*L/.test(d)).join('').split(/[ML]/).length > 64"
BEGUN = f"{LINES}.some((d) => /^M[^hvz]*L/.test(d))"
LONGEST = """
  window.longest = 0;
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) window.longest = Math.max(window.longest, one.duration);
  }).observe({ type: "longtask" });
"""
FRAMES = """() => {
  const seen = (window.seen = { frames: 0, began: performance.now() });
  const count = () => { seen.frames++; if (window.seen === seen) requestAnimationFrame(count); };
  requestAnimationFrame(count);
}"""
HUGE = "/tour of 1000x1000/.test(document.querySelector('#panel')?.innerText ?? '')"


def opened(browser: Browser, url: str, where: str, *, still: bool, script: str = "") -> Page:
    """The page of a new visitor, with a script that runs before those of the page."""
    motion: Any = "reduce" if still else "no-preference"
    context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion=motion)
    page = context.new_page()
    page.add_init_script(script)
    page.goto(f"{url}{where}", wait_until="commit")
    return page


def first_tour(browser: Browser, url: str, *, still: bool) -> float:
    """Seconds until the first tour is there, or has begun."""
    page = opened(browser, url, "", still=still)
    page.wait_for_load_state("domcontentloaded")
    milliseconds = page.evaluate(WHEN, WHOLE if still else BEGUN)
    page.context.close()
    return float(milliseconds) / 1000


def longest_block(browser: Browser, url: str) -> float:
    """The longest time in milliseconds for which the main thread was blocked while a tour of 60x60 was drawn
    on arrival, and then another one."""
    page = opened(browser, url, "#explore?board=60x60", still=False, script=LONGEST)
    page.wait_for_timeout(9000)
    page.evaluate("location.hash = '#explore?board=60x60&start=1,1'")
    page.wait_for_timeout(9000)
    longest = float(page.evaluate("window.longest"))
    page.context.close()
    return longest


def large_board(browser: Browser, url: str) -> dict[str, float]:
    """1000x1000: seconds until its tour is there, and frames per second while it is dragged."""
    page = opened(browser, url, "#explore?board=1000x1000", still=True)
    page.wait_for_load_state("domcontentloaded")
    came = page.evaluate(WHEN, HUGE)
    page.wait_for_timeout(6000)  # the picture is completed
    whole = frames_while_dragged(page)
    box = page.locator(".board-box").bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    for _ in range(12):
        page.mouse.wheel(0, -240)
        page.wait_for_timeout(60)
    page.wait_for_timeout(500)
    near = frames_while_dragged(page)
    page.context.close()
    return {"seconds": came / 1000, "whole": whole, "near": near}


def frames_while_dragged(page: Page) -> float:
    """Frames per second while the board is dragged."""
    box = page.locator(".board-box").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.evaluate(FRAMES)
    for step in range(120):
        page.mouse.move(x + 150 * (step % 40) / 40, y + 100 * (step % 30) / 30)
    rate = page.evaluate("1000 * window.seen.frames / (performance.now() - window.seen.began)")
    page.mouse.up()
    return float(rate)


def best(runs: int, measure: Callable[[], float]) -> float:
    return min(measure() for _ in range(runs))


def main() -> None:
    """Print the measurements."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--runs", type=int, default=3)
    runs = parser.parse_args().runs
    with sync_playwright() as playwright:
        path = os.environ.get("CHROMIUM", "/usr/bin/chromium")
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        with tempfile.TemporaryDirectory() as empty:
            os.environ["NUMBA_CACHE_DIR"] = empty
            with server() as url:
                print(f"empty cache: a whole tour after {first_tour(browser, url, still=True):.2f} s")
            del os.environ["NUMBA_CACHE_DIR"]
        subprocess.run([sys.executable, "-m", "turaga", "compile"], check=True, stdout=subprocess.DEVNULL)
        with server() as url:
            whole = best(runs, lambda: first_tour(browser, url, still=True))
            begun = best(runs, lambda: first_tour(browser, url, still=False))
            print(
                f"warm, best of {runs}: a whole tour after {whole:.2f} s, the first move after {begun:.2f} s"
            )
            blocked = best(runs, lambda: longest_block(browser, url))
            print(f"60x60: the main thread was blocked for {blocked:.0f} ms at most (0: for less than 50 ms)")
            large = large_board(browser, url)
            print(
                f"1000x1000: a tour after {large['seconds']:.1f} s; dragged with {large['whole']:.0f} frames "
                f"a second, and {large['near']:.0f} when zoomed in"
            )


if __name__ == "__main__":
    main()
