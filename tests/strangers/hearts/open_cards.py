# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""What tells positions apart when all cards are open, compiled."""

from __future__ import annotations

import numpy as np

from hearts.rules import (
    BROKEN,
    CARDS,
    JACK_OF_DIAMONDS,
    LEADER,
    NUMBER,
    PENALTIES,
    SEATS,
    TAKEN,
    TRICK,
)
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.random import mix
from kiebitz.kernel.state import HAND

COUNTS = PENALTIES | 1 << JACK_OF_DIAMONDS


@kernel
def key_of(s):
    """Hands, the trick, and who has what counts; not how the other cards were played."""
    key = mix(s[TRICK] + (s[LEADER] << 40) + (s[CARDS] << 44) + (s[BROKEN] << 48) + (s[NUMBER] << 52))
    for seat in range(SEATS):
        key = mix(key + s[HAND + seat])
        key = mix(key + (s[TAKEN + seat] & COUNTS))
    return np.int64(key)
