"""What a page draws of Skat."""

from __future__ import annotations

from kiebitz.cards import SYMBOLS
from kiebitz.games.skat import rules as r
from kiebitz.games.skat.contracts import GAMES
from kiebitz.games.skat.view import SkatView
from kiebitz.sayings import Cards, Saying, Suit, say
from kiebitz.table.scene import Fact, Pile, Scene, SeatScene, Trick, texts, tricks_of

SUITS, RANKS, NULL_RANKS = "CSHD", "ATKQ987", "AKQJT987"
LETTERS = {sign: letter for letter, sign in SYMBOLS.items()}
SKAT = 2  # cards


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
    return scene


def lay_skat(scene: Scene, phase: str, cards: list[str]) -> None:
    """Put the skat where it lies, its cards face up as far as they are known."""
    if phase == "play":
        scene.piles = [Pile("skat", SKAT, cards, "row", say("skat"))]
    elif phase == "discard":  # the declarer holds it
        scene.middle = {"skat": []}
    else:
        scene.middle = {"skat": [*cards, *["back"] * (SKAT - len(cards))]}


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
        said = say("{n} {n:point|points}, {tricks} {tricks:trick|tricks}", n=points, tricks=tricks)
        badges.append(Fact("points", said))
        badges += [Fact("void", _void(name)) for name in view.lacking(seat)]
    known = sorted(texts(view.hand_of(seat)), key=lambda card: _order(card, view.contract))
    lies_open = seat == view.declarer and "O" in view.contract[1:]
    cards = known if seat != view.seat else []
    return SeatScene(seat, int(r.held(view.vector, seat)), cards, badges, lies_open)


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
        facts.append(Fact("value", say("Value {n}", n=view.value), at_end=True))
        if not view.contract.startswith("N"):  # in Null only tricks count
            points = say("declarer has {n} {n:point|points}", n=view.declarer_points)
            facts.append(Fact("declarer points", points, at_end=True))
    elif view.phase == "play":
        facts.append(Fact("trick", say("Trick {n} of {of}", n=sum(view.tricks) + 1, of=10)))
    return facts


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
