"""What goes over the line between a referee and a cell: messages with their length before them.

The referee asks with one letter and bytes; a turn is the vector of the view, the words of the clock and the
stream, and what the seat has seen since it was asked last. A cell answers with the code of a move and
perhaps a reason, or with JSON where there is more to say: unpickling would run the cell's code in the
referee.
"""

from __future__ import annotations

import os
from struct import Struct

from kiebitz.kernel.state import WORDS

LENGTH = Struct("<I")
TURN = Struct("<cqdIh")
"""Letter, state of the random stream, seconds for an answer (0: any), how much is known of what was seen, the
core to think on (-1: any)."""
MOVE = Struct("<cBq")
"""Letter, code of the move, state of the random stream."""
VECTOR = WORDS * 8  # bytes
LONGEST = 1 << 18  # bytes of a message

SETUP, MAKE, BEGIN, ACT, FINISH, STATE = b"S", b"M", b"B", b"A", b"F", b"G"
CODE, BECAUSE, TEXT = b"c", b"b", b"j"


def send(file: int, message: bytes) -> None:
    """Write a message."""
    whole = LENGTH.pack(len(message)) + message
    sent = os.write(file, whole)
    while sent < len(whole):
        sent += os.write(file, whole[sent:])


def receive(file: int) -> bytes:
    """The next message; EOFError at the end of the line."""
    part = os.read(file, 1 << 16)
    if len(part) < LENGTH.size:
        raise EOFError
    (length,) = LENGTH.unpack_from(part)
    end = LENGTH.size + length
    while len(part) < end:
        more = os.read(file, 1 << 16)
        if not more:
            raise EOFError
        part += more
    if len(part) > end or length > LONGEST:
        raise ValueError("more than one message")
    return part[LENGTH.size :]
