"""`explain`: a reason of theory is followed by a proof that can be checked, where there is one."""

from collections import Counter
from itertools import combinations

import pytest

from command import refused, turaga
from pseudo import Pseudo
from pseudo import turaga as on_terminal
from turaga import Board, pictures, solve
from turaga.board_input import read_board
from turaga.certificate import Bottleneck, Separator, verify_certificate
from turaga.pictures.explanation_picture import ExplanationBuilder
from turaga.pictures.shapes import Rect
from turaga.pictures.styles import PictureOptions
from turaga.pictures.themes import THEMES
from turaga.walks import explain

pytestmark = pytest.mark.usefixtures("row_col")

ANOTHER = "Another way to see it: "


# -- certificates where theory has another reason ---------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "question", "also"),
    [
        (
            "4x4",
            {},
            "without 2,2, 2,3, 3,2 and 3,3 the board falls into 6 pieces, and a tour allows at most 5",
        ),
        ("3x5", {}, "falls into 4 pieces"),
        ("3x6", {}, "the 6 squares 1,1, 1,5, 2,2, 2,6, 3,1 and 3,5 need 11 moves"),
        ("6x3", {"closed": True}, "10 moves of a closed tour"),
        ("3x4", {"closed": True}, "the board falls into 3 pieces, and a closed tour allows at most 2"),
        ("4x90", {"closed": True}, "the board falls into 91 pieces, and a closed tour allows at most 90"),
        ("90x4", {"start": "1,2"}, "the board falls into 91 pieces, and a tour allows at most 90"),
        ("3x11", {"start": "1,3", "end": "3,3"}, "without 1,3 and 3,3 the board falls into 2 pieces"),
    ],
)
def test_a_theorem_is_followed_by_a_certificate(board, question, also):
    found = explain(board, **question)
    assert found.exists is False
    assert found.certificate is not None
    assert verify_certificate(found.certificate, board, **question)
    assert also in found.also
    at = found.lines.index(f"{ANOTHER}{found.also}.")
    assert found.lines[at + 1 :] == found.certificate.explain()
    assert at > 2  # two lines of counts, and the lines of the theorem


@pytest.mark.parametrize(
    ("board", "pieces"), [("3x3", 2), ("2x7", 4), ("1x5", 5), (Board(8, 8, leaper=(2, 5)), 5)]
)
def test_a_board_in_pieces_is_listed_without_another_reason(board, pieces):
    found = explain(board)
    assert isinstance(found.certificate, Separator)
    assert verify_certificate(found.certificate, board)
    assert (found.certificate.removed, len(found.certificate.visits), found.also) == ((), pieces, "")
    assert not any(line.startswith(ANOTHER) for line in found.lines)


def test_simple_reasons_stay_alone():
    for found, kind in (
        (explain("5x5", closed=True), "colours"),
        (explain("8x8", start="1,1", end="8,8"), "colours"),
        (explain("8x8", start="1,1", end="1,1"), "ends"),
        (explain("8x8", start="1,1", end="1,2", closed=True), "ends"),
    ):
        assert (found.exists, found.kind, found.certificate, found.also) == (False, kind, None, "")
    large = explain("4x101", closed=True)
    assert (large.exists, large.kind, large.certificate) == (False, "", None)


def test_no_separator_exists_for_closed_tours_of_3x8():
    # All 2^24 sets of squares were tried once. This tries the small ones.
    assert explain("3x8", closed=True).certificate is None
    board = Board("3x8")
    for removed in combinations(board.squares(), 3):
        assert Separator.of(board, removed, closed=True).excess <= 0


def test_two_proofs_have_a_line_between_them():
    """Theory has two steps of its own here, and a bottleneck besides."""
    found = explain(Board(3, 5, holes=[(0, 0)]), start="1,4")
    steps = [number for number, line in enumerate(found.lines) if line.startswith("Unless the tour ends on")]
    assert len(steps) == 2
    assert found.lines[steps[1] + 1] == f"{ANOTHER}{found.certificate.reason}."


def test_solve_does_not_look_for_a_certificate():
    assert solve("4x4").certificate is None
    assert solve("4x9", closed=True).certificate is None


# -- words ------------------------------------------------------------------------------------------------


def test_two_squares_with_one_move():
    board = Board(5, 6, holes=[(2, 1), (3, 5)])
    assert explain(board, start="4,5").reason == (
        "1,1 and 5,1 have only one move each, so both must be ends of the tour, but a tour has only two "
        "ends, and 4,5 is given as one"
    )


def test_what_is_asked_is_not_said_twice():
    assert explain("8x8").reason == (
        "every board with at least three rows and columns has a tour, except 3x3, 3x5, 3x6 and 4x4"
    )
    assert explain("8x8", closed=True).reason == (
        "by Schwenk's theorem 8x8 has one, and a closed tour can start anywhere"
    )


def test_many_single_squares_share_a_line():
    lines = Separator.of("4x4", ["2,2", "2,3", "3,2", "3,3"]).explain()
    assert "Pieces 1 to 4, one square each: 1,1, 1,4, 4,1, 4,4." in lines
    assert "Piece 5: 1,2, 2,4, 3,1, 4,3." in lines
    assert "Piece 5: the other square." in Separator.of("1x5", []).explain()


def test_one_piece_needs():
    assert Separator.of(Board(3, 4, holes=[(1, 2)]), ["1,1"], closed=True).reason == (
        "without 1,1 the board is in one piece, which needs 2 moves of a closed tour to that square, but at "
        "most 1 is possible"
    )


def test_a_given_end_that_saves_no_move_says_why():
    board = Board(3, 4, holes=[(1, 2)])
    proof = " ".join(Separator.of(board, ["1,2", "1,3"], start="2,2").explain())
    assert "2,2 is given, and has the rarer colour of its piece." in proof
    proof = " ".join(Separator.of(board, ["1,2", "1,3"], start="1,3").explain())
    assert "1,3 is given, and is taken away." in proof


# -- values that prove nothing, and bad input -------------------------------------------------------------


def test_a_single_square_proves_nothing():
    found = Bottleneck.of("1x1", ["1,1"])
    assert (found.excess, found.moves_needed) == (0, 0)
    assert found.explain()[-1].endswith("so this proves nothing.")
    assert not verify_certificate(found, "1x1")
    assert Bottleneck.of("1x1", ["1,1"], start="1,1", end="1,1").excess == 0
    closed = Bottleneck.of("1x1", ["1,1"], closed=True)
    assert closed.excess == 2
    assert verify_certificate(closed, "1x1", closed=True)


def test_a_start_that_is_also_the_end_is_counted_once():
    for removed in ([], ["2,2"], ["2,2", "2,3", "3,2", "3,3"]):
        for square in Board("4x4").squares():
            ends = {"start": square, "end": square}
            found = Separator.of("4x4", removed, **ends)
            faults = verify_certificate(found, "4x4", **ends).faults
            assert not [fault for fault in faults if "but" in fault]


# -- pictures ---------------------------------------------------------------------------------------------


def test_colours_can_be_counted():
    board = read_board("text:A:20x20")
    found = explain(board)
    counts = sorted(Counter(sum(square) % 2 for square in board.squares()).values(), reverse=True)
    text = pictures.text(found)
    rows = text.splitlines()[2:22]
    assert [sum(row.count(sign) for row in rows) for sign in "o."] == counts
    assert text.endswith(
        f"o  {counts[0]} squares of one colour\n.  {counts[1]} squares of the other colour\n"
    )
    for theme in THEMES:
        picture = pictures.svg(found, theme=theme)
        assert f">{counts[0]} squares of one colour<" in picture
        assert picture.count(f'fill="{THEMES[theme].dark}"') >= 2  # the squares, and a swatch


def test_a_named_square_is_counted_with_its_colour():
    text = pictures.text(explain("5x5", start="1,2"))
    assert "  1 o * o . o\n" in text
    assert text.endswith("*  a square that the reason names, counted above too\n")


def test_pieces_of_another_leaper_are_marked():
    text = pictures.text(explain("8x8", leaper=(2, 5)))
    assert "  4 . . . 1 2 . . .\n" in text
    assert "1  pieces 1 to 4: 1 square each\n.  piece 5: 60 squares\n" in text
    large = explain("40x40", leaper=(3, 6))
    assert len(large.certificate.visits) == 9
    assert ".  piece 9: 196 squares\n" in pictures.text(large)


def test_a_picture_without_marks_says_so():
    note = "nothing is marked: the reason is about the whole board"
    found = explain("3x8", closed=True)
    assert pictures.text(found).endswith(f"\n{note}\n")
    assert f">{note}<" in pictures.svg(found)
    assert pictures.text(explain("8x8")).endswith("\nnothing is marked: there is a tour\n")


def test_the_legend_of_a_separator_has_both_numbers():
    found = explain("4x4")
    assert "x  4 squares taken away: 10 moves needed, at most 8\n" in pictures.text(found)
    for name, theme in THEMES.items():  # the largest piece has squares of both colours
        builder = ExplanationBuilder(found, PictureOptions.of(theme=name), 400, 400)
        swatches = [shape.fill for shape in builder.whole().shapes if isinstance(shape, Rect)][-3:]
        assert swatches == [theme.light, theme.dark, None]


def test_the_title_has_both_reasons():
    done = turaga("draw", "4x4", "--why", "--squares", "row,col")
    assert done.returncode == 1
    assert "4x4). Another way to see it: without 2,2, 2,3, 3,2 and 3,3 the board falls into" in done.stderr


def test_narrow_terminals():
    with Pseudo(*on_terminal("solve", "cross:1:20x20", "--why"), env={}, columns=40) as terminal:
        assert terminal.end() == 1
        assert (
            "(the picture is too wide for this\r\nterminal: save it with turaga draw BOARD\r\n"
            in terminal.seen
        )
        assert max(map(len, terminal.seen.split("\r\n"))) <= 40
    with Pseudo(*on_terminal("draw", "cross:1:20x20", "--why"), env={}, columns=40) as terminal:
        assert terminal.end() == 1
        assert "(too wide for this terminal: save it\r\nwith -o FILE)" in terminal.seen
        assert max(map(len, terminal.seen.split("\r\n"))) <= 40
    with Pseudo(*on_terminal("draw", "4x4", "--why"), env={}, columns=30) as terminal:
        assert terminal.end() == 1
        assert "x  4 squares taken away: 10\r\n   moves needed, at most 8\r\n" in terminal.seen
    wide = turaga("solve", "4x45", "--closed", "--why")
    assert wide.stderr.startswith("(the picture is too wide to show here: save it with turaga draw BOARD")
    assert turaga("solve", "5x45", "--closed", "--why").stderr == ""  # colours: no picture


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["--numbers"], "numbers cannot be combined with an explanation: leave out one of them"),
        (["--style", "graph"], "style graph cannot be combined with an explanation: leave out one of them"),
        (["--method", "greedy"], "--method is for finding a tour, but --why does not draw one: leave it out"),
        (["--format", "gif"], "a GIF shows a walk step by step, not an explanation"),
        (["--arrows"], "arrows cannot be combined with an explanation: leave out one of them"),
        (["--colour", "steps"], "colour cannot be combined with an explanation: leave out one of them"),
        (["--speed", "3"], "speed cannot be combined with an explanation: leave out one of them"),
        (["--degrees"], "degrees cannot be combined with an explanation: leave out one of them"),
        (["--theme", "dark"], "--theme only works in .svg or .png files: save one with -o"),
    ],
)
def test_options_that_explanations_do_not_take(args, says):
    assert refused("draw", "4x4", "--why", *args).startswith(f"turaga: {says}")
