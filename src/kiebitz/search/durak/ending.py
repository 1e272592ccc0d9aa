# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""The end of a Durak game: what must be told apart when all cards are open."""

from __future__ import annotations

import numpy as np

from kiebitz.kernel.jit import kernel
from kiebitz.search.durak.minimax import key_of


@kernel
def ending_key(s):
    """The hands, the table, whose turn it is and what is left of the deck, which never changes its order."""
    return key_of(s, np.int64(0), np.int64(0))
