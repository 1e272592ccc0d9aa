"""What it proves that a suit was named: with the skat in hand it must have been able to reach the bid."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from kiebitz.cards import CardSet
from kiebitz.games.skat import rules as r
from kiebitz.games.skat import sight
from kiebitz.games.skat.contracts import Contract
from kiebitz.games.skat.scoring import MOST_TOPS, run_of_trumps
from kiebitz.games.skat.view import SkatView
from kiebitz.kernel.state import HAND, VIEWER
from kiebitz.kernel.worlds import MOST_CASES
from kiebitz.knowledge.logic.conclusion import Choice
from kiebitz.sayings import Saying, say


def named(view: SkatView) -> Iterator[Choice]:
    """With which tops the declarer may play, if the bid rules any out.

    >>> from kiebitz.rules.registry import game
    >>> from kiebitz.rules.values import Deal
    >>> hands = ["CJ SJ HA HT HK H9 CA CT SA ST", "HJ HQ H8 CK CQ C9 SK SQ DK DQ"]
    >>> deal = Deal.read(game("skat"), " | ".join([*hands, "DJ H7 C8 C7 S9 S8 S7 D9 D8 D7", "DA DT"]))
    >>> state = deal.start()
    >>> for move in "pass pass 50 skat DA DT H".split():
    ...     state = state.play(move)
    >>> print(*named(state.view(2)))
    Forehand took the skat and named Hearts at 50: with or without at least 2 tops.
    """
    public = view.vector.copy()
    public[VIEWER] = -1
    public[HAND : HAND + 3] = 0
    lacks = np.zeros((MOST_CASES, 4), np.int64)
    number = int(sight.cases(public, lacks))
    if not number:
        return
    event = next(event for event in view.events if event.phase == "contract")
    places, deck, who = view.game.place_names(), view.game.deck, view.game.who(view.declarer)
    cases = [
        {place: CardSet(mask, deck) for place, mask in zip(places, case, strict=True)}
        for case in lacks[:number].tolist()
    ]
    game = Contract.read(view.contract).said
    done = say("{who} took the skat and named {game} at {bid}", who=who, game=game, bid=view.bid)
    yield Choice(
        event,
        "named",
        view.game.seat_name(view.declarer),
        CardSet(0, deck),
        done,
        _tops(view),
        cases=tuple(cases),
    )


def _tops(view: SkatView) -> Saying:
    """The tops with which the game could be named."""
    suit = int(view.vector[r.CONTRACT])
    runs = range(1, MOST_TOPS + 1)
    fit = [n for n in runs if int(r.nameable(view.vector, run_of_trumps(suit, n))) >> suit & 1]
    few = [n for n in fit if n + 1 not in fit and n < MOST_TOPS]
    many = [n for n in fit if n - 1 not in fit and n > 1]
    if not few:
        return say("with or without at least {n} {n:top|tops}", n=many[0])
    if not many:
        return say("with or without at most {n} {n:top|tops}, too few for any game", n=few[0])
    return say(
        "with or without at most {few} {few:top|tops}, too few for any game, or at least {n}",
        few=few[0],
        n=many[0],
    )
