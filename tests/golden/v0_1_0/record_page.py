"""Records what the page of version 0.1.0 shows and keeps: `python record_page.py` with that version and
`tests` on the path. Like `record.py` it only documents how a file was made."""

import json
from pathlib import Path

from browsing import browser, opened
from gaming import play_by_clicks
from serving import served
from test_page_compatibility import seen

HERE = Path(__file__).parent
LINKS = [
    "#watch",
    "#watch?board=5x6",
    "#watch?board=7x8&start=2,3&end=3,7&how=search&ties=random&seed=6&step=31&numbers=1&colours=1&speed=12",
    "#watch?board=8x8&start=5,3&how=greedy&like=bencic",
    "#watch?board=6x6&start=any&closed=1&lines=0&degrees=0&numbers=1",
    "#watch?board=8x8&start=1,1&how=greedy&ties=lookahead:2,corner,order:21436587&most=1&openstart=1&deadends=1",
    "#play?board=5x5&squares=3,3-5,4-3,5",
    "#play?board=6x7",
    "#compare?board=6x6&start=2,2&a-ties=corner&b-like=serafeimidis&step=20&numbers=1",
    "#compare?board=5x5&start=1,1&a-like=agh&b-ties=random&b-seed=3&b-most=1&b-openstart=1&speed=9",
    "#survey?board=5x7&like=serafeimidis",
    "#survey?board=6x6&ties=random&seed=4&retries=2&deadends=1",
    "#count?board=6x6",
    "#count?board=5x5&closed=0&directed=1",
    "#count?board=4x5&closed=0&start=1,1&end=1,4",
    "#count?board=5x6&draw=7",
]


def record_page():
    """What is seen where links lead to, and what the page keeps of games in the browser."""
    links = {}
    with served() as server, browser() as chromium:
        for link in LINKS:
            with opened(chromium, server, link) as page:
                page.wait_for_timeout(4000)
                links[link] = seen(page)
        with opened(chromium, server, "#play?board=5x5") as page:
            play_by_clicks(page, [(3, 3), (5, 4)])
            page.get_by_role("button", name="New game", exact=True).click()
            page.goto(f"{server.url}/#play?board=5x6")
            page.wait_for_timeout(500)
            play_by_clicks(page, [(1, 1), (2, 3), (3, 1), (1, 2), (2, 4)])
            page.keyboard.press("h")
            page.wait_for_timeout(2000)
            for _ in range(2):
                page.keyboard.press("u")
            page.wait_for_timeout(500)
            kept = page.evaluate("({ ...localStorage })")
    (HERE / "page.json").write_text(json.dumps({"links": links, "kept": kept}, indent=1, ensure_ascii=False))


if __name__ == "__main__":
    record_page()
