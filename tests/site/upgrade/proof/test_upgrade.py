"""A site of an older version continues under this one: every match verifies and can be played to its end."""

import fcntl
import lzma
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from classrooms.models import Mark
from domego_site import paths, running
from games.models import Match, Status
from games.platform.services.bots import play_bots
from tests.classrooms.people.class_lists.erasing import verify_all
from tests.games.factories import person, play_default
from tests.site.backups.conftest import command, var  # noqa: F401  a fixture

OLD = Path(__file__).parents[1] / "a3444bc.sqlite3.xz"
GAMES_OF_OLD = {"domego", "dominato", "dominyam", "master_builder", "utboheme"}
HOLD = """
import fcntl, os, signal, sys
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1})
file = open(sys.argv[1], "w")
fcntl.flock(file, fcntl.LOCK_EX)
file.write(str(os.getpid()))
file.flush()
print("held", flush=True)
signal.sigwait({signal.SIGUSR1})
print("replaced", flush=True)
"""


def manage(directory, *arguments):
    environment = {
        "PATH": os.environ["PATH"],
        "VAR_DIR": str(directory),
        "SECRET_KEY": "tests-0123456789-abcdefghijklmnop",
    }
    settings = {"DJANGO_SETTINGS_MODULE": "tests.site.supervised_settings"}
    line = [sys.executable, "manage.py", *map(str, arguments)]
    return subprocess.run(
        line, cwd=paths.BASE_DIR, env=environment | settings, capture_output=True, text=True, check=False
    )


@pytest.fixture
def old(tmp_path):
    """The var/ of a site of commit a3444bc with seven unfinished matches."""
    directory = tmp_path / "old"
    directory.mkdir()
    (directory / "db.sqlite3").write_bytes(lzma.decompress(OLD.read_bytes()))
    return directory


def test_an_upgrade_checks_backs_up_migrates_and_restarts_in_this_order(old):
    line = [sys.executable, "-c", HOLD, str(old / "supervisor.lock")]
    with subprocess.Popen(line, stdout=subprocess.PIPE, text=True) as site:
        assert site.stdout.readline() == "held\n"
        done = manage(old, "upgrade")
        assert (site.wait(30), site.stdout.read()) == (0, "replaced\n")

    (kept,) = (old / "backups").iterdir()
    said = [line.partition(".")[0] for line in done.stdout.splitlines() if not line.startswith("Co")]
    assert (done.returncode, said[0], said[-1]) == (0, "Checked", "Upgraded")
    assert [line.split()[0] for line in done.stdout.splitlines() if line.split()[0] in ("Backed", "Bringing")] == [
        "Backed",
        "Bringing",
    ]
    assert "The running site replaces its processes now." in done.stdout
    assert manage(old, "verify_match", "--all").stdout.count(": verified,") == 7

    again = manage(old, "upgrade", "--no-restart")

    assert "The database is 0 migrations behind." in again.stdout
    assert manage(old, "restore", kept, "--replace").returncode == 0


@pytest.mark.everywhere
def test_every_match_of_an_older_version_is_played_to_its_end(old, transactional_db, var, client, no_broker):  # noqa: F811
    assert manage(old, "backup", old / "before", "--no-key").returncode == 0

    command("restore", old / "before")

    verify_all()
    running_ones = Match.objects.filter(status=Status.RUNNING)
    assert set(running_ones.values_list("game", flat=True)) == GAMES_OF_OLD
    lea = Match._meta.get_field("created_by").related_model.objects.get(username="lea")
    client.force_login(lea)
    for match in running_ones:
        assert client.get(f"/matches/{match.pk}/").status_code == 200
        while not match.is_over:
            play_bots(match_id=match.pk)
            match.refresh_from_db()
            if not match.is_over:
                play_default(match)
        assert client.get(f"/matches/{match.pk}/replay/").status_code == 200
    verify_all()
    assert (Match.objects.filter(status=Status.FINISHED).count(), Mark.objects.exists()) == (7, True)
    assert person("next").pk > lea.pk


def contents_of(file):
    with closing(sqlite3.connect(file)) as database:
        return [*database.iterdump()]


def test_an_upgrade_without_a_backup_changes_nothing(old, tmp_path):
    (tmp_path / "taken").write_text("")
    before = contents_of(old / "db.sqlite3")

    done = manage(old, "upgrade", "--backup", tmp_path / "taken")

    assert (done.returncode, "exists already. Nothing was changed." in done.stderr) == (1, True)
    assert contents_of(old / "db.sqlite3") == before


def test_what_breaks_off_names_the_way_back(old, monkeypatch, var, transactional_db):  # noqa: F811
    monkeypatch.setattr("domego_site.static_files.collect", broken)

    with pytest.raises(CommandError, match=r"no room To go back: .* restore .*/before-upgrade-.* --replace"):
        call_command("upgrade")


def broken():
    raise OSError("no room")


def test_a_site_whose_supervisor_says_no_number_is_restarted_by_hand(var):  # noqa: F811
    assert running.restart() == "Now restart every web server and worker of the site, on each machine."
    with (var / "supervisor.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert running.restart() == "Now stop the site and start it again: manage.py run"
