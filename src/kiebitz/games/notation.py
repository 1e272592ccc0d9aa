"""Pieces of text notation that several games share."""

from __future__ import annotations


def read_parts(text: str) -> tuple[list[list[str]], dict[str, str]]:
    """Split a deal's text at its bars; ``name=value`` words are taken out of the parts.

    >>> read_parts("AS KS | QH |  | trump=H")
    ([['AS', 'KS'], ['QH'], []], {'trump': 'H'})
    """
    extras: dict[str, str] = {}
    parts = []
    for piece in text.split("|"):
        words = piece.split()
        named = [word for word in words if "=" in word]
        extras.update(word.split("=", 1) for word in named)  # type: ignore[misc]
        if not named:
            parts.append(words)
    return parts, extras
