"""Positions where averages over open cards see a plan that nobody can play; one plan for all worlds does not.

Each game has a file ``fusion.txt`` with its positions: a reason, the deal and the moves up to the question,
the card that averages play and those that win in the most worlds with one plan. All worlds of each are
listed, and plans are as long as the hand, so these are no estimates.

Those of kind ``composed`` are endings that turn on a pattern that card players know: the last trump now or
later, a marriage kept back, a finesse, an ace that must go. Cards and points were tried until the pattern
decides, and a deal and moves that lead there were added: 8 in Skat, 9 in Schnapsen, 7 in Boerenbridge. Those
of kind ``picked``, 23 in the three games, were found in random play.
"""

from __future__ import annotations

import re
from collections import Counter
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
from kiebitz.search.alphamu.answers import Answer, ask

GAMES = {
    "skat": "pimc:worlds=1000",
    "schnapsen": "pimc:worlds=1000",
    "boerenbridge": "pimc:worlds=2000,nodes=100000",
}
"""The averages of each game, over so many worlds that chance does not decide."""
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

    @property
    def is_composed(self) -> bool:
        return self.fields["kind"] == "composed"

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


def found(position: Position, m: int) -> Answer:
    """What plans of this many own moves find, over all worlds."""
    answer = ask(position.state.view(position.state.turn), worlds=64, m=m, nodes=10**8, solve=10**6)
    assert answer is not None and answer.is_all
    return answer


def test_twenty_were_composed_in_three_games_and_each_has_a_reason_of_its_own() -> None:
    assert {position.fields["kind"] for position in POSITIONS} == {"composed", "picked"}
    composed = [position for position in POSITIONS if position.is_composed]
    assert len(composed) >= 20
    assert min(Counter(position.game for position in composed)[name] for name in GAMES) >= 7
    assert len({position.reason.partition(". ")[0] for position in composed}) == len(composed)
    assert all(len(position.reason) > 40 for position in POSITIONS)


def test_in_twenty_that_were_composed_averages_are_sure_of_the_wrong_card() -> None:
    """In the others they see no difference and take the first."""
    sure = 0
    for position in filter(lambda one: one.is_composed, POSITIONS):
        opened = found(position, 1)
        hopes = {str(move): opened.won(move) for move in opened.vectors}
        sure += min(hopes[move] for move in position.named("averages")) > max(
            hopes[move] for move in position.named("best")
        )
    assert sure >= 20


@each
def test_the_reason_counts_right(position: Position) -> None:
    """How many worlds averages hope for, and what is left of them with one plan."""
    hope = re.search(r"(\d+) of (\d+) worlds", position.reason)
    plan = re.search(r"one plan\b.*?\bwins in (\d+)", position.reason, re.IGNORECASE)
    assert hope and plan
    opened, planned = found(position, 1), found(position, LONG)
    for played in position.named("averages"):
        move = next(move for move in planned.vectors if str(move) == played)
        assert (opened.won(move), len(opened.worlds)) == (int(hope[1]), int(hope[2]))
        assert planned.won(move) == int(plan[1])
        assert opened.won(move) == max(map(opened.won, opened.vectors))
    best = max(map(planned.won, planned.vectors))
    assert re.search(rf"\b{best}\b", position.reason[plan.end() :])


@each
def test_the_file_tells_which_cards_win_most(position: Position) -> None:
    answer = found(position, LONG)
    assert answer.is_whole
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
    drawn = [ask(view, worlds=64, m=1, seed=seed) for seed in range(3)]
    listed = [sorted(tuple(sorted(world.items())) for world in one.worlds) for one in drawn if one]
    assert len(set(listed[0])) == len(listed[0]) == int(Problem.of(view).count())
    assert listed[0] == listed[1] == listed[2]
