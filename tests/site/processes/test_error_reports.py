"""Error reports that leave the site, read where they arrive."""

import gzip
import http.server
import json
import subprocess
import sys
import threading
import urllib.error
import urllib.request

import brotli
import pytest

from domego_site import paths
from domego_site.error_reports import built_up
from tests.games.faults.site import Site

SECRET = "sEcReT"
UNPACK = {None: bytes, "gzip": gzip.decompress, "br": brotli.decompress}


@pytest.fixture
def sentry():
    """A server that stores the body of each POST."""
    bodies = []

    class Server(http.server.BaseHTTPRequestHandler):
        def do_POST(self):  # noqa: N802 - the name that the class calls
            body = self.rfile.read(int(self.headers["Content-Length"]))
            bodies.append(UNPACK[self.headers.get("Content-Encoding")](body))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *arguments):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        server.bodies = bodies
        yield server
        server.shutdown()
        thread.join()


def events(server):
    """The error reports in the received envelopes."""
    lines = [json.loads(line) for body in server.bodies for line in body.splitlines() if line]
    return [line for line in lines if "event_id" in line and "timestamp" in line]


@pytest.fixture
def site(tmp_path, sentry):
    site = Site(
        tmp_path,
        "",
        DJANGO_SETTINGS_MODULE="tests.site.reporting_settings",
        SENTRY_DSN=f"http://public@127.0.0.1:{sentry.server_port}/1",
    )
    site.start_broker()
    yield site
    site.end()


def post(port):
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/failing/{SECRET}-token/?next={SECRET}-query",
        data=f"word={SECRET}-body".encode(),
        headers={
            "Cookie": f"sessionid={SECRET}-cookie",
            "Authorization": f"Token {SECRET}-header",
            "Referer": f"http://127.0.0.1:{port}/join/{SECRET}-referer/",
            "baggage": f"sentry-user={SECRET}-baggage",
            "sentry-trace": "1" * 32 + "-" + "2" * 16,
        },
    )
    with urllib.request.urlopen(request, timeout=60) as answer:  # noqa: S310 - this machine
        return answer.status


def answer(port):
    try:
        return post(port)
    except urllib.error.HTTPError as refused:
        return refused.code
    except OSError:
        return None


def test_errors_of_page_and_task_arrive_without_a_secret(site, sentry):
    port = site.start_web()
    site.wait_for(lambda: answer(port) == 500, "an error")
    site.start_worker()
    site.wait_for(lambda: len({report.get("transaction") for report in events(sentry)}) == 2, "both reports")

    found = {(report["transaction"], report["exception"]["values"][-1]["type"]) for report in events(sentry)}
    assert found == {("tests.site.failing.failing", "ValueError"), ("tests.fail", "ValueError")}
    for report in events(sentry):
        assert report["environment"] == "127.0.0.1"
        assert 'raise ValueError(f"the' in json.dumps(report["exception"]).replace('\\"', '"')
    assert [body for body in sentry.bodies if SECRET.encode() in body] == []
    assert SECRET in site.said(), "the log of the site says what was wrong"


def test_a_report_is_built_up_from_what_is_named():
    given = {
        "event_id": "1",
        "level": "error",
        "logger": "games.platform.work.jobs",
        "transaction": f"/enrol/{SECRET}/",
        "transaction_info": {"source": "url"},
        "user": {"username": SECRET, "ip_address": SECRET},
        "request": {
            "method": "POST",
            "url": SECRET,
            "data": {"a": SECRET},
            "cookies": SECRET,
            "headers": {"x": SECRET},
        },
        "extra": {"args": [SECRET]},
        "contexts": {"x": SECRET},
        "tags": {"x": SECRET},
        "breadcrumbs": {"values": [{"message": SECRET}]},
        "logentry": {"message": "job %s failed", "formatted": f"job {SECRET} failed", "params": [SECRET]},
        "exception": {
            "values": [
                {
                    "type": "IntegrityError",
                    "module": "django.db.utils",
                    "value": f"Key (email)=({SECRET}) already exists",
                    "mechanism": {"type": "logging", "handled": True, "data": SECRET},
                    "stacktrace": {"frames": [{"function": "save", "lineno": 3, "vars": {"email": SECRET}}]},
                }
            ]
        },
    }

    assert built_up(given, {}) == {
        "event_id": "1",
        "level": "error",
        "logger": "games.platform.work.jobs",
        "request": {"method": "POST"},
        "logentry": {"message": "job %s failed"},
        "exception": {
            "values": [
                {
                    "type": "IntegrityError",
                    "module": "django.db.utils",
                    "mechanism": {"type": "logging", "handled": True},
                    "stacktrace": {"frames": [{"function": "save", "lineno": 3}]},
                }
            ]
        },
    }


def test_messages_of_others_may_be_filled_in_and_stay_here():
    given = {"event_id": "1", "logger": "django.security.DisallowedHost", "logentry": {"message": SECRET}}

    assert built_up(given, {}) == {"event_id": "1", "logger": "django.security.DisallowedHost"}


def test_what_is_not_asked_for_is_not_loaded():
    """Unused, neither costs memory or start-up time."""
    command = (
        "import os, sys; os.environ.setdefault('DJANGO_SETTINGS_MODULE', 'domego_site.settings_test');"
        "from domego_site.wsgi import application;"
        "print(sorted({'sentry_sdk', 'prometheus_client'} & set(sys.modules)))"
    )

    done = subprocess.run([sys.executable, "-c", command], cwd=paths.BASE_DIR, capture_output=True, text=True)

    assert (done.stdout, done.returncode) == ("[]\n", 0), done.stderr
