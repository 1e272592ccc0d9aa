"""Installed games: found by their names, loaded when asked for, and a broken one harms nobody."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Installed = Callable[..., None]
GAME = "from kiebitz.rules.game import Game\nclass Whist(Game):\n    name = 'whist'\n    title = '{title}'\n"


@pytest.fixture
def install(tmp_path: Path) -> Callable[[str, str, str, str], None]:
    """Put a package with a game where Python finds it, as installing it would."""

    def installed(package: str, name: str, target: str, code: str) -> None:
        (tmp_path / f"{package}_game.py").write_text(code)
        info = tmp_path / f"{package}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[kiebitz.games]\n{name} = {package}_game:{target}\n")

    return installed


def answer(tmp_path: Path, code: str) -> subprocess.CompletedProcess[str]:
    """What a program says for which only the games of this folder and ours are installed."""
    program = f"from kiebitz.rules import registry\n{code}"
    return subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
    )


def test_names_are_known_without_loading_a_game(tmp_path: Path, install: Installed) -> None:
    install("whist", "whist", "Whist", GAME.format(title="Whist"))
    loaded = "[m for m in sys.modules if '.games.' in m or 'whist' in m]"
    code = f"import sys; print(*registry.names()); print({loaded})"
    told = answer(tmp_path, code)
    assert told.stdout == "boerenbridge durak schnapsen skat whist\n[]\n", told.stderr


def test_a_game_of_a_stranger_is_a_game(tmp_path: Path, install: Installed) -> None:
    install("whist", "whist", "Whist", GAME.format(title="Whist"))
    assert answer(tmp_path, "print(registry.game_classes()['whist'].title)").stdout == "Whist\n"


def test_a_broken_game_is_told_of_once_and_the_others_work(tmp_path: Path, install: Installed) -> None:
    install("broken", "broken", "Broken", "1 / 0")
    told = answer(tmp_path, "registry.game_classes(); print(*registry.game_classes())")
    assert told.stdout == "boerenbridge durak schnapsen skat\n"
    assert told.stderr.count("\n") == 1
    assert told.stderr == (
        "The game 'broken' of the package broken cannot be loaded: ZeroDivisionError: division by zero.\n"
    )


def test_an_entry_point_that_is_no_game_is_refused(tmp_path: Path, install: Installed) -> None:
    install("numbers", "numbers", "THREE", "THREE = 3")
    install("other", "other", "Whist", GAME.format(title="its name is whist"))
    told = answer(tmp_path, "registry.game_classes()")
    assert "numbers_game:THREE must be a subclass of Game whose name is 'numbers'." in told.stderr
    assert "other_game:Whist must be a subclass of Game whose name is 'other'." in told.stderr


def test_ours_counts_and_between_strangers_the_first_package(tmp_path: Path, install: Installed) -> None:
    install("aaa", "whist", "Whist", GAME.format(title="of aaa"))
    install("bbb", "whist", "Whist", GAME.format(title="of bbb"))
    install("again", "durak", "Durak", GAME.format(title="not ours"))
    told = answer(
        tmp_path, "print(registry.game_class('whist').title, registry.game_class('durak').__module__)"
    )
    assert told.stdout == "of aaa kiebitz.games.durak\n"
    assert sorted(told.stderr.splitlines()) == [
        "aaa and bbb both bring a game 'whist'; that of aaa counts.",
        "kiebitz and again both bring a game 'durak'; that of kiebitz counts.",
    ]


def test_a_checkout_that_was_installed_before_it_had_entry_points_has_its_games(tmp_path: Path) -> None:
    stale = tmp_path / "kiebitz-0.1.0.dist-info"
    stale.mkdir()
    (stale / "METADATA").write_text("Metadata-Version: 2.1\nName: kiebitz\nVersion: 0.1.0\n")
    told = answer(tmp_path, "print(*registry.names()); print(registry.game('durak').seats)")
    assert told.stderr == "" and told.stdout.endswith("\n2\n")
    assert {"boerenbridge", "durak", "schnapsen", "skat"} <= set(told.stdout.split())


def test_without_any_game_a_sentence_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    from kiebitz.errors import KiebitzError
    from kiebitz.rules import registry

    monkeypatch.setattr(registry, "_installed", dict)
    with pytest.raises(KiebitzError, match="install the program again"):
        registry.names()


def test_a_record_of_an_unknown_game_is_told_of_files_with_games() -> None:
    from kiebitz.rules.records import Record

    states, why = Record("high-card", "2S 3S", ()).replay()
    assert states == []
    assert "There is no game called 'high-card'" in str(why)
    assert "if the variable KIEBITZ_GAMES lists that file" in str(why)
