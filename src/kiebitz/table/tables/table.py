"""A table: its seats, the game that goes on there, and who may know what.

A table knows nothing of networks or disks. Whoever holds a seat's token acts from it and sees its view;
a watcher sees what everybody sees, and everything where that can harm nobody.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from functools import cached_property, partial
from itertools import pairwise
from typing import Any

from kiebitz.agents.base import Decision
from kiebitz.agents.registry import name_of
from kiebitz.errors import BadOption, IllegalMove
from kiebitz.kernel.random import Stream, key
from kiebitz.rules.game import Game
from kiebitz.rules.options import parse_options
from kiebitz.rules.parts import part
from kiebitz.rules.records import Record
from kiebitz.rules.registry import known_game
from kiebitz.rules.values import Deal, State
from kiebitz.sayings import say
from kiebitz.table.scene import Scene
from kiebitz.table.stage import Stage
from kiebitz.table.tables.bots import public_name, short_spec
from kiebitz.table.tables.company import Company, clean_name
from kiebitz.table.tables.decisions import keep_mind
from kiebitz.table.tables.rights import WATCHER, NotYours, Rights
from kiebitz.table.tables.studies import Sitting, sit_here, thinks_apart
from kiebitz.table.tables.tricks import tricks

PERSON, AGENT = "person", "agent"
RECORDED = "recorded"  # somebody who played this once; nobody plays on
CLAIMED = say("The rest was claimed.")  # the reason of moves that were played out
GIVEN_UP = say("The game was given up.")  # the same when it was lost on purpose


@dataclass
class Occupant:
    """Who sits in a seat: a person or remote bot who has the token, or an agent."""

    kind: str
    name: str
    spec: str = ""  # of an agent
    token: str = ""  # of a person
    player: str = ""  # the digest of a person's key, under which results are kept
    is_named: bool = True  # else the name is only that of a seat
    column: int = -1  # of the score sheet: it stays when people change seats


@dataclass
class Table:
    """A table; ``moves`` are those of the unit that is being played."""

    id: str
    game_name: str
    options: str
    occupants: list[Occupant]
    seed: str
    watch: str  # the token of watchers
    host: str = ""  # the host's key
    unit: int = 0
    units: int = 1  # of a series, which has a sheet of its own; 1: there is no end
    series: int = 0
    pace: float = 0.7  # seconds between the moves of agents
    limit: float = 0.0  # seconds for a move of a person or remote bot; 0: as long as they like
    aids: bool = False  # is what can be known shown during a deal, although several people play?
    began: bool = False  # have all of them sat down? Before that no clock runs
    sheet: list[dict[str, Any]] = field(default_factory=list)
    """The finished units: points by seat, and what was played; one played again is marked and not counted."""
    past: list[list[list[int]]] = field(default_factory=list)
    """The finished series: for each of their units that counted the points by seat."""
    start: str = ""  # the deal's text, where it does not come from the seed
    assumed: list[str] = field(default_factory=list)
    """Phases of a record whose moves are made up, because its format does not have them."""
    moves: list[str] = field(default_factory=list)
    minds: list[dict[str, Any] | None] = field(default_factory=list)

    # -- making and keeping ---------------------------------------------------------------------------

    @classmethod
    def create(
        cls,
        game_name: str,
        seats: Sequence[Mapping[str, str]],
        options: str = "",
        seed: str = "",
        units: int = 1,
        pace: float = 0.7,
        limit: float = 0.0,
        aids: bool = False,
    ) -> Table:
        """A new table; a seat is ``{"kind": "person", "name": ...}`` or ``{"kind": "agent", "spec": ...}``.

        >>> table = Table.create("durak", [{"kind": "person"}, {"kind": "agent", "spec": "random"}], seed="1")
        >>> table.state.ply, [occupant.kind for occupant in table.occupants]
        (0, ['person', 'agent'])
        """
        chosen = known_game(game_name, parse_options(options))
        if len(seats) != chosen.seats:
            named, n = chosen.name, chosen.seats
            raise BadOption(say("{game} has {n} seats here, not {given}.", game=named, n=n, given=len(seats)))
        table = cls(
            id=secrets.token_urlsafe(9),
            game_name=game_name,
            options=options,
            occupants=[_occupant(chosen, seat, values) for seat, values in enumerate(seats)],
            seed=seed or secrets.token_hex(16),
            watch=secrets.token_urlsafe(18),
            host=secrets.token_urlsafe(18),
            units=units,
            pace=pace,
            limit=limit,
            aids=aids,
        )
        _ = table.states  # a deal that cannot be made is refused here
        return table

    def as_dict(self) -> dict[str, Any]:
        """What must be kept, but for the moves."""
        return {key: value for key, value in asdict(self).items() if key not in ("moves", "minds")}

    @classmethod
    def from_dict(cls, data: dict[str, Any], moves: list[str], minds: list[dict[str, Any] | None]) -> Table:
        occupants = [
            Occupant(**{"column": column, **values}) for column, values in enumerate(data.pop("occupants"))
        ]
        return cls(**data, occupants=occupants, moves=moves, minds=minds)

    # -- the game -------------------------------------------------------------------------------------

    @cached_property
    def game(self) -> Game:
        return known_game(self.game_name, parse_options(self.options))

    @cached_property
    def states(self) -> list[State]:
        """All states of this unit, from the deal on."""
        if self.start:
            states = [Deal.read(self.game, self.start).start()]
        else:
            states = [self.game.deal(self._deal_name)]
        for move in self.moves:
            states.append(states[-1].play(move))
        return states

    @property
    def _deal_name(self) -> str:
        """What names the cards of this unit: the seed alone at first."""
        series = f"/series {self.series}" if self.series else ""
        return self.seed + series + (f"/{self.unit}" if self.unit else "")

    @property
    def state(self) -> State:
        return self.states[-1]

    @property
    def is_over(self) -> bool:
        return self.state.is_over

    @property
    def totals(self) -> list[int]:
        """The points of all finished units that count."""
        return [sum(column) for column in zip(*self._counted(), strict=True)] or [0] * self.game.seats

    def _counted(self) -> list[list[int]]:
        """The points by seat of each finished unit that counts."""
        return [row["points"] for row in self.sheet if not row.get("again")]

    def round_totals(self) -> list[list[int]]:
        """How the scores stood after each finished round of this unit."""
        lasts = [
            after for before, after in pairwise(self.states) if after.round > before.round or after.is_over
        ]
        return [self._public(state).totals for state in lasts]

    def _public(self, state: State) -> Scene:
        """What everybody sees of a state."""
        return part(self.game, Stage).scene(state.view(WATCHER))

    @property
    def persons(self) -> int:
        return sum(occupant.kind == PERSON for occupant in self.occupants)

    @property
    def is_complete(self) -> bool:
        """Are all persons here?"""
        return all(o.kind != PERSON or o.token in self.company.here for o in self.occupants)

    def check_help(self) -> None:
        """Refuse hints, and answers of agents, where people meet: nobody is to play with another's head."""
        if self.persons > 1 and not self.is_over:
            raise NotYours(say("Where several people play there are no hints."))

    @property
    def has_aids(self) -> bool:
        """Is what can be known shown during a deal? A single person may always look; of several, if the host
        has said so."""
        return self.aids or self.persons <= 1

    def check_aids(self) -> None:
        """Refuse what does a player's thinking where people meet and the host has not allowed it."""
        if not (self.has_aids or self.is_over):
            raise NotYours(say("Where several people play, what can be known is shown after the deal."))

    def called(self, seat: int) -> str:
        """What whoever sits in a seat is called."""
        occupant = self.occupants[seat]
        if occupant.name == occupant.spec:
            return short_spec(occupant.spec)  # tables of earlier versions have bots with their folders
        return occupant.name if occupant.is_named else self.game.seat_name(seat)

    @cached_property
    def company(self) -> Company:
        """Who is here just now."""
        return Company()

    @property
    def is_replay(self) -> bool:
        """Does the table only show what was played once?"""
        return all(occupant.kind == RECORDED for occupant in self.occupants)

    @cached_property
    def _agents(self) -> dict[int, Sitting]:
        return {}

    def _drop_agents(self) -> None:
        """Fresh ones will be made; a thread that still thinks keeps the old ones to itself."""
        self.__dict__.pop("_agents", None)

    def drop_agent(self, seat: int) -> None:
        """Have a fresh agent in a seat for the next move."""
        self._agents.pop(seat, None)

    def needs_agent(self) -> bool:
        """Must the agent to move be made first? That may take as long as a compiler does."""
        return self.state.turn not in self._agents

    @cached_property
    def sit(self) -> Callable[..., Sitting]:
        """How an agent takes a seat; a server lets some of them think elsewhere."""
        return sit_here

    @property
    def is_slow(self) -> bool:
        """May the agent to move think for long? Then it does so apart from the others."""
        spec = self.occupants[self.state.turn].spec
        if spec not in self._slow:
            self._slow[spec] = thinks_apart(spec, self.game)
        return self._slow[spec]

    @cached_property
    def _slow(self) -> dict[str, bool]:
        return {}

    def preparation(self) -> Callable[[], object]:
        """The making of the agent to move, as work for a thread."""
        return partial(self._seated, self.state.turn, self._agents)

    def thought(self) -> Callable[[], Decision]:
        """The decision of the agent to move, as work for a thread, whatever the table does meanwhile.

        Its random stream depends on the seed, seat and ply only: a table that was read again from disk goes
        on as it would have, and whoever chose the seed can have the same game again.
        """
        return partial(self._think, self.state, self._agents)

    def think(self) -> Decision:
        """What the agent to move decides."""
        return self.thought()()

    def _stream(self, *more: int) -> Stream:
        return Stream(key("table", self._deal_name, *more))

    def _seated(self, seat: int, agents: dict[int, Sitting]) -> Sitting:
        """The agent of a seat: a fresh one for every unit."""
        if seat not in agents:
            owner = f"{self.id}/{self.series}/{self.unit}/{seat}"
            agents[seat] = self.sit(self.occupants[seat].spec, self.game, seat, self._stream(seat), owner)
        return agents[seat]

    def _think(self, state: State, agents: dict[int, Sitting]) -> Decision:
        seat = state.turn
        view = state.view(seat, self._stream(seat, state.ply))
        return self._seated(seat, agents).decide(view).decision

    def play(self, seat: int, move: str, ply: int | None = None, mind: Decision | None = None) -> None:
        """A move from a seat; ``ply`` says which decision it answers, so that a late answer does nothing."""
        if ply is not None and ply != self.state.ply:
            now = self.state.ply
            raise IllegalMove(say("That answers ply {ply}; the game is at ply {now}.", ply=ply, now=now))
        if self.state.turn != seat:
            raise IllegalMove(say("It is not your turn."))
        state, kept = self.state.play(move), keep_mind(mind) if mind else None
        rows = [self._row(state)] if state.is_over else []
        self.states.append(state)
        self.moves.append(str(state.history[-1][1]))
        self.minds.append(kept)
        self.sheet += rows
        if state.is_over:
            self._drop_agents()  # a bot in a process of its own ends with its unit

    def _row(self, state: State) -> dict[str, Any]:
        """A row of the sheet; only the first time that a deal was played to its end counts."""
        facts = [fact.as_dict() for fact in self._public(state).facts]
        row = {"unit": self.unit, "points": list(state.payoffs), "facts": facts}
        return row | {"again": True} if any(each["unit"] == self.unit for each in self.sheet) else row

    @contextmanager
    def changing(self) -> Iterator[None]:
        """Change the table in here; if anything fails, writing it included, the table is as it was."""
        last = self.state
        before = {name: getattr(self, name) for name in ("unit", "series", "start", "occupants")}
        lists = {name: list(getattr(self, name)) for name in ("states", "moves", "minds", "sheet")}
        try:
            yield
        except BaseException:
            if self.__dict__.get("states", [None])[-1] is not last:  # else it was refused before any change
                self.__dict__.update(before | lists)
                self._drop_agents()
            raise

    def undo(self, seat: int) -> int:
        """Go back to the person's last decision; how many plies were taken back."""
        if self.persons != 1:
            raise IllegalMove(say("With other people at the table nothing is taken back."))
        ply = next((n for n in range(self.state.ply - 1, -1, -1) if self.states[n].turn == seat), None)
        if ply is None:
            raise IllegalMove(say("There is nothing to take back."))
        while ply and self._is_claimed(ply) and self._is_claimed(ply - 1):
            ply -= 1  # a claim is taken back as a whole
        if self.is_over:
            self.sheet.pop()
        taken = self.state.ply - ply
        self._drop_agents()  # they must not remember what has not happened
        del self.states[ply + 1 :], self.moves[ply:], self.minds[ply:]
        return taken

    def _is_claimed(self, ply: int) -> bool:
        mind = self.minds[ply]
        return mind is not None and mind["because"] in (str(CLAIMED), str(GIVEN_UP))

    def next_unit(self, again: bool = False, rotate: bool = False) -> None:
        """The next deal, or the same one again; ``rotate`` moves the deal on, so that the second is first."""
        if self.is_replay:
            raise IllegalMove(say("A record has no next deal."))
        if not self.is_over and self.persons > 1:
            raise IllegalMove(say("The game is not over yet."))
        if rotate:
            self.occupants = self.occupants[1:] + self.occupants[:1]
            self.sheet = [row | {"points": row["points"][1:] + row["points"][:1]} for row in self.sheet]
            self.past = [[points[1:] + points[:1] for points in series] for series in self.past]
        if not again:
            self._go_on()
        self.company.wishes.clear()
        self.moves, self.minds = [], []
        for name in ("states", "_agents"):
            self.__dict__.pop(name, None)

    def _go_on(self) -> None:
        """To the next unit, or to the first of another series with an empty sheet."""
        self.unit += 1
        self.start = ""
        if 1 < self.units <= self.unit:
            self.past = [*self.past, self._counted()]
            self.unit, self.series, self.sheet = 0, self.series + 1, []

    # -- who may know what ----------------------------------------------------------------------------

    def seat_of(self, token: str) -> int:
        """The seat that a token opens, or WATCHER."""
        for seat, occupant in enumerate(self.occupants):
            if _is_same(occupant.token, token):
                return seat
        if _is_same(self.watch, token):
            return WATCHER
        raise NotYours(say("This link opens no seat at this table; ask for a new one."))

    def rights(self, viewer: int) -> Rights:
        """What a viewer may see now."""
        return Rights.of(viewer, self.game.seats, self.persons, self.is_over)

    def keys(self) -> dict[str, Any]:
        """All keys of a table, for whoever has made it; the tokens in the order of the seats."""
        tokens = [occupant.token or None for occupant in self.occupants]
        return {"table": self.id, "watch": self.watch, "host": self.host, "tokens": tokens}

    def is_host(self, key: str) -> bool:
        """Is this the host's key?"""
        return _is_same(self.host, key)

    def sets_pace(self, seat: int, is_host: bool) -> bool:
        """Does this one decide how fast agents move? A single person does, of several the host; else whoever
        watches."""
        return self.persons == 0 or (seat >= 0 and self.persons == 1) or (is_host and self.persons > 1)

    def scene(self, viewer: int, ply: int | None = None) -> dict[str, Any]:
        """What a viewer sees at a ply; without one, now, which is drawn once for all who see the same."""
        if ply is not None and ply != self.state.ply:
            return self._drawn(viewer, self.states[ply])
        found = self._scenes.get(viewer)
        if found is None or found[0] is not self.state:
            self._scenes[viewer] = found = self.state, self._drawn(viewer, self.state)
        return found[1]

    @cached_property
    def _scenes(self) -> dict[int, tuple[State, dict[str, Any]]]:
        return {}

    def _drawn(self, viewer: int, state: State) -> dict[str, Any]:
        scene = self.rights(viewer).scene(state) | {"ply": state.ply, "plies": self.state.ply}
        if (last := scene["last_trick"]) and last["best"] == WATCHER:  # nobody leads next
            done = list(tricks(self.states[: state.ply + 1]))
            scene["last_trick"] = last | {"best": done[-1].winner if done else WATCHER}
        return scene

    def record(self) -> Record:
        return Record.of(self.state, tuple(map(self.called, range(self.game.seats))))


def _occupant(game: Game, seat: int, values: Mapping[str, str]) -> Occupant:
    kind = values.get("kind", "")
    if kind == AGENT:
        spec = values.get("spec", "random")
        name_of(spec, game)  # one that does not play this game is refused here
        return Occupant(AGENT, public_name(spec, game), spec, column=seat)
    if kind == PERSON:
        name, token = clean_name(values.get("name", "")), secrets.token_urlsafe(18)
        return Occupant(PERSON, name or game.seat_name(seat), token=token, is_named=bool(name), column=seat)
    raise BadOption(say("A seat is for a person or an agent, not for {kind}.", kind=repr(kind)))


def _is_same(secret: str, told: str) -> bool:
    """Compare a secret without giving away by the time it takes how much of it was right."""
    return bool(secret) and secrets.compare_digest(secret.encode(), told.encode("utf-8", "replace"))
