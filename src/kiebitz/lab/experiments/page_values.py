"""The values of an experiment's page: each must be of the kind that its field wants."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import MISSING, fields
from types import GenericAlias, NoneType
from typing import Any, get_args, get_origin, get_type_hints

from kiebitz.errors import BadNotation, UnknownName
from kiebitz.sayings import Saying, either, say

Table = dict[str, Any]
LONGEST = 200  # characters of a value that a sentence shows
NAMES: dict[Any, Saying] = {
    str: say("a text"),
    int: say("a whole number"),
    float: say("a number"),
    bool: say("true or false"),
    Table: say("a table"),
    list[str]: say("a list of texts"),
    list[int]: say("a list of whole numbers"),
    list[bool]: say("a list of true and false"),
    list[list[int]]: say("a list of lists of whole numbers"),
    list[list[str]]: say("a list of pairs of agents"),
    list[Table]: say("a list of tables"),
}


def check(values: Any, kinds: Mapping[str, Any], where: Saying, needed: tuple[str, ...] = ()) -> None:
    """Refuse unknown, missing and wrong values; ``where`` names the page and the part of it.

    >>> check({"deals": "30"}, {"deals": int}, say("the experiment {name}", name="p"))
    Traceback (most recent call last):
    kiebitz.errors.BadNotation: In the experiment p: deals must be a whole number, not '30'.
    """
    if not isinstance(values, dict):
        raise BadNotation(
            say("In {where}: a table of values is wanted, not {given}.", where=where, given=_short(values))
        )
    for name, value in values.items():
        if name not in kinds:
            raise UnknownName(say("key in {where}", where=where), name, sorted(kinds))
        choices = [kind for kind in get_args(kinds[name]) if kind is not NoneType]
        wanted = [kinds[name]] if get_origin(kinds[name]) in (list, dict, None) else choices
        if not any(_is(value, kind) for kind in wanted):
            raise BadNotation(
                say(
                    "In {where}: {name} must be {what}, not {given}.",
                    where=where,
                    name=name,
                    what=either(NAMES[kind] for kind in wanted),
                    given=_short(value),
                )
            )
    for name in needed:
        if name not in values:
            raise BadNotation(say("In {where}: {name} is missing.", where=where, name=name))


def toml_page(text: str, what: Saying | str) -> Table:
    """The values of a page; ``what`` begins the sentence that refuses what is not TOML.

    >>> toml_page("deals = ", "The page p")
    Traceback (most recent call last):
    kiebitz.errors.BadNotation: The page p is not TOML: Invalid value (at end of document).
    """
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        why: Saying | str = str(error)
    except (ValueError, RecursionError):  # a number of thousands of digits, brackets within brackets
        why = say("a value is too long or too deep")
    raise BadNotation(say("{what} is not TOML: {why}.", what=what, why=why))


def _short(value: Any) -> str:
    """A value as a sentence shows it."""
    text = repr(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


def _is(value: Any, kind: Any) -> bool:
    if get_origin(kind) is list:
        return isinstance(value, list) and all(_is(one, get_args(kind)[0]) for one in value)
    if get_origin(kind) is dict:
        return isinstance(value, dict)
    if isinstance(value, bool):
        return kind is bool
    return isinstance(value, (int, float) if kind is float else kind)


def read(cls: Any, values: Any, where: Saying, **given: Any) -> Any:
    """A value of a dataclass from a table of the page; ``given`` stands for what the table leaves out."""
    hints = get_type_hints(cls)
    kinds = {field.name: _listed(hints[field.name]) for field in fields(cls)}
    needed = [field.name for field in fields(cls) if field.default is MISSING and field.name not in given]
    check(values, kinds, where, tuple(needed))
    return cls(**given | {name: _tupled(value) for name, value in values.items()})


def _listed(kind: Any) -> Any:
    """A page has lists where a value has tuples."""
    return GenericAlias(list, get_args(kind)[:1]) if get_origin(kind) is tuple else kind


def _tupled(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
