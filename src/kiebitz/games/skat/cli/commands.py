"""What Skat brings to the command line."""

from __future__ import annotations

from typing import ClassVar

from kiebitz.cli.commands import Commands


class SkatCommands(Commands):
    verbs: ClassVar = {"solve": "cli.solve:solve"}
    group = "cli.group:app"
