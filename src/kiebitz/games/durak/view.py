"""Names for the words of a Durak state or view, and its picture for a terminal."""

from __future__ import annotations

from kiebitz.cards import SYMBOLS, Card, CardSet
from kiebitz.games.durak import rules as r
from kiebitz.rules.tricks import TrickView
from kiebitz.rules.values import Move, Position, State
from kiebitz.sayings import Saying, joined, say


class DurakPosition(Position):
    """What a Durak state and a Durak view both show."""

    __slots__ = ()

    def _row(self, word: int, length: int) -> list[Card]:
        """The cards of a packed row."""
        return [self.game.deck.cards[r.get(self.vector, word, place)] for place in range(length)]

    @property
    def trump(self) -> str | None:
        """The trump suit's letter, None without trumps."""
        return next((card.suit for card in self._set(r.TRUMPS)), None)

    @property
    def bottom(self) -> Card | None:
        """The face-up trump under the deck."""
        return self._card(r.BOTTOM)

    @property
    def deck_size(self) -> int:
        return int(self.vector[r.SIZE])

    @property
    def stock(self) -> tuple[Card, ...]:
        """The deck from the top."""
        return tuple(reversed(self._row(r.STOCK, self.deck_size)))

    @property
    def attacker(self) -> int:
        return int(self.vector[r.ATTACKER])

    @property
    def defender(self) -> int:
        return 1 - self.attacker

    @property
    def bout(self) -> int:
        """The number of this bout, from 1; after the game, how many bouts it had."""
        return int(self.vector[r.BOUT])

    @property
    def room(self) -> int:
        """How many more attack cards this bout may have."""
        return int(self.vector[r.ROOM])

    @property
    def is_taking(self) -> bool:
        """Has the defender given up, so that the attacker may only add cards?"""
        return self.phase == "add"

    @property
    def attack(self) -> Card | None:
        """The attack card that waits for a defence."""
        return self._card(r.ATTACK) if self.phase == "defend" else None

    @property
    def table(self) -> list[tuple[Card, Card | None]]:
        """Each attack card of this bout with the card that beats it, in the order of play."""
        cards = self._row(r.ROW, len(self._set(r.TABLE)))
        beaten = 2 * int(self.vector[r.BEATEN])
        pairs: list[tuple[Card, Card | None]] = list(zip(cards[0:beaten:2], cards[1:beaten:2], strict=True))
        return pairs + [(card, None) for card in cards[beaten:]]

    @property
    def discard(self) -> CardSet:
        """The cards that are out of play."""
        return self._set(r.DISCARD)

    def hand_size(self, seat: int) -> int:
        """How many cards a seat holds."""
        return int(self.vector[r.HELD + seat])

    def shown(self, seat: int) -> CardSet:
        """Cards that everybody knows to be in this hand: those taken from the table, and the bottom trump."""
        return self._set(r.SHOWN + seat)

    def known_in(self, place: int) -> CardSet:
        if place < 2:
            return self.hand_of(place) | self.shown(place)
        return self.game.deck.set(self.stock or ([self.bottom] if self.bottom else []))

    def known(self, seat: int) -> CardSet:
        """The cards of this hand that the viewer knows; all of them once the deck hides nothing."""
        return CardSet(int(r.known(self.vector, seat)), self.game.deck)


class DurakState(DurakPosition, State):
    """Everything about a game of Durak."""

    __slots__ = ()


class DurakView(DurakPosition, TrickView):
    """What one Durak player may know."""

    __slots__ = ()

    @property
    def stock(self) -> tuple[Card, ...]:
        """The deck from the top; empty unless the world is open."""
        return super().stock if self.game.is_open else ()

    @property
    def leader(self) -> int:
        return self.attacker

    @property
    def best(self) -> Card | None:
        """The attack card that waits for a defence."""
        return self.attack

    def beats(self, card: Card, best: Card) -> bool:
        """Would this card beat an attack?"""
        return bool(r.beating(self.vector, best.number) >> card.number & 1)

    def points(self, move: Move) -> int:
        """How strong the move's card is: its rank from 6 to 14, nine more for a trump; 0 without a card."""
        card = self.card(move)
        return 6 + card.number % 9 + 9 * (card.suit == self.trump) if card else 0


def render(position: Position) -> Saying:
    """The table as text: what goes on, trump and deck, hands, the bout's cards."""
    assert isinstance(position, DurakPosition)
    table = position
    trump = say("trump {suit}", suit=SYMBOLS[table.trump]) if table.trump else say("no trumps")
    parts = [trump, _deck(table), say("discarded {n}", n=len(table.discard))]
    lines = [joined("; ", [_headline(table), joined(", ", parts)])]
    for seat in range(2):
        mark, cards = ">" if table.turn == seat else " ", _cards(table, seat)
        values = {"mark": mark, "hand": _hand(table, seat), "cards": cards}
        lines.append(Saying("{mark} {hand}   {cards}" if cards else "{mark} {hand}", values))
    if table.table:
        pairs = joined(", ", (_pair(*pair) for pair in table.table))
        lines.append(say("  On the table: {cards}", cards=pairs))
    return joined("\n", lines)


def _headline(table: DurakPosition) -> Saying:
    who, bout, points = table.game.who, table.bout, table.payoffs
    if table.is_over:
        if points[0] == 0:
            return say("Draw in bout {n}", n=bout)
        return say("{who} has won in bout {n}", who=who(points.index(1)), n=bout)
    if table.phase == "attack":
        return say("Bout {n}: {who} attacks", n=bout, who=who(table.turn))
    if table.phase == "defend":
        return say("Bout {n}: {who} defends", n=bout, who=who(table.turn))
    return say("Bout {n}: {who} may add", n=bout, who=who(table.turn))


def _deck(table: DurakPosition) -> Saying:
    if table.bottom:
        return say("deck {n}, {card} at the bottom", n=table.deck_size, card=table.bottom.symbol)
    return say("deck {n}", n=table.deck_size)


def _hand(table: DurakPosition, seat: int) -> Saying:
    """What a seat does, and how many cards it has."""
    who, n = table.game.who(seat), table.hand_size(seat)
    if seat == table.attacker:
        return say("{who} attacks: {n} {n:card|cards}", who=who, n=n)
    if table.is_taking:
        return say("{who} takes: {n} {n:card|cards}", who=who, n=n)
    return say("{who} defends: {n} {n:card|cards}", who=who, n=n)


def _cards(table: DurakPosition, seat: int) -> Saying | str:
    """A hand as the viewer knows it."""
    known = table.known(seat)
    hidden = table.hand_size(seat) - len(known)
    if hidden and not known:
        return say("hidden")
    cards = " ".join(card.symbol for card in known)
    return say("{cards} and {n} hidden", cards=cards, n=hidden) if hidden else cards


def _pair(attack: Card, defence: Card | None) -> Saying | str:
    if defence:
        return say("{attack} beaten by {defence}", attack=attack.symbol, defence=defence.symbol)
    return attack.symbol
