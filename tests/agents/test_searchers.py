# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""flat, pimc and mcts: legal and repeatable in every game, better than chance, perfect where all is known."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
import pytest

from kiebitz.agents import registry
from kiebitz.agents.base import Decision
from kiebitz.agents.registry import contestant, entries
from kiebitz.errors import BadOption, UnknownName
from kiebitz.kernel.bits import lowest
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.random import Stream
from kiebitz.kernel.state import HAND, MAX_SEATS, POLICY, SEED, TURN, VIEWER, WORDS
from kiebitz.kernel.vectors import Kernel
from kiebitz.lab.playing.match import Match, play_match
from kiebitz.rules.game import Game
from kiebitz.rules.registry import game
from kiebitz.rules.values import State, View
from kiebitz.search.evaluator import GUIDE, HORIZON, WHOLE_UNIT, evaluate, make_memory
from kiebitz.search.flat import bind_flat
from kiebitz.search.mcts import bind_mcts
from kiebitz.search.pimc import bind_pimc
from kiebitz.search.playout import bind_playout
from tests.contract.cases import CASES, TOY, make, random_game

SEARCHERS = ("flat", "pimc", "mcts")
GAMES = ("schnapsen", "skat", "durak", "boerenbridge", TOY)


@pytest.fixture(autouse=True)
def only_general_agents(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game may have an agent of its own under the same name; here the general one is meant."""
    monkeypatch.setattr(registry, "_own", lambda game: [])


def decide(spec: str, view: View) -> Decision:
    answer = contestant(spec, view.game).make().act(view)
    assert isinstance(answer, Decision)
    return answer


def quick(chosen: Game, name: str) -> str:
    """The quick version of the general agent, or of the one that takes its place in this game."""
    return entries(chosen)[name].quick


def solving(chosen: Game, nodes: int) -> str:
    """pimc with nodes to solve worlds, where it has such a limit."""
    parameters = {option.name for option in entries(chosen)["pimc"].parameters}
    return f"pimc:nodes={nodes}" if "nodes" in parameters else "pimc"


def against_random(chosen: Game, spec: str, deals: int) -> Match:
    others = (contestant("random", chosen),) * (chosen.seats - 1)
    return Match(chosen, (contestant(spec, chosen), *others), deals, seed=3)


@pytest.mark.parametrize("name", SEARCHERS)
@pytest.mark.parametrize(("title", "options"), CASES)
def test_the_policy_and_its_explanation_play_the_same_legal_games(
    title: str, options: str, name: str
) -> None:
    chosen = make(title, options)
    match = against_random(chosen, quick(chosen, name), deals=2)
    compiled = play_match(match)
    explained = play_match(replace(match, players=tuple(replace(p, policy=None) for p in match.players)))
    assert (compiled.losers == -1).all()
    assert (explained.losers == -1).all(), explained.reasons
    assert (compiled.points == explained.points).all()


@pytest.mark.parametrize("name", SEARCHERS)
@pytest.mark.parametrize("title", GAMES)
def test_same_view_and_stream_same_decision(title: str, name: str) -> None:
    spec = quick(game(title), name)
    for state in random_game(game(title), 1):
        if len(state.moves) > 1:
            first, again = (decide(spec, state.view(state.turn, Stream(7))) for _ in range(2))
            assert first == again
            assert first.move == max(first.values, key=lambda move: first.values[move])
            assert set(first.values) == set(state.moves)
            assert str(first.because).count("points on average") == 1
            assert first.details["worlds"] >= 1


@pytest.mark.parametrize("name", SEARCHERS)
@pytest.mark.parametrize("title", GAMES)
def test_better_than_random(title: str, name: str) -> None:
    pimc = solving(game(title), 1000)
    spec = {"flat": "flat:playouts=40", "pimc": pimc, "mcts": "mcts:samples=6"}[name]
    mine, *others = play_match(against_random(game(title), spec, 300 if title == TOY else 30)).scores()
    assert mine.points_mean - 3 * mine.points_se > max(other.points_mean for other in others)
    assert mine.wilson[0] > max(other.wilson[1] for other in others)


# -- where everything is known -------------------------------------------------------------------------


def paranoid(state: State, me: int, number: int) -> int:
    """A seat's points at the end of a round if it plays its best and all others play against it."""
    if state.is_over or state.round != number:
        return state.payoffs[me]
    values = [paranoid(state.play(move), me, number) for move in state.moves]
    return max(values) if state.turn == me else min(values)


def true_values(state: State) -> dict[str, float]:
    return {move: paranoid(state.play(move), state.turn, state.round) for move in state.moves}


def small_positions(title: str, options: dict[str, str], seeds: range) -> Iterator[State]:
    """Positions with a choice where the seat to move knows all and a naive search is quick."""
    for seed in seeds:
        for state in random_game(game(title, options), seed):
            left = sum(len(state.hand_of(seat)) for seat in range(state.game.seats))
            if len(state.moves) > 1 and state.phase == "play" and left <= 8:
                yield state


KNOWN = [
    pytest.param(TOY, {"open_world": "on"}, id="toy"),
    pytest.param("schnapsen", {}, id="schnapsen"),
    pytest.param("boerenbridge", {"open_world": "on", "schedule": "2,3"}, id="boerenbridge"),
]


@pytest.mark.parametrize(("title", "options"), KNOWN)
def test_pimc_plays_perfectly_where_everything_is_known(title: str, options: dict[str, str]) -> None:
    seen = 0
    for state in small_positions(title, options, range(12)):
        found = decide(solving(state.game, 1_000_000), state.view(state.turn))
        assert found.values == true_values(state), f"{state}"
        assert found.details["worlds"] == found.details["solved"] == 1
        seen += 1
    assert seen > 15


def test_pimc_searched_to_a_depth_beyond_the_end_is_perfect_too() -> None:
    for state in small_positions(TOY, {"open_world": "on"}, range(6)):
        found = decide("pimc:nodes=0,depth=6", state.view(state.turn))
        assert found.values == true_values(state)
        assert "playouts" not in found.details


@pytest.mark.parametrize(("title", "options"), KNOWN[:2])
def test_mcts_finds_the_best_move_of_small_positions(title: str, options: dict[str, str]) -> None:
    for state in small_positions(title, options, range(8)):
        truth = true_values(state)
        found = decide("mcts:limit=2000,samples=4,c=1", state.view(state.turn))
        assert truth[found.move] == max(truth.values()), f"{state}\n{truth}\n{found}"
        assert found.details["worlds"] == 1
        assert found.values[found.move] == pytest.approx(truth[found.move], abs=0.25)


def test_each_tree_has_a_world_of_its_own_where_cards_are_hidden() -> None:
    state = game("schnapsen").deal(1)
    found = decide("mcts:limit=30,samples=7", state.view(state.turn))
    assert found.details["worlds"] == 7
    assert found.details["playouts"] == 7 * 30


def test_every_move_is_tried_even_if_the_limit_is_small() -> None:
    state = game("skat").deal(1)
    found = decide("mcts:limit=1,samples=2", state.view(state.turn))
    assert len(state.moves) > 60
    assert found.details["playouts"] == 2 * len(state.moves)


# -- playouts ------------------------------------------------------------------------------------------


def test_flat_is_the_mean_over_common_worlds() -> None:
    """Worked out again in plain Python from the same random numbers."""
    chosen = game("durak")
    kernels, playout = chosen.kernels, bind_playout(chosen.kernels)
    state = chosen.deal(4)
    view, rng = state.view(state.turn, Stream(5)), Stream(5)
    totals = dict.fromkeys(view.moves, 0)
    world, child = np.zeros(WORDS, np.int64), np.zeros(WORDS, np.int64)
    for _ in range(50):
        kernels.complete(view.vector, rng.word, world)
        for move in view.moves:
            child[:] = world
            kernels.play(child, move.code)
            playout(child, rng.word)
            totals[move] += int(kernels.payoff(child, view.seat))
    found = decide("flat:playouts=50", view)
    assert found.values == {move: total / 50 for move, total in totals.items()}
    assert view.rng.word[0] == rng.word[0]


def nosy_guide(chosen: Game) -> Kernel:
    """A policy that counts its calls and the secrets that it sees, and plays the first legal move."""
    legal = chosen.kernels.legal

    @kernel(POLICY)
    def guide(view, memory, rng):
        memory[0] += 1
        if view[VIEWER] != view[TURN] or view[SEED] != 0:
            memory[1] += 1
        for seat in range(MAX_SEATS):
            if seat != view[TURN] and view[HAND + seat] != 0:
                memory[1] += 1
        return lowest(legal(view))

    return guide


@pytest.mark.parametrize(
    ("bind", "parameters"),
    [(bind_flat, [5]), (bind_pimc, [3, 1, 0, 2]), (bind_mcts, [20, 700_000, 3])],
    ids=SEARCHERS,
)
def test_a_playout_policy_gets_honest_views(bind: Callable[..., Kernel], parameters: list[int]) -> None:
    state = game("boerenbridge").deal(2)
    memory = make_memory(state.game, "unit", parameters, guide=[0, 0])
    evaluator = bind(state.game.kernels, nosy_guide(state.game))
    evaluate(state.view(state.turn), evaluator, memory)
    assert memory[GUIDE] > 100
    assert memory[GUIDE + 1] == 0


def test_playouts_end_with_the_round_only_where_rounds_have_points() -> None:
    def horizon(title: str, options: str, spec: str) -> int:
        policy = contestant(spec, make(title, options)).policy
        assert policy is not None
        return int(policy.memory[HORIZON])

    assert horizon("boerenbridge", "", "flat") != WHOLE_UNIT
    assert horizon("boerenbridge", "", "flat:horizon=unit") == WHOLE_UNIT
    assert horizon("schnapsen", "rules=full", "mcts") == WHOLE_UNIT
    state = game("boerenbridge").deal(1)  # three tricks: 16 points at most in the first round
    short = decide("flat:playouts=20", state.view(state.turn))
    long = decide("flat:playouts=200,horizon=unit", state.view(state.turn))
    assert all(-6 <= value <= 16 for value in short.values.values())
    assert min(long.values.values()) < min(short.values.values())  # random play loses points


def test_a_search_may_guide_a_search() -> None:
    match = against_random(game(TOY), "flat:playouts=3,playout=flat", deals=20)
    assert (play_match(match).losers == -1).all()


# -- parameters ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", ["-1", "abc", "inf", "nan", "1e3", "", "101"])
def test_a_decimal_parameter_is_checked(value: str) -> None:
    with pytest.raises(BadOption, match=r"0\.\.100"):
        contestant(f"mcts:c={value}", game(TOY))


def test_playout_policies_are_checked() -> None:
    with pytest.raises(BadOption, match="not a compiled agent"):
        contestant("flat:playout=random-python", game(TOY))
    with pytest.raises(UnknownName, match="nobody"):
        contestant("flat:playout=nobody", game(TOY))
    with pytest.raises(BadOption, match="limit, c, samples, playout, horizon"):
        contestant("mcts:iterations=3", game(TOY))


def test_simulation_is_another_name_for_playout() -> None:
    one, other = (
        contestant(f"mcts:limit=5,{name}=flat", game(TOY)).policy for name in ("simulation", "playout")
    )
    assert one is not None
    assert other is not None
    assert (one.memory == other.memory).all()
    assert len(one.memory) > GUIDE + 1
