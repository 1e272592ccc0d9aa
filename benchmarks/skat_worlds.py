"""How many worlds of a Skat decision are solved in a second, and how long whole decisions of skat-ai take.

    python benchmarks/skat_worlds.py [REFERENCE [ROUNDS]]

A world counts when all legal cards of the seat to move have their value: exact, and by class (the declarer
below 31 points, below 61, below 90, or above). Positions come from games of instinct, and worlds are drawn as
a player draws them. With the checkout of another version both are measured in turn, so that whatever else the
machine does meets both, and the ratios are told; exact values and whole answers (move, values, reasons) must
be the same. Each checkout uses its own ``.venv`` if it has one, else this Python. Seconds are processor time.
"""

from __future__ import annotations

import hashlib
import json
import os
import statistics
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from time import thread_time
from typing import Any

import numpy as np

HERE = Path(__file__).resolve().parent.parent
MEASURE = "--measure"
SAMPLES = {10: (6, 10), 8: (12, 40), 6: (24, 100)}  # by cards in hand: positions of each kind, worlds of each
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


def kinds() -> dict[str, list[Any]]:
    """States by what they are: cards in hand, suit or Grand, whose turn it is."""
    from kiebitz.games.skat import rules as r
    from kiebitz.games.skat.tables import GRAND, NULL
    from kiebitz.kernel.state import HAND, TURN

    found: dict[str, list[Any]] = {
        f"{cards} {game} {role}": []
        for cards in SAMPLES
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
        if name in found and len(found[name]) < SAMPLES[cards][0]:
            found[name].append(s)
        if all(len(states) == SAMPLES[int(name.split()[0])][0] for name, states in found.items()):
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
                solve(ws.workspace(10), states[0], np.empty(64, np.int64))  # compiled before it is timed
                seconds, values = solve_all(solve, space, states)
                rates[f"{name}, {way}"] = len(states) / seconds
                digest.update(values if way == "exact" else b"")
    return {"rates": rates, "values": digest.hexdigest()}


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
    for number, s in enumerate(positions()):
        if number > DECISIONS:
            break
        skat.kernels.observe(s, s[TURN], view)
        values, reasons, examples = np.zeros(64), np.zeros(engine.REASONS, np.int64), np.zeros((5, 5))
        rng, start = Stream.named(SEED, "decision", number).word, thread_time()
        move = engine.think(view, memory, rng, values, reasons, examples)
        taken = thread_time() - start
        if number:  # the first one may have waited for the compiler
            seconds[f"{int(s[HAND + s[TURN]]).bit_count():2} cards"] += taken
            seconds["all"] += taken
        for part in (np.int64(move), values, reasons, examples):
            digest.update(part.tobytes())
    return {"seconds": dict(sorted(seconds.items())), "answers": digest.hexdigest()}


def ask(checkout: Path, what: str) -> dict[str, Any]:
    """What a checkout measures, in a process of its own."""
    own = checkout / ".venv" / "bin" / "python"
    python = str(own) if own.exists() else sys.executable
    environment = {**os.environ, "PYTHONPATH": str(checkout / "src")}
    command = [python, str(Path(__file__).resolve()), MEASURE, what]
    done = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def median_of(answers: list[dict[str, Any]], part: str, name: str) -> float:
    return float(statistics.median(answer[part][name] for answer in answers))


def show_worlds(here: list[dict[str, Any]], there: list[dict[str, Any]]) -> None:
    """Rates of this checkout, and how many times as many that is as the reference's exact ones."""
    for name in here[0]["rates"]:
        print(f"{name:<28} {median_of(here, 'rates', name):10,.0f} worlds a second", end="")
        if there:
            other = name.replace("by class", "exact")
            ratio = statistics.median(
                a["rates"][name] / b["rates"][other] for a, b in zip(here, there, strict=True)
            )
            print(f", reference {median_of(there, 'rates', other):10,.0f} exact, ratio {ratio:.2f}", end="")
        print()


def show_decisions(here: list[dict[str, Any]], there: list[dict[str, Any]]) -> None:
    """Milliseconds of a decision, and how many times as long the reference takes."""
    for name in here[0]["seconds"]:
        print(f"decisions, {name:<8} {median_of(here, 'seconds', name):8.2f} s", end="")
        if there:
            ratio = statistics.median(
                b["seconds"][name] / a["seconds"][name] for a, b in zip(here, there, strict=True)
            )
            print(f", reference {median_of(there, 'seconds', name):8.2f} s, ratio {ratio:.2f}", end="")
        print()


def main() -> None:
    measures = {"worlds": measure_worlds, "decisions": measure_decisions}
    if sys.argv[1:2] == [MEASURE]:
        print(json.dumps(measures[sys.argv[2]]()))
        return
    reference = [Path(name).resolve() for name in sys.argv[1:2]]
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    for what, show in (("worlds", show_worlds), ("decisions", show_decisions)):
        found = [[ask(checkout, what) for checkout in (HERE, *reference)] for _ in range(rounds)]
        same = {answer.get("values", "") + answer.get("answers", "") for row in found for answer in row}
        show([row[0] for row in found], [row[1] for row in found] if reference else [])
        if len(same) > 1:
            print(f"The {what} did not get the same answers everywhere.")


if __name__ == "__main__":
    main()
