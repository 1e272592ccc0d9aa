"""What Boerenbridge brings to the table."""

from __future__ import annotations

from collections.abc import Sequence

from kiebitz.games.boerenbridge import RANKS
from kiebitz.rules.values import Move, State, View
from kiebitz.sayings import Saying, say
from kiebitz.table.scene import Scene
from kiebitz.table.stage import Bid, Stage


class BoerenbridgeStage(Stage):
    """Boerenbridge at the table."""

    fan = ("KD", "QC", "TS")
    about = say("Say how many tricks you will take, then take exactly those.")
    rules = say(
        "Guess how many tricks you will take; the last to guess may not make the sum come out. Follow "
        "suit if you can; trumps win. Meeting your guess exactly brings points, missing it costs some."
    )
    page = "boerenbridge.js"
    bid_words = (say("Your guesses"), say("guessed"), say("taken"))

    def scene(self, view: View) -> Scene:
        from kiebitz.games.boerenbridge.table.scene import draw
        from kiebitz.games.boerenbridge.view import BoerenbridgeView

        assert isinstance(view, BoerenbridgeView)
        return draw(view)

    def tally(self, before: State, after: State) -> Sequence[Saying]:
        from kiebitz.games.boerenbridge.table.tally import tally
        from kiebitz.games.boerenbridge.view import BoerenbridgeState

        assert isinstance(before, BoerenbridgeState)
        return tally(before, after)

    def bids(self, states: Sequence[State], seat: int) -> Sequence[Bid]:
        from kiebitz.games.boerenbridge.table.tally import bids

        return bids(states, seat)

    def stake(self, view: View, move: Move) -> int:
        """The lowest guess; then low cards first, trumps after all others."""
        if view.phase == "guess":
            return move.code
        is_trump: bool = self.game.deck.cards[move.code].suit == view.trump  # type: ignore[attr-defined]
        return move.code % len(RANKS) + len(RANKS) * is_trump
