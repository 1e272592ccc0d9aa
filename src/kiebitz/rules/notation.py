"""Pieces of text notation that several games share."""

from __future__ import annotations

from kiebitz.errors import BadNotation
from kiebitz.sayings import say


def read_parts(text: str, *names: str) -> tuple[list[list[str]], dict[str, str]]:
    """Split a deal's text at its bars; ``name=value`` words with these names are taken out of the parts.

    >>> read_parts("AS KS | QH |  | trump=H", "trump")
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
    for name in extras:
        if name not in names:
            allowed = ", ".join(f"'{known}='" for known in names) or say("none")
            raise BadNotation(
                say("The deal has the word '{name}='; allowed here: {allowed}.", name=name, allowed=allowed)
            )
    return parts, extras
