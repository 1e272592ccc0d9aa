"""Brings a catalogue up to date with the code beside it: ``python -m kiebitz.language.extraction FOLDER de``.

FOLDER is a layer or a game's package; folders in it that have catalogues of their own are left out. New
sentences and names come in untranslated, those that nobody says any more go, and the rest stays as it is.
Sentences are the literal texts after ``say(``, in Python and in the pages' scripts; names are those of
options and their values, phases, measures, rule sets and levels, and whatever names the catalogue has
already (places, details of decisions: the tests know which are missing).
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

SCRIPT = re.compile(r"""\bsay\(\s*("(?:[^"\\\n]|\\.)*")""")
LISTED = {"phases": "phase", "measures": "measure"}
"""Names that stand in a tuple in the body of a class, and their kind."""
FOUND = {*LISTED.values(), "option", "value", "rule set", "level"}
"""Kinds of names that are all found in the code."""
HEADER = """msgid ""
msgstr ""
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""


class Phrase(NamedTuple):
    """What a catalogue has to say: a sentence, or the name of a thing of some kind."""

    text: str
    kind: str = ""


def phrases(folder: Path) -> list[Phrase]:
    """All that the code of a folder says, in its order, each once."""
    found: list[Phrase] = []
    for file in sources(folder):
        read = of_python if file.suffix == ".py" else of_script
        found += read(file.read_text(encoding="utf-8"))
    return list(dict.fromkeys(found))


def sources(folder: Path) -> Iterator[Path]:
    """The files whose sentences are in the folder's own catalogue."""
    for path in sorted(folder.iterdir()):
        if path.suffix in (".py", ".js"):
            yield path
        elif path.is_dir() and not (path / "languages").is_dir():
            yield from sources(path)


def of_script(source: str) -> Iterator[Phrase]:
    """The sentences of a page's script.

    >>> list(of_script('html`<b>${say("Play now")}</b>`'))
    [Phrase(text='Play now', kind='')]
    """
    for literal in SCRIPT.findall(source):
        yield Phrase(ast.literal_eval(literal))


def of_python(source: str) -> Iterator[Phrase]:
    """The sentences and names of a Python file.

    >>> list(of_python('Option("deck", ("36", "small"), help=say("cards"))'))
    [Phrase(text='deck', kind='option'), Phrase(text='small', kind='value'), Phrase(text='cards', kind='')]
    >>> list(of_python('class Sizes(Option): ...' + chr(10) + 'Sizes("sizes"), typer.Option("--sizes")'))
    [Phrase(text='sizes', kind='option')]
    """
    nodes = list(ast.walk(ast.parse(source)))
    classes = [node for node in nodes if isinstance(node, ast.ClassDef)]
    options = {"Option", *(node.name for node in classes if _is_option(node))}
    for node in nodes:
        if isinstance(node, ast.Call):
            called = getattr(node.func, "id", "")
            if called == "say":
                yield from map(Phrase, _texts(node.args[0]))
            elif called in options:
                yield from _option(node)
            elif called == "Level":
                yield from (Phrase(text, "level") for text in _texts(node.args[0]))
        elif isinstance(node, ast.ClassDef):
            yield from _of_class(node)


def _is_option(node: ast.ClassDef) -> bool:
    """Is it a kind of options that a game defines for itself?"""
    return any(getattr(base, "id", "") == "Option" for base in node.bases)


def _option(call: ast.Call) -> Iterator[Phrase]:
    """An option's name, and those of its values that are words."""
    name, *others = [*call.args, *(given.value for given in call.keywords if given.arg == "allowed")]
    yield from (Phrase(text, "option") for text in _texts(name))
    for value in _texts(others[0]) if others else ():
        if value.replace("-", "").isalpha():
            yield Phrase(value, "value")


def _of_class(node: ast.ClassDef) -> Iterator[Phrase]:
    """Names that a class lists in its body."""
    for line in node.body:
        targets = line.targets if isinstance(line, ast.Assign) else [getattr(line, "target", None)]
        for name in (target.id for target in targets if isinstance(target, ast.Name)):
            value = getattr(line, "value", None)
            if name in LISTED:
                yield from (Phrase(text, LISTED[name]) for text in _texts(value))
            elif name == "presets" and isinstance(value, ast.Dict):
                yield from (Phrase(text, "rule set") for key in value.keys for text in _texts(key))


def _texts(node: ast.AST | None) -> Iterator[str]:
    """The texts of a literal, of a tuple of them, or of either side of a choice."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.Tuple):
        for inner in node.elts:
            yield from _texts(inner)
    elif isinstance(node, ast.IfExp):
        yield from (*_texts(node.body), *_texts(node.orelse))


def update(folder: Path, language: str) -> int:
    """Bring a folder's catalogue up to date; how many of its entries have no translation."""
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import read_po, write_po

    file = folder / "languages" / f"{language}.po"
    old = read_po(BytesIO(file.read_bytes())) if file.is_file() else Catalog()
    known = {Phrase(str(one.id), one.context or ""): str(one.string) for one in old if one.id}
    now = phrases(folder)
    kept = [phrase for phrase in known if phrase.kind and phrase.kind not in FOUND]
    new = Catalog()
    for text, kind in [*now, *(phrase for phrase in kept if phrase not in now)]:
        new.add(text, known.get(Phrase(text, kind), ""), context=kind or None)
    body = BytesIO()
    write_po(body, new, width=100, omit_header=True)
    file.parent.mkdir(exist_ok=True)
    file.write_text(HEADER.format(language=language) + body.getvalue().decode(), encoding="utf-8")
    return sum(not one.string for one in new if one.id)


def main() -> None:
    """Update the catalogues of a folder in the languages named."""
    folder, *languages = sys.argv[1:]
    for language in languages:
        print(f"{folder}/languages/{language}.po: {update(Path(folder), language)} untranslated")


if __name__ == "__main__":
    main()
