"""What Hearts brings to the table."""

from __future__ import annotations

from kiebitz.rules.values import Move, View
from kiebitz.sayings import say
from kiebitz.table.scene import Fact, Scene
from kiebitz.table.stage import Stage


class HeartsStage(Stage):
    """Hearts at the table."""

    fan = ("AH", "QS", "2C")
    about = say("Take no hearts, and not the queen of spades; or take them all.")
    rules = say(
        "Pass three cards, then follow suit; the highest card of the suit led takes the trick. Each heart "
        "costs a point, the queen of spades thirteen. Hearts are led once one was played. Whoever takes all "
        "of them shoots the moon, and the others pay."
    )

    def scene(self, view: View) -> Scene:
        from hearts.view import HeartsView

        assert isinstance(view, HeartsView)
        scene = super().scene(view)
        scene.totals = list(view.scores)
        for place in scene.seats:
            place.badges = [badge for badge in place.badges if badge.kind != "points"]
            now, before = view.deal_points[place.seat], view.scores[place.seat]
            place.badges.append(Fact("points", say("{now} now, {all} in all", now=now, all=before)))
        if view.phase == "play" and not view.is_over and view.is_broken:
            scene.facts.append(Fact("broken", say("Hearts are broken")))
        if view.phase == "pass" and view.seat >= 0 and view.passed(view.seat):
            chosen = view.passed(view.seat)
            scene.facts.append(Fact("chosen", say("Passed on: {cards}", cards=chosen)))
            scene.reasons |= {str(card): say("This card is passed on already.") for card in chosen}
        return scene

    def stake(self, view: View, move: Move) -> int:
        """Whoever is away passes the most dangerous cards on and plays the least dangerous."""
        from hearts.view import danger

        return -danger(move.code) if view.phase == "pass" else danger(move.code)
