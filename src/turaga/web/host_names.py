"""Host names: which ones requests may use, and what others call this machine.

A website can point its own name at any address. The browser of a visitor would then send it requests for this
server, and give it the responses (DNS rebinding). So the server only accepts requests whose Host header names
it. An IP address in that header is safe: nobody can point an address somewhere else.
"""

import contextlib
import ipaddress
import re
import socket
from collections.abc import Iterable

from turaga.errors import BadInput
from turaga.text import listed, short

LOOPBACK_HOSTS = ("127.0.0.1", "localhost", "[::1]")
ANY_ADDRESS = ("0.0.0.0/0", "::/0")

_MOST_CHARACTERS = 260  # of a Host header: a name has at most 253
_HOST = re.compile(r"([a-z0-9_.-]++|\[[0-9a-f:.]++\])(?::[0-9]{0,5})?")
_DISCARD_PORT = 9
# Addresses that are reserved for examples. Connecting a UDP socket to one sends nothing: the system only
# chooses the address from which it would send.
_FAR = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}

_Address = ipaddress.IPv4Address | ipaddress.IPv6Address


def host_of(header: str) -> str | None:
    """The name or address in a Host header, in lower case and without the port; None if there is none.

    >>> host_of("LocalHost:8000"), host_of("[::1]:8000"), host_of("[::1]evil.example")
    ('localhost', '[::1]', None)
    """
    if len(header) > _MOST_CHARACTERS or not (found := _HOST.fullmatch(header.lower())):
        return None
    return found[1].removesuffix(".") or None


def parse_host(text: str) -> str:
    """A name or an address as browsers write it in a Host header. Raises `BadInput` if it is neither.

    >>> parse_host("Tours.Example"), parse_host("::1"), parse_host("bücher.example")
    ('tours.example', '[::1]', 'xn--bcher-kva.example')
    """
    name: str | None = text
    if (address := _address(text)) is not None:
        name = f"[{address}]" if address.version == 6 else str(address)
    else:
        with contextlib.suppress(UnicodeError):
            name = text.encode("idna").decode("ascii").lower()
    if name is None or host_of(name) != name.removesuffix("."):
        raise BadInput(
            f"{short(text)!r} is not a host name",
            accepted="write a name such as tours.example.org, or an address, without a port",
            field="names",
        )
    return name.removesuffix(".")


class AllowedHosts:
    """The hosts that requests may name: names, addresses, networks such as 0.0.0.0/0, or `*` for any.

    >>> allowed = AllowedHosts(["localhost", "10.0.0.0/8"])
    >>> allowed.accepts("localhost:8000"), allowed.accepts("10.1.2.3"), allowed.accepts("evil.example")
    (True, True, False)
    """

    def __init__(self, hosts: Iterable[str]) -> None:
        hosts = tuple(hosts)
        self._any = "*" in hosts
        self._networks = [ipaddress.ip_network(host) for host in hosts if "/" in host]
        self._names = {host.lower() for host in hosts if "/" not in host}

    def accepts(self, header: str, connected: str | None = None) -> bool:
        """Whether requests may have this Host header. `connected` is the address of this machine that the
        client has connected to: it may always be used."""
        if self._any:
            return True
        host = host_of(header)
        if host is None or host in self._names:
            return host is not None
        address = _address(host)
        return address is not None and (
            any(address in network for network in self._networks)
            or (connected is not None and address == _address(connected))
        )

    def __str__(self) -> str:
        """What is accepted, for a message."""
        return "its IP address" if self._networks else listed(sorted(self._names), "or")


def own_names() -> tuple[str, ...]:
    """The names of this machine: its host name, the first part of that, and its name in the local network.

    >>> all(host_of(name) == name for name in own_names())
    True
    """
    name = socket.gethostname().lower()
    label = name.partition(".")[0]
    return tuple(each for each in dict.fromkeys((name, label, f"{label}.local")) if host_of(each) == each)


def own_addresses(families: Iterable[socket.AddressFamily]) -> list[str]:
    """The addresses at which other machines can reach this one. This sends nothing, unless the machine has
    no route to others: then the system may look up its own name."""
    found: list[str] = []
    for family in families:
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as unsent:
            unsent.connect((_FAR[family], _DISCARD_PORT))
            found.append(unsent.getsockname()[0])
    if not found:
        with contextlib.suppress(OSError, UnicodeError):
            known = socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_STREAM)
            found = [str(address[0]) for family, *_, address in known if family in families]
    return [text for text in dict.fromkeys(found) if _is_reachable(text)]


def url_of(address: str, port: int) -> str:
    """The URL of a server.

    >>> url_of("127.0.0.1", 8000), url_of("::1", 8000)
    ('http://127.0.0.1:8000/', 'http://[::1]:8000/')
    """
    return f"http://{f'[{address}]' if ':' in address else address}:{port}/"


def _is_reachable(text: str) -> bool:
    """Whether other machines can use this address in a URL. One that is only valid on one link cannot be
    written in one."""
    address = _address(text)
    return address is not None and not (
        address.is_loopback or address.is_unspecified or address.is_link_local
    )


def _address(text: str) -> _Address | None:
    """The address in a text, perhaps in brackets. An IPv4 address written as an IPv6 address becomes an IPv4
    address."""
    if text.startswith("[") and text.endswith("]"):
        text = text[1:-1]
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address
