# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""Weaknesses (Bonnet, IJCAI 2016): ranks that the other hand can beat in every suit they come in.

Without trumps, and with open cards, an attacker with exactly one weakness wins: he plays all other ranks,
which must be taken, and the weakness last.
"""

from __future__ import annotations

import numpy as np

from kiebitz.games.durak.rules import SUIT, beating
from kiebitz.games.durak.search.plain import of_rank, ranks_of
from kiebitz.kernel.bits import bit, has, highest, lowest
from kiebitz.kernel.jit import kernel

NO_RANK = np.int64(-1)


@kernel
def covered(cards, other):
    """Those of the cards over which the other hand has a higher one of the same suit."""
    found = np.int64(0)
    for suit in range(4):
        theirs = (other >> 9 * suit) & SUIT
        if theirs != 0:
            found |= (bit(highest(theirs)) - 1) << 9 * suit
    return cards & found


@kernel
def weaknesses(cards, other):
    """The ranks of the cards that are weak against the other hand, as nine bits."""
    return ranks_of(cards) & ~ranks_of(cards & ~covered(cards, other))


@kernel
def badly_covered(s, cards, weak, hand, other):
    """The first weak rank that the other hand beats only with ranks that I have to go on with; -1 if none.

    Each such defence puts a rank on the table that lets me throw in a card that is not weak. The order
    is that of the cards: suit by suit, ranks ascending.
    """
    spare = ranks_of(hand) & ~weak
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        rank = card % 9
        if has(weak, rank):
            defences = np.int64(0)
            mine = of_rank(hand, rank)
            while mine != 0:
                defences |= other & beating(s, lowest(mine))
                mine &= mine - 1
            if ranks_of(defences) & ~spare == 0:
                return rank
    return NO_RANK
