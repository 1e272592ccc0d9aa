"""Names for the words of a Schnapsen state or view, and its picture for a terminal."""

from __future__ import annotations

from kiebitz.cards import SYMBOLS, Card, CardSet
from kiebitz.games.schnapsen import SUITS
from kiebitz.games.schnapsen import rules as r
from kiebitz.rules.tricks import TrickView
from kiebitz.rules.values import Move, Position, State
from kiebitz.sayings import Saying, joined, say


class SchnapsenPosition(Position):
    """What a Schnapsen state and a Schnapsen view both show."""

    __slots__ = ()

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
    def trick(self) -> tuple[tuple[int, Card], ...]:
        """The card on the table with the seat that led it."""
        return ((self.leader, self.led),) if self.led else ()

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

    def hand_size(self, seat: int) -> int:
        """How many cards a seat holds."""
        return int(r.hand_size(self.vector, seat))

    def known(self, seat: int) -> CardSet:
        """The cards of this hand that the viewer knows; all of them once the talon is empty."""
        known = self.hand_of(seat) | self.shown(seat)
        if self.talon_size > 0 or len(known) == self.hand_size(seat):
            return known
        led = self.game.deck.set([self.led] if self.led else [])
        return self.game.deck.all - self.won(0) - self.won(1) - self.hand_of(1 - seat) - led

    def known_in(self, place: int) -> CardSet:
        if place < 2:
            return self.hand_of(place) | self.shown(place)
        if isinstance(self, State) or self.game.is_open:
            stock = int(self.vector[r.STOCK])
            cards = [self.game.deck.cards[stock >> 5 * i & 31] for i in range(self.talon_size)]
        else:
            cards = [self.upcard] if self.upcard else []
        return self.game.deck.set(cards)


class SchnapsenState(SchnapsenPosition, State):
    """Everything about a game of Schnapsen."""

    __slots__ = ()


class SchnapsenView(SchnapsenPosition, TrickView):
    """What one Schnapsen player may know."""

    __slots__ = ()

    def card(self, move: Move) -> Card | None:
        """The card that a move puts on the table, None for exchange and closing."""
        return self.game.deck.read(move[:2]) if move.code not in (r.EXCHANGE, r.CLOSE) else None

    @property
    def best(self) -> Card | None:
        return self.led

    def beats(self, card: Card, best: Card) -> bool:
        return bool(r.beats(self.vector, card.number, best.number))

    def points(self, move: Move) -> int:
        """The points of the card that a move puts on the table."""
        card = self.card(move)
        return int(r.VALUE[card.number]) if card else 0


def render(position: Position) -> Saying:
    """The table as text: what goes on, trump and talon, scores, hands, trick."""
    assert isinstance(position, SchnapsenPosition)
    table = position
    trump = say("trump {suit}", suit=SYMBOLS[table.trump])
    lines = [joined("; ", [_headline(table), joined(", ", [trump, *_talon(table)])])]
    for seat in range(2):
        mark, cards = ">" if table.turn == seat else " ", _cards(table, seat)
        values = {"mark": mark, "score": _score(table, seat), "cards": cards}
        lines.append(Saying("{mark} {score}   {cards}" if cards else "{mark} {score}", values))
    if table.led:
        lines.append(say("  On the table: {cards}", cards=table.led.symbol))
    return joined("\n", lines)


def _headline(table: SchnapsenPosition) -> Saying:
    who = table.game.who
    if table.is_over:
        what = say("{who} has won", who=who(table.payoffs.index(max(table.payoffs))))
    elif table.led:
        what = say("{who} answers", who=who(table.turn))
    else:
        what = say("{who} leads", who=who(table.turn))
    return say("Deal {n}: {what}", n=table.round + 1, what=what) if table.game.rounds > 1 else what


def _talon(table: SchnapsenPosition) -> list[Saying]:
    if table.talon_size == 0:
        return [say("no talon")]
    found = [say("talon {n}", n=table.talon_size)]
    if table.upcard:
        found.append(say("{card} face up", card=table.upcard.symbol))
    if table.closer >= 0:
        found.append(say("closed by {who}", who=table.game.who(table.closer)))
    return found


def _score(table: SchnapsenPosition, seat: int) -> Saying:
    """What a seat has; in brackets what a marriage brings with the next trick."""
    points, pending = table.scores[seat], table.pending[seat]
    return say(
        "{who}: points {points}, tricks {tricks}, game points {game}",
        who=table.game.who(seat),
        points=f"{points} (+{pending})" if pending else points,
        tricks=table.tricks[seat],
        game=table.game_points[seat],
    )


def _cards(table: SchnapsenPosition, seat: int) -> Saying | str:
    """A hand as the viewer knows it."""
    known = table.known(seat)
    hidden = table.hand_size(seat) - len(known)
    cards = " ".join(card.symbol for card in known)
    if not hidden:
        return cards
    return say("{cards} and {n} hidden", cards=cards, n=hidden) if cards else say("{n} hidden", n=hidden)
