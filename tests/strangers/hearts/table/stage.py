"""What Hearts brings to the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hearts import SEATS
from kiebitz.rules.values import Move, View
from kiebitz.sayings import Saying, Seat, Suit, say
from kiebitz.table.scene import Fact, Scene
from kiebitz.table.stage import Stage

if TYPE_CHECKING:
    from hearts.view import HeartsView


WAYS = {
    "to the left": say("Cards go to the left"),
    "across": say("Cards go across"),
    "to the right": say("Cards go to the right"),
}


class HeartsStage(Stage):
    """Hearts at the table."""

    fan = ("AH", "QS", "2C")
    about = say("Take no hearts, and not the queen of spades; or take them all.")
    rules = say(
        "Pass three cards, then follow suit; the highest card of the suit led takes the trick. Each heart "
        "costs a point, the queen of spades thirteen. Hearts are led once one was played. Whoever takes all "
        "of them shoots the moon, and the others pay."
    )
    page = "hearts.js"

    def scene(self, view: View) -> Scene:
        from hearts.view import HeartsView

        assert isinstance(view, HeartsView)
        scene = super().scene(view)
        scene.totals = list(view.scores)
        for place in scene.seats:
            place.badges = [badge for badge in place.badges if badge.kind != "points"] + points(
                view, place.seat
            )
        if view.is_over:
            scene.facts += [Fact("moon", say("{who} shot the moon", who=who), True) for who in shooters(view)]
        elif view.phase == "pass":
            passing(view, scene)
        else:
            playing(view, scene)
        return scene

    def stake(self, view: View, move: Move) -> int:
        """Whoever is away passes the most dangerous cards on and plays the least dangerous."""
        from hearts.view import danger

        return -danger(move.code) if view.phase == "pass" else danger(move.code)


def points(view: HeartsView, seat: int) -> list[Fact]:
    """What this deal costs a seat so far; in a game of several deals, what it has written down too."""
    now = Fact("points", say("{n} {n:point|points}", n=view.deal_points[seat]))
    if view.game.rounds == 1:
        return [now]
    return [now, Fact("score", say("{n} in all", n=view.scores[seat]))]


def shooters(view: HeartsView) -> list[Seat]:
    """Who has all hearts and the queen of the last deal: nobody, or one."""
    from hearts.rules import PENALTIES

    return [view.game.who(seat) for seat in range(SEATS) if view.taken(seat).mask & PENALTIES == PENALTIES]


def passing(view: HeartsView, scene: Scene) -> None:
    """The cards that the viewer has chosen leave its hand and lie in the middle."""
    scene.facts.append(Fact("passing", WAYS[view.direction]))
    if view.seat < 0:
        return
    receiver, chosen = view.receiver_of[view.seat], [str(card) for card in view.passed(view.seat)]
    scene.middle = {"receiver": receiver, "chosen": chosen}
    scene.hand = [card for card in scene.hand if card not in chosen]


def playing(view: HeartsView, scene: Scene) -> None:
    """What came to the viewer, until the first trick is over; why a card must wait."""
    if view.is_broken:
        scene.facts.append(Fact("broken", say("Hearts are broken")))
    if view.seat < 0:
        return
    giver = view.receiver_of.index(view.seat)
    if not view.tricks and giver != view.seat:
        got = say("{who} passed you {cards}", who=view.game.who(giver), cards=view.passed(giver))
        scene.facts.append(Fact("got", got))
    if view.moves:
        waiting = [card for card in view.hand if str(card) not in view.moves]
        scene.reasons = {str(card): _reason(view) for card in waiting}


def _reason(view: HeartsView) -> Saying:
    if view.trick and any(card.suit == view.trick[0][1].suit for card in view.hand):
        return say("follow {suit}", suit=Suit(view.trick[0][1].suit))
    if view.trick:
        return say("no points in the first trick")
    if not view.tricks and "2C" in view.moves:
        return say("the two of clubs leads")
    return say("hearts are not broken")
