"""What the manifest of a run says of its players: enough to show the run without playing.

A run can be looked at wherever its ledger is, whatever has become of the bots that played it: their names and
marks are in the manifest. Whether anybody could play it again is another question.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from kiebitz.agents.base import Agent
from kiebitz.agents.contestant import Contestant
from kiebitz.agents.registry import find, is_foreign
from kiebitz.errors import KiebitzError
from kiebitz.lab.playing.match import Match
from kiebitz.lab.reduction.frozen import Frozen
from kiebitz.lab.runs.bundles import file_of
from kiebitz.lab.runs.ledger import Ledger
from kiebitz.lab.runs.plan import Plan
from kiebitz.rules.game import Game
from kiebitz.rules.options import parse_options
from kiebitz.rules.registry import is_file, known_game, place_of_game
from kiebitz.sayings import joined, say


def contestants(match: Match) -> dict[str, list[bool]]:
    """What a manifest keeps of the players, whose names are in the plan."""
    return {
        "cheats": [player.cheats for player in match.players],
        "compiled": [player.is_compiled for player in match.players],
    }


@dataclass(frozen=True)
class StandIn(Contestant):
    """Somebody with the name of a player who need not be there any more; it cannot play."""

    compiled: bool = False

    @property
    def is_compiled(self) -> bool:
        return self.compiled


def _absent() -> Agent:
    raise KiebitzError(say("Whoever only shows a run has nobody to play it."))


def shown_match(plan: Plan, number: int, ledger: Ledger) -> Match:
    """The match of a plan to be looked at: nothing of a bot is loaded, and nobody can play it."""
    game = _game(plan, ledger)
    marks = ledger["contestants"]
    players: list[Contestant]
    if marks:
        both = zip(plan.agents, marks[number]["cheats"], marks[number]["compiled"], strict=True)
        players = [
            StandIn(game, spec, _absent, cheats=cheats, foreign=is_foreign(spec), compiled=compiled)
            for spec, cheats, compiled in both
        ]
    else:  # a run that is older than these marks
        players = [_unmarked(spec, game) for spec in plan.agents]
    frozen = Frozen.read(plan.frozen) if plan.frozen else None
    return Match(game, tuple(players), plan.deals, plan.seed, plan.lineups, frozen=frozen)


def _unmarked(spec: str, game: Game) -> StandIn:
    """A stand-in with the mark that installed agents bear; whether one was compiled nobody knows."""
    cheats = False
    if not is_foreign(spec):
        with suppress(KiebitzError):  # there may be no such agent any more
            cheats = find(spec, game)[0].cheats
    return StandIn(game, spec, _absent, cheats=cheats, foreign=is_foreign(spec))


def _game(plan: Plan, ledger: Ledger) -> Game:
    """The rules, which must be here: only they know what the figures of a game mean."""
    try:
        return known_game(plan.game, parse_options(plan.options))
    except KiebitzError as error:
        if not is_file(plan.game):
            raise
        file = file_of(plan.game)
        stored = any(packed.named == file for packed in ledger.bundle)
        said = error.said
        if place_of_game(plan.game):
            said = say(
                "The game of this run comes from {file}, which cannot be loaded: {why} "
                "Give the command in the folder from which that file can be found.",
                file=file,
                why=error.said,
            )
        if stored:
            export = f"kiebitz export {ledger.path.parent} --sources FOLDER"
            said = joined(" ", (said, say("'{command}' writes the copy that it has.", command=export)))
        raise KiebitzError(said) from error
