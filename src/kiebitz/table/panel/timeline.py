"""The time line: every event of a unit with the deals that it ruled out for each seat."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import Any

from kiebitz.knowledge.places.locations import Locations
from kiebitz.rules.parts import part
from kiebitz.rules.values import State
from kiebitz.search.solving import Solving
from kiebitz.table.panel.panel import Panel
from kiebitz.table.stage import Stage
from kiebitz.table.tables.rights import WATCHER

ROOMS = 100  # whose counts are remembered


class Counts:
    """How many deals each seat considers possible at each ply; worked out once for each state."""

    def __init__(self) -> None:
        self._tables: OrderedDict[str, dict[tuple[int, int], tuple[State, int]]] = OrderedDict()
        self._lock = Lock()

    def of(self, table: str, state: State, seat: int) -> int:
        """The number of deals; a state that was taken back has other numbers than the one in its place."""
        with self._lock:
            known = self._tables.setdefault(table, {})
            self._tables.move_to_end(table)
            if len(self._tables) > ROOMS:
                self._tables.popitem(last=False)
        found = known.get((state.ply, seat))
        if found and found[0] is state:
            return found[1]
        count = Locations.of(state.view(seat)).count()
        known[state.ply, seat] = state, count
        return count


def timeline(panel: Panel, counts: Counts) -> dict[str, Any]:
    """All events as the viewer saw them, with counts for the seats that the viewer may look into."""
    table, game = panel.table, panel.table.game
    rights = panel.rights
    seats = list(rights.heads)
    last = panel.states[-1]
    seen = last.view(rights.viewer).events
    told = [str(move) for _, move in last.history]
    lines, before = [], dict[int, int]()
    for state, event in zip(panel.states, seen, strict=True):
        after = {seat: counts.of(table.id, state, seat) for seat in seats}
        move = str(event.move) if event.move else None
        if move is None and event.seat >= 0 and rights.sees_all:
            move = told[event.ply - 1]
        is_new = event.seat < 0 or panel.states[event.ply - 1].round != state.round
        lines.append(
            {
                "ply": event.ply,
                "round": state.round,
                "who": event.seat,
                "name": game.seat_name(event.seat) if event.seat >= 0 else "deal",
                "phase": event.phase,
                "move": move,
                "starts": _starts(state),
                "deals": [
                    {"seat": seat, "before": None if is_new else before[seat], "after": after[seat]}
                    for seat in seats
                ],
            }
        )
        before = after
    solved = part(game, Solving).phases if rights.sees_all else ()
    return {"plies": last.ply, "solved": solved, "all": rights.sees_all, "seats": seats, "lines": lines}


def _starts(state: State) -> bool:
    """Does a trick, or what a game has in its place, begin here?"""
    return state.is_over or part(state.game, Stage).scene(state.view(WATCHER)).begins
