"""oTree beside the site, in an environment under var/ that is never imported: the same Python, and its own versions.

It has two tasks. "Fields" is its own page of two fields, which each participant sends again and again. "Job" is the
same job as a table of the site. A group has one live page for each participant. A decision arrives on the websocket, is
stored, and its state goes to the open pages of the others. The participant who decided gets a page of the size of ours.
That page is put together by formatting, without a template, which is the cheapest way.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import venv
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks._processes import server_of
from benchmarks._running import new_database
from benchmarks.chaos.machines import free_port
from domego_site import paths

VERSION = "6.0.15"
POSTGRESQL = "psycopg2-binary==2.9.10"
HOME = paths.VAR_DIR / "otree"
PYTHON = HOME / "bin" / "python"
SETTINGS = """
SESSION_CONFIGS = [
    dict(name="fields", app_sequence=["fields"], num_demo_participants={players}),
    dict(name="job", app_sequence=["job"], num_demo_participants={players}),
]
SESSION_CONFIG_DEFAULTS = dict(real_world_currency_per_point=1.0, participation_fee=0.0)
LANGUAGE_CODE, REAL_WORLD_CURRENCY_CODE, USE_POINTS = "en", "EUR", True
ADMIN_USERNAME, ADMIN_PASSWORD, SECRET_KEY = "admin", "benchmark", "benchmark"
"""
FIELDS = """
from otree.api import *
class C(BaseConstants):
    NAME_IN_URL, PLAYERS_PER_GROUP, NUM_ROUNDS = "fields", None, {rounds}
class Subsession(BaseSubsession):
    pass
class Group(BaseGroup):
    pass
class Player(BasePlayer):
    price = models.IntegerField(min=0, max=100)
    note = models.LongStringField(blank=True)
class Decide(Page):
    form_model, form_fields = "player", ["price", "note"]
page_sequence = [Decide]
"""
FIELDS_PAGE = "{{ block title }}Decide{{ endblock }}{{ block content }}{{ formfields }}{{ next_button }}{{ endblock }}"
JOB = """
from otree.api import *
class C(BaseConstants):
    NAME_IN_URL, PLAYERS_PER_GROUP, NUM_ROUNDS = "job", {seats}, 1
class Subsession(BaseSubsession):
    pass
class Group(BaseGroup):
    turn = models.IntegerField(initial=0)
class Player(BasePlayer):
    price = models.IntegerField(initial=0)
class Decision(ExtraModel):
    group = models.Link(Group)
    player = models.Link(Player)
    turn = models.IntegerField()
    price = models.IntegerField()
def page_of(state):
    parts, size = [], 0
    while size < {size}:
        for number, price in enumerate(state["prices"]):
            row = (f'<tr id="row-{{len(parts)}}"><th scope="row">Player {{number + 1}}</th>'
                   f'<td class="number">{{price}}</td><td class="turn">Decided in turn {{state["turn"]}}</td>'
                   f'<td><button type="submit" name="row" value="{{len(parts)}}">Choose</button></td></tr>')
            parts.append(row)
            size += len(row)
    return "".join(parts)
class Table(Page):
    @staticmethod
    def vars_for_template(player):
        return dict(turn=player.group.turn)
    @staticmethod
    def live_method(player, data):
        group, everybody = player.group, player.group.get_players()
        if data["turn"] == group.turn and group.turn % {seats} + 1 == player.id_in_group:
            group.turn += 1
            player.price = data["price"]
            Decision.create(group=group, player=player, turn=group.turn, price=player.price)
        state = dict(turn=group.turn, prices=[each.price for each in everybody])
        told = {{each.id_in_group: state for each in everybody}}
        told[player.id_in_group] = dict(state, page=page_of(state))
        return told
page_sequence = [Table]
"""
JOB_PAGE = (
    "{{ block title }}Table{{ endblock }}{{ block content }}"
    '<div id="table" data-turn="{{ turn }}"></div>'
    "<script>function liveRecv(state) { document.getElementById('table').textContent = state.turn; }</script>"
    "{{ endblock }}"
)


@dataclass(frozen=True)
class OTree:
    """A running server: its process, its port, and its session for each task."""

    pid: int
    port: int
    players: int

    def pids(self) -> list[int]:
        """Its process, and the one of the given database server if it runs on this machine."""
        database = server_of(os.environ.get("DATABASE_URL", ""))
        return [self.pid] if database is None else [self.pid, database]

    def participants(self, task: str) -> list[str]:
        """The codes of the participants of a new session of a task, in the order of their numbers."""
        session = rest(self.port, "/api/sessions", {"session_config_name": task, "num_participants": self.players})
        found = rest(self.port, f"/api/sessions/{session['code']}")["participants"]
        return [each["code"] for each in sorted(found, key=lambda each: each["id_in_session"])]


def installed() -> str:
    """Install oTree if it is not there for this version of Python; returns the version of Python that runs it."""
    if _python() != sys.version.split()[0] or not (HOME / "bin" / "otree").exists():
        venv.create(HOME, clear=True, with_pip=True)
        _pip(f"otree=={VERSION}")
    if os.environ.get("DATABASE_URL"):
        _pip(POSTGRESQL)
    found = _python()
    assert found == sys.version.split()[0], f"oTree runs on Python {found}"
    return found


def _python() -> str:
    if not PYTHON.exists():
        return ""
    command = [PYTHON, "-c", "import sys; print(sys.version.split()[0])"]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()


def _pip(package: str) -> None:
    subprocess.run([PYTHON, "-m", "pip", "install", "-q", package], check=True, capture_output=True)


@contextmanager
def otree(players: int, *, seats: int, rounds: int, size: int) -> Iterator[OTree]:
    """Start oTree on SQLite, or on a new database of the server of DATABASE_URL. `rounds`: pages of each participant
    with two fields; `size`: of the page that answers a decision of the same job, in bytes.
    """
    server_url = os.environ.get("DATABASE_URL", "")
    with (
        tempfile.TemporaryDirectory(prefix="otree-") as place,
        new_database(server_url) if server_url else nullcontext("") as database,
    ):
        project, port = Path(place), free_port()
        for name in ("_static", "_templates", "fields", "job"):
            (project / name).mkdir()
        (project / "settings.py").write_text(SETTINGS.format(players=players))
        (project / "fields" / "__init__.py").write_text(FIELDS.format(rounds=rounds))
        (project / "fields" / "Decide.html").write_text(FIELDS_PAGE)
        (project / "job" / "__init__.py").write_text(JOB.format(seats=seats, size=size))
        (project / "job" / "Table.html").write_text(JOB_PAGE)
        path = f"{HOME / 'bin'}:{os.environ['PATH']}"
        environment = {"PATH": path, "OTREE_PRODUCTION": "1", "OTREE_REST_KEY": "key", "HOME": place}
        if database:
            environment["DATABASE_URL"] = database
        with (project / "out").open("w") as out:
            command = [str(HOME / "bin" / "otree"), "prodserver", f"127.0.0.1:{port}"]
            server = subprocess.Popen(
                command, cwd=project, env=environment, stdout=out, stderr=out, start_new_session=True
            )
        try:
            yield OTree(server.pid, port, players)
        finally:
            os.killpg(server.pid, signal.SIGTERM)  # its process for timeouts would stay
            server.wait(30)


def rest(port: int, path: str, body: Any = None) -> Any:
    """Ask oTree's REST API, once the server is up. It makes a long session in some seconds."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", data, {"otree-rest-key": "key"})
    until = time.monotonic() + 60
    while True:
        try:
            with urllib.request.urlopen(request, timeout=300) as answer:  # noqa: S310  this machine's own server
                return json.load(answer)
        except urllib.error.URLError as error:
            if not isinstance(error.reason, ConnectionRefusedError) or time.monotonic() > until:
                raise SystemExit(f"oTree did not answer {path}: {error}") from None
        time.sleep(0.5)
