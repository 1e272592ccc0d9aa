"""The line that a program reads when it is its turn: the turn of the table's protocol as JSON.

Every turn has the whole view, so that a program need not remember anything. Most of it are events, and those
were in the turn before: their text is kept, and only what is new is written.
"""

from __future__ import annotations

import json
from typing import Any

from kiebitz.agents.wire import events_data, view_data
from kiebitz.knowledge.scene import Shown
from kiebitz.rules.diary import ROW
from kiebitz.rules.parts import part
from kiebitz.rules.values import View

SEEDS = 1 << 31
_EVENTS = '"events": null'  # can be no part of a text, where quotation marks are escaped


def turn_data(view: View, unit: int, has_events: bool = True) -> dict[str, Any]:
    """A turn for a program: that of the table's protocol, the scene and a seed with it."""
    return {
        "type": "turn",
        "ply": len(view._diary) // ROW.size - 1,
        "unit": unit,
        "seed": view.rng.below(SEEDS),
        "view": view_data(view, has_events),
        "scene": part(view.game, Shown).scene(view).as_dict(view),
    }


class Turns:
    """The turns of a seat in one unit, each as a line.

    >>> from kiebitz.rules.registry import game
    >>> turns, state = Turns(unit=0), game("durak").deal(seed=1)
    >>> first = turns.line(state.view(state.turn))
    >>> first == json.dumps(turn_data(state.view(state.turn), unit=0)).encode() + b"\\n"
    True
    """

    def __init__(self, unit: int) -> None:
        self._unit = unit
        self._last: View | None = None
        self._events = ""  # those of the last view

    def line(self, view: View) -> bytes:
        """The turn in which a seat has this view."""
        events = self._written(view)
        turn = json.dumps(turn_data(view, self._unit, has_events=False))
        before, _, after = turn.partition(_EVENTS)
        return f'{before}"events": [{events}]{after}\n'.encode()

    def _written(self, view: View) -> str:
        """All events of a view, separated by commas."""
        known = 0
        if self._last is not None and view.recall(self._last):
            known = len(self._last.events)
        new = json.dumps(events_data(view.events[known:]))[1:-1]
        self._events = f"{self._events}, {new}" if known and new else self._events if known else new
        self._last = view
        return self._events
