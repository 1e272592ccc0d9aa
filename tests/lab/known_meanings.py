"""What is known to be the same for every Python: meanings of kernels, values and agents, and a run's name.

``python -m tests.lab.known_meanings`` writes the list anew, after code has changed that it names.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from kiebitz.agents.registry import contestant
from kiebitz.kernel.bits import nth
from kiebitz.kernel.clock import is_past
from kiebitz.kernel.meaning import meaning
from kiebitz.kernel.random import below
from kiebitz.lab.reduction.frozen import values_of
from kiebitz.lab.runs.identity import file_hashes
from kiebitz.lab.runs.plan import match_plan
from kiebitz.rules.registry import game

FILE = Path(__file__).with_name("meanings.json")
AGENTS = {
    "boerenbridge": ["random", "greedy", "full-kripke", "paranoia", "random-python", "flat:playouts=20"],
    "durak": ["random", "greedy", "smart", "mcts:limit=10", "random-python", "minimax-published:depth=3"],
    "schnapsen": ["rdeep", "bully", "schnapsen-ai", "pimc", "appendix-g-logic", "pu-plus"],
    "skat": ["instinct", "xskat-like", "skat-ai", "random-python"],
}
KERNELS = {"nth": nth, "is_past": is_past, "below": below}


def today() -> dict[str, str]:
    """Everything that is listed, by its name."""
    found = {name: meaning(kernel) for name, kernel in KERNELS.items()}
    for name, agents in AGENTS.items():
        rules = game(name)
        found |= {
            f"{name} {field}": meaning(kernel)
            for field, kernel in zip(rules.kernels._fields, rules.kernels, strict=True)
            if kernel is not None
        }
        found[f"{name} values"] = values_of(rules).meaning
        found |= {f"{name} {agent}": _agent(contestant(agent, rules)) for agent in agents}
    found["a run"] = match_plan("durak", ["smart", "greedy"], 10, seed=1).identity
    return {name: one[:16] for name, one in found.items()}


def _agent(player: Any) -> str:
    """What a policy does and what it begins with, or the files of an agent in Python."""
    if player.policy is None:
        return hashlib.sha256("".join(file_hashes(player)).encode()).hexdigest()
    memory = player.policy.memory.copy()
    memory[list(player.policy.measured)] = 0  # such as the speed of the clock
    return hashlib.sha256(meaning(player.policy.kernel).encode() + memory.tobytes()).hexdigest()


def known() -> dict[str, str]:
    """The list as it was written."""
    found: dict[str, str] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


if __name__ == "__main__":
    FILE.write_text(json.dumps(today(), indent=0) + "\n", encoding="utf-8")
