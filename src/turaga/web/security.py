"""Checks and headers for every request: its Host header, its token, the site that it comes from, its size,
and the headers of its response."""

import asyncio
import secrets
from collections.abc import Iterable

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from turaga.text import short
from turaga.web.error_responses import json_response, report_bug
from turaga.web.errors import STOPPING, Broken
from turaga.web.host_names import AllowedHosts
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
    "Turaga-Server": "1",  # so that the service worker knows a response of ours from another program's
}
_API = "/api/v1/"  # what is not below it is read by people, at /api for example
HEALTH = "/healthz"  # the path that needs no token
_TOKEN_BYTES = 16  # 128 bits: nobody can guess it
_TOO_LARGE = f"the body is too large: the limit is {BOUNDS.most_body} bytes"
_NO_TOKEN = "this server needs a token: open the URL that turaga serve printed when it started"
_NO_TOKEN_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Turaga: token needed</title>
<p>This server needs a token: open the URL that <code>turaga serve</code> printed when it started.</p>
</html>
"""
_CROSS_SITE = "this request comes from another website, which may not use the API"


class AccessToken:
    """A new token, and the cookie that it is exchanged for.

    The token is part of the URL that the server prints. The first request with that URL exchanges it for a
    cookie, and the browser is sent to the same address without the token. So the token does not stay in the
    address bar, in the history, in copied links or in logs. Programs send it in an Authorization header
    instead.

    The cookie holds another random value. Browsers also send it to other programs on other ports of the same
    host: those can use this server, but they cannot make a link for somebody else. Its name contains the
    port, so that two servers on one host do not overwrite each other's cookies. Both values are valid until
    the server stops.
    """

    def __init__(self, port: int) -> None:
        self._token = secrets.token_urlsafe(_TOKEN_BYTES)
        self._key = secrets.token_urlsafe(_TOKEN_BYTES)
        self._name = f"turaga-{port}"

    def link(self, url: str) -> str:
        """The URL with the token."""
        return f"{url}?token={self._token}"

    def hide(self, text: str) -> str:
        """The text without the token."""
        return text.replace(self._token, "[token]")

    def matches(self, token: str) -> bool:
        """Whether this is the token."""
        return _same(token, self._token)

    def admits(self, cookies: Iterable[str], authorizations: Iterable[str]) -> bool:
        """Whether the Cookie or Authorization headers of a request contain what is needed."""
        for header in cookies:
            for cookie in header.split(";"):
                name, _, value = cookie.strip().partition("=")
                if name == self._name and _same(value, self._key):
                    return True
        for header in authorizations:
            scheme, _, value = header.partition(" ")
            if scheme.lower() == "bearer" and self.matches(value.strip()):
                return True
        return False

    def cookie(self) -> str:
        """The value of a Set-Cookie header. Scripts cannot read the cookie, and browsers do not send it with
        requests that other sites make. It ends with the browser's session."""
        return f"{self._name}={self._key}; Path=/; HttpOnly; SameSite=Lax"


class SecurityMiddleware:
    """Rejects requests whose Host header is not in `hosts` (another website may have pointed its name here),
    requests without the token, if there is one, requests that other websites make, and requests that are too
    large. Adds security headers to every response."""

    def __init__(self, app: ASGIApp, hosts: tuple[str, ...], token: AccessToken | None = None) -> None:
        self._app = app
        self._hosts = AllowedHosts(hosts)
        self._token = token

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
        refusal = (
            self._check_host(scope, headers)
            or self._check_token(scope, headers)
            or _check_site(scope, headers)
            or _check_size(headers)
        )
        if refusal is not None:
            await refusal(scope, receive, send_with_headers)
            return
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

    def _check_host(self, scope: Scope, headers: Headers) -> Response | None:
        """The response to a request that does not name this server."""
        hosts = headers.getlist("host")
        if len(hosts) != 1:
            return json_response({"detail": f"a request needs one Host header, got {len(hosts)}"}, 400)
        connected, _ = scope.get("server") or (None, 0)
        if self._hosts.accepts(hosts[0], connected):
            return None
        return json_response(
            {"detail": f"host {short(hosts[0])!r} is not this server: use {self._hosts}"}, 421
        )

    def _check_token(self, scope: Scope, headers: Headers) -> Response | None:
        """The response to a request without the token, or to one that exchanges it for the cookie."""
        path = scope["path"]
        if self._token is None or path == HEALTH:
            return None
        admitted = self._token.admits(headers.getlist("cookie"), headers.getlist("authorization"))
        given, query = _split_query(scope["query_string"].decode("latin-1"))
        if path == "/" and given is not None and scope["method"] in ("GET", "HEAD"):
            known = self._token.matches(given)
            if known or admitted:
                response = RedirectResponse(f"/?{query}" if query else "/", 303)
                if known:
                    response.headers["Set-Cookie"] = self._token.cookie()
                return response
        if admitted:
            return None
        bearer = {"WWW-Authenticate": "Bearer"}
        if path.startswith(_API):
            return json_response({"detail": f"{_NO_TOKEN}, or send it as Authorization: Bearer"}, 401, bearer)
        return HTMLResponse(_NO_TOKEN_PAGE, 401, bearer)


def _check_site(scope: Scope, headers: Headers) -> Response | None:
    """The response to a request to the API that a browser makes for another website. A browser says so in
    Sec-Fetch-Site, but only to addresses that it considers secure; Origin is sent to all, but only for some
    kinds of requests. Other programs send neither."""
    if not scope["path"].startswith(_API):
        return None
    origins, host = headers.getlist("origin"), headers.get("host", "").lower()
    if headers.get("sec-fetch-site", "none") in ("none", "same-origin") and all(
        origin.lower() in (f"http://{host}", f"https://{host}") for origin in origins
    ):
        return None
    return json_response({"detail": _CROSS_SITE}, 403)


def _check_size(headers: Headers) -> Response | None:
    """The response to a request that says that it is too large. The connection stays open, and uvicorn reads
    what else arrives and forgets it: a client that is still sending could not read a response if its
    connection was closed."""
    length = headers.get("content-length", "")
    if length.isascii() and length.isdigit() and (len(length) > 9 or int(length) > BOUNDS.most_body):
        return json_response({"detail": _TOO_LARGE}, 413)
    return None


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
            raise HTTPException(413, _TOO_LARGE)
        return message

    return receive_some


def _split_query(query: str) -> tuple[str | None, str]:
    """The token in the query of a URL, if there is one, and the query without it.

    >>> _split_query("token=abc&x=1"), _split_query("x=1")
    (('abc', 'x=1'), (None, 'x=1'))
    """
    parts = query.split("&")
    tokens = [part.removeprefix("token=") for part in parts if part.startswith("token=")]
    rest = [part for part in parts if not part.startswith("token=")]
    return tokens[-1] if tokens else None, "&".join(rest)


def _same(given: str, secret: str) -> bool:
    """Whether two texts are equal, in a time that does not depend on where they differ."""
    return secrets.compare_digest(given.encode(errors="replace"), secret.encode())
