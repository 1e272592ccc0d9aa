"""Freezes the weights that the games ship anew: ``python docs/make_weights.py [GAME ...]``.

They are to be frozen again when the numbers that they weigh are computed in another way: a test says so.
"""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
WEIGHTS = {
    "boerenbridge/usual": "boerenbridge full-kripke greedy --deals 2000",
    "durak/usual": "durak mcts:limit=20,samples=5 flat:playouts=10 --deals 1500 --draws 64",
    "schnapsen/full": "schnapsen schnapsen-ai:worlds=10,nodes=1000 pimc:worlds=10 --options rules=full "
    "--deals 1000 --draws 128",
    "schnapsen/usual": "schnapsen pimc:worlds=10 rdeep --deals 3000",
    "skat/usual": "skat instinct:playouts=0,proof=off xskat-like --deals 800",
}


def main() -> None:
    program = str(Path(sys.executable).with_name("kiebitz"))
    for name, arguments in WEIGHTS.items():
        game, file = name.split("/")
        if len(sys.argv) > 1 and game not in sys.argv[1:]:
            continue
        out = ROOT / "src" / "kiebitz" / "games" / game / "lab" / "frozen" / f"{file}.json"
        out.unlink(missing_ok=True)
        words = [program, "freeze", *shlex.split(arguments), "--seed", "frozen", "--out", str(out)]
        subprocess.run(words, check=True)


if __name__ == "__main__":
    main()
