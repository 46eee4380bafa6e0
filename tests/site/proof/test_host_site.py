"""Another Django site embeds the games: installed from the wheel, with its own people, pages, language and prefix."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest
from playwright.sync_api import Page, expect, sync_playwright

from domego_site import paths, setting_up, translations
from tests.e2e.running_site import PLAY, wait_for

HOST = paths.BASE_DIR / "examples" / "host_site"
MOST = 5_800_000  # bytes of the wheel
PASSWORD = "a-password-of-the-college"
PEOPLE = f"""
from django.contrib.auth import get_user_model
people = get_user_model().objects
people.create_user("claire", password="{PASSWORD}", display_name="Claire Bonnet", can_create_courses=True, campus="Sud")
"""
pytestmark = [pytest.mark.xdist_group("host")]


def uv(*arguments: str | Path) -> None:
    done = subprocess.run(
        [Path(sys.executable).with_name("uv"), *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=paths.BASE_DIR,
    )
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    translations.compile_all(paths.BASE_DIR)
    to = tmp_path_factory.mktemp("wheel")
    uv("build", "-q", "--offline", "--wheel", "-o", to, ".")
    (found,) = to.glob("*.whl")
    return found


def test_the_wheel_holds_two_apps_and_all_that_they_need_and_nothing_else(wheel):
    with ZipFile(wheel) as packed:
        names = packed.namelist()

    assert {name.split("/")[0] for name in names if ".dist-info/" not in name} == {"games", "classrooms"}
    for needed in (
        "games/templates/shell/base.html",
        "games/static/shell/base.css",
        "games/catalogue/domego/jinja2/domego/board.html",
        "games/locale/fr/LC_MESSAGES/django.mo",
        "games/catalogue/domego/locale/fr/LC_MESSAGES/django.mo",
        "classrooms/locale/fr/LC_MESSAGES/django.mo",
        "classrooms/templates/classrooms/home/landing.html",
        "classrooms/migrations/0001_initial.py",
        "games/migrations/0001_initial.py",
    ):
        assert needed in names
    assert not [name for name in names if "__pycache__" in name]
    assert wheel.stat().st_size < MOST


class Host:
    """The college's site in its own virtual environment: its server, and a worker with the beat."""

    def __init__(self, python: Path, root: Path) -> None:
        self.python, self.root = python, root
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(root), "COLLEGE_DATA": str(root / "data")}
        self.processes: list[subprocess.Popen[bytes]] = []

    def manage(self, *arguments: str) -> str:
        done = subprocess.run(
            [self.python, "manage.py", *arguments],
            cwd=self.root, env=self.environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout

    def start(self) -> None:
        worker = ["-m", "celery", "-A", "college", "--quiet", "worker", "--pool", "solo", "-Q"]
        commands = (
            ["manage.py", "runserver", "--noreload", str(self.port)],
            [*worker, "play,heavy", "-B"],
            [*worker, "analysis,expected"],
        )
        for number, command in enumerate(commands):
            with (self.root / f"output-{number}").open("w") as output:
                self.processes.append(
                    subprocess.Popen(
                        [self.python, *command],
                        cwd=self.root,
                        env=self.environment,
                        stdin=subprocess.DEVNULL,
                        stdout=output,
                        stderr=subprocess.STDOUT,
                        start_new_session=True,
                    )  # fmt: skip
                )
        wait_for(self._answers, "answering")

    def _answers(self) -> bool:
        with socket.socket() as probe:
            probe.settimeout(1)
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def end(self) -> None:
        for process in self.processes:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@pytest.fixture(scope="module")
def host(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    root = tmp_path_factory.mktemp("host")
    uv("venv", "-q", "--seed", "--python", sys.executable, root / "venv")
    python = root / "venv" / "bin" / "python"
    pins = ("--constraint", paths.BASE_DIR / setting_up.LOCK)
    uv("pip", "install", "-q", "--python", python, *pins, wheel)
    site = root / "site"
    shutil.copytree(HOST, site, ignore=shutil.ignore_patterns("__pycache__", "data"))
    found = Host(python, site)
    found.manage("migrate", "--verbosity", "0")
    found.manage("shell", "-c", PEOPLE)
    try:
        found.start()
        yield found
    finally:
        found.end()


@pytest.fixture(scope="module")
def desk(host: Host) -> Iterator[Page]:
    """A browser of a reader of English, on a site in French."""
    found = next(filter(None, map(shutil.which, ("chromium-headless-shell", "chromium"))), None)
    if found is None:
        pytest.skip("There is no Chromium. To mend: apt-get install -y chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        page = browser.new_context(base_url=host.url, locale="en-GB").new_page()
        page.set_default_timeout(20_000)
        yield page
        browser.close()


def test_it_has_no_migration_to_make_and_nothing_to_mend(host):
    both = "from django.core.management import call_command as do; do('makemigrations', check=True, dry_run=True)"
    said = host.manage("shell", "-c", f"{both}; do('check')")

    assert "No changes detected" in said
    assert "no issues" in said


BLOCK = re.compile(r"^```(sh|python (\S+))\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def test_the_guide_makes_a_site_by_its_own_blocks(host, wheel, tmp_path):
    """docs/run/embed.md: commands are run, and code is appended to the file in its heading."""
    shutil.copy(wheel, tmp_path)
    environment = {"PATH": f"{host.python.parent}:{os.environ['PATH']}", "HOME": str(tmp_path)}

    def run(command: str) -> str:
        done = subprocess.run(
            ["bash", "-ec", command], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{command}\n{done.stdout[-2000:]}{done.stderr[-2000:]}"
        return done.stdout

    said = ""
    for kind, name, text in BLOCK.findall((paths.BASE_DIR / "docs" / "run" / "embed.md").read_text()):
        if kind == "sh":
            said = run(text)
        else:
            with (tmp_path / name).open("a") as file:
                file.write(f"\n{text}")

    assert "System check identified no issues" in said
    ask = (
        "from django.test import Client; pages = [Client(HTTP_HOST='localhost').get(f'/teaching/{{at}}') for at in {}]"
    )
    show = "print([(page.status_code, 'College</a>' in page.content.decode()) for page in pages])"
    asked = ask.format(["", "rules/domego/", "games/"])
    assert "[(200, True), (200, True), (302, False)]" in run(f'python manage.py shell -c "{asked}; {show}"')

    script = paths.BASE_DIR / "tests" / "site" / "accounts_of_another_site.py"
    assert run(f"python manage.py shell < {script}").splitlines()[-1] == "all seen"


def press(page: Page, name: str) -> None:
    button = page.get_by_role("main").get_by_role("button", name=name, exact=True).first
    expect(button, page.get_by_role("main").inner_text()).to_be_visible()
    with page.expect_navigation(wait_until="load"):
        button.click()


def table_of(desk: Page, host: Host, listed: str, name: str) -> Page:
    """A student's browser in French, from the personal link to the table."""
    page = desk.context.browser.new_context(base_url=host.url, locale="fr-FR").new_page()
    page.goto(re.search(rf"^{name}.*?(http\S+?)\"?\r?$", listed, re.MULTILINE)[1].partition(",")[0])
    press(page, "Continuer sous ce nom")  # and to the room that is under way
    page.wait_for_url("**/teaching/matches/*/**")
    return page


def test_a_course_a_session_and_a_match_to_its_debrief(host, desk):
    desk.goto("/teaching/courses/new/")
    assert desk.url.startswith(f"{host.url}/login/")  # the college's own
    desk.fill("[name=username]", "claire")
    desk.fill("[name=password]", PASSWORD)
    desk.get_by_role("button", name="Entrer").click()
    expect(desk.get_by_label("Name of the course")).to_be_visible()
    expect(desk.locator("header nav[aria-label=Collège]")).to_be_visible()  # the college's head on our page

    desk.get_by_label("Name of the course").fill("Chantiers")
    press(desk, "Create the course")
    course = re.search(r"/teaching/courses/\d+/", desk.url)[0]
    desk.goto(f"{course}people/list/")
    desk.get_by_label("Paste names here").fill("Name;E-mail\nAna Costa;ana@example.org\nBen Brun;ben@example.org")
    press(desk, "Check it first")
    press(desk, "Add 2 students")
    desk.goto(f"{course}teams/lot/")
    desk.get_by_label("Divide by").select_option("teams")
    desk.get_by_label("How many").fill("1")
    press(desk, "Show the teams")
    press(desk, "Make these teams")
    desk.goto(f"{course}sessions/new/?game=dominyam")
    desk.get_by_label("Name of the session").fill("Mardi")
    for _step in range(5):
        press(desk, "Save and go on")
    press(desk, "Open the session")
    press(desk, "Start…")
    press(desk, "Start")

    listed = desk.context.request.get(f"{course}people/links.csv").text()
    tables = [table_of(desk, host, listed, name) for name in ("Ana Costa", "Ben Brun")]
    match = int(re.search(r"/teaching/matches/(\d+)/", tables[0].url)[1])
    thrown = "Lancer les cinq dés"
    throws = [table.get_by_role("button", name=thrown) for table in tables]  # one of them has the dice
    wait_for(lambda: any(throw.count() for throw in throws), "the dice")  # a page may be drawn anew just now
    (throws[0] if throws[0].count() else throws[1]).click()
    counted = f"from games.models import Move; print('moves', Move.objects.filter(match={match}, number__gt=0).count())"
    wait_for(lambda: "moves 1" in host.manage("shell", "-c", counted), "a throw")

    host.manage("shell", "-c", PLAY.format(match=match, until=""))
    desk.goto(f"/teaching/matches/{match}/debrief/")
    wait_for(lambda: desk.reload() and desk.locator("main h2").count() > 2, "a debrief")
    with desk.expect_navigation(wait_until="load"):
        desk.locator("form[action$='/debrief/pdf/'] button").first.click()
    paper = f"/teaching/matches/{match}/debrief/pdf/"
    wait_for(lambda: desk.context.request.get(paper).body().startswith(b"%PDF"), "a paper")
