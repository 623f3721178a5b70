"""What goes over the line between the server and a worker: a kind, a length, and so many bytes.

To a worker goes a job; back come parts of its answer, if it has any, and then one last message: the answer,
that it was refused, or that it broke.
"""

import struct

JOB, PART, ANSWER, REFUSED, BROKEN = b"j", b"p", b"a", b"r", b"b"
_HEAD = struct.Struct("!cI")


def pack(kind: bytes, body: bytes) -> bytes:
    """One message as bytes.

    >>> pack(PART, b"{}")
    b'p\\x00\\x00\\x00\\x02{}'
    """
    return _HEAD.pack(kind, len(body)) + body


class Messages:
    """Bytes as they come, made whole messages again.

    >>> coming = Messages()
    >>> list(coming.feed(b"p\\x00\\x00\\x00")), list(coming.feed(b"\\x02{}a"))
    ([], [(b'p', b'{}')])
    """

    def __init__(self) -> None:
        self._held = bytearray()

    def feed(self, data: bytes) -> list[tuple[bytes, bytes]]:
        """The messages that are whole now, in turn."""
        self._held += data
        whole = []
        while len(self._held) >= _HEAD.size:
            kind, length = _HEAD.unpack_from(self._held)
            end = _HEAD.size + length
            if len(self._held) < end:
                break
            whole.append((kind, bytes(self._held[_HEAD.size : end])))
            del self._held[:end]
        return whole
