"""Draw pictures of walks and plots of surveys.

In go walks and options, or plain values for a plot; out come the bytes or the text of a picture, by pure
functions that touch no file and keep no state. `report`, `web` and `cli` import it, and `walk.py` inside a
function, for notebooks.

    >>> from turaga import draw, solve
    >>> draw.svg(solve("8x8").tour)[:4]
    '<svg'

- Walks: `pictures.py` has the functions `svg`, `png`, `gif` and `text`. They check the options (`styles.py`,
  `themes.py`), lay out the page (`sheet.py`), compute what is drawn where (`scene.py`, made of `shapes.py`),
  and write it: `svg_writer.py`, `raster.py` for PNG, `gif_writer.py`, `text_picture.py`. `oklab.py` mixes
  colours.
- Surveys: `plots.py` has a function for each kind of plot, of the values in `plot_data.py`. `line_plots.py`,
  `bar_plots.py` and `board_plots.py` make the figures; `plot_canvas.py` is the look they share.

Importing this loads neither Pillow nor matplotlib nor numpy.
"""

from turaga.draw.pictures import gif, notebook_svg, png, svg, text

__all__ = ["gif", "notebook_svg", "png", "svg", "text"]
