"""Certificates: what passes the check is true, what is wrong is rejected, and small ones are found."""

import json
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import naive
from command import on_a_terminal, turaga
from strategies import questions
from turaga import Board, solve
from turaga.certificate import Bottleneck, Separator, verify_certificate
from turaga.cover.bottleneck import smallest_bottleneck
from turaga.cover.separator import find_separator
from turaga.errors import BadInput, NoProof
from turaga.solve import Solve
from turaga.solve.problem import Problem
from turaga.text import show
from turaga.theory import side, verdict
from turaga.tours import Tours
from turaga.walks import explain

pytestmark = pytest.mark.usefixtures("row_col")

TWO_CORNERS = Board(5, 6, holes=[(2, 1), (3, 5)])  # 1,1 and 5,1 have one move each
MASK = "......\n......\n.#....\n.....#\n......\n"


def of_one_side(board, which):
    return [square for square in naive.squares(board) if side(board.leaper, square) == which]


def draw_apart(data, board):
    """Squares without a move between any two of them, and no further square fits."""
    apart = []
    for square in data.draw(st.permutations(naive.squares(board))):
        if not naive.near(board, square, apart):
            apart.append(square)
    return apart


# -- the check --------------------------------------------------------------------------------------------


@settings(max_examples=120, deadline=None)
@given(questions(most=4), st.data())
def test_what_passes_the_check_has_no_tour(asked, data):
    board, question = asked
    squares, apart = naive.squares(board), draw_apart(data, board)
    apart = apart[: data.draw(st.integers(1, len(apart)))]
    removed = data.draw(st.lists(st.sampled_from(squares), unique=True, max_size=min(5, len(squares) - 1)))
    certificates = Bottleneck.of(board, apart, **question), Separator.of(board, removed, **question)
    if any(verify_certificate(certificate, board, **question) for certificate in certificates):
        assert not naive.exists(board, **question)


@settings(max_examples=120, deadline=None)
@given(questions(most=4), st.data())
def test_the_numbers_are_those_of_a_plain_count(asked, data):
    board, question = asked
    squares, apart = naive.squares(board), draw_apart(data, board)
    removed = data.draw(st.lists(st.sampled_from(squares), unique=True, max_size=len(squares) - 1))
    assume(not question["closed"] or None in (question["start"], question["end"]))
    assume(question["start"] is None or question["start"] != question["end"])
    for made, groups in (
        (Bottleneck.of(board, apart, **question), [[square] for square in apart]),
        (Separator.of(board, removed, **question), naive.pieces(board, removed)),
    ):
        counted = naive.count_moves(board, groups, **question)
        assume(counted is not None)  # the given ends can be those of a tour
        assert (made.ends, made.moves_needed, made.moves_available) == counted


@settings(max_examples=60, deadline=None)
@given(questions(most=4))
def test_certificates_of_theory_pass(asked):
    board, question = asked
    ends = (None if question[name] is None else board.index(question[name]) for name in ("start", "end"))
    found = verdict(Tours.at(board, *ends, question["closed"])).certificate
    assert found is None or verify_certificate(found, board, **question)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (
            {"squares": ((0, 0), (1, 2)), "neighbours": ((3, 2),)},
            "1,1 is a move away from another of the squares",
        ),
        ({"squares": ((0, 0), (2, 1))}, "3,2 is not a square of 5x6 with 2 holes"),
        ({"squares": ((0, 0), (0, 0))}, "it lists a square twice"),
        ({"squares": ((0, 0), (9, 9))}, "10,10 is not a square of 5x6 with 2 holes"),
        ({"neighbours": ((1, 2),)}, "the neighbours are not complete or not right: 4,3"),
        ({"moves_needed": 5}, "it says that 5 moves are needed, but 4 is right"),
        ({"moves_available": 1}, "it says that 1 moves are possible, but 2 is right"),
        ({"ends": 1}, "it says that 1 ends can save a move, but 0 is right"),
    ],
)
def test_wrong_bottlenecks_are_rejected(change, fault):
    right = Bottleneck.of(TWO_CORNERS, ["1,1", "5,1"], closed=True)
    assert verify_certificate(right, TWO_CORNERS, closed=True)
    assert verify_certificate(replace(right, **change), TWO_CORNERS, closed=True).faults == (fault,)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"removed": ((1, 1),)}, "the move from 1,1 to 3,2 leaves a piece"),
        ({"pieces": (((0, 0),), ())}, "a piece has no squares"),
        ({"pieces": (((0, 0),), ((0, 0),))}, "it lists a square twice"),
        ({"others": 11}, "12 other squares are left, not 11"),
        ({"visits": (1, 1, 2)}, "the numbers of visits are wrong"),
        ({"moves_available": 3}, "it says that 3 moves are possible, but 4 is right"),
    ],
)
def test_wrong_separators_are_rejected(change, fault):
    board = Board("4x4")
    right = Separator.of(board, ["2,3", "3,2"], closed=True)
    assert (right.moves_needed, right.moves_available, right.others) == (6, 4, 12)
    assert verify_certificate(right, board, closed=True)
    assert fault in verify_certificate(replace(right, **change), board, closed=True).faults


def test_a_certificate_proves_only_what_it_is_about():
    closed = Bottleneck.of(TWO_CORNERS, ["1,1", "5,1"], closed=True)
    assert not verify_certificate(closed, TWO_CORNERS)
    assert not verify_certificate(closed, Board("5x6"), closed=True)
    ends = Bottleneck.of(TWO_CORNERS, ["1,1"], start="1,2", end="1,3")
    assert verify_certificate(ends, TWO_CORNERS, start="1,2", end="1,3")
    assert verify_certificate(ends, TWO_CORNERS, start="1,3", end="1,2")  # reversed
    assert not verify_certificate(ends, TWO_CORNERS, start="1,2")  # 1,1 could be the other end
    no_cut = Separator.of(Board("8x8"), [], closed=True)
    assert verify_certificate(no_cut, Board("8x8"), closed=True).faults == (
        "it takes nothing away, and leaves the board in one piece",
    )
    single = Bottleneck.of(Board("1x1"), ["1,1"])
    assert verify_certificate(single, Board("1x1")).faults == ("a single square is a tour",)


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (
            lambda: verify_certificate("1,1", "8x8"),
            "verify_certificate needs a Bottleneck or a Separator, got str",
        ),
        (
            lambda: Bottleneck.of("8x8", ["1,1", "2,3"]),
            "1,1 is a move away from another square of the bottleneck: no two",
        ),
        *(
            (
                lambda make=make, squares=squares: make("8x8", squares),
                "the squares of a certificate are a list",
            )
            for make in (Bottleneck.of, Separator.of)
            for squares in (None, 5, "1,1")
        ),
        (lambda: Bottleneck.of("5x5", []), "a bottleneck has no squares: give at least one square"),
        (
            lambda: Separator.of("3x3", Board("3x3").squares()),
            "a separator removes all squares of 3x3: leave at least one square",
        ),
        (
            lambda: verify_certificate(replace(Separator.of("4x4", ["2,3"]), removed=("2,3",)), "4x4"),
            "'2,3' in a separator is not a square: its squares are (row, col) pairs that count from 0",
        ),
        (
            lambda: verify_certificate(replace(Separator.of("4x4", ["2,3"]), pieces=3), "4x4"),
            "the squares of this separator cannot be read: Separator.of makes one",
        ),
    ],
)
def test_what_is_no_certificate(make, says):
    with pytest.raises(BadInput) as caught:
        make()
    assert str(caught.value).startswith(says)


def test_what_proves_nothing_says_so():
    """Boards can be given as texts."""
    corner = Bottleneck.of("5x5", ["1,1"], closed=True)
    assert corner.reason == "1,1 proves nothing: 2 moves are needed, and 2 neighbours allow 2"
    assert corner.explain()[-1].endswith("That is not fewer than 2, so this proves nothing.")
    whole = Separator.of("8x8", [], leaper=(1, 2))
    assert whole.excess == 0
    assert whole.reason == "this proves nothing: the board is in one piece"
    assert whole.explain() == ("The board is in one piece. This proves nothing.",)


def test_an_outcome_with_a_wrong_certificate_is_a_bug():
    problem = Problem.of(Solve.of(TWO_CORNERS), 0)
    wrong = Bottleneck.of(TWO_CORNERS, ["1,1"])
    with pytest.raises(
        NoProof, match=r"^a certificate for 5x6 with 2 holes proves nothing: 1 moves are needed"
    ):
        problem.impossible(wrong.reason, certificate=wrong)


# -- finding them -----------------------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(questions(most=4))
def test_small_bottlenecks(asked):
    """The cut of a maximum flow has a small bottleneck if any set of squares of that side is one."""
    board, question = asked
    ends = [question["start"], question["end"]]
    single = [] if question["closed"] else [square for square in ends if square is not None]
    assume(len(set(single)) == len(single) and not (question["closed"] and None not in ends))
    for which in (0, 1):
        squares = of_one_side(board, which)
        smallest = next(
            (
                count
                for count in range(1, len(squares) + 1)
                for some in combinations(squares, count)
                if verify_certificate(Bottleneck.of(board, some, **question), board, **question)
            ),
            None,
        )
        indices = (None if square is None else board.index(square) for square in ends)
        cut = map(board.index, naive.find_cut(board, squares, single))
        found = smallest_bottleneck(board, *indices, question["closed"], list(cut))
        if smallest is None:
            continue  # the ends that can lie on both sides may differ
        assert found is not None
        assert verify_certificate(found, board, **question)
        assert len(found.squares) <= smallest + 1


def test_the_smallest_bottleneck_of_a_large_cut():
    """All squares of one colour have too few neighbours, because one of the other colour has no moves."""
    board = Board(20, 20, holes=[(2, 1), (1, 2), (10, 10), (12, 10)])
    cut = [index for index in board.indices() if sum(board.square(index)) % 2]
    found = smallest_bottleneck(board, None, None, True, cut)
    assert found is not None
    assert found.squares == ((0, 0),)
    assert found.reason == "1,1 has no moves"


def test_separators():
    board = Board("4x4")
    for closed in (False, True):
        found = find_separator(board, None, None, closed)
        assert found is not None
        assert verify_certificate(found, board, closed=closed)
    assert find_separator(Board("6x6"), None, None, True, work=0) is None  # 6x6 has closed tours


@pytest.mark.parametrize(("question", "squares"), [({"closed": True}, 1), ({"start": "1,2"}, 2)])
def test_dead_ends_need_few_squares(question, squares):
    found = explain(TWO_CORNERS, **question).certificate
    assert len(found.squares) == squares
    assert verify_certificate(found, TWO_CORNERS, **question)


def test_three_dead_ends():
    """Letters for a 1,4 leaper have 30 squares with one move. Three of them prove that there is no tour."""
    why = explain("text:HI", leaper=(1, 4))
    assert why.reason == (
        "1,1, 1,4 and 1,13 have only one move each, as have 27 other squares, so all of them must be ends of "
        "the tour, but a tour has only two ends"
    )
    assert [show(square) for square in why.certificate.squares] == ["1,1", "1,4", "1,13"]


def test_dead_ends_that_are_a_move_apart():
    """5,1 and 5,2 have no other moves, so they are a piece of the board."""
    board = Board.from_mask("..\n..\n.#\n##\n..", leaper=(0, 1))
    found = verdict(Tours.at(board)).certificate
    assert verify_certificate(found, board)


# -- the proofs ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("certificate", "line"),
    [
        (  # 85 and 84 squares
            Bottleneck.of("13x13", ["2,3", "10,3"], leaper=(3, 4)),
            "The colours alternate along a tour, and there are 85 squares of one colour and 84 of the other. "
            "So both ends have the first colour, and these squares all have the other colour.",
        ),
        (
            Bottleneck.of("5x6", ["1,1", "1,3"]),
            "The colours alternate along a tour, and there are 15 squares of each colour. So it has one end "
            "of each colour, and these squares all have the same colour.",
        ),
        (
            Bottleneck.of("5x6", ["1,1", "1,3"], start="2,2", end="1,1"),
            "The ends 2,2 and 1,1 are given, and only 1,1 is one of these squares.",
        ),
        (
            Bottleneck.of("8x8", ["2,2", "2,4"], leaper=(1, 3)),
            "Colour the rows black and white in turn: each move leads from one of these colours to the other."
            " The colours alternate along a tour, and there are 32 squares of each colour. So it has one end "
            "of each colour, and these squares all have the same colour.",
        ),
        (
            Bottleneck.of("5x6", ["1,1", "1,3"], start="2,3", end="5,6"),
            "A neighbour takes at most two of them, but 2,1, 2,5 and 3,4 only one, because only one move "
            "joins each of them to the squares, and 2,3 only one, because it is a given end: 2 x 5 - 4 = 6. "
            "That is not fewer than 4, so this proves nothing.",
        ),
    ],
)
def test_every_step_has_a_reason(certificate, line):
    assert line in certificate.explain()


def test_pieces_that_must_be_visited_often():
    """One of the two pieces of 8x8 loses three squares of even rows: 2,2, 2,4 and 4,4."""
    found = Separator.of("8x8", ["2,2", "4,4", "2,4", "1,4"], leaper=(1, 3))
    assert "(3 more squares of one colour than of the other, so at least 3 visits)" in found.explain()[3]


# -- what people see --------------------------------------------------------------------------------------


def test_a_solution_carries_its_certificate():
    outcome = solve(TWO_CORNERS, closed=True)
    assert outcome.certificate.squares == ((0, 0),)
    assert outcome.as_json()["certificate"] == {
        "kind": "bottleneck", "closed": True, "squares": [[1, 1]], "neighbours": [[2, 3]],
        "ends": 0, "moves_needed": 2, "moves_available": 1,
    }  # fmt: skip
    assert solve("6x6").as_json()["certificate"] is None
    assert 'fill="#0072b2"' in explain(TWO_CORNERS, closed=True)._repr_svg_()


def test_why_prints_the_proof(tmp_path):
    (tmp_path / "mask.txt").write_text(MASK)
    done = turaga("solve", "@mask.txt", "--closed", "--why", "--squares", "row,col", cwd=tmp_path)
    assert done.returncode == 1
    assert (
        "Look at the square 1,1.\nIts only neighbour is 2,3.\n"
        "A closed tour uses two moves at every square: 2 x 1 = 2 here.\n" in done.stdout
    )
    assert done.stdout.endswith(
        "    1 2 3 4 5 6\n  1 S . . . . .\n  2 . . n . . .\n  3 . # . . . .\n  4 . . . . . #\n"
        "  5 . . . . . .\n"
        "S  1 square: 2 moves needed\nn  the only neighbour: at most 1 move\n"
    )
    args = ("@mask.txt", "--closed", "--why", "--json")
    facts = json.loads(turaga("solve", *args, cwd=tmp_path).stdout)["explanation"]
    assert facts["certificate"]["neighbours"] == [[2, 3]]
    status, seen = on_a_terminal("solve", f"@{tmp_path}/mask.txt", "--closed", "--why", columns=12)
    assert status == 1
    assert "1 2 3" not in seen


def test_draw_why(tmp_path):
    (tmp_path / "mask.txt").write_text(MASK)
    args = ("draw", "@mask.txt", "--why", "--closed", "--squares", "row,col")
    done = turaga(*args, "-o", "why.svg", cwd=tmp_path)
    assert done.returncode == 1
    assert done.stderr.startswith(
        "Why there is no closed tour of 5x6 with 2 holes: 1,1 has only one move, as has 1 other square, and"
    )
    picture = (tmp_path / "why.svg").read_text()
    assert ">1 square: 2 moves needed<" in picture
    assert ">the only neighbour: at most 1 move<" in picture
    assert [picture.count(f">{number}<") for number in (1, 5, 6, 7)] == [2, 2, 1, 0]  # 5 rows, 6 columns
    assert turaga(*args, "-o", "why.png", cwd=tmp_path).returncode == 1
    assert (tmp_path / "why.png").read_bytes()[:4] == b"\x89PNG"
    done = turaga("draw", "8x8", "--why", "-o", "none.svg", cwd=tmp_path)
    assert done.returncode == 0
    assert not (tmp_path / "none.svg").exists()
    assert done.stderr.endswith("nothing saved to none.svg\n")


@pytest.mark.parametrize("same", [range(2), b"\0\1", frozenset((0, 1)), (np.int64(0), 1)])
def test_a_square_of_another_type_is_refused(same):
    """5x6 has closed tours, so nothing proves that it has none: here 1,2 would count twice."""
    near = ((1, 3), (2, 0), (2, 2))
    forged = Bottleneck(
        closed=True, ends=0, moves_needed=8, moves_available=6, squares=((0, 1), same), neighbours=near
    )
    with pytest.raises(BadInput, match="is not a square"):
        verify_certificate(forged, "5x6", closed=True)
