"""``kiebitz play``: a person against agents in the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from kiebitz.amounts import check_number
from kiebitz.cli.common import announce_compilation, seed_of
from kiebitz.cli.guarding import ISOLATE, TRUST, obey
from kiebitz.cli.interrupts import interruptible
from kiebitz.cli.moves import listed, meant
from kiebitz.errors import BadOption, IllegalMove, KiebitzError
from kiebitz.files import check_writable, write_new
from kiebitz.language.speaking import spoken
from kiebitz.sayings import MoveText, Saying, joined, say
from kiebitz.telling import tell

if TYPE_CHECKING:
    from kiebitz.agents.contestant import Contestant
    from kiebitz.agents.seated import Seated
    from kiebitz.kernel.random import Stream
    from kiebitz.rules.game import Game
    from kiebitz.rules.records import Record
    from kiebitz.rules.values import State

MOST_DEALS = 1000  # of a series
USUAL = "usual"  # what hints play for
BEGINNING = -1  # the ply of an agent's ``begin``
HELP = say(
    "A move by its text, or its number where it has one; u takes back, h gives a hint, ? lists, q quits."
)


def play(
    game: str = typer.Argument(help="The game: see 'kiebitz games'."),
    agents: list[str] = typer.Argument(
        None, help="The other players, one for all or one each; none for a good one."
    ),
    level: str = typer.Option("", help="How strong they are, in place of names: see 'kiebitz games'."),
    seat: int = typer.Option(0, help="Your seat, from 0."),
    seed: str = typer.Option("", "--seed", "-s", help="Names the deal; without it a new one each time."),
    rules: str = typer.Option(
        "", help="A rule set by name or its beginning; without it what people play: see 'kiebitz games'."
    ),
    options: str = typer.Option(
        "", "--options", "-o", help="Single options that differ from the rule set: name=value,name=value."
    ),
    deals: int | None = typer.Option(
        None, "--deals", "-d", help="Deals of a series; without it what is usual in the game."
    ),
    save: Path | None = typer.Option(None, help="Write the record of each deal to this file."),
    aim: str = typer.Option(USUAL, help="What hints play for in a game of several rounds: deal or match."),
    trust: bool = TRUST,
    isolate: bool = ISOLATE,
) -> None:
    """Play against agents in the terminal."""
    from kiebitz.agents.advice import adviser
    from kiebitz.agents.cells.guarded import tell_if_unlocked
    from kiebitz.agents.registry import contestant
    from kiebitz.agents.roster import Roster
    from kiebitz.agents.roster import level as level_of
    from kiebitz.kernel.random import fresh_seed
    from kiebitz.rules.parts import part
    from kiebitz.table.stage import Stage

    obey(trust, isolate)
    check_writable(save)
    if deals is not None:
        check_number("deals", deals, most=MOST_DEALS)
    chosen = _game(game, rules, options)
    adviser(chosen, aim)  # refused now, not when a hint is wanted
    if not 0 <= seat < chosen.seats:
        raise BadOption(say("Your seat must be 0 to {last}, not {seat}.", last=chosen.seats - 1, seat=seat))
    if agents and level:
        raise BadOption(say("Name agents or a level, not both."))
    specs = agents or [level_of(chosen, level).specification if level else part(chosen, Roster).opponent]
    if len(specs) not in (1, chosen.seats - 1):
        others = chosen.seats - 1
        raise BadOption(say("Name one agent for all or {n} agents, not {given}.", n=others, given=len(specs)))
    left = iter(specs * (chosen.seats - 1) if len(specs) == 1 else specs)
    players = [None if at == seat else contestant(next(left), chosen) for at in range(chosen.seats)]
    for one in filter(None, players):
        tell_if_unlocked(one)
    series = Series(chosen, players, seed or fresh_seed(), deals or part(chosen, Stage).units, save, aim)
    with interruptible(series.kept):
        series.run()
    if save:
        tell(say("Saved to {file}.", file=str(save)))


def _game(name: str, rules: str, options: str) -> Game:
    """The game by a rule set, changed by single options."""
    from kiebitz.rules.options import parse_options
    from kiebitz.rules.registry import any_class

    cls = any_class(name)
    chosen = cls({**cls.rule_set(rules).options, **parse_options(options)})
    announce_compilation(say("what {game} needs", game=chosen.name))
    return chosen


@dataclass
class Series:
    """Deals one after the other between the same players; the deal goes round, so all change seats."""

    game: Game
    players: list[Contestant | None]  # as they sit in the first deal; None is the person
    seed: str
    deals: int
    save: Path | None = None
    aim: str = USUAL  # of hints
    number: int = 0  # of the deal that is being played
    records: list[Record] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.names = _names(self.players, is_series=self.deals > 1)
        self.totals = [0] * self.game.seats

    def run(self) -> None:
        """Play until all deals are over or the person quits."""
        while self._play() and self.number + 1 < self.deals and _goes_on():
            self.number += 1

    def kept(self) -> Saying:
        """What an interrupt leaves."""
        if self.save and self.records:
            n, file = len(self.records), str(self.save)
            return say("{n} {n:deal is|deals are} in {file}.", n=n, file=file)
        return say("the game is not kept; the seed of its deal is {seed}.", seed=self.name)

    @property
    def name(self) -> str:
        """The seed of the deal that is being played."""
        return f"{self.seed}/{self.number}" if self.number else self.seed

    def _play(self) -> bool:
        """One deal; False if the person has quit."""
        seats = self.game.seats
        sitting = [(seat + self.number) % seats for seat in range(seats)]
        players, names = [self.players[at] for at in sitting], [self.names[at] for at in sitting]
        self._greet(players.index(None))
        last = TerminalGame(self.game, players, names, self.name, self.aim).run()
        self._keep(last, names)
        if last.is_over and self.deals > 1:
            for at, points in zip(sitting, last.payoffs, strict=True):
                self.totals[at] += points
            pairs = zip(self.names, self.totals, strict=True)
            sums = joined(", ", (Saying("{who} {p:+}", {"who": who, "p": total}) for who, total in pairs))
            tell(say("After {n} of {of} deals: {sums}", n=self.number + 1, of=self.deals, sums=sums))
        return last.is_over

    def _greet(self, seat: int) -> None:
        """Say what is dealt, and at first what can be typed."""
        game, who = self.game.title, self.game.who(seat)
        if self.deals > 1:
            n, of = self.number + 1, self.deals
            tell(say("{game}, deal {n} of {of}. You are {who}; the seed of this deal is {seed}.",
                     game=game, n=n, of=of, who=who, seed=self.name))  # fmt: skip
            if not self.number:
                tell(HELP)
        else:
            tell(say("{game}. You are {who}; the seed of this deal is {seed}. {help}",
                     game=game, who=who, seed=self.name, help=HELP))  # fmt: skip

    def _keep(self, last: State, names: Sequence[Saying | str]) -> None:
        """Write the deals down after each of them, so that an interrupt costs no more than one."""
        from kiebitz.rules.records import Record

        if self.save and (last.history or not self.records):
            self.records.append(Record.of(last, tuple(map(str, names))))
            write_new(self.save, "\n".join(record.text for record in self.records))


def _names(players: Sequence[Contestant | None], is_series: bool) -> list[Saying | str]:
    """What everybody is called. In a series all change seats, so several of one name are numbered."""
    names = [player.name if player else "" for player in players]
    called: list[Saying | str] = []
    for at, name in enumerate(names):
        is_double = is_series and names.count(name) > 1
        called.append((f"{name} {names[: at + 1].count(name)}" if is_double else name) or say("you"))
    return called


def _goes_on() -> bool:
    """Ask whether another deal is wanted."""
    try:
        return input(spoken(say("Enter: the next deal, q: quit "))).strip().lower() not in ("q", "quit")
    except EOFError:
        print()
        return False


class TerminalGame:
    """A game in progress at the terminal; the states before are kept for undo."""

    def __init__(
        self,
        game: Game,
        players: list[Contestant | None],
        names: list[Saying | str],
        seed: str,
        aim: str = USUAL,
    ) -> None:
        self.game, self.players, self.names, self.seed, self.aim = game, players, names, seed, aim
        self.seat = players.index(None)
        self.states: list[State] = [game.deal(seed_of(seed))]
        self._seat_agents()

    def _seat_agents(self) -> None:
        """Agents that have heard nothing yet: at their next move they are told all that happened."""
        from kiebitz.agents.seated import Seated

        self.agents: list[Seated | None] = [None] * self.game.seats
        for at, contestant in enumerate(self.players):
            if contestant:
                with self._blaming(at):
                    self.agents[at] = Seated(contestant, at, self._stream(at, BEGINNING))

    def _stream(self, seat: int, ply: int) -> Stream:
        """The random numbers of a seat at a ply: the same again after a move was taken back."""
        from kiebitz.kernel.random import Stream

        return Stream.named("terminal", self.seed, seat, ply)

    @contextmanager
    def _blaming(self, seat: int) -> Iterator[None]:
        """What an agent does wrong is told in a sentence with its name; which moves it had is not."""
        from kiebitz.agents.answers import Lost, Reported
        from kiebitz.agents.seated import Failed

        name = self.names[seat]
        try:
            yield
        except Failed as failed:
            if failed.kind == "illegal":
                answered = failed.said.values["answer"]
                raise KiebitzError(
                    say(
                        "{name} answered {answer}, which is not a legal move; the game ends here.",
                        name=name,
                        answer=answered,
                    )
                ) from None
            error = failed.__cause__
            if isinstance(error, Lost):
                said = say("{name} {what}; the game ends here.", name=name, what=error.said)
                raise KiebitzError(said) from None
            kind, why = type(error).__name__, str(error)
            if isinstance(error, Reported):
                kind, why = error.name, error.text
            raise KiebitzError(say("{name} raised {kind}: {why}.", name=name, kind=kind, why=why)) from error

    @property
    def state(self) -> State:
        return self.states[-1]

    def run(self) -> State:
        """Play to the end, or until the person quits."""
        while not self.state.is_over:
            before = self.state
            if self.agents[self.state.turn] is None:
                if not self._ask():
                    return self.state
            else:
                self._let_play()
            if self.state.round > before.round:
                self._tell_round(before)
        tell(Saying("\n{position}\n", {"position": self.state.said}))
        tell(say("The end. Points: {points}", points=self._points()))
        return self.state

    def _tell_round(self, before: State) -> None:
        """What a round brought that ended with the last move, and how each seat came by it."""
        from kiebitz.rules.parts import part
        from kiebitz.table.stage import Stage

        stage = part(self.game, Stage)
        brought = enumerate(stage.summary(before, self.state)["points"])
        points = [Saying("{who} {p:+}", {"who": self._who(seat), "p": p}) for seat, p in brought]
        tell(say("Points of this round: {points}", points=joined(", ", points)))
        for seat, how in enumerate(stage.tally(before, self.state)):
            tell(Saying("  {who}: {how}", {"who": self.game.who(seat), "how": how}))

    def _points(self) -> Saying:
        payoffs = enumerate(self.state.payoffs)
        return joined(", ", (Saying("{who} {p:+}", {"who": self._who(seat), "p": p}) for seat, p in payoffs))

    def _who(self, seat: int) -> Saying:
        """A seat with the name of the player."""
        return Saying("{who} ({name})", {"who": self.game.who(seat), "name": self.names[seat]})

    def _let_play(self) -> None:
        turn = self.state.turn
        seated, view = self.agents[turn], self.state.view(turn, self._stream(turn, self.state.ply))
        assert seated is not None
        with self._blaming(turn):
            move = seated.decide(view).decision.move
        phase = self.state.phase
        self.states.append(self.state.play(move))
        seen = self.state.view(self.seat).last[2]
        shown = MoveText(str(seen), phase) if seen else say("(hidden)")
        tell(Saying("{who}: {move}", {"who": self._who(turn), "move": shown}))

    def _ask(self) -> bool:
        """Ask the person for a move until there is one; False to quit."""
        tell(Saying("\n{position}", {"position": self.state.view(self.seat).said}))
        self._list()
        while True:
            try:
                text = input("> ").strip()
            except EOFError:
                print()
                return False
            match text.lower():
                case "q" | "quit":
                    return False
                case "u" | "undo":
                    if self._undo():
                        return True
                    tell(say("There is nothing to take back."))
                case "h" | "hint":
                    tell(say("Hint: {hint}", hint=self._hint()))
                case "?" | "help":
                    tell(HELP)
                    self._list()
                case _:
                    if self._try(text):
                        return True

    def _list(self) -> None:
        """Show the legal moves. A single one is still asked for, so that its moment is seen."""
        moves, said = self.state.moves, listed(self.state.moves, self.state.phase)
        only = say("Your only move: {moves} (Enter plays it)", moves=said)
        tell(only if len(moves) == 1 else say("Your moves: {moves}", moves=said))

    def _try(self, text: str) -> bool:
        """Play what was typed; if it is no legal move, say so and which ones are."""
        moves = self.state.moves
        if not text and len(moves) > 1:
            self._list()
            return False
        try:
            self.states.append(self.state.play(meant(text, moves) if text else moves[0]))
        except IllegalMove as error:  # it lists them
            tell(error.said)
            return False
        except KiebitzError as error:
            tell(error.said)
            self._list()
            return False
        return True

    def _undo(self) -> bool:
        """Go back to the person's last decision."""
        for at in range(len(self.states) - 2, -1, -1):
            if self.states[at].turn == self.seat:
                del self.states[at + 1 :]
                self._seat_agents()
                return True
        return False

    def _hint(self) -> Saying:
        """What a good agent would do, and why."""
        from kiebitz.agents.advice import advise

        advice = advise(self.state.view(self.seat), self.aim)
        values = {"move": MoveText(advice.move, self.state.phase), "because": advice.because}
        return Saying("{move}. {because}" if advice.because else "{move}.", values)
