"""What ``kiebitz know`` tells of a round step by step, and of each card by itself."""

from __future__ import annotations

from typing import Any

from kiebitz.cli.common import print_table
from kiebitz.knowledge.course import PublicAnnouncement
from kiebitz.knowledge.formulas.vocabulary import Vocabulary
from kiebitz.knowledge.knowing import Knowledge
from kiebitz.knowledge.pictures.projection import Projection
from kiebitz.language.speaking import spoken
from kiebitz.sayings import Saying, joined, say
from kiebitz.telling import tell


def projection_as_dict(projection: Projection) -> dict[str, object]:
    """The model of a card for JSON."""
    labels = [str(label) for label in projection.labels]
    possible = {
        seat: [labels[node] for node in sorted(nodes)]
        for seat, nodes in zip(projection.seats, projection.here, strict=False)
    }
    return {
        "title": str(projection.title),
        "worlds": dict(zip(labels, projection.worlds, strict=False)),
        "actual": None if projection.actual is None else labels[projection.actual],
        "considers_possible": possible,
        "note": str(projection.note),
    }


# -- announcements -------------------------------------------------------------------------------------------


def tell_announcements(known: Knowledge, card: str, as_json: bool) -> list[dict[str, Any]]:
    """The announcements of the round up to now, with the models of a card if one is named."""
    found, answers = known.announcements, []
    for number, told in enumerate(found, 1):
        answer = told.as_dict() | {"number": number}
        models = told.of_card(card) if card else None
        if models:
            answer |= dict(zip(("before", "after"), map(projection_as_dict, models), strict=True))
        answers.append(answer)
        if not as_json:
            _tell_announcement(number, told, models)
    if not found and not as_json:
        tell(say("Nothing has been announced in this round yet."))
    return answers


def _tell_announcement(
    number: int, told: PublicAnnouncement, models: tuple[Projection, Projection] | None
) -> None:
    vocabulary = told.before.vocabulary
    tell(Saying("{n}. {said}", {"n": number, "said": told.said}))
    _tell_below(say("announced: {formula}", formula=str(told.formula)))
    counts = [
        Saying("{who} {old:,} → {new:,}", {"who": vocabulary.said(name), "old": old, "new": new})
        for name, (old, new) in told.considered.items()
    ]
    _tell_below(say("deals considered possible: {counts}", counts=joined(", ", counts)))
    if told.ruled_out:
        lost = [_named(vocabulary, place, cards) for place, cards in told.ruled_out.items()]
        _tell_below(say("ruled out: {cards}", cards=joined("; ", lost)))
    if models:
        _tell_below(
            Saying("{title} {sets}", {"title": models[0].title, "sets": _changes(*models, vocabulary)})
        )


def _tell_below(said: Saying) -> None:
    """A line that belongs to the one above."""
    tell(Saying("   {said}", {"said": said}))


def _changes(before: Projection, after: Projection, vocabulary: Vocabulary) -> Saying:
    """What each seat considered possible of a card, and what it considers possible now if that is less."""
    parts = []
    for seat, name in enumerate(before.seats):
        old, new = (_owners(found, seat, vocabulary) for found in (before, after))
        told = old if old == new else Saying("{old} → {new}", {"old": old, "new": new})
        parts.append(Saying("{who}: {what}", {"who": vocabulary.said(name), "what": told}))
    return joined("; ", parts)


def _owners(found: Projection, seat: int, vocabulary: Vocabulary) -> Saying:
    """The places where a seat thinks that a card may be."""
    names = [found.owners[node] for node in sorted(found.here[seat])]
    return joined(", ", [vocabulary.said(name) if name else say("nobody") for name in names])


def _named(vocabulary: Vocabulary, place: str, what: object) -> Saying:
    return Saying("{place} {what}", {"place": vocabulary.said(place), "what": what})


# -- possibility sets ----------------------------------------------------------------------------------------


def tell_sets(known: Knowledge, card: str, as_json: bool) -> dict[str, dict[str, list[str]]]:
    """For each card that is still in the game, or one, the places where each seat thinks that it may be.

    Where players of the game have names for sets of what a seat knows, these come as well.
    """
    found = known.possibility_sets(card)
    if not as_json:
        _print_sets(found, known.model.vocabulary)
        for name, cards in {} if card else known.sets.items():
            tell(Saying("{name}: {cards}", {"name": name, "cards": cards}))
    return {
        name: {
            seat: [each.owners[node] for node in sorted(nodes)]
            for seat, nodes in zip(each.seats, each.here, strict=True)
        }
        for name, each in found.items()
    }


def _print_sets(found: dict[str, Projection], vocabulary: Vocabulary) -> None:
    from rich.table import Table

    names = [spoken(joined("", [vocabulary.said(seat)])) for seat in vocabulary.seats]
    table = Table(spoken(say("card")), *names, box=None)
    for card, each in found.items():
        table.add_row(card, *(spoken(_owners(each, seat, vocabulary)) for seat in range(len(names))))
    print_table(table)
