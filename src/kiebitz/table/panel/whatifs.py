"""What if? Another move at a moment, or another course up to it: where play can go on elsewhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kiebitz.errors import BadOption
from kiebitz.rules.parts import part
from kiebitz.rules.values import State
from kiebitz.sayings import say
from kiebitz.table.panel.panel import Panel
from kiebitz.table.stage import Stage, WhatIf
from kiebitz.table.tables.replays import branch
from kiebitz.table.tables.table import Table


def offers(panel: Panel, ply: int | None) -> dict[str, Any]:
    """The moves that could have been made at a moment, and what the game offers of the whole unit."""
    panel.rights.check_branch()
    state = panel.states[panel.ply(ply)]
    found = [{"said": each.said.as_json(), "ply": each.ply} for each in _all(panel)]
    return {"phase": state.phase, "turn": state.turn, "moves": list(map(str, state.moves)), "offers": found}


def play_on(panel: Panel, wish: Mapping[str, Any], seats: Sequence[Mapping[str, str]]) -> Table:
    """A table that goes on from a moment: ``ply``, and either ``move``, another one there, or ``offer``."""
    number, move = wish.get("offer"), wish.get("move")
    ply, moves = wish.get("ply"), [str(move)[:50]] if move else []
    if isinstance(number, int) and not isinstance(number, bool):
        known = _all(panel)
        if not 0 <= number < len(known):
            raise BadOption(say("There is no such choice in this game."))
        ply, moves = known[number].ply, list(known[number].moves)
    when = panel.ply(ply if isinstance(ply, int) and not isinstance(ply, bool) else None)
    state: State = panel.states[when]
    for each in moves:
        state = state.play(each)
    return branch(state, [*panel.minds[:when], *[None] * len(moves)], seats)


def _all(panel: Panel) -> Sequence[WhatIf]:
    return part(panel.table.game, Stage).what_ifs(panel.states)
