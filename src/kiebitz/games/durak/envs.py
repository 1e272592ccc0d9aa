"""What the words of Durak tell a learner."""

from __future__ import annotations

from kiebitz.envs.encoding import Encoding, Field
from kiebitz.games.durak import rules as r


class DurakEncoding(Encoding):
    """Trumps, the table, what is out of play and what everybody knows of the hands."""

    fields = (
        Field("trumps", "cards", r.TRUMPS, means="The cards of the trump suit; none without trumps."),
        Field("face up", "card", r.BOTTOM, means="The trump under the deck, until it is drawn."),
        Field("table", "cards", r.TABLE, means="The cards on the table."),
        Field("to beat", "card", r.ATTACK, means="The last attack card of this bout."),
        Field("out of play", "cards", r.DISCARD, means="The cards of beaten attacks."),
        Field("shown", "cards", r.SHOWN, each=True, means="Cards that everybody knows to be in a hand."),
        Field("attacker", "seat", r.ATTACKER, means="Who attacks in this bout."),
        Field("held", "number", r.HELD, each=True, size=36, means="How many cards a seat holds."),
        Field("deck", "number", r.SIZE, size=36, means="How many cards the deck has."),
        Field(
            "attacks left", "number", r.ROOM, size=36, means="How many more attack cards this bout may have."
        ),
    )
