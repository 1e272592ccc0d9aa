"""Two checkouts of this project beside each other: how much processor time the same matches take.

python benchmarks/compare.py OLD NEW [PAIRS]

Both are measured in turn, so that whatever else the machine does meets both. Each checkout uses its own
``.venv`` if it has one, else this Python. A ratio above 1 says that NEW is slower; within 3 % means that the
interval of the ratio touches 1.03.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

MATCHES = {
    "schnapsen random random": 1_000_000,
    "schnapsen bully rdeep:samples=4,depth=3": 15_000,
    "durak random random": 200_000,
    "durak greedy smart": 200_000,
    "boerenbridge random random random random": 60_000,
    "skat random random random": 300_000,
    "schnapsen random-python random-python": 3_000,
}
START = "from kiebitz.cli import main; main()"


def processor_seconds(checkout: Path, match: str, deals: int) -> float:
    """What a match takes, with the start of the program."""
    own = checkout / ".venv" / "bin" / "python"
    python = str(own) if own.exists() else sys.executable
    with TemporaryDirectory() as runs:
        environment = {**os.environ, "PYTHONPATH": str(checkout / "src"), "KIEBITZ_RUNS": runs}
        command = [
            python,
            "-c",
            START,
            "match",
            *match.split(),
            "--deals",
            str(deals),
            "--seed",
            "1",
            "--json",
        ]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, env=environment, check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def playing(checkout: Path, match: str, deals: int) -> float:
    """The same without the start."""
    return processor_seconds(checkout, match, deals) - processor_seconds(checkout, match, 1)


def main() -> None:
    if len(sys.argv) < 3:
        print("Name two checkouts: python benchmarks/compare.py OLD NEW [PAIRS]")
        return
    old, new = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    pairs = int(sys.argv[3]) if len(sys.argv) > 3 else 11
    for match, deals in MATCHES.items():
        for checkout in (old, new):
            playing(checkout, match, 10)  # whatever must be compiled is compiled now
        ratios = sorted(playing(new, match, deals) / playing(old, match, deals) for _ in range(pairs))
        cut = pairs // 5  # of 11 the 3rd and 9th: an interval of 93 % for the median
        low, high = ratios[cut], ratios[-1 - cut]
        print(f"{match}: {statistics.median(ratios):.3f} ({low:.3f} to {high:.3f}) of OLD's time", flush=True)


if __name__ == "__main__":
    main()
