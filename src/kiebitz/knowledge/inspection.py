"""What can be said about a moment of a game from one seat: the answer of ``kiebitz know``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kiebitz.errors import KiebitzError
from kiebitz.knowledge.logic.conclusion import Conclusion
from kiebitz.knowledge.places.locations import Locations
from kiebitz.knowledge.reader import conclusions
from kiebitz.rules.values import State, View
from kiebitz.sayings import MoveText, Saying, joined, say


@dataclass(frozen=True)
class Change:
    """What the last event did to a seat's worlds."""

    event: Saying
    before: int | None  # worlds before it; None at the start of a round
    after: int
    reasons: tuple[Conclusion, ...]

    @property
    def said(self) -> Saying:
        """The change in sentences, with its reasons."""
        if self.before is None:
            return say("{event}: {n:,} worlds to begin with.", event=self.event, n=self.after)
        if self.after <= self.before:
            gone, of = self.before - self.after, self.before
            said = say("{event}: {n:,} of {of:,} worlds are ruled out.", event=self.event, n=gone, of=of)
        else:
            said = say(
                "{event}: {before:,} worlds become {after:,}; cards have moved unseen.",
                event=self.event,
                before=self.before,
                after=self.after,
            )
        return joined(" ", [said, *(reason.said for reason in self.reasons)])

    def __str__(self) -> str:
        return str(self.said)


@dataclass(frozen=True)
class Inspection:
    """A seat's knowledge at a moment."""

    view: View
    locations: Locations
    change: Change

    @classmethod
    def of(cls, states: list[State], ply: int, seat: int) -> Inspection:
        """The moment after this many plies of a game."""
        if not 0 <= ply < len(states):
            last = len(states) - 1
            raise KiebitzError(say("This record has the plies 0 to {last}, not {ply}.", last=last, ply=ply))
        view = states[ply].view(seat)
        locations = Locations.of(view)
        return cls(view, locations, _change(states, ply, view, locations))

    def rows(self) -> list[tuple[str, list[float]]]:
        """The unseen cards with their probability in every place."""
        matrix = self.locations.matrix()
        return [(str(card), matrix[card.number].tolist()) for card in self.locations.unseen]

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return as_dict(self.view, self.locations, self.change)


def as_dict(view: View, locations: Locations, change: Change | None) -> dict[str, Any]:
    """For JSON: sentences in English, and beside them as values that can be said in any language."""
    found = [conclusion.said for conclusion in conclusions(view)]
    matrix = locations.matrix()
    known = {
        "game": view.game.name,
        "seat": view.seat,
        "seat_name": view.game.seat_name(view.seat),
        "hand": str(view.hand),
        "worlds": locations.count(),
        "places": list(locations.places),
        "matrix": {str(card): matrix[card.number].tolist() for card in locations.unseen},
        "known": {place: str(locations.known(place)) for place in locations.places},
        "conclusions": [str(said) for said in found],
        "conclusions_said": [said.as_json() for said in found],
    }
    return known if change is None else known | {"last_event": _event(change)}


def _event(change: Change) -> dict[str, Any]:
    reasons = [reason.said for reason in change.reasons]
    return {
        "event": str(change.event),
        "event_said": change.event.as_json(),
        "worlds_before": change.before,
        "worlds_after": change.after,
        "reasons": [str(said) for said in reasons],
        "reasons_said": [said.as_json() for said in reasons],
    }


def _change(states: list[State], ply: int, view: View, locations: Locations) -> Change:
    event = view.events[-1]
    if event.seat < 0:
        name = say("The deal")
    elif event.move is None:
        name = say("{who}: hidden", who=view.game.who(event.seat))
    else:
        name = joined(": ", [view.game.who(event.seat), MoveText(str(event.move), event.phase)])
    reasons = tuple(found for found in conclusions(view) if found.event.ply == event.ply)
    before = None
    if ply > 0 and states[ply - 1].round == states[ply].round:
        before = Locations.of(states[ply - 1].view(view.seat)).count()
    return Change(name, before, locations.count(), reasons)
