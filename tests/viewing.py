"""All that a visitor sees of a view of the page, to compare it with what is seen later."""

import re
import time

from browsing import PATIENCE, still, to_the_end

# What is in the stage and in every tab of the panel: the controls, the words, the names that only screen
# readers and tooltips say, and the boards with their labels and lines. What a click sets and how a brush
# mirrors are tools in the hand and no part of the view; which tab is open is none either. The list of
# moves has only those that its tab has room for.
_SEEN = """() => {
  const roots = ["#stage", "#panel"].map((name) => document.querySelector(name));
  const isHidden = (one) => one.closest("[hidden]:not([role=tabpanel])") !== null;
  const inside = (name) => roots.flatMap((root) => [...root.querySelectorAll(name)]);
  const all = (name) => inside(name).filter((one) => !isHidden(one));
  const tools = /^(A click on the board sets|Mirror)/;
  const isTool = (one) => tools.test(one.closest("fieldset")?.querySelector("legend")?.textContent ?? "");
  const label = (one) => one.ariaLabel ?? one.labels?.[0]?.textContent ?? "";
  const state = (one) => (one.matches("[type=checkbox], [type=radio]") ? one.checked : one.value);
  const skipped = "[hidden]:not([role=tabpanel]), svg, [role=grid], [aria-live], option, progress, "
    + "[aria-label=Moves]";
  const named = "[role=grid], [aria-label=Moves], .sheet-grip";  // they have names of their own
  const words = [];
  const read = (node) => {
    if (node.nodeType === Node.TEXT_NODE) words.push(node.data);
    else if (node.matches(skipped)) return;
    else node.childNodes.forEach(read);
    if (node.matches?.("p, li, h2, h3, dd, button, label, output")) words.push("\\n");
  };
  roots.forEach(read);
  return {
    controls: all("input, select").filter((one) => !isTool(one))
      .map((one) => [label(one), state(one), one.placeholder ?? ""]),
    names: all("[aria-label], [title]").filter((one) => !one.closest(named))
      .map((one) => [one.ariaLabel ?? "", one.title ?? ""]),
    words: words.join("").split("\\n").map((one) => one.trim()).filter(Boolean),
    boards: all("[role=grid]").map((grid) => ({
      labels: [...grid.querySelectorAll("[role=gridcell]")].map((one) => one.ariaLabel),
      lines: [...grid.parentElement.querySelectorAll("svg .lines path")].map((one) => one.getAttribute("d")),
    })),
  };
}"""
# While one of these is visible, something is about to change.
_BUSY = "#stage [aria-busy=true], #panel [aria-busy=true], .waiting:not([hidden]), button[aria-label=Pause]"
TIMES = re.compile(r"\b\d+(\.\d+)? (ms|s|min)\b|\d\d:\d\d\b")  # "Time00:31": there is no \b before the digits


def seen(page):
    """All that is seen now, without how long something took."""
    found = page.evaluate(_SEEN)
    found["words"] = [TIMES.sub("...", one) for one in found["words"]]
    return found


class Requests:
    """The requests of a page to the API that have no response yet."""

    def __init__(self, page):
        self.waiting = set()
        page.on("request", lambda one: "/api/" in one.url and self.waiting.add(one))
        for end in ("requestfinished", "requestfailed"):
            page.on(end, lambda one: self.waiting.discard(one))


def settle(page, requests):
    """Wait until nothing moves, nothing is asked and nothing changes any more, and return what is seen. A
    walk that draws itself is brought to its end."""
    deadline = time.monotonic() + PATIENCE / 1000
    last, same = None, 0
    while same < 3:
        assert time.monotonic() < deadline, "the page does not settle"
        to_the_end(page)
        still(page, 6)
        now = (page.url, seen(page))
        is_quiet = not requests.waiting and not page.locator(_BUSY).count()
        same = same + 1 if is_quiet and now == last else 0
        last = now
    return last[1]


def come_to_see(page, expected, *, url=None):
    """Wait until exactly this is seen, at this address if one is given."""
    deadline = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < deadline:
        to_the_end(page)
        if seen(page) == expected and url in (None, page.url):
            return
        page.wait_for_timeout(50)
    assert url in (None, page.url)
    now = seen(page)
    for part, wanted in expected.items():
        more, less = (
            [one for one in a if one not in b] for a, b in ((now[part], wanted), (wanted, now[part]))
        )
        assert now[part] == wanted, f"{part}: {more} instead of {less}"
