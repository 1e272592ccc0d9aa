"""The Kiebitz panel: what can be known at a table, as plain data for one viewer.

A viewer who may look into every head sees the game with open cards: the actual world is marked. Everybody
else gets what follows from their own view and from nothing else, so the panel cannot give anything away.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kiebitz.agents.registry import entries
from kiebitz.cards import Card
from kiebitz.errors import BadOption, KiebitzError
from kiebitz.kernel.random import Stream, key
from kiebitz.knowledge.inspection import Inspection
from kiebitz.knowledge.models.lazy import LazyModel, model_of
from kiebitz.knowledge.models.nested import Belief, estimated, nested
from kiebitz.knowledge.pictures.one_card import of_position, published
from kiebitz.knowledge.pictures.projection import Projection
from kiebitz.knowledge.places.locations import Locations
from kiebitz.knowledge.places.problem import LIMIT
from kiebitz.rules.tricks import played, this_round
from kiebitz.rules.values import Position, State, View
from kiebitz.sayings import say
from kiebitz.table.panel.open_cards import open_values
from kiebitz.table.panel.pencil import PENCIL, Pencil
from kiebitz.table.server.permits import check_agent
from kiebitz.table.tables.decisions import keep_mind
from kiebitz.table.tables.rights import NotYours, Rights
from kiebitz.table.tables.table import Table

LONGEST_FORMULA = 400
Maker = Callable[[Position, str], Projection]  # of the model of a card
SAMPLE = 1000  # deals for what one thinks of another, where there are too many to look at each


@dataclass(frozen=True)
class Panel:
    """What a viewer may ask about a table.

    The right to see everything is that of the moment when the panel was made, so all that was secret then or
    later is kept beside it: the table itself may have gone on to the next deal.
    """

    table: Table
    rights: Rights
    states: tuple[State, ...]
    minds: tuple[dict[str, Any] | None, ...]
    names: tuple[str, ...]

    @classmethod
    def of(cls, table: Table, viewer: int) -> Panel:
        names = tuple(map(table.called, range(table.game.seats)))
        return cls(table, table.rights(viewer), tuple(table.states), tuple(table.minds), names)

    def ply(self, ply: int | None) -> int:
        last = len(self.states) - 1
        chosen = last if ply is None else ply
        if not 0 <= chosen <= last:
            raise BadOption(say("This game has the plies 0 to {last}, not {ply}.", last=last, ply=chosen))
        return chosen

    def scene(self, ply: int) -> dict[str, Any]:
        """What the viewer sees at a ply."""
        return self.rights.scene(self.states[ply]) | {"ply": ply, "plies": len(self.states) - 1}

    # -- what it shows --------------------------------------------------------------------------------

    def matrix(self, seat: int | None = None, ply: int | None = None) -> dict[str, Any]:
        """Cards by places with exact probabilities, and what the last event changed."""
        who, when = self.rights.head(seat), self.ply(ply)
        found = Inspection.of(list(self.states), when, who)
        locations = found.locations
        shown = [p for p in range(len(locations.places)) if locations.room(p) or locations.known(p)]
        change = found.change
        return {
            "seat": who,
            "ply": when,
            "seat_name": self.table.game.seat_name(who) if who >= 0 else "everybody",
            "worlds": locations.count(),
            "places": [locations.places[place] for place in shown],
            "rows": self._rows(locations, shown, when),
            "cards": [str(card) for card in _of_round(found.view, locations, shown)],
            "change": {
                "text": str(change),
                "who": found.view.last[0],
                "phase": found.view.last[1],
                "move": found.view.last[2],
                "before": change.before,
                "after": change.after,
                "reasons": [reason.said.as_json() for reason in change.reasons],
            },
        }

    def _rows(self, locations: Locations, shown: list[int], ply: int) -> list[dict[str, Any]]:
        if not locations.count():
            return []
        matrix = locations.matrix()
        rows = []
        for card in _in_play(locations, shown):
            chances = [float(matrix[card.number, place]) for place in shown]
            is_certain = sum(chance > 0 for chance in chances) == 1
            rows.append(
                {
                    "card": str(card),
                    "seen": card not in locations.unseen,
                    "cells": [
                        {
                            "chance": 1.0 if is_certain and chance > 0 else chance,
                            "mark": "impossible" if chance == 0 else "certain" if is_certain else "",
                        }
                        for chance in chances
                    ],
                    "actual": self._actual(card, shown, ply) if self.rights.sees_all else None,
                }
            )
        return rows

    def _actual(self, card: Card, shown: list[int], ply: int) -> int | None:
        state = self.states[ply]
        return next((n for n, place in enumerate(shown) if card in state.known_in(place)), None)

    def card(
        self,
        card: str,
        seat: int | None = None,
        ply: int | None = None,
        is_open: bool = False,
        pencil: Pencil = PENCIL,
        sets: bool = False,
    ) -> dict[str, Any]:
        """The Kripke model of a card, after the last event and before it; or the players' possibility sets,
        for which all cards must be open."""
        who, when = self.rights.head(seat), self.ply(ply)
        make, is_open = (published, True) if sets else (of_position, is_open)
        after = self._card(make, card, who, when, is_open, pencil)
        before = self._card(make, card, who, when - 1, is_open, pencil) if self._same_deal(when) else None
        return {"card": card, "ply": when, "after": after, "before": before}

    def _same_deal(self, ply: int) -> bool:
        return ply > 0 and self.states[ply].round == self.states[ply - 1].round

    def _card(
        self, make: Maker, card: str, seat: int, ply: int, is_open: bool, pencil: Pencil
    ) -> dict[str, Any]:
        try:
            found = make(self.rights.position(self.states[ply], seat, is_open), card)
        except NotYours:
            raise
        except KiebitzError as error:
            return {"svg": "", "said": error.said.as_json(), "considers": []}
        return pencil.draw(found, self.table.game)

    def nested(self, card: str, seat: int, other: int, ply: int | None = None) -> dict[str, Any]:
        """What a seat thinks that another considers possible about a card."""
        who, when = self.rights.head(seat), self.ply(ply)
        if not 0 <= other < self.table.game.seats or who < 0 or other == who:
            raise BadOption(say("Choose two different players: who thinks, and about whom."))
        view = self.states[when].view(who)
        model, locations = model_of(view), Locations.of(view)
        names, sampled = model.vocabulary.seats, isinstance(model, LazyModel) and locations.count() > LIMIT
        if sampled:
            assert isinstance(model, LazyModel)
            rng = Stream(key("nested", self.table.id, when, who))
            worlds = [[cards.mask for cards in locations.sample(rng)] for _ in range(SAMPLE)]
            beliefs = estimated(model, card, names[who], names[other], worlds)
        else:
            beliefs = nested(model, card, names[who], names[other])
        total = sum(belief.deals for belief in beliefs)
        shares = [belief.deals / total for belief in beliefs]
        if sampled:
            shares = _corrected(beliefs, shares, names[other], locations.probability(card, other))
        return {
            "card": card,
            "who": names[who],
            "other": names[other],
            "worlds": locations.count(),
            "sampled": total if sampled else None,
            "beliefs": [
                {"places": list(belief.places), "deals": belief.deals, "share": share}
                for belief, share in zip(beliefs, shares, strict=True)
            ],
        }

    def formula(
        self, text: str, seat: int | None = None, ply: int | None = None, is_open: bool = False
    ) -> dict[str, Any]:
        """Is it true? With a witness or a counterexample where there is one."""
        if len(text) > LONGEST_FORMULA:
            raise BadOption(say("A formula may have {n} signs.", n=LONGEST_FORMULA))
        who, when = self.rights.head(seat), self.ply(ply)
        verdict = model_of(self.rights.position(self.states[when], who, is_open)).check(text)
        return {**verdict.as_dict(), "text": str(verdict), "ply": when}

    def mind(self, ply: int, agent: str = "") -> dict[str, Any]:
        """Why the move after a ply was made; or what another agent would do there, if one is named."""
        when = self.ply(ply)
        state = self.states[when]
        if state.is_over:
            raise BadOption(say("The game is over here; nobody is to move."))
        seat = self.rights.head(state.turn)
        played, kept, who = None, None, self.names[seat]
        if when < len(self.minds):
            played, kept = str(self.states[when + 1].history[-1][1]), self.minds[when]
        if agent:
            if not self.rights.sees_all:
                self.table.check_help()
            kept, who = self._asked(state, agent), agent
        legal = [str(move) for move in state.moves]
        found = {"ply": when, "seat": seat, "who": who, "phase": state.phase, "played": played}
        return found | {"moves": legal, "mind": kept}

    def open_cards(self, ply: int) -> dict[str, Any]:
        """What each legal card is worth if everybody sees all cards; only for viewers who do."""
        self.rights.check_cards()
        state = self.states[self.ply(ply)]
        return open_values(state) | {"phase": state.phase}

    def _asked(self, state: State, spec: str) -> dict[str, Any]:
        game = self.table.game
        known = {entry.name for entry in entries(game).values() if not entry.cheats}
        if spec.partition(":")[0] not in known:
            raise BadOption(say("{agent} cannot be asked here.", agent=repr(spec[:40])))
        check_agent(spec, game)
        rng, seat = Stream(key("asked", self.table.id, self.table.unit, state.ply)), state.turn
        asked = self.table.sit(spec, game, seat, Stream.named("advice", seat))
        decision = asked.decide(state.view(seat, rng)).decision
        return {"move": decision.move, **keep_mind(decision)}


def _in_play(locations: Locations, shown: list[int]) -> list[Card]:
    """The unseen cards and those that are known to lie somewhere."""
    mask = locations.unseen.mask
    for place in shown:
        mask |= locations.known(place).mask
    return [card for card in locations.game.deck.cards if mask >> card.number & 1]


def _of_round(view: View, locations: Locations, shown: list[int]) -> list[Card]:
    """The same and those that were played in this round."""
    laid = {card for _, card in played(view, this_round(view))}
    return sorted(laid | set(_in_play(locations, shown)), key=lambda card: card.number)


def _corrected(beliefs: list[Belief], shares: list[float], other: str, held: float) -> list[float]:
    """Shares of a sample, where it is known exactly how likely the other is to have the card."""
    own = sum(share for belief, share in zip(beliefs, shares, strict=True) if belief.places == (other,))
    if not 0 < own < 1:
        return shares
    return [
        held if belief.places == (other,) else share * (1 - held) / (1 - own)
        for belief, share in zip(beliefs, shares, strict=True)
    ]
