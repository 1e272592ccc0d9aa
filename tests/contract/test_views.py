"""Views: a completed view gives the view back, and nothing hidden shows through."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from kiebitz.agents.registry import contestant, entries
from kiebitz.errors import IllegalMove
from kiebitz.kernel.random import Stream
from kiebitz.kernel.state import HAND, MAX_SEATS, WORDS
from kiebitz.kernel.worlds import count_worlds, draw
from kiebitz.rules.game import Game
from kiebitz.rules.values import Deal, State

from .cases import CASES, make, random_game

SPECTATOR = -1


def problem(game: Game, view: Any) -> tuple[Any, Any, int]:
    """The places of a view: possible cards, room, number of places."""
    cards, room = np.zeros(MAX_SEATS + 2, np.int64), np.zeros(MAX_SEATS + 2, np.int64)
    places = int(game.kernels.unseen(view, cards, room))
    return cards, room, places


def observed(state: State, seat: int) -> Any:
    view = np.zeros(WORDS, np.int64)
    state.game.kernels.observe(state.vector, seat, view)
    return view


def unseen_mask(cards: Any, room: Any, places: int) -> int:
    mask = 0
    for place in range(places):
        mask |= int(cards[place]) if room[place] else 0
    return mask


def corpus(game: Game, seeds: range) -> list[State]:
    return [state for seed in seeds for state in random_game(game, seed) if not state.is_over]


@pytest.mark.parametrize(("name", "options"), CASES)
def test_a_completed_view_gives_the_view_back(name: str, options: str) -> None:
    game, rng = make(name, options), Stream.named("soundness")
    world, again = np.zeros(WORDS, np.int64), np.zeros(WORDS, np.int64)
    for state in corpus(game, range(8)):
        for seat in (*range(game.seats), SPECTATOR):
            view = observed(state, seat)
            game.kernels.complete(view, rng.word, world)
            game.kernels.observe(world, seat, again)
            assert (again == view).all(), f"seat {seat}:\n{state}\n{np.nonzero(again != view)[0]}"


@pytest.mark.parametrize(("name", "options"), CASES)
def test_a_completed_state_can_be_played_to_its_end(name: str, options: str) -> None:
    game, rng = make(name, options), Stream.named("playable")
    from kiebitz.search.playout import bind_playout

    playout, world = bind_playout(game.kernels), np.zeros(WORDS, np.int64)
    for state in corpus(game, range(4)):
        game.kernels.complete(observed(state, state.turn), rng.word, world)
        playout(world, rng.word)
        low, high = game.point_range
        assert all(low <= game.kernels.payoff(world, seat) <= high for seat in range(game.seats))


@pytest.mark.parametrize(("name", "options"), CASES)
def test_the_truth_is_among_the_worlds(name: str, options: str) -> None:
    game = make(name, options)
    for state in corpus(game, range(8)):
        for seat in (*range(game.seats), SPECTATOR):
            cards, room, places = problem(game, observed(state, seat))
            hidden = unseen_mask(cards, room, places)
            assert hidden.bit_count() == room[:places].sum()
            for other in range(game.seats):
                held = int(state.vector[HAND + other]) & hidden
                assert held.bit_count() == room[other], f"seat {seat} of {other}\n{state}"
                assert held & ~int(cards[other]) == 0, f"seat {seat} of {other}\n{state}"


@pytest.mark.parametrize(("name", "options"), CASES)
def test_worlds_never_grow_within_a_distribution(name: str, options: str) -> None:
    """Counted with the order of what is drawn from; a secret move (a discard) starts anew."""
    game = make(name, options)
    for seed in range(4):
        for seat in range(game.seats):
            for before, after in pairwise(random_game(game, seed)):
                secret = before.vector_phase in game.secret_phases
                if after.is_over or before.round != after.round or secret:
                    continue
                assert orders(game, after, seat) <= orders(game, before, seat) * (1 + 1e-9), (
                    f"{seat}\n{after}"
                )


def orders(game: Game, state: State, seat: int) -> float:
    cards, room, places = problem(game, observed(state, seat))
    stock = int(room[game.seats : places].sum())
    return float(count_worlds(cards, room, places)) * math.factorial(stock)


def permuted(state: State, seat: int, rng: Stream) -> tuple[State, list[str]]:
    """The start of another deal that the seat cannot tell from this one, and its moves."""
    game = state.game
    cards, room, places = problem(game, observed(state, seat))
    world = np.zeros(MAX_SEATS + 2, np.int64)
    draw(rng.word, cards, room, places, world)
    hidden = unseen_mask(cards, room, places)
    change = list(range(game.deck.size))
    taken = 0
    for place in range(places):
        real = int(state.vector[HAND + place]) & hidden if place < game.seats else None
        if real is None:
            real = (
                hidden
                & ~sum(int(state.vector[HAND + other]) & hidden for other in range(game.seats))
                & ~taken
            )
            real = lowest_bits(real, int(room[place]))
        taken |= real
        new = [card for card in range(game.deck.size) if int(world[place]) >> card & 1]
        rng.shuffle(new)
        for old, card in zip([c for c in range(game.deck.size) if real >> c & 1], new, strict=True):
            change[old] = card
    layouts = list(state.deal.layouts)
    layout = list(layouts[state.round])
    line = state.deal.text.splitlines()[state.round]
    size = sum(word != "|" and "=" not in word for word in line.split())
    layouts[state.round] = tuple([change[card] for card in layout[:size]] + layout[size:])
    moves, replay = [], Deal(game, state.deal.layouts).start()
    for _, move in state.history:
        secret = replay.vector_phase in game.secret_phases and replay.turn != seat
        here = replay.round == state.round
        moves.append(str(game.move(replay.vector_phase, change[move.code])) if secret and here else str(move))
        replay = replay.play(move)
    return Deal(game, tuple(layouts)).start(), moves


def lowest_bits(mask: int, number: int) -> int:
    result = 0
    for _ in range(number):
        result |= mask & -mask
        mask &= mask - 1
    return result


@pytest.mark.parametrize(("name", "options"), CASES)
def test_a_seat_is_blind_to_a_permutation_of_hidden_cards(name: str, options: str) -> None:
    """Deal the hidden cards differently, replay the same moves: the same view, events, and agents' moves."""
    game, rng = make(name, options), Stream.named("blindness")
    agents = [contestant(entry.quick, game) for entry in entries(game).values() if not entry.cheats]
    compared = 0
    for state in corpus(game, range(5)):
        for seat in range(game.seats):
            other, moves = permuted(state, seat, rng)
            try:
                for move in moves:
                    other = other.play(move)
            except IllegalMove:
                assert game.legality_tells, f"{seat}\n{state}\n{other}\n{moves}"
                continue  # who attacks first or which contract may be named depends on hidden cards
            if game.legality_tells and other.turn != state.turn:
                continue
            here, there = state.view(seat, Stream(1)), other.view(seat, Stream(1))
            assert (here.vector == there.vector).all(), f"{seat}\n{state}\n{other}"
            assert here.events == there.events
            compared += 1
            if state.turn == seat:
                for agent in agents:
                    answers = [agent.make().act(s.view(seat, Stream(1))) for s in (state, other)]
                    assert answers[0] == answers[1], agent.name
    assert compared > 20
