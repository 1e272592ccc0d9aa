"""Reviews of every game: blunders are found, luck is not blamed, and hidden cards change nothing."""

from __future__ import annotations

import json

import numpy as np
import pytest

from kiebitz.agents.roster import Roster
from kiebitz.errors import BadNotation, BadOption, KiebitzError
from kiebitz.kernel.random import Stream
from kiebitz.lab.review.judged import Review
from kiebitz.lab.review.paired import loss_of
from kiebitz.lab.review.reviewing import Effort, review
from kiebitz.rules.contract.blindness import twins
from kiebitz.rules.options import parse_options
from kiebitz.rules.parts import part
from kiebitz.rules.records import Record
from kiebitz.rules.registry import game
from kiebitz.rules.values import State
from kiebitz.search.solving import Solving
from tests.lab.review.games import STRONG, played, states_of

GAMES = sorted(STRONG)
QUICK = Effort(worlds=40, nodes=2000)


@pytest.mark.parametrize("name", GAMES)
def test_a_planted_blunder_is_found_and_the_best_move_is_none(name: str) -> None:
    """The move with the worst mean in a sample of its own, where that is far below the best one."""
    end = played(name)
    valuer = part(end.game, Roster).valuer(end.game)
    found, enough = [], min(valuer.usual, 500)
    for state in states_of(end)[:-1]:
        if len(state.moves) < 2 or state.ply % 2 or state.phase not in part(end.game, Solving).phases:
            continue
        view, rng = state.view(state.turn), Stream.named("planted", state.ply)
        worlds = valuer.worlds(view, enough, rng)
        means = valuer.values(worlds, view.moves, rng).mean(axis=0)
        ranked = sorted(view.moves, key=lambda move: means[move.code])
        best = valuer.advised(view, rng) or ranked[-1]
        code = next(move.code for move in view.moves if move == best)
        found.append((means[code] - means[ranked[0].code], state, ranked[0], best))
    gap, state, worst, best = max(found, key=lambda one: one[0])
    blunder = review(state.play(worst), state.turn, Effort(worlds=enough)).judged[-1]
    assert blunder.is_mistake and blunder.knowable.better and blunder.move == worst
    assert worst not in blunder.knowable.better
    assert blunder.knowable.loss > gap / 2
    assert not review(state.play(best), state.turn, Effort(worlds=enough)).judged[-1].is_mistake


@pytest.mark.parametrize(("name", "most"), [("schnapsen", 0.12), ("durak", 0.12), ("boerenbridge", 0.3)])
def test_strong_play_is_seldom_blamed(name: str, most: float) -> None:
    """Far more seldom than a player that does anything; docs/review.md has the rates over many deals."""

    def share(agent: str) -> float:
        judged = [
            one for seed in (1, 2)
            for one in review(played(name, agent, seed), 0, Effort(worlds=150, nodes=1000)).judged
        ]  # fmt: skip
        return sum(one.is_mistake for one in judged) / len(judged)

    assert share("") <= most
    assert share("random") > 2 * share("")


@pytest.mark.parametrize("name", GAMES)
def test_hidden_cards_change_no_knowable_judgement(name: str) -> None:
    """Units that a seat cannot tell apart by then, up to its decision; what open cards say may differ."""
    rules = game(name, parse_options(STRONG[name][0]))
    compared = 0
    for pair in twins(rules, range(2)):
        state, other, seat = pair.state, pair.other, pair.seat
        if state.turn != seat or len(state.moves) < 2 or state.ply % 3 or other.turn != seat:
            continue
        here, there = (review(one.play(state.moves[0]), seat, QUICK) for one in (state, other))
        assert [one.knowable for one in here.judged] == [one.knowable for one in there.judged]
        assert here.curve == there.curve
        compared += 1
        if compared == 6:
            break
    assert compared == 6


@pytest.mark.parametrize("name", GAMES)
def test_a_review_is_the_same_for_the_same_seed_and_survives_json(name: str) -> None:
    end = played(name)
    first, again = (review(end, 1, QUICK, seed="monday") for _ in range(2))
    assert first == again
    assert Review.of_dict(json.loads(json.dumps(first.as_dict()))) == first
    assert first.complete and first.seed == "monday" and first.points == end.payoffs
    assert first.position(first.judged[0].ply).turn == 1
    own = [state for state in states_of(end)[:-1] if state.turn == 1]
    assert [point.ply for point in first.curve] == [state.ply for state in own]
    assert [one.ply for one in first.judged] == [state.ply for state in own if len(state.moves) > 1]
    for one in first.judged:
        assert np.isfinite([one.expected, one.error, one.knowable.loss, one.knowable.error]).all()
    other = review(end, 1, QUICK, seed="tuesday")
    assert [one.ply for one in other.judged] == [one.ply for one in first.judged] and other != first


def test_mistakes_come_costliest_first_and_open_ones_stay_apart() -> None:
    found = review(played("schnapsen", "random", 4), 0, Effort(worlds=100))
    losses = [one.knowable.loss for one in found.mistakes]
    assert losses and losses == sorted(losses, reverse=True)
    both = {one.ply for one in found.mistakes} & {one.ply for one in found.open_losses}
    assert not both
    assert all(one.open and one.open.loss > 0 for one in found.open_losses)


def test_choosing_the_best_of_several_equal_moves_is_seldom_taken_for_a_mistake() -> None:
    """Ten moves that are all alike: one in fifty at most, though the best mean of them is clearly above."""
    rng = np.random.default_rng(7)
    sure = sum(loss_of(rng.normal(size=(100, 10)), 0).is_sure for _ in range(2000))
    assert sure <= 2000 * 0.025
    real = sum(loss_of(rng.normal(size=(100, 10)) + 0.7 * np.eye(10)[3], 0).is_sure for _ in range(200))
    assert real > 180


def test_values_of_listed_worlds_agree_with_brute_force() -> None:
    """Boerenbridge with uniform playouts: the mean over all worlds and all ways to go on, worked out here."""
    from kiebitz.agents.valuing import Valuer
    from kiebitz.search.certain import all_states

    rules = game("boerenbridge", {"schedule": "2"})
    valuer, state = Valuer(rules, "random"), rules.deal(seed=5)
    for move in ("1", "0", "1", "1"):
        state = state.play(move)
    view, rng = state.view(state.turn), Stream.named("brute")
    worlds = valuer.worlds(view, 6000, rng)
    listed = all_states(view)
    assert worlds.different == len(listed) > 20
    values = valuer.values(worlds, view.moves, rng)
    for move in view.moves:
        exact = float(np.mean([_uniform(state, vector, move.code, view.seat) for vector in listed]))
        mean, spread = values[:, move.code].mean(), values[:, move.code].std() / len(values) ** 0.5
        assert abs(mean - exact) < 4 * spread + 1e-9


def _uniform(state: State, vector: np.ndarray, code: int, seat: int) -> float:
    """A seat's expected points of the round after a move if everybody plays any card."""
    kernels, after = state.game.kernels, vector.copy()
    kernels.play(after, code)
    if after[1] != vector[1] or after[2] < 0:  # the next round, or the end
        return float(kernels.payoff(after, seat))
    codes = [one for one in range(64) if int(kernels.legal(after)) >> one & 1]
    return float(np.mean([_uniform(state, after, one, seat) for one in codes]))


def test_solved_worlds_agree_with_brute_force() -> None:
    """Schnapsen in the last tricks: minimax over all cards, worked out here, in every drawn world."""
    rules = game("schnapsen")
    valuer, tried = part(rules, Roster).valuer(rules), 0
    for seed in range(12):
        for state in states_of(played_by_hand(rules.deal(seed=seed)))[-6:-1]:
            if len(state.moves) < 2 or state.ply < 14:
                continue
            rng = Stream.named("solved", seed, state.ply)
            worlds = valuer.worlds(state.view(state.turn), 3, rng)
            values = valuer.values(worlds, state.moves, rng)
            for row, vector in zip(values, worlds.states, strict=True):
                for move in state.moves:
                    assert row[move.code] == _minimax(state, vector, move.code, state.turn)
                    tried += 1
    assert tried > 20


def played_by_hand(state: State) -> State:
    """A short unit: the first legal card, until it ends."""
    while not state.is_over:
        state = state.play(state.moves[0])
    return state


def _minimax(state: State, vector: np.ndarray, code: int, seat: int) -> float:
    kernels, after = state.game.kernels, vector.copy()
    kernels.play(after, code)
    if after[2] < 0:
        return float(kernels.payoff(after, seat))
    codes = [one for one in range(64) if int(kernels.legal(after)) >> one & 1]
    values = [_minimax(state, after, one, seat) for one in codes]
    return max(values) if after[2] == seat else min(values)


def test_an_unfinished_unit_a_stop_and_wrong_calls() -> None:
    half = states_of(played("durak"))[12]
    found = review(half, 0, QUICK)
    assert found.result is None and found.complete
    seen: list[tuple[int, int]] = []
    cut = review(half, 0, QUICK, show=lambda done, of: seen.append((done, of)), stop=lambda: len(seen) >= 2)
    assert not cut.complete and len(cut.curve) == 2 and seen[-1][0] == 2
    assert cut.judged == found.judged[: len(cut.judged)]
    assert not review(half, 0, Effort(worlds=40, seconds=0.0)).complete
    with pytest.raises(BadOption, match="The seat must be 0 to 1"):
        review(half, 2)
    with pytest.raises(BadOption, match="worlds"):
        Effort(worlds=1)
    with pytest.raises(BadOption, match="open world"):
        review(game("durak", {"open_world": "on"}).deal(seed=1), 0)
    with pytest.raises(KiebitzError, match="cannot be replayed"):
        review(Record("durak", "nonsense", ()), 0)
    with pytest.raises(BadNotation, match="make it again"):
        Review.of_dict(found.as_dict() | {"format": 0})


def test_a_review_in_chances_says_why_open_cards_are_not_judged() -> None:
    state = game("boerenbridge").deal(seed=1)
    while state.ply < 12:
        state = state.play(state.moves[0])
    found = review(state, 0, Effort(worlds=10, nodes=1, aim="match"))
    assert found.judged
    assert [str(said) for said in found.silent] == [
        "Open cards are not judged in percent of the game: what one seat can secure says nothing of the "
        "others' points."
    ]
