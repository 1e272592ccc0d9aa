"""What belongs to a bot: the files that its cell shows, that its identity is made of, and that a run keeps.

Of the user's files these are a bot's own: the file that its specification names, what that imports from its
folder, the files that its class names in ``files``, and the files and folders that its parameters name, or
the words of a program. A bot of a platform can name none, so the data in its folder belong to it as a whole.
"""

from __future__ import annotations

import ast
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from kiebitz.errors import BadOption, KiebitzError
from kiebitz.plugins import check_name
from kiebitz.sayings import Saying, say

MOST = 400  # files of a folder that belong to a bot
LARGEST = 64 << 20  # bytes of such a folder
SECRET = ".secret"  # how files that hold a seed nobody may know end
LONGEST_SOURCE = 1 << 20  # bytes; a longer file is no source
CACHE = "__pycache__"


class TooMuch(BadOption):
    """A folder is too large to belong to a bot."""


class Declared(NamedTuple):
    """What a bot's class says of the files that it needs."""

    files: tuple[str, ...] = ()  # its ``files``: files and folders, from the folder of its own file on
    values: tuple[str, ...] = ()  # parameters that may name files and folders
    takes_folder: bool = False  # it is of a platform, and cannot name any
    home: str = ""  # a folder above its own from which it imports too


class Part(NamedTuple):
    """A file or folder that a specification names, and all that belongs to the bot because of it."""

    named: str  # as the specification has it; a folder ends with a slash
    root: Path  # the folder to which all of these files are relative
    files: tuple[Path, ...]  # the named one first
    has_folder: bool = False  # the data of its folder belong to it as a whole

    def relative(self, file: Path) -> str:
        """A file's path from the root, with slashes."""
        return file.relative_to(self.root).as_posix()


def bot_part(named: str, file: Path, declared: Declared) -> Part:
    """What belongs to a bot of a file; a file that its class names must be there.

    >>> from pathlib import Path
    >>> here = Path(__file__)
    >>> part = bot_part("cells/line.py", here.with_name("line.py"), Declared(files=("zygote.py",)))
    >>> [part.relative(one) for one in part.files]
    ['line.py', 'zygote.py']
    """
    file = file.resolve()
    folder = file.parent
    home = Path(declared.home).resolve() if declared.home else folder
    root = home.parent if declared.home else folder
    found = [file, *sources(file, folder, root, within=home)]
    for name in sorted(set(declared.files)):
        found += _named_files(file, name)
    for value in declared.values:
        found += _at(value, folder)
    if declared.takes_folder:
        with suppress(TooMuch):  # then it has its code alone
            found += [one for one in files_below(folder) if one.suffix != ".py"]
    return _part(named, root, found)._replace(has_folder=declared.takes_folder)


def program_parts(files: Iterable[tuple[str, Path]], folders: Iterable[tuple[str, Path]]) -> tuple[Part, ...]:
    """What belongs to a program: the files that its words name, what these import, and named folders."""
    found = [(named, place.resolve()) for named, place in files]
    return (
        *(_part(named, main.parent, [main, *sources(main, main.parent)]) for named, main in found),
        *(_part(as_folder(word), at.resolve(), files_below(at.resolve())) for word, at in folders),
    )


def as_folder(named: str) -> str:
    """How a part calls the folder that a word names.

    >>> as_folder("data"), as_folder("data/")
    ('data/', 'data/')
    """
    return named.rstrip("/") + "/"


def _part(named: str, root: Path, files: Iterable[Path]) -> Part:
    found = tuple(dict.fromkeys(files))
    for file in found:
        check_name(file)
    return Part(named, root, found)


def _named_files(file: Path, name: str) -> list[Path]:
    """The file that a class names in ``files``, or those of such a folder."""
    found = Path(os.path.normpath(file.parent / name))
    if not found.is_relative_to(file.parent):
        raise outside(file)
    if found.is_dir():
        return files_below(found)
    if not found.is_file():
        check_name(found)
        raise KiebitzError(
            say(
                "{file} needs the file {name}, and there is none in {folder}.",
                file=file.name,
                name=name,
                folder=str(file.parent),
            )
        )
    return [found]


def _at(value: str, folder: Path) -> list[Path]:
    """The file, or all files of the folder, that a parameter names; none if it names nothing of the bot's."""
    with suppress(OSError, ValueError):
        place = Path(os.path.normpath(folder / value))
        if place.is_file() and place.is_relative_to(folder):
            return [place]
        if place.is_dir() and place.is_relative_to(folder) and (place != folder or Path(value).is_absolute()):
            return files_below(place)  # a mere text such as "." is not meant as the bot's whole folder
    return []


def files_below(folder: Path) -> list[Path]:
    """The files of a folder and of those below it that can belong to a bot, in order.

    Hidden files, links, pipes, secrets of seals and folders with a run are left out: a ledger has the seed.
    """
    found, size, folders = list[Path](), 0, [folder]
    while folders:
        with suppress(OSError), os.scandir(folders.pop()) as entries:
            near = [one for one in entries if not (one.name.startswith(".") or one.is_symlink())]
            if any(".sqlite" in one.name for one in near):
                continue
            for entry in near:
                if entry.is_dir() and entry.name != CACHE:
                    folders.append(Path(entry.path))
                elif entry.is_file() and not entry.name.endswith(SECRET):
                    found.append(Path(entry.path))
                    size += entry.stat().st_size
        if len(found) + len(folders) > MOST or size > LARGEST:
            raise TooMuch(
                say(
                    "The folder {folder} holds more than a bot may have, {most} files and {size} MB: keep "
                    "what belongs to the bot in a folder of its own.",
                    folder=str(folder),
                    most=MOST,
                    size=LARGEST >> 20,
                )
            )
    return sorted(found)


def without_links(part: Part) -> Part:
    """The same files, none of which may be a link to one that lies elsewhere: a cell would show that."""
    if not all(file.resolve().is_relative_to(part.root) for file in part.files):
        raise outside(Path(part.named))
    return part


def outside(file: Path) -> KiebitzError:
    """Why a bot does not play that names files which are not its own."""
    return KiebitzError(say("{file} names files outside its folder.", file=file.name))


def why_unseen(part: Part, missing: str) -> Saying | None:
    """What to do about a file that a bot did not find in its cell; None if that is not why it is missing.

    It may be a module too, without its ending.
    """
    folder = part.files[0].parent
    try:
        place = Path(os.path.normpath(folder / missing))
        found = [one for one in (place, place.with_suffix(".py")) if one.exists() and one not in part.files]
    except (OSError, ValueError):
        return None
    if not found or found[0] == folder or not found[0].is_relative_to(folder):
        return None
    name = found[0].relative_to(folder).as_posix()
    if not part.has_folder:
        return say(
            "{name} is not one of the bot's files: name it in its class, {code}",
            name=name,
            code=f'files = ["{name}"]',
        )
    try:
        files_below(folder)
    except TooMuch as error:
        return error.said
    return say("{name} is not one of the bot's files: it can only be imported by its name", name=name)


# -- code ---------------------------------------------------------------------------------------------


def sources(file: Path, *roots: Path, within: Path | None = None) -> list[Path]:
    """A file and all that it imports from its own folder, or one above it, directly or by others."""
    file, roots = file.resolve(), tuple(root.resolve() for root in roots)
    within = (within or file.parent).resolve()
    found, waiting = {file}, [file]
    while waiting:
        for other in _imported(waiting.pop(), roots):
            if other not in found and other.is_relative_to(within):
                found.add(other)
                waiting.append(other)
    return sorted(found)


def written_files(files: Iterable[Path]) -> tuple[str, ...]:
    """What the classes in some sources plainly write as their ``files``: seen without running them."""
    found = list[str]()
    for file in files:
        for node in _nodes(file):
            if isinstance(node, ast.ClassDef):
                for value in filter(None, map(_assigned_files, node.body)):
                    with suppress(ValueError, TypeError, MemoryError, RecursionError):
                        found += [name for name in ast.literal_eval(value) if isinstance(name, str)]
    return tuple(found)


def imported_names(files: Iterable[Path]) -> set[str]:
    """The first words of all that some sources import."""
    found = set[str]()
    for node in (node for file in files for node in _nodes(file)):
        if isinstance(node, ast.Import):
            found |= {name for alias in node.names for name in alias.name.split(".")[:2]}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found |= {*node.module.split(".")[:2], *(alias.name for alias in node.names)}
    return found


def _assigned_files(node: ast.stmt) -> ast.expr | None:
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    named = any(isinstance(one, ast.Name) and one.id == "files" for one in targets)
    return node.value if named and isinstance(node, (ast.Assign, ast.AnnAssign)) else None


def _nodes(file: Path) -> list[ast.AST]:
    """All that a source is made of; nothing of a file in another language."""
    try:
        if file.suffix != ".py" and file.stat().st_size > LONGEST_SOURCE:
            return []
        return list(ast.walk(ast.parse(file.read_bytes())))
    except (OSError, SyntaxError, ValueError, MemoryError, RecursionError):
        return []


def _imported(file: Path, roots: Iterable[Path]) -> Iterator[Path]:
    for node in _nodes(file):
        if isinstance(node, ast.Import):
            names, folders = [alias.name for alias in node.names], roots
        elif isinstance(node, ast.ImportFrom):
            module = [node.module] if node.module else []
            names = [*module, *(".".join([*module, alias.name]) for alias in node.names)]
            folders = list(file.parents[node.level - 1 : node.level]) if node.level else roots
        else:
            continue
        for name in names:
            for folder in folders:
                yield from _modules(folder, name.split("."))


def _modules(folder: Path, words: list[str]) -> Iterator[Path]:
    """The files that a dotted name stands for: packages on the way, and the module itself."""
    for number in range(1, len(words) + 1):
        path = folder.joinpath(*words[:number])
        yield from (one for one in (path / "__init__.py", path.with_suffix(".py")) if one.is_file())
