# mypy: ignore-errors
"""Whether a strategy plays a card: then the base contradicts that it is not played."""

from functools import cache

from bots.printed import load
from bots.shared.kb import KB, Boolean, Integer  # noqa: F401


@cache
def plays(rank, card):
    kb = KB()
    load.general_information(kb)
    load.strategy(kb, rank)
    kb.add_clause(~Boolean(f"pj{card}"))
    return not kb.satisfiable()
