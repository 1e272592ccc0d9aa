"""The open-card solver for Python: what a position is worth when everybody sees all cards.

solver = Solver()
solver.solve(problem)                 # the exact value and a best card
solver.solve(problem, target=61)      # yes or no, much quicker
solver.cards(problem)                 # the value of every legal card
solver.values(state)                  # the same for a state of a game
solver.discards(...), solver.contracts(...)   # for a hand of twelve cards
"""

from __future__ import annotations

from dataclasses import dataclass
from time import thread_time

import numpy as np

from kiebitz.errors import BadOption, KiebitzError
from kiebitz.games.skat.contracts import CONTRACTS
from kiebitz.games.skat.rules import CONTRACT
from kiebitz.games.skat.scoring import score, tops
from kiebitz.games.skat.search.layout import CARD, KINDS, PLACE, from_layout, to_layout
from kiebitz.games.skat.search.open_cards import questions as q
from kiebitz.games.skat.search.open_cards.discards import DISCARDS, all_discards, best_discard
from kiebitz.games.skat.search.open_cards.points import FREE
from kiebitz.games.skat.search.open_cards.problem import DECK, NO_TARGET, OpenPosition, advance, text_of
from kiebitz.games.skat.search.open_cards.states import value_moves
from kiebitz.games.skat.search.open_cards.workspace import NODES, open_book, prepare, workspace
from kiebitz.games.skat.tables import NULL
from kiebitz.games.skat.view import SkatState
from kiebitz.sayings import say

Target = int | str | None
SCHWARZ = "schwarz"


@dataclass(frozen=True)
class Answer:
    """What a search found: ``value`` is points of the cards in play with a given skat, or yes or no."""

    value: int | bool
    best: str
    """A card that keeps the value for the seat to move."""
    nodes: int
    seconds: float
    """Processor time."""


@dataclass(frozen=True)
class Discard:
    """A discard of a twelve-card hand, what it brings with open cards, and what that scores."""

    contract: str
    cards: tuple[str, str]
    value: int | bool
    score: int


class Solver:
    """A solver with a table of its own, 2**bits entries of eight bytes."""

    def __init__(self, bits: int = 18) -> None:
        self.workspace = workspace(bits)

    # -- positions -------------------------------------------------------------------------------------

    def solve(self, problem: OpenPosition, target: Target = None) -> Answer:
        """The exact value; with a target whether the declarer reaches it: points, or ``"schwarz"``.

        In Null the value is true if the declarer can avoid every trick.
        """
        start, nodes = thread_time(), int(self.workspace[NODES])
        position, aim = self._position(problem, target)
        extra = problem.skat_points
        if aim != q.POINTS:
            taken = q.takes_trick(self.workspace, *position, aim)
            value: int | bool = not taken
            best = q.best_card(self.workspace, *position, aim, taken)
        elif target is None:
            points = q.value_near(self.workspace, *position, q.FIRST_GUESS - extra)
            value = int(points) + extra
            best = q.best_card(self.workspace, *position, aim, points)
        else:
            value, best = self._reaches(problem, position, int(target) - extra - problem.points)
        return Answer(value, self._name(problem, best), *self._effort(start, nodes))

    def cards(self, problem: OpenPosition, target: Target = None) -> dict[str, int | bool]:
        """The value after each legal card, in the order of the rules; as in ``solve``."""
        position, aim = self._position(problem, target)
        values = np.empty(32, np.int64)
        extra = problem.skat_points
        if aim == q.POINTS and target is not None:
            return self._cards_reaching(problem, position, int(target) - extra - problem.points)
        q.value_cards(self.workspace, *position, aim, values)
        places = [place for place in range(32) if values[place] != q.UNPLAYED]
        found = {
            int(CARD[problem.contract, place]): int(values[place]) + extra
            if aim == q.POINTS
            else not values[place]
            for place in places
        }
        return {str(DECK.cards[card]): found[card] for card in sorted(found)}

    def values(self, state: SkatState) -> dict[str, int | bool]:
        """The value of every legal card of a state: the declarer's points at the end, in Null if he wins.

        A view must be completed first: the solver needs all cards.
        """
        if state.phase != "play" or state.is_over:
            raise KiebitzError(say("The open-card solver values cards only during the play."))
        values = np.empty(64, np.int64)
        value_moves(self.workspace, state.vector, values)
        is_null = int(state.vector[CONTRACT]) == NULL
        return {move: bool(values[move.code]) if is_null else int(values[move.code]) for move in state.moves}

    def line(self, problem: OpenPosition) -> list[str]:
        """A best line of play to the end, in which each seat keeps the value."""
        line: list[str] = []
        while any(problem.hands):
            best = DECK.read(self.solve(problem).best).number
            line.append(str(DECK.cards[best]))
            problem = advance(problem, best)
        return line

    def _position(self, problem: OpenPosition, target: Target) -> tuple[tuple[int, ...], int]:
        """The arguments of a question, after the workspace was prepared for it; and what is asked."""
        if problem.contract == NULL and target is not None:
            raise BadOption(NO_TARGET)
        if target is not None and target != SCHWARZ and not isinstance(target, int):
            raise BadOption(
                say("The target must be a number of points or schwarz, not {target}.", target=repr(target))
            )
        aim = q.NULL_TRICK if problem.contract == NULL else q.SCHWARZ if target == SCHWARZ else q.POINTS
        hands = [int(to_layout(hand, problem.contract)) for hand in problem.started]
        forced = 0
        for card in problem.trick:
            forced = int(q.put_down(forced, PLACE[problem.contract, card]))
        self._prepare(problem.contract, max(hand.bit_count() for hand in hands))
        return (*hands, problem.leader, forced), aim

    def _prepare(self, contract: int, cards: int) -> None:
        """Begin without what was asked before: best cards and counts of nodes are the same every time."""
        open_book(self.workspace)
        prepare(self.workspace, KINDS[contract], cards)

    def _reaches(self, problem: OpenPosition, position: tuple[int, ...], need: int) -> tuple[bool, int]:
        """Does the declarer make this many points of the cards in play, and which card keeps that answer?"""
        yes = bool(q.bound_at(self.workspace, *position, need) >= need)
        if yes == (problem.mover == 0):
            good = self._cards_reaching(problem, position, need)
            card = next(DECK.read(card).number for card, value in good.items() if value == yes)
            return yes, int(PLACE[problem.contract, card])
        legal = q.legal_cards(self.workspace, *position)
        return yes, int(legal & -legal).bit_length() - 1

    def _cards_reaching(
        self, problem: OpenPosition, position: tuple[int, ...], need: int
    ) -> dict[str, int | bool]:
        *seats, forced = position
        legal = int(from_layout(q.legal_cards(self.workspace, *position), problem.contract))
        found: dict[str, int | bool] = {}
        for card in text_of(legal):
            place = PLACE[problem.contract, DECK.read(card).number]
            table = q.put_down(forced, place)
            found[card] = bool(q.bound_at(self.workspace, *seats, table, need) >= need)
        return found

    def _name(self, problem: OpenPosition, place: int) -> str:
        return str(DECK.cards[CARD[problem.contract, place]])

    def _effort(self, start: float, nodes: int) -> tuple[int, float]:
        return int(self.workspace[NODES]) - nodes, thread_time() - start

    # -- twelve cards ----------------------------------------------------------------------------------

    def discards(self, contract: int, hands: tuple[int, int, int], leader: int) -> dict[tuple[str, str], int]:
        """The value of each of the 66 discards, with the points of the skat; in Null 1 if it is won."""
        open_book(self.workspace)
        pairs, values = np.empty(DISCARDS, np.int64), np.empty(DISCARDS, np.int64)
        all_discards(self.workspace, KINDS[contract], *_bits(contract, hands), leader, pairs, values)
        return {_pair(contract, int(pair)): int(value) for pair, value in zip(pairs, values, strict=True)}

    def best_discard(self, contract: int, hands: tuple[int, int, int], leader: int, bid: int = 18) -> Discard:
        """The discard that scores most in a contract: most points, or all tricks where that can be had."""
        found, pair = self._best(contract, hands, leader, q.NULL_TRICK if contract == NULL else q.POINTS)
        tricks = 0 if contract == NULL and found else 1
        if contract != NULL and found == 120:
            schwarz, schwarz_pair = self._best(contract, hands, leader, q.SCHWARZ)
            if schwarz:
                tricks, pair = 10, schwarz_pair
        elif contract != NULL and found <= 30:
            tricks = self._takes_one(contract, hands, pair, leader)
        points = found if contract != NULL else 0
        result = score(contract, tops(hands[0], contract), 0, 0, 0, 0, bid, points, tricks, 1)
        value: int | bool = bool(found) if contract == NULL else found
        return Discard(CONTRACTS[contract], _pair(contract, pair), value, int(result))

    def contracts(self, hands: tuple[int, int, int], leader: int, bid: int = 18) -> list[Discard]:
        """The best discard in each of the six contracts, the highest score first."""
        found = [self.best_discard(contract, hands, leader, bid) for contract in range(len(CONTRACTS))]
        return sorted(found, key=lambda discard: -discard.score)

    def _best(self, contract: int, hands: tuple[int, int, int], leader: int, aim: int) -> tuple[int, int]:
        open_book(self.workspace)
        word = int(best_discard(self.workspace, KINDS[contract], *_bits(contract, hands), leader, aim))
        return word >> 32, word & 0xFFFFFFFF

    def _takes_one(self, contract: int, hands: tuple[int, int, int], pair: int, leader: int) -> int:
        """1 if the declarer can take a trick after a discard, else 0: he is Schwarz."""
        declarer, left, right = _bits(contract, hands)
        prepare(self.workspace, KINDS[contract], left.bit_count())
        position = (declarer ^ pair, left, right, leader, FREE)
        return int(q.takes_trick(self.workspace, *position, q.OWN_SCHWARZ))


def _bits(contract: int, hands: tuple[int, int, int]) -> tuple[int, int, int]:
    declarer, left, right = (int(to_layout(hand, contract)) for hand in hands)
    return declarer, left, right


def _pair(contract: int, pair: int) -> tuple[str, str]:
    first, second = text_of(int(from_layout(pair, contract)))
    return first, second
