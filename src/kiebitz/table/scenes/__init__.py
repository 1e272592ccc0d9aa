"""Scenes: what one viewer sees of a game, as plain data that a page can draw.

A scene is made from a view and from nothing else, so it cannot show what its viewer may not know. Texts
are keys with their values, ``["trick", 3, 10]``, which the page says in the reader's language.

>>> from kiebitz.rules.registry import game
>>> scene = make_scene(game("schnapsen").deal(seed=1).view(0))
>>> len(scene["hand"]), scene["seats"][1]["cards"], scene["seats"][1]["count"]
(5, [], 5)
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from kiebitz.rules.values import View
from kiebitz.table.scenes.common import Scene, plain_scene

BUILT_IN = ("schnapsen", "skat", "durak", "boerenbridge")


def make_scene(view: View) -> dict[str, Any]:
    """The scene of a view; a game that is not ours is drawn by what all games share."""
    name = view.game.name
    if name in BUILT_IN and type(view.game).__module__.startswith("kiebitz."):
        scene: Scene = import_module(f"kiebitz.table.scenes.{name}").scene(view)
    else:
        scene = plain_scene(view)
    return scene.as_dict(view)
