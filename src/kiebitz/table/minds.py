"""What is kept of a decision: texts and finite numbers, whatever an agent has put into it."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import Any

from kiebitz.agents.base import Decision

MOST = 200  # entries of a list or table
DEEPEST = 6
LONGEST = 2000  # letters of a text


def keep_mind(decision: Decision) -> dict[str, Any]:
    """A decision as far as it can be kept; values that are no finite numbers are left out.

    >>> keep_mind(Decision("AS", "it is high", {"AS": 1, "KS": "high"}))
    {'because': 'it is high', 'values': {'AS': 1.0}, 'details': {}}
    """
    values = decision.values if isinstance(decision.values, Mapping) else {}
    numbers = {_text(move): _number(value) for move, value in list(values.items())[:MOST]}
    return {
        "because": _text(decision.because),
        "values": {move: number for move, number in numbers.items() if number is not None},
        "details": _plain(decision.details, DEEPEST),
    }


def _number(value: Any) -> float | None:
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return number if isfinite(number) else None


def _text(value: Any) -> str:
    """As text that can be sent: single surrogates cannot."""
    try:
        return str(value)[:LONGEST].encode("utf-8", "replace").decode()
    except Exception:  # an agent's own classes may do anything
        return f"a {type(value).__name__}"


def _plain(value: Any, depth: int) -> Any:
    if value is None or isinstance(value, bool):
        return value
    if type(value) in (int, float):
        return value if _number(value) is not None else _text(value)
    if isinstance(value, Mapping) and depth:
        return {_text(name): _plain(inner, depth - 1) for name, inner in list(value.items())[:MOST]}
    if isinstance(value, list | tuple | set | frozenset) and depth:
        return [_plain(inner, depth - 1) for inner in list(value)[:MOST]]
    if hasattr(value, "item") and getattr(value, "ndim", 1) == 0 and depth:
        return _plain(value.item(), depth - 1)
    return _text(value)
