"""Reviews of recorded Skat games for people: lines for a terminal, a document for programs, a page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from importlib.resources import files
from typing import Any

from kiebitz.games.skat import SEAT_NAMES
from kiebitz.games.skat.lab.review import PLAYING, STAGES, Review

AS_DECLARER, AS_DEFENDER = "play as declarer", "play as defender"
COLUMNS = (*STAGES[:-1], AS_DECLARER, AS_DEFENDER)


@dataclass(frozen=True)
class Agreement:
    """How often somebody did what the agent would have done."""

    agreed: int
    of: int

    def __str__(self) -> str:
        return f"{self.agreed} of {self.of}" if self.of else "-"


def seat_name(review: Review, seat: int) -> str:
    """The seat, with the player's name where the record has it."""
    return f"{SEAT_NAMES[seat]} ({review.players[seat]})" if review.players else SEAT_NAMES[seat]


def agreement(reviews: Sequence[Review]) -> dict[str, dict[str, Agreement]]:
    """By player, or by seat where there are no names, and by stage."""
    agreed: Counter[tuple[str, str]] = Counter()
    total: Counter[tuple[str, str]] = Counter()
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


def _player(review: Review, seat: int) -> str:
    return review.players[seat] if review.players else SEAT_NAMES[seat]


def told(review: Review, agent: str, details: bool = False) -> Iterator[str]:
    """A game in a few lines; with details every card on which the agent had another opinion."""
    yield f"{review.name}: {review.result}"
    if review.problem:
        yield f"  The record does not replay to its end: {review.problem}."
    limits = [f"{seat_name(review, seat)} {value or 'pass'}" for seat, value in enumerate(review.limits)]
    yield f"  {agent} would have bid up to: {', '.join(limits)}"
    if review.plan:
        yield f"  {agent} in the declarer's place: {review.plan}"
    for loss in review.lost:
        yield f"  Trick {loss.trick}, {seat_name(review, loss.seat)}: {loss}."
    yield from (f"  {line}" for line in _open_cards(review))
    for who, stages in agreement([review]).items():
        parts = [f"{stage} {count}" for stage, count in stages.items() if count.of]
        yield f"  Agreement of {who} with {agent}: {', '.join(parts)}"
    if details:
        for choice in review.choices:
            if not choice.agrees:
                where = f"Trick {choice.trick}" if choice.trick else choice.stage.capitalize()
                because = f" ({choice.because})" if choice.because else ""
                who = seat_name(review, choice.seat)
                yield f"    {where}, {who}: {choice.move}; {agent} {choice.agent}{because}"


def _open_cards(review: Review) -> Iterator[str]:
    found = review.hindsight
    if found is None:
        return
    could = "could have been won" if found.could_be_won else "could not be won"
    yield f"With open cards, from the first card on, the game {could}."
    for loss in found.losses:
        yield f"  Trick {loss.trick}, {seat_name(review, loss.seat)}: {loss}."


def summary(reviews: Sequence[Review], agent: str) -> list[str]:
    """What all games together say."""
    played = [review for review in reviews if review.declarer >= 0]
    known = [review for review in played if review.won is not None]
    won = sum(bool(review.won) for review in known)
    lost = [review for review in known if not review.won]
    winnable = sum(review.hindsight is not None and review.hindsight.could_be_won for review in lost)
    forced = [loss for review in reviews for loss in review.lost]
    mine = sum(loss.is_declarer for loss in forced)
    costly = sum(_cost_the_game(review) for review in known)
    return [
        f"{_counted(len(reviews), 'game')}: {len(reviews) - len(played)} passed in, "
        f"{won} won and {len(lost)} lost by the declarer.",
        f"Forced wins given away: {mine} by declarers, {len(forced) - mine} by defenders; "
        f"{_counted(costly, 'game')} went to the other side after one.",
        f"Of the {_counted(len(lost), 'lost game')} {winnable} could have been won with open cards.",
    ]


def _cost_the_game(review: Review) -> bool:
    """Did a side that had a forced win lose all the same?"""
    return any(loss.is_declarer != review.won for loss in review.lost)


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def as_dict(reviews: Sequence[Review], agent: str, skipped: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """The document of ``--json``."""
    table = agreement(reviews)
    return {
        "agent": agent,
        "games": [{**asdict(review), "agreement": _plain(agreement([review]))} for review in reviews],
        "agreement": _plain(table),
        "summary": summary(reviews, agent),
        "skipped": [{"record": name, "problem": problem} for name, problem in skipped],
    }


def _plain(table: dict[str, dict[str, Agreement]]) -> dict[str, Any]:
    return {
        who: {stage: [count.agreed, count.of] for stage, count in stages.items() if count.of}
        for who, stages in table.items()
    }


def page(reviews: Sequence[Review], agent: str, source: str, skipped: Sequence[tuple[str, str]]) -> str:
    """One HTML file that needs nothing else."""
    from jinja2 import Environment, StrictUndefined

    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    text = (files(__package__) / "review_page.html.j2").read_text(encoding="utf-8")
    games = [(review.name, list(told(review, agent, details=True))) for review in reviews]
    return environment.from_string(text).render(
        agent=agent,
        source=source,
        columns=COLUMNS,
        agreement=agreement(reviews),
        summary=summary(reviews, agent),
        games=games,
        skipped=skipped,
    )
