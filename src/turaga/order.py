"""The eight directions, and the orders in which a rule can try them.

Directions are numbered clockwise from "two down, one right", as in Serafeimidis's thesis. Rows are counted
downwards. A leaper (a, b) with a <= b moves b squares where the knight moves 2, and a where it moves 1:

    1 = (+b,+a)  2 = (+b,-a)  3 = (+a,-b)  4 = (-a,-b)  5 = (-b,-a)  6 = (-b,+a)  7 = (-a,+b)  8 = (+a,+b)

An *order* is a permutation of the directions. It is stored as people write it: "12345678".
"""

from collections.abc import Iterator
from itertools import permutations
from math import factorial

from turaga.errors import BadOrder
from turaga.limits import require_length, whole_number
from turaga.text import WHITESPACE, short, whole_in

FIRST_ORDER = "12345678"
ORDERS = factorial(len(FIRST_ORDER))  # 40,320


def parse_order(text: str | int, *, field: str = "orders") -> str:
    """The order in a text, or `BadOrder` about `field` if it does not have each digit from 1 to 8 once.

    >>> parse_order(" 24753186 "), parse_order(12345678)
    ('24753186', '12345678')
    """
    order = require_length("order", str(text), BadOrder, field=field).strip(WHITESPACE)
    if len(order) != 8 or set(order) != set(FIRST_ORDER):
        raise BadOrder(
            f"order {short(order, 20)!r} is not a permutation of {FIRST_ORDER}",
            accepted="write each digit from 1 to 8 once",
            field=field,
        )
    return order


def all_orders() -> Iterator[str]:
    """All 8! = 40,320 orders, from 12345678 upwards.

    >>> next(all_orders()), sum(1 for _ in all_orders())
    ('12345678', 40320)
    """
    return ("".join(p) for p in permutations(FIRST_ORDER))


def order_number(order: str) -> int:
    """The serial number of an order: its position, from 1 to 40,320, among all orders sorted as numbers.

    >>> order_number("12345678"), order_number("12345687"), order_number("87654321")
    (1, 2, 40320)
    """
    remaining, number = sorted(parse_order(order)), 0
    for digit in parse_order(order):
        place = remaining.index(digit)
        number = number * len(remaining) + place
        del remaining[place]
    return number + 1


def order_at(number: int) -> str:
    """The order with a serial number from 1 to 40,320: the inverse of `order_number`.

    >>> order_at(1), order_at(2), order_at(40320)
    ('12345678', '12345687', '87654321')
    """
    rest = whole_number("the serial number of an order", number, 1, ORDERS, field="number") - 1
    remaining, order = list(FIRST_ORDER), ""
    while remaining:
        place, rest = divmod(rest, factorial(len(remaining) - 1))
        order += remaining.pop(place)
    return order


def read_order(text: str | int) -> str:
    """The order that a person wrote: eight digits, or its serial number from 1 to 40,320.

    >>> read_order("24753186"), read_order("2"), read_order(40320)
    ('24753186', '12345687', '87654321')
    """
    number = whole_in(require_length("order", str(text), BadOrder, field="order"))
    if number is not None and 1 <= number <= ORDERS:
        return order_at(number)
    try:
        return parse_order(text, field="order")
    except BadOrder as error:
        raise BadOrder(
            error.problem, accepted=f"{error.accepted}, or a serial number from 1 to {ORDERS}", field="order"
        ) from None


def order_diagram(order: str = FIRST_ORDER) -> tuple[str, ...]:
    """The eight squares around a knight (N), each with its position in an order: 1 is tried first.

    In the order 12345678 the position of a direction is its number.

    >>> print(*order_diagram(), sep="\\n")
    . 5 . 6 .
    4 . . . 7
    . . N . .
    3 . . . 8
    . 2 . 1 .
    """
    steps, positions = direction_steps(), parse_order(order)
    marks = {step: str(positions.index(digit) + 1) for digit, step in zip(FIRST_ORDER, steps, strict=True)}
    marks[0, 0] = "N"
    sides = range(-2, 3)
    return tuple(" ".join(marks.get((row, col), ".") for col in sides) for row in sides)


def direction_steps(leaper: tuple[int, int] = (1, 2)) -> tuple[tuple[int, int], ...]:
    """The (row, column) step of each direction from 1 to 8.

    >>> direction_steps()
    ((2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2), (1, 2))
    """
    a, b = leaper
    return ((b, a), (b, -a), (a, -b), (-a, -b), (-b, -a), (-b, a), (-a, b), (a, b))


def ordered_steps(order: str = FIRST_ORDER, leaper: tuple[int, int] = (1, 2)) -> tuple[tuple[int, int], ...]:
    """The distinct steps in the given order. A leaper such as (0, 1) or (1, 1) has only four.

    >>> ordered_steps("87654321")[:2]
    ((1, 2), (-1, 2))
    >>> ordered_steps(leaper=(0, 1))
    ((1, 0), (0, -1), (-1, 0), (0, 1))
    """
    steps = direction_steps(leaper)
    return tuple(dict.fromkeys(steps[int(digit) - 1] for digit in order))
