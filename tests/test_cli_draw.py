"""`turaga draw` and `turaga solve -o PICTURE`, as a person runs them."""

import base64
import inspect
import io
from xml.etree import ElementTree

import pytest
from PIL import Image

import turaga as turaga_package
from command import on_a_terminal, python, shell, turaga
from pictures import CLOSED, EULER, OPEN, ROOT
from turaga import Board, pictures, solve
from turaga.boards import shape
from turaga.errors import BadInput
from turaga.notation import read, write
from turaga.operations import arguments
from turaga.pictures.styles import PictureOptions
from turaga.squares import use

EXAMPLES = ROOT / "docs" / "examples"
TOUR = "1,1 2,3 3,1 1,2 2,4 3,2 1,3 2,1 3,3 1,4 2,2 3,4"  # of 3x4
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def asked(here, tmp_path, monkeypatch):
    """Run the command here, in a folder of its own: the status, stdout and stderr."""
    monkeypatch.chdir(tmp_path)
    return here


@pytest.fixture
def told(asked, sentence):
    """The one sentence with which bad input ends."""
    return lambda *args: sentence(*args).removeprefix("turaga: ").rstrip()


# -- what is drawn --------------------------------------------------------------------------------


def test_a_board_is_solved_and_drawn(asked, tmp_path):
    assert asked("draw", "8x8", "--start", "a1", "--method", "vandermonde", "-o", "tour.svg") == (
        0, "", "A closed knight's tour of 8x8, from a1 to b3\nsaved to tour.svg\n",
    )  # fmt: skip
    assert (tmp_path / "tour.svg").read_text() == pictures.svg(CLOSED)


def test_every_option_reaches_the_picture(asked, tmp_path):
    look = ["--numbers", "--arrows", "--colour", "steps", "--style", "line", "--size", "300"]
    wanted = {
        "numbers": True, "arrows": True, "colour": "steps", "style": "line", "size": 300, "theme": "dark",
        "title": "a < b",
    }  # fmt: skip
    look += ["--theme", "dark", "--title", "a < b"]
    assert asked("draw", "5x5", *look, "-o", "a.svg")[0] == 0
    assert (tmp_path / "a.svg").read_text() == pictures.svg(OPEN, **wanted)
    assert asked("draw", "5x5", *look, "-o", "a.PNG")[0] == 0
    assert (tmp_path / "a.PNG").read_bytes() == pictures.png(OPEN, **wanted)
    assert asked("draw", "5x5", *look, "--degrees", "--speed", "20", "-o", "a.gif")[0] == 0
    assert (tmp_path / "a.gif").read_bytes() == pictures.gif(OPEN, **wanted, degrees=True, speed=20)
    assert asked("draw", "5x5", "--style", "line", "--title", "T", "-o", "a.txt")[0] == 0
    assert (tmp_path / "a.txt").read_text() == pictures.text(OPEN, style="line", title="T")


@pytest.mark.parametrize(
    ("options", "board"),
    [
        (["6x6", "--closed", "--start", "2,3"], {"board": "6x6", "closed": True, "start": "2,3"}),
        (["7x7", "--start", "1,1", "--end", "4,4"], {"board": "7x7", "start": "1,1", "end": "4,4"}),
        (["10x10", "--leaper", "2,3"], {"board": Board(10, 10, leaper=(2, 3))}),
        (["8x8", "--like", "agh", "--start", "1,1"], {"board": "8x8", "like": "agh", "start": "1,1"}),
    ],
)  # fmt: skip
def test_tours_are_found_as_solve_finds_them(asked, options, board):
    status, out, _ = asked("draw", *options)
    assert status == 0
    assert out == pictures.text(solve(**board).walk)


def test_files_in_any_form_are_drawn(asked, tmp_path):
    for form in ("board", "squares", "names", "moves", "json"):
        (tmp_path / f"walk.{form}").write_text(write(EULER, form))
    for form in ("board", "moves", "json"):
        status, out, err = asked("draw", f"walk.{form}")
        assert (status, out) == (0, pictures.text(EULER))
        assert err == "A knight's walk over 60 of 64 squares of 8x8, from a2 to a7\n"
    (tmp_path / "list.txt").write_text("1,1 2,3")
    assert asked("draw", "list.txt", "--board", "3x4")[1] == pictures.text(read("1,1 2,3", board="3x4").walk)


def test_a_name_that_looks_like_a_board_is_one_and_with_a_folder_a_file(asked, tmp_path):
    (tmp_path / "5x5").write_text(write(EULER, "board"))
    assert asked("draw", "5x5")[1] == pictures.text(OPEN)
    assert asked("draw", "./5x5")[1] == pictures.text(EULER)
    (tmp_path / "mask").write_text("...\n.#.\n...\n")
    assert "▒" in asked("draw", "@mask")[1]


def test_several_make_one_sheet(asked, tmp_path):
    status, _, err = asked("draw", "5x5", EXAMPLES / "euler.txt", "8", "-o", "sheet.svg")
    assert (status, err.count("\n")) == (0, 4)
    panels = ElementTree.parse(tmp_path / "sheet.svg").getroot().findall(f"{SVG}svg")
    assert len(panels) == 3
    assert asked("draw", "5x5", EXAMPLES / "euler.txt")[1] == f"{pictures.text(OPEN)}\n{pictures.text(EULER)}"


def test_a_file_with_a_tour_on_each_line_makes_a_sheet(asked, tmp_path):
    for more in ([], ["--json"]):
        (tmp_path / "tours").write_text(turaga("tours", "3x4", "--limit", "3", *more).stdout)
        status, out, err = asked("draw", "tours")
        assert (status, out.count("┌"), err.count("An open knight's tour of 3x4")) == (0, 3, 3)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        # Lines that are walks: parts of one that goes to a square again.
        ("1,1 2,3 3,1\n1,2 2,4 3,2\n2,4 1,2\n", "the text is not a valid walk: step 7 visits 2,4 again"),
        (f"{TOUR}\n{TOUR[:-4]}\n", "the text is not a valid walk: step 13 visits 1,1 again"),
        (f"{TOUR}\n{write(OPEN, 'squares')}", "the text is not a valid walk: step 13 visits 1,1 again"),
        ("1 0 0\n0 0 2\n1 0 0\n", "the text is not a valid walk: number 1 occurs twice"),
        (f"{TOUR}\n" * 101, "101 tours do not fit on one sheet: the limit is 100"),
        (f"{TOUR}\n" * 100, None),
    ],
    ids=["parts", "a part", "boards", "a grid", "many", "as many as may be"],
)
def test_lines_that_are_not_all_tours_are_not_drawn(asked, tmp_path, text, said):
    (tmp_path / "lines").write_text(text)
    status, _, err = asked("draw", "lines")
    assert status == (2 if said else 0)
    assert (said or "") in err


# -- where it goes --------------------------------------------------------------------------------


@pytest.mark.parametrize("out", [[], ["-o", "-"]])
def test_without_a_file_it_goes_to_stdout(asked, out):
    assert asked("draw", "5x5", *out)[1] == pictures.text(OPEN)
    assert asked("draw", "5x5", *out, "--format", "SVG")[1] == pictures.svg(OPEN)


def test_pictures_go_through_pipes():
    done = shell("TURAGA solve 5x5 2>/dev/null | TURAGA draw - --format svg", cwd=ROOT)
    assert (done.returncode, done.stdout) == (0, pictures.svg(OPEN))
    done = shell("TURAGA draw 5x5 --format png 2>/dev/null | base64 -w0", cwd=ROOT)
    assert done.returncode == 0
    assert Image.open(io.BytesIO(base64.b64decode(done.stdout))).size == (348, 348)
    done = shell("TURAGA draw 60x60 2>/dev/null | head -1; exit ${PIPESTATUS[0]}", cwd=ROOT)
    assert done.stderr == ""


def test_a_format_for_a_name_without_an_ending(asked, tmp_path):
    assert asked("draw", "5x5", "-o", "picture", "--format", "svg")[0] == 0
    assert (tmp_path / "picture").read_text() == pictures.svg(OPEN)


def test_on_a_terminal_the_style_fits_it():
    status, seen = on_a_terminal("draw", "8x8", "--start", "a1", "--method", "vandermonde")
    assert status == 0
    assert pictures.text(CLOSED).replace("\n", "\r\n") in seen
    status, seen = on_a_terminal("draw", "8x8", "--start", "a1", "--method", "vandermonde", columns=30)
    assert pictures.text(CLOSED, style="line", columns=30).replace("\n", "\r\n") in seen
    status, seen = on_a_terminal("draw", "8x8", columns=10)
    assert status == 0
    assert " ".join(seen.split()).endswith("(too wide for this terminal: save it with -o FILE)")
    status, seen = on_a_terminal("draw", "8x8", "--format", "png")
    assert status == 2
    assert "a terminal cannot show PNG pictures: save it with -o FILE.png" in seen


def test_a_picture_does_not_depend_on_the_terminals_letters():
    title = "Göttingen 🐴"
    done = turaga("draw", "5x5", "--format", "svg", "--title", title, env={"PYTHONIOENCODING": "latin-1"})
    assert (done.returncode, done.stdout) == (0, pictures.svg(OPEN, title=title))


def test_a_title_of_odd_bytes_is_taken(tmp_path):
    done = shell("TURAGA draw 5x5 -o a.txt --title $'a\\xff'", cwd=tmp_path)
    assert done.returncode == 0
    assert (tmp_path / "a.txt").read_text() == pictures.text(OPEN, title="a\ufffd")


def test_a_terminal_that_cannot_show_it_is_told():
    done = turaga("draw", "5x5", env={"PYTHONIOENCODING": "latin-1"})
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith("the picture in latin-1: use a UTF-8 terminal, or save it with -o FILE\n")


# -- no tour, no walk -----------------------------------------------------------------------------


def test_a_board_without_a_tour_is_not_drawn(asked, tmp_path):
    status, out, err = asked("draw", "3x3", "-o", "none.svg")
    assert (status, out) == (1, "")
    assert err.startswith("Impossible: 3x3 has no tour")
    assert err.endswith("nothing saved to none.svg\n")
    assert not (tmp_path / "none.svg").exists()
    status, out, err = asked("draw", "3x3", "5x5")
    assert (status, out) == (1, pictures.text(OPEN))


def test_the_best_walk_is_drawn_where_a_method_gave_up(asked, tmp_path):
    rule = ["8x8", "--like", "bencic", "--start", "5,3"]
    status, _, err = asked("draw", *rule, "-o", "best.svg")
    assert status == 3
    assert err.startswith("Gave up: ")
    best = solve("8x8", like="bencic", start="5,3").walk
    with use("row,col"):  # as the start is typed
        assert (tmp_path / "best.svg").read_text() == pictures.svg(best)


def test_a_file_that_holds_no_walk_is_not_drawn(told, tmp_path):
    broken = EXAMPLES / "broken.txt"
    assert told("draw", broken) == "the text is not a valid walk: number 7 occurs twice, on e5 and on c3"
    (tmp_path / "broken.txt").write_bytes(broken.read_bytes())
    assert told("draw", "5x5", "broken.txt") == (
        "'broken.txt': the text is not a valid walk: number 7 occurs twice, on e5 and on c3"
    )
    (tmp_path / "words.txt").write_text("this is no walk")
    assert "words.txt" in told("draw", "words.txt", "5x5")


# -- refused --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["8x8", "-o", "a.jpg"], "-o 'a.jpg' is not a picture file: the extension must be .svg, .png"),
        (["8x8", "-o", "svg"], "-o 'svg' is not a picture file"),
        (["8x8", "-o", "a.svg", "--format", "png"], "-o 'a.svg' contradicts --format png: leave"),
        (["8x8", "--format", "pdf"], "--format must be svg, png, gif or txt, got 'pdf'"),
        (["8x8", "--style", "line", "-o", "a.svg", "--degrees"], "--degrees with --style line only works in"),
        (["8x8", "-o", "a.png", "--speed", "9"], "--speed only works in .gif files"),
        (["8x8", "--arrows"], "--arrows only works in .svg, .png or .gif files: save one with -o"),
        (["8x8", "--colour", "steps", "-o", "a.txt"], "--colour only works in .svg, .png or .gif files"),
        (["8x8", "--theme", "dark"], "--theme only works in .svg, .png or .gif files"),
        (["8x8", "--size", "400"], "--size only works in .svg, .png or .gif files"),
        (["8x8", "--numbers", "--style", "line"], "--numbers cannot be used with --style line in text"),
        (["8x8", "--style", ""], "--style must be board, line, squares, graph, degrees or empty, got ''"),
        (["8x8", "-o", "a.svg", "--theme", ""], "--theme must be light, dark or print, got ''"),
        (["8x8", "-o", "a.svg", "--colour", ""], "--colour must be plain or steps, got ''"),
        (["8x8", "-o", "a.svg", "--size", "31"], "--size must be the longer side in pixels, a whole"),
        (["8x8", "-o", "a.gif", "--size", "1201"], "--size 1201 is too large for a GIF: the limit is 1200"),
        (["8x8", "-o", "a.gif", "--speed", "0"], "from 0.1 to 10000 squares per second, got '0'"),
        (["8y8"], "'8y8' is not a board such as 8x8, not a shape such as ring:20x20, and not a file"),
        (["9" * 30], "has a side of 30 digits"),
        (["@none"], "there is no file 'none'"),
        (["8x8", "--start", "9,9"], "square 9,9 is not on the 8x8 board"),
        (["8x8", "--method", "magic"], "method 'magic' is not known: the methods are auto"),
        (["8x8", "--leaper", "x"], "leaper 'x' is not understood"),
        (["8x8", "--board", "8x8"], "--board is for files, but only boards are named"),
        (["2001", "-o", "a.svg"], "2001x2001 is too large to draw: a picture can have at most 4000000"),
        (["501x500"], "501x500 is too large to draw as text: a text can have at most 250000 squares"),
        (["-", "-"], "standard input (-) is named twice: it can be read only once"),
        (["2000", "5", "-o", "a.svg"], "2 boards with 4000025 squares in total are too large for one"),
        (["5"] * 101, "101 walks do not fit on one sheet: the limit is 100"),
        (["5x5", "-o", "no/such/a.svg"], "there is no directory 'no/such'"),
        ([], "BOARD|WALK is required"),
    ],
    ids=lambda value: None if isinstance(value, str) else " ".join(value)[:40],
)  # fmt: skip
def test_what_cannot_be_drawn_is_refused_in_one_sentence(told, args, said):
    assert said in told("draw", *args)  # and nothing else: before any work is done


@pytest.mark.parametrize(
    "option", [["--closed"], ["--start", "1,1"], ["--rule", "random"], ["--fix", "1=a1"]]
)
def test_options_for_solving_are_refused_where_nothing_is_solved(told, option):
    said = told("draw", EXAMPLES / "euler.txt", *option)
    assert said.startswith(f"{option[0]} is for a board, but ")


def test_without_pillow_it_says_what_to_install(tmp_path):
    code = (
        "import sys; sys.modules['PIL'] = None\n"
        "from turaga.cli import main\n"
        f"print(main(['draw', '5x5', '-o', {str(tmp_path / 'a.svg')!r}]), "
        f"main(['draw', '5x5', '-o', {str(tmp_path / 'a.png')!r}]), "
        f"main(['solve', '5x5', '-o', {str(tmp_path / 'a.gif')!r}]))"
    )
    done = python(code)
    assert done.stdout == "0 2 2\n"
    assert done.stderr.count("this needs pillow, which is not installed: pip install ") == 2
    assert [path.name for path in tmp_path.iterdir()] == ["a.svg"]


# -- files ----------------------------------------------------------------------------------------


def test_solve_and_draw_give_the_same_picture(asked, tmp_path):
    for name, *question in (
        ("a.svg", "10x10", "--closed", "--start", "a1"),
        ("b.png", "8x8", "--like", "bencic", "--start", "5,3"),  # gives up
    ):
        drawn = asked("draw", *question, "-o", name)
        assert drawn[2].endswith(f"saved to {name}\n")
        picture = (tmp_path / name).read_bytes()
        assert asked("solve", *question, "-o", name)[0] == drawn[0]
        assert (tmp_path / name).read_bytes() == picture
    status, _, err = asked("solve", "3x3", "-o", "none.svg")
    assert (status, err.splitlines()[-1]) == (1, "nothing saved to none.svg")
    assert not (tmp_path / "none.svg").exists()


def test_a_tour_saves_itself_in_each_format(asked, tmp_path):
    tour = solve("5x5").tour
    for name in ("t.json", "t.npy", "t.svg", "t.png", "t.gif", "t.txt"):
        tour.save(tmp_path / name)
        saved = (tmp_path / name).read_bytes()
        assert asked("solve", "5x5", "-o", name)[0] == 0
        assert (tmp_path / name).read_bytes() == saved
    assert (
        tour.svg(theme="dark") == turaga_package.draw(tour, theme="dark") == pictures.svg(tour, theme="dark")
    )
    assert turaga_package.draw(tour, "x.svg") == "x.svg"
    assert (tmp_path / "x.svg").read_text() == pictures.svg(tour)
    with pytest.raises(BadInput, match="is not a picture file: the extension must be"):
        turaga_package.draw(tour, "t.bmp")


def test_the_signature_of_draw_is_that_of_the_options():
    signature = inspect.signature(turaga_package.draw).parameters
    defaults = {name: one.default for name, one in list(signature.items())[2:]}
    assert defaults == {name: one.default for name, one in arguments(PictureOptions).items()}


def test_an_empty_board_is_saved_as_a_mask(asked, tmp_path):
    assert asked("draw", "diamond:7x7", "--avoid", "d4", "--style", "empty", "-o", "x.txt")[0] == 0
    board = Board.from_mask((tmp_path / "x.txt").read_text())
    assert board == shape("diamond:7x7").with_holes([(3, 3)])
    assert asked("draw", "@x.txt", "--style", "degrees")[1] == pictures.text(board, style="degrees")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["5000x5000", "-o", "a.npy", "-o", "a.png"], "5000x5000 is too large to draw"),
        (["5x5", "-o", "no/a.svg"], "'no/a.svg' cannot be written: there is no directory 'no'"),
        (["5x5", "-o", "a.svg", "-o", "./a.svg"], "--out 'a.svg' is given twice"),
    ],
)
def test_solve_refuses_what_it_cannot_draw_before_it_works(told, tmp_path, args, said):
    assert said in told("solve", *args)
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_cannot_be_written_is_refused_before_any_work(told, tmp_path):
    (tmp_path / "folder.svg").mkdir()
    assert told("draw", "3x3", "-o", "folder.svg").startswith("'folder.svg' is a directory")
    (tmp_path / "file").touch()
    assert told("draw", "3x3", "-o", "file/a.svg").endswith("there is no directory 'file'")


def test_a_picture_does_not_take_the_place_of_what_it_is_made_from(told, asked, tmp_path):
    (tmp_path / "walk.txt").write_text(write(EULER, "board"))
    (tmp_path / "mask.txt").write_text("....\n....\n....\n")
    for args in (["walk.txt", "-o", "./walk.txt"], ["5x5", "@mask.txt", "-o", "mask.txt"]):
        assert told("draw", *args).endswith(
            "is a source of the picture and would be overwritten: choose another file with -o"
        )
    assert (tmp_path / "walk.txt").read_text() == write(EULER, "board")
    (tmp_path / "5x5").write_text("not read")
    assert asked("draw", "5x5", "--format", "txt", "-o", "5x5")[0] == 0
    assert (tmp_path / "5x5").read_text() == pictures.text(OPEN)
