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


def test_a_threshold_and_light_pixels(tmp_path):
    image = Image.new("L", (12, 6), 255)
    image.paste(60, (3, 0, 9, 6))
    image.save(tmp_path / "p.png")

    def mask(board):
        done = turaga("draw", board, "--style", "empty", "-o", "m.txt", cwd=tmp_path)
        return (tmp_path / "m.txt").read_text() if done.returncode == 0 else done.stderr

    dark, light = "###......###\n" * 6, "...######...\n" * 6
    assert (mask("@p.png"), mask("@p.png:30%"), mask("@p.png:light")) == (dark, dark, light)
    assert mask("@p.png: 90 % :light") == light
    assert mask("@p.png:3x6:30%") == mask("@p.png:30%:3x6") == mask("@p.png:3x6") != dark
    assert mask("@p.png:20%") == (
        "turaga: the file 'p.png' has no squares: no pixel is darker than 20%: choose another threshold\n"
    )
    for wrong in ("101%", "-1%", "half"):
        assert mask(f"@p.png:{wrong}").startswith(f"turaga: there is no file 'p.png:{wrong}': ")
    (tmp_path / "mask.txt").write_text(RING)
    said = "turaga: a threshold is for pictures: leave it out, or use a PNG picture\n"
    assert mask("@mask.txt:30%") == said
    (tmp_path / "p.png:light").write_text("...\n")  # a file of this name wins
    assert mask("@p.png:light") == "...\n"


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
        ("map disc:6x6", "of 32 starts complete"),
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


def test_a_mask_is_saved_and_read(tmp_path):
    saved = turaga("draw", "ring:2:7x7", "--style", "empty", "-o", "ring.txt", cwd=tmp_path)
    assert (saved.returncode, saved.stdout) == (0, "")
    assert saved.stderr == "The board 7x7 with 21 holes\nsaved to ring.txt\n"
    assert (tmp_path / "ring.txt").read_text() == RING
    for board in ("@ring.txt", "ring:2:7x7"):
        explained = turaga("solve", board, "--closed", "--why", cwd=tmp_path)
        assert explained.stdout.startswith("Is there a closed tour of 7x7 with 21 holes?")


def test_a_picture_becomes_a_board(tmp_path):
    image = Image.new("L", (12, 6), 255)
    image.paste(0, (3, 0, 9, 6))
    image.save(tmp_path / "logo.png")
    solved = turaga("solve", "@logo.png", "--closed", "--json", cwd=tmp_path)
    assert json.loads(solved.stdout)["visited"] == 36
    assert (
        "tour of 3x6 with 12 holes"
        in turaga("solve", "@logo.png:3x6", "--leaper", "0,1", cwd=tmp_path).stderr
    )
    (tmp_path / "logo.png:3x6").write_text("...\n")  # a file of this name wins
    assert "tour of 1x3 for" in turaga("solve", "@logo.png:3x6", "--leaper", "0,1", cwd=tmp_path).stderr
    line = ("draw", "@-", "--style", "empty", "-o", "m.txt")
    turaga(*line, stdin=(tmp_path / "logo.png").read_bytes(), cwd=tmp_path)
    assert (tmp_path / "m.txt").read_text() == "###......###\n" * 6


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
    turaga("draw", "L:3:9x9", "--closed", "--trim", "--style", "empty", "-o", "l.txt", cwd=tmp_path)
    assert (tmp_path / "l.txt").read_text() == "#..######\n" + "...######\n" * 5 + ".........\n" * 3
    unchanged = json.loads(turaga("solve", "6x6", "--trim", "--json").stdout)["trimmed"]
    assert (unchanged["removed"], unchanged["reason"]) == ([], "The board has such a tour.")


def test_a_time_limit_and_many_removed_squares(tmp_path):
    """Trimming this word in full takes about 15 seconds. CP-SAT proves that 34 squares must be removed."""
    line = ("draw", "text:HI", "--leaper", "1,4", "--trim", "--time-limit", "0.2", "--style", "empty")
    drawn = turaga(*line, "-o", "hi.txt", cwd=tmp_path)
    removed = 382 - (tmp_path / "hi.txt").read_text().count(".")
    assert 34 <= removed < 382
    sentence, where, _ = drawn.stderr.split("\n", 2)
    assert f"and {removed - 12} more" in sentence
    assert where == "--style empty -o FILE.txt saves the board that is left."


def test_where_trimming_finds_nothing(tmp_path):
    """Nothing is printed or saved: the board that is left over would have no tour."""
    line = ("draw", "ring:2:10x10", "--style", "empty", "--trim", "--start", "1,4", "--end", "1,5")
    words = (
        "No part of 10x10 with 52 holes has such a tour: 1,4 and 1,5 must stay, but no moves lead from one "
        "to the other.\n"
    )
    drawn = turaga(*line)
    assert (drawn.returncode, drawn.stdout, drawn.stderr) == (1, "", words)
    for name in ("fail.txt", "fail.svg"):
        saved = turaga(*line, "-o", name, cwd=tmp_path)
        assert (saved.returncode, saved.stdout, saved.stderr) == (1, "", f"{words}nothing saved to {name}\n")
    assert not list(tmp_path.iterdir())


def test_where_trimming_runs_out_of_time():
    line = ("disc:51x51", "--trim", "--closed", "--start", "26,26", "--end", "28,27", "--time-limit", "0.001")
    drawn = turaga("draw", "--style", "empty", *line)
    assert (drawn.returncode, drawn.stdout) == (3, "")
    assert drawn.stderr.endswith("with such a tour was found: time ran out.\n")
    trimmed = json.loads(turaga("solve", *line, "--json").stdout)["trimmed"]
    assert trimmed.items() >= {"found": False, "proved": False, "reason": "time ran out"}.items()


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
        ("shapes ring 9x9", "turaga: unexpected argument 'ring': did you mean 'turaga draw ring:9x9 --style "
         "empty'?\n"),
        ("draw horse:5x5", "turaga: 5x5 is too small for shape horse: it needs at least 8 rows and 8 "
         "columns\n"),
        ("solve 8x8 --trim --fix 3=1,1", "turaga: --trim cannot be used with --fix: leave out one of them\n"),
        ("draw 8x8 --closed --style graph", "turaga: --closed is for finding a tour, but --style graph does "
         "not draw one: leave it out\n"),
        ("draw 8x8 --trim --why", "turaga: --trim is for finding a tour, but --why does not draw one: leave "
         "it out\n"),
    ],
)  # fmt: skip
def test_what_is_refused(line, sentence):
    assert refused(*line.split()) == sentence
