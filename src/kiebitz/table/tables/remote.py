"""A remote bot: an agent of ours in a seat of another server, over the table's protocol."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from kiebitz.agents.cells.guarded import tell_if_unlocked
from kiebitz.agents.registry import contestant
from kiebitz.agents.seated import Seated
from kiebitz.agents.wire import read_turn
from kiebitz.errors import BadOption, KiebitzError
from kiebitz.kernel.random import Stream, fresh_seed
from kiebitz.language.speaking import spoken
from kiebitz.rules.game import Game
from kiebitz.rules.registry import game_classes, known_game
from kiebitz.sayings import say
from kiebitz.table.server.connection import REFUSED

LONGEST = 4_000_000  # bytes of a message from a server
PAUSES = (0.5, 1, 2, 4, 8)  # seconds before another attempt to connect


class Refused(KiebitzError):
    """The server does not let us sit there."""


@dataclass(frozen=True)
class SeatLink:
    """Where to sit: the address of a table's socket, and the token of the seat."""

    address: str
    token: str

    @classmethod
    def read(cls, link: str) -> SeatLink:
        """A seat from the link that a table gives out.

        >>> SeatLink.read("http://localhost:8765/table.html#abc.xyz")
        SeatLink(address='ws://localhost:8765/ws/abc', token='xyz')
        """
        parts = urlsplit(link)
        table, _, token = parts.fragment.partition(".")
        schemes = {"http": "ws", "https": "wss"}
        if parts.scheme not in schemes or not parts.netloc or not table or not token:
            said = say(
                "{link} is not a link to a seat; copy it from the table's invitation.", link=repr(link)
            )
            raise BadOption(said)
        return cls(f"{schemes[parts.scheme]}://{parts.netloc}/ws/{table}", token.partition(".")[0])


class RemotePlayer:
    """An agent that answers the messages of a table; a fresh agent for every unit."""

    def __init__(self, spec: str, seed: str = "") -> None:
        self.spec, self.seed = spec, seed or fresh_seed()
        self.seat = -1
        self.refusal = ""  # the table's last complaint
        self._game: Game | None = None
        self._seated: tuple[int, Seated] | None = None

    def welcome(self, message: dict[str, Any]) -> None:
        """Get ready for the game of a table; the same deal may begin again, so nothing is remembered."""
        name = str(message["game"])
        if name not in game_classes():
            raise KiebitzError(say("This table plays {game}, which is not known here.", game=repr(name)))
        if message["seat"] < 0:
            raise Refused(say("This link is for watching; a bot needs the link of a seat."))
        self.seat = int(message["seat"])
        self._seated = None
        self._game = known_game(name, {str(k): str(v) for k, v in message["options"].items()})
        self._contestant = contestant(self.spec, self._game)
        tell_if_unlocked(self._contestant)

    def answer(self, turn: dict[str, Any]) -> dict[str, Any]:
        """The move for a turn, as a message."""
        assert self._game is not None
        unit = int(turn["unit"])
        if self._seated is None or self._seated[0] != unit:
            self._seated = unit, Seated(self._contestant, self.seat, self._stream(unit))
        view = read_turn(self._game, turn, self._stream(unit, int(turn["ply"])))
        answer = self._seated[1].decide(view)
        return {"type": "play", "move": str(answer.decision.move), "ply": turn["ply"]}

    def _stream(self, unit: int, *more: int) -> Stream:
        return Stream.named("remote", self.seed, unit, self.seat, *more)


async def join(
    seat: SeatLink, bot: RemotePlayer, show: Callable[[str], None] = print, units: int | None = None
) -> None:
    """Sit and play until this many units are over, or forever; a lost connection is made again."""
    failed, lost = 0, say("Nobody answers at {address}; trying again.", address=seat.address)
    while True:
        try:
            async with connect(seat.address, max_size=LONGEST) as socket:
                lost = say("The connection is lost; trying again.")
                show(spoken(say("Connected to {address}.", address=seat.address)))
                await socket.send(json.dumps({"type": "hello", "token": seat.token}))
                bot.seat = -1
                if await _play(socket, bot, show, units):
                    return
        except (OSError, ConnectionClosed, InvalidHandshake) as error:
            if isinstance(error, ConnectionClosed) and error.rcvd and error.rcvd.code == REFUSED:
                raise Refused(bot.refusal) from None
            if bot.seat >= 0:  # it was at the table
                failed = 0
            if failed >= len(PAUSES):
                said = say("{address} cannot be reached: {why}.", address=seat.address, why=str(error))
                raise KiebitzError(said) from None
            show(spoken(lost))
        await asyncio.sleep(PAUSES[min(failed, len(PAUSES) - 1)])
        failed += 1


async def _play(
    socket: ClientConnection, bot: RemotePlayer, show: Callable[[str], None], units: int | None
) -> bool:
    """Answer until there is nothing more to play; False if the connection ended before."""
    loop, over = asyncio.get_running_loop(), 0
    async for text in socket:
        message = json.loads(text)
        kind = message["type"]
        if kind == "welcome":
            bot.welcome(message)
        elif kind == "error":
            bot.refusal = str(message["text"])
            show(spoken(say("The table says: {text}", text=bot.refusal)))
        elif kind == "turn":
            await socket.send(json.dumps(await loop.run_in_executor(None, bot.answer, message)))
        elif kind == "end":
            over += 1
            points = " ".join(map(str, message["points"]))
            show(spoken(say("Unit {n}: {points}", n=message["unit"] + 1, points=points)))
            if units and over >= units:
                return True
            show(spoken(say("Waiting for the next deal; Ctrl+C leaves the table.")))
    return False
