"""A bot at a table, without Kiebitz: python remote_bot.py "http://127.0.0.1:8765/table.html#TABLE.TOKEN"."""

import json
import sys

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect


def choose(view):
    return view["moves"][0]  # make this better: view has hand, moves, events, phase, scene


def play(link):
    server, _, seat = link.partition("/table.html#")
    table, token = (*seat.split("."), "", "")[:2]
    with connect(f"{server.replace('http', 'ws', 1)}/ws/{table}") as socket:
        socket.send(json.dumps({"type": "hello", "token": token}))
        for message in map(json.loads, socket):
            if message["type"] == "turn":
                answer = {"type": "play", "move": choose(message["view"]), "ply": message["ply"]}
                socket.send(json.dumps(answer))
            elif message["type"] == "end":
                return f"The game is over: {message['points']}"
            elif message["type"] == "error":
                return message["text"]
    return "The table has ended the connection."


try:
    print(play(sys.argv[1]))
except IndexError:
    sys.exit(__doc__)
except (OSError, WebSocketException) as problem:
    sys.exit(f"The link of a seat is needed, as the table gives it; {problem}.")
