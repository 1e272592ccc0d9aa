"""What the words of Schnapsen tell a learner."""

from __future__ import annotations

from kiebitz.envs.encoding import Encoding, Field
from kiebitz.games.schnapsen import rules as r
from kiebitz.kernel.vectors import Kernel


class SchnapsenEncoding(Encoding):
    """Trump, talon, the card led, tricks won, points, and what everybody knows of the hands."""

    worth = 1 / 66
    fields = (
        Field("trump", "choice", r.TRUMP, size=4, means="The trump suit: hearts, clubs, spades, diamonds."),
        Field("face up", "card", r.UPCARD, means="The trump under the talon, until it is drawn."),
        Field("led", "card", r.LED, means="The card on the table."),
        Field("won", "cards", r.WON, each=True, means="The cards of the tricks won."),
        Field("shown", "cards", r.SHOWN, each=True, means="Cards that everybody knows to be in a hand."),
        Field("lacks", "cards", r.LACKS, each=True, means="Cards that everybody knows not to be in a hand."),
        Field("closer", "seat", r.CLOSER, means="Who closed the talon."),
        Field("talon", "number", r.SIZE, size=10, means="How many cards the talon has, the trump included."),
        Field("points", "number", r.POINTS, each=True, size=120, means="Points that count."),
        Field("pending", "number", r.PENDING, each=True, size=120, means="Points that wait for a trick."),
        Field("tricks", "number", r.TRICKS, each=True, size=10, means="Tricks won."),
        Field("score", "number", r.SCORE, each=True, size=7, means="Game points of the deals before."),
    )

    def standing(self) -> Kernel:
        return r.standing  # type: ignore[no-any-return]
