"""How a saying is said in a language: with its sentence from the catalogue, its numbers and its names.

The terminal speaks one language at a time, which the user chooses once; pages say the same sayings
themselves (js/language.js), by the same rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

from kiebitz.errors import UnknownName
from kiebitz.language.catalogues import Catalogue, catalogue, languages
from kiebitz.sayings import NUMBER, MoveText, Name, Saying, Seat, Suit, amount, filled, say

if TYPE_CHECKING:
    from babel import Locale

ENGLISH = "en"
CATEGORIES = ("zero", "one", "two", "few", "many", "other")
"""Of numbers, in the order in which a place lists the forms of a word."""


@dataclass(frozen=True)
class Speaker:
    """Says sayings in one language, with the words of some games.

    >>> from kiebitz.sayings import say
    >>> Speaker("de", catalogue("de")).text(say("Player {n}", n=2))
    'Spieler 2'
    """

    language: str = ENGLISH
    words: Catalogue = field(default_factory=Catalogue)

    def text(self, said: Saying | str) -> str:
        """A saying as text; a sentence that the catalogue does not have stays English, but for its values.

        >>> from kiebitz.sayings import Suit, joined
        >>> Speaker("de", catalogue("de")).text(joined(": ", [Seat(0), Suit("H")]))
        'Spieler 1: Herz'
        """
        if isinstance(said, str):
            return self.words.messages.get(said, said)
        if self.language == ENGLISH:
            return str(said)
        return filled(self.words.messages.get(said.text, said.text), said.values, self._value)

    def _value(self, value: Any, form: str) -> str:
        if "|" in form:
            return _form(self.language, form, amount(value))
        if isinstance(value, (int, float)):
            return number(value, form, self.language)
        match value:
            case Saying():
                return self.text(value)
            case Seat(name=name) if name:
                return self.words.name("place", name)
            case Seat(number=seat):
                return self.text(say("Player {n}", n=seat + 1))
            case Suit(letter=letter):
                return self.words.name("suit one" if form == "one" else "suit", letter)
            case MoveText(text=text):
                return self.words.name("move", text)
            case Name(word=word, kind=kind):
                return self.words.name(kind, word)
        return str(value)


def number(value: float, form: str, language: str) -> str:
    """A number as a language writes it, in one of the formats that sayings use.

    >>> number(1234.5, ",.1f", "de"), number(0.25, ".1%", "nl"), number(2, "+", "de")
    ('1.234,5', '25,0%', '+2')
    """
    asked = NUMBER.fullmatch(form)
    if language == ENGLISH or not asked:
        return format(value, form)
    from babel.numbers import format_decimal, format_percent

    digits = "0" * int(asked["places"]) if asked["places"] else "" if isinstance(value, int) else "#" * 15
    pattern = ("#,##0" if asked["groups"] else "0") + ("." + digits if digits else "")
    if asked["kind"] == "%":
        return str(format_percent(value, _percent(language, pattern), locale=language))
    text = str(format_decimal(value, pattern, locale=language))
    return f"+{text}" if asked["sign"] and value >= 0 else text


def _percent(language: str, pattern: str) -> str:
    """A pattern for percentages, with the space before the sign that the language has."""
    usual = str(_locale(language).percent_formats[None].pattern)
    return pattern + usual[usual.rindex("0") + 1 :]


def _form(language: str, forms: str, count: float) -> str:
    """The form of a word that a number needs."""
    words = forms.split("|")
    rule = _locale(language).plural_form
    known = [category for category in CATEGORIES if category in {*rule.tags, "other"}]
    return words[min(known.index(rule(count)), len(words) - 1)]


@cache
def _locale(language: str) -> Locale:
    from babel import Locale

    return Locale(language)


_chosen = ENGLISH
_here: ContextVar[str] = ContextVar("language", default="")
_packages: list[str] = []


def choose(language: str) -> None:
    """Have the terminal speak a language from now on."""
    global _chosen
    if language != ENGLISH and language not in (known := languages()):
        raise UnknownName("language", language, [ENGLISH, *known])
    _chosen = language


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Within it this language is spoken, whatever the terminal speaks: for a page of one reader.

    >>> from kiebitz.sayings import say
    >>> with speaking("de"):
    ...     spoken(say("Player {n}", n=2))
    'Spieler 2'
    """
    before = _here.set(language)
    try:
        yield
    finally:
        _here.reset(before)


def learn(package: str) -> None:
    """Have the terminal know the words of a game's package, too: it has been loaded."""
    if package and package not in _packages:
        _packages.append(package)


def speaker() -> Speaker:
    """Who speaks in the terminal, or to the reader of this moment."""
    language = _here.get() or _chosen
    return _speaker(language, tuple(_packages)) if language != ENGLISH else Speaker()


@cache
def _speaker(language: str, packages: tuple[str, ...]) -> Speaker:
    return Speaker(language, catalogue(language, packages))


def spoken(said: Saying | str) -> str:
    """A saying in the language of the terminal."""
    return speaker().text(said)


def shown(text: Saying | str) -> str:
    """A saying in the language of the terminal, and a text as it is: a name is not a sentence."""
    return text if isinstance(text, str) else spoken(text)


def digits(text: str) -> str:
    """Numbers as English writes them, in the language of the terminal: for tables and axes.

    >>> digits("1,234.5"), digits("58.1%")
    ('1,234.5', '58.1%')
    """
    language = speaker().language
    if language == ENGLISH:
        return text
    from babel.numbers import get_decimal_symbol, get_group_symbol

    signs: dict[str, str | int | None] = {
        ".": get_decimal_symbol(language),
        ",": get_group_symbol(language),
        "%": _percent(language, ""),
    }
    return text.translate(str.maketrans(signs))
