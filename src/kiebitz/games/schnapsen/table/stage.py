"""What Schnapsen brings to the table."""

from __future__ import annotations

from collections.abc import Sequence

from kiebitz.games.schnapsen import RANKS
from kiebitz.rules.values import Move, State, View
from kiebitz.sayings import Saying, say
from kiebitz.table.scene import Scene
from kiebitz.table.stage import Bid, Stage


class SchnapsenStage(Stage):
    """Schnapsen at the table."""

    fan = ("AS", "KH", "QH")
    about = say("Two players, twenty cards, a race to 66 points.")
    rules = say(
        "Win 66 points in tricks. Ace 11, ten 10, king 4, queen 3, jack 2. King and queen of a suit "
        "together are a marriage: 20 points, 40 in trumps. Until the stock is used up or closed you may "
        "play any card; after that you must follow suit and win if you can. In the full game a deal "
        "counts one to three game points, and seven win the Bummerl."
    )
    page = "schnapsen.js"
    bid_words = (say("Your closings"), say("points needed"), say("game points"))

    def scene(self, view: View) -> Scene:
        from kiebitz.games.schnapsen.table.scene import draw
        from kiebitz.games.schnapsen.view import SchnapsenView

        assert isinstance(view, SchnapsenView)
        return draw(view)

    def tally(self, before: State, after: State) -> Sequence[Saying]:
        from kiebitz.games.schnapsen.table.tally import tally
        from kiebitz.games.schnapsen.view import SchnapsenState

        assert isinstance(before, SchnapsenState) and isinstance(after, SchnapsenState)
        return tally(before, after)

    def bids(self, states: Sequence[State], seat: int) -> Sequence[Bid]:
        from kiebitz.games.schnapsen.table.tally import bids

        return bids(states, seat)

    def stake(self, view: View, move: Move) -> int:
        """Low cards first, trumps after all others; nothing is exchanged, announced or closed."""
        if move.code >= self.game.deck.size:
            return move.code
        is_trump: bool = self.game.deck.cards[move.code].suit == view.trump  # type: ignore[attr-defined]
        return move.code % len(RANKS) + len(RANKS) * is_trump
