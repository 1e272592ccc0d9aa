"""The probability-utility bots of the published comparison, as they were run: slips included.

All play a rule in phase one and, but for PU itself, alpha-beta in phase two. The letters: A alpha-beta,
F a rule for following, R a risk factor, O the opponent's known cards. What was run differs from what
was meant: the risk factor is the same for all moves and so changes none; O returns its first move, which is
the card held longest; AO in addition swaps leading and following.
"""

from __future__ import annotations

from math import comb
from random import Random

from kiebitz.games.schnapsen.platform.bots import AlphaBetaBot
from kiebitz.games.schnapsen.platform.deck import CARDS, Card, Rank
from kiebitz.games.schnapsen.platform.moves import Move
from kiebitz.games.schnapsen.platform.perspective import PlayerPerspective
from kiebitz.games.schnapsen.platform.pieces import GamePhase
from kiebitz.games.schnapsen.platform.players import Bot

NAMES = ("PU", "PU_A", "PU_AF", "PU_AO", "PU_AR", "PU_AFR", "PU_AFO", "PU_ARO", "PU_AFRO")
HAND = 5  # cards that the opponent is thought to draw from the unseen ones


class PublishedBot(Bot):
    """One of the family, by its published name."""

    def __init__(self, name: str, rand: Random) -> None:
        super().__init__(name)
        self.rand = rand
        self.letters = name.removeprefix("PU").removeprefix("_")
        self.endgame = AlphaBetaBot() if "A" in self.letters else None

    def get_move(self, perspective: PlayerPerspective, leader_move: Move | None) -> Move:
        moves = perspective.valid_moves()
        if perspective.get_phase() is GamePhase.TWO:
            return (
                self.endgame.get_move(perspective, leader_move) if self.endgame else self.rand.choice(moves)
            )
        if self.letters == "AO":
            return moves[0] if leader_move else self.rand.choice(moves)
        if leader_move:
            return follow(perspective, leader_move) if "F" in self.letters else self.rand.choice(moves)
        return moves[0] if "O" in self.letters else lead(perspective, moves)


def lead(perspective: PlayerPerspective, moves: list[Move]) -> Move:
    """The card with the best chance to be the highest of its suit, by its points."""
    points = perspective.get_engine().trick_scorer.rank_to_points
    seen = perspective.seen_cards(None).get_cards()
    unseen = [card for card in CARDS if card not in seen]
    best, most = moves[0], 0.0
    for move in moves:
        if not move.is_regular_move():
            continue
        card = move.cards[0]
        higher = sum(other.suit is card.suit and other.code > card.code for other in unseen)
        utility = stands(len(unseen), higher) / points(card.rank)
        if utility > most:
            best, most = move, utility
    return best


def stands(unseen: int, higher: int) -> float:
    """The chance that five of the unseen cards contain none of the higher ones.

    >>> stands(14, 0), round(stands(14, 1), 4), stands(4, 0)
    (1.0, 0.6429, 0.0)
    """
    # One division, correctly rounded: some cards tie exactly, and then the first in the hand counts.
    return comb(unseen - higher, HAND) / comb(unseen, HAND) if unseen >= HAND else 0.0


def follow(perspective: PlayerPerspective, leader_move: Move) -> Move:
    """Cheap cards on trumps, else the first winner of the suit, else a trump on a ten or ace."""
    moves = {move.cards[0]: move for move in perspective.valid_moves()}
    return moves[_answer(perspective, list(moves), leader_move.cards[-1])]


def _answer(perspective: PlayerPerspective, hand: list[Card], led: Card) -> Card:
    trump = perspective.get_trump_suit()
    others = [card for card in hand if card.suit is not trump]
    winners = [card for card in hand if card.suit is led.suit and card.code > led.code]
    cheapest = min(others, key=lambda card: card.code % 5)
    if led.suit is trump:
        for ranks in ((Rank.JACK,), (Rank.QUEEN, Rank.KING)):
            low = [card for card in others if card.rank in ranks]
            if low:
                return low[0]
        return winners[0] if winners else cheapest
    trumps = [card for card in hand if card.suit is trump]
    if winners:
        return winners[0]
    if led.rank in (Rank.ACE, Rank.TEN) and trumps:
        return min(trumps, key=lambda card: card.code % 5)
    return cheapest
