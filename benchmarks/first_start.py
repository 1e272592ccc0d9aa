"""How long a first start compiles: processor seconds from an empty cache, and from a full one.

python benchmarks/first_start.py [REFERENCE [ROUNDS]]

Measured are Skat's first answer (a deal, the usual opponent, its first move) and all that ``make demo``
plays. With the checkout of another version as an argument both are measured in turn, so that whatever else
the machine does meets both, and the ratio is told. Each checkout uses its own ``.venv`` if it has one, else
this Python.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).resolve().parent.parent
ANSWER = """
try:
    from kiebitz.rules.registry import game
except ImportError:
    from kiebitz.games import game
from kiebitz.agents.advice import advise
state = game("skat").deal("first")
advise(state.view(state.turn))
"""
WORK = {"Skat's first answer": ["-c", ANSWER], "the demo": ["-m", "kiebitz.demo"]}


def processor_seconds(checkout: Path, command: list[str], folder: str) -> float:
    """What a command of a checkout takes, with the processes that it starts."""
    own = checkout / ".venv" / "bin" / "python"
    python = str(own) if own.exists() else sys.executable
    environment = {
        **os.environ,
        "PYTHONPATH": str(checkout / "src"),
        "KIEBITZ_CACHE": f"{folder}/cache",
        "KIEBITZ_RUNS": f"{folder}/runs",
    }
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([python, *command], env=environment, cwd=checkout, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def cold_and_warm(checkout: Path, command: list[str]) -> tuple[float, float]:
    """The first start, and one after it."""
    with TemporaryDirectory() as folder:
        cold, warm = (processor_seconds(checkout, command, folder) for _ in range(2))
    return cold, warm


def main() -> None:
    checkouts = [HERE, *(Path(name).resolve() for name in sys.argv[1:2])]
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    for what, command in WORK.items():
        found = [[cold_and_warm(checkout, command) for checkout in checkouts] for _ in range(rounds)]
        for kind, name in enumerate(("empty cache", "full cache")):
            seconds = [[pair[kind] for pair in row] for row in found]
            here = statistics.median(row[0] for row in seconds)
            print(f"{what}, {name}: {here:.1f} processor seconds", end="")
            if len(checkouts) > 1:
                other = statistics.median(row[1] for row in seconds)
                ratio = statistics.median(row[0] / row[1] for row in seconds)
                print(f", reference {other:.1f}, ratio {ratio:.2f}", end="")
            print(flush=True)


if __name__ == "__main__":
    main()
