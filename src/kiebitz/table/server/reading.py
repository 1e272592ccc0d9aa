"""What comes from outside, as data: not too long, and with nothing in it that could not be sent on."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from fastapi import Request

from kiebitz.errors import BadOption
from kiebitz.sayings import say
from kiebitz.table.tables.replays import TooLong

LONGEST = 65_536  # bytes of a request's body


def read_object(text: str | bytes) -> dict[str, Any] | None:
    """A JSON object whose numbers are finite and whose texts are text; None if it is anything else.

    >>> read_object('{"units": 3}'), read_object('{"units": 1e999}'), read_object('{"token": "\\\\ud800"}')
    ({'units': 3}, None, None)
    """
    try:
        found = json.loads(text)
        json.dumps(found, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def number(values: Mapping[str, Any], name: str, usual: float, low: float, high: float) -> float:
    """A number of a message, brought into its range.

    >>> number({"pace": 10**400}, "pace", 0.7, 0, 10), number({}, "pace", 0.7, 0, 10)
    (10, 0.7)
    """
    value = values.get(name, usual)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise BadOption(say("The value of {name} must be a number.", name=name))
    return max(low, min(value, high))


async def read_body(request: Request, longest: int = LONGEST) -> dict[str, Any]:
    """The JSON object in a request; no more of it is read than it may have."""
    whole, declared = bytearray(), request.headers.get("content-length", "")
    too_long = TooLong(say("This is too long: at most {n:,} bytes are read here.", n=longest))
    if declared.isdecimal() and int(declared) > longest:
        raise too_long
    async for part in request.stream():
        whole += part
        if len(whole) > longest:
            raise too_long
    found = read_object(bytes(whole))
    if found is None:
        raise BadOption(say("The body of this request must be a JSON object."))
    return found
