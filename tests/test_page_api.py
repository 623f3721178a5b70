"""The page about the API: what a person reads there, and examples that can be sent."""

import json
import re
import struct
from types import SimpleNamespace

import pytest
from playwright.sync_api import expect

from browsing import NARROW, PATIENCE, WIDE, visit
from looking import faults_seen, violations
from serving import get

WAITS = {"timeout": PATIENCE}


@pytest.fixture(scope="module")
def described(server):
    """The OpenAPI document."""
    return get(server.url, "/api/v1/openapi.json")[2]


def operations(described):
    return {one["operationId"]: one for ways in described["paths"].values() for one in ways.values()}


def opened(chromium, server, **choices):
    return visit(chromium, f"{server.url}/api", **choices)


def endpoint(page, path):
    method = "GET" if path in ("options", "status", "known", "shapes") else "POST"
    return page.get_by_role("region", name=f"{method} /api/v1/{path}", exact=True)


def send(part):
    """Send an example, and return the line about the response."""
    part.get_by_role("button", name="Send").click()
    said = part.get_by_role("status")
    expect(said).to_have_text(re.compile(r"^\d{3} .*(ms|s) · .*(bytes|kB)$"), **WAITS)
    return said.inner_text()


def test_every_example_can_be_sent(chromium, server, described):
    with opened(chromium, server) as there:
        paths = [path.removeprefix("/api/v1/") for path in described["paths"]]
        assert len(paths) > 10
        for path in paths:
            part = endpoint(there.page, path)
            assert send(part).startswith("200 OK"), path
            if path == "draw":
                picture = part.get_by_role("img", name="The picture that the server has drawn")
                expect(picture).to_be_visible()
                assert picture.evaluate("(one) => one.decode().then(() => one.naturalWidth)") > 50
            else:
                expect(part.get_by_role("region", name=re.compile("Response"))).to_contain_text("{")
        solved = endpoint(there.page, "solve").get_by_role("region", name=re.compile("Response"))
        expect(solved).to_contain_text('"outcome": "found"')
        expect(solved).to_contain_text("… 56 more")  # of the 64 squares, eight are shown
        assert violations(there.page) == []


def test_each_endpoint_has_its_sentence_and_its_fields(chromium, server, described):
    with opened(chromium, server) as there:
        listed = there.page.get_by_role("navigation", name="Endpoints").get_by_role("link")
        expect(listed).to_have_count(len(described["paths"]))
        for one in operations(described).values():
            assert re.fullmatch(r"[A-Z].* .*\.", one["summary"])
            assert there.page.get_by_text(one["summary"], exact=True).count() == 1
        fields = endpoint(there.page, "solve").locator("dt")
        content = described["paths"]["/api/v1/solve"]["post"]["requestBody"]["content"]
        schema = content["application/json"]["schema"]
        assert {text.split()[0] for text in fields.all_inner_texts()} == set(schema["properties"])
        first = endpoint(there.page, "solve").locator("dt, dd").all_inner_texts()[:2]
        assert first[0].split() == ["board", "required"]
        assert '"8x8"' in first[1]
        assert "A whole number from 0 to 100" in endpoint(there.page, "solve").locator("dl").inner_text()


def test_an_example_can_be_changed_and_errors_are_shown(chromium, server):
    with opened(chromium, server) as there:
        part = endpoint(there.page, "solve")
        editor = part.get_by_role("textbox", name="Request")
        editor.fill('{"board": "3x3"}')
        editor.press("Control+Enter")
        answer = part.get_by_role("region", name=re.compile("Response"))
        expect(answer).to_contain_text('"outcome": "impossible"', **WAITS)
        command = part.get_by_role("region", name=re.compile("Command"))
        data = "-H 'Content-Type: application/json' -d '{\"board\": \"3x3\"}'"
        expect(command).to_have_text(f"curl -s {server.url}/api/v1/solve {data}")
        editor.fill('{"board": "8x8", "start": "9,9"}')
        assert send(part).startswith("422")
        expect(answer).to_contain_text("9,9")
        there.faults.clear()  # the browser reports the status
        part.get_by_role("button", name="Reset").click()
        assert send(part).startswith("200 OK")


def test_a_server_that_is_gone_is_reported_and_a_request_can_be_cancelled(chromium, server):
    with opened(chromium, server) as there:
        part = endpoint(there.page, "status")
        there.page.route("**/v1/status", lambda route: route.abort())
        part.get_by_role("button", name="Send").click()
        expect(part.get_by_role("status")).to_contain_text("The server is not responding", **WAITS)
        there.page.unroute_all()
        there.page.route("**/v1/status", lambda route: None)  # it never responds
        part.get_by_role("button", name="Send").click()
        part.get_by_role("button", name="Cancel").click()
        expect(part.get_by_role("status")).to_have_text("Cancelled.")
        there.page.unroute_all(behavior="ignoreErrors")
        assert send(part).startswith("200 OK")
        there.faults.clear()


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nothing_is_cut_off_and_axe_finds_no_violations(size, theme, chromium, server):
    with opened(chromium, server, viewport=size, color_scheme=theme) as there:
        expect(endpoint(there.page, "solve")).to_be_visible()
        # This page scrolls; in a window as high as the page, nothing is out of sight.
        height = there.page.evaluate("document.documentElement.scrollHeight")
        there.page.set_viewport_size({"width": size["width"], "height": height})
        assert faults_seen(there.page) == []
        send(endpoint(there.page, "solve"))
        assert there.page.evaluate("document.documentElement.scrollWidth") == size["width"]
        assert violations(there.page) == []
        shown = there.page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert (shown == "rgb(20, 24, 29)") == (theme == "dark")


def test_other_addresses_lead_to_the_page(server):
    page = get(server.url, "/api")
    assert page[1]["Content-Type"] == "text/html; charset=utf-8"
    assert get(server.url, "/api/")[2] == get(server.url, "/docs")[2] == page[2]
    assert get(server.url, "/api/v1/nothing")[2]["detail"].endswith("the API is described at /api")


# -- the manifest and the icons -----------------------------------------------------------------------------


def test_the_manifest_names_icons_of_the_size_that_it_says(server):
    _, headers, _ = get(server.url, "/page/manifest.webmanifest")
    assert headers["Content-Type"] == "application/manifest+json"
    assert b'<link rel="manifest" href="/page/manifest.webmanifest">' in get(server.url, "/")[2]
    manifest = SimpleNamespace(**json.loads(get(server.url, "/page/manifest.webmanifest")[2]))
    assert (manifest.start_url, manifest.display) == ("/", "standalone")
    purposes = set()
    for icon in manifest.icons:
        status, found, content = get(server.url, icon["src"])
        assert (status, found["Content-Type"]) == (200, icon["type"])
        purposes.add((icon["sizes"], icon.get("purpose", "any")))
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", content[16:24])
            assert icon["sizes"] == f"{width}x{height}"
    assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} <= purposes
    assert get(server.url, "/page/apple-touch-icon.png")[2][:8] == b"\x89PNG\r\n\x1a\n"
