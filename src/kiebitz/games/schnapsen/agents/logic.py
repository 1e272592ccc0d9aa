"""The strategies as their paper has them: clauses of a propositional knowledge base.

General information says what is the case: which moves there are, of which rank, which are trumps. A strategy
says of every move when it is to be played, as ``PLAY(x) <-> JACK(x)``. The bot looks at its moves in random
order and plays the first that makes the base inconsistent if it is *not* played. The compiled forms of the
same strategies, with the same names, are in strategies.py; both always play the same move.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kiebitz.agents.base import Agent, Decision
from kiebitz.games.schnapsen.agents.strategies import BOTS, SAID, SITUATIONS, situation
from kiebitz.games.schnapsen.knowledge.strategy_base import Base, Predicate, first_inconsistent
from kiebitz.games.schnapsen.view import SchnapsenView
from kiebitz.knowledge.formulas.formula import Atom, Formula, disjunction
from kiebitz.rules.values import View
from kiebitz.sayings import MoveText, Saying, joined, say


class Said(Predicate):
    """A predicate of moves; a marriage is named like its two cards in one word."""

    def __call__(self, thing: object) -> Atom:
        return super().__call__(f"_{thing}".replace("+", ""))


PLAY = Said("play")
JACK, QUEEN, KING, TEN, ACE = RANKS = tuple(map(Said, ("jack", "queen", "king", "ten", "ace")))
TRUMP = Said("trump")
SINGLE = Said("single")  # a card, not a marriage
BEATS = Said("beats")  # a higher card of the led suit
MARRIES = Said("marries")  # there may be a marriage with its card yet
TOP = Said("top")  # of the highest rank
SOME = Said("some")  # of a rank, among the moves that a strategy looks at

Moves = Sequence[str]
OLD_ORDER = "CDHS"


def rank_of(move: str) -> int | None:
    """The rank of the card that a move puts on the table, 0 for a jack; None for the exchange."""
    return None if move == "exchange" else "JQKTA".index(move[0])


def general_information(kb: Base, view: SchnapsenView, moves: Moves) -> None:
    """What is the case: a fact, true or false, for every predicate and move."""
    led = view.led
    for x in moves:
        rank = rank_of(x)
        for number, predicate in enumerate(RANKS):
            kb.add_clause(predicate(x) if number == rank else ~predicate(x))
        kb.add_clause(TRUMP(x) if rank is not None and x[1] == view.trump else ~TRUMP(x))
        kb.add_clause(SINGLE(x) if len(x) == 2 else ~SINGLE(x))
        beats = led is not None and x[1] == led[1] and "JQKTA".index(x[0]) > "JQKTA".index(led[0])
        kb.add_clause(BEATS(x) if beats else ~BEATS(x))
        kb.add_clause(MARRIES(x) if x[0] in "QK" and may_still_marry(view, x) else ~MARRIES(x))


def may_still_marry(view: SchnapsenView, move: str) -> bool:
    """Is the partner of a king or queen in one's own hand, or may it come from the talon?"""
    partner = ("K" if move[0] == "Q" else "Q") + move[1]
    if partner in view.hand:
        return True
    seen = view.won(0) | view.won(1) | view.shown(1 - view.seat)
    return view.talon_size > 0 and partner not in seen and partner != view.led


# -- the strategies ------------------------------------------------------------------------------------


def play_rank(kb: Base, moves: Moves, rank: Said) -> None:
    """``PLAY(x) <-> RANK(x)`` in two clauses for each move, as the paper writes it."""
    for x in moves:
        kb.add_clause(~rank(x), PLAY(x))
        kb.add_clause(~PLAY(x), rank(x))


def jack_strategy(kb: Base, moves: Moves) -> None:
    play_rank(kb, moves, JACK)


def queen_strategy(kb: Base, moves: Moves) -> None:
    play_rank(kb, moves, QUEEN)


def king_strategy(kb: Base, moves: Moves) -> None:
    play_rank(kb, moves, KING)


def ten_strategy(kb: Base, moves: Moves) -> None:
    play_rank(kb, moves, TEN)


def ace_strategy(kb: Base, moves: Moves) -> None:
    play_rank(kb, moves, ACE)


def random_choice(kb: Base, moves: Moves) -> None:
    for x in moves:
        kb.add_clause(PLAY(x))


def trump_suit_moves(kb: Base, moves: Moves) -> None:
    for x in moves:
        kb.add(PLAY(x).iff(TRUMP(x)))


def highest_trump_suit_card(kb: Base, moves: Moves) -> None:
    extreme(kb, moves, PLAY, RANKS[::-1], lambda x: TRUMP(x) & SINGLE(x))


def knowledge_base_non_trump(kb: Base, moves: Moves) -> None:
    extreme(kb, moves, PLAY, RANKS, lambda x: ~TRUMP(x))


def knowledge_base_trump(kb: Base, moves: Moves) -> None:
    extreme(kb, moves, PLAY, RANKS, TRUMP)


def highest_rank_available(kb: Base, moves: Moves) -> None:
    """Of the highest rank the last: marriages come after single cards, and suits in the order C, D, H, S."""
    ordered = sorted(moves, key=lambda x: (len(x), OLD_ORDER.find(x[1])))
    extreme(kb, moves, TOP, RANKS[::-1], lambda x: SINGLE(x) | ~SINGLE(x))
    for place, x in enumerate(ordered):
        kb.add(PLAY(x).iff(TOP(x) & ~disjunction(TOP(y) for y in ordered[place + 1 :])))


def same_suit_as_opponent(kb: Base, moves: Moves) -> None:
    extreme(kb, moves, PLAY, RANKS, BEATS)


def higher_trump_suit_card(kb: Base, moves: Moves) -> None:
    extreme(kb, moves, PLAY, RANKS, lambda x: BEATS(x) & TRUMP(x))


def non_trump_jack(kb: Base, moves: Moves) -> None:
    for x in moves:
        kb.add(PLAY(x).iff(JACK(x) & ~TRUMP(x)))


def spare_queen(kb: Base, moves: Moves) -> None:
    for x in moves:
        kb.add(PLAY(x).iff(QUEEN(x) & ~TRUMP(x) & SINGLE(x) & ~MARRIES(x)))


def spare_king(kb: Base, moves: Moves) -> None:
    for x in moves:
        kb.add(PLAY(x).iff(KING(x) & ~TRUMP(x) & SINGLE(x) & ~MARRIES(x)))


def low_trump(kb: Base, moves: Moves) -> None:
    extreme(kb, moves, PLAY, RANKS, lambda x: TRUMP(x) & ~TEN(x) & ~ACE(x))


def extreme(
    kb: Base,
    moves: Moves,
    chosen: Predicate,
    ranks: Sequence[Predicate],
    among: Callable[[str], Formula],
) -> None:
    """The first of the ranks that occurs among some moves: chosen(x) <-> among(x) and no earlier rank."""
    for rank in ranks:
        kb.add(SOME(rank.name).iff(disjunction(among(x) & rank(x) for x in moves)))
    for x in moves:
        cases = [
            among(x) & rank(x) & ~disjunction(SOME(earlier.name) for earlier in ranks[:place])
            for place, rank in enumerate(ranks)
        ]
        kb.add(chosen(x).iff(disjunction(cases)))


STRATEGIES: dict[str, Callable[[Base, Moves], None]] = {
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


class LogicBot(Agent):
    """A bot of the paper that asks a knowledge base for every move."""

    def __init__(self, name: str) -> None:
        self.bot = BOTS[name]

    def act(self, view: View) -> Decision:
        assert isinstance(view, SchnapsenView)
        where = int(situation(view.vector))
        moves = [move for move in view.moves if move != "close"]
        view.rng.shuffle(moves)
        asked: list[Saying] = []
        for name in (*self.bot[where], "random_choice"):
            kb = Base()
            general_information(kb, view, moves)
            STRATEGIES[name](kb, moves)
            asked.append(SAID[name])
            move = first_inconsistent(kb, moves, PLAY)
            if move is not None:
                break
        assert move is not None, "random_choice plays anything"
        because = say(
            "{situation}: {strategy}; not to play {move} would contradict that",
            situation=SITUATIONS[where],
            strategy=SAID[name],
            move=MoveText(move, view.phase),
        )
        return Decision(move, because, details={"strategies": joined("; ", asked), "looked at": moves})
