"""The web app for tests and for trying the page: jobs run in threads, on a free port of this machine.

`python tests/web.py 8123` serves the page and the API on that port until Ctrl-C. The files of the page are
read again for every request.
"""

import asyncio
import contextlib
import json
import socket
import sys
import threading
from collections.abc import Mapping

import httpx
import jsonschema_rs
import uvicorn

from turaga.errors import BadInput
from turaga.web import handlers as answers
from turaga.web.app import make_app
from turaga.web.errors import Refused
from turaga.web.page_files import read_page
from turaga.web.preparation import Status
from turaga.web.server import http_settings


class Direct:
    """Runs jobs in threads. Otherwise it is like a pool of processes, but jobs cannot be stopped."""

    def status(self):
        what = "The solver is ready"
        return Status(ready=True, first_run=False, done=1, total=1, what=what, seconds=0.0)

    async def ask(self, job, asked, *, lane, on_part=None):
        loop = asyncio.get_running_loop()

        def report(part):
            if on_part is not None:
                loop.call_soon_threadsafe(on_part, json.dumps(part).encode())

        try:
            return await asyncio.to_thread(answers.run, job, asked, report)
        except BadInput as error:
            raise Refused.of(error) from None


class Fresh(Mapping):
    """The current files of the page."""

    def __getitem__(self, name):
        return read_page()[name]

    def __iter__(self):
        return iter(read_page())

    def __len__(self):
        return len(read_page())


@contextlib.contextmanager
def serving(app):
    """Serve the app on a free port of this machine, yield its address, and stop it at the end."""
    server = uvicorn.Server(http_settings(app))
    listening = socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive(), "the server did not start"
            thread.join(0.01)
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(600)  # seconds: a guard against hanging
        listening.close()


@contextlib.contextmanager
def asking(pool=None, hosts=("127.0.0.1",), page=None):
    """A client of the app, served on this machine."""
    with (
        serving(make_app(pool or Direct(), hosts=hosts, page=page)) as url,
        httpx.Client(base_url=url, timeout=600) as client,
    ):
        yield client


def answer(client, path, **asked):
    """The response to a valid request, which has the form that the description of the API says."""
    response = client.post(f"/api/v1/{path}", json=asked)
    assert response.status_code == 200, response.text
    assert response.headers["content-type"] == "application/json"
    validate(client, path, response.json())
    return response.json()


def validate(client, path, told, way="post"):
    """Check that a response has the form that the description of the API says."""
    described = client.get("/api/v1/openapi.json").json()
    content = described["paths"][f"/api/v1/{path}"][way]["responses"]["200"]["content"]["application/json"]
    schema = {**content["schema"], "components": described["components"]}
    jsonschema_rs.validator_for(schema).validate(told)


if __name__ == "__main__":
    app = make_app(Direct(), hosts=("127.0.0.1", "localhost"), page=Fresh())
    uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[1]) if sys.argv[1:] else 8000)
