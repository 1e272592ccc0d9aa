"""Transcripts: games told ply by ply, with what the agents said about their moves."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from kiebitz.agents.base import Decision
from kiebitz.knowledge.reader import Reader
from kiebitz.lab.bench import Bench
from kiebitz.lab.playing.match import Match
from kiebitz.lab.playing.referee import Unit
from kiebitz.lab.results.colours import BOLD, FAINT, SEATS, Colours
from kiebitz.rules.parts import part
from kiebitz.rules.values import State
from kiebitz.sayings import MoveText, Name, Saying, joined, plain, say

INDENT = "    "


def transcript(match: Match, unit: Unit, level: int = 0, in_colour: bool = False) -> Saying:
    """The transcript of a game; ``level`` 1 adds reasons, values and work, 2 all details.

    Whoever shows it chooses the language: the process that plays the game need not know it.
    """
    return joined("\n", _lines(match, unit, level, Colours(in_colour)))


def _lines(match: Match, unit: Unit, level: int, colours: Colours) -> Iterator[Saying]:
    seated, reader = match.seated(unit.lineup), part(match.game, Reader)
    names = [
        Saying("{who} ({name})", {"who": match.game.who(seat), "name": player.name})
        for seat, player in enumerate(seated)
    ]
    states, told = _states(unit.state())[unit.start().ply :], part(match.game, Bench).told
    players = joined(", ", names)
    head = say(
        "=== Deal {deal}, line-up {lineup}: {names}", deal=unit.deal, lineup=unit.lineup, names=players
    )
    yield colours.painted(head, BOLD)
    yield plain(colours.cards(str(states[0]), states[0]))
    for before, after, answer in zip(states, states[1:], unit.answers, strict=False):
        if after.round != before.round:
            yield colours.painted(say("=== Round {n}", n=after.round + 1), BOLD)
        yield _move(before, after, names[before.turn], colours)
        yield from (colours.painted(_indented(said), FAINT) for said in _reasons(answer, level))
        yield from map(_indented, told(before, after))
        yield from (plain(INDENT + colours.cards(line, after)) for line in _changes(before, after))
        yield from map(_indented, reader.announced(before, after))
    if unit.reason:
        yield say("{who} {why} and loses.", who=names[unit.loser], why=unit.reason)
    pairs = zip(names, unit.points, strict=True)
    points = joined(", ", (Saying("{who} {points:+}", {"who": who, "points": p}) for who, p in pairs))
    yield say("Points: {points}", points=points)


def _move(before: State, after: State, who: Saying, colours: Colours) -> Saying:
    colour, move = SEATS[before.turn], str(after.history[-1][1])
    marked = colours.cards(move, before, colour)
    said = say(
        "{ply}. {who} {phase}: {move}   of {moves}",
        ply=after.ply,
        who=who,
        phase=Name(before.phase, "phase"),
        move=MoveText(move, before.phase) if marked == move else marked,
        moves=colours.cards(" ".join(before.moves), before, colour),
    )
    return colours.painted(said, colour)


def _indented(said: Saying) -> Saying:
    return Saying(INDENT + "{said}", {"said": said})


def _states(end: State) -> list[State]:
    state = end.deal.start()
    states = [state]
    for _, move in end.history:
        states.append(state := state.play(move))
    return states


def _changes(before: State, after: State) -> list[str]:
    """The lines of the picture that a move has changed."""
    old = set(str(before).splitlines())
    return [line.strip() for line in str(after).splitlines() if line not in old]


def _reasons(answer: object, level: int) -> list[Saying]:
    if not isinstance(answer, Decision) or level == 0:
        return []
    try:
        told = [json.loads(json.dumps(said.as_json(), default=str)) for said in _told(answer, level)]
        return [Saying.of_json(_printable(said)) for said in told]
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # an agent may put anything in there
        return [say("its reasons cannot be shown ({kind})", kind=type(error).__name__)]


def _printable(data: Any) -> Any:
    """A saying as JSON, its texts without signs that would move the cursor or clear the screen."""
    if isinstance(data, str):
        lines = ("".join(c if c.isprintable() else " " for c in line) for line in data.splitlines())
        return f"\n{INDENT}".join(lines)
    if isinstance(data, dict):
        return {key: _printable(value) for key, value in data.items()}
    return [_printable(value) for value in data] if isinstance(data, list) else data


def _told(answer: Decision, level: int) -> Iterator[Saying]:
    if answer.because:
        yield say("because {why}", why=_text(answer.because))
    if answer.values:
        pairs = [{"move": str(move), "value": float(value)} for move, value in answer.values.items()]
        yield say("values: {values}", values=joined(", ", (Saying("{move} {value:+.3f}", p) for p in pairs)))
    details = {Name(str(name), "detail"): value for name, value in answer.details.items()}
    work = {name: value for name, value in details.items() if isinstance(value, int | float)}
    if work:
        parts = (Saying("{name} {value}", {"name": name, "value": work[name]}) for name in work)
        yield say("work: {work}", work=joined(", ", parts))
    for name, value in details.items() if level > 1 else ():
        if name not in work:
            yield Saying("{name}: {value}", {"name": name, "value": _text(value)})
    if answer.tree and level > 1:
        yield say("tree: {tree}", tree=answer.tree())


def _text(value: Any) -> Saying | str:
    """A saying as it is, anything else as text."""
    return value if isinstance(value, Saying) else str(value)
