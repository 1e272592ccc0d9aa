"""A check-up for a bot: many games under many options, and what is wrong with it in plain sentences.

The others play at random in some games and well in others. For each phase of the game there are games that
others begin for the bot, up to a decision of that phase: one that never bids must discard all the same.

Every deal is played twice, the bot sitting at another seat the second time, and every game three times: in
order, again in another process, and in the reverse order in a third; some also each in a process of its own.
A bot that decides by its view and its stream alone does the same each time.
"""

from __future__ import annotations

from collections import ChainMap, Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from kiebitz.agents.answers import TimeUp, reason_of
from kiebitz.agents.cells.guarded import guard_of_bot
from kiebitz.agents.registry import contestant, entries, options_for
from kiebitz.agents.roster import Roster
from kiebitz.agents.trust import is_trusted
from kiebitz.amounts import check_number
from kiebitz.errors import KiebitzError
from kiebitz.lab.checking.checkup import RANDOM, Case, Death, Findings, decisions, play_case
from kiebitz.lab.playing.crew import Casualty, Crew, NoCrew
from kiebitz.lab.runs.plan import table
from kiebitz.rules.contract.tried import each_alone
from kiebitz.rules.game import Game
from kiebitz.rules.parts import part
from kiebitz.rules.registry import game as game_by_name
from kiebitz.sayings import Saying, say

DEATHS = 3  # after this many a check-up stops
SHOWN = 3  # slowest decisions
MOST_GAMES = 100_000  # all of them are kept in memory
ALONE = 8  # games that are played in processes of their own
LOOKED = 10  # games in which each kind of others is watched for the phases of the game


@dataclass
class Finding:
    """Something that is wrong: how often, and the first view where it showed."""

    kind: str
    sentence: Saying
    where: Saying
    count: int = 1
    lines: tuple[Saying, ...] = ()
    view: str = ""


@dataclass
class Checkup:
    """What a bot's check-up has found."""

    bot: str
    game: str
    options: list[str]
    games: int = 0
    views: int = 0
    phases: Counter[str] = field(default_factory=Counter)
    unseen: list[str] = field(default_factory=list)  # phases in which it was not asked
    ms_per_move: float = 0.0
    slowest: list[dict[str, Any]] = field(default_factory=list)
    problems: list[Finding] = field(default_factory=list)
    hints: list[Saying] = field(default_factory=list)
    files: list[str] = field(default_factory=list)  # that belong to it, as seen from its folder
    guard: Saying | str = ""  # what kept it from other cards and your files

    @property
    def ok(self) -> bool:
        return not self.problems

    def as_dict(self) -> dict[str, Any]:
        problems = [vars(problem) for problem in self.problems]
        return {"ok": self.ok, **vars(self), "problems": problems, "phases": dict(self.phases)}


Pass = dict[int, "Findings | Death"]


def check_bot(
    spec: str,
    game: str,
    options: str = "",
    games: int = 60,
    limit: float = 10.0,
    seed: int | str = 0,
    places: tuple[tuple[str, str], ...] = (),
) -> Checkup:
    """Play a bot through many games and say what is wrong with it; with a limit of 0 it may think forever."""
    check_number("games", games, most=MOST_GAMES)
    checkup = Checkup(spec, game, [options] if options else ["", *each_alone(type(game_by_name(game)))])
    _restrict(checkup)
    one = contestant(spec, table(game, checkup.options[0]), dict(places))
    checkup.guard = guard_of_bot(one)
    checkup.files = [part.relative(file) for part in one.parts for file in part.files]
    trusted = is_trusted(spec)
    cases = [
        replace(case, places=places, trust=trusted)
        for case in islice(_cases(checkup, limit or None, seed), games)
    ]
    cases += _phase_cases(checkup, cases)
    games = len(cases)
    first = _play(cases, range(games))
    _summarise(checkup, cases, first)
    checkup.unseen = [phase for phase in table(game, checkup.options[0]).phases if not checkup.phases[phase]]
    if any(isinstance(result, Death) for result in first.values()):
        checkup.hints.append(say("It does not live long enough to see whether it always does the same."))
        return checkup
    if any(isinstance(result, Findings) and result.is_slow for result in first.values()):
        checkup.hints.append(say("It was stopped there as too slow; --time-limit gives it more seconds."))
        return checkup
    with ThreadPoolExecutor(1 if places else 2) as pool:  # in one process one after the other
        orders = (range(games), range(games - 1, -1, -1))
        second, reverse = pool.map(lambda order: _play(cases, order), orders)
        some = sorted({number * (games - 1) // (ALONE - 1) for number in range(ALONE)})
        alone = dict(ChainMap(*pool.map(lambda number: _play(cases, [number], at_once=True), some)))
    _compare(checkup, cases, first, second, reverse, alone)
    return checkup


def _restrict(checkup: Checkup) -> None:
    """Leave out options with which the bot does not play, such as one of a platform."""
    needed = options_for(checkup.bot, type(table(checkup.game, checkup.options[0])))
    if not needed:
        return
    fitting = [one for one in checkup.options if table(checkup.game, one).options.items() >= needed.items()]
    text = ",".join(f"{name}={value}" for name, value in needed.items())
    checkup.options = fitting or [text]
    checkup.hints.append(say("It plays with {options} only, so that is what was tried.", options=text))


def _cases(checkup: Checkup, limit: float | None, seed: int | str) -> Iterator[Case]:
    """Games without end: all sets of options, all seats in each, and two of them for every deal.

    The others play at random in every other deal, and well in the rest.
    """
    for deal in count():
        for number, options in enumerate(checkup.options):
            game = table(checkup.game, options)
            others = good_player(game) if (deal + number) % 2 else RANDOM
            for seat in (deal, deal + 1):
                yield Case(checkup.bot, checkup.game, options, deal, seat % game.seats, limit, seed, others)


CLOCK = "seconds"
"""The parameter of agents that have a limit of time."""


def good_player(game: Game) -> str:
    """The quick version of the agent whom people play against; random play where that one does not play.

    Without its clock: a move that depends on the time would look like a bot that changes its mind.
    """
    name = part(game, Roster).opponent.partition(":")[0]
    entry = entries(game)[name]
    spec = entry.quick
    if any(option.name == CLOCK for option in entry.parameters) and CLOCK not in spec:
        spec += f"{',' if ':' in spec else ':'}{CLOCK}=0"
    try:
        contestant(spec, game)
    except KiebitzError:
        return RANDOM
    return spec


def _phase_cases(checkup: Checkup, cases: list[Case]) -> list[Case]:
    """For each phase of the game, games that others begin, until the bot has to decide in it.

    Two for each phase, if two are found: one that good players have begun and one that began at random.
    """
    if len(table(checkup.game, checkup.options[0]).phases) < 2:
        return []
    found: dict[tuple[str, str], Case] = {}
    for case in cases[: 2 * LOOKED]:
        for decided in decisions(case):
            key = decided.phase, case.others
            if key not in found:
                found[key] = replace(case, seat=decided.seat, taken=decided.ply)
    return list(found.values())


def _play(cases: list[Case], order: Sequence[int], at_once: bool = False) -> Pass:
    """Play cases one after the other in a fresh process; when it dies, another goes on.

    One that starts at once has its hashes in common with others that do.
    """
    found: Pass = {}
    modules = table(cases[0].game, cases[0].options).modules
    crews = partial(Crew, 1, modules, strangers=not at_once, cells=at_once)
    start: Callable[[], Crew | NoCrew] = NoCrew if cases[0].places else crews
    crew, deaths = start(), 0
    with TemporaryDirectory(prefix="kiebitz-") as folder:
        trace = Path(folder) / "moves"
        try:
            for number in order:
                future = crew.submit(play_case, number, cases[number], trace)
                list(crew.wait([future]))
                try:
                    found[number] = result = future.result()
                    deaths += isinstance(result, Death)
                    if deaths == DEATHS or (isinstance(result, Findings) and result.is_slow):
                        break
                except BrokenProcessPool:
                    found[number] = _death(crew, number, trace)
                    crew.end()
                    deaths += 1
                    if deaths == DEATHS:
                        break
                    crew = start()
        finally:
            crew.end()
    return found


def _death(crew: Crew | NoCrew, number: int, trace: Path) -> Death:
    unknown = Casualty((0, 0, number), 0, say("took its process down before it was asked anything"))
    codes = [int(line) for line in trace.read_text().split()] if trace.exists() else []
    return Death(next(iter(crew.casualties()), unknown), codes)


def _summarise(checkup: Checkup, cases: list[Case], found: Pass) -> None:
    """What the games have shown, the same things put together."""
    groups: dict[tuple[str, str], Finding] = {}
    for number, result in found.items():
        for key, problem in _problems(cases[number], result):
            if key in groups:
                groups[key].count += 1
            else:
                groups[key] = problem
    checkup.problems += groups.values()
    games = {number: result for number, result in found.items() if isinstance(result, Findings)}
    checkup.games = len(games)
    for result in games.values():
        checkup.views += len(result.answers)
        checkup.phases += result.phases
    times = [
        (seconds, number, ply)
        for number, result in games.items()
        for seconds, (ply, _) in zip(result.seconds, result.answers, strict=True)
    ]
    checkup.ms_per_move = 1000 * sum(seconds for seconds, _, _ in times) / max(len(times), 1)
    checkup.slowest = [
        {"ms": 1000 * seconds, "where": cases[number].at(ply)}
        for seconds, number, ply in sorted(times, reverse=True)[:SHOWN]
    ]
    checkup.hints += _hints(list(games.values()))


def _problems(case: Case, result: Findings | Death) -> Iterator[tuple[tuple[str, str], Finding]]:
    if isinstance(result, Death):
        cause = result.casualty.cause
        if result.casualty.overdue:
            late = reason_of(TimeUp(case.limit or 0.0))
            cause = say("{why}, and only the end of its process stopped it", why=late)
        yield ("death", str(cause)), _problem("death", cause, case, result.codes, len(result.codes))
        return
    for complaint in result.complaints:
        problem = _problem(complaint.kind, complaint.sentence, case, result.codes, complaint.ply)
        problem.lines = complaint.lines
        yield (complaint.kind, complaint.key), problem


def _problem(kind: str, sentence: Saying, case: Case, codes: list[int], ply: int) -> Finding:
    view = case.state(codes[:ply]).view(case.seat)
    return Finding(kind, sentence, case.at(ply), view=str(view))


def _hints(games: list[Findings]) -> Iterator[Saying]:
    if any(result.global_random for result in games):
        yield say("It uses a global random generator; with view.rng the same seed gives the same games.")
    if any(result.spoilt_views for result in games):
        yield say(
            "It changes view.vector; nobody else sees that, but view.moves and the rest may mislead it."
        )
    if not any(result.explained for result in games):
        yield say("It gives no reasons; Decision(move, because=...) lets others look into its head.")


def _compare(
    checkup: Checkup, cases: list[Case], first: Pass, second: Pass, reverse: Pass, alone: Pass
) -> None:
    """Look for decisions that depend on more than the view and the stream.

    A game in which it was late in one of them says nothing: another move was played in place of its own.
    """
    late = set[int]().union(*map(_late, (first, second, reverse, alone)))
    if hurried := late - _late(first):
        checkup.hints.append(
            say(
                "It was too slow in {n} {n:game|games} that it had played in time before; "
                "--time-limit gives it more seconds.",
                n=len(hurried),
            )
        )
    games = [n for n in first if n not in late]
    wavering = [n for n in games if _codes(first[n]) != _codes(second.get(n))]
    keeping = [n for n in games if _codes(first[n]) != _codes(reverse.get(n))]
    spoilt = [n for n in games if n in alone and _codes(first[n]) != _codes(alone[n])]
    if wavering:
        checkup.problems.append(_difference("nondeterminism", _wavers, cases, wavering, first, second))
    elif keeping:
        checkup.problems.append(_difference("state", _keeps, cases, keeping, reverse, first))
    elif spoilt:
        checkup.problems.append(_difference("state", _is_spoilt, cases, spoilt, alone, first))


def _late(games: Pass) -> set[int]:
    """The games in which the bot was late."""
    return {
        number
        for number, game in games.items()
        if (game.casualty.overdue if isinstance(game, Death) else game.late)
    }


def _codes(result: Findings | Death | None) -> list[int] | None:
    return result.codes if isinstance(result, Findings) else None


def _wavers(one: Any, other: Any) -> Saying:
    return say(
        "played {one} and in another process {other}, with the same view and the same stream",
        one=one,
        other=other,
    )


def _keeps(one: Any, other: Any) -> Saying:
    return say(
        "played {one} after other games than before, when it played {other}: "
        "it keeps something from game to game",
        one=one,
        other=other,
    )


def _is_spoilt(one: Any, other: Any) -> Saying:
    return say(
        "played {one} in a fresh process, and {other} after other games: "
        "it keeps something from game to game",
        one=one,
        other=other,
    )


def _difference(
    kind: str,
    sentence: Callable[[Any, Any], Saying],
    cases: list[Case],
    games: list[int],
    one: Pass,
    other: Pass,
) -> Finding:
    """The first decision of the first game that came out in two ways."""
    number = games[0]
    case, codes, others = cases[number], _codes(one.get(number)) or [], _codes(other.get(number)) or []
    pairs = enumerate(zip(codes, others, strict=False))
    ply = next((ply for ply, (mine, theirs) in pairs if mine != theirs), 0)
    state = case.state(codes[:ply])
    moves = [
        state.game.move(state.vector_phase, seen[ply]) if seen else say("nothing") for seen in (codes, others)
    ]
    problem = _problem(kind, sentence(*moves), case, codes, ply)
    problem.count = len(games)
    return problem
