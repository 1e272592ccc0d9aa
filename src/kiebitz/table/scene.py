"""Scenes under the name by which games bring them to the table; bots on a pipe get them too."""

from kiebitz.knowledge.scene import (
    Face,
    Fact,
    Pile,
    Scene,
    SeatScene,
    Shown,
    Trick,
    Tricks,
    plain_scene,
    texts,
    tricks_of,
)

__all__ = [
    "Face",
    "Fact",
    "Pile",
    "Scene",
    "SeatScene",
    "Shown",
    "Trick",
    "Tricks",
    "plain_scene",
    "texts",
    "tricks_of",
]
