"""The targets of `scripts/fuzz.py` for short texts: boards, squares, orders, rules, options, lists of these.

Most cases begin as valid, written as people write them. Then a few characters or words are changed. Accepted
values are written and read again.
"""

import contextlib
import json
from collections.abc import Callable
from random import Random
from typing import Any

from fuzzing import NUMBERS, ODD, Target, Wrong, mutate_text
from turaga import Board, Rule
from turaga.board import parse_leaper
from turaga.cli.survey.plot import _parse_size
from turaga.cli.watch import parse_frames
from turaga.errors import BadInput
from turaga.kinds import SECONDS, SEED
from turaga.kinds import whole as whole_number
from turaga.notation import FORMATS, parse_format
from turaga.notation.tour_stream import parse_line_format
from turaga.operations import read
from turaga.order import parse_order
from turaga.pictures.styles import PictureOptions
from turaga.rule import SYSTEMS, find_system
from turaga.sampling.request import ListTours
from turaga.solve.methods import METHODS, parse_method
from turaga.solve.request import Solve
from turaga.squares import column_letters
from turaga.survey.plan import Plan, parse_boards
from turaga.text import number_in, show, whole_in

LEAPERS = ((1, 2), (1, 2), (1, 2), (1, 3), (0, 1), (2, 3), (1, 1), (3, 3))
EIGHT = Board("8x8")


def targets() -> list[Target]:
    """Every target of this module."""
    return [
        Target("board", _of(_board_text), _run_board),
        Target("mask", _of(_mask), _run_mask),
        Target("square", _of(square_text), _run_square),
        Target("leaper", _of(_leaper_text), _run_leaper),
        Target("order", _of(_order_text), _run_order),
        Target("ties", _of(_ties_text), _run_ties),
        Target("names", _of(_name), _run_names),
        Target("boards", _of(_boards_text), _run_boards),
        Target("plan", _plan, _run_plan),
        Target("frames", _of(_frames_text), _run_frames),
        Target("numbers", _of(_number_text), _run_numbers),
        Target("fix", _fixes, _run_fixes),
        Target("picture-options", _picture, lambda case: PictureOptions.of(**case)),
    ]


def _of(make: Callable[[Random], str]) -> Callable[[Random], str]:
    """Cases that are mutated most of the time."""

    def case(random: Random) -> str:
        text = make(random)
        return text if random.random() < 0.1 else mutate_text(random, text, [make(random), *ODD[:3]])

    return case


# -- small values -------------------------------------------------------------------------------------------


def _side(random: Random) -> str:
    return str(random.choice((1, 2, 3, 5, 8, random.randrange(1, 100), random.randrange(10**18))))


def _board_text(random: Random) -> str:
    space = random.choice(("", "", " ", "\t"))
    if random.random() < 0.2:
        return _side(random)
    return f"{_side(random)}{space}{random.choice('xX×')}{space}{_side(random)}"


def _run_board(text: str) -> None:
    board = Board.read(text)
    if Board(f"{board.rows}x{board.cols}") != board or Board.read(str(board)) != board:
        raise Wrong(f"{text!r} is {board!r}, but that is read as another board")


def small_board(random: Random) -> Board:
    rows, cols = random.randrange(1, 8), random.randrange(1, 8)
    holes = [(random.randrange(rows), random.randrange(cols)) for _ in range(random.choice((0, 0, 1, 3, 8)))]
    if len(set(holes)) == rows * cols:
        holes = []
    return Board(rows, cols, holes=holes, leaper=random.choice(LEAPERS))


def _mask(random: Random) -> str:
    mask = small_board(random).mask()
    return mask.replace("", random.choice(("", "", " "))).replace("\n", random.choice(("\n", "\r\n", "\r")))


def _run_mask(text: str) -> None:
    board = Board.from_mask(text)
    if Board.from_mask(board.mask()) != board or board.size < 1:
        raise Wrong(f"{text!r} is {board!r}, whose mask is {board.mask()!r}")


def square_text(random: Random) -> str:
    row, col = random.randrange(-1, 10), random.randrange(-1, 10)
    if random.random() < 0.3:
        return f"{column_letters(max(0, col))}{row}"
    return random.choice(("{},{}", "({},{})", " {} , {} ", "( {},{} )")).format(row, col)


def _run_square(text: str) -> None:
    square = EIGHT.parse_square(text)
    if square not in EIGHT or EIGHT.parse_square(show(square)) != square:
        raise Wrong(f"{text!r} is {square}")
    if EIGHT.parse_square(EIGHT.name(square)) != square:
        raise Wrong(f"{square} is {EIGHT.name(square)}")


def _leaper_text(random: Random) -> str:
    return f"{random.randrange(9)}{random.choice((',', ', ', ' ,'))}{random.randrange(9)}"


def _run_leaper(text: str) -> None:
    a, b = parse_leaper(text)
    if not 0 <= a <= b or parse_leaper(f"{b},{a}") != (a, b) or Board(8, leaper=text).leaper != (a, b):
        raise Wrong(f"{text!r} is {a},{b}")


def _order_text(random: Random) -> str:
    return "".join(random.sample("12345678", 8))


def _run_order(text: str) -> None:
    order = parse_order(text)
    if sorted(order) != list("12345678") or parse_order(order) != order or parse_order(int(order)) != order:
        raise Wrong(f"{text!r} is {order!r}")


def _tie(random: Random) -> str:
    words = ("random", "outermost", "corner", "lookahead", f"lookahead:{random.randrange(10)}")
    return random.choice((*words, f"{_order_text(random)}"))


def _ties_text(random: Random) -> str:
    return random.choice((",", ", ")).join(_tie(random) for _ in range(random.choice((1, 2, 3, 6))))


def _run_ties(text: str) -> None:
    rule = Rule(text)
    if Rule(rule.text) != rule or rule.with_order("87654321").stages != rule.stages:
        raise Wrong(f"{text!r} is {rule!r}")
    str(rule)


def _name(random: Random) -> str:
    return random.choice((*METHODS, *SYSTEMS, *FORMATS, "npy", "grid", "sweep", "halves", "narrowest"))


def _run_names(text: str) -> None:
    kinds = (parse_method, find_system, parse_format, parse_line_format)
    read_by = 0
    for parse in kinds:
        with contextlib.suppress(BadInput):
            parse(text)
            read_by += 1
    if not read_by:
        find_system(text)


# -- lists of values, and options ---------------------------------------------------------------------------


def _range_text(random: Random) -> str:
    low = random.randrange(1, 9)
    high = low + random.choice((0, 1, 3, -1, 10**5))
    side = random.randrange(1, 9)
    ranges = (f"{low}..{high}", f"{side}x{low}..{side}x{high}")
    return random.choice((*ranges, f"{low}", f"{side}x{low}", f"{low}", f"{side}x{low}"))


def _boards_text(random: Random) -> str:
    return random.choice((",", ", ")).join(_range_text(random) for _ in range(random.choice((1, 1, 2, 3))))


def _run_boards(text: str) -> None:
    boards = parse_boards(text)
    if len(set(boards)) != len(boards) or (
        len(boards) < 50 and parse_boards(",".join(map(str, boards))) != boards
    ):
        raise Wrong(f"{text!r} is {boards!r}")


def _plan(random: Random) -> dict[str, Any]:
    count = random.choice((1, 2, 20, 0, 10**6))
    orders = (
        f"random:{min(count, 20)}",
        ",".join(_order_text(random) for _ in range(3)),
        _order_text(random),
    )
    starts = ("all", "quarter", "eighth", f"random:{count}")
    case: dict[str, Any] = {
        "boards": random.choice(("5..6", "3x4,8", "8", "1..4")),
        "orders": random.choice((*orders, None)),
        "starts": random.choice(starts),
        "rule": _tie(random),
        "method": random.choice(("greedy", "greedy", "search")),
    }
    if case["method"] == "search":
        case["step_limit"] = random.choice((1, 100, 10**6))
    for name in random.sample(sorted(case), random.choice((0, 1, 1, 2))):
        if isinstance(case[name], str):
            case[name] = mutate_text(random, case[name], [*orders, *starts, "all", "unique"])
        else:
            case[name] = _odd_value(random)
    return case


def _run_plan(case: dict[str, Any]) -> None:
    plan = Plan(**case)
    if Plan.from_json(json.loads(json.dumps(plan.as_json()))) != plan:
        raise Wrong(f"{plan!r} is stored as another plan")
    board = plan.boards[0]
    if plan.orders not in ("all", "unique") and board.size < 1000:
        plan.orders_of(board)
        if len(plan.starts_of(board, 0)) != plan.count_starts(board):
            raise Wrong(f"the starts of {plan!r} on {board} are not as many as it says")


def _frames_text(random: Random) -> str:
    low = random.randrange(1, 100)
    words = ("all", "first", "last", str(low), f"{low}..{low + 5}", f"{low} .. last", f"first..{low}")
    return random.choice((",", ", ")).join(random.choice(words) for _ in range(random.choice((1, 2, 4))))


def _run_frames(text: str) -> None:
    numbers = parse_frames(text).numbers()
    before = 0
    for _, number in zip(range(100), numbers, strict=False):
        if number <= before:
            raise Wrong(f"{text!r} has frame {number} after {before}")
        before = number


def _number_text(random: Random) -> str:
    return random.choice(
        (str(random.randrange(-9, 2**64)), f"{random.random():.3g}", *NUMBERS, "7x4.5", "1,000")
    )


def _run_numbers(text: str) -> None:
    plain = text.strip(" \t\n\r\f\v")
    digits = plain[1:] if plain[:1] in ("+", "-") else plain
    whole = whole_in(text)
    if (whole is not None) != (0 < len(digits) <= 20 and all(char in "0123456789" for char in digits)):
        raise Wrong(f"{text!r} is {whole}")
    if whole is not None and number_in(text) != float(whole):
        raise Wrong(f"{text!r} is {number_in(text)}, not {whole}")
    known = 0
    for parse in (
        lambda: SEED.parse_typed(text, {}),
        lambda: whole_number(1, 9).parse_typed(text, {}),
        lambda: SECONDS.parse_typed(text, {}),
        lambda: read(ListTours, {"board": "6x6", "nth": text}, typed=True),
        lambda: _parse_size(text),
    ):
        with contextlib.suppress(BadInput):
            parse()
            known += 1
    if not known:
        SEED.parse_typed(text, {})


def _fixes(random: Random) -> tuple[str, ...]:
    texts = [f"{random.randrange(28)}={square_text(random)}" for _ in range(random.choice((1, 1, 2, 3)))]
    return tuple(text if random.random() < 0.3 else mutate_text(random, text) for text in texts)


def _run_fixes(texts: tuple[str, ...]) -> None:
    request = read(Solve, {"board": "5x5", "fix": texts})
    if len(request.tours.fix) != len(texts):
        raise Wrong(f"{texts!r} is {request.tours.fix!r}")


def _odd_value(random: Random) -> object:
    """A value of Python that is not what it should be."""
    return random.choice(
        (
            None,
            True,
            -1,
            0,
            1,
            2,
            10**20,
            10**5000,
            -(10**5000),
            1.5,
            float("nan"),
            float("inf"),
            "",
            "1",
            "x",
            b"1",
        )
    )


def _picture(random: Random) -> dict[str, Any]:
    case: dict[str, Any] = {
        "style": random.choice(("board", "line", "squares", "graph", "degrees")),
        "moves": random.choice(((), (), "e4", "1,1 b2", ["a1", (0, 0)])),
        "colour": random.choice(("plain", "steps")),
        "theme": random.choice(("light", "dark", "print")),
        "size": random.choice((None, 32, 500, 4096)),
        "title": random.choice((None, "A tour")),
    }
    name = random.choice(sorted(case))
    if isinstance(case[name], str):
        case[name] = mutate_text(random, case[name])
    elif random.random() < 0.7:
        case[name] = _odd_value(random)
    return case
