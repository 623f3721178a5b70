"""`turaga serve`: the page in the browser, and the API behind it."""

import asyncio
import signal
import threading

import click

from turaga.cli._terminal import put, tell
from turaga.extras import load
from turaga.limits import whole_number


@click.command(
    short_help="Open the page: watch, play, compare, survey and count in the browser.",
    epilog="Examples: turaga serve --open; turaga serve --port 0",
)
@click.option(
    "--host",
    default="127.0.0.1",
    metavar="ADDRESS",
    help="Where to listen; 0.0.0.0 lets every machine in that can reach this one.  [default: 127.0.0.1]",
)
@click.option(
    "--port", type=int, default=8000, metavar="N", help="Which port; 0 is any that is free.  [default: 8000]"
)
@click.option("--open", "opened", is_flag=True, help="Open the page in a browser too.")
def command(*, host: str, port: int, opened: bool) -> int:
    """Serve the page and its API on this machine, until Ctrl-C or SIGTERM.

    The address is printed on stdout once it answers. Nothing is asked of other machines, and nothing is kept
    but what the browser keeps. What the API takes and gives is told at /api/v1/openapi.json.

    Exit status 0 after SIGTERM, 130 after Ctrl-C, 2 for bad input.
    """
    port = whole_number("--port", port, 0, 65535, field="port")
    for module in ("fastapi", "uvicorn", "httptools"):
        load(module, "web")
    from turaga.web.server import Listening, serve

    with Listening(host, port) as there:

        def ready() -> None:
            put(f"{there.url}\n")
            tell("Turaga is there; Ctrl-C ends it.")
            if not there.local:
                tell(f"Every machine that can reach this one at {host} can use it.")
            if opened:  # in a thread: a browser in the terminal keeps whoever opens it waiting
                threading.Thread(target=_open, args=(there.url,), daemon=True).start()

        def slow() -> None:
            tell("getting ready (compiling, once after installation): the first answers take a moment")

        ended_by = asyncio.run(serve(there, ready=ready, slow=slow))
    if ended_by == signal.SIGINT:
        raise KeyboardInterrupt
    tell("ended")
    return 0


def _open(url: str) -> None:
    if click.launch(url) != 0:
        tell(f"no browser could be opened: open {url} yourself")
