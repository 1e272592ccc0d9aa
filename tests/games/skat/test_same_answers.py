"""What Skat players answer is what they answered when each world was solved with a table of its own.

``data/decisions.txt`` holds moves, values and reasons from then, a line for each decision, as
``python -m tests.games.skat.test_same_answers`` prints them. What a solver remembers from other worlds, cards
and decisions must only save time.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

import numpy as np
import pytest

from kiebitz.agents.registry import contestant
from kiebitz.games.skat import rules as r
from kiebitz.games.skat.agents.cards import engine
from kiebitz.games.skat.agents.cards.worlds import MIDDLE, value_world, worth
from kiebitz.games.skat.agents.memory import by_name, make_memory
from kiebitz.games.skat.search.open_cards.questions import CLASS_FROM
from kiebitz.games.skat.search.open_cards.states import value_moves
from kiebitz.games.skat.search.open_cards.workspace import workspace
from kiebitz.games.skat.tables import NULL, SCHWARZ
from kiebitz.kernel.random import Stream
from kiebitz.kernel.state import HAND, PHASE, TURN, WORDS
from kiebitz.kernel.vectors import Vector
from kiebitz.rules.registry import game
from tests.games.skat.solved import DATA

FILE = DATA / "decisions.txt"
AGENTS = {
    "skat-ai:seconds=0,worlds=16": 160,
    "skat-ai:seconds=0,worlds=12,solve=8,race=off,paranoia=off": 60,
    "skat-ai:seconds=0,worlds=16,order=paper,soft=off": 60,
    "pimc:worlds=5,solve=8": 60,
    "glassbox": 30,
}
"""Agents, and how many decisions of each are kept."""
SKAT = game("skat")


class Answer(NamedTuple):
    """What a player says and why, word by word."""

    move: int
    values: str
    reasons: str
    examples: str

    def __str__(self) -> str:
        return f"{SKAT.deck.cards[self.move]} | {self.values} | {self.reasons} | {self.examples}"


def positions(seed: str) -> Iterator[Vector]:
    """States of games in which the seat to move has a choice of cards: every seventh, Null included."""
    policy = contestant("instinct:playouts=0", SKAT).policy
    assert policy is not None
    memory, view, number, met = policy.memory.copy(), np.zeros(WORDS, np.int64), 0, 0
    while True:
        s, rng = SKAT.deal(f"{seed} {number}").vector.copy(), Stream.named(seed, number).word
        number += 1
        while s[TURN] >= 0:
            moves = int(r.legal(s))
            if s[PHASE] == r.CARD_PLAY and moves & (moves - 1):
                met += 1
                if met % 7 == 0:
                    yield s.copy()
            SKAT.kernels.observe(s, s[TURN], view)
            SKAT.kernels.play(s, int(policy.kernel(view, memory, rng)))


class Player:
    """A player whose memory lasts from one decision to the next."""

    def __init__(self, agent: str) -> None:
        policy = contestant(agent, SKAT).policy
        assert policy is not None
        self.agent, self.memory = agent, policy.memory.copy()

    def answer(self, s: Vector, number: int) -> Answer:
        view, rng = np.zeros(WORDS, np.int64), Stream.named(self.agent, number).word
        SKAT.kernels.observe(s, s[TURN], view)
        values, reasons, examples = np.zeros(64), np.zeros(engine.REASONS, np.int64), np.zeros((3, 5))
        move = engine.think(view, self.memory, rng, values, reasons, examples)
        named = [f"{SKAT.deck.cards[card]} {values[card]:.3f}" for card in range(32) if values[card]]
        shares = " ".join(f"{row[4]:.3f}" for row in examples)
        return Answer(int(move), ", ".join(named), " ".join(map(str, reasons)), shares)


def answers(agent: str, decisions: int) -> Iterator[Answer]:
    player = Player(agent)
    for number, s in enumerate(islice(positions(agent), decisions)):
        yield player.answer(s, number)


@pytest.mark.parametrize("agent", AGENTS)
def test_answers_are_those_of_a_solver_that_forgot_every_world(agent: str) -> None:
    stored = FILE.read_text(encoding="utf-8").split(f"# {agent}\n")[1].split("\n#")[0].splitlines()
    found = [str(answer) for answer in answers(agent, AGENTS[agent])]
    assert len(stored) == AGENTS[agent]
    assert found == stored


def test_what_was_solved_before_changes_no_answer() -> None:
    agent = "skat-ai:seconds=0,worlds=8"
    states = list(islice(positions("before"), 40))
    warm = Player(agent)
    for number, s in reversed(list(enumerate(states))):
        warm.answer(s, 1000 + number)
    assert [warm.answer(s, i) for i, s in enumerate(states)] == [
        Player(agent).answer(s, i) for i, s in enumerate(states)
    ]


def test_classes_take_the_place_of_points_after_so_many_worlds() -> None:
    """As many as there are: nothing changes. From the second on: the same winners, other means."""
    exact, many, few = (
        Player(f"skat-ai:seconds=0,worlds=12{more}") for more in ("", ",classes=12", ",classes=1")
    )
    states = list(islice(positions("classes"), 30))
    exact.agent = many.agent = few.agent = "classes"  # the same random numbers
    found = [[player.answer(s, i) for i, s in enumerate(states)] for player in (exact, many, few)]
    assert found[0] == found[1]
    assert found[0] != found[2]


def test_the_worth_of_a_class_is_that_of_points_in_its_middle() -> None:
    memory = make_memory(by_name(worlds=1, solve=8))
    exact, by_class, rng = np.zeros(64), np.zeros(64), np.array([1])
    for s in islice(positions("middle"), 60):
        if int(s[HAND + s[TURN]]).bit_count() > 8 or s[r.CONTRACT] == NULL or s[r.LEVEL] >= SCHWARZ:
            continue
        cards, values = int(r.legal(s)), np.empty(64, np.int64)
        value_moves(workspace(14), s, values)
        value_world(memory, s, cards, 0, rng, 0, exact)
        value_world(memory, s, cards, 1, rng, 0, by_class)
        for card in (card for card in range(32) if cards >> card & 1):
            middle = MIDDLE[sum(values[card] >= CLASS_FROM) - 1]
            assert exact[card] == worth(s, values[card])
            assert by_class[card] == worth(s, middle)
            assert (exact[card] > 0) == (by_class[card] > 0)


if __name__ == "__main__":
    for name, number in AGENTS.items():
        print(f"# {name}", *answers(name, number), sep="\n")
