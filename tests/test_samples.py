"""The stored sample of twenty thousand closed tours of the chessboard (`scripts/samples.py`)."""

import numpy as np
import pytest

import samples
from known import GOLDEN
from published import COUNTS
from turaga import Board
from turaga.errors import NotATour
from turaga.verify import require_tours


@pytest.fixture(scope="module")
def tours():
    return samples.unpack(np.load(GOLDEN / "samples_8x8.npy"))


def test_all_are_different_closed_tours(tours):
    assert tours.shape == (20_000, 64)
    require_tours(Board("8x8"), tours, closed=True)
    # Each starts on 1,1 and continues to the lower of the two neighbours, so equal tours are equal rows.
    assert (tours[:, 1] < tours[:, -1]).all()
    assert len(np.unique(tours, axis=0)) == 20_000


def test_the_expected_share_has_all_kinds_of_turn(tours):
    known = COUNTS["closed_8x8"]
    share = known["tours_using_all_28_kinds_of_turn"] / known["tours"]
    full = sum(samples.kinds_of_turn(tour) == 28 for tour in tours.tolist())
    assert abs(full / len(tours) - share) < 3 * (share * (1 - share) / len(tours)) ** 0.5


def test_a_tour_is_packed_and_unpacked_and_damage_is_detected(tours):
    packed = samples.pack(tours[:50])
    assert (samples.unpack(packed) == tours[:50]).all()
    packed[7, 3] ^= 64
    with pytest.raises(NotATour):
        require_tours(Board("8x8"), samples.unpack(packed), closed=True)


def test_a_turn_is_two_directions_unordered(tours):
    # 1,1 2,3 4,4 3,2 is a parallelogram: it has four kinds of turn, the same in both directions.
    corners = [0, 10, 27, 17]
    assert samples.kinds_of_turn(corners) == samples.kinds_of_turn(corners[::-1]) == 4
    # Two of them side by side have the same kinds of turn.
    assert samples.kinds_of_turn([n + 2 for n in corners]) == 4
    assert all(samples.kinds_of_turn(t) == samples.kinds_of_turn(t[::-1]) for t in tours[:100].tolist())
