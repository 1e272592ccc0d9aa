"""What the documentation promises: its example bot and its commands work as written."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from runpy import run_path

import pytest

from kiebitz.agents.base import Decision
from kiebitz.agents.registry import contestant
from kiebitz.kernel.random import Stream
from kiebitz.lab.playing.match import Match, play_match
from kiebitz.rules.registry import game
from tests.scripts import defined

ROOT = Path(__file__).parents[2]
FIGURES = defined(ROOT / "docs" / "make_figures.py")
READ = FIGURES["read_command"]
"""Reads a command as the program does, without running it."""
TRAINING = FIGURES["TRAINING"]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def test_the_example_bot_is_better_than_random() -> None:
    chosen = game("schnapsen")
    players = (contestant(f"{ROOT}/docs/my_bot.py:Cautious", chosen), contestant("random", chosen))
    mine, _ = play_match(Match(chosen, players, 300, 1)).scores()
    assert mine.failures == 0
    assert mine.wilson[0] > 0.5


def test_the_example_bot_is_the_one_on_the_page() -> None:
    page = (ROOT / "docs" / "write-a-bot.md").read_text(encoding="utf-8")
    code = (ROOT / "docs" / "my_bot.py").read_text(encoding="utf-8").partition('"""\n\n')[2]
    indented = "".join(f"    {line}\n" if line else "\n" for line in code.splitlines())
    assert indented in page


def test_the_bot_that_asks_is_the_one_on_the_page_and_asks() -> None:
    page = (ROOT / "docs" / "write-a-bot.md").read_text(encoding="utf-8")
    code = (ROOT / "docs" / "asking_bot.py").read_text(encoding="utf-8").partition('"""\n\n')[2]
    assert "".join(f"    {line}\n" if line else "\n" for line in code.splitlines()) in page
    chosen = game("schnapsen")
    specs = f"{ROOT}/docs/asking_bot.py", "flat:playouts=20"
    bot, flat = (contestant(spec, chosen, trust=True) for spec in specs)
    for seed in range(5):
        state = chosen.deal(seed)
        view, same = (state.view(state.turn, Stream(seed)) for _ in range(2))
        mine, advice = bot.make().act(view), flat.make().act(same)
        assert isinstance(mine, Decision) and isinstance(advice, Decision)
        assert mine == advice or (advice.move == "AS" and mine.because == "not the ace yet")


def test_the_compiled_example_is_the_one_on_the_page() -> None:
    page = (ROOT / "docs" / "compiled-bots.md").read_text(encoding="utf-8")
    code = (ROOT / "docs" / "fast_bot.py").read_text(encoding="utf-8")
    for name in ("def card_of", "def cautious", "def make_hasty", "hasty = Entry"):
        start = code.index(name)
        part = code[start : code.find("\n\n\n", start)].rstrip("\n")
        assert "".join(f"    {line}\n" if line else "\n" for line in part.splitlines()) in page, name


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


def commands() -> list[str]:
    """The commands of all pages, each once and on one line."""
    found: dict[str, None] = {}
    for page in PAGES:
        text = page.read_text(encoding="utf-8").replace("\\\n", "")
        for line in text.splitlines():
            words = line.strip().removeprefix(".venv/bin/")
            if line.startswith("    ") and words.startswith(("kiebitz ", TRAINING)):
                found[" ".join(words.partition(" #")[0].split())] = None
    return list(found)


@pytest.mark.parametrize("command", commands())
def test_commands_of_the_pages_have_the_right_options(command: str) -> None:
    READ(command)


def test_a_wrong_option_would_be_noticed() -> None:
    with pytest.raises(Exception, match="No such option: --dals"):
        READ("kiebitz match durak random random --dals 3")


QUICK = {
    "match ": ("--deals", "1"),
    "tournament schnapsen random docs/my_bot.py": ("--deals", "1"),
    "grid schnapsen 'flat:playouts": ("--deals", "1"),
    "check-bot ": ("--games", "1"),
    "agents": (),
    "graph boerenbridge": (),
    "know ": (),
    "solve skat --contract": (),
}
"""The commands that are run, with what makes them quick."""


def quick_commands() -> list[tuple[str, ...]]:
    found = []
    for command in commands():
        for start, shorter in QUICK.items():
            writes = any(option in command for option in (" --svg ", " --smcdel ", " --records "))
            reads = re.search(r" --reduce \S+\.json", command)  # what another command writes
            if command.startswith(f"kiebitz {start}") and not writes and not reads:
                found.append((command, *shorter))
    return found


@pytest.mark.parametrize("command", quick_commands(), ids=lambda command: command[0])
def test_commands_of_the_pages_work(
    command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from kiebitz.cli import main

    monkeypatch.chdir(ROOT)
    monkeypatch.setattr("sys.argv", [*shlex.split(command[0]), *command[1:]])
    with pytest.raises(SystemExit) as end:
        main()
    assert not end.value.code, capsys.readouterr().err


def test_the_page_of_moves_is_that_of_the_code() -> None:
    script = run_path(str(ROOT / "docs" / "make_moves.py"))
    written = (ROOT / "docs" / "moves.md").read_text(encoding="utf-8")
    assert script["page"]() == written, "python docs/make_moves.py"
