"""The verdict in plain sentences: who is better, by how much, and how sure that is."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan

from kiebitz.lab.report.effects import is_balanced
from kiebitz.lab.report.study import Study
from kiebitz.lab.report.tabular import (
    Text,
    between,
    listed,
    percent,
    places_for,
    plain,
    probability,
    signed,
    with_error,
)
from kiebitz.lab.results.standings import Meeting
from kiebitz.lab.statistics.duplicate import FEWEST, paired
from kiebitz.lab.statistics.intervals import holm
from kiebitz.sayings import Saying, joined, say

MANY = 4  # more names than this are counted and not listed


def verdict(study: Study) -> list[Saying]:
    """A few sentences; the first is the answer."""
    if study.deals < FEWEST:
        few = say(
            "{n:,} {n:deal is|deals are} too few to tell who is better: play at least {least}.",
            n=study.deals,
            least=FEWEST,
        )
        found = [few]
    elif study.kind == "grid":
        found = _grid(study)
    elif len(set(study.plans[0].agents)) == 1:
        found = _copies(study)
    else:
        found = _two(study) if len(study.order) == 2 else _several(study)
        if not is_balanced(study):
            found.append(
                say("But not everybody sat equally often in every seat: this may be the seats' doing.")
            )
    return [*found, *_failures(study)]


def is_sure(study: Study, meeting: Meeting) -> bool:
    """Is a difference shown?"""
    return meeting.p_holm < study.alpha


def _two(study: Study) -> list[Saying]:
    meeting = study.meetings()[0]
    one, other = meeting.one, meeting.other
    p = probability(meeting.p_holm)
    if study.watched:
        test = say("a paired test over {n:,} deals that holds at every look gives p {p}", n=study.deals, p=p)
    else:
        test = say("a paired test over {n:,} deals gives p {p}", n=study.deals, p=p)
    ahead = _ahead(study, one, other)
    if isnan(meeting.p):
        return [
            say("Too few deals came out differently to tell whether {one} or {other} is better.", one=one,
                other=other),
            say("{one} {does}.", one=one, does=ahead),
        ]  # fmt: skip
    if is_sure(study, meeting):
        return [
            say("{one} is better than {other}.", one=one, other=other),
            say("It {does}.", does=ahead),
            say("That is hardly chance: {test}.", test=test),
            *_contradiction(meeting),
        ]
    return [
        say("No difference between {one} and {other} is shown.", one=one, other=other),
        say("{one} {does}, as chance alone may bring about: {test}.", one=one, does=ahead, test=test),
        _range(study, meeting),
    ]


def _several(study: Study) -> list[Saying]:
    best, second = study.order[:2]
    others = [found for agent in study.order[1:] if (found := study.meeting(best, agent))]
    unsure = [meeting for meeting in others if not is_sure(study, meeting)]
    losing = [meeting.other for meeting in others if is_sure(study, meeting) and meeting.points < 0]
    ahead = _ahead(study, best, second)
    if not unsure and not losing:
        worst = probability(max(meeting.p_holm for meeting in others)).replace("=", "≤")
        comparisons = len(study.standings.meetings)
        sentences = [
            say("{agent} is the best of the {n} agents.", agent=best, n=len(study.order)),
            say(
                "It is better than each of the others (p {p}, corrected for {n} comparisons).",
                p=worst,
                n=comparisons,
            ),
        ]
    elif len(unsure) == len(others) and _all_unsure(study):
        return [
            say("No difference among the {n} agents is shown.", n=len(study.order)),
            say(
                "{agent} comes out first: against {next}, the next, it {does}, as "
                "chance alone may bring about in {n:,} deals.",
                agent=best,
                next=second,
                does=ahead,
                n=study.deals,
            ),
        ]
    else:
        sentences = _mixed(best, len(others), [meeting.other for meeting in unsure], losing)
    sentences.append(say("Against {next}, the next, it {does}.", next=second, does=ahead))
    return [*sentences, *_rest(study, best)]


def _mixed(best: str, others: int, unsure: list[str], losing: list[str]) -> list[Saying]:
    """About a best agent that is not better than everybody."""
    beaten = others - len(unsure) - len(losing)
    first = say(
        "{agent} comes out first and is better than {n} of the {of} others.", agent=best, n=beaten, of=others
    )
    found = [first]
    if unsure:
        found.append(say("No difference to {names} is shown.", names=_names(unsure)))
    if losing:
        found.append(say("Against the ranking, {names} got more points against it.", names=_names(losing)))
    return found


def _rest(study: Study, best: str) -> list[Saying]:
    """About the meetings without the best."""
    rest = [meeting for meeting in study.meetings() if meeting.one != best]
    unsure = [say("{one} and {other}", one=m.one, other=m.other) for m in rest if not is_sure(study, m)]
    against: list[Text] = [
        say("{one} is better than {other}", one=m.other, other=m.one)
        for m in rest
        if is_sure(study, m) and m.points < 0
    ]
    sentences = []
    if not unsure and len(rest) > 1:
        sentences.append(say("The other {n} pairs differ clearly too.", n=len(rest)))
    elif len(unsure) > MANY:
        sentences.append(
            say("In {n} of the other {of} pairs no difference is shown.", n=len(unsure), of=len(rest))
        )
    elif unsure:
        between = joined("; ", (say("between {pair}", pair=pair) for pair in unsure))
        sentences.append(say("No difference is shown {between}.", between=between))
    if against:
        sentences.append(say("Against the ranking, {told}.", told=listed(against[:MANY])))
    return sentences


def _grid(study: Study) -> list[Saying]:
    meeting, opponent = study.meetings()[0], study.results[0].match.players[1].name
    best = meeting.one
    if not is_sure(study, meeting):
        relation = say("is not shown to differ from {opponent}", opponent=opponent)
    elif meeting.points > 0:
        relation = say("is better than {opponent}", opponent=opponent)
    else:
        relation = say("is worse than {opponent}", opponent=opponent)
    sentences = [
        say(
            "The best of the {n} combinations is {best}; it {relation}.",
            n=len(study.order),
            best=best,
            relation=relation,
        ),
        say(
            "It {does} (p {p}, corrected for the number of combinations).",
            does=_ahead(study, best, opponent),
            p=probability(meeting.p_holm),
        ),
    ]
    close = [agent for agent, p in rivals(study).items() if not p < study.alpha]
    if close:
        said = say(
            "It is not shown to be better than {others} on the same deals. The best of many owes something "
            "to luck, so play the finalists again with another seed.",
            others=_names(close) if len(close) < len(study.order) - 1 else say("any of the others"),
        )
        sentences.append(said)
    elif len(study.order) > 1:
        sentences.append(say("On the same deals it is better than every other combination."))
    return sentences


def rivals(study: Study) -> dict[str, float]:
    """How the other combinations of a grid compare with the best: Holm's p-values, paired over deals."""
    best, *others = study.order
    opponent = {meeting.one: meeting.other for meeting in study.standings.meetings}
    own = study.differences(best, opponent[best])
    tests = [
        paired(own, study.differences(agent, opponent[agent]), watched=study.watched).p for agent in others
    ]
    return dict(zip(others, holm(tests), strict=True))


def _copies(study: Study) -> list[Saying]:
    """About a match of an agent with itself; everybody knows how that must end."""
    agent = study.plans[0].agents[0]
    first = say("{agent} plays against itself: nobody can come out better here.", agent=agent)
    if _all_unsure(study):
        return [first, say("No difference among its copies is shown, as it must be.")]
    if is_balanced(study):
        chance = say(
            "A difference is shown all the same; chance does that in {p:.1%} of such runs.", p=study.alpha
        )
        return [first, chance]
    return [first, say("A difference is shown all the same: the copies did not change their seats.")]


def _failures(study: Study) -> list[Saying]:
    failed = {agent: score.failures for agent, score in study.scores.items() if score.failures}
    if not failed:
        return []
    told = _names(
        [Saying("{agent} ({n:,})", {"agent": agent, "n": number}) for agent, number in failed.items()]
    )
    return [say("The figures include games that were lost by failing: {told}.", told=told)]


def _all_unsure(study: Study) -> bool:
    return not any(is_sure(study, meeting) for meeting in study.standings.meetings)


def _ahead(study: Study, one: str, other: str) -> Saying:
    """By how much one is ahead of another: what it does, without its name."""
    meeting = study.meeting(one, other)
    assert meeting is not None
    known = say("{p:.0%} interval {ends}", p=study.confidence, ends=between(meeting.low, meeting.high))
    share = percent(meeting.score)
    if len(study.results[0].match.players) > 2:
        score = say("has more points in {share} of the games ({known})", share=share, known=known)
    else:
        score = say("scores {share} ({known})", share=share, known=known)
    points = with_error(abs(meeting.points), meeting.error, sign=False)
    if meeting.points >= 0:
        return say("{score} and gets {points} points a game more", score=score, points=points)
    return say("{score} and gets {points} points a game less", score=score, points=points)


def _range(study: Study, meeting: Meeting) -> Saying:
    low, high = meeting.points_low, meeting.points_high
    if low == high:
        return say("All deals gave the same difference; how much others may differ cannot be told from them.")
    places = places_for(meeting.error)
    return say(
        "The true difference may be anything from {low} to {high} points a game; "
        "four times as many deals would halve that range.",
        low=signed(low, places),
        high=signed(high, places),
    )


def _contradiction(meeting: Meeting) -> list[Saying]:
    if meeting.score >= 0.5:
        return []
    points = plain(meeting.points)
    return [
        say("It wins fewer games all the same: it wins them higher, by {points} on average.", points=points)
    ]


def _names(names: Sequence[Text]) -> Text:
    return listed(names) if len(names) <= MANY else say("{n} of the others", n=len(names))
