"""What a game says of itself: its claims, moves, names, texts and deals."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from kiebitz.errors import BadNotation, IllegalMove
from kiebitz.kernel.random import Stream, key
from kiebitz.kernel.state import SEED, WORDS
from kiebitz.rules.contract.complaints import SPECTATOR, BrokenContract, require
from kiebitz.rules.contract.tried import random_game
from kiebitz.rules.game import Game
from kiebitz.rules.records import Record
from kiebitz.rules.values import Deal
from kiebitz.sayings import Name, say


def check_claims(game: Game, seeds: Iterable[int] = range(15)) -> None:
    """Seats, length, rounds and points are within what the game claims."""
    low, high = game.point_range
    require(
        len(game.place_names()) >= game.seats,
        say("place_names() names fewer places than the game has seats."),
    )
    for seed in seeds:
        states = list(random_game(game, seed))
        end = states[-1]
        made = len(states) - 1
        require(
            made <= game.max_moves,
            say("A game had {made} moves; max_moves is {most}.", made=made, most=game.max_moves),
        )
        require(
            all(low <= points <= high for points in end.payoffs),
            say(
                "The points {points} are not within point_range, {low} to {high}.",
                points=str(end.payoffs),
                low=low,
                high=high,
            ),
            end,
        )
        require(
            sum(end.payoffs) == 0 or not game.is_zero_sum,
            say("is_zero_sum is True, but the points {points} do not add up to 0.", points=str(end.payoffs)),
            end,
        )
        shares = game.shares(np.array([end.payoffs]))[0]
        require(
            len(shares) == game.seats and all(0 <= share <= 1 for share in shares),
            say("shares() must give each seat a number from 0 to 1, not {shares}.", shares=str(shares)),
        )
        for state in states[:-1]:
            require(state.moves, say("The seat to move has no legal move."), state)
            require(0 <= state.turn < game.seats, say("The seat to move is {seat}.", seat=state.turn), state)
            require(
                0 <= state.round < game.rounds,
                say("Round {round} is beyond {rounds}.", round=state.round + 1, rounds=game.rounds),
                state,
            )


def check_moves(game: Game, most: int = 60) -> None:
    """Every legal move plays, every other is refused, and the state that was asked stays as it is."""
    for state in list(random_game(game, 1))[:most]:
        before = state.vector.copy()
        for seat in (*range(game.seats), SPECTATOR):
            require(
                str(state.view(seat)), say("render() has no text for the view of seat {seat}.", seat=seat)
            )
        for code in game.move_codes(state.vector_phase):
            move = game.move(state.vector_phase, code)
            try:
                state.play(move)
                played = True
            except IllegalMove:
                played = False
            require(
                played == (move in state.moves),
                say("{move} is legal and refused, or played all the same.", move=move),
            )
            require(
                (state.vector == before).all(),
                say("Playing {move} changed the state it was played in.", move=move),
            )
        try:
            game.read_move(state.vector_phase, "nonsense")
        except BadNotation:
            continue
        raise BrokenContract(say("read_move() takes the text 'nonsense' for a move."))


def check_names(game: Game) -> None:
    """The texts of cards and moves are read back, and no two moves of a phase have the same."""
    for card in game.deck.cards:
        found = game.deck.read(str(card)), game.deck.read(card[::-1])
        require(
            found == (card, card),
            say(
                "The card {card} is read back as {one} and {other}.", card=card, one=found[0], other=found[1]
            ),
        )
    for phase, name in enumerate(game.phases):
        for code in game.move_codes(phase):
            text = game.move(phase, code)
            again = game.read_move(phase, str(text)).code
            require(
                again == code,
                say(
                    "In the phase {name}, the text {text} means moves {code} and {again}.",
                    name=Name(name, "phase"),
                    text=repr(text),
                    code=code,
                    again=again,
                ),
            )
            require(
                " " not in text,
                say("The move {text} has a space in it, which separates moves in records.", text=repr(text)),
            )


def check_texts(game: Game, seeds: Iterable[int] = range(10)) -> None:
    """Deals and records are read back as they were; a replay ends with the same points."""
    for seed in seeds:
        *_, end = random_game(game, seed)
        again = Deal.read(game, end.deal.text)
        require(again == end.deal, say("The text of a deal does not give the deal back."), end.deal, again)
        record = Record.of(end, tuple(f"agent {seat}" for seat in range(game.seats)))
        require(
            Record.read(record.text) == record,
            say("The text of a record does not give it back."),
            record.text,
        )
        replay = again.start()
        for move in record.moves:
            replay = replay.play(move)
        require(
            Record.of(replay, record.players) == record, say("A record replays differently."), record.text
        )


def check_deals(game: Game, seeds: Iterable[int] = range(5)) -> None:
    """A deal read from its text plays as compiled code plays it: later rounds are dealt alike."""
    for seed in seeds:
        seed_key = key("contract", seed)
        rng, state = Stream.named("deals", seed), Deal.from_key(game, seed_key).start()
        vector = np.zeros(WORDS, np.int64)
        game.machine.begin(vector, seed_key, game.option_words)
        while not state.is_over:
            move = rng.choice(state.moves)
            state = state.play(move)
            game.kernels.play(vector, move.code)
            same = (np.delete(vector, SEED) == np.delete(state.vector, SEED)).all()
            require(same, say("After {move}, compiled play and the deal's text differ.", move=move), state)
