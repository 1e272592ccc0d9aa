"""Check-ups: every fault of a bot is found and told in a sentence that helps."""

from __future__ import annotations

from pathlib import Path

import pytest

from kiebitz.agents.trust import trusting
from kiebitz.cli import main
from kiebitz.lab.checking.checkbot import check_bot
from kiebitz.rules.registry import game
from tests.lab.command import bot, document, kiebitz


def test_a_good_bot_is_told_so() -> None:
    answer = kiebitz("check-bot", "docs/my_bot.py:Cautious", "schnapsen", "--games", 4, "--json")
    found = document(answer)
    assert answer.returncode == 0
    assert found["ok"]
    assert found["problems"] == found["hints"] == []
    assert found["games"] == 4
    assert found["views"] == sum(found["phases"].values()) > 20
    assert len(found["options"]) > 2
    assert 0 < found["ms_per_move"] <= found["slowest"][0]["ms"]


def test_faults_are_named_with_the_place_and_the_view() -> None:
    answer = kiebitz(
        "check-bot", bot("faulty:Clumsy"), "schnapsen", "--games", 4, "--time-limit", 1.1,
        "--options", "rules=vu",
    )  # fmt: skip
    assert answer.returncode == 1
    assert "Traceback" not in answer.stderr
    text = answer.stdout
    assert "It answered 'the queen of roses'; allowed were" in text
    assert "It raised IndexError: tuple index out of range (4 times)." in text
    assert "faulty.py, line 31, in careless: return view.moves[len(view.moves)]" in text
    assert "It needed more than 1.1 s for a move (2 times)." in text
    assert "    rules=vu, deal 0, seat 0, move 3:\n    | " in text
    assert "Hint: It changes view.vector" in text
    assert "Hint: It gives no reasons" in text
    assert text.endswith("3 things are wrong with it.\n")


def test_a_bot_without_an_end_is_not_waited_for_in_every_game() -> None:
    found = check_bot(bot("slow:Endless"), "durak", games=60, limit=0.2)
    assert found.games == 1
    assert [(problem.kind, problem.count) for problem in found.problems] == [("slow", 3)]
    assert any("--time-limit" in str(hint) for hint in found.hints)


@pytest.mark.parametrize("name", ["Gambler", "Shuffler"])
def test_a_bot_that_wavers_is_found(name: str) -> None:
    found = check_bot(bot(f"faulty:{name}"), "schnapsen", "rules=vu", games=5)
    assert [problem.kind for problem in found.problems] == ["nondeterminism"]
    assert "with the same view and the same stream" in str(found.problems[0].sentence)
    assert found.problems[0].view
    assert any("global random" in str(hint) for hint in found.hints) == (name == "Gambler")


def test_a_bot_that_remembers_other_games_is_found() -> None:
    found = check_bot(bot("faulty:Forgetful"), "schnapsen", "rules=vu", games=4)
    assert [problem.kind for problem in found.problems] == ["state"]
    assert "keeps something from game to game" in str(found.problems[0].sentence)


def test_a_bot_is_also_tried_alone() -> None:
    """In either order the same game of three is the second."""
    found = check_bot(bot("faulty:Second"), "schnapsen", "rules=vu", games=3)
    assert [(problem.kind, problem.count) for problem in found.problems] == [("state", 1)]
    assert "in a fresh process, and" in str(found.problems[0].sentence)


def test_a_bot_that_takes_its_process_down_is_found() -> None:
    found = check_bot(bot("faulty:Fatal"), "durak", games=10)
    assert [(problem.kind, problem.count) for problem in found.problems] == [("death", 3)]
    assert str(found.problems[0].sentence) == "took its process down (exit code 3)"
    assert "seat 0, move" in str(found.problems[0].where)


def test_every_phase_is_reached_also_by_a_bot_that_never_bids() -> None:
    found = check_bot(bot("passer:Passer"), "skat", "naming=isko", games=4)
    assert found.ok
    assert set(found.phases) == set(game("skat").phases)
    assert found.unseen == []
    assert found.phases["discard"] > 1


def test_a_start_that_was_slow_once_is_not_called_a_change_of_mind(tmp_path: Path) -> None:
    with trusting(None):  # it leaves files behind
        found = check_bot(bot(f"late_starter:LateStarter:folder={tmp_path}"), "schnapsen", "rules=vu", 4, 0.5)
    assert len(list(tmp_path.iterdir())) > 2, "several processes have played"
    assert found.problems == []
    assert any("too slow in 1 game that it had played in time" in str(hint) for hint in found.hints)


def test_a_bot_of_a_platform_is_tried_with_its_options() -> None:
    found = check_bot(bot("student:Saver"), "schnapsen", games=1)
    assert found.options
    assert all("rules=full" not in options for options in found.options)
    assert any("It plays with rules=vu only" in str(hint) for hint in found.hints)


@pytest.mark.parametrize(
    ("arguments", "culprit"),
    [
        (("nobody", "schnapsen"), "'nobody'"),
        (("random", "chess"), "'chess'"),
        (("random", "durak", "--games", "0"), "not 0"),
        (("random", "durak", "--time-limit", "nan"), "time limit"),
    ],
)
def test_a_mistake_gets_one_sentence(
    arguments: tuple[str, ...],
    culprit: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("sys.argv", ["kiebitz", "check-bot", *arguments])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 2
    assert culprit in capsys.readouterr().err
