"""A seal: a claim that is registered before its first game is played.

    title = "greedy against random"
    game = "durak"
    better = "greedy"
    worse = "random"
    deals = 1000

A page like this says what is claimed. Sealing adds what the program can vouch for: the fingerprints of the
agents, and two banks of deals, named by the digest of a seed that is drawn now and kept in a file of its own.
Whoever has the seal can check later that nothing was changed; nobody can have tried the deals before, if
the seed stays where it is until the games are played.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from dataclasses import asdict, dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from kiebitz.agents.specification import parted
from kiebitz.errors import BadNotation, BadOption, KiebitzError
from kiebitz.files import write_new
from kiebitz.kernel.random import STREAMS, fresh_seed
from kiebitz.lab.experiments.page_values import check
from kiebitz.lab.matches import check_confidence
from kiebitz.lab.runs.identity import agent_fingerprints
from kiebitz.lab.runs.plan import Plan, pair_plan
from kiebitz.sayings import say
from kiebitz.version import __version__

BANKS = ("first", "second", "control")
MEASURES = ("points", "win_rate")
KINDS = {"title": str, "game": str, "options": str, "better": str, "worse": str, "control": str,
         "measure": str, "bound": int | float, "deals": int, "confidence": float}  # fmt: skip


@dataclass(frozen=True)
class Claim:
    """One agent is better than another by more than a bound, in points a game or in its win rate."""

    title: str
    game: str
    better: str
    worse: str
    deals: int
    """Of each of the two banks, and of the control."""
    options: str = ""
    control: str = ""
    """Who takes the better one's place in the negative control: the worse one with other random numbers."""
    measure: str = "points"
    bound: float = 0.0
    confidence: float = 0.95

    @classmethod
    def read(cls, text: str, name: str) -> Claim:
        """A claim from the text of its page."""
        where = say("the page {name}", name=name)
        try:
            page = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise BadNotation(say("{name} is not TOML: {why}.", name=name, why=str(error))) from error
        check(page, KINDS, where, ("game", "better", "worse", "deals"))
        found = cls(**{"title": f"{page['better']} v {page['worse']}", **page})
        if found.measure not in MEASURES:
            raise BadOption(
                say("A claim is about points or win_rate, not {given}.", given=repr(found.measure))
            )
        check_confidence(found.confidence)
        return found

    def plans(self, seed: str) -> tuple[Plan, ...]:
        """Two disjoint banks of deals, and the control on one of its own."""
        control = self.control or salted(self.worse)
        ones = {"first": self.better, "second": self.better, "control": control}
        return tuple(
            pair_plan(self.game, ones[bank], self.worse, self.deals, f"{seed} {bank}", self.options)
            for bank in BANKS
        )


def salted(spec: str) -> str:
    """An agent with random numbers of its own.

    >>> salted("smart"), salted("mcts:limit=5")
    ('smart:salt=control', 'mcts:limit=5,salt=control')
    """
    head, text = parted(spec)
    return f"{head}:{text},salt=control" if text else f"{head}:salt=control"


@dataclass(frozen=True)
class Seal:
    """A claim with what makes it binding."""

    claim: Claim
    bank: str
    """The digest of the secret seed."""
    agents: dict[str, str]
    """The fingerprint of each agent's code and of the rules that it plays by."""
    version: str = __version__
    streams: int = STREAMS
    sealed: str = field(default_factory=lambda: date.today().isoformat())

    @property
    def number(self) -> str:
        """What names the seal; publish it, and nothing in the seal can be changed."""
        return hashlib.sha256(json.dumps(asdict(self), sort_keys=True).encode()).hexdigest()[:20]

    def text(self) -> str:
        return json.dumps({"number": self.number, **asdict(self)}, indent=1, ensure_ascii=False) + "\n"

    @classmethod
    def read(cls, file: Path) -> Seal:
        """A seal from its file."""
        try:
            text = file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise KiebitzError(say("{file} cannot be read.", file=str(file))) from error
        return cls.from_text(text, str(file))

    @classmethod
    def from_text(cls, text: str, name: str) -> Seal:
        """A seal from its text, which must be as it was written."""
        try:
            values: dict[str, Any] = json.loads(text)
            number = values.pop("number")
            found = cls(**{**values, "claim": Claim(**values["claim"])})
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise KiebitzError(say("{file} is not a seal.", file=name)) from error
        if found.number != number:
            said = say("{file} was changed after it was sealed: its number is wrong.", file=name)
            raise KiebitzError(said)
        return found


def digest(seed: str) -> str:
    """What a seal shows of its seed."""
    return hashlib.sha256(f"kiebitz seal {seed}".encode()).hexdigest()


def secret_file(file: Path) -> Path:
    """Where the seed of a seal is kept."""
    return file.with_name(f"{file.name}.secret")


def seal(page: Path | str, out: Path | str | None = None) -> tuple[Seal, Path]:
    """Seal a claim: write the seal, and beside it the secret seed; nothing is played."""
    page = Path(page)
    file = Path(out) if out else page.with_suffix(".seal")
    if file.exists():
        raise BadOption(say("{file} is there already; a seal is made once.", file=str(file)))
    try:
        claim = Claim.read(page.read_text(encoding="utf-8"), page.name)
    except (OSError, UnicodeDecodeError) as error:
        raise KiebitzError(say("{file} cannot be read.", file=str(page))) from error
    seed = fresh_seed()
    agents = dict(one for plan in claim.plans(seed) for one in agent_fingerprints(plan))
    found = Seal(claim, digest(seed), agents)
    secret = secret_file(file)
    secret.touch(mode=0o600, exist_ok=False)
    secret.write_text(seed + "\n", encoding="utf-8")
    write_new(file, found.text())
    return found, file
