"""What is stored is the same whatever Python asks: meanings, runs, and what was written down before."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kiebitz.cli import app
from kiebitz.errors import KiebitzError
from kiebitz.kernel.meaning import MEANINGS
from kiebitz.lab.datasets.dataset import ABOUT, Dataset
from kiebitz.lab.experiments.page import find_experiment
from kiebitz.lab.parts import merge_runs, play_part
from kiebitz.lab.playing.executors import Threads
from kiebitz.lab.reduction.frozen import OWN, frozen_text
from kiebitz.lab.runs.identity import agent_fingerprints
from kiebitz.lab.runs.ledger import Ledger
from kiebitz.lab.runs.plan import match_plan
from kiebitz.lab.runs.restated import restated, table
from kiebitz.lab.runs.run import LEDGER, Run
from kiebitz.lab.runs.verify import verify
from kiebitz.rules.registry import game
from tests.lab import older_meanings as before
from tests.lab.command import kiebitz
from tests.lab.known_meanings import AGENTS, known, today
from tests.paths import ROOT

CHANGED: set[str] = set()
"""Games of whose sealed agents the code has changed on purpose since: their seals are not kept any more."""


def test_every_python_finds_the_same_meanings() -> None:
    found, listed = today(), known()
    other = {name: (listed.get(name), one) for name, one in found.items() if listed.get(name) != one}
    assert not other and set(listed) == set(found), "python -m tests.lab.known_meanings writes them anew"


older_python = pytest.mark.skipif(
    sys.version_info[:2] != before.PYTHON, reason="the older fingerprints are those of Python 3.11"
)


@older_python
@pytest.mark.parametrize("pairs", [before.of_seals, before.of_weights], ids=["seals", "weights"])
def test_the_table_says_what_older_fingerprints_are_today(pairs: before.Asked) -> None:
    """Of code that has changed since, nothing is said; the table is as right as on its first day."""
    _check_table(pairs)


@older_python
@pytest.mark.slow
def test_the_table_says_what_figures_were_measured_with() -> None:
    _check_table(before.of_figures)


def _check_table(pairs: before.Asked) -> None:
    stated, todays = table(), set(table().values())
    for older, now in pairs():
        if older in stated or now in todays:
            assert stated.get(older) == now


@pytest.mark.parametrize("name", AGENTS)
def test_weights_that_were_frozen_before_are_those_of_today(name: str) -> None:
    assert frozen_text(OWN, game(name))


@pytest.mark.parametrize("name", AGENTS)
def test_published_seals_are_kept_by_the_code_that_was_sealed(name: str) -> None:
    """Their text and number are as they were published, and so are their agents."""
    sealed = find_experiment(f"strength-{name}", None, False).sealed
    assert sealed is not None and sealed.seal.meanings == 1
    plans = [plan for each in sealed.seal.plans(sealed.seed) for plan in each]
    playing = dict(one for plan in plans for one in agent_fingerprints(plan))
    kept = playing == {agent: restated(one) for agent, one in sealed.seal.agents.items()}
    assert kept == (name not in CHANGED)


def of_before(folder: Path) -> Run:
    """A run of the time when meanings were made in another way: its ledger says nothing of it."""
    plan = match_plan("durak", ["greedy", "random"], 4, seed=1)
    run = Run.create("match", (plan,), folder)
    run.play(Threads(), deals=(0, 2))
    run.ledger.describe(meanings=None, identities=["0123456789abcdef"])
    run.ledger.close()
    return Run(folder)


REFUSED = (
    r"holds a run whose code was noted in another way \(scheme 1, now 2\): it can be shown, reported, "
    r"exported and verified; version \d+\.\d+\.\d+, which began it, can go on with it, and for a new run "
    r"choose another --out"
)


def test_a_run_of_before_is_shown_reported_exported_and_verified_but_not_continued(tmp_path: Path) -> None:
    run = of_before(tmp_path / "run")
    out = str(tmp_path / "out")
    files = {"show": [], "report": ["--out", f"{out}.html"], "export": ["--csv", f"{out}.csv"], "verify": []}
    for command, more in files.items():
        done = CliRunner().invoke(app, [command, str(run.folder), *more])
        assert done.exit_code == 0, done.output
    assert verify(run) == (4, [])
    with pytest.raises(KiebitzError, match=REFUSED):
        Run.create("match", run.plans, run.folder)
    with pytest.raises(KiebitzError, match=REFUSED):
        play_part(run.folder, "1/2", tmp_path / "part")
    assert Ledger(run.folder / LEDGER).count(0, 4) == 4


def test_a_data_set_of_before_is_not_continued(tmp_path: Path) -> None:
    plan = match_plan("durak", ["random", "random"], 2, seed=1)
    about = Dataset(plan, tmp_path).about(None)
    assert about.pop("meanings") == MEANINGS
    (tmp_path / ABOUT).write_text(json.dumps(about))
    with pytest.raises(KiebitzError, match="a data set whose code was noted in another way: version"):
        Dataset(plan, tmp_path)._describe(None)


def others() -> list[Path]:
    """The programs of other Pythons: environments that lie beside this one, as test-pythons makes them."""
    asked = "import sys, kiebitz; print(sys.version_info[:2])"
    found = []
    for python in sorted(ROOT.glob(".venv*/bin/python")):
        answer = subprocess.run([python, "-c", asked], capture_output=True, text=True, check=False)
        if answer.returncode == 0 and answer.stdout.strip() != str(sys.version_info[:2]):
            found.append(python)
    return found


def test_a_run_begun_with_one_python_is_finished_with_another(tmp_path: Path) -> None:
    """Compiled agents and one in Python; the parts of two Pythons become one run too."""
    pythons = others()
    if not pythons:
        pytest.skip("no environment of another Python lies beside this one; make test-pythons makes them")
    for number, python in enumerate(pythons):
        folder = tmp_path / str(number)

        def elsewhere(*words: object, python: Path = python) -> None:
            given = [str(python), "-m", "kiebitz", *map(str, words), "--quiet"]
            done = subprocess.run(given, capture_output=True, text=True, check=False, timeout=800)
            assert done.returncode == 0, done.stderr

        command = ["match", "durak", "smart", "random-python", "--seed", "1", "--reduce", "own", "--out"]
        elsewhere(*command, folder / "run", "--deals", 2)
        done = kiebitz(*command, folder / "run", "--deals", 4)
        assert done.returncode == 0, done.stderr
        assert verify(Run(folder / "run")) == (8, [])
        elsewhere("part", folder / "run", "1/2", "--out", folder / "one")
        play_part(folder / "run", "2/2", folder / "two", progress=False)
        merged = merge_runs([folder / "one", folder / "two"], folder / "merged")
        assert (merged.result().points == Run(folder / "run").result().points).all()
