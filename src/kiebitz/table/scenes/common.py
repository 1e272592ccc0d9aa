"""What the scenes of all games share."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from kiebitz.cards import Card
from kiebitz.rules.values import Move, View

Text = tuple[str | int, ...]
"""A key and its values, to be said by the page."""


@dataclass
class Place:
    """A player as the viewer sees him: known cards, how many there are, and what to say about him."""

    seat: int
    count: int
    cards: list[str] = field(default_factory=list)
    badges: list[Text] = field(default_factory=list)


@dataclass
class Pile:
    """Cards that lie somewhere: the stock with the card under it, the skat, what is out of play."""

    kind: str
    count: int
    cards: list[str] = field(default_factory=list)
    closed: bool = False


@dataclass
class Trick:
    """Cards on the table in the order of play, and who is winning or has won."""

    cards: list[tuple[int, str]] = field(default_factory=list)
    best: int = -1


@dataclass
class Scene:
    """What a page draws."""

    places: list[Place]
    hand: list[str]
    facts: list[Text] = field(default_factory=list)
    trump: str = ""
    trick: Trick = field(default_factory=Trick)
    last_trick: Trick | None = None
    piles: list[Pile] = field(default_factory=list)
    bout: list[tuple[str, str | None]] = field(default_factory=list)
    reasons: dict[str, Text] = field(default_factory=dict)
    """Why a card of the own hand may not be played now."""
    totals: list[int] = field(default_factory=list)

    def as_dict(self, view: View) -> dict[str, Any]:
        moves = list(view.moves)
        return {
            "game": view.game.name,
            "viewer": view.seat,
            "turn": view.turn,
            "phase": view.phase,
            "over": view.is_over,
            "seats": [{**vars(place), "name": view.game.seat_name(place.seat)} for place in self.places],
            "hand": self.hand,
            "facts": self.facts,
            "trump": self.trump,
            "trick": vars(self.trick),
            "last_trick": vars(self.last_trick) if self.last_trick else None,
            "piles": [vars(pile) for pile in self.piles],
            "bout": self.bout,
            "moves": [{"move": str(move), "card": card_of(view, move)} for move in moves],
            "reasons": self.reasons,
            "totals": self.totals,
            "payoffs": list(view.payoffs) if view.is_over else None,
        }


def card_of(view: View, move: Move) -> str | None:
    """The card of the own hand that a move plays, None for moves that are no cards."""
    find = getattr(view, "card", None)
    card = find(move) if find else (move if str(move) in view.game.deck.cards else None)
    return str(card) if card is not None else None


def texts(cards: Iterable[Card]) -> list[str]:
    return [str(card) for card in cards]


def tricks_of(view: View, size: int, others: frozenset[str] = frozenset()) -> list[Trick]:
    """The complete tricks of all rounds; ``best`` is who led next, -1 where nobody did.

    ``others`` are moves of the same phase that play no card.
    """
    tricks: list[Trick] = []
    cards: list[tuple[int, str]] = []
    number = 0
    for event in view.events:
        if event.seat >= 0 and event.phase == "play" and event.move and event.move not in others:
            if not cards and tricks and tricks[-1].best < 0:
                tricks[-1].best = event.seat
            cards.append((event.seat, str(event.move)))
            if len(cards) == size:
                tricks.append(Trick(cards))
                cards = []
        if event.round != number:  # a round may end in the middle of a trick
            number, cards = event.round, []
    return tricks


def plain_scene(view: View) -> Scene:
    """A scene of any game: the hands as far as they are known, and the legal moves."""
    places = [
        Place(seat, len(view.hand_of(seat)), texts(view.hand_of(seat))) for seat in range(view.game.seats)
    ]
    return Scene(places, texts(view.hand) if view.seat >= 0 else [], [("round", view.round + 1)])
