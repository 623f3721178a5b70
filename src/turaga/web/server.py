"""The server: it listens on one address, answers until it is told to stop, and lets what is under way end.

SIGTERM and Ctrl-C both stop it: no new request is taken, those under way have a few seconds to end, and the
workers are ended. A second signal does not wait.
"""

import asyncio
import contextlib
import ipaddress
import logging
import os
import signal
import socket
from collections.abc import Callable, Iterator
from typing import Any

import uvicorn

from turaga.errors import BadInput
from turaga.text import short
from turaga.web.app import make_app
from turaga.web.error_responses import report_bug
from turaga.web.errors import Broken
from turaga.web.http_limits import LimitedConnection
from turaga.web.worker_pool import Pool

_PATIENCE = 5  # seconds that requests have to end, once the server is told to stop
_AT_ONCE = 128  # lines that are opened before any of them is looked at, and closed if there are too many
_SOON = 2.0  # seconds in which workers are there, unless kernels must be compiled first


class Listening:
    """A socket that listens on a host's port, with the address people open; 0 is any port that is free.

    >>> with Listening("127.0.0.1", 0) as there:
    ...     there.url.startswith("http://127.0.0.1:"), there.hosts
    (True, ('127.0.0.1', 'localhost', '[::1]'))
    """

    def __init__(self, host: str, port: int) -> None:
        try:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        except (OSError, UnicodeError):
            raise BadInput(
                f"host {short(host)!r} is not known here",
                accepted="give an address of this machine, such as 127.0.0.1",
                field="host",
                value=host,
            ) from None
        family, kind, protocol, _, address = found[0]
        # With its protocol: only then does asyncio send answers at once, not when 40 ms have passed (Nagle).
        self.socket = socket.socket(family, kind, protocol)
        try:
            if os.name == "posix":  # elsewhere it would let another program take the port over
                self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            self.socket.bind(address)
            self.socket.listen(_AT_ONCE)
        except OSError as error:
            self.socket.close()
            why = (error.strerror or str(error)).lower()
            raise BadInput(
                f"port {port} of {short(host)} cannot be had",
                accepted=f"{why}; give --port another, or 0 for any that is free",
                field="port",
                value=port,
            ) from None
        name, number = self.socket.getsockname()[:2]
        self.local = ipaddress.ip_address(name.partition("%")[0]).is_loopback
        self.url = f"http://{f'[{name}]' if ':' in name else name}:{number}/"

    @property
    def hosts(self) -> tuple[str, ...]:
        """The names by which browsers may ask for it: on loopback its own alone, so that no page from
        elsewhere can have its own name stand for this machine; else any."""
        return ("127.0.0.1", "localhost", "[::1]") if self.local else ("*",)

    def __enter__(self) -> "Listening":
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()


class _Server(uvicorn.Server):
    """A server that leaves signals to `serve`."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    def stop(self) -> None:
        """Stop, and at the second time at once."""
        self.force_exit = self.should_exit
        self.should_exit = True


async def serve(there: Listening, *, ready: Callable[[], None], slow: Callable[[], None]) -> signal.Signals:
    """Answer requests until a signal says to stop, and which that was. `ready` is called once requests are
    taken; `slow` if workers are not there soon after, as kernels are compiled first."""
    told: list[signal.Signals] = []
    loop = asyncio.get_running_loop()
    if not os.environ.get("TURAGA_DEBUG"):  # no traceback reaches a person: what is a bug, the app says
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL + 1)
        loop.set_exception_handler(_say_trouble)
    async with Pool() as pool:
        server = _Server(
            uvicorn.Config(
                make_app(pool, hosts=there.hosts),
                http=LimitedConnection,
                loop="asyncio",
                ws="none",
                lifespan="off",
                log_config=None,
                access_log=False,
                server_header=False,
                timeout_graceful_shutdown=_PATIENCE,
                backlog=_AT_ONCE,
            )
        )

        def stop(number: signal.Signals) -> None:
            told.append(number)
            server.stop()

        watching = loop.create_task(_watch(pool, server, ready, slow))
        try:
            with _on_signals(lambda number: loop.call_soon_threadsafe(stop, number)):
                await server.serve(sockets=[there.socket])
        finally:
            watching.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await watching  # raises what `ready` did: the address could not be told, so nobody will come
    return told[0]


@contextlib.contextmanager
def _on_signals(stop: Callable[[signal.Signals], object]) -> Iterator[None]:
    """Call `stop` with SIGINT or SIGTERM when they come; on every system, where asyncio's own way is not."""
    before = {
        number: signal.signal(number, lambda number, _: stop(signal.Signals(number)))
        for number in (signal.SIGINT, signal.SIGTERM)
    }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _say_trouble(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """What went wrong where nobody waited for it, in a line; nothing if files or lines have run short, which
    asyncio tries again by itself."""
    error = context.get("exception")
    if not isinstance(error, OSError):
        what = context["message"] if error is None else f"{type(error).__name__}: {error}"
        report_bug(Broken(what), "the server itself")


async def _watch(
    pool: Pool, server: uvicorn.Server, ready: Callable[[], None], slow: Callable[[], None]
) -> None:
    """Tell when requests are taken, and when workers are late. If nobody can be told, the server stops."""
    while not server.started:
        await asyncio.sleep(0.01)
    try:
        ready()
    except BaseException:
        server.should_exit = True
        raise
    try:
        async with asyncio.timeout(_SOON):
            await pool.ready.wait()
    except TimeoutError:
        slow()
