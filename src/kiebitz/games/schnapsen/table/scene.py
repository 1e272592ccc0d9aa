"""What a page draws of Schnapsen."""

from __future__ import annotations

from kiebitz.games.schnapsen.view import SchnapsenView
from kiebitz.sayings import Saying, Suit, say
from kiebitz.table.scene import Fact, Pile, Scene, SeatScene, Trick, texts, tricks_of

SUITS, RANKS = "SHCD", "ATKQJ"


def draw(view: SchnapsenView) -> Scene:
    """The scene of a Schnapsen view."""
    led = [(view.leader, str(view.led))] if view.led else []
    hand = sorted(texts(view.hand), key=_order) if view.seat >= 0 else []
    return Scene(
        seats=[_seat(view, seat) for seat in range(2)],
        hand=hand,
        facts=_facts(view),
        trump=view.trump,
        trick=Trick(led, view.leader if led else -1),
        last_trick=_last_trick(view),
        piles=_piles(view),
        reasons=_reasons(view, hand),
        totals=list(view.game_points),
        begins=not led,
    )


def _order(card: str) -> tuple[int, int]:
    return SUITS.index(card[1]), RANKS.index(card[0])


def _seat(view: SchnapsenView, seat: int) -> SeatScene:
    known = sorted(texts(view.known(seat)), key=_order)
    badges = [
        Fact("points", say("{n} {n:point|points}", n=view.scores[seat])),
        Fact("tricks", say("{n} {n:trick|tricks}", n=view.tricks[seat])),
    ]
    if view.pending[seat]:
        badges.append(Fact("pending", say("{n} wait for a trick", n=view.pending[seat])))
    if view.game.rounds > 1:
        won = view.game_points[seat]
        badges.append(Fact("game points", say("{n} {n:game point|game points}", n=won)))
    if view.closer == seat:
        badges.append(Fact("closed", say("closed the stock")))
    return SeatScene(seat, view.hand_size(seat), known if seat != view.seat else [], badges)


def _facts(view: SchnapsenView) -> list[Fact]:
    facts = [Fact("trump", say("Trump {suit}", suit=Suit(view.trump)))]
    if view.game.rounds > 1:
        facts.insert(0, Fact("deal", say("Deal {n}", n=view.round + 1)))
    if view.is_strict:
        return [*facts, Fact("strict", say("Follow suit and win"))]
    return [*facts, Fact("free", say("Any card may be played"))]


def _piles(view: SchnapsenView) -> list[Pile]:
    """The stock with the turned-up card, which is out of sight when it was closed."""
    count = view.talon_size
    if not count:
        return []
    if view.closer >= 0:
        return [Pile("stock", count, said=say("stock, {n} {n:card|cards}, closed", n=count))]
    upcard = [str(view.upcard)] if view.upcard else []
    return [Pile("stock", count, upcard, said=say("stock, {n} {n:card|cards}", n=count))]


def _last_trick(view: SchnapsenView) -> Trick | None:
    last = tricks_of(view).last
    if last is None:
        return None
    both = {card for _, card in last.cards}
    winner = next((seat for seat in range(2) if both <= set(texts(view.won(seat)))), -1)
    return Trick(last.cards, winner)


def _reasons(view: SchnapsenView, hand: list[str]) -> dict[str, Saying]:
    if not view.moves or not view.led:
        return {}
    allowed = {str(view.card(move)) for move in view.moves}
    if any(card[1] == view.led.suit for card in hand):
        led = Suit(view.led.suit)
        reason = say("follow {suit}, with a higher card if you have one", suit=led)
    else:
        reason = say("you must play a trump ({suit})", suit=Suit(view.trump))
    return {card: reason for card in hand if card not in allowed}
