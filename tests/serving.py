"""The real server, started as a person starts it, and used as programs use it."""

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
    """`turaga serve` in its own process, on loopback. `url` is its address, without the last slash. `files`
    limits how many files it can open."""
    limited = [] if files is None else ["sh", "-c", f'ulimit -n {files}; exec "$@"', "sh"]
    process = subprocess.Popen(
        [*limited, sys.executable, "-m", "turaga", "serve", "--port", str(port), *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, **(env or {})},
        start_new_session=True,  # Ctrl-C in the terminal of the tests must not stop it
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
