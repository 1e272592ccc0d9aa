"""The messages from the server: plain data made from views, the same for browsers and bots."""

from __future__ import annotations

from typing import Any

from kiebitz.agents import wire
from kiebitz.rules.parts import part
from kiebitz.table.server.game_pages import page_address, style_address
from kiebitz.table.stage import Stage
from kiebitz.table.tables.table import Room

PROTOCOL = 1


def welcome(room: Room, seat: int, is_host: bool = False) -> dict[str, Any]:
    """What a newcomer must know: which game, who sits where, and what is their own seat (-1: none).

    Everybody gets the watchers' token, for links; only who made the table gets those of the others' seats.
    """
    found = {
        "type": "welcome",
        "protocol": PROTOCOL,
        "table": room.id,
        "game": room.game.name,
        "title": room.game.title,
        "page": page_address(type(room.game)),
        "style": style_address(type(room.game)),
        "trick_size": room.game.trick_size,
        "rules": part(room.game, Stage).rules.as_json(),
        "options": dict(room.game.options),
        "seat": seat,
        "seats": seats(room),
        "units": room.units,
        "limit": room.limit,
        "pace": room.pace,
        "sets_pace": room.sets_pace(seat, is_host),
        "watch": room.watch,
    }
    return found | {"invitations": _invitations(room, seat)} if is_host else found


def _invitations(room: Room, own: int) -> list[str | None]:
    """The tokens of the other persons' seats, as they sit now."""
    return [None if seat == own else each.token or None for seat, each in enumerate(room.occupants)]


def seats(room: Room) -> list[dict[str, str]]:
    """Who sits where; never their tokens."""
    names = [room.game.seat_name(seat) for seat in range(room.game.seats)]
    return [
        {"place": name, "kind": occupant.kind, "name": occupant.name}
        for name, occupant in zip(names, room.occupants, strict=True)
    ]


def event(room: Room, seat: int) -> dict[str, Any]:
    """The last thing that happened, as a seat saw it, and the scene after it."""
    state = room.state
    who, phase, move = state.view(seat).last
    return {
        "type": "event",
        "ply": state.ply,
        "unit": room.unit,
        "who": who,
        "phase": phase,
        "move": move,
        "totals": room.totals,
        "seats": seats(room),
        "scene": room.scene(seat),
    }


def turn(room: Room, seat: int) -> dict[str, Any]:
    """It is your turn: everything that a bot needs to answer, so that it need not remember anything.

    The scene is that of the ``event`` of the same unit and ply, which comes before it.
    """
    view = wire.view_data(room.state.view(seat))
    return {"type": "turn", "ply": room.state.ply, "unit": room.unit, "view": view}


def end(room: Room) -> dict[str, Any]:
    """The unit is over: points, totals and the whole record."""
    return {
        "type": "end",
        "unit": room.unit,
        "units": room.units,
        "points": list(room.state.payoffs),
        "totals": room.totals,
        "record": room.record().text,
    }


def sheet(room: Room) -> dict[str, Any]:
    """The score sheet: every finished unit, those played again apart from them, and this one's rounds."""
    return {
        "type": "sheet",
        "unit": room.unit,
        "units": room.units,
        "rows": [row for row in room.sheet if not row.get("again")],
        "again": [row for row in room.sheet if row.get("again")],
        "rounds": room.round_totals(),
        "totals": room.totals,
    }


def log(room: Room, seat: int) -> dict[str, Any]:
    """Everything that happened in this unit, as a seat saw it."""
    return {"type": "log", "events": wire.events_data(room.state.view(seat))}


def error(text: str) -> dict[str, Any]:
    return {"type": "error", "text": text}
