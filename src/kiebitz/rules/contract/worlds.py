"""Worlds: completed views are all of them, each as often as any other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations

import numpy as np

from kiebitz.kernel.random import Stream
from kiebitz.kernel.state import HAND, VIEWER, WORDS
from kiebitz.kernel.vectors import Vector
from kiebitz.rules.contract.complaints import require
from kiebitz.rules.contract.tried import corpus
from kiebitz.rules.contract.views import cases_of, number_of_worlds, observed, problem, unseen_mask
from kiebitz.rules.game import Game
from kiebitz.rules.values import State
from kiebitz.sayings import say

EACH = 20  # how often each world is drawn on average


def all_worlds(cards: list[int], room: list[int]) -> set[tuple[int, ...]]:
    """All worlds of a problem by trying every choice, place by place."""

    def fill(place: int, left: frozenset[int]) -> list[tuple[int, ...]]:
        if place == len(cards):
            return [()] if not left else []
        found = []
        allowed = [card for card in sorted(left) if cards[place] >> card & 1]
        for chosen in combinations(allowed, room[place]):
            mask = sum(1 << card for card in chosen)
            found += [(mask, *rest) for rest in fill(place + 1, left - set(chosen))]
        return found

    everything = 0
    for mask, size in zip(cards, room, strict=True):
        everything |= mask if size else 0
    return set(fill(0, frozenset(card for card in range(64) if everything >> card & 1)))


def worlds_of(game: Game, view: Vector) -> set[tuple[int, ...]]:
    """All worlds of a view by trying every choice, case by case; no world may be in two cases."""
    cards, room, places = problem(game, view)
    lacks, cases = cases_of(game, view, places)
    found: list[tuple[int, ...]] = []
    hidden = unseen_mask(cards, room, places)
    for row in lacks[: max(cases, 1)]:
        left = (cards[:places] & ~row).tolist()
        if unseen_mask(left, room, places) == hidden:
            found += all_worlds(left, room[:places].tolist())
    require(len(found) == len(set(found)), say("Two cases of cases() have a world in common."))
    return set(found)


def check_uniform(game: Game, seeds: Iterable[int] = range(12), positions: int = 6, most: int = 400) -> int:
    """Completed views are all worlds, each as often as any other; how many positions were small enough."""
    rng, checked = Stream.named("completeness"), 0
    for state in corpus(game, seeds):
        view = observed(state, state.turn)
        if checked < positions and 2 <= number_of_worlds(game, view) <= most:
            _check_draws(game, state, rng)
            checked += 1
    return checked


def _check_draws(game: Game, state: State, rng: Stream) -> None:
    from scipy.special import chdtrc  # that of scipy.stats takes half a second to load

    view = observed(state, state.turn)
    cards, room, _ = problem(game, view)
    worlds = worlds_of(game, view)
    hands = {world[: game.seats] for world in worlds}
    seen: Counter[tuple[int, ...]] = Counter()
    full = np.zeros(WORDS, np.int64)
    for _ in range(EACH * len(hands)):
        game.kernels.complete(view, rng.word, full)
        require(full[VIEWER] == -1, say("complete() leaves a viewer in the state: call unveil()."))
        held = [int(full[HAND + seat]) & int(cards[seat]) if room[seat] else 0 for seat in range(game.seats)]
        seen[tuple(int(view[HAND + seat]) | held[seat] for seat in range(game.seats))] += 1
    require(
        len(seen) == len(hands),
        say(
            "complete() draws {drawn} worlds; unseen() and cases() allow {allowed}.",
            drawn=len(seen),
            allowed=len(hands),
        ),
        state,
    )
    if len(hands) > 1:
        drawn, expected = np.array(list(seen.values())), EACH
        chance = chdtrc(len(hands) - 1, float(((drawn - expected) ** 2).sum()) / expected)
        require(chance > 1e-5, say("complete() draws some worlds more often than others."), state)
