"""What the documentation promises: its example bot and its commands work as written."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from kiebitz.agents.registry import player
from kiebitz.games import game
from kiebitz.lab.match import Match, play_match

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def test_the_example_bot_is_better_than_random() -> None:
    chosen = game("schnapsen")
    players = (player(f"{ROOT}/docs/my_bot.py:Cautious", chosen), player("random", chosen))
    mine, _ = play_match(Match(chosen, players, 300, 1)).scores()
    assert mine.failures == 0
    assert mine.wilson[0] > 0.5


def test_the_example_bot_is_the_one_on_the_page() -> None:
    page = (ROOT / "docs" / "write-a-bot.md").read_text(encoding="utf-8")
    code = (ROOT / "docs" / "my_bot.py").read_text(encoding="utf-8").partition('"""\n\n')[2]
    indented = "".join(f"    {line}\n" if line else "\n" for line in code.splitlines())
    assert indented in page


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


def commands() -> list[str]:
    found = []
    for page in PAGES:
        for line in page.read_text(encoding="utf-8").splitlines():
            words = line.strip().removeprefix(".venv/bin/")
            if line.startswith("    ") and words.startswith("kiebitz match"):
                found.append(words)
    return found


@pytest.mark.parametrize("command", commands())
def test_commands_of_the_pages_work(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from kiebitz.cli import main

    words = shlex.split(command.partition("#")[0])
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr("sys.argv", [*words, "--deals", "3"])
    with pytest.raises(SystemExit) as end:
        main()
    assert not end.value.code, capsys.readouterr().err
