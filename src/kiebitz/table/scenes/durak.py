"""What a page draws of Durak."""

from __future__ import annotations

from kiebitz.games.durak.view import DurakView
from kiebitz.rules.values import View
from kiebitz.table.scenes.common import Pile, Place, Scene, Text, texts

SUITS, RANKS = "SHCD", "AKQJT9876"


def scene(view: View) -> Scene:
    """The scene of a Durak view."""
    assert isinstance(view, DurakView)
    trump = view.trump or ""
    hand = sorted(texts(view.hand), key=lambda card: _order(card, trump)) if view.seat >= 0 else []
    facts: list[Text] = [("bout", view.bout), ("trump", trump) if trump else ("no trump",)]
    return Scene(
        places=[_place(view, seat) for seat in range(2)],
        hand=hand,
        facts=facts,
        trump=trump,
        piles=_piles(view),
        bout=[(str(attack), str(defence) if defence else None) for attack, defence in view.table],
        reasons=_reasons(view, hand),
    )


def _order(card: str, trump: str) -> tuple[bool, int, int]:
    """Trumps last, the best card of a suit first."""
    return card[1] == trump, SUITS.index(card[1]), RANKS.index(card[0])


def _place(view: DurakView, seat: int) -> Place:
    role = "attacks" if seat == view.attacker else "takes" if view.is_taking else "defends"
    known = sorted(texts(view.known(seat)), key=lambda card: _order(card, view.trump or ""))
    return Place(seat, view.hand_size(seat), known if seat != view.seat else [], [(role,)])


def _piles(view: DurakView) -> list[Pile]:
    bottom = [str(view.bottom)] if view.bottom else []
    piles = [Pile("stock", view.deck_size, bottom)] if view.deck_size else []
    return [*piles, Pile("discard", len(view.discard), texts(view.discard))]


def _reasons(view: DurakView, hand: list[str]) -> dict[str, Text]:
    if not view.moves:
        return {}
    allowed = {str(view.card(move)) for move in view.moves}
    reason: Text = ("rank not on the table",)
    if view.attack:
        reason = ("does not beat", str(view.attack))
    elif view.table and not view.room:
        reason = ("no room",)
    return {card: reason for card in hand if card not in allowed}
