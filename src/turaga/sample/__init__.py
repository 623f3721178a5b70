"""Uniform samples of tours, the rank of a tour, and the tour of a rank.

In goes a board or `turaga.count.request.Tours`; out come a `Sampler`, tours, and their numbers. `web`, `cli`
and other packages above it may import it.

`sampler` chooses between `sweep` and `closed_halves`; `saved_sampler` keeps what they computed in a file.
Only making a sampler loads numba.
"""
