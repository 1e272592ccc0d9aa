"""Makes skat_paranoia.jsonl, the positions that the paranoia search is measured on; always the same ones.

python benchmarks/parts/skat_positions.py
"""

from __future__ import annotations

import json
from pathlib import Path

from kiebitz.games.skat.search.strong import strong_positions
from kiebitz.kernel.random import Stream

FILE = Path(__file__).parent.with_name("skat_paranoia.jsonl")


def main() -> None:
    """A hundred each of suit games and Grand after three tricks, thirty each after two."""
    lines = []
    for tricks, number in ((3, 100), (2, 30)):
        for grand in (False, True):
            source = strong_positions(grand, tricks, Stream.named("strong", int(grand), tricks))
            lines += [json.dumps(next(source)) for _ in range(number)]
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{len(lines)} positions in {FILE.name}")


if __name__ == "__main__":
    main()
