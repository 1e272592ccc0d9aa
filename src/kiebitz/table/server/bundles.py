"""The modules of a page in one file, and its styles in another: a first visit asks for few things.

A module becomes a part of the file (``templates/bundle.js`` has what runs them): a generator that first gives
its functions to those who import them, as the language does with modules, and then runs when its turn comes.
So modules may import each other in circles, and may wait for something, as they do when they come one by
one. What stands here reads the way in which our own modules are written: imports and exports begin a line.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import PurePosixPath
from typing import NamedTuple

from kiebitz.table.server.edition import PAGES, RUNNER, edition

FOLDER = "bundles"
SCRIPT = re.compile(r'[ \t]*<script type="module" src="(?P<path>/js/[^"]+)"></script>\n')
STYLE = re.compile(r'[ \t]*<link rel="stylesheet" href="(?P<path>/css/[^"]+)">\n')
IMPORT = re.compile(r'^import (?:(?P<what>\{[^}]*\}|\* as \w+) from )?"(?P<path>\.{1,2}/[^"]+)";\n', re.M)
EXPORT = re.compile(r"^export (?P<kind>(?:async )?function|const|class) (?P<name>\w+)", re.M)
LISTED = re.compile(r"^export \{(?P<names>[^}]*)\};\n", re.M)
COMMENT = re.compile(r"^[ \t]*(?://.*|/\*\*(?:[^*]|\*(?!/))*\*/[ \t]*)\n", re.M)
STYLE_COMMENT = re.compile(r"/\*.*?\*/\s*", re.S)


def bundle(name: str) -> str | None:
    """The file that a page asks for under this name, such as ``table.js``; None if there is no such page.

    >>> bundle("index.css").startswith(":root {")
    True
    >>> bundle("nothing.js") is None
    True
    """
    return _bundle(name, edition())


@lru_cache(maxsize=32)
def _bundle(name: str, edition: str) -> str | None:
    page, kind = PurePosixPath(name), PurePosixPath(name).suffix
    source = PAGES / page.with_suffix(".html").name
    if page.name != name or kind not in (".js", ".css") or source not in PAGES.glob("*.html"):
        return None
    text = source.read_text(encoding="utf-8")
    return _modules(text) if kind == ".js" else _styles(text)


def bundled(page: str, name: str) -> str:
    """A page that asks for its bundles in place of single files."""
    for pattern, link in (
        (STYLE, f'  <link rel="stylesheet" href="/{FOLDER}/{name}.css">\n'),
        (SCRIPT, f'  <script type="module" src="/{FOLDER}/{name}.js"></script>\n'),
    ):
        page = pattern.sub("", pattern.sub(lambda _, link=link: link, page, count=1))  # type: ignore[misc]
    return page


def proxy(path: str) -> str:
    """A module that gives what the same one in the page's bundle gives, so that there is only one of it.

    >>> print(proxy("/js/cards.js").splitlines()[-1])
    export const { faceUrl, card, suitPicture, valuedCard, worthBar, back } = it;
    """
    found = f'await (globalThis.kiebitzModule?.("{path}") ?? import("/v/{edition()}{path}"))'
    return f"const it = {found};\nexport const {{ {', '.join(_read(path).exports)} }} = it;\n"


# -- modules -----------------------------------------------------------------------------------------------


class Import(NamedTuple):
    """What a module imports, as a pattern or the name for all of it, and from where."""

    what: str
    path: str

    @property
    def names(self) -> list[str]:
        """What the imported things are called in the module."""
        if not self.what.startswith("{"):
            return [self.what] if self.what else []
        return [each.split(" as ")[-1].strip() for each in self.what[1:-1].split(",") if each.strip()]

    @property
    def taker(self) -> str:
        """A function that takes them from what the other module gives."""
        if not self.what.startswith("{"):
            return f"(from) => {{ {self.what} = from; }}"
        return f"(from) => {{ ({self.what.replace(' as ', ': ')} = from); }}"


class Module(NamedTuple):
    """A module of the pages without its imports and exports, and these."""

    imports: list[Import]
    functions: list[str]
    """Exports that are there before the module runs."""
    values: list[str]
    """Those that are there when it has run."""
    body: str

    @property
    def exports(self) -> list[str]:
        return self.functions + self.values


def _read(path: str) -> Module:
    text = COMMENT.sub("", (PAGES / path.lstrip("/")).read_text(encoding="utf-8"))
    folder = PurePosixPath(path).parent
    imports = [
        Import((match["what"] or "").removeprefix("* as "), _joined(folder, match["path"]))
        for match in IMPORT.finditer(text)
    ]
    exported = [(match["name"], match["kind"].endswith("function")) for match in EXPORT.finditer(text)]
    for match in LISTED.finditer(text):
        exported += [(name.strip(), _is_function(name.strip(), text)) for name in match["names"].split(",")]
    body = EXPORT.sub(r"\g<kind> \g<name>", LISTED.sub("", IMPORT.sub("", text)))
    functions = [name for name, is_function in exported if is_function]
    return Module(imports, functions, [name for name, is_function in exported if not is_function], body)


def _is_function(name: str, text: str) -> bool:
    return re.search(rf"^(?:async )?function {name}\b", text, re.M) is not None


def _joined(folder: PurePosixPath, path: str) -> str:
    """An address within the pages that is written from a folder of them."""
    parts = list(folder.parts)
    for part in PurePosixPath(path).parts:
        if part == "..":
            parts.pop()
        else:
            parts.append(part)
    return str(PurePosixPath(*parts))


def _modules(page: str) -> str:
    """All modules of a page, each after those that it imports, in one module."""
    found: dict[str, Module] = {}
    entered: set[str] = set()

    def enter(path: str) -> None:
        if path in entered:
            return
        entered.add(path)
        module = _read(path)
        for each in module.imports:
            enter(each.path)
        found[path] = module

    for match in SCRIPT.finditer(page):
        enter(match["path"])
    parts = "".join(_part(path, module) for path, module in found.items())
    return f"{RUNNER.read_text(encoding='utf-8')}\n{parts}await run();\n"


def _part(path: str, module: Module) -> str:
    uses = ", ".join(f'"{each}"' for each in dict.fromkeys(each.path for each in module.imports))
    names = [name for each in module.imports for name in each.names]
    lines = [f'part("{path}", [{uses}], async function* ($give, $take, $here) {{']
    lines += [f"let {', '.join(names)};"] if names else []
    lines += [f"$give({{ {', '.join(module.functions)} }});"] if module.functions else []
    lines += [f'$take("{each.path}", {each.taker});' for each in module.imports if each.names]
    lines += ["yield;", module.body.strip("\n").replace("import.meta.url", "$here")]
    lines += [f"$give({{ {', '.join(module.values)} }});"] if module.values else []
    return "\n".join([*lines, "});\n"])


def _styles(page: str) -> str:
    files = [PAGES / match["path"].lstrip("/") for match in STYLE.finditer(page)]
    return "\n".join(STYLE_COMMENT.sub("", file.read_text(encoding="utf-8")) for file in files)
