"""`turaga orders`: what an order is, its class, its images, and their maps."""

import json
import re
from xml.etree import ElementTree

import pytest

import naive
from command import on_a_terminal, refused, turaga
from pictures import SVG
from turaga import Board, Rule, pictures
from turaga.errors import BadInput, BadOrder
from turaga.order import order_diagram, read_order
from turaga.orders import SYMMETRIES, map_order, order_images
from turaga.walks import map_starts

# Table 58 of Serafeimidis's thesis: the orders that complete every tour of 8x8, in its two classes.
TABLE_58 = (
    {"13472568", "28741653", "35614782", "42163875", "57836124", "64385217", "71258346", "86527431"},
    {"13475268", "28746153", "35617482", "42168375", "57831624", "64382517", "71253846", "86524731"},
)
THESIS = ["--like", "serafeimidis"]


def test_the_images_of_an_order_are_its_class():
    for members in TABLE_58:
        for order in members:
            images = order_images(order)
            assert set(images.values()) == members
            assert [*images] == [*SYMMETRIES]
            assert images["identity"] == order


def test_orders_of_the_thesis_complete_every_tour():
    facts = json.loads(turaga("orders", "13472568", *THESIS, "--json").stdout)
    assert {image["order"] for image in facts["images"]} == TABLE_58[0]
    assert (facts["order"], facts["number"], facts["representative"]) == ("13472568", 913, "13472568")
    for image in facts["images"]:
        assert image["keeps_board"]
        assert image["map"]["complete"] == 64
        assert image["map"]["rule"] == f"{image['order']},open-start"


def test_each_map_is_the_map_of_its_order_and_the_image_of_the_first():
    maps = map_order("12345678", rule=rule_of("12345678"))
    board = Board("8x8")
    first = maps.images[0].starts.by_start()
    for image in maps.images:
        assert image.starts.unvisited == map_starts(board, rule_of(image.order)).unvisited
        for square, left in first.items():
            assert image.starts.by_start()[image.symmetry.square(square, 8, 8)] == left
    failed = [square for square, left in first.items() if left]
    assert len(failed) == 5  # 59 of 64 starts are complete
    for square in failed:
        assert 64 - len(naive.walk(board, square, rule_of("12345678"), None)) == first[square]


def rule_of(order):
    return Rule(order, open_start=True)


def test_the_diagram_turns_with_the_order():
    rows = [line.split() for line in order_diagram("12345678")]
    turned = [list(row) for row in zip(*rows[::-1], strict=True)]  # clockwise
    assert [line.split() for line in order_diagram(order_images("12345678")["quarter turn"])] == turned
    mirrored = [row[::-1] for row in rows]
    assert [line.split() for line in order_diagram(order_images("12345678")["left to right"])] == mirrored


def test_orders_are_written_as_digits_or_serial_numbers():
    assert [read_order(text) for text in (" 17 ", 17, "12347856")] == ["12347856"] * 3
    for text in ("0", "40321", "-1", "1234567", "11345678", "x", "", "9" * 300):
        with pytest.raises(BadOrder) as error:
            read_order(text)
        assert error.value.field == "order"


def test_a_notebook_shows_the_maps_of_an_order():
    maps = map_order("12345678", "5x5")
    assert maps._repr_svg_() == pictures.svg(maps)


def test_ties_by_chance_leave_nothing_to_an_order():
    with pytest.raises(BadInput, match="random ties leave nothing for an order to decide"):
        map_order("12345678", rule="corner,random")


# -- the command ----------------------------------------------------------------------------------


def test_orders_are_explained():
    text = turaga("orders").stdout
    assert "    . 5 . 6 .\n    4 . . . 7\n    . . N . .\n    3 . . . 8\n    . 2 . 1 .\n" in text
    assert "40,320 orders" in text
    assert "5,040 classes of 8" in text
    facts = json.loads(turaga("orders", "--json").stdout)
    assert facts["directions"] == {str(n): list(step) for n, step in naive.moves(Board("8x8")).items()}


def test_maps_are_side_by_side():
    lines = turaga("orders", "12345678", *THESIS).stdout.splitlines()
    assert lines[0] == "Order 12345678 is number 1 of 40,320. The smallest order of its class is 12345678."
    rows = [line for line in lines if re.fullmatch(r"\d{8}( +\d{8})+", line)]
    assert " ".join(rows).split() == [*order_images("12345678").values()]
    assert " ".join(lines).count("59 of 64 complete") == 8
    assert "as given            quarter turn        half turn           three-quarter turn" in lines
    first = lines.index(rows[0])
    assert [line[:15] for line in lines[first + 9 : first + 17]] == [
        ". . . . . . . .",
        ". . . . . . . .",
        ". . . 8 . . 4 .",
        ". . . . . . . .",
        ". 2 . . . . 6 4",
        ". . . . . . . .",
        ". . . . . . . .",
        ". . . . . . . .",
    ]


@pytest.mark.parametrize("columns", [18, 40, 100, 200])
def test_maps_fit_the_terminal(columns):
    _, seen = on_a_terminal("orders", "12345678", *THESIS, columns=columns)
    lines = seen.splitlines()
    assert max(map(len, lines)) <= columns
    across = len(next(line for line in lines if re.match(r"12345678( |$)", line)).split())
    assert across == {18: 1, 40: 2, 100: 4, 200: 8}[columns]


def test_other_boards():
    done = turaga("orders", "17", "--board", "5x8")
    assert "Only 4 of the eight symmetries map 5x8 to itself." in done.stdout
    counts = re.findall(r"(\d+) of 40 complete", done.stdout)
    assert counts == [str(image.starts.complete) for image in map_order(17, "5x8").images]
    assert len(set(counts)) == 2
    _, seen = on_a_terminal("orders", "17", "--board", "12x12", columns=20)
    assert "too wide for this terminal" in seen


def test_another_leaper_has_no_diagram_of_the_knights_directions():
    text = turaga("orders", "1", "--leaper", "0,1", "--board", "4x4").stdout
    assert ". . N . ." not in text
    assert "diagram" not in text
    maps = map_order(1, "4x4", leaper=(0, 1))
    assert "16 of 16 complete" in pictures.text(maps)
    numbers = [element.text for element in ElementTree.fromstring(pictures.svg(maps)).iter(f"{SVG}text")]
    assert not {"1", "5", "8"} & set(numbers)


def test_the_maps_as_a_picture(tmp_path):
    done = turaga("orders", "1", *THESIS, "-o", "maps.svg", "--theme", "print", "--size", "800", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr.endswith("saved to maps.svg\n")
    text = (tmp_path / "maps.svg").read_text()
    assert text == pictures.svg(map_order(1, rule=rule_of("12345678")), theme="print", size=800)
    root = ElementTree.fromstring(text)
    words = [element.text for element in root.iter(f"{SVG}text")]
    assert [word for word in words if word.isdigit() and len(word) == 8] == [
        *order_images("12345678").values()
    ]
    assert words.count("59 of 64 complete") == 8
    assert int(root.get("width")) == 800
    assert turaga("orders", "1", "-o", "maps.png", cwd=tmp_path).returncode == 0
    assert (tmp_path / "maps.png").read_bytes()[1:4] == b"PNG"
    assert turaga("orders", "1", "-o", "maps.txt", cwd=tmp_path).returncode == 0
    assert (tmp_path / "maps.txt").read_text() == pictures.text(map_order(1))


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["orders", "11345678"], "order '11345678' is not a permutation of 12345678: write each digit"),
        (["orders", "40321"], "or a serial number from 1 to 40320"),
        (["orders", "--board", "8x8"], "--board needs an order: name one, as in turaga orders 12345678"),
        (["orders", "1", "--rule", "corner,12345678"], "leaves nothing for ORDER to decide"),
        (["orders", "1", "-o", "a.gif"], "a GIF shows a walk step by step, not a map"),
        (["orders", "1", "--theme", "dark"], "--theme only works in .svg, .png or .gif files"),
        (["orders", "1", "--board", "1000x1000"], "take about"),
        (["solve", "8x8", "--rule", "11"], "from 1 to 8 once; turaga orders explains orders"),
        (["solve", "8x8", "--rule", "random,corner"], "tie-break 'corner' is never used after random: put"),
        (["solve", "8x8", "--retry-orders", "1,2"], "; turaga orders explains orders"),
    ],
)  # fmt: skip
def test_mistakes_are_one_sentence(args, said):
    assert said in refused(*args)
