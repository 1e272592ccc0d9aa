"""Help for whoever is to move, found beside the play: hints, and that the rest can be claimed."""

from __future__ import annotations

import asyncio
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING

from kiebitz.agents.advice import USUAL, advise
from kiebitz.sayings import say
from kiebitz.table.server.messages import error
from kiebitz.table.tables.claims import offered
from kiebitz.table.tables.decisions import keep_mind
from kiebitz.table.tables.studies import MAKING
from kiebitz.table.tables.table import Table
from kiebitz.table.tables.thinkers import Late

if TYPE_CHECKING:
    from kiebitz.table.tables.hall import Hall, Listener


class Helping:
    """Hints and offers for those who listen to the tables of a hall."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self.provers: Executor = ThreadPoolExecutor(1)  # proofs take turns and must not keep agents waiting

    def hint(self, table: Table, listener: Listener, aim: str = USUAL) -> None:
        """Tell a listener, when it is found, what a good agent would do with what that seat knows."""
        if not listener.waits_for_hint:
            listener.waits_for_hint = True
            self._hall.later(self._hint(table, listener, aim))

    async def _hint(self, table: Table, listener: Listener, aim: str) -> None:
        state, view = table.state, table.state.view(listener.seat)
        try:
            who = ("hint", table.id, listener.seat)
            found = await self._hall.thinkers.ask(partial(advise, view, aim), MAKING, who)
            kept = keep_mind(found)
            del kept["details"]
            message = {"type": "hint", "ply": state.ply, "move": str(found.move), **kept}
        except Late:
            message = error(say("There is no hint: it takes too long."))
        except Exception as problem:
            kind = type(problem.__cause__ or problem).__name__
            message = error(say("There is no hint: {kind}.", kind=kind))
        finally:
            listener.waits_for_hint = False
        if table.state is state:  # a ply alone does not say which deal it belongs to
            await self._hall.send(table, listener, message)

    def offer(self, table: Table, listener: Listener) -> None:
        """Tell whoever is to move if the rest can be claimed, as soon as that is known."""
        if not table.is_over and table.state.turn == listener.seat:
            self._hall.later(self._offer(table, listener))

    async def _offer(self, table: Table, listener: Listener) -> None:
        state, view = table.state, table.state.view(listener.seat)

        def prove() -> str:
            return offered(view) if table.state is state else ""  # nobody waits for an old answer

        try:
            claim = await asyncio.get_running_loop().run_in_executor(self.provers, prove)
        except RuntimeError:  # the server is about to end
            return
        if claim and table.state is state:
            await self._hall.send(table, listener, {"type": "offer", "ply": state.ply, "claim": claim})

    def close(self) -> None:
        self.provers.shutdown(wait=False, cancel_futures=True)
