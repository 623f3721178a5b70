"""The letters, digits and signs that words are drawn with: lines on a grid of 4 by 6 units.

Each character is one or more lines, separated by semicolons. A line is a list of points x,y. A character has
y from 0 (top) to 6 (bottom) and x from 0; most are 4 units wide. What follows a bar is a separate part, such
as the dot of an exclamation mark. A knight can jump from one part to the other. What lies beyond y from 0 to
6, and beyond the last half unit of x, is cut off, so that oblique strokes end flat. The points are chosen so
that at the usual size, 3 squares a unit, nearly every character has as many squares of one colour as of the
other.
"""

from turaga.shapes.strokes import Point

Lines = tuple[tuple[Point, ...], ...]
Parts = tuple[Lines, ...]

_O = "1,0 3,0 4,1 4,5 3,6 1,6 0,5 0,1 1,0"
_P = "0,6 0,0 3.2,0 4,0.8 4,2.54 3.2,3.34 0,3.34"
_WRITTEN = {
    "A": "0,6 0,2 2,0 4,2 4,6; 0,4 4,4",
    "B": "3,3 0,3 0,6 3,6 4,5 4,4 3,3 4,2 4,1 3,0 0,0 0,3",
    "C": "4,0.8 3,0 1,0 0,1 0,5 1,6 3,6 4,5.2",
    "D": "0,0 0,6 2.5,6 4,4.5 4,1.5 2.5,0 0,0",
    "E": "4,0 0,0 0,6 4,6; 0,3 3,3",
    "F": "4,0 0,0 0,6; 0,3 3,3",
    "G": "4,0.8 3,0 1,0 0,1 0,5 1,6 4,6 4,3 2.5,3",
    "H": "0,0 0,6; 4,0 4,6; 0,3 4,3",
    "I": "0,0 3,0; 0,6 3,6; 1.5,0 1.5,6",
    "J": "1,0 4,0 4,5 3,6 1,6 0,5 0,4",
    "K": "0,0 0,6; 4.45,-0.6 0.9,3 4.45,6.6",
    "L": "0,0 0,6 4,6",
    "M": "0,6 0,0 2.5,2.8 5,0 5,6",
    "N": "0,6 0,0 4,6 4,0",
    "O": _O,
    "P": _P,
    "Q": _O + "; 2.6,4.6 4.4,6.4",
    "R": _P + "; 2.3,3.64 4.3,6.6",
    "S": "4,0.8 2.66,0 1.34,0 0,1.34 0,2 1,3 3,3 4,4 4,4.66 2.66,6 1.34,6 0,5.2",
    "T": "0,0 4,0; 2,0 2,6",
    "U": "0,0 0,5 1,6 3,6 4,5 4,0",
    "V": "0,0 0,3 2,6 4,3 4,0",
    "W": "0,0 0,6 2.5,3.2 5,6 5,0",
    "X": "-0.4,-0.6 4.4,6.6; 4.4,-0.6 -0.4,6.6",
    "Y": "0,0 0,1 2,3 4,1 4,0; 2,3 2,6",
    "Z": "0,0 4,0 4,0.3 0,5.7 0,6 4,6",
    "0": "1,0 2.5,0 3.5,1 3.5,5 2.5,6 1,6 0,5 0,1 1,0",
    "1": "0.5,1.3 2,0 2,6; 0,6 4,6",
    "2": "0,1 0.8,0 3.2,0 4,0.8 4,2 0,5.4 0,6 4,6",
    "3": "0,1 1.2,0 2.8,0 4,1.2 4,2 3,3 4,4 4,4.8 2.8,6 1.2,6 0,5; 1.5,3 3,3",
    "4": "2.67,6 2.67,0 0,3.8 4,3.8",
    "5": "4,0 0,0 0,2.67 3.2,2.67 4,3.47 4,5.2 3.2,6 0,6",
    "6": "4,1 3.2,0 0.8,0 0,0.8 0,5.2 0.8,6 3.2,6 4,5.2 4,3.47 3.2,2.67 0,2.67",
    "7": "0,0 4,0 4,1 1.3,6.6",
    "8": "1,3 0,2 0,1 1,0 3,0 4,1 4,2 3,3 4,4 4,5 3,6 1,6 0,5 0,4 1,3 3,3",
    "9": "0,5 0.8,6 3.2,6 4,5.2 4,0.8 3.2,0 0.8,0 0,0.8 0,2.54 0.8,3.34 4,3.34",
    "-": "0,3 3,3",
    "+": "0,3 4,3; 2,1 2,5",
    "/": "-0.3,6.6 3.3,-0.6",
    ".": "0,6 0.5,6",
    ",": "0.5,5 0.5,5.2 -0.2,6.4",
    "!": "0,0 0,5.5| 0,6 0,6",
    "?": "0,1 1.2,0 2.8,0 4,1.2 4,2 2,3.4 2,5.5| 2,6 2,6",
    "&": "4.8,6.36 0.5,1.6 0.5,1 1.5,0 2.5,0 3.5,1 3.5,1.5 0,4.2 0,5 1,6 2.5,6 4.5,3.3",
    "'": "0,0 0,1.5",
}


def _points(text: str) -> tuple[Point, ...]:
    pairs = (point.split(",") for point in text.split())
    return tuple((float(x), float(y)) for x, y in pairs)


GLYPHS: dict[str, Parts] = {
    character: tuple(tuple(map(_points, part.split(";"))) for part in written.split("|"))
    for character, written in _WRITTEN.items()
}


def glyph_width(character: str) -> float:
    """How many units wide a character is, measured between the middles of its strokes.

    >>> glyph_width("T"), glyph_width("I")
    (4.0, 3.0)
    """
    return int(2 * max(x for part in GLYPHS[character] for line in part for x, _ in line)) / 2
