"""The drawn strategy graphs of Boerenbridge in plain Python, as nested questions about sets of cards."""

from __future__ import annotations

from kiebitz.agents.base import Agent
from kiebitz.cards import Card
from kiebitz.games.boerenbridge import RANKS
from kiebitz.games.boerenbridge.view import BoerenbridgeView
from kiebitz.rules.values import View

Cards = list[Card]


def rank(card: Card) -> int:
    return RANKS.index(card.rank)


def suits(cards: Cards) -> dict[str, Cards]:
    return {s: [c for c in cards if c.suit == s] for s in "HDCS" if any(c.suit == s for c in cards)}


class Table:
    """What a player thinks about: own cards, what others may have, what lies on the table."""

    def __init__(self, view: BoerenbridgeView) -> None:
        self.hand: Cards = list(view.hand)
        seen = set(self.hand) | set(view.played)
        if view.upcard:
            seen.add(view.upcard)
        self.others: Cards = [
            card
            for card in view.cards
            if card not in seen
            and any(
                view.held(s) and card.suit not in view.voids(s)
                for s in range(view.game.seats)
                if s != view.seat
            )
        ]
        self.trump = view.trump
        self.led = view.led
        self.best = view.best
        self.on_table = [card for _, card in view.trick]
        self.is_last = len(self.on_table) == view.game.seats - 1
        self.suit = [card for card in self.hand if card.suit == self.led]
        self.trumps = [card for card in self.hand if card.suit == self.trump]
        self.plain = [card for card in self.hand if card.suit != self.trump]
        self.other_trumps = [card for card in self.others if card.suit == self.trump]

    def worst(self) -> Cards:
        cards = self.plain or self.trumps
        low = min(map(rank, cards))
        return [next(c for s in "HDCS" for c in cards if c.suit == s and rank(c) == low)]

    def top_plain(self) -> Cards:
        tops = [
            max(cards, key=rank) for s, cards in suits(self.hand + self.others).items() if s != self.trump
        ]
        return [c for c in tops if rank(c) == max(map(rank, tops)) and c in self.hand]

    def trump_on_table(self) -> bool:
        return self.best is not None and self.best.suit == self.trump

    def winning_trumps(self) -> Cards:
        assert self.best
        return [c for c in self.trumps if not self.trump_on_table() or rank(c) > rank(self.best)]


def win(t: Table) -> Cards:
    """The cards that the win graph allows."""
    if t.led is None:
        if t.other_trumps:
            if t.trumps and max(map(rank, t.trumps)) > max(map(rank, t.other_trumps)):
                return [max(t.trumps, key=rank)]
            if t.top_plain():
                followed = [c for c in t.top_plain() if any(o.suit == c.suit for o in t.others)]
                return followed or t.worst()
        elif t.top_plain():
            return t.top_plain()
        pairs = [min(cards, key=rank) for cards in suits(t.hand).values() if len(cards) > 1]
        return pairs or t.worst()
    assert t.best
    if t.suit:
        if t.trump_on_table() and t.led != t.trump:
            return [min(t.suit, key=rank)]
        rivals = [c for c in t.others + t.on_table if c.suit == t.led]
        top = max(t.suit, key=rank)
        return [top if all(rank(top) > rank(c) for c in rivals) else min(t.suit, key=rank)]
    if not t.trumps:
        return t.worst()
    winning = t.winning_trumps()
    lowest_winning = [min(winning, key=rank)] if winning else t.worst()
    if t.is_last or not any(c.suit == t.led for c in t.others) or not t.other_trumps:
        return lowest_winning
    safe = [c for c in winning if all(rank(c) > rank(o) for o in t.other_trumps)]
    return [min(safe, key=rank)] if safe else t.worst()


def highest_plain(t: Table) -> Cards:
    if not t.plain:
        return [min(t.trumps, key=rank)]
    return [c for c in t.plain if rank(c) == max(map(rank, t.plain))]


def lose(t: Table) -> Cards:
    """The cards that the lose graph allows."""
    if t.led is None:
        return t.worst()
    assert t.best
    if t.suit:
        top = max(t.suit, key=rank)
        trumped = t.trump_on_table() and t.led != t.trump
        rivals = [c for c in t.others + t.on_table if c.suit == t.led]
        if trumped or any(rank(c) > rank(top) for c in rivals):
            return [top]
        ducks = [c for c in t.suit if rank(c) < rank(t.best)]
        return [max(ducks, key=rank) if ducks else min(t.suit, key=rank)]
    losing = [c for c in t.trumps if t.trump_on_table() and rank(c) < rank(t.best)]
    return [min(losing, key=rank)] if losing else highest_plain(t)


def allowed(view: BoerenbridgeView, stops: bool) -> Cards:
    """The cards that the graphs allow; ``stops``: lose once the guess is met."""
    guess = view.guesses[view.seat]
    assert guess is not None
    is_met = view.tricks_won[view.seat] >= guess
    return lose(Table(view)) if stops and is_met else win(Table(view))


def rule(view: BoerenbridgeView, threshold: float = 0.9) -> int:
    """The published guess, before the hook."""
    hand, cards = (
        [rank(c) + 13 * (c.suit == view.trump) for c in cards] for cards in (view.hand, view.cards)
    )
    ratio = (sum(hand) / len(hand)) / (sum(cards) / len(cards))
    return 0 if ratio < threshold else view.n // 4 if ratio < 1.1 else view.n // 2 if ratio < 1.3 else view.n


class FullKripke(Agent):
    """Win graph to the guess, then lose graph."""

    stops = True

    def act(self, view: View) -> str:
        assert isinstance(view, BoerenbridgeView)
        if view.phase == "play":
            return str(view.rng.choice(allowed(view, self.stops)))
        wanted = rule(view)
        near = [move for move in view.moves if abs(int(move) - wanted) <= 1]
        return str(wanted) if str(wanted) in view.moves else str(view.rng.choice(near))


class GreedyKripke(FullKripke):
    """The win graph always."""

    stops = False
