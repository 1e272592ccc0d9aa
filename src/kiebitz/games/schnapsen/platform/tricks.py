"""From one position to the next: a deal, a trick, an exchange."""

from __future__ import annotations

import numpy as np

from kiebitz.games.schnapsen import rules as r
from kiebitz.games.schnapsen.platform.deck import CARDS
from kiebitz.games.schnapsen.platform.kernels import trick
from kiebitz.games.schnapsen.platform.moves import (
    ExchangeTrick,
    Marriage,
    Move,
    RegularMove,
    RegularTrick,
    TrumpExchange,
)
from kiebitz.games.schnapsen.platform.players import Bot
from kiebitz.games.schnapsen.platform.state import RULES, GameState, Previous, fresh_vector
from kiebitz.kernel.state import LAYOUT_WORDS


def played(state: GameState, lead: Move, answer: RegularMove) -> GameState:
    """The position after a trick; whoever leads from there is its leader, even when the game is won."""
    vector = state.vector.copy()
    before = vector[r.LEADER]
    trick(vector, lead.code, answer.code)
    leader = vector[r.LEADER]
    card = lead.king_card if isinstance(lead, Marriage) else lead.cards[0]
    won = list(state.won)
    won[leader] = (*won[leader], card.code, answer.code)
    past = state.past | 1 << answer.code
    for shown in lead.cards:
        past |= 1 << shown.code
    note = Previous(state, RegularTrick(lead, answer), bool(before == leader))  # type: ignore[arg-type]
    return GameState.of(vector, state.bots, (won[0], won[1]), past, note)


def exchanged(state: GameState) -> GameState:
    """The position after the leader has exchanged the trump jack."""
    vector = state.vector.copy()
    old = int(vector[r.UPCARD])
    RULES.kernels.play(vector, r.EXCHANGE)
    jack = int(vector[r.UPCARD])
    trick = ExchangeTrick(TrumpExchange(CARDS[jack]), CARDS[old])
    past = state.past | 1 << old | 1 << jack
    return GameState.of(vector, state.bots, state.won, past, Previous(state, trick, True))


def dealt(layout: list[int], bots: tuple[Bot, Bot]) -> GameState:
    """The first position of a deal: five cards, five cards, the talon."""
    vector, words = fresh_vector(), np.zeros(LAYOUT_WORDS, np.int64)
    words[:20] = layout
    RULES.kernels.deal(vector, words)
    return GameState.of(vector, bots)
