"""Work in threads: results in order, nothing begun after the caller stops, and one thread that is watched."""

import threading

import pytest

from command import LIMIT
from turaga.threads import ThreadPool, run_watched


@pytest.mark.parametrize("threads", [1, 3])
def test_results_come_in_the_order_of_the_things(threads):
    with ThreadPool(threads) as pool:
        assert list(pool.map(lambda n: n * n, range(50))) == [n * n for n in range(50)]
        assert list(pool.map(str, [])) == []


def test_what_has_not_begun_is_cancelled_when_the_caller_stops():
    begun, go_on = [], threading.Event()

    def work(n):
        begun.append(n)
        if n:
            go_on.wait()

    with ThreadPool(2) as pool:
        try:
            results = pool.map(work, range(100))
            next(results)
            results.close()
        finally:
            go_on.set()
    assert 0 in begun
    assert len(begun) < 10


def test_an_error_is_raised_where_the_results_are_read():
    with ThreadPool(2) as pool, pytest.raises(ZeroDivisionError):
        list(pool.map(lambda n: 1 // n, [1, 0, 1]))


@pytest.mark.parametrize("end", ["time", "interrupt"])
def test_work_that_is_watched_is_told_to_stop(end):
    told, looks = threading.Event(), []

    def work():
        return "stopped" if told.wait(LIMIT) else "not told"

    def watch():
        looks.append(None)
        if len(looks) < 3:
            return 60.0
        if end == "interrupt":
            raise KeyboardInterrupt
        return 0.0

    if end == "interrupt":
        with pytest.raises(KeyboardInterrupt):
            run_watched(work, watch=watch, stop=told.set)
        assert told.is_set()
    else:
        assert run_watched(work, watch=watch, stop=told.set) == "stopped"
    assert len(looks) == 3
