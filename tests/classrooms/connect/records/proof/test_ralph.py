"""A third-party record store (`ralph-malph`), in its own environment: its dependencies conflict with the site's."""

import json
import os
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
import requests

from classrooms.connect.records.learning import records_ask, records_request
from classrooms.models import Session
from games.models import AuthorKind, Job, Move
from games.platform import clock
from games.platform.work.jobs import do_job
from tests.classrooms.connect.records.playing import match_in, play

RALPH = ("ralph-malph[cli,lrs]==5.1.0", "requests==2.34.2")
"""The package imports `requests` without declaring it."""
PATIENCE = 60


@pytest.fixture(scope="module")
def ralph(tmp_path_factory):
    """The address of a running store. The tests are skipped, with the reason, if it cannot be installed."""
    place = tmp_path_factory.mktemp("ralph")
    uv = Path(sys.executable).with_name("uv")
    made = subprocess.run(
        [uv, "venv", "-q", "--python", sys.executable, place / "venv"], capture_output=True, text=True
    )
    if made.returncode == 0:
        command = [uv, "pip", "install", "-q", "--python", place / "venv" / "bin" / "python", *RALPH]
        made = subprocess.run(command, capture_output=True, text=True, timeout=300)
    if made.returncode:
        pytest.skip(f"{RALPH[0]} cannot be installed here: {made.stderr.strip()[-300:]}")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    (place / "files").mkdir()
    program = str(place / "venv" / "bin" / "ralph")
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(place),
        "RALPH_APP_DIR": str(place),
        "RALPH_RUNSERVER_BACKEND": "fs",  # every command reads it, and the usual one is not installed
    }
    allowed = ["auth", "-u", "domego", "-p", "secret", "-s", "all", "-M", "mailto:domego@example.org", "-w"]
    subprocess.run([program, *allowed], env=environment, check=True, capture_output=True, cwd=place)
    output = (place / "output").open("w")
    server = subprocess.Popen(
        [program, "runserver", "-b", "fs", "--fs-default-directory-path", str(place / "files"), "-p", str(port)],
        env=environment,
        cwd=place,
        stdout=output,
        stderr=subprocess.STDOUT,
    )
    url = f"http://127.0.0.1:{port}"
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and server.poll() is None:
        with suppress(requests.RequestException):
            if requests.get(f"{url}/__heartbeat__", timeout=5).ok:
                break
        time.sleep(0.3)
    assert server.poll() is None, (place / "output").read_text()
    yield f"{url}/xAPI"
    server.terminate()
    server.wait(20)
    output.close()


def kept(url):
    """Every statement that the store returns."""
    found, path = [], f"{url}/statements"
    while path:
        answer = requests.get(
            path, auth=("domego", "secret"), headers={"X-Experience-API-Version": "1.0.3"}, timeout=20
        )
        answer.raise_for_status()
        page = answer.json()
        found += page["statements"]
        more = page.get("more")
        path = more if more and more.startswith("http") else url.rpartition("/")[0] + more if more else None
    return found


@pytest.mark.django_db
def test_a_store_of_others_takes_a_whole_match_and_keeps_it_once(ralph, domego, session):
    domego.XAPI_ENDPOINT, domego.XAPI_KEY, domego.XAPI_SECRET = ralph, "domego", "secret"
    match = play(match_in(session))

    for job in records_request(now=clock.now()):
        assert do_job(job.pk) is True
    records_ask(sessions=Session.objects.all())
    for job in Job.objects.filter(kind="records"):
        assert do_job(job.pk) is True

    statements = kept(ralph)
    decisions = Move.objects.filter(match=match, author_kind=AuthorKind.PLAYER).count()
    verbs = [each["verb"]["id"].rpartition("/")[2] for each in statements]
    assert {verb: verbs.count(verb) for verb in set(verbs)} == {
        "initialized": 2,
        "selected": decisions,
        "completed": 2,
        "scored": 2,
    }
    assert len({each["id"] for each in statements}) == len(statements)
    assert "Zoe" not in json.dumps(statements)
