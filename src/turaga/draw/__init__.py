"""Pictures: what a survey found, as plots.

Everything here is a pure function of plain values (`values.py`) that returns the bytes of a picture: no
files, no screen, no state that outlives the call. `plots.py` has a function for each kind of plot;
`lines.py`, `bars.py` and `maps.py` put it on a figure, and `_canvas.py` is how all of them look.
"""
