"""Looks at a page as a critical person does: what is cut off, what overlaps, what scrolls sideways."""

from pathlib import Path

_LOOK = (Path(__file__).parent / "looking.js").read_text()


def faults_seen(page):
    """The faults of the layout at this width, as sentences; empty if there are none."""
    return page.evaluate(_LOOK.partition("\n")[2])


def box_of(locator):
    """The box of an element in whole pixels, measured from the top of the page."""
    return locator.evaluate(
        "(one) => { const box = one.getBoundingClientRect();"
        " return [box.x + scrollX, box.y + scrollY, box.width, box.height].map(Math.round); }"
    )


def violations(page):
    """What axe-core finds wrong, one line each."""
    from axe_playwright_python.base import AXE_SCRIPT

    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    # The passed checks stay in the page, because there are far more of them.
    found = page.evaluate("axe.run({ resultTypes: ['violations'] }).then((all) => all.violations)")
    return [
        f"{one['impact']}: {one['id']}: {one['help']}: {node['target']} {node['any'][:1]}"
        for one in found
        for node in one["nodes"]
    ]


_SMALL = """(least) => [...document.querySelectorAll("button, input, select, summary, a.action, .modes a")]
  .filter((one) => one.checkVisibility({ checkOpacity: false, visibilityProperty: true }))
  .map((one) => one.closest("label") ?? one)
  .map((one) => [one, one.getBoundingClientRect()])
  .filter(([one, { width, height }]) => !one.closest(".unseen") && Math.min(width, height) > 2
    && (width < least - 0.5 || height < least - 0.5) && getComputedStyle(one).display !== "inline")
  .map(([one, { width, height }]) => `${one.textContent.trim() || one.ariaLabel}: ${width} x ${height}`)"""


def small_targets(page, least):
    """The controls that are smaller than so many pixels, as sentences. Those within a line of text may be."""
    return page.evaluate(_SMALL, least)
