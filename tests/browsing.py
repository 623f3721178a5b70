"""The page in the system's Chromium, used as a person uses it: by eyes, mouse, fingers and keys."""

import contextlib
import os
import shutil
from types import SimpleNamespace

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome")
QUIET = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
WIDE, NARROW = {"width": 1280, "height": 900}, {"width": 390, "height": 844}


def find_chromium():
    """Where the system's Chromium is; without one the tests are skipped, and in CI they fail."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        says = "there is no Chromium for the browser tests: scripts/chromium.sh installs it"
        pytest.fail(says) if os.environ.get("CI") else pytest.skip(says)
    return found


@contextlib.contextmanager
def browser():
    """A browser that is closed at the end."""
    from playwright.sync_api import sync_playwright

    found = find_chromium()
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=found, args=list(QUIET))
        yield chromium
        chromium.close()


@contextlib.contextmanager
def visit(chromium, url, **choices):
    """A visitor with an empty browser, at an address. What goes wrong in the page, or asks for anything
    beyond the server, fails the test: `faults` may be cleared by tests that provoke some."""
    context = chromium.new_context(
        **{"viewport": WIDE, "color_scheme": "light", "reduced_motion": "no-preference", **choices}
    )
    page = context.new_page()
    faults = []
    page.on("pageerror", lambda error: faults.append(f"error: {error}"))
    page.on("console", lambda message: message.type == "error" and faults.append(f"console: {message.text}"))
    home = url.split("/#")[0].split("/?")[0]

    def looked_at(request):
        if not request.url.startswith((home, "data:", "blob:")):
            faults.append(f"asks elsewhere: {request.url}")

    context.on("request", looked_at)
    page.goto(url)
    try:
        yield SimpleNamespace(page=page, context=context, faults=faults)
        assert faults == []
    finally:
        context.close()
