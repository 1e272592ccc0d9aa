"""How workers share the tests: a file stays in one worker, and the long ones come first."""

from __future__ import annotations

from xdist.scheduler import LoadScopeScheduling

TOGETHER = "tests/browser"  # one browser and one server for the whole folder
LONG = (TOGETHER, "tests/lab/", "tests/cli/", "tests/test_", "tests/games/skat/", "tests/games/",
        "tests/table/", "tests/kernel/", "tests/contract/", "tests/agents/", "tests/notebooks/",
        "tests/")  # fmt: skip
"""What takes longest, longest first: begun last it would leave the other workers idle. Doctests come last."""


def share(test: str) -> str:
    """What must stay in one worker with a test, because it needs the same kernels and fixtures.

    >>> share("tests/lab/test_match.py::test_a[1]"), share("tests/browser/test_panel.py::test_b")
    ('tests/lab/test_match.py', 'tests/browser')
    """
    return TOGETHER if test.startswith(f"{TOGETHER}/") else test.partition("::")[0]


def turn(test: str) -> int:
    """The place of a test in the order.

    >>> [turn(test) for test in ("tests/browser/test_a.py::a", "tests/lab/test_b.py::b", "src/c.py::c")]
    [0, 1, 12]
    """
    return next((place for place, start in enumerate(LONG) if test.startswith(start)), len(LONG))


class Sharing(LoadScopeScheduling):  # type: ignore[misc]
    """Gives out whole shares, in the order of the tests.

    The marks of ``--dist loadgroup`` do nothing since pytest 9.2: both workers played tests of a file, each
    with its own browser, runs and kernels.
    """

    def _split_scope(self, nodeid: str) -> str:
        return share(nodeid)
