"""Covers of all starts by the fewest orders, compared with brute force; and `turaga survey cover`."""

import json
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from command import python, turaga
from turaga import Board, Rule
from turaga.errors import BadInput
from turaga.survey import cover as cover_module
from turaga.survey.cover import Cover, fewest_cover, fewest_orders
from turaga.survey.plan import Plan, parse_boards
from turaga.survey.queries import Survey
from turaga.survey.runner import run_survey

OPEN = Rule("12345678", open_start=True)
PLAIN = Rule("12345678")


@st.composite
def families(draw, most_sets=8, most_elements=12):
    """Some sets, as rows of booleans."""
    elements = draw(st.integers(0, most_elements))
    row = st.lists(st.booleans(), min_size=elements, max_size=elements)
    return draw(st.lists(row, max_size=most_sets))


def union(rows):
    return {j for row in rows for j, held in enumerate(row) if held}


def fewest_by_trying(sets):
    """The size of the smallest cover, by trying all choices of one set, of two, and so on."""
    whole = union(sets)
    return next(k for k in range(len(sets) + 1) if any(union(c) == whole for c in combinations(sets, k)))


def check(sets, cover):
    whole = union(sets)
    assert union(sets[i] for i in cover.chosen) == whole
    assert list(cover.chosen) == sorted(set(cover.chosen))
    assert cover.uncoverable == tuple(j for j in range(len(sets[0]) if sets else 0) if j not in whole)
    assert cover.lower_bound <= len(cover.chosen)


@settings(deadline=None)
@given(families())
def test_no_smaller_cover_exists(sets):
    cover = fewest_cover(sets)
    check(sets, cover)
    assert cover.proved
    assert len(cover.chosen) == fewest_by_trying(sets)


@settings(deadline=None)
@given(families())
def test_the_lower_bound_holds_and_the_greedy_choice_is_a_cover(sets):
    """What is left without OR-tools: the answer may not be the smallest, and the bound says how far it is."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cover_module, "has_or_tools", lambda: False)
        cover = fewest_cover(sets)
    check(sets, cover)
    assert cover.lower_bound <= fewest_by_trying(sets) <= len(cover.chosen)
    assert cover.proved == (cover.lower_bound == len(cover.chosen))


def affine_lines(dimension):
    """Points of the affine space over the field of three elements, as sets of the lines through them."""
    points = list(product(range(3), repeat=dimension))
    lines = {
        frozenset({a, b, tuple((-x - y) % 3 for x, y in zip(a, b, strict=True))})
        for a, b in combinations(points, 2)
    }
    return [[point in line for line in sorted(lines, key=sorted)] for point in points]


@pytest.mark.parametrize(("dimension", "lines", "fewest"), [(2, 12, 5), (3, 117, 18)])
def test_points_that_meet_every_line(dimension, lines, fewest):
    """Known otherwise: the points left out hold no line, and the most that do not are 4 in the plane and 9 in
    space (R. C. Bose, 1947); Fulkerson, Nemhauser and Trotter made covering problems of these in 1974."""
    sets = affine_lines(dimension)
    assert len(sets[0]) == lines
    cover = fewest_cover(sets)
    check(sets, cover)
    assert (len(cover.chosen), cover.proved) == (fewest, True)


def test_the_same_seed_gives_the_same_cover():
    sets = affine_lines(2)
    covers = {seed: fewest_cover(sets, seed=seed) for seed in range(4)}
    for seed, cover in covers.items():
        check(sets, cover)
        assert len(cover.chosen) == 5
        assert fewest_cover(sets, seed=seed) == cover


def test_a_cover_has_a_bound_when_the_time_runs_out():
    sets = affine_lines(4)  # 61 of 81 points are needed, which takes hours to prove
    cover = fewest_cover(sets, time_limit=0.5)
    check(sets, cover)
    assert not cover.proved
    assert cover.lower_bound <= 61 <= len(cover.chosen)


def test_small_cases_by_hand():
    assert fewest_cover([]) == Cover(chosen=(), lower_bound=0, uncoverable=())
    assert fewest_cover([[], []]) == Cover(chosen=(), lower_bound=0, uncoverable=())
    assert fewest_cover([[False, False]]) == Cover(chosen=(), lower_bound=0, uncoverable=(0, 1))
    assert fewest_cover([[True], [True]]) == Cover(chosen=(0,), lower_bound=1, uncoverable=())
    # Greedy takes the first and needs three; the other two are enough.
    trap = [[1, 1, 1, 1, 0, 0], [1, 1, 0, 0, 1, 0], [0, 0, 1, 1, 0, 1]]
    assert fewest_cover(trap).chosen == (1, 2)
    for wrong in ({"time_limit": 0}, {"time_limit": float("nan")}, {"seed": -1}):
        with pytest.raises(BadInput):
            fewest_cover(trap, **wrong)


# -- the orders of surveys ----------------------------------------------------------------------------


def completed(survey, board):
    """The starts from which each order completes, from its maps of unvisited squares."""
    return {
        order: {
            (board, (r, c))
            for r, row in enumerate(survey.unvisited_map(board, order))
            for c, left in enumerate(row)
            if left == 0
        }
        for order in survey.orders_of(board)
    }


@pytest.fixture(scope="module")
def random_orders(tmp_path_factory):
    folder = tmp_path_factory.mktemp("random")
    run_survey(Plan(boards=parse_boards("5,12..14"), rule=OPEN, orders="random:9"), folder)
    return folder


def test_the_fewest_orders_match_brute_force(random_orders):
    with Survey.open(random_orders) as survey:
        by_board = {board: completed(survey, board) for board in survey.boards}
        for boards in [*([board] for board in survey.boards), survey.boards]:
            held = {
                order: set().union(*(by_board[board][order] for board in boards))
                for order in by_board[boards[0]]
            }
            whole = set().union(*held.values())
            fewest = next(
                k
                for k in range(1, 10)
                if any(set().union(*some) == whole for some in combinations(held.values(), k))
            )
            cover = fewest_orders(survey, boards)
            assert set().union(*(held[order] for order in cover.orders)) == whole
            assert (len(cover.orders), cover.proved, cover.boards) == (fewest, True, tuple(boards))
            allowed = {
                (board, (r, c))
                for board in boards
                for r in range(board.rows)
                for c in range(board.cols)
                if board.size % 2 == 0 or (r + c) % 2 == 0
            }
            assert cover.starts == len(allowed)
            assert set(cover.missed) == allowed - whole


def test_tours_found_by_retries_do_not_count(tmp_path):
    run_survey(Plan(boards=parse_boards("8"), rule=OPEN, retries=9), tmp_path)
    with Survey.open(tmp_path) as survey:
        assert survey.rates()[0].complete == 64
        cover = fewest_orders(survey)
        assert (cover.orders, len(cover.missed)) == (("12345678",), 5)
        assert (Board("8x8"), (2, 3)) in cover.missed  # the thesis: from 3,4 it stops after 56 squares


@pytest.fixture
def told(here):
    """The JSON of `turaga survey cover`, run in this process."""

    def asked(folder, *options):
        status, out, _ = here("survey", "cover", folder, "--json", *options)
        assert status == 0
        return json.loads(out)

    return asked


def test_the_command(random_orders, told):
    done = turaga("survey", "cover", random_orders)
    assert (done.returncode, done.stderr) == (0, "")
    facts = told(random_orders)
    assert facts["finished"] is True
    assert [one["boards"] for one in facts["covers"]] == [
        ["5x5"], ["12x12"], ["13x13"], ["14x14"], ["5x5", "12x12", "13x13", "14x14"],
    ]  # fmt: skip
    lines = [line for line in done.stdout.splitlines() if not line.startswith("  ")]
    for line, one in zip(lines, facts["covers"], strict=True):
        assert line.split(": ")[-1].split() == one["orders"]
        assert one["proved"]
        assert one["fewest"] == len(one["orders"]) == one["lower_bound"]
        assert one["starts"] - len(one["missed"]) > 0
    assert lines[-1].startswith("all 4 boards: ")
    (one,) = told(random_orders, "--board", "12")["covers"]
    assert {**one, "seconds": 0} == {**facts["covers"][1], "seconds": 0}


def test_starts_from_which_no_order_completes_are_named(tmp_path, told):
    run_survey(Plan(boards=parse_boards("8,4"), rule=PLAIN, orders="81234567"), tmp_path)
    lines = turaga("survey", "cover", tmp_path).stdout.splitlines()
    assert lines[:-1] == [
        "8x8: 1 order completes tours from 63 of 64 starts: 81234567",
        "  no order completes a tour from 5,3",  # as systems.md has it of Bencic's order
        "4x4: no order completes a tour from any of the 16 starts",
        "all 2 boards: 1 order completes tours from 63 of 80 starts: 81234567",
    ]
    assert lines[-1].startswith("  no order completes a tour from 5,3 on 8x8; 1,1 on 4x4; 1,2 on 4x4")
    missed = told(tmp_path)["covers"][-1]["missed"]
    assert [one["start"] for one in missed if one["board"] == "8x8"] == [[5, 3]]
    assert len(missed) == 17


def test_errors_of_survey_cover(random_orders, tmp_path, sentence):
    run_survey(Plan(boards=parse_boards("6"), rule=Rule("random")), tmp_path / "random")
    for folder, options, said in (
        (tmp_path, [], "does not contain a survey"),
        (random_orders, ["--board", "6"], "it has 5x5"),
        (random_orders, ["--time-limit", "-1"], "seconds above 0"),
        (random_orders, ["--seed", "-1"], "seed"),
        (tmp_path / "random", [], "no orders to choose from"),
    ):
        assert said in sentence("survey", "cover", folder, *options)


def test_without_or_tools_the_bound_is_reported(tmp_path):
    run_survey(Plan(boards=parse_boards("30"), rule=OPEN, orders="random:12"), tmp_path)
    with Survey.open(tmp_path) as survey:
        best = fewest_orders(survey)
    assert best.proved
    done = python(
        "import sys; sys.modules['ortools'] = None\n"
        f"from turaga.cli import main; sys.exit(main(['survey', 'cover', {str(tmp_path)!r}, '--json']))"
    )
    assert done.returncode == 0, done.stderr
    (one,) = json.loads(done.stdout)["covers"]
    assert one["lower_bound"] <= len(best.orders) <= one["fewest"]
