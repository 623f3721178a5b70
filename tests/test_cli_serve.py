"""`turaga serve` for the person who starts and stops it, and for its clients."""

import contextlib
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from command import LIMIT, refused
from serving import get, post, served

SMALL = {"board": "5x5", "start": "1,1"}
ENDLESS = {"board": "59x59", "start": "1,2", "method": "search", "theory": False, "time_limit": 20}


@pytest.fixture
def begin():
    """Makes a request whose answer is not waited for, and gives the connection; all are closed at last."""
    with contextlib.ExitStack() as lines:

        def begun(url, path, asked):
            line = http.client.HTTPConnection(url.removeprefix("http://"), timeout=LIMIT)
            lines.callback(line.close)
            line.request("POST", f"/api/v1/{path}", json.dumps(asked), {"Content-Type": "application/json"})
            return line

        yield begun


def family(number):
    """The processes that came of one, by their ids: the forkserver, its workers, and a resource tracker."""
    children = [
        n for task in Path(f"/proc/{number}/task").glob("*/children") for n in task.read_text().split()
    ]
    return [n for child in map(int, children) for n in (child, *family(child))]


def running(number):
    """Whether a process has something to do, or None if it has gone."""
    try:
        state = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return None
    return state == "R" if state not in "ZX" else None


def niced(number):
    return os.getpriority(os.PRIO_PROCESS, number) > os.getpriority(os.PRIO_PROCESS, 0)


def wait_for(found):
    """What is found, once there is something."""
    deadline = time.monotonic() + LIMIT
    while not (something := found()):
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return something


def wait_for_ends(numbers):
    """Wait until these processes have ended."""
    wait_for(lambda: all(running(number) is None for number in numbers))


def long_at_work(there, many=1):
    """The long workers that are busy, once there are so many: looked at several times, as any process is
    busy for a moment when it begins."""

    def found():
        busy = [n for n in family(there.process.pid) if running(n) and niced(n)]
        for _ in range(6):
            time.sleep(0.05)
            busy = [n for n in busy if running(n)]
        return busy if len(busy) >= many else None

    return wait_for(found)


def accepts(url):
    """Whether a server accepts connections."""
    try:
        with socket.create_connection(("127.0.0.1", int(url.rpartition(":")[2])), timeout=LIMIT):
            return True
    except OSError:
        return False


# -- starting ---------------------------------------------------------------------------------------


def test_it_listens_only_on_loopback(server):
    port = int(server.url.rpartition(":")[2])
    lines = Path("/proc/net/tcp").read_text().splitlines()[1:]
    listening = [line.split()[1] for line in lines if line.split()[3] == "0A"]
    assert [address for address in listening if int(address.partition(":")[2], 16) == port] == [
        f"0100007F:{port:04X}"
    ]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--port", "70000"], "--port must be a whole number from 0 to 65535, got 70000"),
        (["--port", "-1"], "--port must be a whole number from 0 to 65535, got -1"),
        (["--host", "no.such.host.invalid"], "host 'no.such.host.invalid' is not an address of this machine"),
    ],
)
def test_bad_hosts_and_ports_get_a_message(options, says):
    assert says in refused("serve", *options)


def test_ipv6_loopback_works():
    try:
        with socket.socket(socket.AF_INET6) as tried:
            tried.bind(("::1", 0))
    except OSError:  # this machine has none
        assert "::1" in refused("serve", "--host", "::1")
        return
    with served("--host", "::1") as there:
        assert there.url.startswith("http://[::1]:")
        assert get(there.url, "/")[0] == 200


def test_it_opens_the_page_in_a_browser_if_asked(tmp_path):
    opener = tmp_path / "xdg-open"
    made, kept = tmp_path / "made", tmp_path / "opened"
    opener.write_text(f'#!/bin/sh\necho "$1" > "{made}"\nmv "{made}" "{kept}"\n')
    opener.chmod(0o755)
    with served("--open", env={"PATH": f"{tmp_path}:{os.environ['PATH']}"}) as there:
        wait_for(kept.exists)
        assert kept.read_text() == f"{there.url}/\n"


def test_without_its_extra_it_says_which_to_install():
    code = "import sys; sys.modules['uvicorn'] = None; from turaga.cli import main; sys.exit(main(['serve']))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=LIMIT)
    assert done.returncode == 2
    assert re.fullmatch(
        r"turaga: this needs uvicorn, which is not installed: pip install .*\[web\]'\n", done.stderr
    )


def test_it_ends_if_its_address_cannot_be_printed():
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "turaga", "serve", "--port", "0"],
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=LIMIT,
        )
    assert (done.returncode, done.stderr) == (2, b"turaga: No space left on device\n")


def test_help_loads_no_web_framework():
    code = "import sys; from turaga.cli import main; main(['serve', '--help']); print(sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=LIMIT)
    for name in ("starlette", "uvicorn", "numpy"):
        assert f"'{name}'" not in done.stdout
    assert "until you press Ctrl-C" in done.stdout


def test_it_survives_more_connections_than_open_files():
    with served(files=40) as there, contextlib.ExitStack() as lines:
        port = int(there.url.rpartition(":")[2])
        for _ in range(100):
            lines.enter_context(socket.create_connection(("127.0.0.1", port)))
        lines.close()
        answer = wait_for(lambda: told if (told := post(there.url, "solve", SMALL))[0] != 503 else None)
        assert answer[2]["outcome"] == "found"
        there.process.terminate()
        _, err = there.process.communicate(timeout=LIMIT)
        assert b"Traceback" not in err
        assert b"bug" not in err


# -- ending -----------------------------------------------------------------------------------------


def test_sigterm_lets_running_requests_finish(begin, tmp_path):
    patience = "worker_pool._GRACE = server._SHUTDOWN_SECONDS = 600"  # however busy the machine is
    (tmp_path / "sitecustomize.py").write_text(f"from turaga.web import server, worker_pool\n{patience}")
    with served(env={"PYTHONPATH": str(tmp_path)}, fork=False) as there:
        assert post(there.url, "solve", SMALL)[0] == 200
        line = begin(there.url, "solve", {**ENDLESS, "time_limit": 2})
        long_at_work(there)
        everybody = family(there.process.pid)
        os.killpg(there.process.pid, signal.SIGTERM)  # as shells and systems do: workers are told too
        answer = line.getresponse()
        assert answer.status == 200
        assert json.loads(answer.read())["outcome"] == "gave-up"
        out, err = there.process.communicate(timeout=LIMIT)
        assert (there.process.returncode, out) == (0, b"")
        assert b"Traceback" not in err
        wait_for_ends(everybody)


@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 0), (signal.SIGINT, 130)])
def test_it_ends_even_if_a_job_does_not(number, status, begin):
    with served() as there:
        line = begin(there.url, "solve", ENDLESS)
        long_at_work(there)
        everybody = family(there.process.pid)
        there.process.send_signal(number)
        wait_for(lambda: not accepts(there.url))
        there.process.send_signal(number)  # at the second one it does not wait
        _, err = there.process.communicate(timeout=LIMIT)
        assert there.process.returncode == status
        answer = line.getresponse()
        assert (answer.status, answer.headers["Retry-After"]) == (503, "5")
        assert "the server is stopping" in json.loads(answer.read())["detail"]
        assert b"Traceback" not in err
        wait_for_ends(everybody)


def test_sigkill_leaves_no_process_running(begin):
    with served() as there:
        begin(there.url, "solve", {**ENDLESS, "time_limit": 5})
        long_at_work(there)
        everybody = family(there.process.pid)
        there.process.kill()
        wait_for_ends(everybody)


# -- clients ----------------------------------------------------------------------------------------


def test_a_client_that_disconnects_stops_its_work(begin, server):
    line = begin(server.url, "solve", ENDLESS)
    (number,) = long_at_work(server)
    line.close()
    wait_for(lambda: running(number) is None)
    assert post(server.url, "solve", SMALL)[2]["outcome"] == "found"


def test_many_clients_at_once_all_get_responses(server):
    seen = []

    def client():
        for _ in range(10):
            while (answer := post(server.url, "solve", SMALL))[0] == 503:
                time.sleep(float(answer[1]["Retry-After"]))
            seen.append((answer[0], answer[2].get("outcome")))

    threads = [threading.Thread(target=client) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == [(200, "found")] * 200
