"""Python code in words that are the same whatever Python has read it.

The words are made of the syntax tree, but only of the fields of each node that are named here: newer Pythons
add some, and write those that are empty in other ways, which is why ``ast.dump`` will not do. A kind of node
that is not known here is refused, because it might say anything. Comments, positions, docstrings and types in
comments are no part of it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable

from kiebitz.errors import KiebitzError
from kiebitz.sayings import say

NODES = """
    Module body
    FunctionDef decorator_list name args returns body
    AsyncFunctionDef decorator_list name args returns body
    ClassDef decorator_list name bases keywords body
    Return value
    Delete targets
    Assign targets value
    AugAssign target op value
    AnnAssign target annotation value
    For target iter body orelse
    AsyncFor target iter body orelse
    While test body orelse
    If test body orelse
    With items body
    AsyncWith items body
    Match subject cases
    Raise exc cause
    Try body handlers orelse finalbody
    TryStar body handlers orelse finalbody
    Assert test msg
    Import names
    ImportFrom module names level
    Global names
    Nonlocal names
    Expr value
    Break
    Continue
    BoolOp op values
    NamedExpr target value
    BinOp left op right
    UnaryOp op operand
    Lambda args body
    IfExp test body orelse
    Dict keys values
    Set elts
    ListComp generators elt
    SetComp generators elt
    DictComp generators key value
    GeneratorExp generators elt
    Await value
    Yield value
    YieldFrom value
    Compare left ops comparators
    Call func args keywords
    FormattedValue value conversion format_spec
    JoinedStr values
    Constant value
    Attribute value attr
    Subscript value slice
    Starred value
    Name id
    List elts
    Tuple elts
    Slice lower upper step
    comprehension target iter ifs is_async
    ExceptHandler type name body
    arguments posonlyargs args vararg kwonlyargs kw_defaults kwarg defaults
    arg arg annotation
    keyword arg value
    alias name asname
    withitem context_expr optional_vars
    match_case pattern guard body
    MatchValue value
    MatchSingleton value
    MatchSequence patterns
    MatchMapping keys patterns rest
    MatchClass cls patterns kwd_attrs kwd_patterns
    MatchStar name
    MatchAs pattern name
    MatchOr patterns
    TypeAlias name value
    TypeVar name bound
    ParamSpec name
    TypeVarTuple name
"""
OPERATORS = """
    And Or Add Sub Mult MatMult Div Mod Pow LShift RShift BitOr BitXor BitAnd FloorDiv Invert Not UAdd USub
    Eq NotEq Lt LtE Gt GtE Is IsNot In NotIn
"""
FIELDS = {kind: fields for kind, *fields in map(str.split, NODES.strip().splitlines())} | {
    kind: [] for kind in OPERATORS.split()
}
"""The fields of each kind of node that say something; a target is told from a value by its place."""
NOTHING = "-"
"""Stands for a field that is empty."""
IF_ANY = ("type_params", "default_value")
"""Fields that only some Pythons have, written where there is something in them."""


class Writer:
    """Writes nodes as words: names as they are written, and statements that do nothing left out.

    >>> def words(text):
    ...     return Writer("a file").write(ast.parse(text))
    >>> words("x = (1)  # one") == words("x = 1") != words("x = 1.0")
    True
    """

    refused: frozenset[str] = frozenset()
    """Kinds of nodes that cannot be told in this way."""
    silent: tuple[type[ast.stmt], ...] = (ast.Pass, ast.Import, ast.ImportFrom)
    """Statements that are left out: where code finds what it imports changes when that moves."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.words: list[str] = []

    def write(self, tree: ast.AST) -> str:
        """A tree in words."""
        self.node(tree)
        return " ".join(self.words)

    def node(self, node: ast.AST) -> None:
        """Write a node."""
        kind = type(node).__name__
        if kind not in FIELDS or kind in self.refused:
            raise self.unknown(node)
        if special := getattr(self, f"of_{kind}", None):
            special(node)
            return
        self.words.append(f"({kind}")
        for name in FIELDS[kind]:
            self.value(getattr(node, name))
        for name in IF_ANY:
            if more := getattr(node, name, None):
                self.value(more)
        self.words.append(")")

    def unknown(self, node: ast.AST) -> KiebitzError:
        """The refusal of a node of which nobody could say what it means."""
        return KiebitzError(
            say(
                "{file}, line {line}: what is written with {kind} cannot be compared with other code.",
                file=self.file,
                line=getattr(node, "lineno", 0),
                kind=type(node).__name__,
            )
        )

    def of_Constant(self, node: ast.Constant) -> None:  # noqa: N802
        """It may be None, which is something."""
        self.words.append(constant(node.value))

    def value(self, value: object) -> None:
        """Write what stands in a field."""
        if isinstance(value, ast.AST):
            self.node(value)
        elif isinstance(value, list):
            self.all(value)
        else:
            self.words.append(NOTHING if value is None else constant(value))

    def all(self, values: Iterable[object]) -> None:
        """Write a list, without statements that do nothing."""
        self.words.append("[")
        for value in values:
            if not isinstance(value, self.silent) and not is_text(value):
                self.value(value)
        self.words.append("]")

    def of_JoinedStr(self, node: ast.JoinedStr) -> None:  # noqa: N802
        """Pythons part the plain text in such a string in different ways."""
        self.words.append("(JoinedStr")
        text = ""
        for value in node.values:
            if isinstance(value, ast.Constant):
                text += str(value.value)
                continue
            self.words.append(constant(text))
            self.node(value)
            text = ""
        self.words += [constant(text), ")"]

    def of_FormattedValue(self, node: ast.FormattedValue) -> None:  # noqa: N802
        """Some Pythons have an empty format where others have none."""
        spec = node.format_spec
        is_empty = isinstance(spec, ast.JoinedStr) and not spec.values
        self.words.append("(FormattedValue")
        for value in (node.value, node.conversion, None if is_empty else spec):
            self.value(value)
        self.words.append(")")


def is_text(node: object) -> bool:
    """Is it a statement that does nothing, such as a docstring?"""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def constant(value: object) -> str:
    """A constant with its type: 1, 1.0 and True differ, and so do -0.0 and 0.0.

    >>> constant(1), constant(1.0), constant(True), constant("Dr\N{LATIN SMALL LETTER U WITH DIAERESIS}cke")
    ('int 1', 'float 1.0', 'bool True', "str 'Dr\\\\xfccke'")
    """
    return f"{type(value).__name__} {value!a}"
