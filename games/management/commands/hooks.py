"""Lists the hooks of all apps: their types, their purposes, and the functions that fill them."""

import ast
import inspect
from collections.abc import Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any, Final

from django.apps import apps
from django.core.management.base import BaseCommand

from games.platform.hooks import Hook

PLACES: Final = ("platform.hooks", "hooks")
"""Modules of an app that may declare hooks."""


class Command(BaseCommand):
    help = "List the hooks that apps may fill, and the functions in them."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print each hook with its type, its purpose and its functions."""
        for module in hook_modules():
            self.stdout.write(self.style.MIGRATE_HEADING(module.__name__))
            for name, kind, purpose in declared_in(module):
                self.stdout.write(f"{name}  {kind}\n    {purpose}")
                for line in filled(getattr(module, name)):
                    self.stdout.write(f"    - {line}")


def hook_modules() -> Iterator[ModuleType]:
    """The modules with hooks of the installed apps."""
    for app in apps.get_app_configs():
        for place in PLACES:
            name = f"{app.name}.{place}"
            if find_spec(name.rpartition(".")[0]) is not None and find_spec(name) is not None:
                yield import_module(name)


def declared_in(module: ModuleType) -> Iterator[tuple[str, str, str]]:
    """The hooks of a module: name, type, and purpose from the text below it, as they stand in its source."""
    body = ast.parse(inspect.getsource(module)).body
    for node, text in zip(body, body[1:], strict=False):
        if not isinstance(node, ast.AnnAssign) or not isinstance(node.target, ast.Name):
            continue
        if isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant) and node.value is not None:
            kind = node.value.func if isinstance(node.value, ast.Call) else node.annotation
            inner = kind.slice if isinstance(kind, ast.Subscript) and kind is node.annotation else kind
            yield node.target.id, ast.unparse(inner), " ".join(str(text.value.value).split())


def filled(hook: Any) -> Iterator[str]:
    """The functions, or other entries, of a hook."""
    if isinstance(hook, Hook):
        yield from (f"{each.__module__}.{each.__qualname__}" for each in hook)
    elif isinstance(hook, Mapping):
        yield from (f"{key}: {_named(value)}" for key, value in hook.items())
    else:
        yield from (each.__name__ for each in hook)


def _named(value: Any) -> str:
    """The function of a job, or the name of a class, or the text."""
    of = getattr(value, "do", value)
    return f"{of.__module__}.{of.__qualname__}" if hasattr(of, "__qualname__") else str(value)
