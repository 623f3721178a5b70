"""Method `exchanges`: tours with fixed squares, held against brute force. Also without JIT."""

import os
from random import Random

import numpy as np

import naive
from turaga import Board, Found, Impossible, solve
from turaga.solve import exchanges_kernel as kernel
from turaga.solve.exchanges import _Exchanges
from turaga.solve.open_numbers import frame_of
from turaga.solve.problem import Problem
from turaga.solve.request import Request

SLOW = os.environ.get("NUMBA_DISABLE_JIT") == "1"
BOARDS = [
    Board(3, 4),
    Board(4, 4, leaper=(0, 1)),
    Board(3, 5, leaper=(0, 1)),
    Board(5, 4, holes=[(0, 0), (1, 1), (2, 2), (4, 3)], leaper=(0, 1)),
    Board(5, 4, holes=[(1, 1), (2, 2)]),
]


def test_small_boards_as_by_brute_force():
    dice, found, missed = Random(7), 0, 0
    for _ in range(12 if SLOW else 40):
        board, closed = dice.choice(BOARDS), dice.random() < 0.4
        known = [
            tour
            for start in naive.squares(board)
            for tour in naive.tours(board, start)
            if not closed or naive.is_tour(board, tour, closed=True)
        ]
        steps = dice.sample(range(1, board.size + 1), dice.randint(1, 4))
        if known and dice.random() < 0.8:
            model = dice.choice(known)
            fix = {k: model[k - 1] for k in steps}
        else:
            fix = dict(zip(steps, dice.sample(naive.squares(board), len(steps)), strict=True))
        fitting = [tour for tour in known if all(tour[k - 1] == square for k, square in fix.items())]
        limit = 20_000 if SLOW else 600_000
        outcome = solve(board, fix=fix, closed=closed, method="exchanges", step_limit=limit)
        if isinstance(outcome, Found):
            assert list(outcome.tour.squares) in fitting
            found += 1
        elif isinstance(outcome, Impossible):
            assert not fitting
        else:
            assert outcome.steps == limit or not outcome.steps
            missed += bool(fitting)
    assert found > (2 if SLOW else 5 * missed + 10)


def test_every_exchange_keeps_paths_and_circuits_in_order():
    board = Board(8, 8, holes=[(0, 0), (7, 6)])
    model = solve(board, seed=1).tour
    fix = {k: model[k - 1] for k in (5, 20, 33, 50)}
    for closed in (False, True):
        request = Request.read(board, fix=fix, method="exchanges", closed=closed)
        search = _Exchanges(frame_of(Problem.of(request, board.index(board.first_square))))
        cover, odds = search._cover, np.full(20, 2.0**31)  # hot, so that all kinds of exchanges are made
        for _ in range(30 if SLOW else 300):
            kernel.improve(search._graph, cover, odds, search._rng, 50)
            squares = sorted(cover.nodes.tolist())
            assert sorted(cover.after[squares].tolist()) == squares
            for s in squares:
                there = int(cover.after[s])
                assert cover.before[there] == s
                assert there == s or board.area in (s, there) or board.is_move(s, there)
            for i, stop in enumerate(search.stops):
                path = [stop, int(cover.after[stop])]
                while not cover.is_stop[path[-1]]:
                    path.append(int(cover.after[path[-1]]))
                assert path[-1] == search.stops[(i + 1) % len(search.stops)]
                assert cover.length[i] == len(path) - 1
                assert cover.place[path[:-1]].tolist() == list(range(len(path) - 1))
                assert set(cover.owner[path[:-1]].tolist()) == {i}
