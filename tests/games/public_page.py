"""Writes docs/develop/public.md, the list of what the games publish: `python -m tests.games.public_page`."""

import ast
import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "develop" / "public.md"
HEAD = """# What the games publish

For developers of sites and packages. `classrooms` and host sites import names of `games` from here
alone, and from `games.engine`, `games.ui` and `games.embedding`; contracts in `pyproject.toml` keep
it so. Games need the engine and `games.ui` only.

A name stays until the next major version, and warns for a minor version before it goes. `python -m
tests.games.public_page` writes this page; a test compares it with the code.
"""


def modules() -> Iterator[ModuleType]:
    """The modules of the published surface, by name."""
    for path in sorted((ROOT / "games" / "public").glob("*.py")):
        if path.stem != "__init__":
            yield import_module(f"games.public.{path.stem}")


def published(module: ModuleType) -> dict[str, str]:
    """The names of a module, and the module that each comes from."""
    body = ast.parse(inspect.getsource(module)).body
    imports = (node for node in body if isinstance(node, ast.ImportFrom) and node.module)
    return {alias.asname or alias.name: str(node.module) for node in imports for alias in node.names}


def meaning(module: ModuleType, name: str, source: str) -> str:
    """The first sentence about a name; for a value the text below it, where there is one."""
    value: Any = getattr(module, name)
    if inspect.ismodule(value) or inspect.isclass(value) or inspect.isroutine(value):
        text = inspect.getdoc(value) or ""
    else:
        text = _text_below(source, name)
    text = " ".join(text.split("\n\n")[0].split()) if text else ""
    return re.split(r"(?<=[.?])\s", text)[0].replace("|", "\\|")


def _text_below(source: str, name: str) -> str:
    body = ast.parse(inspect.getsource(import_module(source))).body
    for node in body:
        if isinstance(node, ast.ImportFrom) and node.module and name in {alias.name for alias in node.names}:
            return _text_below(node.module, name)
    for node, text in zip(body, body[1:], strict=False):
        named = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
        if isinstance(named, ast.Name) and named.id == name and isinstance(text, ast.Expr):
            return str(getattr(text.value, "value", ""))
    return ""


def page() -> str:
    """The whole page."""
    parts = [HEAD]
    for module in modules():
        parts.append(f"## {module.__name__}\n\n{module.__doc__}\n\n| Name | Meaning |\n|---|---|")
        names = published(module)
        rows = [f"| `{name}` | {meaning(module, name, names[name])} |" for name in sorted(names, key=str.lower)]
        parts[-1] += "\n" + "\n".join(rows) + "\n"
    return "\n".join(parts)


if __name__ == "__main__":
    import os

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "domego_site.settings_test")
    import django

    django.setup()
    PAGE.write_text(page(), encoding="utf-8")
