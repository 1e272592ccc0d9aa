"""How much memory a large run needs: the match itself, and everything that is done with its games afterwards.

python benchmarks/large_run.py [GAMES]

Each command is a process of its own; its peak of resident memory is shown beside the 500 MiB it may have.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

LIMIT = 500  # MiB
GAMES = 1_000_000


def peak(*words: str) -> float:
    """The most memory in MiB that a command of the program had."""
    command = [sys.executable, "-c", "import sys; from kiebitz.cli import main; sys.exit(main())", *words]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"kiebitz {' '.join(words)} failed.")
    return used.ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def commands(folder: Path, games: int) -> dict[str, tuple[str, ...]]:
    """What is measured, in order: a command by its name."""
    run = str(folder / "run")
    deals = ("--deals", str(games // 2), "--seed", "1")
    return {
        "match": ("match", "schnapsen", "random", "bully", *deals, "--out", run, "--quiet"),
        "match again": ("match", "schnapsen", "random", "bully", *deals, "--out", run, "--quiet"),
        "show": ("show", run),
        "verify": ("verify", run),
        "export --csv": ("export", run, "--csv", str(folder / "games.csv")),
        "export --parquet": ("export", run, "--parquet", str(folder / "games.parquet")),
        "report": ("report", run, "--out", str(folder / "report.html")),
    }


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    print(f"Schnapsen, random against bully, {games:,} games; peak memory and its ratio to {LIMIT} MiB")
    with TemporaryDirectory() as folder:
        for name, words in commands(Path(folder), games).items():
            start = perf_counter()
            memory = peak(*words)
            print(f"{name:>17}: {memory:6.0f} MiB {memory / LIMIT:5.2f}  ({perf_counter() - start:.0f} s)")


if __name__ == "__main__":
    main()
