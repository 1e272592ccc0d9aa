"""Skat: what a drop proves, and what good defenders usually do."""

from __future__ import annotations

from kiebitz.cards import CardSet
from kiebitz.games.skat.knowledge.conclusions import conclusions
from kiebitz.games.skat.knowledge.habits import habits
from kiebitz.games.skat.knowledge.sets import no_skat
from kiebitz.games.skat.view import SkatView
from kiebitz.knowledge.logic.conclusion import Conclusion
from kiebitz.knowledge.places.assumption import Assumption
from kiebitz.knowledge.reader import Reader
from kiebitz.rules.values import View


class SkatReader(Reader):
    """Reads tricks and open hands."""

    def conclusions(self, view: View) -> list[Conclusion]:
        assert isinstance(view, SkatView)
        return conclusions(view)

    def assumptions(self, view: View) -> list[Assumption]:
        assert isinstance(view, SkatView)
        skat = no_skat(view)
        return [*([skat] if skat.cards else []), *habits(view)]

    def sets(self, view: View) -> dict[str, CardSet]:
        """The sets of ``SkatSets`` by their names, once there is a declarer."""
        from kiebitz.games.skat.knowledge.sets import SkatSets

        assert isinstance(view, SkatView)
        return SkatSets.of(view).by_name if view.declarer >= 0 and view.seat >= 0 else {}
