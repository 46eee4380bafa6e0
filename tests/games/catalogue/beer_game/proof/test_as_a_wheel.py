"""The same game from its own distribution: a wheel with an entry point, installed beside the site."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

ROOT = Path(__file__).resolve().parents[5]
KEY = "cement_game"
METADATA = "Metadata-Version: 2.1\nName: cement-game\nVersion: 1.0\n"
WHEEL = "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def copied(to):
    """The folder as a package of another name, under another key."""
    package = to / KEY
    shutil.copytree(
        ROOT / "games" / "catalogue" / "beer_game", package, ignore=shutil.ignore_patterns("__pycache__", "*.mo")
    )
    for kind in ("jinja2", "templates", "static"):
        (package / kind / "beer_game").rename(package / kind / KEY)
    for path in [*package.rglob("*.py"), *package.rglob("*.json"), *package.rglob("*.html")]:
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace("games.catalogue.beer_game", KEY).replace("beer_game", KEY), encoding="utf-8")
    return package


def wheel_of(package, to):
    """A wheel as a build makes it: the files of the package, and its metadata with the entry point of the game."""
    wheel = to / f"{KEY}-1.0-py3-none-any.whl"
    info = f"{KEY}-1.0.dist-info"
    described = {
        "METADATA": METADATA,
        "WHEEL": WHEEL,
        "entry_points.txt": f"[domego.games]\n{KEY} = {KEY}\n",
    }
    files = [path for path in sorted(package.rglob("*")) if path.is_file()]
    names = [*(str(path.relative_to(package.parent)) for path in files), *(f"{info}/{name}" for name in described)]
    with ZipFile(wheel, "w") as packed:
        for path in files:
            packed.write(path, path.relative_to(package.parent))
        for name, text in described.items():
            packed.writestr(f"{info}/{name}", text)
        packed.writestr(f"{info}/RECORD", "".join(f"{name},,\n" for name in [*names, f"{info}/RECORD"]))
    return wheel


def run(*command, **environment):
    return subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=os.environ | environment, capture_output=True, text=True, check=False
    )


def test_a_copy_installed_from_a_wheel_passes_conformance(tmp_path):
    wheel, site = wheel_of(copied(tmp_path / "sources"), tmp_path), tmp_path / "site"
    installed = run("-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--target", str(site), str(wheel))
    assert installed.returncode == 0, installed.stderr

    tests = ["tests/pure/test_conformance.py", "-k", KEY, "-q", "-p", "no:xdist", "-p", "no:cacheprovider"]
    done = run("-m", "pytest", *tests, PYTHONPATH=str(site), VAR_DIR=str(tmp_path / "var"))

    assert done.returncode == 0, done.stdout[-3000:]
    assert " passed" in done.stdout
