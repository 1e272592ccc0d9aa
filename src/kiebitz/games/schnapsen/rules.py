# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""The rules of Schnapsen, compiled. A card is suit * 5 + rank, ranks J Q K T A; suits H C S D."""

from __future__ import annotations

import numpy as np
from numba import int64, void

from kiebitz.kernel.bits import bit, count, has, lowest
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.random import below
from kiebitz.kernel.random import shuffle as mix_up
from kiebitz.kernel.state import (
    COMPLETE,
    DEAL,
    GAME,
    HAND,
    LEGAL,
    MEASURE,
    OBSERVE,
    OPEN,
    OPTIONS,
    PAYOFF,
    PLAY,
    ROUND,
    SHUFFLE,
    STATE,
    TURN,
    UNSEEN,
    VIEWER,
    Kernels,
    blindfold,
    round_stream,
    unveil,
)
from kiebitz.kernel.worlds import draw

TRUMP = GAME  # the trump suit
STOCK = GAME + 1  # the talon's cards, five bits each, the next to be drawn lowest
SIZE = GAME + 2  # how many cards the talon has, the face-up one included
UPCARD = GAME + 3  # the face-up trump under the talon, -1 when it is gone
LED = GAME + 4  # the card on the table, -1 before a lead
LEADER = GAME + 5
POINTS = GAME + 6  # one for each seat: points that count
PENDING = GAME + 8  # marriage points that wait for a trick
WON = GAME + 10  # the cards of the tricks won
TRICKS = GAME + 12
ORDER = GAME + 14  # a hand in the order in which its cards came, five bits each, oldest lowest
SHOWN = GAME + 16  # cards that everybody knows to be in this hand
LACKS = GAME + 18  # cards that everybody knows not to be in this hand
CLOSER = GAME + 20  # the seat that closed the talon, -1
CLOSED_TRICKS = GAME + 21  # the other's tricks and points when the talon was closed
CLOSED_POINTS = GAME + 22
SCORE = GAME + 23  # one for each seat: game points

RULES = OPTIONS
UNIT = OPTIONS + 1
VU, VU_OLD, FULL = 0, 1, 2
BUMMERL = 0

EXCHANGE = 20
MARRY_KING = 21  # + suit: the king is led
MARRY_QUEEN = 25  # + suit: the queen is led
CLOSE = 29
JACK, QUEEN, KING = 0, 1, 2
SUIT = 31  # the five cards of suit 0
DECK = (1 << 20) - 1
NOBODY = np.int64(-1)
LEADER_WORD = 20  # of the layout: who leads the first trick

VALUE = np.array([2, 3, 4, 10, 11] * 4, np.int64)


@kernel
def suit_cards(suit):
    return np.int64(SUIT) << (suit * 5)


@kernel
def is_strict(s):
    """Must suit be followed? Once the talon is empty or closed."""
    return s[SIZE] == 0 or s[CLOSER] >= 0


@kernel
def append(order, held, card):
    """A hand's order word with one more card, when it already has ``held``."""
    return order | (card << (5 * held))


@kernel
def without(order, card):
    """A hand's order word with a card taken out and the later ones moved up."""
    place = np.int64(0)
    while (order >> place) & 31 != card:
        place += 5
    below_it = (np.int64(1) << place) - 1
    return (order & below_it) | ((order >> 5) & ~below_it)


@kernel(SHUFFLE)
def shuffle(s, rng, layout):
    """Five cards to each, ten to the talon; in the old rules a coin says who leads."""
    for card in range(20):
        layout[card] = card
    mix_up(rng, layout, 20)
    layout[LEADER_WORD] = below(rng, 2) if s[RULES] == VU_OLD else 0


@kernel(DEAL)
def deal(s, layout):
    leader = s[ROUND] & 1 if s[RULES] == FULL else layout[LEADER_WORD]
    for seat in range(2):
        s[HAND + seat] = 0
        s[ORDER + seat] = 0
        for i in range(5):
            card = layout[seat * 5 + i]
            s[HAND + seat] |= bit(card)
            s[ORDER + seat] = append(s[ORDER + seat], i, card)
        for word in (POINTS, PENDING, WON, TRICKS, SHOWN, LACKS):
            s[word + seat] = 0
    s[STOCK] = 0
    for i in range(10):
        s[STOCK] |= layout[10 + i] << (5 * i)
    s[SIZE] = 10
    s[UPCARD] = layout[19]
    s[TRUMP] = layout[19] // 5
    s[LED] = NOBODY
    s[CLOSER] = NOBODY
    s[LEADER] = leader
    s[TURN] = leader


@kernel
def answers(s, hand):
    """Follow suit and beat the card if possible; else trump; else anything."""
    led = s[LED]
    suit = hand & suit_cards(led // 5)
    if suit != 0:
        higher = suit & -(bit(led) << 1)
        return higher if higher != 0 else suit
    trumps = hand & suit_cards(s[TRUMP])
    return trumps if trumps != 0 else hand


@kernel(LEGAL)
def legal(s):
    hand = s[HAND + s[TURN]]
    if s[LED] >= 0:
        return answers(s, hand) if is_strict(s) else hand
    moves = hand
    open_talon = s[SIZE] > 0 and s[CLOSER] < 0
    if open_talon and has(hand, s[TRUMP] * 5 + JACK):
        moves |= bit(EXCHANGE)
    if open_talon and s[RULES] == FULL:
        moves |= bit(CLOSE)
    pairs = (hand >> QUEEN) & (hand >> KING) & 0b1000010000100001
    while pairs != 0:
        suit = lowest(pairs) // 5
        pairs &= pairs - 1
        moves |= bit(MARRY_KING + suit)
        if s[RULES] != VU:
            moves |= bit(MARRY_QUEEN + suit)
    return moves


@kernel
def note_lacks(s, card):
    """What a strict answer shows: the suit, higher cards of it or trumps that the seat does not hold."""
    led = s[LED]
    suit = suit_cards(led // 5)
    if card // 5 != led // 5:
        s[LACKS + s[TURN]] |= suit
        if card // 5 != s[TRUMP]:
            s[LACKS + s[TURN]] |= suit_cards(s[TRUMP])
    elif card < led:
        s[LACKS + s[TURN]] |= suit & -(bit(led) << 1)


@kernel
def beats(s, card, led):
    """Does an answer win the trick?"""
    if card // 5 == led // 5:
        return card > led
    return card // 5 == s[TRUMP]


@kernel
def take(s, seat):
    """The seat draws the next card of the talon."""
    card = s[STOCK] & 31
    s[STOCK] >>= 5
    s[SIZE] -= 1
    s[ORDER + seat] = append(s[ORDER + seat], count(s[HAND + seat]), card)
    s[HAND + seat] |= bit(card)
    if s[SIZE] == 0:
        s[SHOWN + seat] |= bit(card)
        s[UPCARD] = NOBODY


@kernel
def remove(s, seat, card):
    s[HAND + seat] &= ~bit(card)
    s[SHOWN + seat] &= ~bit(card)
    s[ORDER + seat] = without(s[ORDER + seat], card)


@kernel
def exchange(s):
    """Trump jack for the face-up trump."""
    seat = s[TURN]
    jack = s[TRUMP] * 5 + JACK
    old = s[UPCARD]
    remove(s, seat, jack)
    s[ORDER + seat] = append(s[ORDER + seat], count(s[HAND + seat]), old)
    s[HAND + seat] |= bit(old)
    s[SHOWN + seat] |= bit(old)
    bottom = 5 * (s[SIZE] - 1)
    s[STOCK] = (s[STOCK] & ~(np.int64(31) << bottom)) | (jack << bottom)
    s[UPCARD] = jack


@kernel
def close(s):
    s[CLOSER] = s[TURN]
    s[CLOSED_TRICKS] = s[TRICKS + 1 - s[TURN]]
    s[CLOSED_POINTS] = s[POINTS + 1 - s[TURN]]


@kernel
def marry(s, suit):
    """Announce a marriage; true if that alone ends the deal."""
    seat = s[TURN]
    worth = 40 if suit == s[TRUMP] else 20
    if s[RULES] == FULL and s[TRICKS + seat] > 0:
        s[POINTS + seat] += worth
        return s[POINTS + seat] >= 66
    s[PENDING + seat] += worth
    return False


@kernel
def level(tricks, points):
    """Game points against an opponent with this many tricks and points."""
    if tricks == 0:
        return 3
    return 2 if points < 33 else 1


@kernel
def worth(s, winner):
    """The game points of a deal that this seat has won with 66 points or by a failed closing."""
    loser = 1 - winner
    if s[CLOSER] < 0:
        return level(s[TRICKS + loser], s[POINTS + loser])
    if s[CLOSER] == winner:
        return level(s[CLOSED_TRICKS], s[CLOSED_POINTS])
    return 3 if s[CLOSED_TRICKS] == 0 else 2


@kernel(void(STATE, int64, int64), inline=False)
def finish(s, winner, points):
    """Write the game points down; a Bummerl goes on until somebody has seven."""
    s[SCORE + winner] += points
    if s[RULES] == FULL and s[UNIT] == BUMMERL and s[SCORE + winner] < 7:
        s[ROUND] += 1
        layout = np.empty(LEADER_WORD + 1, np.int64)
        shuffle(s, round_stream(s), layout)
        deal(s, layout)
    else:
        s[TURN] = NOBODY


@kernel
def end_trick(s, card):
    """The answer lies on the table: who takes the trick, and does that end the deal?"""
    led = s[LED]
    winner = 1 - s[LEADER] if beats(s, card, led) else s[LEADER]
    s[LED] = NOBODY
    s[WON + winner] |= bit(led) | bit(card)
    s[TRICKS + winner] += 1
    s[POINTS + winner] += VALUE[led] + VALUE[card] + s[PENDING + winner]
    s[PENDING + winner] = 0
    if s[POINTS + winner] >= 66:
        finish(s, winner, worth(s, winner))
    elif s[HAND] == 0 and s[HAND + 1] == 0:
        if s[CLOSER] >= 0:
            finish(s, 1 - s[CLOSER], worth(s, 1 - s[CLOSER]))
        else:
            finish(s, winner, 1)
    else:
        if s[SIZE] > 0 and s[CLOSER] < 0:
            take(s, winner)
            take(s, 1 - winner)
        s[LEADER] = winner
        s[TURN] = winner


@kernel
def lead(s, card):
    remove(s, s[TURN], card)
    s[LED] = card
    s[TURN] = 1 - s[TURN]


@kernel(PLAY)
def play(s, move):
    if move < EXCHANGE and s[LED] >= 0:
        if is_strict(s):
            note_lacks(s, move)
        remove(s, s[TURN], move)
        end_trick(s, move)
    elif move < EXCHANGE:
        lead(s, move)
    elif move == EXCHANGE:
        exchange(s)
    elif move == CLOSE:
        close(s)
    else:
        suit = (move - MARRY_KING) % 4
        king_led = move < MARRY_QUEEN
        partner = suit * 5 + (QUEEN if king_led else KING)
        s[SHOWN + s[TURN]] |= bit(partner)
        seat = s[TURN]
        won = marry(s, suit)
        lead(s, suit * 5 + (KING if king_led else QUEEN))
        if won:
            finish(s, seat, worth(s, seat))


@kernel(PAYOFF)
def payoff(s, seat):
    """Game points won less those lost; a Bummerl counts one."""
    if s[RULES] == FULL and s[UNIT] == BUMMERL:
        if s[TURN] >= 0:
            return np.int64(0)
        return np.int64(1) if s[SCORE + seat] >= 7 else np.int64(-1)
    return s[SCORE + seat] - s[SCORE + 1 - seat]


@kernel(PAYOFF)
def standing(s, seat):
    """The points of this deal that a seat has over the other."""
    return s[POINTS + seat] - s[POINTS + 1 - seat]


@kernel(MEASURE)
def measure(s, seat, out):
    """Card points and game points of the last deal's table."""
    out[0] = s[POINTS + seat]
    out[1] = s[SCORE + seat]


@kernel(OBSERVE)
def observe(s, seat, view):
    """Erased: other hands, their order, and the order of the talon."""
    if blindfold(s, seat, view):
        view[STOCK] = 0
        for other in range(2):
            if other != seat:
                view[ORDER + other] = 0


@kernel
def hand_size(view, seat):
    """How many cards a seat holds, from what everybody sees."""
    played = count(view[WON] | view[WON + 1])
    if view[LED] >= 0:
        played += 2 if view[LEADER] == seat else 0
    return (20 - view[SIZE] - played) // 2


@kernel(UNSEEN)
def unseen(view, cards, room):
    """Places: both seats, then the talon."""
    for place in range(3):
        cards[place] = 0
        room[place] = 0
    if view[OPEN] != 0:
        return 3
    seen = view[WON] | view[WON + 1] | view[SHOWN] | view[SHOWN + 1]
    if view[VIEWER] >= 0:
        seen |= view[HAND + view[VIEWER]]
    if view[LED] >= 0:
        seen |= bit(view[LED])
    room[2] = view[SIZE]
    if view[UPCARD] >= 0:
        seen |= bit(view[UPCARD])
        room[2] -= 1
    cards[2] = DECK & ~seen
    for seat in range(2):
        if seat != view[VIEWER]:
            cards[seat] = DECK & ~seen & ~view[LACKS + seat]
            room[seat] = hand_size(view, seat) - count(view[SHOWN + seat])
    return 3


@kernel
def pack(rng, cards):
    """A set of cards as an order word, uniformly shuffled."""
    n = count(cards)
    order = np.empty(n, np.int64)
    for i in range(n):
        order[i] = lowest(cards)
        cards &= cards - 1
    mix_up(rng, order, n)
    word = np.int64(0)
    for i in range(n):
        word |= order[i] << (5 * i)
    return word


@kernel(COMPLETE)
def complete(view, rng, state):
    unveil(view, rng, state)
    if view[OPEN] != 0 or view[TURN] < 0:
        return
    cards = np.empty(3, np.int64)
    room = np.empty(3, np.int64)
    world = np.empty(3, np.int64)
    unseen(view, cards, room)
    draw(rng, cards, room, 3, world)
    for seat in range(2):
        if seat != view[VIEWER]:
            state[HAND + seat] = world[seat] | view[SHOWN + seat]
            state[ORDER + seat] = pack(rng, state[HAND + seat])
    state[STOCK] = pack(rng, world[2])
    if view[UPCARD] >= 0:
        state[STOCK] |= view[UPCARD] << (5 * room[2])


KERNELS = Kernels(shuffle, deal, legal, play, payoff, observe, complete, unseen, measure)
