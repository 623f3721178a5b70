"""Count in the browser: counts compared with published ones, and descriptions of what is counted."""

import json
import re
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browsing import board_of, drawn, opened, region, revisit, visit, wake
from serving import get, post
from turaga import Walk, read, verify
from turaga.count.request import Tours
from turaga.text import duration

COUNTS = json.loads((Path(__file__).parent / "golden" / "counts.json").read_text())


def ask(page, *, rows, cols, kind="Open", directed=False):
    """Choose what is to be counted."""
    page.get_by_role("spinbutton", name="Rows").fill(str(rows))
    page.get_by_role("spinbutton", name="Columns").fill(str(cols))
    page.get_by_role("radio", name=kind).check()
    page.get_by_role("checkbox", name="Count each tour in both directions").set_checked(directed)


def count(page, number=None):
    """Count, and see that it is this number."""
    page.get_by_role("button", name="Count", exact=True).click()
    told = region(page, "The count")
    expect(told).to_contain_text("Counted:")
    if number is not None:
        expect(told.get_by_role("paragraph").first).to_have_text(f"{number:,}")
    return told


def test_counts_equal_the_published_ones(chromium, server):
    with revisit(chromium, server, "#count?board=6x6") as page:
        ask(page, rows=5, cols=5)
        told = count(page, COUNTS["open"]["5x5"])
        expect(told).to_contain_text(
            "Counted: open tours of 5x5, ignoring direction and including tours that can be closed"
        )
        expect(told).to_contain_text("The published count is the same.")
        ask(page, rows=5, cols=5, directed=True)
        told = count(page, COUNTS["open_directed_square"]["5"])
        expect(told).to_contain_text("open tours of 5x5, counting both directions and including")
        ask(page, rows=6, cols=6, kind="Closed")
        told = count(page, COUNTS["closed"]["6x6"])
        expect(told).to_contain_text("closed tours of 6x6, ignoring start and direction")
        ask(page, rows=6, cols=6, kind="Closed", directed=True)
        count(page, 2 * COUNTS["closed"]["6x6"])
        ask(page, rows=3, cols=40, kind="Closed")  # more than a number of JavaScript holds
        count(page, COUNTS["closed"]["3x40"])


def test_the_page_and_the_library_describe_tours_and_times_in_the_same_words(chromium, server):
    choices = product([False, True], [False, True], [None, "1,1"], [None, "5,5"])
    cases = [dict(zip(("closed", "directed", "start", "end"), choice, strict=True)) for choice in choices]
    script = """async (all) => {
        const { toursInWords } = await import("/page/countwords.js");
        return all.map((tours) => toursInWords({ board: "5x5", ...tours }));
    }"""
    with revisit(chromium, server, "#count?board=6x6") as page:
        assert page.evaluate(script, cases) == [Tours.of("5x5", **case).words for case in cases]
        times = [0, 2e-7, 0.00052, 0.0012345, 0.354, 0.99949, 0.9996, 1.884, 12.345, 120.4, 125, 7199.4, 7500]
        script = """async (times) => {
            const { showSeconds } = await import("/page/countwords.js");
            return times.map(showSeconds);
        }"""
        assert page.evaluate(script, times) == [duration(time) for time in times]


def test_counting_with_a_start_or_end(chromium, server):
    corner, centre = (COUNTS["directed_from_start_5x5"][name] for name in ("corner", "centre"))
    with revisit(chromium, server, "#count?board=6x6") as page:
        ask(page, rows=5, cols=5)
        start = page.get_by_role("textbox", name=re.compile("^Start"))
        start.fill("a5")
        expect(page.get_by_text("open tours of 5x5 starting on 1,1").first).to_be_visible()
        count(page, corner)
        start.fill("3,3")
        told = count(page, centre)
        expect(told).to_contain_text("There is no published count to compare with.")
        start.fill("6,6")
        expect(page.get_by_text("is not a square of this board").first).to_be_visible()
        expect(start).to_have_attribute("aria-invalid", "true")
        expect(page.get_by_role("button", name="Count", exact=True)).to_be_disabled()


def test_without_tours_the_reason_is_shown(chromium, server):
    with revisit(chromium, server, "#count?board=6x6") as page:
        ask(page, rows=5, cols=5, kind="Closed")
        told = count(page, 0)
        _, _, truth = post(server.url, "count", {"board": "5x5", "closed": True})
        assert truth["count"] == 0
        expect(told).to_contain_text(truth["reason"])


def test_published_counts_have_sources_and_fill_in_the_form(chromium, server):
    _, _, truth = get(server.url, "/api/v1/known")
    assert len(truth["counts"]) > 50
    with revisit(chromium, server, "#count?board=6x6") as page:
        known = region(page, "Published counts")
        expect(known.get_by_role("listitem").first).to_be_visible()
        shut = known.locator("details:not([open]) > summary")
        while shut.count():
            shut.first.click()
        rows = known.get_by_role("listitem").all_inner_texts()
        assert len(rows) == len(truth["counts"])
        found = [re.match(r"(\d+x\d+)\s+([\d,]+)\s+(.+)", row).groups() for row in rows]
        assert found == [(one["board"], f"{one['count']:,}", one["source"]) for one in truth["counts"]]
        for one in truth["counts"]:
            golden = COUNTS[one["kind"]].get(one["board"])
            assert golden is None or one["count"] == golden * (2 if one["directed"] else 1)
        known.get_by_role("button", name="Use 8x8 in the form above").first.click()
        expect(page.get_by_role("spinbutton", name="Rows")).to_have_value("8")
        told = region(page, "The count")
        expect(told).to_contain_text("Published:")
        expect(told).to_contain_text("13,267,364,410,532")


def test_a_board_too_large_to_count_can_be_estimated(chromium, server):
    wake(server.url)
    with visit(chromium, f"{server.url}/#count?board=10x10") as visitor:
        page = visitor.page
        page.get_by_role("button", name="Count", exact=True).click()
        told = region(page, "The count")
        expect(told).to_contain_text("Not counted")
        status, _, refusal = post(server.url, "count", {"board": "10x10", "closed": True})
        assert status == 422
        why = refusal["detail"][0]["msg"]
        expect(told).to_contain_text(re.compile(re.escape(why[1:]), re.I))
        assert all("422" in fault for fault in visitor.faults)
        visitor.faults.clear()
        told.get_by_role("button", name="Estimate").click()
        expect(told).to_contain_text(re.compile(r"about [\d.,]+"))
        expect(told).to_contain_text("Estimated: closed tours of 10x10")
        expect(told).to_contain_text("standard error")
        page.get_by_role("button", name="Random tour").click()
        expect(told).to_contain_text("No random tour")
        expect(told).to_contain_text("cannot be sampled")
        expect(told.get_by_role("button")).to_have_count(0)
        assert all("422" in fault for fault in visitor.faults)
        visitor.faults.clear()


def test_the_published_count_is_shown_before_counting(chromium, server):
    with revisit(chromium, server, "#count?board=7x7&closed=0") as page:
        told = region(page, "The count")
        expect(told).to_contain_text("Published: open tours of 7x7", ignore_case=True)
        expect(told.get_by_role("paragraph").first).to_have_text(
            f"{COUNTS['open_directed_square']['7'] // 2:,}"
        )


def test_stopping_a_count_stops_the_server_too(chromium, server):
    with revisit(chromium, server, "#count?board=8x8") as page:
        page.get_by_role("button", name="Count", exact=True).click()
        told = region(page, "The count")
        expect(told).to_contain_text("Counting closed tours of 8x8")
        with page.expect_event("requestfailed", lambda request: request.url.endswith("/count")):
            told.get_by_role("button", name="Stop").click()
        expect(told).to_contain_text("Stopped.")
        expect(page.get_by_role("button", name="Count", exact=True)).to_be_focused()


def test_a_change_while_counting_stops_the_count(chromium, server):
    with revisit(chromium, server, "#count?board=8x8") as page:
        page.get_by_role("button", name="Count", exact=True).click()
        expect(region(page, "The count")).to_contain_text("Counting closed tours of 8x8")
        with page.expect_event("requestfailed", lambda request: request.url.endswith("/count")):
            page.get_by_role("spinbutton", name="Columns").fill("5")
        expect(page.get_by_role("button", name="Stop")).to_have_count(0)


@pytest.mark.parametrize("kind", ["Closed", "Open"])
def test_a_random_tour_is_shown_and_downloaded(kind, chromium, server):
    with revisit(chromium, server, "#count?board=5x6") as page:
        page.get_by_role("radio", name=kind).check()
        page.get_by_role("button", name="Random tour").click()
        told = region(page, "The count")
        expect(told).to_contain_text("A random tour")
        figures = drawn(board_of(page)).figures
        tour = [at for at, _ in sorted(figures.items(), key=lambda one: int(one[1]))]
        report = verify(Walk("5x6", [(row - 1, col - 1) for row, col in tour]))
        assert report.is_tour
        if kind == "Closed":
            assert report.closed
            expect(told).to_contain_text(f"from {COUNTS['closed']['5x6']:,} closed tours")
            assert drawn(board_of(page)).line == [*tour, tour[0]]
        with page.expect_download() as coming:
            page.get_by_role("button", name="JSON", exact=True).click()
        assert [(r + 1, c + 1) for r, c in read(coming.value.path().read_text()).walk] == tour
        page.get_by_role("button", name="First step").click()
        assert len(drawn(board_of(page)).line) == 0
        page.get_by_role("button", name="Another random tour").click()
        expect(told).to_contain_text("A random tour")


def test_a_link_restores_the_form(chromium, server):
    with revisit(chromium, server, "#count?board=6x6") as page:
        ask(page, rows=5, cols=6, directed=True)
        page.get_by_role("textbox", name=re.compile("^End")).fill("1,1")
        expect(page).to_have_url(re.compile("end=1,1"))
        link, meaning = page.url, page.get_by_text(re.compile("^This counts ")).first.inner_text()
    with opened(chromium, server, link) as page:
        expect(page.get_by_text(meaning)).to_be_visible()
        expect(page.get_by_role("radio", name="Open")).to_be_checked()
        expect(page.get_by_role("spinbutton", name="Columns")).to_have_value("6")
