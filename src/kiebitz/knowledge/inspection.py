"""What can be said about a moment of a game from one seat: the answer of ``kiebitz know``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kiebitz.errors import KiebitzError
from kiebitz.knowledge.logic.conclusion import Conclusion
from kiebitz.knowledge.places.locations import Locations
from kiebitz.knowledge.reader import conclusions
from kiebitz.rules.values import State, View
from kiebitz.sayings import Saying, plain


@dataclass(frozen=True)
class Change:
    """What the last event did to a seat's worlds."""

    event: str
    before: int | None  # worlds before it; None at the start of a round
    after: int
    reasons: tuple[Conclusion, ...]

    def __str__(self) -> str:
        if self.before is None:
            return f"{self.event}: {self.after:,} worlds to begin with."
        if self.after <= self.before:
            text = f"{self.event}: {self.before - self.after:,} of {self.before:,} worlds are ruled out."
        else:
            text = f"{self.event}: {self.before:,} worlds become {self.after:,}; cards have moved unseen."
        return " ".join([text, *(str(reason) for reason in self.reasons)])

    @property
    def said(self) -> Saying:
        """The change in sentences, with its reasons."""
        return plain(str(self))


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
            raise KiebitzError(f"This record has the plies 0 to {len(states) - 1}, not {ply}.")
        view = states[ply].view(seat)
        locations = Locations.of(view)
        return cls(view, locations, _change(states, ply, view, locations))

    def rows(self) -> list[tuple[str, list[float]]]:
        """The unseen cards with their probability in every place."""
        matrix = self.locations.matrix()
        return [(str(card), matrix[card.number].tolist()) for card in self.locations.unseen]

    def as_dict(self) -> dict[str, Any]:
        return {
            "game": self.view.game.name,
            "seat": self.view.seat,
            "seat_name": self.view.game.seat_name(self.view.seat),
            "hand": str(self.view.hand),
            "worlds": self.locations.count(),
            "places": list(self.locations.places),
            "matrix": dict(self.rows()),
            "known": {place: str(self.locations.known(place)) for place in self.locations.places},
            "conclusions": [str(conclusion) for conclusion in conclusions(self.view)],
            "last_event": {
                "event": self.change.event,
                "worlds_before": self.change.before,
                "worlds_after": self.change.after,
                "reasons": [str(reason) for reason in self.change.reasons],
            },
        }


def _change(states: list[State], ply: int, view: View, locations: Locations) -> Change:
    event = view.events[-1]
    name = "The deal" if event.seat < 0 else f"{view.game.seat_name(event.seat)}: {event.move or 'hidden'}"
    reasons = tuple(found for found in conclusions(view) if found.event.ply == event.ply)
    before = None
    if ply > 0 and states[ply - 1].round == states[ply].round:
        before = Locations.of(states[ply - 1].view(view.seat)).count()
    return Change(name, before, locations.count(), reasons)
