"""Health checks: whether the site is alive, whether it is ready, and whether each of its processes is working."""

import http.server
import os
import socket
import threading

import pytest

from domego_site import health, heartbeats, paths, probes


@pytest.fixture
def var(monkeypatch, tmp_path):
    monkeypatch.setattr(paths, "VAR_DIR", tmp_path)
    return tmp_path


def test_who_asks_whether_the_process_lives_asks_nothing_else(client):
    """The test has no database mark, so that any query would fail it."""
    answer = client.get("/livez", headers={"host": "10.0.0.7:8000"})

    assert (answer.status_code, answer.json()) == (200, {"process": "ok"})


def test_a_worker_that_stops_is_not_taken_for_living_nor_for_dead(var):
    """Another process may have taken over under its name, and gives its next sign in a moment."""
    heartbeats.begin("play")
    before = heartbeats.living()

    heartbeats.end("play")

    assert (before, heartbeats.living(), health.fault("play")) == ([heartbeats.file_of("play").name], [], None)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "status", "state"),
    [
        ("/readyz", 200, {"database": "ok", "migrations": "ok", "broker": "away"}),
        ("/healthz", 503, {"database": "ok", "broker": "away"}),
    ],
)
def test_a_site_without_its_broker_is_ready_and_not_healthy(client, settings, path, status, state):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"

    answer = client.get(path)

    assert (answer.status_code, answer.json()) == (status, state)


@pytest.mark.django_db
def test_a_database_that_is_behind_is_not_ready_until_it_was_brought_up_to_date(client, monkeypatch, caplog):
    monkeypatch.setattr(probes, "_is_migrated", False)
    with monkeypatch.context() as before:
        before.setattr(probes, "migrations_behind", lambda: 2)
        behind = client.get("/readyz")
    ready = client.get("/readyz")

    assert (behind.status_code, behind.json()["migrations"]) == (503, "away")
    assert (ready.status_code, ready.json()["migrations"]) == (200, "ok")
    assert caplog.records == []


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/livez", "/readyz", "/healthz"])
def test_probes_need_no_known_host_and_no_tls(client, settings, path):
    settings.ALLOWED_HOSTS = ["games.example.org"]
    settings.SECURE_SSL_REDIRECT = True

    assert client.get(path, headers={"host": "10.0.0.7:8000"}).status_code != 400
    assert client.get(path, headers={"host": "10.0.0.7:8000"}).status_code != 301


def test_a_process_without_a_sign_of_life_is_not_healthy(var, capsys):
    assert health.main(["heavy"]) == 1
    assert capsys.readouterr().out == "heavy has given no sign of life on this machine.\n"


def test_a_process_that_fell_silent_is_not_healthy_until_its_next_sign(var, capsys):
    heartbeats.begin("heavy")
    codes = [health.main(["heavy"])]
    long_ago = os.stat(heartbeats.file_of("heavy")).st_mtime - health.SILENT_AFTER - 10
    os.utime(heartbeats.file_of("heavy"), (long_ago, long_ago))
    codes.append(health.main(["heavy"]))
    heartbeats.leave("heavy")
    codes.append(health.main(["heavy"]))

    lines = capsys.readouterr().out.splitlines()
    assert codes == [0, 1, 0]
    assert lines[0] == lines[2] == "heavy lives."
    assert lines[1].startswith("heavy has given no sign of life for 7")


def test_signs_of_machines_that_are_gone_are_taken_away(var):
    heartbeats.begin("play")
    gone = var / "heartbeats" / "play@gone"
    gone.touch()
    os.utime(gone, (0, 0))

    heartbeats.begin("heavy")

    assert {file.name.partition("@")[0] for file in gone.parent.iterdir()} == {"play", "heavy"}
    assert not gone.exists()


def test_a_disk_that_takes_no_sign_ends_no_process(monkeypatch):
    monkeypatch.setattr(paths, "VAR_DIR", paths.BASE_DIR / "manage.py")

    heartbeats.begin("play")

    assert heartbeats.last("play") is None


def test_web_is_asked_where_it_listens(monkeypatch, capsys):
    class Answer(http.server.BaseHTTPRequestHandler):
        def do_GET(self):  # noqa: N802 - the name that the class calls
            self.send_response(200 if self.path == "/livez" else 404)
            self.end_headers()

        def log_message(self, *arguments):
            pass

    with http.server.HTTPServer(("127.0.0.1", 0), Answer) as server:
        monkeypatch.setenv("PORT", str(server.server_port))
        monkeypatch.setenv("HOST", "0.0.0.0")  # noqa: S104
        thread = threading.Thread(target=server.handle_request)
        thread.start()
        assert health.main(["web"]) == 0
        thread.join()
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        monkeypatch.setenv("PORT", str(nobody.getsockname()[1]))
        assert health.main(["web"]) == 1

    first, second = capsys.readouterr().out.splitlines()
    assert first == "web lives."
    assert second.startswith("web does not answer on port")


def test_an_unknown_process_is_refused(capsys):
    assert health.main(["cat"]) == 2
    assert capsys.readouterr().out == "Say one of: web, live, play, heavy, analysis, expected, beat\n"
