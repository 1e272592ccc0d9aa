"""Views of games with tricks: the cards on the table, who led, and what a card would do there.

A game whose moves put single cards on the table can take ``TrickView`` as its ``view_class`` as it is; a
game with trumps says in ``beats`` which card is better, one that keeps its trick in the state says so in
``trick``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from kiebitz.cards import Card
from kiebitz.rules.values import Event, Move, View


def laid(view: View) -> tuple[tuple[int, Card], ...]:
    """The cards of the trick on the table with their seats, in order, from what the view has seen.

    Every public move that is a card counts, and ``trick_size`` of them make a trick; () in a game
    without tricks.

    >>> from kiebitz.rules.registry import game
    >>> state = game("boerenbridge").deal(seed=1)
    >>> while state.phase != "play":
    ...     state = state.play(state.moves[0])
    >>> leader, card = state.turn, state.moves[0]
    >>> laid(state.play(card).view(0)) == ((leader, card),)
    True
    """
    size = view.game.trick_size
    if not size:
        return ()
    cards = [(event.seat, card) for event, card in played(view, this_round(view))]
    return tuple(cards[len(cards) - len(cards) % size :])


def on_table(view: View) -> dict[int, int]:
    """The trick on the table as masks: what each seat that has played to it put there.

    >>> from kiebitz.rules.registry import game
    >>> state = game("schnapsen").deal(seed=1)
    >>> on_table(state.view(0)), on_table(state.play("QC").view(0)) == {0: state.game.deck.set(["QC"]).mask}
    ({}, True)
    """
    trick = view.trick if isinstance(view, TrickView) else laid(view)
    return {seat: 1 << card.number for seat, card in trick}


def this_round(view: View) -> list[Event]:
    """The events since the cards on the table were dealt."""
    return [event for event in view.events if event.round == view.round][1:]


def played(view: View, events: Iterable[Event] | None = None) -> Iterator[tuple[Event, Card]]:
    """The cards that were laid on the table for all to see, each with its event; by default in all rounds."""
    secret = {view.game.phases[phase] for phase in view.game.secret_phases}
    card_of_move = view.card if isinstance(view, TrickView) else partial(named_card, view)
    for event in view.events if events is None else events:
        if event.move is not None and event.phase not in secret and (card := card_of_move(event.move)):
            yield event, card


def card_of(view: View, move: Move) -> Card | None:
    """The card that a move puts on the table, None for a move of another kind: a bid, a pass."""
    return view.card(move) if isinstance(view, TrickView) else named_card(view, move)


def named_card(view: View, move: Move) -> Card | None:
    """The card that a move names, None if it names none."""
    cards = view.game.deck.cards
    return cards[move.code] if move.code < len(cards) and str(cards[move.code]) == str(move) else None


class TrickView(View):
    """A view of a game with tricks.

    >>> from kiebitz.rules.registry import game
    >>> view = game("schnapsen").deal(seed=1).view(0)
    >>> isinstance(view, TrickView), view.trick, [view.wins(move) for move in view.moves[:2]]
    (True, (), [False, False])
    """

    __slots__ = ()

    @property
    def trick(self) -> Sequence[tuple[int, Card]]:
        """The cards on the table with the seats that played them, in order."""
        return laid(self)

    @property
    def leader(self) -> int:
        """The seat that led to the trick on the table; before a lead, the seat that leads."""
        return self.trick[0][0] if self.trick else self.turn

    @property
    def best(self) -> Card | None:
        """The card that wins the trick so far."""
        best: Card | None = None
        for _, card in self.trick:
            if best is None or self.beats(card, best):
                best = card
        return best

    def card(self, move: Move) -> Card | None:
        """The card that a move puts on the table, None for other moves."""
        return named_card(self, move)

    def beats(self, card: Card, best: Card) -> bool:
        """Would a card beat the one that wins so far? Here, as without trumps, a higher one of its suit."""
        return card.suit == best.suit and card.number > best.number

    def wins(self, move: Move) -> bool:
        """Would this card win the trick as it lies? False for a lead."""
        card, best = self.card(move), self.best
        return card is not None and best is not None and self.beats(card, best)

    def points(self, move: Move) -> int:
        """What the move's card is worth to its player: here, how many cards of its suit are below it."""
        card = self.card(move)
        if card is None:
            return 0
        return sum(other.suit == card.suit and other.number < card.number for other in self.game.deck.cards)
