"""Who plays a game: its roster, those who play everything, and bots of platforms."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kiebitz.agents.advice import advise
from kiebitz.agents.registry import GENERAL, all_entries, contestant, entries, find, options_for
from kiebitz.agents.roster import Roster
from kiebitz.errors import BadOption, KiebitzError, UnknownName
from kiebitz.lab.playing.match import Match, play_match
from kiebitz.rules.parts import part
from kiebitz.rules.registry import game, game_class, game_from_file, names
from kiebitz.table.server.permits import check_agent
from tests.lab.command import bot
from tests.paths import DOCS

ROSTER = """

from kiebitz.agents.base import Agent
from kiebitz.agents.entry import Entry
from kiebitz.agents.roster import Level, Roster
from kiebitz.rules.parts import Brings
from kiebitz.sayings import say


class Last(Agent):
    def act(self, view):
        return view.moves[-1]


class ToyRoster(Roster):
    entries = (Entry("last", "always the last move", lambda game, parameters: Last),)
    opponent = "last"
    levels = (Level("easy", "last", say("Plays its last card.")),)


HighCard.brings = Brings(agents=":ToyRoster")
"""
TOY = DOCS / "toy_game.py"


@pytest.fixture
def toy(tmp_path: Path) -> str:
    file = tmp_path / "toy_with_a_roster.py"
    file.write_text(TOY.read_text(encoding="utf-8") + ROSTER, encoding="utf-8")
    return f"{file}:HighCard"


def test_a_game_from_a_file_brings_its_agents(toy: str) -> None:
    chosen = game(toy)
    assert list(entries(chosen)) == [*(entry.name for entry in GENERAL), "last"]
    assert entries(chosen)["last"].games == (chosen.name,)
    assert find("last", chosen)[0].name == "last"
    pair = contestant("last", chosen), contestant("random", chosen)
    assert play_match(Match(chosen, pair, 3, 1)).reasons == []
    state = chosen.deal(1)
    assert advise(state.view(state.turn)).move == state.moves[-1]
    check_agent("last", chosen)
    assert "last" not in entries(game("durak"))
    assert options_for("last", game_from_file(toy)) == {}


def test_a_game_without_a_roster_has_the_general_agents() -> None:
    chosen = game(f"{TOY}:HighCard")
    assert list(entries(chosen)) == [entry.name for entry in GENERAL]
    assert part(chosen, Roster).opponent == "flat"
    with pytest.raises(UnknownName, match=f"agent for {chosen.name}"):
        contestant("greedy", chosen)


@pytest.mark.parametrize("name", names())
def test_opponents_and_levels_are_agents_of_the_game(name: str) -> None:
    chosen, roster = game(name), part(game_class(name), Roster)
    assert len(roster.levels) >= 3
    for spec in (roster.opponent, *(level.specification for level in roster.levels)):
        entry, _ = find(spec, chosen)
        assert not entry.cheats
    assert roster.opponent in {level.specification for level in roster.levels}


def test_the_page_of_general_agents_names_every_parameter() -> None:
    rows = {
        cells[1].strip("` "): cells[-2]
        for line in (DOCS / "agents.md").read_text(encoding="utf-8").splitlines()
        if len(cells := line.split("|")) > 4
    }
    for entry in GENERAL:
        if entry.parameters:
            named = re.findall(r"`(\w+)`", rows[entry.name])
            assert sorted(named) == sorted(option.name for option in entry.parameters), entry.name


def test_all_agents_are_listed_with_their_games() -> None:
    listed = {(entry.name, entry.games) for entry in all_entries()}
    assert {("mcts", None), ("mcts", ("durak",)), ("skat-ai", ("skat",)), ("bully", ("schnapsen",))} <= listed


def test_a_bot_of_another_games_platform_is_told_what_it_plays(tmp_path: Path) -> None:
    file = tmp_path / "theirs.py"
    file.write_text("from schnapsen.bots import RandBot\nclass Mine(RandBot): pass\n", encoding="utf-8")
    sentence = r"^theirs\.py is for the university's platform; its bots play schnapsen with rules=vu only\.$"
    for _ in range(2):  # before and after it was loaded for its own game
        with pytest.raises(BadOption, match=sentence):
            contestant(f"{file}:Mine", game("durak"))
        assert options_for(f"{file}:Mine", game_class("skat")) is None
        assert options_for(f"{file}:Mine", game_class("schnapsen")) == {"rules": "vu"}
    with pytest.raises(
        BadOption, match="Mine is a bot of the university's platform; it plays schnapsen with"
    ):
        contestant(f"{file}:Mine", game("schnapsen", {"rules": "full"}))


def test_what_else_is_missing_is_said_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "needs.py"
    file.write_text("import no_such_module\n", encoding="utf-8")
    with pytest.raises(KiebitzError, match=r"needs\.py cannot be loaded: ModuleNotFoundError"):
        contestant(str(file), game("durak"))


def test_a_students_bot_plays(tmp_path: Path) -> None:
    chosen = game("schnapsen")
    pair = contestant(bot("student:Saver"), chosen), contestant("random", chosen)
    assert play_match(Match(chosen, pair, 2, seed=1)).reasons == []
