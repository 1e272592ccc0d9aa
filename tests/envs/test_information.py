"""OpenSpiel's information states hold all that a seat knows and nothing else, so its own algorithms work."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from pathlib import Path

import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability
from open_spiel.python.algorithms.outcome_sampling_mccfr import OutcomeSamplingSolver

from kiebitz.envs.openspiel import Shared, register, spiel_game
from kiebitz.kernel.random import Stream
from kiebitz.rules.contract.blindness import twins
from kiebitz.rules.game import Game
from kiebitz.rules.registry import game, names
from kiebitz.rules.values import Deal, Event, State
from tests.contract.cases import TOY, random_game
from tests.envs.spiel_views import best_response, seen

SMALL: tuple[tuple[str, dict[str, object], int], ...] = (
    (TOY, {}, 10),
    ("boerenbridge", {"seats": 3, "schedule": 1}, 10),
    ("durak", {"start_rank": 14}, 10),
)


def boxed(states: list[State]) -> Shared:
    box = Shared(None)
    for state in states:
        box = Shared(state, box)
    return box


def course(state: State) -> list[State]:
    """A state and all before it."""
    found = [state.deal.start()]
    for _, move in state.history:
        found.append(found[-1].play(move))
    return found


def positions(chosen: Game, least: int) -> Iterator[tuple[State, int, str]]:
    """Positions with what a seat is told, of random games and of others that it cannot tell from them."""
    made = seed = 0
    while made < least:
        box = Shared(None)
        for state in random_game(chosen, seed):
            box = Shared(state, box)
            for seat in range(chosen.seats):
                yield state, seat, box.seen_by(seat)
                made += 1
        for number, (_, other, seat) in enumerate(twins(chosen, [seed])):
            if number % 10 == seed % 10:
                yield other, seat, boxed(course(other)).seen_by(seat)
                made += 1
        seed += 1


def compare(chosen: Game, least: int) -> None:
    """Equal texts have equal views, and so different views have different texts."""
    views: dict[str, tuple[bytes, tuple[Event, ...]]] = {}
    for state, seat, text in positions(chosen, least):
        view = seen(state, seat)
        assert views.setdefault(text, view) == view
    assert len(set(views.values())) > 100


CASES = [*((name, {}) for name in names()), ("schnapsen", {"rules": "full"}), SMALL[1][:2], SMALL[2][:2]]


@pytest.mark.parametrize(("name", "options"), CASES)
def test_equal_texts_have_equal_views_and_different_views_different_texts(
    name: str, options: dict[str, object]
) -> None:
    compare(game(name, {key: str(value) for key, value in options.items()}), 400)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options"), CASES)
def test_so_it_is_in_ten_thousand_positions(name: str, options: dict[str, object]) -> None:
    compare(game(name, {key: str(value) for key, value in options.items()}), 10_000)


@pytest.mark.parametrize("name", names())
def test_hidden_cards_do_not_change_what_a_seat_is_told(name: str) -> None:
    for number, (state, other, seat) in enumerate(twins(game(name), [3])):
        if number % 7 == 0:
            assert boxed(course(state)).seen_by(seat) == boxed(course(other)).seen_by(seat)


def test_what_is_no_longer_on_the_table_is_remembered() -> None:
    """Whoever saw another trump in the first round is in another information state in the second."""
    bridge, told = game("boerenbridge", {"seats": "3", "schedule": "1,1"}), set()
    for trump in "DH":
        deal = f"AD | AH | AS | AC | trump={trump} opener=0\nAS | AD | AC | AH | trump=D"
        state = Deal.read(bridge, deal).start()
        for move in ("0", "0", "0", "AD", "AH", "AS"):
            state = state.play(move)
        told.add(boxed(course(state)).seen_by(2))
    assert len(told) == 2


def test_nash_conv_is_what_best_responses_to_our_views_give() -> None:
    for name, options, deals in SMALL:
        loaded = spiel_game(name, options, deals=deals)
        uniform = policy.UniformRandomPolicy(loaded)
        seats = range(loaded.num_players())
        drawn = [loaded.around.deal(number) for number in range(deals)]
        best = sum(best_response(drawn, seat) for seat in seats)
        usual = sum(expected_game_score.policy_value(loaded.new_initial_state(), [uniform for _ in seats]))
        assert exploitability.nash_conv(loaded, uniform) == pytest.approx(best - usual, abs=1e-9)


def test_nash_conv_of_a_bridge_of_one_card_is_that_of_its_own_tree() -> None:
    """When the text left out what lies face up, the same tree seemed to be worth 8.26."""
    bridge = {"seats": 3, "schedule": 1}
    loaded = spiel_game("boerenbridge", bridge, deals=30)
    found = exploitability.nash_conv(loaded, policy.UniformRandomPolicy(loaded))
    assert found == pytest.approx(13.46, abs=0.005)


def test_cfr_plus_finds_an_equilibrium() -> None:
    loaded = spiel_game(TOY, deals=4)
    before = exploitability.nash_conv(loaded, policy.UniformRandomPolicy(loaded))
    solver = cfr.CFRPlusSolver(loaded)
    for _ in range(6):
        solver.evaluate_and_update_policy()
    assert exploitability.nash_conv(loaded, solver.average_policy()) < before / 10


def test_the_first_attacker_wins_with_four_cards() -> None:
    register("durak")
    loaded = pyspiel.load_game("kiebitz_durak(options=start_rank:14,deals=10)")
    solver = pyspiel.CFRPlusSolver(loaded)
    solver.evaluate_and_update_policy()
    assert pyspiel.nash_conv(loaded, solver.average_policy()) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("name", ["schnapsen", "durak"])
def test_outcome_sampling_goes_through(name: str) -> None:
    register(name)
    loaded = pyspiel.load_game(f"kiebitz_{name}")
    ours, theirs = OutcomeSamplingSolver(loaded), pyspiel.OutcomeSamplingMCCFRSolver(loaded)
    for _ in range(5):
        ours.iteration()
        theirs.run_iteration()


@pytest.mark.parametrize("name", [*names(), TOY], ids=lambda name: Path(name).stem)
def test_a_zero_sum_game_is_declared_so(name: str) -> None:
    loaded, chosen = spiel_game(name), game(name)
    assert chosen.is_zero_sum == (loaded.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM)
    assert loaded.utility_sum() == (0.0 if chosen.is_zero_sum else None)
    ends = [list(random_game(chosen, seed))[-1] for seed in range(10)]
    assert chosen.is_zero_sum == (not any(sum(end.payoffs) for end in ends))


@pytest.mark.parametrize("name", [*names(), TOY], ids=lambda name: Path(name).stem)
def test_games_and_states_can_be_pickled(name: str) -> None:
    loaded, rng = spiel_game(name, deals=7, seed=3), Stream.named("pickled")
    state = loaded.new_initial_state()
    for _ in range(5):
        state.apply_action(rng.choice(state.legal_actions()))
    again = pickle.loads(pickle.dumps(loaded))
    assert str(again) == str(loaded) and again.around.deal(2).text == loaded.around.deal(2).text
    box = pickle.loads(pickle.dumps(state.box))
    assert [box.seen_by(seat) for seat in (0, 1)] == [state.box.seen_by(seat) for seat in (0, 1)]
    assert state.ours and (
        box.state.play(box.state.moves[0]).view(0).events
        == state.ours.play(state.ours.moves[0]).view(0).events
    )
