"""Studies: processes for agents that might think for ever, so that a thought that comes too late is ended.

Agents as they come are quick, and think in threads of the server. One with other parameters, or from a user's
file, thinks in a process that is killed when its time is up, and the thought with it. A bot from a file has a
process for its seat alone, which asks the bot in its cell; agents of the house share theirs. What goes to a
process is a view; what comes back is read as JSON, never as code.
"""

from __future__ import annotations

import json
import os
import weakref
from collections import OrderedDict, deque
from contextlib import suppress
from functools import partial
from threading import Lock
from typing import Any, Protocol

from kiebitz.agents.base import Decision
from kiebitz.agents.cells.guarded import tell_if_unlocked
from kiebitz.agents.cells.nursery import CAN_GUARD, address, use
from kiebitz.agents.limits import memory_limit
from kiebitz.agents.registry import contestant, entries, find, is_foreign
from kiebitz.agents.roster import Roster
from kiebitz.agents.seated import Answer, Failed, Seated
from kiebitz.agents.specification import PROGRAM
from kiebitz.agents.trust import is_trusted
from kiebitz.agents.wire import pack, unpack
from kiebitz.kernel.random import Stream
from kiebitz.lab.playing.crew import fork_context, starting_workers
from kiebitz.lab.playing.guard import start_child
from kiebitz.rules.game import Game
from kiebitz.rules.parts import part
from kiebitz.rules.registry import game as game_by_name
from kiebitz.rules.values import View
from kiebitz.sayings import Saying, say
from kiebitz.table.tables.decisions import keep_mind
from kiebitz.table.tables.thinkers import Late

MAKING = 300.0  # seconds until an agent is ready: it may have to be compiled
KEPT = 8  # processes that wait for the next question
CHAIRS = 64  # agents that a process remembers
LONGEST = 4_000_000  # bytes of an answer
SHARED = ""  # whose process that of the agents of the house is


class Sitting(Protocol):
    """An agent in its seat, wherever it thinks."""

    def decide(self, view: View) -> Answer: ...


def thinks_apart(spec: str, game: Game) -> bool:
    """Must an agent think where it can be ended? One as it comes, or asked for less than usual, need not.

    >>> from kiebitz.rules.registry import game
    >>> [thinks_apart(spec, game("durak")) for spec in ("mcts", "mcts:limit=20", "mcts:limit=9999")]
    [False, False, True]
    """
    if spec.startswith(PROGRAM):
        return False  # a program has a process already, and its own clock
    if is_foreign(spec):
        return True
    roster = part(game, Roster)
    if spec in (roster.opponent, *(level.specification for level in roster.levels)):
        return False
    if spec.partition(":")[0] not in entries(game):
        return True
    entry, given = find(spec, game)
    return not all(_is_usual(given[option.name], option.default) for option in entry.parameters)


def _is_usual(value: str, default: str) -> bool:
    """The default, or a smaller number; 0 often means: without a limit."""
    if value == default:
        return True
    with suppress(ValueError):
        return 0 < float(value) <= float(default)
    return False


def sit_here(spec: str, game: Game, seat: int, stream: Stream, owner: str = SHARED) -> Sitting:
    """An agent in its seat that thinks in this process."""
    return Seated(contestant(spec, game), seat, stream)


class Studies:
    """The processes of a server; any thread may ask, as many at a time as it likes."""

    def __init__(self, seconds: float) -> None:
        """``seconds`` are those for a move."""
        self.seconds = seconds
        self._lock, self._closed = Lock(), False
        self._idle: list[Study] = []  # those used last are last
        self._busy: set[Study] = set()
        self._left: deque[str] = deque()  # owners whose processes are to end

    def sit(self, spec: str, game: Game, seat: int, stream: Stream, owner: str = SHARED) -> Sitting:
        """An agent in its seat, where it may think; ``owner`` names the seat among all others."""
        if not thinks_apart(spec, game):
            return sit_here(spec, game, seat, stream)
        return Apart(self, spec, game, seat, stream, owner)

    def ask(self, owner: str, seconds: float, question: dict[str, Any]) -> list[Any]:
        """What a process of an owner answers; one that does not answer in time is ended."""
        study = self._take(owner, question["chair"])
        try:
            return study.ask(seconds, question)
        finally:
            self._give_back(study)

    def _take(self, owner: str, chair: str) -> Study:
        with self._lock:
            self._clear()
            own = [study for study in self._idle if study.owner == owner]
            known = [study for study in own if chair in study.chairs]
            if own:
                study = (known or own)[-1]
                self._idle.remove(study)
                self._busy.add(study)
                return study
        study = Study(owner)
        with self._lock:
            self._busy.add(study)
            if self._closed:
                study.end()
        return study

    def _give_back(self, study: Study) -> None:
        with self._lock:
            self._busy.discard(study)
            if study.is_alive and not self._closed:
                self._idle.append(study)
            else:
                study.end()
            self._clear()

    def _clear(self) -> None:
        """End the processes whose owners have left, and those that have waited longest."""
        while self._left:
            owner = self._left.popleft()
            for study in [study for study in self._idle if study.owner == owner]:
                self._idle.remove(study)
                study.end()
        while len(self._idle) > KEPT:
            self._idle.pop(0).end()

    def leave(self, owner: str) -> None:
        """A bot from a file has left its seat: its process ends, now or with the next question.

        Python may call this anywhere, also in the middle of what holds the lock.
        """
        self._left.append(owner)
        if self._lock.acquire(blocking=False):
            try:
                self._clear()
            finally:
                self._lock.release()

    @property
    def running(self) -> int:
        """How many processes there are."""
        return len(self._idle) + len(self._busy)

    def close(self) -> None:
        """End them all, with whatever they think about."""
        with self._lock:
            self._closed = True
            for study in (*self._idle, *self._busy):
                study.end()
            self._idle.clear()


class Apart:
    """An agent in its seat that thinks in a study."""

    def __init__(
        self, studies: Studies, spec: str, game: Game, seat: int, stream: Stream, owner: str
    ) -> None:
        self._studies, self._seat = studies, seat
        self._owner = owner if is_foreign(spec) else SHARED
        self._question = {
            "game": game.name,
            "options": dict(game.options),
            "spec": spec,
            "trust": is_trusted(spec),
            "seat": seat,
            "begin": int(stream.word[0]),
            "chair": f"{owner}/{seat}/{id(self)}",
        }
        if self._owner:
            weakref.finalize(self, studies.leave, self._owner)
        self._ask(MAKING, {})

    def decide(self, view: View) -> Answer:
        """The agent's answer; Late if it does not come in time, Failed if it is none."""
        kept = self._ask(self._studies.seconds, {"view": pack(view), "word": int(view.rng.word[0])})
        move = next(move for move in view.moves if move == kept["move"])
        because = Saying.of_json(kept["because_said"]) if "because_said" in kept else kept["because"]
        return Answer(move.code, Decision(move, because, kept["values"], kept["details"]))

    def _ask(self, seconds: float, more: dict[str, Any]) -> dict[str, Any]:
        kind, *found = self._studies.ask(self._owner, seconds, self._question | more)
        if kind == "late":
            raise Late(say("No answer came within {n} s.", n=seconds))
        if kind == "failed":
            how, said, place = found
            raise Failed(self._seat, how, Saying.of_json(said), place)
        return dict(found[0])


class Study:
    """One process, as the server has it."""

    def __init__(self, owner: str) -> None:
        self.owner, self.chairs = owner, set[str]()
        context = fork_context([__name__])
        cells = address() if owner and CAN_GUARD else ""  # of the server: a zygote takes a second to start
        self._line, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, cells), daemon=True)
        with starting_workers():
            self._process.start()
        theirs.close()

    @property
    def is_alive(self) -> bool:
        return bool(self._process.is_alive())

    def ask(self, seconds: float, question: dict[str, Any]) -> list[Any]:
        """The answer; after this many seconds the process is ended, and the thought with it."""
        self.chairs.add(question["chair"])
        try:
            self._line.send_bytes(json.dumps(question).encode())
            if not self._line.poll(seconds):
                self.end()
                return ["late"]
            return list(json.loads(self._line.recv_bytes(LONGEST)))
        except (EOFError, OSError, ValueError):
            self.end()
            return ["failed", "died", say("took its process down").as_json(), ""]

    def end(self) -> None:
        """Kill the process; whoever waits for it hears that it has died."""
        with suppress(ValueError, AttributeError):  # it has ended already
            self._process.kill()
            self._process.join()


# -- in the process -------------------------------------------------------------------------------------


def _serve(line: Any, cells: str) -> None:
    """Answer what the server asks, until it is gone; bots from files have cells from this address."""
    use(cells)
    start_child(memory_limit(), None)
    if hasattr(os, "nice"):
        os.nice(10)  # those who think long must not keep the others waiting
    chairs: OrderedDict[str, Seated] = OrderedDict()
    while True:
        try:
            question = json.loads(line.recv_bytes())
        except (EOFError, OSError):
            os._exit(0)
        line.send_bytes(json.dumps(_outcome(partial(_answer, chairs, question))).encode())


def _outcome(work: Any) -> list[Any]:
    try:
        return ["done", work()]
    except Failed as failure:
        return ["failed", failure.kind, failure.said.as_json(), failure.place]
    except BaseException as error:  # whatever a bot's file does when it is loaded
        return ["failed", "raised", say("raised {name}", name=type(error).__name__).as_json(), ""]


def _answer(chairs: OrderedDict[str, Seated], question: dict[str, Any]) -> dict[str, Any]:
    """Seat the agent if it does not sit yet; its decision, if there is a view to decide about."""
    game, seat, chair = (
        game_by_name(question["game"], question["options"]),
        question["seat"],
        question["chair"],
    )
    if chair not in chairs:
        stream = Stream(question["begin"])
        one = contestant(question["spec"], game, trust=question["trust"])
        tell_if_unlocked(one)
        chairs[chair] = Seated(one, seat, stream)
        if len(chairs) > CHAIRS:
            chairs.popitem(last=False)
    if "view" not in question:
        return {}
    chairs.move_to_end(chair)
    decision = chairs[chair].decide(unpack(game, question["view"], Stream(question["word"]))).decision
    return {"move": str(decision.move), **keep_mind(decision)}
