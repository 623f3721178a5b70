"""The line to one client: uvicorn's own, with bounds on what that leaves unbounded.

There may be only so many lines: who comes after them is told at once to come again. The head of a request
may be so large, and so may what surrounds its body, such as the trailers after the last chunk, which nobody
reads. All of a request must come within some seconds, and an answer that is not read for longer is given up.
A client that asks again on the same line before it is answered has its first question answered, and then the
line is closed: as HTTP has it, it asks the rest on another. uvicorn would keep any number of such questions,
and would not see that whoever asked the first has gone.
"""

import asyncio

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from turaga.web.request_limits import BOUNDS

_FULL = b"the server is busy: ask again in a moment"
_TOO_MANY = (
    b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 1\r\nconnection: close\r\n"
    b"content-type: text/plain; charset=utf-8\r\ncontent-length: %d\r\n\r\n%b" % (len(_FULL), _FULL)
)


def _most_lines() -> int:
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


class BoundedLine(HttpToolsProtocol):
    """A line to a client that may not have all it wants: uvicorn makes one for each."""

    _coming: asyncio.TimerHandle | None = None  # while a request is, or might be, on its way
    _unread: asyncio.TimerHandle | None = None  # while the client does not read what there is for it
    _beside = 0  # bytes that came since anything of a body did: a head, or what surrounds a body
    _advanced = False  # whether a head, a body or some of a body has come with the latest bytes
    _in_head = True
    _deaf = False  # nothing more is heard on this line

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > _most_lines():
            self._deaf = True
            transport.write(_TOO_MANY)
            transport.close()
        else:
            self._await_request()

    def connection_lost(self, exc: Exception | None) -> None:
        self._end_coming()
        self._end_unread()
        super().connection_lost(exc)

    # -- what comes -------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        if self._deaf:
            return
        if self._coming is None:
            self._await_request()
        self._advanced = False
        super().data_received(data)
        self._beside = 0 if self._advanced else self._beside + len(data)
        if self._beside > BOUNDS.most_head and not self.transport.is_closing():
            self._refuse_excess()

    def _refuse_excess(self) -> None:
        """End a request of which nothing but headers, trailers or the frames of chunks keeps coming."""
        if not self._in_head and self.cycle.response_started:  # a second answer would not be understood
            self.transport.abort()
            return
        part = "head of the request" if self._in_head else "part of the request that surrounds its body"
        self.send_400_response(f"the {part} is too large: at most {BOUNDS.most_head} bytes are taken")

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
            self._end_coming()
            super().on_message_complete()

    def _await_request(self) -> None:
        self._coming = self.loop.call_later(BOUNDS.request_seconds, self.transport.abort)

    def _end_coming(self) -> None:
        if self._coming is not None:
            self._coming.cancel()
            self._coming = None

    # -- what goes --------------------------------------------------------------------------------------

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
        """Give up an answer of which nothing was read since so much of it was left."""
        if self.transport.get_write_buffer_size() >= left:
            self.transport.abort()
        else:
            self._await_reader()

    def _end_unread(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None
