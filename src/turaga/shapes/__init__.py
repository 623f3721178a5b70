"""Boards in the shape of a ring, a horse, a word or a picture.

Input: the name of a shape and a size, or the bytes of a PNG file. Output: a `Board`, whose holes are the
squares outside the shape. Nothing here reads files: `turaga.board_input` does, for `turaga.boards.shape`,
and all packages above it can import this one.

- `named.py` reads names such as `ring`, `ring:5`, `ring:20x20` and `text:TURAGA`, and makes their boards.
- `outlines.py` and `horse.py` have the built-in shapes.
- `words.py` draws words with the characters of `letters.py`, whose strokes `strokes.py` draws.
- `pixels.py` makes boards of the dark pixels of pictures.
"""

from turaga.shapes.named import named_board, names_shape
from turaga.shapes.outlines import SHAPES, Shape
from turaga.shapes.pixels import is_png, picture_board

__all__ = ["SHAPES", "Shape", "is_png", "named_board", "names_shape", "picture_board"]
