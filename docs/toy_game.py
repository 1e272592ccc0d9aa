"""High Card: a complete game in a page.

1. Two players get three cards each of one suit's nine; three cards stay hidden.
2. Seat 0 leads any card, the other answers with any card.
3. The higher card takes the trick, and its owner leads the next.
4. After three tricks it is over.
5. A player's points are the own tricks less the other's.
"""

from functools import cached_property

from kiebitz.cards import Deck
from kiebitz.kernel.bits import bit, count
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.state import DEAL, GAME, HAND, LEGAL, OPEN, PAYOFF, PLAY, TURN, UNSEEN, VIEWER, Kernels
from kiebitz.rules.game import Game
from kiebitz.rules.toolbox import complete_hands, hide_hands, shuffled_deck
from kiebitz.rules.tricks import TrickView

LED = GAME  # the card that waits for an answer, -1
SEEN = GAME + 1  # the cards that were played
TRICKS = GAME + 2  # one word for each seat


@kernel(DEAL)
def deal(s, layout):
    for seat in range(2):
        s[HAND + seat] = bit(layout[3 * seat]) | bit(layout[3 * seat + 1]) | bit(layout[3 * seat + 2])
        s[TRICKS + seat] = 0
    s[SEEN] = 0
    s[LED] = -1
    s[TURN] = 0


@kernel(LEGAL)
def legal(s):
    return s[HAND + s[TURN]]


@kernel(PLAY)
def play(s, card):
    s[HAND + s[TURN]] &= ~bit(card)
    s[SEEN] |= bit(card)
    if s[LED] < 0:
        s[LED] = card
        s[TURN] = 1 - s[TURN]
        return
    winner = s[TURN] if card > s[LED] else 1 - s[TURN]
    s[TRICKS + winner] += 1
    s[LED] = -1
    s[TURN] = winner if s[HAND] != 0 else -1


@kernel(PAYOFF)
def payoff(s, seat):
    return s[TRICKS + seat] - s[TRICKS + 1 - seat]


@kernel(UNSEEN)
def unseen(view, cards, room):
    """Cards that a seat (-1: a spectator) does not see lie in a hand or among the hidden three."""
    hidden = 511 & ~view[SEEN]
    dealt = 6 - count(view[SEEN])  # cards in both hands; who must answer holds one more
    if view[VIEWER] >= 0:
        hidden &= ~view[HAND + view[VIEWER]]
    for seat in range(2):
        mine = view[OPEN] != 0 or seat == view[VIEWER]
        room[seat] = 0 if mine else (dealt + (1 if seat == view[TURN] else 0)) // 2
        cards[seat] = hidden
    room[2] = 0 if view[OPEN] != 0 else 3
    cards[2] = hidden
    return 3


class HighCard(Game):
    """The rules with their names; everything else comes from Game."""

    name = "high-card"
    title = "High Card, a toy game"
    deck = Deck.of("S", "23456789T")
    seats = 2
    trick_size = 2
    max_moves = 6
    point_range = (-3, 3)
    is_zero_sum = True
    view_class = TrickView

    @cached_property
    def kernels(self) -> Kernels:
        complete = complete_hands(unseen, places=3, seats=2)
        return Kernels(shuffled_deck(9), deal, legal, play, payoff, hide_hands, complete, unseen)

    def place_names(self) -> tuple[str, ...]:
        return (*super().place_names(), "hidden")
