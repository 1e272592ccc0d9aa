"""Commands that are loaded when they are typed; the list of them is shown without loading any.

Groups are Typer's own (``TyperGroup``): newer Typers carry a Click of their own, so Click is not named here.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from importlib import import_module
from textwrap import shorten
from typing import TYPE_CHECKING, Any, NamedTuple

import typer
from typer.core import TyperGroup
from typer.main import get_command, get_group

from kiebitz.cli.commands import VERBS, Commands
from kiebitz.errors import KiebitzError, UnknownName
from kiebitz.faults import MISTAKE
from kiebitz.language.speaking import spoken
from kiebitz.rules.parts import games_with, part, resolve
from kiebitz.rules.registry import any_class, names
from kiebitz.sayings import say
from kiebitz.telling import tell

if TYPE_CHECKING:
    from kiebitz.rules.game import Game

MARGINS = 6  # columns of a list of commands that hold neither a name nor its help
Rows = list[tuple[str, str]]
"""Names of commands, each with its line in the list."""


class General(NamedTuple):
    """A command that is for all games."""

    place: str
    """``"match:match"``: the function, in a module of this package."""
    help: str
    """The first line of its docstring, kept here so that the module need not be loaded for it."""


class Lazy(TyperGroup):
    """A group that loads a command when it is typed. Subclasses say what there is, and load it."""

    def sections(self) -> Iterator[tuple[str, Rows]]:
        """The lists of the help, each with its heading."""
        raise NotImplementedError

    def load(self, name: str) -> Any:
        """The command of a name, none if there is no such command."""
        raise NotImplementedError

    def refuse(self, name: str, context: Any) -> None:
        """Say that there is no such command."""
        near = get_close_matches(name, self.list_commands(context))
        said = say("No such command {name}.", name=repr(name))
        if near:
            known = ", ".join(map(repr, near))
            said = say("No such command {name}. Did you mean {known}?", name=repr(name), known=known)
        context.fail(spoken(said))

    def list_commands(self, ctx: Any) -> list[str]:
        return list(dict.fromkeys(name for _, rows in self.sections() for name, _ in rows))

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in self.commands and (found := self.load(cmd_name)) is not None:
            self.commands[cmd_name] = found
        return self.commands.get(cmd_name)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if self.get_command(ctx, args[0]) is None:
            self.refuse(args[0], ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """The lists; Typer's own would load every command to ask it for its help."""
        sections = [(heading, rows) for heading, rows in self.sections() if rows]
        longest = max((len(name) for _, rows in sections for name, line in rows if line), default=0)
        room = formatter.width - MARGINS - longest
        for heading, rows in sections:
            with formatter.section(heading):
                if any(line for _, line in rows):
                    short = [shorten(line, room, placeholder="...") for _, line in rows]
                    names = [f"{name:{longest}}" for name, _ in rows]  # one column through all lists
                    formatter.write_dl(list(zip(names, short, strict=True)))
                else:
                    formatter.write_text(", ".join(name for name, _ in rows))

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """As text: an older Typer's coloured help has lists of its own, for which it loads every command."""
        self.format_usage(ctx, formatter)
        self.format_help_text(ctx, formatter)
        self.format_options(ctx, formatter)
        self.format_epilog(ctx, formatter)


class Root(Lazy):
    """``kiebitz``: commands for all games, verbs, and installed games; the first of a name counts."""

    general: Mapping[str, General]

    def main(self, *args: Any, **extra: Any) -> Any:
        """What is wrong with the words of a command is told in one line that says where help is."""
        if not extra.get("standalone_mode", True):
            return super().main(*args, **extra)
        try:
            code = super().main(*args, **{**extra, "standalone_mode": False})
        except typer.Abort:
            sys.exit(1)
        except Exception as error:
            if not hasattr(error, "format_message"):  # Click's, whichever Click it is
                raise
            _explain(error)
            sys.exit(MISTAKE)
        sys.exit(code if isinstance(code, int) else 0)

    def sections(self) -> Iterator[tuple[str, Rows]]:
        yield "Commands", [(name, command.help) for name, command in self.general.items()]
        verbs = [(name, verb.help) for name, verb in VERBS.items()]
        yield "Commands that some games have; 'kiebitz COMMAND' lists them", verbs
        taken = self.general.keys() | VERBS.keys()
        games = [(name, "") for name in _names() if name not in taken]
        yield "Games; 'kiebitz GAME' lists the commands that only it has", games

    def load(self, name: str) -> Any:
        if name in self.general:
            module, _, function = self.general[name].place.partition(":")
            return command(name, getattr(import_module(f"{__package__}.{module}"), function))
        if name in VERBS:
            return VerbGroup(name)
        return group_of(name) if ".py" in name or name in _names() else None


class VerbGroup(Lazy):
    """``kiebitz solve``: the games that bring the verb."""

    def __init__(self, verb: str) -> None:
        super().__init__(
            name=verb,
            help=VERBS[verb].help,
            no_args_is_help=True,
            subcommand_metavar="GAME [ARGS]...",
            rich_markup_mode=None,
        )
        self.verb = verb

    def sections(self) -> Iterator[tuple[str, Rows]]:
        rows = [(name, first_line(self.function(game))) for name, game in self.bringing().items()]
        yield f"Games; 'kiebitz {self.verb} GAME --help' lists the options", rows

    def bringing(self) -> dict[str, type[Game]]:
        """The games that bring it; all are loaded to find out."""
        games = games_with(Commands).items()
        return {name: game for name, game in games if self.verb in part(game, Commands).verbs}

    def function(self, game: type[Game]) -> Callable[..., None]:
        found: Callable[..., None] = resolve(game, part(game, Commands).verbs[self.verb])
        return found

    def load(self, name: str) -> Any:
        if ".py" not in name and name not in names():
            return None
        game = any_class(name)
        return command(name, self.function(game)) if self.verb in part(game, Commands).verbs else None

    def refuse(self, name: str, context: Any) -> None:
        raise UnknownName(VERBS[self.verb].game, name, self.bringing())

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """The game may also come after its options, as in ``kiebitz solve --hand CJ NAME``."""
        if args and args[0].startswith("-") and (game := next(filter(self.bringing().get, args), "")):
            args = [game, *args]
            del args[args.index(game, 1)]
        return super().parse_args(ctx, args)


def _explain(error: Any) -> None:
    """Say what Click found wrong: as one sentence, unless it answers with the whole help."""
    what, context = " ".join(error.format_message().split()), getattr(error, "ctx", None)
    if type(error).__name__ == "NoArgsIsHelpError":
        error.show()
    elif context is None:
        tell(what, sys.stderr)
    else:
        ended = what if what.endswith((".", "?", "!")) else f"{what}."
        said = say("{what} See '{command} --help'.", what=ended, command=context.command_path)
        tell(said, sys.stderr)


def command(name: str, function: Callable[..., None]) -> Any:
    """A function as a command: Typer reads its signature."""
    alone = typer.Typer(add_completion=False, rich_markup_mode=None)
    alone.command(name)(function)
    return get_command(alone)


def group_of(name: str) -> Any:
    """The commands that only one game has."""
    game = any_class(name)
    brought = part(game, Commands)
    if not brought.group:
        others = [f"'kiebitz {verb} {name}'" for verb in brought.verbs]
        known = ", ".join([f"'kiebitz play {name}'", f"'kiebitz agents {name}'", *others])
        return TyperGroup(
            name=name,
            help=f"{game.title}.\n\nIt has no commands of its own; see {known}.",
            no_args_is_help=True,
            rich_markup_mode=None,
        )
    app = resolve(game, brought.group)
    if not isinstance(app, typer.Typer):
        place = repr(brought.group)
        raise KiebitzError(
            say("{module}: {place} must name a typer.Typer.", module=game.__module__, place=place)
        )
    app.rich_markup_mode = None  # as in the rest of the program
    return get_group(app)


def first_line(function: Callable[..., None]) -> str:
    """The line of a command in a list: the first of its docstring."""
    return (function.__doc__ or "").strip().partition("\n")[0]


def _names() -> list[str]:
    """The names of games; what is wrong with them is reported, and keeps nobody from the other commands."""
    try:
        return names()
    except KiebitzError as error:
        tell(error.said, sys.stderr)
        return []
