"""The states of the page that a visitor meets: an address, and what is done there."""

import re
from types import SimpleNamespace

from playwright.sync_api import expect

from browsing import advanced, board_of, settled, still, tab
from gaming import button, play_by_clicks
from turaga import solve

SIZES = {"wide": (1440, 900), "small": (1024, 768), "phone": (390, 844), "sideways": (844, 390)}
FAILED = "#explore?board=8x8&start=5,3&how=greedy&like=bencic"  # the walk leaves four squares
CORNERS = "1,1-1,2-2,1-1,12-1,11-2,12-12,1-11,1-12,2-12,12-12,11-11,12"


def at_rest(page):
    """Nothing is under way, and nothing moves."""
    expect(page.locator("[aria-busy=true]:visible")).to_have_count(0)
    page.evaluate("Promise.allSettled(document.getAnimations().map((one) => one.finished)).then(() => true)")
    still(page)


# -- Explore ------------------------------------------------------------------------------------------------


def explored(page):
    settled(page)


def proved(page):
    settled(page)
    expect(page.locator(".proof")).to_contain_text("Part 1 of")
    button(page, "Next").click()
    expect(page.locator(".proof")).to_contain_text("Part 2 of")


def failed(page):
    expect(settled(page)).to_contain_text("was the mistake")


def options_open(page):
    settled(page)
    advanced(page)


def sharing(page):
    settled(page)
    tab(page, "Share")
    expect(page.locator("#panel .tab-body:visible")).to_contain_text("Copy link")


def warned(page):
    settled(page)
    expect(page.get_by_role("region", name="Warning")).to_be_visible()


def unreachable(page):
    settled(page)
    page.evaluate("document.getElementById('away').hidden = false")
    page.evaluate("import('/page/core/words.js').then(({ AWAY }) => "
                  "document.getElementById('away-text').textContent = AWAY)")  # fmt: skip


def preparing(page):
    settled(page)
    page.evaluate("document.getElementById('preparing').hidden = false")
    page.evaluate("document.getElementById('preparing-text').textContent = "
                  "'Preparing the solver (first run only): 12 of 31'")  # fmt: skip


def all_bars(page):
    warned(page)
    unreachable(page)
    preparing(page)


def settings_open(page):
    settled(page)
    page.locator("summary[aria-label=Settings]").click()
    expect(page.get_by_role("radio", name="Dark")).to_be_visible()


# -- Play ---------------------------------------------------------------------------------------------------


def ready(page):
    expect(page.get_by_role("grid", name="Game board")).to_be_visible()


def playing(page):
    play_by_clicks(page, [(1, 1), (2, 3), (1, 5)])


def hinted(page):
    playing(page)
    button(page, "Hint").click()
    expect(page.locator(".play-status[data-kind=hint]")).to_be_visible()


def refused(page):
    play_by_clicks(page, [(4, 4), (8, 8)])
    expect(page.locator(".play-status[data-kind=refused]")).to_be_visible()


def stuck(page):
    """Eleven of the twelve squares of 3x4, and no way on."""
    walk = [(2, 2), (1, 4), (3, 3), (2, 1), (1, 3), (3, 2), (1, 1), (2, 3), (3, 1), (1, 2), (2, 4)]
    play_by_clicks(page, walk)
    expect(page.locator("[data-state=stuck]:visible").first).to_be_visible()


def won(page):
    play_by_clicks(page, [(row + 1, col + 1) for row, col in solve("3x4", start="1,1").tour])
    expect(page.locator("[data-state=won]:visible").first).to_be_visible()


def tab_open(name):
    def reach(page):
        tab(page, name)

    return reach


def too_large(page):
    expect(page.get_by_role("button", name=re.compile("8x8")).last).to_be_visible()


# -- the other modes ----------------------------------------------------------------------------------------


def compared(page):
    expect(page.locator(".half-outcome", has_text=re.compile(r"\w"))).to_have_count(2)


def with_methods(page):
    tab(page, "Methods")
    if button(page, "Compare methods").count():
        button(page, "Compare methods").click()
    expect(page.locator(".method-table")).to_contain_text("Vandermonde")


def compare_options(page):
    compared(page)
    tab(page, "Options")


def mapped(page):
    expect(page.locator(".map-words")).to_contain_text(re.compile(r"of \d+ starts|every start"))


def known(page):
    expect(page.locator(".card-figure").first).to_have_text(re.compile(r"\d|None"))


def counted(page):
    known(page)
    button(page, "Count").click()
    expect(page.locator(".card").nth(1)).to_contain_text("Matches the published count")


def estimated(page):
    known(page)
    button(page, "Estimate").click()
    expect(page.locator(".card").nth(2)).to_contain_text("about")


def random_tour(page):
    known(page)
    expect(board_of(page)).to_be_visible()


def nine(page):
    button(page, "Nine random tours").click()
    expect(page.locator(".tour-button:visible")).to_have_count(9)


def gallery(page):
    expect(page.locator(".gallery-entry").first).to_be_visible()


def shaped(page):
    expect(page.locator(".verdict")).to_have_attribute("data-verdict", re.compile(r"\w"))


def _state(where, reach):
    return SimpleNamespace(where=where, reach=reach)


STATES = {
    "explore": _state("#explore?board=8x8", explored),
    "explore, a step": _state("#explore?board=8x8&start=1,1&step=30&numbers=1", explored),
    "explore, impossible": _state("#explore?board=5x5&closed=1", proved),
    "explore, a dead end": _state(FAILED, failed),
    "explore, euler": _state("#explore?board=8x8&start=5,3&like=bencic&how=euler&step=70", explored),
    "explore, vandermonde": _state("#explore?board=8x8&closed=1&how=vandermonde&step=30", explored),
    "explore, cycles": _state("#explore?board=8x8&closed=1&how=cycles&step=4", explored),
    "explore, 3x60": _state("#explore?board=3x60", explored),
    "explore, 60x60": _state("#explore?board=60x60&start=30,30&step=1800", explored),
    "explore, 200x200": _state("#explore?board=200x200&start=1,1", explored),
    "explore, holes": _state(f"#explore?board=12x12&holes={CORNERS}", explored),
    "explore, a leaper": _state("#explore?board=10x10&start=1,1&leaper=1,4", explored),
    "explore, options": _state(
        "#explore?board=8x8&how=greedy&rule=lookahead:2,corner,21436587,open-start,dead-ends-last",
        options_open,
    ),
    "explore, share": _state("#explore?board=8x8&start=1,1", sharing),
    "settings": _state("#explore?board=8x8&start=1,1", settings_open),
    "a warning": _state("#explore?board=8x8&start=9,9&step=-4", warned),
    "no connection": _state("#explore?board=8x8&start=1,1", unreachable),
    "preparing": _state("#explore?board=8x8&start=1,1", preparing),
    "every bar": _state("#explore?board=8x8&start=9,9&step=-4", all_bars),
    "play": _state("#play?board=8x8", ready),
    "play, playing": _state("#play?board=8x8", playing),
    "play, a hint": _state("#play?board=8x8", hinted),
    "play, refused": _state("#play?board=8x8", refused),
    "play, stuck": _state("#play?board=3x4", stuck),
    "play, won": _state("#play?board=3x4", won),
    "play, too large": _state("#play?board=60x60", too_large),
    "play, options": _state("#play?board=8x8", tab_open("Options")),
    "play, share": _state("#play?board=8x8&squares=1,1-2,3", tab_open("Share")),
    "compare": _state("#compare?board=8x8&start=5,8&b-like=serafeimidis", compared),
    "compare, a step": _state("#compare?board=8x8&start=5,8&b-like=serafeimidis&step=20", compared),
    "compare, methods": _state("#compare?board=6x6&start=1,1&methods=greedy,vandermonde", with_methods),
    "compare, options": _state("#compare?board=8x8&start=5,8&b-like=serafeimidis", compare_options),
    "map": _state("#map?board=8x8&rule=12345678", mapped),
    "map, 20x20": _state("#map?board=20x20&like=serafeimidis", mapped),
    "map, options": _state("#map?board=8x8", tab_open("Options")),
    "count": _state("#count?board=8x8&closed=1", known),
    "count, a huge one": _state("#count?board=8x12", known),
    "count, counted": _state("#count?board=5x6", counted),
    "count, estimated": _state("#count?board=10x10", estimated),
    "count, random": _state("#count?board=6x6&draw=7", random_tour),
    "count, nine": _state("#count?board=6x6&draw=7", nine),
    "gallery": _state("#gallery", gallery),
    "shapes": _state(f"#shapes?board=12x12&holes={CORNERS}", shaped),
    "shapes, impossible": _state("#shapes?board=8x8&holes=1,1-8,8", shaped),
}
