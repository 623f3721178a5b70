"""The shapes of a scene. Coordinates are whole units if possible. y increases downwards, as rows do."""

from dataclasses import dataclass

Place = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle: filled, outlined, or both.

    >>> Rect(0, 0, 320, 320, fill="#ffffff").stroke is None
    True
    """

    x: float
    y: float
    width: float
    height: float
    fill: str | None = None
    stroke: str | None = None
    weight: float = 0.0


@dataclass(frozen=True, slots=True)
class Chequer:
    """The dark squares of a board: those whose row plus column, from 0, is odd.

    >>> Chequer(16, 16, 8, 8, 40, "#dfcfae").side
    40
    """

    x: int
    y: int
    rows: int
    cols: int
    side: int
    fill: str


@dataclass(frozen=True, slots=True)
class Bars:
    """Filled horizontal bars (x, y, length), all of the same height.

    >>> Bars(((0, 0, 80),), 40, "#b9b3a7").height
    40
    """

    runs: tuple[tuple[int, int, int], ...]
    height: int
    fill: str


@dataclass(frozen=True, slots=True)
class Polyline:
    """A line through points, with round ends and bends. A closed line returns to its first point.

    >>> Polyline((36, 76), (36, 116), 3.0, "#24425c").closed
    False
    """

    xs: tuple[int, ...]
    ys: tuple[int, ...]
    weight: float
    stroke: str
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Segments:
    """Separate straight strokes, each from (x, y) to (x, y).

    >>> Segments((((0, 40), (40, 0)),), 1.0, "#8d8678").weight
    1.0
    """

    ends: tuple[tuple[Place, Place], ...]
    weight: float
    stroke: str


@dataclass(frozen=True, slots=True)
class Discs:
    """Circles of the same radius: filled, outlined, or both.

    >>> Discs(((36, 36),), 8.0, fill="#2e8b57").stroke is None
    True
    """

    centres: tuple[Place, ...]
    radius: float
    fill: str | None = None
    stroke: str | None = None
    weight: float = 0.0


@dataclass(frozen=True, slots=True)
class Polygons:
    """Filled shapes with straight sides.

    >>> len(Polygons((((0, 0), (4, 0), (2, 3)),), "#24425c").corners[0])
    3
    """

    corners: tuple[tuple[Place, ...], ...]
    fill: str


@dataclass(frozen=True, slots=True)
class Labels:
    """Short texts of the same height, each centred on its point or, with `from_left`, beginning there.

    >>> Labels(((36, 36, "1"),), 12.0, "#2b2a26").texts[0][2]
    '1'
    """

    texts: tuple[tuple[float, float, str], ...]
    height: float
    fill: str
    from_left: bool = False


Shape = Rect | Chequer | Bars | Polyline | Segments | Discs | Polygons | Labels


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture before it is drawn: its width and height in units, and its shapes from bottom to top.

    >>> Scene(352, 352, (Rect(0, 0, 352, 352, fill="#fdfaf3"),)).width
    352
    """

    width: int
    height: int
    shapes: tuple[Shape, ...]
