# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""The rules of Skat, compiled. Cards 0..3 are the jacks C S H D; then come A T K Q 9 8 7 of each suit."""

from __future__ import annotations

import numpy as np
from numba import int64

from kiebitz.games.skat.scoring import card_points, score, tops
from kiebitz.games.skat.tables import (
    BASE,
    BIDS,
    CLASS,
    DECK,
    NULL,
    NULL_VALUE,
    OUVERT,
    POWER,
    SCHNEIDER,
    SCHWARZ,
    TRUMPS,
    VALUE,
)
from kiebitz.kernel.bits import bit
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.random import shuffle as mix_up
from kiebitz.kernel.state import (
    DEAL,
    GAME,
    HAND,
    LEGAL,
    MEASURE,
    OPTIONS,
    PAYOFF,
    PHASE,
    PLAY,
    SHUFFLE,
    STATE,
    TURN,
)

SPEAKER = GAME  # the seat that names values
LISTENER = GAME + 1  # the seat that answers, -1 when forehand may bid alone
BID = GAME + 2  # the place in BIDS of the last value named, -1
OFFER = GAME + 3  # one for each seat: the place of the highest value it named or held, -1
DECLARER = GAME + 6  # -1 before the auction is over and when all passed
TAKEN = GAME + 7  # 1 once the declarer has taken the skat
SKAT = GAME + 8  # the cards of the skat: as dealt, later the discards; erased for those who do not know it
SKAT_SIZE = GAME + 9  # how many cards lie there, known to all
CONTRACT = GAME + 10  # 0..3 the suits C S H D, GRAND, NULL, -1
LEVEL = GAME + 11  # what was announced
FOLLOW = GAME + 12  # the cards that follow the lead; before a lead, all
CARDS = GAME + 13  # how many cards lie on the table
TRICK = GAME + 14  # those cards in order, five bits each; between two tricks still the last one
BEST = GAME + 15  # the power of the best card on the table * 4 + the seat that played it
STAKE = GAME + 16  # the points on the table
POINTS = GAME + 17  # in tricks: the declarer's, the defenders'
TRICKS = GAME + 19  # the declarer's, the defenders'
PLAYED = GAME + 21  # one for each seat: the cards it has played
LACKS = GAME + 24  # one for each seat: cards that everybody knows not to be in this hand
SCORE = GAME + 27  # the declarer's signed score when all is over
HISTORY = GAME + 28  # three words: the finished tricks in order, four a word, fifteen bits each as in TRICK

NAMING = OPTIONS
ISKO = 0

SPEAK, ANSWER, CHOOSE, DISCARD, NAME, ANNOUNCE, CARD_PLAY = 0, 1, 2, 3, 4, 5, 6  # phases
PASS = 63  # of a speaker; lower codes are places in BIDS
YES = 0  # of a listener
TAKE = 0  # of a declarer before the skat
PLAIN_ONLY, PLAIN_OR_OUVERT, OUVERT_ONLY, ALL_LEVELS = 1, 9, 8, 15  # masks of announcements
TRUMP_GAMES = 31  # the mask of suits and Grand

NOBODY = np.int64(-1)


@kernel(SHUFFLE)
def shuffle(s, rng, layout):
    """Ten cards to each, two to the skat."""
    for card in range(32):
        layout[card] = card
    mix_up(rng, layout, 32)


@kernel(DEAL)
def deal(s, layout):
    for word in range(GAME, OPTIONS):
        s[word] = 0
    for seat in range(3):
        s[HAND + seat] = 0
        for i in range(10):
            s[HAND + seat] |= bit(layout[seat * 10 + i])
        s[OFFER + seat] = NOBODY
    s[SKAT] = bit(layout[30]) | bit(layout[31])
    s[SKAT_SIZE] = 2
    s[SPEAKER] = 1
    s[BID] = NOBODY
    s[DECLARER] = NOBODY
    s[CONTRACT] = NOBODY
    s[FOLLOW] = DECK
    s[PHASE] = SPEAK
    s[TURN] = 1


# -- the auction ---------------------------------------------------------------------------------------


@kernel
def win_auction(s, seat):
    s[DECLARER] = seat
    s[PHASE] = CHOOSE
    s[TURN] = seat


@kernel
def let_speak(s, speaker, listener):
    s[SPEAKER] = speaker
    s[LISTENER] = listener
    s[PHASE] = SPEAK
    s[TURN] = speaker


@kernel
def name_value(s, place):
    s[BID] = place
    s[OFFER + s[SPEAKER]] = place
    if s[LISTENER] < 0:
        win_auction(s, s[SPEAKER])
    else:
        s[PHASE] = ANSWER
        s[TURN] = s[LISTENER]


@kernel
def stop_speaking(s):
    """Middlehand makes room for rearhand, rearhand for the survivor, who must have a value to play."""
    if s[SPEAKER] == 1:
        let_speak(s, np.int64(2), s[LISTENER])
    elif s[SPEAKER] == 0:
        s[TURN] = NOBODY
    elif s[BID] < 0:
        let_speak(s, np.int64(0), NOBODY)
    else:
        win_auction(s, s[LISTENER])


@kernel
def answer(s, move):
    if move == YES:
        s[OFFER + s[LISTENER]] = s[BID]
        let_speak(s, s[SPEAKER], s[LISTENER])
    elif s[SPEAKER] == 1:
        let_speak(s, np.int64(2), np.int64(1))
    else:
        win_auction(s, s[SPEAKER])


# -- skat, contract, announcement ----------------------------------------------------------------------


@kernel
def choose(s, move):
    if move == TAKE:
        s[HAND + s[TURN]] |= s[SKAT]
        s[TAKEN] = 1
        s[SKAT] = 0
        s[SKAT_SIZE] = 0
        s[PHASE] = DISCARD
    else:
        s[PHASE] = NAME


@kernel
def discard(s, card):
    s[HAND + s[TURN]] ^= bit(card)
    s[SKAT] |= bit(card)
    s[SKAT_SIZE] += 1
    if s[SKAT_SIZE] == 2:
        s[PHASE] = NAME


@kernel
def declarer_cards(s):
    """The declarer's ten cards and the skat, which decide the tops."""
    seat = s[DECLARER]
    return s[HAND + seat] | s[PLAYED + seat] | s[SKAT]


@kernel
def reachable(cards, bid):
    """The suit games and Grand that can reach the bid with the tops of these cards, Schneider and Schwarz."""
    games = np.int64(0)
    for contract in range(NULL):
        if (tops(cards, contract) + 3) * BASE[contract] >= bid:
            games |= bit(contract)
    return games


@kernel
def nameable(s, cards):
    """The games that a declarer with these twelve cards may name.

    A Null must reach the bid; after taking the skat the ISkO wants that of every game.
    """
    bid = BIDS[s[BID]]
    null = bit(NULL) if bid <= NULL_VALUE[3 - s[TAKEN]] else 0
    if s[TAKEN] == 0 or s[NAMING] != ISKO:
        return TRUMP_GAMES | null
    games = reachable(cards, bid) | null
    return games if games != 0 else np.int64(TRUMP_GAMES)


@kernel
def could_name(s):
    """In a state whose game is named: might it be?"""
    return nameable(s, declarer_cards(s)) >> s[CONTRACT] & 1 != 0


@kernel
def announcements(s):
    """Schneider and Schwarz are announced in Hand games only; a Null may be laid open with the skat too."""
    if s[CONTRACT] == NULL:
        plain = BIDS[s[BID]] <= NULL_VALUE[1 - s[TAKEN]]
        return np.int64(PLAIN_OR_OUVERT) if plain else np.int64(OUVERT_ONLY)
    return np.int64(PLAIN_ONLY) if s[TAKEN] != 0 else np.int64(ALL_LEVELS)


@kernel
def announce(s, level):
    s[LEVEL] = level
    s[PHASE] = CARD_PLAY
    s[TURN] = 0


# -- the play ------------------------------------------------------------------------------------------


@kernel
def power(contract, follow, card):
    """A card's strength in a trick, 0 if it neither follows nor trumps."""
    counts = bit(card) & (follow | TRUMPS[contract])
    return POWER[contract, card] if counts != 0 else np.int64(0)


@kernel(int64(STATE, int64, int64, int64, int64))
def settle(s, bid, points, tricks, complete):
    """The declarer's score if he ends with this many points (the skat included) and tricks."""
    level = s[LEVEL]
    return score(
        s[CONTRACT],
        tops(declarer_cards(s), s[CONTRACT]),
        1 - s[TAKEN],
        level >= SCHNEIDER,
        level >= SCHWARZ,
        level == OUVERT,
        bid,
        points,
        tricks,
        complete,
    )


@kernel
def is_decided(s):
    """Are the hands empty, or is Null or an announced game beyond saving and its value fixed?"""
    if s[HAND] == 0:
        return True
    if s[CONTRACT] == NULL:
        return s[TRICKS] > 0
    if s[LEVEL] >= SCHWARZ:
        return s[TRICKS + 1] > 0
    return s[LEVEL] == SCHNEIDER and s[POINTS + 1] > 30 and s[TRICKS] > 0


@kernel
def end_trick(s, winner, stake):
    side = 0 if winner == s[DECLARER] else 1
    number = s[TRICKS] + s[TRICKS + 1]
    s[HISTORY + (number >> 2)] |= s[TRICK] << (15 * (number & 3))
    s[POINTS + side] += stake
    s[TRICKS + side] += 1
    s[FOLLOW] = DECK
    s[CARDS] = 0
    s[TURN] = winner
    if is_decided(s):
        s[SCORE] = settle(s, BIDS[s[BID]], s[POINTS] + card_points(s[SKAT]), s[TRICKS], 1)
        s[TURN] = NOBODY


@kernel
def play_card(s, card):
    """The hot path: everything is read before anything is written."""
    seat, contract, played = s[TURN], s[CONTRACT], s[CARDS]
    follow, best, stake, trick = s[FOLLOW], s[BEST], s[STAKE], s[TRICK]
    mask = bit(card)
    s[HAND + seat] ^= mask
    s[PLAYED + seat] |= mask
    if played == 0:
        s[FOLLOW] = CLASS[contract, card]
        s[TRICK] = card
        s[BEST] = POWER[contract, card] * 4 + seat
        s[STAKE] = VALUE[card]
        s[CARDS] = 1
        s[TURN] = seat + 1 if seat < 2 else 0
        return
    s[LACKS + seat] |= follow if follow & mask == 0 else 0
    best = max(best, power(contract, follow, card) * 4 + seat)
    stake += VALUE[card]
    s[TRICK] = trick | card << (5 * played)
    s[BEST] = best
    s[STAKE] = stake
    if played == 2:
        end_trick(s, best & 3, stake)
    else:
        s[CARDS] = 2
        s[TURN] = seat + 1 if seat < 2 else 0


@kernel(LEGAL)
def legal(s):
    """In the play: follow the class that was led; else anything."""
    phase = s[PHASE]
    hand = s[HAND + s[TURN]]
    if phase == CARD_PLAY:
        following = hand & s[FOLLOW]
        return following if following != 0 else hand
    if phase == SPEAK:
        return NOBODY << (s[BID] + 1)  # all higher values, and pass
    if phase == DISCARD:
        return hand
    if phase == NAME:
        return nameable(s, declarer_cards(s))
    if phase == ANNOUNCE:
        return announcements(s)
    return np.int64(3)  # yes or pass, skat or hand


@kernel(PLAY)
def play(s, move):
    phase = s[PHASE]
    if phase == CARD_PLAY:
        play_card(s, move)
    elif phase == SPEAK:
        if move == PASS:
            stop_speaking(s)
        else:
            name_value(s, move)
    elif phase == ANSWER:
        answer(s, move)
    elif phase == CHOOSE:
        choose(s, move)
    elif phase == DISCARD:
        discard(s, move)
    elif phase == NAME:
        s[CONTRACT] = move
        s[PHASE] = ANNOUNCE
    else:
        announce(s, move)


@kernel(PAYOFF)
def payoff(s, seat):
    """Seeger and Fabian at a table of three: the score and 50 to the declarer, 40 to whoever beats him."""
    result = s[SCORE]
    if result == 0:
        return np.int64(0)
    if seat == s[DECLARER]:
        return result + (50 if result > 0 else -50)
    return np.int64(0) if result > 0 else np.int64(40)


@kernel(PAYOFF)
def standing(s, seat):
    """The points in tricks that a seat's side has over the other."""
    if s[DECLARER] < 0:
        return np.int64(0)
    lead = s[POINTS] - s[POINTS + 1]
    return lead if seat == s[DECLARER] else -lead


@kernel(MEASURE)
def measure(s, seat, out):
    """Was the seat declarer, in which contract, for which signed value, with which points?"""
    out[0] = np.int64(s[DECLARER] == seat)
    out[1] = s[CONTRACT]
    out[2] = s[SCORE]
    out[3] = s[POINTS] + card_points(s[SKAT])
