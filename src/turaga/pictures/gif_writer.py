"""Writes an animated GIF of a walk: a frame for each square, or for several squares if there are many."""

import io
import math
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING, Any

from turaga.extras import load
from turaga.pictures.raster import Canvas, paint_scene, paint_sheet, paste_panels
from turaga.pictures.scene import SceneBuilder
from turaga.pictures.sheet import Panel, Sheet
from turaga.pictures.styles import PictureOptions

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_FRAMES = 200
USUAL_PIXELS = 480  # default limit for the longer side
_SHORTEST = 0.04  # seconds of a frame; players slow down shorter frames
_HELD = 3.0  # seconds of the last frame
_USUAL_SPEED, _USUAL_LENGTH = 8.0, 15.0  # squares a second, or faster if that would take more seconds
_COLOURS, _EXACT = 255, 96  # in the palette (one is left for "unchanged"), and those kept exactly


def write_gif(sheet: Sheet, options: PictureOptions) -> bytes:
    """The sheet as the bytes of a GIF file. It shows all its walks growing at the same time, in a loop."""
    longest = max(len(_walk_builder(panel).walk) for panel in sheet.panels)
    step, seconds = pace(longest, options.speed)
    whole = paint_sheet(sheet)
    steps = list(range(1, longest, step))
    few = steps[:: max(1, len(steps) // 3)]
    palette = _Palette([whole, *_frames(sheet, few, options)])
    frames = [palette.reduce(image) for image in chain(_frames(sheet, steps, options), [whole])]
    file = io.BytesIO()
    # No frame shows the title, so it is stored in a comment.
    frames[0].save(
        file, format="GIF", save_all=True, append_images=frames[1:], loop=0, optimize=False,
        comment=sheet.title.encode(),
        duration=[round(seconds * 100) * 10] * len(steps) + [round(_HELD * 1000)],
    )  # fmt: skip
    return file.getvalue()


def pace(squares: int, speed: float | None) -> tuple[int, float]:
    """How many squares each frame adds, and how many seconds it is shown.

    >>> pace(64, None), pace(6000, None), pace(64, 100.0)
    ((1, 0.125), (30, 0.075), (4, 0.04))
    """
    if speed is None:
        speed = max(_USUAL_SPEED, squares / _USUAL_LENGTH)
    step = max(1, math.ceil(squares / MOST_FRAMES), math.ceil(_SHORTEST * speed))
    return step, step / speed


def _frames(sheet: Sheet, steps: list[int], options: PictureOptions) -> "Iterator[Image]":
    """The sheet with its walks drawn up to each of these steps, from 1."""
    panels = [_PanelFrames(panel, with_degrees=options.degrees) for panel in sheet.panels]
    for shown in steps:
        yield paste_panels(sheet, [panel.frame(shown) for panel in panels])


def _walk_builder(panel: Panel) -> SceneBuilder:
    """The builder of a panel, whose subject is a walk: `pictures.py` lets no other into an animation."""
    assert isinstance(panel.builder, SceneBuilder)
    return panel.builder


class _PanelFrames:
    """The frames of one panel, in order. Each frame adds to what is already drawn."""

    def __init__(self, panel: Panel, *, with_degrees: bool) -> None:
        self._panel, self._builder = panel, _walk_builder(panel)
        board, walk = self._builder.board, self._builder.walk
        self._canvas = Canvas(self._builder.width, self._builder.height, panel.width, panel.height)
        self._canvas.paint(self._builder.walk_ground(()))
        self._shown = 0
        self._path = walk.indices
        self._over: Image | None = None
        self._near: list[list[int]] = []
        self._degrees: dict[int, int] = {}
        if with_degrees and self._builder.room_for_degrees:
            self._near = board.neighbour_table()
            self._degrees = {square: len(self._near[square]) for square in board.indices()}

    def frame(self, shown: int) -> "Image":
        """The image with the first `shown` squares visited, or with the whole walk if it is shorter."""
        if shown >= len(self._path):
            if self._over is None:
                self._over = paint_scene(self._builder.whole(), self._panel)
            return self._over
        self._canvas.paint(self._builder.trail(max(0, self._shown - 1), shown, closed=False))
        for square in self._path[self._shown : shown] if self._near else ():
            del self._degrees[square]
            for other in self._near[square]:
                if other in self._degrees:
                    self._degrees[other] -= 1
        self._shown = shown
        copy = self._canvas.copy()
        if self._near:
            copy.paint(self._builder.degrees(shown, self._degrees))
        copy.paint(self._builder.marks(shown, over=False))
        return copy.image()


class _Palette:
    """The palette for some images: their most common colours unchanged, and others in between."""

    def __init__(self, images: "list[Image]") -> None:
        import numpy as np

        self._module = load("PIL.Image", "web")
        counts: Counter[tuple[int, int, int]] = Counter()
        for image in images:
            listed: Any = image.getcolors(image.width * image.height)
            counts.update({colour: count for count, colour in listed})
        common = [colour for colour, _ in sorted(counts.items(), key=lambda item: (-item[1], item[0]))]
        rest = common[_EXACT:]
        if len(common) > _COLOURS:
            strip = self._module.new("RGB", (len(rest), 1))
            strip.putdata(rest)
            # Chosen by colour distance, not by frequency, so that no pixel gets a very different colour.
            made = strip.quantize(_COLOURS - _EXACT, method=self._module.Quantize.MAXCOVERAGE).getpalette()
            rest = list(zip(made[::3], made[1::3], made[2::3], strict=True))
        self._colours = np.array(common[:_EXACT] + rest, dtype=np.float32)
        # The nearest colour of the palette for every RGB colour; _COLOURS if not computed yet.
        self._nearest = np.full(1 << 24, _COLOURS, dtype=np.uint8)

    def reduce(self, image: "Image") -> "Image":
        """The image with each colour replaced by the nearest colour of the palette."""
        import numpy as np

        pixels = np.asarray(image, dtype=np.int32)
        packed = pixels[..., 0] << 16 | pixels[..., 1] << 8 | pixels[..., 2]
        new = np.unique(packed[self._nearest[packed] == _COLOURS])
        channels = np.stack([new >> 16, new >> 8 & 255, new & 255], axis=1).astype(np.float32)
        # Squared distances, without a term that is the same for all colours. Exact, because below 2^24.
        far = (self._colours**2).sum(axis=1) - 2 * channels @ self._colours.T
        self._nearest[new] = far.argmin(axis=1)
        reduced: Image = self._module.fromarray(self._nearest[packed])
        reduced.putpalette(self._colours.astype(np.uint8).tobytes())
        return reduced
