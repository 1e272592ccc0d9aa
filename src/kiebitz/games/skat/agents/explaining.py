"""Why a Skat player chose a card: the stage that decided, what it proved and on which assumptions."""

from __future__ import annotations

from typing import Any

import numpy as np

from kiebitz.agents.base import Decision
from kiebitz.cards import CardSet
from kiebitz.games.skat.agents import memory as m
from kiebitz.games.skat.agents.cards import engine as e
from kiebitz.games.skat.agents.cards import knowing
from kiebitz.games.skat.agents.cards.counting import counted_cards
from kiebitz.games.skat.knowledge.habits import habits
from kiebitz.games.skat.knowledge.sets import no_skat
from kiebitz.games.skat.rules import CARDS, DECLARER, SKAT
from kiebitz.games.skat.search.paranoia.paranoia import Budget, Paranoia, aim_said
from kiebitz.games.skat.search.paranoia.proof import proof
from kiebitz.games.skat.search.paranoia.view import CONVENTIONS, NO_EXTREMES, USUAL_SKAT
from kiebitz.games.skat.search.paranoia.words import NEED
from kiebitz.games.skat.view import SkatView
from kiebitz.kernel.state import HAND, OPEN, TURN
from kiebitz.kernel.vectors import Vector
from kiebitz.knowledge.places.assumption import Assumption
from kiebitz.rules.values import Move, View
from kiebitz.sayings import Name, Saying, joined, say

NOTHING = 0.0005  # a share that would be told as 0.0 %
PROOF_LINES = 12  # of a proof
PROOF_NODES = 200_000  # positions for finding them
RULES = {
    knowing.NO_RULE: say("what rules of thumb play in this role and position"),
    knowing.DRAW: say("draws trumps, by the suit factor of what is out"),
    knowing.CASH: say("cashes a card that stands in a suit that is not known to be trumped"),
    knowing.WORK: say("works on a suit, by its factor"),
    knowing.FOR_A_RUFF: say("the partner is known to lack the suit and may trump it"),
    knowing.TAKE: say("takes the trick"),
    knowing.SAVE: say("keeps the declarer, who is still to play, from the trick"),
    knowing.FATTEN: say("gives points to a trick that is the partner's"),
    knowing.THROW: say("costs least by the factor of its suit"),
}
"""What an expert card is played for."""


def card_explained(
    view: View, memory: Vector, move: Move, known: dict[str, float], reasons: Vector, examples: Any
) -> Decision:
    """Why this card: the stage that chose it, what it proved, and which worlds it saw."""
    stage, worlds, share = int(reasons[e.STAGE]), int(reasons[e.SEEN]), int(reasons[e.SHARE]) / 10
    wins = _percent(share) if share or stage != e.HOPE else say("less than 0.1 %")
    details: dict[str, Any] = {"worlds": worlds, "wins": wins} if worlds else {}
    if reasons[e.CUT]:
        details["cut short"] = say("by the time limit")
    if shown := _worlds(view, examples):
        details["worlds looked at"] = shown
    if stage == e.KILLER:
        because, proved = _killer(view, memory, move, reasons)
        return Decision(move, because, known, proved | details)
    if memory[m.ORDER]:
        details["steps"] = _steps(view, reasons)
    name, because = {
        e.GLANCE: (say("instinct"), say("what thinking players would play, at a glance")),
        e.EXPERT_RULE: (say("expert"), _expert(memory, reasons)),
        e.VOTE: (say("endgame vote"), say("endgame: wins in {share:.1f} % of all {n} worlds that are left",
                                          share=share, n=worlds)),
        e.HOPE: (say("hope"), say("the only hope: it wins in some worlds, and no other card that was tried "
                                  "in any")),
        e.AVERAGE: (say("average"), _presumed(memory, _average(view, known.get(str(move), 0.0), worlds))),
    }[stage]  # fmt: skip
    return Decision(move, because, known, {"stage": name, **details})


def _presumed(memory: Vector, average: Saying) -> Saying:
    """An average, and what of it does not rest on open cards."""
    if not memory[m.SHARE]:
        return average
    share = float(memory[m.SHARE]) / 1e6
    return say(
        "{why}; {share:.0%} of it by playing on without seeing the others' cards", why=average, share=share
    )


def _expert(memory: Vector, reasons: Vector) -> Saying:
    """Why an expert card, by the rule that chose it where that is known."""
    if not memory[m.ORDER]:
        return say("what expert rules play in this role and position")
    return say("expert card: {why}", why=RULES[int(reasons[e.RULE])])


def _steps(view: View, reasons: Vector) -> list[Saying]:
    """What was asked before the stage that decided, in order, and why each did not decide."""
    stage = int(reasons[e.STAGE])
    steps = [say("no killer card") if reasons[e.ASKED] else say("no search for killer cards here")]
    if stage == e.VOTE:
        return steps
    voted, left = int(reasons[e.VOTED]), int(view.vector[HAND + view.vector[TURN]]).bit_count()
    steps.append(
        say("no vote of all worlds with {n} cards in hand", n=left)
        if voted == e.NOT_VOTED
        else say("no card wins in 90 % of all worlds: the best in {share:.1f} %", share=voted / 10)
    )
    if stage == e.EXPERT_RULE:
        hopes = int(reasons[e.HOPES])
        asked = reasons[e.SEEN] >= e.FEWEST or voted != e.NOT_VOTED
        steps.append(
            say("no hope card: {n} {n:card wins|cards win} in some worlds", n=hopes)
            if asked
            else say("no search for hope cards here")
        )
    return steps


def _average(view: View, worth: float, worlds: int) -> Saying:
    if view.vector[OPEN]:
        return say("{worth:+.1f} points on average with all cards seen", worth=worth)
    return say("{worth:+.1f} points on average over {n} {n:world|worlds}", worth=worth, n=worlds)


def _percent(share: float) -> Saying:
    return say("{share:.1f} %", share=share)


def _worlds(view: View, examples: Any) -> list[Saying]:
    """Some of the worlds that were valued, the weightiest first: their share, and who has what in them."""
    if view.vector[OPEN]:
        return []
    order = sorted(examples.tolist(), key=lambda row: -row[4])
    told = [row for row in order if row[4] > NOTHING]
    return [_world(view, [int(cards) for cards in row[:4]], row[4]) for row in told]


def _world(view: View, places: list[int], share: float) -> Saying:
    known = [int(view.vector[word]) for word in (HAND, HAND + 1, HAND + 2, SKAT)]
    names = [*(view.game.who(seat) for seat in range(3)), Name("skat", "place")]
    hidden = [
        say("{who}: {cards}", who=name, cards=CardSet(cards, view.game.deck))
        for name, cards, seen in zip(names, places, known, strict=True)
        if cards != seen
    ]
    return joined("; ", [_percent(100 * share), *hidden])


def _killer(view: View, memory: Vector, move: Move, reasons: Vector) -> tuple[Saying, dict[str, Any]]:
    """What a killer card forces, against how many of the worlds, on which assumptions, and why."""
    assert isinstance(view, SkatView)
    killers = CardSet(int(reasons[e.KILLERS]), view.game.deck)
    aim, bits = int(reasons[e.AIM]), int(reasons[e.ASSUMED])
    details: dict[str, Any] = {"stage": say("killer card"), "aim": aim_said(aim)}
    details["killers"] = [str(card) for card in killers]
    because = _forced(view, aim, bool(reasons[e.COUNTED]), bool(bits & NO_EXTREMES))
    if reasons[e.COUNTED]:
        return because, details | {"proof": _count(view)}
    all_worlds = Paranoia.of_view(view, aim).worlds
    question = Paranoia.of_view(view, aim, bits & (USUAL_SKAT | CONVENTIONS))
    details["distributions"], worlds = all_worlds, question.worlds
    if bits & NO_EXTREMES:
        question = question.approximate("split")
        details["stage"] = say("approximate killer card")
    taken = assumptions(view, bits)
    if bits & (USUAL_SKAT | CONVENTIONS):
        because = say("{proof}, if what is usual holds: {habits}", proof=because, habits=_usual(bits))
        details |= {"stage": say("killer card by habit"), "assumed": [found.said for found in taken]}
    if bits:
        details["covered"] = _percent(100 * question.covered * worlds / all_worlds)
    if lines := _proof(question, view, memory, move):
        details["proof"] = [*(say("only if {what}", what=found.said) for found in taken), *lines]
    return because, details


def assumptions(view: SkatView, bits: int) -> list[Assumption]:
    """What a proof with these habits takes for granted about the others' unseen cards."""
    found = [no_skat(view)] if bits & USUAL_SKAT and view.seat != view.declarer else []
    if bits & CONVENTIONS:
        found += [habit for habit in habits(view) if habit.place != view.game.seat_name(view.seat)]
    seen = view.hand | view.played(0) | view.played(1) | view.played(2)
    open_ = (Assumption(habit.place, habit.cards - seen, habit.because) for habit in found)
    return [habit for habit in open_ if habit.cards]


def _usual(bits: int) -> Saying:
    """The habits that a proof rests on, in words."""
    told = []
    if bits & USUAL_SKAT:
        told.append(say("no trumps or aces were put away"))
    if bits & CONVENTIONS:
        told.append(say("defenders gave the cheapest card to the declarer, the dearest to each other"))
    return joined("; ", told)


def _forced(view: View, aim: int, is_counted: bool, is_assumed: bool) -> Saying:
    """What a killer card does for the side of its seat, and against what."""
    what = aim_said(aim)
    if view.seat == int(view.vector[DECLARER]):
        if is_counted:
            return say(
                "counted: forces {aim} with cards that stand, however the others lie",
                aim=what,
            )
        return say(
            "killer card: forces {aim} against all but extreme distributions"
            if is_assumed
            else "killer card: forces {aim} against every distribution",
            aim=what,
        )
    if is_counted:
        return say(
            "counted: keeps the declarer from {aim} with cards that stand, however the others lie",
            aim=what,
        )
    return say(
        "killer card: keeps the declarer from {aim} against all but extreme distributions"
        if is_assumed
        else "killer card: keeps the declarer from {aim} against every distribution",
        aim=what,
    )


def _count(view: View) -> list[Saying]:
    """Why certain points suffice."""
    found = np.zeros(3, np.int64)
    counted_cards(view.vector, found)
    cards = CardSet(int(found[1]), view.game.deck)
    return [
        say("sure tricks: {cards}", cards=cards),
        say("with what falls into them at least {n} points", n=int(found[2])),
    ]


def _proof(question: Paranoia, view: View, memory: Vector, move: Move) -> list[Saying]:
    """The killer card against every reply, with the next card that is enough then."""
    if question.words[NEED] <= 0:
        return [say("sure already, whatever is played")]
    space = memory[m.PARANOIA_SPACE : m.TRUMP_FACTORS]
    card, depth = view.game.deck.card(move.code), 4 - int(view.vector[CARDS])
    tree = proof(question, depth, Budget(PROOF_NODES), card, space)
    names = [view.game.who((view.seat + i) % 3) for i in range(3)]
    lines = [joined(" → ", path) for branch in tree for path in branch.paths(names)]
    more = len(lines) - PROOF_LINES
    told = [say("{n} more {n:line|lines}", n=more)] if more > 0 else []
    return lines[:PROOF_LINES] + told
