"""How agents are written: ``name:key=value,key=value``, where a value in brackets is an agent itself.

    improve:base=(mcts:limit=30,samples=10),worlds=64

Whoever reads or writes specifications does it here: command line, pages, grids, table and protocol.
"""

from __future__ import annotations

from collections.abc import Mapping

from kiebitz.rules.options import parse_options, pieces

PROGRAM = "exec:"
"""How the specification of a program begins."""
LIVE = "live:"
"""How that of an agent begins which only this process has."""


def parted(spec: str) -> tuple[str, str]:
    """What stands before an agent's parameters, and the text of the parameters.

    >>> parted("mcts:limit=5"), parted("bots.py:Mine:depth=3"), parted("random")
    (('mcts', 'limit=5'), ('bots.py:Mine', 'depth=3'), ('random', ''))
    >>> parted("improve:base=(flat:playouts=3)")
    ('improve', 'base=(flat:playouts=3)')
    """
    *head, last = pieces(spec, ":")
    return (":".join(head), last) if head and "=" in last else (spec, "")


def parameters(spec: str) -> dict[str, str]:
    """The parameters of a specification, as they are given.

    >>> parameters("bots.py:Mine:depth=3,c=1.4"), parameters("random")
    ({'depth': '3', 'c': '1.4'}, {})
    """
    return parse_options(parted(spec)[1])


def written(head: str, given: Mapping[str, str]) -> str:
    """The specification of an agent with parameters; what this writes, ``parted`` and ``parameters`` read.

    >>> written("improve", {"base": "flat:playouts=3", "worlds": "8"}), written("random", {})
    ('improve:base=(flat:playouts=3),worlds=8', 'random')
    """
    words = (f"{key}=({value})" if _nests(value) else f"{key}={value}" for key, value in given.items())
    return ":".join(filter(None, (head, ",".join(words))))


def _nests(value: str) -> bool:
    return any(sign in value for sign in ":=(")
