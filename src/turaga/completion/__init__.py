"""Whether a walk can be completed to a tour, exactly.

In goes a board and the squares of a walk; out comes yes, with the squares to come, no, or undecided where
that would take too long. `count` uses it to leave parts of a search that have no tour, `play` for hints.
"""
