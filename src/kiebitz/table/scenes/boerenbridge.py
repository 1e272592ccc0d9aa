"""What a page draws of Boerenbridge."""

from __future__ import annotations

from kiebitz.games.boerenbridge.view import BoerenbridgeView
from kiebitz.rules.values import View
from kiebitz.table.scenes.common import Place, Scene, Text, Trick, texts, tricks_of

SUITS, RANKS = "SHCD", "AKQJT98765432"


def scene(view: View) -> Scene:
    """The scene of a Boerenbridge view."""
    assert isinstance(view, BoerenbridgeView)
    hand = sorted(texts(view.hand), key=_order) if view.seat >= 0 else []
    best = next((seat for seat, card in view.trick if card == view.best), -1)
    return Scene(
        places=[_place(view, seat) for seat in range(view.game.seats)],
        hand=hand,
        facts=_facts(view),
        trump=view.trump or "",
        trick=Trick([(seat, str(card)) for seat, card in view.trick], best),
        last_trick=_last_trick(view),
        reasons=_reasons(view, hand),
        totals=list(view.scores),
    )


def _order(card: str) -> tuple[int, int]:
    return SUITS.index(card[1]), RANKS.index(card[0])


def _place(view: BoerenbridgeView, seat: int) -> Place:
    guess, won = view.guesses[seat], view.tricks_won[seat]
    badges: list[Text] = [("no guess yet", won) if guess is None else ("tricks of guess", won, guess)]
    badges.append(("score", view.scores[seat]))
    if seat == view.opener:
        badges.append(("opener",))
    badges += [("void", suit) for suit in view.voids(seat)]
    known = texts(view.hand_of(seat)) if seat != view.seat else []
    return Place(seat, view.held(seat), sorted(known, key=_order), badges)


def _facts(view: BoerenbridgeView) -> list[Text]:
    facts: list[Text] = [("round of", min(view.round + 1, view.game.rounds), view.game.rounds)]
    if view.phase == "play" and not view.is_over:
        facts.append(("trick of", min(view.trick_number + 1, view.n), view.n))
    elif not view.is_over:
        facts.append(("guessing", view.n))
    facts.append(("trump", view.trump) if view.trump else ("no trump",))
    if view.upcard:
        facts.append(("turned up", str(view.upcard)))
    if view.led:
        facts.append(("led", view.led))
    return facts


def _last_trick(view: BoerenbridgeView) -> Trick | None:
    tricks = tricks_of(view, view.game.seats)
    if tricks and tricks[-1].best < 0 and view.phase == "play":
        tricks[-1].best = view.leader
    return tricks[-1] if tricks else None


def _reasons(view: BoerenbridgeView, hand: list[str]) -> dict[str, Text]:
    if not view.moves or view.phase != "play" or not view.led:
        return {}
    return {card: ("follow", view.led) for card in hand if card not in view.moves}
