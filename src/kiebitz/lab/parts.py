"""A run in parts: each plays some of its deals, wherever it is, and all of them merged are the run itself.

Which games there are and how each goes depends on the plan alone, so it does not matter who played them. What
is merged is checked: parts of another run, games that two parts have, and damaged ones are refused.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from kiebitz.agents.trust import trusting
from kiebitz.errors import BadOption, KiebitzError
from kiebitz.files import replaced
from kiebitz.lab.running import Settings, Watch
from kiebitz.lab.runs.ledger import Ledger
from kiebitz.lab.runs.run import LEDGER, Run, only_player
from kiebitz.lab.runs.soundness import shared
from kiebitz.lab.runs.stored import find_run
from kiebitz.sayings import say

MOST_PARTS = 1000
SAME = ("kind", "identities", "streams")  # what parts of a run agree in
LIMITS = ("time_limit", "foreign_limit")  # the same of those that have games


def play_part(
    run: Path | str,
    share: str,
    out: Path | str,
    *,
    workers: int = 1,
    executor: str = "auto",
    time_limit: float | None = None,
    trust: bool = False,
    progress: bool | Watch = True,
) -> Run:
    """Play a share of a stored run's deals, such as ``"2/4"``, the second quarter, into a folder of its own.

    The run need only have been begun: its ledger has the plan, and the files of bots. It stays as it is. The
    rest is as in ``match``.

    >>> from tempfile import mkdtemp
    >>> from kiebitz.lab.matches import match
    >>> whole = match("durak", "greedy", "random", deals=10, seed=1).run
    >>> play_part(whole.folder, "2/5", mkdtemp(), progress=False).done
    4
    """
    settings = Settings(out, workers, executor, time_limit, progress)
    number, of = _share(share)
    source = find_run(run)
    source.check_streams()
    source.check_meanings()
    with trusting(None if trust else ()):
        plans = source.playable()
        if [plan.identity for plan in plans] != source.ledger["identities"]:
            said = say(
                "The run {run} was begun with other code: here its games would not be the same.",
                run=source.name,
            )
            raise KiebitzError(said)
    about = source.ledger.manifest
    texts = about["title"], about.get("question")
    command = command_at(about["command"], Path(out))
    found = Run.create(about["kind"], plans, settings.folder, *texts, command=command)
    chosen = settings.make_executor(*plans)
    with closing(chosen), settings.watch(found, chosen) as show:
        for place, plan in enumerate(plans):
            deals = plan.deals * (number - 1) // of, plan.deals * number // of
            found.play(chosen, show, settings.time_limit, deals, place)
    return found


def command_at(command: str, folder: Path) -> str:
    """A command that goes on with a run, for a copy of it in another folder.

    >>> command_at("kiebitz match durak mcts flat --out run --seed 1", Path("part 2"))
    "kiebitz match durak mcts flat --seed 1 --out 'part 2'"
    """
    try:
        words = iter(shlex.split(command))
    except ValueError:
        return command
    if next(words, "") != "kiebitz":  # somebody wrote it in Python
        return command
    kept = ["kiebitz"]
    for word in words:
        if word == "--out":
            next(words, "")
        elif not word.startswith("--out="):
            kept.append(word)
    return shlex.join([*kept, "--out", str(folder)])


def _share(text: str) -> tuple[int, int]:
    """Which part of how many."""
    found = re.fullmatch(r"([1-9]\d{0,3})/([1-9]\d{0,3})", text) if isinstance(text, str) else None
    number, of = map(int, found.groups()) if found else (0, 0)
    if not 1 <= number <= of <= MOST_PARTS:
        raise BadOption(
            say(
                "A part is written 2/4, the second of four, with at most {most:,}; not {text}.",
                most=MOST_PARTS,
                text=repr(text),
            )
        )
    return number, of


def merge_runs(parts: Sequence[Path | str], out: Path | str) -> Run:
    """Make one run of its parts, in a new folder; the parts stay as they are.

    It need not be complete: the command that began the run goes on with what is missing.

    >>> from tempfile import mkdtemp
    >>> from kiebitz.lab.matches import match
    >>> whole, folder = match("durak", "greedy", "random", deals=10, seed=1).run, mkdtemp()
    >>> parts = [play_part(whole.folder, f"{n}/2", f"{folder}/{n}", progress=False).folder for n in (1, 2)]
    >>> merged = merge_runs(parts, f"{folder}/merged")
    >>> merged.done, bool((merged.result().points == whole.result().points).all())
    (20, True)
    """
    folder = Path(out)
    if (folder / LEDGER).exists():
        raise BadOption(say("{folder} already holds a run; choose another --out.", folder=str(folder)))
    runs = [find_run(one) for one in parts]
    if len(runs) < 2:
        raise BadOption(say("Give two or more parts of a run."))
    largest = max(runs, key=lambda run: (run.total, run.done))
    _check(runs, largest)
    folder.mkdir(parents=True, exist_ok=True)
    with only_player(folder), replaced(folder / LEDGER) as aside:
        for file in folder.glob(f"{aside.name}*"):  # of somebody who was killed
            file.unlink()
        with closing(Ledger(aside)) as ledger:
            about = largest.ledger.manifest
            ledger.describe(**{**about, "command": command_at(about["command"], folder)})
            for run in runs:
                ledger.absorb(run.ledger)
    return Run(folder)


def _check(runs: Sequence[Run], largest: Run) -> None:
    """Refuse what are not parts of one run, each game in one of them."""
    limits = {json.dumps([run.ledger[key] for key in LIMITS]) for run in runs if run.done}
    if len({_what(run) for run in runs}) > 1 or len(limits) > 1 or largest.ledger["identities"] is None:
        said = say("These are not parts of one run: they differ in agents, options, seed, limits or code.")
        raise KiebitzError(said)
    if stopped := [run.name for run in runs if run.ledger["stopped"] is not None]:
        raise KiebitzError(
            say("A test has stopped {run}, so it is not a part of a longer run.", run=stopped[0])
        )
    for number in range(len(largest.plans)):
        for run in runs:
            run.ledger.check_blocks(number, run.match(number))
        if twice := shared(one for run in runs for one in run.ledger.stretches(number)):
            raise _overlapping(runs, number, *twice)


def _overlapping(runs: Sequence[Run], number: int, deal: int, lineup: int) -> KiebitzError:
    """The refusal of two parts that have a game in common."""
    having = [
        run
        for run in runs
        for which, first, end in run.ledger.stretches(number)
        if which == lineup and first <= deal < end
    ]
    said = say(
        "{one} and {other} overlap: both have the game {key}.",
        one=str(having[0].folder), other=str(having[1].folder), key=f"{number}/{deal}/{lineup}",
    )  # fmt: skip
    return KiebitzError(said)


def _what(run: Run) -> str:
    """All that parts of one run agree in before their first game."""
    plans = [{**plan.as_dict(), "deals": 0} for plan in run.plans]
    return json.dumps([plans, *(run.ledger[key] for key in SAME)], sort_keys=True)
