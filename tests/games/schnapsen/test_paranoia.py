"""Forced wins are forced: one plan against every distribution, checked world by world."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import numpy as np

from kiebitz.games.schnapsen import rules
from kiebitz.games.schnapsen.search.endgame import solve
from kiebitz.games.schnapsen.search.paranoia import forced_win, move_forces
from kiebitz.kernel.random import Stream
from kiebitz.kernel.state import HAND, TURN, VIEWER
from kiebitz.kernel.vectors import Vector
from kiebitz.knowledge.places.locations import Locations
from kiebitz.rules.registry import game
from kiebitz.rules.values import Deal, View

FULL = game("schnapsen", {"rules": "full", "unit": "deal"})
NODES = 1_000_000


def worlds(view: View) -> list[Vector]:
    """A state for each hand that the other one may hold; the talon does not matter any more."""
    states, other = [], 1 - view.seat
    for world in Locations.of(view).enumerate():
        state = view.vector.copy()
        state[VIEWER] = -1
        state[HAND + other] = world[other].mask
        state[rules.ORDER + other] = sum(card.number << 5 * i for i, card in enumerate(world[other]))
        states.append(state)
    return states


def after(state: Vector, move: int) -> Vector:
    child = state.copy()
    rules.play(child, move)
    return child


def moves_of(state: Vector) -> list[int]:
    mask = int(rules.legal(state))
    return [move for move in range(30) if mask >> move & 1]


def wins(states: list[Vector], me: int) -> bool:
    """Is there one plan that wins in all these states, which we cannot tell apart?"""
    if states[0][TURN] < 0:
        return all(rules.payoff(state, me) > 0 for state in states)
    if states[0][TURN] == me:
        return any(wins([after(state, move) for state in states], me) for move in moves_of(states[0]))
    seen: dict[int, list[Vector]] = defaultdict(list)
    for state in states:
        for move in moves_of(state):
            seen[move].append(after(state, move))
    return all(wins(group, me) for group in seen.values())


def closed_views(count: int) -> Iterator[View]:
    """Views with a closed talon and three or fewer cards in hand, from random games."""
    rng, found, seed = Stream.named("paranoia"), 0, 0
    while found < count:
        seed += 1
        state, wait = FULL.deal(seed), rng.below(12)
        while not state.is_over and not state.is_strict:  # type: ignore[attr-defined]
            may_close = state.ply >= wait and "close" in state.moves
            state = state.play("close" if may_close else rng.choice([m for m in state.moves if m != "close"]))
        while not state.is_over and len(state.hand_of(state.turn)) > 3:
            state = state.play(rng.choice(state.moves))
        if not state.is_over and state.talon_size > 0:  # type: ignore[attr-defined]
            found += 1
            yield state.view(state.turn)


def test_a_move_is_forced_exactly_if_one_plan_wins_in_all_worlds() -> None:
    verdicts = {True: 0, False: 0}
    for view in closed_views(60):
        hidden = worlds(view)
        if len(hidden) > 130:
            continue
        forced = set()
        for move in view.moves:
            truth = wins([after(state, move.code) for state in hidden], view.seat)
            assert bool(move_forces(view.vector, move.code, np.array([NODES]))) == truth, f"{view}\n{move}"
            verdicts[truth] += 1
            forced |= {move.code} if truth else set()
        assert int(forced_win(view.vector, NODES)) in (forced or {-1})
    assert verdicts[True] > 20
    assert verdicts[False] > 20


def test_a_proof_that_runs_out_of_nodes_claims_nothing() -> None:
    proved = dict.fromkeys((1, 3, NODES), 0)
    for view in closed_views(60):
        for nodes in proved:
            proved[nodes] += forced_win(view.vector, nodes) >= 0
    assert proved[1] <= proved[3] < proved[NODES]


def test_with_all_cards_known_it_agrees_with_the_endgame() -> None:
    rng, seen = Stream.named("known"), 0
    for seed in range(150):
        state = game("schnapsen").deal(seed)
        while not state.is_over:
            if state.is_strict:  # type: ignore[attr-defined]
                view = state.view(state.turn)
                assert (forced_win(view.vector, NODES) >= 0) == (solve(state).value > 0)
                seen += 1
            state = state.play(rng.choice(state.moves))
    assert seen > 500


def start(text: str) -> View:
    return Deal.read(FULL, text).start().view(0)


def test_closing_is_forced_with_the_trump_marriage_and_the_top_trumps() -> None:
    view = start("AH TH KH QH AC | JC QC KC TC JS | QS KS TS AS JD QD KD TD AD JH")
    assert FULL.move(0, int(forced_win(view.vector, NODES))) == "close"


def test_the_exchange_comes_first_where_it_makes_the_win() -> None:
    view = start("AH TH KH JH AC | JC QC KC TC JS | QS KS TS AS JD QD KD TD AD QH")
    assert FULL.move(0, int(forced_win(view.vector, NODES))) == "exchange"


def test_a_hand_that_only_some_worlds_defeat_is_not_forced() -> None:
    """The other one may hold both higher trumps; in most worlds closing wins all the same."""
    view = start("KH QH AC TC AS | JC QC KC JS QS | KS TS TH AH JD QD KD TD AD JH")
    assert forced_win(view.vector, NODES) == -1
