"""Without a start any will do: "there is none" is true of all of them, also like a published system."""

import json

import pytest

import naive
from command import turaga
from turaga import Board, Found, GaveUp, Impossible, solve
from turaga.play.watch_request import Watch
from turaga.walks import SYSTEMS

CORNERLESS = Board(4, 5, holes=[(0, 4)])
BOARDS = [
    *(Board(rows, cols) for rows in range(1, 5) for cols in range(1, 6)),
    CORNERLESS,
    Board(3, 4, holes=[(0, 0)]),
    Board(3, 3, holes=[(1, 1)]),
    Board(3, 4, holes=[(0, 1)]),
    Board(3, 3, leaper=(0, 1)),
    Board(2, 4, leaper=(0, 1)),
    Board(3, 4, holes=[(1, 3)], leaper=(0, 1)),
]


@pytest.mark.parametrize("board", BOARDS, ids=repr)
def test_there_is_none_only_where_trying_everything_finds_none(board):
    every = [tuple(path) for start in naive.squares(board) for path in naive.tours(board, start)]
    circuits = [path for path in every if naive.is_tour(board, path, closed=True)]
    for closed, tours in ((False, every), (True, circuits)):
        for end in (None, *naive.squares(board)):
            wanted = {path for path in tours if end in (None, path[-1])}
            for like, system in SYSTEMS.items():
                pruned = board.size > 16 if system.method == "search" else None
                match solve(board, like=like, end=end, closed=closed, prune=pruned):
                    case Found(tour):
                        assert tour.squares in wanted
                    case Impossible(reason):
                        assert not wanted, reason
                    case GaveUp(_):
                        assert system.method == "greedy"  # nothing limits a search


@pytest.mark.parametrize("like", SYSTEMS)
def test_the_first_square_is_tried_first(like):
    outcome = solve("8x8", like=like)
    assert (outcome.start, outcome.tours.start) == ((0, 0), None)
    assert outcome.walk == solve("8x8", like=like, start=(0, 0)).walk


def test_other_starts_by_theory_too():
    # By default theory rules out the first square, whose colour is the rarer.
    outcome = solve(CORNERLESS, like="stahovec", theory=True)
    assert isinstance(outcome, Found)
    assert outcome.tour.start == (0, 1)


def test_a_limit_is_that_of_all_starts_together():
    outcome = solve(CORNERLESS, like="stahovec", step_limit=25_300)
    assert isinstance(outcome, GaveUp)
    assert (outcome.steps, outcome.reason) == (25_300, "the step limit of 25300 was reached")


def test_what_the_command_says(tmp_path):
    mask = tmp_path / "mask.txt"
    mask.write_text(CORNERLESS.mask())
    facts = json.loads(turaga("solve", "4x5", "--like", "agh", "--end", "1,3", "--json").stdout)
    assert (facts["outcome"], facts["end"]) == ("found", [1, 3])
    assert [facts["tours"][name] for name in ("start", "end", "closed")] == [None, [1, 3], False]
    assert turaga("solve", "3x4", "--like", "agh", "--end", "1,1").returncode == 0
    assert turaga("draw", f"@{mask}", "--like", "stahovec").returncode == 0
    none = turaga("solve", "4x4", "--like", "agh")
    assert none.returncode == 1
    assert "no tour of 4x4 from any of the 16 squares" in none.stderr


# -- watching: one start, and what it tells of the others ----------------------------------------------------


@pytest.mark.parametrize("like", [None, "agh"])
@pytest.mark.parametrize("closed", [False, True])
def test_a_start_to_watch_is_one_the_end_allows(like, closed):
    # On 20x20 the squares a move from 11,11 are far from the first.
    for board in ("3x4", "20x20"):
        for end in ("1,1", "2,1", "3,4", "11,11")[: 4 if board == "20x20" else 3]:
            asked = Watch.of(board, like=like, end=end, closed=closed, method="search")
            assert asked.refused is None


def test_a_search_from_one_start_does_not_tell_of_the_others():
    for asked, told in [
        (["4x5", "--like", "agh", "--end", "1,3"], 3),
        (["3x4", "--like", "agh", "--end", "1,1"], 3),
        (["4x5", "--like", "agh", "--start", "1,1", "--end", "1,3"], 1),
        (["4x4", "--like", "agh"], 1),  # theory rules out all starts
        (["3x6", "--closed"], 1),  # a closed tour would pass through this start
    ]:
        done = turaga("watch", *asked, "--frames", "last")
        assert done.returncode == told
        assert "tried every possibility" in done.stdout
        assert ("Another start may have a tour" in done.stderr) == (told == 3)
