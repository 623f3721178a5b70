"""The access log: one line for each request.

A line has the time (UTC), the address of the client, the method, the path, the status, the number of bytes in
the body of the response, and the milliseconds until its end. The query of the URL is left out, because it may
contain the token. If the path contains it, it is replaced. Status 499 means that the client had gone.

Requests that are not valid HTTP are answered before they get here, and have no line.
"""

import time
from collections.abc import Callable
from datetime import UTC, datetime

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from turaga.text import short

_MOST_PATH = 200  # characters
_PRINTED = frozenset(range(0x21, 0x7F)) - {ord("\\")}


class AccessLogMiddleware:
    """Passes a line about each request to `write`, when its response is complete or its client is gone."""

    def __init__(
        self, app: ASGIApp, write: Callable[[str], object], hide: Callable[[str], str] = str
    ) -> None:
        """`hide` replaces secrets in a text."""
        self._app, self._write, self._hide = app, write, hide

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun, began = datetime.now(UTC), time.perf_counter()
        status, sent = "-", 0

        async def send_counted(message: Message) -> None:
            nonlocal status, sent
            if message["type"] == "http.response.start":
                status = str(message["status"])
            sent += len(message.get("body", b""))
            await send(message)

        try:
            await self._app(scope, receive, send_counted)
        finally:
            client, _ = scope.get("client") or ("-", 0)
            parts = (
                begun.strftime("%Y-%m-%dT%H:%M:%SZ"),
                client,
                escape(scope["method"].encode()),
                short(self._hide(escape(scope.get("raw_path") or scope["path"].encode())), _MOST_PATH),
                status,
                str(sent),
                f"{(time.perf_counter() - began) * 1000:.1f}",
            )
            self._write(" ".join(parts) + "\n")


def escape(text: bytes) -> str:
    r"""A text that a client sent, as one word of printable ASCII characters.

    >>> print(escape(b"/a\x1b[2J b\\"))
    /a\x1b[2J\x20b\x5c
    """
    return "".join(chr(byte) if byte in _PRINTED else f"\\x{byte:02x}" for byte in text)
