# mypy: ignore-errors
"""Strategies as clauses, in the words of the platform: cards are numbers, pj4 means that card 4 is played."""

from .kb import Boolean

RANKS = {"ace": 0, "ten": 1, "king": 2, "queen": 3, "jack": 4}


def general_information(kb):
    """Every card is a fact."""
    for card in range(20):
        kb.add_clause(Boolean(f"j{card}"))


def strategy(kb, rank):
    """The cards of a rank, and no others of it, are to be played."""
    for card in range(RANKS[rank], 20, 5):
        fact, played = Boolean(f"j{card}"), Boolean(f"pj{card}")
        kb.add_clause(~fact, played)
        kb.add_clause(~played, fact)
