"""``kiebitz solve skat``: positions with open cards, or as one player knows them; one, or many in a file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from kiebitz.cli.common import JSON, announce_compilation, print_json
from kiebitz.errors import BadNotation, BadOption
from kiebitz.files import read_text
from kiebitz.games.skat.contracts import GAMES
from kiebitz.games.skat.letters import read_game
from kiebitz.games.skat.search.asking import NODES, Asker, Fields, Manner, read_target
from kiebitz.language.speaking import spoken
from kiebitz.sayings import Cards, Saying, say
from kiebitz.telling import tell

if TYPE_CHECKING:
    from kiebitz.games.skat.search.open_cards.answering import Question


def solve(
    contract: str | None = typer.Option(None, help="clubs, spades, hearts, diamonds, grand or null."),
    declarer: str | None = typer.Option(
        None, "--declarer", "--hand", help="The declarer's cards: 'CJ ST'. With twelve, his best discard."
    ),
    left: str | None = typer.Option(None, help="The cards of the defender on his left."),
    right: str | None = typer.Option(None, help="The cards of the defender on his right."),
    leader: str | None = typer.Option(None, help="Who leads, or led: declarer, left or right."),
    trick: str | None = typer.Option(None, help="Cards on the table, in order."),
    skat: str | None = typer.Option(None, help="If given, its points count for the declarer."),
    points: int | None = typer.Option(None, help="The declarer's points so far; for --target."),
    target: str | None = typer.Option(
        None, help="Does he reach this many points, or schwarz? Yes or no. A line of a file may have its own."
    ),
    cards: bool = typer.Option(False, "--cards", help="Also the value of every legal card."),
    file: Path | None = typer.Option(None, help="Many problems, one JSON object a line; answers likewise."),
    paranoid: bool = typer.Option(
        False,
        "--paranoid",
        help="Only --hand is seen: what is sure against every distribution and reply?",
    ),
    searcher: str | None = typer.Option(None, help="Whose hand it is: declarer, left or right of him."),
    pool: str | None = typer.Option(None, help="Unseen cards that any hand may have."),
    known: list[str] = typer.Option(
        [], help="Unseen cards with a sure place: 'left: CT D9', or 'left or skat: C7'; also declarer, right."
    ),
    noskat: str | None = typer.Option(None, help="Cards that an opponent takes not to be in the skat."),
    rule: str = typer.Option("", help="Leave out extreme distributions: split, length=N or mass=0.95."),
    depth: int = typer.Option(0, help="Show what follows, so many cards deep."),
    nodes: int = typer.Option(NODES, help="Give up after so many nodes; the answer is then unknown."),
    seconds: float | None = typer.Option(None, help="Give up after so many seconds."),
    as_json: bool = JSON,
) -> None:
    """What a position is worth when everybody sees all cards, and which card keeps it.

    With --paranoid: which cards reach the target whatever the others hold and play?

    Cards are written in English (CJ ST), or with the German or French pack: EU, G10; ♣B, KrB, PD.
    """
    words = {
        "contract": contract, "declarer": declarer, "left": left, "right": right, "leader": leader,
        "trick": trick, "skat": skat, "points": points,
    }  # fmt: skip
    words |= {"searcher": searcher, "pool": pool, "noskat": noskat, **_known(known)}
    given: Fields = {name: word for name, word in words.items() if word is not None}
    manner = Manner(read_target(target), cards, paranoid, rule, depth, nodes, seconds)
    if paranoid:
        announce_compilation(say("the paranoia search"))
        if "declarer" in given:
            given = {"contract": contract, "hand": given.pop("declarer"), **given}
    ask_about = manner.asker()
    announce_compilation(say("the Skat solver"))
    if file is None:
        answer = {**given, **ask_about(given)()}
        if as_json:
            print_json(_document(answer))
        else:
            _print(answer)
        return
    if given:
        raise BadOption(
            say("With --file the problem is in the file: leave out --{name}.", name=next(iter(given)))
        )
    problems = list(_lines(file))
    questions = [_question_of_line(number, fields, ask_about) for number, fields in problems]
    answers = (_document({**fields, **ask()}) for (_, fields), ask in zip(problems, questions, strict=True))
    if as_json:
        print_json(list(answers))
        return
    for answer in answers:
        print(json.dumps(answer, ensure_ascii=False))


def _known(texts: list[str]) -> dict[str, str]:
    """``left: CT D9`` and ``left or skat: C7`` as the fields of a problem."""
    found = {}
    for text in texts:
        place, colon, cards = text.partition(":")
        seat, *rest = place.split() or [""]
        if not colon or seat not in ("declarer", "left", "right") or rest not in ([], ["or", "skat"]):
            raise BadOption(
                say(
                    "Known cards look like 'left: CT D9' or 'left or skat: C7', not {text}.",
                    text=repr(text),
                )
            )
        found[f"{seat}_or_skat" if rest else f"known_{seat}"] = cards
    return found


def _question_of_line(number: int, fields: Fields, ask_about: Asker) -> Question:
    try:
        return ask_about(fields)
    except (BadNotation, BadOption) as error:
        raise BadNotation(say("Line {n}: {problem}", n=number, problem=error.said)) from error


def _lines(path: Path) -> Iterator[tuple[int, Fields]]:
    """The problems of a file with the numbers of their lines."""
    for number, line in enumerate(read_text(path).splitlines(), 1):
        if not line.strip():
            continue
        try:
            fields = json.loads(line)
        except RecursionError as error:
            raise BadNotation(say("Line {n} is nested too deeply.", n=number)) from error
        except ValueError as error:
            raise BadNotation(
                say("Line {n} is not JSON: {problem}.", n=number, problem=str(error))
            ) from error
        if not isinstance(fields, dict):
            raise BadNotation(say("Line {n} is not a JSON object.", n=number))
        yield number, fields


def _document(answer: Fields) -> Fields:
    """An answer for JSON: the lines of a proof in English, and as values."""
    if "proof" not in answer:
        return answer
    lines = answer["proof"]
    said = [line.said.as_json() for line in lines]
    return answer | {"proof": [str(line.indented()) for line in lines], "proof_said": said}


def _print(answer: Fields) -> None:
    """One answer for people."""
    if "killers" in answer:
        _print_paranoid(answer)
    elif "discard" in answer:
        game, cards = GAMES[read_game(answer["contract"])], Cards(" ".join(answer["discard"]))
        tell(say("{game}: put away {cards}, {worth}", game=game, cards=cards, worth=_worth(answer["value"])))
    else:
        tell(say("{worth}; best card {card}", worth=_worth(answer["value"]), card=Cards(answer["best"])))
    for name in ("cards", "discards"):
        for card, value in answer.get(name, {}).items():
            tell(f"  {card}  {spoken(_worth(value))}")
    tell(say("{n:,} nodes, {time:.1f} ms", n=answer["nodes"], time=answer["seconds"] * 1000))


def _print_paranoid(answer: Fields) -> None:
    verdict = {True: say("sure"), False: say("not sure"), "unknown": say("unknown: the budget ran out")}
    said, cards = verdict[answer["value"]], Cards(" ".join(answer["killers"]))
    tell(say("{verdict}; killer cards {cards}", verdict=said, cards=cards) if answer["killers"] else said)
    if "assumed" in answer:
        assumed = Cards(" ".join(answer["assumed"]))
        tell(say("this is so only if the skat has none of {cards}, as assumed", cards=assumed))
    match answer.get("guaranteed"):
        case [low, high]:
            tell(say("{low} to {high} points are sure for this side", low=low, high=high))
        case int(sure):
            tell(say("{n} points are sure for this side", n=sure))
    if "covered" in answer:
        share = answer["covered"]
        tell(say("{n:,} distributions, {share:.2%} of them covered", n=answer["worlds"], share=share))
    else:
        tell(say("{n:,} distributions", n=answer["worlds"]))
    for line in answer.get("proof", []):
        tell(line.indented(2))


def _worth(value: int | bool) -> Saying:
    if isinstance(value, bool):
        return say("yes" if value else "no")
    return say("{n} points", n=value)
