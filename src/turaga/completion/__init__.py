"""Decide exactly whether a walk can be completed to a tour.

The input is a board and the squares of a walk. The result is yes, with the remaining squares; no; or
undecided, if it would take too long. `count` uses it to skip parts of a search that contain no tour, and
`play` uses it for hints.
"""
