"""What is proved enters the curve: a move that forces its aim is worth at least what the aim brings."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kiebitz.agents.roster import Roster
from kiebitz.agents.valuing import Valuer
from kiebitz.kernel.random import Stream
from kiebitz.kernel.state import HAND
from kiebitz.lab.review.reviewing import Effort, review
from kiebitz.rules.parts import part
from kiebitz.rules.values import State, View
from kiebitz.search.secured import secured
from kiebitz.search.solving import Forcing, Solving
from tests.games.skat.positions import GRAND, after_the_auction
from tests.lab.review.games import played, states_of

SEVENS = "C7 C8 C9 CT S7 S8 S9 H7 H8 D7"
LATE = 5  # cards in hand: such worlds are solved


def late_proofs(name: str, agent: str, seeds: range) -> Iterator[tuple[View, Forcing]]:
    """Views of the last tricks from which the seat to move can force what it wants."""
    for seed in seeds:
        for state in states_of(played(name, agent, seed))[:-1]:
            held = state.vector[HAND + max(state.turn, 0)].item().bit_count()
            if held <= LATE:
                view = state.view(state.turn)
                forcing = part(state.game, Solving).forcing(view, 20_000)
                if forcing and forcing.moves:
                    yield view, forcing


def valuer_of(view: View) -> Valuer:
    return part(view.game, Roster).valuer(view.game)


def test_nobody_gets_less_in_skat_than_a_proof_assures() -> None:
    sides = set()
    for view, forcing in late_proofs("skat", "instinct", range(12)):
        valuer, rng = valuer_of(view), Stream.named("floor", len(view.hand))
        worlds = valuer.worlds(view, 20, rng)
        solved, floor = valuer.values(worlds, view.moves, rng), valuer.assured(view, worlds)
        assert floor is not None
        for move in forcing.moves:
            assert (solved[:, move.code] >= floor).all()
        sides.add((view.seat == view.declarer, bool(floor[0] > 0)))  # type: ignore[attr-defined]
    assert sides >= {(True, True), (False, True)}


@pytest.mark.parametrize(("name", "agent"), [("boerenbridge", "full-kripke-plus"), ("durak", "smart")])
def test_a_proof_assures_what_best_play_brings(name: str, agent: str) -> None:
    compared = 0
    for view, forcing in late_proofs(name, agent, range(6)):
        valuer = valuer_of(view)
        worlds = valuer.worlds(view, 5, Stream.named("floor", len(view.hand)))
        floor = valuer.assured(view, worlds)
        assert floor is not None
        for world, least in zip(worlds.states, floor, strict=True):
            values = secured(view.game, world, 100_000)
            assert all(values[str(move)] == least for move in forcing.moves)
            compared += 1
    assert compared > 50


def opened(hand: str, contract: str, level: str) -> State:
    state = after_the_auction(hand).play("hand").play(contract).play(level)
    return state.play(state.moves[0])


@pytest.mark.parametrize(
    ("hand", "contract", "game_value"),
    [(GRAND, "G", 24 * (4 + 1 + 6)), (SEVENS, "N", 59)],
)
def test_a_game_that_cannot_be_lost_is_worth_its_value_from_the_first_card_on(
    hand: str, contract: str, game_value: int
) -> None:
    found = review(opened(hand, contract, "ouvert"), 0, Effort(worlds=20))
    assert found.curve[-1].expected == game_value + 50
    assert found.curve[-1].error == 0
