# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""The probability-utility player, compiled: one policy with the switches A, F, R, O.

It leads the card with the best ``utility``: the chance that the other hand has no higher card of the suit,
divided by the card's points. The switches add A, exact play once the talon is gone; F, rules for following;
R, a factor for the score; O, what is known of the other hand, and marriages and the exchange before all else.
"""

from __future__ import annotations

import numpy as np
from numba import float64, int64

from kiebitz.games.schnapsen import rules as r
from kiebitz.games.schnapsen.search.assume import assume
from kiebitz.games.schnapsen.search.endgame import best_move
from kiebitz.kernel.bits import bit, count, has, lowest
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.random import pick
from kiebitz.kernel.state import HAND, POLICY, STATE, TURN, WORDS
from kiebitz.kernel.worlds import CHOICES

SWITCHES = 0  # the word of the memory
A, F, R, O, PUBLISHED = 1, 2, 4, 8, 16  # noqa: E741 - the paper's letters
FIVE = 5  # cards in a hand while the talon lasts
ROW = 0b1000010000100001  # one card of each suit: the jacks
TENS_AND_ACES = ROW * 0b11000


@kernel
def card_at(order, place):
    """The card at a place of a hand's order word, the oldest at 0."""
    return (order >> (5 * place)) & 31


@kernel
def first_of(order, cards):
    """The oldest card of a hand among those of a set that is not empty."""
    place = np.int64(0)
    while not has(cards, card_at(order, place)):
        place += 1
    return card_at(order, place)


@kernel
def cheapest(order, held, cards):
    """The card with the fewest points among those of a set, the oldest of several."""
    best = np.int64(-1)
    for place in range(held):
        card = card_at(order, place)
        if has(cards, card) and (best < 0 or r.VALUE[card] < r.VALUE[best]):
            best = card
    return best


@kernel
def stronger(card):
    """The cards of the same suit that beat a card."""
    return r.suit_cards(card // 5) & -(bit(card) << 1)


@kernel
def none_of(hidden, room, cards):
    """The chance that ``room`` cards drawn from the hidden ones include none of these."""
    return CHOICES[count(hidden & ~cards), room] / CHOICES[count(hidden), room]


@kernel
def other_hand(view):
    """Of the other hand: the cards it may have, how many of them it has, the cards it is known to have."""
    cards = np.empty(3, np.int64)
    room = np.empty(3, np.int64)
    r.unseen(view, cards, room)
    other = 1 - view[TURN]
    return cards[other], room[other], view[r.SHOWN + other] | view[HAND + other]


@kernel
def safe(view, card, switches, hidden, room, known):
    """The chance that nothing in the other hand beats a card within its suit.

    With O it is exact. Without O, as published, cards that were shown count as gone: the hand is drawn from
    the unseen cards alone; the published program gave up where fewer than five cards were unseen.
    """
    if switches & O != 0:
        return 0.0 if known & stronger(card) != 0 else none_of(hidden, room, stronger(card))
    drawn = r.hand_size(view, 1 - view[TURN])
    if switches & PUBLISHED != 0:
        drawn = np.int64(FIVE)
        if count(hidden) < FIVE:
            return 0.0
    return none_of(hidden, min(drawn, count(hidden)), stronger(card))


@kernel(float64(STATE, int64, int64))
def chance(view, card, switches):
    """The probability of the paper for leading a card."""
    hidden, room, known = other_hand(view)
    return safe(view, card, switches, hidden, room, known)


@kernel(float64(STATE))
def risk(view):
    """The paper's risk factor: above 1 when behind, below 1 when ahead; pending points count."""
    me = view[TURN]
    mine = view[r.POINTS + me] + view[r.PENDING + me]
    others = view[r.POINTS + 1 - me] + view[r.PENDING + 1 - me]
    lead_by = mine - others
    if others >= 50:
        return 1.8 if lead_by <= -20 else 1.3
    if mine >= 50:
        return 0.5 if lead_by >= 20 else 0.8
    if lead_by >= 20:
        return 0.7
    if lead_by >= 10:
        return 0.85
    if lead_by <= -20:
        return 1.5
    return 1.25 if lead_by <= -10 else 1.0


@kernel
def best_lead(view, switches, moves):
    """The card with the best utility, the oldest of several; the factor R is common to all of them."""
    hidden, room, known = other_hand(view)
    factor = risk(view) if switches & R != 0 else 1.0
    order = view[r.ORDER + view[TURN]]
    best, value = np.int64(-1), -1.0
    for place in range(count(view[HAND + view[TURN]])):
        card = card_at(order, place)
        if has(moves, card):
            utility = safe(view, card, switches, hidden, room, known) / r.VALUE[card] * factor
            if utility > value:
                best, value = card, utility
    return best


@kernel
def special(view, moves):
    """The exchange, else a marriage, the one in trumps first; -1 if there is none."""
    if has(moves, r.EXCHANGE):
        return np.int64(r.EXCHANGE)
    if has(moves, r.MARRY_KING + view[r.TRUMP]):
        return r.MARRY_KING + view[r.TRUMP]
    marriages = (moves >> r.MARRY_KING) & 15
    return r.MARRY_KING + lowest(marriages) if marriages != 0 else np.int64(-1)


@kernel
def lead(view, switches, moves, rng):
    """Lead while there is a talon.

    Published, O tests a method that it does not call, so that every move looks like an exchange and the
    oldest card is led; without F and R, it also swaps leading and following.
    """
    if switches & O != 0 and switches & PUBLISHED != 0:
        if switches & (F | R) == 0:
            return pick(rng, moves)
        return first_of(view[r.ORDER + view[TURN]], moves)
    first = special(view, moves) if switches & O != 0 else np.int64(-1)
    return first if first >= 0 else best_lead(view, switches, moves)


@kernel
def answer_trump(order, held, led, trumps, moves):
    """F against a trump: throw a jack, queen or king; else win; else throw the cheapest card."""
    plain = moves & ~trumps
    for cards in (plain & ROW << r.JACK, plain & (ROW << r.QUEEN | ROW << r.KING), moves & stronger(led)):
        if cards != 0:
            return first_of(order, cards)
    return cheapest(order, held, plain if plain != 0 else moves)


@kernel
def answer_plain(order, held, led, trumps, moves):
    """F against another card: win in the suit; trump an ace or ten; else throw the cheapest card."""
    if moves & stronger(led) != 0:
        return first_of(order, moves & stronger(led))
    if has(TENS_AND_ACES, led) and moves & trumps != 0:
        return cheapest(order, held, moves & trumps)
    plain = moves & ~trumps
    return cheapest(order, held, plain if plain != 0 else moves)


@kernel
def follow(view, switches, moves, rng):
    """Answer while there is a talon: by the rules F, else at random."""
    order = view[r.ORDER + view[TURN]]
    if switches & F == 0:
        alone = switches & (O | R | PUBLISHED) == O | PUBLISHED
        return first_of(order, moves) if alone else pick(rng, moves)
    trumps = r.suit_cards(view[r.TRUMP])
    held = count(view[HAND + view[TURN]])
    if has(trumps, view[r.LED]):
        return answer_trump(order, held, view[r.LED], trumps, moves)
    return answer_plain(order, held, view[r.LED], trumps, moves)


@kernel(POLICY, inline=False)
def endgame(view, memory, rng):
    """The best move once the talon is gone, the first of several in the platform's order."""
    moves = r.legal(view)
    if moves & (moves - 1) == 0:
        return lowest(moves)
    world = np.empty(WORDS, np.int64)
    assume(view, rng, world)  # there is only one: all unseen cards are in the other hand
    return best_move(world)


@kernel(POLICY, inline=False)
def utility_policy(view, memory, rng):
    """Rules while there is a talon; then exact play with A, else chance."""
    switches = memory[SWITCHES]
    if view[r.SIZE] == 0:
        return endgame(view, memory, rng) if switches & A != 0 else pick(rng, r.legal(view))
    if view[r.LED] < 0:
        return lead(view, switches, r.legal(view), rng)
    return follow(view, switches, r.legal(view), rng)
