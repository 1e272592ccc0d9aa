"""The real command in a process of its own, for tests of what happens to processes."""

from __future__ import annotations

import json
import subprocess
import sysconfig
from pathlib import Path
from typing import Any

from kiebitz.lab.results.result import Result
from kiebitz.lab.runs.run import Run
from tests.starter import Running, begin, run

BOTS = Path(__file__).parents[1] / "bots"
PROGRAM = str(Path(sysconfig.get_path("scripts")) / "kiebitz")


def bot(name: str) -> str:
    """The specification of a bot of the test suite: ``slow:Sleeps``."""
    file, _, rest = name.partition(":")
    return f"{BOTS / file}.py:{rest}"


def kiebitz(*arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command to its end."""
    return run([PROGRAM, *arguments], environment=environment)


def start(*arguments: object) -> Running:
    """Begin the command, in a process group of its own so that a signal can go to all of it."""
    return begin([PROGRAM, *arguments], place="session")


def document(answer: subprocess.CompletedProcess[str]) -> Any:
    """The one JSON document that standard output must be."""
    assert answer.stdout, answer.stderr
    return json.loads(answer.stdout, parse_constant=_no_json)


def _no_json(name: str) -> None:
    raise ValueError(f"JSON has no {name}")


def stored(folder: Path) -> Result:
    """The result that a run's folder holds."""
    return Run(folder).result()


def games(result: Result) -> list[Any]:
    """All that must not depend on how a run was played."""
    return [
        values.tolist() for values in (result.points, result.plies, result.losers, result.measures)
    ] + result.reasons
