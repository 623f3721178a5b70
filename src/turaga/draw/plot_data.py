"""The values that plots are drawn from, all immutable, and the words around a plot."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """The words of a plot and its size: `title` says what is counted, `note` for which walks.

    >>> Look(title="Walks that fail").note
    ''
    """

    title: str = ""
    note: str = ""
    size: tuple[float, float] | None = None  # width and height in inches; None for what suits the kind


@dataclass(frozen=True, slots=True)
class Point:
    """A value for a board and, where it was sampled, the bounds it lies between with 95% confidence.

    >>> Point(8, 8, 95.0).low is None
    True
    """

    rows: int
    cols: int
    value: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A value for each of several boards.

    >>> Line("12345678", (Point(6, 6, 100.0), Point(8, 8, 92.2))).label
    '12345678'
    """

    label: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Spread:
    """How values lie for a board: the least, the quartiles, the most.

    >>> Spread(8, 8, 0, 1, 2, 4, 9).middle
    2
    """

    rows: int
    cols: int
    least: float
    lower: float
    middle: float
    upper: float
    most: float


@dataclass(frozen=True, slots=True)
class Band:
    """How the values of many orders lie, for each of several boards.

    >>> Band("20 orders", (Spread(8, 8, 0, 1, 2, 4, 9),)).points[0].most
    9
    """

    label: str
    points: tuple[Spread, ...]


@dataclass(frozen=True, slots=True)
class Cells:
    """A number for each square of a board, row by row; None where there is none.

    `measure` says what the numbers count, `zero` what a 0 means, and `rest` why there is none.

    >>> Cells(((0, 2), (None, 0)), "squares left unvisited", "complete").zero
    'complete'
    """

    numbers: tuple[tuple[float | None, ...], ...]
    measure: str
    zero: str
    rest: str = "not walked"


@dataclass(frozen=True, slots=True)
class Overlay:
    """What is counted on the squares of many boards, each board stretched over the same square.

    `numbers` are of its cells, row by row: how many times as much as an even spread would put there.

    >>> Overlay(((0.5, 1.5), (1.0, 1.0)), "ends of tours").measure
    'ends of tours'
    """

    numbers: tuple[tuple[float, ...], ...]
    measure: str


@dataclass(frozen=True, slots=True)
class Duel:
    """Which of two, called A and B, fail from each start, row by row: 0 neither, 1 A, 2 B, 3 both; None where
    it is not known, and `rest` says why.

    >>> Duel("12345678", "24753186", ((0, 1), (3, None))).marks[1][0]
    3
    """

    first: str
    second: str
    marks: tuple[tuple[int | None, ...], ...]
    rest: str = "not walked"


@dataclass(frozen=True, slots=True)
class Steps:
    """How many starts are left after 0, 1, 2, ... orders, and which orders these are.

    >>> Steps("8x8", ("12345678", "24753186"), (64, 5, 0)).left
    (64, 5, 0)
    """

    label: str
    orders: tuple[str, ...]
    left: tuple[int, ...]
