"""What is wrong with a command is said before anything is played."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

MATCH = ["match", "durak", "random", "random", "--deals", "3", "--out", "run"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--confidence", "95"], "The confidence must lie between 0 and 1, such as 0.95, not 95."),
        (["--records", "none/games.txt"], "none/games.txt cannot be written: there is no folder none."),
        (["--log", "here"], "here cannot be written: it is a folder."),
    ],
)
def test_a_match(
    arguments: list[str],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    from kiebitz.cli import main

    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.argv", ["kiebitz", *MATCH, *arguments])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 2
    assert capsys.readouterr().err == f"{sentence}\n"
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("match durak smart nobody", "There is no agent for durak called 'nobody'"),
        ("match durak smart", "durak needs 2 agents here, not 1."),
        ("match durak smart greedy:depth=3", "'greedy' does not know a parameter in 'depth=3'"),
        ("tournament durak smart greedy nobody", "There is no agent for durak called 'nobody'"),
        ("grid durak mcts:limit=5|9 --against nobody", "There is no agent for durak called 'nobody'"),
        ("power durak smart nobody --elo 5", "There is no agent for durak called 'nobody'"),
    ],
)
def test_wrong_agents_are_refused_without_a_compiler(command: str, sentence: str) -> None:
    code = (
        f"import sys; sys.argv = ['kiebitz', *{command.split()!r}]\n"
        "from kiebitz.cli import main\n"
        "try:\n    main()\nexcept SystemExit as end:\n    assert end.code == 2\n"
        "print('numba' in sys.modules)"
    )
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert answer.stderr.startswith(sentence) and answer.stdout == "False\n"


@pytest.mark.parametrize("call", ["tournament('durak', 'smart', 'greedy', 'nobody')",
                                  "match('durak', 'smart', 'nobody')",
                                  "grid('durak', 'smart|nobody', 'greedy')",
                                  ])  # fmt: skip
def test_the_library_makes_no_agent_beside_one_that_there_is_not(call: str) -> None:
    code = (
        "import sys, kiebitz as kb\n"
        f"try:\n    kb.{call}\nexcept kb.UnknownName as error:\n    print(error)\n"
        "print(any(name.endswith(('agents.smart', 'agents.players', 'agents.thinking')) "
        "for name in sys.modules))"
    )
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "called 'nobody'" in answer.stdout and answer.stdout.endswith("False\n"), answer
