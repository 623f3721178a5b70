"""Checks and headers for every request: its Host header, its size, and the headers of its response."""

import asyncio

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from turaga.text import listed, short
from turaga.web.error_responses import json_response, report_bug
from turaga.web.errors import STOPPING, Broken
from turaga.web.request_limits import BOUNDS

_HEADERS = {
    "Content-Security-Policy": "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self' data: blob:",
            "connect-src 'self'",
            "manifest-src 'self'",
            "worker-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        )
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_TOO_LARGE = f"the body is too large: the limit is {BOUNDS.most_body} bytes"


class SecurityMiddleware:
    """Rejects requests whose Host header is not in `hosts` (another website may have pointed its name here)
    and requests that are too large. Adds security headers to every response."""

    def __init__(self, app: ASGIApp, hosts: tuple[str, ...]) -> None:
        self._app = app
        self._hosts = None if "*" in hosts else {_name(host) for host in hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        begun = False

        async def send_with_headers(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                _add_headers(MutableHeaders(scope=message))
            await send(message)

        headers = Headers(scope=scope)
        host, length = headers.get("host", ""), headers.get("content-length", "")
        if self._hosts is not None and _name(host) not in self._hosts:
            message = f"host {short(host)!r} is not this server: use {listed(sorted(self._hosts), 'or')}"
            refusal = json_response({"detail": message}, 421)
        elif length.isascii() and length.isdigit() and (len(length) > 9 or int(length) > BOUNDS.most_body):
            refusal = json_response({"detail": _TOO_LARGE}, 413, {"Connection": "close"})
        else:
            try:
                await self._app(scope, _bounded(receive), send_with_headers)
            except asyncio.CancelledError:  # the server is stopping, and this request did not finish in time
                if not begun:
                    stopped = json_response(
                        {"detail": STOPPING}, 503, {"Retry-After": "5", "Connection": "close"}
                    )
                    await stopped(scope, receive, send_with_headers)
                raise
            except Exception as bug:
                broken = Broken(f"{type(bug).__name__}: {bug}")
                report_bug(broken, scope["path"])
                if not begun:  # responded to here, so that it gets the headers, and raised again for the log
                    await json_response({"detail": broken.message}, 500)(scope, receive, send_with_headers)
                raise
            return
        await refusal(scope, receive, send_with_headers)


def _name(host: str) -> str:
    """The name in a Host header, without the port.

    >>> _name("LocalHost:8000"), _name("[::1]:8000")
    ('localhost', '[::1]')
    """
    bracket = host.find("]") + 1
    return (host[:bracket] if bracket else host.partition(":")[0]).lower()


def _add_headers(headers: MutableHeaders) -> None:
    for name, value in _HEADERS.items():
        headers[name] = value
    headers.setdefault("Cache-Control", "no-store")


def _bounded(receive: Receive) -> Receive:
    """The same request, rejected as soon as too much of it arrives, even if it did not state its length."""
    received = 0

    async def receive_some() -> Message:
        nonlocal received
        message = await receive()
        received += len(message.get("body", b""))
        if received > BOUNDS.most_body:
            raise HTTPException(413, _TOO_LARGE, {"Connection": "close"})
        return message

    return receive_some
