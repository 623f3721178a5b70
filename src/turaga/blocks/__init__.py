"""Tours of any board with sides of 5 or more, made of blocks. There is no search, and it never fails.

From a board and a start, `make_plan` makes a plan. The plan gives the tour as squares, as arrays, as a file,
or one square at a time. Solvers, commands and pictures can import this package, which imports only the board
and theory.

The idea: cut the board into blocks of 5 to 11 rows and columns, take a tour of each block from a library, and
join neighbouring blocks by exchanging two moves.

Every tour of the library contains four moves, its *rails* (rows and columns of an h x w block from 0):

    R  (0,w-2) (2,w-1)     L  (3,1) (1,0)     B  (h-2,0) (h-1,2)     T  (1,3) (0,1)

If two blocks are side by side, R of the left block and L of the right block are parallel moves, and so are
the two moves between their ends. Remove the two rails and add the two other moves. Then two closed tours
become one closed tour, and an open tour and a closed tour become one open tour with the same ends. B and T do
the same for blocks one above the other. On a board of even area all blocks have closed tours, and the joined
tour is closed too. On a board of odd area exactly one block has an odd area. It is placed over the start and
has an open tour from there.

`library` has the blocks, and `plan` cuts the board and decides the order of the walk. `runs` gives the tour
step by step and its joins, `arrays` gives it as arrays, and `patches` gives the step of each square.
`implicit` answers questions about tours that are too big to make.
"""

from turaga.blocks.arrays import grid_rows, number_grid, stream_npy, tour_array
from turaga.blocks.plan import ACCEPTED, BlockPlan, make_plan, takes
from turaga.blocks.runs import BlockRun, Join, joins, runs, tour_indices

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
