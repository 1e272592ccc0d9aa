"""Readers: they conclude all that the rules exclude or show, and nothing false; a game may have none."""

from __future__ import annotations

import pytest

from kiebitz.knowledge.places.locations import Locations
from kiebitz.knowledge.reader import Reader, conclusions
from kiebitz.rules.parts import part
from kiebitz.rules.registry import names
from kiebitz.rules.tricks import played
from tests.contract.cases import CASES, TOY, make, random_game
from tests.knowledge.reading import union


@pytest.mark.parametrize(("name", "options"), CASES)
def test_conclusions_are_what_everybody_can_know_of_the_hands(name: str, options: str) -> None:
    """What is excluded or shown is concluded, so that premises need no other reason than a conclusion."""
    game = make(name, options)
    for seed in range(3):
        for state in random_game(game, seed):
            if state.is_over:
                continue  # all cards may be turned up
            view = state.view(-1)
            found, locations = conclusions(view), Locations.of(view)
            for seat, place in enumerate(locations.places[: game.seats]):
                mine = [conclusion for conclusion in found if conclusion.place == place]
                if locations.room(seat):
                    lacking = union(mine, is_held=False) & locations.unseen.mask
                    assert lacking == locations.excluded(seat).mask, f"{state}"
                assert union(mine, is_held=True) == locations.known(seat).mask, f"{state}"


@pytest.mark.parametrize(("name", "options"), CASES)
def test_conclusions_are_true_and_follow_from_the_locations(name: str, options: str) -> None:
    table = make(name, options)
    for seed in range(3):
        for state in list(random_game(table, seed))[::3]:
            for seat in range(table.seats):
                view = state.view(seat)
                locations = Locations.of(view)
                for conclusion in conclusions(view):
                    hand = state.hand_of(table.place_names().index(conclusion.place))
                    assert conclusion.is_held == bool(hand & conclusion.cards)
                    assert locations.entails(conclusion.formula), f"{conclusion}\n{state}"


@pytest.mark.parametrize("name", names())
def test_every_game_of_ours_has_a_reader_that_finds_something(name: str) -> None:
    assert type(part(make(name, ""), Reader)) is not Reader
    assert any(conclusions(state.view(0)) for seed in range(5) for state in random_game(make(name, ""), seed))


def test_a_game_without_a_reader_has_no_conclusions_but_its_cards_are_seen() -> None:
    reader = part(make(TOY, ""), Reader)
    assert type(reader) is Reader
    before, *_, last = random_game(make(TOY, ""), seed=1)
    view = last.view(0)
    assert not [*reader.conclusions(view), *conclusions(view), *reader.assumptions(view)]
    assert list(reader.announced(before, before.play(before.moves[0]))) == []
    assert [str(card) for _, card in played(view)] == [str(move) for _, move in last.history]


def test_a_game_that_says_how_many_cards_make_a_trick_gets_the_answers_in_them() -> None:
    game = make(TOY, "")
    *_, last = random_game(game, seed=1)
    game.trick_size = 0
    assert list(part(game, Reader).answers(last.view(0))) == []
    game.trick_size = 2
    found = [(each.trick, each.position, each.event.ply) for each in part(game, Reader).answers(last.view(0))]
    assert found == [
        (1, 1, 2),
        (2, 1, 4),
        (3, 1, 6),
    ]
