"""Pieces of a training, which anybody may do: in this thread, or wherever an executor takes them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

Spread = Callable[[Callable[[Any], Any], Iterable[Any]], Iterator[Any]]
"""Like ``map``: what comes back is in the order of the pieces, whoever has done them."""
