"""The bots of the paper on strategy selection, step by step as its appendices print them.

Each loop, query and early return stands where the listing has it: a search goes through the shuffled moves,
asks a knowledge base about the rank of one, and leaves at its first move, whatever that is. What the programs
therefore did is written down in published.py; these are slower and show how it comes about. Moves have the
order of the platform's first generation, on which the listings rely.
"""

from __future__ import annotations

from functools import cache

from kiebitz.agents.base import Agent, Decision
from kiebitz.games.schnapsen.knowledge.strategy_base import Base, Boolean, Predicate
from kiebitz.games.schnapsen.view import SchnapsenView
from kiebitz.rules.values import View
from kiebitz.sayings import say

SUITS, RANKS = "CDHS", "ATKQJ"
J, PJ = Predicate("j"), Predicate("pj")
LOWEST_FIRST = ("jack_strategy", "queen_strategy", "king_strategy", "ten_strategy", "ace_strategy")
RANK_OF = dict(zip(LOWEST_FIRST, reversed(range(5)), strict=True))


def index_of(move: str) -> int | None:
    """The number of the card that a move puts on the table, the ace of clubs is 0; None for the exchange.

    >>> index_of("AC"), index_of("KD+QD"), index_of("exchange")
    (0, 7, None)
    """
    return None if move == "exchange" else SUITS.index(move[1]) * 5 + RANKS.index(move[0])


def general_information(kb: Base) -> None:
    """All twenty cards, each a fact of its own."""
    for x in range(20):
        kb.add_clause(J(x))


def load(kb: Base, strategy: str) -> None:
    """``PJ(x) <-> J(x)`` for the four cards of the strategy's rank."""
    for x in range(RANK_OF[strategy], 20, 5):
        kb.add_clause(~J(x), PJ(x))
        kb.add_clause(~PJ(x), J(x))


@cache  # the state of the game does not enter: 21 questions for each strategy
def kb_consistent(strategy: str, index: int | None) -> bool:
    """Can the base be true if the card is *not* played? If not, the strategy plays it.

    >>> kb_consistent("jack_strategy", 4), kb_consistent("jack_strategy", 0)
    (False, True)
    """
    kb = Base()
    general_information(kb)
    load(kb, strategy)
    kb.add_clause(~Boolean(f"pj{index}"))
    return kb.satisfiable()


class Listing(Agent):
    """What the printed bots share; ``get_move`` is theirs."""

    view: SchnapsenView
    steps: list[str]

    def act(self, view: View) -> Decision:
        assert isinstance(view, SchnapsenView)
        self.view, self.steps = view, ["get_move"]
        move = self.get_move()
        assert move is not None, "only for hands that cannot be"
        return Decision(move, say("its printed program: {steps}", steps=", ".join(self.steps)))

    def get_move(self) -> str | None:
        raise NotImplementedError

    def moves(self) -> list[str]:
        """Single cards from the ace of clubs on, the exchange, marriages suit by suit with the king first."""
        plain = [move for move in self.view.moves if move not in ("exchange", "close")]
        plain.sort(key=lambda move: (len(move) > 2, index_of(move)))
        place = sum(len(move) == 2 for move in plain)
        return plain[:place] + ["exchange"] * ("exchange" in self.view.moves) + plain[place:]

    def shuffled(self) -> list[str]:
        moves = self.moves()
        self.view.rng.shuffle(moves)
        return moves

    def of_suit(self, suit: str) -> list[str]:
        return [move for move in self.moves() if move != "exchange" and move[1] == suit]

    def played(self, strategy: str, move: str) -> bool:
        """Does a strategy of one rank play this move?"""
        if kb_consistent(strategy, index_of(move)):
            return False
        self.steps.append(strategy)
        return True

    def highest_trump_suit_card(self) -> str | None:
        self.steps.append("highest_trump_suit_card")
        return min(self.of_suit(self.view.trump), key=self.number, default=None)

    def number(self, move: str) -> int:
        index = index_of(move)
        assert index is not None
        return index

    def highest_rank_available(self) -> str:
        self.steps.append("highest_rank_available")
        moves = self.moves()
        chosen = moves[0]
        for move in moves:
            if move != "exchange" and self.number(move) % 5 <= self.number(chosen) % 5:
                chosen = move
        return chosen

    def knowledge_base_non_trump(self) -> str | None:
        self.steps.append("knowledge_base_non_trump")
        trumps = self.of_suit(self.view.trump)
        for move in self.shuffled():
            if move not in trumps and move != "exchange":
                for strategy in LOWEST_FIRST:
                    if self.played(strategy, move):
                        return move
            else:
                return self.highest_trump_suit_card()
        return None

    def knowledge_base_trump(self) -> str | None:
        self.steps.append("knowledge_base_trump")
        trumps = self.of_suit(self.view.trump)
        for move in self.shuffled():
            if move in trumps:
                for strategy in LOWEST_FIRST:
                    if self.played(strategy, move):
                        return move
            else:
                return self.knowledge_base_non_trump()
        return None

    def higher(self, suit: str) -> str | None:
        """The last that beats of a suit's cards, lowest first: the highest; if none beats, the first move."""
        led, cards = self.view.led, self.of_suit(suit)
        assert led is not None
        chosen = self.moves()[0]
        if not cards:
            return self.knowledge_base_non_trump()
        for move in sorted(cards, key=self.number, reverse=True):
            if self.number(str(led)) > self.number(move):
                chosen = move
        return chosen


class Abot(Listing):
    """Appendix A."""

    def get_move(self) -> str | None:
        moves = self.shuffled()
        for move in moves:
            if self.played("jack_strategy", move) or self.played("queen_strategy", move):
                return move
            self.steps.append("random_choice")
            return self.view.rng.choice(moves)
        return None


class Bbot(Listing):
    """Appendix B."""

    def get_move(self) -> str | None:
        if self.view.led is None:
            return self.knowledge_base_non_trump()
        return self.highest_rank_available()


class Dbot(Listing):
    """Appendix D."""

    def get_move(self) -> str | None:
        led = self.view.led
        if led is None:
            return self.knowledge_base_non_trump()
        moves = self.shuffled()
        if led[1] == self.view.trump:
            for move in moves:
                if move[1] == self.view.trump:
                    self.steps.append("higher_trump_suit_card")
                    return self.higher(self.view.trump)
                return self.knowledge_base_non_trump()
        if led[0] == "T":
            for move in moves:
                if move == f"A{led[1]}":
                    return move
                return self.knowledge_base_trump()
        if led[0] == "A":
            return self.knowledge_base_trump()
        self.steps.append("same_suit_as_opponent")
        return self.higher(led[1])


class Cbot(Dbot):
    """Appendix C: as D, but any trump for the highest. It takes the first of a sorted list, which is that."""

    def highest_trump_suit_card(self) -> str | None:
        self.steps.append("trump_suit_card")
        return next(iter(self.of_suit(self.view.trump)), None)


class Ebot(Listing):
    """Appendix E."""

    def get_move(self) -> str | None:
        if self.view.led is not None:
            for move in self.shuffled():
                if move[1] == self.view.trump:
                    return self.highest_trump_suit_card()
                return self.knowledge_base_non_trump()
        return self.knowledge_base_non_trump()


LISTINGS = {"abot": Abot, "bbot": Bbot, "cbot": Cbot, "dbot": Dbot, "ebot": Ebot}
"""The printed programs by the name of their bot."""
