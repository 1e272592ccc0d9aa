# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""The rules of Hearts, compiled. A card is suit * 13 + rank, ranks 2 to ace; suits C D S H.

Cards that a seat passes on stay in its hand until all have chosen: nobody sees what comes before then.
"""

from __future__ import annotations

import numpy as np
from numba import void

from kiebitz.kernel.bits import bit, count, has
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.random import pick
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
    PHASE,
    PLAY,
    ROUND,
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
from kiebitz.rules.toolbox import shuffled_deck

SHIFT = GAME  # how many seats to the left cards are passed, 0 in a deal without passing
CHOSEN = GAME + 1  # how many cards the seat to move has chosen to pass
PASSED = GAME + 2  # one for each seat: the cards it passed on; erased for all but giver and receiver
LEADER = GAME + 6
CARDS = GAME + 7  # how many cards lie on the table
TRICK = GAME + 8  # those cards in order, eight bits each
FOLLOW = GAME + 9  # the cards of the suit led; before a lead, all
BEST = GAME + 10  # the card that wins the trick so far, -1 before a lead
WINNER = GAME + 11  # the seat that played it
BROKEN = GAME + 12  # 1 once hearts may be led
NUMBER = GAME + 13  # how many tricks of this deal are complete
PLAYED = GAME + 14  # one for each seat: the cards it has played in this deal
LACKS = GAME + 18  # one for each seat: cards that everybody knows not to be in this hand
TAKEN = GAME + 22  # one for each seat: the cards of its tricks
SCORE = GAME + 26  # one for each seat: the points of the deals that are over
QUEENS = GAME + 30  # queens of spades taken in them, eight bits a seat
MOONS = GAME + 31  # moons shot in them, eight bits a seat

UNIT = OPTIONS
PASSING = OPTIONS + 1
LEADS = OPTIONS + 2
FIRST_TRICK = OPTIONS + 3
BREAKS = OPTIONS + 4
JACK = OPTIONS + 5
MOON = OPTIONS + 6
ONE_DEAL = 0
ROTATE, ALWAYS_LEFT = 0, 1
TWO_OF_CLUBS_LEADS = 0
SAFE = 0
QUEEN_BREAKS, ALWAYS_BROKEN = 1, 2
JACK_COUNTS = 1
MOON_TO_OTHERS = 0

PASS_PHASE, PLAY_PHASE = 0, 1
SEATS = 4
MOST_DEALS = 25
DECK = (1 << 52) - 1
SUIT_CARDS = np.array([8191 << (card // 13 * 13) for card in range(52)], np.int64)
TWO_OF_CLUBS = 0
JACK_OF_DIAMONDS = 13 + 9
QUEEN_OF_SPADES = 26 + 10
HEARTS = 8191 << 39
PENALTIES = HEARTS | 1 << QUEEN_OF_SPADES
LIMIT = np.array([0, 50, 100], np.int64)  # of each unit
SHIFTS = np.array([1, 3, 2, 0], np.int64)  # left, right, across, not at all
NOBODY = np.int64(-1)

shuffle = shuffled_deck(52)


@kernel
def to_the_left(seat, places):
    return (seat + places) % SEATS


@kernel
def start_play(s):
    """The two of clubs, or the seat whose turn it is in this deal."""
    s[PHASE] = PLAY_PHASE
    s[LEADER] = s[ROUND] % SEATS
    if s[LEADS] == TWO_OF_CLUBS_LEADS:
        for seat in range(SEATS):
            if has(s[HAND + seat], TWO_OF_CLUBS):
                s[LEADER] = seat
    s[TURN] = s[LEADER]


@kernel(DEAL)
def deal(s, layout):
    for word in range(GAME, SCORE):
        s[word] = 0
    for seat in range(SEATS):
        s[HAND + seat] = 0
        for i in range(13):
            s[HAND + seat] |= bit(layout[13 * seat + i])
    s[FOLLOW] = DECK
    s[BEST] = NOBODY
    s[WINNER] = NOBODY
    s[BROKEN] = np.int64(s[BREAKS] == ALWAYS_BROKEN)
    if s[PASSING] == ROTATE:
        s[SHIFT] = SHIFTS[s[ROUND] % 4]
    else:
        s[SHIFT] = 1 if s[PASSING] == ALWAYS_LEFT else 0
    if s[SHIFT] == 0:
        start_play(s)
    else:
        s[PHASE] = PASS_PHASE
        s[TURN] = 0
        s[LEADER] = NOBODY


# -- passing -------------------------------------------------------------------------------------------


@kernel
def exchange(s):
    """All have chosen: the cards change hands at once."""
    for seat in range(SEATS):
        s[HAND + seat] &= ~s[PASSED + seat]
    for seat in range(SEATS):
        s[HAND + to_the_left(seat, s[SHIFT])] |= s[PASSED + seat]
    start_play(s)


@kernel
def pass_on(s, card):
    s[PASSED + s[TURN]] |= bit(card)
    s[CHOSEN] += 1
    if s[CHOSEN] == 3:
        s[CHOSEN] = 0
        s[TURN] += 1
        if s[TURN] == SEATS:
            exchange(s)


# -- the play ------------------------------------------------------------------------------------------


@kernel
def is_guarded(s):
    """Is this a first trick to which nothing that costs points may go?"""
    return (s[NUMBER] == 0) & (s[FIRST_TRICK] == SAFE)


@kernel
def preferred(cards, wanted):
    """Those of the cards that are wanted, if there are any; else all."""
    return cards & wanted if cards & wanted != 0 else cards


@kernel(LEGAL)
def legal(s):
    hand = s[HAND + s[TURN]]
    if s[PHASE] == PASS_PHASE:
        return hand & ~s[PASSED + s[TURN]]
    cards = preferred(hand, s[FOLLOW])
    if s[CARDS] == 0:
        if s[NUMBER] == 0 and s[LEADS] == TWO_OF_CLUBS_LEADS:
            return bit(TWO_OF_CLUBS)
        if s[BROKEN] == 0:
            cards = preferred(cards, np.int64(~HEARTS))
    return preferred(cards, np.int64(~PENALTIES)) if is_guarded(s) else cards


@kernel
def concluded(s, card):
    """Cards that a seat cannot hold if it plays this one: every card that it would have had to prefer."""
    mask = bit(card)
    lacks = np.int64(0)
    cards = np.int64(DECK)
    if s[CARDS] > 0:
        if mask & s[FOLLOW] == 0:
            lacks |= s[FOLLOW]
        else:
            cards = s[FOLLOW]
    elif s[BROKEN] == 0:
        if mask & HEARTS != 0:
            lacks |= DECK & ~HEARTS
        else:
            cards = np.int64(DECK & ~HEARTS)
    if is_guarded(s) and mask & PENALTIES != 0:
        lacks |= cards & ~PENALTIES
    return lacks


@kernel
def cost(s, cards):
    """The points of a set of cards."""
    points = count(cards & HEARTS)
    if has(cards, QUEEN_OF_SPADES):
        points += 13
    if s[JACK] == JACK_COUNTS and has(cards, JACK_OF_DIAMONDS):
        points -= 10
    return points


@kernel
def moon_shooter(s):
    """The seat that has all hearts and the queen of spades, -1 if nobody."""
    for seat in range(SEATS):
        if s[TAKEN + seat] & PENALTIES == PENALTIES:
            return np.int64(seat)
    return NOBODY


@kernel
def deal_score(s, seat, shooter):
    """The points of a seat in a deal that is over."""
    points = cost(s, s[TAKEN + seat])
    if shooter < 0:
        return points
    if s[MOON] == MOON_TO_OTHERS:
        return points - 26 if seat == shooter else points + 26
    return points - 52 if seat == shooter else points


@kernel(void(STATE), inline=False)
def end_deal(s):
    """Write the points down; deal again unless the unit is over."""
    shooter = moon_shooter(s)
    worst = np.int64(-1000000)
    for seat in range(SEATS):
        s[SCORE + seat] += deal_score(s, seat, shooter)
        worst = max(worst, s[SCORE + seat])
        s[QUEENS] += np.int64(has(s[TAKEN + seat], QUEEN_OF_SPADES)) << (8 * seat)
        s[MOONS] += np.int64(seat == shooter) << (8 * seat)
    if s[UNIT] == ONE_DEAL or worst >= LIMIT[s[UNIT]] or s[ROUND] + 1 == MOST_DEALS:
        s[TURN] = NOBODY
        return
    s[ROUND] += 1
    layout = np.empty(52, np.int64)
    shuffle(s, round_stream(s), layout)
    deal(s, layout)


@kernel
def end_trick(s):
    """The winner takes the trick and leads the next."""
    for i in range(SEATS):
        s[TAKEN + s[WINNER]] |= bit((s[TRICK] >> (8 * i)) & 255)
    s[LEADER] = s[WINNER]
    s[TURN] = s[WINNER]
    s[NUMBER] += 1
    s[CARDS] = 0
    s[TRICK] = 0
    s[FOLLOW] = DECK
    s[BEST] = NOBODY
    s[WINNER] = NOBODY
    if s[NUMBER] == 13:
        end_deal(s)


@kernel
def play_card(s, card):
    seat, mask = s[TURN], bit(card)
    s[LACKS + seat] |= concluded(s, card)
    s[HAND + seat] ^= mask
    s[PLAYED + seat] |= mask
    if mask & HEARTS != 0 or (s[BREAKS] == QUEEN_BREAKS and card == QUEEN_OF_SPADES):
        s[BROKEN] = 1
    if s[CARDS] == 0:
        s[FOLLOW] = SUIT_CARDS[card]
    if s[CARDS] == 0 or (mask & s[FOLLOW] != 0 and card > s[BEST]):
        s[BEST] = card
        s[WINNER] = seat
    s[TRICK] |= card << (8 * s[CARDS])
    s[CARDS] += 1
    if s[CARDS] == SEATS:
        end_trick(s)
    else:
        s[TURN] = to_the_left(seat, 1)


@kernel(PLAY)
def play(s, move):
    if s[PHASE] == PASS_PHASE:
        pass_on(s, move)
    else:
        play_card(s, move)


@kernel(PAYOFF)
def payoff(s, seat):
    """Every player is paid the difference of points by every other."""
    points = np.int64(0)
    for other in range(SEATS):
        points += s[SCORE + other] - s[SCORE + seat]
    return points


@kernel(MEASURE)
def measure(s, seat, out):
    """Points, queens of spades and moons of all deals."""
    out[0] = s[SCORE + seat]
    out[1] = (s[QUEENS] >> (8 * seat)) & 255
    out[2] = (s[MOONS] >> (8 * seat)) & 255


# -- what a seat may know ------------------------------------------------------------------------------


@kernel
def knows_pass(s, seat, giver):
    """Does a seat know what a giver passed on? Its own cards, and once they have come, those it got."""
    if seat == giver:
        return True
    return s[PHASE] == PLAY_PHASE and seat >= 0 and to_the_left(giver, s[SHIFT]) == seat


@kernel(OBSERVE)
def observe(s, seat, view):
    """Erased: the other hands, and the passed cards that the seat neither gave nor got."""
    if blindfold(s, seat, view):
        for giver in range(SEATS):
            if not knows_pass(s, seat, giver):
                view[PASSED + giver] = 0


@kernel
def is_led_next(view):
    """Is the two of clubs about to be led? Then all know who has it."""
    begins = (view[PHASE] == PLAY_PHASE) & (view[NUMBER] == 0) & (view[CARDS] == 0)
    return begins & (view[LEADS] == TWO_OF_CLUBS_LEADS)


@kernel
def known(view, seat):
    """The cards that the viewer knows to be in another hand: those he passed on, and the two of clubs."""
    me = view[VIEWER]
    cards = np.int64(0)
    if seat == me or view[PHASE] == PASS_PHASE:
        return cards
    if me >= 0 and seat == to_the_left(me, view[SHIFT]):
        cards |= view[PASSED + me] & ~view[PLAYED + seat]
    if is_led_next(view) and seat == view[TURN]:
        cards |= bit(TWO_OF_CLUBS)
    return cards


@kernel(UNSEEN)
def unseen(view, cards, room):
    """Places: the four seats."""
    rest = np.int64(DECK)
    for seat in range(SEATS):
        cards[seat] = 0
        room[seat] = 0
        rest &= ~(view[HAND + seat] | view[PLAYED + seat] | known(view, seat))
    if view[OPEN] != 0:
        return SEATS
    for seat in range(SEATS):
        if seat != view[VIEWER]:
            room[seat] = 13 - count(view[PLAYED + seat]) - count(known(view, seat))
            cards[seat] = rest & ~view[LACKS + seat]
    return SEATS


@kernel
def chosen_by(view, seat):
    """How many cards a seat has chosen to pass on; public."""
    if view[SHIFT] == 0:
        return np.int64(0)
    if view[PHASE] == PLAY_PHASE or seat < view[TURN]:
        return np.int64(3)
    return view[CHOSEN] if seat == view[TURN] else np.int64(0)


@kernel(COMPLETE)
def complete(view, rng, state):
    """Hands first; then any cards of a receiver (before that, of the giver) may be those that were passed."""
    unveil(view, rng, state)
    if view[OPEN] != 0:
        return
    cards = np.empty(SEATS, np.int64)
    room = np.empty(SEATS, np.int64)
    world = np.empty(SEATS, np.int64)
    unseen(view, cards, room)
    draw(rng, cards, room, SEATS, world)
    for seat in range(SEATS):
        if seat != view[VIEWER]:
            state[HAND + seat] = world[seat] | known(view, seat)
    for giver in range(SEATS):
        if knows_pass(view, view[VIEWER], giver):
            continue
        holder = giver if view[PHASE] == PASS_PHASE else to_the_left(giver, view[SHIFT])
        left = state[HAND + holder] | state[PLAYED + holder]
        for _ in range(chosen_by(view, giver)):
            card = bit(pick(rng, left))
            left ^= card
            state[PASSED + giver] |= card


KERNELS = Kernels(shuffle, deal, legal, play, payoff, observe, complete, unseen, measure)
