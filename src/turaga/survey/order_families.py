"""The orders of a survey: how a list of them is read, and the families whose walks are derived from one.

A list has orders such as 12345678 and serial numbers: 1 is 12345678, 2 is 12345687, and 40320 is 87654321, as
in section 6.12 of Serafeimidis's thesis. `1..100` are the first hundred.
"""

import math
from functools import lru_cache
from itertools import islice

from turaga.board import Board
from turaga.errors import BadOrder, BadRule
from turaga.limits import MOST_LISTED, require_length
from turaga.order import all_orders, parse_order
from turaga.rng import Rng
from turaga.solve.greedy import fresh_orders
from turaga.survey.random_counts import random_count
from turaga.symmetry import SYMMETRIES, Symmetry, order_image
from turaga.text import short, trim, whole_in

# Orders whose walks are rotations and reflections of each other. The first order is walked; each symmetry
# maps it to another order of the family.
Family = tuple[tuple[str, Symmetry], ...]

_ORDERS = math.factorial(8)
_RANDOM_ORDERS = 2  # the stream of random numbers for random orders
_KNOWN = "write all, unique, random:20, or orders such as 12345678,24753186 or 1..100"


def alone(order: str) -> Family:
    """The family of an order from which no other order is derived."""
    return ((order, SYMMETRIES["identity"]),)


@lru_cache(4)
def each_alone(orders: tuple[str, ...]) -> tuple[Family, ...]:
    """A family for each order."""
    return tuple(map(alone, orders))


@lru_cache(1)
def every_order() -> tuple[str, ...]:
    """All orders: the order with the serial number n is at n - 1."""
    return tuple(all_orders())


@lru_cache(4)
def unique_orders(symmetries: tuple[Symmetry, ...]) -> tuple[str, ...]:
    """One order of each class under some symmetries."""
    return tuple(family[0][0] for family in families(every_order(), symmetries))


@lru_cache(4)
def random_orders(count: int, seed: int) -> tuple[str, ...]:
    """Random orders, no two from the same class of eight."""
    return tuple(islice(fresh_orders(Board("8x8"), None, Rng(seed, _RANDOM_ORDERS)), count))


@lru_cache(4)
def families(orders: tuple[str, ...], symmetries: tuple[Symmetry, ...]) -> tuple[Family, ...]:
    """The orders in families. Each order is in one of them."""
    left = dict.fromkeys(orders)
    found = []
    for order in orders:
        if order in left:
            images = [(order_image(order, symmetry), symmetry) for symmetry in symmetries]
            family = tuple((image, symmetry) for image, symmetry in images if image in left)
            found.append(family)
            for image, _ in family:
                del left[image]
    return tuple(found)


# -- parsing ------------------------------------------------------------------------------------------


def checked_orders(text: str) -> str:
    """The orders of a plan as it stores them: all, unique, random:N, or a list of orders, each once.

    >>> checked_orders("1..2, 87654321, 40320"), checked_orders("Random:5")
    ('12345678,12345687,87654321', 'random:5')
    """
    words = [trim(word).lower() for word in require_length("orders", text, BadRule, MOST_LISTED).split(",")]
    if words in (["all"], ["unique"]):
        return words[0]
    if len(words) == 1 and words[0].startswith("random:"):
        return f"random:{random_count(words[0], 'orders', 5040, _KNOWN)}"
    return ",".join(dict.fromkeys(order for word in words for order in _orders_in(word, text)))


def _orders_in(word: str, text: str) -> tuple[str, ...]:
    """The orders that one word of a list means."""
    first, dots, last = word.partition("..")
    if not (first.isdigit() and (last.isdigit() or not dots)):
        raise BadRule(f"orders {short(text)!r} are not valid", accepted=_KNOWN, field="orders", value=text)
    if not dots and len(word) > len(str(_ORDERS)):
        return (parse_plan_order(word, "orders"),)
    numbers = [whole_in(end) for end in (first, last or first)]
    for number, end in zip(numbers, (first, last or first), strict=True):
        if number is None or not 1 <= number <= _ORDERS:
            raise BadOrder(
                f"there is no order with the serial number {short(end)}",
                accepted=f"serial numbers are 1 (12345678) to {_ORDERS} (87654321)",
                field="orders",
                value=text,
            )
    low, high = (number or 0 for number in numbers)
    if low > high:
        raise BadOrder(
            f"orders {short(word)!r} are not a range",
            accepted="write the smaller number first",
            field="orders",
            value=text,
        )
    return every_order()[low - 1 : high]


def parse_plan_order(text: str, field: str) -> str:
    """One order of a plan. The error is about this field."""
    try:
        return parse_order(text)
    except BadOrder as error:
        raise error.about(field) from None
