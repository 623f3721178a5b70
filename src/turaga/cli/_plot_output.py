"""Plots as commands make them: the format of the file, and whether matplotlib is there."""

import logging
from pathlib import Path

from turaga.errors import BadInput
from turaga.extras import load
from turaga.files import require_folder
from turaga.pictures.plot_canvas import FORMATS
from turaga.text import short


def plot_format(out: str) -> str:
    """The format of a plot, by the extension of its file. `BadInput`, before any work is done, if the plot
    cannot be made."""
    format = Path(out).suffix.lower().removeprefix(".")
    if format not in FORMATS:
        raise BadInput(
            f"--out {short(out)!r} is not a picture file",
            accepted="the extension must be .svg or .png",
            field="out",
        )
    load("matplotlib", "lab")
    logging.getLogger("matplotlib").setLevel(logging.ERROR)  # it prints messages about its caches
    require_folder(out)
    return format
