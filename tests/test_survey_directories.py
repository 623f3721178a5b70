"""The directory of a survey: which can be used, by which run, and the errors for the others."""

import json
from pathlib import Path

import pytest

from command import python, refused, turaga
from surveys import walks
from turaga.errors import BadInput
from turaga.survey.checked_files import check_files
from turaga.survey.plan import Plan, parse_boards
from turaga.survey.runner import run_survey
from turaga.survey.store import Store

TINY = ["--boards", "5", "--out"]


def test_other_files_in_the_directory_are_left_alone(tmp_path):
    mine = {"notes.txt": "mine", ".turaga-1.tmp.txt": "mine too", "sub/.turaga-0.tmp": "and mine"}
    run_survey(Plan(boards=parse_boards("5")), tmp_path)
    (tmp_path / "sub").mkdir()
    for name, text in mine.items():
        (tmp_path / name).write_text(text)
    done = turaga("survey", "run", *TINY, tmp_path)
    assert done.returncode == 0, done.stderr
    assert {name: (tmp_path / name).read_text() for name in mine} == mine


def test_a_directory_with_other_files_and_no_survey_is_refused(tmp_path):
    """Otherwise a mistyped directory would fill up with a survey."""
    for name in ("notes.txt", "walks/notes.txt", "sub/notes.txt"):
        folder = tmp_path / name.replace("/", "-")
        (folder / name).parent.mkdir(parents=True)
        (folder / name).write_text("mine")
        said = refused("survey", "run", *TINY, folder)
        assert said == (
            f"turaga: the directory {str(folder)!r} contains other files ({name.partition('/')[0]!r}) and no "
            "survey: choose a new or empty directory, or one with a survey\n"
        )
        assert [path for path in folder.rglob("*") if path.is_file()] == [folder / name]
    left = tmp_path / "killed"  # a run that was killed before it wrote a manifest
    (left / "walks").mkdir(parents=True)
    (left / "walks" / ".turaga-0123.tmp").write_text("half")
    assert turaga("survey", "run", *TINY, left).returncode == 0


def test_directories_that_cannot_be_used(tmp_path, sentence):
    (tmp_path / "file").write_text("mine")
    (tmp_path / "s").mkdir()
    (tmp_path / "s" / "walks").write_text("mine")
    for folder, why in (
        (tmp_path / "file", "Not a directory"),
        (tmp_path / "file" / "below", "Not a directory"),
        (tmp_path / "s", "File exists"),
        (Path("/proc/turaga"), "No such file or directory"),
        (tmp_path / ("x" * 300), "File name too long"),
    ):
        assert sentence("survey", "run", *TINY, folder) == (
            f"turaga: cannot write to the directory {str(folder)!r} ({why}): choose another directory\n"
        )
    assert (tmp_path / "file").read_text() == (tmp_path / "s" / "walks").read_text() == "mine"


def test_a_directory_that_cannot_be_written_to(tmp_path):
    """As on a read-only disk, even for root."""
    code = (
        "import os, errno, sys\n"
        "from turaga.cli import main\n"
        "real = os.open\n"
        "def refuse(path, flags, *rest, **more):\n"
        "    if '.turaga-' in str(path): raise OSError(errno.EROFS, 'Read-only file system')\n"
        "    return real(path, flags, *rest, **more)\n"
        "os.open = refuse\n"
        f"sys.exit(main(['survey', 'run', '--boards', '5', '--out', {str(tmp_path / 's')!r}]))"
    )
    done = python(code)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Read-only file system" in done.stderr
    assert done.stderr.count("\n") == 1


def test_only_one_run_can_use_a_directory(tmp_path):
    with Store(tmp_path, Plan(boards=parse_boards("5"))):
        held = (
            f"another run is writing to the directory {str(tmp_path)!r}: wait until it ends, or choose "
            "another directory"
        )
        with pytest.raises(BadInput, match="another run is writing"):
            run_survey(Plan(boards=parse_boards("5")), str(tmp_path))
        assert refused("survey", "run", *TINY, tmp_path) == f"turaga: {held}\n"
    assert turaga("survey", "run", *TINY, tmp_path).returncode == 0


def test_a_rejected_run_releases_the_directory(tmp_path):
    run_survey(Plan(boards=parse_boards("5")), str(tmp_path))
    for _ in range(2):
        with pytest.raises(BadInput, match="another plan"):
            run_survey(Plan(boards=parse_boards("6")), str(tmp_path))
    run_survey(Plan(boards=parse_boards("5")), str(tmp_path))


CHANGES = {
    "boards 5x5": ["--boards", "6"],
    "seed 0": ["--boards", "5", "--seed", "1"],
    "starts all": ["--boards", "5", "--starts", "quarter"],
    "orders None": ["--boards", "5", "--orders", "12345678"],
    "rule outermost,12345678": ["--boards", "5", "--rule", "corner"],
    "retries 0": ["--boards", "5", "--retries", "2"],
    "retry orders none": ["--boards", "5", "--retry-orders", "12345678"],
    "leaper 1,2": ["--boards", "5", "--leaper", "1,3"],
    "until closed False": ["--boards", "5", "--until-closed"],
    "stop after failures None": ["--boards", "5", "--stop-after-failures", "3"],
    "method greedy, step limit None": ["--boards", "5", "--method", "search", "--step-limit", "9"],
}


def test_another_plan_is_rejected_and_the_differences_are_named(tmp_path, sentence):
    assert turaga("survey", "run", *TINY, tmp_path).returncode == 0
    before = walks(tmp_path), (tmp_path / "manifest.json").read_bytes()
    for words, options in CHANGES.items():
        assert sentence("survey", "run", *options, "--out", tmp_path) == (
            f"turaga: the directory {str(tmp_path)!r} contains a survey with another plan ({words}): choose "
            "another directory, or use the same plan to continue that survey\n"
        )
    assert (walks(tmp_path), (tmp_path / "manifest.json").read_bytes()) == before
    assert "the survey was already complete" in turaga("survey", "run", *TINY, tmp_path).stdout


@pytest.mark.parametrize("spoil", [Path.unlink, lambda path: path.write_text("{}")], ids=["gone", "spoilt"])
def test_without_a_manifest_a_survey_of_another_plan_is_rejected(spoil, tmp_path):
    run_survey(Plan(boards=parse_boards("5")), str(tmp_path / "s"))
    (tmp_path / "none").mkdir()
    (tmp_path / "none" / "manifest.json").write_text("of another program")
    for folder in (tmp_path / "s", tmp_path / "none"):
        spoil(folder / "manifest.json")
        if folder.name != "none" or (folder / "manifest.json").exists():
            with pytest.raises(BadInput, match=r"manifest.*: choose another directory"):
                run_survey(Plan(boards=parse_boards("6")), str(folder))


def test_a_damaged_manifest_is_rejected_and_written_again(tmp_path):
    plan = Plan(boards=parse_boards("5"))
    run_survey(plan, str(tmp_path))
    path = tmp_path / "manifest.json"
    text = path.read_bytes()
    spoilt = [text[:length] for length in range(0, len(text) - 2, 7)]
    spoilt += [b"[]", b"7", b"null", b'"plan"', b"\xff\xfe", b"[" * 100_000, b"{}"]
    spoilt.append(json.dumps(json.loads(text) | {"jobs": 2}).encode())
    for data in spoilt:
        path.write_bytes(data)
        with pytest.raises(BadInput, match=r"manifest.json\W+ is damaged or is not the manifest") as caught:
            check_files(tmp_path)
        assert len(str(caught.value)) < 500
        assert path.read_bytes() == data
        assert run_survey(plan, str(tmp_path)).before == 1
        assert path.read_bytes() == text


def test_a_directory_without_a_survey(tmp_path):
    for folder in (tmp_path, tmp_path / "none"):
        with pytest.raises(BadInput, match="does not contain a survey"):
            check_files(folder)
    assert not (tmp_path / "none").exists()
