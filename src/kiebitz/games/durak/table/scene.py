"""What a page draws of Durak."""

from __future__ import annotations

from kiebitz.games.durak.view import DurakView
from kiebitz.sayings import Cards, Saying, Suit, say
from kiebitz.table.scene import Fact, Pile, Scene, SeatScene, texts

SUITS, RANKS = "SHCD", "AKQJT9876"


def draw(view: DurakView) -> Scene:
    """The scene of a Durak view."""
    trump = view.trump or ""
    hand = sorted(texts(view.hand), key=lambda card: _order(card, trump)) if view.seat >= 0 else []
    said = say("Trump {suit}", suit=Suit(trump)) if trump else say("No trump")
    return Scene(
        seats=[_seat(view, seat, trump) for seat in range(2)],
        hand=hand,
        facts=[Fact("bout", say("Bout {n}", n=view.bout)), Fact("trump", said)],
        trump=trump,
        piles=_piles(view),
        middle={"bout": [(str(attack), str(defence) if defence else None) for attack, defence in view.table]},
        reasons=_reasons(view, hand),
        begins=view.phase == "attack" and not view.table,
    )


def _order(card: str, trump: str) -> tuple[bool, int, int]:
    """Trumps last, the best card of a suit first."""
    return card[1] == trump, SUITS.index(card[1]), RANKS.index(card[0])


def _seat(view: DurakView, seat: int, trump: str) -> SeatScene:
    if seat == view.attacker:
        badge = Fact("role", say("attacks"))
    else:
        badge = Fact("takes", say("takes the cards")) if view.is_taking else Fact("defends", say("defends"))
    known = sorted(texts(view.known(seat)), key=lambda card: _order(card, trump))
    return SeatScene(seat, view.hand_size(seat), known if seat != view.seat else [], [badge])


def _piles(view: DurakView) -> list[Pile]:
    bottom, count = [str(view.bottom)] if view.bottom else [], view.deck_size
    stock = [Pile("stock", count, bottom, said=say("stock, {n} {n:card|cards}", n=count))] if count else []
    out = len(view.discard)
    return [*stock, Pile("discard", out, texts(view.discard), "down", say("out of play: {n}", n=out))]


def _reasons(view: DurakView, hand: list[str]) -> dict[str, Saying]:
    if not view.moves:
        return {}
    allowed = {str(view.card(move)) for move in view.moves}
    reason = say("its rank is not on the table")
    if view.attack:
        reason = say("it does not beat the {card}", card=Cards(str(view.attack)))
    elif view.table and not view.room:
        reason = say("the defender cannot take more cards")
    return {card: reason for card in hand if card not in allowed}
