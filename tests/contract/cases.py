"""The games and option sets that must keep the contract, and random play through them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kiebitz.kernel.random import Stream
from kiebitz.rules.game import Game
from kiebitz.rules.options import parse_options
from kiebitz.rules.registry import game as game_by_name
from kiebitz.rules.values import State

TOY = str(Path(__file__).parents[2] / "docs" / "toy_game.py")

OPTIONS = [
    ("schnapsen", ""),
    ("schnapsen", "rules=vu-old"),
    ("schnapsen", "rules=full"),
    ("schnapsen", "rules=full,unit=deal"),
    ("skat", ""),
    ("skat", "naming=iss"),
    ("durak", ""),
    ("durak", "end=published"),
    ("durak", "leak=published"),
    ("durak", "start_rank=9,attack_limit=6"),
    ("durak", "trumps=off,start_rank=7"),
    ("durak", "start_rank=12"),
    ("boerenbridge", ""),
    ("boerenbridge", "hook=off,opener=rotate,scoring=dutch"),
    ("boerenbridge", "seats=3,schedule=1-5-1,deck=full,trump=card,scoring=tricks"),
    ("boerenbridge", "seats=7,schedule=2,3,trump=none"),
    (TOY, ""),
]

CASES = [pytest.param(name, text, id=f"{Path(name).stem}-{text or 'default'}") for name, text in OPTIONS]
REFERENCED = [case for case, (name, _) in zip(CASES, OPTIONS, strict=True) if name != TOY]


def make(name: str, options: str) -> Game:
    return game_by_name(name, parse_options(options))


def random_game(game: Game, seed: int) -> Iterator[State]:
    """The states of a game between random players, the deal first."""
    rng = Stream.named("random game", game.name, seed)
    state = game.deal(seed)
    yield state
    while not state.is_over:
        state = state.play(rng.choice(state.moves))
        yield state
