"""The reference walk against an independent, slower one, and against what the rule says in words."""

from hypothesis import given, settings
from hypothesis import strategies as st

import naive
from strategies import rules, starts
from turaga import Board, Rule
from turaga.greedy import tie_rng, whole_walk
from turaga.rng import Rng
from turaga.symmetry import SYMMETRIES, image_of_board, order_image
from turaga.walks import walk


@settings(max_examples=200, deadline=None)
@given(starts(most=7), rules, st.integers(0, 2**40))
def test_the_reference_is_the_naive_walk(where, rule, seed):
    board, start = where
    expected = naive.walk(board, board.square(start), rule, Rng(seed))
    assert list(whole_walk(board, start, rule, Rng(seed))) == expected


@settings(max_examples=60, deadline=None)
@given(starts(most=7), rules, st.integers(0, 2**40))
def test_the_steps_are_the_walk_and_say_why(where, rule, seed):
    board, start = where
    steps = list(walk(board, board.square(start), rule, seed=seed))
    assert [s.square for s in steps] == list(whole_walk(board, start, rule, tie_rng(seed, start)))
    assert [s.number for s in steps] == list(range(1, len(steps) + 1))
    free = set(naive.squares(board))
    for i, step in enumerate(steps):
        free.discard(step.square)
        assert [c.square for c in step.candidates] == naive.near(board, step.square, free, rule.order)
        path = [s.square for s in steps[: i + 1]]
        for c in step.candidates:
            assert c.degree == naive.degree(board, c.square, free, rule, path)
            dr, dc = naive.moves(board)[c.direction]
            assert (step.square[0] + dr, step.square[1] + dc) == c.square
        assert step.chosen == (steps[i + 1].square if i + 1 < len(steps) else None)
        if len(step.candidates) == 1:
            assert step.decided_by == "only move"
        elif step.candidates:
            assert step.chosen in step.tied
            assert (len(step.tied) == 1) == (step.decided_by == "degree")


@settings(max_examples=100, deadline=None)
@given(starts(most=8, leapers=False), rules, st.sampled_from(list(SYMMETRIES.values())))
def test_a_symmetry_of_board_order_and_start_gives_the_mirrored_walk(where, rule, symmetry):
    board, start = where
    if rule.is_random:
        return
    image = image_of_board(board, symmetry)
    turned = rule.with_order(order_image(rule.order, symmetry))
    first = image.index(symmetry.square(board.square(start), board.rows, board.cols))
    expected = whole_walk(board, start, rule, Rng(0)).image(symmetry)
    assert whole_walk(image, first, turned, Rng(0)) == expected


def test_random_ties_are_fair_and_seeded():
    # From a corner of 8x8 both squares have the same degree: the first choice is a toss of a coin.
    rule = Rule("random")
    seconds = [list(whole_walk(Board(8), 0, rule, tie_rng(seed, 0)))[1] for seed in range(400)]
    heads = seconds.count((2, 1))
    assert heads + seconds.count((1, 2)) == 400
    assert 150 < heads < 250  # five standard deviations
    assert seconds == [list(whole_walk(Board(8), 0, rule, tie_rng(seed, 0)))[1] for seed in range(400)]
