"""Advice: what an agent would do, from the seat's own view."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kiebitz.agents.base import Decision
from kiebitz.agents.contestant import Contestant
from kiebitz.agents.kept import asked_often, kept
from kiebitz.agents.registry import contestant
from kiebitz.agents.roster import Roster
from kiebitz.agents.searchers import worth_of_scores
from kiebitz.agents.seated import Seated
from kiebitz.agents.session import AgentLike, named
from kiebitz.agents.specification import parameters, parted, written
from kiebitz.amounts import as_seed
from kiebitz.errors import BadOption, UnknownName, wrong_type
from kiebitz.kernel.random import Stream
from kiebitz.rules.game import Game
from kiebitz.rules.options import Options
from kiebitz.rules.parts import part
from kiebitz.rules.registry import as_game
from kiebitz.rules.values import View
from kiebitz.sayings import say
from kiebitz.search.solving import Solving

USUAL = "usual"
AIMS = (USUAL, "deal", "match")


class Adviser:
    """An agent that can be asked about positions: see ``agent``."""

    def __init__(self, given: AgentLike, game: Game | None = None, trust: bool = False) -> None:
        (self.spec,), self._places, known = named([given])
        self._trust = trust or self.spec in known
        self._made: dict[tuple[type[Game], str], Contestant] = {}
        if game:
            self.contestant(game)

    def contestant(self, game: Game) -> Contestant:
        """The agent made ready for a game, once; refused if it does not play that."""
        key = type(game), game.options_text
        if key not in self._made:
            self._made[key] = asked_often(contestant(self.spec, game, self._places, self._trust))
        return self._made[key]

    def decide(self, view: View, seed: int | str | None = None) -> Decision:
        """The move that the agent would make in the seat of a view, with its reasons.

        A fresh agent hears of everything that the seat has seen before it is asked. With a seed it draws
        other random numbers; the same seed gives the same answer.
        """
        if not isinstance(view, View):
            raise wrong_type(say("What an agent decides on"), say("a view, such as state.view(0)"), view)
        if not view.moves:
            raise BadOption(say("{who} is not to move here: it has nothing to decide.",
                                who=view.game.who(view.seat)))  # fmt: skip
        if seed is not None:
            view = view.drawing_from(Stream.named("decide", as_seed(seed), view.seat))
        return ask(self.contestant(view.game), view)

    def __getstate__(self) -> dict[str, Any]:
        """What was made stays here: it belongs to this process."""
        return vars(self) | {"_made": {}}

    def __repr__(self) -> str:
        return f"agent({self.spec!r})"


def agent(
    given: AgentLike, game: Game | str | None = None, options: Options = None, trust: bool = False
) -> Adviser:
    """An agent to ask: by its name, as a class or as an instance. With a game it is checked at once.

    A bot from a file thinks in a cell of its own; ``trust`` lets it think in this process.

    >>> from kiebitz.rules.registry import game
    >>> state = game("durak").deal(seed=1)
    >>> decision = agent("greedy").decide(state.view(state.turn))
    >>> decision.move in state.moves, str(decision.because)
    (True, 'the lowest of 5 cards that are not trumps')
    """
    return Adviser(given, None if game is None else as_game(game, options), trust)


def advise(view: View, aim: str = USUAL) -> Decision:
    """The move of the game's best quick agent, with its reason and what it thinks of the other moves.

    Where worlds can be solved in little time, the reason also says in how many of them the move wins, and
    where it loses. In a unit of several rounds the agent may play for the points of the round (``"deal"``) or
    for the chance to win the unit (``"match"``), whatever is usual for it; elsewhere it plays as usual.

    >>> from kiebitz.rules.registry import game
    >>> state = game("durak").deal(seed=1)
    >>> view = state.view(state.turn)
    >>> advise(view).move in view.moves
    True
    """
    from kiebitz.search.alphamu.answers import asked_quickly

    found = ask(kept(adviser(view.game, aim if can_aim(view.game) else USUAL), view.game), view)
    answer = asked_quickly(view)
    if answer is None:
        return found
    told = answer.said(next(move for move in view.moves if move == found.move))
    return replace(found, because=say("{because}; {told}", because=found.because, told=told)
                   if found.because else told)  # fmt: skip


def can_aim(game: Game) -> bool:
    """Has a unit of this game a score to play for, so that hints may have another aim than usual?"""
    return part(game, Solving).score_worth(game) is not None


def adviser(game: Game, aim: str = USUAL) -> str:
    """The specification of the agent that gives hints; an aim that it cannot have is refused.

    >>> from kiebitz.rules.registry import game
    >>> adviser(game("schnapsen", "rules=full"), "deal"), adviser(game("durak", "")).partition(":")[0]
    ('schnapsen-ai:aim=deal', 'mcts')
    """
    usual = part(game, Roster).opponent
    if aim not in AIMS:
        raise UnknownName(say("aim of a hint"), aim, AIMS)
    if aim == USUAL:
        return usual
    worth_of_scores(game)
    return written(parted(usual)[0], {**parameters(usual), "aim": aim})


def ask(who: Contestant, view: View) -> Decision:
    """What a contestant would do in the seat of a view if it had sat there from the deal on.

    A fresh agent hears of everything that the seat has seen before it is asked, as it would have at the
    table, so one that remembers advises as it plays. For its move it draws from the view's own stream.
    """
    return Seated(who, view.seat, Stream.named("advice", view.seat)).decide(view).decision
