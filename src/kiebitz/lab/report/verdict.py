"""The verdict in plain sentences: who is better, by how much, and how sure that is."""

from __future__ import annotations

from math import isnan

from kiebitz.lab.report.effects import is_balanced
from kiebitz.lab.report.study import Study
from kiebitz.lab.report.tabular import (
    between,
    digits_for,
    listed,
    percent,
    plain,
    probability,
    signed,
    with_error,
)
from kiebitz.lab.results.standings import Meeting
from kiebitz.lab.statistics.duplicate import paired
from kiebitz.lab.statistics.intervals import holm, interval

MANY = 4  # more names than this are counted and not listed


def verdict(study: Study) -> list[str]:
    """A few sentences; the first is the answer."""
    if study.deals < 2:
        return ["One deal tells nothing about who is better: play more of them."]
    if study.kind == "grid":
        found = _grid(study)
    elif len(set(study.plans[0].agents)) == 1:
        found = _copies(study)
    else:
        found = _two(study) if len(study.order) == 2 else _several(study)
        if not is_balanced(study):
            found.append("But not everybody sat equally often in every seat: this may be the seats' doing.")
    return [*found, *_failures(study)]


def is_sure(study: Study, meeting: Meeting) -> bool:
    """Is a difference shown?"""
    return meeting.p_holm < study.alpha


def _two(study: Study) -> list[str]:
    meeting = study.meetings()[0]
    one, other = meeting.one, meeting.other
    test = f"a paired test over {study.deals:,} deals gives p {probability(meeting.p_holm)}"
    if is_sure(study, meeting):
        return [
            f"{one} is better than {other}.",
            f"It {_ahead(study, one, other)}.",
            f"That is hardly chance: {test}.",
            *_contradiction(meeting),
        ]
    return [
        f"No difference between {one} and {other} is shown.",
        f"{one} {_ahead(study, one, other)}, as chance alone may bring about: {test}.",
        f"The true difference may be anything {_range(study, meeting)} points a game; "
        "four times as many deals would halve that range.",
    ]


def _several(study: Study) -> list[str]:
    best, second = study.order[:2]
    others = [found for agent in study.order[1:] if (found := study.meeting(best, agent))]
    unsure = [meeting for meeting in others if not is_sure(study, meeting)]
    losing = [meeting.other for meeting in others if is_sure(study, meeting) and meeting.points < 0]
    if not unsure and not losing:
        worst = probability(max(meeting.p_holm for meeting in others)).replace("=", "≤")
        sentences = [
            f"{best} is the best of the {len(study.order)} agents.",
            f"It is better than each of the others (p {worst}, corrected for {len(study.standings.meetings)} "
            "comparisons).",
        ]
    elif len(unsure) == len(others) and _all_unsure(study):
        return [
            f"No difference among the {len(study.order)} agents is shown.",
            f"{best} comes out first: against {second}, the next, it {_ahead(study, best, second)}, as "
            f"chance alone may bring about in {study.deals:,} deals.",
        ]
    else:
        beaten = len(others) - len(unsure) - len(losing)
        sentences = [f"{best} comes out first and is better than {beaten} of the {len(others)} others."]
        if unsure:
            sentences.append(f"No difference to {_names([m.other for m in unsure])} is shown.")
        if losing:
            sentences.append(f"Against the ranking, {_names(losing)} got more points against it.")
    sentences.append(f"Against {second}, the next, it {_ahead(study, best, second)}.")
    return [*sentences, *_rest(study, best)]


def _rest(study: Study, best: str) -> list[str]:
    """About the meetings without the best."""
    rest = [meeting for meeting in study.meetings() if meeting.one != best]
    unsure = [f"{meeting.one} and {meeting.other}" for meeting in rest if not is_sure(study, meeting)]
    against = [f"{m.other} is better than {m.one}" for m in rest if is_sure(study, m) and m.points < 0]
    sentences = []
    if not unsure and len(rest) > 1:
        sentences.append(f"The other {len(rest)} pairs differ clearly too.")
    elif len(unsure) > MANY:
        sentences.append(f"In {len(unsure)} of the other {len(rest)} pairs no difference is shown.")
    elif unsure:
        sentences.append(f"No difference is shown between {'; between '.join(unsure)}.")
    if against:
        sentences.append(f"Against the ranking, {listed(against[:MANY])}.")
    return sentences


def _grid(study: Study) -> list[str]:
    meeting, opponent = study.meetings()[0], study.results[0].match.players[1].name
    best = meeting.one
    if is_sure(study, meeting):
        relation = "is better than" if meeting.points > 0 else "is worse than"
    else:
        relation = "is not shown to differ from"
    sentences = [
        f"The best of the {len(study.order)} combinations is {best}; it {relation} {opponent}.",
        f"It {_ahead(study, best, opponent)} (p {probability(meeting.p_holm)}, corrected for the number of "
        "combinations).",
    ]
    close = [agent for agent, p in rivals(study).items() if p >= study.alpha]
    if close:
        rest = _names(close) if len(close) < len(study.order) - 1 else "any of the others"
        sentences.append(
            f"It is not shown to be better than {rest} on the same deals. The best of many owes something to "
            "luck, so play the finalists again with another seed."
        )
    elif len(study.order) > 1:
        sentences.append("On the same deals it is better than every other combination.")
    return sentences


def rivals(study: Study) -> dict[str, float]:
    """How the other combinations of a grid compare with the best: Holm's p-values, paired over deals."""
    best, *others = study.order
    opponent = {meeting.one: meeting.other for meeting in study.standings.meetings}
    own = study.differences(best, opponent[best])
    tests = [paired(own, study.differences(agent, opponent[agent])).p for agent in others]
    return dict(zip(others, holm(tests), strict=True))


def _copies(study: Study) -> list[str]:
    """About a match of an agent with itself; everybody knows how that must end."""
    first = f"{study.plans[0].agents[0]} plays against itself: nobody can come out better here."
    if _all_unsure(study):
        return [first, "No difference among its copies is shown, as it must be."]
    if is_balanced(study):
        return [
            first,
            f"A difference is shown all the same; chance does that in {study.alpha:.1%} of such runs.",
        ]
    return [first, "A difference is shown all the same: the copies did not change their seats."]


def _failures(study: Study) -> list[str]:
    failed = {agent: score.failures for agent, score in study.scores.items() if score.failures}
    if not failed:
        return []
    told = [f"{agent} ({number:,})" for agent, number in failed.items()]
    return [f"The figures include games that were lost by failing: {_names(told)}."]


def _all_unsure(study: Study) -> bool:
    return not any(is_sure(study, meeting) for meeting in study.standings.meetings)


def _ahead(study: Study, one: str, other: str) -> str:
    """By how much one is ahead of another: what it does, without its name."""
    meeting = study.meeting(one, other)
    assert meeting is not None
    known = f"{study.confidence:.0%} interval {between(meeting.low, meeting.high)}"
    if len(study.results[0].match.players) > 2:
        score = f"has more points in {percent(meeting.score)} of the games ({known})"
    else:
        score = f"scores {percent(meeting.score)} ({known})"
    points = with_error(abs(meeting.points), meeting.error, sign=False)
    return f"{score} and gets {points} points a game {'more' if meeting.points >= 0 else 'less'}"


def _range(study: Study, meeting: Meeting) -> str:
    low, high = interval(meeting.points, meeting.error, study.deals, study.confidence)
    if isnan(low):
        return "at all, in"
    digits = digits_for(meeting.error)
    return f"from {signed(low, digits)} to {signed(high, digits)}"


def _contradiction(meeting: Meeting) -> list[str]:
    if meeting.score >= 0.5:
        return []
    return [f"It wins fewer games all the same: it wins them higher, by {plain(meeting.points)} on average."]


def _names(names: list[str]) -> str:
    return listed(names) if len(names) <= MANY else f"{len(names)} of the others"
