"""Walks as text: reading and writing every format in which knight's tours have been published.

`read` takes a text or the bytes of a file and returns a `Reading`: the walk, its format, and its faults.
`write` returns a walk as text, and `write_npy` writes a numpy file. Every package above `verify` can import
this one, which knows only boards, walks and `verify`. The formats:

    board      the number grid: the step at which each square is visited, 0 for an unvisited square,
               # for a hole; as Euler printed tours and as the theses save them
    squares    `1,1 2,3 3,5`: row,col from 1 at the top left
    names      `a8 c7 e6`: a1 is the bottom left square; after column z comes aa
    moves      `(+1,+2) (-2,+1)`: the (row step, column step) of each move
    agh        moves as Agh's programs print them: (column step, row step), the last move first, and
               finally (0, 0) for the start
    fractions  `1/1 3/2`: column/row from 1 at the top left, as Vandermonde wrote in 1771
    bencic     squares as Bencic's program prints them, in two digits and one per line: 00 for 1,1 (row and
               column from 0); for boards of at most 10x10
    json       one object, for programs
    npy        the number grid as a numpy file, with -1 for a hole; for very large boards

Header lines before a list add what the list itself does not say. They are only needed if the default is
wrong:

    board 8x8          default: the largest row by the largest column; for moves the box around the walk
    leaper 1,3         default: the knight
    holes 2,2 3,3      default: none
    start 2,1          for moves; default: the walk is as far to the top left of the board as possible
    squares bencic     for squares in two digits, if there are several lines with several squares, or if the
                       leaper is not the knight; otherwise they are recognised without it

`read` finds the format from the text alone. Text in no known format raises `BadText`. Text that can be read
but is not a valid walk gives a `Reading` whose report lists the faults.

To add a format, name it in `formats.py`, write it in `writer.py`, and recognise it in `read` in `reader.py`.
The parsers are `grids.py`, `npy_file.py` and `square_lists.py`, and JSON is parsed in `reader.py`.
`tour_stream.py` writes many tours at once, for `turaga tours`. The commands read and write
the files themselves, in `turaga.cli._files`.
"""

from turaga.notation.formats import FORMATS, TITLES, parse_format
from turaga.notation.reader import Reading, read
from turaga.notation.square_lists import parse_digits
from turaga.notation.writer import facts, write, write_degrees, write_npy

__all__ = [
    "FORMATS",
    "TITLES",
    "Reading",
    "facts",
    "parse_digits",
    "parse_format",
    "read",
    "write",
    "write_degrees",
    "write_npy",
]
