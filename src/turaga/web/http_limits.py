"""One connection of a client: uvicorn's own class, with the limits that it lacks.

- The number of open connections is limited. One that comes after that gets a 503 at once.
- The size of a request's head is limited, and so is everything around its body, such as the trailers after
  the last chunk, which nobody reads.
- A request must arrive completely within some seconds. A response that the client stops reading is dropped.
- A client that sends another request on the same connection before it has its response gets that response,
  and then the connection is closed. As HTTP specifies, it sends the rest on a new connection. uvicorn would
  keep any number of such requests, and would not notice that the client of the first has disconnected.

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
`pause_writing`, `resume_writing`) and the callbacks of httptools' parser (`on_message_begin`, `on_header`,
`on_headers_complete`, `on_body`, `on_message_complete`). Of uvicorn's own attributes it uses `connections`,
`transport`, `loop`, and three attributes of `cycle`, the request that is being served: `response_started`,
`response_complete` and `keep_alive`.
"""

import asyncio

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from turaga.web.request_limits import BOUNDS


def _response(status: bytes, message: bytes) -> bytes:
    """The bytes of a response that closes the connection."""
    return (
        b"HTTP/1.1 %b\r\nconnection: close\r\ncontent-type: text/plain; charset=utf-8\r\n"
        b"content-length: %d\r\n\r\n%b" % (status, len(message), message)
    )


_TOO_MANY = _response(
    b"503 Service Unavailable\r\nretry-after: 1", b"the server is busy: try again in a moment"
)


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

    _arriving: asyncio.TimerHandle | None = None  # runs while a request is arriving or awaited
    _unread: asyncio.TimerHandle | None = None  # runs while the client is not reading its response
    _overhead = 0  # bytes since the last part of a body: a head, or what surrounds a body
    _advanced = False  # whether the latest bytes completed a head or a body, or contained part of a body
    _in_head = True
    _ignoring = False  # whether to ignore everything else that arrives on this connection

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > _most_connections():
            self._reject(_TOO_MANY)
        else:
            self._await_request()

    def connection_lost(self, exc: Exception | None) -> None:
        self._end_arriving()
        self._end_unread()
        super().connection_lost(exc)

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
        if self._overhead > BOUNDS.most_head and not self.transport.is_closing():
            self._reject_excess()

    def _reject_excess(self) -> None:
        """Reject a request that keeps sending headers, trailers or chunk frames, and nothing else."""
        if not self._in_head and self.cycle.response_started:  # a second response would confuse the client
            self.transport.abort()
            return
        part = "head of the request" if self._in_head else "part of the request around its body"
        message = f"the {part} is too large: the limit is {BOUNDS.most_head} bytes"
        self._reject(_response(b"400 Bad Request", message.encode()))

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
            super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._advanced = True
        if not self._ignoring:
            super().on_body(body)

    def on_message_complete(self) -> None:
        self._advanced = True
        if not self._ignoring:
            self._end_arriving()
            super().on_message_complete()

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

    def resume_writing(self) -> None:
        self._end_unread()
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
