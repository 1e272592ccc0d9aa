"""A run's identity: all that decides its games is part of it."""

from __future__ import annotations

import hashlib
import inspect
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from kiebitz.agents.cells.belongings import sources
from kiebitz.agents.general import RandomAgent
from kiebitz.agents.registry import contestant
from kiebitz.errors import KiebitzError
from kiebitz.games.schnapsen.agents.logic import LogicBot
from kiebitz.lab.playing.executors import Processes, Threads
from kiebitz.lab.playing.match import Match
from kiebitz.lab.runs.identity import bare_code, fingerprints
from kiebitz.lab.runs.ledger import Ledger
from kiebitz.lab.runs.outline import LEDGER
from kiebitz.lab.runs.plan import Plan, match_plan
from kiebitz.lab.runs.run import Progress, Run
from kiebitz.lab.runs.verify import verify
from kiebitz.rules.registry import game
from tests.lab.command import bot, kiebitz

BOT = "from {helper} import Base\n\n\nclass Mine(Base):\n    pass\n"
HELPER = """from kiebitz import Agent


class Base(Agent):
    def act(self, view):
        return view.moves[{}]
"""


def test_what_a_policy_remembers_counts_but_not_the_speed_of_the_clock() -> None:
    chosen = game("durak")
    greedy = contestant("mcts:limit=10", chosen)
    assert greedy.policy is not None

    def found(word: int, measured: tuple[int, ...] = ()) -> tuple[str, ...]:
        assert greedy.policy is not None
        memory = greedy.policy.memory.copy()
        memory[0] = word
        other = replace(greedy, policy=replace(greedy.policy, memory=memory, measured=measured))
        return fingerprints(Match(chosen, (other, greedy), 1, seed=1))

    assert found(1) != found(2)
    assert found(1, (0,)) == found(2, (0,))


def test_playing_does_not_change_who_somebody_is() -> None:
    plan = match_plan("durak", ["mcts:limit=10", "random-python"], 1, seed=1)
    before = plan.identity
    plan.match.play(0, 0)
    assert Plan.from_dict(plan.as_dict()).identity == before


def test_a_class_of_the_program_is_its_file_and_those_beside_it() -> None:
    chosen = game("schnapsen")
    file = Path(inspect.getfile(LogicBot))
    beside = sources(file, file.parents[4])
    assert {"logic.py", "strategies.py"} <= {path.name for path in beside}
    logic, other = (contestant(spec, chosen) for spec in ("appendix-g-logic", "random-python"))
    parts = fingerprints(Match(chosen, (logic, other), 1, seed=1))
    for path in (*beside, Path(inspect.getfile(RandomAgent))):
        assert hashlib.sha256(bare_code(path)).hexdigest() in parts


def test_a_class_of_the_program_may_move(tmp_path: Path) -> None:
    """Its imports and what its docstrings say are no part of what it does."""
    text = '"""Doc."""\nimport {}\n\nclass A:\n    "Doc."\n    def act(self):\n        return {}\n'
    texts = [
        text.format("here", 1),
        text.format("there.now", 1).replace("Doc", "Other"),
        text.format("here", 2),
    ]
    codes = []
    for number, one in enumerate(texts):
        (tmp_path / f"{number}.py").write_text(one)
        codes.append(bare_code(tmp_path / f"{number}.py"))
    assert codes[0] == codes[1] != codes[2]


def test_the_modules_beside_a_bot_belong_to_it(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(BOT.format(helper="cards.base"))
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards" / "__init__.py").write_text("")
    (tmp_path / "cards" / "base.py").write_text("from . import deeper\n" + HELPER.format(0))
    (tmp_path / "cards" / "deeper.py").write_text("import json\nimport mine\n")
    (tmp_path / "stranger.py").write_text("")
    names = [str(path.relative_to(tmp_path)) for path in sources(tmp_path / "mine.py", tmp_path)]
    assert names == ["cards/__init__.py", "cards/base.py", "cards/deeper.py", "mine.py"]


def test_a_run_does_not_go_on_with_a_bot_whose_helper_has_changed(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(BOT.format(helper="helper"))
    (tmp_path / "helper.py").write_text(HELPER.format(0))
    command = (
        "match",
        "durak",
        f"{tmp_path / 'mine.py'}:Mine",
        "random",
        "--out",
        tmp_path / "run",
        "--deals",
    )
    assert kiebitz(*command, 2).returncode == 0
    assert kiebitz(*command, 3).returncode == 0
    (tmp_path / "helper.py").write_text(HELPER.format(-1))
    refused = kiebitz(*command, 4)
    assert refused.returncode == 2
    assert "holds another run" in refused.stderr


def test_a_refused_command_changes_nothing(tmp_path: Path) -> None:
    plans = [match_plan("durak", ["random", "random"], deals, seed=1) for deals in (40, 7)]
    run = Run.create("match", (plans[0],), tmp_path, "the first")
    titles: list[str] = []

    def show(progress: Progress) -> None:
        with pytest.raises(KiebitzError, match="another process"):
            Run.create("match", (plans[1],), tmp_path, "the second")
        titles.append(Ledger(tmp_path / LEDGER)["title"])

    run.play(Threads(), show)
    assert set(titles) == {"the first"}
    assert Run(tmp_path).plans == run.plans == (plans[0],)


def test_who_plays_says_what_the_run_is(tmp_path: Path) -> None:
    """Somebody who came in between, but did not play, has left nothing behind."""
    plans = [match_plan("durak", ["random", "random"], deals, seed=1) for deals in (40, 7)]
    first = Run.create("match", (plans[0],), tmp_path, "the first")
    Run.create("match", (plans[1],), tmp_path, "the second")
    first.play(Threads())
    assert Run(tmp_path).plans == (plans[0],)
    assert Run(tmp_path).ledger["title"] == "the first"
    assert first.result().match.deals == 40


def test_a_run_goes_on_with_the_usual_time_limit(tmp_path: Path) -> None:
    """Bots from files have one; runs of the time before that go on without any."""

    def run(deals: int) -> Run:
        plan = match_plan("schnapsen", [bot("sometimes:Honest"), "random"], deals, 1)
        return Run.create("match", (plan,), tmp_path)

    with closing(Processes(1)) as workers:
        run(2).play(workers)
        run(3).play(workers)
        assert Run(tmp_path).time_limit is None
        with pytest.raises(KiebitzError, match="begun without --time-limit: go on so"):
            run(4).play(workers, time_limit=0)
        Ledger(tmp_path / LEDGER).describe(foreign_limit=None)
        with pytest.raises(KiebitzError, match="begun with --time-limit 0: go on so"):
            run(4).play(workers)
        run(4).play(workers, time_limit=0)
        assert verify(Run(tmp_path)) == (8, [])
    house = Run.create("match", (match_plan("durak", ["random-python"] * 2, 2, seed=1),), tmp_path / "house")
    house.play(Threads())
    house.play(Threads(), time_limit=0)  # no other limit is usual for agents of the house


def test_a_run_goes_on_with_its_time_limit_only(tmp_path: Path) -> None:
    def run(deals: int) -> Run:
        return Run.create(
            "match", (match_plan("schnapsen", [bot("sometimes:Honest"), "random"], deals, seed=1),), tmp_path
        )

    workers = Processes(1)
    run(2).play(workers, time_limit=20)
    with pytest.raises(
        KiebitzError, match=r"begun with --time-limit 20: go on so, or choose another --out\."
    ):
        run(4).play(workers)
    run(4).play(workers, time_limit=20)
    workers.close()
    assert Run(tmp_path).done == 8
    compiled = Run.create(
        "match", (match_plan("durak", ["random", "random"], 2, seed=1),), tmp_path / "compiled"
    )
    compiled.play(Threads())
    compiled.play(Threads(), time_limit=1)  # nobody feels it


LEARNED = """from pathlib import Path

from kiebitz import Agent


class Learned(Agent):
    files = {files!r}

    def act(self, view):
        return view.moves[int((Path(__file__).parent / "weights.txt").read_text())]
"""


def test_the_data_that_a_bot_names_belong_to_it(tmp_path: Path) -> None:
    (tmp_path / "learned.py").write_text(LEARNED.format(files=("weights.txt",)))
    (tmp_path / "weights.txt").write_text("0")
    agents = (f"{tmp_path / 'learned.py'}:Learned", "random")
    command = ("match", "durak", *agents, "--seed", 1, "--out", tmp_path / "run", "--deals")
    assert kiebitz(*command, 2).returncode == 0
    assert kiebitz(*command, 3).returncode == 0
    (tmp_path / "weights.txt").write_text("-1")
    refused = kiebitz(*command, 4)
    assert refused.returncode == 2
    assert "holds another run" in refused.stderr


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        (("none.npz",), r"learned\d\.py needs the file none\.npz, and there is none in "),
        (("../secret.txt",), "only files in the folder of learned"),
        (("/etc/hostname",), "only files in the folder of learned"),
        ("weights.txt", "must be a tuple of file names"),
        ((1,), "must be a tuple of file names"),
    ],
    ids=str,
)
def test_a_file_that_cannot_be_named_is_refused(files: object, sentence: str, tmp_path: Path) -> None:
    (tmp_path / "weights.txt").write_text("0")
    (tmp_path / "learned1.py").write_text(LEARNED.format(files=files))
    with pytest.raises(KiebitzError, match=sentence):
        contestant(f"{tmp_path / 'learned1.py'}:Learned", game("durak"))


def test_a_bot_that_changes_while_its_run_is_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "learned2.py").write_text(LEARNED.format(files=("weights.txt",)))
    (tmp_path / "weights.txt").write_text("0")
    plan = match_plan("durak", [f"{tmp_path / 'learned2.py'}:Learned", "random"], 2, seed=1)
    (tmp_path / "weights.txt").write_text("-1")
    with pytest.raises(KiebitzError, match=r"weights\.txt has changed since it was loaded"):
        Run.create("match", (plan,), tmp_path / "run")


def test_all_files_of_a_program_belong_to_it(tmp_path: Path) -> None:
    program, weights = tmp_path / "bot.sh", tmp_path / "weights.txt"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    found = []
    for text in ("1", "2"):
        weights.write_text(text)
        mine = contestant(f"exec:{program} {weights}", game("durak"))
        found.append(fingerprints(Match(game("durak"), (mine, mine), 1, seed=1)))
    program.write_text("#!/bin/bash\n")
    found.append(fingerprints(Match(game("durak"), (mine, mine), 1, seed=1)))
    assert len(set(found)) == 3
