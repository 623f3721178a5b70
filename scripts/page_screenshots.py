"""Take the screenshots of the web page in the documentation, one of each mode.

    python scripts/page_screenshots.py [--all DIRECTORY]

This starts a server, opens each mode in Chromium, and writes docs/pictures/page-explore.png and so on, in
light colours. `--all` instead writes every mode in four sizes of window, light and dark, into a directory, to
be looked at.
"""

import argparse
import contextlib
import io
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parent.parent
PICTURES = ROOT / "docs" / "pictures"
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
DOCUMENTED = (1280, 800)
SIZES = {"wide": (1440, 900), "small": (1024, 768), "phone": (390, 844), "sideways": (844, 390)}
COLOURS = 128  # of a screenshot in the documentation, to keep it small


def _hint(page: Page) -> None:
    page.get_by_role("button", name="Hint", exact=True).click()
    page.wait_for_timeout(1500)


def _count(page: Page) -> None:
    page.get_by_role("button", name="Count", exact=True).click()
    page.wait_for_timeout(4000)


# The address of each mode, and what is done there.
MODES: dict[str, tuple[str, Any]] = {
    "explore": ("#explore?board=8x8&start=8,1", None),
    "play": ("#play?board=6x6&squares=6,1-4,2-6,3-5,1-3,2-1,1-2,3-1,5-3,6-5,5", _hint),
    "compare": ("#compare?board=8x8&start=5,8&b-like=serafeimidis", None),
    "map": ("#map?board=8x8&rule=12345678", None),
    "count": ("#count?board=6x6&draw=7", _count),
    "gallery": ("#gallery", None),
    "shapes": ("#shapes?board=12x12&holes=1,1-1,2-2,1-1,12-1,11-2,12-12,1-11,1-12,2-12,12-12,11-11,12", None),
}


@contextlib.contextmanager
def server() -> Iterator[str]:
    """The URL of a server."""
    command = [sys.executable, "-m", "turaga", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        try:
            assert process.stdout is not None
            found = re.search(r"http://\S+/", process.stdout.readline())
            assert found
            yield found[0]
        finally:
            process.terminate()


def take(browser: Browser, url: str, mode: str, size: tuple[int, int], theme: Any) -> bytes:
    """A screenshot of a mode."""
    where, act = MODES[mode]
    width, height = size
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=theme, reduced_motion="reduce"
    )
    page = context.new_page()
    page.goto(f"{url}{where}")
    page.wait_for_timeout(2500)
    if act:
        act(page)
    picture = page.screenshot()
    context.close()
    return picture


def main() -> None:
    """Take the screenshots."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--all", metavar="DIRECTORY", type=Path)
    chosen = parser.parse_args()
    with server() as url, sync_playwright() as playwright:
        path = os.environ.get("CHROMIUM", "/usr/bin/chromium")
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        if chosen.all is None:
            for mode in MODES:
                picture = Image.open(io.BytesIO(take(browser, url, mode, DOCUMENTED, "light")))
                picture.quantize(COLOURS).save(PICTURES / f"page-{mode}.png", optimize=True)
            return
        chosen.all.mkdir(parents=True, exist_ok=True)
        for mode in MODES:
            for name, size in SIZES.items():
                for theme in ("light", "dark"):
                    file = chosen.all / f"{mode}-{name}-{theme}.png"
                    file.write_bytes(take(browser, url, mode, size, theme))


if __name__ == "__main__":
    main()
