"""Names for the words of a Hearts state or view, and its picture for a terminal."""

from __future__ import annotations

from hearts import RANKS, SEATS, SUITS
from hearts import rules as r
from kiebitz.cards import SYMBOLS, Card, CardSet
from kiebitz.rules.tricks import TrickView
from kiebitz.rules.values import Move, Position, State

DIRECTIONS = ("not at all", "to the left", "across", "to the right")
"""Where cards are passed, by how many seats to the left that is."""


class HeartsPosition(Position):
    """What a Hearts state and a Hearts view both show."""

    __slots__ = ()

    @property
    def direction(self) -> str:
        """Where cards go: ``to the left``, ``across``, ``to the right`` or ``not at all``."""
        return DIRECTIONS[self.vector[r.SHIFT]]

    @property
    def receiver_of(self) -> tuple[int, ...]:
        """For each seat, the one that gets its cards; itself in a deal without passing."""
        return tuple((seat + int(self.vector[r.SHIFT])) % SEATS for seat in range(SEATS))

    def passed(self, seat: int) -> CardSet:
        """The cards that a seat passed on; in a view, only if the viewer gave or got them."""
        return self._set(r.PASSED + seat)

    @property
    def leader(self) -> int:
        """The seat that leads or led to the trick on the table, -1 while cards are passed."""
        return int(self.vector[r.LEADER])

    @property
    def trick(self) -> tuple[tuple[int, Card], ...]:
        """The cards on the table with the seats that played them, in order."""
        word, laid = int(self.vector[r.TRICK]), range(int(self.vector[r.CARDS]))
        return tuple(((self.leader + i) % SEATS, self.game.deck.cards[word >> 8 * i & 255]) for i in laid)

    @property
    def best(self) -> Card | None:
        """The card that wins the trick so far."""
        return self._card(r.BEST)

    @property
    def tricks(self) -> int:
        """How many tricks of this deal are complete."""
        return int(self.vector[r.NUMBER])

    @property
    def is_broken(self) -> bool:
        """May hearts be led?"""
        return bool(self.vector[r.BROKEN])

    def taken(self, seat: int) -> CardSet:
        """The cards of the tricks that a seat has taken in this deal."""
        return self._set(r.TAKEN + seat)

    def played(self, seat: int) -> CardSet:
        """The cards that a seat has played in this deal."""
        return self._set(r.PLAYED + seat)

    def held(self, seat: int) -> int:
        """How many cards a seat holds."""
        return 13 - len(self.played(seat))

    @property
    def deal_points(self) -> tuple[int, ...]:
        """What each seat's tricks of this deal cost so far; the moon is not counted before the end."""
        return tuple(int(r.cost(self.vector, self.vector[r.TAKEN + seat])) for seat in range(SEATS))

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of each seat in the deals that are over."""
        return tuple(int(self.vector[r.SCORE + seat]) for seat in range(SEATS))

    def cannot_hold(self, seat: int) -> CardSet:
        """Cards that everybody knows not to be in this hand, by how the seat has played."""
        return self._set(r.LACKS + seat)

    def voids(self, seat: int) -> tuple[str, ...]:
        """The suits that everybody knows this seat to lack."""
        lacks = int(self.vector[r.LACKS + seat])
        return tuple(suit for i, suit in enumerate(SUITS) if not ~lacks & 8191 << 13 * i)

    def known_in(self, place: int) -> CardSet:
        return self.hand_of(place) | CardSet(int(r.known(self.vector, place)), self.game.deck)


class HeartsState(HeartsPosition, State):
    """Everything about a game of Hearts."""

    __slots__ = ()


class HeartsView(HeartsPosition, TrickView):
    """What one player of Hearts may know."""

    __slots__ = ()

    def cost(self, card: Card) -> int:
        """What it costs to take a card."""
        return int(r.cost(self.vector, 1 << card.number))

    def points(self, move: Move) -> int:
        """What the card that a move plays or passes on costs."""
        return self.cost(self.game.deck.cards[move.code])


def danger(card: int) -> int:
    """How much one would rather not have a card: the queen of spades, then high cards, hearts first."""
    return 100 if card == r.QUEEN_OF_SPADES else card % len(RANKS) + 7 * (card // len(RANKS) == 3)


def render(position: Position) -> str:
    """The table as text: what goes on, points and hands, the trick."""
    assert isinstance(position, HeartsPosition)
    table, name = position, position.game.seat_name
    lines = [_headline(table)]
    for seat in range(SEATS):
        turn = ">" if table.turn == seat else " "
        points = f"{table.deal_points[seat]} now, {table.scores[seat]} in all"
        lines.append(f"{turn} {name(seat)}: {points}   {_cards(table, seat)}".rstrip())
    if table.trick:
        laid = ", ".join(f"{name(seat)} {card.symbol}" for seat, card in table.trick)
        lines.append(f"  On the table: {laid}")
    return "\n".join(lines)


def _headline(table: HeartsPosition) -> str:
    deal = f"Deal {table.round + 1}"
    if table.is_over:
        return f"{deal}: it is over"
    if table.phase == "pass":
        return f"{deal}: {table.game.seat_name(table.turn)} passes three cards {table.direction}"
    broken = "hearts are broken" if table.is_broken else "hearts are not broken"
    return f"{deal}, trick {table.tricks + 1} of 13, {broken}"


def _cards(table: HeartsPosition, seat: int) -> str:
    """A hand as the viewer knows it: its cards, or those passed on, how many more, and the suits it lacks."""
    known, held = table.known_in(seat), table.held(seat)
    if len(known) == held:
        chosen = table.passed(seat) if table.phase == "pass" else known - known
        return _symbols(known - chosen) + (f", passes {_symbols(chosen)}" if chosen else "")
    hidden = " and ".join(filter(None, [_symbols(known), f"{held - len(known)} hidden"]))
    return ", no ".join([hidden, *(SYMBOLS[suit] for suit in table.voids(seat))])


def _symbols(cards: CardSet) -> str:
    return " ".join(card.symbol for card in cards)
