"""What an agent is handed leads to nothing that it may not know, not even by the back door."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any, ClassVar

import numpy as np
import pytest

from kiebitz.agents.base import Agent
from kiebitz.agents.contestant import Contestant
from kiebitz.kernel.state import HAND, PHASE, VIEWER, WORDS
from kiebitz.lab.playing.match import Match
from kiebitz.lab.playing.referee import Unit
from kiebitz.rules.game import Game
from kiebitz.rules.values import Deal, Move, View
from tests.contract.cases import CASES, make

COMMON = (ModuleType, FunctionType, BuiltinFunctionType, type, Game)
"""What every agent may import anyway, and what says nothing about this deal."""


def reachable(start: object) -> Iterator[object]:
    """Everything that can be got at from an object, the memory behind arrays included."""
    seen, waiting = set[int](), [start]
    while waiting:
        thing = waiting.pop()
        if id(thing) in seen or isinstance(thing, COMMON):
            continue
        seen.add(id(thing))
        yield thing
        waiting += gc.get_referents(thing)
        waiting += [getattr(thing, name) for name in ("base", "obj") if hasattr(thing, name)]


def words_in(thing: object) -> set[int]:
    """The numbers that an object holds by itself."""
    if isinstance(thing, np.ndarray) and thing.dtype.kind in "iu":
        return set(thing.ravel().tolist())
    if isinstance(thing, (bytes, bytearray)):
        return set(np.frombuffer(thing[: len(thing) // 8 * 8], np.int64).tolist())
    return {thing} if isinstance(thing, int) else set()


class Snoop(Agent):
    """Plays the first move and keeps every number that it could get at when it was asked first."""

    found: ClassVar[set[int]] = set()

    def act(self, view: View) -> Move:
        if not self.found:  # later, what the others have played is known
            self.found.update(*map(words_in, reachable(view)))
        return view.moves[0]


@pytest.mark.parametrize(("name", "options"), CASES)
def test_nothing_in_an_agents_reach_tells_the_deal(name: str, options: str) -> None:
    game = make(name, options)
    snoops: list[Any] = [type("Snoop", (Snoop,), {"found": set()}) for _ in range(game.seats)]
    unit = Match(game, tuple(Contestant(game, "snoop", snoop) for snoop in snoops), 1, seed="in reach").play(
        0, 0
    )
    assert not unit.reason
    hands = Deal.from_key(game, unit.deal_key).start().vector[HAND : HAND + game.seats].tolist()
    for seat, snoop in enumerate(snoops):
        assert hands[seat] in snoop.found, "the own hand is in reach"
        assert unit.deal_key not in snoop.found
        assert not snoop.found.intersection(hands[:seat] + hands[seat + 1 :])


class Peek(Agent):
    """Looks for what others were shown in memory that nobody uses any more."""

    found: ClassVar[list[int]] = []

    def act(self, view: View) -> Move:
        for words in [np.empty(WORDS, np.int64) for _ in range(50)]:
            other = int(words[VIEWER])
            if 0 <= other < view.game.seats and other != view.seat:
                self.found.append(int(words[HAND + other]))
        return view.moves[0]


def hands_of(unit: Unit) -> set[int]:
    """What anybody held at any time in a unit."""
    state, held = unit.start(), set[int]()
    for move in unit.moves:
        held.update(state.vector[HAND : HAND + unit.game.seats].tolist())
        state = state.play(unit.game.move(int(state.vector[PHASE]), move))
    return held


@pytest.mark.parametrize("name", ["schnapsen", "durak", "skat", "boerenbridge"])
def test_free_memory_shows_no_view_of_another_seat(name: str) -> None:
    game = make(name, "")
    spoilt = [np.full(WORDS, -7, np.int64) for _ in range(500)]  # what other tests have left is overwritten
    del spoilt
    Peek.found.clear()
    unit = Match(game, (Contestant(game, "peek", Peek, source="peek.py"),) * game.seats, 1, seed="peek").play(
        0, 0
    )
    assert not unit.reason
    held = {mask for mask in hands_of(unit) if mask.bit_count() > 2}  # a small number may mean anything
    assert held and not held.intersection(Peek.found)
