"""How many worlds of a Skat decision are solved in a second, and how long whole decisions of skat-ai take.

    python benchmarks/skat_worlds.py [REFERENCE [ROUNDS]]

A world counts when all legal cards of the seat to move have their value: exact, and by class (the declarer
below 31 points, below 61, below 90, or above). Positions come from games of instinct, and worlds are drawn as
a player draws them. With the checkout of another version both are measured in turn, so that whatever else the
machine does meets both, and the ratios are told; exact values and whole answers (move, values, reasons) must
be the same. Each checkout uses its own ``.venv`` if it has one, else this Python. Seconds are processor time.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from time import thread_time
from typing import Any

import numpy as np

from parts.document import Cell, Document, cell, show
from parts.turns import MEASURE, Answer, cells_of_seconds, in_turn, median, median_ratio, parser

SAMPLES = {10: (6, 20), 8: (12, 40), 6: (24, 100)}  # by cards in hand: positions of each kind, worlds of each
DECISIONS = 500
SEED = "worlds a second"
AGENT = "skat-ai:seconds=0"


def positions() -> Iterator[Any]:
    """The states of games of instinct in which the seat to move has a choice of cards."""
    from kiebitz.agents.registry import contestant
    from kiebitz.games.skat import rules as r
    from kiebitz.kernel.random import Stream
    from kiebitz.kernel.state import PHASE, TURN, WORDS
    from kiebitz.rules.registry import game

    skat = game("skat")
    policy = contestant("instinct:playouts=0", skat).policy
    assert policy is not None
    memory, view, number = policy.memory.copy(), np.zeros(WORDS, np.int64), 0
    while True:
        rng, s = Stream.named(SEED, number).word, skat.deal(f"{SEED} {number}").vector.copy()
        number += 1
        while s[TURN] >= 0:
            moves = int(r.legal(s))
            if s[PHASE] == r.CARD_PLAY and moves & (moves - 1):
                yield s.copy()
            skat.kernels.observe(s, s[TURN], view)
            skat.kernels.play(s, int(policy.kernel(view, memory, rng)))


def kinds(samples: Mapping[int, tuple[int, int]] = SAMPLES) -> dict[str, list[Any]]:
    """States by what they are: cards in hand, suit or Grand, whose turn it is."""
    from kiebitz.games.skat import rules as r
    from kiebitz.games.skat.tables import GRAND, NULL
    from kiebitz.kernel.state import HAND, TURN

    found: dict[str, list[Any]] = {
        f"{cards} {game} {role}": []
        for cards in samples
        for game in ("suit", "Grand")
        for role in ("declarer", "defender")
    }
    for s in positions():
        if s[r.CONTRACT] == NULL:
            continue
        game = "Grand" if s[r.CONTRACT] == GRAND else "suit"
        role = "declarer" if s[TURN] == s[r.DECLARER] else "defender"
        cards = int(s[HAND + s[TURN]]).bit_count()
        name = f"{cards} {game} {role}"
        if name in found and len(found[name]) < samples[cards][0]:
            found[name].append(s)
        if all(len(states) == samples[int(name.split()[0])][0] for name, states in found.items()):
            return found
    raise AssertionError


def worlds_of(s: Any, number: int, worlds: int, memory: Any) -> Any:
    """Likely worlds of what the seat to move sees."""
    from kiebitz.games.skat.agents.cards.paired import draw_states
    from kiebitz.kernel.random import Stream
    from kiebitz.kernel.state import TURN, WORDS
    from kiebitz.rules.registry import game

    view, states = np.zeros(WORDS, np.int64), np.zeros((worlds, WORDS), np.int64)
    game("skat").kernels.observe(s, s[TURN], view)
    draw_states(view, memory, Stream.named(SEED, "worlds", number).word, states)
    return states


def solve_all(solve: Any, space: Any, states: list[Any]) -> tuple[float, bytes]:
    """Seconds for the values of all cards in all worlds, and the values."""
    values, found, seconds = np.empty(64, np.int64), [], 0.0
    for s in states:
        start = thread_time()
        solve(space, s, values)
        seconds += thread_time() - start
        found.append(values.tobytes())
    return seconds, b"".join(found)


def measure_worlds() -> dict[str, Any]:
    """Worlds a second by kind of position, exact and (where this version has it) by class."""
    from kiebitz.agents.registry import contestant
    from kiebitz.games.skat.search.open_cards import states as solving
    from kiebitz.games.skat.search.open_cards import workspace as ws
    from kiebitz.rules.registry import game

    policy = contestant(AGENT, game("skat")).policy
    assert policy is not None
    table_for = getattr(ws, "table_for", lambda cards: 15)
    ways = {"exact": solving.value_moves, "by class": getattr(solving, "class_moves", None)}
    rates: dict[str, float] = {}
    digest = hashlib.sha256()
    for name, chosen in kinds().items():
        cards = int(name.split()[0])
        states = [
            world for i, s in enumerate(chosen) for world in worlds_of(s, i, SAMPLES[cards][1], policy.memory)
        ]
        for way, solve in ways.items():
            if solve is not None:
                space = ws.workspace(table_for(cards))
                space[ws.TABLE :] = 0  # so that the system gives all its pages now
                solve(ws.workspace(10), states[0], np.empty(64, np.int64))  # compiled before it is timed
                seconds, values = solve_all(solve, space, states)
                rates[f"{name}, {way}"] = len(states) / seconds
                digest.update(values if way == "exact" else b"")
    return {"rates": rates, "digest": digest.hexdigest()}


def measure_decisions() -> dict[str, Any]:
    """Seconds of whole decisions by cards in hand, and a digest of the answers."""
    from kiebitz.agents.registry import contestant
    from kiebitz.games.skat.agents.cards import engine
    from kiebitz.kernel.random import Stream
    from kiebitz.kernel.state import HAND, TURN, WORDS
    from kiebitz.rules.registry import game

    skat = game("skat")
    policy = contestant(AGENT, skat).policy
    assert policy is not None
    memory, view, digest = policy.memory.copy(), np.zeros(WORDS, np.int64), hashlib.sha256()
    seconds: defaultdict[str, float] = defaultdict(float)
    numbers: Counter[str] = Counter()
    for number, s in enumerate(positions()):
        if number > DECISIONS:
            break
        skat.kernels.observe(s, s[TURN], view)
        values, reasons, examples = np.zeros(64), np.zeros(engine.REASONS, np.int64), np.zeros((5, 5))
        rng, start = Stream.named(SEED, "decision", number).word, thread_time()
        move = engine.think(view, memory, rng, values, reasons, examples)
        taken = thread_time() - start
        if number:  # the first one may have waited for the compiler
            for name in (f"{int(s[HAND + s[TURN]]).bit_count():2} cards", "all"):
                seconds[name] += taken
                numbers[name] += 1
        for part in (np.int64(move), values, reasons, examples):
            digest.update(part.tobytes())
    ordered = dict(sorted(seconds.items()))
    return {"seconds": ordered, "numbers": numbers, "digest": digest.hexdigest()}


def cells_of_worlds(here: list[Answer], there: list[Answer]) -> dict[str, Cell]:
    """Rates of this checkout, and how many times as many that is as the reference's exact ones."""
    cells: dict[str, Cell] = {}
    for name in here[0]["rates"]:
        cells[name] = cell(median(here, "rates", name))
        if there:
            exact = name.replace("by class", "exact")
            cells[f"{exact}, reference"] = cell(median(there, "rates", exact))
            cells[f"{name}, ratio"] = cell(median_ratio(here, there, "rates", (name, exact)))
    return cells


def measured(chosen: argparse.Namespace) -> Document:
    cells = cells_of_worlds(*in_turn("worlds", chosen))
    cells |= cells_of_seconds(*in_turn("decisions", chosen))
    return Document(cells, SEED, {"skat": [AGENT, "instinct:playouts=0"]})


def main() -> None:
    measures = {"worlds": measure_worlds, "decisions": measure_decisions}
    if sys.argv[1:2] == [MEASURE]:
        print(json.dumps(measures[sys.argv[2]]()))
    else:
        show(parser(), measured)


if __name__ == "__main__":
    main()
