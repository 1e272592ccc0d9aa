"""What a page draws of Skat."""

from __future__ import annotations

from kiebitz.games.skat import rules as r
from kiebitz.games.skat.view import SkatView
from kiebitz.rules.values import View
from kiebitz.table.scenes.common import Pile, Place, Scene, Text, Trick, texts, tricks_of

SUITS, RANKS, NULL_RANKS = "CSHD", "ATKQ987", "AKQJT987"


def scene(view: View) -> Scene:
    """The scene of a Skat view."""
    assert isinstance(view, SkatView)
    hand = sorted(texts(view.hand), key=lambda card: _order(card, view.contract)) if view.seat >= 0 else []
    return Scene(
        places=[_place(view, seat) for seat in range(3)],
        hand=hand,
        facts=_facts(view),
        trump=view.contract[:1] if view.contract[:1] in SUITS else "",
        trick=_trick(view),
        last_trick=_last_trick(view),
        piles=_piles(view),
        reasons=_reasons(view, hand),
    )


def _order(card: str, contract: str) -> tuple[int, int, int]:
    """Jacks and trumps first; in Null the jack stands in its suit."""
    suit, rank = card[0], card[1]
    if contract.startswith("N"):
        return 1, SUITS.index(suit), NULL_RANKS.index(rank)
    if rank == "J":
        return 0, 0, SUITS.index(suit)
    first = 0 if contract.startswith(suit) else 1
    return first, 1 + SUITS.index(suit), RANKS.index(rank)


def _place(view: SkatView, seat: int) -> Place:
    badges: list[Text] = []
    if view.declarer < 0:
        badges += _auction(view, seat)
    if view.declarer == seat:
        badges.append(("declarer",))
    side = 0 if seat == view.declarer else 1
    if view.declarer >= 0 and view.phase == "play":
        badges.append(("points of side", view.trick_points[side], view.tricks[side]))
        badges += [("void", name) for name in view.lacking(seat)]
    known = sorted(texts(view.hand_of(seat)), key=lambda card: _order(card, view.contract))
    return Place(seat, int(r.held(view.vector, seat)), known if seat != view.seat else [], badges)


def _auction(view: SkatView, seat: int) -> list[Text]:
    """How far a seat has bid, and whether it has passed."""
    said = [str(event.move) for event in view.events if event.seat == seat]
    offered: list[Text] = [("bid", view.offer(seat))] if view.offer(seat) else []
    return [*offered, ("passed",)] if "pass" in said else offered


def _facts(view: SkatView) -> list[Text]:
    if view.declarer < 0:
        return [("passed in",)] if view.is_over else [("auction", view.bid)]
    facts: list[Text] = [("bid", view.bid)]
    if view.contract:
        facts.insert(0, ("contract", view.contract))
    if view.is_over:
        facts.append(("value", view.value))
        if not view.contract.startswith("N"):  # in Null only tricks count
            facts.append(("declarer points", view.declarer_points))
    elif view.phase == "play":
        facts.append(("trick of", sum(view.tricks) + 1, 10))
    return facts


def _trick(view: SkatView) -> Trick:
    cards = [(seat, str(card)) for seat, card in view.trick] if not view.is_over else []
    return Trick(cards, int(view.vector[r.BEST]) & 3 if cards else -1)


def _last_trick(view: SkatView) -> Trick | None:
    tricks = tricks_of(view, 3)
    if tricks and tricks[-1].best < 0 and not view.is_over:
        tricks[-1].best = view.leader
    return tricks[-1] if tricks else None


def _piles(view: SkatView) -> list[Pile]:
    return [Pile("skat", 2, texts(view.skat))] if view.phase != "discard" else []


def _reasons(view: SkatView, hand: list[str]) -> dict[str, Text]:
    if not view.moves or view.phase != "play" or not view.trick:
        return {}
    return {card: ("follow card", str(view.trick[0][1])) for card in hand if card not in view.moves}
