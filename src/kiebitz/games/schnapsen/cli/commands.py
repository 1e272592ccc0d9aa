"""What Schnapsen brings to the command line."""

from __future__ import annotations

from typing import ClassVar

from kiebitz.cli.commands import Commands


class SchnapsenCommands(Commands):
    exact: ClassVar = {"schnapsen-pu": "cli.exact:reproduce_exactly"}
