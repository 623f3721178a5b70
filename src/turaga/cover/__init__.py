"""Covers of a board by cycles: the moves that a tour could be made of, or a proof that there are none.

In a closed tour every square has two moves. So a closed tour is a *cover*: a set of moves that gives every
square two of them. A cover can consist of several cycles. An open tour is a cover too, in which the two ends
have one move each. `cover_kernel` finds a cover by a maximum flow, `parts_kernel` joins its cycles until one
is left, and `cover` turns boards into arrays for them. If no cover exists, `bottleneck` finds a small set of
squares that proves it. If covers exist and no tour, `separator` looks for squares whose removal leaves too
many pieces. `solve/cycles.py` is the method made of these. This package knows boards and certificates only.
"""
