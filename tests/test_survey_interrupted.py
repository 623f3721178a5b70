"""Surveys that are killed, interrupted, run out of disk or find their files damaged: run again, they end with
exactly the files of one that was left alone."""

import errno
import json
import os
import random
import signal
from pathlib import Path

import pyarrow.parquet as parquet
import pytest

from command import Begun, turaga
from surveys import kept, walks
from turaga import Rule
from turaga.errors import BadInput
from turaga.files import replace_file
from turaga.survey import jobs
from turaga.survey.checked_files import read_manifest
from turaga.survey.plan import Plan, parse_boards
from turaga.survey.runner import run_survey
from turaga.survey.store import Store

# Little work, in some thirty jobs: at least one for each board.
WORK = ["--boards", "20..50", "--starts", "random:20", "--orders", "random:4", "--rule", "12345678"]
PLAN = Plan(boards=parse_boards("20..50"), starts="random:20", orders="random:4", rule=Rule("12345678"))
# With this the command sends itself a signal just before it flushes a file or a folder for the n-th time. If
# it is killed, half of the file is lost.
DISTURBED = """
import os, signal, stat
from turaga.cli import _interrupt
_interrupt._GRACE = 600  # a busy machine needs more time to complete a job
n = 0
def flush(file, sync=os.fsync):
    global n
    n += 1
    if n == {n}:
        if {number} == signal.SIGKILL and stat.S_ISREG(os.fstat(file).st_mode):
            os.ftruncate(file, os.fstat(file).st_size // 2)
        os.kill(os.getpid(), {number})
    sync(file)
os.fsync = flush
"""
# It flushes each file and then its folder: first the manifest, then two files for each job.
AT_THE_JOB, PER_JOB = 2, 4


def temporaries(folder):
    return list(Path(folder).rglob(".turaga-*.tmp"))


def whole_jobs(folder):
    """The number of stored jobs. Each of their files can be read completely."""
    files = list((Path(folder) / "shards").glob("*.parquet"))
    for file in files:
        account = parquet.read_table(file)
        rows = parquet.read_table(Path(folder) / "walks" / file.name)
        assert rows.num_rows == sum(account["walks"].to_pylist())
    return len(files)


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    """The result of an undisturbed run."""
    folder = tmp_path_factory.mktemp("alone")
    run_survey(PLAN, str(folder))
    assert len(walks(folder)) > 20
    assert read_manifest(folder)["finished"]
    return walks(folder)


def disturbed(folder, number, n):
    """The exit status and output of a command that sends itself a signal at its n-th flush."""
    args = ["survey", "run", *WORK, "--out", folder, "--threads", "1"]
    with Begun(*args, before=DISTURBED.format(number=int(number), n=n)) as process:
        stdout, stderr = process.communicate()
        return process.returncode, stdout, stderr


def finish(folder, alone):
    """Run the command to its end: it has the files of an undisturbed run, and nothing else is there."""
    done = turaga("survey", "run", *WORK, "--out", folder, "--json")
    assert done.returncode == 0, done.stderr
    assert walks(folder) == alone
    assert not temporaries(folder)
    assert whole_jobs(folder) == len(alone)
    assert read_manifest(folder)["finished"]
    assert {path.name for path in Path(folder).iterdir()} == {"walks", "shards", "manifest.json"}
    return json.loads(done.stdout)


def test_a_run_killed_again_and_again(tmp_path, alone):
    folder = tmp_path / "s"
    chance, before = random.Random(5), 0
    for jobs_more in (0, 1, 3, 6):
        place = chance.randrange(1, PER_JOB)
        n = AT_THE_JOB + PER_JOB * jobs_more + place if jobs_more else 1
        assert disturbed(folder, signal.SIGKILL, n) == (-signal.SIGKILL, "", "")
        before += jobs_more
        assert before == whole_jobs(folder) < len(alone)
        if (folder / "manifest.json").exists():
            assert not read_manifest(folder)["finished"]
    facts = finish(folder, alone)
    assert 0 < before == facts["jobs_done_before"] < facts["jobs"] == len(alone)
    again = finish(folder, alone)
    assert (again["jobs_done_before"], again["walked"], again["steps"]) == (len(alone), 0, 0)


def test_a_run_killed_while_it_writes(tmp_path, alone):
    folder = tmp_path / "s"
    for table, place in (("walks", 1), ("shards", 3)):
        assert disturbed(folder, signal.SIGKILL, AT_THE_JOB + place)[0] == -signal.SIGKILL
        assert [path.parent.name for path in temporaries(folder)] == [table]
        assert whole_jobs(folder) == 0
    finish(folder, alone)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_run_that_receives_a_signal(number, tmp_path, alone):
    folder = tmp_path / "s"
    status, stdout, stderr = disturbed(folder, number, AT_THE_JOB + 4 * PER_JOB + 1)
    assert (status, stdout, stderr.strip()) == (128 + number, "", "turaga: interrupted")
    assert not temporaries(folder)
    assert whole_jobs(folder) == 5 < len(alone)  # the one that was being written, too
    assert finish(folder, alone)["jobs_done_before"] == 5


@pytest.mark.parametrize(
    "plan",
    [
        Plan(boards=parse_boards("60"), rule=Rule("12345678"), orders="random:20"),
        Plan(boards=parse_boards("7"), method="search", step_limit=10**12, theory=False, prune=False),
    ],
    ids=["walks", "a search of hours"],
)
def test_an_interrupt_does_not_wait_for_a_job_to_end(plan, tmp_path, monkeypatch):
    monkeypatch.setattr(jobs, "_LEAST", 10**15)
    monkeypatch.setattr(jobs, "_MOST", 10**15)
    assert len(jobs.cut_into_jobs(plan)) == 1

    def interrupt(what, done, whole):
        if done > 0 or "0 steps/s" not in what:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_survey(plan, str(tmp_path), progress=interrupt)
    assert kept(tmp_path) == 0
    assert not temporaries(tmp_path)


# -- a full disk --------------------------------------------------------------------------------------


def test_a_disk_that_fills_up(tmp_path, alone):
    """Files cannot grow beyond some kilobytes, as on a full disk."""
    folder = tmp_path / "s"
    sizes = sorted(map(len, alone.values()))
    limit = sizes[len(sizes) // 2]
    with Begun(
        *("survey", "run", *WORK, "--out", folder, "--threads", "1"),
        before=f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit}))",
    ) as full:
        stdout, stderr = full.communicate()
    assert (full.returncode, stdout) == (2, "")
    assert stderr == (
        f"turaga: cannot write to the directory {str(folder)!r}: File too large; finished jobs are kept, so "
        "run the same survey again to continue\n"
    )
    assert not temporaries(folder)
    before = whole_jobs(folder)
    assert finish(folder, alone)["jobs_done_before"] == before


SMALL = Plan(boards=parse_boards("5..9,4x6"), rule=Rule("12345678"), orders="random:6")
SEQUENCE = Plan(
    boards=parse_boards("5..8"),
    rule=Rule("serafeimidis"),
    orders="random:12",
    stop_after_failures=4,
)


@pytest.fixture(params=[SMALL, SEQUENCE], ids=["orders", "dropped"])
def survey(request, tmp_path, monkeypatch):
    """A survey of many small jobs, and its result."""
    monkeypatch.setattr(jobs, "_LEAST", 12_000)
    ran = run_survey(request.param, str(tmp_path / "alone"))
    assert len(walks(tmp_path / "alone")) == ran.jobs > 10
    assert bool(ran.dropped) == (request.param is SEQUENCE)
    return request.param, walks(tmp_path / "alone"), ran.dropped


def test_a_disk_that_is_full_at_any_moment(survey, tmp_path, monkeypatch):
    plan, files, dropped = survey
    sync = os.fsync
    for allowed in (0, 1, 2, 3, 4, 9, 14, 2 * len(files)):
        folder = tmp_path / f"full{allowed}"
        left = 2 * allowed  # a file and its folder

        def failing(handle):
            nonlocal left
            left -= 1
            if left < 0:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            sync(handle)

        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", failing)
            with pytest.raises(BadInput, match="No space left on device"):
                run_survey(plan, str(folder), threads=1)
        assert not temporaries(folder)
        before = whole_jobs(folder)
        assert before == max(0, allowed - 1) // 2  # the manifest first, then two files a job
        ran = run_survey(plan, str(folder))
        assert (ran.before, ran.dropped) == (before, dropped)
        assert walks(folder) == files


@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "full"), KeyboardInterrupt("full")])
def test_a_failed_write_keeps_the_old_file(tmp_path, error):
    path = tmp_path / "a"
    replace_file(str(path), lambda file: file.write(b"before"))

    def fail(file):
        file.write(b"half")
        raise error

    with pytest.raises(type(error), match="full"):
        replace_file(str(path), fail)
    assert path.read_bytes() == b"before"
    assert list(tmp_path.iterdir()) == [path]


# -- damaged files ------------------------------------------------------------------------------------


def spoilt(data, chance):
    """The same file after various accidents."""
    yield None
    yield b""
    yield b"PAR1"
    yield b"Dear diary"
    yield b"\0" * len(data)
    yield data[: len(data) // 2] + b"\0" * (len(data) - len(data) // 2)
    yield data + data
    for _ in range(2):
        yield data[: chance.randrange(1, len(data))]
        flipped = bytearray(data)
        flipped[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        yield bytes(flipped)


@pytest.mark.parametrize("table", ["walks", "shards"])
def test_a_damaged_file_is_written_again(table, survey, tmp_path):
    plan, files, dropped = survey
    folder = tmp_path / "alone"
    chance = random.Random(1)
    for data in spoilt((folder / table / "000004.parquet").read_bytes(), chance):
        number = chance.randrange(1, len(files) + 1)
        file = folder / table / f"{number:06d}.parquet"
        if data is None:
            file.unlink()
        else:
            file.write_bytes(data)
        ran = run_survey(plan, str(folder))
        assert ran.jobs == len(files)
        if data != (folder / table / f"{number:06d}.parquet").read_bytes():
            assert ran.before < ran.jobs
        assert ran.dropped == dropped
        assert walks(folder) == files
        whole_jobs(folder)


def test_a_survey_is_unfinished_while_a_file_is_written_again(survey, tmp_path, monkeypatch):
    plan, _, dropped = survey
    folder = tmp_path / "alone"
    assert read_manifest(folder) | {"finished": True, "dropped": list(dropped)} == read_manifest(folder)
    (folder / "walks" / "000003.parquet").write_bytes(b"")
    seen = []
    keep = Store.save

    def looking(store, *args):
        seen.append(read_manifest(folder)["finished"])
        keep(store, *args)

    monkeypatch.setattr(Store, "save", looking)
    run_survey(plan, str(folder))
    assert seen
    assert not any(seen)
    assert read_manifest(folder)["finished"]
