"""The real server, started as a person starts it, and asked as programs ask it."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from types import SimpleNamespace

from command import LIMIT


@contextlib.contextmanager
def served(*options, port=0, env=None, files=None):
    """`turaga serve` in a process of its own, on loopback; `url` is its address, without the last slash.
    It may have so many files open."""
    limited = [] if files is None else ["sh", "-c", f'ulimit -n {files}; exec "$@"', "sh"]
    process = subprocess.Popen(
        [*limited, sys.executable, "-m", "turaga", "serve", "--port", str(port), *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, **(env or {})},
        start_new_session=True,  # Ctrl-C in the tests' terminal is not for it
    )
    try:
        url = process.stdout.readline().decode().strip().rstrip("/")
        assert url.startswith("http://"), process.communicate(timeout=LIMIT)
        yield SimpleNamespace(url=url, process=process)
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        try:
            process.communicate(timeout=LIMIT)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise


def post(url, path, asked, *, timeout=LIMIT):
    """What the API answers: the status, the headers, and the object (or the bytes of a file)."""
    request = urllib.request.Request(
        f"{url}/api/v1/{path}",
        data=json.dumps(asked).encode(),
        headers={"Content-Type": "application/json"},
    )
    return _opened(request, timeout)


def get(url, path, *, timeout=LIMIT):
    """What is at a path of the server, in the same three parts."""
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
