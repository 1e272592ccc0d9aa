"""What a card announces: for the protocol of Boerenbridge, whose players reason from announcements."""

from __future__ import annotations

from kiebitz.cards import CardSet
from kiebitz.games.boerenbridge.view import BoerenbridgeState
from kiebitz.knowledge.inferences import conclusions
from kiebitz.knowledge.locations import Locations
from kiebitz.rules.values import State

SPECTATOR = -1


def announcements(before: State, after: State) -> list[str]:
    """The announcement of a card, the cards it ruled out, and how many deals each other seat still allows.

    Nothing for guesses, which prove nothing, for other games, and for the last card of a round.
    """
    if not isinstance(before, BoerenbridgeState) or before.phase != "play" or after.round != before.round:
        return []
    if after.is_over:
        return []
    seat, game = before.turn, before.game
    name, card = game.seat_name(seat), after.history[-1][1]
    known = len(conclusions(before.view(SPECTATOR)))
    found = conclusions(after.view(SPECTATOR))[known:]
    lines = [f"announces: {name} has played {card}, nobody else has it"]
    for conclusion in found:
        unseen = Locations.of(before.view(SPECTATOR)).may_have(seat)
        gone = CardSet(conclusion.cards.mask & unseen.mask, game.deck)
        lines.append(f"announces: {conclusion} Ruled out for {name}: {gone or 'nothing new'}")
    counts = []
    for other in range(game.seats):
        if other != seat:
            old, new = (Locations.of(state.view(other)).count() for state in (before, after))
            counts.append(f"{game.seat_name(other)} {old:,} → {new:,}")
    return [*lines, f"deals considered possible: {', '.join(counts)}"]
