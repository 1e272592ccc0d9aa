"""A finished game of Skat with open cards: could it have been won, and who let it go?"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from kiebitz.cards import SYMBOLS
from kiebitz.games.skat import rules as r
from kiebitz.games.skat.search.open_cards.problem import OpenPosition
from kiebitz.games.skat.search.open_cards.solver import SCHWARZ as ALL_TRICKS
from kiebitz.games.skat.search.open_cards.solver import Solver, Target
from kiebitz.games.skat.tables import BIDS, NULL, SCHWARZ
from kiebitz.games.skat.view import SkatState
from kiebitz.kernel.state import HAND
from kiebitz.sayings import Saying, either, say

NEVER = 0  # the target of a game that cannot be won any more


@dataclass(frozen=True)
class OpenLoss:
    """A card that, with open cards, gave the game to the other side; and those that would not have."""

    trick: int
    seat: int
    card: str
    better: tuple[str, ...]
    is_declarer: bool

    @property
    def said(self) -> Saying:
        return say(
            "{card} gave the declarer's win away; {better} would have kept it"
            if self.is_declarer
            else "{card} gave the defenders' win away; {better} would have kept it",
            card=self.card,
            better=either(self.better),
        )


@dataclass(frozen=True)
class Hindsight:
    """What open cards say about a game: before the first card, and where it changed hands."""

    could_be_won: bool
    losses: tuple[OpenLoss, ...] = ()


def look_back(games: list[SkatState]) -> Hindsight | None:
    """The hindsight of a game in its states; None if no card was played."""
    cards = [pair for pair in pairwise(games) if pair[0].phase == "play"]
    if not cards:
        return None
    target = wanted(cards[0][0])
    if target == NEVER:
        return Hindsight(False)
    verdicts: list[bool] = []
    losses: list[OpenLoss] = []
    for before, after in cards:
        if len(before.moves) == 1 and verdicts:
            continue
        if target == ALL_TRICKS and before.tricks[1]:
            break
        values = {card: bool(value) for card, value in _solver().cards(open_problem(before), target).items()}
        mine, card = before.turn == before.declarer, str(after.history[-1][1])
        verdicts.append(any(values.values()) if mine else all(values.values()))
        if verdicts[-1] == mine != values[card]:
            better = tuple(symbols(other) for other, value in values.items() if value == mine)
            losses.append(OpenLoss(sum(before.tricks) + 1, before.turn, symbols(card), better, mine))
    return Hindsight(verdicts[0], tuple(losses))


def wanted(state: SkatState) -> Target:
    """What the declarer must reach: points, ``schwarz``, None in Null; NEVER if nothing would do.

    Whoever has bid too high may still be saved by Schneider or Schwarz.
    """
    s = state.vector
    if s[r.CONTRACT] == NULL:
        return None
    bid = BIDS[s[r.BID]]
    for points in (61, 90) if s[r.LEVEL] < SCHWARZ else ():
        if r.settle(s, bid, points, 5, 1) > 0:
            return points
    return ALL_TRICKS if r.settle(s, bid, 120, 10, 1) > 0 else NEVER


def open_problem(state: SkatState) -> OpenPosition:
    """A state in the play of the cards as a problem with open cards, seen from the declarer."""
    s, declarer = state.vector, state.declarer
    hands = [int(s[HAND + (declarer + place) % 3]) for place in range(3)]
    return OpenPosition(
        contract=int(s[r.CONTRACT]),
        hands=(hands[0], hands[1], hands[2]),
        leader=(state.leader - declarer) % 3,
        trick=tuple(card.number for _, card in state.trick),
        skat=int(s[r.SKAT]),
        points=state.trick_points[0],
    )


def symbols(card: str) -> str:
    """A card as people read it.

    >>> symbols("ST")
    '♠T'
    """
    return "".join(SYMBOLS.get(letter, letter) for letter in card)


@lru_cache
def _solver() -> Solver:
    return Solver()
