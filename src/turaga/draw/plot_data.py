"""The values that plots show, and the text around a plot. All are immutable."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """The text and the size of a plot: `title` says what is counted, `note` says for which walks.

    >>> Look(title="Walks that fail").note
    ''
    """

    title: str = ""
    note: str = ""
    size: tuple[float, float] | None = None  # width and height in inches; None for the default of the plot


@dataclass(frozen=True, slots=True)
class Point:
    """A value for a board and, if it is an estimate, the ends of its 95% interval. A board with holes also
    has a name and, where it matters, its number of squares.

    >>> Point(8, 8, 95.0).low is None
    True
    """

    rows: int
    cols: int
    value: float
    low: float | None = None
    high: float | None = None
    board: str = ""
    squares: int | None = None


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
    """The spread of values for a board: the smallest, the quartiles, the largest. A board with holes also
    has a name.

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
    board: str = ""


@dataclass(frozen=True, slots=True)
class Band:
    """The spread of the values of many orders, for each of several boards.

    >>> Band("20 orders", (Spread(8, 8, 0, 1, 2, 4, 9),)).points[0].most
    9
    """

    label: str
    points: tuple[Spread, ...]


@dataclass(frozen=True, slots=True)
class Cells:
    """A number for each square of a board, row by row; None for squares without a number.

    `measure` says what the numbers count, `zero` what a 0 means, and `rest` why a square has no number.
    `holes` are (row, col) pairs from 0.

    >>> Cells(((0, 2), (None, 0)), "squares left unvisited", "complete").zero
    'complete'
    """

    numbers: tuple[tuple[float | None, ...], ...]
    measure: str
    zero: str
    rest: str = "not walked"
    holes: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Overlay:
    """Counts on the squares of many boards, each board stretched over the same square.

    `numbers` has the density of each cell, row by row. 1 means that the counts are spread evenly.

    >>> Overlay(((0.5, 1.5), (1.0, 1.0)), "ends of tours").measure
    'ends of tours'
    """

    numbers: tuple[tuple[float, ...], ...]
    measure: str


@dataclass(frozen=True, slots=True)
class Duel:
    """Which of two orders, A and B, fail from each start, row by row: 0 neither, 1 A, 2 B, 3 both. None if
    this is not known; `rest` says why. `holes` are (row, col) pairs from 0.

    >>> Duel("12345678", "24753186", ((0, 1), (3, None))).marks[1][0]
    3
    """

    first: str
    second: str
    marks: tuple[tuple[int | None, ...], ...]
    rest: str = "not walked"
    holes: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Steps:
    """How many starts are left after 0, 1, 2, ... orders, and which orders they are.

    >>> Steps("8x8", ("12345678", "24753186"), (64, 5, 0)).left
    (64, 5, 0)
    """

    label: str
    orders: tuple[str, ...]
    left: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Measured:
    """What a method or a rule did on a board: how many of its walks were tours, and the steps and seconds of
    each walk. If it cannot be used there, it has no walks.

    >>> Measured("greedy", 1, (64, 60), (0.0003, 0.0004)).solved
    1
    """

    label: str
    solved: int
    steps: tuple[float, ...] = ()
    seconds: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class RunLine:
    """How many of the starts of each run were solved, and how many of them colour allows.

    >>> RunLine("5×5", solved=(6, 3, 4), allowed=(6, 3, 5), starts=10).starts
    10
    """

    label: str
    solved: tuple[int, ...]
    allowed: tuple[int, ...]
    starts: int  # of each run
