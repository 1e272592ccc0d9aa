"""What a game may bring to knowledge: a reader, who tells in words what events prove.

The games keep what everybody knows as masks; a reader tells how it came about. Together its conclusions
say exactly what the masks say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from kiebitz.knowledge.logic.conclusion import Answer, Conclusion, answers
from kiebitz.rules.parts import Part, part
from kiebitz.rules.tricks import played, this_round

if TYPE_CHECKING:
    from kiebitz.cards import CardSet
    from kiebitz.knowledge.places.assumption import Assumption
    from kiebitz.rules.values import State, View
    from kiebitz.sayings import Saying


class Reader(Part):
    """Reads the events of a game; without one, a view's masks are taken as they are.

    >>> from kiebitz.rules.registry import game
    >>> view = game("skat").deal(seed=1).view(0)
    >>> Reader(type(view.game)).conclusions(view)
    ()
    """

    layer = "knowledge"

    def conclusions(self, view: View) -> Iterable[Conclusion]:
        """What everybody can conclude about the hands of this round, in any order."""
        return ()

    def assumptions(self, view: View) -> Iterable[Assumption]:
        """What players usually do: never certain, and used only by those who ask for it."""
        return ()

    def sets(self, view: View) -> Mapping[str, CardSet]:
        """What a seat knows as the named sets that players of the game speak of, if they do."""
        return {}

    def announced(self, before: State, after: State) -> Iterable[Saying]:
        """What a move told everybody, for the transcript of a game."""
        return ()

    def answers(self, view: View) -> Iterator[Answer]:
        """The answers in the tricks of this round; none if the game has no tricks."""
        if not view.game.trick_size:
            return iter(())
        return answers(played(view, this_round(view)), view.game.trick_size)


def conclusions(view: View) -> list[Conclusion]:
    """What everybody can conclude about the hands of this round, in the order of the events.

    >>> from kiebitz.rules.registry import game
    >>> bridge = game("boerenbridge", {"seats": "3", "schedule": "2"})
    >>> deal = "AH KH | AD KD | AC AS | KC KS | trump=S opener=0"
    >>> from kiebitz.rules.values import Deal
    >>> state = Deal.read(bridge, deal).start()
    >>> for move in ["0", "0", "0", "AH", "KD", "AS"]:
    ...     state = state.play(move)
    >>> for conclusion in conclusions(state.view(0)):
    ...     print(conclusion)
    Player 2 did not follow hearts in trick 1: no hearts.
    Player 3 did not follow hearts in trick 1: no hearts.
    """
    found = part(view.game, Reader).conclusions(view)
    return sorted(found, key=lambda conclusion: conclusion.event.ply)
