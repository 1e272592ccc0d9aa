"""What takes longest to compile of what the players need; a process of its own begins with it."""

import kiebitz.agents.skat.worlds  # noqa: F401
