# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""Card play by instinct, compiled: what a practised player does at a glance, with the chances of it.

A card shows a few patterns to the seat that may play it: its rank, what may still beat it, who holds the
trick, what lies on the table. Each pattern has a weight, trained on games of thinking players; the sum is the
card's mark, and marks give chances. So one table tells how a trick may go on, and how likely somebody
with other cards was to play a card. Only what the seat may know is looked at.
"""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
from numba import float64, int64, void

from kiebitz.errors import KiebitzError
from kiebitz.files import read_bytes
from kiebitz.games.skat import rules as r
from kiebitz.games.skat.tables import CLASS, DECK, GRAND, POWER, TRUMPS, VALUE
from kiebitz.kernel.bits import bit, count, lowest
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.random import uniform
from kiebitz.kernel.state import HAND, MATRIX, STATE, TURN
from kiebitz.kernel.vectors import Vector
from kiebitz.sayings import say

FLOATS = float64[::1]
SIZES = (54, 128, 64, 48, 48, 4, 40, 16)
"""How many values each pattern has."""
RANK, COVER, TABLE, THREAT, ORDER, DECIDES, TRUMPING, SUIT = (sum(SIZES[:i]) for i in range(8))
PATTERNS = sum(SIZES)
SITUATIONS = 9  # by place in the trick and by who the declarer is
KINDS = 3  # suit games, Grand, Null
WEIGHTS = KINDS * SITUATIONS * PATTERNS
SCALE = 1000.0  # of the weights, which are kept as whole numbers

ABOVE = np.array([[sum(1 << other for other in range(32)
                       if CLASS[game, card] >> other & 1 and POWER[game, other] > POWER[game, card])
                   for card in range(32)] for game in range(6)], np.int64)  # fmt: skip
"""By contract and card: the cards of its class that beat it."""
RANKS = np.array([[0 if game == 5 and card < 4 else card if card < 4 else 4 + (card - 4) % 7
                   + (0 if TRUMPS[game] >> card & 1 else 7) for card in range(32)]
                  for game in range(6)], np.int64)  # fmt: skip
VALUES = np.array([{0: 0, 10: 2, 11: 3}.get(int(value), 1) for value in VALUE], np.int64)
"""By card: no points, few, a ten, an ace."""
FEW = np.array([0, 1, 2] + [3] * 30, np.int64)
PAIRS = np.array([0, 1, 1, 2, 2] + [3] * 28, np.int64)
FIVE = np.array([0, 1, 2, 3] + [4] * 29, np.int64)


@kernel
def situation(s):
    """Kind of game, place in the trick, and who the declarer is: oneself, the next seat, the one before."""
    contract = s[r.CONTRACT]
    kind = 0 if contract < GRAND else contract - GRAND + 1
    return (kind * 3 + s[r.CARDS]) * 3 + (s[r.DECLARER] - s[TURN] + 3) % 3


@kernel
def hidden_from_turn(s):
    """The cards that the seat to move does not see."""
    seen = s[HAND + s[TURN]] | s[r.PLAYED] | s[r.PLAYED + 1] | s[r.PLAYED + 2]
    if s[r.TAKEN] != 0 and s[TURN] == s[r.DECLARER]:
        seen |= s[r.SKAT]
    return DECK & ~seen


@kernel
def stake_group(stake):
    if stake < 4:
        return 0
    if stake < 10:
        return 1
    return 2 if stake < 14 else 3


@kernel
def threat_after(contract, top, follow, possible):
    """May the last seat beat this card? 0 no, 1 by trumping, 2 with one card that follows, 3 with more."""
    beating = count(ABOVE[contract, top] & possible & follow)
    if beating != 0:
        return min(beating, 2) + 1
    trumps = possible & TRUMPS[contract] & ~follow
    if bit(top) & TRUMPS[contract] & ~follow != 0:
        trumps &= ABOVE[contract, top]
    return 1 if trumps != 0 else 0


@kernel
def order_among(contract, card, choice):
    """Is a card the lowest (0) or the highest (1) of its class that may be played, or between (2)?"""
    higher = count(ABOVE[contract, card] & choice)
    if higher == 0:
        return 1
    return 0 if higher == count(choice) - 1 else 2


@kernel
def may_decide(s, card, declares):
    """Does the side pass its mark with this card and what lies on the table?"""
    side, target = (0, 61) if declares else (1, 60)
    so_far = s[r.POINTS + side] + s[r.STAKE] * np.int64(s[r.CARDS] > 0) + VALUE[card]
    return s[r.POINTS + side] < target and so_far >= target


@kernel
def patterns_of(s, card, cards, out, found):
    """Write the places of a card's patterns among those of a situation."""
    seat, contract, laid, follow = s[TURN], s[r.CONTRACT], s[r.CARDS], s[r.FOLLOW]
    hand, suit, trumps = s[HAND + seat], CLASS[contract, card], TRUMPS[contract]
    following, last = (seat + 1) % 3, (seat + 2) % 3
    is_trump = np.int64(bit(card) & trumps != 0)
    own, open_cards, value = hand & suit, count(out & suit), VALUES[card]
    higher = FEW[count(out & ABOVE[contract, card])]
    length = min(count(own), 4) - 1
    size = count(hand)
    stage = 0 if size > 7 else (1 if size > 4 else 2)
    found[0] = RANK + RANKS[contract, card] * 3 + stage
    found[1] = COVER + ((higher * 4 + PAIRS[open_cards]) * 2 + is_trump) * 4 + length
    declares, holder = seat == s[r.DECLARER], s[r.BEST] & 3
    voids = np.int64(s[r.LACKS + following] & suit != 0) * 2 + np.int64(s[r.LACKS + last] & suit != 0)
    wins = laid == 0 or r.power(contract, follow, card) > s[r.BEST] >> 2
    if laid == 0:
        found[2] = TABLE + ((value * 2 + np.int64(higher == 0)) * 4 + voids) * 2 + is_trump
        mode = 0
    else:
        friendly = np.int64((holder == s[r.DECLARER]) == declares)
        found[2] = TABLE + ((np.int64(wins) * 2 + friendly) * 4 + value) * 4 + stake_group(s[r.STAKE])
        mode = 1 if bit(card) & follow != 0 else (2 if is_trump != 0 else 3)
    threat, after = np.int64(0), np.int64(0)
    if not wins:
        after = np.int64(1) if (holder == s[r.DECLARER]) == declares else np.int64(2)
    if laid == 1:
        top = card if wins else s[r.TRICK] & 31
        threat = np.int64(threat_after(contract, top, follow, out & ~s[r.LACKS + following]))
    found[3] = THREAT + (threat * 4 + value) * 3 + after
    found[4] = ORDER + (order_among(contract, card, cards & suit) * 4 + length) * 4 + mode
    found[5] = DECIDES + np.int64(wins) * 2 + np.int64(may_decide(s, card, declares))
    found[6] = TRUMPING + (is_trump * 5 + FIVE[count(out & trumps)]) * 4 + PAIRS[count(hand & trumps)]
    gone = count((s[r.PLAYED] | s[r.PLAYED + 1] | s[r.PLAYED + 2]) & suit)
    found[7] = SUIT + PAIRS[gone] * 4 + voids


@kernel(int64(STATE, MATRIX, STATE), inline=False)
def describe(s, found, codes):
    """For training: the patterns of every legal card, a row each, and the cards; the answer is how many."""
    cards = r.legal(s)
    out, rest, n = hidden_from_turn(s), cards, 0
    base = situation(s) * PATTERNS
    while rest != 0:
        codes[n] = lowest(rest)
        rest &= rest - 1
        patterns_of(s, codes[n], cards, out, found[n])
        for i in range(8):
            found[n, i] += base
        n += 1
    return n


@kernel(void(STATE, STATE, int64, int64, FLOATS), inline=False)
def write_marks(s, memory, at, cards, marks):
    """Write the mark of each of some legal cards; the weights begin in the memory at this place."""
    found = np.empty(8, np.int64)
    out, rest = hidden_from_turn(s), cards
    base = at + situation(s) * PATTERNS
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        patterns_of(s, card, cards, out, found)
        total = np.int64(0)
        for i in range(8):
            total += memory[base + found[i]]
        marks[card] = total / SCALE


@kernel(int64(STATE, STATE, int64, int64, STATE, FLOATS), inline=False)
def instinct(s, memory, at, sharpness, rng, marks):
    """A card drawn by its chances; a sharpness of 100 leaves them as they are, more favours the best card."""
    cards = r.legal(s)
    if cards & (cards - 1) == 0:
        return lowest(cards)
    write_marks(s, memory, at, cards, marks)
    top, rest = -1e9, cards
    while rest != 0:
        top = max(top, marks[lowest(rest)])
        rest &= rest - 1
    total, rest = 0.0, cards
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        marks[card] = np.exp(sharpness / 100.0 * (marks[card] - top))
        total += marks[card]
    threshold = uniform(rng) * total
    card = lowest(cards)
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        threshold -= marks[card]
        if threshold < 0:
            break
    return card


@kernel(float64(STATE, STATE, int64, int64, FLOATS), inline=False)
def chance_of(s, memory, at, card, marks):
    """The chance that the seat to move plays this card."""
    cards = r.legal(s)
    if cards & (cards - 1) == 0:
        return 1.0
    write_marks(s, memory, at, cards, marks)
    total, rest = 0.0, cards
    while rest != 0:
        total += np.exp(marks[lowest(rest)] - marks[card])
        rest &= rest - 1
    return 1.0 / total


FILE = Path(__file__).parent / "instinct.npz"


@lru_cache
def load_weights(file: Path = FILE) -> Vector:
    """The weights in thousandths, by situation and pattern; by default those of the package."""
    try:
        with np.load(BytesIO(read_bytes(file))) as stored:
            weights = stored["weights"].astype(np.int64)
    except (KiebitzError, OSError, ValueError, LookupError, TypeError, EOFError, BadZipFile):
        weights = np.zeros(0, np.int64)
    if weights.shape != (WEIGHTS,):
        raise KiebitzError(
            say(
                "{file} holds no weights of instinct: tools/skat_training makes such a file.",
                file=str(file),
            )
        )
    return weights
