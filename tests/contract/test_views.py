# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""Views: a completed view gives the view back, and nothing hidden shows through."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from kiebitz.agents.base import Agent
from kiebitz.agents.contestant import Contestant
from kiebitz.agents.registry import contestant, entries
from kiebitz.kernel.jit import direct, kernel
from kiebitz.kernel.random import Stream
from kiebitz.kernel.state import HAND, OBSERVE
from kiebitz.rules.contract import (
    BrokenContract,
    check_blindness,
    check_completions,
    check_learning,
    check_truth,
)
from kiebitz.rules.contract.blindness import compare, twins
from kiebitz.rules.game import Game
from kiebitz.rules.registry import names
from kiebitz.rules.values import Move, State, View
from tests.contract.cases import CASES, make

FEW = 3  # cards
STOCKED = {"schnapsen": 5}  # with fewer cards nothing is hidden


@pytest.mark.parametrize(("name", "options"), CASES)
def test_a_completed_view_gives_the_view_back_and_can_be_played_to_its_end(name: str, options: str) -> None:
    check_completions(make(name, options))


@pytest.mark.parametrize(("name", "options"), CASES)
def test_the_truth_is_among_the_worlds(name: str, options: str) -> None:
    check_truth(make(name, options))


@pytest.mark.parametrize(("name", "options"), CASES)
def test_worlds_never_grow_within_a_distribution(name: str, options: str) -> None:
    check_learning(make(name, options))


@pytest.mark.parametrize(("name", "options"), CASES)
def test_a_seat_is_blind_to_a_permutation_of_hidden_cards(name: str, options: str) -> None:
    """Deal the hidden cards differently, replay the same moves: the same view, events, and agents' moves."""
    game = make(name, options)
    agents = [contestant(entry.quick, game) for entry in entries(game).values() if not entry.cheats]
    assert compare_all(game, agents) > 20


VARIANTS = [
    ("boerenbridge", "", "flat:playouts=4,aim=match"),
    ("boerenbridge", "", "pimc:worlds=2,nodes=100,playouts=1,aim=match"),
    ("schnapsen", "rules=full", "flat:playouts=4,aim=match"),
    ("schnapsen", "rules=full", "schnapsen-ai:worlds=5,nodes=1000,share=0.5"),
    ("skat", "", "skat-ai:worlds=2,solve=4,k=15,endgame=20,nodes=500,value=presumed"),
    ("durak", "", "improve:base=(improve:base=smart,worlds=8),worlds=16,playout=smart"),
    ("skat", "", "improve:base=xskat-like,worlds=16,only=play"),
    ("skat", "", "skat-ai:worlds=4,solve=6,k=15,endgame=20,nodes=500,classes=1"),
    *(
        (name, "", "alphamu:base=random,worlds=4,nodes=2000,solve=300,goal=value,seconds=0")
        for name in ("boerenbridge", "schnapsen", "skat", "durak")
    ),
]
"""Parameters that let other kernels decide than an agent's quick version."""


@pytest.mark.parametrize(("name", "options", "agent"), VARIANTS)
def test_other_ways_to_think_are_as_blind(name: str, options: str, agent: str) -> None:
    game = make(name, options)
    assert compare_all(game, [contestant(agent, game)]) > 20


def compare_all(game: Game, agents: Sequence[Contestant]) -> int:
    """Compare many pairs of views and what agents do with them; how many pairs they were."""
    compared = 0
    for pair in twins(game, range(5 if game.rounds == 1 else 2)):  # a unit of many rounds has many positions
        compare(pair)
        compared += 1
        for agent in agents if pair.state.turn == pair.seat else ():
            views = [twin.view(pair.seat, Stream(1)) for twin in (pair.state, pair.other)]
            assert agent.make().act(views[0]) == agent.make().act(views[1]), agent.name
    return compared


PEEKED = [*((name, "") for name in names()), ("schnapsen", "rules=full")]


@pytest.mark.parametrize(("name", "options"), PEEKED)
def test_an_agent_that_peeks_in_one_trick_only_is_found(
    name: str, options: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has the next seat's cards by a back door, and uses them only while it holds a certain number."""
    game, look, few = make(name, options), State.view, STOCKED.get(name, FEW)
    seen: dict[int, int] = {}

    class Peeks(Agent):
        def act(self, view: View) -> Move:
            return view.moves[seen.get(id(view), 0) % len(view.moves) if len(view.hand) == few else 0]

    def careless(state: State, seat: int, rng: Stream | None = None) -> View:
        view = look(state, seat, rng)
        seen[id(view)] = int(state.vector[HAND + (seat + 1) % state.game.seats]) % 1009
        return view

    peeking = Contestant(game, "Peeks", Peeks)
    compare_all(game, [peeking])
    monkeypatch.setattr(State, "view", careless)
    with pytest.raises(AssertionError, match="Peeks"):
        compare_all(game, [peeking])


def test_the_check_finds_a_view_that_shows_another_hand() -> None:
    game: Any = make("schnapsen", "")
    observe, machine = game.kernels.observe, game.machine

    @kernel(OBSERVE)
    def careless(s, seat, view):
        observe(s, seat, view)
        view[HAND] = s[HAND]

    game.__dict__["kernels"] = game.kernels._replace(observe=careless)
    game.__dict__["machine"] = machine._replace(look=direct(careless))
    with pytest.raises(BrokenContract, match=r"Seat 1 sees hidden cards in the words .8. of its view"):
        check_blindness(game, range(1))
