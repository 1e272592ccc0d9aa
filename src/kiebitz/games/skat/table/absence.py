"""What is played for somebody who is away in Skat: no bid, and as declarer the plainest game there is."""

from __future__ import annotations

from kiebitz.games.skat.contracts import CONTRACTS
from kiebitz.games.skat.tables import BASE, GRAND, NULL, POWER, TRUMPS, VALUE
from kiebitz.games.skat.view import SkatView
from kiebitz.rules.values import Move, View

LONGER = 8  # than any suit without its jack


def stake(view: View, move: Move) -> int:
    """How much a move ventures: a declarer looks at the skat, keeps the longest suit, names it and plays low.

    A Hand game or an announcement would raise what can be lost, and whoever comes back could no longer look.
    """
    assert isinstance(view, SkatView)
    if view.phase == "discard":
        card = view.game.deck.cards[move.code]
        return 100 * (LONGER if card.rank == "J" else _length(view, card.suit)) + int(VALUE[move.code])
    if view.phase == "contract":
        return int(BASE[move.code]) - 100 * _length(view, move) if move.code < GRAND else move.code + 100
    if view.phase == "play":
        return _strength(CONTRACTS.index(view.contract[0]), move.code)
    return move.code


def _length(view: SkatView, suit: str) -> int:
    """How many cards of a suit the seat holds, the jack not counted."""
    return sum(card.suit == suit and card.rank != "J" for card in view.hand)


def _strength(contract: int, card: int) -> int:
    """A card's rank, the same in all suits; trumps are above all others."""
    if contract == NULL or TRUMPS[contract] >> card & 1:
        return int(POWER[contract, card])
    return 6 - (card - 4) % 7
