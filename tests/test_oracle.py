"""`make oracle` in small: some questions of every kind, and the oracle itself.

`scripts/oracle.py` asks random questions and compares the answers with a brute force that shares no code
with Turaga.
"""

import ast
import random
from dataclasses import replace
from pathlib import Path

import pytest

import brute_force
import oracle
import turaga
from brute_force import PROGRAMS, Puzzle, Walker
from oracle_cases import Case, Ends, Wrong
from oracle_claims import check_claims
from published import COUNTS
from turaga import Board
from turaga.counting import enumeration
from turaga.play import HintFinder


@pytest.fixture(scope="module")
def cases():
    """Some boards, small enough to be quick."""
    boards = [
        Board("3x4"),
        Board(4, 4, holes=[(0, 0)]),
        Board(3, 3, leaper=(0, 1)),
        Board("3x3"),
        Board("1x1"),
    ]
    return [Case(Puzzle(b.rows, b.cols, b.holes, b.leaper), b) for b in boards]


@pytest.mark.parametrize("kind", oracle.KINDS)
def test_no_answer_is_wrong(kind, cases):
    tally = oracle.Tally()
    slow = kind in ("survey", "command", "implicit", "promise")
    for number, case in enumerate(cases[:1] if slow else cases * 2):
        oracle.ask(case, 0, number, kind, tally)
    assert tally.wrong == []
    assert tally.asked(kind) == (1 if slow else 2 * len(cases))


def test_random_boards_have_holes_leapers_and_tours():
    rng = random.Random(1)
    boards = [oracle.make_case(rng).puzzle for _ in range(5)]
    assert any(board.holes for board in boards)
    assert any(board.leaper != (1, 2) for board in boards)
    assert {bool(board.tours()) for board in boards} == {True, False}


# -- the brute force is right -------------------------------------------------------------------------------


def test_the_brute_force_imports_nothing_of_turaga():
    tree = ast.parse(Path(brute_force.__file__).read_text())
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert names == {"argparse", "collections.abc", "dataclasses", "itertools"}


@pytest.mark.parametrize("size", ["1x4", "2x5", "3x3", "3x4", "3x5", "3x6", "4x4", "3x7", "4x5"])
def test_the_brute_force_counts_what_is_published(size):
    rows, cols = map(int, size.split("x"))
    puzzle = Puzzle(rows, cols)
    assert puzzle.count() == COUNTS["open"][size]
    assert puzzle.count(closed=True) == COUNTS["closed"].get(size, 0)
    assert len(puzzle.listed(directed=True)) == 2 * COUNTS["open"][size]


def test_the_brute_force_counts_from_a_start_and_for_other_leapers():
    assert Puzzle(5, 5).completions([(2, 2)]) == COUNTS["directed_from_start_5x5"]["centre"]
    rook = Puzzle(4, 4, leaper=(0, 1))
    assert (rook.count(directed=True), rook.count(closed=True)) == (552, 6)  # OEIS A096969, A003763
    assert rook.class_sizes(closed=True) == {2: 1, 4: 1}  # OEIS A209077: 2 classes


def test_the_brute_force_walks_as_the_published_programs_did():
    board = Puzzle(8, 8)
    thesis = Walker(board, PROGRAMS["serafeimidis"])
    assert len(thesis.greedy((2, 3))) == 56
    assert len(Walker(board, replace(PROGRAMS["serafeimidis"], order="24753186")).greedy((2, 3))) == 64
    failed = [s for s in board.squares if len(Walker(board, PROGRAMS["bencic"]).greedy(s)) < 64]
    assert failed == [(4, 2)]
    agh = Walker(Puzzle(5, 5), PROGRAMS["agh"])
    assert (bool(agh.search((1, 1))), agh.steps) == (True, 354)


# -- the oracle can fail ------------------------------------------------------------------------------------


def _flipped(answer):
    return replace(answer, exists=not answer.exists)


@pytest.mark.parametrize(
    ("kind", "name", "wrong"),
    [
        ("solve", "solve", lambda right, board, **options: right(board)),
        ("like", "solve", lambda right, board, **options: right(board, **{**options, "like": "klochko"})),
        ("fix", "solve", lambda right, board, **options: right(board, **{**options, "fix": None})),
        ("count", "count", lambda right, *g, **o: replace(right(*g, **o), count=5)),
        ("list", "enumeration.list_tours", lambda right, *g, **o: reversed(list(right(*g, **o)))),
        ("list", "enumeration.list_tours", lambda right, *g, **o: iter(list(right(*g, **o))[:-1])),
        ("explain", "walks.explain", lambda right, *g, **o: _flipped(right(*g, **o))),
        ("classes", "Tours.classes", lambda right, tours, count: right(tours)),
        ("sample", "sample", lambda right, board, n, **o: [t.reversed() for t in right(board, n, **o)]),
        ("repair", "repair", lambda right, walk, **o: right(walk, **{**o, "end": None})),
    ],
)
def test_a_wrong_answer_is_found(kind, name, wrong, cases, monkeypatch):
    owners = {"Tours": turaga.Tours, "enumeration": enumeration, "walks": turaga.walks, "": turaga}
    owner, name = owners[name.rpartition(".")[0]], name.rpartition(".")[2]
    right = getattr(owner, name)
    changed = lambda *given, **options: wrong(right, *given, **options)  # noqa: E731
    monkeypatch.setattr(owner, name, changed)
    tally = oracle.Tally()
    for number in range(40):
        oracle.ask(cases[0], 1, number, kind, tally)
    assert tally.wrong


def test_a_wrong_hint_is_found(cases, monkeypatch):
    right = HintFinder.hint
    monkeypatch.setattr(HintFinder, "hint", lambda self, game: replace(right(self, game), kind="won"))
    tally = oracle.Tally()
    for number in range(10):
        oracle.ask(cases[0], 1, number, "hint", tally)
    assert tally.wrong


@pytest.mark.parametrize(
    "claim",
    [
        "1,1 and 1,2 have two moves each",
        "2,2 has no move",
        "3x4 falls into 3 pieces with no moves between them; their sizes are 10, 1, 1",
        "1,1 has only the moves to 2,3 and 3,3 left, and needs both.",
        "2,3 has the two moves it needs, so its move to 3,1 is not used.",
    ],
)
def test_a_wrong_explanation_is_found(claim, cases):
    check_claims(
        cases[0], Ends(None, None, True), ["1,1 has only the moves to 2,3 and 3,2 left, and needs both."]
    )
    with pytest.raises(Wrong):
        check_claims(cases[0], Ends(None, None, True), [claim])
