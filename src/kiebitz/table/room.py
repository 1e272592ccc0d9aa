"""A room: a table with its seats, the game that goes on there, and who may know what.

A room knows nothing of networks or disks. Whoever holds a seat's token acts from it and sees its view;
a watcher sees what everybody sees, and everything where no person can be hurt by that.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Any

from kiebitz.agents.base import Agent, Decision, Player
from kiebitz.agents.registry import name_of, player
from kiebitz.errors import BadOption, IllegalMove, KiebitzError
from kiebitz.games import game as game_by_name
from kiebitz.games.base import Game
from kiebitz.games.options import parse_options
from kiebitz.games.records import Record
from kiebitz.games.values import Deal, State, View
from kiebitz.kernel.random import Stream, key
from kiebitz.lab.referee import tell_and_act
from kiebitz.table.scenes import make_scene

PERSON, AGENT = "person", "agent"
RECORDED = "recorded"  # somebody who played this once; nobody plays on
WATCHER = -1
CLAIMED = "The rest was claimed."  # the reason of moves that were played out


class NotYours(KiebitzError):
    """Somebody wants to act or look from a seat that is not theirs."""


@dataclass
class Occupant:
    """Who sits in a seat: a person or remote bot who has the token, or an agent."""

    kind: str
    name: str
    spec: str = ""  # of an agent
    token: str = ""  # of a person


@dataclass
class Room:
    """A table; ``moves`` are those of the unit that is being played."""

    id: str
    game_name: str
    options: str
    occupants: list[Occupant]
    seed: str
    watch: str  # the token of watchers
    unit: int = 0
    units: int = 1
    pace: float = 0.7  # seconds between the moves of agents
    limit: float = 0.0  # seconds for a move of a person or remote bot; 0: as long as they like
    sheet: list[dict[str, Any]] = field(default_factory=list)
    """The finished units: points by seat, and what was played."""
    start: str = ""  # the deal's text, where it does not come from the seed
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
    ) -> Room:
        """A new room; a seat is ``{"kind": "person", "name": ...}`` or ``{"kind": "agent", "spec": ...}``.

        >>> room = Room.create("durak", [{"kind": "person"}, {"kind": "agent", "spec": "random"}], seed="1")
        >>> room.state.ply, [occupant.kind for occupant in room.occupants]
        (0, ['person', 'agent'])
        """
        chosen = game_by_name(game_name, parse_options(options))
        if len(seats) != chosen.seats:
            raise BadOption(f"{chosen.name} has {chosen.seats} seats here, not {len(seats)}.")
        room = cls(
            id=secrets.token_urlsafe(9),
            game_name=game_name,
            options=options,
            occupants=[_occupant(chosen, seat, values) for seat, values in enumerate(seats)],
            seed=seed or secrets.token_hex(4),
            watch=secrets.token_urlsafe(18),
            units=units,
            pace=pace,
            limit=limit,
        )
        _ = room.states  # a deal that cannot be made is refused here
        return room

    def as_dict(self) -> dict[str, Any]:
        """What must be kept, but for the moves."""
        return {key: value for key, value in asdict(self).items() if key not in ("moves", "minds")}

    @classmethod
    def from_dict(cls, data: dict[str, Any], moves: list[str], minds: list[dict[str, Any] | None]) -> Room:
        occupants = [Occupant(**values) for values in data.pop("occupants")]
        return cls(**data, occupants=occupants, moves=moves, minds=minds)

    # -- the game -------------------------------------------------------------------------------------

    @cached_property
    def game(self) -> Game:
        return game_by_name(self.game_name, parse_options(self.options))

    @cached_property
    def states(self) -> list[State]:
        """All states of this unit, from the deal on."""
        if self.start:
            states = [Deal.read(self.game, self.start).start()]
        else:
            states = [self.game.deal(f"{self.seed}/{self.unit}" if self.unit else self.seed)]
        for move in self.moves:
            states.append(states[-1].play(move))
        return states

    @property
    def state(self) -> State:
        return self.states[-1]

    @property
    def is_over(self) -> bool:
        return self.state.is_over

    @property
    def totals(self) -> list[int]:
        """The points of all finished units."""
        points = [row["points"] for row in self.sheet]
        return [sum(column) for column in zip(*points, strict=True)] or [0] * self.game.seats

    def round_totals(self) -> list[list[int]]:
        """How the scores stood after each finished distribution of this unit."""
        lasts = [
            after for before, after in pairwise(self.states) if after.round > before.round or after.is_over
        ]
        return [make_scene(state.view(WATCHER))["totals"] for state in lasts]

    @property
    def persons(self) -> int:
        return sum(occupant.kind == PERSON for occupant in self.occupants)

    @property
    def is_replay(self) -> bool:
        """Does the room only show what was played once?"""
        return all(occupant.kind == RECORDED for occupant in self.occupants)

    @cached_property
    def players(self) -> list[Player | None]:
        """The agents of the seats that have one."""
        return [player(o.spec, self.game) if o.kind == AGENT else None for o in self.occupants]

    @cached_property
    def _agents(self) -> dict[int, Agent]:
        return {}

    @cached_property
    def _told(self) -> dict[int, int]:
        """How many events each agent has heard of."""
        return {}

    def agent(self, seat: int) -> Agent:
        """The agent of a seat: a fresh one for every unit."""
        if seat not in self._agents:
            found = self.players[seat]
            assert found is not None
            agent = found.make()
            agent.begin(seat, dict(self.game.options), Stream(key("table", self.id, self.unit, seat)))
            self._agents[seat], self._told[seat] = agent, 0
        return self._agents[seat]

    def think(self) -> Decision:
        """What the agent to move decides; its random stream depends on the ply only, so that a room that was
        read again from disk goes on as it would have."""
        state, seat = self.state, self.state.turn
        rng = Stream(key("table", self.id, self.unit, seat, state.ply))
        agent, view = self.agent(seat), state.view(seat, rng)
        hears = type(agent).observe is not Agent.observe
        answer = tell_and_act(agent, self._told[seat], view) if hears else agent.act(view)
        self._told[seat] = state.ply + 1
        return answer if isinstance(answer, Decision) else Decision(answer)

    def play(self, seat: int, move: str, ply: int | None = None, mind: Decision | None = None) -> None:
        """A move from a seat; ``ply`` says which decision it answers, so that a late answer does nothing."""
        if ply is not None and ply != self.state.ply:
            raise IllegalMove(f"That answers ply {ply}; the game is at ply {self.state.ply}.")
        if self.state.turn != seat:
            raise IllegalMove("It is not your turn.")
        state = self.state.play(move)
        self.states.append(state)
        self.moves.append(str(state.history[-1][1]))
        self.minds.append(keep_mind(mind) if mind else None)
        if state.is_over:
            self._agents.clear()  # a bot in a process of its own ends with its unit
            facts = make_scene(state.view(WATCHER))["facts"]
            self.sheet.append({"unit": self.unit, "points": list(state.payoffs), "facts": facts})

    def undo(self, seat: int) -> int:
        """Go back to the person's last decision; how many plies were taken back."""
        if self.persons != 1:
            raise IllegalMove("With other people at the table nothing is taken back.")
        ply = next((n for n in range(self.state.ply - 1, -1, -1) if self.states[n].turn == seat), None)
        if ply is None:
            raise IllegalMove("There is nothing to take back.")
        while ply and self._is_claimed(ply) and self._is_claimed(ply - 1):
            ply -= 1  # a claim is taken back as a whole
        if self.is_over:
            self.sheet.pop()
        taken = self.state.ply - ply
        self._agents.clear()  # they must not remember what has not happened
        del self.states[ply + 1 :], self.moves[ply:], self.minds[ply:]
        return taken

    def _is_claimed(self, ply: int) -> bool:
        mind = self.minds[ply]
        return mind is not None and mind["because"] == CLAIMED

    def next_unit(self, again: bool = False, rotate: bool = False) -> None:
        """The next deal, or the same one again; ``rotate`` moves the deal on, so that the second is first."""
        if self.is_replay:
            raise IllegalMove("A record has no next deal.")
        if not self.is_over and self.persons > 1:
            raise IllegalMove("The game is not over yet.")
        if rotate:
            self.occupants = self.occupants[1:] + self.occupants[:1]
            for row in self.sheet:
                row["points"] = row["points"][1:] + row["points"][:1]
        if not again:
            self.unit += 1
            self.start = ""
        self.moves, self.minds = [], []
        for name in ("states", "players", "_agents"):
            self.__dict__.pop(name, None)

    # -- who may know what ----------------------------------------------------------------------------

    def seat_of(self, token: str) -> int:
        """The seat that a token opens, or WATCHER."""
        for seat, occupant in enumerate(self.occupants):
            if occupant.token and secrets.compare_digest(occupant.token.encode(), token.encode()):
                return seat
        if secrets.compare_digest(self.watch.encode(), token.encode()):
            return WATCHER
        raise NotYours("This link opens no seat at this table; ask for a new one.")

    def sees_all(self, seat: int) -> bool:
        """May this viewer look into every head? After the game everybody may; watchers of agents always."""
        return self.is_over or (seat == WATCHER and self.persons == 0)

    def may_look(self, viewer: int, seat: int) -> bool:
        return seat == viewer or self.sees_all(viewer)

    def scene(self, viewer: int, ply: int | None = None, view: View | None = None) -> dict[str, Any]:
        """What a viewer sees at a ply, now if none is given; ``view`` if it is at hand."""
        state = self.state if ply is None else self.states[ply]
        scene = make_scene(view or state.view(viewer))
        scene["ply"], scene["plies"] = state.ply, self.state.ply
        if self.sees_all(viewer):
            for place in scene["seats"]:
                if place["seat"] != viewer:
                    place["cards"] = [str(card) for card in state.hand_of(place["seat"])]
            for pile in scene["piles"]:
                if pile["kind"] == "skat":
                    pile["cards"] = [str(card) for card in getattr(state, "skat", ())]
        return scene

    def record(self) -> Record:
        return Record.of(self.state, tuple(occupant.name for occupant in self.occupants))


def _occupant(game: Game, seat: int, values: Mapping[str, str]) -> Occupant:
    kind = values.get("kind", "")
    if kind == AGENT:
        spec = values.get("spec", "random")
        return Occupant(AGENT, name_of(spec, game), spec)
    if kind == PERSON:
        name = " ".join(values.get("name", "").split())[:30] or game.seat_name(seat)
        return Occupant(PERSON, name, token=secrets.token_urlsafe(18))
    raise BadOption(f"A seat is for a person or an agent, not for {kind!r}.")


def keep_mind(decision: Decision) -> dict[str, Any]:
    """A decision as far as it can be kept: texts and numbers."""
    return {
        "because": decision.because,
        "values": {str(move): float(value) for move, value in decision.values.items()},
        "details": _plain(decision.details),
    }


def _plain(value: Any, depth: int = 6) -> Any:
    if isinstance(value, bool | int | float | str) or value is None:
        return str(value) if type(value) not in (bool, int, float, type(None)) else value
    if isinstance(value, Mapping) and depth:
        return {str(name): _plain(inner, depth - 1) for name, inner in list(value.items())[:200]}
    if isinstance(value, list | tuple | set | frozenset) and depth:
        return [_plain(inner, depth - 1) for inner in list(value)[:200]]
    if hasattr(value, "item"):
        return _plain(value.item(), depth)
    return str(value)
