# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""The rules of Durak, compiled. A card is suit * 9 + rank, ranks 6 7 8 9 T J Q K A; suits S H D C."""

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
    PHASE,
    PLAY,
    SHUFFLE,
    STATE,
    TURN,
    UNSEEN,
    VIEWER,
    Kernels,
    blindfold,
    unveil,
)
from kiebitz.kernel.worlds import draw

TRUMPS = GAME  # the nine cards of the trump suit, 0 without trumps
SIZE = GAME + 1  # how many cards the deck has
BOTTOM = GAME + 2  # the face-up trump under the deck, -1 when it is gone or there is none
STOCK = GAME + 3  # three words: the deck from the bottom up, a row of cards
ATTACKER = GAME + 6
BOUT = GAME + 7  # from 1
ROOM = GAME + 8  # how many more attack cards this bout may have
ATTACK = GAME + 9  # the last attack card of this bout, -1 before the first
TABLE = GAME + 10  # the cards on the table
FITTING = GAME + 11  # all cards of the ranks on the table
BEATEN = GAME + 12  # how many defence cards lie on the table
ROW = GAME + 13  # five words: the table in the order of play, a row of cards
DISCARD = GAME + 18  # the cards that are out of play
HELD = GAME + 19  # one for each seat: how many cards it holds
SHOWN = GAME + 21  # cards that everybody knows to be in this hand
OUTCOME = GAME + 23  # seat 0's points

START_RANK = OPTIONS
TRUMPS_OPTION = OPTIONS + 1
ATTACK_LIMIT = OPTIONS + 2
END = OPTIONS + 3
LEAK = OPTIONS + 4
TRUMPS_ON = 0
SIX = 1
PUBLISHED = 1

ATTACKING, DEFENDING, ADDING = 0, 1, 2  # the phases
PASS = 36
TAKE = 37
FULL_HAND = 6
NOBODY = np.int64(-1)
ROW_WORDS = 5
STOCK_WORDS = 3

SUIT = 511  # the nine cards of suit 0
ONE_RANK = 1 | 1 << 9 | 1 << 18 | 1 << 27  # the four cards of rank 0
SAME_RANK = np.array([ONE_RANK << card % 9 for card in range(36)], np.int64)
HIGHER = np.array([(SUIT << card // 9 * 9) & -(2 << card) for card in range(36)], np.int64)


@kernel
def suit_cards(suit):
    return np.int64(SUIT) << (suit * 9)


@kernel
def deck_cards(s):
    """All cards of the game: from the lowest rank up, in every suit."""
    low = s[START_RANK] - 6
    return np.int64(ONE_RANK) * ((SUIT >> low) << low)


@kernel
def deck_length(s):
    """How many cards the game has."""
    return 4 * (15 - s[START_RANK])


@kernel
def put(s, row, place, card):
    """Write a card into an empty place of a row: six bits a card, eight cards a word."""
    s[row + (place >> 3)] |= card << (6 * (place & 7))


@kernel
def get(s, row, place):
    """The card in a place of a row."""
    return (s[row + (place >> 3)] >> (6 * (place & 7))) & 63


@kernel
def face_up(s):
    """The trump that lies face up under the deck, as a mask."""
    return bit(s[BOTTOM]) if s[BOTTOM] >= 0 else np.int64(0)


@kernel
def hidden_in_deck(s):
    """How many cards of the deck nobody has seen: all but a face-up trump."""
    return s[SIZE] - (1 if s[BOTTOM] >= 0 else 0)


@kernel
def known(s, seat):
    """The cards of a hand that the viewer knows: the shown ones, and once the deck hides nothing, all
    that are not elsewhere."""
    viewer = s[VIEWER]
    if viewer < 0 or viewer == seat or hidden_in_deck(s) > 0:
        return s[HAND + seat] | s[SHOWN + seat]
    return deck_cards(s) & ~(s[HAND + viewer] | s[TABLE] | s[DISCARD] | face_up(s))


@kernel(SHUFFLE)
def shuffle(s, rng, layout):
    """The cards, then the trump suit (-1: none), then a coin for the first attack if no trump decides it.

    The deck's last card turns up the trump; where all cards are dealt, the suit is drawn.
    """
    ranks = 15 - s[START_RANK]
    size = 4 * ranks
    for i in range(size):
        layout[i] = i // ranks * 9 + 9 - ranks + i % ranks
    mix_up(rng, layout, size)
    if s[TRUMPS_OPTION] != TRUMPS_ON:
        layout[size] = -1
    elif size > 2 * FULL_HAND:
        layout[size] = layout[size - 1] // 9
    else:
        layout[size] = below(rng, 4)
    layout[size + 1] = below(rng, 2)


@kernel
def first_attacker(s, coin):
    """The holder of the lowest trump; the coin decides if nobody has one.

    Neither masks nor cases note what this tells: it is about the hands as they were dealt, and after the
    first draw, or with a coin, it makes some worlds likelier than others. See docs/durak.md.
    """
    trumps = (s[HAND] | s[HAND + 1]) & s[TRUMPS]
    if trumps == 0:
        return coin
    return np.int64(0) if s[HAND] & trumps & -trumps != 0 else np.int64(1)


@kernel
def begin_bout(s, attacker):
    """An empty table; there are never more attack cards than the defender holds now."""
    s[BOUT] += 1
    s[ATTACKER] = attacker
    s[TURN] = attacker
    s[PHASE] = ATTACKING
    s[ATTACK] = NOBODY
    s[TABLE] = 0
    s[FITTING] = 0
    s[BEATEN] = 0
    for i in range(ROW_WORDS):
        s[ROW + i] = 0
    s[ROOM] = s[HELD + 1 - attacker]
    if s[ATTACK_LIMIT] == SIX:
        s[ROOM] = min(s[ROOM], 5 if s[BOUT] == 1 else 6)


@kernel(DEAL)
def deal(s, layout):
    size = deck_length(s)
    dealt = min(FULL_HAND, size // 2)
    for seat in range(2):
        s[HAND + seat] = 0
        s[HELD + seat] = dealt
        s[SHOWN + seat] = 0
        for i in range(dealt):
            s[HAND + seat] |= bit(layout[seat * dealt + i])
    for i in range(STOCK_WORDS):
        s[STOCK + i] = 0
    s[SIZE] = size - 2 * dealt
    for i in range(s[SIZE]):
        put(s, STOCK, i, layout[size - 1 - i])
    trump = layout[size]
    s[TRUMPS] = suit_cards(trump) if trump >= 0 else 0
    s[BOTTOM] = layout[size - 1] if trump >= 0 and s[SIZE] > 0 else NOBODY
    s[DISCARD] = 0
    s[OUTCOME] = 0
    s[BOUT] = 0
    begin_bout(s, first_attacker(s, layout[size + 1]))


@kernel
def beating(s, attack):
    """All cards that beat an attack card: higher ones of its suit, and trumps if it is not one."""
    higher = HIGHER[attack]
    return higher if has(s[TRUMPS], attack) else higher | s[TRUMPS]


@kernel(LEGAL)
def legal(s):
    hand = s[HAND + s[TURN]]
    if s[PHASE] == DEFENDING:
        return (hand & beating(s, s[ATTACK])) | bit(TAKE)
    if s[TABLE] == 0:
        return hand
    fitting = hand & s[FITTING] if s[ROOM] > 0 else 0
    return fitting | bit(PASS)


@kernel
def refill(s, seat):
    """The seat draws up to six cards; everybody sees who gets the face-up trump, which comes last.

    In the published program searches marked the cards of the deck as seen: ``leak=published`` shows them all.
    """
    drawn = min(FULL_HAND - s[HELD + seat], s[SIZE])
    if drawn <= 0:
        return
    hand = s[HAND + seat]
    size = s[SIZE]
    for _ in range(drawn):
        size -= 1
        card = get(s, STOCK, size)
        s[STOCK + (size >> 3)] ^= card << (6 * (size & 7))
        hand |= bit(card)
    if s[LEAK] == PUBLISHED:
        s[SHOWN + seat] |= hand & ~s[HAND + seat]
    s[HAND + seat] = hand
    s[HELD + seat] += drawn
    s[SIZE] = size
    if size == 0:
        s[SHOWN + seat] |= face_up(s)
        s[BOTTOM] = NOBODY


@kernel
def next_bout(s, attacker):
    """Both draw, the old attacker first; then the next bout begins."""
    refill(s, s[ATTACKER])
    refill(s, 1 - s[ATTACKER])
    begin_bout(s, attacker)


@kernel
def end_if_out(s):
    """End the game if a hand is empty for good; true if it has ended.

    The attacker draws first, so an empty defender is out when the attacker's draw takes all of the deck.
    The attacker himself is out only without a deck. The published program lets him go out in both cases.
    """
    attacker = s[ATTACKER]
    held = s[HELD + attacker]
    defender_out = s[HELD + 1 - attacker] == 0
    if held != 0 and not defender_out:
        return False
    if max(0, FULL_HAND - held) < s[SIZE]:
        return False
    attacker_out = held == 0 and (s[SIZE] == 0 or s[END] == PUBLISHED)
    if not attacker_out and not defender_out:
        return False
    points = np.int64(attacker_out) - np.int64(defender_out)
    s[OUTCOME] = points if attacker == 0 else -points
    s[TURN] = NOBODY
    return True


@kernel
def pick_up(s):
    """The defender takes the table into his hand and is attacked again."""
    defender = 1 - s[ATTACKER]
    s[HAND + defender] |= s[TABLE]
    s[HELD + defender] += count(s[TABLE])
    s[SHOWN + defender] |= s[TABLE]
    s[TABLE] = 0
    if not end_if_out(s):
        next_bout(s, s[ATTACKER])


@kernel
def ask_for_more(s):
    """The attacker may add to a table that is taken while there is room, whether or not he has a card
    that fits: not asking him would tell that he has none."""
    if s[ROOM] > 0 and s[HELD + s[ATTACKER]] > 0:
        s[TURN] = s[ATTACKER]
        s[PHASE] = ADDING
    else:
        pick_up(s)


@kernel
def lay(s, card):
    """Put a card of the seat to move on the table."""
    one = bit(card)
    s[HAND + s[TURN]] &= ~one
    s[HELD + s[TURN]] -= 1
    s[SHOWN + s[TURN]] &= ~one
    put(s, ROW, count(s[TABLE]), card)
    s[TABLE] |= one
    s[FITTING] |= SAME_RANK[card]


@kernel
def attack_with(s, card):
    lay(s, card)
    s[ATTACK] = card
    s[ROOM] -= 1
    if s[PHASE] == ADDING:
        ask_for_more(s)
    else:
        s[TURN] = 1 - s[TURN]
        s[PHASE] = DEFENDING


@kernel
def defend_with(s, card):
    lay(s, card)
    s[BEATEN] += 1
    if not end_if_out(s):
        s[TURN] = s[ATTACKER]
        s[PHASE] = ATTACKING


@kernel(PLAY)
def play(s, move):
    if move < PASS:
        if s[PHASE] == DEFENDING:
            defend_with(s, move)
        else:
            attack_with(s, move)
    elif move == TAKE:
        ask_for_more(s)
    elif s[PHASE] == ADDING:
        pick_up(s)
    else:
        # Hands have not changed since the last defence, so nobody is out now who was not then.
        s[DISCARD] |= s[TABLE]
        next_bout(s, 1 - s[ATTACKER])


@kernel(PAYOFF)
def payoff(s, seat):
    """1 for the winner, -1 for the durak, 0 for both after a draw."""
    return s[OUTCOME] if seat == 0 else -s[OUTCOME]


@kernel(MEASURE)
def measure(s, seat, out):
    """Bouts, the unfinished last one included."""
    out[0] = s[BOUT]


@kernel(OBSERVE)
def observe(s, seat, view):
    """Erased: other hands and the deck."""
    if blindfold(s, seat, view):
        for i in range(STOCK_WORDS):
            view[STOCK + i] = 0


@kernel(UNSEEN)
def unseen(view, cards, room):
    """Places: both seats, then the deck."""
    for place in range(3):
        cards[place] = 0
        room[place] = 0
    if view[OPEN] != 0:
        return 3
    seen = view[TABLE] | view[DISCARD] | view[SHOWN] | view[SHOWN + 1] | face_up(view)
    if view[VIEWER] >= 0:
        seen |= view[HAND + view[VIEWER]]
    cards[2] = deck_cards(view) & ~seen
    room[2] = hidden_in_deck(view)
    for seat in range(2):
        if seat != view[VIEWER]:
            cards[seat] = cards[2]
            room[seat] = view[HELD + seat] - count(view[SHOWN + seat])
    return 3


@kernel(void(STATE, STATE, int64))
def stack(s, rng, cards):
    """Lay a set of cards on top of the face-up trump, uniformly shuffled."""
    n = count(cards)
    order = np.empty(n, np.int64)
    for i in range(n):
        order[i] = lowest(cards)
        cards &= cards - 1
    mix_up(rng, order, n)
    if s[BOTTOM] >= 0:
        put(s, STOCK, 0, s[BOTTOM])
    for i in range(n):
        put(s, STOCK, s[SIZE] - n + i, order[i])


@kernel(COMPLETE)
def complete(view, rng, state):
    unveil(view, rng, state)
    if view[OPEN] != 0:
        return
    cards = np.empty(3, np.int64)
    room = np.empty(3, np.int64)
    world = np.empty(3, np.int64)
    unseen(view, cards, room)
    draw(rng, cards, room, 3, world)
    for seat in range(2):
        if seat != view[VIEWER]:
            state[HAND + seat] = world[seat] | view[SHOWN + seat]
    stack(state, rng, world[2])


KERNELS = Kernels(shuffle, deal, legal, play, payoff, observe, complete, unseen, measure)
