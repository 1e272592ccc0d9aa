"""``kiebitz know``: what a player can know at a moment of a recorded game."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from kiebitz.cli.common import JSON, announce_compilation, print_json
from kiebitz.cli.replay import no_record, not_replayed
from kiebitz.errors import BadOption, UnknownName
from kiebitz.files import check_writable, write_new
from kiebitz.language.speaking import digits, spoken
from kiebitz.sayings import Name, Saying, joined, say
from kiebitz.telling import tell

if TYPE_CHECKING:
    from kiebitz.knowledge.inspection import Inspection
    from kiebitz.knowledge.pictures.projection import Projection
    from kiebitz.rules.game import Game
    from kiebitz.rules.values import State


def know(
    record: Path = typer.Argument(help="Records, in our own format or one that 'kiebitz games' names."),
    at: int | None = typer.Option(None, "--at", help="After this many plies; without it, before the last."),
    seat: str = typer.Option("0", help="Whose knowledge: a number from 0, or a name."),
    number: int = typer.Option(1, "--number", "-n", help="Which record of the file."),
    card: str = typer.Option("", help="The Kripke model of this card."),
    svg: Path | None = typer.Option(None, help="With --card: also write its picture."),
    dot: Path | None = typer.Option(None, help="With --card: also write it for Graphviz."),
    formula: str = typer.Option("", help="A question: 'K[N] ~has(E, QS)'."),
    as_json: bool = JSON,
) -> None:
    """Where each unseen card may be, what the last event ruled out, and what everybody knows."""
    from kiebitz.knowledge.inspection import Inspection
    from kiebitz.knowledge.models.lazy import model_of

    if (svg or dot) and not card:
        raise BadOption(say("--svg and --dot draw the model of a card: name it with --card."))
    check_writable(svg, dot)
    announce_compilation()
    states = _states(record, number)
    ply = at if at is not None else max(len(states) - 1 - states[-1].is_over, 0)
    inspection = Inspection.of(states, ply, _seat(states[0], seat))
    answer = inspection.as_dict() if as_json else {}
    if not as_json and not card and not formula:
        _print_matrix(inspection)
    if card:
        projection = _card_model(states[ply], card, svg, dot)
        answer["card"] = _as_dict(projection)
        if not as_json:
            _print_projection(projection)
    if formula:
        verdict = model_of(states[ply]).check(formula)
        answer["verdict"] = verdict.as_dict()
        if not as_json:
            print(verdict)
    if as_json:
        print_json({"ply": ply, **answer})


def _states(path: Path, number: int) -> list[State]:
    from kiebitz.rules.formats import read_file

    records = read_file(path.read_text(encoding="utf-8"), str(path))
    if not 1 <= number <= len(records):
        raise no_record(path, len(records), number)
    record = records[number - 1]
    states = record.states()
    if not states:
        raise not_replayed(record)
    return states


def _seat(state: State, text: str) -> int:
    names = [state.game.seat_name(seat) for seat in range(state.game.seats)]
    if text.isdecimal() and int(text) < len(names):
        return int(text)
    found = [seat for seat, name in enumerate(names) if name.lower().startswith(text.lower())]
    if len(found) != 1:
        raise UnknownName("seat", text, [f"{seat} ({name})" for seat, name in enumerate(names)])
    return found[0]


def _card_model(state: State, card: str, svg: Path | None, dot: Path | None) -> Projection:
    from kiebitz.knowledge.models.lazy import model_of
    from kiebitz.knowledge.pictures.dot import dot as as_dot
    from kiebitz.knowledge.pictures.one_card import exact
    from kiebitz.knowledge.pictures.svg import svg as as_svg

    projection = exact(model_of(state), card)
    if svg:
        write_new(svg, as_svg(projection.graph))
        tell(say("The picture is in {file}.", file=str(svg)), sys.stderr)
    if dot:
        write_new(dot, as_dot(projection.graph))
        tell(say("The graph is in {file}.", file=str(dot)), sys.stderr)
    return projection


def _as_dict(projection: Projection) -> dict[str, object]:
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
    }


def _print_matrix(inspection: Inspection) -> None:
    from rich.console import Console
    from rich.table import Table

    from kiebitz.knowledge.reader import conclusions

    view, console = inspection.view, Console()
    console.print(str(view), markup=False, highlight=False)
    locations = inspection.locations
    print()
    worlds = locations.count()
    tell(say("{who} considers {n:,} worlds possible.", who=view.game.who(view.seat), n=worlds))
    tell(inspection.change.said)
    rows = inspection.rows()
    if rows:
        shown = [place for place in range(len(locations.places)) if locations.room(place)]
        table = Table(spoken(say("card")), box=None)
        for place in shown:
            table.add_column(_place(view.game, place, locations.places[place]), justify="right")
        for name, numbers in rows:
            table.add_row(name, *(_percent(numbers[place]) for place in shown))
        console.print(table)
    for conclusion in conclusions(view):
        tell(Saying("- {said}", {"said": conclusion.said}))


def _place(game: Game, number: int, name: str) -> str:
    """The name of a place: of a seat, or of where else cards lie."""
    place = game.who(number) if number < game.seats else Name(name, "place")
    return spoken(Saying("{place}", {"place": place}))


def _percent(probability: float) -> str:
    """Certain and impossible are marked, so that they are not taken for rounded numbers."""
    if probability == 0:
        return spoken(say("never"))
    return spoken(say("sure")) if probability == 1 else digits(f"{probability:.1%}")


def _print_projection(projection: Projection) -> None:
    tell(projection.title)
    for node, label in enumerate(projection.labels):
        said = Saying("  {label}", {"label": label})
        if projection.worlds:
            said = say("{label} in {n:,} deals", label=said, n=projection.worlds[node])
        if node == projection.actual:
            said = say("{label}   <- the actual world", label=said)
        tell(said)
    for seat, nodes in zip(projection.seats, projection.here, strict=False):
        names = [projection.labels[node] for node in sorted(nodes)]
        if len(names) == 1:
            tell(say("{who} knows: {what}", who=seat, what=names[0]))
        else:
            tell(say("{who} considers possible: {what}", who=seat, what=joined("; ", names)))
