"""The style that all plots share, and how a plot is rendered to the bytes of a file.

Lines differ in hue, in lightness, and in their markers and dashes. So a plot is readable in grey and for
colour-blind people. A plot contains nothing that depends on the machine: no date, no version, and no settings
except those here. Text in an SVG is stored as outlines, so it looks the same everywhere.
"""

import contextlib
import io
import re
import textwrap
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from turaga.errors import BadInput
from turaga.extras import load
from turaga.text import short

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FORMATS = ("svg", "png")
PHRASES = " · "  # separates the parts of a note
INK, GREY = "#1A1A1A", "#6B6B6B"
_DOTS_PER_INCH = 160
_NO_ROOM = r".*layout not applied"
_SVG_DOTS_PER_INCH = 72  # as matplotlib writes it
_TITLE_POINTS, _NOTE_POINTS = 11.0, 8.5
_WIDE = 0.58  # average width of a character divided by the font size
_HANDLE = 0.8  # inches for the line or patch of a legend entry, with the space around it
_BESIDE = 24  # characters of the longest label up to which the legend is beside the axes, not below


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """The text and the size of a plot: `title` says what is counted, `note` says for which walks.

    >>> Look(title="Walks that fail").note
    ''
    """

    title: str = ""
    note: str = ""
    size: tuple[float, float] | None = None  # width and height in inches; None for the default of the plot


PLAIN = Look()


@dataclass(frozen=True, slots=True)
class Stroke:
    """How one of several lines is drawn."""

    colour: str
    dashes: Any
    marker: str


# Lightness (CIE L*) 29, 72, 50, 5, 64, 44: neighbours differ clearly, and so do the markers.
STROKES = (
    Stroke("#004488", "-", "o"),
    Stroke("#DDAA33", (0, (6, 1.5)), "s"),
    Stroke("#BB5566", (0, (3, 1.2)), "^"),
    Stroke("#111111", (0, (5, 1.5, 1, 1.5)), "D"),
    Stroke("#44AA99", (0, (1.2, 1.0)), "v"),
    Stroke("#117733", (0, (8, 1.5, 1, 1.5, 1, 1.5)), "P"),
)

_STYLE = {
    "svg.fonttype": "path",
    "svg.hashsalt": "turaga",
    "text.parse_math": False,  # a $ in a title is printed as $
    "font.family": "DejaVu Sans",
    "font.size": 9.0,
    "axes.labelsize": 9.5,
    "axes.labelcolor": INK,
    "axes.edgecolor": GREY,
    "axes.linewidth": 0.8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.grid": True,
    "axes.grid.axis": "y",
    "grid.color": "#DDDDDD",
    "grid.linewidth": 0.6,
    "xtick.color": GREY,
    "ytick.color": GREY,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "legend.frameon": False,
    "legend.fontsize": 8.5,
    "lines.linewidth": 1.6,
    "lines.markersize": 4.6,
    "lines.markeredgewidth": 0.5,
    "figure.dpi": _DOTS_PER_INCH,
    "savefig.dpi": _DOTS_PER_INCH,
    "image.composite_image": False,
}


@contextlib.contextmanager
def style() -> Iterator[None]:
    """A context in which figures have our style. The user's own settings are restored afterwards."""
    matplotlib = load("matplotlib", "lab")
    with warnings.catch_warnings(), matplotlib.rc_context():
        # A character that the font does not have is drawn as a box, without a warning.
        warnings.filterwarnings("ignore", message=r"Glyph .* missing from font", category=UserWarning)
        warnings.filterwarnings("error", message=_NO_ROOM, category=UserWarning)
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(_STYLE)
        yield


def blank(look: Look, default_size: tuple[float, float], *, layout: str = "constrained") -> "Figure":
    """An empty figure of the size in `look`, or of `default_size`. Create and fill it inside `style`."""
    figure = load("matplotlib.figure", "lab").Figure(figsize=look.size or default_size, layout=layout)
    figure.get_layout_engine().set(w_pad=0.1, h_pad=0.1)
    assert figure is not None
    return figure  # type: ignore[no-any-return]


def render(build: Callable[[], "Figure"], look: Look, format: str) -> bytes:
    """The figure that `build` makes, as the bytes of a file in one of `FORMATS`."""
    if format not in FORMATS:
        raise BadInput(
            f"format {short(format)!r} is not supported",
            accepted=f"write {' or '.join(FORMATS)}",
            field="format",
        )
    held = io.BytesIO()
    title = clean(look.title)
    about: dict[str, str | None] = {"Title": title} if title else {}
    try:
        with style():
            figure = build()
            if format == "svg":
                backend = load("matplotlib.backends.backend_svg", "lab").FigureCanvasSVG(figure)
                _lay_out(figure)
                backend.print_svg(held, metadata={**about, "Date": None, "Creator": "turaga"})
            else:
                backend = load("matplotlib.backends.backend_agg", "lab").FigureCanvasAgg(figure)
                backend.print_png(held, metadata={**about, "Software": None})
    except UserWarning as warning:
        if not re.match(_NO_ROOM, str(warning)):
            raise
        size = "x".join(f"{side:g}" for side in look.size or ())
        raise BadInput(
            f"size {size} is too small for the text around the plot",
            accepted="use more inches, such as 7x4.5",
            field="size",
        ) from None
    return _DOCTYPE.sub(b"", held.getvalue(), count=1)


def _lay_out(figure: "Figure") -> None:
    """Place the axes where they will be in an SVG, in round numbers. The solver of matplotlib's layout
    differs in the last bits from run to run, and names of parts of an SVG are made from these numbers."""
    figure.dpi = _SVG_DOTS_PER_INCH
    figure.draw_without_rendering()
    figure.set_layout_engine("none")
    for axes in figure.axes:
        x, y, width, height = (round(number, 9) for number in axes.get_position(original=True).bounds)
        axes.set_position((x, y, width, height))


# Not needed, and it refers to a file on another server.
_DOCTYPE = re.compile(rb"<!DOCTYPE svg[^>]*>\s*")
# Characters that XML 1.0 does not allow, and lone surrogates.
_UNFIT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def clean(text: str) -> str:
    """The text, with a space for each character that XML does not allow.

    >>> clean("a\\x00b < c")
    'a b < c'
    """
    return _UNFIT.sub(" ", text)


def add_title(axes: "Axes", look: Look) -> None:
    """Add the title and the note above the axes, wrapped to fit the figure."""
    inches = float(_figure(axes).get_figwidth())
    note = fitted(look.note, inches - 0.6)
    title = fitted(look.title, inches - 0.6, _TITLE_POINTS)
    height = 6.0
    if note:
        axes.set_title("\n".join(note), loc="left", fontsize=_NOTE_POINTS, color=GREY, pad=height)
        height += len(note) * _NOTE_POINTS * 1.25 + 4
    if title:
        axes.annotate(
            "\n".join(title),
            xy=(0, 1),
            xycoords="axes fraction",
            xytext=(0, height),
            textcoords="offset points",
            fontsize=_TITLE_POINTS,
            fontweight="bold",
            color=INK,
            va="bottom",
            annotation_clip=False,
        )


def add_heading(axes: "Axes", look: Look) -> None:
    """Add the title and the note above several panels, on axes that show nothing else. Above the first panel
    they would make it as wide as the title."""
    axes.set_axis_off()
    axes.set(xticks=[], yticks=[])
    add_title(axes, look)


def fitted(text: str, inches: float, points: float = _NOTE_POINTS, most: int = 3) -> list[str]:
    """Wrap a text into at most `most` lines of about `inches`, between its parts if possible."""
    width = max(16, int(inches * 72 / (_WIDE * points)))
    lines: list[str] = []
    for phrase in clean(text).split(PHRASES):
        if lines and len(lines[-1]) + len(PHRASES) + len(phrase) <= width:
            lines[-1] += PHRASES + phrase
        else:
            lines += textwrap.wrap(phrase, width, break_on_hyphens=False)
    if len(lines) > most:
        lines = [*lines[: most - 1], lines[most - 1][: width - 3] + "..."]
    return lines


def add_legend(axes: "Axes", *, below: bool = False) -> None:
    """Add a legend beside the axes, or below them if the labels are long. A single line has no legend."""
    handles, labels = axes.get_legend_handles_labels()
    if len(labels) < 2:
        return
    options: dict[str, Any] = {"alignment": "left", "handlelength": 3.4, "borderaxespad": 0.0}
    if max(map(len, labels)) <= _BESIDE and not below:
        axes.legend(handles, labels, loc="upper left", bbox_to_anchor=(1.01, 1.0), **options)
    else:
        add_legend_below(axes, handles, labels, **options)


def add_legend_below(axes: "Axes", handles: Sequence[Any], labels: Sequence[str], **options: Any) -> None:
    """Add a legend below the axes, in two columns if there is room. The figure gets taller by its height."""
    figure = _figure(axes)
    width = figure.get_figwidth()
    letters = max(map(len, labels)) * _WIDE * _NOTE_POINTS / 72
    columns = 2 if len(labels) > 2 and 2 * (letters + _HANDLE) < width else 1
    labels = ["\n".join(fitted(label, width / columns - _HANDLE)) for label in labels]
    lines = -(-sum(label.count("\n") + 1 for label in labels) // columns)
    figure.set_figheight(figure.get_figheight() + 0.08 + 0.19 * lines)
    figure.legend(handles, labels, loc="outside lower left", ncols=columns, **options)


def _figure(axes: "Axes") -> "Figure":
    figure = axes.get_figure(root=True)
    assert figure is not None
    return figure
