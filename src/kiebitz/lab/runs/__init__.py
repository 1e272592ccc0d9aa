"""Matches that are kept: plans, ledgers, going on."""
