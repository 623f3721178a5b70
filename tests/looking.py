"""Looking at a page as a critical person does: what is cut, what lies over what, what scrolls sideways."""

from pathlib import Path

_LOOK = (Path(__file__).parent / "looking.js").read_text()


def faults_seen(page):
    """What a critical eye finds at this width, as sentences; nothing if all is well."""
    return page.evaluate(_LOOK.partition("\n")[2])


def box_of(locator):
    """Where something stands on the page, wherever that is scrolled to, in whole pixels."""
    return locator.evaluate(
        "(one) => { const box = one.getBoundingClientRect();"
        " return [box.x + scrollX, box.y + scrollY, box.width, box.height].map(Math.round); }"
    )


def violations(page):
    """What axe-core finds wrong, one line each."""
    from axe_playwright_python.base import AXE_SCRIPT

    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    # What it finds right is left in the page: there is far more of it.
    found = page.evaluate("axe.run({ resultTypes: ['violations'] }).then((all) => all.violations)")
    return [
        f"{one['impact']}: {one['id']}: {one['help']}: {node['target']} {node['any'][:1]}"
        for one in found
        for node in one["nodes"]
    ]
