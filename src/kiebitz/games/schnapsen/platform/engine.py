"""The platform's engine: asks bots and keeps the history; the rules are our kernels."""

from __future__ import annotations

from dataclasses import dataclass, fields
from random import Random
from typing import Any

from kiebitz.games.schnapsen import rules as r
from kiebitz.games.schnapsen.platform.moves import Move, RegularMove, TrumpExchange
from kiebitz.games.schnapsen.platform.parts import (
    DeckGenerator,
    HandGenerator,
    MoveValidator,
    Part,
    SchnapsenDeckGenerator,
    SchnapsenHandGenerator,
    SchnapsenMoveValidator,
    SchnapsenTrickScorer,
)
from kiebitz.games.schnapsen.platform.perspective import (
    FollowerPerspective,
    LeaderPerspective,
    LoserPerspective,
    WinnerPerspective,
)
from kiebitz.games.schnapsen.platform.pieces import GamePhase, Score
from kiebitz.games.schnapsen.platform.players import Bot, MoveRequester, SimpleMoveRequester, ask
from kiebitz.games.schnapsen.platform.state import GameState
from kiebitz.games.schnapsen.platform.tricks import dealt, exchanged, played


class TrickImplementer(Part):
    def play_trick(self, game_engine: GamePlayEngine, game_state: GameState) -> GameState:
        raise NotImplementedError

    def play_trick_with_fixed_leader_move(
        self, game_engine: GamePlayEngine, game_state: GameState, leader_move: Move
    ) -> GameState:
        raise NotImplementedError


class SchnapsenTrickImplementer(TrickImplementer):
    """Asks both bots and plays their moves."""

    def play_trick(self, game_engine: GamePlayEngine, game_state: GameState) -> GameState:
        lead = self.get_leader_move(game_engine, game_state)
        return self.play_trick_with_fixed_leader_move(game_engine, game_state, lead)

    def play_trick_with_fixed_leader_move(
        self, game_engine: GamePlayEngine, game_state: GameState, leader_move: Move
    ) -> GameState:
        if isinstance(leader_move, TrumpExchange):
            state = exchanged(game_state)
            for bot in _both(game_state):
                bot.notify_trump_exchange(leader_move)
            return state
        return played(game_state, leader_move, self.get_follower_move(game_engine, game_state, leader_move))

    def play_trump_exchange(self, game_state: GameState, trump_exchange: TrumpExchange) -> None:
        """Change a position: the leader exchanges the trump jack, and both bots are told."""
        jack, leader = trump_exchange.jack, game_state.leader
        assert jack.suit is game_state.trump_suit, f"{jack} is not the trump jack."
        leader.hand.remove(jack)
        leader.hand.add(game_state.talon.trump_exchange(jack))
        for bot in (leader.implementation, game_state.follower.implementation):
            bot.notify_trump_exchange(trump_exchange)

    def get_leader_move(self, game_engine: GamePlayEngine, game_state: GameState) -> Move:
        bot = _both(game_state)[0]
        perspective = LeaderPerspective(game_state, game_engine)
        move = game_engine.request(bot, game_state, True, perspective, None)
        if move not in game_state.moves(None):
            raise Exception(f"The leader {bot} played the illegal move {move}.")
        return move

    def get_follower_move(
        self, game_engine: GamePlayEngine, game_state: GameState, leader_move: Move
    ) -> RegularMove:
        bot = _both(game_state)[1]
        perspective = FollowerPerspective(game_state, game_engine, leader_move)
        move = game_engine.request(bot, game_state, False, perspective, leader_move)
        if move not in game_state.moves(leader_move):
            raise Exception(f"The follower {bot} played the illegal move {move}.")
        return move.as_regular_move()


def _both(state: GameState) -> tuple[Bot, Bot]:
    """Leader and follower."""
    bots = state.bots
    return bots if state.vector[r.LEADER] == 0 else bots[::-1]


@dataclass
class GamePlayEngine(Part):
    """Plays games of bots. Of its parts only the move requester may differ from the usual one."""

    deck_generator: DeckGenerator
    hand_generator: HandGenerator
    trick_implementer: SchnapsenTrickImplementer
    move_requester: MoveRequester
    move_validator: MoveValidator
    trick_scorer: SchnapsenTrickScorer

    def __post_init__(self) -> None:
        for name, usual in PARTS.items():
            if type(getattr(self, name)) is not usual:
                raise TypeError(
                    f"Kiebitz plays by its own rules: an engine's {name} must be a {usual.__name__}, "
                    f"not a {type(getattr(self, name)).__name__}."
                )

    def play_game(self, bot1: Bot, bot2: Bot, rng: Random) -> tuple[Bot, int, Score]:
        """A game of two bots, of which the first leads: winner, game points, the winner's score."""
        return self.play_game_from_state(self._deal(bot1, bot2, rng), None)

    def play_game_from_state_with_new_bots(
        self, game_state: GameState, new_leader: Bot, new_follower: Bot, leader_move: Move | None
    ) -> tuple[Bot, int, Score]:
        return self.play_game_from_state(
            game_state.copy_with_other_bots(new_leader, new_follower), leader_move
        )

    def play_game_from_state(self, game_state: GameState, leader_move: Move | None) -> tuple[Bot, int, Score]:
        state, points = game_state, 0
        while not points:
            state = self._next(state, leader_move)
            leader_move = None
            points = state.game_points
        winner, loser = _both(state)
        score = WinnerPerspective(state, self).get_my_score()
        winner.notify_game_end(won=True, perspective=WinnerPerspective(state, self))
        loser.notify_game_end(won=False, perspective=LoserPerspective(state, self))
        return winner, points, score

    def play_one_trick(self, game_state: GameState, new_leader: Bot, new_follower: Bot) -> GameState:
        """The position after one trick, or one exchange, of new bots."""
        return self._next(game_state.copy_with_other_bots(new_leader, new_follower), None)

    def play_at_most_n_tricks(
        self, game_state: GameState, new_leader: Bot, new_follower: Bot, n: int
    ) -> tuple[GameState, int]:
        """The position after n tricks, or where the game ends before; and how many there were."""
        assert n >= 0, f"{n} tricks cannot be played."
        state, tricks = game_state.copy_with_other_bots(new_leader, new_follower), 0
        while tricks < n:
            state = self._next(state, None)
            tricks += 1
            if state.game_points:
                break
        return state, tricks

    def get_random_phase_two_state(self, rng: Random) -> GameState:
        """A position at the start of phase two that random play has led to."""
        from kiebitz.games.schnapsen.platform.bots import RandBot

        while True:
            state = self._deal(RandBot(rng), RandBot(rng), rng)
            while state.game_phase() is GamePhase.ONE and not state.game_points:
                state = self._next(state, None)
            if not state.game_points:
                return state

    def request(
        self,
        bot: Bot,
        state: GameState,
        leading: bool,
        perspective: LeaderPerspective | FollowerPerspective,
        leader_move: Move | None,
    ) -> Move:
        """A bot's move, by the engine's move requester."""
        if type(self.move_requester) is SimpleMoveRequester:
            return ask(bot, perspective, leader_move)
        side = state.leader if leading else state.follower
        return self.move_requester.get_move(side, perspective, leader_move)

    def _next(self, state: GameState, leader_move: Move | None) -> GameState:
        if leader_move is None:
            return self.trick_implementer.play_trick(self, state)
        return self.trick_implementer.play_trick_with_fixed_leader_move(self, state, leader_move)

    def _deal(self, bot1: Bot, bot2: Bot, rng: Random) -> GameState:
        deck = self.deck_generator.shuffle_deck(self.deck_generator.get_initial_deck(), rng)
        codes = [card.code for card in deck]
        return dealt([*codes[0:10:2], *codes[1:10:2], *codes[10:]], (bot1, bot2))

    def __repr__(self) -> str:
        parts = ", ".join(f"{part.name}={getattr(self, part.name)}" for part in fields(self))
        return f"GamePlayEngine({parts})"


PARTS: dict[str, Any] = {
    "deck_generator": SchnapsenDeckGenerator,
    "hand_generator": SchnapsenHandGenerator,
    "trick_implementer": SchnapsenTrickImplementer,
    "move_validator": SchnapsenMoveValidator,
    "trick_scorer": SchnapsenTrickScorer,
}


class SchnapsenGamePlayEngine(GamePlayEngine):
    """The usual engine."""

    def __init__(self) -> None:
        parts = {name: part() for name, part in PARTS.items()}
        super().__init__(move_requester=SimpleMoveRequester(), **parts)

    def __repr__(self) -> str:
        return super().__repr__()
