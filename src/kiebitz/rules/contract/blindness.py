"""Blindness: with other hidden cards and the same moves a seat sees the same, to the last bit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from kiebitz.errors import IllegalMove
from kiebitz.kernel.random import Stream, key
from kiebitz.kernel.state import HAND, SEED
from kiebitz.kernel.worlds import draw_case
from kiebitz.rules.contract.complaints import SPECTATOR, require
from kiebitz.rules.contract.invariants import PLACES
from kiebitz.rules.contract.tried import random_game
from kiebitz.rules.contract.views import cases_of, observed, problem, unseen_mask
from kiebitz.rules.game import Game
from kiebitz.rules.values import Deal, State
from kiebitz.sayings import say


class Twins(NamedTuple):
    """Two states that a seat cannot tell from each other."""

    state: State
    other: State
    seat: int


def permuted(state: State, seat: int, rng: Stream, before: Sequence[State] = ()) -> tuple[Deal, list[str]]:
    """Another deal that the seat cannot tell from this one, and the moves that lead to the same place.

    Whoever has the states before this one saves a replay.
    """
    game, change = state.game, _exchange(state, seat, rng)
    layouts = list(state.deal.layouts)
    layout = list(layouts[state.round])
    line = state.deal.text.splitlines()[state.round]
    size = sum(word != "|" and "=" not in word for word in line.split())
    layouts[state.round] = tuple([change[card] for card in layout[:size]] + layout[size:])
    moves = []
    for (mover, move), then in zip(state.history, before or _course(state), strict=True):
        phase = then.vector_phase
        secret = phase in game.secret_phases and mover != seat and then.round == state.round
        moves.append(str(game.move(phase, change[move.code])) if secret else str(move))
    return Deal(game, tuple(layouts)), moves


def _course(state: State) -> list[State]:
    """The states before this one."""
    found = [state.deal.start()]
    for _, move in state.history:
        found.append(found[-1].play(move))
    return found[:-1]


def _exchange(state: State, seat: int, rng: Stream) -> list[int]:
    """For every card, the one that lies in its place in another world of the seat."""
    game = state.game
    view = observed(state, seat)
    cards, room, places = problem(game, view)
    world = np.zeros(PLACES, np.int64)
    draw_case(rng.word, cards, room, places, *cases_of(game, view, places), world)
    hidden = unseen_mask(cards, room, places)
    held = [int(state.vector[HAND + other]) & hidden for other in range(game.seats)]
    change = list(range(game.deck.size))
    left = hidden & ~sum(held)
    for place in range(places):
        real = held[place] if place < game.seats else _lowest_bits(left, int(room[place]))
        left &= ~real
        new = [card for card in range(game.deck.size) if int(world[place]) >> card & 1]
        rng.shuffle(new)
        for old, card in zip([c for c in range(game.deck.size) if real >> c & 1], new, strict=True):
            change[old] = card
    return change


def _lowest_bits(mask: int, number: int) -> int:
    result = 0
    for _ in range(number):
        result |= mask & -mask
        mask &= mask - 1
    return result


def twins(game: Game, seeds: Iterable[int] = range(5), seats: Sequence[int] | None = None) -> Iterator[Twins]:
    """Pairs of states that differ in nothing that a seat may know, by replaying with other hidden cards.

    Of a long game every other position is taken, or fewer. Where no seats are given, it is all of them.
    """
    rng, lookers = Stream.named("blindness"), range(game.seats) if seats is None else seats
    for seed in seeds:
        states = list(random_game(game, seed))
        last, every = states[0], 1 + len(states) // 100
        for ply, (before, state) in enumerate(pairwise([states[0], *states[:-1]])):
            if before.round != state.round:
                last = before  # the move after it ended a round: up to there two deals are the same
            for seat in lookers if ply % every == 0 else ():
                other = _replayed(last, *permuted(state, seat, rng, states[:ply]), seat)
                if other and (not game.legality_tells or other.turn == state.turn):
                    yield Twins(state, other, seat)


def _replayed(last: State, deal: Deal, moves: list[str], seat: int) -> State | None:
    """The state after the moves, beginning where deals part; None if hidden cards do not allow them."""
    state = deal.start()
    if last.ply:  # what was dealt by then is the same in both
        state = copy(last)
        state.deal = deal
    try:
        for move in moves[last.ply :]:
            state = state.play(move)
    except IllegalMove as error:
        require(
            last.game.legality_tells,
            say(
                "Seat {seat} does not conclude that a world cannot be: {error} "
                "Let unseen() or cases() leave it out, or say legality_tells = True.",
                seat=seat,
                error=error.said,
            ),
            state,
        )
        return None
    return state


def check_blindness(game: Game, seeds: Iterable[int] = range(5), least: int = 20) -> None:
    """Deal the hidden cards differently, replay the same moves: a seat sees the same, to the last bit."""
    compared = 0
    for pair in twins(game, seeds, (*range(game.seats), SPECTATOR)):
        compare(pair)
        compared += 1
    require(compared >= least, say("Only {compared} positions could be compared.", compared=compared))


def compare(pair: Twins) -> None:
    """What a seat sees of two states that it must not be able to tell from each other.

    The seeds of what is dealt later differ as well: nothing of them may show.
    """
    state, other, seat = pair
    here, there = (_seeded(one, n).view(seat, Stream(1)) for n, one in enumerate((state, other), 1))
    words = np.nonzero(here.vector != there.vector)[0].tolist()
    require(
        not words,
        say(
            "Seat {seat} sees hidden cards in the words {words} of its view, "
            "or does not conclude from them that a world cannot be.",
            seat=seat,
            words=str(words),
        ),
        state,
        other,
    )
    require(
        here.events == there.events,
        say("Seat {seat} sees hidden cards in its events.", seat=seat),
        state,
        other,
    )
    require(
        str(here) == str(there), say("render() shows hidden cards to seat {seat}.", seat=seat), here, there
    )
    for place in range(len(state.game.place_names())):
        same = here.known_in(place) == there.known_in(place)
        require(
            same,
            say("known_in({place}) shows hidden cards to seat {seat}.", place=place, seat=seat),
            here,
            there,
        )


def _seeded(state: State, number: int) -> State:
    """The same state, its later rounds dealt by another seed."""
    found = copy(state)
    found.vector = state.vector.copy()
    found.vector[SEED] = key("seeded", number)
    return found
