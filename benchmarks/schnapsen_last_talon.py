"""What schnapsen-ai gives away on lead with two cards left in the talon, beside an exact reference.

    python benchmarks/schnapsen_last_talon.py [POSITIONS]

The talon's last face-down card is one of six, so there are at most six worlds, and every card is known after
the trick. The reference goes through all worlds, leads and answers and solves what follows. It takes the
other for one who answers as well as he can with open cards, or as well as he can on average over the worlds
that he cannot tell apart. With bonus=1 the agent counts game points, as the reference does; usually it wants
the win first. With value=policy the playouts' guide answers its lead.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator

import numpy as np

from kiebitz.agents.registry import contestant
from kiebitz.games.schnapsen import rules as r
from kiebitz.games.schnapsen.search.endgame import MOST, value_of
from kiebitz.games.schnapsen.search.lookahead import LAST
from kiebitz.kernel.random import Stream
from kiebitz.kernel.state import HAND, TURN, WORDS
from kiebitz.kernel.vectors import Vector
from kiebitz.rules.registry import game
from parts.document import Cell, Document, cell, show

SEED = "last"
QUICK = "schnapsen-ai:worlds=20"
AGENTS = [f"schnapsen-ai:{more}" for more in ("value=policy,bonus=1", "bonus=1", "value=policy", "bonus=0.1")]
OPTIONS = "rules=full,unit=deal"
GAME = game("schnapsen", OPTIONS)
Answer = Callable[[Vector], float]
"""What the answerer's best reply leaves to the leader, in game points, in a state with a card led."""


def self_played(number: int) -> Iterator[Vector]:
    """States in which a player leads with two cards left in the talon and nothing to exchange."""
    policy, seed = contestant(QUICK, GAME).policy, 0
    assert policy is not None
    view = np.zeros(WORDS, np.int64)
    while number > 0:
        state, rng = GAME.deal(f"{SEED}-{seed}").vector.copy(), Stream.named(SEED, seed).word
        seed += 1
        while state[TURN] >= 0:
            is_wanted = state[r.SIZE] == LAST and state[r.LED] < 0 and state[r.CLOSER] < 0
            if is_wanted and not int(r.legal(state)) >> r.EXCHANGE & 1:
                yield state.copy()
                number -= 1
                break
            r.observe(state, state[TURN], view)
            r.play(state, policy.kernel(view, policy.memory, rng))


def worlds(state: Vector, seat: int) -> list[Vector]:
    """Every state that may be behind a seat's view: any unknown card of the other may lie in the talon."""
    unknown = int(state[HAND + 1 - seat] & ~state[r.SHOWN + 1 - seat])
    return [state, *(swapped(state, 1 - seat, card) for card in cards(unknown))]


def swapped(state: Vector, seat: int, card: int) -> Vector:
    """The state in which a seat holds the next card of the talon, and that one lies there."""
    other, drawn = state.copy(), int(state[r.STOCK]) & 31
    other[HAND + seat] ^= 1 << card | 1 << drawn
    other[r.STOCK] += card - drawn
    order = [int(state[r.ORDER + seat]) >> 5 * i & 31 for i in range(5)]
    other[r.ORDER + seat] = sum((drawn if one == card else one) << 5 * i for i, one in enumerate(order))
    return other


def cards(mask: int) -> list[int]:
    return [code for code in range(32) if mask >> code & 1]


def after(state: Vector, move: int) -> Vector:
    child = state.copy()
    r.play(child, move)
    return child


def for_seat(state: Vector, seat: int) -> float:
    """A seat's game points in a deal that is over or can be solved."""
    if state[TURN] < 0:
        return float(r.payoff(state, seat))
    value = value_of(state, -MOST, MOST)
    return float(value if state[TURN] == seat else -value)


def with_open_cards(state: Vector) -> float:
    """The answer that is best in this world."""
    leader = 1 - int(state[TURN])
    return min(for_seat(after(state, answer), leader) for answer in cards(int(r.legal(state))))


def as_he_sees_it(state: Vector) -> float:
    """The answer that is best on average over all that the answerer holds possible."""
    leader = 1 - int(state[TURN])
    possible = worlds(state, 1 - leader)
    best = min(
        cards(int(r.legal(state))),
        key=lambda answer: sum(for_seat(after(one, answer), leader) for one in possible),
    )
    return for_seat(after(state, best), leader)


def values(possible: list[Vector], answer: Answer) -> dict[int, float]:
    """What each move of the leader is worth on average over his worlds."""
    seat = int(possible[0][TURN])

    def worth(move: int) -> float:
        total = 0.0
        for world in possible:
            child = after(world, move)
            total += for_seat(child, seat) if child[TURN] < 0 or child[r.CLOSER] >= 0 else answer(child)
        return total / len(possible)

    found = {move: worth(move) for move in cards(int(r.legal(possible[0]))) if move != r.CLOSE}
    closed = [after(world, r.CLOSE) for world in possible]
    found[r.CLOSE] = max(
        sum(for_seat(after(world, lead), seat) for world in closed) / len(closed)
        for lead in cards(int(r.legal(closed[0])))
    )
    return found


def agents_move(agent: str, state: Vector, number: int) -> int:
    policy, view = contestant(agent, GAME).policy, np.zeros(WORDS, np.int64)
    assert policy is not None
    r.observe(state, state[TURN], view)
    return int(policy.kernel(view, policy.memory.copy(), Stream.named("asked", number).word))


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("positions", nargs="?", type=int, default=600)
    return made


def measured(chosen: argparse.Namespace) -> Document:
    losses: dict[str, list[tuple[float, float]]] = {}
    for place, state in enumerate(self_played(chosen.positions)):
        possible = worlds(state, int(state[TURN]))
        open_cards, seen = values(possible, with_open_cards), values(possible, as_he_sees_it)
        for who in AGENTS:
            move = agents_move(who, state, place)
            lost = max(open_cards.values()) - open_cards[move], max(seen.values()) - seen[move]
            losses.setdefault(who, []).append(lost)
    cells: dict[str, Cell] = {}
    for who, given in losses.items():
        found = np.array(given)
        errors = found.std(axis=0, ddof=1) / np.sqrt(len(found))
        for column, against in enumerate(("open cards", "his own")):
            cells[f"{who}, {against}"] = cell(found[:, column].mean(), errors[column])
    return Document(cells, SEED, {f"schnapsen {OPTIONS}": [*AGENTS, QUICK]})


if __name__ == "__main__":
    show(parser(), measured)
