"""The command line: thin, it parses, calls and prints.

A command is a function in a file of this package, or of a game's; it is loaded when it is typed.
"""

from __future__ import annotations

import warnings

import typer

from kiebitz import __version__
from kiebitz.cli.guarding import forget
from kiebitz.cli.lazy import General, Root
from kiebitz.errors import FaultWarning
from kiebitz.faults import explained
from kiebitz.telling import spell_out

COMMANDS = {
    "games": General("catalogue:games", "List the games with their options, rule sets and levels."),
    "agents": General("catalogue:agents", "List the agents with their parameters."),
    "play": General("play:play", "Play against agents in the terminal."),
    "table": General("table:table", "Play and watch in the browser."),
    "join": General("join:join", "Let an agent play in a seat of a table; a lost connection is made again."),
    "match": General("match:match", "Play a match and say who is better."),
    "tournament": General(
        "tournament:tournament",
        "Everybody against everybody, every pair on the same deals in all seatings.",
    ),
    "grid": General(
        "tournament:grid", "Every combination of parameters against one opponent, on the same deals."
    ),
    "power": General(
        "power:power",
        "Say how many deals show a difference between two agents, and how long they take.",
    ),
    "freeze": General(
        "freezing:freeze",
        "Fit weights that take luck out of results, on games of their own, and freeze them in a file.",
    ),
    "seal": General(
        "sealing:seal",
        "Register a claim before its first game: agents, deals by a secret seed, measure and bound.",
    ),
    "unseal": General(
        "sealing:unseal", "Play what a seal promises, and say of each promise whether it was kept."
    ),
    "run": General("experiments:run_experiment", "Play the matches of an experiment's page."),
    "reproduce": General(
        "experiments:reproduce", "Play a published experiment again and compare every figure."
    ),
    "runs": General("runs:runs", "List the stored runs, the newest last; or remove one."),
    "show": General(
        "runs:show",
        "Show a stored run: what it is, and its results; or the record of one of its games.",
    ),
    "verify": General("runs:verify", "Play stored games again and compare."),
    "export": General(
        "runs:export",
        "Write a run's games as a table: a row for each game and seat; or the source of its bots.",
    ),
    "dataset": General(
        "dataset:dataset",
        "Write positions for learners: what was seen, done and hidden, and what came of it, in Parquet.",
    ),
    "report": General(
        "report:report",
        "Write a run as one page that opens anywhere: who is better, how sure that is, how to repeat it.",
    ),
    "replay": General(
        "replay:replay", "Step through a recorded game, or check that all records of a file replay."
    ),
    "review": General(
        "review:review",
        "Go over recorded games: what could each player have known, and what only open cards show?",
    ),
    "know": General(
        "know:know",
        "Where each unseen card may be, what the last event ruled out, and what everybody knows.",
    ),
    "puzzle": General(
        "puzzle:puzzle",
        "Solve puzzles: positions in which few moves are right, with the proof; those you miss come back.",
    ),
    "exercises": General(
        "exercises:exercises",
        "Make exercise sheets in epistemic logic from games, or grade a file of answers.",
    ),
    "check-bot": General(
        "checkbot:check_bot", "Play a bot through many positions and say what is wrong with it."
    ),
    "check-game": General(
        "checkgame:check_game",
        "Check a game from outside as ours are checked, and say what is wrong with it.",
    ),
    "perft": General(
        "perft:perft", "Count the sequences of moves from a deal, in all and after each first move."
    ),
}
"""The commands for all games, in the order of the help."""


class Kiebitz(Root):
    general = COMMANDS


app = typer.Typer(
    cls=Kiebitz,
    help="Card games with hidden cards: play, watch, measure, and look into the players' heads.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,  # keeps --help quick
    pretty_exceptions_enable=False,
)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"kiebitz {__version__}")
        raise typer.Exit


def _language(wanted: str) -> None:
    from kiebitz.language.speaking import choose

    choose(wanted)


@app.callback()
def root(
    language: str = typer.Option(
        "en",
        "--language",
        envvar="KIEBITZ_LANGUAGE",
        callback=_language,
        is_eager=True,
        help="The language of what is told: en, de or nl; help texts and --json stay English.",
    ),
    version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Show the version."
    ),
) -> None:
    pass


def main() -> None:
    """Run the program: what a user did wrong is one sentence on standard error and exit code 2."""
    spell_out()
    warnings.simplefilter("ignore", FaultWarning)  # commands tell it themselves
    with explained():
        try:
            app()
        finally:
            forget()
