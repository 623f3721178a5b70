"""The operation `draw`: what a picture shows, and how."""

from dataclasses import dataclass
from typing import ClassVar

from turaga.operations import arguments, noun
from turaga.pictures.styles import PictureOptions
from turaga.solve import Solve
from turaga.walk import Walk


@dataclass(frozen=True, kw_only=True)
class Draw(Solve):
    """Draw a walk; or a tour of a board, which is found as `solve` finds it; or a board alone."""

    look: PictureOptions = noun()
    walk: Walk | None = None  # without it, the board has to be solved, unless the picture is of a board alone

    OF_BOARDS: ClassVar = arguments(Solve).keys() - {"board", "leaper"}
