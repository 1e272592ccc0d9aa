"""A bot written for the platform plays in our matches without a change."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from kiebitz.agents.registry import contestant
from kiebitz.errors import BadOption, KiebitzError
from kiebitz.games.schnapsen.platform.game import (
    GamePlayEngine,
    SchnapsenGamePlayEngine,
    SchnapsenTrickScorer,
)
from kiebitz.games.schnapsen.platform.importing import platform_names
from kiebitz.lab.playing.match import Match, play_match
from kiebitz.plugins import load_from_file
from kiebitz.rules.registry import game
from tests.lab.command import BOTS, bot, document, kiebitz

SCHNAPSEN = game("schnapsen")
GAMES = Path(__file__).parent / "games.py"


def write(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "theirs.py"
    tmp_path.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_a_students_bot_plays_a_match_on_the_command_line() -> None:
    answer = kiebitz("match", "schnapsen", bot("student:Saver"), "random", "--deals", 100, "--json")
    mine = document(answer)["agents"][0]
    assert mine["failures"] == 0
    assert mine["win_rate"] > 0.6


def test_a_searching_bot_gets_its_parameters_and_wins() -> None:
    players = (contestant(bot("student:Deep:samples=2,tricks=2"), SCHNAPSEN), contestant("random", SCHNAPSEN))
    mine, _ = play_match(Match(SCHNAPSEN, players, 5, 1)).scores()
    assert mine.failures == 0
    assert mine.wins >= 6


def test_the_same_seed_gives_the_same_games() -> None:
    players = (contestant(bot("student:Saver"), SCHNAPSEN), contestant("bully", SCHNAPSEN))
    results = [play_match(Match(SCHNAPSEN, players, 20, 3)) for _ in range(2)]
    assert results[0].points.tolist() == results[1].points.tolist()


def test_a_bot_hears_of_exchanges(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        "from schnapsen.game import Bot\n"
        "heard = []\n"
        "class Hears(Bot):\n"
        "    def get_move(self, perspective, leader_move):\n"
        "        moves = perspective.valid_moves()\n"
        "        swaps = [m for m in moves if m.is_trump_exchange()]\n"
        "        past = [t for _, t in perspective.get_game_history() if t and t.is_trump_exchange()]\n"
        "        assert len(past) == self.count, (past, self.count)\n"
        "        return (swaps or moves)[0]\n"
        "    count = 0\n"
        "    def notify_trump_exchange(self, move):\n"
        "        self.count += 1\n",
    )
    chosen = contestant(f"{path}:Hears", SCHNAPSEN)
    result = play_match(Match(SCHNAPSEN, (chosen, chosen), 40, 1))
    assert [score.failures for score in result.scores()] == [0, 0]


def test_names_of_a_clone_and_of_older_versions_are_known(tmp_path: Path) -> None:
    """Files of a clone import from src; the exchange had another name; some use the platform's dummy."""
    path = write(
        tmp_path,
        "from pathlib import Path\n"
        "from src.schnapsen.game import Bot, Trump_Exchange, _DummyBot\n"
        "from schnapsen.game import Bot as Same, TrumpExchange\n"
        "from src.schnapsen.bots.rand import RandBot\n"
        "from schnapsen.alternative_engines.ace_one_engine import AceOneGamePlayEngine\n"
        "assert Bot is Same and Trump_Exchange is TrumpExchange and issubclass(_DummyBot, Bot)\n"
        "class Reads(Bot):\n"
        "    def __init__(self, model: Path, name: str | None = None) -> None:\n"
        "        super().__init__(name)\n"
        "        assert isinstance(model, Path) and model.name == 'weights.txt'\n"
        "    def get_move(self, perspective, leader_move):\n"
        "        try:\n"
        "            AceOneGamePlayEngine()\n"
        "        except TypeError as error:\n"
        "            assert 'with aces worth 11 only' in str(error)\n"
        "        return perspective.valid_moves()[0]\n",
    )
    chosen = contestant(f"{path}:Reads:model={tmp_path / 'weights.txt'}", SCHNAPSEN)
    result = play_match(Match(SCHNAPSEN, (chosen, chosen), 3, 1))
    assert [score.failures for score in result.scores()] == [0, 0]


def test_an_illegal_move_loses_with_its_name(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        "from schnapsen.game import Bot, RegularMove\n"
        "from schnapsen.deck import Card\n"
        "class Wrong(Bot):\n"
        "    def get_move(self, perspective, leader_move):\n"
        "        return RegularMove(Card.NINE_HEARTS)\n",
    )
    result = play_match(
        Match(SCHNAPSEN, (contestant(str(path), SCHNAPSEN), contestant("random", SCHNAPSEN)), 1, 1)
    )
    assert result.scores()[0].failures == 2
    assert "NINE_HEARTS" in " ".join(map(str, result.reasons))


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("from schnapsen.bots import SchnapsenServer", "schnapsen.bots.SchnapsenServer"),
        ("from src.schnapsen.game import Closing", "src.schnapsen.game.Closing"),
        ("from schnapsen.bots.ml_bot import MLBot", "schnapsen.bots.ml_bot.MLBot"),
        ("from schnapsen.game import Closing", "schnapsen.game.Closing"),
    ],
)
def test_what_is_missing_is_named(tmp_path: Path, line: str, name: str) -> None:
    path = write(tmp_path, f"{line}\n")
    with pytest.raises(KiebitzError) as error:
        contestant(f"{path}:Any", SCHNAPSEN)
    sentence = f"{name} of the university's platform is not available in Kiebitz."
    assert str(error.value) == f"theirs.py cannot be loaded: ImportError: {sentence}"


def test_what_a_perspective_or_an_engine_lacks_is_named(tmp_path: Path) -> None:
    for call, message in (
        ("perspective.get_match_score()", "'get_match_score' of the platform's perspective"),
        ("perspective.get_engine().trick_implementer.undo()", "'undo' of the platform's SchnapsenTrickImpl"),
    ):
        path = write(
            tmp_path / call[-8:-2],
            "from schnapsen.game import Bot\n"
            "class Asks(Bot):\n"
            "    def get_move(self, perspective, leader_move):\n"
            f"        return {call}\n",
        )
        result = play_match(
            Match(SCHNAPSEN, (contestant(str(path), SCHNAPSEN), contestant("random", SCHNAPSEN)), 1, seed=1)
        )
        assert message in " ".join(map(str, result.reasons))


def test_a_bot_that_waits_for_the_end_is_told_that_it_is_not_called(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(
        tmp_path,
        "from schnapsen.bots import RandBot\n"
        "class Learner(RandBot):\n"
        "    def notify_game_end(self, won, perspective):\n"
        "        raise RuntimeError\n",
    )
    for _ in range(2):
        contestant(str(path), SCHNAPSEN)
    assert capsys.readouterr().err.count("Learner.notify_game_end is not called here") == 1


def test_other_rules_are_refused() -> None:
    class DoubleScorer(SchnapsenTrickScorer):
        pass

    usual = SchnapsenGamePlayEngine()
    with pytest.raises(TypeError, match="trick_scorer must be a SchnapsenTrickScorer"):
        GamePlayEngine(
            usual.deck_generator, usual.hand_generator, usual.trick_implementer,
            usual.move_requester, usual.move_validator, DoubleScorer(),
        )  # fmt: skip
    for name, options in (("schnapsen", {"rules": "full"}), ("durak", {})):
        with pytest.raises(BadOption, match="rules=vu only"):
            contestant(bot("student:Saver"), game(name, options))


def test_an_installed_platform_stays_what_it_is(tmp_path: Path) -> None:
    """Ours are found while a bot loads and thinks; before and after, other code has its own."""
    theirs: dict[str, Any] = {name: ModuleType(name) for name in ("schnapsen", "schnapsen.game")}
    before = dict(sys.modules)
    try:
        sys.modules.update(theirs)
        path = write(
            tmp_path,
            "import schnapsen.game\n"
            "class Late(schnapsen.game.Bot):\n"
            "    def get_move(self, perspective, leader_move):\n"
            "        from schnapsen.bots import RandBot\n"
            "        from random import Random\n"
            "        return RandBot(Random(1)).get_move(perspective, leader_move)\n",
        )
        late = contestant(str(path), SCHNAPSEN)
        result = play_match(Match(SCHNAPSEN, (late, contestant("random", SCHNAPSEN)), 2, seed=1))
        assert result.scores()[0].failures == 0
        assert {name: sys.modules[name] for name in theirs} == theirs
        assert "schnapsen.bots" not in sys.modules
    finally:
        for name in theirs:
            sys.modules.pop(name, None)
            if name in before:
                sys.modules[name] = before[name]


def test_check_bot_finds_nothing_wrong_with_a_students_bot() -> None:
    answer = kiebitz("check-bot", bot("student:Saver"), "schnapsen", "-o", "rules=vu", "--games", 10)
    assert answer.returncode == 0, answer.stdout + answer.stderr


def test_check_bot_finds_the_rules_of_the_first_generation() -> None:
    printed = Path(__file__).parent / "first" / "bots" / "printed" / "printed.py"
    answer = kiebitz("check-bot", f"{printed}:Trumps", "schnapsen", "--games", 2, "--json")
    assert document(answer)["options"] == ["rules=vu-old"], answer.stderr
    refused = kiebitz("check-bot", f"{printed}:Trumps", "schnapsen", "-o", "rules=full", "--games", 2)
    assert "plays schnapsen with rules=vu-old only" in refused.stderr and refused.returncode == 2


PLATFORM = os.environ.get("KIEBITZ_VU_PLATFORM", "")


@pytest.mark.skipif(
    not PLATFORM, reason="KIEBITZ_VU_PLATFORM does not name a Python that has the platform installed"
)
@pytest.mark.parametrize(
    ("first", "second", "deals"),
    [
        ("RandBot", "RandBot", 1500),
        ("Saver", "RandBot", 500),
        ("Saver", "BullyBot", 500),
        ("Deep", "Saver", 15),
        ("RdeepBot", "BullyBot", 15),
        ("RdeepBot", "Saver", 15),
    ],
)
def test_both_engines_show_and_play_the_same(first: str, second: str, deals: int) -> None:
    """All that both bots see in every game, their moves, scores and the winner."""
    words = [PLATFORM, str(GAMES), str(BOTS), first, second, "1000", str(deals)]
    theirs = json.loads(subprocess.run(words, capture_output=True, text=True, check=True).stdout)
    with platform_names():
        program: Any = load_from_file(GAMES)
        ours = program.play(str(BOTS), first, second, 1000, deals)
    assert len(ours) == 2 * deals
    assert ours == theirs
