"""The games of a block as bytes: columns of numbers as narrow as they allow, squeezed together.

A game of two seats takes a handful of bytes, and a block is written and read at once, whatever it holds. How
bytes are made may change; each block says in its head what is in it.
"""

from __future__ import annotations

import zlib
from struct import Struct, error
from typing import Any, NamedTuple

import numpy as np

HEAD = Struct("<4sBB")  # the kinds of the four columns, seats, and whether the rest is compressed
KINDS = ("b", "h", "i", "q")  # of numbers, from the narrowest
QUICK = 1  # level of compression: higher ones take several times as long for a tenth less
LEAST = 64  # bytes that are worth compressing
LARGEST = 10_000  # games of a block
WIDEST = 4_096  # bytes of a game, unpacked: those of today have a few dozen


class Games(NamedTuple):
    """Some games, one a row."""

    points: Any
    plies: Any
    losers: Any
    measures: Any

    def rows(self, chosen: Any) -> Games:
        """Some of them."""
        return Games(*(column[chosen] for column in self))


def pack(games: Games) -> bytes:
    """Games as bytes.

    >>> one = Games(np.array([[1, -1]] * 500), np.arange(500), np.full(500, -1), np.zeros((500, 4), np.int64))
    >>> data = pack(one)
    >>> len(data) < 1000, bool((unpack(data, 500).plies == one.plies).all())
    (True, True)
    """
    columns = [_narrow(np.asarray(column)) for column in games]
    body = b"".join(np.ascontiguousarray(column.T).tobytes() for column in columns)
    kinds = "".join(column.dtype.char for column in columns).encode()
    squeezed = zlib.compress(body, QUICK) if len(body) >= LEAST else body
    is_smaller = len(squeezed) < len(body)
    return HEAD.pack(kinds, games.points.shape[1], is_smaller) + (squeezed if is_smaller else body)


def unpack(data: bytes, count: int) -> Games:
    """What ``pack`` made of this many games; a ValueError if it is something else."""
    try:
        kinds, seats, is_compressed = HEAD.unpack_from(data)
        if not 0 < count <= LARGEST or not seats or not set(kinds) <= set(map(ord, KINDS)):
            raise ValueError("a block of games is none that was ever written")
        body = _expanded(data[HEAD.size :], count * WIDEST) if is_compressed else data[HEAD.size :]
        points, plies, losers, measures = (np.dtype(chr(kind)).newbyteorder("<") for kind in kinds)
    except (error, zlib.error, TypeError) as why:
        raise ValueError(f"a block of games is damaged ({why})") from why
    ends = np.cumsum([count * seats * points.itemsize, count * plies.itemsize, count * losers.itemsize])
    if len(body) < ends[-1] or (len(body) - ends[-1]) % (count * measures.itemsize * seats):
        raise ValueError("a block of games has another length than it says")
    games = Games(
        np.frombuffer(body[: ends[0]], points).reshape(seats, count).T,
        np.frombuffer(body[ends[0] : ends[1]], plies),
        np.frombuffer(body[ends[1] : ends[2]], losers),
        np.frombuffer(body[ends[2] :], measures).reshape(-1, count).T,
    )
    check_losers(games)
    return games


def check_losers(games: Games) -> None:
    """A ValueError if a seat has failed that is not there."""
    if games.losers.size and not -1 <= games.losers.min() <= games.losers.max() < games.points.shape[1]:
        raise ValueError("somebody failed who does not play")


def _expanded(data: bytes, most: int) -> bytes:
    """What was squeezed, but no more bytes than games can have: a few may stand for gigabytes."""
    squeezed = zlib.decompressobj()
    body = squeezed.decompress(data, most)
    if not squeezed.eof:
        raise ValueError("a block of games is cut off, or larger than games can be")
    return body


def _narrow(column: Any) -> Any:
    """A column in the narrowest kind of number that holds it."""
    low, high = (int(column.min()), int(column.max())) if column.size else (0, 0)
    for kind in KINDS:
        limits = np.iinfo(kind)
        if limits.min <= low and high <= limits.max:
            return column.astype(np.dtype(kind).newbyteorder("<"))
    raise ValueError("a number is too large to be stored")
