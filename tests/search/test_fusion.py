"""Positions where averages over open cards see a plan that nobody can play; one plan for all worlds does not.

Each game has a file ``fusion.txt`` with its positions: a reason, the deal and the moves up to the question,
the card that averages play and those that win in the most worlds with one plan. All worlds of each are
listed, and plans are as long as the hand, so these are no estimates. Most were picked from random play. The
last eight of Skat are endings of known patterns (the last trump and two losers, an ace or a ten that may lie
on either side, a void that everybody knows), with cards that were tried until the pattern decided.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from kiebitz.agents.base import Decision
from kiebitz.agents.registry import contestant
from kiebitz.kernel.random import Stream
from kiebitz.knowledge.places.problem import Problem
from kiebitz.rules.registry import game
from kiebitz.rules.values import Deal, State
from kiebitz.search.alphamu.answers import ask

GAMES = {
    "skat": "pimc:worlds=100",
    "schnapsen": "pimc:worlds=200",
    "boerenbridge": "pimc:worlds=200,nodes=100000",
}
"""The averages of each game, over more worlds than there are."""
FOLDER = Path(__file__).parents[1] / "games"
LONG = 9


class Position(NamedTuple):
    game: str
    reason: str
    fields: dict[str, str]

    @property
    def state(self) -> State:
        chosen = game(self.game, self.fields["options"])
        state = Deal.read(chosen, self.fields["deal"]).start()
        for move in self.fields["moves"].split():
            state = state.play(move)
        return state

    def named(self, field: str) -> set[str]:
        return set(self.fields[field].split())


def positions() -> Iterator[Position]:
    for name in GAMES:
        for block in (FOLDER / name / "fusion.txt").read_text(encoding="utf-8").strip().split("\n\n"):
            lines = block.splitlines()
            reason = " ".join(line.removeprefix("# ") for line in lines if line.startswith("#"))
            pairs = (line.partition(": ") for line in lines if not line.startswith("#"))
            yield Position(name, reason, {key.rstrip(":"): value for key, _, value in pairs})


POSITIONS = list(positions())
each = pytest.mark.parametrize("position", POSITIONS, ids=lambda p: f"{p.game}-{p.fields['best'].split()[0]}")


def chosen_by(spec: str, state: State, seed: int) -> str:
    answer = contestant(spec, state.game).make().act(state.view(state.turn, Stream(seed)))
    assert isinstance(answer, Decision)
    return str(answer.move)


def test_there_are_twenty_in_three_games_and_each_has_its_reason() -> None:
    assert len(POSITIONS) >= 20
    assert {position.game for position in POSITIONS} == set(GAMES)
    assert all(len(position.reason) > 40 for position in POSITIONS)


@each
def test_the_file_tells_which_cards_win_most(position: Position) -> None:
    answer = ask(position.state.view(position.state.turn), worlds=64, m=LONG, nodes=10**8, solve=10**6)
    assert answer is not None and answer.is_all and answer.is_whole
    most = max(map(answer.won, answer.vectors))
    assert {str(move) for move in answer.vectors if answer.won(move) == most} == position.named("best")
    assert f"{most} of {len(answer.worlds)}" == position.fields["worlds"]


@each
def test_averages_miss_it(position: Position) -> None:
    played = {chosen_by(GAMES[position.game], position.state, seed) for seed in range(2)}
    assert played <= position.named("averages")
    assert not position.named("averages") & position.named("best")


@each
def test_one_plan_for_all_worlds_finds_it(position: Position) -> None:
    spec = f"alphamu:worlds=64,m={LONG},nodes=100000000,solve=1000000,seconds=0,base=({GAMES[position.game]})"
    assert {chosen_by(spec, position.state, seed) for seed in range(2)} <= position.named("best")


@each
def test_all_worlds_are_listed_once_however_they_are_drawn(position: Position) -> None:
    view = position.state.view(position.state.turn)
    found = [ask(view, worlds=64, m=1, seed=seed) for seed in range(3)]
    listed = [sorted(tuple(sorted(world.items())) for world in one.worlds) for one in found if one]
    assert len(set(listed[0])) == len(listed[0]) == int(Problem.of(view).count())
    assert listed[0] == listed[1] == listed[2]
