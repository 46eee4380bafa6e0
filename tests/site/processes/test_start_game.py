"""A game made by `start_game` is complete: it passes all tests for games, and the checks of style."""

import os
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from domego_site import translations

ROOT = Path(__file__).resolve().parents[3]
KEYS = {"turns": "stones", "rounds": "pond"}
"""A game of each model. Keys differ, because matches of tests are prepared once for each key."""
KEY = KEYS["turns"]
EVERY_GAME = [
    "tests/pure/test_conformance.py",
    "tests/pages/test_faces.py",
    "tests/pure/test_explanations.py",
    "tests/pure/test_recaps.py",
    "tests/pure/test_taking_back.py",
]


@pytest.fixture(params=list(KEYS))
def model(request):
    return request.param


@pytest.fixture
def package(tmp_path, model):
    """A game package of each model as installed by `pip install`, with its catalogue compiled."""
    call_command("start_game", KEYS[model], title="The Stones", model=model, to=str(tmp_path), stdout=StringIO())
    translations.compile_all(tmp_path)
    info = tmp_path / f"{KEYS[model]}-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {KEYS[model]}\nVersion: 0.1.0\n")
    (info / "entry_points.txt").write_text(f"[domego.games]\n{KEYS[model]} = {KEYS[model]}\n")
    return tmp_path


def run(package, *command):
    place = {"PYTHONPATH": str(package), "VAR_DIR": str(package / "var")}
    return subprocess.run(
        [sys.executable, "-m", *command], cwd=ROOT, env=os.environ | place, capture_output=True, text=True, check=False
    )


def test_what_it_writes_passes_what_every_game_must(package, model):
    tests = [*EVERY_GAME, str(package / "tests")]

    done = run(
        package, "pytest", "-q", "-p", "no:xdist", "-p", "no:cacheprovider", "-k", f"{KEYS[model]} or rules", *tests
    )

    assert done.returncode == 0, done.stdout[-3000:]


def test_what_it_writes_has_the_form_of_the_house(package):
    config = ["--config", str(ROOT / "pyproject.toml"), str(package)]

    for check in (["format", "--check"], ["check", "--ignore", "I001,S101"]):
        done = run(package, "ruff", *check, *config)
        assert done.returncode == 0, done.stdout
    assert sum(path.read_text().count("\n") for path in package.rglob("*.py")) < 700


def checked(package, model):
    place = {"PYTHONPATH": str(package), "VAR_DIR": str(package / "var")}
    command = [sys.executable, "manage.py", "check_game", KEYS[model]]
    return subprocess.run(command, cwd=ROOT, env=os.environ | place, capture_output=True, text=True, check=False)


def changed(path, old, new):
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def test_the_check_finds_no_fault_in_it(package, model):
    done = checked(package, model)

    assert (done.returncode, done.stderr) == (0, "")
    assert f"{KEYS[model]}: no fault." in done.stdout


@pytest.mark.parametrize("model", ["turns"], indirect=True)
def test_the_check_names_all_faults_at_once_with_their_places(package, model):
    game = package / KEY
    changed(game / "face/words.py", "case Taken():", "case int():")
    changed(game / "rules.py", "if stones), 1)", "if stones), 99)")
    (game / "help/fr/rules.md").unlink()
    changed(game / "locale/fr/LC_MESSAGES/django.po", 'msgid "Stones"', 'msgid "Pebbles"')

    done = checked(package, model)

    assert done.returncode == 1
    for said in (
        "the event `taken` has no words",
        "Take(row=0, number=99) is no legal answer",
        "the page `rules` is not there",
        "'Stones' has no French",
    ):
        assert said in done.stdout
    for file in ("stones/face/words.py", "stones/rules.py", "stones/help/fr/rules.md"):
        assert file in done.stdout
    assert "Mend it: choose one of `choices`." in done.stdout
    assert "in stones." in done.stderr


def test_its_french_has_every_text(package, model):
    source = "".join(path.read_text() for path in (package / KEYS[model] / "locale").rglob("*.po"))
    entries = [entry.split("\n") for entry in source.split("\n\n")[1:]]

    assert [entry for entry in entries if 'msgstr ""' in entry] == []
    assert {'msgid "random: whatever is allowed"', 'msgid "The Stones"'} <= {
        line for entry in entries for line in entry
    }


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("class", "no word of Python"),
        ("1st", "lower case letters"),
        ("../up", "lower case letters"),
        ("domego", "There is a game 'domego' already, of this site"),
        ("ui", "the name of a package already"),
    ],
)
def test_a_key_that_cannot_be_one_is_refused(key, said):
    with pytest.raises(CommandError, match=said):
        call_command("start_game", key)


@pytest.mark.parametrize("title", ['say "hi"', "a <b>", "50%", "a\nb"])
def test_a_title_that_would_break_the_files_is_refused(tmp_path, title):
    with pytest.raises(CommandError, match="The title may not contain"):
        call_command("start_game", KEY, title=title, to=str(tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_written_over(package, model):
    (package / KEYS[model] / "game.py").write_text("mine")

    with pytest.raises(CommandError, match="is there already: nothing was written"):
        call_command("start_game", KEYS[model], model=model, to=str(package))

    assert (package / KEYS[model] / "game.py").read_text() == "mine"
