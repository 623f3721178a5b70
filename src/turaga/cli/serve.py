"""`turaga serve`: the page in the browser, and the API behind it."""

import asyncio
import signal
import sys
import threading

import click

from turaga.cli._advice import advice
from turaga.cli._help import make_command, option
from turaga.cli._options import WholeNumber
from turaga.cli._terminal import put, tell
from turaga.extras import load


@make_command(
    examples=(
        ("turaga serve --open", "Start the server and open the page."),
        ("turaga serve --port 0", "Use any free port."),
    ),
    status="0 after SIGTERM, 130 after Ctrl-C, 2 for bad input.",
)
@option("--open", "opened", is_flag=True, help="Open the page in a browser.")
@option(
    "--port",
    type=WholeNumber(0, 65535),
    default=8000,
    metavar="N",
    help="The port; 0 is any free port. [default: 8000]",
)
@option(
    "--host",
    default="127.0.0.1",
    metavar="ADDRESS",
    help="The address to listen on. 0.0.0.0 lets every machine in your network connect. [default: 127.0.0.1]",
)
@option(
    "--trusted-proxy",
    "trusted_proxies",
    multiple=True,
    metavar="ADDRESS",
    help="A reverse proxy, as an IP address or network. Limits for each client then apply to the addresses "
    "that it names in X-Forwarded-For. Can be repeated.",
)
def command(*, host: str, port: int, opened: bool, trusted_proxies: tuple[str, ...]) -> int:
    """Use Turaga in the browser: watch, play, compare and count.

    The server runs on this machine until you press Ctrl-C. It contacts no other machine and stores nothing.
    Your games are saved in the browser. /api/v1/openapi.json describes the API.
    """
    for module in ("fastapi", "uvicorn", "httptools"):
        load(module, "web")
    from turaga.web.server import Listening, serve

    with advice():
        listening = Listening(host, port)
    with listening as there:

        def ready() -> None:
            if not sys.stdout.isatty():  # for programs; people read the next line
                put(f"{there.url}\n")
            tell(f"Turaga is running at {there.url} (press Ctrl-C to stop)")
            if not there.local:
                tell(f"Every machine that can reach {host} can use it.")
            if opened:  # in a thread: a browser in the terminal would block until it is closed
                threading.Thread(target=_open, args=(there.url,), daemon=True).start()

        def slow() -> None:
            tell("compiling (once after installation): the first results will take a moment")

        ended_by = asyncio.run(serve(there, ready=ready, slow=slow, trusted_proxies=trusted_proxies))
    if ended_by == signal.SIGINT:
        raise KeyboardInterrupt
    tell("Turaga has stopped.")
    return 0


def _open(url: str) -> None:
    if click.launch(url) != 0:
        tell(f"could not open a browser: open {url} yourself")
