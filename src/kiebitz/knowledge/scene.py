"""A scene: what one viewer sees of a game, as plain data that a page can draw and a program can read.

A scene is made from a view and from nothing else, so it cannot show what its viewer may not know. What is
said in it are sayings, which the page says in the reader's language.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from kiebitz.cards import Card, CardSet
from kiebitz.knowledge.places.problem import Problem
from kiebitz.rules.parts import Part
from kiebitz.rules.tricks import card_of, played
from kiebitz.rules.values import View
from kiebitz.sayings import Name, Saying, say

Face = Literal["stack", "row", "up", "down"]
"""How a pile lies: a stack to draw from, with what is turned up below it; cards side by side; a heap with its
last card on top, or with its back up."""


@dataclass(frozen=True)
class Fact:
    """Something to say about the game or a player. Pages style and pick by ``kind``, and show ``said``."""

    kind: str
    said: Saying
    at_end: bool = False
    """Does it belong to the result and to the score sheet?"""

    def as_dict(self) -> dict[str, Any]:
        return {"kind": self.kind, "said": self.said.as_json(), "at_end": self.at_end}


@dataclass
class SeatScene:
    """A player as the viewer sees him: known cards, how many there are, and what to say about him."""

    seat: int
    count: int
    cards: list[str] = field(default_factory=list)
    badges: list[Fact] = field(default_factory=list)
    open: bool = False
    """Do the cards lie open, by the rules or because the viewer may see all? Else knowing them is an aid."""


@dataclass
class Pile:
    """Cards that lie somewhere: a stock with the card under it, a skat, what is out of play."""

    kind: str
    count: int
    cards: list[str] = field(default_factory=list)
    face: Face = "stack"
    said: Saying | None = None
    """What stands below it; without it, its kind and how many cards there are."""

    def as_dict(self) -> dict[str, Any]:
        said = self.said or say("{place}, {n} {n:card|cards}", place=Name(self.kind, "place"), n=self.count)
        return vars(self) | {"said": said.as_json()}


@dataclass
class Trick:
    """Cards on the table in the order of play, and who is winning or has won."""

    cards: list[tuple[int, str]] = field(default_factory=list)
    best: int = -1


@dataclass
class Scene:
    """What a page draws."""

    seats: list[SeatScene]
    hand: list[str]
    facts: list[Fact] = field(default_factory=list)
    trump: str = ""
    trick: Trick = field(default_factory=Trick)
    last_trick: Trick | None = None
    piles: list[Pile] = field(default_factory=list)
    middle: dict[str, Any] = field(default_factory=dict)
    """What the game's own page draws in the middle, by names that it knows; plain data."""
    reasons: dict[str, Saying] = field(default_factory=dict)
    """Why a card of the own hand may not be played now."""
    totals: list[int] = field(default_factory=list)
    begins: bool = False
    """Does a trick, or whatever a game has in its place, begin here? Replays step from one to the next."""

    def as_dict(self, view: View) -> dict[str, Any]:
        """The scene as plain data, with what every game says of a view."""
        return {
            "game": view.game.name,
            "viewer": view.seat,
            "turn": view.turn,
            "phase": view.phase,
            "over": view.is_over,
            "seats": [_seat(view, place) for place in self.seats],
            "hand": self.hand,
            "facts": [fact.as_dict() for fact in self.facts],
            "trump": self.trump,
            "trick": vars(self.trick),
            "last_trick": vars(self.last_trick) if self.last_trick else None,
            "piles": [pile.as_dict() for pile in self.piles],
            "middle": self.middle,
            "moves": [{"move": str(move), "card": _text(card_of(view, move))} for move in view.moves],
            "reasons": {card: reason.as_json() for card, reason in self.reasons.items()},
            "totals": self.totals,
            "payoffs": list(view.payoffs) if view.is_over else None,
        }


def _seat(view: View, place: SeatScene) -> dict[str, Any]:
    badges = [badge.as_dict() for badge in place.badges]
    return vars(place) | {"name": view.game.seat_name(place.seat), "badges": badges}


def _text(card: Card | None) -> str | None:
    return None if card is None else str(card)


def texts(cards: Iterable[Card]) -> list[str]:
    return [str(card) for card in cards]


# -- tricks ----------------------------------------------------------------------------------------------


@dataclass
class Tricks:
    """What was played in tricks: the complete ones of all rounds, and the one on the table."""

    done: list[Trick] = field(default_factory=list)
    lying: Trick = field(default_factory=Trick)
    earlier: int = 0
    """How many of them belong to earlier rounds."""

    @property
    def last(self) -> Trick | None:
        return self.done[-1] if self.done else None


def tricks_of(view: View) -> Tricks:
    """The tricks that a view has seen. Whoever leads next has won a trick; of some nobody can tell, -1.

    >>> from kiebitz.rules.registry import game
    >>> state = game("boerenbridge").deal(seed=1)
    >>> while state.phase != "play" or len(tricks_of(state.view(0)).done) < 2:
    ...     state = state.play(state.moves[0])
    >>> first, second = tricks_of(state.view(0)).done
    >>> first.best == second.cards[0][0], second.best == state.turn
    (True, True)
    """
    found, number, size = Tricks(), 0, view.game.trick_size
    cards = {event.ply: str(card) for event, card in played(view) if event.phase == "play"}
    for event in view.events:
        name = cards.get(event.ply)
        if name and size:
            if not found.lying.cards and len(found.done) > found.earlier:
                found.done[-1].best = event.seat
            found.lying.cards.append((event.seat, name))
            if len(found.lying.cards) == size:
                found.done.append(found.lying)
                found.lying = Trick()
        if event.round != number:  # a round may end in the middle of a trick
            number, found.lying, found.earlier = event.round, Trick(), len(found.done)
    if not found.lying.cards and len(found.done) > found.earlier and view.phase == "play":
        found.done[-1].best = view.turn
    return found


# -- any game --------------------------------------------------------------------------------------------


def plain_scene(view: View) -> Scene:
    """A scene of any game: hands, backs, a trick where the game has them, who leads, and the points.

    >>> from kiebitz.rules.registry import game
    >>> scene = plain_scene(game("boerenbridge").deal(seed=1).view(0))
    >>> len(scene.hand), [(place.count, place.cards) for place in scene.seats[1:]]
    (3, [(3, []), (3, []), (3, [])])
    """
    game, problem = view.game, Problem.of(view)
    tricks = tricks_of(view)
    leader = _leader(view, tricks.lying)
    points = list(view.payoffs) if game.scores_rounds else []
    places = [
        Pile(name, *_held(view, problem, place))
        for place, name in enumerate(game.place_names())
        if game.seats <= place < problem.places
    ]
    tricks.lying.best = _best(view, tricks.lying)
    return Scene(
        seats=[
            SeatScene(seat, *_held(view, problem, seat), _badges(view, tricks, points, seat, leader))
            for seat in range(game.seats)
        ],
        hand=texts(view.hand) if view.seat >= 0 else [],
        facts=_facts(view, tricks),
        trick=tricks.lying,
        last_trick=tricks.last,
        piles=[pile for pile in places if pile.count],
        totals=points if game.rounds > 1 else [],
        begins=leader >= 0 and not tricks.lying.cards,
    )


def _held(view: View, problem: Problem, place: int) -> tuple[int, list[str]]:
    """How many cards lie in a place, and which of them are seen there; one's own hand is drawn elsewhere."""
    known = CardSet(problem.known[place], view.game.deck)
    return problem.room[place] + len(known), [] if place == view.seat else texts(known)


def _leader(view: View, trick: Trick) -> int:
    if not view.game.trick_size or view.phase != "play":
        return -1
    return trick.cards[0][0] if trick.cards else view.turn


def _best(view: View, trick: Trick) -> int:
    """Who is winning a trick, if the view says which card does."""
    best = getattr(view, "best", None)
    return next((seat for seat, card in trick.cards if card == best), -1)


def _badges(view: View, tricks: Tricks, points: list[int], seat: int, leader: int) -> list[Fact]:
    badges = [Fact("role", say("leads"))] if seat == leader else []
    if len(tricks.done) > tricks.earlier and not view.is_over:  # nobody knows who took the last one
        won = sum(trick.best == seat for trick in tricks.done[tricks.earlier :])
        badges.append(Fact("tricks", say("{n} {n:trick|tricks}", n=won)))
    if points:
        badges.append(Fact("points", say("{n} {n:point|points}", n=points[seat])))
    return badges


def _facts(view: View, tricks: Tricks) -> list[Fact]:
    facts = []
    if view.game.rounds > 1:
        facts.append(Fact("round", say("Round {n}", n=view.round + 1)))
    if view.game.trick_size and view.phase == "play" and not view.is_over:
        facts.append(Fact("trick", say("Trick {n}", n=len(tricks.done) - tricks.earlier + 1)))
    return facts


class Shown(Part):
    """How a game shows a view. What it brings to the table, its ``Stage``, is one of these."""

    layer: ClassVar[str] = "table"

    def scene(self, view: View) -> Scene:
        """What a page draws for whoever has this view; nothing else may be used."""
        return plain_scene(view)
