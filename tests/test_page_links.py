"""Links that restore a view of the page, and downloaded files."""

import io
import json
import re
from itertools import pairwise
from urllib.parse import parse_qs
from xml.etree import ElementTree

from PIL import Image
from playwright.sync_api import expect

from browsing import (
    board_of,
    choose,
    drawn,
    labels,
    opened,
    region,
    revisit,
    settled,
    square,
    visit,
    wake,
    walk_said,
)
from turaga import Walk, draw, read, verify

SVG = "{http://www.w3.org/2000/svg}"


def view_of(page):
    """All that is seen: the words, the board, and how every control stands."""
    settled(page)
    controls = (
        page.locator("#watch")
        .locator("input, select")
        .evaluate_all(
            "all => all.filter((one) => one.checkVisibility())"
            ".map((one) => (one.matches('[type=checkbox], [type=radio]') ? one.checked : one.value))"
        )
    )
    words = [region(page, name).inner_text() for name in ("Outcome", "Current step")]
    return controls, words, labels(board_of(page)), drawn(board_of(page))


def address(page):
    """The parameters of the page's address, by name."""
    return {name: values[-1] for name, values in parse_qs(page.url.partition("?")[2]).items()}


def test_a_link_restores_the_view(chromium, server):
    with opened(chromium, server) as page:
        settled(page)
        page.get_by_role("spinbutton", name="Rows").fill("7")
        page.get_by_role("spinbutton", name="Columns").fill("8")
        page.get_by_role("radio", name="Search").check()
        choose(page, "If there is a tie, choose", "a random square")
        page.get_by_role("spinbutton", name="Seed").fill("5")
        page.get_by_role("button", name="Next seed").click()
        square(board_of(page), 2, 3).click()
        page.get_by_role("radio", name="Click sets end").check()
        square(board_of(page), 3, 7).click()
        settled(page)
        for name in ("Numbers", "Colour by step"):
            page.get_by_role("checkbox", name=name, exact=True).check()
        page.get_by_role("slider", name="Speed").fill("45")
        page.get_by_role("slider", name="Timeline").fill("31")
        expect(page).to_have_url(re.compile("step=31"))
        seen = view_of(page)
        assert address(page) | {"speed": ""} == {
            "board": "7x8", "start": "2,3", "end": "3,7", "how": "search", "ties": "random", "seed": "6",
            "step": "31", "numbers": "1", "colours": "1", "speed": "",
        }  # fmt: skip
        link = page.url
    with opened(chromium, server, link) as page:
        again = view_of(page)
        # What a click sets is a tool in the hand and no part of the view.
        tools = [n for n, (one, other) in enumerate(zip(seen[0], again[0], strict=True)) if one != other]
        assert len(tools) in (0, 2)
        assert again[1:] == seen[1:]
        expect(page).to_have_url(link)
        expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_a_link_restores_every_part_of_a_rule(chromium, server):
    with revisit(chromium, server, "#watch?board=8x8&how=greedy") as page:
        settled(page)
        choose(page, "Go to the square with the", "most onward moves")
        choose(page, "If there is a tie, choose", "the best square by lookahead")
        page.get_by_role("spinbutton", name="Moves to look ahead").fill("2")
        choose(page, "If there is still a tie, choose", "the square nearest to a corner")
        page.get_by_role("textbox", name="Order of directions").fill("21436587")
        page.get_by_text("Quirks of published programs").click()
        page.get_by_role("checkbox", name="open start").check()
        page.get_by_role("checkbox", name="Dead ends last").check()
        settled(page)
        expect(page.get_by_role("combobox", name="Preset")).to_have_value("own")
        expect(page).to_have_url(re.compile("deadends"))
        assert address(page)["ties"] == "lookahead:2,corner,order:21436587"
        seen = view_of(page)
        link = page.url
    with opened(chromium, server, link) as page:
        assert view_of(page) == seen


def test_the_complete_link_is_copied(chromium, server):
    with opened(chromium, server, "#watch?board=6x6&step=9", alone=True) as page:
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        settled(page)
        page.get_by_role("button", name="Step forward").click()
        page.get_by_role("button", name="Copy link").click()  # at once: the address must not lag behind
        expect(page.get_by_role("group", name="Download")).to_contain_text("Link copied")
        copied = page.evaluate("navigator.clipboard.readText()")
        assert copied == page.url
        assert "step=10" in copied


def test_back_and_forward_go_through_the_modes(chromium, server):
    with opened(chromium, server, "#watch?board=5x6&step=7") as page:
        settled(page)
        modes = page.get_by_role("navigation", name="Modes")
        heading = page.get_by_role("heading", level=2)
        seen = walk_said(board_of(page))
        for name in ("Play", "Map", "Count"):
            modes.get_by_role("link", name=name).click()
            expect(modes.get_by_role("link", name=name)).to_have_attribute("aria-current", "page")
        expect(heading).to_have_text("Count tours")
        page.go_back()
        expect(heading).to_have_text("Walk from every start")
        page.go_back()
        expect(heading).to_have_text("Play")
        page.go_back()
        expect(heading).to_have_text("Solve and watch")
        settled(page)
        assert address(page)["board"] == "5x6"
        expect(page.get_by_text(re.compile("^step 7 of 30$", re.I))).to_be_visible()
        assert walk_said(board_of(page)) == seen
        page.go_forward()
        expect(heading).to_have_text("Play")
        modes.get_by_role("link", name="Watch").click()  # and so it is found where it was left
        settled(page)
        assert walk_said(board_of(page)) == seen


# -- files --------------------------------------------------------------------------------------------------


def taken(page, kind):
    """The name and the bytes of a file that a button gives."""
    with page.expect_download() as coming:
        page.get_by_role("group", name="Download").get_by_role("button", name=kind, exact=True).click()
    expect(page.get_by_text(f"Downloaded {coming.value.suggested_filename}.")).to_be_visible()
    return coming.value.suggested_filename, coming.value.path().read_bytes()


def line_of(picture, rows, cols):
    """The squares, from 1, that the line of a drawing goes over, told from the board's own edges."""
    root = ElementTree.fromstring(picture)
    _, board = root.findall(f"{SVG}rect")[:2]
    left, top, width, height = (float(board.get(name)) for name in ("x", "y", "width", "height"))
    (line,) = (one for one in root.iter(f"{SVG}path") if "l" in one.get("d") and one.get("fill") == "none")
    (x, y), *steps = pairwise_numbers(line.get("d"))
    points = [(x, y)]
    for dx, dy in steps:
        x, y = x + dx, y + dy
        points.append((x, y))
    return [(int((y - top) * rows // height) + 1, int((x - left) * cols // width) + 1) for x, y in points]


def pairwise_numbers(path):
    numbers = list(map(float, re.findall(r"-?\d+(?:\.\d+)?", path)))
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def test_downloaded_files_contain_the_tour(chromium, server):
    with revisit(chromium, server, "#watch?board=6x8&start=2,2&end=5,6&step=20") as page:
        settled(page)
        page.get_by_role("button", name="Last step").click()
        seen = walk_said(board_of(page))
        page.get_by_role("slider", name="Timeline").fill("20")  # the whole tour is taken, wherever one looks
        tour = Walk("6x8", [(row - 1, col - 1) for row, col in seen])
        assert verify(tour).is_tour

        name, text = taken(page, "Text")
        assert name == "knights-tour-6x8.txt"
        reading = read(text.decode())
        assert verify(reading.walk).is_tour
        assert reading.walk == tour

        name, text = taken(page, "JSON")
        assert name == "knights-tour-6x8.json"
        assert read(text.decode()).walk == tour
        facts = json.loads(text)
        assert (facts["outcome"], facts["start"], facts["end"]) == ("found", [2, 2], [5, 6])

        name, picture = taken(page, "SVG")
        assert name == "knights-tour-6x8.svg"
        assert line_of(picture, 6, 8) == seen
        assert "knight's tour of 6x8" in ElementTree.fromstring(picture).findtext(f"{SVG}title")

        name, picture = taken(page, "PNG")
        assert name == "knights-tour-6x8.png"
        with Image.open(io.BytesIO(picture)) as image:
            assert image.format == "PNG"
            assert image.width > image.height >= 200
            assert len(image.convert("RGB").getcolors(1 << 24)) > 5


def test_a_picture_looks_like_the_board(chromium, server):
    with revisit(chromium, server, "#watch?board=5x5&lines=0&colours=1&numbers=1") as page:
        settled(page)
        seen = walk_said(board_of(page))
        _, picture = taken(page, "SVG")
        tour = Walk("5x5", [(row - 1, col - 1) for row, col in seen])
        drawn = draw.svg(tour, style="squares", colour="steps", numbers=True)
        assert picture.decode() == drawn


def test_a_gif_is_animated(chromium, server):
    with revisit(chromium, server, "#watch?board=5x5") as page:
        settled(page)
        name, picture = taken(page, "GIF")
        assert name == "knights-tour-5x5.gif"
        with Image.open(io.BytesIO(picture)) as image:
            assert image.format == "GIF"
            assert image.n_frames >= 25


def test_pictures_have_the_options_of_the_page(chromium, server):
    with opened(chromium, server, "#watch?board=6x6&closed=1&numbers=1", color_scheme="dark") as page:
        settled(page)
        seen = walk_said(board_of(page))
        _, picture = taken(page, "SVG")
        squares = line_of(picture, 6, 6)
        assert squares[:36] == seen
        assert {(squares[35], squares[0])} <= {*pairwise([*squares, squares[0]])}
        root = ElementTree.fromstring(picture)
        numbers = [one.text for one in root.iter(f"{SVG}text")]
        assert sorted(map(int, numbers)) == list(range(1, 37))
        background = page.evaluate("getComputedStyle(document.body).backgroundColor")
        ground = root.find(f"{SVG}rect").get("fill")
        assert tuple(map(int, re.findall(r"\d+", background))) == tuple(bytes.fromhex(ground[1:]))


def test_an_incomplete_walk_is_downloaded_as_a_walk(chromium, server):
    with revisit(chromium, server, "#watch?board=8x8&start=5,3&how=greedy&like=bencic") as page:
        settled(page)
        seen = walk_said(board_of(page))
        for kind in ("Text", "JSON"):
            name, text = taken(page, kind)
            assert name.startswith("knights-walk-8x8.")
            walk = read(text.decode()).walk
            report = verify(walk)
            assert report.is_walk
            assert report.unvisited == 4
            assert [(row + 1, col + 1) for row, col in walk] == seen


def test_pictures_need_the_server_and_json_does_not(chromium, server):
    wake(server.url)
    with visit(chromium, f"{server.url}/#watch?board=5x5") as visitor:
        page = visitor.page
        settled(page)
        page.route("**/api/v1/**", lambda route: route.abort())
        taken(page, "JSON")
        assert visitor.faults == []
        page.get_by_role("button", name="SVG").click()
        expect(page.get_by_role("group", name="Download")).to_contain_text("The server is not responding.")
        visitor.faults.clear()
