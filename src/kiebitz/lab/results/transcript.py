"""Transcripts: games told ply by ply, with what the agents said about their moves."""

from __future__ import annotations

from collections.abc import Iterator

from kiebitz.agents.base import Decision
from kiebitz.knowledge.reader import Reader
from kiebitz.lab.bench import Bench
from kiebitz.lab.playing.match import Match
from kiebitz.lab.playing.referee import Unit
from kiebitz.rules.parts import part
from kiebitz.rules.values import State


def transcript(match: Match, unit: Unit, level: int = 0) -> str:
    """The transcript of a game; ``level`` 1 adds reasons, values and work, 2 all details."""
    return "\n".join(_lines(match, unit, level))


def _lines(match: Match, unit: Unit, level: int) -> Iterator[str]:
    seated, reader = match.seated(unit.lineup), part(match.game, Reader)
    names = [f"{match.game.seat_name(seat)} ({player.name})" for seat, player in enumerate(seated)]
    states, told = _states(unit.state())[unit.start().ply :], part(match.game, Bench).told
    yield f"=== Deal {unit.deal}, line-up {unit.lineup}: {', '.join(names)}"
    yield str(states[0])
    for before, after, answer in zip(states, states[1:], unit.answers, strict=False):
        if after.round != before.round:
            yield f"=== Round {after.round + 1}"
        move = after.history[-1][1]
        yield f"{after.ply}. {names[before.turn]} {before.phase}: {move}   of {' '.join(before.moves)}"
        yield from (f"    {line}" for line in _reasons(answer, level))
        yield from (f"    {said}" for said in told(before, after))
        yield from (f"    {line}" for line in _changes(before, after))
        yield from (f"    {line}" for line in reader.announced(before, after))
    if unit.loser >= 0:
        yield f"{names[unit.loser]} {unit.reason} and loses."
    pairs = zip(names, unit.points, strict=True)
    yield f"Points: {', '.join(f'{name} {points:+d}' for name, points in pairs)}"


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


def _reasons(answer: object, level: int) -> list[str]:
    if not isinstance(answer, Decision) or level == 0:
        return []
    try:
        return [line for text in _told(answer, level) for line in _printable(text)]
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # an agent may put anything in there
        return [f"its reasons cannot be shown ({type(error).__name__})"]


def _printable(text: str) -> list[str]:
    """The lines of a text, without signs that would move the cursor or clear the screen."""
    return ["".join(c if c.isprintable() else " " for c in line) for line in text.splitlines()]


def _told(answer: Decision, level: int) -> Iterator[str]:
    if answer.because:
        yield f"because {answer.because}"
    if answer.values:
        yield "values: " + ", ".join(f"{move} {value:+.3f}" for move, value in answer.values.items())
    work = {name: value for name, value in answer.details.items() if isinstance(value, int | float)}
    if work:
        yield "work: " + ", ".join(f"{name} {value}" for name, value in work.items())
    for name, value in answer.details.items() if level > 1 else ():
        if name not in work:
            yield f"{name}: {value}"
