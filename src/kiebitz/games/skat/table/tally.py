"""What a deal of Skat brought each seat after Seeger and Fabian; and contracts with what came of them."""

from __future__ import annotations

from kiebitz.games.skat.contracts import Contract
from kiebitz.games.skat.series import BEATEN, WON
from kiebitz.games.skat.view import SkatState
from kiebitz.sayings import Saying, say
from kiebitz.table.stage import Bid


def tally(after: SkatState) -> list[Saying]:
    """How each seat comes by its points; what is told with the result is not told again.

    That is how the value comes about, and that a deal was passed in.
    """
    if after.declarer < 0:
        return []
    if after.value > 0:
        own = say("{value} for the game + {bonus} for winning it", value=after.value, bonus=WON)
        other = say("nothing: the declarer has won")
    else:
        own = say("{value} for the game - {bonus} for losing it", value=after.value, bonus=WON)
        other = say("{n} because the declarer has lost", n=BEATEN[3])
    return [own if seat == after.declarer else other for seat in range(3)]


def bids(after: SkatState, seat: int) -> list[Bid]:
    """The contract of a seat that has declared."""
    if after.declarer != seat:
        return []
    contract = Contract.read(after.contract)
    return [Bid(contract.said, after.bid, after.value, after.value > 0)]
