"""The steps of explanations: squares, counts and moves are checked against the board, by counting again."""

import re

import pytest
from hypothesis import given, settings

import naive
from strategies import questions
from turaga import Board, solve
from turaga.theory import verdict
from turaga.tours import Tours
from turaga.walks import explain

pytestmark = pytest.mark.usefixtures("row_col")

PAIR = re.compile(r"(?<![\d,])(\d+),(\d+)(?!\d)(?! leaper)")


def marked(step, kind):
    return [marks.squares for marks in step.marks if marks.kind == kind]


def check_step(board, step):
    """What is true of every step: its squares are squares, its moves are moves, its colours are colours."""
    squares = set(naive.squares(board))
    named = {(int(row) - 1, int(col) - 1) for row, col in PAIR.findall(step.text)}
    assert named <= squares, step.text
    assert step.text[0].isupper() or step.text[0].isdigit()
    assert step.text.endswith((".", ".)")), step.text
    assert {square for marks in step.marks for square in marks.squares} <= squares
    assert {square for square, _ in step.notes} <= squares
    assert all(b in naive.near(board, a, squares) for a, b in step.moves)
    for colour, kind in enumerate(("light", "dark")):
        for found in marked(step, kind):
            assert set(found) == {square for square in squares if sum(square) % 2 == colour}
    check_certificate(board, step)


def check_certificate(board, step):
    squares = set(naive.squares(board))
    for blocked, near in zip(marked(step, "blocked"), marked(step, "near"), strict=False):
        around = {there for square in blocked for there in naive.near(board, square, squares)}
        assert set(near) == around
        assert not around & set(blocked)
    if removed := [square for found in marked(step, "removed") for square in found]:
        pieces = [tuple(sorted(piece)) for piece in naive.pieces(board, removed)]
        shown = marked(step, "piece")
        assert set(shown) <= set(pieces)
        assert not shown or len(shown) == len(pieces) - 1
    if match := re.match(r"There (?:is|are) (\d+) light squares? and (\d+) dark squares?\.$", step.text):
        counts = [sum(sum(square) % 2 == colour for square in squares) for colour in (0, 1)]
        assert [int(count) for count in match.groups()] == counts
        written = dict(step.notes)
        for colour, kind in enumerate(("light", "dark")):
            numbers = sorted(int(written[square]) for one in marked(step, kind) for square in one)
            assert numbers == list(range(1, counts[colour] + 1))


@settings(max_examples=150, deadline=None)
@given(questions(most=6))
def test_the_steps_of_random_boards_agree_with_the_board(case):
    board, question = case
    found = explain(board, **question)
    assert found.steps
    for step in found.steps:
        check_step(board, step)
    last = found.steps[-1]
    if found.exists is False:
        assert last.text == f"So there is no {found.tour_words.removeprefix('a ')}."
        assert 2 <= len(found.steps) <= 7
    if found.exists and board.size > 1:
        (start,), (end,) = marked(last, "start")[0], marked(last, "end")[0]
        check_tour(board, last.moves, start, question["closed"])
        assert question["start"] in (None, start)
        assert question["end"] in (None, end)


def check_tour(board, moves, start, closed):
    """The moves, one after another from the start, are a tour."""
    path = [start]
    for a, b in moves:
        assert a == path[-1]
        path.append(b)
    if closed:
        assert path.pop() == start
    assert naive.is_tour(board, path, closed=closed)


# -- forced moves -------------------------------------------------------------------------------------------


def check_forced(board, question, moves):
    """Each move is forced by the ones before it: one of its squares has no more moves left than it needs. A
    neighbour that has all the moves it needs is no longer left."""
    squares = set(naive.squares(board))
    known = question.closed or None not in (question.start, question.end)
    ends = set() if question.closed else {question.start, question.end}
    joined = {square: set() for square in squares}

    def needs(square):
        return 1 if square in ends or not known else 2

    def left(square):
        near = naive.near(board, square, squares)
        return {there for there in near if not known or len(joined[there] - {square}) < needs(there)}

    for one, other in moves:
        assert any(len(left(a) | {b}) <= needs(a) for a, b in ((one, other), (other, one))), (one, other)
        joined[one].add(other)
        joined[other].add(one)


@settings(max_examples=300, deadline=None)
@given(questions(most=6))
def test_moves_that_a_proof_draws_are_forced(case):
    board, ends = case
    indices = {name: None if ends[name] is None else board.index(ends[name]) for name in ("start", "end")}
    question = Tours.at(board, indices["start"], indices["end"], ends["closed"])
    answer = verdict(question)
    if answer.exists is not False or "would have to end on" in answer.reason or answer.cited:
        return  # these draw moves that are forced only under a condition that they name
    check_forced(board, question, dict.fromkeys(move for step in answer.steps for move in step.moves))


def test_a_chain_of_forced_moves_is_drawn_move_by_move():
    found = explain("3x11", start="1,3", end="3,3")
    first, *_, clash, last = found.steps
    assert first.text.startswith("1,1 has only the moves to 2,3 and 3,2 left, and needs both.")
    assert {frozenset(move) for move in first.moves} >= {
        frozenset(((0, 0), (1, 2))),
        frozenset(((0, 0), (2, 1))),
    }
    counts = [len(step.moves) for step in found.steps]
    assert counts == sorted(counts)
    assert clash.text.startswith("But the forced moves make a walk of the 3 squares 1,3, 2,1, 3,3")
    assert set(marked(clash, "ringed")[0]) == {(0, 2), (1, 0), (2, 2)}
    assert last.moves == clash.moves


# -- kinds of reasons -----------------------------------------------------------------------------------


def test_colours_are_shown_counted_and_contradicted():
    first, counted, why, last = explain("5x5", closed=True).steps
    assert len(marked(first, "light")[0]) == 13
    assert len(marked(first, "dark")[0]) == 12
    assert counted.text == "There are 13 light squares and 12 dark squares."
    assert dict(counted.notes)[4, 4] == "13"
    assert "as many light squares as dark ones, but here there is 1 more light square" in why.text
    assert last.text == "So there is no closed tour of 5x5."


def test_a_bottleneck_is_shown_square_by_square():
    statement, squares, near, needed, possible, last = explain("3x6").steps
    assert "Cull & De Curtins 1978" in statement.text
    assert (len(marked(squares, "blocked")[0]), marked(squares, "near")) == (6, [])
    assert len(marked(near, "near")[0]) == 7
    assert "2 x 6 - 1 = 11" in needed.text
    assert sum(int(text) for _, text in possible.notes) == 10
    assert last.text == "So there is no tour of 3x6."


def test_the_pieces_of_a_separator_are_numbered():
    _, taken, pieces, *_ = explain("3x4", closed=True).steps
    assert marked(taken, "removed") == [((0, 1), (2, 1))]
    assert [marks.piece for marks in pieces.marks if marks.kind == "piece"] == [1, 2]
    assert {text for _, text in pieces.notes} == {"1", "2"}
    assert "The 6 squares without a number are piece 3." in pieces.text


def test_outer_and_inner_rows_are_marked():
    for board, across in (("4x9", 0), ("9x4", 1)):
        rows, _, _, colours, _ = explain(board, closed=True).steps
        outer, inner = marked(rows, "piece")
        assert {square[across] for square in outer} == {0, 3}
        assert {square[across] for square in inner} == {1, 2}
        assert {sum(square) % 2 for square in marked(colours, "ringed")[0]} == {0, 1}


@pytest.mark.parametrize("board", ["2x7", "7x2", "2x4"])
def test_the_four_lines_of_two_rows_are_the_pieces_of_the_board(board):
    step = explain(board).steps[1]
    shown = {frozenset(piece) for piece in marked(step, "piece")}
    assert shown == {frozenset(piece) for piece in naive.pieces(Board(board), ())}


def test_a_search_that_tried_everything_says_so():
    first, how, last = explain("3x8", start="1,1", end="2,3").steps
    assert re.fullmatch(r"An exhaustive search of \d+ steps found no tour from 1,1 to 2,3\.", first.text)
    assert "Every walk was followed to its end" in how.text
    assert last.text == "So there is no tour of 3x8 from 1,1 to 2,3."
    statement, last = explain("3x8", closed=True).steps  # no certificate exists
    assert "Schwenk 1991" in statement.text
    assert last.text == "So there is no closed tour of 3x8."


def test_what_is_known_of_a_start_is_said_of_an_end():
    board = Board.from_mask("...\n..#\n...\n.#.")
    first, *rest, _ = explain(board, end="4,3").steps
    assert first.text == "In reverse, a tour that ends on 4,3 is a tour that starts there."
    assert rest == list(explain(board, start="4,3").steps[:-1])


def test_the_json_has_the_steps_from_one():
    found = explain("5x5", start="1,2")
    shown = found.as_json()["steps"]
    assert [step["text"] for step in shown] == [step.text for step in found.steps]
    assert {"kind": "ringed", "squares": [[1, 2]]} in shown[2]["marks"]
    assert {"kind": "start", "squares": [[1, 2]]} in shown[2]["marks"]
    assert shown[1]["notes"][0] == {"square": [1, 1], "text": "1"}


def test_a_huge_board_is_explained_without_listing_its_squares():
    assert all(
        not marks.squares for step in explain("999999x999999", closed=True).steps for marks in step.marks
    )
    assert verdict(Tours.at(Board("4x100000"), closed=True)).exists is False


def test_sentences_of_outcomes_and_hints_name_only_squares():
    """A page replaces pairs by chess names. Only before the word leaper are they something else."""
    for board in (Board(8, 8, leaper=(2, 5)), Board(5, 5, leaper=(1, 3)), Board("4x4"), Board("3x12")):
        outcome = solve(board, why=True)
        squares = set(naive.squares(board))
        for text in (outcome.reason, *outcome.account, *explain(board).lines):
            named = {(int(row) - 1, int(col) - 1) for row, col in PAIR.findall(text)}
            assert named <= squares, text
