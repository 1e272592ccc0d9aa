"""Who reads a page: the language and the theme that the reader chose, as far as a request tells them.

The pages keep what was chosen in the browser, and tell the server the two things that it needs for pages
without scripts in a cookie, such as ``kiebitz=de.dark``. Without it the browser's own languages count.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from starlette.requests import Request

from kiebitz.language.catalogues import languages

COOKIE = "kiebitz"
THEMES = ("light", "dark", "auto")


class Reader(NamedTuple):
    """A language that the pages speak, and a theme: ``light``, ``dark``, or ``auto`` for the system's."""

    language: str = "en"
    theme: str = "auto"


def reader_of(request: Request) -> Reader:
    """What a request tells about its reader."""
    language, _, theme = request.cookies.get(COOKIE, "").partition(".")
    if language not in {"en", *languages()}:
        language = preferred(request.headers.get("accept-language", ""))
    return Reader(language, theme if theme in THEMES else "auto")


def preferred(accepted: str) -> str:
    """The first language of a browser's list that we speak, by its weights; English if there is none.

    >>> preferred("fr-FR, nl-BE;q=0.5, de;q=0.8"), preferred("ru"), preferred("")
    ('de', 'en', 'en')
    """
    known = {"en", *languages()}
    wishes = re.findall(r"([A-Za-z]{2})[\w-]*\s*(?:;\s*q=([\d.]+))?(?:,|$)", accepted)
    ranked = sorted(wishes, key=lambda wish: -_weight(wish[1]))
    return next((code.lower() for code, _ in ranked if code.lower() in known), "en")


def _weight(text: str) -> float:
    try:
        return float(text or 1)
    except ValueError:
        return 0.0
