"""Choice of the test modules near a change: `make quick` runs the nearest of them, for about two minutes.

A change is near a test module in three cases: it is in the folder that the module mirrors, in the module itself, or a
few imports away. A file that is no Python counts for its folder. Modules that are left out are printed."""

import argparse
import ast
import os
import subprocess
import sys
from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

import grimp

from games.engine import finding
from tests import lanes

ROOT: Final = Path(__file__).resolve().parent.parent
PACKAGES: Final = ("domego_site", "classrooms", "games")
QUICK: Final = ("pure", "database", "pages")
TIMES: Final = ROOT / "benchmarks" / "results" / "suite.txt"
BUDGET: Final = 150.0
"""Seconds of tests, summed over all workers."""
UNMEASURED: Final = 2.0
FAR: Final = 3
"""Test modules farther away than this are not chosen, as nearly all modules are within that distance."""
EVERY_PAGE: Final = "tests/site/pages/test_every_page.py"
WHOLE: Final = {
    "templates": ("tests/site/pages/test_pages.py",),
    "docs": ("tests/site/pure/test_pointers.py", "tests/pages/test_accessibility_statement.py"),
    "deploy": ("tests/site/processes/test_deploying.py",),
    "requirements": ("tests/site/pure/test_bootstrap.py",),
    "urls.py": ("tests/matrix/pages/test_permissions.py", EVERY_PAGE),
    ".po": ("tests/site/pure/test_french.py", "tests/pure/test_nouns.py"),
    ".css": ("tests/site/pure/test_styles.py",),
}
"""Test modules that guard files without imports, by the top folder, the beginning of the name, or its ending."""


def git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def since_main() -> str:
    """The commit at which this branch left `main`. On `main` the last commit."""
    branch = git("rev-parse", "--abbrev-ref", "HEAD").strip()
    return "HEAD" if branch == "main" else git("merge-base", "main", "HEAD").strip()


def changed_files(since: str, kinds: str = "") -> list[str]:
    """Paths that differ from commit `since`, and untracked files. `kinds` limits the differences, `A` to new files."""
    tracked = git("diff", "--name-only", f"--diff-filter={kinds}", since, "--")
    return sorted({*tracked.splitlines(), *git("ls-files", "--others", "--exclude-standard").splitlines()})


def module_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported_by(path: Path) -> Iterator[str]:
    """Every module that a file may import, also within its functions, and the imported names."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def importers() -> dict[str, set[str]]:
    """The importers of each module: of the three packages, and of the tests."""
    graph = grimp.build_graph(*PACKAGES, cache_dir=str(ROOT / ".import_linter_cache"))
    found = {module: set(graph.find_modules_that_directly_import(module)) for module in graph.modules}
    for path in (ROOT / "tests").rglob("*.py"):
        for imported in imported_by(path):
            found.setdefault(imported, set()).add(module_of(path))
    return found


def distances(changed: Iterable[str], known: Mapping[str, set[str]]) -> dict[str, int]:
    """The number of imports between each module and a changed one."""
    found = dict.fromkeys(changed, 0)
    queue = deque(found)
    while queue:
        module = queue.popleft()
        for importer in known.get(module, ()):
            if importer not in found:
                found[importer] = found[module] + 1
                queue.append(importer)
    return found


def room_of(path: str) -> str:
    """The folder of the tests that mirrors the folder of a file: of a game, of a part of classrooms, of the site."""
    parts = Path(path).parts
    if parts[0] == "domego_site":
        return "tests/site"
    if parts[:2] == ("games", "catalogue"):
        return f"tests/games/catalogue/{parts[2]}"
    if parts[:2] == ("games", "platform") and len(parts) > 3:
        return f"tests/games/platform/{parts[2]}"
    if parts[0] == "games" and len(parts) > 2:
        return f"tests/games/{parts[2] if parts[1] in {'jinja2', 'templates', 'static'} else parts[1]}"
    if parts[:2] == ("classrooms", "templates") and len(parts) > 4:
        return next((str(room.relative_to(ROOT)) for room in (ROOT / "tests/classrooms").glob(f"*/{parts[3]}")), "")
    if parts[0] == "classrooms" and len(parts) > 2:
        inner = parts[1:3] if len(parts) > 3 else parts[1:2]
        return "/".join(("tests", "classrooms", *inner))
    return ""


def guards(path: str) -> Iterator[str]:
    """The test modules that check files without imports."""
    for mark, modules in WHOLE.items():
        if path.startswith(mark) or path.endswith(mark):
            yield from modules


def nearness(changed: list[str], new: Collection[str] = ()) -> dict[str, int]:
    """The distance of each near test module of the quick lanes from the nearest change. Modules that guard files
    without imports are nearer than all others. `new` are those of the changed files that did not exist before.
    """
    modules = [module_of(ROOT / path) for path in changed if path.endswith(".py")]
    far = distances(modules, importers())
    rooms = {room_of(path) for path in changed} - {""}
    guarding = {module for path in changed for module in guards(path)}
    if any(path.endswith(".html") and {"templates", "jinja2"} & set(Path(path).parts) for path in new):
        guarding.add(EVERY_PAGE)
    found = {}
    for path in (ROOT / "tests").rglob("test_*.py"):
        name = str(path.relative_to(ROOT))
        if name in guarding:
            found[name] = -1
        elif name in changed or str(path.parent.parent.relative_to(ROOT)) in rooms:
            found[name] = 0
        elif (steps := far.get(module_of(path))) is not None and steps <= FAR:
            found[name] = steps
    return found


def game_of(changed: list[str]) -> str:
    """The one game whose folders hold every change, or ""."""
    for key in (package.key for package in finding.packages()):
        if changed and all(
            path.startswith((f"games/catalogue/{key}/", f"tests/games/catalogue/{key}/")) for path in changed
        ):
            return key
    return ""


def chosen(near: Mapping[str, int], seconds: Mapping[str, float], budget: float) -> tuple[list[str], list[str]]:
    """The modules to run and those left out: the nearest first, the quickest of equally near ones first."""
    run, left, spent = [], [], 0.0
    for name in sorted(near, key=lambda each: (near[each], seconds.get(each, UNMEASURED), each)):
        takes = seconds.get(name, UNMEASURED)
        if Path(name).parent.name in QUICK and (spent + takes <= budget or not run):
            run.append(name)
            spent += takes
        else:
            left.append(name)
    return run, left


def every_game_modules() -> list[str]:
    """The test modules for every game, which are above the games' folders."""
    return [
        str(path.relative_to(ROOT))
        for lane in ("pure", "database", "pages")
        for path in sorted((ROOT / "tests" / lane).glob("test_*.py"))
        if "tests.every_game" in set(imported_by(path))
    ]


def arguments_of_game(key: str) -> list[str]:
    """The arguments of pytest that guard one game: its own tests, and its part of the tests for every game."""
    own = sorted((ROOT / "tests" / "games" / "catalogue" / key).rglob("test_*.py"))
    quick = [str(path.relative_to(ROOT)) for path in own if path.parent.name in QUICK]
    return ["--game", key, *every_game_modules(), *quick]


def pytest(*arguments: str) -> int:
    command = [sys.executable, "-m", "pytest", "-q", "-n", "auto", "--dist", "loadgroup", *arguments]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


def quick(since: str, budget: float) -> int:
    changed = changed_files(since)
    seconds = lanes.measured(TIMES.read_text(encoding="utf-8")) if TIMES.exists() else {}
    near = nearness(changed, changed_files(since, "A"))
    if key := game_of(changed):
        near |= dict.fromkeys(every_game_modules(), 0)
    run, left = chosen(near, seconds, budget)
    print(f"{len(changed)} files changed since {since}: {len(run)} test modules can see it and are run.")
    if not run:
        return 0
    code = pytest(*(["--game", key] if key else []), *run)
    if left:
        print(f"Left out, {len(left)} modules that can see it too (make test runs them):", *left, sep="\n  ")
    return code


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.selection", description=__doc__)
    parser.add_argument("--since", default=os.environ.get("SINCE", ""), help="a commit (default: where main was left)")
    parser.add_argument("--game", default="", help="everything that guards one game, by its key")
    parser.add_argument("--budget", type=float, default=BUDGET, help="seconds of tests")
    asked = parser.parse_args()
    if asked.game:
        keys = sorted(package.key for package in finding.packages())
        if asked.game not in keys:
            print(f"There is no game {asked.game}. There are: {', '.join(keys)}.")
            return 2
        return pytest(*arguments_of_game(asked.game))
    return quick(asked.since or since_main(), asked.budget)


if __name__ == "__main__":
    sys.exit(main())
