"""Where the code of a function is written: its part of the syntax tree of its file.

A file is read when somebody asks, not when it is imported, so it may have changed in between. A kernel keeps
what its file was like when it was defined; of another file nothing is believed.
"""

from __future__ import annotations

import ast
import linecache
from collections import defaultdict
from functools import lru_cache
from pathlib import Path
from types import CodeType, FunctionType

from kiebitz.errors import KiebitzError
from kiebitz.sayings import say

Stamp = tuple[int, int] | None
"""What tells whether a file has changed; None where there is no file."""
Written = ast.FunctionDef | ast.Lambda
"""A function as it is written."""
KEPT = 512  # files
NAMELESS = ("<stdin>", "<string>")
"""What Python calls code from nowhere, whatever it is: what it keeps under such a name may be other code."""


def stamp(function: FunctionType) -> Stamp:
    """The state of the file of a function."""
    try:
        found = Path(function.__code__.co_filename).stat()
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size


def written(function: FunctionType, since: Stamp = None) -> Written | None:
    """How a function is written; None if nobody can tell, as of one that was typed at a prompt.

    Since it was defined with a file in some state, that file must not have changed.
    """
    code, now = function.__code__, stamp(function)
    if since and now != since:
        file = Path(code.co_filename).name
        raise KiebitzError(say("{file} has changed since it was loaded; give the command again.", file=file))
    if now:
        found = _functions(code.co_filename, now)
    elif code.co_filename in NAMELESS:
        return None
    else:
        lines = linecache.getlines(code.co_filename, function.__globals__)
        found = _parsed("".join(lines))
    places = found.get(_place(code), [])
    return places[0] if len(places) == 1 else None


def _place(code: CodeType) -> tuple[str, int]:
    return code.co_name, code.co_firstlineno


Functions = dict[tuple[str, int], list[Written]]


@lru_cache(KEPT)
def _functions(file: str, now: Stamp) -> Functions:
    """The functions of a file in this state, by name and first line."""
    try:
        return _parsed(Path(file).read_bytes())
    except OSError:
        return {}


def _parsed(text: str | bytes) -> Functions:
    found: Functions = defaultdict(list)
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):  # no Python, or none any more
        return {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            found[node.name, first].append(node)
        elif isinstance(node, ast.Lambda):
            found["<lambda>", node.lineno].append(node)
    return found
