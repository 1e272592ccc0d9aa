"""Tensors are a function of the view, and say what the view says."""

from __future__ import annotations

import numpy as np
import pytest

from kiebitz.cards import CardSet
from kiebitz.envs.encoding import RAW, Encoding
from kiebitz.envs.planes import Planes
from kiebitz.errors import KiebitzError, UnknownName
from kiebitz.kernel.state import GAME
from kiebitz.knowledge.places.problem import Problem
from kiebitz.rules.contract.blindness import twins
from kiebitz.rules.game import Game
from kiebitz.rules.parts import part
from kiebitz.rules.registry import game, names
from tests.contract.cases import CASES, TOY, make, random_game


def cards_of(chosen: Game, row: np.ndarray) -> CardSet:
    return CardSet(sum(1 << int(card) for card in np.flatnonzero(row)), chosen.deck)


def places_from(chosen: Game, seat: int) -> list[int]:
    """The other places in the order of the tensor."""
    others = [(seat + step) % chosen.seats for step in range(1, chosen.seats)]
    return [*others, *range(chosen.seats, len(chosen.place_names()))]


@pytest.mark.parametrize(("name", "options"), CASES)
def test_equal_views_give_equal_tensors_however_the_hidden_cards_lie(name: str, options: str) -> None:
    chosen, compared, moved, doubtful = make(name, options), 0, 0, False
    planes = Planes.of(chosen)
    for pair in twins(chosen, range(3)):
        one, other = (planes.tensor(state.view(pair.seat)) for state in (pair.state, pair.other))
        assert one.tobytes() == other.tobytes()
        compared += 1
        rooms = Problem.of(pair.state.view(pair.seat)).room
        doubtful |= sum(room > 0 for room in rooms) > 1
        moved += not np.array_equal(
            planes.hidden(pair.state, pair.seat), planes.hidden(pair.other, pair.seat)
        )
    assert compared > 10
    assert moved > 0 or not doubtful, "the hidden cards were the same"


@pytest.mark.parametrize(("name", "options"), CASES)
def test_a_tensor_says_what_the_view_says(name: str, options: str) -> None:
    chosen = make(name, options)
    planes = Planes.of(chosen)
    for state in list(random_game(chosen, 4))[:: 1 + chosen.max_moves // 60]:
        for seat in range(chosen.seats):
            view = state.view(seat)
            tensor, problem = planes.tensor(view), Problem.of(view)
            assert tensor.shape == (planes.size,) and abs(tensor).max() <= 1.0
            assert cards_of(chosen, planes.part(tensor, "hand")[0]) == view.hand
            for row, place in enumerate(places_from(chosen, seat)):
                held = planes.part(tensor, "may hold")[row]
                wanted = problem.cards[place] if problem.room[place] else 0
                assert cards_of(chosen, held).mask == wanted
                room = planes.part(tensor, "room")[row, 0] * chosen.deck.size
                assert round(float(room)) == problem.room[place]
            turn = planes.part(tensor, "turn")[0]
            assert turn.sum() == (not view.is_over)
            assert view.is_over or turn[(view.turn - seat) % chosen.seats] == 1
            assert planes.part(tensor, "phase")[0].argmax() == view.vector_phase


@pytest.mark.parametrize(("name", "options"), CASES)
def test_the_hidden_cards_are_those_of_the_state(name: str, options: str) -> None:
    chosen = make(name, options)
    planes = Planes.of(chosen)
    for state in list(random_game(chosen, 5))[:: 1 + chosen.max_moves // 40]:
        for seat in range(chosen.seats):
            unseen = CardSet(Problem.of(state.view(seat)).unseen, chosen.deck)
            for row, place in zip(planes.hidden(state, seat), places_from(chosen, seat), strict=True):
                if place < chosen.seats:
                    assert cards_of(chosen, row) == state.hand_of(place) & unseen
            assert planes.hidden(state, seat).sum() == len(unseen)


@pytest.mark.parametrize(("name", "options"), CASES)
def test_actions_are_moves_and_no_two_legal_moves_share_one(name: str, options: str) -> None:
    chosen = make(name, options)
    planes = Planes.of(chosen)
    for state in random_game(chosen, 6):
        if state.is_over:
            break
        view = state.view(state.turn)
        mask = planes.mask(view)
        assert [planes.moves[action] for action in np.flatnonzero(mask)] == sorted(
            state.moves, key=lambda move: planes.action(view.vector_phase, move.code)
        )
        for move in state.moves:
            action = planes.action(view.vector_phase, move.code)
            assert planes.moves[action] == move and planes.codes[action] == move.code


@pytest.mark.parametrize("name", [name for name in names() if name != "hearts"])
def test_the_games_of_the_house_describe_their_words(name: str) -> None:
    planes = Planes.of(game(name))
    assert planes.is_described
    assert len({plane.name for plane in planes.listed}) == len(planes.listed)
    assert all(plane.means.endswith(".") for plane in planes.listed)
    assert planes.listed[-1].stop == planes.size


def test_a_game_that_describes_nothing_gets_its_words_bit_by_bit() -> None:
    toy = make(TOY, "")
    planes = Planes.of(toy)
    assert part(toy, Encoding).fields is RAW and not planes.is_described
    state = toy.deal(seed=1).play(toy.deal(seed=1).moves[0])
    view = state.view(1)
    bits = planes.part(planes.tensor(view), "word 0")[0]
    assert sum(int(bit) << i for i, bit in enumerate(bits)) == int(view.vector[GAME])


def test_a_trick_stands_in_its_order_and_seats_are_relative() -> None:
    state = game("skat").deal(seed=3)
    while state.phase != "play":
        state = state.play(state.moves[-1] if "pass" not in state.moves or state.ply else state.moves[0])
    first, second = state.moves[0], None
    state = state.play(first)
    second = state.moves[0]
    state = state.play(second)
    planes = Planes.of(state.game)
    tensor = planes.tensor(state.view(state.turn))
    trick = [cards_of(state.game, row) for row in planes.part(tensor, "trick")]
    assert [str(cards) for cards in trick] == [str(first), str(second), ""]
    declarer = planes.part(tensor, "declarer")[0].argmax()
    assert (state.turn + declarer) % 3 == state.declarer  # type: ignore[attr-defined]


def test_a_plane_that_is_not_there_is_refused() -> None:
    with pytest.raises(UnknownName, match="hand"):
        Planes.of(game("durak"))["hands"]


def test_several_places_besides_the_hands_have_no_general_target() -> None:
    planes = Planes(game("durak"))
    planes.__dict__["places"] = 4
    with pytest.raises(KiebitzError, match="several places"):
        planes.check_places()
