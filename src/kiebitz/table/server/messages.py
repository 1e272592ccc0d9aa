"""The messages from the server: plain data made from views, the same for browsers and bots."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from kiebitz.agents import wire
from kiebitz.agents.roster import Roster
from kiebitz.rules.parts import part
from kiebitz.rules.registry import game_class
from kiebitz.sayings import Saying
from kiebitz.table.server.game_pages import page_address, style_address
from kiebitz.table.stage import Stage
from kiebitz.table.tables.company import PHRASES
from kiebitz.table.tables.table import Occupant, Table
from kiebitz.table.tables.tricks import tricks

PROTOCOL = 1


def welcome(table: Table, seat: int, is_host: bool = False) -> dict[str, Any]:
    """What a newcomer must know: which game, who sits where, and which seat is their own (-1: none).

    Everybody gets the watchers' token, for links; only the host gets those of the others' seats.
    """
    found = {
        "type": "welcome",
        "protocol": PROTOCOL,
        "table": table.id,
        "game": table.game.name,
        "title": table.game.title,
        "page": page_address(type(table.game)),
        "style": style_address(type(table.game)),
        "trick_size": table.game.trick_size,
        "rules": part(table.game, Stage).rules.as_json(),
        "options": dict(table.game.options),
        "seat": seat,
        "seats": seats(table),
        "units": table.units,
        "limit": table.limit,
        "pace": table.pace,
        "sets_pace": table.sets_pace(seat, is_host),
        "watch": table.watch,
        "hints": table.persons <= 1,
        "aids": table.has_aids,
        "phrases": {word: said.as_json() for word, said in PHRASES.items()},
    }
    return found | {"invitations": _invitations(table, seat)} if is_host else found


def _invitations(table: Table, own: int) -> list[str | None]:
    """The tokens of the other persons' seats, as they sit now."""
    return [None if seat == own else each.token or None for seat, each in enumerate(table.occupants)]


def seats(table: Table) -> list[dict[str, Any]]:
    """Who sits where, of agents how strong they are, of people whether they are here; never their tokens."""
    return [
        {
            "place": table.game.seat_name(seat),
            "kind": each.kind,
            "name": table.called(seat),
            "column": each.column,
        }
        | _more(table, each)
        for seat, each in enumerate(table.occupants)
    ]


def _more(table: Table, each: Occupant) -> dict[str, Any]:
    """Of an agent its level, if it has one; of a person or remote bot whether they are here and ready."""
    if each.token:
        return _presence(table, each)
    return {"level": _level(table.game_name, each.spec)} if each.spec else {}


@lru_cache(maxsize=1024)  # it is told with every move
def _level(game: str, spec: str) -> str:
    return part(game_class(game), Roster).level_of(spec)


def _presence(table: Table, person: Occupant) -> dict[str, Any]:
    wish = table.company.wishes.get(person.token)
    return {
        "named": person.is_named,
        "here": person.token in table.company.here,
        "ready": wish.word if wish else "",
    }


def people(table: Table) -> dict[str, Any]:
    """Who is here, who is ready, and whose time runs."""
    clock = table.company.clock
    return {
        "type": "people",
        "seats": seats(table),
        "began": table.began,
        "clock": clock.as_dict() if clock else None,
    }


def phrase(seat: int, word: str, said: Saying) -> dict[str, Any]:
    """Somebody says something."""
    return {"type": "phrase", "seat": seat, "phrase": word, "text": str(said), "said": said.as_json()}


def event(table: Table, seat: int) -> dict[str, Any]:
    """The last thing that happened, as a seat saw it, and the scene after it."""
    state = table.state
    who, phase, move = state.view(seat).last
    clock = table.company.clock
    return {
        "type": "event",
        "ply": state.ply,
        "unit": table.unit,
        "round": state.round,
        "who": who,
        "phase": phase,
        "move": move,
        "totals": table.totals,
        "seats": seats(table),
        "scene": table.scene(seat),
        "summary": summary(table),
    } | ({"clock": clock.as_dict() if clock else None} if table.limit else {})


def summary(table: Table) -> dict[str, Any] | None:
    """What the last move brought if a round ended with it: everybody may know that."""
    if table.state.ply == 0:
        return None
    before, after = table.states[-2:]
    if after.round == before.round and not after.is_over:
        return None
    return part(table.game, Stage).summary(before, after)


def turn(table: Table, seat: int) -> dict[str, Any]:
    """It is your turn: everything that a bot needs to answer, so that it need not remember anything.

    The scene is that of the ``event`` of the same unit and ply, which comes before it.
    """
    view = wire.view_data(table.state.view(seat))
    return {"type": "turn", "ply": table.state.ply, "unit": table.unit, "view": view}


def end(table: Table) -> dict[str, Any]:
    """The unit is over: points, totals and the whole record."""
    return {
        "type": "end",
        "unit": table.unit,
        "units": table.units,
        "points": list(table.state.payoffs),
        "totals": table.totals,
        "record": table.record().text,
    }


def sheet(table: Table) -> dict[str, Any]:
    """The score sheet: every finished unit, those played again apart from them, and this one's rounds."""
    rows = [row for row in table.sheet if not row.get("again")]
    return {
        "type": "sheet",
        "unit": table.unit,
        "units": table.units,
        "rows": rows,
        "own": part(table.game, Stage).sheet([row["points"] for row in rows]) if rows else None,
        "again": [row for row in table.sheet if row.get("again")],
        "rounds": table.round_totals(),
        "totals": table.totals,
    }


def log(table: Table, seat: int) -> dict[str, Any]:
    """Everything that happened in this unit, as a seat saw it, and its tricks."""
    events = wire.events_data(table.state.view(seat).events)
    return {"type": "log", "events": events, "tricks": [trick.as_dict() for trick in tricks(table.states)]}


def as_json(said: Saying | str) -> Any:
    """A saying as it is sent; a plain text is one without places."""
    return said if isinstance(said, str) else said.as_json()


def error(said: Saying) -> dict[str, Any]:
    """What was asked for is not possible: the sentence in English, and as a value."""
    return {"type": "error", "text": str(said), "said": said.as_json()}


def note(said: Saying) -> dict[str, Any]:
    """Something that everybody should know."""
    return {"type": "note", "text": str(said), "said": said.as_json()}


def refusal(said: Saying) -> dict[str, Any]:
    """The same as an answer over HTTP."""
    return {"error": str(said), "said": said.as_json()}
