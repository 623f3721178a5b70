"""The page's pure modules in Chromium: views and links, holes, moves, names, brushes and numbers in words."""

import random
from itertools import pairwise
from pathlib import Path

import pytest

from browsing import scripting
from turaga import Board, Rule, solve
from turaga.order import direction_steps

IMPORTS = """
const load = async (names) => Object.assign({}, ...await Promise.all(
  names.map((name) => import(`/page/${name}.js`))));
const all = await load(["core/board", "core/names", "core/holes", "core/view", "core/moves", "shapes/brush",
  "shapes/firstlook", "count/words", "share/files", "shapes/mask", "walk/rule", "compare/sides"]);
"""
LIMITS = "{ most: 1000, area: 1000000 }"


@pytest.fixture
def run(chromium, server):
    """A function that runs JavaScript in a page of the server: the body of a function of `given`."""
    with scripting(chromium, server) as evaluate:
        yield lambda body, given=None: evaluate(f"async (given) => {{ {IMPORTS} {body} }}", given)


PAGE = Path(__file__).parent.parent / "src" / "turaga" / "web" / "page"


def test_no_module_has_more_than_300_lines():
    long = {path.name: len(path.read_text().splitlines()) for path in PAGE.rglob("*.js")}
    assert {name: lines for name, lines in long.items() if lines > 300} == {}


RULES = [
    "outermost", "corner", "random", "lookahead", "lookahead:3", "24753186", "most", "open-start",
    "dead-ends-last", "outermost,random,most", "klochko",
    "most,lookahead:2,corner,87654321,open-start,dead-ends-last",
]  # fmt: skip


def random_view(rng):
    rows, cols = rng.randint(1, 12), rng.randint(1, 12)
    area = rows * cols
    holes = rng.sample(range(area), rng.choice([0, 0, rng.randint(0, area - 1)]))
    squares = [n for n in range(area) if n not in holes]
    rule = {"rule": rng.choice(RULES), "seed": str(2**64 - 1), "like": "agh"}
    return {
        "mode": rng.choice(["explore", "play", "map", "shapes"]),
        "board": {"rows": rows, "cols": cols, "holes": holes, "leaper": rng.choice([[1, 2], [2, 3], [0, 1]])},
        "start": (start := rng.choice([None, rng.choice(squares)])),
        "picked": start is not None and rng.random() < 0.3,
        "end": rng.choice([None, rng.choice(squares)]),
        "closed": rng.random() < 0.5,
        "rule": {name: rule[name] for name in rule if rng.random() < 0.5},
        "params": rng.choice([{}, {"step": "7"}, {"squares": "1,1-2,3", "numbers": "1"}]),
    }


def test_a_link_holds_the_whole_view(run):
    rng = random.Random(7)
    views = [random_view(rng) for _ in range(400)]
    lost = run(
        f"""const shown = ({{ board, ...rest }}) => JSON.stringify([rest.mode, board.key, rest.start,
              rest.picked, rest.end, rest.closed, rest.rule, rest.params]);
            const bare = (rule) => Object.keys(rule).sort().map((name) => [name, rule[name]]);
            const sorted = (view) => shown({{ ...view, rule: bare(view.rule) }});
            return given.map((one) => ({{ ...one, board: all.makeBoard(one.board) }})).filter((view) => {{
              const {{ view: again, wrong }} = all.readLink(all.linkOf(view), all.FIRST_VIEW, {LIMITS});
              return wrong.length || sorted(again) !== sorted(view);
            }}).map((view) => all.linkOf(view));""",
        views,
    )
    assert lost == []


@pytest.mark.parametrize("text", RULES)
def test_every_kind_of_rule_survives_a_link_and_json(run, text):
    """From a rule to its value, a link, a view, JSON and a rule again, for A and for B of Compare."""
    found = run(
        f"""const rule = all.parseRule({{ rule: given, seed: "7" }});
            const value = all.ruleValue(rule);
            const link = all.linkOf({{ ...all.FIRST_VIEW, rule: value, params: all.withRuleB({{}}, value) }});
            const {{ view, wrong }} = all.readLink(link, all.FIRST_VIEW, {LIMITS});
            const fields = JSON.parse(JSON.stringify(view.rule));
            const seed = all.isRandom(rule) ? "7" : "0";
            const rules = [all.parseRule(fields), ...all.sidesOf(view).sides.map((side) => side.rule)];
            return [wrong, all.linkOf(view) === link, rules.map(all.writeRule),
              rules.every((one) => one.seed === seed)]""",
        text,
    )
    assert found == [[], True, [Rule(text).text] * 3, True]


@pytest.mark.parametrize(
    ("link", "wrong"),
    [
        ("#explore?board=0x8", ["board"]),
        ("#explore?board=1001x8", ["board"]),
        ("#explore?board=8x8&start=9,9&end=z1", ["start", "end"]),
        ("#explore?board=8x8&holes=1,1-9,9", ["holes"]),
        ("#explore?board=3x3&holes=~AA&start=4,4", ["start"]),  # a mask without holes is valid
        ("#explore?board=3x3&holes=~__A", ["holes"]),
        ("#explore?board=8x8&leaper=0,0", ["leaper"]),
        ("#explore?board=8x8&seed=18446744073709551616", ["seed"]),
        ("#explore?board=8x8&start=any", []),
        ("#constructor?board=8x8", ["mode"]),
        ("#explore?board=8x8&start=1,1&picked=yes", ["picked"]),
    ],
)
def test_what_is_wrong_in_a_link_is_named(run, link, wrong):
    assert run(f"return all.readLink(given, all.FIRST_VIEW, {LIMITS}).wrong", link) == wrong


def test_holes_of_a_large_board_come_from_the_history(run):
    rng = random.Random(3)
    holes = sorted(rng.sample(range(150 * 101), 700))
    found = run(
        f"""const board = all.makeBoard({{ rows: 150, cols: 101, holes: given }});
            const view = {{ ...all.FIRST_VIEW, board }};
            const kept = all.unlinkedHoles(view);
            const again = all.readLink(all.linkOf(view), all.FIRST_VIEW, {LIMITS}, kept).view.board;
            const small = all.unlinkedHoles({{ board: all.makeBoard({{ rows: 5, cols: 5, holes: [3] }}) }});
            return [all.linkOf(view).includes("holes"), again.key === board.key, small]""",
        holes,
    )
    assert found == [False, True, None]


def test_the_start_keeps_its_name_on_another_board(run):
    found = run(
        """const view = { ...all.FIRST_VIEW, start: all.parseSquare("a1", all.FIRST_BOARD) };
           const next = all.changed(view, { board: all.makeBoard({ rows: 5, cols: 6 }) });
           const holes = all.changed(view, { board: all.makeBoard({ rows: 5, cols: 6, holes: [24] }) });
           return [all.nameOf(next.board, next.start), holes.start]"""
    )
    assert found == ["a1", None]


@pytest.mark.parametrize(
    ("changes", "start", "picked"),
    [
        ("{ board: all.makeBoard({ rows: 5, cols: 5 }) }", None, False),
        ("{ mode: 'map' }", None, False),
        ("{ mode: 'explore', rule: { rule: 'most' } }", "b5", True),
        ("{ closed: true }", "b5", True),
        ("{ start: 0 }", "a8", False),
        ("{ start: 0, picked: true, board: all.makeBoard({ rows: 5, cols: 5 }) }", "a5", True),
    ],
)
def test_a_start_that_the_page_picked_stays_with_its_board_and_mode(run, changes, start, picked):
    found = run(
        f"""const view = {{ ...all.FIRST_VIEW, start: all.parseSquare("b5", all.FIRST_BOARD), picked: true }};
            const next = all.changed(view, {changes});
            return [next.start === null ? null : all.nameOf(next.board, next.start), next.picked]"""
    )
    assert found == [start, picked]


def test_moves_are_the_directions_of_python(run):
    for leaper, board in (((1, 2), "8x8"), ((2, 3), "10x10")):
        tour = solve(board, leaper=leaper, closed=True).tour
        squares = tour.squares
        steps = direction_steps(leaper)
        digits = "".join(str(steps.index((r - p, c - q)) + 1) for (p, q), (r, c) in pairwise(squares))
        side = tour.board.rows
        path = [r * side + c for r, c in squares]
        given = {"side": side, "leaper": leaper, "path": path, "digits": digits}
        moves, again, twice = run(
            """const board = all.makeBoard({ rows: given.side, cols: given.side, leaper: given.leaper });
               const again = all.pathOfMoves(board, given.path[0], given.digits);
               const twice = all.pathOfMoves(board, given.path[0], "15");
               return [all.movesOf(board, given.path), [...again], twice]""",
            given,
        )
        assert (moves, again, twice) == (digits, path, None)


def test_sentences_of_the_server_get_chess_names(run):
    said = run(
        """const board = all.makeBoard({ rows: 8, cols: 8 });
           const wide = all.makeBoard({ rows: 3, cols: 30 });
           const text = "From 8,1 to 1,8: 13,267 tours of leaper 1,2, 4,555 and (3,3).";
           return [all.renamed(board, text), all.renamed(wide, text), all.nameOf(wide, 31)]"""
    )
    assert said == [
        "From a1 to h8: 13,267 tours of leaper 1,2, 4,555 and (c6).",
        "From 8,1 to 1,8: 13,267 tours of leaper 1,2, 4,555 and (3,3).",
        "2,2",
    ]


def test_brushes_paint_images(run):
    found = run(
        """const board = all.makeBoard({ rows: 3, cols: 4 });
           return all.SYMMETRIES.map(([name]) => all.imagesOf(board, 1, name).sort((a, b) => a - b))"""
    )
    assert found == [[1], [1, 2], [1, 9], [1, 2, 9, 10], [1, 10]]
    last = run("return [...all.painted(Uint8Array.of(1, 0, 1), [1], true)]")
    assert last == [1, 0, 1]  # the last square stays


def test_a_first_look_is_never_wrong(run):
    """On random small boards, what the page rules out has no tour, by brute force in Python."""
    rng = random.Random(3)
    questions = []
    for _ in range(150):
        rows, cols = rng.randint(2, 4), rng.randint(2, 5)
        holes = rng.sample(range(rows * cols), rng.randint(0, rows * cols // 2))
        questions.append({"rows": rows, "cols": cols, "holes": holes, "closed": rng.random() < 0.4})
    looks = run(
        "return given.map(({ closed, ...board }) => all.firstLook(all.makeBoard(board), closed).exists)",
        questions,
    )
    refused = [one for one, exists in zip(questions, looks, strict=True) if exists is False]
    assert len(refused) > 40
    for one in refused:
        board = Board(one["rows"], one["cols"], holes=[divmod(n, one["cols"]) for n in one["holes"]])
        assert not has_tour(board, closed=one["closed"])


def has_tour(board, *, closed):
    table = board.neighbour_table()
    squares = [n for n in range(board.area) if n not in board.hole_indices]

    def extends(path):
        if len(path) == len(squares):
            return not closed or (len(path) > 2 and path[0] in table[path[-1]])
        return any(extends([*path, n]) for n in table[path[-1]] if n not in path)

    return any(extends([start]) for start in squares)


@pytest.mark.parametrize(
    ("number", "words"),
    [
        ("9862", ""),
        ("13267364410532", "13.27 trillion"),
        ("999999", ""),
        ("1000000", "1 million"),
        ("999999999", "1 billion"),
        ("19591828170979904", "19.59 quadrillion"),
        ("1" + "0" * 40, "about 1.000 × 10⁴⁰"),
    ],
)
def test_large_numbers_in_words(run, number, words):
    assert run("return all.inWords(given)", number) == words


def test_files_that_the_page_makes_are_read_by_turaga(run):
    from turaga.notation import read

    board = Board(5, 5, holes=[(0, 0), (4, 4)])
    tour = solve(board).tour
    given = {"path": [r * 5 + c for r, c in tour.squares]}
    grid, data, mask = run(
        """const board = all.makeBoard({ rows: 5, cols: 5, holes: [0, 24] });
           const walk = { board, path: given.path };
           return [all.numberGrid(walk), JSON.stringify(all.walkJson(walk)), all.maskText(board)]""",
        given,
    )
    for text in (grid, data):
        assert read(text).path == tour
        assert read(text).board == board
    assert Board.from_mask(mask) == board
    assert run("return all.readMask(given, [1, 2]).size", mask) == 23
    assert run("return all.readMask('..#\\n.#', [1, 2])") is None
