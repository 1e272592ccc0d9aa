"""Opening a seal: the games are played, and each promise is held against them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kiebitz.errors import KiebitzError
from kiebitz.lab.results.result import Result
from kiebitz.lab.running import Settings, Watch, call_text, execute
from kiebitz.lab.runs.identity import agent_fingerprints
from kiebitz.lab.runs.run import Run
from kiebitz.lab.sealing.seal import BANKS, Claim, Seal, digest, secret_file
from kiebitz.lab.statistics.duplicate import paired
from kiebitz.lab.statistics.intervals import clustered, interval
from kiebitz.sayings import Saying, say


@dataclass(frozen=True)
class Measured:
    """What a bank has measured: the difference in points a game, or the win rate less one half."""

    deals: int
    value: float
    low: float
    high: float

    def passes(self, claim: Claim) -> bool:
        """Is a difference above the bound shown? The gate for the claim and for its control alike."""
        return self.low > claim.bound


@dataclass(frozen=True)
class Promise:
    """Something that was promised, and whether it was kept."""

    said: Saying
    kept: bool


@dataclass(frozen=True)
class Opened:
    """A seal whose games are played."""

    seal: Seal
    seed: str
    run: Run
    banks: tuple[Measured, ...]
    promises: tuple[Promise, ...]

    @property
    def stands(self) -> bool:
        """Does the claim stand? Only if all promises were kept."""
        return all(promise.kept for promise in self.promises)

    def as_dict(self) -> dict[str, Any]:
        """The answer of ``kiebitz unseal --json``."""
        return {
            "number": self.seal.number,
            "seed": self.seed,
            "run": self.run.name,
            "stands": self.stands,
            "banks": [vars(bank) for bank in self.banks],
            "promises": [{"promise": one.said, "kept": one.kept} for one in self.promises],
        }


def unseal(
    file: Path | str,
    *,
    out: Path | str | None = None,
    workers: int = 1,
    executor: str = "auto",
    time_limit: float | None = None,
    progress: bool | Watch = True,
) -> Opened:
    """Play what a seal promises, and say of each promise whether it was kept."""
    settings = Settings(out, workers, executor, time_limit, progress)  # type: ignore[arg-type]
    file = Path(file)
    seal = Seal.read(file)
    try:
        seed = secret_file(file).read_text(encoding="utf-8").strip()
    except OSError as error:
        said = say("The secret seed of {file} is missing: it belongs beside it.", file=str(file))
        raise KiebitzError(said) from error
    if digest(seed) != seal.bank:
        raise KiebitzError(say("The seed beside {file} is not the one that was sealed.", file=str(file)))
    plans = seal.claim.plans(seed)
    call = call_text("lab.sealing.opening.unseal", str(file))
    run, _ = execute("sealed", plans, settings, seal.claim.title, call=call)
    playing = dict(one for plan in plans for one in agent_fingerprints(plan))
    run.note(seal={"text": seal.text(), "seed": seed, "agents": playing})
    found = opened(run)
    assert found is not None
    return found


def opened(run: Run) -> Opened | None:
    """The seal that a run has opened, with its promises held against the games; none if there is none."""
    stored = run.ledger["seal"]
    if not stored or run.done < run.total:
        return None
    seal, seed = Seal.from_text(stored["text"], run.name), str(stored["seed"])
    banks = tuple(measured(seal.claim, result) for result in run.results())
    promises = (
        *_kept_by_the_run(seal, seed, run, stored["agents"]),
        *_shown_by_the_games(seal.claim, run, banks),
    )
    return Opened(seal, seed, run, banks, promises)


def measured(claim: Claim, result: Result) -> Measured:
    """The claim's measure in a bank, with its interval over deals."""
    if claim.measure == "points":
        one, other = (result.of_agent(agent, result.points) for agent in (0, 1))
        found = paired(one, other, claim.confidence)
        return Measured(found.deals, found.difference, found.low, found.high)
    mean, error = clustered(result.shares_of(0) - 0.5)
    deals = result.match.deals
    return Measured(deals, mean, *interval(mean, error, deals, claim.confidence))


def _kept_by_the_run(seal: Seal, seed: str, run: Run, playing: dict[str, str]) -> list[Promise]:
    """What was promised of how it is played."""
    deals, seeds = seal.claim.deals, [f"{seed} {bank}" for bank in BANKS]
    is_bank = digest(seed) == seal.bank and [plan.seed for plan in run.plans] == seeds
    return [
        Promise(say("The agents and the rules are those that were sealed."), playing == seal.agents),
        Promise(say("The deals are those of the sealed bank."), is_bank),
        Promise(
            say("As many deals were played as was promised, {n:,} in each bank.", n=deals),
            all(plan.deals == deals for plan in run.plans),
        ),
    ]


def _shown_by_the_games(claim: Claim, run: Run, banks: tuple[Measured, ...]) -> list[Promise]:
    """What was promised of the outcome."""
    first, second, control = banks
    return [
        *(_shown(claim, bank, name) for bank, name in ((first, say("first")), (second, say("second")))),
        Promise(say("Both banks agree in sign."), first.value * second.value > 0),
        Promise(
            say(
                "The same gate rejects the negative control: {one} over {other} {low:+.3f} to {high:+.3f}.",
                one=run.plans[2].agents[0], other=claim.worse, low=control.low, high=control.high,
            ),
            not control.passes(claim),
        ),
    ]  # fmt: skip


def _shown(claim: Claim, bank: Measured, name: Saying) -> Promise:
    said = say(
        "In the {which} bank {one} is better than {other} by more than {bound}: {value:+.3f}, "
        "{p:.0%} interval {low:+.3f} to {high:+.3f}.",
        which=name, one=claim.better, other=claim.worse, bound=str(claim.bound), value=bank.value,
        p=claim.confidence, low=bank.low, high=bank.high,
    )  # fmt: skip
    return Promise(said, bank.passes(claim))
