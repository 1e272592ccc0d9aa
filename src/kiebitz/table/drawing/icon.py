"""The icon of the app: the lapwing on felt, as SVG, and as PNG for systems that take nothing else.

>>> draw_icon("icon.svg").startswith(b"<svg"), draw_icon("icon-192.png")[:4], draw_icon("icon-7.png")
(True, b'\\x89PNG', None)
"""

from __future__ import annotations

import re
from functools import cache
from io import BytesIO
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

from kiebitz.table.drawing.shapes import LAPWING

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.patches import Patch
    from matplotlib.path import Path

SIZE = 100  # units of the drawing, which is an inch high when it is put on pixels
INCH = 72  # points, in which the widths of lines are told
PIXELS = (180, 192, 512)
COMMAND = re.compile(r"([MLHVCZ])([^MLHVCZ]*)")
NUMBER = re.compile(r"-?[\d.]+")
TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Z": 0}  # numbers of a command


def draw_icon(name: str) -> bytes | None:
    """A picture by its file's name: ``icon.svg``, or ``icon-192.png`` for one of the sizes; else None."""
    if name == "icon.svg":
        return _svg().encode()
    found = re.fullmatch(r"icon-(\d+)\.png", name)
    return _png(int(found[1])) if found and int(found[1]) in PIXELS else None


def _svg() -> str:
    """The bird stays within the inner four fifths: systems cut icons to circles and drops."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE} {SIZE}">'
        f'<rect width="{SIZE}" height="{SIZE}" fill="#1f5a49"/>'
        '<circle cx="50" cy="50" r="39" fill="#f6f0df" stroke="#e6c15a" stroke-width="4"/>'
        f'<g transform="translate(50 50) scale(0.62)">{LAPWING}</g></svg>'
    )


@cache
def _png(pixels: int) -> bytes:
    """The same shapes on a grid of pixels."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure((1, 1), dpi=pixels)
    FigureCanvasAgg(figure)
    axes = figure.add_axes((0, 0, 1, 1), xlim=(0, SIZE), ylim=(SIZE, 0))
    axes.set_axis_off()
    _draw(axes, ElementTree.fromstring(_svg()))
    out = BytesIO()
    figure.savefig(out, format="png", dpi=pixels, metadata={"Software": None})
    return out.getvalue()


def _draw(axes: Axes, group: Any, at: tuple[float, float] = (0, 0), scale: float = 1) -> None:
    """The elements of a group, and of the groups within it."""
    for each in group:
        if each.tag.endswith("}g"):
            x, y, inner = (float(number) for number in NUMBER.findall(each.attrib["transform"]))
            _draw(axes, each, (x, y), inner)
        else:
            axes.add_patch(_shape(each.tag.rpartition("}")[2], each.attrib, at, scale))


def _shape(kind: str, values: dict[str, str], at: tuple[float, float], scale: float) -> Patch:
    from matplotlib import patches

    look: dict[str, Any] = {
        "facecolor": values.get("fill", "none"),
        "edgecolor": values.get("stroke", "none"),
        "linewidth": float(values.get("stroke-width", 0)) * scale * INCH / SIZE,
        "capstyle": values.get("stroke-linecap", "butt"),
    }
    if kind == "rect":
        return patches.Rectangle(at, float(values["width"]) * scale, float(values["height"]) * scale, **look)
    if kind == "circle":
        x, y = (float(values.get(name, 0)) * scale for name in ("cx", "cy"))
        return patches.Circle((at[0] + x, at[1] + y), float(values["r"]) * scale, **look)
    return patches.PathPatch(_path(values["d"], at, scale), **look)


def _path(text: str, at: tuple[float, float], scale: float) -> Path:
    """The outline that SVG's absolute commands describe."""
    from matplotlib.path import Path

    codes: list[Any] = []
    points: list[tuple[float, float]] = []
    here = (0.0, 0.0)
    for command, rest in COMMAND.findall(text):
        numbers, takes = [float(number) for number in NUMBER.findall(rest)], TAKES[command]
        if not takes:
            codes.append(Path.CLOSEPOLY)
            points.append(here)
        for n in range(0, len(numbers) if takes else 0, takes or 1):
            found = _corners(command, numbers[n : n + takes], here)
            code = {"C": Path.CURVE4, "M": Path.MOVETO}.get(command, Path.LINETO)
            codes += [code] * len(found)
            points += found
            here = found[-1]
    return Path([(x * scale + at[0], y * scale + at[1]) for x, y in points], codes)


def _corners(command: str, numbers: list[float], here: tuple[float, float]) -> list[tuple[float, float]]:
    """The points of one command."""
    if command == "H":
        return [(numbers[0], here[1])]
    if command == "V":
        return [(here[0], numbers[0])]
    return list(zip(numbers[::2], numbers[1::2], strict=True))
