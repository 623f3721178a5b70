"""Draws pictures of walks and boards, and plots of surveys.

Input: walks or boards, and options; or plain values for a plot. Output: the bytes or
the text of a picture. All functions are pure: they write no files and keep no state. `report`, `web` and
`cli` import this package; the method `_repr_svg_` of a result imports it, for notebooks.

    >>> from turaga import pictures, solve
    >>> pictures.svg(solve("8x8").tour)[:4]
    '<svg'
    >>> print(pictures.text("3x4", style="degrees", columns=9), end="")
    2 3 3 2
    2 2 2 2
    2 3 3 2

- Walks and boards: `pictures.py` has the functions `svg`, `png`, `gif` and `text`. They check the options
  (`styles.py`, `themes.py`), lay out the page (`sheet.py`), build a scene (`scene.py` for a walk,
  `board_pictures.py` for a board alone, both on `board_scene.py`, with the shapes in `shapes.py`), and write
  it: `svg_writer.py`, `raster.py` for PNG, `gif_writer.py`, `text_picture.py`. `oklab.py` mixes colours.
- Surveys and comparisons: `chart.py` draws numbers against another number, `board_map.py` a number for each
  square, `comparison_plot.py` methods and rules. Each has plain values as its input, a function that makes
  a figure of matplotlib, and one that makes a file, in the style of `plot_canvas.py`.

Importing this package loads none of Pillow, matplotlib and numpy.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from turaga.pictures.pictures import draw, gif, notebook_svg, png, svg, text


def __getattr__(name: str) -> object:
    """The functions, loaded when the first of them is used: the server needs only the options."""
    if name not in __all__:
        raise AttributeError(f"module 'turaga.pictures' has no attribute {name!r}")
    from turaga.pictures import pictures

    return getattr(pictures, name)


__all__ = ["draw", "gif", "notebook_svg", "png", "svg", "text"]
