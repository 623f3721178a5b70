"""Tours of any board with sides of 5 or more, made of blocks: nothing is searched, and nothing fails.

A board and a start go in; a plan comes out, and from it the tour as squares, as arrays, as a file, or one
square at a time. Solvers, commands and pictures may import this package; it imports the board and theory.

In one sentence: cut the board into blocks of 5 to 11 rows and columns, take for each a tour from a library,
and join neighbours by exchanging two moves.

Every tour of the library contains four moves, its *rails* (rows and columns of an h x w block from 0):

    R  (0,w-2) (2,w-1)     L  (3,1) (1,0)     B  (h-2,0) (h-1,2)     T  (1,3) (0,1)

Side by side, R of the left block and L of the right one are two parallel moves, and so are the two moves
between their ends: leave out the rails, put in the others, and two closed tours are one, or an open one has
swallowed a closed one and kept its ends. B and T do the same for blocks one above the other. On a board of
even area all blocks are closed and so is the tour. On a board of odd area exactly one is of odd area: it is
laid over the start and holds an open tour from there.

`library` has the blocks, `sides` cuts the board, `plan` says what is walked after what; `runs` gives the
tour step by step, `arrays` as arrays, `patches` the number of each square, and `implicit` answers questions
about tours too big to be made.
"""

from turaga.blocks.arrays import grid_rows, number_grid, stream_npy, tour_array
from turaga.blocks.joins import Join, joins
from turaga.blocks.plan import ACCEPTED, BlockPlan, make_plan, takes
from turaga.blocks.runs import BlockRun, runs, tour_indices

__all__ = [
    "ACCEPTED",
    "BlockPlan",
    "BlockRun",
    "Join",
    "grid_rows",
    "joins",
    "make_plan",
    "number_grid",
    "runs",
    "stream_npy",
    "takes",
    "tour_array",
    "tour_indices",
]
