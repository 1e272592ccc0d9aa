"""Experiments played: the matches of a page, and published figures compared; the commands call these."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, overload

from kiebitz.agents.trust import trusting
from kiebitz.errors import BadOption, wrong_type
from kiebitz.files import write_new
from kiebitz.lab.experiments.exact import Replayed, find_exact
from kiebitz.lab.experiments.page import Experiment, find_experiment
from kiebitz.lab.experiments.reproduce import Row, as_dict, check_figures, compare, keep
from kiebitz.lab.progress import progress as shown_progress
from kiebitz.lab.results.frames import Columns, Frames
from kiebitz.lab.results.result import Result
from kiebitz.lab.running import Settings, Watch, call_text, execute
from kiebitz.lab.runs.run import Run
from kiebitz.lab.sealing.opening import Opened
from kiebitz.lab.sealing.published import Published
from kiebitz.sayings import Saying, say


@dataclass(frozen=True)
class Reproduction(Frames):
    """An experiment that has been played: its page, its results by the names of matches, and its figures."""

    page: Experiment
    run: Run
    results: dict[str, Result]
    rows: tuple[Row, ...]
    """The figures of the page, each with its verdict."""
    report: Path | None
    """The page with the plots; none where no figures are compared."""
    opened: Opened | None = None
    """The seal whose games these are, with its promises, if it is a page of claims."""

    def __repr__(self) -> str:
        return f"<Reproduction of {self.page.name}: {self.summary}>"

    @property
    def summary(self) -> Saying:
        """How many of the figures agree, or whether what was claimed stands."""
        if self.opened:
            return self.opened.verdict
        from kiebitz.lab.report.reproduction import summary

        return summary(list(self.rows))

    def columns(self) -> Iterator[Columns]:
        """The games of all matches as a table: see ``to_pandas``."""
        return self.run.columns()

    def as_dict(self) -> dict[str, Any]:
        """The answer of ``--json``."""
        if self.opened:
            return {"name": self.page.name, "title": self.page.title, **self.opened.as_dict()}
        if self.page.cells:
            return as_dict(self.page, list(self.rows), self.results, self.run.ledger.seconds)
        matches = {name: result.as_dict() for name, result in self.results.items()}
        return {"name": self.page.name, "matches": matches}


def run(
    page: Path | str,
    *,
    deals: int | None = None,
    quick: bool = False,
    records: Path | str | None = None,
    out: Path | str | None = None,
    workers: int = 1,
    executor: str = "auto",
    time_limit: float | None = None,
    trust: bool = False,
    progress: bool | Watch = True,
) -> Reproduction:
    """Play the matches of an experiment's page, a TOML file (see docs/run-an-experiment.md), or of a name.

    ``deals`` replaces the page's numbers, ``quick`` takes a tenth; ``records`` is a file of games to begin
    from, in place of made-up ones. The rest is as in ``match``.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     page = Path(folder) / "page.toml"
    ...     _ = page.write_text('''
    ...         game = "durak"
    ...         seed = 1
    ...         deals = 100
    ...         pairs = [["greedy", "random"]]
    ...         [published]
    ...         "greedy v random" = { win_rate = 0.99, games = 1000 }
    ...     ''')
    ...     found = run(page)
    >>> found.results["greedy v random"].match.games, str(found.rows[0].verdict)
    (200, 'agrees')
    """
    settings = Settings(out, workers, executor, time_limit, progress)
    with trusting(None if trust else ()):
        return _play(page, deals, quick, records, settings)


@overload
def reproduce(
    name: str, *, deals: int | None = ..., quick: bool = ..., records: Path | str | None = ...,
    exact: Literal[False] = ..., out: Path | str | None = ..., workers: int = ..., executor: str = ...,
    time_limit: float | None = ..., progress: bool | Watch = ...,
) -> Reproduction: ...  # fmt: skip


@overload
def reproduce(
    name: str, *, exact: Literal[True], deals: int | None = ..., quick: bool = ...,
    out: Path | str | None = ..., progress: bool | Watch = ...,
) -> Replayed: ...  # fmt: skip


def reproduce(
    name: str,
    *,
    deals: int | None = None,
    quick: bool = False,
    records: Path | str | None = None,
    exact: bool = False,
    out: Path | str | None = None,
    workers: int = 1,
    executor: str = "auto",
    time_limit: float | None = None,
    progress: bool | Watch = True,
) -> Reproduction | Replayed:
    """Play a published experiment again and compare every figure; ``list_experiments()`` has the names.

    Arguments are those of ``run``. ``exact`` plays the published protocol, game by game, where it is known.

    >>> found = reproduce("durak-closed", deals=2, progress=False)
    >>> found.page.name, len(found.rows) == len(found.page.cells)
    ('durak-closed', True)
    """
    settings = Settings(out, workers, executor, time_limit, progress)
    if not isinstance(name, str):
        raise wrong_type(say("An experiment"), say("a name: see list_experiments()"), name)
    if not exact:
        return _play(name, deals, quick, records, settings)
    found = find_exact(name)
    if deals is not None or quick:
        raise BadOption(say("--exact plays the published deals; it goes without --deals and --quick."))
    with shown_progress("games", found.games, quiet=not progress) as show:
        return found.play(settings.folder, show)


def _play(
    name: Path | str, deals: int | None, quick: bool, records: Path | str | None, settings: Settings
) -> Reproduction:
    if not isinstance(name, str | Path):
        raise wrong_type(say("An experiment"), say("a page's path or a name: see list_experiments()"), name)
    page = find_experiment(str(name), deals, quick, str(Path(records).resolve()) if records else "")
    if page.sealed:
        return _open(page, page.sealed, settings)
    check_figures(page)
    call = call_text("run", str(name), deals=deals, quick=quick, records=records and str(records))
    plans = tuple(page.plans.values())
    run, _ = execute("experiment", plans, settings, page.title, page.drawn, call=call)
    page = replace(page, plans=dict(zip(page.plans, run.plans, strict=True)))
    results = dict(zip(page.plans, run.results(), strict=True))
    rows = compare(page, results)
    if rows:
        keep(run, page, rows, results)
    return Reproduction(page, run, results, tuple(rows), _report(page, run, rows, results))


def _open(page: Experiment, sealed: Published, settings: Settings) -> Reproduction:
    """The games of a published seal."""
    found = sealed.open(settings)
    results = dict(zip(page.plans, found.run.results(), strict=True))
    return Reproduction(page, found.run, results, (), None, found)


def _report(page: Experiment, run: Run, rows: list[Row], results: dict[str, Result]) -> Path | None:
    """The comparison as a page in the run's folder."""
    if not page.cells:
        return None
    from kiebitz.lab.report.reproduction import make_reproduction

    file = run.folder / "report.html"
    write_new(file, make_reproduction(run, page, rows, results).html)
    return file
