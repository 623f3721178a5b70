"""The compiled loops: arrays in, arrays out, numba and numpy only; nobody validates here.

What they share. A board is laid out flat with a margin as wide as the leaper's longest step, so that a
move is one addition and needs no test for the edge: square (r, c) is at place `(r + top) * width + c + left`
with `width = cols + left`, each row's right margin being the next row's left one. `table[at]`
holds, for a free square, what the rule wants small: the degree, or 8 minus it under `most`. Visited
squares, holes and the margin hold `VISITED`, so far above any degree that lowering it by one for each
neighbour entered needs no test either: anything from `TAKEN` up is not free.

Importing this package loads numba (0.7 s): do it only for work that repays it.
"""
