"""Names for the words of a Skat state or view, and its picture for a terminal."""

from __future__ import annotations

from kiebitz.cards import SYMBOLS, Card, CardSet
from kiebitz.games.skat import rules as r
from kiebitz.games.skat import sight
from kiebitz.games.skat.contracts import CONTRACTS, LEVELS, Contract
from kiebitz.games.skat.scoring import card_points, tops
from kiebitz.games.skat.tables import BIDS, TRUMPS, VALUE
from kiebitz.rules.tricks import TrickView
from kiebitz.rules.values import Move, Position, State
from kiebitz.sayings import Saying, Seat, joined, say


class SkatPosition(Position):
    """What a Skat state and a Skat view both show."""

    __slots__ = ()

    def _value(self, word: int) -> int:
        """The bid that a word holds by its place, 0 if none."""
        place = int(self.vector[word])
        return int(BIDS[place]) if place >= 0 else 0

    @property
    def bid(self) -> int:
        """The last value named, 0 before that."""
        return self._value(r.BID)

    def offer(self, seat: int) -> int:
        """The highest value that a seat named or held, 0 if none."""
        return self._value(r.OFFER + seat)

    @property
    def declarer(self) -> int:
        """The seat that plays against the two others, -1 if there is none (yet)."""
        return int(self.vector[r.DECLARER])

    @property
    def has_taken(self) -> bool:
        """Has the declarer taken the skat?"""
        return bool(self.vector[r.TAKEN])

    @property
    def announcement(self) -> str:
        """``plain``, ``schneider``, ``schwarz`` or ``ouvert``."""
        return LEVELS[self.vector[r.LEVEL]]

    @property
    def contract(self) -> str:
        """Game, Hand and announcement as a text like ``CHS``, empty before a game is named."""
        if self.vector[r.CONTRACT] < 0:
            return ""
        return str(Contract(CONTRACTS[self.vector[r.CONTRACT]], not self.has_taken, self.announcement))

    @property
    def trick(self) -> tuple[tuple[int, Card], ...]:
        """The cards on the table with the seats that played them, in order."""
        return self._cards_of_trick(int(self.vector[r.CARDS]))

    def _cards_of_trick(self, n: int) -> tuple[tuple[int, Card], ...]:
        word, deck = int(self.vector[r.TRICK]), self.game.deck
        return tuple(((self.leader + i) % 3, deck.cards[word >> 5 * i & 31]) for i in range(n))

    @property
    def leader(self) -> int:
        """The seat that leads or led to the trick on the table."""
        return (self.turn - int(self.vector[r.CARDS])) % 3

    @property
    def tricks(self) -> tuple[int, int]:
        """Tricks of the declarer and of the defenders."""
        return int(self.vector[r.TRICKS]), int(self.vector[r.TRICKS + 1])

    @property
    def trick_points(self) -> tuple[int, int]:
        """Points in the tricks of the declarer and of the defenders, the skat not counted."""
        return int(self.vector[r.POINTS]), int(self.vector[r.POINTS + 1])

    @property
    def skat(self) -> CardSet:
        """The skat, later the discards; empty in a view whose seat does not know it."""
        return self._set(r.SKAT)

    @property
    def declarer_points(self) -> int:
        """The declarer's points with those of the skat, as far as it is known here."""
        return self.trick_points[0] + int(card_points(self.skat.mask))

    @property
    def tops(self) -> int | None:
        """With how many the declarer plays, negative for without; None where that is not known."""
        cards = int(r.declarer_cards(self.vector)) if self.declarer >= 0 else 0
        if not self.contract or cards.bit_count() < 12:
            return None
        n = int(tops(cards, self.vector[r.CONTRACT]))
        return n if cards & 1 else -n

    def played(self, seat: int) -> CardSet:
        """The cards that a seat has played."""
        return self._set(r.PLAYED + seat)

    def known_in(self, place: int) -> CardSet:
        return self.skat if place == 3 else self.hand_of(place)

    def voids(self, seat: int) -> CardSet:
        """Cards that everybody knows not to be in this hand, because the seat did not follow."""
        return self._set(r.LACKS + seat)

    def lacking(self, seat: int) -> list[str]:
        """The classes of cards that everybody knows this seat to lack: ``trumps``, or a suit's sign."""
        trumps = int(TRUMPS[self.vector[r.CONTRACT]])
        names = ["trumps" if trumps >> card.number & 1 else SYMBOLS[card.suit] for card in self.voids(seat)]
        return list(dict.fromkeys(names))

    @property
    def value(self) -> int:
        """The declarer's score at the end: the game's value, minus twice that if it was lost."""
        return int(self.vector[r.SCORE])


class SkatState(SkatPosition, State):
    """Everything about a game of Skat."""

    __slots__ = ()

    @property
    def dealt_skat(self) -> CardSet:
        """The skat as it was dealt."""
        return CardSet(sum(1 << card for card in self.deal.layouts[0][30:]), self.game.deck)


class SkatView(SkatPosition, TrickView):
    """What one Skat player may know."""

    __slots__ = ()

    def beats(self, card: Card, best: Card) -> bool:
        contract, follow = self.vector[r.CONTRACT], self.vector[r.FOLLOW]
        return int(r.power(contract, follow, card.number)) > int(r.power(contract, follow, best.number))

    def points(self, move: Move) -> int:
        """The points of the card that a move plays or puts away."""
        card = self.card(move)
        return int(VALUE[card.number]) if card else 0


def render(position: Position) -> Saying:
    """The table as text: what goes on, bids, hands, skat, trick."""
    assert isinstance(position, SkatPosition)
    table, who = position, position.game.who
    lines = [headline(table)]
    for seat in range(3):
        mark, cards = ">" if table.turn == seat else " ", _cards(table, seat)
        values = {"mark": mark, "who": who(seat), "cards": cards}
        lines.append(Saying("{mark} {who:<10} {cards}" if cards else "{mark} {who}", values))
    if table.skat:
        skat = " ".join(card.symbol for card in table.skat)
        lines.append(Saying("  {what:<10} {cards}", {"what": say("Skat"), "cards": skat}))
    if table.trick:
        laid = (Saying("{who} {card}", {"who": who(seat), "card": c.symbol}) for seat, c in table.trick)
        lines.append(Saying("  {what:<10} {cards}", {"what": say("Trick"), "cards": joined(", ", laid)}))
    return joined("\n", lines)


def headline(table: SkatPosition) -> Saying:
    """What goes on, in one sentence."""
    if table.declarer < 0:
        return say("Passed in") if table.is_over else _auction(table)
    who, bid = table.game.who(table.declarer), table.bid
    if not table.contract:
        return _preparing(table.phase, who, bid)
    game = Contract.read(table.contract).said
    if table.phase == "announce":
        return say("{who} names {game} and may announce, bid {bid}", who=who, game=game, bid=bid)
    if not table.is_over:
        return say("{who} plays {game}, bid {bid}; {tally}", who=who, game=game, bid=bid, tally=_tally(table))
    n = table.tops or 0
    if n:
        game = (
            say("{game}, with {n}", game=game, n=n) if n > 0 else say("{game}, without {n}", game=game, n=-n)
        )
    return say(
        "{who} won {game}, bid {bid}: {value:+}; {tally}"
        if table.value > 0
        else "{who} lost {game}, bid {bid}: {value:+}; {tally}",
        who=who, game=game, bid=bid, value=table.value, tally=_tally(table),
    )  # fmt: skip


def _preparing(phase: str, who: Seat, bid: int) -> Saying:
    """What a declarer does who has not named the game yet."""
    if phase == "skat":
        return say("{who} may take the skat, bid {bid}", who=who, bid=bid)
    if phase == "discard":
        return say("{who} discards, bid {bid}", who=who, bid=bid)
    return say("{who} names the game, bid {bid}", who=who, bid=bid)


def _tally(table: SkatPosition) -> Saying:
    """Tricks and, where they count, points: the declarer's first, at the end with those of the skat."""
    (own, others), points = table.tricks, table.trick_points
    tricks = say("tricks {own} : {others}", own=own, others=others)
    if table.contract.startswith("N"):
        return tricks
    if table.is_over:
        return say("{n} points with the skat, {tricks}", n=table.declarer_points, tricks=tricks)
    return say("points {own} : {others}, {tricks}", own=points[0], others=points[1], tricks=tricks)


def _auction(table: SkatPosition) -> Saying:
    """Who speaks or answers, and the values that the seats have named or held."""
    who, offers = table.game.who, [table.offer(seat) for seat in range(3)]
    named = [say("{who} {n}", who=who(seat), n=value) for seat, value in enumerate(offers) if value]
    return say(
        "Auction: {who} speaks; {bids}" if table.phase == "speak" else "Auction: {who} answers; {bids}",
        who=who(table.turn),
        bids=joined(", ", named) if named else say("no bid"),
    )


def _cards(table: SkatPosition, seat: int) -> Saying | str:
    """A hand as the viewer knows it: its cards, or their number and what it lacks."""
    hand, held = table.hand_of(seat), int(sight.held(table.vector, seat))
    if hand or not held:
        return " ".join(card.symbol for card in hand)
    lacks = [
        say("no trumps") if sign == "trumps" else say("no {suit}", suit=sign) for sign in table.lacking(seat)
    ]
    return joined(", ", [say("{n} hidden", n=held), *lacks])
