# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""The strategies of the paper on strategy selection, compiled, and the bots that combine them.

A strategy is a set of moves: ``strategy(view, moves)`` gives those of the legal moves that it would play,
none if it has nothing to say. A bot names for each situation the strategies that it tries, one after the
other; it looks at its moves in random order and plays the first that the first willing strategy wants.
"""

from __future__ import annotations

from functools import reduce
from typing import NamedTuple

import numpy as np
from numba import int64

from kiebitz.agents.base import Decision
from kiebitz.games.schnapsen import rules as r
from kiebitz.games.schnapsen.agents.sets import (
    ACE,
    RANKS,
    TEN,
    best_trump,
    led_suit,
    lowest_rank,
    platform_moves,
    side_moves,
    top_rank,
    trump_moves,
)
from kiebitz.kernel.bits import bit, has, lowest
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.random import below
from kiebitz.kernel.state import HAND, POLICY, STATE, TURN
from kiebitz.kernel.vectors import Kernel
from kiebitz.rules.values import Move, View
from kiebitz.sayings import MoveText, Saying, joined, say

LEADING, TRUMP_LED, TEN_LED, ACE_LED, LOW_LED = range(5)
SITUATIONS = (
    say("on lead"),
    say("to a trump"),
    say("to a ten"),
    say("to an ace"),
    say("to a jack, queen or king"),
)
MOST = 7  # strategies in a situation, the last of which plays anything


@kernel
def jack_strategy(view, moves):
    """Any jack."""
    return moves & RANKS[r.JACK]


@kernel
def queen_strategy(view, moves):
    """Any queen."""
    return moves & RANKS[r.QUEEN]


@kernel
def king_strategy(view, moves):
    """Any king."""
    return moves & RANKS[r.KING]


@kernel
def ten_strategy(view, moves):
    """Any ten."""
    return moves & RANKS[TEN]


@kernel
def ace_strategy(view, moves):
    """Any ace."""
    return moves & RANKS[ACE]


@kernel
def random_choice(view, moves):
    """Any legal move."""
    return moves


@kernel
def trump_suit_moves(view, moves):
    """Any trump."""
    return trump_moves(view, moves)


@kernel
def highest_trump_suit_card(view, moves):
    """The highest trump."""
    return best_trump(view, moves)


@kernel
def knowledge_base_non_trump(view, moves):
    """Of the moves without a trump those of the lowest rank: jacks, else queens, and so on."""
    return lowest_rank(side_moves(view, moves))


@kernel
def knowledge_base_trump(view, moves):
    """The lowest trump."""
    return lowest_rank(trump_moves(view, moves))


@kernel
def highest_rank_available(view, moves):
    """The highest rank, in the last of several suits in the order C, D, H, S."""
    return bit(top_rank(moves))


@kernel
def same_suit_as_opponent(view, moves):
    """The cheapest card of the led suit that beats the card on the table."""
    if view[r.LED] < 0:
        return np.int64(0)
    beating = led_suit(view, moves) & -(bit(view[r.LED]) << 1)
    return beating & -beating


@kernel
def higher_trump_suit_card(view, moves):
    """The cheapest trump that beats the trump on the table."""
    return same_suit_as_opponent(view, moves & r.suit_cards(view[r.TRUMP]))


@kernel
def non_trump_jack(view, moves):
    """A jack that is not a trump."""
    return side_moves(view, moves) & RANKS[r.JACK]


@kernel
def may_still_marry(view, partner):
    """Is the other half of a marriage in one's own hand, or may it come from the talon?"""
    me = view[TURN]
    if has(view[HAND + me], partner):
        return True
    gone = view[r.WON] | view[r.WON + 1] | view[r.SHOWN + 1 - me]
    return view[r.SIZE] > 0 and not has(gone, partner) and view[r.LED] != partner


@kernel
def without_marriage(view, moves, rank):
    """The queens or kings, trumps excepted, for which there is no marriage any more."""
    cards = side_moves(view, moves) & RANKS[rank] & r.DECK
    found, left = cards, cards
    while left != 0:
        card = lowest(left)
        left &= left - 1
        if may_still_marry(view, card - rank + r.KING + r.QUEEN - rank):
            found &= ~bit(card)
    return found


@kernel
def spare_queen(view, moves):
    """A queen, not a trump, that has no marriage to hope for."""
    return without_marriage(view, moves, r.QUEEN)


@kernel
def spare_king(view, moves):
    """A king, not a trump, that has no marriage to hope for."""
    return without_marriage(view, moves, r.KING)


@kernel
def low_trump(view, moves):
    """The lowest trump below the ten."""
    return lowest_rank(trump_moves(view, moves) & (RANKS[r.JACK] | RANKS[r.QUEEN] | RANKS[r.KING]))


STRATEGIES = {
    strategy.__name__: strategy
    for strategy in (
        random_choice,
        jack_strategy,
        queen_strategy,
        trump_suit_moves,
        highest_trump_suit_card,
        knowledge_base_non_trump,
        knowledge_base_trump,
        highest_rank_available,
        same_suit_as_opponent,
        higher_trump_suit_card,
        non_trump_jack,
        spare_queen,
        spare_king,
        low_trump,
        king_strategy,
        ten_strategy,
        ace_strategy,
    )
}
"""The strategies by name."""
SAID = {
    "random_choice": say("any move"),
    "jack_strategy": say("any jack"),
    "queen_strategy": say("any queen"),
    "trump_suit_moves": say("any trump"),
    "highest_trump_suit_card": say("the highest trump"),
    "knowledge_base_non_trump": say("the lowest rank outside trumps"),
    "knowledge_base_trump": say("the lowest trump"),
    "highest_rank_available": say("the highest rank"),
    "same_suit_as_opponent": say("the cheapest card of the suit that wins"),
    "higher_trump_suit_card": say("the cheapest trump that wins"),
    "non_trump_jack": say("any jack outside trumps"),
    "spare_queen": say("any queen outside trumps that cannot marry any more"),
    "spare_king": say("any king outside trumps that cannot marry any more"),
    "low_trump": say("the lowest trump below the ten"),
    "king_strategy": say("any king"),
    "ten_strategy": say("any ten"),
    "ace_strategy": say("any ace"),
}
"""What the strategies want, in words."""
NUMBERS = {name: number for number, name in enumerate(STRATEGIES)}
"""What stands for a strategy in a bot's memory; random_choice is 0."""


def _ask(number: int, strategy: Kernel, others: Kernel) -> Kernel:
    @kernel
    def ask(asked, view, moves):
        return strategy(view, moves) if asked == number else others(asked, view, moves)

    return ask


@kernel
def nobody(asked, view, moves):
    return np.int64(0)


_all = reduce(lambda others, name: _ask(NUMBERS[name], STRATEGIES[name], others), STRATEGIES, nobody)


@kernel(int64(int64, STATE, int64))
def wanted(number, view, moves):
    """What the strategy of a number would play."""
    return _all(number, view, moves)


@kernel(int64(STATE))
def situation(view):
    """On lead, or what lies on the table: a trump, a ten, an ace, something lower."""
    led = view[r.LED]
    if led < 0:
        return LEADING
    if led // 5 == view[r.TRUMP]:
        return TRUMP_LED
    if led % 5 == TEN:
        return TEN_LED
    return ACE_LED if led % 5 == ACE else LOW_LED


@kernel
def first_in_random_order(rng, moves, chosen):
    """Shuffle the moves and take the first that is among the chosen.

    The order is a word with five bits for each move: there are never more than eleven.
    """
    order, n = np.int64(0), np.int64(0)
    while moves != 0:
        order |= lowest(moves) << (5 * n)
        moves &= moves - 1
        n += 1
    for i in range(n - 1, 0, -1):
        j = below(rng, i + 1)
        difference = ((order >> (5 * i)) ^ (order >> (5 * j))) & 31
        order ^= (difference << (5 * i)) ^ (difference << (5 * j))
    while not has(chosen, order & 31):
        order >>= 5
    return order & 31


@kernel(POLICY)
def combine(view, memory, rng):
    """Play what the first willing strategy of the situation wants; the memory has their numbers."""
    moves = platform_moves(view)
    place = situation(view) * MOST
    chosen = wanted(memory[place], view, moves)
    while chosen == 0:
        place += 1
        chosen = wanted(memory[place], view, moves)
    return first_in_random_order(rng, moves, chosen)


class StrategyTable(NamedTuple):
    """The strategies of a bot in each situation."""

    lead: tuple[str, ...]
    to_trump: tuple[str, ...]
    to_ten: tuple[str, ...]
    to_ace: tuple[str, ...]
    to_low: tuple[str, ...]

    @classmethod
    def of(cls, lead: tuple[str, ...], follow: tuple[str, ...]) -> StrategyTable:
        """A bot that answers every card in the same way."""
        return cls(lead, follow, follow, follow, follow)

    def memory(self) -> np.ndarray:
        """The numbers of the strategies; every list ends with random_choice."""
        words = np.zeros((len(self), MOST), np.int64)
        for row, names in enumerate(self):
            words[row, : len(names)] = [NUMBERS[name] for name in names]
        return words.ravel()


JACKS = ("jack_strategy",)
JACKS_AND_QUEENS = ("jack_strategy", "queen_strategy")
LOWEST_FIRST = ("knowledge_base_non_trump", "highest_trump_suit_card")
DEFENCE = (
    ("higher_trump_suit_card", "knowledge_base_non_trump", "knowledge_base_trump"),
    ("same_suit_as_opponent", "knowledge_base_trump", "knowledge_base_non_trump"),
    ("knowledge_base_trump", "knowledge_base_non_trump"),
    ("same_suit_as_opponent", "knowledge_base_non_trump", "knowledge_base_trump"),
)
SPARE = ("non_trump_jack", "spare_queen", "spare_king", "highest_trump_suit_card", "highest_rank_available")
BOTS = {
    "kbbot": StrategyTable.of(JACKS, JACKS),
    "abot": StrategyTable.of(JACKS_AND_QUEENS, JACKS_AND_QUEENS),
    "bbot": StrategyTable.of(LOWEST_FIRST, ("highest_rank_available",)),
    "cbot": StrategyTable(("knowledge_base_non_trump", "trump_suit_moves"), *DEFENCE),
    "dbot": StrategyTable(LOWEST_FIRST, *DEFENCE),
    "ebot": StrategyTable.of(LOWEST_FIRST, ("highest_trump_suit_card", "knowledge_base_non_trump")),
    "appendix-g": StrategyTable(
        SPARE,
        ("higher_trump_suit_card", *SPARE),
        ("same_suit_as_opponent", "low_trump", "knowledge_base_non_trump"),
        ("knowledge_base_trump", "knowledge_base_non_trump"),
        ("same_suit_as_opponent", "jack_strategy", "knowledge_base_non_trump"),
    ),
}
"""The paper's bots as its text describes them. Where a list runs out, any legal move is played."""


def explain(bot: StrategyTable, view: View, move: Move) -> Decision:
    """The strategies that were asked until one wanted a move."""
    moves = int(platform_moves(view.vector))
    where = int(situation(view.vector))
    asked: list[Saying] = []
    for name in (*bot[where], "random_choice"):
        chosen = view.game.moves_of[0][int(wanted(NUMBERS[name], view.vector, moves))]
        texts = joined(" ", (MoveText(one, view.phase) for one in chosen)) if chosen else say("nothing")
        asked.append(say("{strategy}: {moves}", strategy=SAID[name], moves=texts))
        if chosen:
            break
    because = say(
        "{situation}: {strategy}, here {moves}",
        situation=SITUATIONS[where],
        strategy=SAID[name],
        moves=texts,
    )
    return Decision(move, because, details={"strategies": joined("; ", asked)})
