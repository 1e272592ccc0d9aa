"""What a page draws of Skat."""

from __future__ import annotations

from typing import Any

from kiebitz.cards import SYMBOLS
from kiebitz.games.skat import rules as r
from kiebitz.games.skat import sight
from kiebitz.games.skat.contracts import GAMES, Contract
from kiebitz.games.skat.scoring import is_won
from kiebitz.games.skat.table.derivation import Outcome, announcements, choices, derive
from kiebitz.games.skat.view import SkatView
from kiebitz.sayings import Cards, Saying, Suit, say
from kiebitz.table.scene import Fact, Pile, Scene, SeatScene, Trick, texts, tricks_of

SUITS, RANKS, NULL_RANKS = "CSHD", "ATKQ987", "AKQJT987"
LETTERS = {sign: letter for letter, sign in SYMBOLS.items()}
HAND, SKAT = 10, 2  # cards
HAND_PHASES = ("contract", "announce")  # in which a declarer who has not taken the skat plays Hand
NOBODY = -1


def draw(view: SkatView) -> Scene:
    """The scene of a Skat view; before cards are played the skat lies in the middle."""
    hand = sorted(texts(view.hand), key=lambda card: _order(card, view.contract)) if view.seat >= 0 else []
    scene = Scene(
        seats=[_seat(view, seat) for seat in range(3)],
        hand=hand,
        facts=_facts(view),
        trump=view.contract[:1] if view.contract[:1] in SUITS else "",
        trick=_trick(view),
        last_trick=tricks_of(view).last,
        reasons=_reasons(view, hand),
        begins=view.phase == "play" and not view.trick,
    )
    lay_skat(scene, view.phase, texts(view.skat))
    if view.seat >= 0 and view.phase != "play" and not view.is_over:
        scene.middle |= _choices(view)
    return scene


def lay_skat(scene: Scene, phase: str, cards: list[str]) -> None:
    """Put the skat where it lies, its cards face up as far as they are known."""
    if phase == "play":
        scene.piles = [Pile("skat", SKAT, cards, "row", say("skat"))]
    elif phase == "discard":  # the declarer holds it
        scene.middle = {"skat": []}
    else:
        scene.middle = {"skat": [*cards, *["back"] * (SKAT - len(cards))]}


def _choices(view: SkatView) -> dict[str, Any]:
    """What helps a seat that bids or declares: what each game is worth, and which cards were the skat's.

    Everything comes from the seat's own cards: before the skat is taken up from ten of them.
    """
    if view.declarer not in (NOBODY, view.seat):
        return {}
    cards, hand = view.hand.mask | view.skat.mask, view.phase in HAND_PHASES and not view.has_taken
    found = announcements(view.contract[0], cards, hand) if view.contract else choices(cards, hand)
    taken = [texts(event.gained) for event in view.events if event.seat == view.seat and event.move == "skat"]
    return {
        "values": {name: each.as_dict() for name, each in found.items()},
        "taken": taken[0] if taken else [],
        "sure": len(view.hand) + len(view.skat) > HAND,
    }


def contract_name(contract: str) -> Saying:
    """A contract in words.

    >>> str(contract_name("GHS")), str(contract_name("C"))
    ('Grand Hand Schneider', 'clubs')
    """
    game = Suit(contract[0]) if contract[0] in SUITS else GAMES[contract[0]]
    match contract[1:]:
        case "H":
            return say("{game} Hand", game=game)
        case "HS":
            return say("{game} Hand Schneider", game=game)
        case "HZ":
            return say("{game} Hand Schwarz", game=game)
        case "O":
            return say("{game} Ouvert", game=game)
        case "OH":
            return say("{game} Ouvert Hand", game=game)
    return say("{game}", game=game)


def _order(card: str, contract: str) -> tuple[int, int, int]:
    """Jacks and trumps first; in Null the jack stands in its suit."""
    suit, rank = card[0], card[1]
    if contract.startswith("N"):
        return 1, SUITS.index(suit), NULL_RANKS.index(rank)
    if rank == "J":
        return 0, 0, SUITS.index(suit)
    first = 0 if contract.startswith(suit) else 1
    return first, 1 + SUITS.index(suit), RANKS.index(rank)


def _seat(view: SkatView, seat: int) -> SeatScene:
    badges: list[Fact] = []
    if view.declarer < 0:
        badges += _auction(view, seat)
    if view.declarer == seat:
        badges.append(Fact("role", say("declarer")))
    side = 0 if seat == view.declarer else 1
    if view.declarer >= 0 and view.phase == "play":
        points, tricks = view.trick_points[side], view.tricks[side]
        badges.append(Fact("points", _points(view, seat, points, tricks)))
        badges += [Fact("void", _void(name)) for name in view.lacking(seat)]
    known = sorted(texts(view.hand_of(seat)), key=lambda card: _order(card, view.contract))
    lies_open = seat == view.declarer and "O" in view.contract[1:]
    cards = known if seat != view.seat else []
    return SeatScene(seat, int(sight.held(view.vector, seat)), cards, badges, lies_open)


def _points(view: SkatView, seat: int, points: int, tricks: int) -> Saying:
    """Points and tricks of a seat's side; the declarer's are named with and without the skat."""
    if seat != view.declarer or view.contract.startswith("N"):
        return say("{n} {n:point|points}, {tricks} {tricks:trick|tricks}", n=points, tricks=tricks)
    if not view.skat:
        return say(
            "{n} {n:point|points} without the skat, {tricks} {tricks:trick|tricks}", n=points, tricks=tricks
        )
    return say(
        "{n} {n:point|points}, {all} with the skat, {tricks} {tricks:trick|tricks}",
        n=points,
        all=view.declarer_points,
        tricks=tricks,
    )


def _void(name: str) -> Saying:
    return say("no {suit}", suit=Suit(LETTERS[name])) if name in LETTERS else say("no trumps")


def _auction(view: SkatView, seat: int) -> list[Fact]:
    """How far a seat has bid, and whether it has passed."""
    said = [str(event.move) for event in view.events if event.seat == seat]
    bid = view.offer(seat)
    offered = [Fact("bid", say("bid {n}", n=bid))] if bid else []
    return [*offered, Fact("passed", say("passed"))] if "pass" in said else offered


def _facts(view: SkatView) -> list[Fact]:
    if view.declarer < 0:
        return [_passed_in() if view.is_over else _bidding(view.bid)]
    facts = [Fact("bid", say("bid {n}", n=view.bid))]
    if view.contract:
        facts.insert(0, Fact("contract", contract_name(view.contract), at_end=True))
    if view.is_over:
        facts.append(Fact("value", _derived(view), at_end=True))
        if not view.contract.startswith("N"):  # in Null only tricks count
            points = say(
                "declarer has {n} {n:point|points}: {tricks} in tricks, {skat} in the skat",
                n=view.declarer_points,
                tricks=view.trick_points[0],
                skat=view.declarer_points - view.trick_points[0],
            )
            facts.append(Fact("declarer points", points, at_end=True))
    elif view.phase == "play":
        facts.append(Fact("trick", say("Trick {n} of {of}", n=sum(view.tricks) + 1, of=10)))
    return facts


def _derived(view: SkatView) -> Saying:
    """How the value of a finished game comes about."""
    contract, cards = Contract.read(view.contract), int(r.declarer_cards(view.vector))
    is_null = contract.suit_or_kind == "N"
    if cards.bit_count() < HAND + SKAT and not is_null:
        return say("Value {n}", n=view.value)
    level, points, tricks = int(view.vector[r.LEVEL]), view.declarer_points, view.tricks[0]
    won = tricks == 0 if is_null else bool(is_won(level >= 1, level >= 2, points, tricks))
    return derive(contract, cards, 0 if is_null else view.bid, Outcome(points, tricks, won)).said


def _passed_in() -> Fact:
    return Fact("passed in", say("Passed in"), at_end=True)


def _bidding(bid: int) -> Fact:
    return Fact("auction", say("Auction, {n} so far", n=bid) if bid else say("Auction"))


def _trick(view: SkatView) -> Trick:
    cards = [(seat, str(card)) for seat, card in view.trick] if not view.is_over else []
    return Trick(cards, int(view.vector[r.BEST]) & 3 if cards else -1)


def _reasons(view: SkatView, hand: list[str]) -> dict[str, Saying]:
    if not view.moves or view.phase != "play" or not view.trick:
        return {}
    reason = say("follow the {card}", card=Cards(str(view.trick[0][1])))
    return {card: reason for card in hand if card not in view.moves}
