"""Records of compiled matches: the loop writes what the referee would, while the games are played."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from kiebitz.agents.base import Policy
from kiebitz.agents.contestant import made_by
from kiebitz.agents.registry import contestant
from kiebitz.lab import running
from kiebitz.lab.matches import match
from kiebitz.lab.playing.executors import Threads
from kiebitz.lab.playing.match import Block, Match, play_block, record_text
from kiebitz.lab.runs.plan import match_plan
from kiebitz.lab.runs.verify import kept
from kiebitz.rules.registry import game
from tests.bots import compiled

PAIRS = {
    "schnapsen": ["rdeep", "bully"],
    "durak": ["greedy", "random"],
    "boerenbridge": ["random"] * 4,
    "skat": ["xskat-like", "xskat-like", "random"],
}


@pytest.mark.parametrize("name", PAIRS)
def test_the_loop_writes_what_the_referee_writes(name: str) -> None:
    plan = match_plan(name, PAIRS[name], 3, 5)
    found = list(kept(plan, Threads(), record_text))
    lineups = range(len(plan.lineups))
    units = [plan.match.play(deal, lineup) for deal in range(3) for lineup in lineups]
    assert found == [record_text(plan.match, unit) for unit in units]


def test_a_game_lost_by_an_illegal_code_is_told_as_the_referee_tells_it() -> None:
    durak = game("durak")
    cheat = made_by(Policy(compiled.cheat, np.zeros(1, np.int64)), durak, "cheat")
    found = Match(durak, (cheat, contestant("random", durak)), 8, 1)
    outcome = play_block(found, Block(0, 0, 8), keep=record_text)
    assert (outcome.losers == 0).any()
    assert outcome.kept == [record_text(found, found.play(deal, 0)) for deal in range(8)]


def test_records_are_written_while_the_games_are_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write(deals: int, name: str, run: str) -> bytes:
        file = tmp_path / name
        match(
            "durak", "greedy", "random", deals=deals, seed=3, records=file, out=tmp_path / run, progress=False
        )
        return file.read_bytes()

    with monkeypatch.context() as patch:
        patch.delattr(running, "played_again")
        at_once = write(70, "once.txt", "a")
    write(30, "some.txt", "b")
    assert write(70, "rest.txt", "b") == at_once  # with games of a session before
    assert write(70, "again.txt", "b") == at_once  # all of them
