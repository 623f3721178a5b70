"""One connection of a client: uvicorn's own class, with the limits that it lacks.

- The number of open connections is limited, in total and for each address. So are the bytes of bodies that
  have arrived, and the bytes of responses that their clients do not read (`clients.py`). What exceeds a limit
  is rejected with 503 or dropped.
- The size of a request's head is limited, and so is everything around its body, such as the trailers after
  the last chunk, which nobody reads.
- A request must arrive completely within some seconds. A response that the client stops reading is dropped.
- A client that sends another request on the same connection before it has its response gets that response,
  and then the connection is closed. As HTTP specifies, it sends the rest on a new connection. uvicorn would
  keep any number of such requests, and would not notice that the client of the first has disconnected.
- A client may close its sending side after the request ("half-close", as `nc -N` does), and still gets its
  response. This looks the same as a client that has gone, except that one that has gone rejects what it is
  sent. So if the response takes a while, the server sends "100 Continue", which HTTP/1.1 clients ignore, and
  notices.

These alternatives were tried and rejected (uvicorn 0.54 to 0.59):

- uvicorn's other protocol, h11, without any patch. It limits heads and trailers by itself
  (`h11_max_incomplete_event_size`), and a small request costs about the same (0.42 to 0.66 ms of CPU; 0.42
  ms here). Several requests at once on one connection are served one after the other. But a body in 300,000
  chunks of one byte costs the server 1.8 s of CPU (0.12 s here), and nobody else is served meanwhile.
- Deadlines outside the protocol. A middleware can limit the wait for the rest of a body, and TCP_USER_TIMEOUT
  on the listening socket (only on Linux) can limit how long a response waits for its reader. But middleware
  is not called before a head is complete. Only the protocol can limit a connection that sends nothing or half
  a head, and the number of connections.

So a subclass of a protocol is needed in any case, and the methods of asyncio alone are not enough for it:
they do not tell when a request is complete, which is when its deadline ends. This class overrides methods of
two documented interfaces: asyncio's protocols (`connection_made`, `connection_lost`, `data_received`,
`eof_received`, `pause_writing`, `resume_writing`) and the callbacks of httptools' parser
(`on_message_begin`, `on_header`, `on_headers_complete`, `on_body`, `on_message_complete`). It also overrides
uvicorn's `on_response_complete`. Of uvicorn's own attributes it uses `transport`, `loop`, `client`,
`headers`, `scope`, and three attributes of `cycle`, the request that is being served: `response_started`,
`response_complete` and `keep_alive`.
"""

import asyncio

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from turaga.web.addresses import Proxies, group_of
from turaga.web.clients import Clients
from turaga.web.request_limits import BOUNDS

_FORWARDED, _SCHEME = b"x-forwarded-for", b"x-forwarded-proto"
_FREE_BODY = 4096  # bytes of each body that do not count, so that a small request is never rejected for them
_HALF_CLOSED_SECONDS = 0.1  # until the first check whether a client that sends nothing more is still there


def _response(status: bytes, message: bytes) -> bytes:
    """The bytes of a response that closes the connection."""
    return (
        b"HTTP/1.1 %b\r\nconnection: close\r\ncontent-type: text/plain; charset=utf-8\r\n"
        b"content-length: %d\r\n\r\n%b" % (status, len(message), message)
    )


_BUSY = _response(b"503 Service Unavailable\r\nretry-after: 1", b"the server is busy: try again in a moment")


def _most_connections() -> int:
    """The limit on connections: at most half of the files that this process may open, minus twelve for the
    first workers, which need three each. If no file is left, asyncio prints a traceback for every
    connection."""
    try:
        import resource
    except ImportError:
        return BOUNDS.most_lines
    most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return (
        BOUNDS.most_lines
        if most == resource.RLIM_INFINITY
        else min(BOUNDS.most_lines, max(1, most // 2 - 12))
    )


class LimitedConnection(HttpToolsProtocol):
    """The connection of one client. uvicorn creates one for each."""

    clients = Clients()  # of the server
    proxies = Proxies()  # that are trusted
    address = ""  # of the client, or of its network

    _admitted = False
    _arriving: asyncio.TimerHandle | None = None  # runs while a request is arriving or awaited
    _unread: asyncio.TimerHandle | None = None  # runs while the client is not reading its response
    _half_closed: asyncio.TimerHandle | None = None  # runs once the client has closed its sending side
    _overhead = 0  # bytes since the last part of a body: a head, or what surrounds a body
    _body = 0  # bytes of the body
    _held_body = 0  # those that count
    _advanced = False  # whether the latest bytes completed a head or a body, or contained part of a body
    _in_head = True
    _serving = False  # whether a request has arrived completely and has no complete response yet
    _ignoring = False  # whether to ignore everything else that arrives on this connection

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.address = group_of(self._peer)
        # A trusted proxy may have all connections. Each is counted for its client when that is known.
        self._admit(1 if self.proxies.trusts(self._peer) else BOUNDS.most_share)
        if self._admitted:
            self._await_request()

    def _admit(self, share: float) -> None:
        """Count the connection for its address, which may have this share of all; or reject it."""
        most = _most_connections()
        self._admitted = self.clients.make_room(self.address, most=most, each=max(1, int(most * share)))
        if self._admitted:
            self.clients.add(self)
        else:
            self._reject(_BUSY)

    def connection_lost(self, exc: Exception | None) -> None:
        self._end_arriving()
        self._end_unread()
        if self._half_closed is not None:
            self._half_closed.cancel()
        if self._admitted:
            self._admitted = False
            self._free_body()
            self.clients.remove(self)
        super().connection_lost(exc)

    @property
    def _peer(self) -> str:
        return self.client[0] if self.client else ""

    def drop(self) -> None:
        """Close the connection, because another needs its place. If a request is arriving, say so."""
        if self.transport.get_write_buffer_size():
            self.transport.abort()
        elif self._arriving is None or (self.cycle is not None and self.cycle.response_started):
            self._ignoring = True
            self.transport.close()
        else:
            self._reject(_BUSY)

    def _reject(self, response: bytes) -> None:
        self._ignoring = True
        self.transport.write(response)
        self.transport.close()

    # -- receiving --------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        if self._ignoring:
            return
        if self._arriving is None:
            self._await_request()
        self._advanced = False
        super().data_received(data)
        self._overhead = 0 if self._advanced else self._overhead + len(data)
        if self.transport.is_closing():
            return
        if self._overhead > BOUNDS.most_head:
            self._reject_excess()
        elif self._body - self._held_body > _FREE_BODY and not self._hold_body():
            self._reject_unless_started(_BUSY)

    def _reject_excess(self) -> None:
        """Reject a request that keeps sending headers, trailers or chunk frames, and nothing else."""
        part = "head of the request" if self._in_head else "part of the request around its body"
        message = f"the {part} is too large: the limit is {BOUNDS.most_head} bytes"
        self._reject_unless_started(_response(b"400 Bad Request", message.encode()))

    def _reject_unless_started(self, response: bytes) -> None:
        if not self._in_head and self.cycle.response_started:  # a second response would confuse the client
            self.transport.abort()
        else:
            self._reject(response)

    def _hold_body(self) -> bool:
        """Count what has arrived of the body. Returns whether it may stay."""
        more = self._body - _FREE_BODY - self._held_body
        each = int(BOUNDS.most_bodies * BOUNDS.most_share)
        if not self.clients.take_body(self.address, more, most=BOUNDS.most_bodies, each=each):
            return False
        self._held_body += more
        return True

    def _free_body(self) -> None:
        self.clients.free_body(self.address, self._held_body)
        self._body = self._held_body = 0

    def eof_received(self) -> bool:  # type: ignore[override]
        """Keep the connection open until the response has been sent, if a request has arrived completely. If
        the response has begun, the client has gone: half-closing comes right after the request."""
        if not self._serving or self.cycle.response_started or self.transport.is_closing():
            return False
        self.cycle.keep_alive = False
        self._await_half_closed(_HALF_CLOSED_SECONDS)
        return True

    def _await_half_closed(self, seconds: float) -> None:
        self._half_closed = self.loop.call_later(seconds, self._check_half_closed, seconds)

    def _check_half_closed(self, seconds: float) -> None:
        """Send something that the client ignores. If it has gone, the next such write fails, and asyncio
        closes the connection."""
        if not self._serving or self.cycle.response_started or self.scope["http_version"] == "1.0":
            return
        self.transport.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        self._await_half_closed(min(1, 2 * seconds))

    def on_message_begin(self) -> None:
        if self.cycle is not None and not self.cycle.response_complete:
            self._ignoring = True
            self.cycle.keep_alive = False
        if not self._ignoring:
            self._in_head = True
            super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        if self._in_head:  # uvicorn would add trailers to the headers, which the app has already read
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._in_head = False
        self._advanced = True
        if not self._ignoring:
            self._find_address()
        if not self._ignoring:
            self.scope["state"]["address"] = self.address
            super().on_headers_complete()

    def _find_address(self) -> None:
        """Find out who sent the request, and by which scheme, if a trusted proxy passed it on."""
        if self._admitted and self.proxies.trusts(self._peer):
            forwarded = [value.decode("latin-1") for name, value in self.headers if name == _FORWARDED]
            self.clients.free_unread(self)
            self.clients.remove(self)
            self.address = self.proxies.client_of(self._peer, forwarded)
            self._admit(BOUNDS.most_share)
            if [value for name, value in self.headers if name == _SCHEME][-1:] == [b"https"]:
                self.scope["scheme"] = "https"

    def on_body(self, body: bytes) -> None:
        self._advanced = True
        if not self._ignoring:
            self._body += 0 if self.cycle.response_complete else len(body)  # nobody reads it after that
            super().on_body(body)

    def on_message_complete(self) -> None:
        self._advanced = True
        if not self._ignoring:
            self._end_arriving()
            if not self.cycle.response_complete:
                self._serving = True
                self.clients.server_turn(self)
            super().on_message_complete()

    def on_response_complete(self) -> None:
        self._serving = False
        if self._admitted:
            self._free_body()
            self.clients.client_turn(self)
        super().on_response_complete()

    def _await_request(self) -> None:
        self._arriving = self.loop.call_later(BOUNDS.request_seconds, self.transport.abort)

    def _end_arriving(self) -> None:
        if self._arriving is not None:
            self._arriving.cancel()
            self._arriving = None

    # -- sending ----------------------------------------------------------------------------------------

    def pause_writing(self) -> None:
        super().pause_writing()
        self._await_reader()
        if self._admitted:
            self.clients.client_turn(self)
            left = self.transport.get_write_buffer_size()
            self.clients.take_unread(self, left, most=BOUNDS.most_unread)

    def resume_writing(self) -> None:
        self._end_unread()
        if self._admitted and self._serving:
            self.clients.server_turn(self)
        super().resume_writing()

    def _await_reader(self) -> None:
        left = self.transport.get_write_buffer_size()
        self._unread = self.loop.call_later(BOUNDS.unread_seconds, self._check_reader, left)

    def _check_reader(self, left: int) -> None:
        """Drop a response if the client has read nothing since `left` bytes were left to send."""
        if self.transport.get_write_buffer_size() >= left:
            self.transport.abort()
        else:
            self._await_reader()

    def _end_unread(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None
            if self._admitted:
                self.clients.free_unread(self)


def limited_connections(proxies: Proxies | None = None) -> type[LimitedConnection]:
    """The class of the connections of one server. They share what it knows about its clients."""

    class Connection(LimitedConnection):
        pass

    Connection.clients = Clients()
    Connection.proxies = proxies or Proxies()
    return Connection
