"""Which method samples the tours of a board."""

import pytest

from turaga import Board
from turaga.count.request import Tours
from turaga.sample.sampler import chosen_sampler


@pytest.mark.parametrize(
    ("board", "closed", "method"),
    [
        (Board(6, 6, holes=[(0, 0), (0, 5), (5, 0), (5, 5)]), False, "narrowest"),  # 21 s with sweep
        (Board(6, 6, holes=[(0, 0), (0, 5), (5, 0), (5, 5)]), True, "halves"),
        (Board(5, 6, holes=[(0, 0), (0, 1)]), False, "sweep"),  # a second
        *((Board(rows, cols), False, "sweep") for rows, cols in ((5, 6), (5, 8), (6, 6), (3, 20))),
        (Board(6, 6), True, "halves"),
    ],
    ids=str,
)
def test_the_method_that_is_chosen(board, closed, method):
    """Ranks depend on the method, so it never changes for the knight on a rectangle, even if another one
    would be faster."""
    assert chosen_sampler(Tours.of(board, closed=closed)) == method
