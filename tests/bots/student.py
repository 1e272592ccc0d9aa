"""Bots as students write them for the university's platform; nothing here knows of Kiebitz."""

# ruff: noqa: UP006, UP035, UP045

from random import Random
from typing import Optional, Tuple

from schnapsen.bots import RandBot
from schnapsen.deck import Rank, Suit
from schnapsen.game import (
    Bot,
    FollowerPerspective,
    GamePhase,
    GamePlayEngine,
    GameState,
    LeaderPerspective,
    Marriage,
    Move,
    PlayerPerspective,
    RegularMove,
    SchnapsenTrickScorer,
    TrumpExchange,
)


class Saver(Bot):
    """Rules of thumb: exchange, marry, lead low cards, win cheaply, keep trumps."""

    def __init__(self, rand: Random, name: Optional[str] = None) -> None:
        super().__init__(name)
        self.rng = rand
        self.exchanges = 0

    def get_move(self, perspective: PlayerPerspective, leader_move: Optional[Move]) -> Move:
        moves = perspective.valid_moves()
        scorer = SchnapsenTrickScorer()
        trump: Suit = perspective.get_trump_suit()
        if perspective.am_i_leader():
            for move in moves:
                if move.is_trump_exchange() or move.is_marriage():
                    return move
        regular = [move.as_regular_move() for move in moves if move.is_regular_move()]

        def cost(move: RegularMove) -> int:
            return scorer.rank_to_points(move.card.rank) + (12 if move.card.suit == trump else 0)

        if leader_move is not None:
            led = leader_move.cards[-1]
            winners = [
                move
                for move in regular
                if move.card.suit == led.suit
                and scorer.rank_to_points(move.card.rank) > scorer.rank_to_points(led.rank)
            ]
            if winners:
                return min(winners, key=cost)
        elif perspective.get_phase() == GamePhase.TWO and len(perspective.get_game_history()) % 2:
            return self.rng.choice(moves)
        opponent = perspective.get_known_cards_of_opponent_hand()
        if leader_move is None and len(opponent.filter_rank(Rank.ACE)) > 1:
            return max(regular, key=cost)
        return min(regular, key=cost)

    def notify_trump_exchange(self, move: TrumpExchange) -> None:
        self.exchanges += 1


class Deep(Bot):
    """Samples in phase one, searches to the end in phase two, all through the engine."""

    def __init__(self, rand: Random, samples: int = 3, tricks: int = 3, name: Optional[str] = None) -> None:
        super().__init__(name)
        self.rng, self.samples, self.tricks = rand, samples, tricks

    def get_move(self, perspective: PlayerPerspective, leader_move: Optional[Move]) -> Move:
        moves = perspective.valid_moves()
        if perspective.get_phase() == GamePhase.ONE:
            return max(moves, key=lambda move: self.sampled(perspective, leader_move, move))
        state, engine = perspective.get_state_in_phase_two(), perspective.get_engine()
        return self.value(state, engine, leader_move, True)[1]

    def sampled(self, perspective: PlayerPerspective, leader_move: Optional[Move], move: Move) -> float:
        total = 0.0
        for _ in range(self.samples):
            state = perspective.make_assumption(leader_move, self.rng)
            me, other = Fixed(move, self.rng), Fixed(leader_move, self.rng)
            bots = (me, other) if perspective.am_i_leader() else (other, me)
            state, _tricks = perspective.get_engine().play_at_most_n_tricks(
                state, bots[0], bots[1], self.tricks
            )
            mine = state.leader if state.leader.implementation is me else state.follower
            total += mine.score.direct_points + mine.score.pending_points
        return total

    def value(
        self, state: GameState, engine: GamePlayEngine, leader_move: Optional[Move], mine: bool
    ) -> Tuple[float, Move]:
        """The best value for whoever moves, in game points of the searching bot; small games only."""
        validator = engine.move_validator
        if leader_move is None:
            moves = list(validator.get_legal_leader_moves(engine, state))
        else:
            moves = list(validator.get_legal_follower_moves(engine, state, leader_move))
        best: Optional[Tuple[float, Move]] = None
        for move in moves:
            if leader_move is None and not move.is_trump_exchange():
                found = self.value(state, engine, move, not mine)[0]
            else:
                after = engine.play_one_trick(state, Fixed(leader_move, self.rng), Fixed(move, self.rng))
                found = self.settled(after, engine, mine)
            better = best is None or (found > best[0] if mine else found < best[0])
            if better:
                best = (found, move)
        assert best is not None
        return best

    def settled(self, after: GameState, engine: GamePlayEngine, follower_is_me: bool) -> float:
        """The value of a position after a trick that the follower, me or not, has answered."""
        remained = after.previous.leader_remained_leader
        i_lead = remained != follower_is_me
        winner = engine.trick_scorer.declare_winner(after)
        if winner:
            return winner[1] if i_lead else -winner[1]
        return self.value(after, engine, None, i_lead)[0]


class Fixed(RandBot):
    """A given first move, then any."""

    def __init__(self, first: Optional[Move], rand: Random) -> None:
        super().__init__(rand=rand)
        self.first = first

    def get_move(self, perspective: PlayerPerspective, leader_move: Optional[Move]) -> Move:
        if self.first is not None:
            move, self.first = self.first, None
            return move
        return super().get_move(perspective, leader_move)


class Curious(Bot):
    """Plays the first move, and looks at all that there is; what it has seen is in ``log``."""

    def __init__(self, inner: Bot, log: list) -> None:
        super().__init__("curious")
        self.inner, self.log = inner, log

    def get_move(self, perspective: PlayerPerspective, leader_move: Optional[Move]) -> Move:
        move = self.inner.get_move(perspective, leader_move)
        self.log.append((*look(perspective, leader_move), leader_move, move))
        for past, trick in perspective.get_game_history():
            lead = None if trick is None or trick.is_trump_exchange() else trick.leader_move
            self.log.append((look(past, lead, deep=False), trick, list(trick.cards) if trick else None))
        if isinstance(move, Marriage):
            self.log.append((move.suit, move.underlying_regular_move()))
        return move

    def notify_trump_exchange(self, move: TrumpExchange) -> None:
        self.log.append(("exchange", move))
        self.inner.notify_trump_exchange(move)

    def notify_game_end(self, won: bool, perspective: PlayerPerspective) -> None:
        self.log.append(("end", won, look(perspective, None, deep=False)))


def look(perspective: PlayerPerspective, leader_move: Optional[Move], deep: bool = True) -> list:
    """Everything that a perspective tells."""
    phase = perspective.get_phase()
    known = perspective.get_known_cards_of_opponent_hand()
    seen = sorted(card.name for card in perspective.seen_cards(leader_move))
    found = [
        type(perspective).__name__, phase, perspective.am_i_leader(), perspective.get_hand(),
        perspective.get_my_score(), perspective.get_opponent_score(), perspective.get_won_cards(),
        perspective.get_opponent_won_cards(), perspective.get_trump_suit(), perspective.get_trump_card(),
        perspective.get_talon_size(), known, seen,
    ]  # fmt: skip
    if isinstance(perspective, (LeaderPerspective, FollowerPerspective)) and deep:
        found.append(perspective.valid_moves())
        state = perspective.make_assumption(leader_move, Random(7))
        found += [state.leader.hand, state.leader.score, state.leader.won_cards]
        found += [state.follower.hand, state.follower.score, state.follower.won_cards, state.talon]
    return found
