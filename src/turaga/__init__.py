"""Turaga."""

from turaga._version import __version__
from turaga.board import Board
from turaga.symmetry import SYMMETRIES
from turaga.tour import Tour, Walk
from turaga.verify import verify

__all__ = ["SYMMETRIES", "Board", "Tour", "Walk", "__version__", "verify"]
