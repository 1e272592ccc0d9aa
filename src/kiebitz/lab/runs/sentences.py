"""Sentences as a ledger keeps them, so that they can be said in any language later."""

from __future__ import annotations

import json
from contextlib import suppress

from kiebitz.sayings import Saying, plain


def stored(said: Saying | str) -> str:
    """A saying as a text to be kept: JSON that begins with a bracket, or the sentence if it has no places.

    >>> from kiebitz.sayings import say
    >>> stored(say("{n} cards", n=2)), stored(say("no cards"))
    ('["{n} cards", {"n": 2}]', 'no cards')
    """
    found = said if isinstance(said, str) else said.as_json()
    return found if isinstance(found, str) else json.dumps(found)


def read_stored(text: str | None) -> Saying | None:
    """What ``stored`` gave, or the plain sentence of an older run.

    >>> print(read_stored('["{n} cards", {"n": 2}]'), read_stored("raised ValueError"), read_stored(None))
    2 cards raised ValueError None
    """
    if not text or not isinstance(text, str):
        return None
    with suppress(ValueError, TypeError, AttributeError, StopIteration, RecursionError):
        if text.startswith("["):
            return Saying.of_json(json.loads(text))
    return plain(text)
