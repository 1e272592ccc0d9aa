"""Opening a seal: the games are played, and each promise is held against them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kiebitz.errors import KiebitzError
from kiebitz.files import SMALL, read_text, write_new
from kiebitz.kernel.meaning import MEANINGS
from kiebitz.kernel.random import one_way
from kiebitz.lab.experiments.page_values import Table, check
from kiebitz.lab.playing.match import Match
from kiebitz.lab.results.result import Result
from kiebitz.lab.running import Settings, Watch, call_text, execute
from kiebitz.lab.runs.identity import agent_fingerprints
from kiebitz.lab.runs.restated import restated
from kiebitz.lab.runs.run import Run
from kiebitz.lab.sealing.seal import BANKS, Claim, Seal, digest, secret_file, seed_file
from kiebitz.lab.statistics.intervals import clustered, interval
from kiebitz.sayings import Saying, joined, say

COMPARED = 100_000  # deals of a bank
STORED = {"text": str, "seed": str, "agents": Table}  # what a run keeps of its seal


@dataclass(frozen=True)
class Measured:
    """What a bank has measured: the difference in points a game, or the win rate less one half."""

    deals: int
    value: float
    low: float
    high: float

    def shows(self, claim: Claim) -> bool:
        """Is a difference above the bound shown?"""
        return self.low > claim.bound


@dataclass(frozen=True)
class Promise:
    """Something that was promised, and whether it was kept."""

    said: Saying
    kept: bool


@dataclass(frozen=True)
class Judged:
    """A claim whose games are played: its banks, those of its control, and what was promised of them."""

    claim: Claim
    banks: tuple[Measured, ...]
    controls: tuple[Measured, ...]
    promises: tuple[Promise, ...]

    def as_dict(self) -> dict[str, Any]:
        return {
            "title": self.claim.title,
            "better": self.claim.better,
            "worse": self.claim.worse,
            "measure": self.claim.measure,
            "banks": [vars(bank) for bank in self.banks],
            "controls": [vars(bank) for bank in self.controls],
            "promises": _listed(self.promises),
        }


@dataclass(frozen=True)
class Opened:
    """A seal whose games are played."""

    seal: Seal
    seed: str
    run: Run
    general: tuple[Promise, ...]
    """What was promised of how it is played."""
    judged: tuple[Judged, ...]

    @property
    def promises(self) -> tuple[Promise, ...]:
        """All of them."""
        return (*self.general, *(promise for one in self.judged for promise in one.promises))

    @property
    def stands(self) -> bool:
        """Does everything stand that was claimed? Only if all promises were kept."""
        return all(promise.kept for promise in self.promises)

    @property
    def holds(self) -> bool:
        """Does everything hold, be it with other code than was sealed?"""
        return all(promise.kept for promise in self.promises[1:])

    @property
    def verdict(self) -> Saying:
        """Whether it stands, as a sentence."""
        number = len(self.judged)
        good = sum(all(promise.kept for promise in one.promises) for one in self.judged)
        if self.stands:
            return say("The claim stands.") if number == 1 else say("All {n} claims stand.", n=number)
        code, *rest = self.general
        if not code.kept and all(promise.kept for promise in rest):
            return say(
                "It was played by other code than was sealed, with which {n} of {of} "
                "{of:claim holds|claims hold}.",
                n=good,
                of=number,
            )
        if number == 1:
            return say("The claim does not stand.")
        if not all(promise.kept for promise in self.general):
            return say("No claim stands: it was not played as promised.")
        return say("{n} of {of} claims stand.", n=good, of=number)

    def as_dict(self) -> dict[str, Any]:
        """The answer of ``kiebitz unseal --json``."""
        return {
            "number": self.seal.number,
            "sealed": self.seal.sealed,
            "seed": self.seed,
            "run": self.run.name,
            "stands": self.stands,
            "holds": self.holds,
            "promises": _listed(self.general),
            "claims": [one.as_dict() for one in self.judged],
        }


def _listed(promises: tuple[Promise, ...]) -> list[dict[str, Any]]:
    return [{"promise": one.said, "kept": one.kept} for one in promises]


def unseal(
    file: Path | str,
    *,
    publish: bool = False,
    out: Path | str | None = None,
    workers: int = 1,
    executor: str = "auto",
    time_limit: float | None = None,
    progress: bool | Watch = True,
) -> Opened:
    """Play what a seal promises, and say of each promise whether it was kept.

    With ``publish`` the seed is then written beside the seal for everybody, so that others can play the
    same games again.
    """
    settings = Settings(out, workers, executor, time_limit, progress)
    file = Path(file)
    seal = Seal.read(file)
    seed = _seed(file)
    call = call_text("lab.sealing.opening.unseal", str(file))
    found = play(seal, seed, settings, str(file), call)
    if publish:
        write_new(seed_file(file), seed + "\n")
    return found


def _seed(file: Path) -> str:
    """The seed of a seal: the secret one, or the published one."""
    for each in (secret_file(file), seed_file(file)):
        if each.is_file():
            return read_text(each, SMALL).strip()
    raise KiebitzError(say("The secret seed of {file} is missing: it belongs beside it.", file=str(file)))


def play(
    seal: Seal, seed: str, settings: Settings, name: str, call: str, played: Seal | None = None
) -> Opened:
    """Play a seal's games, or those of a shortened one, and hold its promises against them."""
    if digest(seed) != seal.bank:
        raise KiebitzError(say("The seed beside {file} is not the one that was sealed.", file=name))
    plans = tuple(plan for each in (played or seal).plans(seed) for plan in each)
    title = seal.claims[0].title if len(seal.claims) == 1 else name
    playing = dict(one for plan in plans for one in agent_fingerprints(plan))
    _check_meanings(seal, playing, name)
    run, _ = execute("sealed", plans, settings, title, call=call)
    run.note(seal={"text": seal.text(), "seed": seed, "agents": playing})
    found = opened(run)
    assert found is not None
    return found


def _check_meanings(seal: Seal, playing: dict[str, str], name: str) -> None:
    """Refuse a seal that names code in another way: nobody could say whether it is what plays today."""
    told = (one == playing.get(agent) or restated(one) != one for agent, one in seal.agents.items())
    if seal.meanings != MEANINGS and not all(told):
        raise KiebitzError(
            say(
                "{file} names its agents by fingerprints of another kind (scheme {scheme}, now {now}), which "
                "cannot be compared with today's: version {version}, which sealed it, can open it.",
                file=name,
                scheme=seal.meanings,
                now=MEANINGS,
                version=seal.version,
            )
        )


def opened(run: Run) -> Opened | None:
    """The seal that a run has opened, with its promises held against the games; none if there is none."""
    stored = run.ledger["seal"]
    if not stored or run.done < run.total:
        return None
    check(stored, STORED, say("the seal of {run}", run=run.name), tuple(STORED))
    seal, seed = Seal.from_text(stored["text"], run.name), stored["seed"]
    if len(run.plans) != len(seal.claims) * (len(BANKS) + seal.controls):
        raise KiebitzError(say("The run {run} does not hold the games of its seal.", run=run.name))
    results = iter(run.results())
    judged = []
    for claim in seal.claims:
        one = [next(results) for _ in range(len(BANKS) + seal.controls)]
        judged.append(_judged(claim, one))
    return Opened(seal, seed, run, _kept_by_the_run(seal, seed, run, stored["agents"]), tuple(judged))


def measured(claim: Claim, result: Result) -> Measured:
    """The claim's measure in a bank, with its interval over deals."""
    if claim.measure == "points":
        one, other = (result.of_agent(agent, result.points).astype(float) for agent in (0, 1))
        values = one - other
    else:
        values = result.shares_of(0) - 0.5
    mean, error = clustered(values)
    deals = result.match.deals
    return Measured(deals, mean, *interval(mean, error, deals, claim.confidence))


def passes(claim: Claim, banks: tuple[Measured, ...]) -> bool:
    """The gate, for a claim and for its control alike: every bank shows the difference."""
    return all(bank.shows(claim) for bank in banks)


def _kept_by_the_run(seal: Seal, seed: str, run: Run, playing: dict[str, str]) -> tuple[Promise, ...]:
    """What was promised of how it is played."""
    promised = [(bank, claim.deals) for claim in seal.claims for bank, _ in claim.banks(seed, seal.controls)]
    is_bank = (
        digest(seed) == seal.bank
        and (run.ledger["streams"] or 1) == seal.streams  # otherwise the same seed is other cards
        and [plan.seed for plan in run.plans] == [bank for bank, _ in promised]
    )
    numbers = sorted({deals for _, deals in promised})
    told = joined(", ", (Saying("{n:,}", {"n": number}) for number in numbers))
    sealed, played = (_restated(agents) for agents in (seal.agents, playing))
    return (
        Promise(say("The agents and the rules are those that were sealed."), played == sealed),
        Promise(say("The deals are those of the sealed bank."), is_bank),
        Promise(
            say("As many deals were played as was promised, {n} in each bank.", n=told),
            [plan.deals for plan in run.plans] == [deals for _, deals in promised],
        ),
    )


def _restated(agents: dict[str, str]) -> dict[str, str]:
    return {agent: restated(fingerprint) for agent, fingerprint in agents.items()}


def _judged(claim: Claim, results: list[Result]) -> Judged:
    """What was promised of a claim's games."""
    found = tuple(measured(claim, result) for result in results)
    banks, controls = found[: len(BANKS)], found[len(BANKS) :]
    first, second = banks
    promises = (
        *(_shown(claim, bank, name) for bank, name in ((first, say("first")), (second, say("second")))),
        _agreeing(first, second, shared_deals(results[0].match, results[1].match)),
        _rejected(claim, controls, results[-1].match.players[0].name),
    )
    return Judged(claim, banks, controls, promises)


def shared_deals(one: Match, other: Match) -> int:
    """How many deals two banks have in common, of the first ones: from one root they would share them all.

    >>> from kiebitz.lab.runs.plan import pair_plan
    >>> one, other = (pair_plan("durak", "greedy", "random", 50, seed).match for seed in ("a", "b"))
    >>> shared_deals(one, other), shared_deals(one, one)
    (0, 50)
    """
    return len(_keys(one) & _keys(other))


def _keys(match: Match) -> set[int]:
    """What decides the cards of a bank's deals, one number each."""
    low, high = match.game.deals_root(match.seed)
    return {int(one_way(low, high, deal)) for deal in range(min(match.deals, COMPARED))}


def _agreeing(first: Measured, second: Measured, shared: int) -> Promise:
    """That both banks say the same, and are two; few deals, or nearly all of them won, often look alike."""
    kept = first.value * second.value > 0 and not shared
    if shared:
        return Promise(say("Both banks agree in sign and share no deal: {n:,} are in both.", n=shared), kept)
    if all(round(getattr(first, end) - getattr(second, end), 3) == 0 for end in ("value", "low", "high")):
        return Promise(
            say("Both banks agree in sign and share no deal; that their figures are equal is chance."), kept
        )
    return Promise(say("Both banks agree in sign and share no deal."), kept)


def _shown(claim: Claim, bank: Measured, name: Saying) -> Promise:
    said = say(
        "In the {which} bank {one} is better than {other} by more than {bound}: {value:+.3f}, "
        "{p:.0%} interval {low:+.3f} to {high:+.3f}.",
        which=name, one=claim.better, other=claim.worse, bound=claim.bound, value=bank.value,
        p=claim.confidence, low=bank.low, high=bank.high,
    )  # fmt: skip
    return Promise(said, bank.shows(claim))


def _rejected(claim: Claim, controls: tuple[Measured, ...], name: str) -> Promise:
    """That the control fails; one that came out even on every deal has tested nothing."""
    if all(bank.low == bank.high for bank in controls):
        said = say("The negative control tests nothing: {one} and {other} came out even on every deal.",
                   one=name, other=claim.worse)  # fmt: skip
        return Promise(said, False)
    ends = (say("{low:+.3f} to {high:+.3f}", low=bank.low, high=bank.high) for bank in controls)
    said = say(
        "The same gate rejects the negative control: {one} over {other} {ends}.",
        one=name, other=claim.worse, ends=joined("; ", ends),
    )  # fmt: skip
    return Promise(said, not passes(claim, controls))
