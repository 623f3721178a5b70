"""The address of a client. Limits apply to each address, so that no client can use up what all share.

Behind a reverse proxy every connection comes from the proxy. If the proxy is trusted, the client's address is
in the header X-Forwarded-For. Each proxy appends the address that it got the request from, and a client can
send the header too, so only the entries that trusted proxies appended can be believed: from right to left, up
to and including the first that is not a trusted proxy itself.

An address stands for a customer of a network. With IPv6 that is a /64 network: a customer can use all of its
2^64 addresses.
"""

import ipaddress
from collections.abc import Iterable

from turaga.errors import BadInput
from turaga.text import short

_Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network

_MOST_HOPS = 20  # entries of X-Forwarded-For that are read, from the right


def parse_network(text: str) -> Network:
    """An address or a network, as a network.

    >>> parse_network("10.0.0.0/8"), parse_network("::1")
    (IPv4Network('10.0.0.0/8'), IPv6Network('::1/128'))
    >>> parse_network("proxy.example")
    Traceback (most recent call last):
        ...
    turaga.errors.BadInput: trusted proxy 'proxy.example' is not an IP address or network: write one such as
    10.0.0.5, 10.0.0.0/8 or fd00::/8
    """
    try:
        return ipaddress.ip_network(text)
    except ValueError:
        raise BadInput(
            f"trusted proxy {short(text)!r} is not an IP address or network",
            accepted="write one such as 10.0.0.5, 10.0.0.0/8 or fd00::/8",
            field="trusted_proxies",
            value=text,
        ) from None


def group_of(address: str) -> str:
    """The group that an address belongs to: the address itself, or the /64 network of an IPv6 address. An
    IPv4 address written as IPv6 is an IPv4 address.

    >>> group_of("10.0.0.5"), group_of("::ffff:10.0.0.5"), group_of("2001:db8::1:2:3:4%eth0")
    ('10.0.0.5', '10.0.0.5', '2001:db8::/64')
    """
    parsed = _parse(address)
    return address if parsed is None else _group(parsed)


class Proxies:
    """The proxies that are trusted to say who their client is.

    >>> proxies = Proxies([parse_network("127.0.0.1")])
    >>> proxies.client_of("127.0.0.1", ["1.1.1.1, 10.0.0.5"]), proxies.client_of("10.0.0.9", ["1.1.1.1"])
    ('10.0.0.5', '10.0.0.9')
    """

    def __init__(self, networks: Iterable[Network] = ()) -> None:
        self._networks = tuple(networks)

    def trusts(self, address: str) -> bool:
        """Whether the address is a trusted proxy."""
        return bool(self._networks) and self._trusted(_parse(address))

    def client_of(self, peer: str, forwarded: Iterable[str]) -> str:
        """The group of the client of a request from `peer`, whose X-Forwarded-For headers are `forwarded`. An
        entry that is not an address ends the search: then the last proxy before it is the client."""
        nearest = _parse(peer)
        if nearest is None:
            return peer
        entries = [entry for value in forwarded for entry in value.rsplit(",", _MOST_HOPS)[-_MOST_HOPS:]]
        for entry in reversed(entries[-_MOST_HOPS:]):
            if not self._trusted(nearest) or (further := _parse(_without_port(entry.strip()))) is None:
                break
            nearest = further
        return _group(nearest)

    def _trusted(self, address: _Address | None) -> bool:
        return address is not None and any(address in network for network in self._networks)


def _parse(address: str) -> _Address | None:
    """The address, or None if it is none, such as that of a Unix socket."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return None
    mapped = parsed.ipv4_mapped if isinstance(parsed, ipaddress.IPv6Address) else None
    return parsed if mapped is None else mapped


def _group(address: _Address) -> str:
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)


def _without_port(entry: str) -> str:
    """An entry without its port.

    >>> _without_port("[::1]:80"), _without_port("10.0.0.5:80"), _without_port("::1")
    ('::1', '10.0.0.5', '::1')
    """
    if entry.startswith("["):
        return entry[1:].partition("]")[0]
    return entry.partition(":")[0] if entry.count(":") == 1 else entry
