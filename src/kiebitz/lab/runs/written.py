"""Files with the games of a run, its records or its log: each says of which run it is.

So a command that is given again writes it again, with more deals too, and no other file is lost.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

from kiebitz.errors import BadOption
from kiebitz.files import check_writable, write_new
from kiebitz.lab.runs.run import Run
from kiebitz.sayings import say

MARK = "# run "
"""How the first line begins; it is a comment in files of records."""
LONGEST = 100  # bytes of such a line


def check_replaceable(path: Path | None, force: bool = False) -> None:
    """Refuse, before anything is played, a path that cannot be written or holds something else."""
    check_writable(path)
    if path and not force and (found := _first_line(path)) and not found.startswith(MARK):
        raise _other(path)


def check_same(path: Path | None, run: Run, force: bool = False) -> None:
    """Refuse a file that is not of this run."""
    if path and not force and _first_line(path) not in ("", _mark(run)):
        raise _other(path)


def write_games(path: Path, run: Run, texts: Iterable[str], force: bool = False) -> None:
    """Write games of a run, over a file of the same run if there is one."""
    check_same(path, run, force)
    write_new(path, "\n".join([_mark(run), *texts]))


def _mark(run: Run) -> str:
    """What the first line is: the same for any number of deals and in any folder."""
    played = " ".join(plan.identity for plan in run.plans)
    return MARK + hashlib.sha256(played.encode()).hexdigest()[:10]


def _first_line(path: Path) -> str:
    """The first line of a file, empty if there is nothing in it to lose."""
    if not path.exists():
        return ""
    with path.open("rb") as file:
        line = file.readline(LONGEST).decode(errors="replace")
    return line.rstrip("\r\n") or line


def _other(path: Path) -> BadOption:
    return BadOption(
        say(
            "{file} is there already and is not of this run; name another file, or write over it with "
            "--force (in Python force=True).",
            file=str(path),
        )
    )
