"""`turaga sample`, `turaga rank` and `turaga unrank`, as a person runs them."""

import json

import pytest

from command import refused, shell, turaga
from turaga import read, verify
from turaga.sampling.sampler import make_sampler


def tours_in(text):
    return [read(line).walk for line in text.splitlines()]


def test_one_tour_is_shown_as_solve_shows_it():
    done = turaga("sample", "5x5", "--seed", "3")
    assert done.returncode == 0
    tour = read(done.stdout).walk
    assert verify(tour)
    assert len(done.stdout.splitlines()) == 5
    assert "sampled uniformly from 864 open tours of 5x5, ignoring direction" in done.stderr
    assert "sweep, set-up" in done.stderr
    assert done.stderr.rstrip().endswith("seed 3")
    assert tour == next(make_sampler("5x5").draw(1, seed=3))


def test_several_tours_are_a_line_each():
    done = turaga("sample", "5x6", "--closed", "--method", "sweep", "--number", "40", "--seed", "1")
    tours = tours_in(done.stdout)
    assert len(tours) == 40
    assert all(tour.closed for tour in tours)
    assert tours == list(make_sampler("5x6", closed=True, method="sweep").draw(40, seed=1))
    assert "40 tours, sampled uniformly from 8 closed tours of 5x6" in done.stderr


def test_ends_holes_and_other_leapers(tmp_path):
    done = turaga("sample", "5x5", "--start", "1,1", "--end", "5,5", "--number", "5", "--show", "names")
    for tour in tours_in(done.stdout):
        assert (tour.start, tour.end) == ((0, 0), (4, 4))
    assert "starting on 1,1 and ending on 5,5" in done.stderr
    done = turaga("sample", "5x5", "--end", "1,1", "--number", "5")
    assert {tour.end for tour in tours_in(done.stdout)} == {(0, 0)}
    assert "ending on 1,1" in done.stderr
    mask = tmp_path / "mask.txt"
    mask.write_text("#...\n....\n....\n#...\n")
    done = turaga("sample", f"@{mask}", "--leaper", "0,1", "--number", "3")
    *heads, first, _, _ = done.stdout.splitlines()
    assert heads == ["leaper 0,1", "holes 1,1 4,1"]
    assert verify(read("\n".join([*heads, first])).walk)
    grids = turaga("sample", "3x4", "--number", "2", "--show", "board").stdout.split("\n\n")
    assert [bool(verify(read(grid).walk)) for grid in grids] == [True, True]


def test_a_single_tour_is_in_the_singular(tmp_path):
    (tmp_path / "ring.txt").write_text("...\n.#.\n...\n")
    done = turaga("sample", "@ring.txt", "--closed", cwd=tmp_path)
    assert "sampled uniformly from 1 closed tour of 3x3 with 1 hole, ignoring start" in done.stderr


def test_a_closed_tour_begins_where_it_is_told_to(tmp_path):
    kept = tmp_path / "kept"
    asked = ["sample", "3x10", "--closed", "--method", "sweep", "--save", kept, "--json"]
    one, other = (json.loads(turaga(*asked, *more).stdout) for more in ([], ["--start", "2,7"]))
    assert (one["start"], one["asked"]["start"]) == ([1, 1], None)
    assert (other["start"], other["asked"]["start"]) == ([2, 7], [2, 7])
    at = one["squares"].index([2, 7])
    assert other["squares"] == one["squares"][at:] + one["squares"][:at]


def test_several_tours_are_printed_in_one_format():
    for args in (["sample", "3x4", "--number", "2"], ["list", "3x4"]):
        assert "'board,moves' is for one tour, but several" in refused(*args, "--show", "board,moves")
    one = turaga("sample", "3x4", "--show", "names,squares").stdout
    assert [read(text).format for text in one.split("\n\n")] == ["names", "squares"]


def test_facts_for_programs():
    lines = turaga("sample", "3x4", "--number", "2", "--seed", "5", "--json").stdout.splitlines()
    facts = [json.loads(line) for line in lines]
    assert [f["draw"] for f in facts] == [0, 1]
    for one in facts:
        assert (one["outcome"], one["total"], one["method"], one["seed"]) == ("found", 8, "sweep", 5)
        assert (one["kind"], one["board"]["rows"], len(one["squares"])) == ("open", 3, 12)
    none = turaga("sample", "4x6", "--closed", "--json")
    assert none.returncode == 1
    assert json.loads(none.stdout)["outcome"] == "impossible"


def test_no_tour_at_all_and_why():
    for args in (["sample", "4x6", "--closed"], ["unrank", "4x6", "1"]):
        done = turaga(*args)
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr.startswith("Impossible: no board with 4 rows")


def test_rank_and_unrank_are_each_others():
    done = turaga("unrank", "3x10", "7", "--method", "sweep")
    assert done.returncode == 0
    assert "A closed tour of 3x10" in done.stderr
    assert "rank 7 of 16 closed tours" in done.stderr
    back = turaga("rank", "-", "--method", "sweep", stdin=done.stdout)
    assert (back.returncode, back.stdout) == (0, "7\n")
    assert "rank 7 of 16 closed tours" in back.stderr
    facts = json.loads(turaga("unrank", "5x5", "864", "--open", "--json").stdout)
    assert (facts["number"], facts["total"], facts["kind"]) == (864, 864, "open")
    assert len(facts["squares"]) == 25


def test_closed_tours_are_met_in_the_middle(tmp_path):
    kept = tmp_path / "6x6"
    tour = turaga("unrank", "6x6", "9,862", "--save", kept)
    assert "rank 9,862 of 9,862 closed tours of 6x6" in tour.stderr
    back = turaga("rank", "-", "--save", kept, stdin=tour.stdout)
    assert back.stdout == "9862\n"
    assert "halves, loaded from the file" in back.stderr
    assert "method halves, but --method is sweep" in refused(
        "unrank", "6x6", "1", "--method", "sweep", "--save", kept
    )


def test_an_open_tour_is_ranked_among_open_ones():
    assert shell("TURAGA unrank 5x5 17 --open --show moves | TURAGA rank - --board 5x5").stdout == "17\n"
    closed = turaga("unrank", "3x10", "3", "--method", "sweep").stdout
    facts = json.loads(turaga("rank", "-", "--open", "--json", stdin=closed).stdout)
    assert (facts["kind"], facts["total"]) == ("open", 3048)
    assert 1 <= facts["number"] <= 3048


def test_what_cannot_be_taken():
    assert "there is no tour with rank 17: the ranks of the closed tours of 3x10 are 1 to 16" in refused(
        "unrank", "3x10", "17", "--method", "sweep"
    )
    assert "must be a whole number, 1 or more" in refused("unrank", "3x10", "0")
    assert "--number must be a whole number" in refused("sample", "5x5", "--number", "0")
    assert "--seed must be a whole number" in refused("sample", "5x5", "--seed", "-1")
    assert "--show cannot be used with --json" in refused("sample", "5x5", "--show", "names", "--json")
    assert "step 2, from 1,1 to 1,2, is not a move" in refused("rank", "-", stdin="1 2 3\n4 5 6\n")
    assert "leaves 10 squares unvisited" in refused("rank", "-", stdin="1 0 0 0\n0 0 2 0\n0 0 0 0\n")
    tour = turaga("unrank", "3x4", "1", "--open").stdout
    assert "contains an open tour" in refused("rank", "-", "--closed", stdin=tour)


# -- kept in a file -------------------------------------------------------------------------------------


def test_what_set_up_computed_is_kept(tmp_path):
    kept = tmp_path / "5x5.tours"
    first = turaga("sample", "5x5", "--save", kept)
    assert kept.exists()
    assert "loaded from the file" not in first.stderr
    again = turaga("sample", "5x5", "--save", kept)
    assert again.stdout == first.stdout
    assert "sweep, loaded from the file in" in again.stderr
    assert again.stderr.splitlines()[0] == first.stderr.splitlines()[0]
    tour = turaga("unrank", "5x5", "21", "--open", "--save", kept)
    assert "loaded from the file" in tour.stderr
    assert turaga("rank", "-", "--save", kept, stdin=tour.stdout).stdout == "21\n"
    assert list(tmp_path.iterdir()) == [kept]


def test_a_damaged_file_is_told_computed_anew_and_replaced(tmp_path):
    kept = tmp_path / "kept"
    whole = turaga("sample", "3x4", "--save", kept).stdout
    sound = kept.read_bytes()
    for spoiled in (sound[: len(sound) // 2], sound[:-40] + bytes([sound[-40] ^ 1]) + sound[-39:]):
        kept.write_bytes(spoiled)
        done = turaga("sample", "3x4", "--save", kept)
        assert (done.returncode, done.stdout) == (0, whole)
        said = done.stderr.splitlines()[0]
        assert said.startswith(f"turaga: '{kept}' will be replaced: the sampler file is damaged: ")
        assert kept.read_bytes() == sound


def test_a_file_that_is_not_ours_is_never_touched(tmp_path):
    diary = tmp_path / "diary.txt"
    diary.write_text("Dear diary\n")
    assert "was not changed: the file is not a saved sampler" in refused("sample", "3x4", "--save", diary)
    assert diary.read_text() == "Dear diary\n"


def test_a_file_of_other_tours_is_never_touched(tmp_path):
    kept = tmp_path / "kept"
    turaga("sample", "3x4", "--save", kept)
    sound = kept.read_bytes()
    said = refused("sample", "3x7", "--save", kept)
    assert "is a sampler for the open tours of 3x4" in said
    assert "choose another file" in said
    assert kept.read_bytes() == sound


@pytest.mark.parametrize(
    ("name", "says"),
    [("", "--save is empty"), (".", "not a regular file"), ("no/such", "there is no directory 'no'")],
)
def test_nowhere_to_keep_it_is_told_before_the_work(name, says, tmp_path):
    assert says in refused("sample", "6x6", "--save", name, cwd=tmp_path)
