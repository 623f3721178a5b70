"""Samples tours uniformly at random, and converts between tours and their ranks.

The input is a board or a `turaga.counting.request.Tours` value. The output is a `Sampler`, tours, or ranks.
`web`, `cli` and other packages above this one may import it.

`sampler` chooses between `sweep`, `narrowest` and `closed_halves`, and `sampler_fit` says what fits into
memory. `saved_sampler` stores a sampler in a file. Importing this package does not load numba; making a
sampler does.
"""

from turaga.sampling.sampler import Sampler

__all__ = ["Sampler"]
