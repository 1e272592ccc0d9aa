"""The referee: one unit between any players, Python agents among them.

An agent that raises or answers with an illegal move loses the unit; the reason is kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from time import perf_counter

import numpy as np

from kiebitz.agents.base import Agent, Decision, Player
from kiebitz.errors import KiebitzError
from kiebitz.games.base import Game
from kiebitz.games.values import DIARY_WORDS, Deal, Event, Move, State, Vector, View
from kiebitz.kernel.random import Stream, derive
from kiebitz.kernel.state import PHASE, TURN, WORDS
from kiebitz.lab.guard import TimeUp, note, timed
from kiebitz.lab.loop import DEAL_STREAM, SEAT_STREAM


@dataclass
class Unit:
    """How one unit went."""

    game: Game
    deal_key: int
    deal: int
    lineup: int
    points: tuple[int, ...] = ()
    moves: list[int] = field(default_factory=list)
    loser: int = -1  # the seat that failed, -1 if none
    reason: str = ""
    measures: tuple[int, ...] = ()  # what the game measures, seat by seat
    seconds: list[float] = field(default_factory=list)  # for each seat
    counts: list[int] = field(default_factory=list)
    answers: list[object] = field(default_factory=list)  # as the agents gave them, explanations included

    def state(self) -> State:
        """The unit's last state, replayed."""
        state = Deal.from_key(self.game, self.deal_key).start()
        for code in self.moves:
            state = state.play(self.game.move(int(state.vector[PHASE]), code))
        return state


def unit_keys(root: int, deal: int, lineup: int, seats: int) -> tuple[int, list[int]]:
    """The key of a deal, and those of the streams of the agents that play it in a line-up."""
    deal_key = derive(root, deal)
    table = derive(derive(deal_key, SEAT_STREAM), lineup)
    return int(derive(deal_key, DEAL_STREAM)), [int(derive(table, seat)) for seat in range(seats)]


def play_unit(
    game: Game,
    players: Sequence[Player],
    root: int,
    deal: int,
    lineup: int = 0,
    time_limit: float | None = None,
) -> Unit:
    """Play one unit; ``players`` are in the order of the seats, the limit is in seconds a move."""
    deal_key, keys = unit_keys(root, deal, lineup, game.seats)
    none = (0,) * game.seats * len(game.measures)
    unit = Unit(
        game, deal_key, deal, lineup, measures=none, seconds=[0.0] * game.seats, counts=[0] * game.seats
    )
    try:
        agents = _seat(game, players, [Stream(key) for key in keys], unit)
        _play(game, agents, unit, time_limit)
    except _Failure as failure:
        unit.loser, unit.reason = failure.seat, failure.reason
        unit.points = game.forfeit(failure.seat)
    return unit


class _Failure(Exception):
    def __init__(self, seat: int, reason: str) -> None:
        self.seat, self.reason = seat, reason


def _seat(
    game: Game, players: Sequence[Player], streams: list[Stream], unit: Unit
) -> list[tuple[Agent, Stream]]:
    agents = []
    for seat, (player, stream) in enumerate(zip(players, streams, strict=True)):
        try:
            note(unit.lineup, unit.deal, seat)
            agent = player.make()
            if type(agent).begin is not Agent.begin:
                agent.begin(seat, game.options, stream)
        except Exception as error:
            raise _Failure(seat, f"raised {type(error).__name__} at the start: {error}") from error
        agents.append((agent, stream))
    return agents


def _play(game: Game, agents: list[tuple[Agent, Stream]], unit: Unit, limit: float | None) -> None:
    step, view_class = game.machine.step, game.view_class
    state, seen = np.zeros(WORDS, np.int64), np.zeros(WORDS, np.int64)
    words = state.data  # reads single words several times as fast as NumPy does
    game.machine.begin(state, unit.deal_key, game.option_words)
    diary = np.zeros((game.seats, game.max_moves + 1, DIARY_WORDS), np.int64)
    diaries = list(diary)
    watchers = {seat: 0 for seat, (agent, _) in enumerate(agents) if type(agent).observe is not Agent.observe}
    ply, mask = 0, step(state, -1, seen, diary, 0, game.seats)
    while mask:
        seat = words[TURN]
        agent, stream = agents[seat]
        ply += 1
        moves = game.decode(words[PHASE], mask)
        view = view_class(game, seen.copy(), diaries[seat], ply, stream, moves)
        start = perf_counter()
        answer: object = None
        try:
            if seat in watchers:
                watchers[seat] = _tell(agent, view.events, watchers[seat])
            note(unit.lineup, unit.deal, seat)
            answer = agent.act(view) if limit is None else timed(limit, agent, view)
            code = _code(answer, moves, view)
        except _Failure as failure:
            raise _Failure(seat, failure.reason) from failure
        except TimeUp:
            raise _Failure(seat, f"needed more than {limit:g} s for a move") from None
        except Exception as error:
            raise _Failure(seat, f"raised {type(error).__name__}: {error}") from error
        finally:
            unit.seconds[seat] += perf_counter() - start
            unit.counts[seat] += 1
        unit.moves.append(code)
        unit.answers.append(answer)
        mask = step(state, code, seen, diary, ply, game.seats)
    unit.points = tuple(int(game.kernels.payoff(state, seat)) for seat in range(game.seats))
    unit.measures = tuple(_measures(game, state))


def _measures(game: Game, state: Vector) -> Iterator[int]:
    found = np.zeros(len(game.measures) + 1, np.int64)
    for seat in range(game.seats if game.measures else 0):
        game.machine.measure(state, seat, found)
        yield from map(int, found[:-1])


def _tell(agent: Agent, events: tuple[Event, ...], told: int) -> int:
    for event in events[told:]:
        agent.observe(event)
    return len(events)


def _code(answer: object, moves: tuple[Move, ...], view: View) -> int:
    """The code of an agent's answer, which must be one of the legal moves or its text."""
    if type(answer) is Decision:
        answer = answer.move
    if answer in moves:
        return answer.code if type(answer) is Move else moves[moves.index(answer)].code
    if isinstance(answer, str):  # "as" or "10h" is understood too
        try:
            move = view.game.read_move(view.vector_phase, answer)
        except KiebitzError:
            move = None
        if move in moves:
            return move.code
    raise _Failure(view.seat, f"answered {answer!r}; allowed were {', '.join(moves)}")
