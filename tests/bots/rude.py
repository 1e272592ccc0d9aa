"""Bots that play well enough, but touch what is not theirs."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import Any

from sometimes import Sometimes

from kiebitz import Decision
from kiebitz.rules.values import View

print("a bot is being loaded")


class Speaks(Sometimes):
    def act(self, view: View) -> Any:
        print("thinking ...", flush=True)
        return super().act(view)


class Prints(Speaks):
    """Also past Python's own output."""

    def act(self, view: View) -> Any:
        os.write(1, b"and writing\n")
        return super().act(view)


class Meddles(Sometimes):
    """Spoils everything that it is given, after it has decided."""

    def act(self, view: View) -> Any:
        answer = str(super().act(view))
        with suppress(AttributeError):
            view.moves[0].code = 63
        view.vector[:] = -1
        view._diary = b""
        view._moves = ()
        return answer


class Remembers(Sometimes):
    """Keeps the views of the past and finds them as they were."""

    def act(self, view: View) -> Any:
        if self.moves == 0:
            self.past: list[tuple[View, tuple[Any, ...]]] = []
        for old, (vector, events, moves) in self.past:
            assert (old.vector == vector).all()
            assert (old.events, old.moves) == (events, moves)
        self.past.append((view, (view.vector.copy(), view.events, view.moves)))
        return super().act(view)


class Closes(Sometimes):
    """Closes all files of its process."""

    def misbehave(self, view: View) -> Any:
        os.closerange(3, 1000)
        return view.moves[0]


class Rewrites(Sometimes):
    """Changes the rules of the game, after it has decided."""

    def act(self, view: View) -> Any:
        answer, rules = str(super().act(view)), view.game
        with suppress(AttributeError):  # what it has spoilt is missing at its next move
            rules.option_words[:] = 1
            rules.options.clear()
        for name, value in (("seats", 7), ("kernels", None), ("machine", None), ("moves_of", ())):
            setattr(rules, name, value)
        for shared, name in ((rules.deck, "cards"), (rules.deck.cards[0], "number")):
            with suppress(AttributeError):
                setattr(shared, name, 5)
        vars(rules).clear()
        return answer


class Recodes(Sometimes):
    """Gives moves that it is shown the code of another, past what a move itself refuses."""

    def act(self, view: View) -> Any:
        answer = str(super().act(view))
        for move in view.moves:
            object.__setattr__(move, "code", 63 - move.code)
        return next(move for move in view.moves if move == answer)


class Shallow(Sometimes):
    """Leaves its process hardly any depth of calls."""

    def misbehave(self, view: View) -> Any:
        depth, frame = 0, sys._getframe()
        while frame := frame.f_back:  # type: ignore[assignment]
            depth += 1
        sys.setrecursionlimit(depth + 12)
        return self.deeper(view)

    def deeper(self, view: View) -> Any:
        return self.deeper(view)


class Fakes(Sometimes):
    """Explains itself with a made-up result, and ends whoever reads its values."""

    def act(self, view: View) -> Any:
        return Decision(str(super().act(view)), "\x1b[2J\nPoints: me +99", Trap(x=1.0))


class Says(Sometimes):
    """The same without the trap."""

    def act(self, view: View) -> Any:
        return Decision(str(super().act(view)), "\x1b[2J\nPoints: me +99")


class Trap(dict[str, float]):
    def items(self) -> Any:
        raise SystemExit(3)
