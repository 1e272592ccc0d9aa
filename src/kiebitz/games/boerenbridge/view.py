"""Names for the words of a Boerenbridge state or view, and its picture for a terminal."""

from __future__ import annotations

from kiebitz.cards import SYMBOLS, Card, CardSet
from kiebitz.games.boerenbridge import RANKS, SUITS, Boerenbridge
from kiebitz.games.boerenbridge import rules as r
from kiebitz.rules.tricks import TrickView
from kiebitz.rules.values import Move, Position, State
from kiebitz.sayings import Saying, joined, say


class BoerenbridgePosition(Position):
    """What a Boerenbridge state and a Boerenbridge view both show."""

    __slots__ = ()
    game: Boerenbridge

    def _suit(self, word: int) -> str | None:
        suit = int(self.vector[word])
        return SUITS[suit] if suit >= 0 else None

    def _fields(self, word: int) -> list[int]:
        """The four bits of each seat in a packed word."""
        return [int(self.vector[word]) >> 4 * seat & 15 for seat in range(self.game.seats)]

    @property
    def n(self) -> int:
        """How many cards each player got in this round, which is also the number of tricks."""
        return int(self.vector[r.SIZE])

    @property
    def cards(self) -> CardSet:
        """The cards that this round is played with."""
        return self._set(r.CARDS)

    @property
    def trump(self) -> str | None:
        """The trump suit's letter, None in a round without trump."""
        return self._suit(r.TRUMP)

    @property
    def upcard(self) -> Card | None:
        """The undealt card that is turned up."""
        return self._card(r.UPCARD)

    @property
    def undealt(self) -> CardSet:
        """The cards that nobody got; in a view empty unless everything is open."""
        return self._set(r.UNDEALT)

    @property
    def opener(self) -> int:
        """The seat that guesses first and leads the first trick."""
        return int(self.vector[r.OPENER])

    @property
    def leader(self) -> int:
        """The seat that leads this trick."""
        return int(self.vector[r.LEADER])

    @property
    def led(self) -> str | None:
        """The suit that must be followed, None before a lead."""
        return self._suit(r.LED)

    @property
    def trick(self) -> list[tuple[int, Card]]:
        """The cards on the table with the seats that played them, in order."""
        word, seats = int(self.vector[r.TRICK]), self.game.seats
        order = [(self.leader + i) % seats for i in range(seats)]
        laid = [(seat, (word >> 8 * seat & 255) - 1) for seat in order]
        return [(seat, self.game.deck.cards[card]) for seat, card in laid if card >= 0]

    @property
    def best(self) -> Card | None:
        """The card that wins the trick so far."""
        return self._card(r.BEST)

    @property
    def guesses(self) -> tuple[int | None, ...]:
        """Each seat's guess in this round, None before it is made."""
        return tuple(guess - 1 if guess else None for guess in self._fields(r.GUESSES))

    @property
    def tricks_won(self) -> tuple[int, ...]:
        """The tricks that each seat has won in this round."""
        return tuple(self._fields(r.TRICKS))

    @property
    def trick_number(self) -> int:
        """How many tricks of this round are complete."""
        return sum(self.tricks_won)

    @property
    def scores(self) -> tuple[int, ...]:
        """Each seat's total of the rounds that are over."""
        return tuple(int(self.vector[r.SCORE + seat]) for seat in range(self.game.seats))

    def voids(self, seat: int) -> tuple[str, ...]:
        """The suits that everybody knows this seat to lack, because it did not follow."""
        suits = self._fields(r.VOIDS)[seat]
        return tuple(letter for i, letter in enumerate(SUITS) if suits >> i & 1)

    def played_by(self, seat: int) -> CardSet:
        """The cards that a seat has played in this round, those on the table included."""
        return self._set(r.PLAYED + seat)

    @property
    def played(self) -> CardSet:
        """All cards that were played in this round, those on the table included."""
        mask = 0
        for seat in range(self.game.seats):
            mask |= int(self.vector[r.PLAYED + seat])
        return CardSet(mask, self.game.deck)

    def known_in(self, place: int) -> CardSet:
        if place < self.game.seats:
            return self.hand_of(place)
        return self.undealt | self.game.deck.set([self.upcard] if self.upcard else [])

    def held(self, seat: int) -> int:
        """How many cards a seat still holds."""
        return self.n - len(self.played_by(seat))


class BoerenbridgeState(BoerenbridgePosition, State):
    """Everything about a game of Boerenbridge."""

    __slots__ = ()


class BoerenbridgeView(BoerenbridgePosition, TrickView):
    """What one Boerenbridge player may know."""

    __slots__ = ()

    def beats(self, card: Card, best: Card) -> bool:
        return bool(r.beats(self.vector, card.number, best.number))

    def points(self, move: Move) -> int:
        """The rank of the card that a move puts on the table, from 0 for a two to 12; 0 for a guess."""
        card = self.card(move)
        return RANKS.index(card.rank) if card else 0


def render(position: Position) -> Saying:
    """The table as text: round, trump, guesses, tricks, scores, hands, trick."""
    assert isinstance(position, BoerenbridgePosition)
    table, game = position, position.game
    lines = [_headline(table)]
    for seat in range(game.seats):
        mark, cards = ">" if table.turn == seat else " ", _cards(table, seat)
        values = {"mark": mark, "score": _score(table, seat), "cards": cards}
        lines.append(Saying("{mark} {score}   {cards}" if cards else "{mark} {score}", values))
    if table.trick:
        laid = (Saying("{who} {card}", {"who": game.who(seat), "card": c.symbol}) for seat, c in table.trick)
        lines.append(say("  On the table: {cards}", cards=joined(", ", laid)))
    return joined("\n", lines)


def _headline(table: BoerenbridgePosition) -> Saying:
    parts = [say("Round {n} of {of}", n=table.round + 1, of=table.game.rounds)]
    if table.is_over:
        parts.append(say("all is over"))
    elif table.phase == "guess":
        parts.append(say("guesses for {n} {n:trick|tricks}", n=table.n))
    else:
        parts.append(say("trick {n} of {of}", n=table.trick_number + 1, of=table.n))
    parts.append(say("trump {suit}", suit=SYMBOLS[table.trump]) if table.trump else say("no trump"))
    if table.upcard:
        parts.append(say("{card} turned up", card=table.upcard.symbol))
    return joined(", ", parts)


def _score(table: BoerenbridgePosition, seat: int) -> Saying:
    guess = table.guesses[seat]
    return say(
        "{who}: {won} of {guess} tricks, score {score}",
        who=table.game.who(seat),
        won=table.tricks_won[seat],
        guess="?" if guess is None else guess,
        score=table.scores[seat],
    )


def _cards(table: BoerenbridgePosition, seat: int) -> Saying | str:
    """A hand as the viewer knows it: its cards, or their number and the suits that it lacks."""
    hand, held = table.hand_of(seat), table.held(seat)
    if hand or not held:
        return " ".join(card.symbol for card in hand)
    lacks = [say("no {suit}", suit=SYMBOLS[suit]) for suit in table.voids(seat)]
    return joined(", ", [say("{n} hidden", n=held), *lacks])
