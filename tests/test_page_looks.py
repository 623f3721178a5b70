"""The layout of the page in every mode and state, narrow and wide, light and dark, and axe-core's checks."""

import re

import pytest
from playwright.sync_api import expect

from browsing import NARROW, board_of, opened, region, revisit, settled, square, still
from gaming import expect_said, play_by_clicks
from looking import box_of, faults_seen, violations
from serving import get
from turaga import solve

WIDTHS = (390, 768, 1280, 1920)


def at_rest(page):
    """Nothing is under way, and nothing moves."""
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    page.evaluate("Promise.allSettled(document.getAnimations().map((one) => one.finished)).then(() => true)")
    still(page)


def watched(page):
    settled(page)


def hinted(page):
    play_by_clicks(page, [(1, 1), (2, 3), (1, 5)])
    page.get_by_role("button", name="Hint", exact=True).click()
    expect_said(page, re.compile("Go to "))


def refused(page):
    play_by_clicks(page, [(4, 4), (8, 8)])


def dead_end(page):
    """Eleven of the twelve squares of 3x4, and no way on."""
    play_by_clicks(
        page, [(2, 2), (1, 4), (3, 3), (2, 1), (1, 3), (3, 2), (1, 1), (2, 3), (3, 1), (1, 2), (2, 4)]
    )


def with_methods(page):
    compared(page)
    expect(page.get_by_role("table")).to_contain_text("vandermonde")


def compared(page):
    for side in ("left", "right"):
        settled(page, f"Outcome on the {side}")


def surveyed(page):
    expect(page.get_by_text(re.compile(r"Tours from \d+ of \d+ starts")).first).to_be_visible()


def known(page):
    expect(region(page, "Published counts").get_by_role("listitem").first).to_be_visible()


def counted(page):
    known(page)
    page.get_by_role("button", name="Count", exact=True).click()
    expect(region(page, "The count")).to_contain_text("Counted:")


def random_tour(page):
    known(page)
    page.get_by_role("button", name="Random tour").click()
    expect(region(page, "The count")).to_contain_text("A random tour")


def why(page):
    settled(page).get_by_role("button", name="Why?").click()
    expect(page.get_by_role("dialog")).to_be_visible()


STATES = {
    "watch": ("#watch?board=8x8", watched),
    "watch, a step": ("#watch?board=8x8&step=30&numbers=1", watched),
    "watch, a search": ("#watch?board=7x8&how=search&like=agh&start=2,2&end=6,7&step=20", watched),
    "watch, own rule": (
        "#watch?board=8x8&how=greedy&ties=lookahead:2,corner,order:21436587&openstart=1&deadends=1",
        watched,
    ),
    "watch, impossible": ("#watch?board=4x9&closed=1", watched),
    "watch, why": ("#watch?board=3x8&closed=1", why),
    "watch, 3x60": ("#watch?board=3x60", watched),
    "play": ("#play", lambda page: None),
    "play, refused": ("#play", refused),
    "play, a hint": ("#play", hinted),
    "play, a dead end": ("#play?board=3x4", dead_end),
    "compare": (
        "#compare?board=8x8&start=5,8&b-like=serafeimidis&methods=greedy,vandermonde,narrow",
        with_methods,
    ),
    "survey": ("#survey?board=8x8", surveyed),
    "survey, 20x20": ("#survey?board=20x20&like=serafeimidis", surveyed),
    "count": ("#count?board=6x6", known),
    "count, a huge one": ("#count?board=8x12", known),
    "count, counted": ("#count?board=5x6&start=1,1&closed=0", counted),
    "count, random tour": ("#count?board=5x6", random_tour),
}


@pytest.mark.parametrize("state", STATES)
def test_nothing_is_cut_off_or_covered_and_axe_finds_no_violations(state, chromium, server):
    where, reach = STATES[state]
    come = opened if state.startswith("play") else revisit  # a game that goes on would be found again
    with come(chromium, server, where) as page:
        reach(page)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            at_rest(page)
            assert faults_seen(page) == [], width
        for width, colours in ((1280, "light"), (390, "dark")):
            page.set_viewport_size({"width": width, "height": 844})
            page.emulate_media(color_scheme=colours)
            at_rest(page)
            assert violations(page) == [], (width, colours)


def test_light_and_dark_follow_the_system(chromium, server):
    with revisit(chromium, server, "#watch?board=8x8") as page:
        settled(page)
        found = {}
        for colours in ("light", "dark"):
            page.emulate_media(color_scheme=colours)
            at_rest(page)
            found[colours] = {
                part: lightness(
                    page.locator(part).first.evaluate("(one) => getComputedStyle(one).backgroundColor")
                )
                for part in ("body", "select:visible")
            } | {"text": lightness(page.evaluate("getComputedStyle(document.body).color"))}
        assert found["light"]["body"] > 0.9
        assert found["light"]["text"] < 0.4
        assert found["dark"]["body"] < 0.2
        assert found["dark"]["text"] > 0.6
        assert found["light"]["select:visible"] > 0.5 > found["dark"]["select:visible"]


def lightness(colour):
    """Of a colour as the browser writes it, from 0 to 1."""
    red, green, blue = map(int, re.findall(r"\d+", colour)[:3])
    return (red + green + blue) / 765


# -- nothing jumps ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [390, 1280])
def test_the_board_does_not_move_in_watch(width, chromium, server):
    """Whatever is said above it, and however many lines that takes."""
    with opened(chromium, server, "#watch?board=5x5", viewport={"width": width, "height": 844}) as page:
        settled(page)
        grid, player = board_of(page), page.get_by_role("slider", name="Timeline")
        places = {}

        def look(when):
            places.setdefault((*box_of(grid), *box_of(player)), when)

        look("at first")
        for name in ("First step", "Step forward"):
            page.get_by_role("button", name=name, exact=True).click()
            look(name)
        page.get_by_role("slider", name="Speed").fill("60")
        page.get_by_role("button", name="Play", exact=True).click()
        look("playing")
        expect(page.get_by_text(re.compile("^step 25 of 25$", re.I))).to_be_visible()
        look("at the end")
        page.get_by_role("checkbox", name="Numbers").check()
        look("numbers")
        page.route("**/api/v1/solve", lambda route: None)  # no answer
        page.get_by_role("checkbox", name="Closed").check()
        expect(region(page, "Outcome")).to_contain_text("One moment")
        look("waiting")
        page.unroute_all()
        page.get_by_role("checkbox", name="Closed").uncheck()
        page.get_by_role("checkbox", name="Closed").check()
        expect(settled(page)).to_contain_text("No closed tour")
        look("impossible")
        page.get_by_role("radio", name="Rule only").check()
        settled(page)
        look("by the rule")
        assert len(places) == 1, places
        heights = {box_of(settled(page))[3]}
        for question in (
            "board=4x9&closed=1",
            "board=8x8&end=1,3",
            "board=59x59&start=1,2",
            "board=3x8&closed=1",
        ):
            page.goto(f"{server.url}/#watch?{question}")
            expect(region(page, "Outcome")).to_contain_text(f"tour of {question[6:9].rstrip('&')}")
            heights.add(box_of(settled(page))[3])
        assert len(heights) == 1  # the longest reasons that theory gives


@pytest.mark.parametrize("width", [390, 1280])
def test_the_board_does_not_move_in_play(width, chromium, server):
    with opened(chromium, server, "#play?board=3x4", viewport={"width": width, "height": 844}) as page:
        grid, moves = board_of(page), page.get_by_role("group", name="Actions")
        places = {}

        def look(when):
            places.setdefault((*box_of(grid), *box_of(moves)), when)

        look("at first")
        play_by_clicks(page, [(1, 1)])
        look("after a move")
        square(grid, 3, 4).click()
        look("refused")
        page.get_by_role("button", name="Hint", exact=True).click()
        expect_said(page, re.compile("Go to "))
        look("a hint")
        page.get_by_role("checkbox", name="Degrees").check()
        look("degrees")
        page.get_by_role("button", name="New game", exact=True).click()
        look("a new game")
        dead_end(page)
        look("a dead end")
        page.get_by_role("button", name="Where did it go wrong?").click()
        expect_said(page, re.compile("lost|No tour starts"))
        look("lost")
        page.get_by_role("button", name="New game", exact=True).click()
        play_by_clicks(page, [(row + 1, col + 1) for row, col in solve("3x4", start="1,1").tour])
        expect(page.get_by_text("You did it: an open tour", exact=True)).to_be_visible()
        look("won")
        page.get_by_role("button", name="Watch again").click()
        look("once more")
        assert len(places) == 1, places


# -- large and small ----------------------------------------------------------------------------------------


def test_60x60_is_legible_on_a_phone_and_on_a_desktop(chromium, server):
    with revisit(chromium, server, "#watch?board=60x60&start=30,30&step=1800") as page:
        settled(page)
        for width, least in ((390, 300), (1280, 470)):
            page.set_viewport_size({"width": width, "height": 900})
            at_rest(page)
            assert box_of(board_of(page))[2] >= least
            line = board_of(page).locator("xpath=..").locator("svg path[d*=L]").first
            pixels = line.evaluate(
                "(one) => parseFloat(getComputedStyle(one).strokeWidth) * one.getScreenCTM().a"
            )
            assert pixels >= 0.99
            assert faults_seen(page) == []


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
    place: [Math.round(box.x), Math.round(box.y + scrollY)],
    outlined: outlineStyle !== "none" && parseFloat(outlineWidth) >= 2,
    inside: box.top > -1 && box.bottom < innerHeight + 1 && box.left > -1 && box.right < innerWidth + 1,
    onTop: Boolean(at && (one.contains(at) || at.contains(one) || one.parentElement.contains(at))),
  };
}"""


@pytest.mark.parametrize(
    "where", ["#watch?board=5x5", "#play?board=5x5", "#compare?board=5x5&start=1,1", "#count"]
)
def test_the_focus_is_visible(where, chromium, server):
    """Every control in turn, by Tab: with an outline, inside the window, under nothing that stays there."""
    with opened(chromium, server, where, viewport=NARROW) as page:
        page.wait_for_load_state("networkidle")
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


def test_arrow_keys_never_select_a_covered_square(chromium, server):
    """In Compare on a phone the player stays in view: a square with the focus must not be under it."""
    with opened(chromium, server, "#compare?board=8x8&start=1,1", viewport=NARROW) as page:
        compared(page)
        for side in ("Left", "Right"):
            square(board_of(page, side), 1, 1).focus()
            for _ in range(8):
                found = page.evaluate(FOCUSED)
                assert (found["inside"], found["onTop"]) == (True, True), found
                page.keyboard.press("ArrowDown")


def test_no_inline_scripts_and_no_requests_to_other_servers(server):
    _, headers, page = get(server.url, "/")
    policy = headers["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy
    assert not re.search(rb"https?://(?!www\.w3\.org/)", page)
    assert not re.search(rb"<script(?![^>]*\bsrc=)|\son\w+=|\sstyle=", page)
