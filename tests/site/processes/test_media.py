"""Papers are stored where every process of the site finds them, and deleted ones leave no file."""

import hashlib
import http.client
import os
import socket
import subprocess
import sys
import time
from datetime import timedelta
from io import StringIO
from urllib.parse import quote

import boto3
import pytest
from botocore.exceptions import BotoCoreError
from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import FileSystemStorage, InMemoryStorage, default_storage
from django.core.management import call_command
from django.db import connection
from django.urls import reverse

from classrooms.assess.reports.services import debrief_freeze
from classrooms.files import storage
from classrooms.files.papers import papers_move, papers_tidy
from classrooms.models import Paper, StoredFile
from domego_site import environment, paths
from tests.classrooms.papers import team_pdf
from tests.games.factories import NOW, match_of, person, played_by_bots

BUCKET = "papers"
PRINT = """
import sys
import django
django.setup()
from games.models import Match
from tests.classrooms.papers import team_pdf
print(team_pdf(Match.objects.get(pk=sys.argv[1])).file.name)
"""


def wait_for(condition, seconds=60.0):
    until = time.monotonic() + seconds
    while not (met := condition()) and time.monotonic() < until:
        time.sleep(0.05)
    return met


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def database_url():
    values = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{values['NAME']}"
    who = f"{quote(values['USER'])}:{quote(values['PASSWORD'])}"
    return f"postgres://{who}@{values['HOST']}:{values['PORT']}/{values['NAME']}"


@pytest.fixture
def debrief(db):
    match = played_by_bots(match_of(scenario="tiny", by=person("steward")))
    return debrief_freeze(match=match)


@pytest.fixture
def programs():
    """A function that starts programs, which end with the test."""
    started = []

    def start(*command, **more):
        started.append(subprocess.Popen([sys.executable, *command], cwd=paths.BASE_DIR, **more))
        return started[-1]

    yield start
    for process in started:
        process.terminate()
        process.wait(20)


@pytest.fixture
def store(programs):
    """The MEDIA_URL of a bucket on an S3 server of this test."""
    port = free_port()
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    programs("-m", "moto.server", "-H", "127.0.0.1", "-p", str(port), **quiet)
    keys = {"aws_access_key_id": "key", "aws_secret_access_key": "se/cret", "region_name": "eu-west-3"}
    client = boto3.client("s3", endpoint_url=f"http://127.0.0.1:{port}", **keys)

    def made():
        try:
            return client.create_bucket(
                Bucket=BUCKET, CreateBucketConfiguration={"LocationConstraint": keys["region_name"]}
            )
        except BotoCoreError:
            return None

    assert wait_for(made)
    return f"s3://key:{quote('se/cret', '')}@/{BUCKET}/site?region=eu-west-3&endpoint=http://127.0.0.1:{port}"


def machine(directory, media_url):
    """The environment of a machine of the site with its own disk."""
    directory.mkdir()
    return {
        "PATH": os.environ["PATH"],
        "VAR_DIR": str(directory),
        "SECRET_KEY": settings.SECRET_KEY,
        "DATABASE_URL": database_url(),
        "MEDIA_URL": media_url,
        "DJANGO_SETTINGS_MODULE": "tests.site.supervised_settings",
    }


def answer(port, path, cookie=""):
    """Status and content, or None if nobody listens."""
    asked = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    try:
        asked.request("GET", path, headers={"Host": "127.0.0.1", "Cookie": cookie})
        response = asked.getresponse()
        return response.status, response.read()
    except ConnectionRefusedError:
        return None
    finally:
        asked.close()


@pytest.mark.everywhere
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("place", ["database", "store"])
def test_a_machine_serves_what_another_printed_and_to_nobody_else(place, debrief, programs, client, tmp_path, request):
    media_url = request.getfixturevalue("store") if place == "store" else ""
    printing, serving = (machine(tmp_path / name, media_url) for name in ("printing", "serving"))
    client.force_login(debrief.match.created_by)
    cookie = f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"
    port = free_port()
    web = ("-m", "gunicorn", "domego_site.wsgi", "--bind", f"127.0.0.1:{port}", "--log-level", "warning")
    programs(*web, "--no-control-socket", env=serving)

    made = subprocess.run(
        [sys.executable, "-c", PRINT, str(debrief.match_id)],
        cwd=paths.BASE_DIR, env=printing, check=True, capture_output=True, text=True,
    )  # fmt: skip

    path = reverse("classrooms:debrief-pdf", args=[debrief.match_id])
    status, content = wait_for(lambda: answer(port, path, cookie))
    assert (status, content[:5], Paper.objects.get().file.name) == (200, b"%PDF-", made.stdout.strip())
    assert answer(port, path)[0] == 302  # to the page that signs in
    assert (StoredFile.objects.count(), list(tmp_path.rglob("*.pdf"))) == (int(place == "database"), [])


def test_the_store_gives_out_no_address_and_forgets_what_is_deleted(store):
    place = storage_of(store)
    name = place.save("reports/2026/one.pdf", ContentFile(b"%PDF-"))

    assert place.existing([name, "reports/2026/two.pdf"]) == {name}
    with pytest.raises(NotImplementedError):
        place.url(name)
    papers_tidy(now=place.get_modified_time(name) + timedelta(days=2), storage=place)  # others may keep theirs there
    assert place.exists(name)

    place.delete(name)

    assert place.existing([name]) == set()


def storage_of(url):
    values = environment.media_storage(url)
    module, _, name = values["BACKEND"].rpartition(".")
    return getattr(__import__(module, fromlist=[name]), name)(**values.get("OPTIONS", {}))


@pytest.mark.django_db
def test_the_database_keeps_what_it_is_given_once_for_each_name(django_assert_num_queries):
    first = default_storage.save("reports/2026/a.pdf", ContentFile(b"one"))
    second = default_storage.save("reports/2026/a.pdf", ContentFile(b"two"))

    assert first == "reports/2026/a.pdf"
    assert [default_storage.open(name).read() for name in (first, second)] == [b"one", b"two"]
    assert default_storage.size(first) == 3
    with django_assert_num_queries(1):
        assert storage.present([first, second, "other.pdf", "", None]) == {first, second}

    default_storage.delete(first)

    assert (default_storage.exists(first), default_storage.exists(second)) == (False, True)
    for ask in (default_storage.open, default_storage.size, default_storage.get_modified_time):
        with pytest.raises(FileNotFoundError):
            ask(first)


@pytest.mark.django_db
def test_the_database_refuses_a_file_that_is_too_large(monkeypatch):
    monkeypatch.setattr(storage, "LARGEST", 4)

    default_storage.save("four", ContentFile(b"1234"))
    with pytest.raises(storage.FileTooLarge):
        default_storage.save("five", ContentFile(b"12345"))

    assert [row.name for row in StoredFile.objects.all()] == ["four"]


def test_a_file_that_no_paper_has_goes_after_a_day(debrief):
    kept = team_pdf(debrief.match).file.name
    left = default_storage.save("reports/2026/left.pdf", ContentFile(b"%PDF-"))
    StoredFile.objects.update(made_at=NOW)
    fresh = default_storage.save("reports/2026/fresh.pdf", ContentFile(b"%PDF-"))

    assert papers_tidy(now=NOW + timedelta(hours=23)) == 0
    assert papers_tidy(now=NOW + timedelta(hours=25)) == 1

    assert storage.present([kept, left, fresh]) == {kept, fresh}


@pytest.fixture
def on_disk(debrief, settings, tmp_path):
    """A paper printed while papers were stored in a directory."""
    settings.MEDIA_ROOT = str(tmp_path / "media")
    made = team_pdf(debrief.match)
    old = FileSystemStorage(location=settings.MEDIA_ROOT)
    with made.file.open("rb") as file:
        old.save(made.file.name, file)
    default_storage.delete(made.file.name)
    return made


def test_preparing_moves_papers_of_older_versions_from_disk(
    on_disk, client, tmp_path, django_capture_on_commit_callbacks
):
    (path,) = (path for path in (tmp_path / "media").rglob("*") if path.is_file())
    digest = hashlib.sha256(path.read_bytes()).digest()
    client.force_login(on_disk.match.created_by)
    address = reverse("classrooms:debrief-pdf", args=[on_disk.match_id])
    assert client.get(address).status_code == 302  # back to the page: there is no file

    with django_capture_on_commit_callbacks(execute=True):
        call_command("prepare", stdout=StringIO())

    assert hashlib.sha256(b"".join(client.get(address))).digest() == digest
    assert not path.exists()
    call_command("prepare", stdout=StringIO())
    assert not (tmp_path / "media").exists()


@pytest.mark.django_db
def test_papers_are_moved_from_any_place_to_any_other_once(on_disk, django_capture_on_commit_callbacks):
    disk, memory = FileSystemStorage(location=settings.MEDIA_ROOT), InMemoryStorage()
    disk.save("of somebody else", ContentFile(b"kept"))

    with django_capture_on_commit_callbacks(execute=True):
        assert papers_move(source=disk, target=memory) == 1

    assert (disk.exists(on_disk.file.name), memory.exists(on_disk.file.name)) == (False, True)
    assert (disk.exists("of somebody else"), papers_move(source=disk, target=memory)) == (True, 0)


@pytest.mark.parametrize(
    ("url", "options"),
    [
        ("", None),
        ("file:///srv/media", {"location": "/srv/media", "file_permissions_mode": 0o600,
                               "directory_permissions_mode": 0o700}),
        ("s3://k:s%2Fx@s3.example.org:9000/papers/site?region=eu",
         {"access_key": "k", "secret_key": "s/x", "bucket_name": "papers", "location": "site", "region_name": "eu",
          "endpoint_url": "https://s3.example.org:9000"}),
        ("s3:///papers",
         {"access_key": None, "secret_key": None, "bucket_name": "papers", "location": "", "region_name": None,
          "endpoint_url": None}),
    ],
)  # fmt: skip
def test_media_url_says_where_papers_are_kept(url, options):
    assert environment.media_storage(url).get("OPTIONS") == options


@pytest.mark.parametrize("url", ["/srv/media", "file://srv/media", "s3://host", "s3://h/b?acl=public", "https://h/b"])
def test_a_media_url_that_cannot_be_read_is_refused(url):
    with pytest.raises(environment.ImproperlyConfigured, match="MEDIA_URL"):
        environment.media_storage(url)
