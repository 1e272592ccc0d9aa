"""Training of instinct: games of a thinking player, and the weights that tell its cards from the others."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from kiebitz.errors import BadOption
from kiebitz.files import replaced
from kiebitz.games.skat.agents.bidding.tables import Tables
from kiebitz.games.skat.agents.cards.instinct import PATTERNS, SITUATIONS, WEIGHTS
from kiebitz.kernel.vectors import Vector
from kiebitz.rules.game import Game
from kiebitz.sayings import say
from tools.skat_training.spreading import Spread

TEMPERATURE = 4.0  # points by which a card may be worse and still be played every third time
PENALTY = 2.0  # of weights, for each kind of game; those that all kinds share cost less
STEPS = 250
RATE = 0.1
PIECE = 8  # deals that are watched at a time


@dataclass
class Choices:
    """Decisions of a player, one after the other: for every legal card its patterns and its value."""

    patterns: Any
    values: Any
    sizes: Any
    """How many cards each decision has."""


def watch(
    spec: str,
    games: int,
    seed: int,
    progress: Callable[[int], None] = lambda done: None,
    knowledge: tuple[Tables, Vector] | None = None,
    spread: Spread = map,
) -> Choices:
    """Let three of a kind play this many games and note what they thought of their cards.

    They have the knowledge of the package, or the tables and weights that are given.
    """
    from kiebitz.rules.registry import game

    _memory_of(spec, game("skat"))  # refuses who cannot teach
    found: list[Watched] = []
    done = 0
    lessons = (Lesson(spec, seed, range(first, first + PIECE), knowledge) for first in count(0, PIECE))
    for deals in spread(watched, lessons):
        for one in deals:
            if done < games:
                found.append(one)
                done += one.is_played
        progress(min(done, games))
        if done >= games:
            break
    sizes = [size for one in found for size in one.sizes]
    if not sizes:
        raise BadOption(
            say("{agent} valued no cards in {n:,} games: watch more of them.", agent=spec, n=games)
        )
    rows = np.concatenate([row for one in found for row in one.rows])
    return Choices(rows, np.concatenate([value for one in found for value in one.values]), np.array(sizes))


class Lesson(NamedTuple):
    """Deals to be watched."""

    spec: str
    seed: int
    deals: range
    knowledge: tuple[Tables, Vector] | None


class Watched(NamedTuple):
    """What a player thought of its cards in one deal; one that all pass does not count as played."""

    rows: list[Any]
    values: list[Any]
    sizes: list[int]
    is_played: bool


def watched(lesson: Lesson) -> list[Watched]:
    """The decisions of some deals."""
    from kiebitz.games.skat.agents import memory as m
    from kiebitz.rules.registry import game

    memory = _memory_of(lesson.spec, game("skat")).copy()
    if lesson.knowledge:
        memory = m.with_knowledge(memory, *lesson.knowledge)
    return [_watch_deal(memory, lesson.seed, deal) for deal in lesson.deals]


def _watch_deal(memory: Vector, seed: int, deal: int) -> Watched:
    from kiebitz.games.skat import rules as r
    from kiebitz.games.skat import sight
    from kiebitz.games.skat.agents.cards import engine as e
    from kiebitz.games.skat.agents.cards.instinct import describe
    from kiebitz.kernel.random import Stream, key
    from kiebitz.kernel.state import PHASE, TURN, WORDS
    from kiebitz.rules.registry import game

    found, codes, view = np.zeros((10, 8), np.int64), np.zeros(10, np.int64), np.zeros(WORDS, np.int64)
    rows, values, sizes = [], [], []
    s = game("skat").deal(key("instinct", seed, deal)).vector.copy()
    rng = Stream.named("watch", seed, deal).word
    while s[TURN] >= 0:
        sight.observe(s, s[TURN], view)
        worths, reasons = np.zeros(64), np.zeros(e.REASONS, np.int64)
        code = e.think(view, memory, rng, worths, reasons, np.zeros((0, 5)))
        if s[PHASE] == r.CARD_PLAY and worths.any():
            number = describe(view, found, codes)
            known = worths[codes[:number]] != 0  # of cards that count the same only one is valued
            if known.sum() > 1:
                rows.append(found[:number][known].astype(np.int32))
                values.append(worths[codes[:number]][known])
                sizes.append(int(known.sum()))
        r.play(s, code)
    return Watched(rows, values, sizes, bool(s[r.DECLARER] >= 0))


def _memory_of(spec: str, game: Game) -> Vector:
    """What a teacher remembers; the thinking is called by itself, and reads no other player's memory."""
    from kiebitz.agents.registry import contestant
    from kiebitz.games.skat.agents import memory as m
    from kiebitz.games.skat.agents.cards import engine as e

    policy = contestant(spec, game).policy
    if policy is None or policy.kernel is not e.player or not policy.memory[m.WORLDS]:
        raise BadOption(
            say("{agent} cannot teach: it must value cards over worlds, as skat-ai and pimc do.", agent=spec)
        )
    return policy.memory


def fit(choices: Choices) -> tuple[Any, float]:
    """The weights in thousandths, and the mean logarithm of the chance that they give to what is best.

    A weight is the sum of one for all kinds of game and one for its own kind: what is seldom seen in one kind
    is learned from the others.
    """
    starts = np.concatenate([[0], np.cumsum(choices.sizes)[:-1]])
    owner = np.repeat(np.arange(len(choices.sizes)), choices.sizes)
    own = choices.patterns
    shared = own % (SITUATIONS * PATTERNS) + WEIGHTS
    columns = np.concatenate([own, shared], axis=1)
    wanted = _chances(choices.values / TEMPERATURE, starts, owner)
    weights = np.zeros(WEIGHTS + SITUATIONS * PATTERNS)
    penalty = np.where(np.arange(len(weights)) < WEIGHTS, PENALTY, PENALTY / 3)
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, STEPS + 1):
        chances = _chances(weights[columns].sum(axis=1), starts, owner)
        pull = np.repeat(wanted - chances, columns.shape[1])
        gradient = np.bincount(columns.ravel(), pull, len(weights)) - penalty * weights
        mean = 0.9 * mean + 0.1 * gradient
        square = 0.99 * square + 0.01 * gradient**2
        scale = np.sqrt(square / (1 - 0.99**step)) + 1e-3
        weights += RATE * (1 - step / (STEPS + 1)) * mean / (1 - 0.9**step) / scale
    chances = _chances(weights[columns].sum(axis=1), starts, owner)
    fitted = float((wanted * np.log(chances)).sum() / len(starts))
    kinds = weights[:WEIGHTS].reshape(-1, SITUATIONS * PATTERNS) + weights[WEIGHTS:]
    return np.rint(1000 * kinds).astype(np.int16).ravel(), fitted


def _chances(marks: Any, starts: Any, owner: Any) -> Any:
    """Marks of cards as chances within each decision."""
    marks = np.exp(marks - np.maximum.reduceat(marks, starts)[owner])
    return marks / np.add.reduceat(marks, starts)[owner]


def save(weights: Any, made: dict[str, Any], file: Path) -> None:
    with replaced(file) as aside:
        np.savez_compressed(aside, weights=weights, made=np.array(json.dumps(made)))
