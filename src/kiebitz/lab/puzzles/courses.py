"""Games for puzzles and exercises: played by quick agents, always the same for the same seed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from kiebitz.agents.contestant import Contestant
from kiebitz.agents.kept import kept
from kiebitz.agents.seated import Seated
from kiebitz.kernel.random import Stream
from kiebitz.lab.bench import Bench
from kiebitz.rules.game import Game
from kiebitz.rules.parts import part
from kiebitz.rules.values import State


def courses(game: Game, seed: int | str) -> Iterator[list[State]]:
    """Whole games without end, each as its states from the deal to the end.

    >>> from kiebitz.rules.registry import game
    >>> first = next(courses(game("durak"), "1"))
    >>> first[0].ply, first[-1].is_over, first[-1].history == next(courses(game("durak"), "1"))[-1].history
    (0, True, True)
    """
    player = kept(part(game, Bench).puzzle_players, game)
    for number in count():
        yield course(game, player, f"{seed}/{number}")


def course(game: Game, player: Contestant, seed: str) -> list[State]:
    """One game in which one agent has all seats."""
    seated = [Seated(player, seat, Stream.named("course", seed, seat)) for seat in range(game.seats)]
    states = [game.deal(seed)]
    while not (state := states[-1]).is_over:
        view = state.view(state.turn, Stream.named("course", seed, state.turn, state.ply))
        states.append(state.play(seated[state.turn].decide(view).decision.move))
    return states
