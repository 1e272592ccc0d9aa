"""The values of an experiment's page: each must be of the kind that its field wants."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields
from types import GenericAlias, NoneType
from typing import Any, get_args, get_origin, get_type_hints

from kiebitz.errors import BadNotation, UnknownName

Table = dict[str, Any]
NAMES: dict[Any, str] = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    Table: "a table",
    list[str]: "a list of texts",
    list[int]: "a list of whole numbers",
    list[bool]: "a list of true and false",
    list[list[int]]: "a list of lists of whole numbers",
    list[list[str]]: "a list of pairs of agents",
    list[Table]: "a list of tables",
}


def check(values: Any, kinds: Mapping[str, Any], where: str, needed: tuple[str, ...] = ()) -> None:
    """Refuse unknown, missing and wrong values; ``where`` names the page and the part of it.

    >>> check({"deals": "30"}, {"deals": int}, "the experiment p")
    Traceback (most recent call last):
    kiebitz.errors.BadNotation: In the experiment p: deals must be a whole number, not '30'.
    """
    if not isinstance(values, dict):
        raise BadNotation(f"In {where}: a table of values is wanted, not {values!r}.")
    for name, value in values.items():
        if name not in kinds:
            raise UnknownName(f"key in {where}", name, sorted(kinds))
        choices = [kind for kind in get_args(kinds[name]) if kind is not NoneType]
        wanted = [kinds[name]] if get_origin(kinds[name]) in (list, dict, None) else choices
        if not any(_is(value, kind) for kind in wanted):
            what = " or ".join(NAMES[kind] for kind in wanted)
            raise BadNotation(f"In {where}: {name} must be {what}, not {value!r}.")
    for name in needed:
        if name not in values:
            raise BadNotation(f"In {where}: {name} is missing.")


def _is(value: Any, kind: Any) -> bool:
    if get_origin(kind) is list:
        return isinstance(value, list) and all(_is(one, get_args(kind)[0]) for one in value)
    if get_origin(kind) is dict:
        return isinstance(value, dict)
    if isinstance(value, bool):
        return kind is bool
    return isinstance(value, (int, float) if kind is float else kind)


def read(cls: Any, values: Any, where: str, **given: Any) -> Any:
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
