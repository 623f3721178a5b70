"""Pictures of boards without a walk: the graph, the moves from squares, and the degrees."""

import re
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naive
from command import on_a_terminal, refused, turaga
from pictures import HOLED, SVG, ZEBRA, Seen, contrast, themes
from strategies import boards
from turaga import Board, Walk, pictures
from turaga.errors import BadInput
from turaga.pictures.oklab import lightness
from turaga.pictures.themes import THEMES
from turaga.squares import use

# Fig. 7 of Serafeimidis's thesis: the degrees of the empty chessboard.
FIG_7 = """\
2 3 4 4 4 4 3 2
3 4 6 6 6 6 4 3
4 6 8 8 8 8 6 4
4 6 8 8 8 8 6 4
4 6 8 8 8 8 6 4
4 6 8 8 8 8 6 4
3 4 6 6 6 6 4 3
2 3 4 4 4 4 3 2
"""
HOLED, ZEBRA = HOLED.board, ZEBRA.board
WAZIR = Board(3, 4, leaper=(0, 1))
BOARDS = [Board("8x8"), HOLED, ZEBRA, WAZIR, Board("1x1"), Board("3x3")]


def numbers(text):
    """The numbers in a text picture, row by row."""
    return [re.findall(r"\d+", line) for line in text.splitlines() if re.search(r"\d", line)]


def places(board, *, margin=16, side=40):
    """The middle of each square of a picture, as small boards have it."""
    return {
        square: (margin + side * square[1] + side / 2, margin + side * square[0] + side / 2)
        for square in naive.squares(board)
    }


def strokes(root):
    """The straight strokes of a picture, as pairs of points."""
    found = []
    for path in root.iter(f"{SVG}path"):
        ends = re.findall(r"M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)(?![\d.L])", path.get("d"))
        if path.get("stroke") and ends:
            found += [((float(a), float(b)), (float(c), float(d))) for a, b, c, d in ends]
    return found


# -- the graph ------------------------------------------------------------------------------------


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_the_graph_joins_exactly_the_squares_that_are_a_move_apart(board):
    root = Seen(pictures.svg(board, style="graph"), board, margin=16).root
    middles = places(board)
    squares = naive.squares(board)
    wanted = {
        frozenset((middles[one], middles[other]))
        for one, other in combinations(squares, 2)
        if other in naive.near(board, one, squares)
    }
    drawn = [frozenset(pair) for pair in strokes(root)]
    drawn = [pair for pair in drawn if pair <= set(middles.values())]  # not the hatching of holes
    assert len(drawn) == len(set(drawn)) == len(wanted)
    assert set(drawn) == wanted
    nodes = [(float(c.get("cx")), float(c.get("cy"))) for c in root.iter(f"{SVG}circle")]
    assert sorted(nodes) == sorted(middles.values())


def test_the_graph_of_the_chessboard_has_168_moves():
    assert "64 squares, 168 moves" in pictures.svg("8x8", style="graph")  # 2 * 2 * 7 * 6


@themes
def test_squares_of_the_two_colours_differ_in_the_graph(theme):
    seen = Seen(pictures.svg("5x4", style="graph", theme=theme), Board("5x4"), margin=16)
    groups = [group for group in seen.root.iter(f"{SVG}g") if group.find(f"{SVG}circle") is not None]
    colours = [group.get("fill") for group in groups]
    assert abs(lightness(colours[0]) - lightness(colours[1])) > 0.4
    for parity, group in enumerate(groups):
        squares = [seen.square(float(c.get("cx")), float(c.get("cy"))) for c in group]
        assert {sum(square) % 2 for square in squares} == {parity}


def test_numbers_in_a_graph_are_degrees():
    texts = Seen(pictures.svg("8x8", style="graph", numbers=True), Board("8x8"), margin=16).texts()
    assert [texts[square] for square in sorted(texts)] == FIG_7.split()
    assert "<text" not in pictures.svg("8x8", style="graph")


def test_a_graph_too_fine_to_read_is_refused():
    with pytest.raises(
        BadInput, match="the graph of 300x300 is too fine to read at this size: it needs 3708"
    ):
        pictures.svg("300x300", style="graph")
    with pytest.raises(BadInput, match="draw a smaller board"):
        pictures.svg("500x500", style="graph", size=4096)
    assert pictures.svg("40x40", style="graph").startswith("<svg")


def test_the_graph_as_text_has_a_mark_on_every_square():
    lines = pictures.text("3x4", style="graph").splitlines()
    assert [re.sub(r"[⠀-⣿]", "", line) for line in lines if re.search("[●○]", line)] == [
        "●○●○",
        "○●○●",
        "●○●○",
    ]
    assert [re.sub(r"[⠀-⣿]", "", line) for line in pictures.text(HOLED, style="graph",
    columns=17).splitlines()
            if re.search("[●○]", line)] == ["●○●○●", "○▒▒●○", "●○●○●", "○●○●▒"]  # fmt: skip
    numbered = pictures.text("8x8", style="graph", numbers=True)
    assert numbers(numbered) == [line.split() for line in FIG_7.splitlines()]
    with pytest.raises(BadInput, match="20 characters are too few for the graph on a board with 8 columns"):
        pictures.text("8x8", style="graph", columns=20)


# -- the degrees ----------------------------------------------------------------------------------


def test_the_degrees_of_the_chessboard_are_those_of_the_thesis():
    assert pictures.text("8x8", style="degrees", columns=20) == FIG_7
    assert numbers(pictures.text("8x8", style="degrees")) == [line.split() for line in FIG_7.splitlines()]
    texts = Seen(pictures.svg("8x8", style="degrees"), Board("8x8"), margin=16).texts()
    assert [texts[square] for square in sorted(texts)] == FIG_7.split()


@settings(max_examples=40, deadline=None)
@given(boards(), st.sampled_from(sorted(THEMES)))
def test_degrees_are_counted_on_every_board(board, theme):
    text = pictures.svg(board, style="degrees", theme=theme)
    squares = naive.squares(board)
    texts = Seen(text, board, margin=16).texts()
    assert texts == {square: str(len(naive.near(board, square, squares))) for square in squares}
    shown = numbers(pictures.text(board, style="degrees"))
    assert [n for row in shown for n in row] == [texts[square] for square in sorted(texts)]


@themes
def test_every_degree_can_be_read_on_its_shade(theme):
    root = Seen(pictures.svg("8x8", style="degrees", theme=theme), Board("8x8"), margin=16).root
    shades = [path.get("fill") for path in root.iter(f"{SVG}path") if path.get("fill")]
    inks = [group.get("fill") for group in root.iter(f"{SVG}g")]
    assert len(set(shades)) == len(inks) == 5  # degrees 2, 3, 4, 6, 8
    assert sorted(map(lightness, shades)) in (lights := [*map(lightness, shades)], lights[::-1])
    for shade, ink in zip(shades, inks, strict=True):
        assert contrast(shade, ink) >= 4.5


# -- the moves from squares -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "moves", "starts"),
    [
        ("8x8", "e4", [(4, 4)]),
        ("8x8", (0, 0), [(0, 0)]),
        ("8x8", ["e4", "8,8", (0, 0)], [(4, 4), (7, 7), (0, 0)]),
        ("8x8", "e4,a1 5,5", [(4, 4), (7, 0)]),  # each once
        (HOLED, "1,1", [(0, 0)]),
        (ZEBRA, "1,1", [(0, 0)]),
        (WAZIR, "2,2", [(1, 1)]),
    ],
)
def test_an_arrow_leads_to_every_square_a_move_away(board, moves, starts):
    board = Board.read(board)
    root = Seen(pictures.svg(board, moves=moves), board).root
    middles = places(board)
    wanted = [
        (middles[start], middles[target])
        for start in starts
        for target in naive.near(board, start, naive.squares(board))
    ]
    drawn = [stroke for stroke in strokes(root) if stroke[0] in {one for one, _ in wanted}]
    assert len(drawn) == len(wanted)
    for (one, other), (start, end) in zip(wanted, drawn, strict=True):
        assert start == one
        along = [(e - s) / (o - s) for s, e, o in zip(one, end, other, strict=True) if o != s]
        assert all(0.4 < share < 1 and share == pytest.approx(along[0], abs=0.01) for share in along)


def test_numbers_are_the_directions():
    diagram = [". 5 . 6 .", "4 . . . 7", ". . ● . .", "3 . . . 8", ". 2 . 1 ."]  # Fig. 8 of the thesis
    text = pictures.text("5x5", moves="c3", numbers=True, columns=12).replace("·", ".")
    assert text.splitlines()[:5] == diagram
    texts = Seen(pictures.svg("5x5", moves="c3", numbers=True), Board("5x5")).texts()
    for row, line in enumerate(diagram):
        for col, mark in enumerate(line.split()):
            assert texts.get((row, col), mark) == mark


def test_moves_as_text_are_listed_below_the_board():
    assert pictures.text("3x3", moves="a1 b2") == (
        "┌───┬───┬───┐\n│ · │ ○ │ · │\n├───┼───┼───┤\n│ · │ ● │ ○ │\n├───┼───┼───┤\n│ ● │ · │ · │\n"
        "└───┴───┴───┘\na1: b3 c2\nb2: no moves\n"
    )


def test_boards_are_drawn_as_png_too():
    for look in ({"style": "graph"}, {"style": "degrees"}, {"moves": "1,1"}):
        assert pictures.png([HOLED, "8x8"], **look)[1:4] == b"PNG"


# -- what cannot be drawn -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("subject", "options", "said"),
    [
        ("8x8", {}, "cannot draw a str: a Walk or a Tour, or a list of them, is required; a board needs"),
        (Board("8x8"), {}, "cannot draw a Board"),
        (Walk("3x4", []), {"style": "graph"}, "cannot draw a Walk with these options, which show a board"),
        (Walk("3x4", []), {"moves": "a1"}, "cannot draw a Walk with these options"),
        ("8x8", {"style": "graph", "arrows": True}, "arrows cannot be combined with style graph"),
        (
            "8x8",
            {"moves": "a1", "colour": "steps"},
            "colour cannot be combined with moves, which shows no walk",
        ),
        ("8x8", {"moves": "a1", "style": "graph"}, "moves cannot be combined with style graph"),
        ("8x8", {"moves": "a9"}, "square a9 is not on the 8x8 board"),
        ("8x8", {"moves": (8, 0)}, "square (8, 0) is not on the 8x8 board"),
        ("8x8", {"moves": ""}, "square '' is not understood"),
        ("8x8", {"moves": 7}, "moves must be a square or a list of squares, got 7"),
        (HOLED, {"moves": "2,2"}, "square 2,2 is a hole of the 4x5 board"),
        ("8y8", {"style": "graph"}, "board '8y8' is not understood"),
    ],
)
def test_what_cannot_be_drawn(subject, options, said):
    with pytest.raises(BadInput) as error:
        pictures.svg(subject, **options)
    assert said in str(error.value)


def test_an_animation_needs_a_walk():
    with pytest.raises(BadInput, match="a GIF shows a walk step by step, but style graph shows a board"):
        pictures.gif("8x8", style="graph")


# -- the command ----------------------------------------------------------------------------------


def test_the_command_draws_boards_without_a_tour(tmp_path):
    done = turaga("draw", "4x4", "--style", "graph", "-o", "graph.svg", cwd=tmp_path)  # it has no tour
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == "The graph of the knight's moves on 4x4: 16 squares, 24 moves\nsaved to graph.svg\n"
    assert (tmp_path / "graph.svg").read_text() == pictures.svg("4x4", style="graph")
    (tmp_path / "mask").write_text("....\n.#..\n....\n")
    options = ["--moves", "1,1", "--moves", "a1 d1", "--leaper", "0,1", "--numbers"]
    done = turaga("draw", "@mask", *options, cwd=tmp_path)
    board = Board.from_mask("....\n.#..\n....", leaper="0,1")
    with use("row,col"):  # as the first square is typed
        assert done.stdout == pictures.text(board, moves=["1,1", "a1", "d1"], numbers=True)
    assert done.stderr.startswith("The moves on 3x4 with 1 hole for a 0,1 leaper: 2 from 1,1, 2 from 3,1")


def test_degrees_without_an_animation_are_those_of_the_board(tmp_path):
    assert turaga("draw", "8x8", "--degrees").stdout == turaga("draw", "8x8", "--style", "degrees").stdout
    assert turaga("draw", "8x8", "--degrees", "-o", "d.svg", cwd=tmp_path).returncode == 0
    assert (tmp_path / "d.svg").read_text() == pictures.svg("8x8", style="degrees")


def test_pictures_of_boards_fit_the_terminal():
    _, seen = on_a_terminal("draw", "8x8", "--degrees", columns=20)
    assert FIG_7.replace("\n", "\r\n") in seen
    _, seen = on_a_terminal("draw", "8x8", "--style", "graph", columns=40)
    assert max(map(len, seen.splitlines()[2:])) <= 40
    status, seen = on_a_terminal("draw", "30x30", "--style", "graph", columns=40)
    assert (status, "too wide for this terminal" in seen) == (0, True)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["8x8", "--style", "graph", "--start", "a1"], "--start is for finding a tour, but --style graph"),
        (["8x8", "--moves", "e4", "--rule", "corner"], "--rule is for finding a tour, but --moves"),
        (["8x8", "--style", "graph", "-o", "a.gif"], "a GIF shows a walk step by step, not a board"),
        (["8x8", "--style", "graph", "--theme", "dark"], "--theme only works in .svg or .png files"),
        (["8x8", "--degrees", "--moves", "e4"], "--degrees with --moves only works in .gif files"),
        (["8x8", "--moves", "i9"], "square i9 is not on the 8x8 board"),
        (["docs/examples/euler.txt", "--degrees"], "--degrees draws a board, but 'docs/"),
        (["400x400", "--style", "graph", "-o", "a.svg"], "too fine to read at this size: draw a smaller"),
    ],
)  # fmt: skip
def test_options_that_do_not_go_together_are_refused(args, said):
    assert said in refused("draw", *args)
