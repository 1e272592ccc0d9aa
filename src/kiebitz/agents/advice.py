"""Advice: what a good agent would do, from the seat's own view."""

from __future__ import annotations

from kiebitz.agents.base import Decision
from kiebitz.agents.contestant import Contestant
from kiebitz.agents.registry import contestant
from kiebitz.agents.roster import Roster
from kiebitz.agents.seated import Seated
from kiebitz.kernel.random import Stream
from kiebitz.rules.parts import part
from kiebitz.rules.values import View


def advise(view: View) -> Decision:
    """The move of the game's best quick agent, with its reason and what it thinks of the other moves.

    >>> from kiebitz.rules.registry import game
    >>> state = game("durak").deal(seed=1)
    >>> view = state.view(state.turn)
    >>> advise(view).move in view.moves
    True
    """
    return ask(contestant(part(view.game, Roster).opponent, view.game), view)


def ask(who: Contestant, view: View) -> Decision:
    """What a contestant would do in the seat of a view if it had sat there from the deal on.

    A fresh agent hears of everything that the seat has seen before it is asked, as it would have at the
    table, so one that remembers advises as it plays. For its move it draws from the view's own stream.
    """
    return Seated(who, view.seat, Stream.named("advice", view.seat)).decide(view).decision
