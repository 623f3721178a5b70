"""Draws scenes as pixels with Pillow: several times as large, then reduced, so that edges are smooth."""

import io
from array import array
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from turaga.extras import load
from turaga.pictures.oklab import rgb
from turaga.pictures.shapes import (
    Bars,
    Chequer,
    Discs,
    Labels,
    Polygons,
    Polyline,
    Rect,
    Scene,
    Segments,
    Shape,
)
from turaga.pictures.sheet import Panel, Sheet

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

_FOUR, _THREE = 1_500_000, 2_700_000  # images of up to this many pixels are drawn 4 and 3 times as large
_BASELINE = 0.355  # height of the middle of a digit above its baseline, divided by the font size
_BENDS = 3  # the bends of lines of this many pixels or more are rounded
_Box = tuple[float, float, float, float]


def write_png(sheet: Sheet) -> bytes:
    """The sheet as the bytes of a PNG file."""
    metadata = load("PIL.PngImagePlugin", "web").PngInfo()
    metadata.add_itxt("Title", sheet.title)
    file = io.BytesIO()
    paint_sheet(sheet).save(file, format="PNG", pnginfo=metadata)
    return file.getvalue()


def paint_sheet(sheet: Sheet) -> "Image":
    """The sheet as an image, with complete walks."""
    return paste_panels(sheet, [paint_scene(panel.builder.whole(), panel) for panel in sheet.panels])


def paste_panels(sheet: Sheet, images: "list[Image]") -> "Image":
    """The sheet with the given images as its panels."""
    if len(images) == 1:
        return images[0]
    page: Image = load("PIL.Image", "web").new("RGB", (sheet.width, sheet.height), rgb(sheet.paper))
    for panel, image in zip(sheet.panels, images, strict=True):
        page.paste(image, (panel.x, panel.y))
    return page


def paint_scene(scene: Scene, panel: Panel) -> "Image":
    """The scene as an image with the size of a panel."""
    canvas = Canvas(scene.width, scene.height, panel.width, panel.height)
    canvas.paint(scene.shapes)
    return canvas.image()


class Canvas:
    """An image that is being painted at several times its final size."""

    def __init__(self, wide: int, high: int, width: int, height: int) -> None:
        pixels = width * height
        self.times = 4 if pixels <= _FOUR else 3 if pixels <= _THREE else 2
        self._large: Image = load("PIL.Image", "web").new("RGB", (width * self.times, height * self.times))
        self._pen: ImageDraw = load("PIL.ImageDraw", "web").Draw(self._large)
        self._across, self._down = width * self.times / wide, height * self.times / high
        self._fonts: dict[float, Any] = {}  # by size

    def paint(self, shapes: Iterable[Shape]) -> None:
        """Paint shapes on top of the image."""
        for shape in shapes:
            self._paint(shape)

    def copy(self) -> "Canvas":
        """A copy of the canvas, to paint on without changing this one."""
        other = object.__new__(Canvas)
        other.times, other._across, other._down = self.times, self._across, self._down
        other._fonts = self._fonts
        other._large = self._large.copy()
        other._pen = load("PIL.ImageDraw", "web").Draw(other._large)
        return other

    def image(self) -> "Image":
        """The image in its final size."""
        return self._large.reduce(self.times)

    def _paint(self, shape: Shape) -> None:
        match shape:
            case Rect():
                self._rect(shape)
            case Chequer():
                self._chequer(shape)
            case Bars():
                for x, y, length in shape.runs:
                    self._fill(x, y, length, shape.height, shape.fill)
            case Polyline():
                self._line(shape)
            case Segments():
                for (x1, y1), (x2, y2) in shape.ends:
                    place = (x1 * self._across, y1 * self._down, x2 * self._across, y2 * self._down)
                    self._pen.line(place, fill=rgb(shape.stroke), width=self._thick(shape.weight))
            case Discs():
                self._discs(shape)
            case Polygons():
                for corners in shape.corners:
                    places = [(x * self._across, y * self._down) for x, y in corners]
                    self._pen.polygon(places, fill=rgb(shape.fill))
            case Labels():
                self._figures(shape)

    def _thick(self, weight: float) -> int:
        return max(1, round(weight * self._across))

    def _fill(self, x: float, y: float, width: float, height: float, fill: str) -> None:
        left, top = round(x * self._across), round(y * self._down)
        right, bottom = round((x + width) * self._across), round((y + height) * self._down)
        if right > left and bottom > top:  # Pillow's rectangles include the lower right corner
            self._pen.rectangle((left, top, right - 1, bottom - 1), fill=rgb(fill))

    def _rect(self, shape: Rect) -> None:
        x, y, width, height = shape.x, shape.y, shape.width, shape.height
        if shape.stroke is None:
            if shape.fill is not None:
                self._fill(x, y, width, height, shape.fill)
            return
        half = shape.weight / 2
        if shape.fill is not None:
            self._fill(x - half, y - half, width + 2 * half, height + 2 * half, shape.stroke)
            self._fill(x + half, y + half, width - 2 * half, height - 2 * half, shape.fill)
            return
        long, thick = height + shape.weight, shape.weight
        self._fill(x - half, y - half, width + thick, thick, shape.stroke)
        self._fill(x - half, y + height - half, width + thick, thick, shape.stroke)
        self._fill(x - half, y - half, thick, long, shape.stroke)
        self._fill(x + width - half, y - half, thick, long, shape.stroke)

    def _chequer(self, shape: Chequer) -> None:
        for row in range(shape.rows):
            for col in range(1 - row % 2, shape.cols, 2):
                x, y = shape.x + col * shape.side, shape.y + row * shape.side
                self._fill(x, y, shape.side, shape.side, shape.fill)

    def _line(self, shape: Polyline) -> None:
        """Straight strokes, and discs on the bends if the line is thick enough for them to show."""
        xs, ys = [x * self._across for x in shape.xs], [y * self._down for y in shape.ys]
        if shape.closed:
            xs.append(xs[0])
            ys.append(ys[0])
        places = array("f", bytes(8 * len(xs)))
        places[::2], places[1::2] = array("f", xs), array("f", ys)
        colour, thick = rgb(shape.stroke), self._thick(shape.weight)
        self._pen.line(places, fill=colour, width=thick)
        if thick >= _BENDS:
            radius = (thick - 1) / 2
            for x, y in zip(xs, ys, strict=True):
                self._pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=colour)

    def _discs(self, shape: Discs) -> None:
        radius, half = shape.radius * self._across, shape.weight * self._across / 2
        for x, y in shape.centres:
            middle = (x * self._across, y * self._down)
            if shape.stroke is not None:
                width = max(1, round(2 * half))
                outer = _around(middle, radius + half)
                fill = None if shape.fill is None else rgb(shape.fill)
                self._pen.ellipse(outer, fill=fill, outline=rgb(shape.stroke), width=width)
            elif shape.fill is not None:
                self._pen.ellipse(_around(middle, radius), fill=rgb(shape.fill))

    def _figures(self, shape: Labels) -> None:
        height = shape.height * self._across
        font = self._font(height)
        for x, y, text in shape.texts:
            place = (x * self._across, y * self._down + _BASELINE * height)
            anchor = "ls" if shape.from_left else "ms"
            self._pen.text(place, text, fill=rgb(shape.fill), font=font, anchor=anchor)

    def _font(self, height: float) -> Any:
        """Pillow's built-in font: it needs no system files and looks the same on every machine."""
        if height not in self._fonts:
            self._fonts[height] = load("PIL.ImageFont", "web").load_default(height)
        return self._fonts[height]


def _around(middle: tuple[float, float], radius: float) -> _Box:
    x, y = middle
    return x - radius, y - radius, x + radius, y + radius
