"""Everything that tests and benchmarks import of the project exists, and every attribute they read of its modules.

The type checker reads neither, and the slow lanes run in slices: a module renamed without them would be noticed late.
"""

import ast
import importlib
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[3]
OF_AN_OLDER_VERSION = {Path("tests/site/upgrade/make_old_site.py")}
FILES = sorted(
    path.relative_to(ROOT)
    for folder in ("tests", "benchmarks")
    for path in (ROOT / folder).rglob("*.py")
    if path.relative_to(ROOT) not in OF_AN_OLDER_VERSION
)
OURS = {"games", "classrooms", "domego_site", "tests", "benchmarks"}


def attribute(module, name):
    """An attribute or submodule of a module; an AttributeError says that there is neither."""
    if not hasattr(module, name) and hasattr(module, "__path__"):
        try:
            return importlib.import_module(f"{module.__name__}.{name}")
        except ModuleNotFoundError as error:
            if error.name != f"{module.__name__}.{name}":
                raise
    return getattr(module, name)


def imported(tree):
    """Each imported name of the project with its value; a fault where it does not exist."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.partition(".")[0] in OURS:
            module = importlib.import_module(node.module)
            for each in (each for each in node.names if each.name != "*"):
                yield each.asname or each.name, attribute(module, each.name)


def faults(source):
    tree = ast.parse(source)
    try:
        modules = {name: value for name, value in imported(tree) if isinstance(value, ModuleType)}
    except (AttributeError, ModuleNotFoundError) as error:
        return [str(error)]
    assigned = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    assigned |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    read = [
        (node.value.id, node.attr, node.lineno)
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load) and isinstance(node.value, ast.Name)
    ]
    return [
        f"{module}.{name}, line {line}"
        for module, name, line in (*read, *replaced(tree))
        if module in modules and module not in assigned and not hasattr(modules[module], name)
    ]


def replaced(tree):
    """Names that are replaced for a test: `(module, "name", value)` or `monkeypatch.setattr(module, "name", value)`."""
    for node in ast.walk(tree):
        parts = node.elts if isinstance(node, ast.Tuple) else node.args if isinstance(node, ast.Call) else []
        if len(parts) == 3 and isinstance(parts[0], ast.Name) and isinstance(parts[1], ast.Constant):
            yield parts[0].id, str(parts[1].value), node.lineno


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # former names exist, too
def test_everything_imported_of_the_project_exists():
    found = {str(path): faults((ROOT / path).read_text()) for path in FILES}
    assert len(found) > 700
    assert {path: missing for path, missing in found.items() if missing} == {}


@pytest.mark.parametrize(
    "source",
    [
        "from games.engine import nowhere",
        "from games.nowhere import something",
        "from games.engine import registry\nregistry.nowhere()",
        "def late():\n    from games.engine.registry import nowhere",
        "from games.engine import registry\nmonkeypatch.setattr(registry, 'nowhere', 1)",
    ],
)
def test_a_missing_name_is_a_fault(source):
    assert len(faults(source)) == 1
