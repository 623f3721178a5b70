"""Which walks a plan has on a board: reads its orders and its starts, and lists them.

A list of orders has orders such as 12345678 and serial numbers: 1 is 12345678, 2 is 12345687, and 40320 is
87654321, as in section 6.12 of Serafeimidis's thesis. `1..100` are the first hundred.

The starts are all squares of a board, a part of them, random ones, or a list of squares. A list has squares
for every board, and squares for boards of some sizes: in `1,1 7x7:3,5 20..30:12,17`, only 1,1 is for all
boards.
"""

import math
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice

from turaga.board import KNIGHT, Board
from turaga.errors import BadBoard, BadOrder, BadRule
from turaga.limits import MOST_LISTED, require_length
from turaga.order import all_orders, parse_order
from turaga.rng import Rng
from turaga.solve.greedy import fresh_orders
from turaga.survey.board_lists import MOST_SQUARES, board_name, board_range
from turaga.symmetry import SYMMETRIES, Symmetry, order_image
from turaga.text import short, trim, whole_in

# Orders whose walks are rotations and reflections of each other. The first order is walked; each symmetry
# maps it to another order of the family.
Family = tuple[tuple[str, Symmetry], ...]

_ORDERS = math.factorial(8)
_RANDOM_ORDERS = 2  # the stream of random numbers for random orders
_ORDERS_KNOWN = "write all, unique, random:20, or orders such as 12345678,24753186 or 1..100"
_RANDOM_STARTS = 1  # the stream of random numbers for random starts
PARTS = ("all", "quarter", "eighth")
_STARTS_KNOWN = "write all, quarter, eighth or random:10, or squares such as 1,1 3,7 b5"


def _random_count(word: str, things: str, most: int, known: str) -> int:
    """The number in a text such as `random:10`, from 1 to `most`. `known` says what else is accepted.

    >>> _random_count("random:10", "starts", 64, "")
    10
    """
    count = whole_in(word.partition(":")[2])
    if count is None or not 1 <= count <= most:
        raise BadRule(
            f"{things} {short(word)!r} are not valid",
            accepted=f"{known}; the number of random {things} must be from 1 to {most}",
            field=things,
        )
    return count


# -- families of orders -------------------------------------------------------------------------------


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


# -- lists of orders ----------------------------------------------------------------------------------


def checked_orders(text: str) -> str:
    """The orders of a plan as it stores them: all, unique, random:N, or a list of orders, each once.

    >>> checked_orders("1..2, 87654321, 40320"), checked_orders("Random:5")
    ('12345678,12345687,87654321', 'random:5')
    """
    words = [trim(word).lower() for word in require_length("orders", text, BadRule, MOST_LISTED).split(",")]
    if words in (["all"], ["unique"]):
        return words[0]
    if len(words) == 1 and words[0].startswith("random:"):
        return f"random:{_random_count(words[0], 'orders', 5040, _ORDERS_KNOWN)}"
    return ",".join(dict.fromkeys(order for word in words for order in _orders_in(word, text)))


def _orders_in(word: str, text: str) -> tuple[str, ...]:
    """The orders that one word of a list means."""
    first, dots, last = word.partition("..")
    if not (first.isdigit() and (last.isdigit() or not dots)):
        raise BadRule(f"orders {short(text)!r} are not valid", accepted=_ORDERS_KNOWN, field="orders")
    if not dots and len(word) > len(str(_ORDERS)):
        return (parse_plan_order(word, "orders"),)
    numbers = [whole_in(end) for end in (first, last or first)]
    for number, end in zip(numbers, (first, last or first), strict=True):
        if number is None or not 1 <= number <= _ORDERS:
            raise BadOrder(
                f"there is no order with the serial number {short(end)}",
                accepted=f"serial numbers are 1 (12345678) to {_ORDERS} (87654321)",
                field="orders",
            )
    low, high = (number or 0 for number in numbers)
    if low > high:
        raise BadOrder(
            f"orders {short(word)!r} are not a range",
            accepted="write the smaller number first",
            field="orders",
        )
    return every_order()[low - 1 : high]


def parse_plan_order(text: str, field: str) -> str:
    """One order of a plan. The error is about this field."""
    try:
        return parse_order(text)
    except BadOrder as error:
        raise error.about(field) from None


# -- starts -------------------------------------------------------------------------------------------


def checked_starts(text: str, boards: Sequence[Board]) -> str:
    """The starts of a plan as it stores them. `BadSquare` if a listed square is not on its boards.

    >>> checked_starts(" 1,1  3,7 B5", [Board("8x8")])
    '1,1 3,7 b5'
    """
    trimmed = trim(require_length("starts", text, BadRule, MOST_LISTED)).lower()
    written = re.sub(r"\s+", " ", trimmed, flags=re.ASCII)
    if written.startswith("random"):
        return f"random:{_random_count(written, 'starts', MOST_SQUARES, _STARTS_KNOWN)}"
    if written in PARTS:
        for board in boards:
            # The holes may leave nothing of the part.
            if board.hole_indices and not start_indices(written, board, 0, 0):
                problem = f"are {written}, but this part of {board_name(board)} has only holes"
                raise _bad_starts(text, problem, "write all, random:10 or squares")
        return written
    if not any(letter in "0123456789" for letter in written):
        raise _bad_starts(text, "are not valid")
    for board in boards:
        if not _listed(written, board):
            raise _bad_starts(text, f"have no square for the board {board_name(board)}", "add one")
    sides = {(board.rows, board.cols) for board in boards}
    for word in written.split(" "):
        if ":" in word and not sides & _sides(word.rpartition(":")[0]):
            raise _bad_starts(text, f"have {short(word)!r}, but the survey has no such board", "remove it")
    return written


def _bad_starts(text: str, problem: str, accepted: str = _STARTS_KNOWN) -> BadRule:
    return BadRule(f"starts {short(text)!r} {problem}", accepted=accepted, field="starts")


def start_indices(starts: str, board: Board, seed: int, run: int) -> Sequence[int]:
    """The starts of one run on a board, as square indices, in the order in which they are walked.

    Only random starts depend on the seed and the run. A square that is listed twice is one start. Holes are
    not starts: `quarter` and `eighth` are what is left of these parts of the rectangle.

    >>> start_indices("1,1 b2 8x8:5,5", Board("3x3"), 0, 0), start_indices("eighth", Board("5x5"), 0, 0)
    ((0, 4), [0, 1, 2, 6, 7, 12])
    """
    rows, cols = board.rows, board.cols
    squares = range(board.area) if not board.hole_indices else list(board.indices())
    if starts == "all":
        return squares
    if starts.startswith("random:"):
        rng = Rng(seed, _RANDOM_STARTS, rows, cols, run)
        places = islice(_shuffled(board.size, rng), int(starts.partition(":")[2]))
        return [squares[place] for place in places]
    if starts in PARTS:
        triangle = starts == "eighth" and rows == cols
        return [
            row * cols + col
            for row in range((rows + 1) // 2)
            for col in range(row if triangle else 0, (cols + 1) // 2)
            if row * cols + col not in board.hole_indices
        ]
    return _listed(starts, board)


@lru_cache(64)
def _listed(starts: str, board: Board) -> tuple[int, ...]:
    """The listed squares of a board, each once."""
    found = []
    for word in starts.split(" "):
        boards, colon, square = word.rpartition(":")
        if not colon or (board.rows, board.cols) in _sides(boards):
            found.append(board.index(square, field="starts"))
    return tuple(dict.fromkeys(found))


@lru_cache(64)
def _sides(word: str) -> frozenset[tuple[int, int]]:
    """The rows and columns of the boards before a colon."""
    try:
        return frozenset((board.rows, board.cols) for board in board_range(word, KNIGHT))
    except BadBoard as error:
        raise error.about("starts") from None


def _shuffled(size: int, rng: Rng) -> Iterator[int]:
    """The numbers below `size` in random order, without an array of all of them: a Fisher-Yates shuffle that
    remembers only what it has swapped."""
    moved: dict[int, int] = {}
    for i in range(size):
        j = i + rng.below(size - i)
        yield moved.get(j, j)
        moved[j] = moved.get(i, i)
