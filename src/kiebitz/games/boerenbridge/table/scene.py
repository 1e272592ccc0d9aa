"""What a page draws of Boerenbridge."""

from __future__ import annotations

from kiebitz.games.boerenbridge.view import BoerenbridgeView
from kiebitz.sayings import Cards, Saying, Suit, say
from kiebitz.table.scene import Fact, Scene, SeatScene, Trick, texts, tricks_of

SUITS, RANKS = "SHCD", "AKQJT98765432"


def draw(view: BoerenbridgeView) -> Scene:
    """The scene of a Boerenbridge view."""
    hand = sorted(texts(view.hand), key=_order) if view.seat >= 0 else []
    best = next((seat for seat, card in view.trick if card == view.best), -1)
    return Scene(
        seats=[_seat(view, seat) for seat in range(view.game.seats)],
        hand=hand,
        facts=_facts(view),
        trump=view.trump or "",
        trick=Trick([(seat, str(card)) for seat, card in view.trick], best),
        last_trick=tricks_of(view).last,
        reasons=_reasons(view, hand),
        totals=list(view.scores),
        begins=view.phase == "play" and not view.trick,
    )


def _order(card: str) -> tuple[int, int]:
    return SUITS.index(card[1]), RANKS.index(card[0])


def _seat(view: BoerenbridgeView, seat: int) -> SeatScene:
    guess, won = view.guesses[seat], view.tricks_won[seat]
    if guess is None:
        badges = [Fact("guess", say("no guess yet"))]
    else:
        badges = [Fact("guess", say("{won} of {guess} {guess:trick|tricks}", won=won, guess=guess))]
    badges.append(Fact("score", say("score {n}", n=view.scores[seat])))
    if seat == view.opener:
        badges.append(Fact("role", say("opens")))
    badges += [Fact("void", say("no {suit}", suit=Suit(suit))) for suit in view.voids(seat)]
    known = texts(view.hand_of(seat)) if seat != view.seat else []
    return SeatScene(seat, view.held(seat), sorted(known, key=_order), badges)


def _facts(view: BoerenbridgeView) -> list[Fact]:
    rounds = view.game.rounds
    facts = [Fact("round", say("Round {n} of {of}", n=min(view.round + 1, rounds), of=rounds))]
    if view.phase == "play" and not view.is_over:
        number = min(view.trick_number + 1, view.n)
        facts.append(Fact("trick", say("Trick {n} of {of}", n=number, of=view.n)))
    elif not view.is_over:
        facts.append(Fact("guessing", say("Guessing, {n} {n:card|cards} each", n=view.n)))
    trump = say("Trump {suit}", suit=Suit(view.trump)) if view.trump else say("No trump")
    facts.append(Fact("trump", trump))
    if view.upcard:
        facts.append(Fact("turned up", say("Turned up: {card}", card=Cards(str(view.upcard)))))
    if view.led:
        facts.append(Fact("led", say("Led {suit}", suit=Suit(view.led))))
    return facts


def _reasons(view: BoerenbridgeView, hand: list[str]) -> dict[str, Saying]:
    if not view.moves or view.phase != "play" or not view.led:
        return {}
    reason = say("follow {suit}", suit=Suit(view.led))
    return {card: reason for card in hand if card not in view.moves}
