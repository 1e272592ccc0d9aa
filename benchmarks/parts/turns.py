"""A script's own measurements in two checkouts in turn, so that whatever else the machine does meets both."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parents[2]
MEASURE = "--measure"
Answer = dict[str, Any]


def ask(checkout: Path, what: str) -> Answer:
    """What this script prints as JSON in a process that uses a checkout: its ``.venv`` or this Python."""
    own = checkout / ".venv" / "bin" / "python"
    python = str(own) if own.exists() else sys.executable
    environment = {**os.environ, "PYTHONPATH": str(checkout / "src")}
    command = [python, str(Path(sys.argv[0]).resolve()), MEASURE, what]
    done = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    answer: Answer = json.loads(done.stdout)
    return answer


def in_turn(what: str, reference: Path | None, rounds: int) -> tuple[list[Answer], list[Answer]]:
    """The answers of this checkout, and those of the reference, if there is one.

    Both must have found the same: what is called ``digest`` in an answer.
    """
    here, there = [], []
    for _ in range(rounds):
        here.append(ask(HERE, what))
        if reference is not None:
            there.append(ask(reference, what))
    if len({answer["digest"] for answer in (*here, *there)}) > 1:
        print(f"The {what} did not get the same answers everywhere.")
    return here, there


def arguments() -> tuple[Path | None, int]:
    """The reference and the rounds of the command line."""
    reference = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else None
    return reference, int(sys.argv[2]) if len(sys.argv) > 2 else 1


def median(answers: list[Answer], part: str, name: str) -> float:
    return float(statistics.median(answer[part][name] for answer in answers))


def median_ratio(above: list[Answer], below: list[Answer], part: str, names: tuple[str, str]) -> float:
    """The median over the rounds of one figure by another."""
    pairs = zip(above, below, strict=True)
    return float(statistics.median(one[part][names[0]] / other[part][names[1]] for one, other in pairs))


def show_seconds(here: list[Answer], there: list[Answer]) -> None:
    """Processor milliseconds of a decision by what it is about, and how much longer the reference takes."""
    for name in here[0]["seconds"]:
        number = here[0]["numbers"][name]
        print(
            f"{name:<16} {number:6,} decisions {median(here, 'seconds', name) / number * 1e3:8.2f} ms", end=""
        )
        if there:
            other = median(there, "seconds", name) / number * 1e3
            ratio = median_ratio(there, here, "seconds", (name, name))
            print(f", reference {other:8.2f} ms, ratio {ratio:.2f}", end="")
        print()
