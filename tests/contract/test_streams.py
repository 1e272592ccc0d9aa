"""Random streams: they lead to nothing an agent may not know, and depend on deal, seat and ply alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

import numpy as np
import pytest

from kiebitz.agents.base import Agent
from kiebitz.agents.contestant import Contestant
from kiebitz.agents.registry import contestant
from kiebitz.kernel.random import GOLDEN, PLY_STRIDE, Stream
from kiebitz.lab.playing.match import Match, play_match
from kiebitz.lab.playing.referee import unit_keys
from kiebitz.lab.runs.plan import match_plan
from kiebitz.rules.registry import game as game_by_name
from kiebitz.rules.values import Move, View
from kiebitz.table.tables.table import Table
from tests.contract.cases import CASES, make

WHOLE = 2**64 - 1
WORDS = range(8)


def unmixed(word: int) -> int:
    """The word whose ``mix`` this is: SplitMix64 can be walked backwards."""
    for multiplier, shifts in ((1, (31, 62)), (0x94D049BB133111EB, (27, 54)), (0xBF58476D1CE4E5B9, (30, 60))):
        word = word * pow(multiplier, -1, 2**64) & WHOLE
        word ^= word >> shifts[0] ^ word >> shifts[1]
    return word


def mixed(word: int) -> int:
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & WHOLE
    word = (word ^ word >> 27) * 0x94D049BB133111EB & WHOLE
    return word ^ word >> 31


def salted(word: int) -> int:
    return mixed(word ^ 0x5851F42D4C957F2D) + int(GOLDEN) & WHOLE


def neighbours(key: int) -> Iterator[int]:
    """The keys one step of ``derive`` away, in both directions."""
    for word in WORDS:
        yield mixed(mixed(key + int(GOLDEN) & WHOLE) ^ salted(word))
        yield unmixed(unmixed(key) ^ salted(word)) - int(GOLDEN) & WHOLE


def family(key: int, steps: int = 3) -> set[int]:
    """All keys that can be found from one with a few steps."""
    known = front = {key & WHOLE}
    for _ in range(steps):
        front = {other for one in front for other in neighbours(one)} - known
        known = known | front
    return known


def start_of(drawn: float, then: float) -> int:
    """The state of a generator before it drew two numbers in [0, 1): eleven lost bits each are tried."""
    high, check = int(drawn * 2**53) << 11, int(then * 2**53)
    for low in range(2**11):
        state = unmixed(high | low)
        if mixed(state + int(GOLDEN) & WHOLE) >> 11 == check:
            return state - int(GOLDEN) & WHOLE
    raise AssertionError("these numbers are not SplitMix64's")


def test_the_attacker_of_these_tests_can_walk_backwards() -> None:
    from kiebitz.kernel.random import derive

    child = int(derive(int(derive(1234, 3)), 5))
    assert 1234 in family(child, 2)
    assert int(derive(int(derive(1234, 3)), 6)) & WHOLE in family(child, 2)
    rng = Stream(99)
    assert start_of(rng.random(), rng.random()) == 99


class Thief(Agent):
    """Computes the key of its stream from two numbers of it, and notes all that it can find from there."""

    found: ClassVar[dict[int, set[int]]] = {}

    def act(self, view: View) -> Move:
        if view.seat not in self.found:
            start = start_of(view.rng.random(), view.rng.random())
            ply = len(view.events) - 1
            self.found[view.seat] = family(start - ply * int(PLY_STRIDE) & WHOLE)
        return view.moves[0]


@pytest.mark.parametrize("name", ["schnapsen", "durak", "skat", "boerenbridge"])
def test_a_stream_leads_neither_to_the_deal_nor_to_other_streams(name: str) -> None:
    game = game_by_name(name)
    thieves: Any = type("Thieves", (Thief,), {"found": {}})
    match = Match(game, (Contestant(game, "thief", thieves),) * game.seats, 1, seed="a secret")
    unit = match.play(0, 0)
    assert not unit.reason
    deal_key, keys = unit_keys(match.roots(0), 0, game.seats)
    for seat, known in thieves.found.items():
        assert keys[seat] & WHOLE in known, "its own key is no secret"
        assert deal_key & WHOLE not in known
        assert not {key & WHOLE for key in keys[:seat] + keys[seat + 1 :]} & known


def test_a_stream_at_the_table_leads_to_no_other() -> None:
    room = Table.create("durak", [{"kind": "agent", "spec": "random"}] * 2, seed="a secret")
    own = int(room._stream(0, 0).word[0])
    known = family(own)
    others = [room._stream(*name) for name in ((0,), (1,), (1, 0), (0, 1), (1, 1))]
    assert not {int(stream.word[0]) & WHOLE for stream in others} & known


def test_guessing_seeds_finds_no_deal() -> None:
    """Without a seed one is drawn: who tries numbers and words until the cards fit finds nothing."""
    plan = match_plan("schnapsen", ["random", "random"], 5)
    game, match = plan.match.game, plan.match
    real = {match.play(deal, 0).start().deal.text for deal in range(5)}
    guesses = [*range(-50, 1000), *map(str, range(100)), "", "0", "seed", "random", "schnapsen"]
    assert not real & {game.deal_of(seed).text for seed in guesses}
    assert plan.seed != match_plan("schnapsen", ["random", "random"], 5).seed
    assert game.deal().deal.text != game.deal().deal.text


@pytest.mark.parametrize(("name", "options"), CASES)
@pytest.mark.parametrize("agent", ["random", "random-python"])
def test_an_agent_against_itself_scores_exactly_nothing(name: str, options: str, agent: str) -> None:
    """On duplicate deals: who sits in a seat draws that seat's numbers, whatever the line-up."""
    game = make(name, options)
    result = play_match(Match(game, (contestant(agent, game),) * game.seats, 40, seed=3))
    for lineup in range(1, len(result.match.lineups)):
        assert (result.points[:, lineup] == result.points[:, 0]).all()


def test_a_salt_gives_an_agent_numbers_of_its_own_and_the_same_deals() -> None:
    def points(one: str, other: str, name: str = "schnapsen") -> Any:
        game = game_by_name(name)
        return play_match(Match(game, (contestant(one, game), contestant(other, game)), 200, seed=3)).points

    plain, both = points("random", "random"), points("random:salt=a", "random:salt=b")
    assert (points("random", "random:salt=") == plain).all()
    assert (both[:, 0] != both[:, 1]).any()
    assert (points("random:salt=a", "random-python:salt=b") == both).all()
    assert (points("random:salt=b", "random:salt=a")[:, ::-1] == both).all()
    # The salt enters streams only: an agent that draws nothing plays the same games.
    assert (points("greedy:salt=a", "random", "durak") == points("greedy", "random", "durak")).all()


class Drawing(Agent):
    """Plays its first legal move; notes the first number of each ply and draws some more."""

    numbers: ClassVar[dict[tuple[int, int], float]] = {}
    more = 0

    def begin(self, seat: int, options: Mapping[str, str], rng: Stream) -> None:
        self.numbers[seat, -1] = rng.random()
        self.rng = rng

    def act(self, view: View) -> Move:
        self.numbers[view.seat, len(view.events)] = view.rng.random()
        for _ in range(self.more):
            view.rng.below(5)
            self.rng.below(5)
        return view.moves[0]


def test_what_is_drawn_at_one_ply_changes_nothing_at_the_next() -> None:
    game, seen = game_by_name("durak"), []
    for more in (0, 7):
        drawing: Any = type("D", (Drawing,), {"numbers": {}, "more": more})
        match = Match(game, (Contestant(game, "d", drawing),) * 2, 1, seed=1)
        assert not match.play(0, 0).reason
        seen.append(drawing.numbers)
    assert seen[0] == seen[1]
    assert len(set(seen[0].values())) == len(seen[0]) > 20


def test_streams_of_neighbouring_plies_do_not_meet() -> None:
    """Each ply has 2^32 numbers of the generator's whole period to itself."""
    starts = np.arange(-1, 1000, dtype=np.int64) * PLY_STRIDE
    steps = [int(start) * pow(int(GOLDEN), -1, 2**64) % 2**64 for start in starts]
    assert steps == [ply * 2**32 % 2**64 for ply in range(-1, 1000)]
