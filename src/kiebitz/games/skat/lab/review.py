"""Recorded games of Skat gone over with an agent: what it would have done, and what was given away.

Two verdicts are kept apart. A *forced* win is one that the player could know: it holds against every
distribution of the cards that he does not see. With *open cards* one sees only afterwards what was possible.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from kiebitz.agents.advice import ask
from kiebitz.agents.base import Decision
from kiebitz.agents.contestant import Contestant
from kiebitz.agents.registry import contestant
from kiebitz.errors import BadOption, KiebitzError
from kiebitz.games.skat import rules as r
from kiebitz.games.skat.contracts import Contract
from kiebitz.games.skat.lab.hindsight import Hindsight, look_back, symbols
from kiebitz.games.skat.records.iss import IssRecord
from kiebitz.games.skat.search.solving import QUICKNESS
from kiebitz.games.skat.tables import CLASS, NULL, POWER, VALUE
from kiebitz.games.skat.view import SkatState, headline
from kiebitz.kernel.random import Stream, key
from kiebitz.rules.formats import AnyRecord
from kiebitz.rules.parts import part
from kiebitz.sayings import Name, Saying, either, say
from kiebitz.search.solving import Solving

BIDDING, TAKING, DISCARDING, NAMING, PLAYING = "bidding", "skat", "discard", "game", "play"
STAGES = (BIDDING, TAKING, DISCARDING, NAMING, PLAYING)
NODES = 100_000  # of a search for forced wins


class Unplayable(KiebitzError):
    """A record that cannot be replayed, not even its deal."""


@dataclass(frozen=True)
class Choice:
    """A decision between several moves: what was done and what the agent would have done."""

    seat: int
    stage: str
    move: str | Saying
    agent: str | Saying
    because: Saying | str = ""
    trick: int = 0  # 1..10, 0 before the play
    same: bool = False  # are these two cards that nothing can tell apart?

    @property
    def agrees(self) -> bool:
        return self.move == self.agent or self.same


@dataclass(frozen=True)
class Lost:
    """A forced win that was given away: the card that did it, and those that would have kept it."""

    trick: int
    seat: int
    card: str
    killers: tuple[str, ...]
    aim: Saying
    is_declarer: bool

    @property
    def said(self) -> Saying:
        return say(
            "here the declarer gave away a forced win: {card}; {better} forces {aim}"
            if self.is_declarer
            else "here a defender gave away a forced win: {card}; {better} forces {aim}",
            card=self.card,
            better=either(self.killers),
            aim=self.aim,
        )


@dataclass(frozen=True)
class Review:
    """A game gone over."""

    name: Saying | str
    players: tuple[str, ...]
    result: Saying
    declarer: int
    won: bool | None  # by the declarer; None if nobody knows or nobody played
    problem: Saying | None  # why the record does not replay to its end
    choices: tuple[Choice, ...]
    limits: tuple[int, ...] = ()  # what the agent would have bid with each hand, 0 for pass
    plan: Saying | str = ""  # what it would have done as declarer
    lost: tuple[Lost, ...] = ()
    hindsight: Hindsight | None = None


@dataclass
class Reviewer:
    """Goes over records with an agent in every seat."""

    agent: str = "skat-ai"
    nodes: int = NODES
    _ready: dict[str, Contestant] = field(default_factory=dict)

    def review(self, record: AnyRecord) -> Review:
        """The review of a record; one that cannot be replayed at all is refused."""
        states, problem = record.states(), record.check()
        if not states:
            raise Unplayable(say("{problem}.", problem=problem))
        if not isinstance(states[0], SkatState):
            raise BadOption(
                say("{name} is a game of {game}, not of Skat.", name=record.name, game=states[0].game.name)
            )
        games = [state for state in states if isinstance(state, SkatState)]
        end = games[-1]
        self._seat(end)
        return Review(
            name=record.name,
            players=_players(record),
            result=_result(record, end),
            declarer=end.declarer,
            won=_won(record, end),
            problem=problem,
            choices=tuple(sorted(self._choices(games, getattr(record, "assumed", ())), key=_when)),
            limits=tuple(self._limit(games[0], seat) for seat in range(3)),
            plan=self._plan(games),
            lost=tuple(self._lost(games)),
            hindsight=look_back(games),
        )

    def _seat(self, state: SkatState) -> None:
        options = state.game.options_text
        if options not in self._ready:
            self._ready[options] = contestant(self.agent, state.game)
            if self._ready[options].cheats:
                raise BadOption(
                    say("{agent} needs open cards; choose an agent that plays fairly.", agent=self.agent)
                )

    def _decide(self, state: SkatState) -> Decision:
        """What the agent does in the seat to move; its random numbers depend on the position alone."""
        rng = Stream(key("skat replay", state.deal.text, state.ply))
        return ask(self._ready[state.game.options_text], state.view(state.turn, rng))

    def _choices(self, games: list[SkatState], assumed: Sequence[str]) -> Iterator[Choice]:
        for before, after in pairwise(games):
            if before.phase in ("discard", "contract", "announce") or len(before.moves) == 1:
                continue
            stage = {"speak": BIDDING, "answer": BIDDING, "skat": TAKING}.get(before.phase, PLAYING)
            if stage == BIDDING and before.phase in assumed:
                continue
            decision, move = self._decide(before), str(after.history[-1][1])
            trick = sum(before.tricks) + 1 if stage == PLAYING else 0
            texts = [symbols(text) if trick else text for text in (move, decision.move)]
            same = bool(trick) and interchangeable(before, move, decision.move)
            yield Choice(before.turn, stage, texts[0], texts[1], decision.because, trick, same)
        yield from self._as_declarer(games)

    def _as_declarer(self, games: list[SkatState]) -> Iterator[Choice]:
        """The discard, and the game that the agent names with it, or without looking at the skat."""
        end = games[-1]
        before = next((game for game in games if game.phase in ("discard", "contract")), None)
        if before is None or end.phase != "play":
            return
        own = self._go_on(before)
        if end.has_taken:
            yield Choice(before.turn, DISCARDING, _cards(end), _cards(own))
        theirs, mine = (Contract.read(game.contract).said for game in (end, own))
        yield Choice(before.turn, NAMING, theirs, mine)

    def _go_on(self, state: SkatState) -> SkatState:
        """The agent's own way from here to the first card."""
        while state.phase != "play" and not state.is_over:
            state = state.play(self._decide(state).move)
        return state

    def _plan(self, games: list[SkatState]) -> Saying | str:
        """What the agent would have done with the declarer's cards at his bid."""
        chosen = next((game for game in games if game.phase == "skat"), None)
        if chosen is None:
            return ""
        own = self._go_on(chosen)
        game = Contract.read(own.contract).said
        if own.has_taken:
            return say("{game}, putting away {cards}", game=game, cards=_cards(own))
        return say("{game} without looking", game=game)

    def _limit(self, start: SkatState, seat: int) -> int:
        """How far the agent would bid with this hand if somebody else went on."""
        state, limit = start, 0
        if seat == 2:
            state = state.play("pass")
        while state.phase in ("speak", "answer") and not state.is_over:
            if state.turn != seat:
                state = state.play("yes" if state.phase == "answer" else state.moves[0])
                continue
            move = self._decide(state).move
            if move == "pass":
                break
            state = state.play(move)
            limit = state.bid
        return limit

    def _lost(self, games: list[SkatState]) -> Iterator[Lost]:
        for before, after in pairwise(games):
            if before.phase != "play" or len(before.moves) == 1:
                continue
            card = after.history[-1][1]
            found = part(before.game, Solving).forcing(before.view(before.turn), self.nodes // QUICKNESS)
            if found and found.misses(card):
                killers, trick = tuple(map(symbols, found.moves)), sum(before.tricks) + 1
                is_declarer = before.turn == before.declarer
                yield Lost(trick, before.turn, symbols(card), killers, found.aim, is_declarer)


def interchangeable(state: SkatState, one: str, other: str) -> bool:
    """Do two cards of a hand count the same, with nobody else's card between them in strength?"""
    s, deck = state.vector, state.game.deck
    contract, a, b = int(s[r.CONTRACT]), deck.read(one).number, deck.read(other).number
    if CLASS[contract, a] != CLASS[contract, b] or (contract != NULL and VALUE[a] != VALUE[b]):
        return False
    gone = sum(state.played(seat).mask for seat in range(3)) & ~sum(
        1 << card.number for _, card in state.trick
    )
    harmless = gone | state.hand_of(state.turn).mask
    low, high = sorted((int(POWER[contract, a]), int(POWER[contract, b])))
    between = [
        card for card in range(32) if CLASS[contract, card] >> a & 1 and low < POWER[contract, card] < high
    ]
    return all(harmless >> card & 1 for card in between)


def _when(choice: Choice) -> int:
    """The order of the choices: all before the play, then trick by trick."""
    return choice.trick


def _players(record: AnyRecord) -> tuple[str, ...]:
    """The names of the three seats where the record has them, else empty."""
    names = tuple(getattr(record, "players", ()))
    return names if len(names) == 3 and all(names) else ()


def _result(record: AnyRecord, end: SkatState) -> Saying:
    """The game in one line; of one that was given up, also what the record says of it."""
    line = headline(end)
    if end.is_over or not isinstance(record, IssRecord) or record.result is None:
        return line
    return say(
        "{line}; not played out, in the record {outcome} {value:+}",
        line=line,
        outcome=Name(record.result.outcome, "result"),
        value=record.result.value,
    )


def _won(record: AnyRecord, end: SkatState) -> bool | None:
    if end.declarer < 0:
        return None
    if end.is_over:
        return end.value > 0
    result = record.result if isinstance(record, IssRecord) else None
    return result.outcome == "win" if result and result.outcome in ("win", "loss") else None


def _cards(game: SkatState) -> str:
    return " ".join(card.symbol for card in game.skat)
