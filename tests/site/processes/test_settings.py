"""Settings are read by a fresh interpreter, as in a server."""

import json
import os
import subprocess
import sys

import pytest

from domego_site import environment, paths
from domego_site.databases import database

SHOWN = ("DEBUG", "ALLOWED_HOSTS", "SESSION_COOKIE_SECURE", "SECURE_HSTS_SECONDS", "CELERY_BROKER_URL", "EMAIL_HOST")
KEY = "tests-0123456789-abcdefghijklmnop"
SHOW = f"""
import json
from django.conf import settings
print(json.dumps({{name: getattr(settings, name) for name in {SHOWN}}}))
"""


@pytest.fixture
def start(tmp_path):
    def start(code=SHOW, **variables):
        known = {"PATH": os.environ["PATH"], "VAR_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "domego_site.settings"}
        command = [sys.executable, "-c", code]
        return subprocess.run(
            command, cwd=paths.BASE_DIR, env=known | variables, capture_output=True, text=True, check=False
        )

    return start


def test_a_site_without_secret_key_does_not_start_and_says_what_to_do(start):
    refused = start()

    assert refused.returncode == 1
    assert "SECRET_KEY is not set. On this machine only: make setup." in refused.stderr


def test_debug_makes_a_key_of_its_own_and_keeps_it(start, tmp_path):
    assert start(DEBUG="1").returncode == 0
    key = (tmp_path / "secret_key").read_text()
    assert start(DEBUG="1").returncode == 0

    assert (tmp_path / "secret_key").read_text() == key
    assert (tmp_path / "secret_key").stat().st_mode & 0o777 == 0o600


def test_a_site_on_https_is_strict(start):
    shown = start(
        SECRET_KEY=KEY,
        SITE_URL="https://games.example.org",
        EMAIL_URL="smtp+tls://u:p%40@mail.org",
    )

    assert json.loads(shown.stdout) == {
        "DEBUG": False,
        "ALLOWED_HOSTS": ["games.example.org", "127.0.0.1", "localhost"],
        "SESSION_COOKIE_SECURE": True,
        "SECURE_HSTS_SECONDS": 31_536_000,
        "CELERY_BROKER_URL": json.loads(shown.stdout)["CELERY_BROKER_URL"],
        "EMAIL_HOST": "mail.org",
    }


def test_a_bad_switch_is_refused_by_name(start):
    refused = start(SECRET_KEY=KEY, DEBUG="maybe")

    assert "DEBUG is 'maybe'; write DEBUG=1 or DEBUG=0." in refused.stderr


@pytest.mark.parametrize(
    ("key", "fault"),
    [
        ("ninety-nine-balloons", "has less than 32 characters"),
        ("abcabcabc" * 6, "has less than 10 different characters"),
        ("django-insecure-8x!k3v0q2p9z7w5r1t6y4u0i8o2p6a", "is an example"),
        ("$(python3 -c 'import secrets; print(secrets.token_urlsafe(50))')", "is an example"),
        ("change-me-0123456789-abcdefghijklmnop", "is an example"),
    ],
)
def test_a_key_that_can_be_guessed_is_refused(start, key, fault):
    refused = start(SECRET_KEY=key, DEBUG="1")

    assert f"SECRET_KEY {fault}: whoever guesses it signs in as anybody." in refused.stderr


def test_what_the_site_writes_is_its_users_alone(start, tmp_path):
    tmp_path.chmod(0o755)
    write = "from django.conf import settings; (settings.VAR_DIR / 'new').touch()"
    assert start(write, SECRET_KEY=KEY).returncode == 0

    assert [path.stat().st_mode & 0o777 for path in (tmp_path, tmp_path / "new")] == [0o700, 0o600]


def test_files_of_an_older_version_are_closed_and_static_files_are_left(tmp_path, monkeypatch):
    monkeypatch.setattr(paths, "VAR_DIR", tmp_path)
    for name, mode in (("mail", 0o755), ("static", 0o755), ("open", 0o1777)):
        (tmp_path / name).mkdir()
        (tmp_path / name).chmod(mode)
    for name in ("db.sqlite3", "mail/1.log", "static/site.css"):
        (tmp_path / name).touch()
        (tmp_path / name).chmod(0o644)

    assert paths.close_var() == [tmp_path / "open"]
    assert {str(path.relative_to(tmp_path)): oct(path.stat().st_mode & 0o777) for path in tmp_path.rglob("*")} == {
        "mail": "0o700",
        "mail/1.log": "0o600",
        "db.sqlite3": "0o600",
        "static": "0o755",
        "static/site.css": "0o644",
        "open": "0o777",
    }


def test_a_directory_that_cannot_be_written_is_named_in_one_line(start, tmp_path):
    (tmp_path / "file").touch()
    var = tmp_path / "file" / "var"
    known = {"PATH": os.environ["PATH"], "VAR_DIR": str(var), "SECRET_KEY": KEY}
    command = [sys.executable, "manage.py", "check"]
    refused = subprocess.run(command, cwd=paths.BASE_DIR, env=known, capture_output=True, text=True, check=False)

    assert (refused.returncode, refused.stderr) == (
        1,
        f"{var} cannot be used: Not a directory. "
        "Set VAR_DIR to a directory that this user may write to, on a disk that is not read-only.\n",
    )


def test_sqlite_waits_for_the_disk_before_it_says_that_a_move_is_taken(start):
    ask = "from django.db import connection; print(connection.cursor().execute('PRAGMA synchronous').fetchone()[0])"

    assert start(ask, SECRET_KEY=KEY).stdout == "2\n"  # FULL


def test_the_command_line_says_it_in_one_line(tmp_path):
    known = {"PATH": os.environ["PATH"], "VAR_DIR": str(tmp_path)}
    command = [sys.executable, "manage.py", "check"]
    refused = subprocess.run(command, cwd=paths.BASE_DIR, env=known, capture_output=True, text=True, check=False)

    assert refused.returncode == 1
    assert refused.stderr.startswith("SECRET_KEY is not set.")
    assert refused.stderr.count("\n") == 1


def test_sqlite_takes_the_write_lock_first(tmp_path):
    settings = database("", sqlite_file=tmp_path / "db", pool_size=10)

    assert settings["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert database("sqlite:////srv/db", sqlite_file=tmp_path, pool_size=0)["OPTIONS"] == settings["OPTIONS"]


@pytest.mark.parametrize(("pool_size", "pool"), [(0, None), (4, {"min_size": 1, "max_size": 4, "timeout": 10})])
def test_postgresql_is_pooled_unless_told_otherwise(tmp_path, pool_size, pool):
    settings = database("postgres://u:p@db:5433/games", sqlite_file=tmp_path, pool_size=pool_size)

    assert settings["OPTIONS"].get("pool") == pool
    assert (settings["HOST"], settings["PORT"], settings["NAME"]) == ("db", 5433, "games")


@pytest.mark.parametrize("url", ["mysql://db/games", "games.db", "postgres//db"])
def test_other_databases_are_refused(tmp_path, url):
    with pytest.raises(environment.ImproperlyConfigured, match="DATABASE_URL"):
        database(url, sqlite_file=tmp_path, pool_size=0)


@pytest.mark.parametrize(
    ("broker", "cache"),
    [
        ("redis://127.0.0.1:6379/9", "redis://127.0.0.1:6379/10"),
        ("redis://:secret@redis:6379", "redis://:secret@redis:6379/1"),
        ("rediss://redis/15", "rediss://redis/0"),
    ],
)
def test_the_cache_takes_the_next_database_of_the_same_redis(broker, cache):
    assert environment.next_redis_database(broker) == cache


def test_a_broker_socket_never_exceeds_what_a_system_allows(tmp_path):
    short = paths.broker_socket(paths.Path("/srv/var"))
    long = paths.broker_socket(tmp_path / ("long" * 30))

    assert short == paths.Path("/srv/var/broker/broker.sock")
    assert len(os.fsencode(long)) <= paths.SOCKET_PATH_LIMIT
    assert long != paths.broker_socket(tmp_path / ("other" * 30))


@pytest.mark.parametrize(
    ("hosts", "url", "behind", "sources"),
    [
        (["games.example.org", "localhost"], "", False, ["http://games.example.org:8100", "http://localhost:8100"]),
        ([".example.org"], "", False, ["http://example.org:8100", "http://*.example.org:8100"]),
        (["*"], "", False, ["http://*:8100"]),
        (["games.example.org"], "", True, []),
        (["games.example.org"], "/events/", True, []),
        (["games.example.org"], "https://live.example.org/events/", True, ["https://live.example.org"]),
    ],
)
def test_pages_may_hear_news_where_they_are_told(hosts, url, behind, sources):
    assert environment.stream_sources(url, 8100, "http", hosts, behind_proxy=behind) == sources
    assert environment.stream_sources("", 0, "http", hosts, behind_proxy=behind) == []
