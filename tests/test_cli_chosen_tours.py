"""`turaga tours --random` and `--nth`, and `turaga check --rank`, as a person runs them."""

import json

import pytest

from command import refused, shell, turaga
from turaga import Tours, draw, verify
from turaga.notation import read


def tours_in(text):
    return [read(line).walk for line in text.splitlines()]


def test_one_tour_is_shown_as_solve_shows_it():
    done = turaga("tours", "5x5", "--random", "1", "--seed", "3")
    assert done.returncode == 0
    tour = read(done.stdout).walk
    assert verify(tour)
    assert len(done.stdout.splitlines()) == 5
    assert "sampled uniformly from 864 open tours of 5x5, ignoring direction" in done.stderr
    assert "sweep, set-up" in done.stderr
    assert done.stderr.rstrip().endswith("seed 3")
    assert tour == next(Tours("5x5").sampler().draw(1, seed=3))


def test_several_tours_are_a_line_each():
    done = turaga("tours", "5x6", "--closed", "--method", "sweep", "--random", "40", "--seed", "1")
    tours = tours_in(done.stdout)
    assert len(tours) == 40
    assert all(tour.closed for tour in tours)
    assert tours == list(Tours("5x6", closed=True).sampler(method="sweep").draw(40, seed=1))
    assert "40 tours, sampled uniformly from 8 closed tours of 5x6" in done.stderr


def test_chosen_tours_are_saved_and_drawn(tmp_path):
    one = ("tours", "6x6", "--closed", "--nth", "5", "-o", "t.json", "-o", "t.svg")
    done = turaga(*one, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr.endswith("saved to t.json\nsaved to t.svg\n")
    tour = read((tmp_path / "t.json").read_text()).walk
    assert tour == Tours("6x6", closed=True)[4]
    assert (tmp_path / "t.svg").read_text() == tour.svg()
    sheet = turaga("tours", "5x6", "--closed", "--random", "3", "-o", "sheet.svg", cwd=tmp_path)
    assert (sheet.returncode, sheet.stdout) == (0, "")
    tours = list(Tours("5x6", closed=True).sampler().draw(3, seed=0))
    assert (tmp_path / "sheet.svg").read_text() == draw(tours)
    for args, said in (
        (("--random", "3", "-o", "t.txt"), "--out 't.txt' is for one tour, but several are chosen"),
        (("--random", "101", "-o", "t.svg"), "cannot draw 101 walks on one sheet"),
        (("-o", "t.txt"), "--out requires --random or --nth"),
    ):
        assert said in refused("tours", "5x6", "--closed", *args, cwd=tmp_path)


def test_ends_holes_and_other_leapers(tmp_path):
    done = turaga("tours", "5x5", "--start", "1,1", "--end", "5,5", "--random", "5", "--show", "names")
    for tour in tours_in(done.stdout):
        assert (tour.start, tour.end) == ((0, 0), (4, 4))
    assert "starting on 1,1 and ending on 5,5" in done.stderr
    done = turaga("tours", "5x5", "--end", "1,1", "--random", "5")
    assert {tour.end for tour in tours_in(done.stdout)} == {(0, 0)}
    assert "ending on 1,1" in done.stderr
    mask = tmp_path / "mask.txt"
    mask.write_text("#...\n....\n....\n#...\n")
    done = turaga("tours", f"@{mask}", "--leaper", "0,1", "--random", "3")
    *heads, first, _, _ = done.stdout.splitlines()
    assert heads == ["leaper 0,1", "holes 1,1 4,1"]
    assert verify(read("\n".join([*heads, first])).walk)
    grids = turaga("tours", "3x4", "--random", "2", "--show", "board").stdout.split("\n\n")
    assert [bool(verify(read(grid).walk)) for grid in grids] == [True, True]


def test_a_single_tour_is_in_the_singular(tmp_path):
    (tmp_path / "ring.txt").write_text("...\n.#.\n...\n")
    done = turaga("tours", "@ring.txt", "--random", "1", "--closed", cwd=tmp_path)
    assert "sampled uniformly from 1 closed tour of 3x3 with 1 hole, ignoring start" in done.stderr


def test_a_closed_tour_begins_where_it_is_told_to(tmp_path):
    kept = tmp_path / "kept"
    asked = ["tours", "3x10", "--random", "1", "--closed", "--method", "sweep", "--save", kept, "--json"]
    one, other = (json.loads(turaga(*asked, *more).stdout) for more in ([], ["--start", "2,7"]))
    assert (one["start"], one["tours"]["start"]) == ([1, 1], None)
    assert (other["start"], other["tours"]["start"]) == ([2, 7], [2, 7])
    at = one["squares"].index([2, 7])
    assert other["squares"] == one["squares"][at:] + one["squares"][:at]


def test_several_tours_are_printed_in_one_format():
    for args in (["tours", "3x4", "--random", "2"], ["tours", "3x4"]):
        assert "'board,moves' is for one tour, but several" in refused(*args, "--show", "board,moves")
    one = turaga("tours", "3x4", "--random", "1", "--show", "names,squares").stdout
    assert [read(text).format for text in one.split("\n\n")] == ["names", "squares"]


def test_facts_for_programs():
    lines = turaga("tours", "3x4", "--random", "2", "--seed", "5", "--json").stdout.splitlines()
    facts = [json.loads(line) for line in lines]
    assert [f["number"] for f in facts] == [1, 2]
    for one in facts:
        assert (one["total"], one["method"], one["seed"]) == (8, "sweep", 5)
        assert (one["tours"]["kind"], one["board"]["rows"], len(one["squares"])) == ("open", 3, 12)
    none = turaga("tours", "4x6", "--random", "1", "--closed", "--json")
    assert none.returncode == 1
    assert json.loads(none.stdout)["reason"].startswith("no board with 4 rows")


def test_no_tour_at_all_and_why():
    for args in (["tours", "4x6", "--random", "1", "--closed"], ["tours", "4x6", "--closed", "--nth", "1"]):
        done = turaga(*args)
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr.startswith("Impossible: no board with 4 rows")


def number_of(text, *args):
    """The number that `turaga check --rank` says for a tour."""
    return json.loads(turaga("check", "-", "--rank", "--json", *args, stdin=text).stdout)["number"]


def test_a_tour_by_number_and_the_number_of_a_tour():
    done = turaga("tours", "3x10", "--closed", "--nth", "7", "--method", "sweep")
    assert done.returncode == 0
    assert "A closed tour of 3x10" in done.stderr
    assert "number 7 of 16 closed tours" in done.stderr
    back = turaga("check", "-", "--rank", "--method", "sweep", stdin=done.stdout)
    assert back.returncode == 0
    assert "number 7 of 16 closed tours" in back.stdout
    assert number_of(done.stdout, "--method", "sweep") == 7
    facts = json.loads(turaga("tours", "5x5", "--nth", "864", "--json").stdout)
    assert (facts["number"], facts["total"], facts["tours"]["kind"]) == (864, 864, "open")
    assert len(facts["squares"]) == 25


def test_closed_tours_are_met_in_the_middle(tmp_path):
    kept = tmp_path / "6x6"
    tour = turaga("tours", "6x6", "--closed", "--nth", "9,862", "--save", kept)
    assert "number 9,862 of 9,862 closed tours of 6x6" in tour.stderr
    back = turaga("check", "-", "--rank", "--save", kept, stdin=tour.stdout)
    assert "number 9,862 of 9,862" in back.stdout
    assert "halves, loaded from the file" in back.stderr
    assert "of method halves, not sweep" in refused(
        "tours", "6x6", "--closed", "--nth", "1", "--method", "sweep", "--save", kept
    )


def test_an_open_tour_is_numbered_among_open_ones():
    line = "TURAGA tours 5x5 --nth 17 --show moves | TURAGA check - --board 5x5 --rank"
    assert "number 17 of 864 open tours" in shell(line).stdout
    closed = turaga("tours", "3x10", "--closed", "--nth", "3", "--method", "sweep").stdout
    facts = json.loads(turaga("check", "-", "--rank", "--open", "--json", stdin=closed).stdout)
    assert (facts["tours"]["kind"], facts["total"]) == ("open", 3048)
    assert 1 <= facts["number"] <= 3048


def test_a_closed_tour_with_a_number_begins_where_it_is_told_to():
    text = turaga("tours", "6x6", "--closed", "--nth", "5", "--start", "a1", "--show", "names").stdout
    assert text.split()[0] == "a1"
    assert number_of(text) == 5


def test_what_cannot_be_taken():
    assert "there is no tour 17: the numbers of the closed tours of 3x10 are 1 to 16" in refused(
        "tours", "3x10", "--closed", "--nth", "17", "--method", "sweep"
    )
    for asked, says in (
        (("3x10", "--nth", "0"), "--nth must be a whole number, 1 or more"),
        (("5x5", "--random", "0"), "--random must be a whole number"),
        (("5x5", "--random", "1", "--seed", "-1"), "--seed must be a whole number"),
        (("5x5", "--random", "1", "--show", "names", "--json"), "--show cannot be used with --json"),
        (("5x5", "--random", "1", "--nth", "1"), "--random cannot be used with --nth"),
        (("5x5", "--random", "1", "--limit", "1"), "--random cannot be used with --limit"),
        (("5x5", "--nth", "1", "--from", "2"), "--nth cannot be used with --from"),
        (("5x5", "--nth", "1", "--directed"), "--nth cannot be used with --directed"),
        (("5x5", "--nth", "1", "--seed", "1"), "--seed requires --random"),
    ):
        assert says in refused("tours", *asked)
    for text, says in (
        ("1 2 3\n4 5 6\n", "step 2, from a2 to b2, is not a move"),
        ("1 0 0 0\n0 0 2 0\n0 0 0 0\n", "10 unvisited"),
    ):
        done = turaga("check", "-", "--rank", stdin=text)
        assert done.returncode == 1
        assert says in done.stdout
        assert "number " not in done.stdout.split("\n", 1)[1]
    for option in (["--open"], ["--method", "sweep"], ["--save", "x"]):
        assert f"{option[0]} requires --rank" in refused("check", "-", *option, stdin="1,1")


# -- kept in a file -------------------------------------------------------------------------------------


def test_what_set_up_computed_is_kept(tmp_path):
    kept = tmp_path / "5x5.tours"
    first = turaga("tours", "5x5", "--random", "1", "--save", kept)
    assert kept.exists()
    assert "loaded from the file" not in first.stderr
    again = turaga("tours", "5x5", "--random", "1", "--save", kept)
    assert again.stdout == first.stdout
    assert "sweep, loaded from the file in" in again.stderr
    assert again.stderr.splitlines()[0] == first.stderr.splitlines()[0]
    tour = turaga("tours", "5x5", "--nth", "21", "--save", kept)
    assert "loaded from the file" in tour.stderr
    assert number_of(tour.stdout, "--save", kept) == 21
    assert list(tmp_path.iterdir()) == [kept]


def test_a_damaged_file_is_told_computed_anew_and_replaced(tmp_path):
    kept = tmp_path / "kept"
    whole = turaga("tours", "3x4", "--random", "1", "--save", kept).stdout
    sound = kept.read_bytes()
    for spoiled in (sound[: len(sound) // 2], sound[:-40] + bytes([sound[-40] ^ 1]) + sound[-39:]):
        kept.write_bytes(spoiled)
        done = turaga("tours", "3x4", "--random", "1", "--save", kept)
        assert (done.returncode, done.stdout) == (0, whole)
        said = done.stderr.splitlines()[0]
        assert said.startswith(f"turaga: '{kept}' will be replaced: the sampler file is damaged: ")
        assert kept.read_bytes() == sound


def test_a_file_that_is_not_ours_is_never_touched(tmp_path):
    diary = tmp_path / "diary.txt"
    diary.write_text("Dear diary\n")
    assert "was not changed: the file is not a saved sampler" in refused(
        "tours", "3x4", "--random", "1", "--save", diary
    )
    assert diary.read_text() == "Dear diary\n"


def test_a_file_of_other_tours_is_never_touched(tmp_path):
    kept = tmp_path / "kept"
    turaga("tours", "3x4", "--random", "1", "--save", kept)
    sound = kept.read_bytes()
    said = refused("tours", "3x7", "--random", "1", "--save", kept)
    assert "is a sampler for the open tours of 3x4" in said
    assert "choose another file" in said
    assert kept.read_bytes() == sound


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("", "the name of the file is empty"),
        (".", "not a regular file"),
        ("no/such", "there is no directory 'no'"),
    ],
)
def test_nowhere_to_keep_it_is_told_before_the_work(name, says, tmp_path):
    assert says in refused("tours", "6x6", "--random", "1", "--save", name, cwd=tmp_path)
