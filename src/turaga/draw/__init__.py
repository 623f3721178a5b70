"""Pictures: a tour as SVG, PNG, GIF or text; what a survey found, as plots.

    >>> from turaga import draw, solve
    >>> draw.svg(solve("8x8").tour)[:4]
    '<svg'

Everything here is a pure function that returns the bytes or the text of a picture: no files, no screen, no
state that outlives the call.

- Of walks: `pictures.py` has the functions, `svg`, `png`, `gif` and `text`. `choices.py` and `themes.py` hold
  what may be chosen, `sheet.py` where on the page a walk stands, `scene.py` what is drawn where, as
  `shapes.py`; `vector.py`, `raster.py`, `film.py` and `letters.py` draw that.
- Of surveys: `plots.py` has a function for each kind of plot, of plain values (`values.py`); `lines.py`,
  `bars.py` and `maps.py` put it on a figure, and `_canvas.py` is how all of them look.

Importing this loads neither Pillow nor matplotlib nor numpy.
"""

from turaga.draw.pictures import gif, notebook_svg, png, svg, text

__all__ = ["gif", "notebook_svg", "png", "svg", "text"]
