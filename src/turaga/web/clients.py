"""What the clients of each address hold: connections, bodies that are arriving, responses not yet read.

No address can take everything. A connection on which it is the client's turn (to send a request, or to read a
response) can be dropped. If a client opens one connection too many, then the one that has waited longest for
its client is dropped: of the same address, if the address has reached its own limit, and otherwise of the
address with the most connections. So a thousand connections that send nothing keep nobody out. A connection
on which it is the server's turn is never dropped.
"""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from typing import Protocol
from weakref import WeakValueDictionary

_PAUSE = 8  # times as long as reading a body took
_turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()


@contextlib.asynccontextmanager
async def fair_turn(address: str) -> AsyncIterator[None]:
    """Read a large body of this address here. That can take a twentieth of a second, and checking the fields
    as long again, and nobody else is served meanwhile. So one body of an address is read at a time, followed
    by a pause for others that is several times as long."""
    async with _turns.setdefault(address, asyncio.Lock()):
        began = time.thread_time()
        try:
            yield
        finally:
            await asyncio.sleep(_PAUSE * (time.thread_time() - began))


class Droppable(Protocol):
    """A connection that can be dropped."""

    address: str

    def drop(self) -> None:
        """Close the connection, because another needs its place."""


class _Held:
    """What one address holds."""

    def __init__(self) -> None:
        self.connections = 0
        self.body_bytes = 0
        self.unread_bytes = 0
        self.waiting: dict[Droppable, None] = {}  # for their clients, the longest first
        self.unread: dict[Droppable, int] = {}  # bytes that the client has not read, the oldest first


class Clients:
    """The open connections of a server, by the address of their clients."""

    def __init__(self) -> None:
        self._held: dict[str, _Held] = {}
        self.connections = self.body_bytes = self.unread_bytes = 0

    def make_room(self, address: str, *, most: int, each: int) -> bool:
        """Whether there is room for one more connection of this address, if necessary after dropping another.
        `most` connections are allowed in total, and `each` from one address."""
        held = self._held.get(address)
        if held is not None and held.connections >= each:
            return _drop_longest(held.waiting)
        if self.connections < most:
            return True
        droppable = [held for held in self._held.values() if held.waiting]
        return bool(droppable) and _drop_longest(max(droppable, key=lambda held: held.connections).waiting)

    def add(self, connection: Droppable) -> None:
        """Add a connection whose client has to send a request."""
        self.connections += 1
        held = self._held.setdefault(connection.address, _Held())
        held.connections += 1
        held.waiting[connection] = None

    def remove(self, connection: Droppable) -> None:
        """Remove a connection that is closed."""
        self.connections -= 1
        held = self._held[connection.address]
        held.connections -= 1
        held.waiting.pop(connection, None)
        if not held.connections:
            del self._held[connection.address]

    def client_turn(self, connection: Droppable) -> None:
        """The client has to send or to read something: the connection can be dropped."""
        self._held[connection.address].waiting[connection] = None

    def server_turn(self, connection: Droppable) -> None:
        """The server has to respond: the connection cannot be dropped."""
        self._held[connection.address].waiting.pop(connection, None)

    def take_body(self, address: str, count: int, *, most: int, each: int) -> bool:
        """Hold this many more bytes of bodies, unless that is too much."""
        held = self._held[address]
        if self.body_bytes + count > most or held.body_bytes + count > each:
            return False
        self.body_bytes += count
        held.body_bytes += count
        return True

    def free_body(self, address: str, count: int) -> None:
        """Hold this many bytes less."""
        self.body_bytes -= count
        self._held[address].body_bytes -= count

    def take_unread(self, connection: Droppable, count: int, *, most: int) -> None:
        """Hold this many bytes for a client that reads too slowly. If that is too much in total, drop the
        oldest response of the address that has the most unread bytes."""
        held = self._held[connection.address]
        held.unread[connection] = count
        held.unread_bytes += count
        self.unread_bytes += count
        while self.unread_bytes > most:
            greediest = max(self._held.values(), key=lambda held: held.unread_bytes)
            oldest = next(iter(greediest.unread))
            self.free_unread(oldest)
            oldest.drop()

    def free_unread(self, connection: Droppable) -> None:
        """The client has read what was held for it, or has gone."""
        held = self._held[connection.address]
        count = held.unread.pop(connection, 0)
        held.unread_bytes -= count
        self.unread_bytes -= count


def _drop_longest(waiting: dict[Droppable, None]) -> bool:
    """Drop the connection that has waited longest for its client. Returns whether there was one."""
    longest = next(iter(waiting), None)
    if longest is None:
        return False
    del waiting[longest]
    longest.drop()
    return True
