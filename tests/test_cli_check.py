"""`turaga check` and `turaga convert` as a person meets them: run for real, status and both streams."""

import json
import os
import re
from pathlib import Path

import numpy as np
import pytest

import command
from command import refused
from turaga.cli import _files
from turaga.errors import BadInput
from turaga.notation import FORMATS, read
from turaga.pictures import svg
from turaga.walk import Walk

GOLDEN = Path(__file__).parent / "golden"
KLOCHKO = str(GOLDEN / "klochko_8x8.txt")


def turaga(*args: str, stdin: str | bytes = b"", cwd: Path | None = None) -> tuple[int, str, str]:
    done = command.turaga(*args, stdin=stdin, cwd=cwd)
    return done.returncode, done.stdout, done.stderr


# -- check ----------------------------------------------------------------------------------------


def test_a_tour() -> None:
    found = turaga("check", KLOCHKO)
    assert found == (0, "number grid, 8x8: an open tour of 64 squares, from a8 to g7\n", "")


def test_a_closed_tour_and_a_walk_from_standard_input() -> None:
    example = json.loads((GOLDEN / "euler_example.json").read_text())
    tour, path = ("\n".join(" ".join(map(str, r)) for r in example[k]) for k in ("closed_tour", "path"))
    said = "number grid, 8x8: a closed tour of 64 squares, from e1 to g2\n"
    assert turaga("check", "-", stdin=tour) == (0, said, "")
    said = "number grid, 8x8: a walk of 60 squares, from a2 to a7; 4 unvisited: d4 e2 g2 g1\n"
    assert turaga("check", "-", stdin=path) == (1, said, "")


def test_many_unvisited_squares_are_counted_and_not_all_listed() -> None:
    status, out, _ = turaga("check", "-", "--board", "1000000x1000", stdin="a1")
    assert status == 1
    assert "a walk of 1 square, from a1 to a1; 999999999 unvisited: a1000000 b1000000" in out
    assert out.endswith("t1000000 and 999999979 more\n")
    assert turaga("check", "-", stdin="board 1x2")[1].endswith("an empty walk; 2 unvisited: 1,1 1,2\n")


def test_every_fault_has_its_line() -> None:
    assert turaga("check", "-", stdin="1 2 2 5") == (
        1,
        "number grid, 1x4: not a walk\n"
        "number 5 on d1 is larger than the number of squares, 4\n"
        "number 2 occurs twice, on b1 and on c1\n",
        "",
    )
    assert turaga("check", "-", stdin="1,1 2,3 2,4")[:2] == (
        1,
        "list of squares, 2x4: not a walk\nstep 3, from 2,3 to 2,4, is not a move of the knight\n",
    )
    status, out, _ = turaga("check", "-", stdin=" ".join("1" * 100))
    assert status == 1
    assert len(out.splitlines()) == 22
    assert "there may be more" in out


def test_the_same_facts_as_json() -> None:
    status, out, _ = turaga("check", KLOCHKO, "--json")
    facts = json.loads(out)
    assert status == 0
    assert facts.pop("version")
    assert facts == {
        "format": "board",
        "board": {"rows": 8, "cols": 8, "holes": []},
        "leaper": [1, 2],
        "tour": True,
        "walk": True,
        "closed": False,
        "visited": 64,
        "unvisited": 0,
        "start": [1, 1],
        "end": [2, 7],
        "faults": [],
    }
    status, out, _ = turaga("check", "-", "--json", "--leaper", "1,3", "--board", "2x5", stdin="1,1 2,3")
    facts = json.loads(out)
    assert status == 1
    assert (facts["walk"], facts["tour"], facts["leaper"], facts["unvisited"]) == (False, False, [1, 3], 8)
    what = "step 2, from 1,1 to 2,3, is not a move of a 1,3 leaper"
    assert facts["faults"] == [{"what": what, "step": 2, "squares": [[1, 1], [2, 3]]}]


def test_board_and_mask(tmp_path: Path) -> None:
    (tmp_path / "ring.txt").write_text("...\n.#.\n...\n")
    text = "1 4 7\n6 0 2\n3 8 5"
    status, out, _ = turaga("check", "-", "--board", "@ring.txt", stdin=text, cwd=tmp_path)
    says = "a closed tour of 8 squares, from a3 to b1\nnumber 1 of 1 closed tour of 3x3 with 1 hole, ignoring"
    assert (status, out) == (0, f"number grid, 3x3 with 1 hole: {says} start and direction\n")
    assert "3x3, but the request is for board 4x4" in refused("check", "-", "--board", "4x4", stdin=text)
    assert "there is no file 'none.txt'" in refused("check", "-", "--board", "@none.txt", stdin=text)
    assert "only . (a square) and #" in refused("check", "-", "--board", f"@{KLOCHKO}", stdin=text)
    assert "leaper '7' is not understood" in refused("check", "-", "--leaper", "7", stdin=text)


def test_what_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    assert "there is no file 'none.txt'" in refused("check", "none.txt", cwd=tmp_path)
    assert "is a directory" in refused("check", str(tmp_path))
    assert "is empty" in refused("check", str(tmp_path / "empty"))
    assert "standard input is empty" in refused("check", "-")
    assert "WALK is required" in refused("check")
    assert "cannot be read" in refused("check", "x" * 5000)


def test_a_file_that_cannot_be_read() -> None:
    # Its first page is nobody's, not even root's.
    assert "cannot be read: Input/output error" in refused("check", "/proc/self/mem")
    assert "cannot be read: Input/output error" in refused("solve", "@/proc/self/mem")


# -- squares in two digits -------------------------------------------------------------------------


def klochko_in_digits(per_line: int) -> str:
    """Klochko's tour as Bencic's program would print it: row and column from 0."""
    rows = [line.split() for line in Path(KLOCHKO).read_text().splitlines()]
    at = {int(step): f"{r}{c}" for r, row in enumerate(rows) for c, step in enumerate(row)}
    words = [at[step] for step in range(1, 65)]
    return "".join(" ".join(words[i : i + per_line]) + "\n" for i in range(0, 64, per_line))


def test_squares_in_two_digits_are_recognised_where_they_can_be_nothing_else() -> None:
    tour = "8x8: an open tour of 64 squares, from 00 to 16\n"
    for per_line in (1, 64):
        assert turaga("check", "-", stdin=klochko_in_digits(per_line)) == (0, f"Bencic's squares, {tour}", "")
    assert turaga("convert", KLOCHKO, "--to", "bencic")[1] == klochko_in_digits(1)


def test_squares_in_two_digits_that_look_like_a_grid_need_the_option(tmp_path: Path) -> None:
    (tmp_path / "t.txt").write_text(klochko_in_digits(8))
    status, out, _ = turaga("check", "t.txt", cwd=tmp_path)
    assert status == 1
    assert out.startswith("number grid, 8x8: not a walk\n")
    assert out.endswith("(if these are squares in two digits, counted from 0, use --squares bencic)\n")
    for args in (["repair", "t.txt"], ["draw", "t.txt"]):
        assert refused(*args, cwd=tmp_path).endswith("use --squares bencic\n")
    assert turaga("convert", "t.txt", "--to", "names", cwd=tmp_path)[2].endswith("use --squares bencic\n")
    names = turaga("convert", KLOCHKO, "--to", "names")[1]
    assert turaga("convert", "t.txt", "--to", "names", "--squares", "bencic", cwd=tmp_path)[1] == names
    for name in ("check", "repair", "draw", "watch"):
        status, *said = turaga(name, "t.txt", "--squares", "bencic", cwd=tmp_path)
        assert status == 0
        assert re.search("from (00 to 16|a8 to g7|1,1 to 2,7)", "".join(said))


def test_squares_typed_in_two_digits() -> None:
    typed = turaga("solve", "8x8", "--squares", "bencic", "--start", "52", "--like", "bencic")
    usual = turaga("solve", "8x8", "--start", "6,3", "--like", "bencic")
    assert typed[:2] == usual[:2]
    for start, says in (("88", "88 is not on the 8x8 board"), ("5", "'5' is not written in two digits")):
        assert says in refused("solve", "8x8", "--squares", "bencic", "--start", start)
    assert "notation 'agh' is not known: write chess for" in refused("check", KLOCHKO, "--squares", "agh")
    for args in (
        ["solve", "12x12", "--show"],
        ["solve", "12x12", "--squares"],
        ["draw", "12x12", "--squares"],
    ):
        assert "12x12 cannot be written in two digits" in refused(*args, "bencic")


def test_a_notation_that_is_not_known_is_refused_even_if_no_square_is_typed() -> None:
    for args in (["solve", "8x8"], ["watch", "8x8", "--frames", "1"], ["draw", "8x8"], ["play"]):
        assert "notation 'foo' is not known: write chess for" in refused(*args, "--squares", "foo")


def test_the_moves_from_squares_in_two_digits() -> None:
    digits = turaga("draw", "8x8", "--moves", "55 00", "--squares", "bencic")
    usual = turaga("draw", "8x8", "--moves", "6,6 1,1")
    assert digits[1].split("└")[0] == usual[1].split("└")[0]  # the titles name squares
    says = refused("draw", "8x8", "--moves", "88", "--squares", "bencic")
    assert "square 88 is not on the 8x8 board" in says


# -- convert --------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", FORMATS)
def test_converted_text_is_checked_the_same(form: str) -> None:
    status, out, err = turaga("convert", KLOCHKO, "--to", form)
    assert (status, err) == (0, "")
    status, said, _ = turaga("check", "-", stdin=out)
    assert status == 0
    ends = {"squares": "1,1 to 2,7", "bencic": "00 to 16"}.get(form, "a8 to g7")  # as they are written
    assert said.endswith(f", 8x8: an open tour of 64 squares, from {ends}\n")


def test_files_are_written_by_their_ending(tmp_path: Path) -> None:
    tour = read(Path(KLOCHKO).read_bytes()).walk
    for name in ("t.txt", "t.json", "t.npy", "T.NPY", "no_ending"):
        assert turaga("convert", KLOCHKO, "--out", name, cwd=tmp_path) == (0, "", "")
        assert read((tmp_path / name).read_bytes()).walk == tour
    assert (tmp_path / "t.json").read_text().startswith("{")
    assert np.load(tmp_path / "t.npy").tolist() == tour.rows()
    assert turaga("convert", KLOCHKO, "-o", "t.svg", cwd=tmp_path) == (0, "", "")
    assert (tmp_path / "t.svg").read_text() == svg(tour)
    assert "--to is not for a picture" in refused(
        "convert", KLOCHKO, "--to", "names", "-o", "t.svg", cwd=tmp_path
    )
    assert turaga("convert", "t.npy", "--to", "names", "--out", "t.txt", cwd=tmp_path)[0] == 0
    assert (tmp_path / "t.txt").read_text().startswith("a8 ")
    assert turaga("convert", "t.txt", "--to", "squares", "--out", "-", cwd=tmp_path)[1].startswith("1,1 ")
    assert sorted(p.name for p in tmp_path.iterdir()) == [
        "T.NPY",
        "no_ending",
        "t.json",
        "t.npy",
        "t.svg",
        "t.txt",
    ]


def test_several_formats_in_one_text(tmp_path: Path) -> None:
    _, out, _ = turaga("convert", KLOCHKO, "--to", "names,board")
    names, board = out.split("\n\n")
    assert [read(text).format for text in (names, board)] == ["names", "board"]
    assert read(names).walk == read(board).walk
    assert turaga("convert", KLOCHKO, "--to", "names,board", "-o", "t.txt", cwd=tmp_path) == (0, "", "")
    assert (tmp_path / "t.txt").read_text() == out


def test_a_walk_that_is_no_tour_is_written_with_a_word() -> None:
    said = "This is not a tour: 10 squares are unvisited.\n"
    assert turaga("convert", "-", "--to", "names", stdin="board 3x4\n1,1 2,3") == (
        0,
        "board 3x4\na3 c2\n",
        said,
    )
    assert turaga("convert", "-", stdin="board 3x4\na3 c2")[1:] == ("1 0 0 0\n0 0 2 0\n0 0 0 0\n", said)


def test_what_convert_refuses(tmp_path: Path) -> None:
    assert turaga("convert", "-", "--to", "names", stdin="1 2") == (
        1,
        "",
        "turaga: the text is not a valid walk: step 2, from a1 to b1, is not a move of the knight\n",
    )
    assert "--to must be board" in refused("convert", KLOCHKO, "--to", "svg")
    assert "--to must not combine json with" in refused("convert", KLOCHKO, "--to", "board,json")
    assert "save it with --out FILE" in refused("convert", KLOCHKO, "--to", "npy")
    assert "contradicts the extension" in refused(
        "convert", KLOCHKO, "--to", "names", "--out", "x.npy", cwd=tmp_path
    )
    assert "there is no directory 'no'" in refused("convert", KLOCHKO, "--out", "no/x.txt", cwd=tmp_path)
    assert "is a directory" in refused("convert", KLOCHKO, "--out", str(tmp_path))
    assert list(tmp_path.iterdir()) == []


# -- files ----------------------------------------------------------------------------------------


def test_writing_replaces_the_file_whole_and_keeps_its_permissions(tmp_path: Path) -> None:
    target, link = tmp_path / "t.txt", tmp_path / "link.txt"
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to(target)
    _files.write_atomically(str(link), lambda file: file.write(b"new"))
    assert target.read_bytes() == b"new"
    assert target.stat().st_mode & 0o777 == 0o640
    assert link.is_symlink()
    _files.write_atomically(os.devnull, lambda file: file.write(b"gone"))
    assert not Path(os.devnull).is_file()


@pytest.mark.parametrize("blow", [KeyboardInterrupt, OSError])
def test_a_failed_write_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, blow: type[BaseException]
) -> None:
    def fail(*_: object) -> None:
        raise blow

    (tmp_path / "t.txt").write_text("old")
    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(KeyboardInterrupt if blow is KeyboardInterrupt else BadInput):
        _files.write_walk(str(tmp_path / "t.txt"), Walk("1x1", [(0, 0)]))
    assert [(p.name, p.read_text()) for p in tmp_path.iterdir()] == [("t.txt", "old")]
