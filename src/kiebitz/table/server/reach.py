"""Where others reach the server: the addresses that links to a table must have on another machine."""

from __future__ import annotations

import socket
from contextlib import suppress
from ipaddress import ip_address
from typing import Any

from kiebitz.sayings import Saying, say
from kiebitz.table.server.visitors import without_port

ANYWHERE = ("0.0.0.0", "::", "")
OUTSIDE = ("192.0.2.1", 9)  # a documentation address: the system says which way it would go, and nothing goes


class Reach:
    """What a server that listens on a host knows of its own addresses.

    >>> Reach("127.0.0.1").answer("localhost:8765")["said"][0][:58]
    'This server can be reached from this machine only. Started'
    >>> Reach("0.0.0.0").answer("192.168.1.5:8765")
    {'origin': '', 'said': None}
    """

    def __init__(self, host: str = "127.0.0.1") -> None:
        self.host = host

    def answer(self, asked: str) -> dict[str, Any]:
        """The origin for links, empty if that of the page will do, and a sentence where there is more to say.

        ``asked`` is the name by which the page has reached us: if that is not this very machine, others can
        use it too.
        """
        name, _, port = asked.rpartition(":") if without_port(asked) != asked else (asked, "", "80")
        if not is_own(without_port(name)):
            return {"origin": "", "said": None}
        if self.host in ANYWHERE:
            return self._anywhere(port)
        if is_own(self.host):
            option = "--host 0.0.0.0"
            said = say(
                "This server can be reached from this machine only. Started with {option}, others reach it.",
                option=option,
            )
            return {"origin": "", "said": said.as_json()}
        return {"origin": origin(self.host, port), "said": None}

    def _anywhere(self, port: str) -> dict[str, Any]:
        found = own_address()
        if not found:
            said = say("This machine seems to be in no network; the links work here only.")
            return {"origin": "", "said": said.as_json()}
        said = say("The links work for machines in the same network as {address}.", address=found)
        return {"origin": origin(found, port), "said": said.as_json()}


def origin(host: str, port: str | int) -> str:
    """The beginning of an address.

    >>> origin("192.168.1.5", 8765), origin("fe80::1", 80)
    ('http://192.168.1.5:8765', 'http://[fe80::1]:80')
    """
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def is_own(name: str) -> bool:
    """Does a name or address mean the machine that asks, whichever that is?"""
    with suppress(ValueError):
        return ip_address(name).is_loopback
    return name.lower() == "localhost"


def own_address() -> str:
    """The address of this machine in its network; empty if it is in none."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        asking.connect(OUTSIDE)
        found = str(asking.getsockname()[0])
        return "" if is_own(found) or found in ANYWHERE else found
    return ""


def where(host: str, port: int) -> Saying:
    """Where the table is, for whoever has started it."""
    if host not in ANYWHERE:
        return say("The table is at {address} (Ctrl+C ends it).", address=f"{origin(host, port)}/")
    here, found = f"{origin('127.0.0.1', port)}/", own_address()
    if not found:
        return say("The table is at {address} (Ctrl+C ends it).", address=here)
    return say(
        "The table is at {address}, for others at {other} (Ctrl+C ends it).",
        address=here,
        other=f"{origin(found, port)}/",
    )
