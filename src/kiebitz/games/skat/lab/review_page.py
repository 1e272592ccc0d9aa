"""Reviews of recorded Skat games for people: lines for a terminal, a document for programs, a page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from importlib.resources import files
from typing import Any

from kiebitz.games.skat import SEAT_NAMES
from kiebitz.games.skat.lab.review import BIDDING, DISCARDING, NAMING, PLAYING, TAKING, Choice, Review
from kiebitz.language.speaking import speaker
from kiebitz.sayings import Name, Saying, Seat, joined, plain, say

AS_DECLARER, AS_DEFENDER = "play as declarer", "play as defender"
COLUMNS = {
    BIDDING: say("bidding"), TAKING: say("skat"), DISCARDING: say("discard"), NAMING: say("game"),
    AS_DECLARER: say("play as declarer"), AS_DEFENDER: say("play as defender"),
}  # fmt: skip
WHERE = {BIDDING: say("Bidding"), TAKING: say("Skat"), DISCARDING: say("Discard"), NAMING: say("Game")}
"""The stages before the play at the beginning of a line."""
Table = dict[Seat | str, dict[str, "Agreement"]]
Skipped = Sequence[tuple[Saying | str, Saying]]
"""Records that cannot be replayed, with the reason."""


@dataclass(frozen=True)
class Agreement:
    """How often somebody did what the agent would have done."""

    agreed: int
    of: int

    @property
    def said(self) -> Saying:
        return say("{n} of {of}", n=self.agreed, of=self.of) if self.of else plain("-")


def seat_name(review: Review, seat: int) -> Saying | Seat:
    """The seat, with the player's name where the record has it."""
    who = Seat(seat, SEAT_NAMES[seat])
    return say("{seat} ({name})", seat=who, name=review.players[seat]) if review.players else who


def agreement(reviews: Sequence[Review]) -> Table:
    """By player, or by seat where there are no names, and by stage."""
    agreed: Counter[tuple[Seat | str, str]] = Counter()
    total: Counter[tuple[Seat | str, str]] = Counter()
    for review in reviews:
        for choice in review.choices:
            who, stage = _player(review, choice.seat), choice.stage
            if stage == PLAYING:
                stage = AS_DECLARER if choice.seat == review.declarer else AS_DEFENDER
            total[who, stage] += 1
            agreed[who, stage] += choice.agrees
    names = dict.fromkeys(_player(review, seat) for review in reviews for seat in range(3))
    found = {
        who: {stage: Agreement(agreed[who, stage], total[who, stage]) for stage in COLUMNS} for who in names
    }
    return {who: stages for who, stages in found.items() if any(count.of for count in stages.values())}


def rows(reviews: Sequence[Review]) -> list[list[Saying]]:
    """The agreement as rows of a table: who, then what stands below each of the columns."""
    return [
        [say("{who}", who=who), *(count.said for count in stages.values())]
        for who, stages in agreement(reviews).items()
    ]


def _player(review: Review, seat: int) -> Seat | str:
    return review.players[seat] if review.players else Seat(seat, SEAT_NAMES[seat])


def told(review: Review, agent: str, details: bool = False) -> Iterator[tuple[int, Saying]]:
    """A game in a few lines, each with its level; with details every card on which the agent differs."""
    yield 0, say("{name}: {result}", name=review.name, result=review.result)
    if review.problem:
        yield 1, say("The record does not replay to its end: {problem}.", problem=review.problem)
    bids = joined(", ", (_limit(review, seat) for seat in range(len(review.limits))))
    yield 1, say("{agent} would have bid up to: {bids}", agent=agent, bids=bids)
    if review.plan:
        yield 1, say("{agent} in the declarer's place: {plan}", agent=agent, plan=review.plan)
    for loss in review.lost:
        yield 1, _lost(loss.trick, seat_name(review, loss.seat), loss.said)
    yield from _open_cards(review)
    for who, stages in agreement([review]).items():
        parts = [
            say("{stage} {count}", stage=COLUMNS[stage], count=count.said)
            for stage, count in stages.items()
            if count.of
        ]
        counts = joined(", ", parts)
        yield 1, say("Agreement of {who} with {agent}: {counts}", who=who, agent=agent, counts=counts)
    if details:
        yield from ((2, _differs(review, choice, agent)) for choice in review.choices if not choice.agrees)


def _limit(review: Review, seat: int) -> Saying:
    """How far the agent would have bid with a hand."""
    who, bid = seat_name(review, seat), review.limits[seat]
    return say("{who} {n}", who=who, n=bid) if bid else say("{who} pass", who=who)


def _lost(trick: int, who: Saying | Seat, said: Saying) -> Saying:
    return say("Trick {n}, {who}: {said}.", n=trick, who=who, said=said)


def _differs(review: Review, choice: Choice, agent: str) -> Saying:
    """What was done, and what the agent would have done, if it says so with its reason."""
    theirs, own = (
        Name(move, "move") if isinstance(move, str) and not choice.trick else move
        for move in (choice.move, choice.agent)
    )
    differs = say(
        "{where}, {who}: {move}; {agent} {own}",
        where=say("Trick {n}", n=choice.trick) if choice.trick else WHERE[choice.stage],
        who=seat_name(review, choice.seat),
        move=theirs,
        agent=agent,
        own=own,
    )
    because = choice.because
    return say("{differs} ({because})", differs=differs, because=because) if because else differs


def _open_cards(review: Review) -> Iterator[tuple[int, Saying]]:
    found = review.hindsight
    if found is None:
        return
    yield (
        1,
        say(
            "With open cards, from the first card on, the game could have been won."
            if found.could_be_won
            else "With open cards, from the first card on, the game could not be won."
        ),
    )
    for loss in found.losses:
        yield 2, _lost(loss.trick, seat_name(review, loss.seat), loss.said)


def summary(reviews: Sequence[Review]) -> list[Saying]:
    """What all games together say."""
    played = [review for review in reviews if review.declarer >= 0]
    known = [review for review in played if review.won is not None]
    won = sum(bool(review.won) for review in known)
    lost = [review for review in known if not review.won]
    winnable = sum(review.hindsight is not None and review.hindsight.could_be_won for review in lost)
    forced = [loss for review in reviews for loss in review.lost]
    mine = sum(loss.is_declarer for loss in forced)
    return [
        say("{n} {n:game|games}: {passed} passed in, {won} won and {lost} lost by the declarer.",
            n=len(reviews), passed=len(reviews) - len(played), won=won, lost=len(lost)),
        say("Forced wins given away: {own} by declarers, {theirs} by defenders; {n} {n:game|games} went to "
            "the other side after one.",
            own=mine, theirs=len(forced) - mine, n=sum(_cost_the_game(review) for review in known)),
        say("Of the {n} {n:lost game|lost games} {winnable} could have been won with open cards.",
            n=len(lost), winnable=winnable),
    ]  # fmt: skip


def _cost_the_game(review: Review) -> bool:
    """Did a side that had a forced win lose all the same?"""
    return any(loss.is_declarer != review.won for loss in review.lost)


def as_dict(reviews: Sequence[Review], agent: str, skipped: Skipped) -> dict[str, Any]:
    """The document of ``--json``; sayings are there in English and, beside it, as values."""
    table, said = agreement(reviews), summary(reviews)
    return {
        "agent": agent,
        "games": [_plain(review) | {"agreement": _counts(agreement([review]))} for review in reviews],
        "agreement": _counts(table),
        "summary": [str(sentence) for sentence in said],
        "summary_said": [sentence.as_json() for sentence in said],
        "skipped": [
            {"record": str(name), "problem": str(problem), "problem_said": problem.as_json()}
            for name, problem in skipped
        ],
    }


def _plain(value: Any) -> Any:
    """A review, or a part of it, for JSON."""
    if isinstance(value, tuple):
        return [_plain(inner) for inner in value]
    if not is_dataclass(value):
        return value
    found: dict[str, Any] = {}
    for name in (field.name for field in fields(value)):
        inner = getattr(value, name)
        if isinstance(inner, Saying):
            found |= {name: str(inner), f"{name}_said": inner.as_json()}
        else:
            found[name] = _plain(inner)
    return found


def _counts(table: Table) -> dict[str, Any]:
    return {
        str(who): {stage: [count.agreed, count.of] for stage, count in stages.items() if count.of}
        for who, stages in table.items()
    }


def page(reviews: Sequence[Review], agent: str, source: str, skipped: Skipped) -> str:
    """One HTML file that needs nothing else, in the language of the terminal."""
    from jinja2 import Environment, StrictUndefined

    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    reader = speaker()
    environment.filters["said"] = reader.text
    text = (files(__package__) / "review_page.html.j2").read_text(encoding="utf-8")
    return environment.from_string(text).render(
        language=reader.language,
        title=say("Skat games replayed with {agent}", agent=agent),
        source=say("From {source}.", source=source),
        headings={
            "agreement": say("Agreement"), "player": say("player"), "games": say("Games"),
            "skipped": say("Not replayed"),
        },
        columns=COLUMNS.values(),
        rows=rows(reviews),
        summary=summary(reviews),
        games=[[said for _, said in told(review, agent, details=True)] for review in reviews],
        skipped=skipped,
    )  # fmt: skip
