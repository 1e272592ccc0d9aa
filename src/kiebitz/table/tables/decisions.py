"""What is kept of a decision: texts and finite numbers, whatever an agent has put into it."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from math import isfinite
from typing import Any

from kiebitz.agents.base import Decision
from kiebitz.sayings import Said, Saying

MOST = 200  # entries of a list or table
DEEPEST = 6
SAYING = 20  # how deep lists and tables lie in each other in a saying of sayings
LONGEST = 2000  # characters of a text


def keep_mind(decision: Decision) -> dict[str, Any]:
    """A decision as far as it can be kept; values that are not finite numbers are left out.

    >>> keep_mind(Decision("AS", "it is high", {"AS": 1, "KS": "high"}))
    {'because': 'it is high', 'values': {'AS': 1.0}, 'details': {}}
    >>> from kiebitz.sayings import say
    >>> keep_mind(Decision("AS", say("{n} worlds", n=3), details={"why": say("it wins")}))["details"]
    {'why': {'saying': 'it wins'}}
    """
    because = decision.because
    said = {"because_said": _saying(because)} if isinstance(because, Saying) else {}
    return {
        "because": _text(because),
        **said,
        "values": _numbers(decision.values),
        "details": _plain(decision.details, DEEPEST),
    }


def _saying(said: Saying) -> Any:
    """A saying as JSON; of one that an agent has filled with anything else, what can be sent."""
    try:
        return _plain(said.as_json(), SAYING)
    except Exception:
        return _text(said)


def _numbers(values: Any) -> dict[str, float]:
    try:
        found = values.items() if isinstance(values, Mapping) else ()
        numbers = {_text(move): _number(value) for move, value in islice(found, MOST)}
    except Exception:  # an agent's own classes may do anything
        return {}
    return {move: number for move, number in numbers.items() if number is not None}


def _number(value: Any) -> float | None:
    try:
        number = float(value)
    except Exception:  # not a number, too large a one, or a class that does anything
        return None
    return number if isfinite(number) else None


def _text(value: Any) -> str:
    """As text that can be sent: single surrogates cannot."""
    try:
        return str(value)[:LONGEST].encode("utf-8", "replace").decode()
    except Exception:
        return f"a {type(value).__name__}"


def _plain(value: Any, depth: int) -> Any:
    """As plain data; what cannot be looked into is a text."""
    try:
        return _opened(value, depth)
    except Exception:
        return _text(value)


def _opened(value: Any, depth: int) -> Any:
    if value is None or isinstance(value, bool):
        return value
    if type(value) in (int, float):
        return value if _number(value) is not None else _text(value)
    if isinstance(value, Saying):
        return {"saying": _saying(value)}
    if isinstance(value, Said) and depth:  # a card, a suit, a place: the page says it
        return {"saying": ["{it}", {"it": _plain(value.as_said(), depth - 1)}]}
    if isinstance(value, Mapping) and depth:
        return {_text(name): _plain(inner, depth - 1) for name, inner in islice(value.items(), MOST)}
    if isinstance(value, list | tuple | set | frozenset) and depth:
        return [_plain(inner, depth - 1) for inner in islice(value, MOST)]
    if hasattr(value, "item") and getattr(value, "ndim", 1) == 0 and depth:
        return _plain(value.item(), depth - 1)
    return _text(value)
