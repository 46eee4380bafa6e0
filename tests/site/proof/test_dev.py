"""The site of `make dev`, in a copy of the code that tests may change."""

import http.client
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from domego_site import paths
from tests.prepared import copy_database

PATIENCE = 120.0
CODE = ("domego_site", "games", "classrooms", "templates")
SHEET = "games/static/shell/base.css"
pytestmark = pytest.mark.xdist_group("supervisor")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Site:
    def __init__(self, root: Path) -> None:
        self.code, self.var, self.port = root / "code", root / "var", free_port()
        for name in CODE:
            shutil.copytree(paths.BASE_DIR / name, self.code / name)
        shutil.copy(paths.BASE_DIR / "manage.py", self.code)
        self.var.mkdir()
        copy_database(self.var)
        self.output = root / "output"
        self.environment = {
            "PATH": os.environ["PATH"],
            "VAR_DIR": str(self.var),
            "PORT": str(self.port),
            "SECRET_KEY": "tests-0123456789-abcdefghijklmnop",
        }
        with self.output.open("w") as output:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "dev"],
                cwd=self.code,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def get(self, address, language="en"):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.request("GET", address, headers={"Accept-Language": language})
        text = connection.getresponse().read().decode()
        connection.close()
        return text

    def wait_for(self, condition, what):
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if met := condition():
                return met
            time.sleep(0.1)
        raise AssertionError(f"not {what}: {self.output.read_text()}")

    def wait_until_said(self, text, times=1):
        self.wait_for(lambda: self.output.read_text().count(text) == times, f"said {text}")

    def change(self, name, old, new):
        path = self.code / name
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new))

    def processes(self, word=""):
        mark, found = f"VAR_DIR={self.var}\0".encode(), set()
        for directory in Path("/proc").glob("[0-9]*"):
            try:
                ours = mark in (directory / "environ").read_bytes() or (directory / "cwd").readlink() in {
                    self.var / "broker",
                    self.code,
                }
                if ours and word in (directory / "cmdline").read_text():
                    found.add(int(directory.name))
            except OSError:
                continue
        return found


@pytest.fixture
def site(tmp_path):
    site = Site(tmp_path)
    try:
        site.wait_until_said("The site is ready")
        yield site
    finally:
        for process in site.processes():
            os.kill(process, signal.SIGKILL)
        site.process.wait(PATIENCE)
        broker = paths.broker_socket(site.var)
        if site.var not in broker.parents:
            shutil.rmtree(broker.parent, ignore_errors=True)


def test_what_is_changed_shows_and_a_stop_leaves_nothing_behind(site):
    page = site.get("/sign-in/")
    assert '"/static/shell/base.css"' in page

    site.change(SHEET, "html {", "/* a changed sheet */ html {")
    site.change(
        "classrooms/templates/classrooms/accounts/sign_in.html",
        "{% block intro %}",
        "{% block intro %}A changed template",
    )
    assert "a changed sheet" in site.get("/static/shell/base.css")
    assert "A changed template" in site.get("/sign-in/")
    assert "Changed:" not in site.output.read_text()

    workers = site.wait_for(lambda: site.processes("celery"), "at work")
    site.change("domego_site/settings.py", '"SITE_NAME", "Domego"', '"SITE_NAME", "A changed name"')
    site.wait_until_said("Ready again")
    assert "A changed name" in site.get("/sign-in/")
    site.wait_for(lambda: (now := site.processes("celery")) and not now & workers, "at work with the new code")

    site.change(
        "classrooms/locale/fr/LC_MESSAGES/django.po",
        'msgid "Sign in"\nmsgstr "',
        'msgid "Sign in"\nmsgstr "Texte changé ',
    )
    site.wait_until_said("Ready again", 2)
    assert "Texte changé" in site.get("/sign-in/", "fr")

    site.process.send_signal(signal.SIGTERM)
    assert site.process.wait(PATIENCE) == 0
    assert "did not stop in time" not in site.output.read_text()
    assert site.processes() == set()


def test_an_error_is_shown_and_mended_without_another_start(site):
    site.change("domego_site/urls.py", "urlpatterns", "urlpatterns urlpatterns")
    site.wait_for(lambda: "SyntaxError" in site.output.read_text(), "told of the error")

    before = site.output.read_text()
    site.change("domego_site/urls.py", "urlpatterns urlpatterns", "urlpatterns")

    site.wait_for(lambda: "Changed:" in site.output.read_text().removeprefix(before), "told of the change")
    site.wait_for(lambda: "Ready again" in site.output.read_text().rpartition("Changed:")[2], "ready after it")
    assert "</html>" in site.get("/sign-in/")


def test_fragments_of_tables_are_read_anew_too(tmp_path):
    environment = {
        "PATH": os.environ["PATH"],
        "VAR_DIR": str(tmp_path),
        "SECRET_KEY": "tests-0123456789-abcdefghijklmnop",
        "DJANGO_SETTINGS_MODULE": "domego_site.settings_dev",
    }
    program = (
        "import django; django.setup(); from django.template import engines; "
        "print(engines['fragments'].env.auto_reload)"
    )

    done = subprocess.run(
        [sys.executable, "-c", program], cwd=paths.BASE_DIR, env=environment, capture_output=True, text=True, check=True
    )

    assert done.stdout == "True\n"
