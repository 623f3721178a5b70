"""`turaga orders`: what an order is, its number, its class and its images."""

import json
import re

import pytest

import naive
from command import on_a_terminal, refused, turaga
from turaga import Board, Rule
from turaga.errors import BadOrder
from turaga.order import order_diagram, read_order
from turaga.orders import SYMMETRIES, order_images
from turaga.walks import map_starts

# Table 58 of Serafeimidis's thesis: the orders that complete every tour of 8x8, in its two classes.
TABLE_58 = (
    {"13472568", "28741653", "35614782", "42163875", "57836124", "64385217", "71258346", "86527431"},
    {"13475268", "28746153", "35617482", "42168375", "57831624", "64382517", "71253846", "86524731"},
)


def test_the_images_of_an_order_are_its_class():
    for members in TABLE_58:
        for order in members:
            images = order_images(order)
            assert set(images.values()) == members
            assert [*images] == [*SYMMETRIES]
            assert images["identity"] == order


def test_orders_of_the_thesis_complete_every_tour():
    facts = json.loads(turaga("orders", "13472568", "--json").stdout)
    assert {image["order"] for image in facts["images"]} == TABLE_58[0]
    assert (facts["order"], facts["number"], facts["representative"]) == ("13472568", 913, "13472568")
    for image in facts["images"]:
        assert map_starts("8x8", rule_of(image["order"])).complete == 64


def test_the_map_of_an_image_is_the_image_of_the_map():
    board = Board("8x8")
    first = map_starts(board, rule_of("12345678")).by_start()
    for name, order in order_images("12345678").items():
        image = map_starts(board, rule_of(order)).by_start()
        for square, left in first.items():
            assert image[SYMMETRIES[name].square(square, 8, 8)] == left
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


# -- the command ----------------------------------------------------------------------------------


def test_orders_are_explained():
    text = turaga("orders").stdout
    assert "    . 5 . 6 .\n    4 . . . 7\n    . . N . .\n    3 . . . 8\n    . 2 . 1 .\n" in text
    assert "40,320 orders" in text
    assert "5,040 classes of 8" in text
    facts = json.loads(turaga("orders", "--json").stdout)
    assert facts["directions"] == {str(n): list(step) for n, step in naive.moves(Board("8x8")).items()}


@pytest.mark.parametrize(("columns", "across"), [(18, 1), (40, 2), (100, 5), (200, 8)])
def test_images_are_side_by_side(columns, across):
    _, seen = on_a_terminal("orders", "12345678", columns=columns)
    lines = [line.rstrip() for line in seen.replace("\r", "").split("\n")]
    assert max(map(len, lines)) <= columns
    assert " ".join(" ".join(lines).split()).startswith(
        "Order 12345678 is number 1 of 40,320. The smallest order of its class is 12345678."
    )
    rows = [line for line in lines if re.fullmatch(r"\d{8}( +\d{8})*", line)]
    assert " ".join(rows).split() == [*order_images("12345678").values()]
    assert len(rows[0].split()) == across
    first = lines.index(rows[0])
    assert lines[first + 1].startswith("as given")
    assert [line[:9] for line in lines[first + 3 : first + 8]] == [*order_diagram("12345678")]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["orders", "11345678"], "order '11345678' is not a permutation of 12345678: write each digit"),
        (["orders", "40321"], "or a serial number from 1 to 40320"),
        (["solve", "8x8", "--rule", "11"], "from 1 to 8 once; turaga orders explains orders"),
        (["solve", "8x8", "--rule", "random,corner"], "tie-break 'corner' is never used after random: put"),
        (["solve", "8x8", "--retry-orders", "1,2"], "; turaga orders explains orders"),
    ],
)  # fmt: skip
def test_mistakes_are_one_sentence(args, said):
    assert said in refused(*args)
