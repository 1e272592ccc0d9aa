"""Names for the words of a Durak state or view, and its picture for a terminal."""

from __future__ import annotations

from kiebitz.cards import SYMBOLS, Card, CardSet
from kiebitz.games.durak import rules as r
from kiebitz.rules.tricks import TrickView
from kiebitz.rules.values import Move, Position, State


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


def render(position: Position) -> str:
    """The table as text: what goes on, trump and deck, hands, the bout's cards."""
    assert isinstance(position, DurakPosition)
    table = position
    trump = f"trump {SYMBOLS[table.trump]}" if table.trump else "no trumps"
    bottom = f", {table.bottom.symbol} at the bottom" if table.bottom else ""
    lines = [
        f"{_headline(table)}; {trump}, deck {table.deck_size}{bottom}, discarded {len(table.discard)}",
    ]
    for seat in range(2):
        role = "attacks" if seat == table.attacker else "takes" if table.is_taking else "defends"
        turn = ">" if table.turn == seat else " "
        size = table.hand_size(seat)
        hand = f"{table.game.seat_name(seat)} {role}: {size} card{'' if size == 1 else 's'}"
        lines.append(f"{turn} {hand}   {_cards(table, seat)}".rstrip())
    if table.table:
        lines.append("  On the table: " + ", ".join(_pair(*pair) for pair in table.table))
    return "\n".join(lines)


def _headline(table: DurakPosition) -> str:
    name, points = table.game.seat_name, table.payoffs
    if not table.is_over:
        action = {"attack": "attacks", "defend": "defends", "add": "may add"}[table.phase]
        return f"Bout {table.bout}: {name(table.turn)} {action}"
    if points[0] == 0:
        return f"Draw in bout {table.bout}"
    return f"{name(points.index(1))} has won in bout {table.bout}"


def _cards(table: DurakPosition, seat: int) -> str:
    """A hand as the viewer knows it."""
    known = table.known(seat)
    hidden = table.hand_size(seat) - len(known)
    if hidden and not known:
        return "hidden"
    return " ".join(card.symbol for card in known) + (f" and {hidden} hidden" if hidden else "")


def _pair(attack: Card, defence: Card | None) -> str:
    return f"{attack.symbol} beaten by {defence.symbol}" if defence else attack.symbol
