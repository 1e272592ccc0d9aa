# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""The rules of Boerenbridge, compiled. A card is suit * 13 + rank, ranks 2 to ace; suits H D C S.

What is small is packed: guesses and tricks won take four bits a seat, the suits that a seat lacks four
bits a seat, the cards of the trick eight bits a seat.
"""

from __future__ import annotations

import numpy as np
from numba import int64, void

from kiebitz.games.boerenbridge import OPENER_WORD, TRUMP_WORD
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
    MAX_SEATS,
    MEASURE,
    OBSERVE,
    OPEN,
    OPTIONS,
    PAYOFF,
    PHASE,
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

SIZE = GAME  # how many cards each seat got in this round
CARDS = GAME + 1  # the round's deck
TRUMP = GAME + 2  # the trump suit, -1 without
UPCARD = GAME + 3  # the undealt card that is turned up, -1 without
UNDEALT = GAME + 4  # the cards that nobody got, the turned-up one included; hidden
OPENER = GAME + 5  # the seat that guesses first and leads the first trick
LEADER = GAME + 6
LED = GAME + 7  # the suit led, -1 before a lead
TRICK = GAME + 8  # the cards on the table, eight bits a seat: card + 1, 0 without
BEST = GAME + 9  # the card that wins the trick so far, -1 before a lead
WINNER = GAME + 10  # the seat that played it, -1 before a lead
VOIDS = GAME + 11  # suits that everybody knows a seat to lack, four bits a seat
GUESSES = GAME + 12  # four bits a seat: guess + 1, 0 before it
TRICKS = GAME + 13  # four bits a seat: tricks won
PLAYED = GAME + 14  # one for each seat: the cards that it has played in this round
SCORE = GAME + 21  # one for each seat
ALL_TRICKS = GAME + 28  # tricks won in the rounds that are over, eight bits a seat
ALL_MET = GAME + 29  # guesses met in them, eight bits a seat
FOLLOW = GAME + 30  # the cards of the suit led; before a lead, all
TRUMPS = GAME + 31  # the cards of the trump suit

SEATS = OPTIONS
DECK = OPTIONS + 1
HOOK = OPTIONS + 2
OPENS = OPTIONS + 3
TRUMP_RULE = OPTIONS + 4
SCORING = OPTIONS + 5
SCHEDULE = OPTIONS + 6  # two words, four bits a round
FULL_DECK = 1
HOOK_ON = 0
OPENS_LAST = 0
RANDOM_TRUMP, TURNED_TRUMP, NO_TRUMP = 0, 1, 2  # then the four suits
BY_TRICKS, DUTCH = 1, 2

GUESS_PHASE, PLAY_PHASE = 0, 1
RANKS = 13
SUIT = (1 << RANKS) - 1  # the cards of suit 0
EACH_SUIT = 1 | 1 << RANKS | 1 << 2 * RANKS | 1 << 3 * RANKS  # the two of every suit
NOBODY = np.int64(-1)
EVERYTHING = np.int64(-1)
SUIT_OF = np.arange(4 * RANKS, dtype=np.int64) // RANKS  # a look-up is quicker than a division
SAME_SUIT = np.array([SUIT << (card // RANKS * RANKS) for card in range(4 * RANKS)], np.int64)


@kernel
def suit_cards(suit):
    return np.int64(SUIT) << (suit * RANKS)


@kernel
def field(word, seat):
    """The four bits of a seat in a packed word."""
    return (word >> (4 * seat)) & 15


@kernel
def after(s, seat):
    """The next seat in the order of play."""
    return seat + 1 if seat + 1 < s[SEATS] else 0


@kernel
def size_of(s, number):
    """How many cards each seat gets in a round; 0 when there is no such round."""
    return (s[SCHEDULE + number // 16] >> (4 * (number % 16))) & 15


@kernel(int64(int64, int64, int64))
def round_cards(seats, size, deck):
    """A round's deck: all cards, or the highest ranks, as many as are needed to deal."""
    ranks = RANKS if deck == FULL_DECK else (seats * size + 3) // 4
    top = (np.int64(SUIT) >> (RANKS - ranks)) << (RANKS - ranks)
    return np.int64(EACH_SUIT) * top


@kernel(int64(int64, int64))
def settled_trump(rule, upcard):
    """The trump of a round where no suit is drawn: that of the turned-up card, none, or the named one."""
    if rule == TURNED_TRUMP:
        return upcard // RANKS if upcard >= 0 else NOBODY
    return rule - NO_TRUMP - 1


@kernel
def turned_up(s, layout, cards):
    """The first undealt card if it is turned up, else -1."""
    dealt = s[SEATS] * size_of(s, s[ROUND])
    if s[TRUMP_RULE] == TURNED_TRUMP and dealt < count(cards):
        return layout[dealt]
    return NOBODY


@kernel(SHUFFLE)
def shuffle(s, rng, layout):
    """The hands seat by seat, then the undealt cards; the trump; in the first round, who opens."""
    cards = round_cards(s[SEATS], size_of(s, s[ROUND]), s[DECK])
    n = count(cards)
    left = cards
    for i in range(n):
        layout[i] = lowest(left)
        left &= left - 1
    mix_up(rng, layout, n)
    if s[TRUMP_RULE] == RANDOM_TRUMP:
        layout[TRUMP_WORD] = below(rng, 4)
    else:
        layout[TRUMP_WORD] = settled_trump(s[TRUMP_RULE], turned_up(s, layout, cards))
    layout[OPENER_WORD] = below(rng, s[SEATS]) if s[ROUND] == 0 else 0


@kernel(DEAL)
def deal(s, layout):
    """Who opens a later round was settled when the one before it ended."""
    size = size_of(s, s[ROUND])
    s[SIZE] = size
    s[CARDS] = round_cards(s[SEATS], size, s[DECK])
    s[UNDEALT] = s[CARDS]
    for seat in range(s[SEATS]):
        hand = np.int64(0)
        for i in range(size):
            hand |= bit(layout[seat * size + i])
        s[HAND + seat] = hand
        s[UNDEALT] &= ~hand
        s[PLAYED + seat] = 0
    s[UPCARD] = turned_up(s, layout, s[CARDS])
    s[TRUMP] = layout[TRUMP_WORD]
    s[TRUMPS] = suit_cards(s[TRUMP]) if s[TRUMP] >= 0 else 0
    s[FOLLOW] = EVERYTHING
    if s[ROUND] == 0:
        s[OPENER] = layout[OPENER_WORD]
    for word in (LED, BEST, WINNER):
        s[word] = NOBODY
    for word in (TRICK, VOIDS, GUESSES, TRICKS):
        s[word] = 0
    s[LEADER] = s[OPENER]
    s[TURN] = s[OPENER]
    s[PHASE] = GUESS_PHASE


@kernel
def guesses(s):
    """Any number of tricks; with the hook, the last guess may not make the sum come out."""
    moves = bit(s[SIZE] + 1) - 1
    if s[HOOK] == HOOK_ON and after(s, s[TURN]) == s[OPENER]:
        left = s[SIZE]
        for seat in range(s[SEATS]):
            if seat != s[TURN]:
                left -= field(s[GUESSES], seat) - 1
        if left >= 0:
            moves &= ~bit(left)
    return moves


@kernel(LEGAL)
def legal(s):
    """Follow suit; else anything."""
    if s[PHASE] == GUESS_PHASE:
        return guesses(s)
    hand = s[HAND + s[TURN]]
    following = hand & s[FOLLOW]
    return following if following != 0 else hand


@kernel
def beats(s, card, best):
    """Does a card beat the one that wins the trick so far?"""
    same = has(SAME_SUIT[best], card)
    return (same & (card > best)) | (~same & has(s[TRUMPS], card))  # no branch: it would be a coin toss


@kernel(int64(int64, int64, int64))
def round_score(scoring, guess, tricks):
    """The points of one round."""
    missed = abs(tricks - guess)
    if scoring == BY_TRICKS:
        return tricks + 10 if missed == 0 else tricks
    if scoring == DUTCH:
        return 5 + tricks if missed == 0 else -missed
    return 10 + 2 * tricks if missed == 0 else -2 * missed


@kernel(void(STATE), inline=False)
def end_round(s):
    """Write the scores down; the last trick's winner or the next seat opens the next round, if any."""
    for seat in range(s[SEATS]):
        guess, tricks = field(s[GUESSES], seat) - 1, field(s[TRICKS], seat)
        s[SCORE + seat] += round_score(s[SCORING], guess, tricks)
        s[ALL_TRICKS] += tricks << (8 * seat)
        s[ALL_MET] += np.int64(guess == tricks) << (8 * seat)
    if size_of(s, s[ROUND] + 1) == 0:
        s[TURN] = NOBODY
        return
    s[ROUND] += 1
    s[OPENER] = s[LEADER] if s[OPENS] == OPENS_LAST else after(s, s[OPENER])
    layout = np.empty(OPENER_WORD + 1, np.int64)
    shuffle(s, round_stream(s), layout)
    deal(s, layout)


@kernel
def end_trick(s):
    """All have played: the winner takes the trick and leads the next."""
    winner = s[WINNER]
    s[TRICKS] += np.int64(1) << (4 * winner)
    s[TRICK] = 0
    s[LED] = NOBODY
    s[FOLLOW] = EVERYTHING
    s[BEST] = NOBODY
    s[WINNER] = NOBODY
    s[LEADER] = winner
    s[TURN] = winner
    if s[HAND + winner] == 0:
        end_round(s)


@kernel
def play_card(s, card):
    """The hot path: what is needed is read before anything is written."""
    seat, led, leader, following = s[TURN], s[LED], s[LEADER], after(s, s[TURN])
    mask = bit(card)
    s[HAND + seat] ^= mask
    s[PLAYED + seat] |= mask
    if led < 0:
        s[TRICK] = (card + 1) << (8 * seat)
        s[LED] = SUIT_OF[card]
        s[FOLLOW] = SAME_SUIT[card]
        s[BEST] = card
        s[WINNER] = seat
        s[TURN] = following
        return
    best, winner = s[BEST], s[WINNER]
    wins = beats(s, card, best)
    s[TRICK] |= (card + 1) << (8 * seat)
    s[VOIDS] |= bit(4 * seat + led) if s[FOLLOW] & mask == 0 else 0
    s[BEST] = card if wins else best
    s[WINNER] = seat if wins else winner
    if following == leader:
        end_trick(s)
    else:
        s[TURN] = following


@kernel(PLAY)
def play(s, move):
    if s[PHASE] == PLAY_PHASE:
        play_card(s, move)
        return
    s[GUESSES] |= (move + 1) << (4 * s[TURN])
    s[TURN] = after(s, s[TURN])
    if s[TURN] == s[OPENER]:
        s[PHASE] = PLAY_PHASE


@kernel(PAYOFF)
def payoff(s, seat):
    """The total of the rounds that are over."""
    return s[SCORE + seat]


@kernel(MEASURE)
def measure(s, seat, out):
    """Tricks won and guesses met in all rounds."""
    out[0] = (s[ALL_TRICKS] >> (8 * seat)) & 255
    out[1] = (s[ALL_MET] >> (8 * seat)) & 255


@kernel(OBSERVE)
def observe(s, seat, view):
    """Erased: the other hands and the undealt cards."""
    if blindfold(s, seat, view):
        view[UNDEALT] = 0


@kernel
def void_cards(s, seat):
    """The cards of the suits that a seat is known to lack."""
    suits = field(s[VOIDS], seat)
    cards = np.int64(0)
    for suit in range(4):
        if suits & bit(suit) != 0:
            cards |= suit_cards(suit)
    return cards


@kernel
def face_up(s):
    """The turned-up card as a set."""
    return bit(s[UPCARD]) if s[UPCARD] >= 0 else np.int64(0)


@kernel(UNSEEN)
def unseen(view, cards, room):
    """Places: the seats, then the undealt cards."""
    me, seats, size = view[VIEWER], view[SEATS], view[SIZE]
    for place in range(seats + 1):
        cards[place] = 0
        room[place] = 0
    if view[OPEN] != 0:
        return seats + 1
    rest = view[CARDS] & ~view[HAND + me] & ~face_up(view)
    for seat in range(seats):
        rest &= ~view[PLAYED + seat]
    for seat in range(seats):
        if seat != me:
            cards[seat] = rest & ~void_cards(view, seat)
            room[seat] = size - count(view[PLAYED + seat])
    cards[seats] = rest
    room[seats] = count(view[CARDS] & ~face_up(view)) - seats * size
    return seats + 1


@kernel(COMPLETE)
def complete(view, rng, state):
    unveil(view, rng, state)
    if view[OPEN] != 0:
        return
    cards = np.empty(MAX_SEATS + 1, np.int64)
    room = np.empty(MAX_SEATS + 1, np.int64)
    world = np.empty(MAX_SEATS + 1, np.int64)
    places = unseen(view, cards, room)
    draw(rng, cards, room, places, world)
    for seat in range(places - 1):
        if seat != view[VIEWER]:
            state[HAND + seat] = world[seat]
    state[UNDEALT] = world[places - 1] | face_up(view)


KERNELS = Kernels(shuffle, deal, legal, play, payoff, observe, complete, unseen, measure)
