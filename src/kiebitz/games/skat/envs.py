"""What the words of Skat tell a learner."""

from __future__ import annotations

from kiebitz.envs.encoding import Encoding, Field
from kiebitz.games.skat import rules as r
from kiebitz.kernel.vectors import Kernel

POINTS = 120
BIDS = 63


class SkatEncoding(Encoding):
    """The auction, the contract, the trick on the table, and what was played."""

    worth = 1 / POINTS
    fields = (
        Field("speaker", "seat", r.SPEAKER, means="Who names values."),
        Field("listener", "seat", r.LISTENER, means="Who answers."),
        Field("bid", "number", r.BID, size=BIDS, less=-1, means="The place of the last value named, from 1."),
        Field("offer", "number", r.OFFER, each=True, size=BIDS, less=-1,
              means="The place of the highest value that a seat named or held, from 1."),
        Field("declarer", "seat", r.DECLARER, means="Who plays alone; nobody before the auction is over."),
        Field("took skat", "number", r.TAKEN, means="1 once the declarer has taken the skat."),
        Field("skat", "cards", r.SKAT, means="The cards of the skat, for the declarer who took it."),
        Field("contract", "choice", r.CONTRACT, size=6, means="Clubs to diamonds, Grand, Null."),
        Field("level", "choice", r.LEVEL, size=4, means="What was announced."),
        Field("trick", "row", r.TRICK, packed=5, size=3, count=r.CARDS, means="The cards on the table."),
        Field("played", "cards", r.PLAYED, each=True, means="The cards that a seat has played."),
        Field("lacks", "cards", r.LACKS, each=True, means="Cards that everybody knows not to be in a hand."),
        Field("points", "number", r.POINTS, size=POINTS, means="In tricks of the declarer."),
        Field("against", "number", r.POINTS + 1, size=POINTS, means="In tricks of the defenders."),
        Field("stake", "number", r.STAKE, size=POINTS, means="Points on the table."),
    )  # fmt: skip

    def standing(self) -> Kernel:
        return r.standing  # type: ignore[no-any-return]
