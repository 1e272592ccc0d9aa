"""What Skat brings to the table."""

from __future__ import annotations

from collections.abc import Sequence

from kiebitz.rules.values import Move, State, View
from kiebitz.sayings import Saying, say
from kiebitz.table.scene import Scene, texts
from kiebitz.table.stage import Bid, Stage, WhatIf


class SkatStage(Stage):
    """Skat at the table."""

    fan = ("CJ", "SJ", "HA")
    about = say("Three players, one against two, after an auction.")
    rules = say(
        "The highest bidder plays alone against the others and needs 61 of 120 points. Ace 11, ten 10, "
        "king 4, queen 3, jack 2. The four jacks are the highest trumps: clubs, spades, hearts, diamonds. "
        "In Null the declarer must not take a trick."
    )
    units = 36
    page = "skat.js"
    bid_words = (say("Your contracts"), say("bid"), say("value"))

    def scene(self, view: View) -> Scene:
        from kiebitz.games.skat.table.scene import draw
        from kiebitz.games.skat.view import SkatView

        assert isinstance(view, SkatView)
        return draw(view)

    def reveal(self, state: State, scene: Scene) -> None:
        from kiebitz.games.skat.table.scene import lay_skat
        from kiebitz.games.skat.view import SkatState

        assert isinstance(state, SkatState)
        lay_skat(scene, state.phase, texts(state.skat))

    def sheet(self, points: Sequence[Sequence[int]]) -> list[dict[str, int]]:
        """The list after Seeger and Fabian, seat by seat."""
        from kiebitz.games.skat.series import Sums

        sums = [Sums.of(own) for own in zip(*points, strict=True)]
        return [vars(s) | {"bonus": s.bonus, "beaten": s.beaten, "total": s.total} for s in sums]

    def what_ifs(self, states: Sequence[State]) -> Sequence[WhatIf]:
        """Another seat wins the bidding; the declarer names another contract."""
        from kiebitz.games.skat.table.what_ifs import what_ifs

        return list(what_ifs(states))

    def tally(self, before: State, after: State) -> Sequence[Saying]:
        from kiebitz.games.skat.table.tally import tally
        from kiebitz.games.skat.view import SkatState

        assert isinstance(after, SkatState)
        return tally(after)

    def bids(self, states: Sequence[State], seat: int) -> Sequence[Bid]:
        from kiebitz.games.skat.table.tally import bids
        from kiebitz.games.skat.view import SkatState

        assert isinstance(states[-1], SkatState)
        return bids(states[-1], seat)

    def stake(self, view: View, move: Move) -> int:
        from kiebitz.games.skat.table.absence import stake

        return stake(view, move)
