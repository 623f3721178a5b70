"""`turaga shapes`, shapes as boards, and `--trim`, as people type them."""

import json

import pytest
from PIL import Image

from command import on_a_terminal, refused, turaga

RING = "##...##\n#.....#\n..###..\n..###..\n..###..\n#.....#\n##...##\n"


def test_the_list_fits_the_terminal():
    for columns in (80, 40):
        status, seen = on_a_terminal("shapes", columns=columns)
        lines = seen.replace("\r", "").split("\n")
        assert status == 0
        names = " ".join(seen.split())
        assert all(
            name in names for name in ("ring", "cross", "diamond", "disc", "horse", "L", "staircase", "frame")
        )
        assert max(map(len, lines)) <= columns
    assert json.loads(turaga("shapes", "--json").stdout)["ring"]["number"] == "width"


def test_what_is_too_wide_is_not_cut_or_broken():
    _, seen = on_a_terminal("shapes", columns=40)
    assert "text:TOUR\r\n\r\n(too wide for this terminal)\r\n" in seen
    _, seen = on_a_terminal("shapes", "text:TURAGA", columns=40)
    assert "#" not in seen
    assert "(too wide for this terminal: print it with -o -, or save it with -o FILE)" in " ".join(
        seen.split()
    )
    _, seen = on_a_terminal("shapes", "text:TURAGA", "-o", "-", columns=40)
    assert "." * 5 in seen
    assert on_a_terminal("shapes", "ring:2", "7x7", columns=40)[1].replace("\r", "").startswith(RING)


def test_errors_about_the_threshold_are_in_percent(tmp_path):
    Image.new("L", (2, 2), 0).save(tmp_path / "p.png")
    for typed in ("101", "-1", "5e3", "nan", "half"):
        said = refused("shapes", "@p.png", "--threshold", typed, cwd=tmp_path)
        assert said == f"turaga: --threshold must be a number of percent from 0 to 100, got {typed!r}\n"
    assert turaga("shapes", "@p.png", "--threshold", "100", cwd=tmp_path).stdout == "..\n..\n"
    said = refused("shapes", "@p.png", "--threshold", "0", cwd=tmp_path)
    assert said == (
        "turaga: the file 'p.png' has no squares: no pixel is darker than 0%: choose another threshold\n"
    )
    (tmp_path / "mask.txt").write_text(RING)
    said = refused("shapes", "@mask.txt", "--threshold", "30", cwd=tmp_path)
    assert said == "turaga: --threshold is for pictures: leave it out, or use a PNG picture\n"


ADVICE = "--trim removes the fewest squares so that there is a tour.\n"


def test_a_board_with_holes_and_no_tour_is_offered_trimming(tmp_path):
    for command in ("solve", "draw"):
        said = turaga(command, "diamond:5x5", "--closed")
        assert (said.returncode, said.stderr.endswith(ADVICE)) == (1, True), said.stderr
        assert ADVICE not in said.stdout
        for others in (
            ("3x3",),  # a rectangle
            ("diamond:5x5", "--closed", "--trim"),
            *([] if command == "draw" else [("diamond:5x5", "--closed", "--json")]),
        ):
            assert "--trim" not in turaga(command, *others).stderr, others
    assert ADVICE not in turaga("solve", "diamond:5x5", "--closed", "--fix", "3=3,3").stderr
    assert ADVICE not in turaga("draw", "diamond:5x5", "--closed", "--why").stderr
    assert ADVICE in turaga("draw", "diamond:5x5", "3x3", "--closed").stderr


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("watch disc:6x6 --frames last", "tour of 6x6 with 4 holes: all 32 squares"),
        ("compare disc:6x6 --starts 2,2", "6x6 with 4 holes, tours from 1 of 32 squares"),
        ("orders 17 --board disc:6x6", "Walks on 6x6 with 4 holes"),
        ("play disc:6x6 --new", "Game on 6x6 with 4 holes"),
    ],
)
def test_every_command_with_a_board_has_shapes(line, shown, tmp_path):
    assert shown in turaga(*line.split(), env={"TURAGA_STATE": str(tmp_path)}).stdout


def test_a_shape_and_a_file_with_a_walk_make_a_sheet(tmp_path):
    (tmp_path / "walk.txt").write_text(turaga("solve", "5x5").stdout)
    assert "only . (a square) and # (a hole) are allowed" in refused("draw", "@walk.txt", cwd=tmp_path)
    both = turaga("draw", "disc:6x6", "walk.txt", "-o", "both.svg", cwd=tmp_path)
    assert "6x6 with 4 holes" in both.stderr
    assert "5x5" in both.stderr


@pytest.mark.parametrize("command", ["count", "tours"])
def test_no_wrong_suggestion_for_trim(command):
    said = refused(command, "8x8", "--trim")
    assert said == f"turaga: {command} has no option --trim: turaga {command} --help lists the options\n"


def test_a_leaper_that_keeps_its_colour_can_visit_a_mask_of_one_colour():
    mask = "".join(f"{line}\n" for line in [".#.#.#.#", "#.#.#.#."] * 4)
    assert turaga("solve", "@-", "--leaper", "1,3", "--closed", stdin=mask).returncode == 0
    assert turaga("solve", "8x8", "--leaper", "1,3").returncode == 1


def test_a_mask_is_printed_saved_and_read(tmp_path):
    shown = turaga("shapes", "ring:2", "7x7")
    assert (shown.stdout, shown.stderr, shown.returncode) == (RING, "7x7 with 21 holes, 28 squares\n", 0)
    saved = turaga("shapes", "ring:2:7x7", "-o", "ring.txt", cwd=tmp_path)
    assert saved.stdout == ""
    assert (tmp_path / "ring.txt").read_text() == RING
    for board in ("@ring.txt", "ring:2:7x7"):
        explained = turaga("solve", board, "--closed", "--why", cwd=tmp_path)
        assert explained.stdout.startswith("Is there a closed tour of 7x7 with 21 holes?")


def test_pictures_of_a_shape(tmp_path):
    assert turaga("shapes", "horse", "-o", "horse.png", "--theme", "dark", cwd=tmp_path).returncode == 0
    with Image.open(tmp_path / "horse.png") as image:
        assert image.width == image.height
    assert turaga("shapes", "horse", "-o", "horse.svg", cwd=tmp_path).returncode == 0
    assert "<title>The board 20x20 with" in (tmp_path / "horse.svg").read_text()


def test_a_picture_becomes_a_board(tmp_path):
    image = Image.new("L", (12, 6), 255)
    image.paste(0, (3, 0, 9, 6))
    image.save(tmp_path / "logo.png")
    solved = turaga("solve", "@logo.png", "--closed", "--json", cwd=tmp_path)
    assert json.loads(solved.stdout)["visited"] == 36
    light = turaga("shapes", "@logo.png", "--invert", "--threshold", "90", cwd=tmp_path)
    assert light.stdout == "...######...\n" * 6
    assert (
        "tour of 3x6 with 12 holes"
        in turaga("solve", "@logo.png:3x6", "--leaper", "0,1", cwd=tmp_path).stderr
    )
    (tmp_path / "logo.png:3x6").write_text("...\n")  # a file of this name wins
    assert "tour of 1x3 for" in turaga("solve", "@logo.png:3x6", "--leaper", "0,1", cwd=tmp_path).stderr
    piped = turaga("shapes", "@-", stdin=(tmp_path / "logo.png").read_bytes())
    assert piped.stdout == "###......###\n" * 6


def test_trimming_says_which_squares_are_removed(tmp_path):
    solved = turaga("solve", "diamond:5x5", "--trim", "--json")
    outcome = json.loads(solved.stdout)
    assert (outcome["outcome"], outcome["visited"]) == ("found", 13 - 4)
    assert len(outcome["trimmed"]["removed"]) == outcome["trimmed"]["at_least"] == 4
    assert solved.stderr.startswith("4 squares removed, the fewest possible: ")
    drawn = turaga("draw", "L:3:9x9", "--closed", "--trim", "-o", "l.svg", cwd=tmp_path)
    assert drawn.returncode == 0
    assert drawn.stderr.startswith("1 square removed, the fewest possible: a9.")
    explained = turaga("solve", "5x5", "--closed", "--trim", "--why")
    assert explained.returncode == 0
    assert "with 1 hole?" in explained.stderr
    shaped = json.loads(turaga("shapes", "L:3", "9x9", "--trim", "--closed", "--json").stdout)
    trimmed = shaped["trimmed"]
    found = (trimmed["found"], trimmed["removed"], trimmed["at_least"], trimmed["minimal"])
    assert found == (True, [[1, 1]], 1, True)
    unchanged = json.loads(turaga("solve", "6x6", "--trim", "--json").stdout)["trimmed"]
    assert (unchanged["removed"], unchanged["reason"]) == ([], "The board has such a tour.")
    assert shaped["squares"] == 44 == sum(line.count(".") for line in shaped["mask"])


def test_a_time_limit_and_many_removed_squares():
    """Trimming this word in full takes about 15 seconds. CP-SAT proves that 34 squares must be removed."""
    line = ("shapes", "text:HI", "--leaper", "1,4", "--trim", "--time-limit", "0.2", "--json")
    shaped = turaga(*line)
    found = json.loads(shaped.stdout)
    removed = found["trimmed"]["removed"]
    assert 20 <= found["trimmed"]["at_least"] <= 34 <= len(removed) < 382
    assert found["squares"] == 382 - len(removed)
    sentence, where, _ = shaped.stderr.split("\n", 2)
    assert f"and {len(removed) - 12} more" in sentence
    assert where == "--json lists all removed squares."


def test_where_trimming_finds_nothing(tmp_path):
    """Nothing is printed or saved: the board that is left over would have no tour."""
    line = ("shapes", "ring:2", "10x10", "--trim", "--start", "1,4", "--end", "1,5")
    words = (
        "No part of 10x10 with 52 holes has such a tour: d10 and e10 must stay, but no moves lead from one "
        "to the other.\n"
    )
    shaped = turaga(*line)
    assert (shaped.returncode, shaped.stdout, shaped.stderr) == (1, "", words)
    for name in ("fail.txt", "fail.svg"):
        saved = turaga(*line, "-o", name, cwd=tmp_path)
        assert (saved.returncode, saved.stdout, saved.stderr) == (1, "", f"{words}nothing saved to {name}\n")
    assert not list(tmp_path.iterdir())
    facts = json.loads(turaga(*line, "--json").stdout)
    assert facts.keys() == {"board", "leaper", "trimmed"}
    assert (facts["trimmed"]["found"], facts["trimmed"]["proved"]) == (False, True)


def test_where_trimming_runs_out_of_time():
    line = ("shapes", "disc", "51x51", "--trim", "--closed", "--start", "26,26", "--end", "28,27")
    line += ("--time-limit", "0.001")
    shaped = turaga(*line)
    assert (shaped.returncode, shaped.stdout) == (3, "")
    assert shaped.stderr.endswith("with such a tour was found: time ran out.\n")
    trimmed = json.loads(turaga(*line, "--json").stdout)["trimmed"]
    assert trimmed == {"found": False, "proved": False, "reason": "Time ran out."}


def test_a_command_that_trims_in_vain_gives_one_reason():
    solved = turaga("solve", "2x2", "--trim", "--closed")
    assert (solved.returncode, solved.stderr.split("\n")[0]) == (1, "Removing squares does not help.")
    assert "Impossible" in solved.stderr
    line = ("solve", "5x5", "--closed", "--start", "1,1", "--end", "5,5", "--trim")
    solved = turaga(*line)
    assert (solved.returncode, solved.stderr.count("is not a move away from 1,1")) == (1, 1)
    assert not json.loads(turaga(*line, "--json").stdout)["trimmed"]["found"]


def test_words_are_drawn(tmp_path):
    drawn = turaga("draw", "text:Hi", "-o", "hi.svg", cwd=tmp_path)
    assert (drawn.returncode, drawn.stderr.count("tour of 22x30")) == (0, 1)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("solve", "turaga: BOARD is required, for example: turaga solve 8x8\n"),
        ("draw", "turaga: BOARD|WALK is required, for example: turaga draw 8x8\n"),
        ("shapes --closed", "turaga: --closed is for --trim: add --trim, or leave it out\n"),
        ("shapes --trim", "turaga: --trim needs a shape: name one, such as ring or text:TURAGA\n"),
        ("shapes -o x.txt", "turaga: -o needs a shape: name one, such as ring or text:TURAGA\n"),
        ("shapes ring 9 -o x.gif", "turaga: -o 'x.gif' cannot be written: a picture is .svg or .png, and a "
         "mask is .txt\n"),
        ("shapes ring 9 --theme dark", "turaga: --theme is for pictures: save one with -o FILE.svg or "
         "-o FILE.png\n"),
        ("shapes ring 9 --invert", "turaga: --invert is for pictures: leave it out, or use a PNG picture\n"),
        ("shapes horse 5", "turaga: 5x5 is too small for shape horse: it needs at least 8 rows and 8 "
         "columns\n"),
        ("solve 8x8 --trim --fix 3=1,1", "turaga: --trim cannot be used with --fix: leave out one of them\n"),
        ("draw 8x8 --trim --style graph", "turaga: --trim is for finding a tour, but --style graph does not "
         "draw one: leave it out\n"),
        ("draw 8x8 --trim --why", "turaga: --trim is for finding a tour, but --why does not draw one: leave "
         "it out\n"),
        ("shapes ring --time-limit 1", "turaga: --time-limit is for --trim: add --trim, or leave it out\n"),
    ],
)  # fmt: skip
def test_what_is_refused(line, sentence):
    assert refused(*line.split()) == sentence
