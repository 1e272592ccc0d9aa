"""Positions solved, asked in one way: open cards for a state, certainty for a view, a game's own problems."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kiebitz.amounts import MOST_NODES, check_number
from kiebitz.errors import BadOption, KiebitzError, wrong_type
from kiebitz.rules.game import Game
from kiebitz.rules.parts import part
from kiebitz.rules.registry import as_game
from kiebitz.rules.values import Move, State, View
from kiebitz.sayings import Name, say
from kiebitz.search.solving import NODES, Claim, OpenValues, Solving


@dataclass(frozen=True)
class Solution:
    """What a position is worth; which fields have a value depends on what was asked about."""

    open: OpenValues | None = None
    """Of a state: each legal move's value when all cards are open and everybody plays as well as possible."""
    sure: tuple[Move, ...] = ()
    """Of a view: the moves after which what is claimed is certain, whatever the others have and play."""
    claim: Claim | None = None
    """Of a view: what is certain."""
    answer: Mapping[str, Any] | None = None
    """Of a problem in the words of its game: what that game's solver says."""

    @property
    def best(self) -> str | None:
        """The best move, if there is one."""
        if self.open:
            return self.open.best
        if self.answer is not None:
            killers = self.answer.get("killers", [])
            best = self.answer.get("best")
            return str(best) if best else killers[0] if killers else None
        return self.sure[0] if self.sure else None

    @property
    def value(self) -> Any:
        """What the best move is worth; of a view, whether anything is certain."""
        if self.open:
            return self.open.value
        return self.answer.get("value") if self.answer is not None else bool(self.sure)


def solve(position: State | View | Game | str, *, nodes: int | None = None, **problem: Any) -> Solution:
    """Solve a position.

    A state is solved with open cards: every legal move with its value. Of a view the moves are found that
    keep a win, or every trick that is left, certain against all that the others may have and play. With a
    game's name the rest is a problem in its own words, as ``kiebitz solve GAME --help`` lists them; there,
    ``paranoid=True`` in Skat. ``nodes``: how many a proof may take.

    >>> from kiebitz.rules.registry import game
    >>> state = game("boerenbridge", {"schedule": [1]}).deal(seed=1)
    >>> for guess in ["0", "0", "0", "0"]:
    ...     state = state.play(guess)
    >>> solution = solve(state)
    >>> solution.best, solution.value
    ('AS', 10)
    """
    if nodes is not None:
        check_number("nodes", nodes, most=MOST_NODES)
    if isinstance(position, State | View) and problem:
        name = next(iter(problem))
        raise BadOption(say("A position says all there is to know: leave out {name}.", name=name))
    if isinstance(position, State):
        return _open(position, nodes or NODES)
    if isinstance(position, View):
        return _certain(position, nodes or NODES)
    if not isinstance(position, str | Game):
        raise wrong_type(say("What is solved"), say("a state, a view, or a game with a problem"), position)
    game = as_game(position)
    if nodes is not None:
        problem["nodes"] = nodes
    return Solution(answer=part(game, Solving).answer(problem))


def _open(state: State, nodes: int) -> Solution:
    solving = part(state.game, Solving)
    if state.is_over or state.phase not in solving.phases:
        phases = ", ".join(solving.phases)
        raise BadOption(
            say(
                "Open cards have values in the phase {phases}, not in {phase}.",
                phases=phases,
                phase=say("a game that is over") if state.is_over else Name(state.phase, "phase"),
            )
        )
    found = solving.open_values(state, nodes)
    if found is None:
        raise KiebitzError(
            say("This takes more than {n:,} nodes for a move; allow more with nodes.", n=nodes)
        )
    return Solution(open=found)


def _certain(view: View, nodes: int) -> Solution:
    if not view.moves:
        raise BadOption(
            say("{who} is not to move here: it has nothing to decide.", who=view.game.who(view.seat))
        )
    solving = part(view.game, Solving)
    sure = tuple(solving.sure_moves(view, nodes))
    return Solution(sure=sure, claim=solving.claim(view) if sure else None)
