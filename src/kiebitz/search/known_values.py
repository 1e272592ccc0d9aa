# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""A table of positions whose value a search knows, exactly or as a bound; one row for each key."""

from __future__ import annotations

from kiebitz.kernel.jit import kernel

KEY, VALUE, KIND = 0, 1, 2
COLUMNS = 3
EXACTLY, AT_LEAST, AT_MOST = 0, 1, 2


@kernel
def row_of(table, key):
    """Where a key has its place; the number of rows is a power of two."""
    return key & (table.shape[0] - 1)


@kernel
def is_settled(table, key, alpha, beta):
    """Does the table know enough about a key for a search between two bounds?"""
    row = row_of(table, key)
    if table[row, KEY] != key:
        return False
    known, kind = table[row, VALUE], table[row, KIND]
    return kind == EXACTLY or (kind == AT_LEAST and known >= beta) or (kind == AT_MOST and known <= alpha)


@kernel
def keep(table, key, value, alpha, beta):
    """Keep what a search between two bounds has found for a key, in place of what was there."""
    row = row_of(table, key)
    table[row, KEY] = key
    table[row, VALUE] = value
    table[row, KIND] = AT_MOST if value <= alpha else AT_LEAST if value >= beta else EXACTLY
