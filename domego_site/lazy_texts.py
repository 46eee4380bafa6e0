"""The check of lazy texts: no text is translated while modules load, when no reader's language is known yet.
`make lint` runs it, as `python -m domego_site.lazy_texts`.

A module, a class, a default of a parameter and a decorator are evaluated once. There a text stays `gettext_lazy(...)`,
and one with a part to fill in is `format_lazy(...)`.
"""

import ast
import sys
from collections.abc import Iterator
from typing import Final

from domego_site.paths import BASE_DIR

FOLDERS: Final = ("benchmarks", "classrooms", "domego_site", "examples", "games", "tests")
TRANSLATION: Final = "django.utils.translation"
EAGER: Final = frozenset({"gettext", "pgettext", "ngettext", "npgettext"})
LAZY: Final = frozenset(f"{name}_lazy" for name in EAGER)
EVALUATING: Final = frozenset({"str", "format_html", "mark_safe", "escape", "conditional_escape", "SafeString"})
"""Functions that make a string of their arguments at once."""

Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


class _Module:
    """The names by which one module calls translations, and its names for lazy texts."""

    def __init__(self, tree: ast.Module) -> None:
        self.called: dict[str, str] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module == TRANSLATION:
                self.called |= {each.asname or each.name: each.name for each in node.names}
        self.lazy_names: set[str] = set()

    def translation(self, node: ast.AST) -> str:
        """The name of the function of translation that this node calls, else ""."""
        if not isinstance(node, ast.Call):
            return ""
        if isinstance(node.func, ast.Name):
            return self.called.get(node.func.id, "")
        if isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name):
            return node.func.attr if node.func.value.id == "translation" else ""
        return ""

    def is_lazy(self, node: ast.AST) -> bool:
        """Is this node a lazy text, or the name of one?"""
        return self.translation(node) in LAZY or (isinstance(node, ast.Name) and node.id in self.lazy_names)

    def has_lazy(self, nodes: list[ast.expr]) -> bool:
        """Is one of these a lazy text, or a list, tuple, dictionary or starred sequence that directly holds one?"""
        for node in nodes:
            inner: list[ast.expr] = []
            if isinstance(node, ast.List | ast.Tuple | ast.Set):
                inner = node.elts
            elif isinstance(node, ast.Dict):
                inner = node.values
            elif isinstance(node, ast.GeneratorExp | ast.ListComp | ast.Starred):
                inner = [node.value if isinstance(node, ast.Starred) else node.elt]
            if self.is_lazy(node) or (inner and self.has_lazy(inner)):
                return True
        return False

    def remember(self, node: ast.AST) -> None:
        """Note the names that an assignment gives to lazy texts."""
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None and self.is_lazy(node.value):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            self.lazy_names |= {target.id for target in targets if isinstance(target, ast.Name)}

    def evaluates(self, node: ast.AST) -> bool:
        """Does this node make a string of a text at once?"""
        if self.translation(node) in EAGER:
            return True
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
            return self.has_lazy([node.left, node.right])
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            return self.is_lazy(node.left) or self.is_lazy(node.right)
        if isinstance(node, ast.FormattedValue):
            return self.is_lazy(node.value)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            of_a_text = isinstance(node.func.value, ast.Constant) and isinstance(node.func.value.value, str)
            return self.is_lazy(node.func.value) or (of_a_text and self._is_given_lazy(node))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            return node.func.id in EVALUATING and self._is_given_lazy(node)
        return False

    def _is_given_lazy(self, call: ast.Call) -> bool:
        return self.has_lazy([*call.args, *(keyword.value for keyword in call.keywords)])


def evaluated_at_import(node: ast.AST) -> Iterator[ast.AST]:
    """Everything below a node that runs while its module loads: no body of a function."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, Function):
            defaults: list[ast.AST] = [each for each in (*child.args.defaults, *child.args.kw_defaults) if each]
            decorators: list[ast.AST] = [] if isinstance(child, ast.Lambda) else list(child.decorator_list)
            for each in (*decorators, *defaults):
                yield each
                yield from evaluated_at_import(each)
        else:
            yield child
            yield from evaluated_at_import(child)


def faults_of(source: str) -> list[str]:
    """Line and code of each text that is translated while the module loads."""
    tree = ast.parse(source)
    module = _Module(tree)
    found = []
    for node in evaluated_at_import(tree):
        module.remember(node)
        if module.evaluates(node):
            found.append(f"{getattr(node, 'lineno', 0)}: {ast.unparse(node)}")
    return found


def main() -> int:
    """0 if there is no fault, else 1, with the path, line and code of each."""
    found = []
    for folder in FOLDERS:
        for path in sorted((BASE_DIR / folder).rglob("*.py")):
            place = path.relative_to(BASE_DIR).as_posix()
            found += [f"{place}:{fault}" for fault in faults_of(path.read_text(encoding="utf-8"))]
    sys.stdout.writelines(f"{line}\n" for line in (*found, f"{len(found)} texts are translated while modules load."))
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
