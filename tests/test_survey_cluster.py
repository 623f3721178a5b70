"""Surveys on a real cluster: a scheduler and workers, each a process, on the loopback."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import pytest

from command import LIMIT, Begun, refused
from forked import can_fork, parent
from surveys import kept, walks
from turaga import Rule
from turaga.errors import BadInput
from turaga.survey.plan import Plan, parse_boards
from turaga.survey.runner import run_survey

WORK = ["--boards", "30..40", "--starts", "quarter", "--orders", "random:20", "--rule", "12345678"]
PLAN = Plan(boards=parse_boards("30..40"), starts="quarter", orders="random:20", rule=Rule("12345678"))


# A worker with this begins only so many jobs. It dies at the next one, or waits there until it is killed.
LIMITED = """
import os, signal, threading
from turaga.survey import job_rows
begun = 0
def compute(*args, compute=job_rows.compute_rows):
    global begun
    begun += 1
    if begun > {most}:
        {then}
    return compute(*args)
job_rows.compute_rows = compute
"""
DIES, WAITS = "os.kill(os.getpid(), signal.SIGKILL)", "threading.Event().wait()"
# A worker with this waits with its first job until there is a file.
LATE = """
import os, time
from turaga.survey import job_rows
def compute(*args, compute=job_rows.compute_rows):
    while not os.path.exists({file!r}):
        time.sleep(0.01)
    return compute(*args)
job_rows.compute_rows = compute
"""
# `python -m distributed.cli.dask_scheduler` and the same for workers, without loading everything again.
DASK = """
import dask.config
from distributed.cli.dask_{kind} import main
dask.config.refresh()  # from the variables of this process
{before}
main({args!r})
"""


class Cluster:
    """A scheduler and its workers; those that are left are killed at the end."""

    def __init__(self, **env):
        self.env = env
        self.processes = []

    def __enter__(self):
        with contextlib.ExitStack() as stack:
            stack.callback(self.end)
            where = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "scheduler.json"
            args = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(where)]
            self.scheduler = self.start("scheduler", *args, env=self.env)
            wait_for(lambda: where.exists() and where.read_text().endswith("}"), self.scheduler)
            self.address = json.loads(where.read_text())["address"]
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_):
        self._stack.close()

    def end(self):
        for process in self.processes:
            process.kill()
        for process in self.processes:
            process.wait()

    def start(self, kind, *args, env, before=""):
        if can_fork(env):
            parent().load("distributed", LIMIT)
            process = Begun(before=DASK.format(kind=kind, args=args, before=before), env=env)
        else:
            process = subprocess.Popen(
                [sys.executable, "-m", f"distributed.cli.dask_{kind}", *args],
                env={**os.environ, **env},
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        self.processes.append(process)
        return process

    def worker(self, name, before="", **env):
        """One more worker, of one thread. Its process runs the Python code `before` first."""
        args = [self.address, "--no-nanny", "--no-dashboard", "--nthreads", "1", "--host", "127.0.0.1"]
        return self.start("worker", *args, "--name", name, env=env, before=before)

    def watcher(self):
        """A client that looks at the cluster."""
        from distributed import Client  # here, because every process that runs tests loads this file

        return Client(self.address, set_as_default=False)


def wait_for(happened, process=None):
    until = time.monotonic() + LIMIT
    while not happened():
        assert process is None or process.poll() is None, process.wait()
        assert time.monotonic() < until
        time.sleep(0.01)


def begin(folder, address, before=""):
    """A running survey."""
    return Begun("survey", "run", *WORK, "--out", folder, "--scheduler", address, before=before)


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    """The result of the same work in threads."""
    folder = tmp_path_factory.mktemp("alone")
    run_survey(PLAN, str(folder))
    assert len(walks(folder)) > 20
    return walks(folder)


@pytest.mark.long
@pytest.mark.parametrize("failures", ["3", "0"], ids=["as usual", "a job that kills is given up"])
def test_a_dead_worker_does_not_change_the_rows(failures, tmp_path, alone):
    folder = tmp_path / "s"
    # What the dead one had made and nobody had fetched, the scheduler would ask it for for 30 seconds.
    config = {"SCHEDULER__ALLOWED_FAILURES": failures, "COMM__TIMEOUTS__CONNECT": "3s"}
    with Cluster(**{f"DASK_DISTRIBUTED__{name}": value for name, value in config.items()}) as cluster:
        victim = cluster.worker("victim", LIMITED.format(most=3, then=DIES))
        other = cluster.worker("other", LATE.format(file=str(tmp_path / "dead")))
        with cluster.watcher() as watcher:
            watcher.wait_for_workers(2, timeout=LIMIT)
        with begin(folder, cluster.address) as process:
            assert victim.wait() == -signal.SIGKILL  # during its fourth job
            assert kept(folder) <= 3
            (tmp_path / "dead").touch()
            stdout, stderr = process.communicate()
        assert (process.returncode, stderr) == (0, "")
        assert other.poll() is None
    assert "11 boards, 20 orders: " in stdout
    assert walks(folder) == alone
    assert not list(folder.rglob(".turaga-*.tmp"))


@pytest.mark.long
def test_a_survey_continues_in_threads_after_its_scheduler_died(tmp_path, alone):
    folder = tmp_path / "s"
    with Cluster() as cluster:
        cluster.worker("one", LIMITED.format(most=4, then=WAITS))
        with begin(folder, cluster.address) as process:
            wait_for(lambda: kept(folder) == 4, process)
            cluster.scheduler.kill()
            stdout, stderr = process.communicate()
        assert (process.returncode, stdout) == (2, "")
        assert stderr == (
            f"turaga: lost the connection to the scheduler '{cluster.address}': finished jobs are kept, so "
            "run the same survey again to continue\n"
        )
    ran = run_survey(PLAN, str(folder))
    assert (ran.before, ran.jobs) == (4, len(alone))
    assert walks(folder) == alone


IMPATIENT = "import turaga.survey.cluster as cluster; cluster._NO_WORKERS_SECONDS = 1"


def sentence(folder, address):
    """The message of a survey that cannot begin."""
    with pytest.raises(BadInput) as caught:
        run_survey(PLAN, str(folder), scheduler=address)
    return str(caught.value)


@pytest.mark.long
def test_workers_without_turaga_or_with_another_version(tmp_path, monkeypatch, alone):
    folder = tmp_path / "s"
    for name, line in (
        ("bare", "import sys; sys.modules['turaga'] = None"),
        ("old", "import turaga._version as v; v.__version__ = '0.0.1'"),
    ):
        (tmp_path / name).mkdir()
        (tmp_path / name / "sitecustomize.py").write_text(line + "\n")
    path = os.environ.get("PYTHONPATH", "")
    # The scheduler needs no Turaga.
    with Cluster(PYTHONPATH=f"{tmp_path / 'bare'}:{path}") as cluster:
        assert sentence(folder, cluster.address) == (
            f"the scheduler '{cluster.address}' has no workers: start one first with: dask worker "
            f"{cluster.address}"
        )
        for name, words in (
            ("bare", "a worker does not have turaga: "),
            ("old", "a worker has Turaga 0.0.1, but "),
        ):
            with cluster.watcher() as watcher:
                worker = cluster.worker(name, PYTHONPATH=f"{tmp_path / name}:{path}")
                watcher.wait_for_workers(1, timeout=LIMIT)
                assert words in sentence(folder, cluster.address)
                assert worker.poll() is None
                worker.kill()
                wait_for(lambda: not watcher.scheduler_info()["workers"])
        with cluster.watcher() as watcher:
            last = cluster.worker("last", LIMITED.format(most=2, then=WAITS))
            watcher.wait_for_workers(1, timeout=LIMIT)
        with begin(folder, cluster.address, IMPATIENT) as process:
            wait_for(lambda: kept(folder) == 2, process)
            last.kill()
            stdout, stderr = process.communicate()
        assert (process.returncode, stdout) == (2, "")
        assert stderr == (
            f"turaga: the scheduler '{cluster.address}' has lost all its workers: finished jobs are kept, so "
            "run the same survey again to continue\n"
        )
    run_survey(PLAN, str(folder))
    assert walks(folder) == alone


@contextlib.contextmanager
def somebody_else(greeting):
    """The address of a server that sends a greeting to every client, and nothing else."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        lines = []

        def serve():
            with contextlib.suppress(OSError):
                while True:
                    line, _ = listener.accept()
                    line.sendall(greeting)
                    lines.append(line)

        server = threading.Thread(target=serve)
        server.start()
        try:
            yield f"tcp://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            listener.shutdown(socket.SHUT_RDWR)
            server.join()
            for line in lines:
                line.close()


def test_addresses_that_are_not_schedulers(tmp_path, monkeypatch):
    tiny = ["--boards", "5"]
    with socket.socket() as deaf:  # it has a port, and does not listen
        deaf.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{deaf.getsockname()[1]}"
        assert refused("survey", "run", *tiny, "--out", tmp_path / "a", "--scheduler", address) == (
            f"turaga: cannot reach the scheduler '{address}' (Connection refused): start one with: dask "
            "scheduler\n"
        )
    monkeypatch.setattr("turaga.survey.cluster._CONNECT_SECONDS", 1)
    for greeting in (b"", b"SSH-2.0-OpenSSH_9.2p1\r\n", b"\0"):
        with somebody_else(greeting) as address, pytest.raises(BadInput) as caught:
            run_survey(Plan(boards=parse_boards("5")), str(tmp_path / "b"), scheduler=address)
        assert str(caught.value) == (
            f"the program at '{address}' is not a dask scheduler: start one with: dask scheduler"
        )
    for words in ("localhost", "tcp://", "tcp://host", "http://host:80", "tcp://[::1", "tcp://host:99999"):
        with pytest.raises(BadInput) as caught:
            run_survey(Plan(boards=parse_boards("5")), str(tmp_path / "c"), scheduler=words)
        assert str(caught.value) == (
            f"{words!r} is not the address of a scheduler: write it as tcp://host:8786"
        )
    said = refused("survey", "run", *tiny, "--out", tmp_path / "c", "--scheduler", address, "--threads", "2")
    assert "--threads cannot be used with --scheduler" in said
