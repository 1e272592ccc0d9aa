"""What a page draws of Schnapsen."""

from __future__ import annotations

from kiebitz.games.schnapsen.view import SchnapsenView
from kiebitz.rules.values import View
from kiebitz.table.scenes.common import Pile, Place, Scene, Text, Trick, texts, tricks_of

SUITS, RANKS = "SHCD", "ATKQJ"


def scene(view: View) -> Scene:
    """The scene of a Schnapsen view."""
    assert isinstance(view, SchnapsenView)
    led = [(view.leader, str(view.led))] if view.led else []
    hand = sorted(texts(view.hand), key=_order) if view.seat >= 0 else []
    return Scene(
        places=[_place(view, seat) for seat in range(2)],
        hand=hand,
        facts=_facts(view),
        trump=view.trump,
        trick=Trick(led, view.leader if led else -1),
        last_trick=_last_trick(view),
        piles=_piles(view),
        reasons=_reasons(view, hand),
        totals=list(view.game_points),
    )


def _order(card: str) -> tuple[int, int]:
    return SUITS.index(card[1]), RANKS.index(card[0])


def _place(view: SchnapsenView, seat: int) -> Place:
    known = sorted(texts(view.known(seat)), key=_order)
    badges: list[Text] = [("points", view.scores[seat]), ("tricks", view.tricks[seat])]
    if view.pending[seat]:
        badges.append(("pending", view.pending[seat]))
    if view.game.rounds > 1:
        badges.append(("game points", view.game_points[seat]))
    if view.closer == seat:
        badges.append(("closed",))
    return Place(seat, view.hand_size(seat), known if seat != view.seat else [], badges)


def _facts(view: SchnapsenView) -> list[Text]:
    facts: list[Text] = [("trump", view.trump)]
    if view.game.rounds > 1:
        facts.insert(0, ("deal", view.round + 1))
    facts.append(("strict",) if view.is_strict else ("free",))
    return facts


def _piles(view: SchnapsenView) -> list[Pile]:
    upcard = [str(view.upcard)] if view.upcard else []
    return [Pile("stock", view.talon_size, upcard, view.closer >= 0)] if view.talon_size else []


def _last_trick(view: SchnapsenView) -> Trick | None:
    tricks = tricks_of(view, 2, frozenset({"exchange", "close"}))
    if not tricks:
        return None
    cards = [(seat, move[:2]) for seat, move in tricks[-1].cards]
    both = {card for _, card in cards}
    winner = next((seat for seat in range(2) if both <= set(texts(view.won(seat)))), -1)
    return Trick(cards, winner)


def _reasons(view: SchnapsenView, hand: list[str]) -> dict[str, Text]:
    if not view.moves or not view.led:
        return {}
    allowed = {str(view.card(move)) for move in view.moves}
    has_suit = any(card[1] == view.led.suit for card in hand)
    reason: Text = ("follow and beat", view.led.suit) if has_suit else ("must trump", view.trump)
    return {card: reason for card in hand if card not in allowed}
