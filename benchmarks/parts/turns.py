"""A script's own measurements in two checkouts in turn, so that whatever else the machine does meets both."""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any

from parts.document import Cell, cell

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


def in_turn(what: str, chosen: argparse.Namespace) -> tuple[list[Answer], list[Answer]]:
    """The answers of this checkout, and those of the reference, if one was chosen.

    Both must have found the same: what is called ``digest`` in an answer.
    """
    here, there = [], []
    for _ in range(chosen.rounds):
        here.append(ask(HERE, what))
        if chosen.reference is not None:
            there.append(ask(chosen.reference.resolve(), what))
    if len({answer["digest"] for answer in (*here, *there)}) > 1:
        print(f"The {what} did not get the same answers everywhere.", file=sys.stderr)
    return here, there


def parser() -> argparse.ArgumentParser:
    """Of a script that measures in turn: the reference and the rounds."""
    made = argparse.ArgumentParser()
    made.add_argument("reference", nargs="?", type=Path, help="the checkout of another version")
    made.add_argument("rounds", nargs="?", type=int, default=1)
    return made


def median(answers: list[Answer], part: str, name: str) -> float:
    return float(statistics.median(answer[part][name] for answer in answers))


def median_ratio(above: list[Answer], below: list[Answer], part: str, names: tuple[str, str]) -> float:
    """The median over the rounds of one figure by another."""
    pairs = zip(above, below, strict=True)
    return float(statistics.median(one[part][names[0]] / other[part][names[1]] for one, other in pairs))


def cells_of_seconds(here: list[Answer], there: list[Answer]) -> dict[str, Cell]:
    """Processor milliseconds of a decision by what it is about, and how much longer the reference takes."""
    cells: dict[str, Cell] = {}
    for name, number in here[0]["numbers"].items():
        cells[f"{name}, decisions"] = cell(number)
        cells[f"{name}, ms"] = cell(median(here, "seconds", name) / number * 1e3)
        if there:
            cells[f"{name}, reference ms"] = cell(median(there, "seconds", name) / number * 1e3)
            cells[f"{name}, ratio"] = cell(median_ratio(there, here, "seconds", (name, name)))
    return cells
