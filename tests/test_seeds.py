"""Seeds: whole numbers from 0 to 2^64 - 1, wherever one is taken."""

import pytest

import turaga
from test_python_api import taking
from turaga import Tours
from turaga.errors import BadRule
from turaga.play.watch_request import Watch
from turaga.survey.cover import fewest_cover
from turaga.survey.plan import Plan, parse_boards

PUBLIC = {
    "compare": lambda seed: turaga.walks.compare("3x4", methods=["greedy"], starts="random:1", seed=seed),
    "fewest_orders": lambda seed: fewest_cover([[True]], seed=seed),  # to which it is passed on
    "map_starts": lambda seed: turaga.walks.map_starts("3x4", seed=seed),
    "repair": lambda seed: turaga.repair(turaga.solve("3x4").tour, seed=seed),
    "sample": lambda seed: turaga.sample("3x4", seed=seed),
    "search_steps": lambda seed: turaga.walks.search_steps("3x4", "1,1", seed=seed),
    "solve": lambda seed: turaga.solve("3x4", seed=seed),
    "trim": lambda seed: turaga.boards.trim("3x4", seed=seed),
    "walk": lambda seed: turaga.walks.walk("3x4", "1,1", seed=seed),
}
INSIDE = {
    "estimate": lambda seed: Tours("3x4").estimate(probes=1, seed=seed),
    "sample": lambda seed: Tours("3x4").sample(seed=seed),
    "sweep": lambda seed: next(Tours("3x4").sampler().draw(1, seed)),
    "halves": lambda seed: next(Tours("5x6", closed=True).sampler(method="halves").draw(1, seed)),
    "survey": lambda seed: Plan(boards=parse_boards("5"), seed=seed),
    "watched walk": lambda seed: Watch.of("3x4", method="greedy", seed=seed),
    "watched search": lambda seed: Watch.of("3x4", method="search", seed=seed),
}


def test_every_public_function_that_takes_a_seed_is_tested_here():
    assert set(taking("seed")) == set(PUBLIC)


@pytest.mark.parametrize("take", [*PUBLIC.values(), *INSIDE.values()], ids=[*PUBLIC, *INSIDE])
def test_one_range_of_seeds_everywhere(take):
    take(0)
    take(2**64 - 1)
    for wrong in (-1, 2**64, 2**64 + 1, 0.5, "1"):
        with pytest.raises(BadRule, match="must be a whole number from 0 to 18446744073709551615"):
            take(wrong)
