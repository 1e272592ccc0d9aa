"""An agent sees a view and answers with a move; a policy is its compiled form.

Both are interchangeable everywhere: a ``Contestant`` (see ``contestant``) is either.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from kiebitz.sayings import Saying, say

if TYPE_CHECKING:  # lists of agents need no compiler
    from kiebitz.kernel.random import Stream
    from kiebitz.kernel.vectors import Kernel, Vector
    from kiebitz.rules.values import Event, Move, View


@dataclass(frozen=True)
class Decision:
    """A move with its reasons.

    ``because`` is a text as it is, or a saying, which readers get in their own language. ``values`` are the
    candidate moves with what the agent thinks they are worth, ``details`` whatever an inspector may show:
    rule path, worlds considered, proof line. ``tree`` tells all that a search looked at; it is long, and only
    made for those who ask.

    >>> Decision("AS", because="it wins for sure", values={"AS": 1.0, "KS": 0.4}).move
    'AS'
    """

    move: str
    because: Saying | str = ""
    values: Mapping[str, float] = field(default_factory=dict)
    details: Mapping[str, Any] = field(default_factory=dict)
    tree: Callable[[], Saying] | None = field(default=None, compare=False, repr=False)


class Agent:
    """The base class of agents: override ``act``. A fresh instance plays each unit.

    >>> class First(Agent):
    ...     def act(self, view):
    ...         return view.moves[0]
    """

    cheats = False
    """True for agents that may see what a player may not; shown with the name everywhere."""
    files: Sequence[str] = ()
    """Files and folders that the agent reads, such as weights: paths from the folder of the class's own file.

    A locked cell shows no others, and a run's identity is made of them.
    """

    def begin(self, seat: int, options: Mapping[str, str], rng: Stream) -> None:
        """Called once before the first move."""

    def observe(self, event: Event) -> None:
        """Called with every event that the seat sees; override it only if you need it."""

    def act(self, view: Any) -> Move | str | Decision:
        """The move to make: one of ``view.moves``, its text, or a Decision.

        The view is that of the game, a ``View``. It is not typed here so that an agent may say which one it
        needs: ``def act(self, view: TrickView) -> Decision``.
        """
        raise NotImplementedError(f"{type(self).__name__} has no act(self, view) that returns a move")


Explain = Callable[["View", "Move"], Decision]
Decide = Callable[["Vector", "View"], Decision]


@dataclass(frozen=True)
class Policy:
    """A compiled agent: ``kernel(view, memory, rng) -> code`` and a Python function that explains it.

    ``memory`` starts with the parameters; what follows is scratch that must not carry over to the
    next decision, so whoever plays has a copy of its own. Where the reasons come out of the work itself,
    ``decide(memory, view)`` does that work: it finds the kernel's move and uses the same random numbers.

    A policy that draws its moves by a law that is easily told may state it: ``probabilities(view, memory,
    out)`` writes the probability of every legal move. Then the luck of its draws can be taken out of results.
    """

    kernel: Kernel
    memory: Vector
    explain: Explain | None = None
    decide: Decide | None = None
    measured: tuple[int, ...] = ()  # words of the memory: ticks of the machine's clock for a move, 0 for any
    probabilities: Kernel | None = None


class PolicyAgent(Agent):
    """A policy as a Python agent."""

    def __init__(self, policy: Policy, memory: Vector | None = None) -> None:
        from kiebitz.kernel.jit import ready

        self.policy = policy
        # Another agent may think in another thread meanwhile.
        self.memory = policy.memory.copy() if memory is None else memory
        ready(policy.kernel, is_called=policy.decide is None)
        if isinstance(policy.decide, partial):
            for each in policy.decide.args:
                ready(each, is_called=True)

    def act(self, view: View) -> Decision:
        if self.policy.decide:
            return self.policy.decide(self.memory, view)
        code = int(self.policy.kernel(view.vector, self.memory, view.rng.word))
        move = next((move for move in view.moves if move.code == code), None)
        if move is None:
            return Decision(f"code {code}", because=say("the policy answered with an illegal code"))
        return self.policy.explain(view, move) if self.policy.explain else Decision(move)
