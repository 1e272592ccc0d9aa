"""Published seals: pages of claims among the experiments of a game, each with its seal and, once the games
are played, its seed, so that everybody can play them again and see whether the figures hold.
"""

from __future__ import annotations

from dataclasses import dataclass

from kiebitz.errors import BadOption, KiebitzError
from kiebitz.lab.experiments.listing import beside
from kiebitz.lab.experiments.page import Experiment
from kiebitz.lab.running import Settings, call_text
from kiebitz.lab.sealing.opening import Opened, play
from kiebitz.lab.sealing.seal import ClaimPage, Seal
from kiebitz.sayings import say


@dataclass(frozen=True)
class Published:
    """A seal that comes with the program, and what is to be played of it."""

    name: str
    seal: Seal
    seed: str
    played: Seal
    """The seal itself, or one with fewer deals for a first look."""

    def open(self, settings: Settings) -> Opened:
        """Play it again, and hold its promises against the games."""
        call = call_text("reproduce", self.name)
        return play(self.seal, self.seed, settings, self.name, call, self.played)


def sealed_experiment(text: str, name: str, deals: int | None, quick: bool, records: str) -> Experiment:
    """The experiment of a page of claims whose seal was opened; its matches are those of the seal."""
    if records:
        raise BadOption(say("The deals of {name} are sealed: it takes no records.", name=name))
    page = ClaimPage.read(text, name)
    files = {ending: beside(name, ending) for ending in (".seal", ".seed")}
    if files[".seal"] is None:
        raise KiebitzError(say("{name} is a page of claims that is not sealed: kiebitz seal.", name=name))
    seal = Seal.from_text(files[".seal"].read_text(encoding="utf-8"), f"{name}.seal")
    if seal.claims != page.claims:
        raise KiebitzError(say("The page {name} does not say what was sealed.", name=name))
    if files[".seed"] is None:
        raise KiebitzError(say("The seal of {name} is not opened yet.", name=name))
    seed = files[".seed"].read_text(encoding="utf-8").strip()
    played = seal.shortened(deals, quick)
    plans = {
        f"{plan.title}, {plan.seed.removeprefix(seed).strip()}": plan  # type: ignore[union-attr]
        for each in played.plans(seed)
        for plan in each
    }
    return Experiment(name, page.title, plans, notes=page.notes, sealed=Published(name, seal, seed, played))
