"""Positions of Skat for the tests of its players."""

from __future__ import annotations

from collections.abc import Iterator

from kiebitz.agents.base import Decision
from kiebitz.agents.registry import contestant
from kiebitz.games.skat.view import SkatState
from kiebitz.kernel.random import Stream
from kiebitz.kernel.state import HAND
from kiebitz.rules.registry import game
from kiebitz.rules.values import Deal, State, View

SKAT = game("skat")
DECK = [str(card) for card in SKAT.deck.cards]

GRAND = "CJ SJ HJ DJ CA CT CK CQ SA ST"
POOR = "S7 S8 H7 H8 D7 D8 C9 DQ HK CK"
SAFE_NULL = "C7 C8 C9 S7 S9 SJ H7 H8 D7 D9"
GOOD_CLUBS = "CJ HJ CA CK CQ C9 C8 C7 H8 SK"


def deal_with(hand: str, seat: int = 0) -> State:
    """A deal in which a seat has these ten cards and the others share the rest in order."""
    rest = [card for card in DECK if card not in hand.split()]
    hands = [rest[:10], rest[10:20]]
    hands.insert(seat, hand.split())
    parts = [*hands, rest[20:]]
    return Deal.read(SKAT, " | ".join(" ".join(part) for part in parts)).start()


def decide(spec: str, view: View) -> Decision:
    answer = contestant(spec, view.game).make().act(view)
    assert isinstance(answer, Decision)
    return answer


def states_of_a_game(spec: str, seed: int) -> Iterator[State]:
    """The states of a game that three of a kind play."""
    state, chosen, number = SKAT.deal(seed), contestant(spec, SKAT).make(), 0
    while not state.is_over:
        yield state
        answer = chosen.act(state.view(state.turn, Stream(number)))
        state, number = state.play(answer.move if isinstance(answer, Decision) else answer), number + 1


def after_the_auction(hand: str, bid: str = "18") -> State:
    """Forehand has the hand and became declarer."""
    state = deal_with(hand)
    for move in ("pass", "pass", bid):
        state = state.play(move)
    return state


def in_play(hand: str, contract: str) -> State:
    state = after_the_auction(hand).play("skat")
    state = state.play(str(sorted(set(state.moves) - set(hand.split()))[0]))
    state = state.play(str(sorted(set(state.moves) - set(hand.split()))[0]))
    return state.play(contract).play("plain")


def late_states(seeds: range) -> Iterator[SkatState]:
    """Positions of the last tricks with a choice, in suit games and Grand."""
    for seed in seeds:
        for state in states_of_a_game("xskat-like", seed):
            assert isinstance(state, SkatState)
            left = state.vector[HAND + state.turn].item().bit_count()
            if state.phase == "play" and 2 <= left <= 4 and len(state.moves) > 1 and state.contract[0] != "N":
                yield state
