"""Share: links, and walks as files."""

import io
import json
import re
from xml.etree import ElementTree

import pytest
from PIL import Image
from playwright.sync_api import expect

from browsing import (
    PATIENCE,
    board_of,
    opened,
    region,
    revisit,
    settled,
    tab,
    to_mode,
    visit,
    wait_until,
    wake,
    walk_said,
)
from turaga import Walk, pictures, verify
from turaga.notation import read

SVG = "{http://www.w3.org/2000/svg}"


def download(page):
    return region(page, "Download")


def taken(page, kind):
    """The name and the bytes of a file that a button gives."""
    with page.expect_download() as coming:
        download(page).get_by_role("button", name=kind, exact=True).click()
    expect(download(page)).to_contain_text(f"Downloaded {coming.value.suggested_filename}.")
    return coming.value.suggested_filename, coming.value.path().read_bytes()


def shared(page, board):
    """Open the tab. Returns the whole walk on the board."""
    settled(page)
    walk = Walk(board, [(row - 1, col - 1) for row, col in walk_said(board_of(page))])
    tab(page, "Share")
    return walk


def pick(page, name):
    """Choose a style or colours."""
    download(page).get_by_role("radio", name=name, exact=True).check(force=True)


def switch(page, name, on=True):
    download(page).get_by_role("checkbox", name=name, exact=True).set_checked(on)


def test_text_and_json_contain_the_walk(chromium, server):
    with revisit(chromium, server, "#explore?board=6x8&start=2,2&end=5,6") as page:
        tour = shared(page, "6x8")
        assert verify(tour).is_tour
        page.get_by_role("slider", name="Timeline").fill("20")  # the whole tour is taken, wherever one looks
        name, text = taken(page, "Text")
        assert name == "knights-tour-6x8.txt"
        assert read(text.decode()).walk == tour
        name, text = taken(page, "JSON")
        assert name == "knights-tour-6x8.json"
        assert read(text.decode()).walk == tour
        facts = json.loads(text)
        assert (facts["start"], facts["end"]) == ([2, 2], [5, 6])


def test_boards_with_holes_and_incomplete_walks_are_files_too(chromium, server):
    with revisit(chromium, server, "#explore?board=5x5&holes=1,1-3,3&start=1,2&how=greedy") as page:
        settled(page)
        seen = walk_said(board_of(page))
        tab(page, "Share")
        for kind in ("Text", "JSON"):
            walk = read(taken(page, kind)[1].decode()).walk
            assert [(row + 1, col + 1) for row, col in walk] == seen
            assert walk.board.mask().split() == ["#....", ".....", "..#..", ".....", "....."]
    with revisit(chromium, server, "#explore?board=8x8&start=5,3&how=greedy&like=bencic") as page:
        walk = shared(page, "8x8")
        assert verify(walk).unvisited == 4
        name, text = taken(page, "Text")
        assert name == "knights-walk-8x8.txt"
        assert read(text.decode()).walk == walk


def test_pictures_have_the_chosen_look(chromium, server):
    with revisit(chromium, server, "#explore?board=6x6&start=1,1&how=greedy") as page:
        tour = shared(page, "6x6")
        for name in ("Numbers", "Colour by step", "Arrows"):
            switch(page, name, on=False)
        for style, theme, numbers, colour, arrows in [
            ("Board", "Light", False, "plain", False),
            ("Line only", "Print", False, "plain", True),
            ("Squares", "Dark", True, "steps", False),
            ("Board", "Print", True, "steps", True),
        ]:
            pick(page, style)
            pick(page, theme)
            switch(page, "Numbers", numbers)
            switch(page, "Colour by step", colour == "steps")
            if style != "Squares":
                switch(page, "Arrows", arrows)
            name, picture = taken(page, "SVG")
            assert name == "knights-tour-6x6.svg"
            look = {"style": style.split()[0].lower(), "theme": theme.lower(), "numbers": numbers}
            assert picture.decode() == pictures.svg(tour, colour=colour, arrows=arrows, **look)


def test_a_coloured_svg_has_as_few_paths_as_colours(chromium, server):
    with revisit(chromium, server, "#explore?board=20x20&start=1,1&how=greedy") as page:
        settled(page)
        tab(page, "Share")
        pick(page, "Light")
        pick(page, "Line only")
        switch(page, "Colour by step")
        _, picture = taken(page, "SVG")
        paths = [one for one in ElementTree.fromstring(picture).iter(f"{SVG}path") if one.get("stroke")]
        colours = [one.get("stroke") for one in paths]
        assert 1 < len(colours) == len(set(colours)) < 399  # moves
        switch(page, "Colour by step", on=False)
        _, picture = taken(page, "SVG")
        root = ElementTree.fromstring(picture)
        assert len([one for one in root.iter(f"{SVG}path") if one.get("stroke")]) == 1


@pytest.mark.parametrize("pixels", [512, 4096])
def test_a_png_has_the_chosen_size(pixels, chromium, server):
    with revisit(chromium, server, "#explore?board=5x6&start=1,1&how=greedy") as page:
        settled(page)
        tab(page, "Share")
        page.get_by_role("combobox", name="PNG size").select_option(str(pixels))
        name, picture = taken(page, "PNG")
        assert name == "knights-tour-5x6.png"
        with Image.open(io.BytesIO(picture)) as image:
            assert image.format == "PNG"
            assert max(image.size) == pixels
            assert len(image.convert("RGB").getcolors(1 << 24)) > 5


def test_a_picture_can_be_cancelled(chromium, server):
    with revisit(chromium, server, "#explore?board=5x6&start=1,1&how=greedy") as page:
        settled(page)
        tab(page, "Share")
        page.route("**/api/v1/draw", lambda route: None)  # a picture that takes long
        with page.expect_event("requestfailed", lambda request: request.url.endswith("/draw")):
            page.get_by_role("button", name="PNG", exact=True).click()
            expect(download(page)).to_contain_text("Drawing…")
            download(page).get_by_role("button", name="Cancel").click()
        expect(download(page)).to_contain_text("Cancelled.")
        page.unroute_all()
        assert taken(page, "PNG")[0] == "knights-tour-5x6.png"


def test_a_gif_is_animated(chromium, server):
    with revisit(chromium, server, "#explore?board=5x5&start=1,1&how=greedy") as page:
        settled(page)
        tab(page, "Share")
        name, picture = taken(page, "GIF")
        assert name == "knights-tour-5x5.gif"
        with Image.open(io.BytesIO(picture)) as image:
            assert image.format == "GIF"
            assert image.n_frames >= 25


@pytest.mark.parametrize("side", [200, 1000])
def test_large_tours_are_sent_as_moves(side, chromium, server):
    with revisit(chromium, server, f"#explore?board={side}x{side}&start=1,1&how=greedy") as page:
        settled(page)
        tab(page, "Share")
        page.get_by_role("combobox", name="PNG size").select_option("2048")
        with page.expect_request("**/api/v1/draw") as asked:
            _, picture = taken(page, "PNG")
        body = asked.value.post_data_json
        assert body["walk"]["start"] == [1, 1]
        moves = body["walk"]["moves"]
        assert set(moves) <= set("12345678")
        assert len(moves) > side * side * 0.9
        with Image.open(io.BytesIO(picture)) as image:
            assert max(image.size) == 2048


def test_the_preview_follows_the_options(chromium, server):
    with revisit(chromium, server, "#explore?board=6x6&start=1,1&how=greedy") as page:
        tour = shared(page, "6x6")
        preview = download(page).get_by_role("img", name="Preview of the picture")

        expect(preview).to_be_visible()
        for name, on in (("Numbers", True), ("Colour by step", True), ("Arrows", False)):
            switch(page, name, on)
        pick(page, "Line only")
        before = preview.get_attribute("src")
        drawings = []

        def pass_on(route):
            response = route.fetch(timeout=PATIENCE)
            drawings.append(response.text())
            route.fulfill(response=response)

        page.route("**/api/v1/draw", pass_on)
        pick(page, "Squares")
        pick(page, "Print")
        expect(preview).not_to_have_attribute("src", before)
        expected = pictures.svg(tour, style="squares", theme="print", numbers=True, colour="steps")
        wait_until(page, lambda: expected in drawings)
        assert drawings[-1] == expected  # and only the last of quick changes is drawn
        assert preview.evaluate("async (img) => (await img.decode(), img.naturalWidth)") > 0


def test_the_link_is_the_whole_view(chromium, server):
    with opened(chromium, server, "#explore?board=6x6&start=1,1&step=9", alone=True) as page:
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        settled(page)
        tab(page, "Share")
        page.get_by_role("button", name=re.compile("^(Step forward|Next step)")).click()
        page.get_by_role("button", name="Copy link").click()  # at once: the address must not lag behind
        expect(region(page, "Link")).to_contain_text("Link copied")
        copied = page.evaluate("navigator.clipboard.readText()")
        assert copied == page.url
        assert "step=10" in copied
        expect(region(page, "Link")).to_contain_text("the link works only here")
        expect(region(page, "Link")).to_contain_text("send them a file")
        for mode in ("Compare", "Map"):
            to_mode(page, mode)
            tab(page, "Share")
            page.get_by_role("button", name="Copy link").click()
            expect(region(page, "Link")).to_contain_text("Link copied")
            assert page.evaluate("navigator.clipboard.readText()") == page.url
            assert f"#{mode.lower()}?" in page.url


def test_a_browser_that_does_not_copy_shows_the_link(chromium, server):
    with opened(chromium, server, "#map?board=5x5", alone=True) as page:
        page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')); }")
        tab(page, "Share")
        page.get_by_role("button", name="Copy link").click()
        expect(page.get_by_role("textbox", name="Link")).to_have_value(page.url)


def test_without_the_server_there_is_still_text(chromium, server):
    wake(server.url)
    with visit(chromium, f"{server.url}/#explore?board=5x5&start=1,1&how=greedy") as visitor:
        page = visitor.page
        tour = shared(page, "5x5")
        page.route("**/api/v1/**", lambda route: route.abort())
        for kind in ("Text", "JSON"):
            assert read(taken(page, kind)[1].decode()).walk == tour
        download(page).get_by_role("button", name="SVG").click()
        expect(download(page)).to_contain_text("Pictures need the server, which is not responding.")
        visitor.faults.clear()
