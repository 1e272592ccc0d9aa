"""A seal: claims that are registered before their first game is played.

    title = "greedy against random"
    game = "durak"
    better = "greedy"
    worse = "random"
    deals = 1000

A page like this says what is claimed; ``[[claim]]`` makes several on one page. Sealing adds what the program
can vouch for: the fingerprints of the agents, and two banks of deals, named by the digest of a seed that is
drawn now and kept in a file of its own. Whoever has the seal can check later that nothing was changed; nobody
can have tried the deals before, if the seed stays where it is until the games are played.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Any

from kiebitz.agents.cells.belongings import SECRET
from kiebitz.agents.specification import parted
from kiebitz.amounts import check_number
from kiebitz.errors import BadOption, KiebitzError
from kiebitz.files import SMALL, check_writable, read_text, write_new
from kiebitz.kernel.meaning import MEANINGS
from kiebitz.kernel.random import STREAMS, fresh_seed
from kiebitz.lab.experiments.page_values import Table, check, toml_page
from kiebitz.lab.runs.identity import agent_fingerprints
from kiebitz.lab.runs.plan import Plan, pair_plan
from kiebitz.lab.runs.strangers import strangers_among
from kiebitz.lab.statistics.intervals import check_confidence
from kiebitz.sayings import say
from kiebitz.version import __version__

BANKS = ("first", "second")
CONTROLS = ("control", "second control")
MEASURES = ("points", "win_rate")
KINDS = {"title": str, "game": str, "options": str, "better": str, "worse": str, "control": str,
         "measure": str, "bound": int | float, "deals": int, "confidence": float}  # fmt: skip
PAGE = {**KINDS, "claim": list[Table], "notes": list[str]}
NEEDED = ("game", "better", "worse", "deals")
SEAL = {"number": str, "claims": list[Table], "claim": Table, "bank": str, "agents": Table, "version": str,
        "streams": int, "meanings": int, "sealed": str, "controls": int}  # fmt: skip
STATED = ("number", "bank", "agents", "version", "streams", "sealed")
LARGEST = 1e6  # of a bound


@dataclass(frozen=True)
class Claim:
    """One agent is better than another by more than a bound, in points a game or in its win rate."""

    title: str
    game: str
    better: str
    worse: str
    deals: int
    """Of each of the banks, and of those of the control."""
    options: str = ""
    control: str = ""
    """Who takes the better one's place in the negative control: the worse one with other random numbers."""
    measure: str = "points"
    bound: float = 0.0
    confidence: float = 0.95

    @classmethod
    def of(cls, values: Table, name: str) -> Claim:
        """A claim from what its page says."""
        check(values, KINDS, say("the page {name}", name=name), NEEDED)
        check_number("deals", values["deals"])
        found = cls(**{"title": f"{values['better']} v {values['worse']}", **values})
        if found.measure not in MEASURES:
            raise BadOption(
                say("A claim is about points or win_rate, not {given}.", given=repr(found.measure))
            )
        check_confidence(found.confidence)
        if not abs(found.bound) <= LARGEST:  # not NaN either
            raise BadOption(say("A bound is a number of points or a rate, not {given}.", given=found.bound))
        return found

    def plans(self, seed: str, controls: int) -> tuple[Plan, ...]:
        """Two disjoint banks of deals, and the control on as many of its own."""
        strangers = strangers_among(self.game, [self.better, self._rejected, self.worse])
        return tuple(
            pair_plan(self.game, one, self.worse, self.deals, bank, self.options, strangers=strangers)
            for bank, one in self.banks(seed, controls)
        )

    def banks(self, seed: str, controls: int) -> list[tuple[str, str]]:
        """The seed of each bank, and who meets the worse one there."""
        banks = [(bank, self.better) for bank in BANKS]
        banks += [(bank, self._rejected) for bank in CONTROLS[:controls]]
        return [(f"{seed} {bank}", one) for bank, one in banks]

    @property
    def _rejected(self) -> str:
        return self.control or salted(self.worse)


@dataclass(frozen=True)
class ClaimPage:
    """A page of claims."""

    title: str
    claims: tuple[Claim, ...]
    notes: tuple[str, ...] = ()

    @classmethod
    def read(cls, text: str, name: str) -> ClaimPage:
        """A page from its text; what stands above the claims holds for all of them."""
        page = toml_page(text, name)
        check(page, PAGE, say("the page {name}", name=name))
        entries, notes = page.pop("claim", None), tuple(page.pop("notes", ()))
        if entries is None:
            claims = (Claim.of(page, name),)
            return cls(claims[0].title, claims, notes)
        title = page.pop("title", name)
        return cls(title, tuple(Claim.of({**page, **entry}, name) for entry in entries), notes)


def salted(spec: str) -> str:
    """An agent with random numbers of its own.

    >>> salted("smart"), salted("mcts:limit=5")
    ('smart:salt=control', 'mcts:limit=5,salt=control')
    """
    head, text = parted(spec)
    return f"{head}:{text},salt=control" if text else f"{head}:salt=control"


@dataclass(frozen=True)
class Seal:
    """Claims with what makes them binding."""

    claims: tuple[Claim, ...]
    bank: str
    """The digest of the secret seed."""
    agents: dict[str, str]
    """The fingerprint of each agent's code and of the rules that it plays by."""
    version: str = __version__
    streams: int = STREAMS
    meanings: int = MEANINGS
    """The way in which the fingerprints were made; the first seals do not say it."""
    sealed: str = field(default_factory=lambda: date.today().isoformat())
    controls: int = len(CONTROLS)
    """How many banks the control plays: as many as the claim; in the first seals, of one claim, one."""

    @property
    def number(self) -> str:
        """What names the seal; publish it, and nothing in the seal can be changed."""
        return hashlib.sha256(json.dumps(self._values(), sort_keys=True).encode()).hexdigest()[:20]

    def text(self) -> str:
        return json.dumps({"number": self.number, **self._values()}, indent=1, ensure_ascii=False) + "\n"

    def _values(self) -> dict[str, Any]:
        values = asdict(self)
        if self.meanings == 1:
            del values["meanings"]
        if self.controls == len(CONTROLS):
            return values
        (claim,) = values.pop("claims")
        del values["controls"]
        return {"claim": claim, **values}

    def plans(self, seed: str) -> list[tuple[Plan, ...]]:
        """The plans of each claim."""
        return [claim.plans(seed, self.controls) for claim in self.claims]

    def shortened(self, deals: int | None, quick: bool = False) -> Seal:
        """The same with other numbers of deals, for a first look; it is another seal."""
        sizes = (deals or (max(2, claim.deals // 10) if quick else claim.deals) for claim in self.claims)
        claims = zip(self.claims, sizes, strict=True)
        return replace(self, claims=tuple(replace(claim, deals=size) for claim, size in claims))

    @classmethod
    def read(cls, file: Path) -> Seal:
        """A seal from its file."""
        return cls.from_text(read_text(file, SMALL), str(file))

    @classmethod
    def from_text(cls, text: str, name: str) -> Seal:
        """A seal from its text, which must be as it was written."""
        try:
            values: dict[str, Any] = json.loads(text)
            check(values, SEAL, say("the seal {name}", name=name), STATED)
            number = values.pop("number")
            claims = values.pop("claims") if "claims" in values else [values.pop("claim")]
            told = tuple(Claim.of(claim, name) for claim in claims)
            found = cls(told, **{"controls": 1, "meanings": 1, **values})
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise KiebitzError(say("{file} is not a seal.", file=name)) from error
        whole = len(claims) == 1 if found.controls == 1 else claims and found.controls == len(CONTROLS)
        if not whole or not all(isinstance(one, str) for one in found.agents.values()):
            raise KiebitzError(say("{file} is not a seal.", file=name))
        if found.number != number:
            said = say("{file} was changed after it was sealed: its number is wrong.", file=name)
            raise KiebitzError(said)
        return found


def digest(seed: str) -> str:
    """What a seal shows of its seed."""
    return hashlib.sha256(f"kiebitz seal {seed}".encode()).hexdigest()


def secret_file(file: Path) -> Path:
    """Where the seed of a seal is kept."""
    return file.with_name(f"{file.name}{SECRET}")


def seed_file(file: Path) -> Path:
    """Where the seed of a seal is that was opened for everybody.

    >>> seed_file(Path("strength.seal")).name
    'strength.seed'
    """
    return file.with_suffix(".seed")


def seal(page: Path | str, out: Path | str | None = None) -> tuple[Seal, Path]:
    """Seal the claims of a page: write the seal, and beside it the secret seed; nothing is played."""
    page = Path(page)
    text = read_text(page, SMALL)
    file = Path(out) if out else page.with_suffix(".seal")
    if file.exists():
        raise BadOption(say("{file} is there already; a seal is made once.", file=str(file)))
    check_writable(file)
    claims = ClaimPage.read(text, page.name).claims
    seed = fresh_seed()
    found = Seal(claims, digest(seed), {})
    agents = dict(one for plans in found.plans(seed) for plan in plans for one in agent_fingerprints(plan))
    found = replace(found, agents=agents)
    secret = secret_file(file)
    secret.touch(mode=0o600, exist_ok=False)
    secret.write_text(seed + "\n", encoding="utf-8")
    write_new(file, found.text())
    return found, file
