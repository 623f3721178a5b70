"""Map in the browser: the same walks as on the server, progress, stopping, and opening a walk."""

import random
import re

import pytest
from playwright.sync_api import expect

from browsing import (
    board_of,
    choose,
    drawn,
    enter,
    labels,
    opened,
    region,
    revisit,
    scripting,
    settled,
    square,
    square_name,
    tab,
)
from serving import post
from turaga import Board
from turaga.rule import Rule
from turaga.walks import map_starts

TIES = (
    "outermost",
    "corner",
    "random",
    "28173546",
    "lookahead:2",
    "corner,random",
    "outermost,87654321",
)
FEW = 144  # squares of a board with room for figures

_RUN = """async (questions) => {
  const { makeBoard } = await import("/page/core/board.js");
  const { parseRule } = await import("/page/walk/rule.js");
  const { EveryStartRun } = await import("/page/walk/everystart.js");
  return questions.map(({ board, rule, retries }) => {
    const run = new EveryStartRun(makeBoard(board), parseRule(rule), retries);
    while (!run.advance(1));  // in many turns, as in the page
    const { starts, ...rest } = run.result();
    return { ...rest, starts: starts.map(({ start, unvisited, closed }) => [start, unvisited, closed]) };
  });
}"""


def random_question(rng):
    rows, cols = rng.randint(1, 7), rng.randint(1, 7)
    holes = rng.sample(range(rows * cols), rng.choice([0, 0, rng.randint(0, rows * cols - 1)]))
    flags = [name for name in ("most", "open-start", "dead-ends-last") if rng.random() < 0.3]
    rule = {"rule": ",".join([rng.choice(TIES), *flags]), "seed": rng.randrange(2**40)}
    board = {
        "rows": rows,
        "cols": cols,
        "holes": holes,
        "leaper": rng.choice([[1, 2], [1, 2], [1, 3], [0, 1]]),
    }
    return {"board": board, "rule": rule, "retries": rng.choice([0, 0, 2, 5])}


def expected(question):
    """What Python makes of a question, in the form of the page."""
    rows, cols, holes, leaper = question["board"].values()
    board = Board(rows, cols, holes=[divmod(n, cols) for n in holes], leaper=tuple(leaper))
    rule, seed = question["rule"].values()
    found = map_starts(board, Rule(rule), seed=seed, retries=question["retries"])
    starts = [
        [n, left, board.square(n) in found.closed]
        for n, left in zip(board.indices(), found.unvisited, strict=True)
    ]
    return {"retries": found.retries, "steps": found.steps, "starts": starts}


@pytest.fixture
def evaluate(chromium, server):
    with scripting(chromium, server) as evaluate:
        yield evaluate


def test_the_page_walks_from_every_start_as_python_does(evaluate):
    rng = random.Random(20)
    questions = [random_question(rng) for _ in range(200)]
    wanted = [expected(question) for question in questions]
    for question, found, truth in zip(questions, evaluate(_RUN, questions), wanted, strict=True):
        assert found == truth, question
    assert sum(one["retries"] for one in wanted) > 100  # of every kind: otherwise this would mean little
    assert sum(closed for one in wanted for _, _, closed in one["starts"]) > 10
    assert len({0 in (left for _, left, _ in one["starts"]) for one in wanted}) == 2


# -- on the screen ------------------------------------------------------------------------------------------


def map_of(server, board, **rule):
    """The map as the server makes it."""
    status, _, body = post(server.url, "map", {"board": board, **rule})
    assert status == 200, body
    return body


def mapped(page):
    """Wait for the map to be complete, and return its sentence."""
    words = settled(page)
    expect(words).to_have_text(re.compile(r"starts? gives? a tour"))
    return words


def map_seen(grid):
    """Squares left from each start, as a screen reader tells them; None where nothing was walked."""
    found = {}
    for at, words in labels(grid).items():
        if words == "hole":
            continue
        left = re.search(r"(\d+) squares? unvisited", words)
        assert left or "tour" in words or "not tried" in words, words
        found[at] = int(left[1]) if left else None if "not tried" in words else 0
    return found


def assert_is(page, truth):
    """What is seen and said is this map."""
    grid = board_of(page)
    flat = {(r, c): n for r, row in enumerate(truth["rows"], 1) for c, n in enumerate(row, 1)}
    left = {at: n for at, n in flat.items() if n is not None}
    assert map_seen(grid) == left
    closed = {at for at, words in labels(grid).items() if "closed" in words}
    assert closed == set(map(tuple, truth["closed"]))
    if len(flat) <= FEW:
        figures = {at: text for at, text in drawn(grid).figures.items() if text != "✓"}
        assert figures == {at: str(n) for at, n in left.items() if n}
    complete, starts = truth["complete"], truth["starts"]
    expect(mapped(page)).to_contain_text(
        f"All {starts} starts" if complete == starts else f"{complete or 'None'} of {starts} starts"
    )
    if not closed:
        expect(mapped(page)).not_to_contain_text("closed")
    elif len(closed) < complete:
        expect(mapped(page)).to_contain_text(f", {len(closed)} of them closed.")


def test_the_map_equals_that_of_the_server(chromium, server):
    with opened(chromium, server, "#map") as page:
        mapped(page)
        assert_is(page, map_of(server, "8x8"))
        tab(page, "Options")
        choose(page, "Preset", "Serafeimidis’s thesis")
        expect(page).to_have_url(re.compile("like=serafeimidis"))
        mapped(page)
        truth = map_of(server, "8x8", rule="serafeimidis")
        assert 0 < truth["complete"] < 64
        assert_is(page, truth)
        closed = square_name(8, 8, *truth["closed"][0])
        expect(region(page, "Result")).to_contain_text(f"Closed tours start on {closed}, ")
        enter(page, "Board", "5x7")
        expect(board_of(page).get_by_role("gridcell")).to_have_count(35)
        assert_is(page, map_of(server, "5x7", rule="serafeimidis"))
        tab(page, "Explain")
        expect(region(page, "Result")).to_contain_text(
            "17 starts cannot give a tour, because of the colours of the squares."
        )
        page.go_back()
        expect(board_of(page).get_by_role("gridcell")).to_have_count(64)
        assert_is(page, truth)
        page.get_by_role("button", name="20x20").click()  # in a worker
        expect(board_of(page).get_by_role("gridcell")).to_have_count(400)
        expect(mapped(page)).to_contain_text("of 400 starts give")
        assert_is(page, map_of(server, "20x20", rule="serafeimidis"))


def test_a_map_with_holes_and_another_leaper(chromium, server):
    with revisit(chromium, server, "#map?board=6x6&holes=1,1-6,6&leaper=0,1") as page:
        mapped(page)
        board = {"rows": 6, "cols": 6, "holes": [[1, 1], [6, 6]]}
        assert_is(page, map_of(server, board, leaper=[0, 1]))
        expect(region(page, "Result")).to_contain_text(
            "No start can give a tour, because of the colours of the squares."
        )


def test_retries(chromium, server):
    with revisit(chromium, server, "#map?board=7x7&like=serafeimidis&retries=3") as page:
        mapped(page)
        truth = map_of(server, "7x7", rule="serafeimidis", retries=3)
        assert truth["retries"] > 0
        assert_is(page, truth)
        tab(page, "Options")
        expect(page.get_by_role("spinbutton", name="Retries after a failed walk")).to_have_value("3")
        before = map_of(server, "7x7", rule="serafeimidis")["rows"]
        at = next(
            (r, c) for (r, c), left in map_seen(board_of(page)).items() if before[r - 1][c - 1] and not left
        )
        square(board_of(page), *at).click()  # a start from which only a retry gives a tour
        expect(page).to_have_url(
            re.compile(rf"#explore.*start={at[0]},{at[1]}.*rule=\d{{8}},open-start&how=greedy")
        )


def test_a_wrong_number_of_retries_is_named(chromium, server):
    with revisit(chromium, server, "#map?board=5x5&retries=nine") as page:
        expect(page.get_by_role("region", name="Warning")).to_contain_text("retries “nine”")
        mapped(page)
        tab(page, "Options")
        page.get_by_role("spinbutton", name="Retries after a failed walk").fill("99")
        page.keyboard.press("Enter")
        expect(page.get_by_text("Type a whole number from 0 to 20.")).to_be_visible()
        page.get_by_role("button", name="Close").click()


def test_a_square_opens_its_walk(chromium, server):
    with opened(chromium, server, "#map?board=5x5&like=bencic") as page:
        mapped(page)
        square(board_of(page), 2, 4).click()
        expect(page).to_have_url(re.compile("#explore.board=5x5&start=2,4&like=bencic&how=greedy"))
        page.go_back()
        expect(page).to_have_url(re.compile("#map.board=5x5&like=bencic$"))
        mapped(page)
        square(board_of(page), 1, 1).focus()
        for key in ("ArrowDown", "ArrowRight", "Enter"):
            page.keyboard.press(key)
        expect(page).to_have_url(re.compile("#explore.*start=2,2"))


def test_the_rule_goes_along_to_other_modes(chromium, server):
    for name, mode in (("Explore this rule", "explore"), ("Compare this rule", "compare")):
        with revisit(chromium, server, "#map?board=6x7&rule=corner") as page:
            mapped(page)
            tab(page, "Explain")
            page.get_by_role("button", name=name).click()
            expect(page).to_have_url(re.compile(rf"#{mode}.board=6x7.*rule=corner"))


# The page never hears that a map of 20x20 is done.
_ENDLESS = """
window.Worker = class extends Worker {
  addEventListener(type, heard, how) {
    super.addEventListener(type, (event) => event.data?.answer?.starts?.length === 400 || heard(event), how);
  }
};
"""


def test_progress_is_shown_and_the_map_can_be_stopped(chromium, server):
    """By a slow rule: a worker reports its progress before it is done."""
    link = "#map?board=20x20&rule=most,lookahead:5,random&retries=20"
    with opened(chromium, server, "#gallery", alone=True) as page:
        page.add_init_script(_ENDLESS)
        page.goto(f"{server.url}/{link}")
        page.reload()
        expect(region(page, "Outcome")).to_contain_text(re.compile(r"^[1-9]\d* of 400 starts done\."))
        share = float(page.get_by_role("progressbar", name="Progress").get_attribute("value"))
        assert 0 < share < 1
        page.get_by_role("button", name="Stop").click()
        expect(region(page, "Outcome")).to_contain_text(
            re.compile(r"^Stopped: [1-9]\d* of 400 starts done\.")
        )
        expect(page.get_by_role("progressbar", name="Progress")).to_be_hidden()
        found = map_seen(board_of(page))
        assert 0 < sum(left is not None for left in found.values()) < 400
        page.get_by_role("button", name="Run again").click()
        expect(region(page, "Outcome")).to_contain_text(re.compile(r"^[1-9]\d* of 400 starts done\."))
        enter(page, "Board", "3x3")  # another board ends it
        expect(mapped(page)).to_contain_text("None of 9 starts")


def test_a_board_that_is_too_large_is_named(chromium, server):
    with revisit(chromium, server, "#map?board=61x10") as page:
        expect(region(page, "Outcome")).to_contain_text("boards of up to 60x60. This board is 61x10.")
        page.get_by_role("button", name="Choose 8x8").click()
        expect(mapped(page)).to_contain_text("All 64 starts")
