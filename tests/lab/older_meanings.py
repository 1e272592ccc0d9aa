"""Fingerprints as they were made before: hashes of what Python 3.11 makes of code.

``python -m tests.lab.older_meanings`` has written the table of ``lab/runs/restated.py`` with them: it asks
for both fingerprints of all that is sealed, frozen or measured, and keeps those pairs of which the older one
is what a file says. It asks Python 3.11, which has written the files.
"""

from __future__ import annotations

import ast
import hashlib
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import Any
from unittest.mock import patch

from kiebitz.errors import KiebitzError
from kiebitz.kernel.meaning import meaning
from kiebitz.kernel.reading import instructions
from kiebitz.lab.experiments.page import find_experiment
from kiebitz.lab.reduction.frozen import Frozen, values_of
from kiebitz.lab.runs import identity, restated
from kiebitz.lab.runs.plan import Plan
from kiebitz.rules.registry import game
from tests.paths import DOCS, ROOT
from tests.scripts import defined

PYTHON = (3, 11)
GAMES = ROOT / "src" / "kiebitz" / "games"
Pairs = Iterator[tuple[str, str]]
"""Older fingerprints, each with today's of the same code."""
Asked = Callable[[], Pairs]


def older(kernel: Any) -> str:
    """The older hash of what a kernel does."""
    if not hasattr(kernel, "older"):
        text = ";".join([kernel.declared, *instructions(kernel.py_func, _told)])
        kernel.older = hashlib.sha256(text.encode()).hexdigest()
    return str(kernel.older)


def _told(value: Any) -> str | None:
    return older(value) if hasattr(value, "declared") else None


def older_code(file: Path) -> bytes:
    """A file without imports and docstrings, as ``ast.dump`` wrote it."""
    tree = ast.parse(file.read_bytes())
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
            imports = (ast.Import, ast.ImportFrom)
            texts = [
                one for one in node.body if isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant)
            ]
            node.body = [one for one in node.body if not isinstance(one, imports) and one not in texts]
    return ast.dump(tree).encode()


@contextmanager
def as_before() -> Iterator[None]:
    """Fingerprints of agents are made in the older way."""
    with patch.object(identity, "meaning", older), patch.object(identity, "bare_code", older_code):
        yield


def both(plans: Iterable[Plan]) -> Pairs:
    """The agents of plans in both ways."""
    for plan in plans:
        today = [fingerprint for _, fingerprint in identity.agent_fingerprints(plan)]
        with as_before():
            before = [fingerprint for _, fingerprint in identity.agent_fingerprints(plan)]
        yield from zip(before, today, strict=True)


def of_seals() -> Pairs:
    """The agents of the published seals."""
    for file in sorted(GAMES.glob("*/lab/experiments/*.seal")):
        plans = find_experiment(file.stem, None, False).plans.values()
        yield from both(plans)


def of_weights() -> Pairs:
    """The numbers that are weighted by the weights which the games ship."""
    for file in sorted(GAMES.glob("*/lab/frozen/*.json")):
        frozen = Frozen.read(file.read_text(encoding="utf-8"))
        values = values_of(game(frozen.game))
        with patch("kiebitz.lab.reduction.values.meaning", older):
            before = values.meaning
        yield before, values.meaning


def of_figures() -> Pairs:
    """The agents and kernels of the measured tables."""
    script = defined(DOCS / "make_figures.py")
    for name in script["names"]():
        file = script["read_file"](name)
        try:
            plans = [plan for command in file["commands"].values() for plan in script["plans"](command)]
            plans += script["seated"](file["made"].get("players", {}))
        except (KiebitzError, KeyError, AttributeError, ImportError):
            continue  # it is stale
        yield from both(plans)
        for kernel in file["made"].get("kernels", {}):
            module, _, what = kernel.partition(":")
            found = getattr(import_module(module), what)
            yield older(found)[:16], meaning(found)[:16]


def stated() -> set[str]:
    """The fingerprints that the files of the program say."""
    found = set[str]()
    for file in GAMES.glob("*/lab/experiments/*.seal"):
        found.update(json.loads(file.read_text(encoding="utf-8"))["agents"].values())
    for file in GAMES.glob("*/lab/frozen/*.json"):
        found.add(json.loads(file.read_text(encoding="utf-8"))["meaning"])
    for file in (DOCS / "figures").glob("*.json"):
        made = json.loads(file.read_text(encoding="utf-8"))["made"]
        for one in (*made.get("agents", {}).values(), *made.get("kernels", {}).values()):
            found.update(one.split())
    return found


def main() -> None:
    if sys.version_info[:2] != PYTHON:
        sys.exit("The files were written by Python 3.11, so ask it.")
    kept = stated()
    pairs = {one: now for one, now in chain(of_seals(), of_weights(), of_figures()) if one in kept}
    file = Path(restated.__file__).with_suffix(".json")
    file.write_text(json.dumps(pairs, indent=0, sort_keys=True) + "\n", encoding="utf-8")
    print(f"{len(pairs)} of {len(kept)} fingerprints; of the others the code has changed.")


if __name__ == "__main__":
    main()
