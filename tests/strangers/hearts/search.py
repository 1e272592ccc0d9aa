"""Hearts solved: what a seat can secure with open cards, the rest when it is certain."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.rules.values import Move, State, View
from kiebitz.search.solving import NODES, Claim, OpenValues, Solving

if TYPE_CHECKING:
    from hearts.view import HeartsView


class HeartsSolving(Solving):
    """A claim is every trick that is left, or that nothing is left that counts."""

    def open_values(self, state: State, nodes: int) -> OpenValues | None:
        """What the others pay the seat to move in this deal, even if all play against it."""
        from hearts.open_cards import key_of
        from kiebitz.search.secured import secured

        return OpenValues.for_mover(state, secured(state.game, state.vector, nodes, key_of), "differences")

    def sure_moves(self, view: View, nodes: int) -> list[Move]:
        from hearts.view import HeartsView

        assert isinstance(view, HeartsView)
        if view.phase != "play":
            return []
        return list(view.moves) if not left_to_take(view) else taking_all(view)

    def claim(self, view: View) -> Claim | None:
        """Not if that costs points: only whoever shoots the moon wants them."""
        from hearts.rules import PENALTIES
        from hearts.view import HeartsView

        assert isinstance(view, HeartsView)
        if view.phase != "play":
            return None
        left = left_to_take(view)
        if not left:
            return "nothing"
        others = [view.taken(seat).mask for seat in range(view.game.seats) if seat != view.seat]
        is_wanted = not left & PENALTIES or not any(taken & PENALTIES for taken in others)
        return "all" if is_wanted and self.sure_moves(view, NODES) else None


def left_to_take(view: HeartsView) -> int:
    """The cards that count and that nobody has taken yet, as a mask."""
    from hearts.rules import JACK_OF_DIAMONDS, PENALTIES

    counts = PENALTIES | (1 << JACK_OF_DIAMONDS if view.game.options["jack"] == "on" else 0)
    for seat in range(view.game.seats):
        counts &= ~view.taken(seat).mask
    return int(counts)


def taking_all(view: HeartsView) -> list[Move]:
    """The moves after which the seat takes this trick and all that follow, wherever the unseen cards are.

    It leads each suit from the top, and hearts last, so that it does not matter whether they are broken.
    """
    hand, others = view.hand.mask, [seat for seat in range(view.game.seats) if seat != view.seat]
    if not view.trick:
        return [move for move in view.moves if takes_the_rest(view, hand, others, move.code)]
    still_to_play = set(others) - {seat for seat, _ in view.trick}
    return [
        move
        for move in view.moves
        if view.wins(move)
        and not any(may_hold(view, seat) & higher(move.code) for seat in still_to_play)
        and takes_the_rest(view, hand & ~(1 << move.code), others)
    ]


def takes_the_rest(view: HeartsView, hand: int, others: list[int], first: int = -1) -> bool:
    """Does every card of a hand that leads take its trick, if one of them is led first?

    A card may be lower than one of another hand if that hand, which must follow, has none left by then.
    """
    held = {seat: may_hold(view, seat) for seat in others}
    for lowest in range(0, 52, 13):
        suit = range(lowest, lowest + 13)
        own = sorted((card for card in suit if hand >> card & 1), key=lambda card: (card != first, -card))
        for led, card in enumerate(own):
            for seat, cards in held.items():
                most = min((cards >> lowest & 8191).bit_count(), view.held(seat))
                if most > led and cards & higher(card):
                    return False
    return True


def may_hold(view: HeartsView, seat: int) -> int:
    """The cards that may be in another hand, as a mask."""
    from kiebitz.knowledge.places.problem import Problem

    problem = Problem.of(view)
    return problem.known[seat] | (problem.cards[seat] if problem.room[seat] else 0)


def higher(card: int) -> int:
    """The higher cards of a card's suit.

    >>> [higher(card) for card in (12, 10, 25)]
    [0, 6144, 0]
    """
    top = card // 13 * 13 + 13
    return (1 << top) - (2 << card)
