"""Recorded games of Skat as openings: suit games and Grand, from files or made up by an agent."""

from __future__ import annotations

from functools import lru_cache
from itertools import count
from typing import Any

import numpy as np

from kiebitz.agents.registry import contestant
from kiebitz.errors import BadOption
from kiebitz.games.skat import rules as r
from kiebitz.games.skat.tables import NULL
from kiebitz.games.skat.view import SkatState
from kiebitz.kernel.meaning import meaning
from kiebitz.kernel.random import Stream, key
from kiebitz.kernel.state import HAND, PHASE, TURN, WORDS
from kiebitz.lab.openings import Opening, Recorded
from kiebitz.rules.formats import AnyRecord
from kiebitz.rules.game import Game
from kiebitz.rules.values import Deal


def recorded_of(record: AnyRecord) -> Recorded | None:
    """A record as a recorded game; None for Null, passed-in and unfinished games."""
    if record.check():
        return None
    end = record.states()[-1]
    if not isinstance(end, SkatState) or not end.is_over or not _is_trump_game(end.vector):
        return None
    codes = tuple(move.code for _, move in end.history)
    return Recorded(tuple(int(card) for card in end.deal.layouts[0]), codes, end.value > 0)


def _is_trump_game(vector: Any) -> bool:
    return bool(vector[r.DECLARER] >= 0 and vector[r.CONTRACT] != NULL)


class Made:
    """Games that a compiled agent plays against itself; deals that it passes in are dealt again."""

    size = None

    def __init__(self, agent: str, game: Game, seed: int | str) -> None:
        policy = contestant(agent, game).policy
        if policy is None:
            raise BadOption(f"Openings are made by a compiled agent or read from a file, not by {agent}.")
        self.agent, self.game, self.policy = agent, game, policy
        self.seed = seed
        self._games: dict[int, Recorded] = {}

    @property
    def fingerprint(self) -> str:
        return f"{self.agent} {meaning(self.policy.kernel)}"

    def recorded(self, number: int) -> Recorded:
        if number not in self._games:
            tries = (self._play(number, attempt) for attempt in count())
            self._games[number] = next(game for game in tries if game is not None)
        return self._games[number]

    def _play(self, number: int, attempt: int) -> Recorded | None:
        name = "openings", self.game.name, self.seed, number, attempt
        deal, kernels = Deal.from_key(self.game, key(*name, "deal")), self.game.kernels
        rng = Stream.named(*name, "players").word
        s, view = Opening(deal.layouts[0]).vector(self.game), np.zeros(WORDS, np.int64)
        codes, memory = [], self.policy.memory.copy()  # several threads may make games
        while s[TURN] >= 0:
            kernels.observe(s, s[TURN], view)
            codes.append(int(self.policy.kernel(view, memory, rng)))
            kernels.play(s, codes[-1])
        if not _is_trump_game(s):
            return None
        return Recorded(deal.layouts[0], tuple(codes), bool(s[r.SCORE] > 0))


def opening_of(game: Game, recorded: Recorded, own_discard: bool) -> Opening:
    """The moves before the first card; with the discard of the winning tables if it is not given."""
    state = Opening(recorded.layout).start(game)
    codes: list[int] = []
    for code in recorded.codes:
        if state.phase == "play":
            break
        codes.append(code)
        state = state.play(game.move(int(state.vector[PHASE]), code))
    if own_discard and state.vector[r.TAKEN]:
        codes[-4:-2] = _discard(state.vector)
    return Opening(recorded.layout, tuple(codes))


def _discard(s: Any) -> list[int]:
    """The discard that the players with winning tables choose in the declarer's game."""
    from kiebitz.agents.skat.bidding import best_discard

    seat = int(s[r.DECLARER])
    cards = int(s[HAND + seat] | s[r.SKAT])
    pair = int(best_discard(_memory(), cards, int(s[r.CONTRACT]), seat, 0))
    return [card for card in range(32) if pair >> card & 1]


@lru_cache
def _memory() -> Any:
    from kiebitz.agents.skat.memory import make_memory

    return make_memory([])
