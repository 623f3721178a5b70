"""Press Ctrl-C at random moments during every long command.

    python scripts/interrupts.py --number 200 --seed 17 [--only map]

Each command runs in a new, empty directory, some of them on a pseudo-terminal. At a random moment in its
first six seconds its process group gets SIGINT, sometimes several times. The script then checks that

- the command ends with status 130 within two seconds;
- nothing like a traceback or a warning was printed;
- no temporary or incomplete file is left (a survey may have complete files, and can be continued);
- no process is left;
- the terminal is as it was.

A command that ends before the moment comes is tried again, earlier. The moments count from the first line of
the installed script: before that, Python itself handles Ctrl-C. The script prints a line for each fault and
then a table. The exit status is 1 if there was a fault.
"""

import argparse
import contextlib
import os
import pty
import random
import shlex
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import termios
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

LIMIT = 2.0  # seconds from the first signal to the end of the command, and then of its other processes
PATIENCE = 120.0  # seconds before a command that does not end is killed
LATEST = 6.0  # seconds after the start, for the signal
EARLY = 0.5  # seconds; a third of the signals come before this

# The first lines of the command's process. They do what the installed script does, and say when it has begun.
START = """
import fcntl, os, signal, sys, termios
ready = int(sys.argv.pop(1))
if os.isatty(0):
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
import turaga_command
signal.signal(signal.SIGINT, turaga_command.leave)
BEFORE
os.write(ready, b".")
os.close(ready)
sys.argv[0] = "turaga"
sys.exit(turaga_command.main())
"""
LOUD = ("Traceback", "Error", "Exception", "Warning", "leaked", "bug in Turaga", "Aborted", "Fatal")


@dataclass(frozen=True)
class Case:
    """A long command. `needs` are the prepared files that it reads."""

    args: str
    needs: tuple[str, ...] = ()
    keeps: str = ""  # the one file or directory that it may leave
    terminal: bool | None = None  # whether it runs on a terminal; None is both, by chance
    typed: bytes = b""  # a line that comes again and again, slowly, through a pipe
    own_cache: bool = False  # whether it compiles all kernels it needs
    then: str = ""  # a command that must succeed afterwards, if there is something left


SURVEY = "survey run --boards 8..20 --orders random:40 --starts quarter --out run"
CASES = {
    "solve, search": Case("solve 7x7 --like agh --start 1,2 --out tour.txt"),
    "solve, exact": Case("solve 4x60 --closed --no-theory --method exact"),
    "solve, narrow": Case("solve 7x90 --method narrow --show none"),
    "solve, euler": Case("solve 4000x4000 --method euler --out tour.npy"),
    "solve, greedy": Case("solve 5000x5000 --method greedy --show none"),
    "solve, blocks": Case("solve 10000x10000 --out tour.npy"),
    "count, sweep": Case("count 7x8 --closed --method sweep"),
    "count, halves": Case("count 7x8 --closed --method halves"),
    "count, narrowest": Case("count 6x7 --method narrowest"),
    "count, enumerate": Case("count 6x6 --method enumerate"),
    "count, classes": Case("count 7x8 --closed --classes"),
    "count, by start": Case("count 6x6 --by-start"),
    "count, estimate": Case("count 10x10 --estimate --probes 100000000"),
    "tours": Case("tours 8x8"),
    "tours, from": Case("tours 8x8 --from 1000000000000"),
    "tours, random": Case("tours 6x6 --closed --random 100000000"),
    "tours, save": Case("tours 6x6 --random 1 --save kept"),
    "tours, halves, save": Case("tours 7x8 --closed --random 1 --save kept"),
    "map": Case("map 1000x1000 --yes"),
    "map, lookahead": Case("map 300x300 --rule lookahead:2 --yes"),
    "map, retries": Case("map 45x45 --rule random --retries 1000"),
    "compare": Case("compare 300x300 --methods search,euler --starts random:1000"),
    "draw, gif": Case("draw 60x60 --degrees --out walk.gif"),
    "draw, png": Case("draw 2500x2500 --out tour.png"),
    "draw, svg": Case("draw 1500x1500 --out tour.svg"),
    "watch": Case("watch 8x8", terminal=True),
    "watch, frames": Case("watch 7x7 --start 1,2 --method search --no-prune --frames all", terminal=False),
    "play": Case("play 8x8 --new", terminal=True, keeps="state"),
    "play, typed": Case("play 6x6", typed=b"hint\n", terminal=False, keeps="state"),
    "survey run": Case(
        "survey run --boards 30..60 --orders unique --out run", keeps="run", then="survey show run"
    ),
    "survey run, continued": Case(SURVEY, keeps="run", then=SURVEY),
    "survey run, cluster": Case(
        "survey run --boards 30..60 --orders unique --out run --scheduler SCHEDULER",
        keeps="run",
        then="survey show run",
    ),
    "survey show": Case("survey show runs", needs=("runs",)),
    "survey show, sql": Case(
        "survey show runs --sql 'SELECT count(*) FROM walks a, walks b, walks c WHERE a.visited > c.visited'",
        needs=("runs",),
    ),
    "survey plot": Case("survey plot runs --out rate.svg", needs=("runs",)),
    "survey cover": Case("survey cover runs", needs=("runs",)),
    "survey tours": Case("survey tours runs --out tours --max-files 1000000", needs=("runs",), keeps="tours"),
    "reproduce": Case("reproduce"),
    "reproduce, report": Case("reproduce --quick --out report.html"),
    "repair": Case("repair walk.npy --out tour.npy", needs=("walk.npy",)),
    "convert": Case("convert tour.txt --out tour.json", needs=("tour.txt",)),
    "check": Case("check -", typed=b"1 2 3 4 5 6 7 8\n", terminal=False),
    "compile": Case("compile", own_cache=True, keeps="cache"),
    "count, compiling": Case("count 6x6 --closed", own_cache=True, keeps="cache"),
    "serve": Case("serve --port 0"),
}


@dataclass
class Result:
    """What happened after one Ctrl-C: the seconds until the command ended, and then until its other processes
    had ended, and what was wrong."""

    seconds: float
    lingered: float = 0.0
    faults: list[str] = field(default_factory=list)


class Running:
    """A command that was started in a directory, and its output."""

    def __init__(self, case: Case, directory: Path, scheduler: str, *, terminal: bool, before: str) -> None:
        words = shlex.split(case.args.replace("SCHEDULER", scheduler))
        ready, tell = os.pipe()
        self.output = tempfile.TemporaryFile()  # noqa: SIM115
        self.leader: int | None = None
        self.follower: int | None = None
        self._typed = case.typed
        if terminal:
            self.leader, self.follower = pty.openpty()
            streams = (self.follower, self.follower, self.follower)
            self.before = termios.tcgetattr(self.follower)
        else:
            source = subprocess.PIPE if case.typed else subprocess.DEVNULL
            streams = (source, subprocess.DEVNULL, self.output.fileno())
        self.process = subprocess.Popen(
            [sys.executable, "-c", START.replace("BEFORE", before), str(tell), *words],
            stdin=streams[0], stdout=streams[1], stderr=streams[2], pass_fds=[tell], cwd=directory,
            env=_environment(directory, case), start_new_session=True,
        )  # fmt: skip
        os.close(tell)
        self._threads = [threading.Thread(target=work, daemon=True) for work in (self._feed, self._drain)]
        for thread in self._threads:
            thread.start()
        os.read(ready, 1)
        os.close(ready)

    def _feed(self) -> None:
        """Write lines into the command's input, slowly and without an end."""
        with contextlib.suppress(OSError, ValueError):
            while self.process.stdin is not None and self._typed:
                self.process.stdin.write(self._typed)
                self.process.stdin.flush()
                time.sleep(0.02)

    def _drain(self) -> None:
        """Read what is shown on the terminal."""
        if self.leader is not None:
            with contextlib.suppress(OSError):
                while piece := os.read(self.leader, 65536):
                    self.output.write(piece)
                    self.output.flush()

    def interrupt(self) -> None:
        """Press Ctrl-C."""
        with contextlib.suppress(ProcessLookupError, OSError):
            if self.leader is not None:
                os.write(self.leader, b"\x03")
            else:
                os.killpg(self.process.pid, signal.SIGINT)

    def text(self) -> str:
        """Everything printed on stderr, or on the terminal."""
        size = os.fstat(self.output.fileno()).st_size
        return os.pread(self.output.fileno(), size, 0).decode(errors="replace")

    def terminal_is_as_before(self) -> bool:
        """Whether the terminal has the settings it had before the command."""
        return self.follower is None or termios.tcgetattr(self.follower) == self.before

    def close(self) -> None:
        """Kill what is left."""
        self._typed = b""
        for pid in session(self.process.pid):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()
        if self.follower is not None:
            os.close(self.follower)  # ends the thread that reads the terminal
        for thread in self._threads:
            thread.join()
        if self.leader is not None:
            os.close(self.leader)
        if self.process.stdin is not None:
            with contextlib.suppress(OSError):
                self.process.stdin.close()
        self.output.close()


def _environment(directory: Path, case: Case) -> dict[str, str]:
    own = {"TMPDIR": str(directory), "TURAGA_STATE": str(directory / "state"), "TERM": "xterm-256color"}
    if case.own_cache:
        own["NUMBA_CACHE_DIR"] = str(directory / "cache")
    return {**os.environ, **own}


def session(leader: int) -> list[int]:
    """The processes of a session that have not ended."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError):  # it has ended meanwhile
            state, _, _, number = Path(f"/proc/{name}/stat").read_text().rpartition(")")[2].split()[:4]
            if int(number) == leader and state not in "ZX":
                found.append(int(name))
    return found


def attempt(
    case: Case, directory: Path, moment: float, *, again: Sequence[float] = (), scheduler: str = "",
    terminal: bool = False, before: str = "",
) -> Result | None:  # fmt: skip
    """Start a command, press Ctrl-C after `moment` seconds and again after further ones, and check what it
    leaves. None if it had ended before. The process runs the Python code `before` first."""
    there = set(listed(directory))
    running = Running(case, directory, scheduler, terminal=terminal, before=before)
    try:
        with contextlib.suppress(subprocess.TimeoutExpired):
            running.process.wait(moment)
            return None
        began = time.monotonic()
        running.interrupt()
        for pause in again:
            with contextlib.suppress(subprocess.TimeoutExpired):
                running.process.wait(pause)
            running.interrupt()
        with contextlib.suppress(subprocess.TimeoutExpired):
            running.process.wait(PATIENCE)
        result = Result(time.monotonic() - began)
        faults = result.faults
        status = running.process.poll()
        if status == 0:
            return None  # it had ended, or nearly
        if status != 130:
            faults.append(f"status {status}")
        ended = time.monotonic()
        while left := session(running.process.pid):
            result.lingered = time.monotonic() - ended
            if result.lingered > PATIENCE:
                break
            time.sleep(0.02)
        if left:
            faults.append(f"processes left: {left}")
        if any(word in running.text() for word in LOUD):
            faults.append(f"printed {running.text()[-2000:]!r}")
        if not running.terminal_is_as_before():
            faults.append("the terminal has other settings")
        faults += wrong_files(case, directory, there)
        return result
    finally:
        running.close()


def listed(directory: Path) -> Iterator[str]:
    """Every file in a directory, and every empty directory."""
    for path in directory.rglob("*"):
        if not path.is_dir() or not any(path.iterdir()):
            yield str(path.relative_to(directory))


def wrong_files(case: Case, directory: Path, there: set[str]) -> list[str]:
    """What is wrong with the files that a command has left."""
    faults = []
    for name in sorted(set(listed(directory)) - there):
        temporary = ".tmp" in name or ".turaga-" in name or name.startswith("turaga-")
        if temporary or name.split("/")[0] != case.keeps:
            faults.append(f"left {name}")
    if case.then and (directory / case.keeps / "manifest.json").exists():
        done = subprocess.run(
            [sys.executable, "-m", "turaga", *case.then.split()],
            cwd=directory,
            capture_output=True,
            text=True,
        )
        if done.returncode:
            faults.append(f"then {case.then!r} ended with {done.returncode}: {done.stderr}")
    return faults


def prepare(directory: Path) -> None:
    """Make the files that the commands read."""
    for line in (
        "solve 700x700 --method greedy --rule random --seed 1 --out walk.npy",
        "solve 1000x1000 --out tour.txt",
        "survey run --boards 6..16 --orders random:150 --out runs",
    ):
        subprocess.run(
            [sys.executable, "-m", "turaga", *line.split()], cwd=directory, capture_output=True, check=False
        )


@contextlib.contextmanager
def cluster() -> Iterator[str]:
    """A dask scheduler and a worker on the loopback. Its address is empty if dask is not installed."""
    try:
        import distributed  # noqa: F401
    except ImportError:
        yield ""
        return
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    address = f"tcp://127.0.0.1:{port}"
    quiet = ["--no-dashboard", "--host", "127.0.0.1"]
    started = [
        subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.dask_{kind}", *arguments, *quiet],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        for kind, arguments in (
            ("scheduler", ["--port", port]),
            ("worker", [address, "--no-nanny", "--nthreads", "1"]),
        )
    ]  # fmt: skip
    try:
        yield address
    finally:
        for process in started:
            process.kill()
            process.wait()


def run(case: Case, inputs: Path, rng: random.Random, scheduler: str) -> tuple[Result | None, str]:
    """One Ctrl-C at a random moment, and a description of it."""
    moment = rng.uniform(0, EARLY if rng.random() < 1 / 3 else LATEST)
    again = [rng.uniform(0, 0.3) for _ in range(rng.choice((0, 0, 0, 1, 2, 5)))]
    terminal = rng.random() < 0.3 if case.terminal is None else case.terminal
    for _ in range(6):
        with tempfile.TemporaryDirectory(prefix="interrupts-") as name:
            directory = Path(name)
            for needed in case.needs:
                source = inputs / needed
                copy: Callable[..., object] = shutil.copytree if source.is_dir() else shutil.copy
                copy(source, directory / needed)
            result = attempt(case, directory, moment, again=again, scheduler=scheduler, terminal=terminal)
        what = f"turaga {case.args}: Ctrl-C after {moment:.2f} s, {len(again)} more"
        if result is not None:
            if result.seconds > LIMIT:
                result.faults.append(f"took {result.seconds:.2f} s")
            if result.lingered > LIMIT:
                result.faults.append(f"other processes took {result.lingered:.2f} s more")
            return result, what + (", on a terminal" if terminal else "")
        moment *= 0.6
    return None, what


def main() -> int:
    parser = argparse.ArgumentParser(description="Press Ctrl-C at random moments during every long command.")
    parser.add_argument("--number", type=int, default=200, help="how many times to press Ctrl-C")
    parser.add_argument("--seed", type=int, default=17)
    parser.add_argument("--only", default="", help="only cases whose name begins with this")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))  # so that nothing is left
    rng = random.Random(options.seed)
    results: dict[str, list[Result]] = {name: [] for name in CASES if name.startswith(options.only)}
    loads = []
    with tempfile.TemporaryDirectory() as inputs, cluster() as scheduler:
        prepare(Path(inputs))
        if not scheduler:
            results.pop("survey run, cluster", None)
        for turn in range(options.number):
            name = [*results][turn % len(results)]
            loads.append(os.getloadavg()[0])
            result, what = run(CASES[name], Path(inputs), rng, scheduler)
            if result is None:
                print(f"not interrupted, it was always too late: {what}", flush=True)
                continue
            results[name].append(result)
            for fault in result.faults:
                print(f"FAULT: {what}: {fault}", flush=True)
    print(f"{'command':24} {'Ctrl-C':>6} {'median s':>9} {'longest s':>9} {'faults':>6}")
    for name, some in results.items():
        if some:
            times = [one.seconds for one in some]
            faults = sum(bool(one.faults) for one in some)
            row = f"{len(some):6} {statistics.median(times):9.2f} {max(times):9.2f} {faults:6}"
            print(f"{name:24} {row}")
    every = [one for some in results.values() for one in some]
    faults = sum(bool(one.faults) for one in every)
    longest = max((one.seconds for one in every), default=0.0)
    print(f"{'all':24} {len(every):6} {statistics.median(one.seconds for one in every):9.2f} "
          f"{longest:9.2f} {faults:6}")  # fmt: skip
    print(f"load average: {min(loads):.1f} to {max(loads):.1f} on {os.cpu_count()} cores")
    return 1 if faults or len(every) < options.number else 0


if __name__ == "__main__":
    sys.exit(main())
