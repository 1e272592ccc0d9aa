"""Searches made for Skat: the solver for open cards, and what is sure against every distribution."""
