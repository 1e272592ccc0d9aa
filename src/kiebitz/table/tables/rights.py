"""Who may see what at a table: whose view a viewer gets, the open cards, and what others thought.

A viewer is a seat, or -1 for somebody who only watches. While people play, everybody has their own view and
nothing else. When a unit is over everybody sees everything; where no person plays, watchers always do.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kiebitz.errors import BadOption, KiebitzError
from kiebitz.rules.parts import part
from kiebitz.rules.values import Position, State
from kiebitz.sayings import say
from kiebitz.table.scene import texts
from kiebitz.table.stage import Stage

WATCHER = -1


class NotYours(KiebitzError):
    """Somebody wants to act or look from a seat that is not theirs."""


@dataclass(frozen=True)
class Rights:
    """What one viewer may see, as of the moment when it was asked."""

    viewer: int
    seats: int
    sees_all: bool

    @classmethod
    def of(cls, viewer: int, seats: int, persons: int, is_over: bool) -> Rights:
        """The rights at a table where this many persons play.

        >>> Rights.of(0, seats=2, persons=1, is_over=False).sees_all
        False
        >>> Rights.of(WATCHER, seats=2, persons=0, is_over=False).sees_all
        True
        """
        return cls(viewer, seats, is_over or (viewer == WATCHER and persons == 0))

    @property
    def heads(self) -> tuple[int, ...]:
        """The seats whose knowledge may be looked at."""
        return tuple(range(self.seats)) if self.sees_all else (self.viewer,)

    def head(self, seat: int | None) -> int:
        """The seat that is looked into: any one, or only one's own (a watcher's is what everybody sees)."""
        chosen = self.viewer if seat is None else seat
        if not WATCHER <= chosen < self.seats:
            raise BadOption(say("There is no seat {n} at this table.", n=chosen))
        if chosen != self.viewer and not self.sees_all:
            raise NotYours(say("While the game goes on you can look into your own head only."))
        return chosen

    def position(self, state: State, seat: int, is_open: bool) -> Position:
        """What questions are put to: a seat's view, or all cards for viewers who may see them."""
        if is_open:
            self.check_cards()
            return state
        return state.view(self.head(seat))

    def check_cards(self) -> None:
        """Refuse the open cards to viewers who may not see them yet."""
        if not self.sees_all:
            raise NotYours(say("The cards are shown when the game is over."))

    def check_record(self) -> None:
        """The same for the record, which has them all."""
        if not self.sees_all:
            raise NotYours(say("The record shows all cards; it can be had when the game is over."))

    def check_branch(self) -> None:
        """The same for play that goes on elsewhere with the same cards."""
        if not self.sees_all:
            raise NotYours(say("From here play can go on elsewhere when the game is over."))

    def scene(self, state: State) -> dict[str, Any]:
        """What the viewer sees of a state, as a page draws it."""
        view, stage = state.view(self.viewer), part(state.game, Stage)
        scene = stage.scene(view)
        if self.sees_all:
            for place in scene.seats:
                if place.seat != self.viewer:
                    place.cards, place.open = texts(state.hand_of(place.seat)), True
            stage.reveal(state, scene)
        return scene.as_dict(view)
