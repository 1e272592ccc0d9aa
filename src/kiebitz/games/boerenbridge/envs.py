"""What the words of Boerenbridge tell a learner."""

from __future__ import annotations

from kiebitz.envs.encoding import Encoding, Field
from kiebitz.games.boerenbridge import rules as r
from kiebitz.games.boerenbridge.schedule import MOST_CARDS


class BoerenbridgeEncoding(Encoding):
    """The round's deck and trump, the guesses, the trick on the table, and what was played.

    Points come with each round; so rewards by trick are what the rounds bring.
    """

    fields = (
        Field("round's deck", "cards", r.CARDS, means="The cards of this round."),
        Field("trumps", "cards", r.TRUMPS, means="The cards of the trump suit."),
        Field("face up", "card", r.UPCARD, means="The card that was turned up."),
        Field("follows", "cards", r.FOLLOW, means="The cards of the suit led; before a lead, all."),
        Field("best", "card", r.BEST, means="The card that wins the trick so far."),
        Field("winner", "seat", r.WINNER, means="Who played it."),
        Field("trick", "card", r.TRICK, each=True, packed=8, less=1, means="A seat's card on the table."),
        Field("opener", "seat", r.OPENER, means="Who guesses first and leads the first trick."),
        Field("size", "number", r.SIZE, size=MOST_CARDS, means="How many cards each seat got."),
        Field("guess", "choice", r.GUESSES, each=True, packed=4, size=MOST_CARDS + 1, less=1,
              means="What a seat has guessed."),
        Field("tricks", "choice", r.TRICKS, each=True, packed=4, size=MOST_CARDS + 1, means="Tricks won."),
        Field("void in", "bits", r.VOIDS, each=True, packed=4, size=4, means="Suits that a seat lacks."),
        Field("played", "cards", r.PLAYED, each=True, means="The cards that a seat has played."),
    )  # fmt: skip
