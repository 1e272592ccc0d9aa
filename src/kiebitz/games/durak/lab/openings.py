"""How often a player opens a bout with a card that it should keep."""

from __future__ import annotations

from collections.abc import Iterator
from math import nan
from typing import Any

import numpy as np

from kiebitz.cards import Card
from kiebitz.games.durak.view import DurakState
from kiebitz.lab.playing.match import Match
from kiebitz.lab.results.quantities import Quantity
from kiebitz.lab.results.result import Result

REPLAYED = 100  # deals that are played again
THICK = 12  # cards: with fewer in the deck, the end is in sight
LOW, DEAR, DEAR_TRUMPS = "6789", "KA", "JQKA"


def dear_openings(result: Result, agent: str) -> Any:
    """``[deal, line-up]``: of the bouts that an agent opens with a low card in its hand and a thick deck, the
    share that it opens with a king, an ace or a trump from the jack on; nan without such bouts."""
    match, place = result.match, result.number_of(agent)
    deals = min(match.deals, REPLAYED)
    found = np.full((deals, len(match.lineups)), nan)
    for deal in range(deals):
        for lineup in range(len(match.lineups)):
            if dear := list(_openings(match, deal, lineup, place)):
                found[deal, lineup] = sum(dear) / len(dear)
    return found


def _openings(match: Match, deal: int, lineup: int, place: int) -> Iterator[bool]:
    """For each such bout that an agent opens: is it with a dear card?"""
    unit = match.play(deal, lineup)
    state = unit.start()
    assert isinstance(state, DurakState)
    for seat, move in unit.state().history:
        if match.lineups[lineup][seat] == place and _has_choice(state):
            yield is_dear(state.game.deck.read(str(move)), state.trump)
        state = state.play(move)


def _has_choice(state: DurakState) -> bool:
    """Does a bout begin, with a thick deck and a low card in the attacker's hand?"""
    if state.phase != "attack" or state.table or state.deck_size < THICK:
        return False
    return any(card[0] in LOW and card.suit != state.trump for card in state.hand_of(state.turn))


def is_dear(card: Card, trump: str | None) -> bool:
    """
    >>> from kiebitz.games.durak import Durak
    >>> [is_dear(Durak.deck.read(text), "S") for text in ("JS", "JH", "KH", "TS")]
    [True, False, True, False]
    """
    return card[0] in (DEAR_TRUMPS if card.suit == trump else DEAR)


DEAR_OPENINGS = Quantity(dear_openings, is_rate=True, sometimes=True)
