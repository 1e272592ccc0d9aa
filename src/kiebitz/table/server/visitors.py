"""Who asks: under which name of the server, and how often.

A page elsewhere may have its own name resolve to this machine and would then pass for one of ours. So the
server answers to addresses, to names of this machine, and to those that it was started with; to no other.
"""

from __future__ import annotations

import re
import socket
from asyncio import Semaphore
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from ipaddress import ip_address
from time import monotonic
from weakref import WeakValueDictionary

from starlette.requests import HTTPConnection

MAKING_RATE, MAKING_BURST = 1.0, 300.0  # tables a second that one address may make, and how many at once
REMEMBERED = 10_000  # addresses
ASKING = 16  # questions of one address about tables that are worked out at a time
WORKED_OUT = (
    2  # of these questions, what one address may have worked out at a time: fewer than there are threads
)
LISTENING = 500  # connections of one address to tables: a school, but not all tables that there can be
HOST = re.compile(r"(\[[^\]]*\]|[^:]*)(:\d+)?")  # a name or address, perhaps with a port


class Names:
    """The names that the server answers to.

    >>> names = Names(["cards.example"])
    >>> [names.has(host) for host in ("127.0.0.1:8765", "[::1]", "localhost:80", "cards.example", "evil.org")]
    [True, True, True, True, False]
    >>> names.has("127.0.0.1:8765@evil.org")
    False
    """

    def __init__(self, more: Iterable[str] = ()) -> None:
        own = socket.gethostname().lower()
        self._names = {"localhost", own, f"{own}.local", *(name.lower() for name in more)}

    def has(self, host: str | None) -> bool:
        """Is this the name, with or without a port, of a request for us?"""
        if not host or not HOST.fullmatch(host):
            return False
        name = without_port(host).lower()
        return name in self._names or _is_address(name)


def without_port(host: str) -> str:
    """The name or address in a Host header."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0]


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


class Bucket:
    """How often somebody may do something: ``rate`` times a second, and ``burst`` times at once."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self.left, self.at = burst, monotonic()

    def take(self) -> bool:
        """Once more, if that is not too often."""
        now = monotonic()
        self.left = min(self.burst, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True

    def give(self) -> None:
        """That time does not count."""
        self.left = min(self.burst, self.left + 1)


def address_of(connection: HTTPConnection) -> str:
    """Where a request or a connection comes from."""
    return connection.client.host if connection.client else ""


class Visitors:
    """How many tables each address has made of late, how much it asks and to how many it listens at a time.

    >>> visitors = Visitors()
    >>> [visitors.may_make("here") for _ in range(310)].count(True), visitors.may_make("elsewhere")
    (300, True)
    """

    def __init__(self) -> None:
        self._buckets: dict[str, Bucket] = {}
        self._asking: Counter[str] = Counter()
        self._listening: Counter[str] = Counter()
        self._turns: WeakValueDictionary[str, Semaphore] = WeakValueDictionary()

    def may_make(self, address: str) -> bool:
        """May this address make another table?"""
        bucket = self._buckets.pop(address, None) or Bucket(MAKING_RATE, MAKING_BURST)
        self._buckets[address] = bucket  # those seen last are last
        if len(self._buckets) > REMEMBERED:
            del self._buckets[next(iter(self._buckets))]
        return bucket.take()

    def asking(self, address: str) -> AbstractContextManager[bool]:
        """May this address ask one more thing while it waits for other answers?

        >>> visitors = Visitors()
        >>> with visitors.asking("here") as may_ask:
        ...     may_ask
        True
        """
        return _one_more(self._asking, address, ASKING)

    def turn(self, address: str) -> Semaphore:
        """The turn of an address to have something worked out: what it asks beyond that waits for itself, and
        nobody else does."""
        return self._turns.setdefault(address, Semaphore(WORKED_OUT))

    def listening(self, address: str) -> AbstractContextManager[bool]:
        """May this address have one more connection?"""
        return _one_more(self._listening, address, LISTENING)


@contextmanager
def _one_more(counted: Counter[str], address: str, most: int) -> Iterator[bool]:
    """Count an address as long as this lasts: does it have no more than it may?"""
    counted[address] += 1
    try:
        yield counted[address] <= most
    finally:
        counted[address] -= 1
        if not counted[address]:
            del counted[address]
