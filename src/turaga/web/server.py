"""The server: it listens on one address and serves requests until it gets a signal to stop.

SIGTERM and Ctrl-C both stop it. It accepts no new requests, gives running ones a few seconds to finish, and
stops the workers. After a second signal it does not wait.
"""

import asyncio
import contextlib
import errno
import ipaddress
import logging
import os
import signal
import socket
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import uvicorn
from starlette.types import ASGIApp

from turaga.errors import BadInput
from turaga.text import short
from turaga.web.app import make_app
from turaga.web.error_responses import report_bug
from turaga.web.errors import Broken
from turaga.web.host_names import (
    ANY_ADDRESS,
    LOOPBACK_HOSTS,
    own_addresses,
    own_names,
    parse_host,
    url_of,
)
from turaga.web.process_limits import FRONT_MOST_BYTES, limit_memory, time_limit
from turaga.web.request_limits import BOUNDS
from turaga.web.security import AccessToken
from turaga.web.worker_pool import Pool

_SHUTDOWN_SECONDS = 5  # for running requests to finish, once the server has to stop
_BACKLOG = 128  # connections that may wait to be accepted
_INTERRUPT_SECONDS = 0.3  # the same after Ctrl-C
_WORKER_SECONDS = 2.0  # in which the first worker is ready, unless kernels must be compiled first


class Listening:
    """A socket that listens on a port of a host, and the URLs to open. Port 0 means any free port. `names`
    are host names that requests may use, besides the names and addresses of this machine.

    >>> with Listening("127.0.0.1", 0) as listening:
    ...     listening.url.startswith("http://127.0.0.1:"), listening.hosts
    (True, ('127.0.0.1', 'localhost', '[::1]'))
    """

    def __init__(self, host: str, port: int, names: Sequence[str] = ()) -> None:
        self._names = tuple(map(parse_host, names))
        try:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        except (OSError, UnicodeError):
            raise BadInput(
                f"host {short(host)!r} is not an address of this machine",
                accepted="use an address such as 127.0.0.1",
                field="host",
            ) from None
        family, kind, protocol, _, address = found[0]
        # The protocol must be given: otherwise asyncio leaves Nagle's algorithm on, which costs 40 ms.
        self.socket = socket.socket(family, kind, protocol)
        try:
            if os.name == "posix":  # on other systems this would let another program take over the port
                self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            self.socket.bind(address)
            self.socket.listen(_BACKLOG)
        except OSError as error:
            self.socket.close()
            raise _bind_error(error, host, port) from None
        name, self.port = self.socket.getsockname()[:2]
        bound = ipaddress.ip_address(name.partition("%")[0])
        self.local = bound.is_loopback
        reachable = self._all_addresses() if bound.is_unspecified else [name]
        self.urls = tuple(url_of(each, self.port) for each in reachable)  # at which it can be opened

    @property
    def url(self) -> str:
        """The first of the URLs."""
        return self.urls[0]

    @property
    def hosts(self) -> tuple[str, ...]:
        """The host names that requests may use, besides the address itself, so that no other website can
        point its own name here. Beyond loopback these are the given names, or without any, the names of this
        machine and all addresses: it may have another address outside its network."""
        if self.local or self._names:
            return (*LOOPBACK_HOSTS, *self._names)
        return (*LOOPBACK_HOSTS, *own_names(), *ANY_ADDRESS)

    def _all_addresses(self) -> list[str]:
        """The addresses of this machine that reach the socket, which listens on all of them."""
        families = [self.socket.family]
        if self.socket.family == socket.AF_INET6 and not self.socket.getsockopt(
            socket.IPPROTO_IPV6, socket.IPV6_V6ONLY
        ):
            families.insert(0, socket.AF_INET)
        loopback = "127.0.0.1" if socket.AF_INET in families else "::1"
        return own_addresses(families) or [loopback]

    def __enter__(self) -> "Listening":
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()


def _bind_error(error: OSError, host: str, port: int) -> BadInput:
    """The error for an address that the system does not let us listen on. Its field is the parameter to
    change: `port`, or `host` if no port would work."""
    if error.errno == errno.EADDRINUSE:
        return BadInput(f"port {port} is already in use", field="port")
    if error.errno == errno.EACCES:
        return BadInput(f"this user is not allowed to use port {port}", field="port")
    if error.errno == errno.EADDRNOTAVAIL:
        return BadInput(
            f"host {short(host)!r} is not an address of this machine",
            accepted="use an address such as 127.0.0.1",
            field="host",
        )
    why = (error.strerror or str(error)).lower()
    return BadInput(f"cannot listen on port {port} of {short(host)}: {why}", field="port")


def http_settings(app: ASGIApp) -> uvicorn.Config:
    """How uvicorn serves the app. Its protocol h11 limits the size of a head; the app limits that of a body.
    uvicorn counts a connection before it compares the number with the limit. It closes one on which no
    request has come for five seconds after a response."""
    return uvicorn.Config(
        app,
        http="h11",
        h11_max_incomplete_event_size=BOUNDS.most_head,
        limit_concurrency=BOUNDS.most_lines + 1,
        loop="asyncio",
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # otherwise every program on this machine may name any client address
        timeout_graceful_shutdown=_SHUTDOWN_SECONDS,
        backlog=_BACKLOG,
    )


class _Server(uvicorn.Server):
    """A server that leaves the handling of signals to `serve`."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    def stop(self) -> None:
        """Stop; when called a second time, stop without waiting."""
        self.force_exit = self.should_exit
        self.should_exit = True


async def serve(
    listening: Listening,
    *,
    ready: Callable[[], None],
    slow: Callable[[], None],
    token: AccessToken | None = None,
    log: Callable[[str], object] | None = None,
) -> signal.Signals:
    """Serve requests until a signal arrives, and return that signal. `ready` is called as soon as requests
    are accepted. `slow` is called if no worker is ready soon after that, because kernels are compiled first.
    Requests need the `token`, if there is one. `log` gets a line about each request."""
    limit_memory(FRONT_MOST_BYTES)
    signals: list[signal.Signals] = []
    loop = asyncio.get_running_loop()
    if not os.environ.get("TURAGA_DEBUG"):  # hide tracebacks: the app reports bugs in one line
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL + 1)
        loop.set_exception_handler(_report_unhandled)
    async with Pool() as pool:
        server = _Server(http_settings(make_app(pool, hosts=listening.hosts, token=token, log=log)))

        def stop(number: signal.Signals) -> None:
            signals.append(number)
            server.stop()
            if number == signal.SIGINT:  # a person is waiting
                loop.call_later(_INTERRUPT_SECONDS, server.stop)

        watching = loop.create_task(_watch(pool, server, ready, slow))
        try:
            with _on_signals(lambda number: loop.call_soon_threadsafe(stop, number)), time_limit():
                await server.serve(sockets=[listening.socket])
        finally:
            watching.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await watching  # raises the error of `ready`, if it could not print the address
    return signals[0]


@contextlib.contextmanager
def _on_signals(stop: Callable[[signal.Signals], object]) -> Iterator[None]:
    """Call `stop` with SIGINT or SIGTERM when they arrive. Unlike asyncio's own way, this works on every
    system. A signal that is ignored, as under nohup, stays ignored."""
    before = {
        number: signal.signal(number, lambda number, _: stop(signal.Signals(number)))
        for number in (signal.SIGINT, signal.SIGTERM)
        if signal.getsignal(number) is not signal.SIG_IGN
    }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _report_unhandled(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Report an exception that no code was waiting for, in one line. Running out of files or connections is
    not reported: asyncio tries again by itself."""
    error = context.get("exception")
    if not isinstance(error, OSError):
        what = context["message"] if error is None else f"{type(error).__name__}: {error}"
        report_bug(Broken(what), "the server itself")


async def _watch(
    pool: Pool, server: uvicorn.Server, ready: Callable[[], None], slow: Callable[[], None]
) -> None:
    """Call `ready` when requests are accepted, and `slow` if the workers are late. If `ready` fails, the
    server stops."""
    while not server.started:
        await asyncio.sleep(0.01)
    try:
        ready()
    except BaseException:
        server.should_exit = True
        raise
    try:
        async with asyncio.timeout(_WORKER_SECONDS):
            await pool.ready.wait()
    except TimeoutError:
        slow()
