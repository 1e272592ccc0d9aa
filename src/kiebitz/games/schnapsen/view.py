"""Names for the words of a Schnapsen state or view, and its picture for a terminal."""

from __future__ import annotations

from kiebitz.cards import SYMBOLS, Card, CardSet
from kiebitz.games.schnapsen import SUITS
from kiebitz.games.schnapsen import rules as r
from kiebitz.games.values import Move, Position, State, View


class SchnapsenTable(Position):
    """What a Schnapsen state and a Schnapsen view both show."""

    __slots__ = ()

    def _set(self, word: int) -> CardSet:
        return CardSet(int(self.vector[word]), self.game.deck)

    def _card(self, word: int) -> Card | None:
        index = int(self.vector[word])
        return self.game.deck.cards[index] if index >= 0 else None

    def _pair(self, word: int) -> tuple[int, int]:
        return int(self.vector[word]), int(self.vector[word + 1])

    @property
    def trump(self) -> str:
        """The trump suit's letter."""
        return SUITS[self.vector[r.TRUMP]]

    @property
    def upcard(self) -> Card | None:
        """The face-up trump under the talon."""
        return self._card(r.UPCARD)

    @property
    def talon_size(self) -> int:
        return int(self.vector[r.SIZE])

    @property
    def led(self) -> Card | None:
        """The card that waits for an answer."""
        return self._card(r.LED)

    @property
    def leader(self) -> int:
        return int(self.vector[r.LEADER])

    @property
    def scores(self) -> tuple[int, int]:
        """Points that count, for each seat."""
        return self._pair(r.POINTS)

    @property
    def pending(self) -> tuple[int, int]:
        """Marriage points that wait for a trick, for each seat."""
        return self._pair(r.PENDING)

    @property
    def tricks(self) -> tuple[int, int]:
        return self._pair(r.TRICKS)

    @property
    def game_points(self) -> tuple[int, int]:
        return self._pair(r.SCORE)

    @property
    def closer(self) -> int:
        """The seat that closed the talon, -1 if nobody."""
        return int(self.vector[r.CLOSER])

    @property
    def is_strict(self) -> bool:
        """Must suit be followed?"""
        return self.talon_size == 0 or self.closer >= 0

    def won(self, seat: int) -> CardSet:
        """The cards of the tricks that a seat has won."""
        return self._set(r.WON + seat)

    def shown(self, seat: int) -> CardSet:
        """Cards that everybody knows to be in this hand."""
        return self._set(r.SHOWN + seat)

    def order_of(self, seat: int) -> tuple[Card, ...]:
        """A hand in the order in which its cards came; in a view only the seat's own."""
        word, held = int(self.vector[r.ORDER + seat]), len(self.hand_of(seat))
        return tuple(self.game.deck.cards[word >> 5 * i & 31] for i in range(held))


class SchnapsenState(SchnapsenTable, State):
    """Everything about a game of Schnapsen."""

    __slots__ = ()


class SchnapsenView(SchnapsenTable, View):
    """What one Schnapsen player may know."""

    __slots__ = ()

    def card(self, move: Move) -> Card | None:
        """The card that a move puts on the table, None for exchange and closing."""
        return self.game.deck.read(move[:2]) if move.code not in (r.EXCHANGE, r.CLOSE) else None

    def points(self, move: Move) -> int:
        """The points of the card that a move puts on the table."""
        card = self.card(move)
        return int(r.VALUE[card.index]) if card else 0

    def wins(self, move: Move) -> bool:
        """Would this answer win the trick?"""
        card = self.card(move)
        return bool(self.led and card and r.beats(self.vector, card.index, self.led.index))


def render(position: Position) -> str:
    """The table as text: talon, trick, scores, hands."""
    assert isinstance(position, SchnapsenTable)
    table = position
    upcard = f", {table.upcard.symbol} face up" if table.upcard else ""
    closed = f", closed by {table.game.seat_name(table.closer)}" if table.closer >= 0 else ""
    lines = [f"Trump {SYMBOLS[table.trump]}   talon {table.talon_size}{upcard}{closed}"]
    for seat in range(2):
        hand = " ".join(card.symbol for card in table.hand_of(seat)) or "hidden"
        pending = f" (+{table.pending[seat]})" if table.pending[seat] else ""
        turn = ">" if table.turn == seat else " "
        lines.append(
            f"{turn} {table.game.seat_name(seat)}: {table.scores[seat]} points{pending}, "
            f"{table.tricks[seat]} tricks, {table.game_points[seat]} game points   {hand}"
        )
    if table.led:
        lines.append(f"  On the table: {table.led.symbol}")
    return "\n".join(lines)
