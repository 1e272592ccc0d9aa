"""Cards and moves as the platform numbers them, and as we do.

A card is suit * 5 + rank with suits C D H S and ranks A 10 K Q J. A move is a pair: a card and None, a card
and the partner of its marriage, or None and the trump jack for the exchange.
"""

from __future__ import annotations

from kiebitz.games.schnapsen import RANKS as OUR_RANKS
from kiebitz.games.schnapsen import SUITS as OUR_SUITS
from kiebitz.games.schnapsen import rules as r

SUITS = "CDHS"
RANKS = ("A", "10", "K", "Q", "J")
KING, QUEEN, JACK = 2, 3, 4

Move = tuple[int | None, int | None]

OURS = [OUR_SUITS.index(suit) * 5 + OUR_RANKS.index(rank) for suit in SUITS for rank in "ATKQJ"]
"""Our number of each card of theirs."""
THEIRS = sorted(range(20), key=OURS.__getitem__)
"""Their number of each card of ours."""


def moves_of(mask: int, trump: int) -> list[Move]:
    """The legal moves of a mask in the platform's order: cards, the exchange, marriages suit by suit.

    >>> moves_of(1 << OURS[2] | 1 << OURS[3] | 1 << r.MARRY_KING + 1 | 1 << r.MARRY_QUEEN + 1, 0)
    [(2, None), (3, None), (2, 3), (3, 2)]
    """
    moves: list[Move] = [(card, None) for card in range(20) if mask >> OURS[card] & 1]
    if mask >> r.EXCHANGE & 1:
        moves.append((None, SUITS.index(OUR_SUITS[trump]) * 5 + JACK))
    for suit in range(4):
        king, queen = 5 * suit + KING, 5 * suit + QUEEN
        if mask >> r.MARRY_KING + OURS[king] // 5 & 1:
            moves += [(king, queen), (queen, king)]
    return moves


def code_of(move: Move) -> int:
    """Our code of a legal move.

    >>> code_of((None, 4)) == r.EXCHANGE, code_of((2, 3)) - r.MARRY_KING, code_of((0, None))
    (True, 1, 9)
    """
    card, partner = move
    if card is None:
        return r.EXCHANGE
    if partner is None:
        return OURS[card]
    first = r.MARRY_KING if card % 5 == KING else r.MARRY_QUEEN
    return first + OURS[card] // 5
