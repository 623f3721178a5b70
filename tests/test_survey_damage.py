"""A survey's files after a disk has damaged them: no reader gives a wrong answer, each says which file it is,
and the next run repairs it."""

import contextlib
import os
import random
import shutil
import socket
from pathlib import Path

import pytest

from surveys import ORDERS, walks
from turaga import Rule
from turaga.errors import BadInput
from turaga.survey.plan import Plan, parse_boards
from turaga.survey.runner import run_survey

PLAN = Plan(boards=parse_boards("5..6"), rule=Rule("12345678"), orders=",".join(ORDERS))
SQL = "SELECT * FROM walks, (SELECT sum(steps) AS sum FROM shards) ORDER BY ALL"
QUESTIONS = (["show"], ["show", "--rank"], ["show", "--sql", SQL, "--csv"], ["cover"])


@pytest.fixture
def answer(here):
    """The exit status, stdout and stderr of a survey command."""
    return lambda folder, words: here("survey", words[0], folder, *words[1:])


def files_of(folder):
    return sorted(path for path in folder.rglob("*") if path.is_file())


def flipped(data, chance):
    """The same bytes with one bit flipped."""
    data = bytearray(data)
    data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    return bytes(data)


@pytest.fixture
def survey(tmp_path):
    """A survey, and its files."""
    run_survey(PLAN, str(tmp_path / "s"))
    return tmp_path / "s", files_of(tmp_path / "s")


def test_a_flipped_bit_never_gives_a_wrong_answer(survey, answer):
    folder, files = survey
    chance = random.Random(32)
    right = {tuple(words): answer(folder, words) for words in QUESTIONS}
    assert {status for status, _, _ in right.values()} == {0}
    refusals = 0
    for path in files:
        whole = path.read_bytes()
        for _ in range(16 // len(files)):
            path.write_bytes(flipped(whole, chance))
            for words in QUESTIONS:
                given = answer(folder, words)
                if given != right[tuple(words)]:
                    refusals += 1
                    assert given[:2] == (2, ""), (path, words)
                    assert given[2].startswith(f"turaga: the file {str(path)!r} is ")
                    assert given[2].endswith("again to recompute damaged files\n")
                    assert given[2].count("\n") == 1
        path.write_bytes(whole)
    assert refusals > 8 * len(QUESTIONS)


def test_the_next_run_repairs_every_file(survey, answer):
    folder, files = survey
    chance = random.Random(33)
    before = walks(folder)
    for path in files:
        data = path.read_bytes()
        for damaged in (flipped(data, chance), b"", None):
            if damaged is None:
                path.unlink()
            else:
                path.write_bytes(damaged)
            status, printed, said = answer(folder, ["show", "--rank"])
            assert (status, printed, said.count("\n")) == (2, "", 1)
            ran = run_survey(PLAN, str(folder))
            assert ran.jobs - ran.before == (path.name != "manifest.json")
            assert walks(folder) == before
            assert answer(folder, ["show", "--rank"])[0] == 0


def test_swapped_files_of_jobs_are_detected(tmp_path, answer):
    run_survey(PLAN, str(tmp_path))
    before = walks(tmp_path)
    for table in ("walks", "shards"):
        shutil.copy(tmp_path / table / "000001.parquet", tmp_path / table / "000002.parquet")
    status, _, said = answer(tmp_path, ["show"])
    assert (status, "000002.parquet' is damaged (it belongs to job 1 " in said) == (2, True)
    run_survey(PLAN, str(tmp_path))
    assert walks(tmp_path) == before


@pytest.mark.parametrize("kept", ["walks", "shards", None])
def test_missing_files_are_not_mistaken_for_boards_that_theory_rules_out(kept, survey, answer):
    folder, _ = survey
    for table in {"walks", "shards"} - {kept}:
        for path in files_of(folder / table):
            path.unlink()
    lost = folder / ("walks" if kept == "shards" else "shards") / "000001.parquet"
    for words in QUESTIONS:
        assert answer(folder, words) == (
            2,
            "",
            f"turaga: the file {str(lost)!r} is missing: run the same survey again to recompute damaged "
            "files\n",
        )
    run_survey(PLAN, str(folder))
    assert answer(folder, ["show", "--rank"])[0] == 0


def make_socket(path):
    """Make a socket. Its path may be longer than `bind` allows."""
    with socket.socket(socket.AF_UNIX) as made, contextlib.chdir(path.parent):
        made.bind(path.name)


IRREGULAR = {
    "pipe": os.mkfifo,
    "socket": make_socket,
    "device": lambda path: path.symlink_to("/dev/zero"),
    "lost": lambda path: path.symlink_to("nowhere"),
    "loop": lambda path: path.symlink_to(path.name),
    "directory": Path.mkdir,
    "too-large": lambda path: (path.touch(), os.truncate(path, 1 << 40)),
}


@pytest.mark.parametrize("name", ["manifest.json", "walks/000002.parquet", "shards/000001.parquet"])
@pytest.mark.parametrize("kind", IRREGULAR)
def test_what_is_not_a_regular_file_is_refused_and_replaced(kind, name, survey, answer):
    folder, _ = survey
    before = walks(folder)
    path = folder / name
    path.unlink()
    IRREGULAR[kind](path)
    for words in QUESTIONS:
        status, printed, said = answer(folder, words)
        assert (status, printed, said.count("\n")) == (2, "", 1)
        assert kind in ("lost", "loop") or f"the file {str(path)!r} is " in said
    run_survey(PLAN, str(folder))
    assert path.is_file()
    assert not path.is_symlink()
    assert walks(folder) == before
    assert answer(folder, ["show", "--rank"])[0] == 0


@pytest.mark.parametrize("name", ["manifest.json", "walks/000002.parquet"])
def test_a_directory_with_files_is_never_removed(name, tmp_path, answer):
    run_survey(PLAN, str(tmp_path))
    path = tmp_path / name
    path.unlink()
    path.mkdir()
    (path / "notes.txt").write_text("mine")
    assert answer(tmp_path, ["show"])[0] == 2
    with pytest.raises(BadInput, match=r"cannot replace the directory .*: remove it and run the same"):
        run_survey(PLAN, str(tmp_path))
    assert (path / "notes.txt").read_text() == "mine"


def test_a_damaged_seal_is_named(tmp_path, answer):
    run_survey(PLAN, str(tmp_path))
    path = tmp_path / "shards" / "000001.parquet"
    path.write_bytes(path.read_bytes().replace(b"job 1 plan ", b"job - plan "))
    assert "000001.parquet' is damaged (its seal is missing or damaged): " in answer(tmp_path, ["show"])[2]
    ran = run_survey(PLAN, str(tmp_path))
    assert ran.jobs - ran.before == 1


@pytest.mark.parametrize(
    ("data", "why"), [(b"", "it is not JSON"), (b"{", "it is not JSON"), (b"{}", "its checksum is wrong")]
)
def test_a_damaged_manifest_is_described_in_plain_words(data, why, tmp_path, answer):
    run_survey(PLAN, str(tmp_path))
    (tmp_path / "manifest.json").write_bytes(data)
    assert f"is damaged or is not the manifest of a survey ({why}): " in answer(tmp_path, ["show"])[2]
