"""`turaga serve`: the page in the browser, and the API behind it."""

import asyncio
import contextlib
import os
import queue
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from io import RawIOBase

import click

from turaga.cli._advice import advice
from turaga.cli._help import make_command, option
from turaga.cli._terminal import put, tell
from turaga.errors import BadInput
from turaga.extras import load
from turaga.kinds import whole

_ACCESS = "Access"
_MOST_LINES = 10_000  # of the access log that wait to be written
_LOG_SECONDS = 1.0  # to write the last of them
_NO_WAIT = getattr(os, "O_NONBLOCK", 0)


@make_command(
    examples=(
        ("turaga serve --open", "Start the server and open the page."),
        ("turaga serve --port 0", "Use any free port."),
        ("turaga serve --host 0.0.0.0", "Share it in your network, with a token."),
    ),
    status="0 after SIGTERM, 130 after Ctrl-C, 2 for bad input.",
)
@option("--open", "opened", is_flag=True, help="Open the page in a browser.")
@option(
    "--port",
    kind=whole(0, 65535),
    default=8000,
    help="The port; 0 is any free port. [default: 8000]",
)
@option(
    "--host",
    default="127.0.0.1",
    metavar="ADDRESS",
    help="The address to listen on. 0.0.0.0 lets every machine in your network connect. [default: 127.0.0.1]",
)
@option(
    "--token/--no-token",
    default=None,
    group=_ACCESS,
    help="Require a random token, which is part of the printed URL. By default only an address that other "
    "machines can reach requires one.",
)
@option(
    "--allow-host",
    "allowed",
    multiple=True,
    metavar="NAME",
    group=_ACCESS,
    help="Accept requests that use this host name. Repeat it for more names.",
)
@option(
    "--access-log",
    "log",
    metavar="FILE",
    group=_ACCESS,
    help="Append a line about each request to a file; - is stderr.",
)
def command(
    *,
    host: str,
    port: int,
    opened: bool,
    token: bool | None,
    allowed: tuple[str, ...],
    log: str | None,
) -> int:
    """Use Turaga in the browser: watch, play, compare and count.

    The server runs on this machine until you press Ctrl-C. It contacts no other machine and stores nothing.
    Your games are saved in the browser. The page /api describes the API.
    """
    for module in ("starlette", "uvicorn"):
        load(module, "web")
    from turaga.web.security import AccessToken
    from turaga.web.server import Listening, serve

    with advice():
        listening = Listening(host, port, allowed)
    with listening as there, open_log(log) as write:
        needed = not there.local if token is None else token
        secret = AccessToken(there.port) if needed else None
        urls = there.urls if secret is None else [secret.link(url) for url in there.urls]

        def ready() -> None:
            # A program reads the URL from stdout, a person from stderr. The token is printed only once.
            shown = urls
            if not sys.stdout.isatty():
                put(f"{urls[0]}\n")
                shown = there.urls
            # nohup, and & in a script, make a program ignore Ctrl-C.
            ignored = signal.getsignal(signal.SIGINT) is signal.SIG_IGN
            way = f"kill {os.getpid()}" if ignored else "press Ctrl-C"
            tell(f"Turaga is running at {shown[0]} ({way} to stop)")
            for url in shown[1:]:
                tell(f"It is also at {url}")
            if secret is not None:
                tell("Anybody who has this URL and can reach this machine can use it, until you stop it.")
            elif not there.local:
                tell(f"Every machine that can reach {host} can use it.")
            if opened:  # in a thread: a browser in the terminal would block until it is closed
                threading.Thread(target=_open, args=(urls[0],), daemon=True).start()

        def slow() -> None:
            tell("compiling (only after installation or an update): small boards work already")

        ended_by = asyncio.run(serve(there, ready=ready, slow=slow, token=secret, log=write))
    if ended_by == signal.SIGINT:
        raise KeyboardInterrupt
    tell("Turaga has stopped.")
    return 0


def _open(url: str) -> None:
    if click.launch(url) != 0:
        tell(f"could not open a browser: open {url} yourself")


@contextlib.contextmanager
def open_log(name: str | None) -> Iterator[Callable[[str], object] | None]:
    """A function that appends a line to the access log, or None if there is none.

    A thread writes the lines, so that the server never waits for a full pipe. It carries on without lines
    that cannot be written.
    """
    if name is None:
        yield None
        return
    with contextlib.ExitStack() as files:
        file = None if name == "-" else files.enter_context(_opened(name))
        lines: queue.Queue[str | None] = queue.Queue(_MOST_LINES)
        missing = False

        def work() -> None:
            failed = False
            while (line := lines.get()) is not None:
                try:
                    click.echo(line, err=True, nl=False) if file is None else file.write(line.encode())
                except (OSError, ValueError) as error:
                    if file is not None and not failed:
                        tell(f"the access log {name!r} is not complete: {getattr(error, 'strerror', error)}")
                    failed = True

        def write(line: str) -> None:
            nonlocal missing
            try:
                lines.put_nowait(f"(lines are missing here)\n{line}" if missing else line)
                missing = False
            except queue.Full:
                missing = True

        thread = threading.Thread(target=work, name="access log", daemon=True)
        thread.start()
        try:
            yield write
        finally:
            with contextlib.suppress(queue.Full):
                lines.put_nowait(None)
            thread.join(_LOG_SECONDS)


def _opened(name: str) -> RawIOBase:
    """The file, opened for appending."""
    try:
        # Otherwise opening a named pipe would wait until somebody reads it.
        return open(name, "ab", 0, opener=lambda path, flags: os.open(path, flags | _NO_WAIT, 0o666))
    except (OSError, ValueError) as error:
        raise BadInput(
            f"the access log {name!r} cannot be written",
            accepted=getattr(error, "strerror", None) or str(error),
            field="log",
        ) from None
