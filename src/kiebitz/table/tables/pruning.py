"""Old tables are forgotten as long as the server runs, not only when it starts."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from kiebitz.errors import KiebitzError

if TYPE_CHECKING:
    from kiebitz.table.tables.hall import Hall

EVERY = 3600.0  # seconds

log = logging.getLogger(__name__)


def prune(hall: Hall, days: float) -> list[str]:
    """Forget the tables that nobody has touched for this long, but none where something goes on; which."""
    busy = {name for name, table in hall.tables.items() if not hall.is_idle(table)}
    old = hall.store.forget(days, busy)
    for name in old:
        hall.tables.pop(name, None)  # else it would be written again without its moves
    return old


async def keep_pruning(hall: Hall, days: float) -> None:
    """Do so now and every hour; what cannot be written is tried again then."""
    while days:
        try:
            prune(hall, days)
        except KiebitzError as problem:
            log.warning("Old tables are not forgotten: %s", problem)
        await asyncio.sleep(EVERY)
