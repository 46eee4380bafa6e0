"""Former places of modules that host sites name in their settings and addresses. An import from there warns and gives
the module at its place of today. They go with version 2.
"""

import sys
import warnings
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Final

MOVED: Final = {
    "games.persons": "games.platform.persons",
    "games.work": "games.platform.work",
    "classrooms.lms": "classrooms.connect.lms",
}


class _Former(MetaPathFinder, Loader):
    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        return ModuleSpec(fullname, self) if _today(fullname) else None

    def exec_module(self, module: ModuleType) -> None:
        today = _today(module.__name__)
        warnings.warn(f"{module.__name__} is now {today}.", DeprecationWarning, stacklevel=2)
        sys.modules[module.__name__] = import_module(today)


def _today(name: str) -> str:
    """The place of today of a module; empty for one that has not moved."""
    for old, new in MOVED.items():
        if name == old or name.startswith(f"{old}."):
            return new + name.removeprefix(old)
    return ""


def install() -> None:
    """Let imports find the former places. Repeated calls change nothing."""
    if not any(isinstance(finder, _Former) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Former())
