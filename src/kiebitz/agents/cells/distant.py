"""A bot in a cell, as the referee and everybody else has it: a contestant whose agents think elsewhere."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

from kiebitz.agents.answers import Garbled, Lost, Reported, TimeUp, reason_of
from kiebitz.agents.base import Agent, Decision
from kiebitz.agents.cells.belongings import (
    Declared,
    Part,
    bot_part,
    imported_names,
    outside,
    sources,
    why_unseen,
    without_links,
    written_files,
)
from kiebitz.agents.cells.line import ACT, BEGIN, CODE, FINISH, MAKE, MOVE, SETUP, STATE, TEXT, TURN
from kiebitz.agents.cells.nearness import ANY, QUICK, shared_core
from kiebitz.agents.cells.nursery import Cell, hello, packages
from kiebitz.agents.cells.zygote import Order
from kiebitz.agents.contestant import Contestant
from kiebitz.agents.files import is_below, words_of_file
from kiebitz.agents.limits import memory_limit, patience
from kiebitz.agents.platform import platforms
from kiebitz.agents.trust import refuse_compiled
from kiebitz.errors import BadOption, KiebitzError
from kiebitz.kernel.random import Stream
from kiebitz.plugins import check_name
from kiebitz.rules.game import Game
from kiebitz.rules.options import parse_options
from kiebitz.rules.registry import name_of_game
from kiebitz.rules.values import View
from kiebitz.sayings import Saying, say

LATE = 0.5  # seconds by which an answer may be late on its way
LOADING = 120.0  # seconds in which a file must have been loaded
_NO_WORDS = b""
_KEEP = "surrogatepass"


@dataclass(frozen=True)
class Bot:
    """Which bot is to live in a cell: the file, as its specification names it and where it is."""

    spec: str
    places: tuple[tuple[str, str], ...] = ()
    watch: bool = False  # for a check-up, which wants to know more of it
    part: Part | None = None  # the files that belong to it; None before its class has been asked

    @property
    def file(self) -> Path:
        named = self.spec.split(":", 1)[0]
        return Path(dict(self.places).get(named, named)).expanduser()

    def order(self, own: Part, name: str) -> Order:
        """The cell that it needs to see these files of its own."""
        rules = [Path(name.partition(":")[0])] if ".py" in name else []
        code = [one for rule in rules for one in sources(rule, rule.parent)]
        places = [*packages(), *map(str, [*own.files, *code])]
        known = None if rules else [name, ""]
        return Order(hello().locks, memory_limit(), places, str(self.file.resolve().parent), None, known)

    def supposed(self, game: type[Game]) -> Part:
        """What may belong to it, as far as can be seen from outside: with this its class is loaded once."""
        check_name(self.file)
        file = self.file.resolve()
        if not file.is_file():
            raise KiebitzError(say("There is no file {file}.", file=str(file)))
        named, _, text = words_of_file(self.spec)
        code = sources(file, file.parent)
        wanted = written_files(code)
        files = tuple(one for one in wanted if is_below(one) and (file.parent / one).exists())
        declared = Declared(files, tuple(parse_options(text).values()))
        imported = imported_names(code)
        for module, platform in platforms(game):
            if module in imported:
                declared = declared._replace(takes_folder=True, home=str(platform.home(file) or ""))
        return without_links(bot_part(named, file, declared))

    def setup(self, game: Game) -> dict[str, Any]:
        """What its cell is told of the game."""
        options = ",".join(f"{name}={value}" for name, value in game.options.items())
        located = {key: str(Path(place).resolve()) for key, place in self.places}
        named = self.spec.split(":", 1)[0]
        here = {named: str(self.file.resolve()), **located}
        facts = {"spec": self.spec, "name": _found_by(game), "options": options, "places": here}
        return {"what": "contestant", **facts, "watch": self.watch}


def _found_by(game: Game) -> str:
    """What a cell, which begins in another folder, finds a game by."""
    name = name_of_game(game)
    file, mark, rest = name.partition(":")
    return f"{Path(file).resolve()}{mark}{rest}" if ".py" in name else name


class Lodging:
    """A cell for a bot: made when it is needed, and again when it has been lost."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self._cell: Cell | None = None
        self._game: tuple[str, str] | None = None
        self._shown: Part | None = None  # what its cell sees of the bot's folder
        self.is_quick = False  # was its last answer?

    def _open(self, game: type[Game], name: str) -> None:
        self._shown = self.bot.part or self.bot.supposed(game)
        self._cell = Cell(self.bot.order(self._shown, name), self.bot.spec)

    def ask(self, question: bytes, limit: float | None) -> bytes:
        """What the cell answers: as it stands if that is a code, else the words after the first."""
        assert self._cell is not None
        start = perf_counter()
        try:
            answer = self._cell.ask(question, patience(limit) if limit else None)
        except Lost as lost:
            raise (Lost(reason_of(TimeUp(limit or 0.0)), True) if lost.is_late else lost) from None
        if limit and perf_counter() - start > limit + LATE:  # the clock that counts is ours
            raise TimeUp(limit)
        return answer

    def settle(self, game: Game) -> list[Any]:
        """Have the bot ready for a game; what its cell says of it."""
        name = _found_by(game)
        if self._cell is None or not self._cell.is_alive:
            self._open(type(game), name)
            self._game = None
        if self._game == (name, str(game.options)):
            return []
        try:
            found = self.said(self.ask(SETUP + json.dumps(self.bot.setup(game)).encode(), LOADING))
        except (Lost, TimeUp) as lost:
            why = lost.said if isinstance(lost, Lost) else reason_of(lost)
            raise KiebitzError(
                say("{file} cannot be loaded: it {why}.", file=self.bot.file.name, why=why)
            ) from None
        self._game = name, str(game.options)
        return found

    def options(self, game: type[Game], name: str) -> dict[str, str] | None:
        """The options that a game must have for the bot; None if it does not play the game."""
        self._open(game, name)
        file = {self.bot.spec.split(":", 1)[0]: str(self.bot.file.resolve())}
        spec = str(self.bot.file.resolve()) + self.bot.spec[len(next(iter(file))) :]
        wanted = {"what": "options", "spec": spec, "name": name}
        found: dict[str, str] | None = self.said(self.ask(SETUP + json.dumps(wanted).encode(), LOADING))[0]
        return found

    def said(self, answer: bytes) -> list[Any]:
        """The words of an answer; where a file was missing that lies beside the bot, that is explained."""
        return said(answer, partial(why_unseen, self._shown) if self._shown else None)

    def close(self) -> None:
        """End the cell; another one is made when it is needed."""
        if self._cell is not None:
            self._cell.close()
            self._cell = None


ERRORS = {"BadOption": BadOption, "UnknownName": KiebitzError, "KiebitzError": KiebitzError}


Explain = Callable[[str], Saying | None]


def said(answer: bytes, explain: Explain | None = None) -> list[Any]:
    """The words of an answer; what the bot raised in its cell is raised here, with what explains it."""
    try:
        kind, *words = json.loads(answer[1:])
    except ValueError:
        raise Lost(say("wrote more than an answer where its answers are read")) from None
    if kind == "late":
        raise TimeUp
    if kind == "raised":
        name, text, place, lines, missing = words
        hint = explain(str(missing)) if explain and missing else None
        raise Reported(str(name), str(text), str(place), list(lines), hint)
    if kind == "refused":
        name, told, missing = words
        hint = explain(str(missing)) if explain and missing else None
        refusal = Saying.of_json(told)
        raise ERRORS.get(name, KiebitzError)(
            Saying("{what} ({hint})", {"what": refusal, "hint": hint}) if hint else refusal
        )
    return words if kind in ("done", "ready") else [kind, *words]


def _decision(move: Any, because: Any = "", values: Any = None, details: Any = None) -> Decision:
    """A decision of plain values, whatever a cell has sent."""
    worth, more = (
        {str(key): value if isinstance(value, (int, float)) else str(value) for key, value in given.items()}
        for given in (dict(values or {}), dict(details or {}))
    )
    return Decision(str(move), str(because), worth, more)  # type: ignore[arg-type]  # agents give any


class Distant(Agent):
    """An agent that thinks in a cell; it listens there too."""

    def __init__(self, lodging: Lodging, game: Game, limit: float | None = None) -> None:
        self._lodging, self._limit, self._seen = lodging, limit, _NO_WORDS
        lodging.settle(game)
        self.listens, self._begins = self._words(MAKE)

    def _words(self, letter: bytes, word: int = 0, number: int = 0) -> list[Any]:
        try:
            question = TURN.pack(letter, word, self._limit or 0.0, number, ANY)
            return self._lodging.said(self._lodging.ask(question, self._limit))
        except TimeUp:
            raise TimeUp(self._limit or 0.0) from None

    def begin(self, seat: int, options: Mapping[str, str], rng: Stream) -> None:
        if self._begins:
            self._words(BEGIN, int(rng.word[0]), seat)

    def _turn(self, letter: bytes, view: View) -> bytes:
        """A question about a view; of what was seen only what is new."""
        diary, known = bytes(view._diary), len(self._seen)
        if not diary.startswith(self._seen):
            known = 0
        self._seen = diary
        core = shared_core(self._lodging.is_quick)
        head = TURN.pack(letter, int(view.rng.word[0]), self._limit or 0.0, known, core)
        start = perf_counter()
        answer = self._lodging.ask(head + view.vector.tobytes() + diary[known:], self._limit)
        self._lodging.is_quick = perf_counter() - start < QUICK
        return answer

    def act(self, view: View) -> Any:
        answer = self._turn(ACT, view)
        letter = answer[:1]
        if letter != TEXT and len(answer) >= MOVE.size:
            _, code, word = MOVE.unpack_from(answer)
            view.rng.word[0] = word
            for move in view.moves:
                if move.code == code:
                    return (
                        move if letter == CODE else Decision(move, answer[MOVE.size :].decode("utf-8", _KEEP))
                    )
            return None
        try:
            kind, word, *rest = self._lodging.said(answer)
        except TimeUp:
            raise TimeUp(self._limit or 0.0) from None
        view.rng.word[0] = int(word)
        return _decision(*rest) if kind == "decision" else Garbled(rest[0])

    def finish(self, view: View) -> None:
        """Hear of the rest of the unit."""
        if self.listens:
            self._lodging.said(self._turn(FINISH, view))

    def conduct(self) -> tuple[bool, bool]:
        """For a check-up: did it use a global generator, did it change a view?"""
        used, spoilt = self._words(STATE)
        return bool(used), bool(spoilt)


def guest(spec: str, game: Game, places: Mapping[str, str] | None = None, watch: bool = False) -> Contestant:
    """The contestant of a specification ``file.py:Class``, of which nothing is loaded in this process."""
    bot = Bot(spec, tuple(sorted((places or {}).items())), watch)
    compiled, cheats, source, declared = _facts(bot, game)
    if compiled:
        raise refuse_compiled(spec)
    part = without_links(bot_part(words_of_file(spec)[0], Path(source), declared))
    make = partial(_lodged, replace(bot, part=part), game)
    return Contestant(game, spec, make, None, cheats, source, parts=(part,), isolated=True)


def _lodged(bot: Bot, game: Game, limit: float | None = None, lodging: Lodging | None = None) -> Distant:
    return Distant(lodging or Lodging(bot), game, limit)


Facts = tuple[bool, bool, str, Declared]
_known: dict[tuple[Bot, str, str, tuple[float, ...]], Facts] = {}


def _facts(bot: Bot, game: Game) -> Facts:
    """What a bot's file says in a cell: is it compiled, does it cheat, its file, what it needs."""
    file = bot.file.resolve()
    changed = tuple(map(_changed, sources(file, file.parent)))
    key = replace(bot, watch=False), _found_by(game), game.options_text, changed
    if key not in _known:
        lodging = Lodging(bot)
        try:
            compiled, cheats, _, (files, values, takes_folder, home) = lodging.settle(game)
        finally:
            lodging.close()
        declared = Declared(tuple(map(str, files)), tuple(map(str, values)), bool(takes_folder), str(home))
        if home and home not in {str(platform.home(file)) for _, platform in platforms(type(game))}:
            raise outside(file)
        _known[key] = bool(compiled), bool(cheats), str(file), declared
    return _known[key]


def _changed(file: Path) -> float:
    try:
        return file.stat().st_mtime
    except OSError:
        return 0.0


def options_of_guest(spec: str, game: type[Game]) -> dict[str, str] | None:
    """The options that a game must have for the bot of a file; None if it does not play the game."""
    lodging = Lodging(Bot(spec))
    try:
        return lodging.options(game, name_of_game(game()))
    finally:
        lodging.close()
