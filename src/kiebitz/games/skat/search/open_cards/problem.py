"""Open-card problems: read from fields of text or JSON, and checked before anything is searched."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from kiebitz.cards import Card, CardSet, Deck
from kiebitz.errors import BadNotation
from kiebitz.games.skat import Skat
from kiebitz.games.skat.contracts import CONTRACTS
from kiebitz.games.skat.letters import is_german, read_card, read_game, split_cards
from kiebitz.sayings import Saying, say

DECK: Deck = Skat.deck
SEATS = ("declarer", "left", "right")
NO_TARGET = say("In Null there is no target: the declarer avoids every trick or does not.")
NULL = CONTRACTS.index("N")
_VALUES = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}


@dataclass(frozen=True)
class OpenPosition:
    """A position with open cards. Seats are declarer, left, right; masks and cards are those of the rules."""

    contract: int
    hands: tuple[int, int, int]
    """The cards still in hand, those of the trick not among them."""
    leader: int
    """Who leads to the trick, or has led to it."""
    trick: tuple[int, ...] = ()
    skat: int | None = None
    """If given, its points count for the declarer."""
    points: int = 0
    """What the declarer has made so far, the skat not counted."""

    @property
    def mover(self) -> int:
        return (self.leader + len(self.trick)) % 3

    @property
    def skat_points(self) -> int:
        """The points of a given skat; in Null nothing counts."""
        counts = self.skat is not None and self.contract != NULL
        return _points(self.skat or 0) if counts else 0

    @property
    def started(self) -> tuple[int, int, int]:
        """The hands as they were when the trick began."""
        hands = list(self.hands)
        for place, card in enumerate(self.trick):
            hands[(self.leader + place) % 3] |= 1 << card
        return hands[0], hands[1], hands[2]


def cards_in(fields: Mapping[str, Any], names: Iterable[str]) -> dict[str, tuple[int, ...]]:
    """The cards of some fields, each a list of texts or one text with blanks; missing fields are left out.

    All are read in the same pack, and no card may be in two of them.
    """
    words = {name: _words(name, fields[name]) for name in names if fields.get(name) is not None}
    german = is_german(word for group in words.values() for word in group)
    found: dict[str, tuple[int, ...]] = {}
    place_of: dict[int, str] = {}
    for name, group in words.items():
        cards = tuple(DECK.read(read_card(word, german)).number for word in group)
        for card in cards:
            if card in place_of:
                raise BadNotation(_twice(DECK.cards[card], place_of[card], name))
            place_of[card] = name
        found[name] = cards
    return found


def _twice(card: Card, first: str, second: str) -> Saying:
    """That a card was named in two fields, or twice in one."""
    if first == second:
        return say("The card {card} is twice in {field}.", card=card, field=first)
    return say("The card {card} is in {first} and in {second}.", card=card, first=first, second=second)


def _words(name: str, value: Any) -> list[str]:
    if isinstance(value, str):
        return list(split_cards(value))
    if isinstance(value, (list, tuple)) and all(isinstance(word, str) for word in value):
        return list(value)
    raise BadNotation(
        say("The field {name} must be a list of cards, not {value}.", name=name, value=repr(value))
    )


def _points(mask: int) -> int:
    return sum(_VALUES[card.rank] for card in CardSet(mask, DECK))


def mask_of(cards: Iterable[int]) -> int:
    return sum(1 << card for card in cards)


def text_of(mask: int) -> list[str]:
    """A set of cards as texts."""
    return [str(card) for card in CardSet(mask, DECK)]


def read_contract(fields: Mapping[str, Any]) -> int:
    """The number of the contract that a problem names."""
    if not isinstance(fields.get("contract"), str):
        raise BadNotation(say("A problem needs a contract: clubs, spades, hearts, diamonds, grand or null."))
    return CONTRACTS.index(read_game(fields["contract"]))


def read_leader(fields: Mapping[str, Any]) -> int:
    leader = fields.get("leader")
    if leader not in SEATS:
        raise BadNotation(
            say("A problem needs a leader: declarer, left or right, not {leader}.", leader=repr(leader))
        )
    return SEATS.index(leader)


def read_number(fields: Mapping[str, Any], name: str) -> int:
    """A number of points, 0 if the field is missing."""
    value = fields.get(name)
    if value is None:
        return 0
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= 120:
        raise BadNotation(
            say(
                "The field {name} must be a number of points from 0 to 120, not {value}.",
                name=name,
                value=repr(value),
            )
        )
    return value


def open_problem(fields: Mapping[str, Any]) -> OpenPosition:
    """The problem that the fields describe; BadNotation says what is wrong with them.

    >>> fields = {"contract": "grand", "declarer": ["CJ", "HA"], "left": "S7 S8", "right": "H7 HT"}
    >>> open_problem({**fields, "leader": "left"}).mover
    1
    """
    contract, leader = read_contract(fields), read_leader(fields)
    cards = cards_in(fields, (*SEATS, "trick", "skat"))
    missing = [name for name in SEATS if name not in cards]
    if missing:
        raise BadNotation(say("The cards of {name} are missing.", name=missing[0]))
    trick = cards.get("trick", ())
    skat = mask_of(cards["skat"]) if "skat" in cards else None
    hands = mask_of(cards["declarer"]), mask_of(cards["left"]), mask_of(cards["right"])
    problem = OpenPosition(contract, hands, leader, trick, skat, read_number(fields, "points"))
    _check(problem)
    return problem


def _check(problem: OpenPosition) -> None:
    """Hands of one size once the trick is put back, cards of the trick that were legal, a skat of two."""
    sizes = [hand.bit_count() for hand in problem.started]
    if len(problem.trick) > 2:
        raise BadNotation(say("A trick on the table has at most two cards, not {n}.", n=len(problem.trick)))
    if len(set(sizes)) > 1:
        counts = ", ".join(f"{name} {size}" for name, size in zip(SEATS, sizes, strict=True))
        raise BadNotation(
            say("The hands do not fit: with the trick they have {counts} cards.", counts=counts)
        )
    if not 1 <= sizes[0] <= 10:
        raise BadNotation(say("A hand has 1 to 10 cards, not {n}.", n=sizes[0]))
    if problem.skat is not None and problem.skat.bit_count() != 2:
        raise BadNotation(say("The skat has two cards, not {n}.", n=problem.skat.bit_count()))
    _check_trick(problem)
    if problem.contract != NULL:
        in_play = sum(problem.started) | (problem.skat or 0)
        left = _points(in_play)
        if problem.points + left > 120:
            raise BadNotation(
                say(
                    "The declarer cannot have {n} points: {left} of 120 are still in play.",
                    n=problem.points,
                    left=left,
                )
            )


def _check_trick(problem: OpenPosition) -> None:
    """Whoever did not follow must have been unable to."""
    from kiebitz.games.skat.tables import CLASS

    if len(problem.trick) == 2:
        lead, answer = problem.trick
        follow, hand = int(CLASS[problem.contract, lead]), problem.hands[(problem.leader + 1) % 3]
        if not follow >> answer & 1 and hand & follow:
            name = SEATS[(problem.leader + 1) % 3]
            led, played = DECK.cards[lead], DECK.cards[answer]
            raise BadNotation(
                say("{name} could follow {led} and may not play {card}.", name=name, led=led, card=played)
            )


def advance(problem: OpenPosition, card: int) -> OpenPosition:
    """The problem after a legal card; a trick that it completes is counted and taken away."""
    from kiebitz.games.skat.rules import power
    from kiebitz.games.skat.tables import CLASS

    hands = list(problem.hands)
    hands[problem.mover] ^= 1 << card
    left = hands[0], hands[1], hands[2]
    trick = (*problem.trick, card)
    if len(trick) < 3:
        return replace(problem, hands=left, trick=trick)
    follow = CLASS[problem.contract, trick[0]]
    powers = [int(power(problem.contract, follow, played)) for played in trick]
    winner = (problem.leader + powers.index(max(powers))) % 3
    gain = _points(mask_of(trick)) if winner == 0 else 0
    return replace(problem, hands=left, trick=(), leader=winner, points=problem.points + gain)
