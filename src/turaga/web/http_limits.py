"""One connection of a client: uvicorn's own, with limits on what that leaves without.

- Only some connections may be open: one that comes after them gets a 503 at once.
- The head of a request may be only so large, and so may what surrounds its body, such as the trailers after
  the last chunk, which nobody reads.
- All of a request must arrive within some seconds, and a response that the client stops reading is given up.
- A client that sends another request on the same connection before it has its response gets that response,
  and then the connection is closed: as HTTP has it, it sends the rest on another. uvicorn would keep any
  number of such requests, and would not see that the client of the first has gone.

What was tried instead, and why this stayed (uvicorn 0.54 to 0.59):

- uvicorn's other protocol, h11, without any patch. It limits heads and trailers by itself
  (`h11_max_incomplete_event_size`), and a small request costs about the same (0.42 to 0.66 ms of CPU, here
  0.42). Several requests at once on one connection are served in turn. But a body in 300,000 chunks of one
  byte costs the server 1.8 s of CPU, here 0.12 s, and nobody else is served meanwhile.
- Deadlines outside of the protocol. A middleware can limit how long half a body is waited for, and
  TCP_USER_TIMEOUT on the listening socket (Linux alone) how long a response waits for its reader. But no
  middleware is called before a head is complete: a connection on which nothing comes, or half a head, and the
  number of connections can be limited in the protocol only.

So a subclass of a protocol is needed in any case, and asyncio's methods alone are not enough for one: they do
not tell when a request is complete, and with that when its deadline ends. This one overrides methods of two
documented interfaces: asyncio's protocols (`connection_made`, `connection_lost`, `data_received`,
`pause_writing`, `resume_writing`) and the callbacks of httptools' parser (`on_message_begin`, `on_header`,
`on_headers_complete`, `on_body`, `on_message_complete`). Of uvicorn's own attributes it uses `connections`,
`transport`, `loop`, and of the `cycle`, the request that is being served, `response_started`,
`response_complete` and `keep_alive`.
"""

import asyncio

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from turaga.web.request_limits import BOUNDS


def _response(status: bytes, says: bytes) -> bytes:
    """All of a response that closes the connection."""
    return (
        b"HTTP/1.1 %b\r\nconnection: close\r\ncontent-type: text/plain; charset=utf-8\r\n"
        b"content-length: %d\r\n\r\n%b" % (status, len(says), says)
    )


_TOO_MANY = _response(
    b"503 Service Unavailable\r\nretry-after: 1", b"the server is busy: ask again in a moment"
)


def _most_connections() -> int:
    """At most half of the files this process may open, less a dozen for the first workers, which need three
    each: asyncio prints a traceback for every connection if none can be opened."""
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
    """The connection of one client: uvicorn makes one for each."""

    _arriving: asyncio.TimerHandle | None = None  # while a request arrives, or is waited for
    _unread: asyncio.TimerHandle | None = None  # while the client does not read its response
    _beside = 0  # bytes since anything of a body arrived: a head, or what surrounds a body
    _advanced = False  # whether a head, a body or some of a body arrived with the latest bytes
    _in_head = True
    _deaf = False  # nothing more is read on this connection

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > _most_connections():
            self._refuse(_TOO_MANY)
        else:
            self._await_request()

    def connection_lost(self, exc: Exception | None) -> None:
        self._end_arriving()
        self._end_unread()
        super().connection_lost(exc)

    def _refuse(self, response: bytes) -> None:
        self._deaf = True
        self.transport.write(response)
        self.transport.close()

    # -- what arrives -----------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        if self._deaf:
            return
        if self._arriving is None:
            self._await_request()
        self._advanced = False
        super().data_received(data)
        self._beside = 0 if self._advanced else self._beside + len(data)
        if self._beside > BOUNDS.most_head and not self.transport.is_closing():
            self._refuse_excess()

    def _refuse_excess(self) -> None:
        """End a request of which nothing but headers, trailers or the frames of chunks keeps arriving."""
        if not self._in_head and self.cycle.response_started:  # a second response would not be understood
            self.transport.abort()
            return
        part = "head of the request" if self._in_head else "part of the request that surrounds its body"
        says = f"the {part} is too large: at most {BOUNDS.most_head} bytes are taken"
        self._refuse(_response(b"400 Bad Request", says.encode()))

    def on_message_begin(self) -> None:
        if self.cycle is not None and not self.cycle.response_complete:
            self._deaf = True
            self.cycle.keep_alive = False
        if not self._deaf:
            self._in_head = True
            super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        if self._in_head:  # uvicorn would add trailers to the headers, which the app has read by then
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._in_head = False
        self._advanced = True
        if not self._deaf:
            super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._advanced = True
        if not self._deaf:
            super().on_body(body)

    def on_message_complete(self) -> None:
        self._advanced = True
        if not self._deaf:
            self._end_arriving()
            super().on_message_complete()

    def _await_request(self) -> None:
        self._arriving = self.loop.call_later(BOUNDS.request_seconds, self.transport.abort)

    def _end_arriving(self) -> None:
        if self._arriving is not None:
            self._arriving.cancel()
            self._arriving = None

    # -- what leaves ------------------------------------------------------------------------------------

    def pause_writing(self) -> None:
        super().pause_writing()
        self._await_reader()

    def resume_writing(self) -> None:
        self._end_unread()
        super().resume_writing()

    def _await_reader(self) -> None:
        left = self.transport.get_write_buffer_size()
        self._unread = self.loop.call_later(BOUNDS.unread_seconds, self._look_again, left)

    def _look_again(self, left: int) -> None:
        """Give up a response of which nothing was read since so much of it was left."""
        if self.transport.get_write_buffer_size() >= left:
            self.transport.abort()
        else:
            self._await_reader()

    def _end_unread(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None
