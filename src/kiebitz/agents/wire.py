"""A view as JSON and back: what bots in other processes and on other machines are sent.

``packed`` is the view for programs that use this package; everybody else reads the named fields. It holds
nothing but the view: what a seat may not know is not in it.
"""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from kiebitz.errors import BadNotation
from kiebitz.kernel.random import Stream
from kiebitz.kernel.state import VIEWER, WORDS
from kiebitz.rules.diary import ROW
from kiebitz.rules.game import Game
from kiebitz.rules.values import Event, View
from kiebitz.sayings import say

LONGEST = 1_000_000  # bytes of an unpacked view


def view_data(view: View, has_events: bool = True) -> dict[str, Any]:
    """A view as data: the seat's own hand, the legal moves and all events seen, unless others add those.

    >>> from kiebitz.rules.registry import game
    >>> data = view_data(game("durak").deal(seed=1).view(0))
    >>> data["game"], data["seat"], len(data["hand"]), data["events"][0]["phase"]
    ('durak', 0, 6, 'deal')
    """
    return {
        "game": view.game.name,
        "options": dict(view.game.options),
        "seat": view.seat,
        "phase": view.phase,
        "round": view.round,
        "hand": [str(card) for card in view.hand],
        "moves": [str(move) for move in view.moves],
        "events": events_data(view.events) if has_events else None,
        "packed": pack(view),
    }


def events_data(events: Iterable[Event]) -> list[dict[str, Any]]:
    """Events as data."""
    return [
        {
            "seat": seen.seat,
            "phase": seen.phase,
            "move": str(seen.move) if seen.move else None,
            "gained": [str(card) for card in seen.gained],
            "round": seen.round,
        }
        for seen in events
    ]


def pack(view: View) -> str:
    """A view as one word of letters."""
    whole = np.ascontiguousarray(view.vector, np.int64).tobytes() + bytes(view._diary)
    return base64.b64encode(zlib.compress(whole, 1)).decode()


def unpack(game: Game, text: str, rng: Stream) -> View:
    """The view in a word that ``pack`` has made, for the same game and options.

    >>> from kiebitz.rules.registry import game
    >>> view = game("durak").deal(seed=1).view(0)
    >>> str(unpack(view.game, pack(view), view.rng)) == str(view)
    True
    """
    try:
        opened = zlib.decompressobj()
        whole = opened.decompress(base64.b64decode(text, validate=True), LONGEST)
    except (binascii.Error, zlib.error, ValueError) as error:
        raise BadNotation(say("This is not a packed view: {why}.", why=str(error))) from None
    size = WORDS * 8
    if len(whole) <= size or (len(whole) - size) % ROW.size or opened.unconsumed_tail:
        raise BadNotation(say("This is not a packed view: its length is wrong."))
    vector = np.frombuffer(whole[:size], np.int64).copy()
    if not 0 <= int(vector[VIEWER]) < game.seats:
        raise BadNotation(say("This is not a packed view of a seat."))
    return game.view_class(game, vector, whole[size:], rng)


def read_turn(game: Game, turn: Mapping[str, Any], rng: Stream) -> View:
    """The view of a ``turn`` message."""
    return unpack(game, str(turn["view"]["packed"]), rng)
