"""Fingerprints that were written down when meanings were made in another way, and what they are today.

The first way depended on the Python that ran (``MEANINGS`` in ``kernel/meaning.py``). Seals, frozen weights
and measured figures of that time stay as they were written; a table says what today's fingerprint of the same
code is. It was made once, from code that has both, by ``tests/lab/older_meanings.py``.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path


def restated(fingerprint: str) -> str:
    """Today's fingerprint of the code that an older one stands for; any other as it is.

    >>> restated("0123456789abcdef")
    '0123456789abcdef'
    """
    return table().get(fingerprint, fingerprint)


@cache
def table() -> dict[str, str]:
    """Today's fingerprints by the older ones."""
    found: dict[str, str] = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
    return found
