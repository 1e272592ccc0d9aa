"""Paranoia in Boerenbridge: a forced guess holds in every world; compared with listing the worlds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import pytest

from kiebitz.agents.base import Decision
from kiebitz.agents.registry import contestant
from kiebitz.games.boerenbridge import rules as r
from kiebitz.games.boerenbridge.search.paranoia import paranoia
from kiebitz.kernel.random import Stream
from kiebitz.kernel.state import HAND, TURN
from kiebitz.kernel.vectors import Vector
from kiebitz.knowledge.places.locations import Locations
from kiebitz.rules.values import Deal, State
from tests.contract.cases import make, random_game

Worlds = list[Vector]


def worlds_of(state: State) -> Worlds:
    """The full state vectors of all worlds that the seat to move considers possible."""
    found = []
    for world in Locations.of(state.view(state.turn)).enumerate():
        vector = state.vector.copy()
        for seat in range(state.game.seats):
            vector[HAND + seat] = world[seat].mask
        found.append(vector)
    return found


def bits(mask: int) -> Iterator[int]:
    return (card for card in range(52) if mask >> card & 1)


def is_forced(worlds: Worlds, me: int) -> bool:
    """Can ``me``, who cannot tell these worlds apart, meet its guess in all of them?"""
    first = worlds[0]
    if first[TURN] < 0:
        return all(int(world[r.ALL_MET]) >> 8 * me & 1 for world in worlds)
    choices = defaultdict(list)
    for world in worlds:
        for card in bits(int(r.legal(world))):
            after = world.copy()
            r.play(after, card)
            choices[card].append(after)
    answers = (is_forced(after, me) for after in choices.values())
    return any(answers) if first[TURN] == me else all(answers)


def by_listing(state: State) -> dict[str, bool]:
    """For every legal card: does it force the guess?"""
    worlds, found = worlds_of(state), {}
    for move in state.moves:
        after = [world.copy() for world in worlds]
        for world in after:
            r.play(world, move.code)
        found[str(move)] = is_forced(after, state.turn)
    return found


def endgames(options: str, cards: int, seeds: range) -> Iterator[State]:
    """Positions with a choice and at most so many cards in hand, in the only round of a game."""
    for seed in seeds:
        for state in random_game(make("boerenbridge", options), seed):
            is_play = not state.is_over and state.phase == "play"
            if is_play and len(state.moves) > 1 and len(state.hand_of(state.turn)) <= cards:
                yield state


@pytest.mark.parametrize(
    ("options", "cards", "seeds"),
    [
        ("schedule=2", 2, range(60)),
        ("schedule=3", 2, range(60)),
        ("seats=3,schedule=3", 3, range(12)),
        ("seats=3,schedule=4,trump=none", 2, range(40)),
        ("seats=5,schedule=2,trump=card", 2, range(2)),
    ],
)
def test_what_is_forced_is_forced_in_every_listed_world(options: str, cards: int, seeds: range) -> None:
    answers = set()
    for state in endgames(options, cards, seeds):
        found = paranoia(state.view(state.turn), 10_000_000)
        assert found.cards == by_listing(state), f"{state.view(state.turn)}"
        answers.add(str(found.answer))
    assert answers == {"forced", "not forced"}


ACE_AND_QUEENS = "AS QH QD | KS QS AD | AH KH AC | KD QC KC |  | trump=S opener=0"


@pytest.mark.parametrize(("guess", "answer"), [("1", "forced"), ("0", "not forced"), ("2", "not forced")])
def test_the_ace_of_trumps_and_two_queens_win_exactly_one_trick(guess: str, answer: str) -> None:
    """The ace must win, and queens, the lowest cards, must lose: somebody follows with a higher one."""
    state = Deal.read(make("boerenbridge", "schedule=3"), ACE_AND_QUEENS).start()
    for move in (guess, "0", "0", "0"):
        state = state.play(move)
    found = contestant("paranoia", state.game).make().act(state.view(0))
    assert isinstance(found, Decision)
    assert str(found.details["forced"]) == answer
    assert ("forces exactly 1 trick," in str(found.because)) == (answer == "forced")


def test_out_of_nodes_is_unknown_and_never_forced() -> None:
    for state in endgames("schedule=3", 3, range(10)):
        full = paranoia(state.view(state.turn), 10_000_000)
        short = paranoia(state.view(state.turn), 3)
        assert short.nodes <= 3
        for card, is_sure in short.cards.items():
            assert is_sure is None or is_sure == full.cards[card]
        if full.nodes > 50:
            assert None in short.cards.values()


def test_a_forced_guess_is_met_by_the_agent_against_random_play() -> None:
    chosen, seen = make("boerenbridge", "schedule=3"), 0
    agent, rng = contestant("paranoia:nodes=10000000", chosen).make(), Stream(5)
    for start in endgames("schedule=3", 3, range(60)):
        me, state = start.turn, start
        if not paranoia(state.view(me), 10_000_000).killers:
            continue
        while not state.is_over:
            answer = agent.act(state.view(me)) if state.turn == me else None
            state = state.play(answer.move if isinstance(answer, Decision) else rng.choice(state.moves))
        assert int(state.vector[r.ALL_MET]) >> 8 * me & 1
        seen += 1
    assert seen > 20


def test_in_the_open_world_there_is_nothing_to_prove() -> None:
    state = make("boerenbridge", "schedule=2,open_world=on").deal(1)
    for _ in range(4):
        state = state.play("0")
    assert set(paranoia(state.view(state.turn)).cards.values()) == {None}
