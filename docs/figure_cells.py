"""From the answers of commands (``--json``) to cells, each with a name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

from figure_tables import Cell, Cells

DIGITS = 6  # decimals that are kept


def cells_of(name: str, document: Any) -> Cells:
    """All that the answer of a command measures."""
    found = READERS[name](document)
    return {name: {key: kept(value) for key, value in cell.items()} for name, cell in found}


def kept(value: Any) -> Any:
    return round(value, DIGITS) if isinstance(value, float) else value


def of_match(document: Any) -> Iterator[tuple[str, Cell]]:
    for score in document["agents"]:
        low, high = score["wilson"]
        yield f"{score['name']} wins", {"value": score["win_rate"], "low": low, "high": high}
        yield f"{score['name']} points", {"value": score["points_mean"], "error": score["points_se"]}
        yield f"{score['name']} ms", {"value": score["ms_per_move"]}
        decided = score["wins"] + score["losses"]
        yield f"{score['name']} decided", {"value": score["wins"] / max(decided, 1)}

    yield from of_estimates(document)


def of_estimates(document: Any) -> Iterator[tuple[str, Cell]]:
    """What frozen weights saved: single, duplicate and reduced estimates of each pair."""
    for pair in document.get("estimates", ()):
        for one in pair["estimates"]:
            name = f"{' v '.join(pair['agents'])} {one['kind']}"
            yield name, {"value": one["mean"], "error": one["error"]}
            yield f"{name} saved", {"value": one["against_single"]}
            yield f"{name} beyond", {"value": one["against_duplicate"]}


def of_tournament(document: Any) -> Iterator[tuple[str, Cell]]:
    yield from of_estimates(document)
    for rating in document["ratings"]:
        yield f"{rating['name']} elo", {"value": rating["elo"], "low": rating["low"], "high": rating["high"]}
    for meeting in document["meetings"]:
        one, other, score = meeting["one"], meeting["other"], meeting["score"]
        yield f"{one} v {other}", {"value": score, "low": meeting["low"], "high": meeting["high"]}
        yield f"{other} v {one}", {"value": 1 - score, "low": 1 - meeting["high"], "high": 1 - meeting["low"]}
        yield f"{one} v {other} points", {"value": meeting["points"], "error": meeting["error"]}


def of_grid(document: Any) -> Iterator[tuple[str, Cell]]:
    """Each combination against the opponent."""
    for cell in document["cells"]:
        yield cell["one"], {"value": cell["score"], "low": cell["low"], "high": cell["high"]}
        yield f"{cell['one']} points", {"value": cell["points"], "error": cell["error"]}
        yield f"{cell['one']} ms", {"value": cell["ms_per_move"]}
        yield f"{cell['one']} games", {"value": cell["games"]}


def of_seal(document: Any) -> Iterator[tuple[str, Cell]]:
    """The banks of sealed claims, each with its interval; and whether each claim stands."""
    yield "number", {"text": document["number"]}
    yield "sealed", {"text": document["sealed"]}
    code, *rest = (promise["kept"] for promise in document["promises"])
    for claim in document["claims"]:
        good = all(rest) and all(promise["kept"] for promise in claim["promises"])
        stands = "stands" if code else "holds, with other code than sealed"
        yield f"{claim['title']}: verdict", {"text": stands if good else "does not stand"}
        for kind in ("banks", "controls"):
            for place, bank in zip(("first", "second"), claim[kind], strict=True):
                measured = {key: bank[key] for key in ("value", "low", "high")}
                yield f"{claim['title']}: {place} of {kind}", measured
                yield f"{claim['title']}: deals", {"value": bank["deals"]}


def of_page(document: Any) -> Iterator[tuple[str, Cell]]:
    if "claims" in document:
        yield from of_seal(document)
        return
    for row in document["cells"]:
        known = {key: row[key] for key in ("low", "high", "error") if row[key] is not None}
        yield row["cell"], {"value": row["measured"], **known}
    for verdict, figures in Counter(row["verdict"] for row in document["cells"]).items():
        yield f"verdict {verdict}", {"value": figures}
    for part in document.get("breakdowns", ()):
        total = max(sum(part["counts"].values()), 1)
        for letters, games in part["counts"].items():
            yield f"{part['table']} {part['column']} {letters}", {"value": games / total}


def of_groups(document: Any) -> Iterator[tuple[str, Cell]]:
    tenths = count(1)
    for row in document["groups"]:
        name = f"tenth {next(tenths)}" if row["label"].endswith("%") else row["label"]
        yield name, {"text": row["label"]}
        yield f"{name} games", {"value": row["games"]}
        yield f"{name} expected", {"value": row["expected"]}
        yield f"{name} won", {"value": row["won"], "error": row["error"]}
        yield f"{name} promised", {"value": row["promised"]}
        yield f"{name} points", {"value": row["score"], "error": row["deviation"]}


def of_script(document: Any) -> Iterator[tuple[str, Cell]]:
    """Scripts of ``benchmarks`` name their cells themselves."""
    yield from document["cells"].items()


READERS: dict[str, Callable[[Any], Iterator[tuple[str, Cell]]]] = {
    "match": of_match,
    "tournament": of_tournament,
    "grid": of_grid,
    "reproduce": of_page,
    "calibrate": of_groups,
    "script": of_script,
}
