"""The words of a paranoia search: the problem it is given, and the room it works in.

All seats are seen from the searcher: he is 0, his left neighbour 1, his right neighbour 2. Card sets are
in the bits of the layout. A problem is a vector of these words; the workspace begins with a copy of it.
"""

from __future__ import annotations

import numpy as np

from kiebitz.kernel.vectors import Vector

KIND = 0  # the kind of game of the layout
DECLARER = 1  # the declarer's seat
OWN = 2  # the searcher's cards
KNOWN = 3  # KNOWN + 0 and + 1: cards that the left and the right neighbour surely hold
POOL = 5  # cards that either neighbour may hold, or the skat while it has room
HALF = 6  # HALF + 0 and + 1: cards that only the left (right) neighbour or the skat may hold
ROOM = 8  # places of the skat that are still unknown
NOSKAT = 9  # cards that are taken not to be in the skat
LEADER = 10  # who leads or led to the trick on the table
LAID = 11  # how many cards lie on the table
TABLE = 12  # TABLE + 0 and + 1: those cards as masks, in order
COUNTED = 14  # whose tricks count: a mask of seats
BY_TRICKS = 15  # 1 if every trick counts one, 0 if its card points count
NEED = 16  # how much those who are counted still need
WANTED = 17  # 1 if the searcher wants them to reach it, 0 if he must prevent it
CAPPED = 18  # 1 if worlds with classes that are too long are left out
CAPS = 19  # how many unknown cards of each class a neighbour may hold, packed
WORDS = 24  # of a problem

NODES = 24  # positions looked at
BUDGET = 25  # how many may be
ROUND = 26  # counts the problems that this workspace has seen: older entries of the table are void
SAME = 27  # cards whose next stronger neighbour counts as much
RUN = 28  # cards whose next stronger neighbour counts at least as much
SLOTS = 29  # pairs of entries in the table, a power of two; 0 for a search without a table
DEADLINE = 30  # of the processor's clock: what is not decided by then is unknown; 0 for no deadline
HISTORY = 32  # what cards have decided, by position in the trick, seat and card
ENTRIES = HISTORY + 9 * 32  # here the table begins

ENTRY = 4  # words of an entry: two for the position, the bounds, one to spare
SLOT_WORDS = 2 * ENTRY

NOT_FORCED, FORCED, UNKNOWN = 0, 1, 2  # answers
OPEN = -1  # no answer yet: the search goes on


def workspace(slots: int = 1 << 16) -> Vector:
    """Room for searches, kept between them: a table of twice this many positions (a power of two, or 0).

    >>> len(workspace(0)) < 1000
    True
    """
    room = np.zeros(ENTRIES + slots * SLOT_WORDS, np.int64)
    room[SLOTS] = slots
    return room
