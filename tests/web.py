"""The web app for tests and for trying the page: jobs run in threads, on a free port of this machine.

`python tests/web.py 8123` serves the page and the API on that port until Ctrl-C. The files of the page are
read again for every request.
"""

import asyncio
import contextlib
import json
import sys
import threading
from collections.abc import Mapping

import httpx
import uvicorn

from turaga.errors import BadInput
from turaga.web import handlers as answers
from turaga.web.app import make_app
from turaga.web.http_limits import limited_connections
from turaga.web.page_files import read_page


class Direct:
    """Runs jobs in threads. Otherwise it is like a pool of processes, but jobs cannot be stopped."""

    def status(self):
        what = "The solver is ready"
        return {"ready": True, "first_run": False, "done": 1, "total": 1, "what": what, "seconds": 0.0}

    async def ask(self, job, asked, *, lane, client="", on_part=None):
        loop = asyncio.get_running_loop()

        def report(part):
            if on_part is not None:
                loop.call_soon_threadsafe(on_part, json.dumps(part).encode())

        try:
            return await asyncio.to_thread(answers.run, job, asked, report)
        except BadInput as error:
            raise answers.refusal(error) from None


class Fresh(Mapping):
    """The current files of the page."""

    def __getitem__(self, name):
        return read_page()[name]

    def __iter__(self):
        return iter(read_page())

    def __len__(self):
        return len(read_page())


@contextlib.contextmanager
def serving(app, proxies=None):
    """Serve the app on a free port of this machine, yield its address, and stop it at the end."""
    server = uvicorn.Server(
        uvicorn.Config(
            app,
            host="127.0.0.1",
            port=0,
            http=limited_connections(proxies),
            log_level="warning",
            lifespan="off",
        )
    )
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive(), "the server did not start"
            thread.join(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join(20)


@contextlib.contextmanager
def asking(pool=None, hosts=("127.0.0.1",), page=None, proxies=None):
    """A client of the app, served on this machine."""
    with (
        serving(make_app(pool or Direct(), hosts=hosts, page=page), proxies) as url,
        httpx.Client(base_url=url, timeout=60) as client,
    ):
        yield client


if __name__ == "__main__":
    app = make_app(Direct(), hosts=("127.0.0.1", "localhost"), page=Fresh())
    uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[1]) if sys.argv[1:] else 8000)
