"""Plans: matches as text, so that they can be stored, compared and sent to other processes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

from kiebitz.agents.cells.guarded import is_unlocked
from kiebitz.agents.registry import check_specs, contestant, is_foreign, wrong_number
from kiebitz.agents.trust import is_given, is_trusted
from kiebitz.amounts import MOST_GAMES, as_seed, check_number
from kiebitz.errors import BadOption, KiebitzError
from kiebitz.kernel.random import STREAMS, fresh_seed
from kiebitz.lab.playing.match import Match
from kiebitz.lab.playing.openings import openings_of
from kiebitz.lab.playing.seatings import seatings
from kiebitz.lab.reduction.frozen import Frozen, frozen_text
from kiebitz.lab.runs.bundles import Bundle, bundle_of, file_of
from kiebitz.lab.runs.identity import file_hash, file_hashes, fingerprints
from kiebitz.lab.runs.strangers import NOBODY, Strangers, strangers_among
from kiebitz.rules.game import Game
from kiebitz.rules.options import parse_options
from kiebitz.rules.registry import game as game_by_name
from kiebitz.rules.registry import is_file, known_game
from kiebitz.sayings import say

Seed = int | str | None
"""None: one is drawn."""


@dataclass(frozen=True)
class Plan:
    """A match by the names of everything in it."""

    game: str
    options: str
    agents: tuple[str, ...]
    deals: int
    seed: int | str = field(default_factory=fresh_seed)
    lineups: tuple[tuple[int, ...], ...] = ()
    openings: str = field(default="", repr=False)  # what the deals begin with: see openings.py
    places: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    """Where files are that the game and the agents name, if not there; it changes nothing else."""
    trusted: tuple[str, ...] = field(default=(), repr=False)
    """The agents from files and programs that play without a cell: the results are the same."""
    given: tuple[str, ...] = field(default=(), repr=False)
    """Those of them whose owner has given the class itself: nobody else's code."""
    frozen: str = field(default="", repr=False)
    """The text of the weights by which luck is taken from the points: see reduction/frozen.py."""
    strangers: tuple[str, ...] = field(default=(), repr=False)
    """The game, agents from files and programs that only a stored run or a page names: see strangers.py."""

    def __post_init__(self) -> None:
        if not self.trusted:  # other processes do not know whom this one trusts
            trusted = tuple(one for one in self.agents if is_foreign(one) and is_trusted(one))
            object.__setattr__(self, "trusted", trusted)
            object.__setattr__(self, "given", tuple(filter(is_given, trusted)))

    @property
    def match(self) -> Match:
        """The match with its rules and players made ready."""
        return replace(_ready(self._shape)[0], deals=self.deals, seed=self.seed)

    @property
    def unlocked(self) -> tuple[str, ...]:
        """The bots of others that are not locked in where the plan is played by this process."""
        found = (one for one in self.match.players if one.spec not in self.given and is_unlocked(one))
        return tuple(dict.fromkeys(one.name for one in found))

    @property
    def _shape(self) -> Plan:
        """The plan without what making it ready does not need; openings may depend on the seed."""
        return replace(self, deals=1, seed=self.seed if self.openings else "")

    @property
    def title(self) -> str:
        return " v ".join(self.agents)

    @cached_property
    def identity(self) -> str:
        """A hash of what is played and by which code; the number of deals is not part of it."""
        return self._hash(self.seed)

    @cached_property
    def question(self) -> str:
        """The same without the seed: what plans that ask the same thing of other cards have in common."""
        return self._hash(None)

    def _hash(self, seed: int | str | None) -> str:
        asked = {**self.as_dict(), "deals": 0, "seed": seed, "streams": STREAMS}
        digest = hashlib.sha256(json.dumps(asked, sort_keys=True).encode())
        for part in _ready(self._shape)[1]:
            digest.update(part.encode())
        return digest.hexdigest()[:16]

    @property
    def bundle(self) -> Bundle:
        """The files that the bots and the game come from, which must still be those that were loaded."""
        match, _, known = _ready(self._shape)
        found = bundle_of(match, self.game)
        for packed in found:
            own = not is_file(self.game) or packed.named != file_of(self.game)
            if own and file_hash(packed.path, packed.content) not in known:
                said = say(
                    "{file} has changed since it was loaded; give the command again.", file=packed.path
                )
                raise KiebitzError(said)
        return found

    def at(self, places: Mapping[str, str]) -> Plan:
        """The same plan with files that are elsewhere."""
        return replace(self, places=tuple(sorted(places.items())))

    def as_dict(self) -> dict[str, Any]:
        """The plan for a manifest; where files are now means nothing later, and most have no weights."""
        left_out = {"places", "trusted", "given", "strangers", *(() if self.frozen else ("frozen",))}
        return {key: value for key, value in asdict(self).items() if key not in left_out}

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Plan:
        """The plan that a manifest has, which may be a stranger's."""
        lineups = tuple(tuple(lineup) for lineup in values["lineups"])
        names, places = strangers_among(values["game"], values["agents"])
        given = {**values, "agents": tuple(values["agents"]), "lineups": lineups}
        return cls(**given, strangers=names, places=places)


@lru_cache(maxsize=256)
def _ready(plan: Plan) -> tuple[Match, tuple[str, ...], frozenset[str]]:
    """A match made ready, the fingerprints of what plays it, and the hashes of the files of its bots."""
    places = dict(plan.places)
    game = _rules(plan.game, plan.options, plan.strangers, places)
    check_specs(plan.agents, game)
    players = tuple(
        contestant(spec, game, places, spec in plan.trusted, is_strange=spec in plan.strangers)
        for spec in plan.agents
    )
    openings = openings_of(plan.openings, game, plan.seed) if plan.openings else None
    frozen = Frozen.read(plan.frozen) if plan.frozen else None
    if frozen:
        frozen.check(game)
    match = Match(game, players, plan.deals, plan.seed, plan.lineups, openings, frozen)
    foreign = (player for player in players if player.parts)
    return match, fingerprints(match), frozenset(one for player in foreign for one in file_hashes(player))


def _rules(name: str, options: str, strangers: Sequence[str], places: Mapping[str, str]) -> Game:
    """The game of a plan, which is refused where it is a stranger."""
    if name in strangers:
        return known_game(name, parse_options(options))
    file = file_of(name)
    return table(places.get(file, file) + name[len(file) :], options)


@lru_cache
def table(name: str, options: str) -> Game:
    """A game with its options from text."""
    return game_by_name(name, parse_options(options))


def match_plan(
    game: str,
    agents: Sequence[str],
    deals: int,
    seed: Seed = None,
    options: str = "",
    kind: str = "rotate",
    places: Mapping[str, str] | None = None,
    strangers: Strangers = NOBODY,
) -> Plan:
    """The plan of a match: one agent for each seat, in the seatings of a kind.

    Without a seed one is drawn.
    """
    where = {**dict(strangers.places), **(places or {})}
    rules = _rules(game, options, strangers.names, where)
    if len(agents) != rules.seats:
        raise wrong_number(rules, len(agents))
    lineups = seatings(kind, rules.seats)
    plan = Plan(game, options, tuple(agents), deals, _given(seed), lineups, strangers=strangers.names)
    return checked(plan.at(where))


def pair_plan(
    game: str,
    one: str,
    other: str,
    deals: int,
    seed: Seed = None,
    options: str = "",
    places: Mapping[str, str] | None = None,
    strangers: Strangers = NOBODY,
) -> Plan:
    """The plan of two agents against each other at a table of any size."""
    where = {**dict(strangers.places), **(places or {})}
    lineups = pair_lineups(_rules(game, options, strangers.names, where).seats)
    plan = Plan(game, options, (one, other), deals, _given(seed), lineups, strangers=strangers.names)
    return checked(plan.at(where))


def reduced(plans: Sequence[Plan], given: str | Path) -> tuple[Plan, ...]:
    """The same plans with frozen weights: a file, or those that the game ships; none if nothing is given."""
    if not str(given):
        return tuple(plans)
    return tuple(
        checked(replace(plan, frozen=frozen_text(given, table(plan.game, plan.options)))) for plan in plans
    )


def checked(plan: Plan) -> Plan:
    """The plan itself, after every mistake in it has been found."""
    check_number("deals", plan.deals)
    check_number("games", plan.deals * len(plan.lineups), most=MOST_GAMES)
    _ = plan.match
    return plan


def pair_lineups(seats: int) -> tuple[tuple[int, ...], ...]:
    """All distinct seatings of two agents that share the seats of the table as evenly as possible.

    >>> pair_lineups(2)
    ((0, 1), (1, 0))
    >>> len(pair_lineups(3)), len(pair_lineups(4))
    (6, 6)
    """
    half = seats // 2
    numbers = {half, seats - half}
    found = {order for ones in sorted(numbers) for order in permutations((0,) * (seats - ones) + (1,) * ones)}
    return tuple(sorted(found))


def tournament_plans(
    game: str,
    agents: Sequence[str],
    deals: int,
    seed: Seed = None,
    options: str = "",
    places: Mapping[str, str] | None = None,
) -> tuple[Plan, ...]:
    """A round robin: every pair of agents on the same deals."""
    if len(agents) < 2:
        raise BadOption(say("A tournament needs at least two agents."))
    if len(set(agents)) < len(agents):
        raise BadOption(say("An agent is named twice; in a tournament everybody plays everybody else."))
    check_specs(agents, _rules(game, options, (), places or {}))
    pairs, common = combinations(agents, 2), _given(seed)
    return tuple(pair_plan(game, one, other, deals, common, options, places) for one, other in pairs)


def _given(seed: Seed) -> int | str:
    return fresh_seed() if seed is None else as_seed(seed)
