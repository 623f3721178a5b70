"""The real server, used as programs use it."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

from command import LIMIT
from forked import parent


@contextlib.contextmanager
def served(*options, port=0, env=None, files=None, fork=True):
    """`turaga serve` in its own process, on loopback. `url` is its address, without the last slash. `files`
    limits how many files it can open. Without `fork` it is a new Python process."""
    begin = _Forked if fork and files is None else _started
    process = begin(["serve", "--port", str(port), *map(str, options)], env or {}, files)
    try:
        url = process.stdout.readline().decode().strip().rstrip("/")
        assert url.startswith("http://"), process.communicate(timeout=LIMIT)
        yield SimpleNamespace(url=url, process=process)
    except BaseException:
        end_family(process)
        raise
    else:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        try:
            process.communicate(timeout=LIMIT)
        except subprocess.TimeoutExpired:
            end_family(process)
            raise


def end_family(process):
    """Kill a server and all that it has started, such as workers that a test has stopped: they are the group
    of processes that it leads."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.communicate(timeout=LIMIT)


def _started(args, env, files):
    limited = [] if files is None else ["sh", "-c", f'ulimit -n {files}; exec "$@"', "sh"]
    return subprocess.Popen(
        [*limited, sys.executable, "-m", "turaga", *args],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, **env},
        start_new_session=True,  # Ctrl-C in the terminal of the tests must not stop it
        preexec_fn=_heed_signals,
    )


def _heed_signals():
    """Give a new process the signals that a terminal gives it. If the tests were started with nohup or in the
    background, it would inherit that it ignores some."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT, signal.SIGTERM})


class _Forked:
    """A forked server. Its methods are those of `subprocess.Popen`."""

    def __init__(self, args, env, _):
        pipes = [os.pipe() for _ in range(2)]
        self.stdout, self.stderr = (open(ours, "rb") for ours, _ in pipes)  # noqa: SIM115
        theirs = [given for _, given in pipes]
        with open(os.devnull) as empty:
            fds = [empty.fileno(), *theirs]
            child = parent().begin(args, fds, LIMIT, env=env, before="import os; os.setsid()")
        for given in theirs:
            os.close(given)
        self.pid, self.poll, self.send_signal, self.kill = (
            child.pid,
            child.poll,
            child.send_signal,
            child.kill,
        )
        self._child, self._printed = child, []

    @property
    def returncode(self):
        """Its exit status, if anybody has waited for it."""
        return self._child.returncode

    def terminate(self):
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)

    def communicate(self, timeout=LIMIT):
        """Wait for its end, and return what it still printed to stdout and stderr."""
        if not self._printed:
            with ThreadPoolExecutor(2) as readers:  # it may print more than a pipe holds
                texts = [readers.submit(stream.read) for stream in (self.stdout, self.stderr)]
                self._child.wait(timeout)
                self._printed = [text.result() for text in texts]
            self.stdout.close()
            self.stderr.close()
        return self._printed


def post(url, path, body, *, timeout=LIMIT):
    """The response of the API: the status, the headers, and the JSON object or the bytes of a file."""
    request = urllib.request.Request(
        f"{url}/api/v1/{path}",
        data=json.dumps(body).encode(),
        headers={"Content-Type": "application/json"},
    )
    return _opened(request, timeout)


def get(url, path, *, timeout=LIMIT):
    """The response to a GET request for a path, in the same three parts."""
    return _opened(urllib.request.Request(f"{url}{path}"), timeout)


def _opened(request, timeout):
    try:
        answer = urllib.request.urlopen(request, timeout=timeout)
    except urllib.error.HTTPError as error:
        answer = error
    with answer:
        body = answer.read()
        is_json = (answer.headers["Content-Type"] or "").startswith("application/json")
        return answer.status, answer.headers, json.loads(body) if is_json else body
