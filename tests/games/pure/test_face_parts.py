"""The parts of a face are found by the names of their files, at first use."""

import subprocess
import sys
from dataclasses import replace
from importlib import import_module

import msgspec
import pytest

from games.engine import registry
from games.ui import faces
from games.ui.faces import PrintingPart
from tests.every_game import ROOT

GAMES = [game.key for game in registry.all_games() if game.face]
PARTS = ("table", "words", "recap", "explain", "progress", "lesson", "away", "printing")

OFFERED = """
import django, sys
django.setup()
from games.ui.faces import all_faces
assert all(face.title and face.players() and face.length for face in all_faces())
print(*sorted(name for name in sys.modules if name.endswith((".face.table", ".face.recap"))))
"""


@pytest.mark.parametrize("game", GAMES)
def test_a_part_is_the_constant_of_the_file_of_its_name(game):
    face = faces.get(game)
    files = {part for part in PARTS if face.game.file("face", f"{part}.py")}

    assert {"table", "words"} <= files
    for part in files:
        assert getattr(face, part) is getattr(import_module(f"{face.game.face}.{part}"), part.upper())
    for part in set(PARTS) - files:
        assert repr(getattr(face, part)).startswith(("None", f"{part.title()}Part("))


def test_a_part_that_is_given_stands_for_that_of_the_file():
    face, mine = faces.get("domego"), PrintingPart()

    assert replace(face, printing=mine).printing is mine
    assert replace(face, lesson=None).lesson is None
    assert face.printing is not mine


def test_a_face_without_a_table_says_which_file_is_missing():
    face = faces.get("domego")
    elsewhere = msgspec.structs.replace(face.game, face="json")

    with pytest.raises(LookupError, match=r"json\.table is missing"):
        assert type(face)(game=elsewhere, title="Rows").table


def test_offering_the_games_imports_no_table_of_any():
    done = subprocess.run([sys.executable, "-c", OFFERED], cwd=ROOT, capture_output=True, text=True, check=True)

    assert done.stdout.split() == []
