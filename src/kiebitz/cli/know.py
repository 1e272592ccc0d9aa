"""``kiebitz know``: what a player can know at a moment of a recorded game."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from kiebitz.cli.common import JSON, announce_compilation, print_json, print_table
from kiebitz.cli.guarding import LOAD
from kiebitz.cli.replay import no_record, not_replayed
from kiebitz.errors import BadOption, KiebitzError
from kiebitz.files import check_writable, read_text, write_new
from kiebitz.language.speaking import digits, spoken
from kiebitz.sayings import Name, Saying, joined, say
from kiebitz.telling import tell

if TYPE_CHECKING:
    from kiebitz.knowledge.knowing import Knowledge
    from kiebitz.knowledge.pictures.projection import Projection
    from kiebitz.rules.game import Game
    from kiebitz.rules.values import State


def know(
    record: Path = typer.Argument(help="Records, in our own format or one that 'kiebitz games' names."),
    at: int | None = typer.Option(None, "--at", help="After this many plies; without it, before the last."),
    seat: str = typer.Option("0", help="Whose knowledge: a number from 0, or a name."),
    number: int = typer.Option(1, "--number", "-n", help="Which record of the file."),
    card: str = typer.Option("", help="The Kripke model of this card."),
    announcements: bool = typer.Option(
        False,
        "--announcements",
        help="What each card of the round announced; with --card, its models.",
    ),
    sets: bool = typer.Option(
        False,
        "--sets",
        help="The players' possibility sets, each card by itself.",
    ),
    svg: Path | None = typer.Option(None, help="With --card: also write its picture."),
    dot: Path | None = typer.Option(None, help="With --card: also write it for Graphviz."),
    compass: bool = typer.Option(
        False, "--compass", help="In the picture each player has a place of their own, the first at the top."
    ),
    smcdel: Path | None = typer.Option(
        None, help="Write the Kripke model, and --formula as a question, for the model checker SMCDEL."
    ),
    formula: str | None = typer.Option(None, help="A question: 'K[N] ~has(E, QS)'."),
    plans: bool = typer.Option(
        False, "--plans", help="In how many worlds each move wins by one plan, and where it loses."
    ),
    seconds: float = typer.Option(60, min=0, max=1e6, help="The most for all answers; 0 for any number."),
    load: list[str] = LOAD,
    as_json: bool = JSON,
) -> None:
    """Where each unseen card may be, what the last event ruled out, and what everybody knows."""
    from kiebitz.cli.knowing import projection_as_dict, tell_announcements, tell_sets
    from kiebitz.knowledge.budget import within
    from kiebitz.knowledge.knowing import know as look

    if (svg or dot) and not card:
        raise BadOption(say("--svg and --dot draw the model of a card: name it with --card."))
    if compass and not svg:
        raise BadOption(say("--compass is about the picture: add --svg."))
    check_writable(svg, dot, smcdel)
    announce_compilation()
    found = look(_states(record, number), seat, at)
    with within(seconds):
        answer = found.as_dict() if as_json else {}
        if not (as_json or card or formula is not None or announcements or sets or smcdel or plans):
            _print_matrix(found)
        if plans:
            answer["plans"] = _tell_plans(found, as_json)
        if announcements:
            answer["announcements"] = tell_announcements(found, card, as_json)
        if sets:
            answer["possibility_sets"] = tell_sets(found, card, as_json)
            answer["sets"] = {name: str(cards) for name, cards in found.sets.items()}
        if card:
            projection = found.possibility_sets(card).popitem()[1] if sets else found.card(card)
            _write_pictures(projection, compass, svg, dot)
            answer["card"] = projection_as_dict(projection)
            if not (as_json or announcements or sets):
                _print_projection(projection)
        if smcdel:
            write_new(smcdel, found.smcdel(*([] if formula is None else [formula])))
            tell(say("The model is in {file}.", file=str(smcdel)), sys.stderr)
        if formula is not None:
            verdict = found.check(formula)
            answer["verdict"] = verdict.as_dict()
            if not as_json:
                print(verdict)
    if as_json:
        print_json({"ply": len(found.view.events) - 1, **answer})


def _tell_plans(found: Knowledge, as_json: bool) -> dict[str, str]:
    """What each move of the seat wins, a line each."""
    from kiebitz.search.alphamu.answers import ask

    view = found.view
    if not view.moves:
        raise BadOption(say("{who} is not to move here: there is nothing to plan.",
                            who=view.game.who(view.seat)))  # fmt: skip
    answer = ask(view)
    if answer is None:
        raise KiebitzError(say("Here worlds cannot be solved with open cards in little time."))
    told = {str(move): answer.said(move) for move in sorted(answer.vectors, key=answer.won, reverse=True)}
    for said in () if as_json else told.values():
        tell(said)
    return {move: str(said) for move, said in told.items()}


def _states(path: Path, number: int) -> list[State]:
    from kiebitz.rules.formats import read_file

    records = read_file(read_text(path), str(path))
    if not 1 <= number <= len(records):
        raise no_record(path, len(records), number)
    record = records[number - 1]
    if record.check():
        raise not_replayed(record)
    return record.states()


def _write_pictures(projection: Projection, compass: bool, svg: Path | None, dot: Path | None) -> None:
    from kiebitz.knowledge.pictures.dot import dot as as_dot
    from kiebitz.knowledge.pictures.svg import svg as as_svg

    if svg:
        write_new(svg, as_svg(projection.compass if compass else projection.graph))
        tell(say("The picture is in {file}.", file=str(svg)), sys.stderr)
    if dot:
        write_new(dot, as_dot(projection.graph))
        tell(say("The graph is in {file}.", file=str(dot)), sys.stderr)


def _print_matrix(found: Knowledge) -> None:
    from rich.table import Table

    view = found.view
    tell(view.said)
    locations = found.locations
    print()
    tell(
        say("{who} considers {n:,} {n:world|worlds} possible.", who=view.game.who(view.seat), n=found.worlds)
    )
    if found.change:
        tell(found.change.said)
    rows = found.probabilities if found.worlds else {}
    if rows:
        shown = [name for place, name in enumerate(found.places) if locations.room(place)]
        table = Table(spoken(say("card")), box=None)
        for name in shown:
            table.add_column(_place(view.game, found.places.index(name), name), justify="right")
        for card, chances in rows.items():
            table.add_row(card, *(_percent(chances[name]) for name in shown))
        print_table(table)
    for conclusion in found.conclusions:
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
    if projection.note:
        tell(Saying("  {note}", {"note": projection.note}))
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
