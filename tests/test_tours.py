"""`turaga.Tours` as a collection: what belongs to it, its two orders, and what it refuses to compute."""

import pickle
from itertools import islice

import pytest

from turaga import Board, Found, Tour, Tours, Walk, solve
from turaga.errors import BadInput, BadRule

CLOSED = Tours("6x6", closed=True)
OPEN = Tours("3x10")
WAZIR = Tours("4x4", leaper="0,1", closed=True)


@pytest.mark.parametrize(
    "tours",
    [
        OPEN,
        WAZIR,
        Tours("5x5", start="a1"),
        Tours("4x5", end="a1"),
        Tours("5x6", closed=True, start="b2"),
        Tours("5x6", closed=True, end="b2"),
        Tours("5x6", closed=True, start="a1", end="c2"),
        Tours("3x3", avoid="b2"),
        Tours("1x1"),
    ],
    ids=str,
)
def test_all_by_search_and_by_number_are_the_same_tours(tours):
    found = list(tours)
    assert all(tour in tours for tour in found)
    numbers = [tours.index(tour) for tour in found]
    assert sorted(numbers) == list(range(tours.count().count)) == list(range(len(tours[:])))
    for number in numbers[:20]:
        tour = tours[number]
        assert tour in tours
        assert tours.index(tour) == number
        assert tours.start in (None, tour.start)
        assert tours.end in (None, tour.end)
    assert {tours.index(tour) for tour in tours.sample(5, seed=3)} <= set(numbers)


def test_numbers_are_those_of_a_sequence():
    assert CLOSED[-1] == CLOSED[9861]
    assert [*CLOSED[10:13]] == [CLOSED[10], CLOSED[11], CLOSED[12]] == [*CLOSED[12:9:-1]][::-1]
    some = CLOSED[100:-100][::1000]
    assert (len(some), some[1], some[-1]) == (10, CLOSED[1100], CLOSED[9100])
    assert CLOSED[1100] in some
    assert CLOSED[1101] not in some
    assert repr(some) == "<SomeTours of closed tours of 6x6: [100:-100][::1000]>"
    for number in (9862, -9863, 10**30):
        with pytest.raises(IndexError, match="6x6 has 9,862 closed tours"):
            CLOSED[number]
    with pytest.raises(IndexError, match="4x4 has no open tours"):
        Tours("4x4")[0]
    with pytest.raises(BadRule, match="cannot be sampled or numbered"):
        Tours("9x9")[0]


def test_what_belongs():
    tour = CLOSED[7]
    turned = Tour(tour.board, tour.squares[5:] + tour.squares[:5])
    for same in (tour, tour.reversed(), turned):
        assert same in CLOSED
        assert CLOSED.index(same) == 7
    assert tour in Tours("6x6")
    assert Tours("5x5")[3] not in CLOSED
    assert Walk("6x6", tour.squares[:-1]) not in CLOSED
    assert "a1 b3" not in CLOSED
    to_there = solve("5x5", start="a1").tour
    assert to_there in Tours("5x5", start="a1")
    assert to_there.reversed() not in Tours("5x5", start="a1")
    assert to_there in Tours("5x5", fix={1: "a1"})
    assert to_there not in Tours("5x5", fix={1: "a5"})
    start, end = tour[0], tour[-1]
    assert tour.reversed() in CLOSED.where(start=start, end=end)
    assert tour not in CLOSED.where(start=start, end=tour[2])
    with pytest.raises(ValueError, match="is not one of the closed tours of 6x6"):
        CLOSED.index(OPEN[0])


def test_conditions_are_added():
    assert CLOSED.where(start="a1") == Tours("6x6", closed=True, start="a1")
    assert Tours("5x5", avoid="a1").where(avoid="b1").board == Board(5, 5, holes=[(4, 0), (4, 1)])
    assert Tours("5x5", fix={2: "b3"}).where(fix={1: "a1"}) == Tours("5x5", fix={1: "a1", 2: "b3"})
    for again in ({"closed": False}, {"fix": {1: "c1"}}, {"start": "b1"}):
        with pytest.raises(BadInput, match=r"is a condition of these tours already|two squares|fixed on"):
            Tours("5x5", start="a1", closed=True, fix={1: "a1"}).where(**again)


def test_nothing_is_computed_before_it_is_asked():
    huge = Tours("1000x1000", closed=True)
    assert repr(huge) == "<Tours: closed tours of 1000x1000>"
    assert hash(huge) == hash(pickle.loads(pickle.dumps(huge)))
    assert len(repr(huge[5:])) < 100
    with pytest.raises(TypeError, match=r"ask find\(\)"):
        bool(huge)
    with pytest.raises(TypeError, match=r"ask count\(\)"):
        len(huge)
    used = Tours("5x6", closed=True)
    assert used[0] in used
    assert pickle.loads(pickle.dumps(used)) == used
    assert "Sampler" not in str(pickle.dumps(used))  # which can be large
    assert len(list(islice(Tours("8x8"), 3))) == 3


def test_what_is_not_for_lists_and_numbers():
    with pytest.raises(BadInput, match="tours does not take fix: it is for solve"):
        iter(Tours("5x5", fix={1: "a1"}))
    for ask in (lambda tours: tours[0], Tours.sample, Tours.sampler):
        with pytest.raises(BadInput, match="cannot be directed: leave out directed"):
            ask(Tours("5x5", directed=True))
    assert len(list(Tours("3x4", directed=True))) == 16


def test_views_and_representations():
    some = CLOSED[10:20]
    assert (hash(some), some) == (hash(CLOSED[10:20]), CLOSED[10:20])
    assert not CLOSED[5:5]
    with pytest.raises(IndexError, match="there is no tour 100 among these 10"):
        some[100]
    for wrong, error in ((slice(None, None, 0), ValueError), (slice("a"), TypeError)):
        with pytest.raises(error):
            CLOSED[wrong]
    assert repr(Tours("8x8", closed=True, start="a1", fix={3: "c3"})) == (
        "<Tours: closed tours of 8x8, begun on a1, with c3 at step 3>"
    )
    assert Tours("5x5", avoid="a1").where(avoid="a1 b2") == Tours("5x5", avoid="a1 b2")


def test_questions_that_do_not_fit_are_refused():
    for tours in (Tours("5x5", closed=True), Tours("5x5", start="a1"), Tours("5x5", directed=True)):
        with pytest.raises(BadInput, match="by_start cannot be used with"):
            tours.by_start()
    with pytest.raises(BadInput, match="method 'x' is not known: the methods are auto"):
        Tours("5x5").count(method="x")
    for fix in (5, "17"):
        with pytest.raises(BadInput, match="fix must"):
            Tours("5x5", fix=fix)
    assert Tours("5x5", fix="17=c4") == Tours("5x5", fix={17: "c4"})


def test_a_sampler_is_kept_in_a_file(tmp_path):
    made = OPEN.sampler(save=tmp_path / "kept")
    kept = (tmp_path / "kept").read_bytes()
    assert list(OPEN.sampler(save=tmp_path / "kept").draw(5, 1)) == list(made.draw(5, 1))
    assert (tmp_path / "kept").read_bytes() == kept
    with pytest.raises(BadInput, match="no directory"):
        OPEN.sampler(save=tmp_path / "no" / "kept")


def test_outcomes_are_true_or_false_or_refuse():
    assert bool(Tours("5x5").find()) is True
    assert isinstance(Tours("8x8", closed=True, start="a1").find(), Found)
    assert bool(solve("4x4")) is False
    with pytest.raises(TypeError, match="neither true nor false"):
        bool(solve("8x8", like="bencic", start="5,3"))
