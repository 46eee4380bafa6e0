"""A restored site has exactly the content of its backup."""

import fcntl
import hashlib
import json
import os
import re
import resource
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from datetime import datetime
from threading import Thread
from zipfile import ZIP_STORED, ZipFile

import pytest
from django.contrib.sessions.models import Session as SignIn
from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage, default_storage
from django.core.management import CommandError
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.urls import reverse

from classrooms.models import StoredFile, User
from domego_site import heartbeats, paths, running
from domego_site.backups import BackupFault, archive, making, restoring, tables
from domego_site.watching import figures
from games.models import Match, Move
from tests.classrooms.people.class_lists.erasing import verify_all
from tests.games.factories import person
from tests.site.backups.conftest import command, contents, paper_digest

pytestmark = pytest.mark.everywhere
SHOW = """
import django
django.setup()
from django.conf import settings
settings.ALLOWED_HOSTS.append("testserver")
from tests.site.backups.conftest import paper_digest
from classrooms.models import User
from games.models import Match
print(paper_digest(User.objects.get(username="claire"), Match.objects.get(pk=sys.argv[1])).hex())
"""


@pytest.fixture
def backup(world, tmp_path):
    """A backup of the world."""
    command("backup", tmp_path / "site.backup")
    return tmp_path / "site.backup"


def test_a_backup_puts_back_every_row_and_paper_whatever_came_after(world, backup, client, var):
    before = contents()
    StoredFile.objects.all().delete()
    Move.objects.filter(match=world.finished).delete()
    User.objects.filter(pk=world.mate.pk).update(display_name="Somebody else")
    late = person("late")
    client.force_login(late)

    said = command("restore", backup, "--replace")

    assert contents() == before
    assert (SignIn.objects.count(), User.objects.filter(username="late").count()) == (0, 0)
    verify_all()
    client.force_login(world.teacher)
    assert client.get(reverse("games:home")).status_code == 200
    assert paper_digest(world.teacher, world.finished) == world.digest
    assert person("next").pk > max(row[0] for row in before["classrooms.User"][1:])
    (kept,) = (var / "backups").iterdir()
    assert f"What was there is kept in {kept}." in said
    assert "To check all matches: manage.py verify_match --all" in said

    command("restore", kept, "--replace")

    assert User.objects.filter(username="late").count() == 1


def test_the_files_of_a_backup_are_the_operators_alone(world, backup, settings):
    key = backup.with_name("site.backup.key")

    assert [path.stat().st_mode & 0o777 for path in (backup, key)] == [0o600, 0o600]
    assert key.read_text() == f"{settings.SECRET_KEY}\n"
    assert settings.SECRET_KEY.encode() not in backup.read_bytes()
    with ZipFile(backup) as found:
        names = found.namelist()
    assert {name.split(".")[0] for name in names if name.startswith("rows/")} & {"rows/sessions", "rows/axes"} == set()


def test_another_key_is_told_and_none_is_written_if_it_is_kept_elsewhere(small, tmp_path, settings):
    command("backup", tmp_path / "one", "--no-key")
    assert not (tmp_path / "one.key").exists()
    assert "SECRET_KEY" not in command("restore", tmp_path / "one", "--replace")
    settings.SECRET_KEY = "another" * 8

    assert "Another SECRET_KEY was in use then" in command("restore", tmp_path / "one", "--replace")


def test_a_whole_backup_is_noted_with_the_moment_that_it_holds(small, tmp_path):
    command("backup", tmp_path / "one", "--no-key")
    with pytest.raises(CommandError):
        command("backup", tmp_path / "one", "--no-key")

    with ZipFile(tmp_path / "one") as found:
        made_at = json.loads(found.read(archive.MANIFEST))["made_at"]
    assert figures.last_backup() == datetime.fromisoformat(made_at)


def test_a_database_that_takes_no_note_is_backed_up_too(small, tmp_path, capsys):
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE site_lastrun RENAME TO site_away")
    try:
        command("backup", tmp_path / "one", "--no-key")
    finally:
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE site_away RENAME TO site_lastrun")

    assert "The backup is whole; the site could not note that it was made: " in capsys.readouterr().err
    command("restore", tmp_path / "one", "--replace")


def test_a_paper_that_is_lost_is_named_and_the_rest_is_kept(world, tmp_path):
    StoredFile.objects.all().delete()

    said = command("backup", tmp_path / "site.backup")

    assert "Not there to be kept, and can be made again: 1 papers." in said
    assert "0 papers" in command("restore", tmp_path / "site.backup", "--replace")


@pytest.mark.django_db(transaction=True)
def test_a_backup_sees_one_moment_and_keeps_nobody_from_playing():
    def play():
        person("meanwhile")
        connection.close()

    with making._one_moment():
        first = len([*tables.lines_of(User)])
        player = Thread(target=play)
        player.start()
        player.join(10)
        assert not player.is_alive()
        second = len([*tables.lines_of(User)])

    assert (second - first, User.objects.count()) == (0, 1)


@pytest.fixture
def small(transactional_db, var, tmp_path):
    """A backup of a site with one person and nothing else."""
    person("claire")
    command("backup", tmp_path / "small.backup")
    return tmp_path / "small.backup"


def altered(path, name, content):
    """Replace the content of one entry of the ZIP, or leave the entry out."""
    with ZipFile(path) as old:
        entries = {info.filename: old.read(info) for info in old.infolist()}
    entries[name] = content
    with ZipFile(path, "w", ZIP_STORED) as new:
        for each, text in entries.items():
            if text is not None:
                new.writestr(each, text)


def test_a_backup_of_before_migrations_were_squashed_is_restored(small, var):
    """It names the replaced migrations, and its columns are in the order of their creation."""
    before = contents()
    with ZipFile(small) as old:
        listed = json.loads(old.read("manifest.json"))
        lines = [json.loads(line) for line in old.read("rows/classrooms.user.jsonl").splitlines()]
    older = "".join(json.dumps(line[::-1]) + "\n" for line in lines).encode()
    listed["tables"]["classrooms.user"]["sha256"] = hashlib.sha256(older).hexdigest()
    for key, squashed in MigrationLoader(None).replacements.items():
        listed["migrations"].remove(list(key))
        listed["migrations"] += squashed.replaces
    altered(small, "rows/classrooms.user.jsonl", older)
    altered(small, "manifest.json", json.dumps(listed))

    command("restore", small, "--replace")

    assert contents() == before


def cut(path):
    os.truncate(path, path.stat().st_size * 2 // 3)


def flip(path):
    content = bytearray(path.read_bytes())
    with ZipFile(path) as found:
        entry = found.getinfo("rows/classrooms.user.jsonl")
    content[entry.header_offset + 30 + len(entry.filename) + 40] ^= 1
    path.write_bytes(content)


def swap_a_name(path):
    with ZipFile(path) as old:
        text = old.read("rows/classrooms.user.jsonl").decode()
    altered(path, "rows/classrooms.user.jsonl", text.replace("claire", "elaine"))


def lie(path):
    with ZipFile(path) as old:
        listed = json.loads(old.read("manifest.json"))
    altered(path, "manifest.json", json.dumps(listed | {"made_at": 7}))


def of_the_future(path):
    with ZipFile(path) as old:
        listed = json.loads(old.read("manifest.json"))
    listed["migrations"].append(["classrooms", "9999_more"])
    altered(path, "manifest.json", json.dumps(listed))


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (cut, "is no backup, or not all of one"),
        (flip, "The backup is damaged"),
        (swap_a_name, "rows/classrooms.user.jsonl is not what its list says"),
        (lambda path: altered(path, "rows/games.move.jsonl", None), "does not hold what its list says"),
        (lambda path: altered(path, "more", b""), "does not hold what its list says"),
        (lie, "The backup is damaged"),
        (of_the_future, "The backup is of a newer version of this program (classrooms.9999_more)."),
        (lambda path: path.write_bytes(b""), "is no backup"),
        (lambda path: path.unlink(), "There is no file"),
    ],
)
def test_a_backup_that_is_not_whole_is_refused_and_changes_nothing(small, fault, told, var):
    fault(small)
    before = contents()

    with pytest.raises(CommandError, match=re.escape(told)):
        command("restore", small, "--replace")

    assert (contents(), [*var.iterdir()]) == (before, [])


def test_what_fails_while_it_is_put_back_changes_nothing(small, monkeypatch):
    before = contents()

    def refuse(*args):
        raise OSError("no room")

    monkeypatch.setattr(restoring, "_papers_put", refuse)

    with pytest.raises(CommandError, match="no room Nothing was changed"):
        command("restore", small, "--replace")

    assert contents() == before


def test_a_database_that_is_not_empty_is_left_alone(small):
    before = contents()

    with pytest.raises(CommandError, match="The database is not empty"):
        command("restore", small)

    assert contents() == before


def test_nothing_is_restored_under_a_running_site(small, var):
    with (var / "supervisor.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(CommandError, match="The site runs"):
            command("restore", small, "--replace")
    assert not running.is_running()


def test_nothing_is_restored_beside_workers_that_were_started_one_by_one(small, var):
    heartbeats.begin("play")
    heartbeats.begin("heavy")
    heartbeats.end("heavy")
    told = f"a moment ago: play@{socket.gethostname()}. Stop it first"

    with pytest.raises(CommandError, match=re.escape(told)):
        command("restore", small, "--replace")

    os.utime(heartbeats.file_of("play"), (time.time() - 16,) * 2)
    assert "Restored" in command("restore", small, "--replace")


class Gone(Exception):
    """An error of a store's library that is no OSError."""


class ForgetfulStore(InMemoryStorage):
    """A store that takes one paper and fails on the next."""

    def _save(self, name, content):
        if self.listdir("")[1]:
            raise Gone("the bucket does not answer")
        return super()._save(name, content)


def test_papers_that_no_transaction_takes_back_are_told(world, backup, settings):
    settings.STORAGES = {**settings.STORAGES, "default": {"BACKEND": f"{__name__}.ForgetfulStore"}}
    before = contents()
    default_storage.save("somebody's", ContentFile(b"%PDF"))

    with pytest.raises(CommandError) as told:
        command("restore", backup, "--replace")

    assert "cannot be kept: the bucket does not answer." in str(told.value)
    assert str(told.value).endswith("The database was not changed. Papers that may be the backup's: 1. Try again.")
    assert contents() == before


@contextmanager
def room_for(size):
    """No file can grow beyond `size`, as on a full disk."""
    old = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, old[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, old)


def test_a_full_disk_leaves_no_file(small, tmp_path):
    directory = tmp_path / "backups"
    directory.mkdir()

    with room_for(4_000), pytest.raises(CommandError, match="cannot be written"):
        command("backup", directory / "site.backup")

    assert [*directory.iterdir()] == []


def test_a_backup_never_takes_the_place_of_another_file(small, tmp_path):
    before = small.read_bytes()

    with pytest.raises(CommandError, match="exists already"):
        command("backup", small)
    (tmp_path / "other.key").write_text("a key")
    with pytest.raises(BackupFault, match="exists already"):
        making.backup_make(path=tmp_path / "other")

    assert (small.read_bytes(), (tmp_path / "other").exists()) == (before, False)


def rows_in(path):
    """The rows of a backup, by table."""
    with archive.opened(path) as found:
        labels = archive.checked(found).tables
        return {label: [*map(json.loads, found.open(archive.table_entry(label)))] for label in labels}


@pytest.mark.services
@pytest.mark.skipif(connection.vendor != "postgresql", reason="needs PostgreSQL")
def test_a_site_moves_to_sqlite_and_back(world, backup, tmp_path):
    var = tmp_path / "sqlite"
    var.mkdir()
    environment = {"PATH": os.environ["PATH"], "VAR_DIR": str(var), "SECRET_KEY": "tests-0123456789-abcdefghijklmnop"}
    environment |= {"DJANGO_SETTINGS_MODULE": "domego_site.settings"}

    def run(*command):
        options = {"cwd": paths.BASE_DIR, "env": environment, "capture_output": True, "text": True}
        done = subprocess.run([sys.executable, *command], check=False, **options)
        assert done.returncode == 0, done.stderr
        return done.stdout

    run("manage.py", "restore", str(backup))
    assert f"match {world.running.pk}: verified" in run("manage.py", "verify_match", "--all")
    run("manage.py", "backup", str(tmp_path / "back"))
    assert run("-c", "import sys" + SHOW, str(world.finished.pk)).strip() == world.digest.hex()
    assert rows_in(tmp_path / "back") == rows_in(backup)
    Match.objects.filter(pk=world.finished.pk).update(title="changed")

    command("restore", tmp_path / "back", "--replace")

    assert Match.objects.get(pk=world.finished.pk).title == world.finished.title
    verify_all()
    assert paper_digest(world.teacher, world.finished) == world.digest
    assert person("next").pk > world.mate.pk
