"""What `decide` does about a request: a table, one row a case."""

import pytest

from turaga.board import Board
from turaga.solve.decision import AllButOne, Refuse, Run, RunBackwards, decide
from turaga.solve.request import Solve
from turaga.theory import verdict
from turaga.tours import Tours


def of(board, **options):
    return Solve.of(board, **options)


# Indices count along the rows from 0: on 5 columns, 1,2 is 1 and 2,1 is 5.
RUNS = [
    # The start is given and theory does not forbid it.
    (of("8x8", start="1,1"), Run(0)),
    (of("8x8", start="8,8", closed=True), Run(63)),
    (of("8x8", start="1,1", end="1,2"), Run(0)),
    (of("8x8", start="1,1", end="2,3", closed=True), Run(0)),
    (of("1x1", start="1,1", end="1,1"), Run(0)),
    # Any start will do: the first square, and then the others; of a closed tour one start stands for all.
    (of("8x8"), Run(0, elsewhere=True)),
    (of("8x8", closed=True), Run(0)),
    (of("8x8", like="agh"), Run(0, elsewhere=True)),
    # The first square that theory allows: here 11 squares have the colour of 1,1, and 12 the other.
    # The method looks for a tour from any start at once.
    (of(Board(5, 5, holes=[(0, 2), (0, 4)])), Run(1)),
    # An end alone: from there, and backwards. Published programs walked forwards, from the first square that
    # can reach it, which for a closed tour is a move away.
    (of("8x8", end="1,2"), RunBackwards(1)),
    (of("8x8", end="1,2", closed=True), RunBackwards(1)),
    (of("8x8", end="1,2", like="agh"), Run(0, elsewhere=True)),
    (of("8x8", end="1,1", like="agh"), Run(1, elsewhere=True)),
    (of("8x8", end="1,1", closed=True, like="agh"), Run(10, elsewhere=True)),
    # Fixed squares: the start is free unless step 1 is one of them, and the method tries all at once.
    (of("6x6", fix={17: "3,5"}), Run(0)),
    (of("6x6", fix={1: "2,2"}), Run(7)),
    (of("6x6", fix={36: "2,2"}), Run(0)),
    # Theory knows better, and is not asked.
    (of("5x5", start="1,2", like="agh"), Run(1)),
    (of("5x5", start="1,2", method="search", theory=False), Run(1)),
    (of("5x5", end="1,2", method="search", theory=False), RunBackwards(1)),
    (of("3x3", method="search", theory=False), Run(0, elsewhere=True)),
    # `best` changes nothing where there is a tour.
    (of("5x5", start="1,1", best=True), Run(0)),
]

COLOUR = "each move changes colour"
REFUSED = [
    (of("5x5", start="1,2"), 1, COLOUR),
    (of("5x5", closed=True), 0, COLOUR),
    (of("8x8", start="1,1", end="8,8"), 0, COLOUR),
    (of("5x5", start="1,2", like="agh", theory=True), 1, COLOUR),
    (of("7x7", start="1,1", end="1,2", like="bencic", method="auto"), 0, COLOUR),
    (of("5x5", end="1,2"), 1, COLOUR),
    (of("4x4"), 0, "4x4 has no tour"),
    (of("4x7", start="2,3"), 9, "on 4 rows a tour must start and end in an outer row"),
    (of("3x8", closed=True), 0, "by Schwenk's theorem"),
    # What is wrong with the ends themselves is refused even where theory is not asked.
    *(
        (of("8x8", start="1,1", end=end, closed=closed, **options), 0, reason)
        for options in ({}, {"like": "agh"}, {"method": "euler", "theory": False})
        for end, closed, reason in (
            ("1,1", False, "a tour visits each of its 64 squares once"),
            ("1,2", True, "a closed tour ends a move away from its start"),
        )
    ),
    (of("1x2", closed=True, like="agh"), 0, "a closed tour needs at least three squares"),
    # `best` asks for a walk of all squares but one, which colours do not allow here: 2 too many of one.
    (of(Board(5, 5, holes=[(0, 1), (0, 3), (1, 0)]), start="1,1", best=True), 0, COLOUR),
]  # fmt: skip


@pytest.mark.parametrize(("request_", "expected"), RUNS)
def test_the_method_is_run(request_, expected):
    assert decide(request_) == expected


@pytest.mark.parametrize(("request_", "start", "reason"), REFUSED)
def test_theory_refuses(request_, start, reason):
    decision = decide(request_)
    assert isinstance(decision, Refuse)
    assert (decision.start, decision.verdict.exists) == (start, False)
    assert decision.verdict.reason.startswith(reason)


def test_a_start_that_theory_rules_out_leaves_the_others():
    """Like a published program the walk begins on 1,1, which is of the colour with fewer squares."""
    board = Board(5, 5, holes=[(0, 2), (0, 4)])
    decision = decide(of(board, like="agh", theory=True))
    assert decision == Run(0, elsewhere=True, ruled_out=verdict(Tours.at(board, 0)))
    assert decision.ruled_out.exists is False


@pytest.mark.parametrize("board", ["3x8", "3x10", "5x6"])
def test_what_theory_knows_of_a_start_it_knows_of_an_end(board):
    """Of an end alone theory may know less than of the same square as a start."""
    for square in map(Board(board).square, range(Board(board).size)):
        decision, from_there = decide(of(board, end=square)), decide(of(board, start=square))
        assert isinstance(decision, Refuse | RunBackwards)
        assert isinstance(decision, Refuse) == isinstance(from_there, Refuse)


@pytest.mark.parametrize("method", [None, "greedy", "search", "blocks"])
def test_all_squares_but_one(method):
    decision = decide(of("5x5", start="1,2", best=True, method=method))
    assert decision == AllButOne(1, verdict(Tours.at(Board("5x5"), 1)))


def test_all_squares_but_one_of_any_start():
    assert decide(of("4x4", best=True)) == AllButOne(0, verdict(Tours.at(Board("4x4"))))
