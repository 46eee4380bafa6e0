"""Exported files can be verified with nothing but Python, the engine and the game's rules."""

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.engine.export import write
from games.models import Move
from games.platform.selectors.replaying import difference, exported
from games.platform.services.forks import match_fork
from tests.games.factories import match_of, play_on, played_by_bots

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).resolve().parents[3]


def verify(*files):
    """The verifier in a process that knows no Django settings and no database."""
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "games.engine.verify", *map(str, files)]
    return subprocess.run(command, cwd="/", env=environment, capture_output=True, text=True, check=False)


def test_a_played_match_and_its_fork_prove_themselves(tmp_path):
    match = played_by_bots(match_of(scenario="pair"))
    fork = play_on(match_fork(match_id=match.pk, number=3, by=None, reason=""), -1)
    files = []
    for each in (match, fork):
        files.append(tmp_path / f"{each.pk}.json")
        files[-1].write_bytes(write(exported(each)))

    done = verify(*files)

    assert (done.returncode, done.stderr) == (0, "")
    assert [line.split(": ")[1][:8] for line in done.stdout.splitlines()] == ["verified", "verified"]


def test_one_changed_byte_fails(tmp_path):
    match = played_by_bots(match_of(scenario="pair"))
    text = write(exported(match))
    chance = random.Random(7)
    files = []
    for position in sorted(chance.sample(range(len(text)), 40)):
        other = chance.choice([byte for byte in b'0123456789abcdefxyz {}",:' if byte != text[position]])
        files.append(tmp_path / f"{position}.json")
        files[-1].write_bytes(text[:position] + bytes([other]) + text[position + 1 :])

    done = verify(*files)

    assert (done.returncode, done.stderr) == (1, "")
    assert [line for line in done.stdout.splitlines() if ": FAILED: " not in line] == []
    assert len(done.stdout.splitlines()) == 40


def test_the_command_writes_the_same_file(tmp_path, capsys):
    match = played_by_bots(match_of(scenario="pair"))

    call_command("export_match", match.pk, output=str(tmp_path / "match.json"))

    assert (tmp_path / "match.json").read_bytes() == write(exported(match))


@pytest.mark.parametrize(
    "change",
    [
        {"args": {"kind": "buy", "quantity": 0}},
        {"state_hash": "0" * 64},
        {"draws": [{"label": "x", "sides": 2, "value": 1}]},
    ],
    ids=["move", "hash", "draws"],
)
def test_a_record_changed_behind_the_back_is_found(change, capsys):
    match = played_by_bots(match_of(scenario="pair"))
    Move.objects.filter(match=match, number=1).update(**change)

    with pytest.raises(CommandError):
        call_command("verify_match", all=True)


def test_a_changed_snapshot_is_found():
    match = play_on(match_of(), 3)
    match.state = match.state.replace('"delay":', '"delay": ')

    assert difference(match).what == "snapshot"
