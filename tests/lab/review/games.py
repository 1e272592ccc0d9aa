"""Units for reviews: played by agents, with a blunder put in."""

from __future__ import annotations

from functools import cache

from kiebitz.agents.registry import contestant
from kiebitz.agents.seated import Seated
from kiebitz.kernel.random import Stream
from kiebitz.rules.options import parse_options
from kiebitz.rules.registry import game
from kiebitz.rules.values import State

STRONG = {
    "schnapsen": ("", "schnapsen-ai:worlds=200"),
    "skat": ("", "skat-ai:worlds=20,nodes=2000,seconds=0"),
    "durak": ("", "mcts:limit=200,samples=20,choice=cheapest"),
    "boerenbridge": ("schedule=4", "full-kripke-plus"),
    "hearts": ("", "flat"),
}
"""For each game its options and a player that knows what it does."""


@cache
def played(name: str, agent: str = "", seed: int = 1) -> State:
    """A unit that equal agents play to its end; by default strong ones."""
    options, strong = STRONG[name]
    rules = game(name, parse_options(options))
    seated = [
        Seated(contestant(agent or strong, rules), seat, Stream.named("begin", seed, seat))
        for seat in range(rules.seats)
    ]
    state = rules.deal(seed=seed)
    while not state.is_over:
        view = state.view(state.turn, Stream.named("move", seed, state.turn, state.ply))
        state = state.play(rules.move(state.vector_phase, seated[state.turn].decide(view).code))
    return state


def states_of(end: State) -> list[State]:
    """All states of a unit, from the deal on."""
    states = [end.deal.start()]
    for _, move in end.history:
        states.append(states[-1].play(move))
    return states
