"""``kiebitz play``: a person against agents in the terminal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from kiebitz.cli.common import OPTIONS, game_of, seed_of
from kiebitz.cli.interrupts import interruptible
from kiebitz.errors import BadOption, KiebitzError
from kiebitz.files import check_writable, write_new
from kiebitz.telling import tell

if TYPE_CHECKING:
    from kiebitz.agents.contestant import Contestant
    from kiebitz.agents.seated import Seated
    from kiebitz.kernel.random import Stream
    from kiebitz.rules.game import Game
    from kiebitz.rules.values import State

BEGINNING = -1  # the ply of an agent's ``begin``
HELP = "A move by its text or its number; u takes back, h gives a hint, q quits."


def play(
    game: str = typer.Argument(help="The game: see 'kiebitz games'."),
    agents: list[str] = typer.Argument(
        None, help="The other players, one for all or one each; none for a good one."
    ),
    seat: int = typer.Option(0, help="Your seat, from 0."),
    seed: str = typer.Option("", "--seed", "-s", help="Names the deal; without it a new one each time."),
    options: str = OPTIONS,
    save: Path | None = typer.Option(None, help="Write the record of the game to this file."),
) -> None:
    """Play against agents in the terminal."""
    from kiebitz.agents.registry import contestant
    from kiebitz.agents.roster import Roster
    from kiebitz.kernel.random import fresh_seed
    from kiebitz.rules.parts import part
    from kiebitz.rules.records import Record

    check_writable(save)
    chosen = game_of(game, options)
    if not 0 <= seat < chosen.seats:
        raise BadOption(f"Your seat must be 0 to {chosen.seats - 1}, not {seat}.")
    specs = agents or [part(chosen, Roster).opponent]
    if len(specs) not in (1, chosen.seats - 1):
        raise BadOption(f"Name one agent for all or {chosen.seats - 1} agents, not {len(specs)}.")
    others = iter(specs * (chosen.seats - 1) if len(specs) == 1 else specs)
    players = [None if at == seat else contestant(next(others), chosen) for at in range(chosen.seats)]
    seed = seed or fresh_seed()
    tell(f"{chosen.title}. You are {chosen.seat_name(seat)}; the seed of this deal is {seed}. {HELP}")
    with interruptible(lambda: f"the game is not kept; the seed of its deal is {seed}."):
        last = TerminalGame(chosen, players, seat, seed).run()
    if save:
        names = tuple(other.name if other else "you" for other in players)
        write_new(save, Record.of(last, names).text)
        print(f"Saved to {save}.")


class TerminalGame:
    """A game in progress at the terminal; the states before are kept for undo."""

    def __init__(self, game: Game, players: list[Contestant | None], seat: int, seed: str) -> None:
        self.game, self.players, self.seat, self.seed = game, players, seat, seed
        self.names = [other.name if other else "you" for other in players]
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
        from kiebitz.agents.seated import Failed

        name = self.names[seat]
        try:
            yield
        except Failed as failed:
            if failed.kind == "illegal":
                answer = failed.said.values["answer"]
                raise KiebitzError(
                    f"{name} answered {answer}, which is no legal move; the game ends here."
                ) from None
            error = failed.__cause__
            raise KiebitzError(f"{name} raised {type(error).__name__}: {error}.") from error

    @property
    def state(self) -> State:
        return self.states[-1]

    def run(self) -> State:
        """Play to the end, or until the person quits."""
        while not self.state.is_over:
            if self.agents[self.state.turn] is None:
                if not self._ask():
                    return self.state
            else:
                self._let_play()
        print(f"\n{self.state}\n")
        tell(f"The end. Points: {self._points()}")
        return self.state

    def _points(self) -> str:
        pairs = zip(self.names, self.state.payoffs, strict=True)
        return ", ".join(f"{self.game.seat_name(at)} ({name}) {p:+d}" for at, (name, p) in enumerate(pairs))

    def _let_play(self) -> None:
        turn = self.state.turn
        seated, view = self.agents[turn], self.state.view(turn, self._stream(turn, self.state.ply))
        assert seated is not None
        with self._blaming(turn):
            move = seated.decide(view).decision.move
        self.states.append(self.state.play(move))
        shown = self.state.view(self.seat).last[2] or "(hidden)"
        print(f"{self.game.seat_name(turn)} ({self.names[turn]}): {shown}")

    def _ask(self) -> bool:
        """Ask the person for a move until there is one; False to quit."""
        moves = self.state.moves
        print(f"\n{self.state.view(self.seat)}")
        tell("Your moves: " + "  ".join(f"{n} {move}" for n, move in enumerate(moves, 1)))
        while True:
            try:
                text = input("> ").strip()
            except EOFError:
                print()
                return False
            if text.lower() in ("q", "quit"):
                return False
            if text.lower() in ("u", "undo"):
                if self._undo():
                    return True
                print("There is nothing to take back.")
            elif text.lower() in ("h", "hint", "?"):
                tell(f"{HELP} Hint: {self._hint()}")
            else:
                number = int(text) if text.isdecimal() and text not in moves else 0
                try:
                    self.states.append(
                        self.state.play(moves[number - 1] if 1 <= number <= len(moves) else text)
                    )
                    return True
                except KiebitzError as error:
                    tell(str(error))

    def _undo(self) -> bool:
        """Go back to the person's last decision."""
        for at in range(len(self.states) - 2, -1, -1):
            if self.states[at].turn == self.seat:
                del self.states[at + 1 :]
                self._seat_agents()
                return True
        return False

    def _hint(self) -> str:
        """What a good agent would do, and why."""
        from kiebitz.agents.advice import advise

        advice = advise(self.state.view(self.seat))
        return f"{advice.move}. {advice.because}".strip()
