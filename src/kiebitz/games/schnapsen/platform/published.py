"""The probability-utility bots of the published comparison, step by step as they were run: slips included.

All play a rule in phase one and, but for PU itself, alpha-beta in phase two. The letters: A alpha-beta,
F a rule for following, R a risk factor, O the opponent's known cards. The printed program is that of AFRO;
a bot with fewer letters leaves out their steps. The slips are steps too, each marked where it stands: the
test for an exchange is not called, the cards to fear are replaced where more should be added, the risk
factor is the same for all moves, and AO takes the leader for the follower.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from kiebitz.games.schnapsen.platform.bots import AlphaBetaBot, RandBot
from kiebitz.games.schnapsen.platform.deck import CARDS, Card, Rank
from kiebitz.games.schnapsen.platform.moves import Move
from kiebitz.games.schnapsen.platform.perspective import PlayerPerspective
from kiebitz.games.schnapsen.platform.pieces import GamePhase
from kiebitz.games.schnapsen.platform.players import Bot

NAMES = ("PU", "PU_A", "PU_AF", "PU_AO", "PU_AR", "PU_AFR", "PU_AFO", "PU_ARO", "PU_AFRO")


class PublishedBot(Bot):
    """One of the family, by its published name: two stages, each a bot of its own."""

    def __init__(self, name: str, rand: Random) -> None:
        super().__init__(name)
        letters = name.removeprefix("PU").removeprefix("_")
        self.phase_one = UtilityBot(letters, rand)
        self.phase_two: Bot = AlphaBetaBot() if "A" in letters else RandBot(rand)

    def get_move(self, perspective: PlayerPerspective, leader_move: Move | None) -> Move:
        stage = self.phase_one if perspective.get_phase() is GamePhase.ONE else self.phase_two
        return stage.get_move(perspective, leader_move)


class UtilityBot(Bot):
    """The rule of phase one: a utility on lead, and the rule F or chance in answer."""

    def __init__(self, letters: str, rand: Random) -> None:
        super().__init__()
        self.letters = letters
        self.rand = rand

    def get_move(self, perspective: PlayerPerspective, leader_move: Move | None) -> Move:
        leads = leader_move is None
        if self.letters == "AO":
            leads = leader_move is not None  # the slip of AO: this is when it follows
        if leads:
            return self.lead(perspective)
        if leader_move is not None and "F" in self.letters:
            return follow(perspective, leader_move)
        return self.rand.choice(perspective.valid_moves())

    def lead(self, perspective: PlayerPerspective) -> Move:
        """Marriages and exchanges first with O; then the move with the best utility."""
        moves = perspective.valid_moves()
        if "O" in self.letters:
            for move in moves:
                if move.is_marriage() or move.is_trump_exchange:  # type: ignore[truthy-function]
                    return move  # always the first: the test names a method and does not call it
        else:
            moves = [move for move in moves if move.is_regular_move()]
        risk = risk_factor(perspective) if "R" in self.letters else 1.0
        chosen, best = moves[0], float("-inf")
        for move in moves:
            utility = self.utility(perspective, move) * risk  # one factor for all changes no choice
            if utility > best:
                chosen, best = move, utility
        return chosen

    def utility(self, perspective: PlayerPerspective, move: Move) -> float:
        """The chance that nothing beats the move's card, divided by its points."""
        card = move.cards[1] if move.is_marriage() else move.cards[0]
        seen = perspective.seen_cards(None).get_cards()
        known = perspective.get_known_cards_of_opponent_hand().get_cards() if "O" in self.letters else []
        unseen = [other for other in CARDS if other not in seen and other not in known]
        dangerous = higher(perspective, unseen, card)
        if "O" in self.letters:
            dangerous = higher(perspective, known, card)  # in place of the others, not in addition
        return probability(len(unseen), len(dangerous)) / worth(perspective, card)


def worth(perspective: PlayerPerspective, card: Card) -> int:
    """The points of a card."""
    return perspective.get_engine().trick_scorer.rank_to_points(card.rank)


def higher(perspective: PlayerPerspective, cards: Iterable[Card], card: Card) -> list[Card]:
    """The cards that beat a card within its suit."""
    least = worth(perspective, card)
    return [other for other in cards if other.suit is card.suit and worth(perspective, other) > least]


def probability(unseen: int, dangerous: int) -> float:
    """The chance that five of the unseen cards contain none of the dangerous ones, factor by factor.

    >>> probability(14, 0), round(probability(14, 1), 4), probability(4, 0)
    (1.0, 0.6429, 0.0)
    """
    if unseen < 5:
        return 0.0
    u, d = unseen, dangerous
    # The order of the operations is the program's: where utilities tie, the last bit decides.
    chance = (u - d) / u
    for k in range(1, 5):
        chance = chance * (u - d - k) / (u - k)
    return chance


def risk_factor(perspective: PlayerPerspective) -> float:
    """Above 1 when behind, below 1 when ahead; points that wait for a trick count."""
    mine, theirs = perspective.get_my_score(), perspective.get_opponent_score()
    own, other = mine.direct_points + mine.pending_points, theirs.direct_points + theirs.pending_points
    ahead = own - other
    if other >= 50:
        return 1.8 if ahead <= -20 else 1.3
    if own >= 50:
        return 0.5 if ahead >= 20 else 0.8
    for least, factor in ((20, 0.7), (10, 0.85)):
        if ahead >= least:
            return factor
    for most, factor in ((-20, 1.5), (-10, 1.25)):
        if ahead <= most:
            return factor
    return 1.0


def follow(perspective: PlayerPerspective, leader_move: Move) -> Move:
    """The rule F: cheap cards on trumps, else the first winner of the suit, else a trump on a ten or ace."""
    led = leader_move.cards[1] if leader_move.is_marriage() else leader_move.cards[0]
    trump = perspective.get_trump_suit()
    moves = perspective.valid_moves()
    trumps = [move for move in moves if move.cards[0].suit is trump]
    others = [move for move in moves if move.cards[0].suit is not trump]
    winners = [move for move in moves if higher(perspective, move.cards, led)]
    if led.suit is trump:
        for ranks in ((Rank.JACK,), (Rank.QUEEN, Rank.KING)):
            for move in others:
                if move.cards[0].rank in ranks:
                    return move
        return winners[0] if winners else cheapest(perspective, others)
    if winners:
        return winners[0]
    if led.rank in (Rank.ACE, Rank.TEN) and trumps:
        return cheapest(perspective, trumps)
    return cheapest(perspective, others)


def cheapest(perspective: PlayerPerspective, moves: list[Move]) -> Move:
    """The move with the fewest points, the first of several."""
    return min(moves, key=lambda move: worth(perspective, move.cards[0]))
