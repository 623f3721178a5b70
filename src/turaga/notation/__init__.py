"""Walks as text: every form in which knight's tours have been written down, read and written.

    board      the number grid: the step at which each square is visited, 0 for an unvisited square,
               # for a hole; as Euler printed them and the theses save them
    squares    `1,1 2,3 3,5`: row,col from 1 at the top left
    names      `a8 c7 e6`: a1 is the bottom left square, aa1 comes past z
    moves      `(+1,+2) (-2,+1)`: the (row step, column step) of each move made
    agh        the same as Agh's programs print it: (column step, row step), the last move first, and
               (0, 0) for the start at the end
    fractions  `1/1 3/2`: column/row from 1 at the top left, as Vandermonde wrote in 1771
    json       one object, for programs
    npy        the number grid as a numpy file, -1 for a hole: for the largest boards

What a list does not tell by itself is written before it in header lines, and only where it is needed:

    board 8x8          else the largest row by the largest column; for moves the box around the walk
    leaper 1,3         else the knight
    holes 2,2 3,3      else none
    start 2,1          of moves; else the walk is pushed to the top left of the board

`read` tells from the text alone which of these it is. Text that is in no known form raises `BadText`;
text that can be read and yet holds no walk gives a `Reading` whose report names every fault.
"""

from turaga.notation.formats import FORMATS, TITLES, parse_format
from turaga.notation.reader import Reading, read
from turaga.notation.writer import facts, write, write_npy

__all__ = ["FORMATS", "TITLES", "Reading", "facts", "parse_format", "read", "write", "write_npy"]
