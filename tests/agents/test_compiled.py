"""Compiled bots from files and packages: the same games as in Python, judged and guarded as others are."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from kiebitz.agents.registry import contestant
from kiebitz.agents.trust import trusting
from kiebitz.errors import BadOption, UnknownName
from kiebitz.lab.checking.checkbot import check_bot
from kiebitz.lab.playing.executors import Processes, executor
from kiebitz.lab.playing.match import play_match
from kiebitz.lab.runs.plan import Plan, match_plan
from kiebitz.lab.runs.run import Run
from kiebitz.rules.registry import game, game_class
from tests.lab.command import bot, kiebitz

ROOT = Path(__file__).parents[2]
FAST, SLOW = f"{ROOT / 'docs' / 'fast_bot.py'}:cautious", f"{ROOT / 'docs' / 'my_bot.py'}:Cautious"


@pytest.fixture(autouse=True)
def trusted() -> Iterator[None]:
    """What is compiled plays only if it is trusted."""
    with trusting(None):
        yield


def test_the_example_plays_the_same_games_in_python_and_compiled() -> None:
    one, other = (play_match(match_plan("schnapsen", [spec, "random"], 40, 7).match) for spec in (SLOW, FAST))
    assert one.points.tolist() == other.points.tolist()
    assert one.plies.tolist() == other.plies.tolist()
    assert other.match.is_compiled and other.match.has_foreign
    assert one.reasons == other.reasons == []


def test_rules_full_too() -> None:
    plans = (match_plan("schnapsen", [spec, "random"], 4, 7, "rules=full") for spec in (SLOW, FAST))
    one, other = (play_match(plan.match) for plan in plans)
    assert one.points.tolist() == other.points.tolist()


def test_beside_agents_in_python_it_sits_in_the_referee() -> None:
    compiled = play_match(match_plan("durak", [bot("compiled:first"), "random"], 6, 1).match)
    refereed = play_match(match_plan("durak", [bot("compiled:first"), "random-python"], 6, 1).match)
    assert compiled.points.tolist() == refereed.points.tolist()


def test_a_policy_explains_and_an_entry_has_parameters() -> None:
    chosen = game("durak")
    state = chosen.deal(1)
    view = state.view(state.turn)
    explained = contestant(bot("compiled:explained"), chosen).make().act(view)
    assert (explained.move, explained.because) == (view.moves[0], "it is the first")  # type: ignore[union-attr]
    assert contestant(bot("compiled:choosy:n=3"), chosen).make().act(view).move == view.moves[3]  # type: ignore[union-attr]
    with pytest.raises(BadOption, match="its parameters: n"):
        contestant(bot("compiled:choosy:m=3"), chosen)
    with pytest.raises(BadOption, match="plays durak only"):
        contestant(bot("compiled:choosy"), game("skat"))
    with pytest.raises(BadOption, match="has no parameters; an Entry"):
        contestant(bot("compiled:first:n=3"), chosen)
    with pytest.raises(UnknownName, match="choose one of: first, cheat"):
        contestant(bot("compiled:nobody"), chosen)


def test_it_plays_in_processes_of_one_line_up_and_not_on_threads() -> None:
    plan = match_plan("durak", [bot("compiled:first"), "random"], 3, 1)
    with closing(executor("auto", 1, [plan])) as chosen:
        assert isinstance(chosen, Processes)
    with pytest.raises(BadOption, match="leave out --executor threads"):
        executor("threads", 1, [plan])


def test_an_illegal_code_loses_the_game() -> None:
    result = play_match(match_plan("durak", [bot("compiled:cheat"), "random"], 6, 1).match)
    assert result.scores()[0].failures > 0
    assert "answered with an illegal code" in result.reasons[0]


def run_of(spec: str, folder: Path, limit: float | None = None) -> Run:
    run = Run.create("match", (match_plan("durak", [spec, "random"], 6, 1),), folder)
    with closing(Processes(1)) as processes:
        run.play(processes, time_limit=limit)
    return run


def test_one_that_does_not_come_back_loses_by_the_clock(tmp_path: Path) -> None:
    result = run_of(bot("compiled:endless"), tmp_path, 0.3).result()
    assert 0 < result.scores()[0].failures < 12
    assert all("needed more than 0.3 s" in text for text in result.reasons)


def test_one_that_crashes_loses_the_games_in_which_it_does(tmp_path: Path) -> None:
    result = run_of(bot("compiled:fatal"), tmp_path).result()
    assert 0 < result.scores()[0].failures < 12
    assert all("took its process down (SIGSEGV)" in text for text in result.reasons)


def identity(file: Path, text: str) -> str:
    """What a run with this bot is, as another process that has just loaded it says."""
    file.write_text(text)
    code = (
        "from kiebitz.agents.trust import trust\n"
        "from kiebitz.lab.runs.plan import match_plan\n"
        "trust(everybody=True)\n"
        f"print(match_plan('durak', [{str(file) + ':first'!r}, 'random'], 1, 1).identity)"
    )
    return subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True).stdout


def test_the_identity_of_a_run_sees_what_the_kernel_does_and_nothing_else(tmp_path: Path) -> None:
    text = (ROOT / "tests" / "bots" / "compiled.py").read_text(encoding="utf-8")
    file = tmp_path / "mine.py"
    before = identity(file, text)
    assert identity(file, "# a remark\n" + text) == before
    assert (
        identity(file, text.replace("return lowest(legal(view))", "return lowest(legal(view) & -2)", 1))
        != before
    )


def test_a_run_keeps_the_file_of_a_kernel(tmp_path: Path) -> None:
    plan = match_plan("durak", [bot("compiled:first"), "random"], 2, 1)
    assert isinstance(plan, Plan)
    assert [Path(packed.path).name for packed in plan.bundle] == ["compiled.py"]


def test_check_bot_finds_a_kernel_that_remembers() -> None:
    assert check_bot(bot("compiled:first"), "durak", "trumps=on", games=4).ok
    found = check_bot(bot("compiled:keeping"), "durak", "trumps=on", games=4)
    assert [problem.kind for problem in found.problems] == ["state"]


PACKAGE = """
from kiebitz.agents.entry import Entry


def agents():
    from compiled import choosy, make
    return [Entry("second", "the second move", make, choosy.parameters, games=("durak",))]
"""


def installed(folder: Path, module: str, code: str) -> None:
    """Put a package with agents where Python finds it, as installing it would."""
    (folder / f"{module}.py").write_text(code)
    info = folder / f"{module}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[kiebitz.agents]\n{module} = {module}:agents\n")


def test_a_package_offers_the_same_by_its_name(tmp_path: Path) -> None:
    installed(tmp_path, "seconds", PACKAGE)
    path = os.pathsep.join([str(tmp_path), str(ROOT / "tests" / "bots")])
    improved = "improve:base=(second:n=1),worlds=4"
    answer = kiebitz("match", "durak", "second:n=1", improved, "--deals", 5, "--seed", 1,
                     KIEBITZ_RUNS=str(tmp_path), PYTHONPATH=path)  # fmt: skip
    assert answer.returncode == 0, answer.stderr
    assert f" {improved} " in answer.stdout and " second:n=1 " in answer.stdout


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("raise RuntimeError('out of order')", "RuntimeError: out of order"),
        ("def agents():\n    return ['mine']\n", "TypeError: broken:agents must return Entry values"),
    ],
)
def test_a_broken_package_is_told_of_and_left_out(code: str, why: str, tmp_path: Path) -> None:
    installed(tmp_path, "broken", code)
    for arguments in (("agents", "durak"), ("match", "durak", "random", "greedy", "--deals", 2, "--seed", 1)):
        answer = kiebitz(*arguments, KIEBITZ_RUNS=str(tmp_path), PYTHONPATH=str(tmp_path))
        assert answer.returncode == 0
        assert f"The agents of the package broken are left out: {why}." in answer.stderr
        assert "random" in answer.stdout


def test_a_broken_file_in_the_list_of_games_is_told_of_and_left_out(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text("1 / 0\n")
    files = os.pathsep.join([str(tmp_path / "bad.py"), str(ROOT / "docs" / "toy_game.py")])
    answer = kiebitz("games", KIEBITZ_GAMES=files)
    assert answer.returncode == 0
    assert "high-card: " in answer.stdout
    assert "bad.py, which is left out: bad.py cannot be loaded: ZeroDivisionError" in answer.stderr


def test_a_playout_is_not_played_by_a_file() -> None:
    with pytest.raises(BadOption, match="from a file or program"):
        contestant("flat:playout=fast.py", game_class("schnapsen")())
