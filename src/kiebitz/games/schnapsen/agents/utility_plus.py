# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""The utility taken further: what the trick is expected to bring, less what its card is worth later.

A lead is valued with a model of the other player, who beats it within the suit where he can, trumps tens
and aces, and usually smaller cards too: his style, which an agent may also learn from what he does. Tricks
that would bring somebody to 66 weigh most. The worths of cards were found by playing many games against
rdeep and pu-afro.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numba import float64, int64

from kiebitz.games.schnapsen import rules as r
from kiebitz.games.schnapsen.agents.utility_kernels import (
    TENS_AND_ACES,
    endgame,
    none_of,
    other_hand,
    special,
    stronger,
)
from kiebitz.kernel.bits import bit, has, lowest
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import HAND, POLICY, STATE, TURN

MODEL, FINISH = 0, 1  # words of the memory: is the other's trumping expected, does the way to 66 count?
ON = 0  # the value of such a word
RISK = 2  # how much less a point counts for a side that has 66, in millionths
STYLE = 3  # of the other player, five words in millionths:
TRUMPED, HIGH, BEATEN = (
    STYLE,
    STYLE + 1,
    STYLE + 2,
)  # how often he trumps low and high cards, beats in the suit
DISCARD, TAKER = STYLE + 3, STYLE + 4  # the points that his answer adds when it loses and when it wins
EXPECTED = (0.75, 1.0, 1.0, 2.5, 6.0)  # what is taken for granted of a player who is not known

PLAIN = np.array([0.0, 0.0, 0.0, 2.0, 7.0])  # what J Q K T A are worth later, in points
TRUMPS = np.array([9.0, 6.0, 12.0, 17.0, 45.0])
MARRIAGE, TRUMP_MARRIAGE = 6.0, 24.0  # more for each card of a marriage in hand
HOPE = 0.6  # the part of that for a card whose partner may still come
GOAL = 50.0  # more for a trick that brings its winner to 66
LEAST = 2  # the points of a jack


@kernel
def later(view, card):
    """What a card is worth later."""
    trump, rank = card // 5 == view[r.TRUMP], card % 5
    worth = TRUMPS[rank] if trump else PLAIN[rank]
    if rank in (r.QUEEN, r.KING):
        partner = card + 1 if rank == r.QUEEN else card - 1
        gone = view[r.WON] | view[r.WON + 1] | view[r.SHOWN + 1 - view[TURN]]
        if view[r.LED] >= 0:
            gone |= bit(view[r.LED])
        if not has(gone, partner):
            hope = 1.0 if has(view[HAND + view[TURN]], partner) else HOPE
            worth += hope * (TRUMP_MARRIAGE if trump else MARRIAGE)
    return worth


@kernel
def none_held(hidden, room, known, cards):
    """The chance that the other hand has none of some cards."""
    return 0.0 if known & cards != 0 else none_of(hidden, room, cards)


@kernel
def share(memory, word):
    """A word in millionths as a number."""
    return memory[word] / 1e6


@kernel
def threats(view, card):
    """The chances that the other hand can beat a lead within its suit, and that only a trump would do."""
    hidden, room, known = other_hand(view)
    suit = 1.0 - none_held(hidden, room, known, stronger(card))
    trumps = r.suit_cards(view[r.TRUMP])
    if has(trumps, card):
        return suit, 0.0
    return suit, 1.0 - none_held(hidden, room, known, stronger(card) | trumps) - suit


@kernel(float64(STATE, STATE, int64))
def losing(view, memory, card):
    """The chance that a lead is beaten."""
    suit, trumped = threats(view, card)
    if memory[MODEL] != ON:
        return suit
    return suit * share(memory, BEATEN) + trumped * share(
        memory, HIGH if has(TENS_AND_ACES, card) else TRUMPED
    )


@kernel
def goal(view, memory, seat, points):
    """What a trick with this many points is worth in addition, if it brings a seat to 66."""
    if memory[FINISH] == ON and view[r.POINTS + seat] + view[r.PENDING + seat] + points >= 66:
        return GOAL
    return 0.0


@kernel
def weight(view, memory, seat):
    """The refined risk factor: the nearer a side is to 66, the more its cards count beside points."""
    return 1.0 - share(memory, RISK) * (view[r.POINTS + seat] + view[r.PENDING + seat]) / 66


@kernel(float64(STATE, STATE, int64))
def worth(view, memory, card):
    """The value of playing a card while there is a talon: points of the trick less what it is worth later."""
    me, led = view[TURN], view[r.LED]
    mine, theirs = weight(view, memory, me), weight(view, memory, 1 - me)
    if led < 0:
        lost = losing(view, memory, card)
        win, lose = r.VALUE[card] + share(memory, DISCARD), r.VALUE[card] + share(memory, TAKER)
        win = win * mine + goal(view, memory, me, r.VALUE[card] + LEAST)
        lose = lose * theirs + goal(view, memory, 1 - me, r.VALUE[card] + LEAST + 2)
        return (1.0 - lost) * win - lost * lose - later(view, card)
    points = r.VALUE[led] + r.VALUE[card]
    if r.beats(view, card, led):
        return points * mine + goal(view, memory, me, points) - later(view, card)
    return -points * theirs - goal(view, memory, 1 - me, points) - later(view, card)


@kernel(POLICY, inline=False)
def plus_policy(view, memory, rng):
    """The card with the best value while there is a talon, then exact play."""
    if view[r.SIZE] == 0:
        return endgame(view, memory, rng)
    moves = r.legal(view)
    best = special(view, moves)
    if best >= 0:
        return best
    top = -np.inf
    cards = moves & r.DECK
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        value = worth(view, memory, card)
        if value > top:
            best, top = card, value
    return best


def make_memory(words: Sequence[int], style: Sequence[float] = EXPECTED) -> Any:
    """The memory of a policy that expects this style of the other player; words left out are 0."""
    memory = np.zeros(STYLE + len(style), np.int64)
    memory[: len(words)] = words
    memory[STYLE:] = [round(number * 1e6) for number in style]
    return memory
