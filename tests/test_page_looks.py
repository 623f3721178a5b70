"""The looks of the page: every mode and state in four sizes of window, light and dark, and axe-core."""

import io
import re

import pytest
from PIL import Image
from playwright.sync_api import expect

from browsing import NARROW, board_of, opened, region, revisit, set_choice, settled, square, still, tab
from gaming import button, cell, play_by_clicks
from looking import box_of, faults_seen, small_targets, violations
from page_states import SIZES, STATES, at_rest
from serving import get
from turaga import solve

FIRST = "#explore?board=8x8&start=1,1"


def window(size):
    """The size of a window as Playwright takes it."""
    return dict(zip(("width", "height"), SIZES[size], strict=True))


def picture(page, locator):
    """What an element looks like."""
    return Image.open(io.BytesIO(page.screenshot(clip=locator.bounding_box()))).convert("RGB")


def lightness(image):
    """The mean of all pixels, from 0 to 1."""
    small = image.resize((1, 1), Image.Resampling.BOX)
    return sum(small.getpixel((0, 0))) / 765


# -- every state --------------------------------------------------------------------------------------------


WINDOWS = (("sideways", None), ("small", None), ("wide", "light"), ("phone", "dark"))


@pytest.mark.parametrize("name", STATES)
def test_nothing_is_cut_off_or_covered_and_axe_finds_no_violations(name, chromium, server):
    state = STATES[name]
    come = opened if state.where.startswith("#play") else revisit  # a game that goes on would be found again
    with come(chromium, server, state.where) as page:
        page.emulate_media(reduced_motion="reduce")
        state.reach(page)
        for size, colours in WINDOWS:
            page.set_viewport_size(window(size))
            if colours:
                page.emulate_media(color_scheme=colours)
            at_rest(page)
            assert faults_seen(page) == [], size
            if colours:
                assert violations(page) == [], (size, colours)
        assert small_targets(page, 24) == []


@pytest.mark.parametrize("size", [(720, 450), (512, 384), (320, 640)])
@pytest.mark.parametrize("where", [FIRST, "#play?board=8x8", "#gallery"])
def test_enlarged_twice_the_page_is_still_complete(size, where, chromium, server):
    """A window of 1440x900 or 1024x768 at a zoom of 200% has as much room as one of half the size."""
    with opened(chromium, server, where) as page:
        page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
        page.emulate_media(reduced_motion="reduce")
        at_rest(page)
        assert faults_seen(page) == []


# -- how large the board is ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "width", "height"),
    [("wide", 730, 730), ("small", 560, 560), ("phone", 360, 360), ("sideways", 310, 310)],
)
@pytest.mark.parametrize("where", [FIRST, "#play?board=8x8", "#map?board=8x8"])
def test_the_board_fills_the_window(size, width, height, where, chromium, server):
    with opened(chromium, server, where, viewport=window(size), reduced_motion="reduce") as page:
        at_rest(page)
        x, y, wide, high = box_of(board_of(page))
        assert (wide >= width, high >= height) == (True, True), (wide, high)
        assert (x >= 0, y >= 0) == (True, True)
        assert (x + wide <= SIZES[size][0], y + high <= SIZES[size][1]) == (True, True)


def test_sideways_the_controls_are_beside_the_board(chromium, server):
    with opened(chromium, server, FIRST, viewport=window("sideways"), reduced_motion="reduce") as page:
        settled(page)
        x, _, wide, _ = box_of(board_of(page))
        for name in ("Play", "Next step", "Try it yourself", "New tour"):
            left, top, _, high = box_of(button(page, name))
            assert left >= x + wide
            assert top >= 0
            assert top + high <= SIZES["sideways"][1]
        field = page.get_by_role("textbox", name="Board")
        expect(field).to_be_in_viewport(ratio=1)
        expect(page.get_by_role("tab", name="Explain")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", SIZES)
def test_the_page_says_at_once_what_it_is_about(size, chromium, server):
    with opened(chromium, server, "", viewport=window(size)) as page:
        expect(page.get_by_role("heading", name="Knight’s tours", level=1)).to_be_in_viewport(ratio=1)
        tagline = page.get_by_text("A knight visits every square exactly once.")
        if size == "sideways":
            expect(tagline).to_be_hidden()  # the board needs the height
        else:
            expect(tagline).to_be_in_viewport(ratio=1)
            assert box_of(tagline)[3] < 24  # one line
        for name in ("Try it yourself", "New tour"):
            expect(button(page, name)).to_be_in_viewport(ratio=1)


# -- nothing jumps ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", ["phone", "wide"])
def test_the_board_does_not_move_in_explore(size, chromium, server):
    with opened(chromium, server, "#explore?board=5x5&start=1,1", viewport=window(size)) as page:
        settled(page)
        places = {}

        def look(when):
            timeline = page.get_by_role("slider", name="Timeline")
            places.setdefault((*box_of(board_of(page)), *box_of(timeline)), when)

        look("at first")
        for name in ("First step", "Next step"):
            button(page, name).click()
            look(name)
        button(page, "Play").click()
        look("playing")
        settled(page)
        look("at the end")
        tab(page, "Options")
        page.get_by_role("checkbox", name="Numbers").check()
        page.get_by_role("checkbox", name="Closed").check()
        tab(page, "Explain")
        expect(region(page, "Outcome")).to_contain_text("No closed tour")
        look("impossible")
        assert len(places) == 1, places


@pytest.mark.parametrize("size", ["phone", "wide"])
def test_the_board_does_not_move_in_play(size, chromium, server):
    with opened(chromium, server, "#play?board=3x4", viewport=window(size)) as page:
        places = {}

        def look(when):
            places.setdefault((*box_of(board_of(page)), *box_of(button(page, "New game"))), when)

        look("at first")
        play_by_clicks(page, [(1, 1)])
        look("after a move")
        cell(page, 3, 4).click()
        look("refused")
        button(page, "Hint").click()
        expect(page.locator(".play-status[data-kind=hint]")).to_be_visible()
        look("a hint")
        play_by_clicks(page, [(row + 1, col + 1) for row, col in solve("3x4", start="1,1").tour[1:]])
        expect(page.locator("[data-state=won]:visible").first).to_be_visible()
        look("won")
        assert len(places) == 1, places


# -- the sheet on a phone -----------------------------------------------------------------------------------


def test_the_sheet_opens_and_closes(chromium, server):
    with opened(chromium, server, FIRST, viewport=NARROW, reduced_motion="reduce") as page:
        settled(page)
        field = page.get_by_role("textbox", name="Board")
        small = box_of(page.locator("#panel"))[3]
        expect(field).to_be_hidden()
        page.get_by_role("button", name="Enlarge the panel").focus()
        page.keyboard.press("Enter")
        grip = page.get_by_role("button", name="Make the panel smaller")
        expect(grip).to_be_focused()
        expect(grip).to_have_attribute("aria-expanded", "true")
        expect(field).to_be_in_viewport(ratio=1)
        assert box_of(page.locator("#panel"))[3] > 2 * small
        page.keyboard.press("Escape")
        expect(page.get_by_role("button", name="Enlarge the panel")).to_be_focused()
        expect(field).to_be_hidden()
        page.get_by_role("button", name="Board 8x8: change it").click()
        expect(field).to_be_in_viewport(ratio=1)
        page.keyboard.press("Escape")
        expect(field).to_be_hidden()
        for name in ("Options", "Share"):  # forms need the room
            tab(page, name)
            expect(field).to_be_in_viewport(ratio=1)
        tab(page, "Explain")  # the explanation belongs to the board
        expect(field).to_be_hidden()
        tab(page, "Options")
        page.get_by_role("checkbox", name="Closed").check()
        expect(field).to_be_visible()  # a choice does not close it
        square(board_of(page), 1, 3).click()  # what is visible of the board can be used, and closes it
        expect(field).to_be_hidden()
        expect(page).to_have_url(re.compile("start=1,3"))


def test_everything_in_the_sheet_can_be_reached(chromium, server):
    with opened(chromium, server, FIRST, viewport=NARROW, reduced_motion="reduce") as page:
        settled(page)
        for name, last in (("Options", "Advanced"), ("Share", "Print the board")):
            tab(page, name)
            if name == "Share":  # the preview moves what is below it
                expect(page.get_by_role("img", name="Preview of the picture")).to_be_visible()
            found = page.locator("#panel").get_by_text(last, exact=True)
            found.scroll_into_view_if_needed()
            expect(found).to_be_in_viewport(ratio=1)


def test_main_actions_on_a_phone_are_large(chromium, server):
    with opened(chromium, server, FIRST, viewport=NARROW, reduced_motion="reduce") as page:
        settled(page)
        for name in ("Play", "Next step", "Previous step", "Try it yourself", "New tour"):
            assert min(box_of(button(page, name))[2:]) >= 40, name
        button(page, "Try it yourself").click()
        for name in ("Undo", "Redo", "Hint", "New game"):
            assert min(box_of(button(page, name))[2:]) >= 40, name


# -- print, colours and motion ------------------------------------------------------------------------------


@pytest.mark.parametrize("board", ["8x8", "60x60"])
def test_only_the_board_is_printed(board, chromium, server):
    with revisit(chromium, server, f"#explore?board={board}&start=1,1") as page:
        settled(page)
        page.emulate_media(media="print", color_scheme="dark")
        at_rest(page)
        expect(board_of(page)).to_be_visible()
        assert page.locator(":is(button, a, input, h1, h2, p, summary):visible").count() == 0
        printed = page.pdf(format="A4", print_background=True)
        page.emulate_media(media="screen")
        assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1


@pytest.mark.parametrize("board", ["8x8", "60x60"])
def test_the_theme_follows_the_system_until_one_is_chosen(board, chromium, server):
    with opened(chromium, server, f"#explore?board={board}&start=1,1", reduced_motion="reduce") as page:
        settled(page)

        def is_dark():
            still(page, 10)
            whole, drawing = (lightness(picture(page, page.locator(part))) for part in ("body", "#stage"))
            assert (whole < 0.5) == (drawing < 0.5)
            return drawing < 0.5

        assert not is_dark()
        page.emulate_media(color_scheme="dark")
        assert is_dark()
        set_choice(page, "Light")
        assert not is_dark()
        page.reload()
        settled(page)
        assert not is_dark()
        set_choice(page, "Dark")
        page.emulate_media(color_scheme="light")
        assert is_dark()
        set_choice(page, "System")
        assert not is_dark()


def test_forced_colours_show_what_is_chosen(chromium, server):
    with revisit(chromium, server, FIRST) as page:
        settled(page)
        page.emulate_media(forced_colors="active")
        at_rest(page)
        chips = page.get_by_role("group", name="Common sizes")
        for chosen, other in (
            (chips.get_by_role("button", name="8x8"), chips.get_by_role("button", name="5x5")),
            (page.get_by_role("tab", name="Explain"), page.get_by_role("tab", name="Share")),
            (page.get_by_role("link", name="Explore"), page.get_by_role("link", name="Gallery")),
        ):
            looks = [
                one.evaluate("(one) => [getComputedStyle(one).backgroundColor,"
                             " getComputedStyle(one).borderBottomColor]")
                for one in (chosen, other)
            ]  # fmt: skip
            assert looks[0] != looks[1]
        assert faults_seen(page) == []
        drawing = picture(page, board_of(page))
        assert len(drawing.quantize(16).getcolors()) > 4  # the board is drawn as always
        page.emulate_media(forced_colors="none")


def test_the_settings_show_the_version_and_lead_to_the_api(chromium, server):
    with revisit(chromium, server, FIRST) as page:
        settled(page)
        page.locator("summary[aria-label=Settings]").click()
        link = page.get_by_role("link", name="API for programs")
        _, _, options = get(server.url, "/api/v1/options")
        expect(page.locator(".settings")).to_contain_text(f"Turaga {options['version']}")
        assert link.get_attribute("href") == "/api"
        page.keyboard.press("Escape")


# -- the focus ----------------------------------------------------------------------------------------------

FOCUSED = """() => {
  const one = document.activeElement;
  if (!one || one === document.body) return null;
  const shown = one.matches("[type=radio]") ? one.nextElementSibling : one;
  const { outlineStyle, outlineWidth } = getComputedStyle(shown);
  const box = shown.getBoundingClientRect();
  const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return {
    name: one.getAttribute("aria-label") ?? `${one.id} ${one.textContent.trim()} ${one.type} ${one.value}`,
    place: [Math.round(box.x), Math.round(box.y)],
    outlined: outlineStyle !== "none" && parseFloat(outlineWidth) >= 2,
    inside: box.top > -1 && box.left > -1 && box.right < innerWidth + 1
      && (box.bottom < innerHeight + 1 || one.matches("[role=tabpanel]")),
    onTop: one.matches("[role=tabpanel]")
      || Boolean(at && (one.contains(at) || at.contains(one) || one.parentElement.contains(at))),
  };
}"""


@pytest.mark.parametrize(
    "where", ["#explore?board=5x5", "#play?board=5x5", "#compare?board=5x5&start=1,1", "#count"]
)
def test_the_focus_is_visible(where, chromium, server):
    """Every control in turn, by Tab: with an outline, inside the window, under nothing that stays there."""
    with opened(chromium, server, where, viewport=NARROW, reduced_motion="reduce") as page:
        at_rest(page)
        met = []
        while len(met) < 60:
            page.keyboard.press("Tab")
            found = page.evaluate(FOCUSED)
            if found is None or found in met:
                break
            assert (found["outlined"], found["inside"], found["onTop"]) == (True, True, True), found
            met.append(found)
        assert len(met) > 10


def test_no_inline_scripts_and_no_requests_to_other_servers(server):
    _, _, page = get(server.url, "/")
    assert not re.search(rb"https?://(?!www\.w3\.org/)", page)
    assert not re.search(rb"<script(?![^>]*\bsrc=)|\son\w+=|\sstyle=", page)
