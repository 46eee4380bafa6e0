"""The rules of imports. The contracts about games are built from the folders of `games/` that have a game.py."""

import ast
import re
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).resolve().parents[2]
GAMES = sorted(path.parent.name for path in (ROOT / "games/catalogue").glob("*/game.py"))
PURE = ["games.engine", "games.ui.targets"]
PURE += [f"games.catalogue.{game}.{part}" for game in GAMES for part in ("rules", "bots", "facts", "game")]
"""Packages that know nothing but the standard library, msgspec and each other."""

IMPURE_LIBRARY = {"asyncio", "datetime", "io", "os", "random", "secrets", "shutil", "socket", "subprocess", "tempfile"}
IMPURE_LIBRARY |= {"threading", "time", "urllib"}
"""Parts of the standard library that rules may not touch: clocks, chance, files, the network."""

MAY_TOUCH = {"games.engine.draws": {"random"}, "games.engine.codec": {"threading"}}
"""Modules with exceptions: chance has one home, and msgspec needs a lock, as threads crash it."""

MAY_NAME_A_GAME = {"classrooms/demo/services.py", "domego_site/settings.py"}
"""The demo shows one game, and the site's cache keys have the name of its first game as prefix."""


@cache
def graph() -> grimp.ImportGraph:
    return grimp.build_graph("domego_site", "classrooms", "games", include_external_packages=True)


def modules_of(package: str) -> set[str]:
    return {package} | graph().find_descendants(package)


def imports_of(module: str) -> set[str]:
    return graph().find_modules_directly_imported_by(module)


def is_in(module: str, packages: list[str]) -> bool:
    return any(module == package or module.startswith(f"{package}.") for package in packages)


READS = re.compile(r"\bmsgspec\.(?:convert\(|(?:json|msgpack|yaml|toml)\.(?:Decoder\(|decode\([^\n]*\btype=))")


def test_values_are_read_through_the_codec_alone():
    files = [path for package in ("domego_site", "classrooms", "games") for path in (ROOT / package).rglob("*.py")]
    found = {str(path.relative_to(ROOT)) for path in files if READS.search(path.read_text())}

    assert found == {"games/engine/codec.py"}


@pytest.mark.parametrize("package", [package for package in PURE if not package.endswith(".game")])
def test_pure_code_imports_only_the_library_msgspec_and_pure_code(package):
    for module in sorted(modules_of(package)):
        allowed = MAY_TOUCH.get(module, set())
        for imported in sorted(imports_of(module)):
            if is_in(imported, PURE):
                continue
            top = imported.partition(".")[0]
            pure_library = top in sys.stdlib_module_names and top not in IMPURE_LIBRARY
            assert top == "msgspec" or pure_library or top in allowed, f"{module} imports {imported}"


@pytest.mark.parametrize("game", GAMES)
def test_rules_of_a_game_import_nothing_of_it_but_rules(game):
    for module in sorted(modules_of(f"games.catalogue.{game}.rules")):
        own = {imported for imported in imports_of(module) if is_in(imported, [f"games.catalogue.{game}"])}
        assert {imported for imported in own if not is_in(imported, [f"games.catalogue.{game}.rules"])} == set(), module


@pytest.mark.parametrize("package", PURE)
def test_no_chain_of_imports_leads_from_pure_code_to_django(package):
    for framework in ("django", "celery", "rest_framework"):
        if framework in graph().modules:
            assert not graph().chain_exists(importer=package, imported=framework, as_packages=package != "django")


def test_what_games_declare_is_imported_where_django_is_not():
    blocked = "import sys; sys.modules.update(dict.fromkeys(['django', 'celery', 'rest_framework']))"
    declared = "; ".join(f"import games.catalogue.{game}.game" for game in GAMES)

    done = subprocess.run([sys.executable, "-c", f"{blocked}; {declared}"], cwd=ROOT, capture_output=True, text=True)

    assert done.returncode == 0, done.stderr


def test_games_do_not_know_each_other():
    for game in GAMES:
        others = [f"games.catalogue.{other}" for other in GAMES if other != game]
        for module in sorted(modules_of(f"games.catalogue.{game}")):
            assert {imported for imported in imports_of(module) if is_in(imported, others)} == set(), module


def test_the_platform_imports_no_game():
    games = [f"games.catalogue.{game}" for game in GAMES]
    for module in sorted(graph().modules):
        if not is_in(module, games):
            assert {imported for imported in imports_of(module) if is_in(imported, games)} == set(), module


def platform_files(pattern: str) -> list[Path]:
    folders = [ROOT / "domego_site", ROOT / "classrooms", ROOT / "templates", ROOT / "games"]
    games = [ROOT / "games" / "catalogue" / game for game in GAMES]
    files = [path for folder in folders for path in folder.rglob(pattern)]
    return sorted(path for path in files if not any(path.is_relative_to(game) for game in games))


def test_platform_code_names_no_game():
    named = set()
    for path in platform_files("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and node.value in GAMES:
                named.add(str(path.relative_to(ROOT)))
    assert named - MAY_NAME_A_GAME == set()


def test_platform_templates_name_no_game():
    quoted = re.compile("|".join(rf"[\"']{game}[\"'/]" for game in GAMES))
    named = [path.name for path in platform_files("*.html") if quoted.search(path.read_text(encoding="utf-8"))]
    assert named == []


def test_every_module_of_the_games_has_its_layer():
    """A new module is added to the contract of pyproject.toml. A new game is in the catalogue."""
    contract = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"][0]
    placed = {name for layer in contract["layers"] for name in re.findall(r"games\.\w+", layer)}
    fixed = {"games.apps", "games.migrations"}

    assert graph().find_children("games") - fixed == placed
    assert graph().find_children("games.catalogue") == {f"games.catalogue.{game}" for game in GAMES}


def test_every_room_of_the_classrooms_has_its_layer():
    """A new room is added to the contract of pyproject.toml, in one of the five groups."""
    contract = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"][1]
    placed = {name for layer in contract["layers"] for name in re.findall(r"[\w.]+", layer)}
    groups = {"people", "play", "assess", "care", "connect"}
    served = {"admin", "apps", "context_processors", "management", "middleware", "migrations", "templatetags", "urls"}
    children = {name.removeprefix("classrooms.") for name in graph().find_children("classrooms")}
    rooms = {
        name.removeprefix("classrooms.") for group in groups for name in graph().find_children(f"classrooms.{group}")
    }

    assert children - groups - served - {"with_games"} | rooms == placed


WRITES = re.compile(r"\.(?:save|create|update|delete|get_or_create|update_or_create|bulk_create|bulk_update)\(")


def test_views_of_the_rooms_write_through_services_alone():
    folder = ROOT / "classrooms"
    views = [*folder.glob("*/*/views.py"), *folder.glob("*/*/views/*.py")]

    assert views
    assert [path.name for path in views if WRITES.search(path.read_text(encoding="utf-8"))] == []


def test_games_are_drawn_without_the_classrooms():
    """Neither their templates nor their code refers to a template or tag of the layers above."""
    tags = {path.stem for path in (ROOT / "classrooms/templatetags").glob("*.py")} - {"__init__"}
    named = re.compile(r"[\"']classrooms/|{% load [^%]*\b(?:" + "|".join(sorted(tags)) + r")\b")
    files = [path for kind in ("*.html", "*.txt", "*.py") for path in (ROOT / "games").rglob(kind)]

    assert len(files) > 600
    assert [str(path) for path in files if named.search(path.read_text(encoding="utf-8"))] == []


def test_templates_of_a_room_name_those_of_rooms_below_alone():
    """A page shows content of a higher layer by a slot, in templates as in Python."""
    rooms = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"][1]
    height = {
        name: n for n, layer in enumerate(reversed(rooms["layers"])) for name in re.findall(r"\w+(?!\w*\.)", layer)
    }
    templates = ROOT / "classrooms/templates/classrooms"
    upwards = [
        f"{path.relative_to(templates)} names {room}"
        for path in templates.rglob("*.*")
        for room in re.findall(r"\"classrooms/(\w+)/", path.read_text(encoding="utf-8"))
        if height[room] > height[path.relative_to(templates).parts[0]]
    ]

    assert upwards == []


def test_the_layers_of_the_platform_are_kept():
    """The contracts of pyproject.toml, checked in another process, as the linter disables existing loggers."""
    command = [Path(sys.executable).with_name("lint-imports"), "--no-cache"]

    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout


def test_nothing_stands_between_the_title_of_a_page_and_the_stop_after_it():
    """The base template appends a full stop and the site's name to the title."""
    gap = re.compile(
        r"\{% block (?:title|step_title) %\}(?:(?!\{% block ).)*?\s\{% endblock (?:step_)?title %\}", re.DOTALL
    )
    found = [path for package in ("games", "classrooms") for path in (ROOT / package).rglob("*.html")]

    assert [str(path.relative_to(ROOT)) for path in found if gap.search(path.read_text(encoding="utf-8"))] == []


def test_a_template_has_at_most_120_lines_of_at_most_160_signs():
    paths = [path for path in ROOT.rglob("*.html") if not {".venv", "node_modules", "var"} & set(path.parts)]
    templates = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8").splitlines() for path in paths}
    long = [name for name, lines in templates.items() if len(lines) > 120]
    wide = [
        f"{name}:{number}"
        for name, lines in templates.items()
        for number, line in enumerate(lines, 1)
        if len(line) > 160
    ]
    assert len(templates) > 500
    assert (long, wide) == ([], [])
