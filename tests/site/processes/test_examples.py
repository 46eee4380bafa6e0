"""The example of a game in a package of its own: installed by its entry point, it passes what every game must."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from domego_site import translations
from tests.site.processes.test_start_game import EVERY_GAME

ROOT = Path(__file__).resolve().parents[3]
EXAMPLES = sorted(path.parent.name for path in (ROOT / "examples").glob("*/pyproject.toml"))
MOST_LINES = 350
"""Lines of Python of an example, without its tests."""


@pytest.fixture(params=EXAMPLES)
def installed(request, tmp_path):
    """A copy of an example as `pip install` leaves it, with its catalogue compiled."""
    key = request.param
    shutil.copytree(ROOT / "examples" / key, tmp_path, dirs_exist_ok=True)
    translations.compile_all(tmp_path)
    info = tmp_path / f"{key}-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {key}\nVersion: 0.1.0\n")
    (info / "entry_points.txt").write_text(f"[domego.games]\n{key} = {key}\n")
    return key, tmp_path


def run(folder, *command):
    place = {"PYTHONPATH": str(folder), "VAR_DIR": str(folder / "var")}
    return subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=os.environ | place, capture_output=True, text=True, check=False
    )


def test_there_is_an_example():
    assert EXAMPLES


def test_an_example_has_no_fault_and_is_small(installed):
    key, folder = installed

    done = run(folder, "manage.py", "check_game", key)

    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert sum(path.read_text().count("\n") for path in (folder / key).rglob("*.py")) <= MOST_LINES


def test_an_example_passes_what_every_game_must(installed):
    key, folder = installed
    pytest_of = ("-m", "pytest", "-q", "-p", "no:xdist", "-p", "no:cacheprovider")

    done = run(folder, *pytest_of, "-k", f"{key} or rules", *EVERY_GAME, str(folder / "tests"))

    assert done.returncode == 0, done.stdout[-3000:]


def test_an_example_has_the_form_of_the_house(installed):
    _key, folder = installed
    config = ["--config", str(ROOT / "pyproject.toml"), str(folder)]

    for check in (["format", "--check"], ["check", "--ignore", "I001,S101"]):
        done = run(folder, "-m", "ruff", *check, *config)
        assert done.returncode == 0, done.stdout
