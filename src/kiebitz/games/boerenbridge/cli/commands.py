"""What Boerenbridge brings to the command line."""

from __future__ import annotations

from typing import ClassVar

from kiebitz.cli.commands import Commands


class BoerenbridgeCommands(Commands):
    verbs: ClassVar = {"graph": "cli.graph:graph"}
