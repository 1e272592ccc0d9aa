"""Runs that are stored: found by name or folder, listed, described and removed."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from kiebitz.errors import BadOption, KiebitzError, wrong_type
from kiebitz.lab.runs.outline import LEDGER, runs_home
from kiebitz.sayings import say

if TYPE_CHECKING:  # a list of runs needs no compiler
    from kiebitz.lab.runs.run import Run


def find_run(name: str | Path) -> Run:
    """A run by its folder, its name, or an unambiguous beginning of its name."""
    if not isinstance(name, str | Path):
        raise wrong_type(say("A run"), say("the name of a run or its folder"), name)
    from kiebitz.lab.runs.run import Run

    name = str(name)
    if not name:
        raise BadOption(say("The name of a run is needed; 'kiebitz runs' lists the stored ones."))
    if (Path(name) / LEDGER).exists():
        return Run(Path(name))
    found = [folder for folder in stored_runs() if folder.name.startswith(name)]
    exact = [folder for folder in found if folder.name == name]
    if len(exact or found) == 1:
        return Run((exact or found)[0])
    if found:
        known = ", ".join(folder.name for folder in found)
        raise KiebitzError(say("Several runs begin with {name}: {known}.", name=repr(name), known=known))
    raise KiebitzError(
        say(
            "There is no run {name} in {folder}; 'kiebitz runs' lists the stored ones.",
            name=repr(name),
            folder=str(runs_home()),
        )
    )


def remove_run(name: str) -> str:
    """Remove a run with all its games, by its whole name or folder, unless somebody plays it; its name."""
    from kiebitz.lab.runs.run import only_player

    run = find_run(name)
    if name not in (run.name, str(run.folder)) and Path(name).resolve() != run.folder.resolve():
        said = say("To remove a run give its whole name, {name}.", name=run.name)
        raise BadOption(said)
    run.ledger.close()
    with only_player(run.folder):
        for file in run.folder.glob(f"{LEDGER}*"):
            file.unlink()
    with suppress(OSError):  # reports and other files that somebody put there stay
        (run.folder / ".lock").unlink()
        run.folder.rmdir()
    return run.name


def open_run(name: str | Path) -> Run:
    """A stored run, finished or not: by its folder, its name, or an unambiguous beginning of its name.

    >>> from kiebitz.lab.matches import match
    >>> name = match("durak", "greedy", "random", deals=10, seed=1).run.name
    >>> run = open_run(name)
    >>> run.done, run.total, run.result().scores()[0].name
    (20, 20, 'greedy')
    """
    return find_run(name)


def list_runs() -> list[str]:
    """The names of the runs in the usual place, the newest last; ``open_run`` opens one.

    >>> from kiebitz.lab.matches import match
    >>> match("durak", "greedy", "random", deals=10, seed=1).run.name in list_runs()
    True
    """
    return [folder.name for folder in stored_runs()]


def stored_runs() -> list[Path]:
    """The folders of the runs in the usual place, newest last."""
    home = runs_home()
    folders = [path.parent for path in home.glob(f"*/{LEDGER}")] if home.exists() else []
    return sorted(folders, key=lambda folder: (folder / LEDGER).stat().st_mtime)
