"""No traceback reaches a user: mistakes are told in a sentence, the program's own faults go to a file."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NoReturn

from kiebitz.errors import KiebitzError
from kiebitz.files import of_file
from kiebitz.sayings import Saying, say
from kiebitz.telling import tell

MISTAKE = 2  # the exit code of what a user did wrong
FAULT = 70  # and of what the program did, as sysexits.h has it
INTERRUPTED = 130
PACKAGES = ("kiebitz", "numba", "numpy", "rich", "typer")  # whose versions are worth knowing


@contextmanager
def explained() -> Iterator[None]:
    """Whatever goes wrong in here ends the program with one sentence on standard error."""
    try:
        yield
    except KiebitzError as error:
        fail(error.said)
    except OSError as error:
        fail(of_file(error))
    except UnicodeDecodeError as error:
        fail(say("The file is not text in UTF-8: {why} at byte {n}.", why=error.reason, n=error.start))
    except KeyboardInterrupt:
        fail(say("Interrupted."), INTERRUPTED)
    except Exception as error:
        fail(_fault(type(error).__name__, report(error)), FAULT)


def fail(said: Saying | str, code: int = MISTAKE) -> NoReturn:
    tell(said, sys.stderr)
    sys.exit(code)


def _fault(kind: str, file: Path | None) -> Saying:
    if file:
        return say(
            "The program has a fault ({kind}); a report of it is in {file}.", kind=kind, file=str(file)
        )
    return say("The program has a fault ({kind}); a report of it could not be written anywhere.", kind=kind)


def report(error: BaseException) -> Path | None:
    """Write down what is needed to mend a fault; None if there is no place for it."""
    import os
    from datetime import datetime

    name = f"fault-{datetime.now():%Y%m%d-%H%M%S}-{os.getpid()}.txt"
    for folder in _folders():
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            file = folder / name
            file.write_text(_text(error), encoding="utf-8", errors="backslashreplace")
            return file
    return None


def _text(error: BaseException) -> str:
    import platform
    import shlex
    import traceback
    from importlib.metadata import PackageNotFoundError, version

    lines = [
        shlex.join(["kiebitz", *sys.argv[1:]]),
        f"python {platform.python_version()}, {platform.platform()}",
    ]
    for package in PACKAGES:
        with suppress(PackageNotFoundError):
            lines.append(f"{package} {version(package)}")
    return "\n".join([*lines, "", *traceback.format_exception(error)])


def _folders() -> Iterator[Path]:
    """Where a report may go: beside the compiled kernels, else among the temporary files."""
    import tempfile

    with suppress(Exception):  # it may be the compiler that does not work
        from kiebitz.kernel.caching import cache_folder

        if kernels := cache_folder():
            yield kernels.parent / "faults"
    yield Path(tempfile.gettempdir())
