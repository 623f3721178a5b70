"""Draw the icons of the page as PNG files, from the knight in its SVG icon.

    python scripts/icons.py

Browsers that install the page as an app need PNG files, and iOS needs its own. A maskable icon fills the
whole square, because systems cut their own shape out of it; what matters is in the middle.
"""

import re
from pathlib import Path

from PIL import Image, ImageDraw

PAGE = Path(__file__).parent.parent / "src" / "turaga" / "web" / "page"
FINER = 8  # drawn this many times larger, so that edges are smooth
STEPS = 24  # straight pieces of a curve
PAPER, KNIGHT = (0x24, 0x42, 0x5C, 255), (0xFD, 0xFA, 0xF3, 255)  # as in icon.svg
# File, pixels, size of the knight compared with that in icon.svg, radius of the corners in hundredths.
ICONS = (
    ("icon-192.png", 192, 0.92, 18),
    ("icon-512.png", 512, 0.92, 18),
    ("icon-maskable-512.png", 512, 0.68, 0),
    ("apple-touch-icon.png", 180, 0.8, 0),
)

Point = tuple[float, float]


def outlines(path: str) -> list[list[Point]]:
    """The closed lines of an SVG path that has only M, C, Z, and full circles as two arcs."""
    lines: list[list[Point]] = []
    for command, text in re.findall(r"([MCAZ])([^MCAZ]*)", path):
        numbers = [float(one) for one in re.findall(r"-?\d*\.?\d+", text)]
        if command == "M":
            lines.append([(numbers[0], numbers[1])])
        elif command == "C":
            for at in range(0, len(numbers), 6):
                a, b, c = ((numbers[at + k], numbers[at + k + 1]) for k in (0, 2, 4))
                lines[-1] += [bezier(lines[-1][-1], a, b, c, k / STEPS) for k in range(1, STEPS + 1)]
        elif command == "A":  # half of a circle around the middle of its ends
            lines[-1] += half_circle(lines[-1][-1], (numbers[-2], numbers[-1]))
    return lines


def bezier(start: Point, a: Point, b: Point, end: Point, t: float) -> Point:
    """A point of a cubic curve."""
    weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
    x, y = (sum(w * p[k] for w, p in zip(weights, (start, a, b, end), strict=True)) for k in (0, 1))
    return x, y


def half_circle(start: Point, end: Point) -> list[Point]:
    """Half of a circle from one point to the opposite one."""
    middle = complex(start[0] + end[0], start[1] + end[1]) / 2
    spoke = complex(*start) - middle
    turned = [middle + spoke * 1j ** (2 * k / STEPS) for k in range(1, STEPS + 1)]
    return [(one.real, one.imag) for one in turned]


def draw(side: int, scale: float, radius: float, path: str) -> Image.Image:
    """An icon of this many pixels."""
    large = side * FINER
    unit = large / 100
    image = Image.new("RGBA", (large, large))
    pen = ImageDraw.Draw(image)
    pen.rounded_rectangle((0, 0, large - 1, large - 1), radius * unit, PAPER)
    for number, line in enumerate(outlines(path)):
        points = [((50 + scale * (x + 1)) * unit, (50 + scale * (y + 3)) * unit) for x, y in line]
        pen.polygon(points, PAPER if number else KNIGHT)  # the second outline is the eye
    return image.resize((side, side), Image.Resampling.LANCZOS)


def main() -> None:
    """Write the files."""
    found = re.search(r'\bd="([^"]+)"', (PAGE / "icon.svg").read_text("utf-8"))
    assert found is not None
    for name, side, scale, radius in ICONS:
        image = draw(side, scale, radius, found[1]).quantize(64, Image.Quantize.FASTOCTREE)
        image.save(PAGE / name, optimize=True)


if __name__ == "__main__":
    main()
