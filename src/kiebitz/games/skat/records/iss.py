"""Records of the International Skat Server: one game a line, ``(;TAG[value]TAG[value] ... ;)``.

The tag MV has the moves as pairs *who what*, where ``w`` is the server; R has the result. Cards are
replayed by our rules with ``naming=iss``, and what they give is compared with the result.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from kiebitz.errors import BadNotation, KiebitzError
from kiebitz.games.skat import Skat
from kiebitz.games.skat.contracts import Contract
from kiebitz.games.skat.records.iss_result import Result
from kiebitz.games.skat.view import SkatState
from kiebitz.rules.values import Deal, State
from kiebitz.sayings import Saying, say

TAG = re.compile(r"([A-Z][A-Z0-9]*)\[([^\]]*)\]")
WRITTEN = ("GM", "PC", "CO", "SE", "ID", "DT", "P0", "P1", "P2", "R0", "R1", "R2", "MV", "R")
WORDS = {"y": "yes", "p": "pass", "s": "skat"}
SERVER = "w"
SEATS = ("0", "1", "2")
HIDDEN = "??"


@dataclass
class Replay:
    """A record on its way through our rules."""

    states: list[SkatState] = field(default_factory=list)
    resigned: set[int] = field(default_factory=set)
    gone: int = -1  # who left or ran out of time
    named: str = ""  # a contract that waits for its discards
    went_on: bool = False  # are there cards after the end by our rules?
    problem: Saying | None = None

    @property
    def end(self) -> SkatState:
        return self.states[-1]

    @property
    def is_given_up(self) -> bool:
        """Has the declarer resigned, or have both defenders?"""
        declarer = self.end.declarer
        return declarer in self.resigned or (declarer >= 0 and len(self.resigned) == 2)

    @property
    def loser(self) -> str:
        """Who ended the game before its time: ``declarer``, ``defenders`` or nobody."""
        if self.is_given_up:
            return "declarer" if self.end.declarer in self.resigned else "defenders"
        if self.gone >= 0:
            return "declarer" if self.gone == self.end.declarer else "defenders"
        return ""


@dataclass(frozen=True)
class IssRecord:
    """One game of the server, with all its tags."""

    tags: Mapping[str, str]
    name: Saying | str

    @classmethod
    def read(cls, line: str, name: Saying | str = "") -> IssRecord:
        """A record from its line; the name is the game's ID where it has one.

        >>> IssRecord.read("(;GM[Skat]ID[7]MV[w ... 1 p 2 p 0 p ]R[passed] ;)").moves[1:]
        (('1', 'p'), ('2', 'p'), ('0', 'p'))
        """
        text = line.strip()
        if not (text.startswith("(;") and text.endswith(";)")):
            raise BadNotation(
                say(
                    "{name}: a game of the Skat server is written as (;TAG[value]...;).",
                    name=name or say("The record"),
                )
            )
        tags = dict(TAG.findall(text))
        record = cls(tags, tags.get("ID") or name)
        if "MV" not in tags or len(tags["MV"].split()) % 2:
            raise BadNotation(
                say("{name}: the tag MV must have pairs of a player and a move.", name=record.name)
            )
        return record

    @property
    def players(self) -> tuple[str, str, str]:
        """The names of forehand, middlehand and rearhand."""
        return self.tags.get("P0", ""), self.tags.get("P1", ""), self.tags.get("P2", "")

    @property
    def moves(self) -> tuple[tuple[str, str], ...]:
        """Who and what, the deal first."""
        words = self.tags["MV"].split()
        return tuple(zip(words[::2], words[1::2], strict=True))

    @cached_property
    def result(self) -> Result | None:
        """The result as the server wrote it, if it did."""
        return Result.read(self.tags["R"]) if "R" in self.tags else None

    @cached_property
    def replay(self) -> Replay:
        """The game by our rules, as far as it can be followed."""
        replay = Replay()
        try:
            replay.states.append(_start(self.moves))
            for who, what in self.moves[1:]:
                if replay.gone >= 0 or replay.is_given_up:
                    break
                _follow(replay, who, what)
        except KiebitzError as error:
            n = len(replay.states)
            replay.problem = say("move {n}: {problem}", n=n, problem=error.said) if n else error.said
        return replay

    def states(self) -> list[State]:
        """All states from the deal on, as far as they replay."""
        return list(self.replay.states)

    def check(self) -> Saying | None:
        """None if the game replays with the stored result, else one sentence that says why not."""
        replay = self.replay
        if replay.problem:
            return replay.problem
        if not replay.end.is_over and not replay.loser:
            return say("the game is not over")
        try:
            stored = self.result
        except BadNotation as error:
            return error.said
        if stored is None:
            return None
        return stored.compare(Result.of(replay.end, replay.loser), replay.end, replay.went_on)


def _start(moves: tuple[tuple[str, str], ...]) -> SkatState:
    who, what = moves[0] if moves else ("", "")
    cards = what.replace("|", ".").split(".")
    if HIDDEN in cards:
        raise BadNotation(say("the deal has hidden cards, so it cannot be replayed"))
    if who != SERVER or len(cards) != 32:
        raise BadNotation(say("the first move must be the deal: w and 32 cards"))
    game = Skat({"naming": "iss"})
    state = Deal(game, (game.read_cards(cards, game.deck.mask),)).start()
    assert isinstance(state, SkatState)
    return state


def _follow(replay: Replay, who: str, what: str) -> None:
    """One move of a record."""
    if who == SERVER:
        _server_move(replay, what)
    elif who not in SEATS:
        raise BadNotation(say("{who} is not a player; players are 0, 1, 2 and w", who=repr(who)))
    elif what == "RE":
        replay.resigned.add(int(who))
    elif what == "SC" or what.startswith("SC."):
        return  # the declarer shows his cards, which changes nothing
    elif replay.end.is_over:
        replay.went_on = True
    else:
        _player_move(replay, int(who), what)


def _server_move(replay: Replay, what: str) -> None:
    if what[:3] in ("TI.", "LE."):
        if what[3:] not in SEATS:
            raise BadNotation(say("{what} names no player", what=repr(what)))
        replay.gone = int(what[3:])
        return
    shown = what.split(".")
    if HIDDEN not in shown and replay.end.game.deck.set(shown) != replay.end.dealt_skat:
        raise BadNotation(say("the skat is {cards}, not {what}", cards=replay.end.dealt_skat, what=what))


def _player_move(replay: Replay, seat: int, what: str) -> None:
    if HIDDEN in what.split("."):
        raise BadNotation(
            say("seat {n} plays a hidden card ({what}), so the game cannot be followed", n=seat, what=what)
        )
    if seat != replay.end.turn:
        raise BadNotation(
            say("seat {n} plays {what}, but seat {turn} is to move", n=seat, what=what, turn=replay.end.turn)
        )
    for move in _translate(replay, what):
        replay.states.append(replay.end.play(move))


def _translate(replay: Replay, what: str) -> list[str]:
    """Our moves for a word of the server; none while a contract still waits for its discards."""
    phase = replay.end.phase
    if phase not in ("skat", "discard") or what in WORDS:
        return [WORDS.get(what, what)]
    if replay.named:
        contract, discards = Contract.read(replay.named), what.split(".")
    else:
        token, *discards = what.split(".")
        contract = Contract.read(token)
    if phase == "skat":
        return ["hand", contract.suit_or_kind, contract.level]
    if not discards:
        replay.named = what
        return []
    return [*discards[:2], contract.suit_or_kind, contract.level]


def read_records(text: str) -> Iterator[IssRecord]:
    """The records of a file, one a line; ``#`` starts a comment after a game or on a line of its own."""
    for number, line in enumerate(text.splitlines(), 1):
        game, end, comment = line.strip().partition(";)")
        if not game or game.startswith("#"):
            continue
        if comment.strip() and not comment.strip().startswith("#"):
            raise BadNotation(
                say(
                    "line {n}: {text} stands after the end of the game.",
                    n=number,
                    text=repr(comment.strip()[:30]),
                )
            )
        yield IssRecord.read(game + end, say("line {n}", n=number))


def write(state: SkatState, tags: Mapping[str, str] | None = None) -> str:
    """The line for a finished game; ``tags`` adds or replaces tags such as P0 or DT.

    >>> game = Skat().deal(seed=1)
    >>> for move in ("pass", "pass", "pass"):
    ...     game = game.play(move)
    >>> write(game, {"P0": "Ada"}).endswith("R[passed] ;)")
    True
    """
    if not state.is_over:
        raise BadNotation(say("Only a finished game can be written as a record of the Skat server."))
    given = {"GM": "Skat", "PC": "Kiebitz", **(tags or {})}
    given |= {"MV": " ".join(_written_moves(state)) + " ", "R": str(Result.of(state))}
    for value in given.values():
        if "]" in value or "\n" in value:
            raise BadNotation(
                say("{text} cannot stand in a tag: no brackets, no line breaks.", text=repr(value))
            )
    order = [*WRITTEN[:-2], *(tag for tag in given if tag not in WRITTEN), *WRITTEN[-2:]]
    return "(;" + "".join(f"{tag}[{given.get(tag, '')}]" for tag in order) + " ;)"


def _written_moves(state: SkatState) -> Iterator[str]:
    dealt = [str(state.game.deck.cards[card]) for card in state.deal.layouts[0]]
    yield "w " + ".".join(dealt)
    short = {ours: word for word, ours in WORDS.items()}
    game, discards = state.deal.start(), []
    for seat, move in state.history:
        if game.phase in ("speak", "answer", "play") or move == "skat":
            yield f"{seat} {short.get(move, move)}"
        if move == "skat":
            yield "w " + ".".join(dealt[30:])
        elif game.phase == "discard":
            discards.append(str(move))
        elif game.phase == "announce":
            yield f"{seat} " + ".".join([state.contract, *discards])
        game = game.play(move)
