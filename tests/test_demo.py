"""What the demonstration shows besides matches is what the commands say; it needs no file of the clone."""

from __future__ import annotations

from pathlib import Path

import pytest

from kiebitz.demo import demos, show_commands
from kiebitz.lab.bench import Demo


@pytest.fixture(scope="module")
def all_demos() -> dict[str, Demo]:
    return dict(demos())


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        (
            "boerenbridge",
            [
                "North considers 90 worlds possible.",
                "figures that these deals could have refuted agree",
            ],
        ),
        ("skat", ["reaches it in every distribution and against every reply.", "You: "]),
    ],
)
def test_the_commands_are_run(
    name: str,
    shown: list[str],
    all_demos: dict[str, Demo],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    show_commands(all_demos[name])
    printed = capsys.readouterr().out
    assert all(sentence in printed for sentence in shown), printed
    assert all(f"== kiebitz {command.split()[0]}" in printed for command in all_demos[name].commands)


def test_a_game_may_show_a_match_alone(
    all_demos: dict[str, Demo], capsys: pytest.CaptureFixture[str]
) -> None:
    show_commands(all_demos["durak"])
    assert capsys.readouterr().out == ""
