"""The token that people need to use the server, if it is not only for this machine.

It is part of the URL that the server prints. The first request with that URL exchanges it for a cookie, and
the browser is sent to the same address without the token. So the token does not stay in the address bar, in
the history, in copied links or in logs. Programs send it in an Authorization header instead.

The cookie holds another random value. Browsers also send it to other programs on other ports of the same
host: those can use this server, but they cannot make a link for somebody else. Its name contains the port, so
that two servers on one host do not overwrite each other's cookies. Both values are valid until the server
stops.
"""

import secrets
from collections.abc import Iterable

_BYTES = 16  # 128 bits: nobody can guess it


class AccessToken:
    """A new token, and the cookie that it is exchanged for."""

    def __init__(self, port: int) -> None:
        self._token = secrets.token_urlsafe(_BYTES)
        self._key = secrets.token_urlsafe(_BYTES)
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

    def cookie(self, *, secure: bool) -> str:
        """The value of a Set-Cookie header. Scripts cannot read the cookie, and browsers do not send it with
        requests that other sites make. It ends with the browser's session."""
        return f"{self._name}={self._key}; Path=/; HttpOnly; SameSite=Lax{'; Secure' if secure else ''}"


def split_query(query: str) -> tuple[str | None, str]:
    """The token in the query of a URL, if there is one, and the query without it.

    >>> split_query("token=abc&x=1"), split_query("x=1")
    (('abc', 'x=1'), (None, 'x=1'))
    """
    token, rest = None, []
    for part in query.split("&"):
        name, _, value = part.partition("=")
        if name == "token":
            token = value
        else:
            rest.append(part)
    return token, "&".join(rest)


def _same(given: str, secret: str) -> bool:
    """Whether two texts are equal, in a time that does not depend on where they differ."""
    return secrets.compare_digest(given.encode(errors="replace"), secret.encode())
