"""Games come from folders and from distributions that name them, each key once."""

import subprocess
import sys
from pathlib import Path

import pytest

from games.engine.finding import OWN, packages

ROOT = Path(__file__).resolve().parents[4]

ASK = (
    "from games.engine import finding, registry; print([(p.key, p.name, p.brought_by) for p in finding.packages()][-1])"
)
LOAD = "from games.engine import registry; print(registry.load({key!r}).rules.version)"
GAME = """
from tests.games.engine.counting import GAME as COUNTING
from msgspec import structs
GAME = structs.replace(COUNTING, key={key!r})
"""


def bring(
    folder: Path, key: str, *, package: str = "tally", source: str = GAME, distribution: str = "tally-game"
) -> None:
    """Write the files of an installed distribution that finding a game needs."""
    if source:
        (folder / package).mkdir(parents=True)
        (folder / package / "__init__.py").touch()
        (folder / package / "game.py").write_text(source.format(key=key))
    info = folder / f"{distribution.replace('-', '_')}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[domego.games]\n{key} = {package}\n")


def run(folder: Path, code: str) -> subprocess.CompletedProcess[str]:
    path = f"import sys; sys.path[:0] = [{str(folder)!r}]; {code}"
    return subprocess.run([sys.executable, "-c", path], cwd=ROOT, capture_output=True, text=True, check=False)


def test_the_folders_of_this_site_are_found():
    assert {package.name for package in packages() if package.brought_by == OWN} == {
        f"games.catalogue.{path.parent.name}" for path in (ROOT / "games/catalogue").glob("*/game.py")
    }


def test_a_game_of_another_distribution_is_found_and_loaded(tmp_path):
    bring(tmp_path, "counting")

    assert run(tmp_path, ASK).stdout == "('counting', 'tally', 'the distribution tally-game')\n"
    assert run(tmp_path, LOAD.format(key="counting")).stdout == "1\n"


def test_it_is_an_app_of_the_site_and_registered(tmp_path):
    bring(tmp_path, "counting")
    code = (
        "import os, django; os.environ['DJANGO_SETTINGS_MODULE'] = 'domego_site.settings_test'; django.setup(); "
        "from django.apps import apps; from games.engine import registry; "
        "print(apps.get_app_config('tally').name, registry.get('counting').key)"
    )

    done = run(tmp_path, code)

    assert done.stdout == "tally counting\n", done.stderr


@pytest.mark.parametrize(
    ("key", "more", "said"),
    [
        (
            "domego",
            {},
            "called 'domego': games.catalogue.domego of this site and tally of the distribution tally-game",
        ),
        ("counting", {"source": ""}, "the distribution tally-game brings the game 'counting', which breaks: No module"),
        ("counting", {"source": "import nowhere_at_all"}, "brings the game 'counting', which breaks: No module named"),
        ("counting", {"source": "GAME = 1 / 0"}, "brings the game 'counting', which breaks: division by zero"),
        ("other", {"source": GAME.replace("{key!r}", "'counting'")}, "the game 'other', which calls itself 'counting'"),
        ("Bad-Key", {}, "the distribution tally-game: a game's key is lower case letters, digits and _: 'Bad-Key'"),
    ],
)
def test_what_cannot_be_a_game_is_refused_with_the_name_of_who_brings_it(tmp_path, key, more, said):
    bring(tmp_path, key, **more)

    done = run(tmp_path, LOAD.format(key=key))

    assert done.returncode != 0
    assert said in done.stderr.splitlines()[-1]


def test_two_distributions_with_one_key_are_refused(tmp_path):
    bring(tmp_path, "counting")
    bring(tmp_path, "counting", package="abacus", distribution="abacus-game")

    done = run(tmp_path, ASK)

    assert "abacus of the distribution abacus-game and tally of the distribution tally-game" in done.stderr
