"""Writes knowledge.md: one position of each game in all notations. ``python docs/make_knowledge.py``"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from textwrap import fill

from kiebitz.games.skat.knowledge.sets import SkatSets
from kiebitz.games.skat.view import SkatView
from kiebitz.kernel.random import Stream
from kiebitz.knowledge.inspection import Inspection
from kiebitz.knowledge.logic.base import KnowledgeBase
from kiebitz.knowledge.models.lazy import model_of
from kiebitz.knowledge.pictures.one_card import exact
from kiebitz.knowledge.pictures.svg import svg
from kiebitz.rules.records import Record
from kiebitz.rules.values import State, View

FOLDER = Path(__file__).parent
PAGE = FOLDER / "knowledge.md"

POSITIONS = {  # game: seat, card of the Kripke model, a fact to explain, a question
    "schnapsen": (0, "AC", "~has(Player 2, JS)", "K[Player 1] (has(Player 2, AC) | has(talon, AC))"),
    "skat": (1, "D8", "~has(Rearhand, D8)", "K[Middlehand] K[Forehand] ~has(Rearhand, D8)"),
    "durak": (0, "9S", "has(Player 2, 6S)", "K[Player 1] K[Player 2] K[Player 1] has(Player 2, 6H)"),
    "boerenbridge": (0, "QC", "~has(West, QH)", "K[North] K[South] count(West, hearts) == 0"),
}

HEAD = """\
# Knowledge: where may each card be?

Five ways to write down what a player knows, all made from the same bookkeeping. This page is
written by `python docs/make_knowledge.py` from the records in `docs/positions`, and a test compares
it with what the program says now. Ask your own questions about any recorded game:

    kiebitz know docs/positions/boerenbridge.txt --seat North
    kiebitz know docs/positions/boerenbridge.txt --card QC --svg qc.svg
    kiebitz know docs/positions/boerenbridge.txt --formula "K[N] K[S] count(W, hearts) == 0"
    kiebitz know docs/positions/boerenbridge.txt --announcements --card AC
    kiebitz know docs/positions/boerenbridge.txt --sets
    kiebitz know docs/positions/boerenbridge.txt --formula "K[N] has(S, QC)" --smcdel model.txt

`--announcements` goes through the round step by step: what each card announced, how many deals every
player considered possible before and after, and what was ruled out; with `--card` also who could
have that card, before and after. `--sets` prints each player's possible owners of every card, each
card by itself and without counting, as programs with one model for each card keep them; in Skat,
where players have names for what they know (pool, h1, partnerorskat, ...), also these sets. Both are
in the JSON too. `--smcdel` writes the Kripke model for the model checker SMCDEL, with the formula as
its question. An answer may take 60 seconds (`--seconds`): a formula with four `E` inside each other would
take for ever, and is ended with a sentence that says what was too much. In Python all of this is
one value, `kb.know(view)` ([the
reference](api.md#knowledge)), and the parts for models of your own are in `kiebitz.knowledge`:
`Locations`, `KnowledgeBase`, `Model`, public announcements, pictures. With `--compass` each player's
world has its own place in the picture, North's at the top; otherwise the worlds that are left are
spread evenly.

A card on the table counts as its player's: while South's queen lies there, `C has(South, QH)` is
true, its model has one world, and everybody knows. When the trick is over nobody has it.

What is certain is mostly of the kind "this hand lacks these cards". It may also be a choice. A Skat
declarer who has taken the skat may only name a game that can reach the bid (`naming=isko`). Hearts
at 50 needs two tops: the jacks of clubs and spades are both among the declarer's twelve cards or
both against him. Counts, probabilities, drawn deals, models and reasons all go by that. A suit named
at up to four times its base value tells nothing (any hand has one top), nor does Grand, nor a Hand
game, nor `naming=iss`. Above 96, tops that are too few for every game leave every game free, and
that is a case too.

| sign | meaning |
|---|---|
| `has(East, QH)` | East has the queen; places are seats, `talon`, `skat`, `deck`, `undealt` |
| `count(East, hearts) >= 2` | a number of cards; also of a rank, or of a list `{QH, KH}`; `<=` and `==` |
| `~a`, `a & b`, `a \\| b`, `a >> b`, `a <-> b` | not, and, or, if a then b, if and only if |
| `K[N] a`, `M[N] a`, `Kw[N] a` | North knows a, considers it possible, knows whether it is so |
| `E a`, `C a`, `D a` | everybody knows a; it is common knowledge; together they would know it |
| `[!a] b` | after a is announced, b |

Names of seats and places may be shortened: `N` for North, `P1` for Player 1. A number alone is
refused. Seats have the numbers 0, 1, 2 on the command line (`--seat 1`) and in Python
(`probability("KH", 1)`), where Player 1 has seat 0; in a formula nobody could tell which of the
two is meant.

In Python, `kiebitz.knowledge` has

| in | class | what it does |
|---|---|---|
| `places.locations` | `Locations.of(view)` | counts worlds, gives probabilities and draws deals |
| `logic.base` | `KnowledgeBase.of(view)` | reasons and explains |
| `models.kripke` | `Model.of(state)` | a Kripke model with announcements, all worlds listed |
| `models.lazy` | `LazyModel.of(state)` | the same, with worlds made when they are needed |

None of them ever sees more than the view, except the models of a whole state, which are about
everybody's knowledge at once.
"""


def page() -> str:
    """The whole page."""
    return "\n".join([HEAD, *(line for game in POSITIONS for line in section(game))]) + "\n"


def position(game: str) -> list[State]:
    return Record.read((FOLDER / "positions" / f"{game}.txt").read_text(encoding="utf-8")).states()


def section(game: str) -> Iterator[str]:
    seat, card, fact, question = POSITIONS[game]
    states = position(game)
    inspection = Inspection.of(states, len(states) - 1, seat)
    view = inspection.view
    yield f"## {view.game.title}\n"
    yield f"The view of {view.game.seat_name(seat)}:\n"
    yield from block(str(view))
    yield fill(f"**{inspection.locations.count():,} worlds** are possible. {inspection.change}", 100) + "\n"
    yield "### Sets\n"
    yield from sets(view, inspection)
    yield "\n### Probabilities\n"
    yield from matrix(inspection)
    yield "\n### Clauses\n"
    yield from block(str(KnowledgeBase.of(view).explain(fact)))
    yield "### Kripke model\n"
    yield from kripke(states[-1], game, card, question)
    yield "### A deal drawn at random\n"
    world = inspection.locations.sample(Stream.named("docs", game))
    names = inspection.locations.places
    yield from block("\n".join(f"{name}: {cards}" for name, cards in zip(names, world, strict=True)))


def block(text: str) -> Iterator[str]:
    yield from (f"    {line}" if line else "" for line in text.splitlines())
    yield ""


def sets(view: View, inspection: Inspection) -> Iterator[str]:
    locations = inspection.locations
    for place in range(len(locations.places)):
        if locations.room(place):
            excluded = f"; certainly not {locations.excluded(place)}" if locations.excluded(place) else ""
            yield f"* {locations.places[place]} has {locations.room(place)} unseen cards{excluded}"
        if locations.known(place) and place != view.seat:
            yield f"* known in {locations.places[place]}: {locations.known(place)}"
    if isinstance(view, SkatView):
        found = SkatSets.of(view)
        for seat, cards in enumerate(found.or_skat):
            if cards:
                yield f"* {view.game.seat_name(seat)} or skat: {cards}"
        yield f"* pool: {found.pool}"


def matrix(inspection: Inspection) -> Iterator[str]:
    locations = inspection.locations
    shown = [place for place in range(len(locations.places)) if locations.room(place)]
    yield "<!-- no figures: tests/knowledge/test_know.py compares the page with the program -->"
    yield "| card | " + " | ".join(locations.places[place] for place in shown) + " |"
    yield "|---" * (len(shown) + 1) + "|"
    for card, numbers in inspection.rows():
        yield f"| {card} | " + " | ".join(f"{numbers[place]:.3f}" for place in shown) + " |"


def kripke(state: State, game: str, card: str, question: str) -> Iterator[str]:
    model = model_of(state)
    yield f"![who has {card}](positions/{game}.svg)\n"
    verdict = model.check(question)
    yield f"`{verdict.formula}` is **{str(verdict.holds).lower()}**.\n"


def pictures() -> dict[Path, str]:
    """The drawings of the page."""
    found = {}
    for game, (_, card, _, _) in POSITIONS.items():
        projection = exact(model_of(position(game)[-1]), card)
        found[FOLDER / "positions" / f"{game}.svg"] = svg(projection.graph)
    return found


def main() -> None:
    PAGE.write_text(page(), encoding="utf-8")
    for path, text in pictures().items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
