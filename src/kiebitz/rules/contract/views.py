"""Views: what they leave open is true, can be completed, and becomes less."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import pairwise

import numpy as np

from kiebitz.kernel.random import Stream, pick
from kiebitz.kernel.state import HAND, TURN, WORDS
from kiebitz.kernel.vectors import Vector
from kiebitz.kernel.worlds import MOST_CASES, count_cases
from kiebitz.rules.contract.complaints import SPECTATOR, require
from kiebitz.rules.contract.invariants import PLACES
from kiebitz.rules.contract.tried import corpus, random_game
from kiebitz.rules.game import Game
from kiebitz.rules.values import State
from kiebitz.sayings import say


def observed(state: State, seat: int) -> Vector:
    """The vector of a view."""
    view = np.zeros(WORDS, np.int64)
    state.game.kernels.observe(state.vector, seat, view)
    return view


def problem(game: Game, view: Vector) -> tuple[Vector, Vector, int]:
    """The places of a view: possible cards, room, number of places."""
    cards, room = np.zeros(PLACES, np.int64), np.zeros(PLACES, np.int64)
    places = int(game.kernels.unseen(view, cards, room))
    return cards, room, places


def cases_of(game: Game, view: Vector, places: int) -> tuple[Vector, int]:
    """The cases into which the worlds of a view fall: the cards that places lack in each; how many."""
    lacks = np.zeros((MOST_CASES, places), np.int64)
    return lacks, int(game.kernels.cases(view, lacks))


def number_of_worlds(game: Game, view: Vector) -> float:
    cards, room, places = problem(game, view)
    return float(count_cases(cards, room, places, *cases_of(game, view, places)))


def unseen_mask(cards: Vector, room: Vector, places: int) -> int:
    """All cards that a view does not see."""
    mask = 0
    for place in range(places):
        mask |= int(cards[place]) if room[place] else 0
    return mask


def check_completions(game: Game, seeds: Iterable[int] = range(8)) -> None:
    """A completed view gives the view back, and can be played to its end."""
    rng = Stream.named("soundness")
    world, again = np.zeros(WORDS, np.int64), np.zeros(WORDS, np.int64)
    for number, state in enumerate(corpus(game, seeds)):
        for seat in (*range(game.seats), SPECTATOR):
            view = observed(state, seat)
            game.kernels.complete(view, rng.word, world)
            game.kernels.observe(world, seat, again)
            words = np.nonzero(again != view)[0].tolist()
            require(
                not words,
                say(
                    "A completed view of seat {seat} looks different to it in the words {words}.",
                    seat=seat,
                    words=str(words),
                ),
                state,
            )
        if number % game.rounds == 0:  # a unit with many rounds takes long
            play_out(game, world, rng)


def play_out(game: Game, vector: Vector, rng: Stream) -> None:
    """Random moves to the end, in place; the points must be within the claims."""
    for _ in range(game.max_moves):
        if vector[TURN] < 0:
            break
        mask = int(game.kernels.legal(vector))
        require(mask, say("A completed view leads to a position without a legal move."))
        game.kernels.play(vector, pick(rng.word, mask))
    require(vector[TURN] < 0, say("A completed view is not over after {most} moves.", most=game.max_moves))
    points = [int(game.kernels.payoff(vector, seat)) for seat in range(game.seats)]
    low, high = game.point_range
    within = all(low <= one <= high for one in points)
    require(
        within,
        say(
            "A completed view ends with the points {points}, which are not within {low} to {high}.",
            points=str(points),
            low=low,
            high=high,
        ),
    )


def check_truth(game: Game, seeds: Iterable[int] = range(8)) -> None:
    """The cards of every hand are among those that a view says may lie there, and as many."""
    for state in corpus(game, seeds):
        for seat in (*range(game.seats), SPECTATOR):
            view = observed(state, seat)
            cards, room, places = problem(game, view)
            hidden = unseen_mask(cards, room, places)
            require(
                hidden.bit_count() == room[:places].sum(),
                say(
                    "For seat {seat} the places have room for {room} cards, but {n} are unseen.",
                    seat=seat,
                    room=int(room[:places].sum()),
                    n=hidden.bit_count(),
                ),
                state,
            )
            for other in range(game.seats):
                held = int(state.vector[HAND + other]) & hidden
                require(
                    held.bit_count() == room[other] and held & ~int(cards[other]) == 0,
                    say("For seat {seat}, seat {other} cannot hold what it holds.", seat=seat, other=other),
                    state,
                )
            lacks, cases = cases_of(game, view, places)
            hands = state.vector[HAND : HAND + game.seats]
            true = [case for case in range(cases) if not (lacks[case, : game.seats] & hands).any()]
            require(
                not cases or true,
                say("For seat {seat}, no case of cases() is the real one.", seat=seat),
                state,
            )


def check_learning(game: Game, seeds: Iterable[int] = range(4)) -> None:
    """Within a round, worlds become fewer. A secret move (a discard) starts anew."""
    for seed in seeds:
        for seat in range(game.seats):
            for before, after in pairwise(random_game(game, seed)):
                secret = before.vector_phase in game.secret_phases
                if after.is_over or before.round != after.round or secret:
                    continue
                fewer = _orders(game, after, seat) <= _orders(game, before, seat) * (1 + 1e-9)
                require(fewer, say("Seat {seat} knows less after a move than before it.", seat=seat), after)


def _orders(game: Game, state: State, seat: int) -> float:
    """The worlds, with the order of what is drawn from."""
    view = observed(state, seat)
    _, room, places = problem(game, view)
    stock = int(room[game.seats : places].sum())
    return number_of_worlds(game, view) * math.factorial(stock)
