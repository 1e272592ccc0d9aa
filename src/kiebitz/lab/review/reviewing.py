"""Goes over a unit for one seat: proofs, averages over worlds, open cards, and the curve of the deal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf
from time import monotonic

from kiebitz.agents.roster import Roster
from kiebitz.agents.valuing import Valuer
from kiebitz.amounts import MOST_NODES, as_seed, check_number
from kiebitz.errors import BadOption, KiebitzError, UnknownName, wrong_type
from kiebitz.kernel.random import Stream
from kiebitz.lab.review.judged import Judged, Point, Review
from kiebitz.lab.review.judging import Judge, Sample, with_worlds
from kiebitz.rules.formats import AnyRecord
from kiebitz.rules.parts import part
from kiebitz.rules.records import Record
from kiebitz.rules.values import Move, State, View
from kiebitz.sayings import Name, Saying, joined, say
from kiebitz.search.solving import Forcing, Solving

NODES = 20_000
MOST_WORLDS = 100_000
USUAL, MATCH = "usual", "match"
AIMS = (USUAL, MATCH)
Show = Callable[[int, int], None]
"""Called with how many decisions have been judged, and of how many."""
Stop = Callable[[], bool]


@dataclass(frozen=True)
class Effort:
    """How much work a review is: worlds for each decision, nodes for proofs and for open cards.

    Without a number of worlds, the usual one of the game. ``seconds`` is a guard: a review that it ends says
    so, and what is judged by then is the same as without it. ``aim="match"`` counts in chances to win a unit
    of several rounds; without it, in what is usual in the game.
    """

    worlds: int | None = None
    nodes: int = NODES
    seconds: float | None = None
    aim: str = USUAL

    def __post_init__(self) -> None:
        if self.aim not in AIMS:
            raise UnknownName(say("aim of a review"), self.aim, AIMS)
        if self.worlds is not None:
            check_number("worlds", self.worlds, least=2, most=MOST_WORLDS)
        check_number("nodes", self.nodes, most=MOST_NODES)


def review(
    record: AnyRecord | State,
    seat: int = 0,
    effort: Effort | int | None = None,
    seed: int | str = 0,
    show: Show = lambda done, of: None,
    stop: Stop = lambda: False,
    players: Sequence[str] = (),
    assumed: Sequence[str] = (),
) -> Review:
    """Review what a seat did in a unit: what it could have known, and what only open cards show.

    The record may be of any format, or a state with its moves. The effort is a number of worlds for each
    decision, or an ``Effort``. The same seed gives the same review. ``show`` hears of the progress; when
    ``stop`` says so, the review ends early and says that. ``players`` are names, if the record has none;
    ``assumed`` are phases that were made up, which are not judged.

    >>> from kiebitz.rules.registry import game
    >>> state = game("durak").deal(seed=1)
    >>> while not state.is_over:
    ...     state = state.play(state.moves[-1])
    >>> found = review(state, seat=0, effort=Effort(worlds=20))
    >>> found.points, found.complete, len(found.curve) > 5
    ((1, -1), True, True)
    """
    states = _states(record)
    game = states[0].game
    game.check_seat(seat)
    if game.is_open:
        raise BadOption(say("In the open world everybody sees everything: there is nothing to review."))
    effort = effort if isinstance(effort, Effort) else Effort(effort)
    assumed = assumed or getattr(record, "assumed", ())
    reviewer = _Reviewer(game_valuer(states[0], effort.aim), effort, str(as_seed(seed)), assumed)
    return reviewer.review(states, seat, tuple(players or getattr(record, "players", ())), show, stop)


def game_valuer(state: State, aim: str = USUAL) -> Valuer:
    """Who values the moves of a game; its memory is its own, so that reviews can go on side by side."""
    roster = part(state.game, Roster)
    return roster.chance_valuer(state.game) if aim == MATCH else roster.valuer(state.game)


def _states(record: AnyRecord | State) -> list[State]:
    if isinstance(record, State):
        return Record.of(record).states()
    if not (hasattr(record, "states") and hasattr(record, "check")):
        raise wrong_type(say("What is reviewed"), say("a record or a state"), record)
    states = record.states()
    if not states:
        raise KiebitzError(
            say("{record} cannot be replayed: {why}.", record=record.name, why=record.check() or "")
        )
    return states


class _Reviewer:
    def __init__(self, valuer: Valuer, effort: Effort, seed: str, assumed: Sequence[str]) -> None:
        self.valuer, self.effort, self.seed, self.assumed = valuer, effort, seed, assumed
        self.worlds = effort.worlds or valuer.usual
        self.solving = part(valuer.game, Solving)
        self.judge = Judge(valuer.unit, valuer.least)

    def review(
        self, states: Sequence[State], seat: int, players: tuple[str, ...], show: Show, stop: Stop
    ) -> Review:
        end, turns = states[-1], [pair for pair in pairwise(states) if pair[0].turn == seat]
        judged, curve, deadline = [], [], _deadline(self.effort.seconds)
        complete = True
        for done, (before, after) in enumerate(turns):
            if stop() or monotonic() > deadline:
                complete = False
                break
            move = after.history[-1][1]
            one, point = self._judge(before, move)
            curve.append(point)
            judged.extend([one] if one else [])
            show(done + 1, len(turns))
        return Review(
            game=end.game.name,
            options=end.game.options_text,
            seat=seat,
            players=players if len(players) == end.game.seats else (),
            record=Record.of(end).text,
            result=self.valuer.result(end, seat) if end.is_over else None,
            points=end.payoffs,
            unit=self.valuer.unit,
            worlds=self.worlds,
            nodes=self.effort.nodes,
            seed=self.seed,
            complete=complete,
            curve=tuple(curve),
            judged=tuple(judged),
            silent=tuple(self._silent(judged, [before for before, _ in turns])),
        )

    def _silent(self, judged: Sequence[Judged], turns: Sequence[State]) -> Iterator[Saying]:
        """What nothing is said about: phases that the record leaves out, and what was not solved."""
        made_up = [state.phase for state in turns if state.phase in self.assumed and len(state.moves) > 1]
        if made_up:
            yield say("The record leaves these phases out: {phases}. They were made up and are not judged.",
                      phases=_named(made_up))  # fmt: skip
        if not self.valuer.judges_open:
            yield say("Open cards are not judged in {unit}: what one seat can secure says nothing of the "
                      "others' points.", unit=self.valuer.unit)  # fmt: skip
            return
        closed = [one.phase for one in judged if one.open is None]
        solved = self.solving.phases
        if others := [phase for phase in closed if phase not in solved]:
            yield say("These phases have no value with open cards: {phases}.", phases=_named(others))
        if unsolved := sum(phase in solved for phase in closed):
            yield say(
                "Open cards say nothing about {n} of {of} decisions: there were too many ways to go on to "
                "look at all of them.",
                n=unsolved, of=len(judged),
            )  # fmt: skip

    def _judge(self, state: State, move: Move) -> tuple[Judged | None, Point]:
        """What is said of one move, if there was a choice; and the point of the curve after it.

        Whatever is random here has a name that hidden cards are no part of.
        """
        view = state.view(state.turn)
        rng = Stream.named("review", self.seed, state.game.name, state.turn, state.ply)
        forcing = self.solving.forcing(view, self.effort.nodes)
        sample = self._sample(view, move, forcing, rng)
        point = Point(state.ply, *sample.expected(move))
        if len(view.moves) == 1 or state.phase in self.assumed:
            return None, point
        open_values = self.valuer.open_values(state, self.effort.nodes)
        knowable = self.judge.knowable(view, move, sample, forcing, self.valuer.advised(view, rng))
        return Judged(
            ply=state.ply,
            round=state.round,
            phase=state.phase,
            move=str(move),
            choices=len(view.moves),
            expected=point.expected,
            error=point.error,
            knowable=with_worlds(knowable, view, move) if knowable.is_mistake else knowable,
            open=self.judge.open(state, move, open_values) if open_values else None,
        ), point

    def _sample(self, view: View, move: Move, forcing: Forcing | None, rng: Stream) -> Sample:
        """What playing on says of the moves; where a proof says that it is more, that."""
        worlds = self.valuer.worlds(view, self.worlds, rng)
        moves = self.valuer.candidates(view, move)
        values = self.valuer.values(worlds, moves, rng)[:, [one.code for one in moves]]
        sample = Sample(moves, values, worlds.different)
        if not forcing or not forcing.moves:
            return sample
        floor = self.valuer.assured(view, worlds)
        return sample if floor is None else sample.raised(floor, forcing.moves)


def _named(phases: Iterable[str]) -> Saying:
    """Phases by their names, each once."""
    return joined(", ", (Name(phase, "phase") for phase in dict.fromkeys(phases)))


def _deadline(seconds: float | None) -> float:
    return inf if seconds is None else monotonic() + seconds
