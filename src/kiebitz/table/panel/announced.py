"""The announcements of a round, one of them with the models of a card before and after it."""

from __future__ import annotations

from typing import Any

from kiebitz.errors import BadOption
from kiebitz.knowledge.course import PublicAnnouncement, announcements
from kiebitz.rules.values import State
from kiebitz.sayings import say
from kiebitz.table.panel.panel import Panel
from kiebitz.table.panel.pencil import PENCIL, Pencil


def announced(
    panel: Panel,
    card: str,
    number: int | None = None,
    seat: int | None = None,
    ply: int | None = None,
    is_open: bool = False,
    pencil: Pencil = PENCIL,
) -> dict[str, Any]:
    """An announcement of the round of a ply, by its number from 1; without one, the last up to that ply."""
    who, when = panel.rights.head(seat), panel.ply(ply)
    found = announcements([panel.rights.position(s, who, is_open) for s in _round(panel.states, when)])
    last = len(found)
    if number is not None and not 1 <= number <= last:
        raise BadOption(say("This round has the announcements 1 to {last}, not {n}.", last=last, n=number))
    chosen = sum(told.ply <= when for told in found) if number is None else number
    told = _told(panel, found[chosen - 1], card, pencil) if chosen else None
    return {"number": chosen, "count": last, "told": told}


def _round(states: tuple[State, ...], ply: int) -> list[State]:
    """The states of the round of a ply, and the one that its last card leads to."""
    number = states[ply].round
    last = max(state.ply for state in states if state.round == number)
    return [state for state in states[: last + 2] if state.round >= number]


def _told(panel: Panel, told: PublicAnnouncement, card: str, pencil: Pencil) -> dict[str, Any]:
    before, after = (pencil.draw(model, panel.table.game) for model in told.of_card(card))
    return {
        "ply": told.ply,
        "said": told.said.as_json(),
        "formula": str(told.formula),
        "deals": [
            {"seat": name, "before": old, "after": new} for name, (old, new) in told.considered.items()
        ],
        "ruled_out": [
            {"place": place, "cards": list(map(str, cards))} for place, cards in told.ruled_out.items()
        ],
        "before": before,
        "after": after,
    }
